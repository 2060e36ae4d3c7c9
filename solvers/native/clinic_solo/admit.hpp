// Section 7: queue points, the notepad, admitting, and new patients: clinic_solo/admit.py.
#pragma once

#include "clinic_solo/play.hpp"

namespace clinic::solo {

// 7.1.
int queue_points(const Play& play);

// 7.4, 7.5, but for the queue.
bool may_admit(const Play& play, int service);

// A patient on the notepad, and the queue points it takes to admit them for a service.
struct Waiting {
    int row, position, cost;
};

// The patient of a colour, or `loose` of one near to it, for whom the points do. Among those of a colour it is the one
// with the lowest cost; the cost is too high when there is nobody at all.
Waiting nearest(const Play& play, int service, int colour, int points, bool loose);

// 7.3, 7.4: a patient comes to the front of a row, to the other row first, then to the right, and is admitted.
void fetch_and_admit(Play& play, const Waiting& patient, int service);

// 7.6, 3.10: a patient for each row with an empty space; false where a draw is not known or cannot be.
bool draw_patients(Play& play, int point);

inline int held(const i8 (&bag)[COLOURS]) { return bag[WHITE] + bag[YELLOW] + bag[ORANGE] + bag[RED]; }
inline int held(const i8 (&bag)[SKILLS]) { return bag[WHITE] + bag[YELLOW] + bag[ORANGE] + bag[RED] + bag[PURPLE]; }

// The colour of the one at an index of a bag, white ones first.
template <int kinds>
int from_bag(const i8 (&bag)[kinds], int index) {
    for (int colour = 0; colour < kinds; ++colour) {
        if (index < bag[colour]) return colour;
        index -= bag[colour];
    }
    return NOBODY;
}

// Takes somebody of a colour from a bag, or at the index of the draw where the seed decides; NOBODY where a draw is not
// known or cannot be.
template <int kinds>
int draw(i8 (&bag)[kinds], int known, int index) {
    if (known == OPEN) return NOBODY;
    const int colour = known == BY_SEED ? from_bag(bag, index) : known;
    if (colour == NOBODY || bag[colour] == 0) return NOBODY;
    --bag[colour];
    return colour;
}

}  // namespace clinic::solo
