// 14A: blood transfusion: who gives blood, and what becomes of those who get it.
#pragma once

#include "clinic_solo/treatments.hpp"

namespace clinic::solo {

// 14A2, 14A4: tokens that were used go back, and there is one in the hub of the donor; what those who got blood pay.
int give_blood(Play& play, const Orders& orders);

// 14A4, 14A5: who got blood, and was worse than white, stays, a colour better, and does not worsen.
void keep_transfused(Play& play, const Orders& orders);

}  // namespace clinic::solo
