// A hospital within an activation: patients as small numbers, who and what is still free, and what has happened.
#pragma once

#include <algorithm>
#include <cstring>

#include "common/view.hpp"

namespace clinic::dice {

// 1.1: a patient is one number from 0 to 71, as in dice_hospital/patients.py: the die's own colour, untreated or treated
// and counting as a colour (6.9), and the value.
using Code = u8;

constexpr int COLOURS = 3;
constexpr int BEST = 6;  // the highest value a die can show
constexpr int STATES = 1 + COLOURS;
constexpr int CODES = COLOURS * STATES * BEST;
constexpr int BEDS = 12;
constexpr int MOST_BAGS = 255;  // solvers/dice_hospital/kernel/supports.py refuses games that may have more
constexpr Code NOBODY = 255;  // an empty bed, or a patient who has left

constexpr int own_of(Code code) { return code / BEST / STATES; }
constexpr int value_of(Code code) { return code % BEST + 1; }
constexpr bool is_treated(Code code) { return code / BEST % STATES > 0; }
constexpr int now_of(Code code) { return is_treated(code) ? code / BEST % STATES - 1 : own_of(code); }
constexpr Code untreated(int colour, int value) { return static_cast<Code>(colour * STATES * BEST + value - 1); }
constexpr Code as_colour(Code code, int colour) {
    return static_cast<Code>((own_of(code) * STATES + 1 + colour) * BEST + value_of(code) - 1);
}
constexpr Code as_treated(Code code) { return as_colour(code, now_of(code)); }
constexpr Code rested(Code code) { return untreated(own_of(code), value_of(code)); }  // section 9

// 6.3, 6.4: so many steps better, and treated; nobody from 7 on.
constexpr Code healed(Code code, int steps) {
    return value_of(code) + steps <= BEST ? static_cast<Code>(as_treated(code) + steps) : NOBODY;
}
// 8.1: so many steps worse; nobody at 0.
constexpr Code worse(Code code, int steps) {
    return value_of(code) > steps ? static_cast<Code>(code - steps) : NOBODY;
}

struct Hospital {
    Code patients[BEDS];  // in ascending order, then nobody
    u8 many;
    u8 bags;
    u8 discharged[COLOURS];  // this round, by their own colours
    u8 points;               // that workers have made (7.3)
    u8 deaths;               // that workers have brought about (7.3)
    u8 rescued;              // fatality tokens that were swapped for blood bags (7.3)
    std::uint16_t departments;  // free ones, a bit for each that is owned
    std::uint16_t workers;      // free ones

    bool operator==(const Hospital& other) const { return std::memcmp(this, &other, sizeof *this) == 0; }

    int discharged_in_all() const { return discharged[0] + discharged[1] + discharged[2]; }

    void remove(Code code) {
        int at = 0;
        while (patients[at] != code) ++at;
        --many;
        for (; at < many; ++at) patients[at] = patients[at + 1];
        patients[many] = NOBODY;
    }
    void add(Code code) {
        int at = many++;
        for (; at > 0 && patients[at - 1] > code; --at) patients[at] = patients[at - 1];
        patients[at] = code;
    }
    // 6.4: a patient as he is now; one who has left was discharged.
    void exchange(Code before, Code after) {
        remove(before);
        if (after == NOBODY)
            ++discharged[own_of(before)];
        else
            add(after);
    }

    u64 hash() const {
        u64 words[3];
        std::memcpy(words, this, sizeof words);
        u64 h = words[0] * 0x9E3779B97F4A7C15u;
        h = (h ^ h >> 29 ^ words[1]) * 0xD6E8FEB86659FD93u;
        h = (h ^ h >> 32 ^ words[2]) * 0xC2B2AE3D27D4EB4Fu;
        return h ^ h >> 31;
    }
};

static_assert(sizeof(Hospital) == 24);

}  // namespace clinic::dice
