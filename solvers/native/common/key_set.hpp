// Sets of positions in the order in which they came, by open addressing; filled and emptied millions of times a second.
// A position compares and has a hash().
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "common/view.hpp"

namespace clinic {

// Thrown where a set would grow and whoever waits has had enough.
struct GivenUp {};

template <class Position>
class KeySet {
  public:
    using MayGrow = bool (*)();  // asked before a large set is doubled

    KeySet() { reset(12, 19); }

    // Begin with so many slots; from so many on somebody is asked before they are doubled. Both are powers of two.
    void reset(int bits, int asked_bits) {
        size_ = 0;
        resize(std::size_t{1} << bits);
        asked_from_ = std::size_t{1} << asked_bits;
    }

    std::size_t size() const { return size_; }
    const Position& operator[](std::size_t at) const { return keys_[at]; }
    Position& operator[](std::size_t at) { return keys_[at]; }
    i32 origin(std::size_t at) const { return origins_[at]; }
    const Position* data() const { return keys_.get(); }
    const i32* origins() const { return origins_.get(); }

    // Forget all positions; slots of earlier epochs count as empty.
    void clear() {
        size_ = 0;
        if (++epoch_ == 0) {
            std::fill(slots_.get(), slots_.get() + mask_ + 1, Slot{});
            epoch_ = 1;
        }
    }

    // Whether the position is new; `source` is where it came from.
    bool insert(const Position& p, i32 source) {
        const u64 hash = p.hash();
        const std::uint32_t tag = static_cast<std::uint32_t>(epoch_) << 16 | static_cast<std::uint32_t>(hash >> 48);
        std::size_t at = hash & mask_;
        while (slots_[at].tag >> 16 == epoch_) {
            if (slots_[at].tag == tag && keys_[slots_[at].index] == p) return false;
            at = (at + 1) & mask_;
        }
        slots_[at] = {tag, static_cast<std::uint32_t>(size_)};
        keys_[size_] = p;
        origins_[size_] = source;
        if (++size_ > mask_ / 2) grow();
        return true;
    }

    // Keep only the first positions, which the caller has put in their places. The set takes no more until it is cleared.
    void truncate(std::size_t size) { size_ = size; }
    void move(std::size_t from, std::size_t to) {
        keys_[to] = keys_[from];
        origins_[to] = origins_[from];
    }
    void put(std::size_t at, const Position& p, i32 source) {
        keys_[at] = p;
        origins_[at] = source;
    }

    MayGrow may_grow = nullptr;

  private:
    struct Slot {
        std::uint32_t tag, index;
    };

    void resize(std::size_t slots) {
        auto keys = std::make_unique_for_overwrite<Position[]>(slots / 2 + 1);
        auto origins = std::make_unique_for_overwrite<i32[]>(slots / 2 + 1);
        std::copy(keys_.get(), keys_.get() + size_, keys.get());
        std::copy(origins_.get(), origins_.get() + size_, origins.get());
        keys_ = std::move(keys);
        origins_ = std::move(origins);
        slots_ = std::make_unique<Slot[]>(slots);
        mask_ = slots - 1;
        epoch_ = 1;
        for (std::size_t i = 0; i < size_; ++i) {
            const u64 hash = keys_[i].hash();
            std::size_t at = hash & mask_;
            while (slots_[at].tag >> 16 == epoch_) at = (at + 1) & mask_;
            slots_[at] = {static_cast<std::uint32_t>(epoch_) << 16 | static_cast<std::uint32_t>(hash >> 48),
                          static_cast<std::uint32_t>(i)};
        }
    }

    void grow() {
        if (mask_ + 1 >= asked_from_ && may_grow && !may_grow()) throw GivenUp{};
        resize(2 * (mask_ + 1));
    }

    std::size_t size_ = 0, mask_ = 0, asked_from_ = 0;
    std::uint16_t epoch_ = 1;
    std::unique_ptr<Position[]> keys_;
    std::unique_ptr<i32[]> origins_;
    std::unique_ptr<Slot[]> slots_;
};

}  // namespace clinic
