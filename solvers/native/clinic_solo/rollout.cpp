#include "clinic_solo/rollout.hpp"

#include "clinic_solo/admin.hpp"
#include "clinic_solo/admit.hpp"
#include "clinic_solo/blood.hpp"
#include "clinic_solo/build.hpp"
#include "clinic_solo/care.hpp"
#include "clinic_solo/hire.hpp"
#include "clinic_solo/placement.hpp"
#include "clinic_solo/random_choices.hpp"
#include "clinic_solo/setup.hpp"
#include "clinic_solo/walk.hpp"

namespace clinic::solo {
namespace {

// 5.5: a supply room beside the treatment room just built; where the room has to have one (15.6), in some other place
// if the plan's is impossible.
void add_supply_room(Play& play, i16& supply_at, int room) {
    const bool impossible = needs_office(play, room) && (supply_at < 0 || !has(places_for_office(play, room), supply_at));
    if (supply_at == RANDOM || impossible) supply_at = static_cast<i16>(random_supply(play, room));
    if (supply_at < 0 || !has(play.t.neighbours[room], supply_at)) return;
    const Component wanted = component(SUPPLY, supply_at);
    if (may_build(play, wanted)) build(play, wanted);
}

// 11.4: a hub and a room away from other buildings get their places; false where cars are still in the way.
bool place_wing(Play& play, Slot& slot) {
    const Wing wing = new_wing(play);
    slot.constructions[0] = {wing.hub, RANDOM};
    slot.constructions[1] = {wing.room, RANDOM};
    return may_build(play, wing.hub) && may_build(play, wing.room);
}

// The component of a plan, in another place where its own is not possible; in the plan, too, if it can be built there.
Component with_good_place(Play& play, Component& wanted) {
    if (!wanted.is_one() || may_build(play, wanted)) return wanted;
    const int what = wanted.what();
    if (what < ENTRANCES && !on_display(play, what)) return NO_COMPONENT;
    const Component other = good_component(play, what, wanted.code);
    if (may_build(play, other)) wanted = other;
    return other;
}

// Section 5.
void build_action(Play& play, Slot& slot) {
    if (slot.constructions[0].component.code == WING && !place_wing(play, slot)) return;
    for (int k = 0; k < MOST_COMPONENTS && k < play.t.components; ++k) {
        Construction& planned = slot.constructions[k];
        if (planned.component.code == RANDOM) planned.component = random_component(play);
        const Component wanted = with_good_place(play, planned.component);
        if (!may_build(play, wanted)) continue;
        build(play, wanted);
        if (wanted.what() == TREATMENT) add_supply_room(play, planned.supply_at, wanted.where());
    }
}

// Section 6.
void hire_action(Play& play, const Slot& slot) {
    if (slot.hire_doctor) hire_doctors(play, static_cast<Set>(slot.hire_doctor));
    if (slot.hire_helper) hire(play, slot.hire_helper == 1 ? NURSE : ORDERLY);
}

// Section 7.
void admit_action(Play& play, Slot& slot) {
    int points = queue_points(play);
    for (i8& wish : slot.wishes) {
        if (wish == RANDOM) wish = static_cast<i8>(random_wish(play, points));
        if (wish < 0) continue;
        const int service = wish % LOOSE / COLOURS, colour = wish % COLOURS;
        if (service >= play.t.services || !may_admit(play, service)) continue;
        const Waiting patient = nearest(play, service, colour, points, wish >= LOOSE);
        if (patient.cost > points) continue;
        fetch_and_admit(play, patient, service);
        points -= patient.cost;
    }
}

// 4.2: the action of a slot as the plan has it, another one when its tiles are used up.
void act(Play& play, Slot& slot) {
    State& s = play.s;
    for (int k = 0; k < ACTIONS && (s.tiles[slot.action] <= 0 || ((s.forbidden >> slot.action) & 1)); ++k)
        slot.action = static_cast<i16>((slot.action + 1) % ACTIONS);
    s.forbidden = 0;
    --s.tiles[slot.action];
    play.log.record(E_USE, slot.action);
    switch (slot.action) {
        case BUILD: build_action(play, slot); break;
        case HIRE: hire_action(play, slot); break;
        default: admit_action(play, slot);
    }
}

// 4.3: Move, care and Admin; then the next round begins, if there is one.
bool end_round(Play& play, const Steering& steering) {
    const Tables& t = play.t;
    play.s.move_due = 0;
    Orders orders;
    if (!everybody_moves(play, steering, orders) || !business(play, orders)) return false;
    const bool is_last = play.s.round == t.rounds;
    if (is_last && !t.last_admin) {
        keep_transfused(play, orders);
        return true;
    }
    if (!admin(play, orders)) return false;
    if (!is_last) begin_round(play);
    return true;
}

}  // namespace

int stage_of(const Tables& t, const State& s) {
    return (s.round - 1) * stages_per_round(t) + (s.move_due ? t.slots : s.slot - 1);
}

Set reserved_by(const Tables& t, const Plan& plan) {
    Set reserved = 0;
    for (int k = 0; k < t.rounds * t.slots; ++k) {
        if (plan.slots[k].action != BUILD) continue;
        for (const auto& [wanted, supply_at] : plan.slots[k].constructions) {
            const int what = wanted.is_one() ? wanted.what() : EMPTY;
            if (is_module(what) && what < TILE_KINDS) reserved |= only(wanted.where());
            if (supply_at >= 0) reserved |= only(supply_at);
        }
    }
    return reserved & t.ground_spaces;
}

bool begin(Play& play, const Start& start, Plan& plan) {
    play.s = start.state;
    play.clinic = clinic_of(play.t, play.s.grid);
    return !start.fresh || set_up(play, plan.set_up);
}

bool play_stage(Play& play, Plan& plan, int stage) {
    const Tables& t = play.t;
    const int number = stage / stages_per_round(t), slot = stage % stages_per_round(t);
    if (slot == t.slots) return end_round(play, plan.steering[number]);
    const int counted = number * t.slots + slot;
    act(play, plan.slots[counted]);
    // In the last round nobody needs to know who comes after the last Admit (13.2)
    if (!draw_patients(play, 1 + counted)) return false;
    if (play.s.slot < t.slots) ++play.s.slot;
    return true;
}

PlanValue rollout(Play& play, const Start& start, Plan& plan, double goal_weight) {
    play.log.clear();
    play.reserved = reserved_by(play.t, plan);
    if (!begin(play, start, plan)) return {};
    for (int stage = stage_of(play.t, play.s); stage < number_of_stages(play.t); ++stage)
        if (!play_stage(play, plan, stage)) return {};
    return plan_value(play, goal_weight);
}

}  // namespace clinic::solo
