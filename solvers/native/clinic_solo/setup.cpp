#include "clinic_solo/setup.hpp"

#include "clinic_solo/admin.hpp"
#include "clinic_solo/admit.hpp"
#include "clinic_solo/build.hpp"
#include "clinic_solo/parking.hpp"
#include "clinic_solo/placement.hpp"
#include "clinic_solo/random_choices.hpp"

namespace clinic::solo {
namespace {

// A bonus tile (3.5).
struct Gift {
    int number, what, amount;
    int colour, row;  // of a patient or a doctor
};

Gift gift_of(const Tables& t, int offer) {
    const i32(&row)[4] = t.bonus[offer];
    return {row[0], row[1], row[2], row[3] % COLOURS, row[3] / COLOURS};
}

void place_and_tell(Play& play, int tile, int space) {
    place(play, tile, space);
    play.log.record(E_BUILD, tile, space);
}

// 3.6: the entrance points at the hub.
void place_first_hub(Play& play, SetUp& plan) {
    const Tables& t = play.t;
    State& s = play.s;
    if (plan.entrance < 0) plan.entrance = static_cast<i16>(play.random.below(t.entrance_spaces));
    place_and_tell(play, t.hub_of[0], t.entrance_target[plan.entrance]);
    s.entrances = static_cast<u16>(1u << plan.entrance);
    s.way_in[0] = static_cast<i8>(t.size + plan.entrance);
    s.ways_in = 1;
    play.log.record(E_ENTRANCE, plan.entrance);
}

// 3.6: one treatment room and one supply room, in either order; false where there is no place for it.
bool place_first_room(Play& play, int tile, i16& space) {
    if (space < 0 || !may_stand(play, tile, space))
        space = static_cast<i16>(good_space(play, tile, play.random.below(SEEDS)));
    if (space < 0) return false;
    place_and_tell(play, tile, space);
    return true;
}

// 3.5, 3.11: the starting doctor and what people the bonus tile gives; how many there are.
int people_arrive(Play& play, const Gift& gift) {
    State& s = play.s;
    const i8 place = s.way_in[0];
    s.doctors = 1;
    s.doctor[0] = {place, static_cast<i8>(gift.what == B_COLOUR ? gift.colour : play.t.start_doctor)};
    switch (gift.what) {
        case B_NURSE: s.nurse_at[s.nurses++] = place; return 2;
        case B_ORDERLY: s.orderly_at[s.orderlies++] = place; return 2;
        case B_PATIENT: ++s.waiting[gift.row][gift.colour]; return 2;
        default: return 1;
    }
}

// 3.5, 3.12: the bonus garden or parking tile.
void place_bonus(Play& play, const Gift& gift, i16& space) {
    const int tile = gift.what == B_GARDEN ? GARDEN : PARKING;
    if (space < 0 || !may_stand(play, tile, space)) space = static_cast<i16>(random_space(play, tile));
    const bool is_big = gift.what == B_PARKING && gift.amount != play.t.parking_places;
    place_and_tell(play, is_big ? BIG_PARKING : tile, space);
}

}  // namespace

bool set_up(Play& play, SetUp& plan) {
    plan.bonus = static_cast<i16>(plan.bonus % play.t.offers);
    const Gift gift = gift_of(play.t, plan.bonus);
    play.log.record(E_BONUS, gift.number);
    if (gift.what == B_MONEY) play.s.money += gift.amount;
    place_first_hub(play, plan);
    if (plan.supply_first && !place_first_room(play, SUPPLY, plan.supply)) return false;
    if (!place_first_room(play, TREATMENT, plan.treatment)) return false;
    if (!plan.supply_first && !place_first_room(play, SUPPLY, plan.supply)) return false;
    const int people = people_arrive(play, gift);
    if (!fill_university(play) || !draw_patients(play, 0)) return false;
    if (gift.what == B_GARDEN || gift.what == B_PARKING) place_bonus(play, gift, plan.bonus_place);
    for (int k = 0; k < people; ++k) park(play);
    begin_round(play);
    return true;
}

}  // namespace clinic::solo
