// A position (1.4) as solvers/clinic_solo/kernel/state_encoding.py makes it: the same fields in the same order.
//
// Staff who were hired this round stand at no entrance yet: their place says how many ways in there were when they came
// (NEWCOMER + that number), and the way is chosen when everybody moves. Popularity that was bought is counted apart in
// `units`, by round, and can be turned back into the savings it was bought with: so the search never has to decide how
// much to buy.
#pragma once

#include <type_traits>

#include "clinic_solo/codes.hpp"
#include "clinic_solo/sets.hpp"

namespace clinic::solo {

struct Someone {
    i8 at;
    i8 colour;
};

struct State {
    u64 stops;   // spaces with a conveyor stop
    u64 parked;  // parking spots with a car
    u64 extinguishers;  // modules with one (14B)
    u64 blood;          // hubs with a token (14A)
    u64 zombies;        // spaces with one (14D)
    i32 money;
    i32 popularity;  // without what was bought
    i32 time;
    i32 treated;
    i32 deaths;
    i32 units[MOST_ROUNDS];  // points bought in each round that can still be turned back
    u16 entrances;           // a bit for each that is built
    u16 specials;            // a bit for each tile drawn
    i8 grid[MOST_SPACES];
    i8 waiting[MOST_SERVICES][COLOURS];  // pre-admissions
    i8 row_length[MOST_SERVICES];
    i8 rows[MOST_SERVICES][MOST_COLUMNS];  // of the notepad, position 1 first (7.2)
    i8 bag[COLOURS];
    i8 doctor_bag[SKILLS];
    i8 tiles[ACTIONS];  // left this round
    i8 hubs_built[MOST_SERVICES];
    i8 specials_built;
    i8 round;
    i8 slot;
    i8 move_due;   // the actions of the round are done
    i8 forbidden;  // a bit for each action that is not to be used in the slot that is due
    i8 orderlies_offered;
    i8 nurses_offered;
    i8 university[MOST_UNIVERSITY];  // colours, those on the left first; NOBODY where a space is empty
    i8 doctors;     // how many
    i8 nurses;
    i8 orderlies;
    i8 patients;  // those in rooms
    i8 ways_in;
    Someone doctor[MOST_STAFF];
    i8 nurse_at[MOST_STAFF];
    i8 orderly_at[MOST_STAFF];
    Someone patient[MOST_PATIENTS];
    i8 way_in[MOST_WAYS_IN];  // entrances and helipads as places, in the order they were built
    i8 lot_cars[MOST_GROUND];  // how many on the parking tile in each ground space
    i8 zombies_made;           // those cured included (14D1)
};

static_assert(std::has_unique_object_representations_v<State>);

}  // namespace clinic::solo
