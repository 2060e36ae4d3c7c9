// What the deck prints on departments and workers, and the few rules that variants change.
#pragma once

#include <vector>

#include "dice_hospital/hospital.hpp"

namespace clinic::dice {

enum class Treatment { HEAL, REROLL, RECOLOUR, FLIP };
enum class Group { SINGLE, EQUAL, CONSECUTIVE, FREE };
enum class Ability {
    NONE, EXTRA, OTHER, SAME_VALUE, COPY, ADMIT_OR_RETURN, FATALITY_TO_BLOOD_BAG, REROLL_OTHER, POINTS, UP_AND_DOWN,
    RECOLOUR_ONE, BLOOD_BAG
};
constexpr int ANY = -1;  // colour

// 7.2
struct Department {
    Treatment treatment;
    Group group;
    int patients, steps, colour;
    unsigned values;  // a bit for each value that is treated
};

// 7.1, 7.3
struct Worker {
    Ability ability;
    bool on_discharge;
    int colour;  // of whom the department must have healed
    int patients, steps, target;
    unsigned values;
    int amount;
};

// The deck as arrays, by kind (solvers/dice_hospital/kernel/activation.py).
struct DeckTables {
    View<i32, 2> departments;  // [kind, treatment group patients steps colour values]
    View<i32, 2> workers;      // [kind, ability on_discharge colour patients steps target values amount]
};

inline bool has(unsigned values, int value) { return values >> value & 1u; }

// One activation: what is owned, slot by slot. Equal ones stand side by side, and the first free one is used.
struct Team {
    std::vector<Department> departments;
    std::vector<int> department_kinds;
    std::vector<Worker> workers;
    std::vector<int> worker_kinds;
    int fatalities = 0;  // tokens before the activation

    // Whether a slot is the first free one of its kind.
    static bool is_first(const std::vector<int>& kinds, unsigned free, std::size_t slot) {
        return (free >> slot & 1u) && (slot == 0 || kinds[slot - 1] != kinds[slot] || !(free >> (slot - 1) & 1u));
    }
    bool has_free_nurse(const Hospital& h) const {
        for (std::size_t slot = 0; slot < workers.size(); ++slot)
            if ((h.workers >> slot & 1u) && workers[slot].ability == Ability::NONE) return true;
        return false;
    }
};

}  // namespace clinic::dice
