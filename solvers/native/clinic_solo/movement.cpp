#include "clinic_solo/movement.hpp"

namespace clinic::solo {

Distances distances_from(const Play& play, Set spaces) {
    const Tables& t = play.t;
    const Set modules = play.clinic.modules, stops = play.s.stops;
    const Set walkable = modules | t.ground_spaces;  // outdoors on the ground, upstairs only modules
    Distances found;
    Set seen = spaces, edge = spaces;
    while (edge) {
        if (edge & stops) {  // all stops are as near as one
            edge |= stops & ~seen;
            seen |= edge;
        }
        found.away[found.number++] = edge;
        const Set beside = ((edge & t.not_east) << 1) | ((edge & t.not_west) >> 1) |
                           ((edge & t.not_south) << t.board_columns) | ((edge & t.not_north) >> t.board_columns);
        const Set inside = edge & modules;  // up and down only between modules
        const Set stairs = (inside << t.ground) | (inside >> t.ground);
        edge = ((beside & walkable) | (stairs & modules)) & ~seen;
        seen |= edge;
    }
    if (t.adjacent == 0) {  // where steps take no time, everything is equally near
        found.away[0] = seen;
        found.number = 1;
    }
    return found;
}

Origins::Origins(const Play& of) : play(of) {
    entered[0] = 0;
    for (int k = 0; k < play.s.ways_in; ++k) entered[k + 1] = entered[k] | entered_from(play.s.way_in[k]);
}

Set Origins::entered_from(int place) const {
    const Tables& t = play.t;
    if (place >= t.size) return only(t.entrance_target[place - t.size]);
    const Set onto = t.beside[place] | only(place - t.ground);  // from a helipad: beside or below
    return onto & play.clinic.modules;
}

Origin Origins::of(int place) const {
    if (place >= NEWCOMER) return newcomers(place - NEWCOMER);
    const bool is_way_in = place >= play.t.size || play.s.grid[place] == HELIPAD;
    return is_way_in ? Origin{entered_from(place), play.t.enter} : Origin{only(place), 0};
}

int Origins::best_way_in(int place, int space) const {
    const Distances distances = distances_from(play, only(space));
    const int least = distances.to(of(place).spaces);
    int way = 0;
    while (distances.to(entered_from(play.s.way_in[way])) > least) ++way;
    return play.s.way_in[way];
}

}  // namespace clinic::solo
