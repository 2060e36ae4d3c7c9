#include "clinic_solo/parking.hpp"

#include <initializer_list>

namespace clinic::solo {

// How many cars the parking tile in a space takes.
static int places(const Play& play, int space) {
    return play.s.grid[space] == PARKING ? play.t.parking_places : play.t.upgrade_places;
}

Set free_spots(const Play& play) {
    Set free = first_ones(play.t.borders) & ~play.clinic.at_module & ~play.s.parked;
    for (int space : Members(play.clinic.tiles[PARKING] | play.clinic.tiles[BIG_PARKING]))
        if (play.s.lot_cars[space] < places(play, space)) free |= only(play.t.borders + space);
    return free;
}

static void add_car(Play& play, int spot) {
    play.s.parked |= only(spot);
    if (spot >= play.t.borders) ++play.s.lot_cars[spot - play.t.borders];
}

static void remove_car(Play& play, int spot) {
    if (spot < play.t.borders || --play.s.lot_cars[spot - play.t.borders] == 0) play.s.parked &= ~only(spot);
}

namespace {

// How much a car at a spot is in the way: by how many spaces that the plan builds on, then by how many empty ones the
// border touches. Each set holds the spots that are in the way more than all those in none of the sets up to it.
struct Nuisance {
    Set between_reserved = 0, at_reserved = 0, between_empty, at_empty;

    explicit Nuisance(const Play& play) : between_empty(play.clinic.between_empty), at_empty(play.clinic.at_empty) {
        for (int space : Members(play.reserved & play.clinic.tiles[EMPTY])) {
            between_reserved |= at_reserved & play.t.borders_of[space];
            at_reserved |= play.t.borders_of[space];
        }
    }

    // Of several spots, the first of those that are least in the way.
    int least(Set spots) const {
        for (Set trouble : {between_reserved, at_reserved, between_empty, at_empty})
            if (spots & ~trouble) spots &= ~trouble;
        return first_of(spots);
    }

    int most(Set spots) const {
        for (Set trouble : {between_reserved, at_reserved, between_empty, at_empty})
            if (spots & trouble) spots &= trouble;
        return first_of(spots);
    }
};

}  // namespace

void park(Play& play) {
    const Set free = free_spots(play);
    if (!free) return;
    const int spot = Nuisance(play).least(free);
    add_car(play, spot);
    play.log.record(E_PARK, spot);
}

void depart(Play& play) {
    assert(play.s.parked);
    const int spot = Nuisance(play).most(play.s.parked);
    remove_car(play, spot);
    play.log.record(E_DEPART, spot);
}

void repark(Play& play, int space) {
    const int lot = play.t.borders + space;
    while (play.s.lot_cars[space] < places(play, space)) {
        const Set others = play.s.parked & ~only(lot);
        const Nuisance nuisance(play);
        if (!(others & nuisance.at_reserved)) return;
        const int spot = nuisance.most(others);
        remove_car(play, spot);
        add_car(play, lot);
        play.log.record(E_REPARK, spot);
    }
}

}  // namespace clinic::solo
