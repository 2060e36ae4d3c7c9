// Section 3 from the choice of a bonus tile on: clinic_solo/setup.py.
#pragma once

#include "clinic_solo/plan.hpp"
#include "clinic_solo/play.hpp"

namespace clinic::solo {

// 3.5–3.12: up to the first action. What does not fit is replaced at random, in the plan, too; false where a draw is
// not known or cannot be.
bool set_up(Play& play, SetUp& plan);

}  // namespace clinic::solo
