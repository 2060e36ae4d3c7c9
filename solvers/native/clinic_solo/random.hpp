// Random numbers: xoshiro256**, by David Blackman and Sebastiano Vigna (2018), seeded by splitmix64. Every call of the
// core has its own, so that threads do not meet and a seed tells all that comes.
#pragma once

#include <cassert>

#include "clinic_solo/sets.hpp"

namespace clinic::solo {

class Random {
  public:
    explicit Random(u64 seed) {
        for (u64& word : words) {
            seed += 0x9e3779b97f4a7c15;
            u64 mixed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9;
            mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
            word = mixed ^ (mixed >> 31);
        }
    }

    u64 next() {
        const u64 result = std::rotl(words[1] * 5, 7) * 9, shifted = words[1] << 17;
        words[2] ^= words[0];
        words[3] ^= words[1];
        words[1] ^= words[2];
        words[0] ^= words[3];
        words[2] ^= shifted;
        words[3] = std::rotl(words[3], 45);
        return result;
    }

    // 0 to number - 1.
    int below(int number) {
        assert(number > 0);
        return static_cast<int>(((next() >> 32) * static_cast<u64>(number)) >> 32);
    }

    // From 0 up to, but not including, 1.
    double share() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    // A member of a set that is not empty.
    int member(Set set) {
        for (int left = below(count(set)); left > 0; --left) set &= set - 1;
        return first_of(set);
    }

  private:
    u64 words[4];
};

}  // namespace clinic::solo
