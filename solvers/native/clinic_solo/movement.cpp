#include "clinic_solo/movement.hpp"

namespace clinic::solo {

// 8.1 [decision conveyor-hop]: the stops that one ride leads to.
static Set next_stops(const Play& play, int stop) {
    const Tables& t = play.t;
    const Set stops = play.s.stops;
    if (t.any_in_line) return stops & t.in_line[stop];
    Set next = 0;
    for (const auto& line : t.lines) {
        const Set before = stops & line[stop] & first_ones(stop), after = stops & line[stop] & ~first_ones(stop);
        if (before) next |= only(last_of(before));
        if (after) next |= only(first_of(after));
    }
    return next;
}

// The same where zombies or extinguishers are about: spaces are due at the step at which they are reached. A space with
// a zombie is the end of a way; only where ways begin somebody may leave it.
static Distances hindered_distances_from(const Play& play, Set spaces) {
    constexpr int AHEAD = 4;
    const Tables& t = play.t;
    const Steps steps(t, play.clinic.modules);
    const Set slow = play.s.extinguishers, closed = play.s.zombies;
    Distances found;
    Set due[AHEAD] = {spaces & ~slow, spaces & slow}, seen = 0;
    for (int step = 0; due[0] | due[1] | due[2] | due[3]; ++step) {
        Set& now = due[step % AHEAD];
        Set& next = due[(step + 1) % AHEAD];
        Set edge = now & ~seen;
        now = 0;
        seen |= edge;
        const Set open = ~closed | (step < 2 ? spaces : 0);
        for (Set riding = edge & play.s.stops & open; riding;) {
            const Set reached = next_stops(play, first_of(riding)) & ~seen;
            riding &= riding - 1;
            next |= reached & slow;
            edge |= reached & ~slow;
            seen |= reached & ~slow;
            riding |= reached & ~slow & open;
        }
        assert(found.number < 2 * MOST_SPACES);
        found.away[found.number++] = edge;
        const Set beside = steps.from(edge & open) & ~seen;
        next |= beside & ~slow;
        due[(step + 2) % AHEAD] |= beside & slow;
    }
    if (t.adjacent == 0) {
        found.away[0] = seen;
        found.number = 1;
    }
    found.end();
    return found;
}

static Distances free_distances_from(const Play& play, Set spaces) {
    const Tables& t = play.t;
    const Steps steps(t, play.clinic.modules);
    const Set stops = play.s.stops;
    Distances found;
    Set seen = spaces, edge = spaces;
    while (edge) {
        if (edge & stops) {  // all stops are as near as one
            edge |= stops & ~seen;
            seen |= edge;
        }
        found.away[found.number++] = edge;
        if (!(steps.walkable & ~seen)) break;  // there is nothing farther away
        edge = steps.from(edge) & ~seen;
        seen |= edge;
    }
    if (t.adjacent == 0) {  // where steps take no time, everything is equally near
        found.away[0] = seen;
        found.number = 1;
    }
    found.end();
    return found;
}

// Each in a function of its own, so that nothing is copied.
Distances distances_from(const Play& play, Set spaces) {
    if (play.s.extinguishers | play.s.zombies) return hindered_distances_from(play, spaces);
    return free_distances_from(play, spaces);
}

Origins::Origins(const Play& of) : play(of) {
    entered[0] = 0;
    for (int k = 0; k < play.s.ways_in; ++k) entered[k + 1] = entered[k] | entered_from(play.s.way_in[k]);
}

Set Origins::entered_from(int place) const {
    const Tables& t = play.t;
    if (place >= t.size) return only(t.entrance_target[place - t.size]) & ~play.s.zombies;
    const Set onto = t.beside[place] | only(place - t.ground);  // from a helipad: beside or below
    return onto & play.clinic.modules & ~play.s.zombies;
}

Origin Origins::of(int place) const {
    if (place >= NEWCOMER) return newcomers(place - NEWCOMER);
    const bool is_way_in = place >= play.t.size || play.s.grid[place] == HELIPAD;
    if (is_way_in) return {entered_from(place), play.t.enter};
    return {only(place), has(play.s.extinguishers, place) ? -play.t.adjacent : 0};
}

int Origins::best_way_in(int place, int space) const {
    const Distances distances = distances_from(play, only(space));
    const int least = distances.to(of(place).spaces);
    int way = 0;
    while (distances.to(entered_from(play.s.way_in[way])) > least) ++way;
    return play.s.way_in[way];
}

}  // namespace clinic::solo
