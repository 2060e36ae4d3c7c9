// A plan being played: the position, what its tiles determine, and what the rules need beside it.
#pragma once

#include "clinic_solo/clinic.hpp"
#include "clinic_solo/log.hpp"
#include "clinic_solo/random.hpp"
#include "clinic_solo/state.hpp"
#include "clinic_solo/tables.hpp"

namespace clinic::solo {

// A position with what follows from its tiles.
struct Position {
    State s;
    Clinic clinic;
};

struct Play : Position {
    const Tables& t;
    Random& random;
    Log& log;
    Set reserved = 0;  // ground spaces that the plan builds on: cars keep clear of them

    Play(const Tables& tables, Random& numbers, Log& events) : Position{}, t(tables), random(numbers), log(events) {}
};

}  // namespace clinic::solo
