// Sections 11 and 12: the final score and the goal: clinic_solo/score.py.
#pragma once

#include "clinic_solo/play.hpp"

namespace clinic::solo {

constexpr double IMPOSSIBLE = -1'000'000.0;  // of a plan that needs a draw which is not known

// The value of a plan: as the referee counts it, and for the search.
struct PlanValue {
    double score = IMPOSSIBLE;
    double value = IMPOSSIBLE;
};

// Section 11, and for the search also what is nearly a point, and how far a goal is missed.
PlanValue plan_value(const Play& play, double goal_weight);

}  // namespace clinic::solo
