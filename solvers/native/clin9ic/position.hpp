// A position between two decisions, packed into two words for storage and hashing; read and changed by named fields.
//
// Popularity that was earned but may still turn out to be needed as money is kept as units: one unit is one point or
// three dollars. Whether a round can lead out of what the fields hold is asked before it is played
// (solvers/clin9ic/successors/ranges.py); a build with CHECK_RANGES ends the program where one does.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "common/view.hpp"

namespace clinic::clin9ic {

using People = std::uint32_t;  // how many of each colour, five bits each, white lowest

constexpr int COLOURS = 4;
constexpr int RED = 3;
constexpr int COLOUR_BITS = 5;
constexpr People EVERYBODY = (1u << (COLOURS * COLOUR_BITS)) - 1;

constexpr int of_colour(People people, int colour) { return static_cast<int>(people >> (COLOUR_BITS * colour) & 31u); }
constexpr People one_of(int colour) { return 1u << (COLOUR_BITS * colour); }
constexpr People people_of(int white, int yellow, int orange, int red) {
    return static_cast<People>(white | yellow << 5 | orange << 10 | red << 15);
}
constexpr int total_of(People people) {
    return of_colour(people, 0) + of_colour(people, 1) + of_colour(people, 2) + of_colour(people, 3);
}

template <int Word, int Shift, int Bits>
struct Field {};

namespace of {
// First word: the clinic and its staff.
constexpr Field<0, 0, 13> shape;
constexpr Field<0, 13, 3> entrances;
constexpr Field<0, 16, 3> gardens;
constexpr Field<0, 19, 3> pillars;
constexpr Field<0, 22, 5> lots;
constexpr Field<0, 27, 2> nurses;
constexpr Field<0, 29, 2> orderlies;
constexpr Field<0, 31, 2> outpatient;
constexpr Field<0, 33, 20> doctors;
// Second word: patients and tracks.
constexpr Field<1, 0, 20> patients;
constexpr Field<1, 20, 9> money;
constexpr Field<1, 29, 9> units;
constexpr Field<1, 38, 10> popularity;  // with POPULARITY_ZERO added, as it may be below zero
constexpr Field<1, 48, 9> time;
constexpr Field<1, 57, 7> treated;
}  // namespace of

constexpr int POPULARITY_ZERO = 200;
constexpr int MOST_MONEY = 511;
constexpr int MOST_LOTS = 31;

enum Outpatient { UNDECIDED = 0, UNUSED = 1, USED = 2 };  // 4.8

struct Position {
    u64 word[2];

    template <int Word, int Shift, int Bits>
    int operator[](Field<Word, Shift, Bits>) const {
        return static_cast<int>(word[Word] >> Shift & ((u64{1} << Bits) - 1));
    }

    // Add to a field; the caller knows that it stays within its bits.
    template <int Word, int Shift, int Bits>
    void add(Field<Word, Shift, Bits> field, int amount) {
#ifdef CHECK_RANGES
        const int after = (*this)[field] + amount;
        if (after < 0 || after >= 1 << Bits) {
            std::fprintf(stderr, "a field of %d bits at %d.%d would hold %d\n", Bits, Word, Shift, after);
            std::abort();
        }
#else
        (void)field;
#endif
        word[Word] += static_cast<u64>(static_cast<i64>(amount)) << Shift;
    }

    template <int Word, int Shift, int Bits>
    void set(Field<Word, Shift, Bits>, unsigned value) {
        constexpr u64 mask = ((u64{1} << Bits) - 1) << Shift;
        word[Word] = (word[Word] & ~mask) | static_cast<u64>(value) << Shift;
    }

    People doctors() const { return static_cast<People>((*this)[of::doctors]); }
    People patients() const { return static_cast<People>((*this)[of::patients]); }
    int popularity() const { return (*this)[of::popularity] - POPULARITY_ZERO; }

    u64 hash() const {
        u64 h = (word[0] ^ word[1] >> 29) * 0x9E3779B97F4A7C15u;
        h = (h ^ h >> 32 ^ word[1]) * 0xD6E8FEB86659FD93u;
        return h ^ h >> 32;
    }

    bool operator==(const Position&) const = default;
};

static_assert(sizeof(Position) == 16);

}  // namespace clinic::clin9ic
