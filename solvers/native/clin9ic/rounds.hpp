// Whole rounds: actions, Business and Admin one after the other, with or without pruning by bounds.
#pragma once

#include "clin9ic/business.hpp"
#include "clin9ic/dual_bound.hpp"

namespace clinic::clin9ic {

constexpr int ENDS = ACTIONS + 1;  // the level after the three actions and Business

// What a search may leave out in one round: positions whose bound is below `least`.
struct Cutoff {
    PathsWithin now;   // within the round
    PathsAfter after;  // at its end
    double least;
    i64 goal;
    i64 last;  // the last round: only the best end counts, and `least` rises with it
};

// Expands rounds of one deal, in sets that it keeps from round to round.
class Expander {
  public:
    // Sets begin with so many slots; from so many on `may_grow` is asked before they are doubled.
    Expander(const World& world, int bits, int asked_bits);

    const World& world;
    PositionSet levels[ENDS + 1];  // before the first action, after each of the three, and the ends of the round
    PositionSet out;
    std::vector<double> values;  // of `out`, where there are any
    i64 generated = 0;

    void start(const Position& p);

    // Every position after one action of a trio, from those of the level before it.
    void run_action(const Trios& trios, int trio, int step, const Play& play);

    // The ends of a round that began at a time, from the positions after its actions.
    void run_business(const Play& play, const RoundTables* tables, double least, int time_before);

    // Every position after each action of a trio, and every end of round.
    void run_trio(const Trios& trios, int trio, const Position& p, const Play& play);

    // Every distinct end of round from a position, into `out`, with a trio that leads to it.
    void all_ends(const Trios& trios, const Position& p, const Play& play);

    // The ends of round whose bound is high enough, into `out`; of each level no more than `most_mid`, and no more than
    // `most_ends` of its ends, where these are not 0. The best bound among those dropped for want of space.
    double best_ends(const Trios& trios, const Position& p, bool cubes, const Cutoff& cutoff, std::size_t most_mid,
                     std::size_t most_ends);

    // The same for one trio from many positions, with the position that each comes from.
    void ends_from_many(const Trios& trios, int trio, const Position* from, std::size_t many, bool cubes,
                        const Cutoff& cutoff, const RoundTables* tables);

    Actor actor;
    Business business;

  private:
    double ends_of_trio(const Trios& trios, int trio, const Position& p, i32 source, bool cubes, const Cutoff& cutoff,
                        const RoundTables* tables, double& least, std::size_t most_mid, std::size_t most_ends);

    std::vector<double> bounds_;
};

}  // namespace clinic::clin9ic
