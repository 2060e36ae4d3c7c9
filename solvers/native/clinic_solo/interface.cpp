// What solvers/clinic_solo/kernel/core.py calls.
#include "clinic_solo/anneal.hpp"
#include "clinic_solo/perturb.hpp"

using namespace clinic;
using namespace clinic::solo;

CLINIC_API i64 clinic_solo_tables_size() { return sizeof(Tables); }
CLINIC_API i64 clinic_solo_state_size() { return sizeof(State); }
CLINIC_API i64 clinic_solo_plan_size() { return sizeof(Plan); }

// A random plan.
CLINIC_API void clinic_solo_random_plan(const Tables* tables, u64 seed, Plan* plan) {
    Random random(seed);
    random_plan(*tables, random, *plan);
}

// Plays a plan from a position: the position at the end, what happened, and the plan's score and value. The seed counts
// where the plan leaves something to chance; what is chosen then is written into it.
CLINIC_API void clinic_solo_rollout(const Tables* tables, const State* start, i64 fresh, double goal_weight, u64 seed,
                                    Plan* plan, State* end, const View<i32, 2>* events, const View<double, 1>* values) {
    Random random(seed);
    Log log{*events};
    Play play(*tables, random, log);
    const PlanValue found = rollout(play, {*start, fresh != 0}, *plan, goal_weight);
    *end = play.s;
    (*values)(0) = found.score;
    (*values)(1) = found.value;
}

// Anneals a plan: the score and the value of the best plan, and the value of the plan at the end.
CLINIC_API void clinic_solo_anneal(const Tables* tables, const State* start, i64 fresh, i64 first_slot, i64 iterations,
                                   double hottest, double coldest, double goal_weight, u64 seed, Plan* plan,
                                   Plan* best_plan, const View<double, 1>* values) {
    Random random(seed);
    Log log;
    Play play(*tables, random, log);
    const Annealed found = anneal(play, {*start, fresh != 0}, static_cast<int>(first_slot),
                                  {iterations, hottest, coldest}, goal_weight, *plan, *best_plan);
    (*values)(0) = found.best.score;
    (*values)(1) = found.best.value;
    (*values)(2) = found.value;
}
