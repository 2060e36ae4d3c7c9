#include "clinic_solo/zombies.hpp"

#include <algorithm>
#include <limits>

#include "clinic_solo/chooser.hpp"
#include "clinic_solo/noise.hpp"

namespace clinic::solo {
namespace {

constexpr int LEFT_ALONE = 2;  // yellow patients who become a zombie
constexpr double MOST_WHIM = 6.0;

// Where somebody is who would be lost, or would have to leave.
Set occupied(const State& s) {
    Set found = 0;
    for (int k = 0; k < s.patients; ++k) found |= only(s.patient[k].at);
    for (int k = 0; k < s.doctors; ++k)
        if (s.doctor[k].at < MOST_SPACES) found |= only(s.doctor[k].at);
    for (int k = 0; k < s.nurses; ++k)
        if (s.nurse_at[k] < MOST_SPACES) found |= only(s.nurse_at[k]);
    for (int k = 0; k < s.orderlies; ++k)
        if (s.orderly_at[k] < MOST_SPACES) found |= only(s.orderly_at[k]);
    return found;
}

// The spaces a zombie may go to: at least one step, by no conveyor.
Set reach_of_zombie(const Play& play, int from) {
    const Steps steps(play.t, play.clinic.modules);
    Set seen = steps.from(only(from)), edge = seen;
    while (edge) {
        edge = steps.from(edge) & ~seen;
        seen |= edge;
    }
    return seen;
}

// How much a zombie in a space is in the way.
double nuisance(const Play& play, int space) {
    const Clinic& clinic = play.clinic;
    if (!has(clinic.modules, space)) return count(play.t.neighbours[space] & clinic.modules);
    double trouble = 10.0 + 3.0 * count(play.t.neighbours[space] & clinic.modules);
    for (int k = 0; k < play.s.ways_in; ++k) {
        const int way = play.s.way_in[k];
        trouble += way >= play.t.size && play.t.entrance_target[way - play.t.size] == space ? 20.0 : 0.0;
    }
    return trouble;
}

// 14D3: a lab where one doctor is alone, and whom the plan wants to stay there.
int lab_of_a_doctor(const State& s, Set labs) {
    for (int lab : Members(labs)) {
        int doctors = 0, others = 0;
        for (int k = 0; k < s.doctors; ++k) doctors += s.doctor[k].at == lab;
        for (int k = 0; k < s.nurses; ++k) others += s.nurse_at[k] == lab;
        if (doctors == 1 && others == 0) return lab;
    }
    return NOWHERE;
}

}  // namespace

bool zombies_move(Play& play, const Steering& steering, Orders& orders) {
    State& s = play.s;
    const Set taken = occupied(s);
    const int lab = steering.cure ? lab_of_a_doctor(s, play.clinic.tiles[LAB]) : NOWHERE;
    Set after = 0;
    for (int from : Members(s.zombies)) {
        const Set reach = reach_of_zombie(play, from);
        int chosen = NOWHERE;
        double least = std::numeric_limits<double>::max();
        if (lab != NOWHERE && orders.cured_zombie == NOWHERE && has(reach, lab)) {
            chosen = orders.cured_zombie = lab;
        } else {
            for (int space : Members(reach & ~taken & ~after)) {
                double trouble = nuisance(play, space);
                if (steering.noise_seed) trouble += noise(MOST_WHIM, static_cast<u32>(steering.noise_seed) * 7919u +
                                                                         static_cast<u32>(space) * 104729u);
                if (trouble < least) least = trouble, chosen = space;
            }
        }
        if (chosen == NOWHERE) return false;
        after |= only(chosen);
        play.log.record(E_ZOMBIE, from, chosen);
    }
    s.zombies = after;
    if (orders.cured_zombie == NOWHERE) return true;
    for (int k = 0; k < s.doctors; ++k) {
        if (s.doctor[k].at != lab) continue;
        orders.doctor[k] = {lab, 0};
        orders.curing = k;
        ++orders.doctors_sent[lab];
        orders.lying |= only(k);
    }
    orders.no_doctors |= only(lab);
    orders.no_nurses |= only(lab);
    return true;
}

// 14D1: yellow patients go where nobody treats them.
template <>
void Chooser<WithRulesets>::leave_alone() {
    for (int left = steering.left_alone; left > 0 && s.zombies_made + orders.left_alone / LEFT_ALONE < t.zombies;
         --left) {
        Room* best = nullptr;
        int least = std::numeric_limits<int>::max(), coming = 0;
        for (int r = 0; r < number_of_rooms; ++r) {
            Room& room = rooms[r];
            const int lying = t.capacity[TREATMENT][PATIENT] - room.beds, needed = LEFT_ALONE - room.there[YELLOW];
            if (room.tile != TREATMENT || room.doctor_comes || lying != room.there[YELLOW] || needed < 0) continue;
            if (room.beds < needed || s.waiting[room.service][YELLOW] < needed) continue;
            const int time = needed * room.patient_time;
            if (time < least) least = time, best = &room, coming = needed;
        }
        if (!best || least >= UNREACHABLE) return;
        for (int k = 0; k < coming; ++k) {
            bring_patient(*best, YELLOW);
            orders.to_zombies[orders.left_alone++] = {static_cast<i8>(best->space), YELLOW};
        }
        best->chairs = 0;
        best->doctor_comes = true;  // nobody does, nor blood
        orders.no_doctors |= only(best->space);
        orders.no_nurses |= only(best->space);
    }
}

// Two patients of a room with none of the staff go.
static void take_pair(State& s, int space) {
    int staying = 0, taken = 0;
    for (int k = 0; k < s.patients; ++k) {
        const Someone someone = s.patient[k];
        if (taken < LEFT_ALONE && someone.at == space && someone.colour == YELLOW)
            ++taken;
        else
            s.patient[staying++] = someone;
    }
    for (int k = staying; k < s.patients; ++k) s.patient[k] = {};
    s.patients = static_cast<i8>(staying);
}

bool make_zombies(Play& play) {
    State& s = play.s;
    Set staffed = 0;
    for (int k = 0; k < s.doctors; ++k) staffed |= only(s.doctor[k].at);
    for (int k = 0; k < s.nurses; ++k) staffed |= only(s.nurse_at[k]);
    for (int space : Members(play.clinic.tiles[TREATMENT] & ~staffed)) {
        int yellow = 0;
        for (int k = 0; k < s.patients; ++k) yellow += s.patient[k].at == space && s.patient[k].colour == YELLOW;
        const int pairs = std::min(yellow / LEFT_ALONE, play.t.zombies - s.zombies_made);
        if (pairs <= 0) continue;
        if (pairs > 1 || has(s.zombies, space)) return false;  // there is no room here for two in one space
        take_pair(s, space);
        s.zombies |= only(space);
        ++s.zombies_made;
    }
    return true;
}

}  // namespace clinic::solo
