// Sections 11 and 12: the final score and the goal: clinic_solo/score.py.
#pragma once

#include "clinic_solo/play.hpp"

namespace clinic::solo {

constexpr double IMPOSSIBLE = -1'000'000.0;  // of a plan that needs a draw which is not known

// What a plan is worth: as the referee counts it, and for the search.
struct Worth {
    double score = IMPOSSIBLE;
    double value = IMPOSSIBLE;
};

// Section 11, and for the search also what is nearly a point, and how far a goal is missed.
Worth final_worth(const Play& play, double goal_weight);

}  // namespace clinic::solo
