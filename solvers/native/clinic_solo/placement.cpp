#include "clinic_solo/placement.hpp"

#include "clinic_solo/build.hpp"
#include "clinic_solo/noise.hpp"

namespace clinic::solo {
namespace {

constexpr double MOST_NOISE = 3.0;
constexpr double USELESS = -100.0;

double noise_at(int seed, int place) {
    return noise(MOST_NOISE, static_cast<u32>(seed) * 7919u + static_cast<u32>(place) * 104729u + 12345u);
}

// What speaks for a treatment room in a space: a hub (11.3), a supply room (5.5), gardens (9.2).
double use_of_room(const Play& play, int space) {
    const Clinic& clinic = play.clinic;
    const Set around = play.t.neighbours[space];
    const double with_hub = 5.0 + play.t.room_points[play.t.floor_of[space]] / 2.0;
    return with_hub * count(play.t.beside[space] & clinic.hubs()) + 4.0 * count(around & clinic.tiles[SUPPLY]) +
           2.0 * count(around & clinic.tiles[GARDEN]);
}

// Rooms that would begin to work count for more than those that do already.
double use_to_rooms(const Play& play, Set around) {
    double use = 0.0;
    for (int room : Members(around & play.clinic.tiles[TREATMENT]))
        use += service_at(play.t, play.s, play.clinic, room) == NOT_THERE ? 4.0 : 0.5;
    return use;
}

// What speaks for a tile in a space, in numbers of about 0 to 10.
double usefulness(const Play& play, int tile, int space) {
    const Clinic& clinic = play.clinic;
    const Set around = play.t.neighbours[space], beside = play.t.beside[space];
    if (is_hub(tile)) return use_to_rooms(play, beside) + count(beside & clinic.tiles[EMPTY]);
    switch (tile) {
        case TREATMENT: return use_of_room(play, space);
        case SUPPLY: return use_to_rooms(play, around);
        case GARDEN: return 3.0 * count(around & clinic.tiles[TREATMENT]);
        case HELIPAD: return 1.5 * count(around & (clinic.tiles[TREATMENT] | clinic.hubs()));  // 8.1
        case OPERATING: return 6.0 * count(beside & clinic.hubs());                            // 5.7
        case PARKING: return -1.0 * count(around & clinic.tiles[EMPTY]);
        default: return 1.0 * count(around & clinic.modules);
    }
}

// The best of some places so far.
struct Choice {
    Component chosen = NO_COMPONENT;
    double most = USELESS;

    void consider(Component other, double use) {
        if (use > most) chosen = other, most = use;
    }
};

// How much it matters to be at a module quickly.
double value_of_reaching(const Play& play, int space) {
    const int tile = play.s.grid[space];
    return tile == TREATMENT || tile == OPERATING ? 4.0 : is_hub(tile) ? 2.0 : 0.0;
}

// 5.10: a free entrance space that leads where people have to be.
Component good_entrance(const Play& play, int seed) {
    Choice best;
    for (int entrance = 0; entrance < play.t.entrance_spaces; ++entrance) {
        const int target = play.t.entrance_target[entrance];
        if ((play.s.entrances >> entrance) & 1 || !has(play.clinic.modules, target)) continue;
        best.consider(component(ENTRANCES, entrance), value_of_reaching(play, target) + noise_at(seed, entrance));
    }
    return best.chosen;
}

// 5.11: one more stop, or the first two.
Component good_stops(const Play& play, int seed) {
    Choice best;
    for (int one : Members(play.clinic.modules & ~play.s.stops)) {
        const double use = value_of_reaching(play, one);
        if (play.s.stops) {
            if (stops_fit(play, one, one)) best.consider(conveyor(one, one), use + noise_at(seed, one));
            continue;
        }
        for (int other : Members(play.clinic.modules & play.t.in_line[one] & ~first_ones(one)))
            if (stops_fit(play, one, other))
                best.consider(conveyor(one, other),
                              use + value_of_reaching(play, other) + noise_at(seed, one * PLACES + other));
    }
    return best.chosen;
}

// 14B4: an extinguisher beside many rooms, where few have to pass.
Component good_extinguisher(const Play& play, int seed) {
    Choice best;
    for (int space : Members(places_for_extinguisher(play))) {
        const double use = 3.0 * count(play.t.neighbours[space] & play.clinic.tiles[TREATMENT]);
        best.consider(component(EXTINGUISHER, space), use - value_of_reaching(play, space) + noise_at(seed, space));
    }
    return best.chosen;
}

bool is_apart(const Play& play, int space) { return !(play.t.neighbours[space] & play.clinic.modules); }

}  // namespace

int good_space(const Play& play, int tile, int seed) {
    int chosen = -1;
    double most = USELESS;
    for (int space : Members(legal_places(play, tile))) {
        const double use = usefulness(play, tile, space) + noise_at(seed, space);
        if (use > most) chosen = space, most = use;
    }
    return chosen;
}

Component good_component(const Play& play, int what, int seed) {
    switch (what) {
        case ENTRANCES: return good_entrance(play, seed);
        case CONVEYOR: return good_stops(play, seed);
        case EXTINGUISHER: return good_extinguisher(play, seed);
        case UPGRADES: {
            const Set lots = play.clinic.tiles[PARKING];
            return lots ? component(UPGRADES, first_of(lots)) : NO_COMPONENT;
        }
        default: {
            const int space = good_space(play, what, seed);
            return space < 0 ? NO_COMPONENT : component(what, space);
        }
    }
}

Wing new_wing(Play& play) {
    Wing wing;
    const int hub = play.t.hub_of[play.random.below(play.t.services)];
    if (!on_display(play, hub)) return wing;
    const Set empty = play.clinic.tiles[EMPTY];
    int found = 0;
    for (int space : Members(empty & play.t.ground_spaces)) {
        if (!is_apart(play, space)) continue;
        for (int other : Members(play.t.beside[space] & empty))
            if (is_apart(play, other) && play.random.below(++found) == 0)
                wing = {component(hub, space), component(TREATMENT, other)};
    }
    return wing;
}

}  // namespace clinic::solo
