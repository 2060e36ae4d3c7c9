// Where a component is most useful, with some noise to break ties.
//
// A plan names a space for every component. When an earlier change of the plan makes that space impossible, the
// component goes to a good place instead, so that what comes later still makes sense. The noise comes from a number,
// `seed`, so that a plan played again does the same again.
#pragma once

#include "clinic_solo/plan.hpp"
#include "clinic_solo/play.hpp"

namespace clinic::solo {

constexpr int SEEDS = 1 << 20;

// A space where a tile may stand and is of use, -1 if it may stand nowhere.
int good_space(const Play& play, int tile, int seed);

// A component of a kind in a good place, NO_COMPONENT if there is no place for it.
Component good_component(const Play& play, int what, int seed);

// 11.4: a hub and a treatment room of a building of their own, as two components; none where there is no place. Cars do
// not matter yet: they will keep clear of the spaces once the plan wants them.
struct Wing {
    Component hub = NO_COMPONENT, room = NO_COMPONENT;
};
Wing new_wing(Play& play);

}  // namespace clinic::solo
