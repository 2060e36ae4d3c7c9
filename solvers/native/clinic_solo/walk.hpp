// Section 8: everybody goes somewhere: clinic_solo/walk.py.
#pragma once

#include "clinic_solo/treatments.hpp"

namespace clinic::solo {

// 8.1–8.7: everybody goes where the plan's wishes send them; who is treated where is in the orders. False where zombies
// leave somebody no way (14D2).
bool everybody_moves(Play& play, const Steering& steering, Orders& orders);

}  // namespace clinic::solo
