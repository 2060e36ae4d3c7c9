// Section 9: care, expenses and popularity: clinic_solo/care.py.
#pragma once

#include "clinic_solo/treatments.hpp"

namespace clinic::solo {

// 9.1–9.5: the treated go home, expenses are paid, and all that is left buys popularity, to be turned back. False where
// more zombies come about than the core can follow (14D1).
bool business(Play& play, const Orders& orders);

}  // namespace clinic::solo
