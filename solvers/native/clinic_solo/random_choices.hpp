// Random legal choices: how the search tries something new.
#pragma once

#include "clinic_solo/plan.hpp"
#include "clinic_solo/play.hpp"

namespace clinic::solo {

// A space where a tile may stand, -1 if there is none.
int random_space(Play& play, int tile);

// A space for a supply room beside a treatment room, or NONE unless the room has to have one (15.6).
int random_supply(Play& play, int room);

// A kind of component, then a place for it.
Component random_component(Play& play);

// A patient that can be admitted now, or NONE.
int random_wish(Play& play, int points);

}  // namespace clinic::solo
