// Incremental evaluation: of a plan that differs a little from the current one, only the changed stages are played.
#pragma once

#include "clinic_solo/rollout.hpp"

namespace clinic::solo {

// Stages of a plan, the last one included; none where first > last. The set-up comes before all stages.
struct Stages {
    int first, last;
};
constexpr int SET_UP_STAGE = -1;

// The stages in which two plans differ.
Stages changed_stages(const Tables& t, const Plan& one, const Plan& other);

// Plays candidates against a current plan. It holds the position at the beginning of every stage twice: that of the
// current plan and that of the candidate.
class PlanEvaluator {
  public:
    PlanEvaluator(Play& of, const Start& from, double weight)
        : play(of), start(from), goal_weight(weight), earliest(from.fresh ? 0 : stage_of(of.t, from.state)) {}

    // Plays a candidate from its first changed stage on. As soon as it reaches a position of the current plan after its
    // last changed stage, the rest is the same. Cars keep clear of `reserved`: where that is not what the current plan
    // reserves, everything has changed.
    PlanValue play_changed(Plan& candidate, Stages changed, Set reserved);

    // Plays a plan from the start, repeatedly, until the spaces it builds on are those that were reserved for it.
    PlanValue play_whole(Plan& candidate);

    // Whether a plan chose nothing while it was played that it should have known from the start: a wing gets its place
    // in one evaluation and is built in the next, and cars keep clear only of what was planned before.
    bool is_settled(const Plan& candidate) const;

    // The candidate played last becomes the current plan.
    void accept(const PlanValue& reached);

    Stages everything() const { return {SET_UP_STAGE, number_of_stages(play.t) - 1}; }
    const PlanValue& current() const { return current_value; }
    Set current_reserved() const { return reserved_by_current; }

  private:
    Position& kept(int stage) { return positions[is_second[stage]][stage]; }
    Position& spare(int stage) { return positions[!is_second[stage]][stage]; }

    Play& play;
    const Start& start;
    const double goal_weight;
    const int earliest;
    PlanValue current_value;
    Set reserved_by_current = 0;
    int first_new = 0, last_new = -1;  // the stages at which the candidate has positions of its own
    int wings_before = 0;
    bool is_second[MOST_STAGES] = {};  // which of the two positions at each stage is that of the current plan
    Position positions[2][MOST_STAGES];
};

}  // namespace clinic::solo
