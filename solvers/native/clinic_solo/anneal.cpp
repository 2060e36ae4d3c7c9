#include "clinic_solo/anneal.hpp"

#include <cmath>
#include <memory>

#include "clinic_solo/incremental.hpp"
#include "clinic_solo/perturb.hpp"

namespace clinic::solo {

constexpr double ONE_MORE = 0.35;  // of candidates are changed once more, and of those again
// Zombies pay at once and are in the way ever after: while it is hotter, plans would be settled around them.
constexpr double SETTLED = 1.1;

Annealed anneal(Play& play, const Start& start, int first_slot, const Cooling& cooling, double goal_weight, Plan& plan,
                Plan& best_plan) {
    const Tables& t = play.t;
    Random& random = play.random;
    const auto evaluator = std::make_unique<PlanEvaluator>(play, start, goal_weight);
    PlanValue best = evaluator->play_whole(best_plan);
    evaluator->accept(evaluator->play_whole(plan));
    Plan candidate;
    for (i64 iteration = 0; iteration < cooling.iterations; ++iteration) {
        const double done = static_cast<double>(iteration) / static_cast<double>(cooling.iterations);
        const double temperature = cooling.hottest * std::pow(cooling.coldest / cooling.hottest, done);
        candidate = plan;
        do perturb(t, random, candidate, first_slot, start.fresh, temperature < SETTLED);
        while (random.share() < ONE_MORE);
        // The Metropolis rule: what is worse by d is accepted with a chance of exp(-d / temperature).
        const double threshold = evaluator->current().value + temperature * std::log(random.share());
        const Set reserved = reserved_by(t, candidate);
        const bool is_other_game =
            evaluator->current().value == IMPOSSIBLE || reserved != evaluator->current_reserved();
        const Stages changed = is_other_game ? evaluator->everything() : changed_stages(t, plan, candidate);
        PlanValue reached = evaluator->play_changed(candidate, changed, reserved);
        if (reached.value < threshold) continue;
        if (!evaluator->is_settled(candidate)) {
            reached = evaluator->play_whole(candidate);
            if (reached.value < threshold) continue;
        }
        evaluator->accept(reached);
        plan = candidate;
        if (reached.score > best.score || (reached.score == best.score && reached.value > best.value)) {
            best = reached;
            best_plan = candidate;
        }
    }
    return {best, evaluator->current().value};
}

}  // namespace clinic::solo
