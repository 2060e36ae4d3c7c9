#include "clinic_solo/build.hpp"

#include <algorithm>

#include "clinic_solo/parking.hpp"

namespace clinic::solo {

// 5.11: the stop that a component adds to others; of the first two, one.
static int new_stop(const State& s, Component wanted) {
    return has(s.stops, wanted.one_stop()) ? wanted.other_stop() : wanted.one_stop();
}

// 5.3, 5.11: the first two stops cost as much as the dearer one.
static int cost_of_stops(const Play& play, Component wanted) {
    const Tables& t = play.t;
    const int one = t.conveyor_cost[t.floor_of[new_stop(play.s, wanted)]];
    const int other = play.s.stops ? one : t.conveyor_cost[t.floor_of[wanted.other_stop()]];
    return one == NOT_THERE || other == NOT_THERE ? NOT_THERE : std::max(one, other);
}

// 5.3: of a component, NOT_THERE where it cannot be built on that floor.
static int cost(const Play& play, Component wanted) {
    const Tables& t = play.t;
    if (wanted.what() < ENTRANCES) return t.cost[wanted.what()][t.floor_of[wanted.where()]];
    switch (wanted.what()) {
        case UPGRADES: return t.upgrade_cost;
        case ENTRANCES: return t.entrance_cost;
        case CONVEYOR: return cost_of_stops(play, wanted);
        default: return t.extinguisher_cost[t.floor_of[wanted.where()]];  // 14B1
    }
}

bool on_display(const Play& play, int tile) {
    const Tables& t = play.t;
    int used = count(play.clinic.tiles[tile]);
    if (is_special(tile))
        return play.s.specials_built < t.specials_per_round && ((play.s.specials >> tile) & 1) &&
               used < t.special_copies;
    if (is_hub(tile)) {
        const int row = t.row_of_hub[tile];
        if (row == NOT_THERE || play.s.hubs_built[row] >= t.hubs_per_round) return false;
    }
    if (tile == PARKING) used += count(play.clinic.tiles[BIG_PARKING]);
    return used < t.limit[tile];
}

// 5.2c, 15.7: whether a module that is too much like this one is adjacent.
static bool has_kind_beside(const Tables& t, const Clinic& clinic, int tile, int space) {
    if (!t.hub_above_other_service || !is_hub(tile)) return t.neighbours[space] & clinic.kinds[t.kind[tile]];
    return (t.beside[space] & clinic.hubs()) | (t.neighbours[space] & clinic.tiles[tile]);
}

// 5.2 b–e, 5.4.
static bool module_may_stand(const Tables& t, const State& s, const Clinic& clinic, int tile, int space) {
    const int floor = t.floor_of[space];
    if (floor >= t.floors) return false;                                    // 2.1
    if (floor > 0 && !has(clinic.modules, space - t.ground)) return false;  // 5.2b
    if (has_kind_beside(t, clinic, tile, space)) return false;              // 5.2c
    if (floor == 0 && (t.borders_of[space] & s.parked)) return false;       // 5.2d
    Set touched = 0;
    for (int k = 0; k < clinic.number_of_buildings; ++k) {
        if (!(clinic.buildings[k] & t.neighbours[space])) continue;
        if (touched) return false;  // 5.2e
        touched = clinic.buildings[k];
    }
    if (is_hub(tile)) return !(touched & clinic.hubs() & t.on_floor[floor]);  // 5.4
    return touched || !t.building_needs_hub;                                  // 2.3, 15.13
}

bool needs_office(const Play& play, int room) {
    return play.t.edition_2014 && !(play.t.neighbours[room] & play.clinic.tiles[SUPPLY]);
}

Set places_for_office(const Play& play, int room) {
    const Tables& t = play.t;
    const bool in_set_up = play.s.slot == 0;  // where nothing is to be paid, and there is one supply room (3.4)
    if (!on_display(play, SUPPLY) || (in_set_up && play.clinic.tiles[SUPPLY])) return 0;
    Clinic with_room = play.clinic;
    int dollars = purse(play);
    if (!has(with_room.tiles[TREATMENT], room)) {
        put_tile(t, with_room, TREATMENT, room);
        dollars -= t.cost[TREATMENT][t.floor_of[room]];
    }
    Set found = 0;
    for (int space : Members(t.neighbours[room] & with_room.tiles[EMPTY])) {
        const int price = t.cost[SUPPLY][t.floor_of[space]];
        if (!in_set_up && (price == NOT_THERE || price > dollars)) continue;
        if (module_may_stand(t, play.s, with_room, SUPPLY, space)) found |= only(space);
    }
    return found;
}

// 15.6, 15.7: what else the 2014 edition asks of a module.
static bool may_stand_in_2014(const Play& play, int tile, int space) {
    const Tables& t = play.t;
    const Clinic& clinic = play.clinic;
    switch (tile) {
        case OPERATING: return t.beside[space] & clinic.hubs();
        case TREATMENT: return !needs_office(play, space) || places_for_office(play, space);
        case SUPPLY: return play.s.slot > 0 || !(clinic.tiles[TREATMENT] & ~t.neighbours[space]);
        default: return true;
    }
}

// 15.16: entrances and helipads come from one stack.
static bool has_arrow(const Play& play) {
    return std::popcount(play.s.entrances) + count(play.clinic.tiles[HELIPAD]) < play.t.entrances_and_helipads;
}

bool may_stand(const Play& play, int tile, int space) {
    const Clinic& clinic = play.clinic;
    if (!has(clinic.tiles[EMPTY], space)) return false;  // 5.2a
    const Tables& t = play.t;
    if (is_module(tile))
        return module_may_stand(t, play.s, clinic, tile, space) &&
               (!t.edition_2014 || may_stand_in_2014(play, tile, space));
    const bool on_ground = space < t.ground;
    const Set carriers = t.gardens_on_modules ? clinic.modules : clinic.tiles[GARDEN];
    switch (tile) {
        case GARDEN: return on_ground || has(carriers, space - t.ground);  // 5.8, 15.8
        case HELIPAD:
            return !on_ground && has(clinic.modules, space - t.ground) && has_arrow(play);  // 5.9
        default: return on_ground;  // 5.12
    }
}

Set legal_places(const Play& play, int tile) {
    // Something has to be below, whatever it is: the others need not be looked at
    const Set supported = play.t.ground_spaces | ((play.clinic.modules | play.clinic.tiles[GARDEN]) << play.t.ground);
    Set found = 0;
    for (int space : Members(play.clinic.tiles[EMPTY] & supported))
        if (may_stand(play, tile, space)) found |= only(space);
    return found;
}

bool stops_fit(const Play& play, int one, int other) {
    const Tables& t = play.t;
    const Set modules = play.clinic.modules, stops = play.s.stops;
    if (!has(modules & ~stops, one)) return false;
    if (!stops) return t.conveyors >= 2 && has(modules & t.in_line[one], other);
    return count(stops) < t.conveyors && (t.in_line[one] & stops);
}

// 5.10.
static bool entrance_fits(const Play& play, int entrance) {
    const Tables& t = play.t;
    return entrance < t.entrance_spaces && std::popcount(play.s.entrances) < t.entrances && has_arrow(play) &&
           !((play.s.entrances >> entrance) & 1) && has(play.clinic.modules, t.entrance_target[entrance]);
}

Set places_for_extinguisher(const Play& play) {
    if (count(play.s.extinguishers) >= play.t.extinguishers) return 0;
    Set found = 0;
    for (int tile = FIRST_MODULE; tile < TILE_KINDS; ++tile)
        if (play.t.takes_extinguisher[tile]) found |= play.clinic.tiles[tile];
    return found & ~play.s.extinguishers;
}

bool may_build(const Play& play, Component wanted) {
    if (!wanted.is_one()) return false;
    const int dollars = cost(play, wanted);
    if (dollars == NOT_THERE || dollars > purse(play)) return false;
    switch (wanted.what()) {
        case CONVEYOR: return stops_fit(play, new_stop(play.s, wanted), wanted.other_stop());
        case ENTRANCES: return entrance_fits(play, wanted.where());
        case UPGRADES: return has(play.clinic.tiles[PARKING], wanted.where());  // 5.12
        case EXTINGUISHER: return has(places_for_extinguisher(play), wanted.where());
        default: return on_display(play, wanted.what()) && may_stand(play, wanted.what(), wanted.where());
    }
}

void place(Play& play, int tile, int space) {
    play.s.grid[space] = static_cast<i8>(tile);
    put_tile(play.t, play.clinic, tile, space);
    if (is_hub(tile)) {
        ++play.s.hubs_built[play.t.row_of_hub[tile]];
    } else if (is_special(tile)) {
        ++play.s.specials_built;
    } else if (tile == HELIPAD) {
        assert(play.s.ways_in < MOST_WAYS_IN);
        play.s.way_in[play.s.ways_in++] = static_cast<i8>(space);
    }
}

// 5.11.
static void place_stops(Play& play, Component wanted) {
    const bool first_two = !play.s.stops;
    const int one = new_stop(play.s, wanted);
    play.s.stops |= only(one);
    if (first_two) play.s.stops |= only(wanted.other_stop());
    play.log.record(E_CONVEYOR, one, first_two ? wanted.other_stop() : -1);
}

// 5.10.
static void place_entrance(Play& play, int entrance) {
    assert(play.s.ways_in < MOST_WAYS_IN);
    play.s.entrances = static_cast<u16>(play.s.entrances | (1u << entrance));
    play.s.way_in[play.s.ways_in++] = static_cast<i8>(play.t.size + entrance);
    play.log.record(E_ENTRANCE, entrance);
}

void build(Play& play, Component wanted) {
    spend(play, cost(play, wanted));
    const int where = wanted.where();
    switch (wanted.what()) {
        case CONVEYOR: place_stops(play, wanted); break;
        case ENTRANCES: place_entrance(play, where); break;
        case EXTINGUISHER:
            play.s.extinguishers |= only(where);
            play.log.record(E_EXTINGUISHER, where);
            break;
        case UPGRADES:
            place(play, BIG_PARKING, where);
            play.log.record(E_UPGRADE, where);
            repark(play, where);
            break;
        default:
            place(play, wanted.what(), where);
            play.log.record(E_BUILD, wanted.what(), where);
            if (wanted.what() == PARKING) repark(play, where);
    }
}

int purse(const Play& play) {
    int units = 0;
    for (int bought : play.s.units) units += bought;  // of all rounds there could be: that is faster than to count them
    return play.s.money + units * play.t.popularity_price;
}

void spend(Play& play, int dollars) {
    for (int number = play.t.rounds - 1; play.s.money < dollars && number >= 0; --number) {
        while (play.s.money < dollars && play.s.units[number] > 0) {
            --play.s.units[number];
            play.s.money += play.t.popularity_price;
        }
    }
    play.s.money -= dollars;
}

}  // namespace clinic::solo
