#include "clinic_solo/walk.hpp"

#include <algorithm>

#include "clinic_solo/zombies.hpp"

namespace clinic::solo {
namespace {

bool is_in_module(const Play& play, int place) { return place < play.t.size && has(play.clinic.modules, place); }

// The nearest of some spaces for somebody at a place; nowhere if zombies close all ways (14D2).
Sent to_nearest(const Play& play, const Origins& origins, int place, Set spaces) {
    const Origin origin = origins.of(place);
    const Distances distances = distances_from(play, origin.spaces);
    const int steps = distances.to(spaces);
    if (steps == UNREACHABLE) return {};
    return {distances.nearest(spaces), origin.time + play.t.adjacent * steps};
}

// 8.5: modules that take one more doctor who is not sent to the lab.
Set with_place_for_doctor(const Play& play, const Orders& orders) {
    Set found = 0;
    const Set closed = play.clinic.tiles[LAB] | orders.no_doctors | play.s.zombies;
    for (int module : Members(play.clinic.modules & ~closed))
        if (orders.doctors_sent[module] < play.t.capacity[play.s.grid[module]][DOCTOR]) found |= only(module);
    return found;
}

// 8.5, 8.6: doctors without a task stay where they may, the others go to the nearest place that takes them.
bool send_idle_doctors(const Play& play, const Origins& origins, Orders& orders) {
    const State& s = play.s;
    bool all_sent = true;
    for (int k = 0; k < s.doctors; ++k) {
        if (orders.doctor[k].to != NOWHERE) continue;
        const int place = s.doctor[k].at;
        if (is_in_module(play, place) && !has(orders.no_doctors, place) &&
            orders.doctors_sent[place] < play.t.capacity[s.grid[place]][DOCTOR]) {
            orders.doctor[k] = {place, 0};
            ++orders.doctors_sent[place];
        } else {
            all_sent = false;
        }
    }
    if (all_sent) return true;
    for (int k = 0; k < s.doctors; ++k) {
        if (orders.doctor[k].to != NOWHERE) continue;
        orders.doctor[k] = to_nearest(play, origins, s.doctor[k].at, with_place_for_doctor(play, orders));
        if (orders.doctor[k].to == NOWHERE) return false;
        ++orders.doctors_sent[orders.doctor[k].to];
    }
    return true;
}

// 8.5, 8.6: where nurses may be, there is room for all of them.
bool send_idle_nurses(const Play& play, const Origins& origins, Orders& orders) {
    for (int k = 0; k < play.s.nurses; ++k) {
        if (orders.nurse[k].to != NOWHERE) continue;
        const int place = play.s.nurse_at[k];
        if (is_in_module(play, place) && !has(orders.no_nurses, place)) {
            orders.nurse[k] = {place, 0};
            continue;
        }
        Set open = 0;
        for (int tile = FIRST_MODULE; tile < TILE_KINDS; ++tile)
            if (play.t.capacity[tile][NURSE] > 0) open |= play.clinic.tiles[tile];
        orders.nurse[k] = to_nearest(play, origins, place, open & ~orders.no_nurses & ~play.s.zombies);
        if (orders.nurse[k].to == NOWHERE) return false;
    }
    return true;
}

// 8.1: one person of staff goes somewhere, maybe by a hub; the time.
int step(const Play& play, const Origins& origins, Person who, int colour, i8& at, int event, const Sent& sent,
         int hub = NOWHERE) {
    if (at == sent.to && hub == NOWHERE) return 0;
    if (play.log.is_kept()) {
        int origin = at;
        if (at >= NEWCOMER) {
            origin = origins.best_way_in(at, hub == NOWHERE ? sent.to : hub);
            play.log.stood_at(event, origin);
        }
        if (hub != NOWHERE) play.log.record(E_FETCH, hub, sent.to);
        play.log.record(E_STEP, who, colour, origin, sent.to);
    }
    at = static_cast<i8>(sent.to);
    return sent.time;
}

// 8.5, 8.6: those who are in no supply room go into the nearest one without an orderly; before that they go where rooms
// need them (15.6), and a donor lies down (14A1). False where zombies close all ways.
bool orderlies_move(Play& play, const Origins& origins, Orders& orders, int& total) {
    State& s = play.s;
    i8 there[MOST_SPACES] = {};
    const auto has_arrived = [&](int place) {
        return is_in_module(play, place) && play.t.capacity[s.grid[place]][ORDERLY] > 0;
    };
    for (int k = 0; k < s.orderlies; ++k) {
        if (orders.office[k] != NOWHERE)
            ++there[orders.office[k]];
        else if (has_arrived(s.orderly_at[k]))
            ++there[s.orderly_at[k]];
    }
    for (int k = 0; k < s.orderlies; ++k) {
        Sent sent = {orders.donor.hub, orders.donor.time};
        if (orders.office[k] != NOWHERE) {
            sent = to_nearest(play, origins, s.orderly_at[k], only(orders.office[k]));
        } else if (orders.donor.who != ORDERLY || orders.donor.number != k) {
            if (has_arrived(s.orderly_at[k])) continue;
            Set open = 0;
            for (int module : Members(play.clinic.modules & ~s.zombies))
                if (there[module] < play.t.capacity[s.grid[module]][ORDERLY]) open |= only(module);
            sent = to_nearest(play, origins, s.orderly_at[k], open);
            if (sent.to == NOWHERE) return false;
            ++there[sent.to];
        }
        total += step(play, origins, ORDERLY, -1, s.orderly_at[k], play.log.orderly_event[k], sent);
    }
    return true;
}

// 9.1: those who were treated in the room where they lay go home, or are kept apart until they are better (14A4).
void discharge(State& s, Set treated) {
    int staying = 0;
    for (int k = 0; k < s.patients; ++k)
        if (!has(treated, k)) s.patient[staying++] = s.patient[k];
    for (int k = staying; k < s.patients; ++k) s.patient[k] = {};
    s.patients = static_cast<i8>(staying);
}

}  // namespace

bool everybody_moves(Play& play, const Steering& steering, Orders& orders) {
    State& s = play.s;
    if (s.zombies && !zombies_move(play, steering, orders)) return false;
    const Origins origins(play);
    choose_treatments(play, origins, steering, orders);
    if (!send_idle_doctors(play, origins, orders) || !send_idle_nurses(play, origins, orders)) return false;
    int total = orders.patients_time;
    for (int k = 0; k < s.doctors; ++k) {
        Someone& doctor = s.doctor[k];
        total += step(play, origins, DOCTOR, doctor.colour, doctor.at, play.log.doctor_event[k], orders.doctor[k]);
    }
    for (int k = 0; k < s.nurses; ++k)
        total += step(play, origins, NURSE, -1, s.nurse_at[k], play.log.nurse_event[k], orders.nurse[k],
                      orders.fetches[k]);  // 14A3
    if (!orderlies_move(play, origins, orders, total)) return false;
    if (orders.donor.hub != NOWHERE) {
        total += play.t.lie_time;
        play.log.record(E_LIE, orders.donor.who, orders.donor.colour, orders.donor.hub);
    }
    if (const Set triage = play.clinic.tiles[TRIAGE])  // 8.7, 15.14: in 2014 every one of them
        total = std::max(0, total + play.t.triage * (play.t.edition_2014 ? count(triage) : 1));
    s.time += total;
    play.log.record(E_MOVED);
    if (s.patients) discharge(s, orders.roomed_treated);
    for (int k = 0; k < orders.left_alone; ++k) {
        assert(s.patients < MOST_PATIENTS);
        s.patient[s.patients++] = orders.to_zombies[k];
    }
    return true;
}

}  // namespace clinic::solo
