// Rule 8.1: ways through a clinic and their least times: clinic_solo/movement.py.
//
// Spaces are bits of a word, so that all spaces at the same distance take their next step together. Rides take no time,
// and nobody is far from anywhere: outdoors all ground spaces hang together, and every module stands on modules. Only
// zombies close ways (14D2). To enter a module with an extinguisher takes as long as a step more (14B2).
#pragma once

#include "clinic_solo/play.hpp"

namespace clinic::solo {

constexpr int UNREACHABLE = 1'000'000;  // steps: dearer than any treatment, and less than what overflows

// The spaces by how many steps they are away from where a way begins or ends. An extinguisher counts as a step at both
// ends of a way.
struct Distances {
    Set away[2 * MOST_SPACES + 1];  // behind the last one all spaces, so that a look for the nearest ends there
    int number = 0;

    // How many steps the nearest of some spaces is away.
    int to(Set spaces) const {
        if (!spaces) return UNREACHABLE;
        int steps = 0;
        while (!(away[steps] & spaces)) ++steps;
        return steps < number ? steps : UNREACHABLE;
    }

    void end() { away[number] = ~Set{0}; }

    // The first of the nearest spaces of a set with one that can be reached.
    int nearest(Set spaces) const { return first_of(away[to(spaces)] & spaces); }
};

// Steps outdoors on the ground, upstairs only between modules. It has its own copy of what it needs of the board.
struct Steps {
    const Set modules, walkable, not_west, not_east, not_north, not_south;
    const int columns, ground;

    Steps(const Tables& t, Set of)
        : modules(of), walkable(of | t.ground_spaces), not_west(t.not_west), not_east(t.not_east),
          not_north(t.not_north), not_south(t.not_south), columns(t.board_columns), ground(t.ground) {}

    // The spaces one step away from any of some.
    Set from(Set spaces) const {
        const Set beside = ((spaces & not_east) << 1) | ((spaces & not_west) >> 1) |
                           ((spaces & not_south) << columns) | ((spaces & not_north) >> columns);
        const Set inside = spaces & modules;  // up and down only between modules
        const Set stairs = (inside << ground) | (inside >> ground);
        return (beside & walkable) | (stairs & modules);
    }
};

Distances distances_from(const Play& play, Set spaces);

// Where somebody's way begins: the spaces entered first, and the time that takes. Whoever starts beside an extinguisher
// does not enter it: its step is taken off.
struct Origin {
    Set spaces;
    int time;
};

// The origin of each way in, of newcomers who have the choice among the first so many, and of any other place.
class Origins {
  public:
    explicit Origins(const Play& of);

    // Of everybody who comes from outside.
    Origin outside() const { return newcomers(play.s.ways_in); }

    Origin of(int place) const;

    // For a newcomer: the way in from which a space is nearest.
    int best_way_in(int place, int space) const;

  private:
    Origin newcomers(int ways) const { return {entered[ways], play.t.enter}; }

    // The spaces entered from a way in.
    Set entered_from(int place) const;

    const Play& play;
    Set entered[MOST_WAYS_IN + 1];  // from any of the first so many ways in
};

inline int time_of(const Tables& t, const Origin& origin, const Distances& distances) {
    return origin.time + t.adjacent * distances.to(origin.spaces);
}

}  // namespace clinic::solo
