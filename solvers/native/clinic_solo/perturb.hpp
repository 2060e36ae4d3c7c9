// Random plans, and random neighbours of a plan.
#pragma once

#include "clinic_solo/plan.hpp"
#include "clinic_solo/random.hpp"
#include "clinic_solo/tables.hpp"

namespace clinic::solo {

void random_plan(const Tables& t, Random& random, Plan& plan);

// One small change at an action slot from `first` on, or of the set-up where that is still to come. Zombies are made in
// plans that are settled otherwise.
void perturb(const Tables& t, Random& random, Plan& plan, int first, bool fresh, bool settled);

}  // namespace clinic::solo
