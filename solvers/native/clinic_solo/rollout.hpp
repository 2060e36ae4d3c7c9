// Rollout: a plan played, stage by stage. Random choices are written back into the plan, so that playing it again gives
// the same game.
#pragma once

#include "clinic_solo/plan.hpp"
#include "clinic_solo/play.hpp"
#include "clinic_solo/score.hpp"

namespace clinic::solo {

// A round has a stage for each action slot, and one for all that comes after its actions.
inline int stages_per_round(const Tables& t) { return t.slots + 1; }
inline int number_of_stages(const Tables& t) { return t.rounds * stages_per_round(t); }
constexpr int MOST_STAGES = MOST_SLOTS + MOST_ROUNDS;

// The stage at which a game goes on.
int stage_of(const Tables& t, const State& s);

// The ground spaces on which a plan puts modules: cars keep clear of them.
Set reserved_by(const Tables& t, const Plan& plan);

// Where a plan takes over: `fresh` where the bonus tile is still to be chosen.
struct Start {
    const State& state;
    bool fresh;
};

// The position at the start, after the set-up where that is still to be done; false where a draw is not known.
bool begin(Play& play, const Start& start, Plan& plan);

// One stage of a plan; false where a draw is not known.
bool play_stage(Play& play, Plan& plan, int stage);

// The whole plan, without a look at what it reserves.
PlanValue rollout(Play& play, const Start& start, Plan& plan, double goal_weight);

}  // namespace clinic::solo
