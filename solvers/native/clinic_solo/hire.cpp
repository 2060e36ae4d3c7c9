#include "clinic_solo/hire.hpp"

#include <algorithm>

#include "clinic_solo/build.hpp"
#include "clinic_solo/parking.hpp"

namespace clinic::solo {

// 6.2, 6.3, 6.4: what a newcomer costs who is on offer.
static int price(const Play& play, Person who, int space) {
    const Tables& t = play.t;
    if (who == ORDERLY) return t.orderly_price;
    if (who == NURSE) return t.nurse_price[play.s.round - 1][play.s.nurses_offered];
    return t.doctor_price[space][play.s.university[space]];
}

static bool is_offered(const Play& play, Person who, int space) {
    const State& s = play.s;
    switch (who) {
        case DOCTOR: return s.university[space] != NOBODY && s.doctors < MOST_STAFF;  // 6.2
        case NURSE: return s.nurses_offered > 0 && s.nurses < MOST_STAFF;             // 6.3
        default: {
            // 6.4; one without a supply room would be sent home (8.6)
            const int rooms = count(play.clinic.tiles[SUPPLY]) * play.t.capacity[SUPPLY][ORDERLY];
            return s.orderlies_offered > 0 && s.orderlies < rooms;
        }
    }
}

bool hire(Play& play, Person who, int space) {
    State& s = play.s;
    // 6.2: of several doctors of a colour the rightmost one is the cheapest
    if (who == DOCTOR)
        while (space + 1 < MOST_UNIVERSITY && s.university[space + 1] == s.university[space]) ++space;
    if (!has_free_place(play) || !is_offered(play, who, space)) return false;
    const int dollars = price(play, who, space);
    if (dollars > purse(play)) return false;
    spend(play, dollars);
    const i8 place = static_cast<i8>(NEWCOMER + s.ways_in), colour = s.university[space];
    switch (who) {
        case DOCTOR:
            play.log.doctor_event[s.doctors] = play.log.record(E_HIRE, DOCTOR, colour);
            s.doctor[s.doctors++] = {place, colour};
            std::copy(s.university + space + 1, s.university + MOST_UNIVERSITY, s.university + space);  // 15.3
            s.university[MOST_UNIVERSITY - 1] = NOBODY;
            break;
        case NURSE:
            play.log.nurse_event[s.nurses] = play.log.record(E_HIRE, NURSE, -1);
            s.nurse_at[s.nurses++] = place;
            --s.nurses_offered;
            break;
        default:
            assert(s.orderlies < MOST_STAFF);
            play.log.orderly_event[s.orderlies] = play.log.record(E_HIRE, ORDERLY, -1);
            s.orderly_at[s.orderlies++] = place;
            --s.orderlies_offered;
    }
    park(play);
    return true;
}

void hire_doctors(Play& play, Set spaces) {
    int left = play.t.doctors_per_hire;
    for (Set wanted = spaces & first_ones(play.t.university_spaces); wanted && left > 0;) {
        const int space = last_of(wanted);
        wanted &= ~only(space);
        left -= hire(play, DOCTOR, space);
    }
}

}  // namespace clinic::solo
