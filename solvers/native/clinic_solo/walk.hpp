// Section 8: everybody goes somewhere: clinic_solo/walk.py.
#pragma once

#include "clinic_solo/treatments.hpp"

namespace clinic::solo {

// 8.1–8.7: everybody goes where the plan's wishes send them; who is treated where is in the orders that are returned.
Orders everybody_moves(Play& play, const Steering& steering);

}  // namespace clinic::solo
