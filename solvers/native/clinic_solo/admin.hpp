// Section 10: the end of a round: clinic_solo/admin.py.
#pragma once

#include "clinic_solo/treatments.hpp"

namespace clinic::solo {

// 3.8, 10.3: doctors come to the empty spaces of the university; false where a draw is not known or cannot be.
bool fill_university(Play& play);

// 10.2–10.7; false where a draw is not known or cannot be.
bool admin(Play& play, const Orders& orders);

// 10.1, 10.4, 10.8: the marker moves on, tiles come back, new nurses and modules are on display.
void begin_round(Play& play);

}  // namespace clinic::solo
