// The three actions: every outcome of Build (4.4), Hire (4.5) and Admit (4.6) from a position.
#pragma once

#include "clin9ic/position_set.hpp"
#include "clin9ic/world.hpp"

namespace clinic::clin9ic {

// Codes of components: simple ones, four upgrades, then places for cubes.
enum Component { ENTRANCE, PARKING, GARDEN, PILLAR, FLOOR, UPGRADE, CUBES = UPGRADE + MOST_FLOORS };

// How a round is played out.
struct Play {
    bool full;   // every distinct outcome, also those that another one plainly dominates
    bool cubes;  // conveyors may be built
};

// How many component codes there are in a position.
int components(const World& world, const Position& p);

// 4.4: build one component; false where that is not legal, and then the position is of no use.
bool build_component(const World& world, Position& p, int code);

// A Hire that is under way: the position so far, and the staff passed over.
struct PartialHire {
    Position position;
    int passed_over;
};

// One action of a trio, from every position of some into a set.
class Actor {
  public:
    explicit Actor(const World& world) : world_(world) {}

    void act(Action action, const i32* bottom, const i32* top, const Play& play, const Position* from,
             std::size_t many, PositionSet& to);

  private:
    void build(const Position& p, i32 source, const Play& play, PositionSet& to) const;
    void hire(const i32* boxes, const Position& p, i32 source, const Play& play, PositionSet& to);
    void admit(const i32* boxes, const Position& p, i32 source, PositionSet& to) const;
    bool hire_one(Position& p, const Position& before, int staff, int colour, int price) const;

    const World& world_;
    std::vector<PartialHire> partial_;
};

}  // namespace clinic::clin9ic
