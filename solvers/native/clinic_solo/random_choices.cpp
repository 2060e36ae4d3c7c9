#include "clinic_solo/random_choices.hpp"

#include "clinic_solo/admit.hpp"
#include "clinic_solo/build.hpp"
#include "clinic_solo/placement.hpp"

namespace clinic::solo {
namespace {

constexpr int TRIES = 8;
constexpr double AT_EASE = 0.3;    // of wishes take another colour where there is none of their own
constexpr double GOOD = 0.5;       // of components are put into good places, the others anywhere
constexpr double EXTINGUISHERS_TRIED = 0.1;
constexpr double NO_SUPPLY = 0.2;  // of treatment rooms come without a supply room

int random_kind(Play& play) {
    if (play.t.extinguishers && play.random.share() < EXTINGUISHERS_TRIED) return EXTINGUISHER;
    const int roll = play.random.below(100);
    if (roll < 22) return TREATMENT;
    if (roll < 38) return play.t.hub_of[play.random.below(play.t.services)];
    if (roll < 44) return SUPPLY;
    if (roll < 52) return OPERATING + play.random.below(TRIAGE - OPERATING + 1);
    if (roll < 64) return GARDEN;
    if (roll < 70) return HELIPAD;
    if (roll < 76) return PARKING;
    if (roll < 86) return ENTRANCES;
    return roll < 98 ? CONVEYOR : UPGRADES;
}

Component random_conveyor(Play& play) {
    const Set modules = play.clinic.modules & ~play.s.stops;
    if (!modules) return NO_COMPONENT;
    const int one = play.random.member(modules);
    return conveyor(one, play.random.member(modules));
}

// A component of a kind, legal or not.
Component random_place(Play& play, int what) {
    if (what < ENTRANCES && !on_display(play, what)) return NO_COMPONENT;
    if (play.random.share() < GOOD) return good_component(play, what, play.random.below(SEEDS));
    switch (what) {
        case ENTRANCES: return component(ENTRANCES, play.random.below(play.t.entrance_spaces));
        case CONVEYOR: return random_conveyor(play);
        case UPGRADES: return NO_COMPONENT;
        case EXTINGUISHER: {
            const Set places = places_for_extinguisher(play);
            return places ? component(EXTINGUISHER, play.random.member(places)) : NO_COMPONENT;
        }
        default: {
            const int space = random_space(play, what);
            return space < 0 ? NO_COMPONENT : component(what, space);
        }
    }
}

}  // namespace

int random_space(Play& play, int tile) {
    const Set places = legal_places(play, tile);
    return places ? play.random.member(places) : -1;
}

int random_supply(Play& play, int room) {
    if (needs_office(play, room)) return play.random.member(places_for_office(play, room));
    if (play.random.share() < NO_SUPPLY) return NONE;
    Set places = 0;
    for (int space : Members(play.t.neighbours[room] & play.clinic.tiles[EMPTY]))
        if (may_build(play, component(SUPPLY, space))) places |= only(space);
    return places ? play.random.member(places) : NONE;
}

Component random_component(Play& play) {
    for (int k = 0; k < TRIES; ++k) {
        const Component chosen = random_place(play, random_kind(play));
        if (may_build(play, chosen)) return chosen;
    }
    return NO_COMPONENT;
}

int random_wish(Play& play, int points) {
    for (int k = 0; k < TRIES; ++k) {
        const int service = play.random.below(play.t.services), row = play.random.below(play.t.services);
        if (play.s.row_length[row] == 0) continue;
        const int colour = play.s.rows[row][play.random.below(play.s.row_length[row])];
        if (may_admit(play, service) && nearest(play, service, colour, points, false).cost <= points)
            return service * COLOURS + colour + (play.random.share() < AT_EASE ? LOOSE : 0);
    }
    return NONE;
}

}  // namespace clinic::solo
