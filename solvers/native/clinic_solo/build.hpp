// Section 5: what may be built where, at what price: clinic_solo/build.py.
#pragma once

#include "clinic_solo/plan.hpp"
#include "clinic_solo/play.hpp"

namespace clinic::solo {

// 1.3, 3.3, 5.4, 5.7: whether a tile is still on display this round.
bool on_display(const Play& play, int tile);

// 5.2, 5.4, 5.8, 5.9, 5.12: whether a tile may be put into a space; its price is another matter.
bool may_stand(const Play& play, int tile, int space);

// 15.6: whether a treatment room that was just built has to get a supply room.
bool needs_office(const Play& play, int room);

// 15.6: the spaces beside a treatment room, there already or still to be built, where its supply room can stand and be
// paid, whatever the room itself costs.
Set places_for_office(const Play& play, int room);

// All the spaces where a tile may stand.
Set legal_places(const Play& play, int tile);

// 5.11: one more stop, or the first two.
bool stops_fit(const Play& play, int one, int other);

// 14B1: where an extinguisher may stand.
Set places_for_extinguisher(const Play& play);

// 5.1: whether a component may be built now and can be paid.
bool may_build(const Play& play, Component wanted);

// The clinic with one tile more, and the round's limits noted (5.4, 5.7).
void place(Play& play, int tile, int space);

// A legal component: pay and place it.
void build(Play& play, Component wanted);

// Savings, and what bought popularity could be turned back into.
int purse(const Play& play);

// Pay from savings, turning back popularity, last bought first, where they do not do.
void spend(Play& play, int dollars);

}  // namespace clinic::solo
