// 14D: zombies.
#pragma once

#include "clinic_solo/treatments.hpp"

namespace clinic::solo {

// 14D2: zombies move first, and keep out of everybody's way; false where one of them has nowhere to go. The lab where
// one of them goes to be cured, if the plan wants that.
bool zombies_move(Play& play, const Steering& steering, Orders& orders);

// 14D1: two yellow patients left alone become a zombie; false where several would be in one space, which no plan wants.
bool make_zombies(Play& play);

}  // namespace clinic::solo
