// Section 6: hiring: clinic_solo/hire.py.
#pragma once

#include "clinic_solo/play.hpp"

namespace clinic::solo {

// 6.1: one of a kind, if there is one, it can be paid and its car parked.
void hire(Play& play, Person who);

}  // namespace clinic::solo
