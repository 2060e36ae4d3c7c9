// Section 6: hiring: clinic_solo/hire.py.
#pragma once

#include "clinic_solo/play.hpp"

namespace clinic::solo {

// 6.1: one of a kind, if there is one, it can be paid and its car parked; whether all that is so. A doctor is the one in a
// space of the university.
bool hire(Play& play, Person who, int space = 0);

// 6.1, 15.3: doctors from these spaces, as many as an action hires. Those on the right come first: so they cost least.
void hire_doctors(Play& play, Set spaces);

}  // namespace clinic::solo
