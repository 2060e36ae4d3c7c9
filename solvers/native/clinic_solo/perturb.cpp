#include "clinic_solo/perturb.hpp"

#include <algorithm>
#include <iterator>

namespace clinic::solo {
namespace {

constexpr int HOLDS[] = {0, 0, 2, 4, 6, 8, 10, 14, 20, 40};
constexpr int MOST_HELD = 100'000'000;  // dollars: more than any treatment pays
constexpr int NOISE_SEEDS = 10'000;
constexpr double STEERING_FROM = 0.60;  // below are changes of action slots, above of what steers Move and care
constexpr double RULESET = 0.12;       // of changes, where there is blood or zombies
constexpr double STAFFING = 0.04;      // of changes, where rooms need orderlies (15.6)
constexpr int MOST_LEFT_ALONE = 4;
constexpr Construction ANYTHING{{RANDOM}, RANDOM};

// 10.7, 11.5: what a patient of a colour costs who is there at the end.
i32 cost_at_the_end(const Tables& t, int colour) {
    const bool dies = colour == RED && t.last_admin;
    const i64 points = dies ? t.death : t.patient_points[std::min<int>(RED, colour + t.last_admin)];
    return static_cast<i32>(std::clamp<i64>(t.popularity_price * points, -MOST_HELD, MOST_HELD));
}

class Change {
  public:
    Change(const Tables& tables, Random& numbers, Plan& of, int from, bool settled)
        : t(tables), random(numbers), plan(of), first(from), slots(tables.rounds * tables.slots),
          zombies(tables.zombies && settled) {}

    void anything(bool fresh);

  private:
    void set_up();
    void shift(int slot);
    void trade(int slot);
    void detail(Slot& slot);
    void build(Slot& slot);
    void wishes(Slot& slot);
    void start_anew(Slot& slot);
    void steering(double roll, int number);
    void ruleset(int number);
    void staffing(int number);
    i16 any_noise(double none) { return static_cast<i16>(random.share() < none ? 0 : 1 + random.below(NOISE_SEEDS)); }
    int any_slot() { return first + random.below(slots - first); }
    int near(int slot, int reach) { return std::clamp(slot - reach + random.below(2 * reach + 1), first, slots - 1); }

    const Tables& t;
    Random& random;
    Plan& plan;
    const int first, slots;
    const bool zombies;  // whether some may be made now
};

void Change::set_up() {
    SetUp& set_up = plan.set_up;
    switch (random.below(6)) {
        case 0: set_up.bonus = static_cast<i16>(random.below(t.offers)); break;
        case 1: set_up.entrance = RANDOM; break;
        case 2: set_up.treatment = RANDOM; break;
        case 3: set_up.supply = RANDOM; break;
        case 4: set_up.supply_first = static_cast<i16>(1 - set_up.supply_first); break;
        default: set_up.bonus_place = RANDOM;
    }
}

// A slot comes earlier or later, those between make room.
void Change::shift(int slot) {
    const int other = near(slot, 4);
    Slot* const at = plan.slots;
    if (other > slot)
        std::rotate(at + slot, at + slot + 1, at + other + 1);
    else
        std::rotate(at + other, at + slot, at + slot + 1);
}

// Two slots trade places.
void Change::trade(int slot) {
    int other = any_slot();
    if (random.share() < 0.6) other = near(slot, 2);
    std::swap(plan.slots[slot], plan.slots[other]);
}

// Something in what a slot does.
void Change::detail(Slot& slot) {
    if (slot.action == BUILD) {
        build(slot);
    } else if (slot.action == ADMIT) {
        wishes(slot);
    } else if (random.share() < 0.4) {
        slot.hire_doctor = static_cast<i8>(t.university_spaces == 1 ? 1 - slot.hire_doctor
                                                                    : random.below(1 << t.university_spaces));
    } else {
        slot.hire_helper = static_cast<i8>(random.below(3));
    }
}

void Change::build(Slot& slot) {
    Construction& planned = slot.constructions[random.below(MOST_COMPONENTS)];
    const double roll = random.share();
    if (roll < 0.45) {
        planned = ANYTHING;
    } else if (roll < 0.55) {
        planned.supply_at = RANDOM;
    } else if (roll < 0.62) {
        planned.component = NO_COMPONENT;
    } else if (roll < 0.80) {  // the same somewhere else
        if (!planned.component.is_one() || planned.component.is_conveyor()) return;
        planned = {component(planned.component.what(), random.below(t.size)), RANDOM};
    } else {  // components trade places
        Slot& there = plan.slots[any_slot()];
        std::swap(planned, there.constructions[random.below(MOST_COMPONENTS)]);
    }
}

void Change::wishes(Slot& slot) {
    i8& wish = slot.wishes[random.below(MOST_WISHES)];
    const double roll = random.share();
    if (roll < 0.5) {
        wish = RANDOM;
    } else if (roll < 0.65) {
        wish = NONE;
    } else if (roll < 0.8) {
        wish = static_cast<i8>(random.below(COLOURS * t.services) + LOOSE * random.below(2));
    } else if (roll < 0.9) {
        std::swap(wish, slot.wishes[random.below(MOST_WISHES)]);
    } else {
        std::fill_n(slot.wishes, MOST_WISHES, i8{RANDOM});
    }
}

// Anything else in a slot, whatever it does now.
void Change::start_anew(Slot& slot) {
    slot.action = random.share() < 0.5 ? BUILD : ADMIT;
    if (slot.action == ADMIT) {
        std::fill_n(slot.wishes, MOST_WISHES, i8{RANDOM});
        return;
    }
    std::fill_n(slot.constructions, MOST_COMPONENTS, ANYTHING);
    if (random.share() < 0.25) slot.constructions[0].component = {WING};
}

void Change::steering(double roll, int number) {
    Steering& steering = plan.steering[number];
    if (roll < 0.75) {
        if (number == t.rounds - 1) return;
        const int colour = random.below(COLOURS);
        steering.hold[colour] = HOLDS[random.below(std::ssize(HOLDS))];
    } else if (roll < 0.83) {
        steering.lab_colour = static_cast<i8>(random.below(ANY_DOCTOR + 2) - 1);
    } else if (roll < 0.94) {
        steering.noise_seed = any_noise(0.2);
    } else {
        steering.nurse_value = static_cast<i8>(random.below(5));
    }
}

// What the rulesets add to Move and care.
void Change::ruleset(int number) {
    Steering& steering = plan.steering[number];
    const bool of_zombies = zombies && (!t.blood || random.share() < 0.5);
    const double roll = random.share();
    if (of_zombies && roll < 0.7) {
        steering.left_alone = static_cast<i8>(random.below(MOST_LEFT_ALONE + 1));
    } else if (of_zombies) {
        steering.cure = static_cast<i8>(1 - steering.cure);
    } else if (roll < 0.7) {
        steering.donor = static_cast<i8>(random.below(PATIENT + 1) == 0 ? -1 : random.below(PATIENT));
    } else {
        steering.blood_kept = static_cast<i8>(HOLDS[random.below(std::ssize(HOLDS))]);
    }
}

// 15.6: where orderlies go.
void Change::staffing(int number) {
    plan.steering[number].staff_seed = any_noise(0.3);
}

void Change::anything(bool fresh) {
    double roll = random.share();
    const int slot = first + random.below(std::max(1, slots - first));
    const int earliest = std::max(0, first - 1) / t.slots;  // a Move is due: that of the round before the first slot
    const int number = earliest + random.below(t.rounds - earliest);
    if (slot >= slots) roll = STEERING_FROM + (1.0 - STEERING_FROM) * roll;  // no action is left, only Move and care
    if ((t.blood || zombies) && random.share() < RULESET) {
        ruleset(number);
    } else if (t.office_needs_staff && random.share() < STAFFING) {
        staffing(number);
    } else if (roll < 0.04 && fresh) {
        set_up();
    } else if (roll < 0.12) {
        plan.slots[slot].action = static_cast<i16>(random.below(ACTIONS));
    } else if (roll < 0.16) {
        shift(slot);
    } else if (roll < 0.22) {
        trade(slot);
    } else if (roll < 0.50) {
        detail(plan.slots[slot]);
    } else if (roll < STEERING_FROM) {
        start_anew(plan.slots[slot]);
    } else {
        steering(roll, number);
    }
}

}  // namespace

void random_plan(const Tables& t, Random& random, Plan& plan) {
    plan = {};
    plan.set_up = {static_cast<i16>(random.below(t.offers)), RANDOM, RANDOM, RANDOM, static_cast<i16>(random.below(2)),
                   RANDOM};
    for (int k = 0; k < t.rounds * t.slots; ++k) {
        Slot& slot = plan.slots[k];
        const double roll = random.share();
        slot.action = roll < 0.4 ? BUILD : roll < 0.65 ? HIRE : ADMIT;
        std::fill_n(slot.constructions, MOST_COMPONENTS, ANYTHING);
        slot.hire_doctor = static_cast<i8>(first_ones(t.university_spaces));
        slot.hire_helper = random.share() < (t.office_needs_staff ? 0.5 : 0.25) ? 2 : 1;
        std::fill_n(slot.wishes, MOST_WISHES, i8{RANDOM});
    }
    for (int number = 0; number < t.rounds; ++number) {
        Steering& steering = plan.steering[number];
        steering.lab_colour = steering.donor = -1;
        steering.nurse_value = 1;
    }
    for (int colour = WHITE; colour < COLOURS; ++colour)
        plan.steering[t.rounds - 1].hold[colour] = cost_at_the_end(t, colour);
}

void perturb(const Tables& t, Random& random, Plan& plan, int first, bool fresh, bool settled) {
    Change(t, random, plan, first, settled).anything(fresh);
}

}  // namespace clinic::solo
