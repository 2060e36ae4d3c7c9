#include "clinic_solo/hire.hpp"

#include "clinic_solo/build.hpp"
#include "clinic_solo/parking.hpp"

namespace clinic::solo {

// 6.2, 6.3, 6.4: what a newcomer costs who is on offer.
static int price(const Play& play, Person who) {
    const Tables& t = play.t;
    if (who == ORDERLY) return t.orderly_price;
    if (who == NURSE) return t.nurse_price[play.s.round - 1][play.s.nurses_offered];
    return t.doctor_price[play.s.university];
}

static bool is_offered(const Play& play, Person who) {
    const State& s = play.s;
    switch (who) {
        case DOCTOR: return s.university != NOBODY && s.doctors < MOST_STAFF;  // 6.2
        case NURSE: return s.nurses_offered > 0 && s.nurses < MOST_STAFF;      // 6.3
        default: {
            // 6.4; one without a supply room would be sent home (8.6)
            const int rooms = count(play.clinic.tiles[SUPPLY]) * play.t.capacity[SUPPLY][ORDERLY];
            return s.orderlies_offered > 0 && s.orderlies < rooms;
        }
    }
}

void hire(Play& play, Person who) {
    if (!has_free_place(play) || !is_offered(play, who)) return;
    const int dollars = price(play, who);
    if (dollars > purse(play)) return;
    spend(play, dollars);
    State& s = play.s;
    const i8 place = static_cast<i8>(NEWCOMER + s.ways_in);
    switch (who) {
        case DOCTOR:
            play.log.doctor_event[s.doctors] = play.log.record(E_HIRE, DOCTOR, s.university);
            s.doctor[s.doctors++] = {place, s.university};
            s.university = NOBODY;
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
}

}  // namespace clinic::solo
