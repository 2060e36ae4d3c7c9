#include "clinic_solo/walk.hpp"

#include <algorithm>

namespace clinic::solo {
namespace {

bool is_in_module(const Play& play, int place) { return place < play.t.size && has(play.clinic.modules, place); }

// The nearest of some spaces for somebody at a place.
Sent to_nearest(const Play& play, const Origins& origins, int place, Set spaces) {
    const Origin origin = origins.of(place);
    const Distances distances = distances_from(play, origin.spaces);
    return {distances.nearest(spaces), origin.time + play.t.adjacent * distances.to(spaces)};
}

// 8.5: modules that take one more doctor who is not sent to the lab.
Set with_place_for_doctor(const Play& play, const Orders& orders) {
    Set found = 0;
    for (int module : Members(play.clinic.modules & ~play.clinic.tiles[LAB]))
        if (orders.doctors_sent[module] < play.t.capacity[play.s.grid[module]][DOCTOR]) found |= only(module);
    return found;
}

// 8.5, 8.6: doctors without a task stay where they may, the others go to the nearest place that takes them.
void send_idle_doctors(const Play& play, const Origins& origins, Orders& orders) {
    const State& s = play.s;
    bool all_sent = true;
    for (int k = 0; k < s.doctors; ++k) {
        if (orders.doctor[k].to != NOWHERE) continue;
        const int place = s.doctor[k].at;
        if (is_in_module(play, place) && orders.doctors_sent[place] < play.t.capacity[s.grid[place]][DOCTOR]) {
            orders.doctor[k] = {place, 0};
            ++orders.doctors_sent[place];
        } else {
            all_sent = false;
        }
    }
    if (all_sent) return;
    for (int k = 0; k < s.doctors; ++k) {
        if (orders.doctor[k].to != NOWHERE) continue;
        orders.doctor[k] = to_nearest(play, origins, s.doctor[k].at, with_place_for_doctor(play, orders));
        ++orders.doctors_sent[orders.doctor[k].to];
    }
}

// 8.5, 8.6: where nurses may be, there is room for all of them.
void send_idle_nurses(const Play& play, const Origins& origins, Orders& orders) {
    for (int k = 0; k < play.s.nurses; ++k) {
        if (orders.nurse[k].to != NOWHERE) continue;
        const int place = play.s.nurse_at[k];
        if (is_in_module(play, place)) {
            orders.nurse[k] = {place, 0};
            continue;
        }
        Set open = 0;
        for (int tile = FIRST_MODULE; tile < TILE_KINDS; ++tile)
            if (play.t.capacity[tile][NURSE] > 0) open |= play.clinic.tiles[tile];
        orders.nurse[k] = to_nearest(play, origins, place, open);
    }
}

// 8.1: one person of staff goes somewhere; the time.
int step(const Play& play, const Origins& origins, Person who, int colour, i8& at, int event, const Sent& sent) {
    if (at == sent.to) return 0;
    if (play.log.is_kept()) {
        int origin = at;
        if (at >= NEWCOMER) {
            origin = origins.best_way_in(at, sent.to);
            play.log.stood_at(event, origin);
        }
        play.log.record(E_STEP, who, colour, origin, sent.to);
    }
    at = static_cast<i8>(sent.to);
    return sent.time;
}

// 8.5, 8.6: newcomers go into the nearest supply rooms without an orderly.
int orderlies_move(Play& play, const Origins& origins) {
    State& s = play.s;
    int total = 0;
    i8 there[MOST_SPACES] = {};
    for (int k = 0; k < s.orderlies; ++k)
        if (s.orderly_at[k] < play.t.size) ++there[s.orderly_at[k]];
    for (int k = 0; k < s.orderlies; ++k) {
        if (is_in_module(play, s.orderly_at[k])) continue;
        Set open = 0;
        for (int module : Members(play.clinic.modules))
            if (there[module] < play.t.capacity[s.grid[module]][ORDERLY]) open |= only(module);
        const Sent sent = to_nearest(play, origins, s.orderly_at[k], open);
        ++there[sent.to];
        total += step(play, origins, ORDERLY, -1, s.orderly_at[k], play.log.orderly_event[k], sent);
    }
    return total;
}

// 9.1: those who were treated in the room where they lay go home.
void discharge(State& s, Set treated) {
    int staying = 0;
    for (int k = 0; k < s.patients; ++k)
        if (!has(treated, k)) s.patient[staying++] = s.patient[k];
    for (int k = staying; k < s.patients; ++k) s.patient[k] = {};
    s.patients = static_cast<i8>(staying);
}

}  // namespace

Orders everybody_moves(Play& play, const Steering& steering) {
    State& s = play.s;
    const Origins origins(play);
    Orders orders;
    choose_treatments(play, origins, steering, orders);
    send_idle_doctors(play, origins, orders);
    send_idle_nurses(play, origins, orders);
    int total = orders.patients_time;
    for (int k = 0; k < s.doctors; ++k) {
        Someone& doctor = s.doctor[k];
        total += step(play, origins, DOCTOR, doctor.colour, doctor.at, play.log.doctor_event[k], orders.doctor[k]);
    }
    for (int k = 0; k < s.nurses; ++k)
        total += step(play, origins, NURSE, -1, s.nurse_at[k], play.log.nurse_event[k], orders.nurse[k]);
    total += orderlies_move(play, origins);
    if (play.clinic.tiles[TRIAGE]) total = std::max(0, total + play.t.triage);  // 8.7
    s.time += total;
    play.log.record(E_MOVED);
    if (s.patients) discharge(s, orders.roomed_treated);
    return orders;
}

}  // namespace clinic::solo
