#include "clinic_solo/blood.hpp"

#include <limits>

#include "clinic_solo/chooser.hpp"
#include "clinic_solo/parking.hpp"

namespace clinic::solo {
namespace {

constexpr int CROWDED = 2;  // hours: as long a way as it is worth to keep somebody from leaving a hub

// How many of the staff are in a hub and would have to go for a donor.
int staff_in(const State& s, int hub) {
    int found = 0;
    for (int k = 0; k < s.doctors; ++k) found += s.doctor[k].at == hub;
    for (int k = 0; k < s.nurses; ++k) found += s.nurse_at[k] == hub;
    return found;
}

int place_of(const State& s, Person who, int number) {
    return who == DOCTOR ? s.doctor[number].at : who == NURSE ? s.nurse_at[number] : s.orderly_at[number];
}

}  // namespace

// 14A1: the nearest of the staff of a kind goes to a hub where few are and lies down there alone.
template <>
void Chooser<WithRulesets>::send_donor() {
    if (steering.donor < 0 || count(s.blood) >= t.blood) return;
    const Person who = static_cast<Person>(steering.donor);
    const int number = who == DOCTOR ? s.doctors : who == NURSE ? s.nurses : s.orderlies;
    int least = std::numeric_limits<int>::max();
    Sent sent;
    for (int hub : Members(play.clinic.hubs() & ~s.zombies & ~s.blood)) {
        const Distances distances = distances_from(play, only(hub));
        for (int k = 0; k < number; ++k) {
            const int place = place_of(s, who, k), time = time_of(t, origins.of(place), distances);
            const int trouble = time + CROWDED * (staff_in(s, hub) - (place == hub));
            if (trouble < least) least = trouble, sent = {hub, time}, orders.donor = {who, k, -1, hub, time};
        }
    }
    if (sent.to == NOWHERE || sent.time >= UNREACHABLE) {
        orders.donor = {};
        return;
    }
    orders.no_doctors |= only(sent.to);
    orders.no_nurses |= only(sent.to);
    if (who == DOCTOR) {
        orders.donor.colour = s.doctor[orders.donor.number].colour;
        send_doctor(orders.donor.number, sent);
    } else if (who == NURSE) {
        orders.nurse[orders.donor.number] = sent;
        free_nurses &= ~only(orders.donor.number);
    }
}

// 14A3: how long it takes each nurse to each hub with blood.
template <>
void Chooser<WithRulesets>::find_blood() {
    for (int hub : Members(blood)) {
        const Distances distances = distances_from(play, only(hub));
        for (int k = 0; k < s.nurses; ++k) nurse_to_hub[k][hub] = time_of(t, nurse_from[k], distances);
    }
}

// 14A3, 14A4: a nurse brings blood to a patient where no doctor is.
template <>
void Chooser<WithRulesets>::consider_blood(Room& room) const {
    if (!blood || !free_nurses || room.tile != TREATMENT || room.doctor_comes) return;
    int least = std::numeric_limits<int>::max(), nurse = NOWHERE, from = NOWHERE;
    const Distances distances = distances_from(play, only(room.space));
    for (int hub : Members(blood)) {
        if (!is_hub(s.grid[hub]) && hub != room.space) continue;  // where it was dropped it stays
        const int onwards = t.adjacent * (distances.to(only(hub)) - has(s.extinguishers, hub));
        for (int k : Members(free_nurses)) {
            const int time = nurse_to_hub[k][hub] + onwards;
            if (time < least) least = time, nurse = k, from = hub;
        }
    }
    if (nurse == NOWHERE) return;
    for (int colour = WHITE; colour < COLOURS; ++colour) {
        const int patient = patient_for(room, colour, WHITE);
        if (patient == NO_PATIENT) continue;
        double value = room.pay[colour] - least - steering.nurse_value - steering.blood_kept -
                       (colour == WHITE ? steering.hold[WHITE] : 0) -
                       (patient == FROM_OUTSIDE ? room.patient_time : 0);
        if (steering.noise_seed) value += noise_of(steering.noise_seed, colour, PURPLE + 1, room.space);
        if (value > room.best.value) {
            room.best = {value, -1, colour, patient, true};
            room.addition = {1, nurse, from, least};
        }
    }
}

template <>
void Chooser<WithRulesets>::take_with_blood(Room& room) {
    const Candidate best = room.best;
    const Addition by = room.addition;
    if (best.patient >= 0)
        orders.roomed_treated |= only(best.patient);
    else
        bring_patient(room, best.colour);
    orders.nurse[by.nurse] = {room.space, by.time};
    if (is_hub(s.grid[by.hub])) orders.fetches[by.nurse] = static_cast<i8>(by.hub);
    free_nurses &= ~only(by.nurse);
    blood &= ~only(by.hub);
    room.chairs = 0;
    orders.no_doctors |= only(room.space);
    orders.transfusions[orders.transfused++] = {static_cast<i8>(room.space), static_cast<i8>(best.colour),
                                                static_cast<i8>(by.hub)};
    age_candidates(room, 1);
}

int give_blood(Play& play, const Orders& orders) {
    State& s = play.s;
    int income = 0;
    for (int k = 0; k < orders.transfused; ++k) {
        const Treatment& one = orders.transfusions[k];
        play.log.record(E_TRANSFUSE, one.space, one.patient);
        s.blood &= ~only(one.doctor);
        s.treated += one.patient == WHITE;
        income += play.t.pay[one.patient] + extra_pay(play.t, s, play.clinic, one.space);
    }
    if (orders.donor.hub != NOWHERE) {
        s.blood |= only(orders.donor.hub);
        play.log.record(E_GIVE, orders.donor.hub);
    }
    return income;
}

void keep_transfused(Play& play, const Orders& orders) {
    State& s = play.s;
    for (int k = 0; k < orders.transfused; ++k) {
        const Treatment& one = orders.transfusions[k];
        if (one.patient == WHITE) continue;
        assert(s.patients < MOST_PATIENTS);
        s.patient[s.patients++] = {one.space, static_cast<i8>(one.patient - 1)};
    }
}

}  // namespace clinic::solo
