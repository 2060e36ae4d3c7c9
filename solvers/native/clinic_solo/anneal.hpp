// Simulated annealing over plans: perturb a plan, evaluate it, accept it by the Metropolis rule.
//
// Kirkpatrick, Gelatt, Vecchi: Optimization by simulated annealing, Science 220 (1983).
#pragma once

#include "clinic_solo/rollout.hpp"

namespace clinic::solo {

struct Cooling {
    i64 iterations;
    double hottest, coldest;
};

struct Annealed {
    PlanValue best;    // of the best plan
    double value;  // of the plan as it is at the end
};

// Anneals a plan while the temperature falls; the best plan found goes into `best_plan`. Changes are made from the
// action slot `first_slot` on.
Annealed anneal(Play& play, const Start& start, int first_slot, const Cooling& cooling, double goal_weight, Plan& plan,
                Plan& best_plan);

}  // namespace clinic::solo
