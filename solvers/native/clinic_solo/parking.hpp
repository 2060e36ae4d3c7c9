// Rule 6.5: where cars stand: clinic_solo/parking.py. A plan does not say where a car parks or which one leaves: a car
// keeps clear of the ground spaces that the plan builds on, and after that of empty ones.
#pragma once

#include "clinic_solo/play.hpp"

namespace clinic::solo {

// The spots with a free place: borders that touch no module, and parking tiles.
Set free_spots(const Play& play);

// 6.1, 7.4: no newcomer without a place for the car.
inline bool has_free_place(const Play& play) { return free_spots(play) != 0; }

// The newcomer's car goes where it is least in the way.
void park(Play& play);

// The car that is most in the way leaves.
void depart(Play& play);

// 5.12: cars that are in the way of modules to come move onto the parking tile in a space, as far as there is room.
void repark(Play& play, int space);

}  // namespace clinic::solo
