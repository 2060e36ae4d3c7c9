#include "clinic_solo/incremental.hpp"

#include <algorithm>
#include <cstring>

namespace clinic::solo {
namespace {

constexpr int ATTEMPTS = 4;

template <class T>
bool equal(const T& one, const T& other) {
    static_assert(std::has_unique_object_representations_v<T>);
    return std::memcmp(&one, &other, sizeof(T)) == 0;
}

// How many wings of a plan have no place yet.
int unplaced_wings(const Tables& t, const Plan& plan) {
    return static_cast<int>(std::count_if(plan.slots, plan.slots + t.rounds * t.slots, [](const Slot& slot) {
        return slot.constructions[0].component.code == WING;
    }));
}

}  // namespace

Stages changed_stages(const Tables& t, const Plan& one, const Plan& other) {
    Stages changed{number_of_stages(t), SET_UP_STAGE - 1};
    const auto note = [&](int stage) {
        changed.first = std::min(changed.first, stage);
        changed.last = stage;
    };
    if (!equal(one.set_up, other.set_up)) note(SET_UP_STAGE);
    int stage = 0;
    for (int number = 0; number < t.rounds; ++number) {
        for (int slot = number * t.slots; slot < (number + 1) * t.slots; ++slot, ++stage)
            if (!equal(one.slots[slot], other.slots[slot])) note(stage);
        if (!equal(one.steering[number], other.steering[number])) note(stage);
        ++stage;
    }
    return changed;
}

PlanValue PlanEvaluator::play_changed(Plan& candidate, Stages changed, Set reserved) {
    play.reserved = reserved;
    wings_before = unplaced_wings(play.t, candidate);
    first_new = 0, last_new = -1;
    if (changed.first > changed.last) return current_value;
    Position& now = play;
    int stage = std::max(changed.first, earliest);
    const bool from_the_start = changed.first < earliest;
    if (from_the_start) {
        if (!begin(play, start, candidate)) return {};
        spare(stage) = now;
    } else {
        now = kept(stage);
    }
    first_new = from_the_start ? stage : stage + 1;
    for (;; ++stage) {
        if (!play_stage(play, candidate, stage)) {
            last_new = first_new - 1;
            return {};
        }
        last_new = stage;
        const int next = stage + 1;
        if (next == number_of_stages(play.t)) return plan_value(play, goal_weight);
        if (next > changed.last && equal(play.s, kept(next).s)) return current_value;
        spare(next) = now;
    }
}

PlanValue PlanEvaluator::play_whole(Plan& candidate) {
    for (int k = 0; k < ATTEMPTS; ++k) {
        const PlanValue reached = play_changed(candidate, everything(), reserved_by(play.t, candidate));
        if (reached.value == IMPOSSIBLE || is_settled(candidate)) return reached;
    }
    last_new = first_new - 1;
    return {};
}

bool PlanEvaluator::is_settled(const Plan& candidate) const {
    return unplaced_wings(play.t, candidate) == wings_before && reserved_by(play.t, candidate) == play.reserved;
}

void PlanEvaluator::accept(const PlanValue& reached) {
    current_value = reached;
    reserved_by_current = play.reserved;
    for (int stage = first_new; stage <= last_new; ++stage) is_second[stage] = !is_second[stage];
}

}  // namespace clinic::solo
