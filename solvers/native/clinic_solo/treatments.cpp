#include "clinic_solo/chooser.hpp"

#include <algorithm>
#include <limits>

#include "clinic_solo/noise.hpp"

namespace clinic::solo {
namespace {

// Known in this file alone, so that the compiler makes one function of all that it needs.
struct BaseGame {
    static constexpr bool rulesets = false;
};

}  // namespace

double noise_of(int seed, int patient, int doctor, int space) {
    return noise(MOST_NOISE, static_cast<u32>(seed) * 7919u + static_cast<u32>(patient) * 104729u +
                                 static_cast<u32>(doctor) * 1299709u + static_cast<u32>(space) * 15485863u);
}

template <class Rules>
Chooser<Rules>::Chooser(Play& of, const Origins& from, const Steering& by, Orders& into)
    : play(of), t(of.t), s(of.s), origins(from), steering(by), orders(into), outside(from.outside().spaces),
      free_nurses(first_ones(s.nurses)), free_doctors(first_ones(s.doctors)), blood(s.blood) {
    for (int k = 0; k < s.doctors; ++k) {
        doctor_from[k] = from.of(s.doctor[k].at);
        if constexpr (Rules::rulesets)
            if (orders.doctor[k].to != NOWHERE) free_doctors &= ~only(k);  // with a zombie (14D4)
    }
    for (int k = 0; k < s.nurses; ++k) nurse_from[k] = from.of(s.nurse_at[k]);
    for (int row = 0; row < t.services; ++row)
        for (int colour = WHITE; colour < COLOURS; ++colour)
            waiting[colour] = static_cast<i8>(waiting[colour] + s.waiting[row][colour]);
}

template <class Rules>
void Chooser<Rules>::send_to_labs() {
    if (steering.lab_colour < 0) return;
    for (int space : Members(play.clinic.tiles[LAB])) {
        const Distances distances = distances_from(play, only(space));
        int least = std::numeric_limits<int>::max(), chosen = -1;
        if constexpr (Rules::rulesets)
            if (has(s.zombies | orders.no_doctors, space)) continue;
        for (int k = 0; k < s.doctors; ++k) {
            if (steering.lab_colour != ANY_DOCTOR && s.doctor[k].colour != steering.lab_colour) continue;
            if (orders.doctor[k].to != NOWHERE) continue;
            const int time = time_of(t, doctor_from[k], distances);
            if (time < least) least = time, chosen = k;
        }
        if (chosen >= 0) send_doctor(chosen, {space, least});
    }
}

template <class Rules>
void Chooser<Rules>::send_doctor(int doctor, const Sent& sent) {
    orders.doctor[doctor] = sent;
    ++orders.doctors_sent[sent.to];
    free_doctors &= ~only(doctor);
}

// Of several doctors of a colour in one place only the first one who is free is looked at.
template <class Rules>
void Chooser<Rules>::find_twins() {
    for (int k = 0; k < s.doctors; ++k) {
        next_twin[k] = -1;
        if (orders.doctor[k].to != NOWHERE) continue;
        for (int other = k - 1; other >= 0; --other) {
            const bool alike = s.doctor[other].at == s.doctor[k].at && s.doctor[other].colour == s.doctor[k].colour;
            if (!alike || orders.doctor[other].to != NOWHERE) continue;
            next_twin[other] = static_cast<i8>(k);
            free_doctors &= ~only(k);
            break;
        }
    }
}

template <class Rules>
void Chooser<Rules>::find_rooms() {
    if constexpr (Rules::rulesets)
        if (blood) find_blood();
    find_twins();
    const Set working = play.clinic.tiles[TREATMENT] | play.clinic.tiles[OPERATING] | play.clinic.tiles[OUTPATIENT];
    const Distances from_outside = distances_from(play, outside);
    for (int space : Members(working)) {
        const int service = service_at(t, s, play.clinic, space);
        if constexpr (Rules::rulesets) {
            if (has(s.zombies, space)) continue;                                      // 14D2
            if (s.grid[space] == TREATMENT && !has(orders.staffed, space)) continue;  // 15.6
        }
        if (has_patients(space, s.grid[space], service) && number_of_rooms < MOST_ROOMS)
            add_room(space, service, from_outside);
    }
}

// Whether somebody lies in a room, or could come.
template <class Rules>
bool Chooser<Rules>::has_patients(int space, int tile, int service) const {
    if (service == NOT_THERE && tile != OUTPATIENT) return false;
    for (int k = 0; k < s.patients; ++k)
        if (s.patient[k].at == space) return true;
    const i8(&counts)[COLOURS] = tile == OUTPATIENT ? waiting : s.waiting[service];
    return counts[WHITE] | counts[YELLOW] | counts[ORANGE] | counts[RED];
}

template <class Rules>
void Chooser<Rules>::add_room(int space, int service, const Distances& from_outside) {
    const int tile = s.grid[space];
    Room& room = rooms[number_of_rooms++];
    room.space = space;
    room.tile = tile;
    room.service = service;
    room.chairs = t.capacity[tile][DOCTOR];
    room.beds = t.capacity[tile][PATIENT];
    for (int k = 0; k < s.patients; ++k) room.beds -= s.patient[k].at == space;
    if constexpr (Rules::rulesets) {
        room.doctor_comes = false;
        std::fill_n(room.there, COLOURS, i8{0});
        for (int k = 0; k < s.patients; ++k)
            if (s.patient[k].at == space) ++room.there[s.patient[k].colour];
    }
    room.patient_time = tile == OUTPATIENT ? t.to_outpatient : t.enter + t.adjacent * from_outside.to(only(space));
    const int extra = tile == TREATMENT   ? extra_pay(t, s, play.clinic, space)
                      : tile == OPERATING ? -t.operating_upkeep  // 9.4
                                          : 0;
    for (int colour = WHITE; colour < COLOURS; ++colour)
        room.pay[colour] = (tile == OUTPATIENT ? t.outpatient_pay : t.pay[colour]) + extra;
    const Distances distances = distances_from(play, only(space));
    for (int k = 0; k < s.doctors; ++k) room.doctor_walk[k] = time_of(t, doctor_from[k], distances);
    for (int k = 0; k < s.nurses; ++k) room.nurse_walk[k] = time_of(t, nurse_from[k], distances);
    room.best = {std::numeric_limits<double>::infinity(), -1, -1, NO_PATIENT, false};
}

// The time of the nearest nurses who are still free: of none, one, two and so on; too much where there are not so many.
template <class Rules>
void Chooser<Rules>::sum_nurses(const Room& room, int (&sums)[COLOURS]) const {
    constexpr int TOO_MUCH = 1'000'000'000;
    int near[COLOURS - 1] = {TOO_MUCH, TOO_MUCH, TOO_MUCH};
    for (int k : Members(free_nurses)) {
        int time = room.nurse_walk[k];
        for (int& other : near) {
            const int less = std::min(time, other);
            time = std::max(time, other);
            other = less;
        }
    }
    sums[0] = 0;
    for (int k = 1; k < COLOURS; ++k) sums[k] = std::min(TOO_MUCH, sums[k - 1] + near[k - 1]);
}

// 8.5: one who lies here already, or one who waits.
template <class Rules>
int Chooser<Rules>::patient_for(const Room& room, int colour, int shade) const {
    for (int k = s.patients - 1; k >= 0; --k)
        if (s.patient[k].at == room.space && s.patient[k].colour == colour && !has(orders.roomed_treated, k)) return k;
    int beds = room.beds;
    if constexpr (Rules::rulesets)
        if (shade == PURPLE) beds = beds_by_workaholic(room, colour);
    return beds > 0 && waiting_for(room)[colour] > 0 ? FROM_OUTSIDE : NO_PATIENT;
}

template <class Rules>
void Chooser<Rules>::find_best(Room& room) const {
    room.best = {0.0, -1, -1, NO_PATIENT, true};
    if constexpr (Rules::rulesets) {
        room.addition = NOTHING_MORE;
        if (s.blood) consider_blood(room);
    }
    if (room.chairs <= 0) return;
    int colours[COLOURS], gains[COLOURS], patients[COLOURS], number = 0;
    const i8(&queue)[COLOURS] = waiting_for(room);
    for (int colour = WHITE; colour < COLOURS; ++colour) {
        const int waits = room.beds > 0 && queue[colour] > 0 ? FROM_OUTSIDE : NO_PATIENT;
        const int patient = s.patients ? patient_for(room, colour, WHITE) : waits;
        if (patient == NO_PATIENT) continue;
        colours[number] = colour;
        patients[number] = patient;
        gains[number++] = room.pay[colour] - steering.hold[colour] - (patient == FROM_OUTSIDE ? room.patient_time : 0);
    }
    if (!number && !(Rules::rulesets && t.workaholics)) return;
    int nurse_time[COLOURS];
    sum_nurses(room, nurse_time);
    for (int k = 1; k < COLOURS; ++k) nurse_time[k] += k * steering.nurse_value;
    for (int doctor : Members(free_doctors)) {
        const int shade = s.doctor[doctor].colour, walk = room.doctor_walk[doctor];
        if constexpr (Rules::rulesets) {
            if (shade == PURPLE) {
                consider_workaholic(room, doctor);
                continue;
            }
        }
        const i32(&needed)[COLOURS] = t.nurses_needed[room.tile][shade];
        for (int k = 0; k < number; ++k) {
            const int dollars = gains[k] - walk - nurse_time[needed[colours[k]]];
            if (dollars + MOST_NOISE <= room.best.value) continue;
            double value = dollars;
            if (steering.noise_seed) value += noise_of(steering.noise_seed, colours[k], shade, room.space);
            if (value <= room.best.value) continue;
            room.best = {value, doctor, colours[k], patients[k], true};
            if constexpr (Rules::rulesets) room.addition = NOTHING_MORE;
        }
    }
}

// 8.4: a patient comes from pre-admissions into a room.
template <class Rules>
void Chooser<Rules>::bring_patient(Room& room, int colour) {
    int row = room.service;
    if (room.tile == OUTPATIENT)
        for (int other = 0; other < t.services; ++other)
            if (s.waiting[other][colour] > 0) row = other;
    --s.waiting[row][colour];
    --waiting[colour];
    --room.beds;
    if constexpr (Rules::rulesets) ++room.there[colour];
    orders.patients_time += room.patient_time;
    play.log.record(E_STEP, PATIENT, colour, row, room.space);
}

template <class Rules>
void Chooser<Rules>::send_nurse(const Room& room) {
    int least = std::numeric_limits<int>::max(), chosen = -1;
    for (int k : Members(free_nurses))
        if (room.nurse_walk[k] < least) least = room.nurse_walk[k], chosen = k;
    assert(chosen >= 0);
    orders.nurse[chosen] = {room.space, least};
    free_nurses &= ~only(chosen);
}

// Where a treatment took away what another room's best one needs, that is only an upper bound from now on: there are
// fewer doctors, nurses and patients every time, so no treatment gets better.
template <class Rules>
void Chooser<Rules>::age_candidates(const Room& taken, int nurses) {
    for (int r = 0; r < number_of_rooms; ++r) {
        Candidate& best = rooms[r].best;
        const bool same_patients = best.patient == FROM_OUTSIDE && best.colour == taken.best.colour;
        if (nurses || same_patients || best.doctor == taken.best.doctor) best.is_exact = false;
    }
}

template <class Rules>
void Chooser<Rules>::treat(Room& room, int patient, int shade) {
    if (patient >= 0)
        orders.roomed_treated |= only(patient);
    else
        bring_patient(room, room.best.colour);
    orders.treatments[orders.treated++] = {static_cast<i8>(room.space), static_cast<i8>(room.best.colour),
                                           static_cast<i8>(shade)};
}

template <class Rules>
void Chooser<Rules>::take(Room& room) {
    const Candidate best = room.best;
    const int shade = s.doctor[best.doctor].colour, nurses = t.nurses_needed[room.tile][shade][best.colour];
    treat(room, best.patient, shade);
    for (int k = 0; k < nurses; ++k) send_nurse(room);
    if constexpr (Rules::rulesets) {
        for (int k = 1; k < room.addition.number; ++k) treat(room, patient_for(room, best.colour, shade), shade);
        if (shade == PURPLE) orders.lying |= only(best.doctor);
        room.doctor_comes = true;
    }
    send_doctor(best.doctor, {room.space, room.doctor_walk[best.doctor]});
    if (next_twin[best.doctor] >= 0) free_doctors |= only(next_twin[best.doctor]);
    --room.chairs;
    age_candidates(room, nurses);
}

template <class Rules>
void Chooser<Rules>::choose() {
    while (free_doctors || (Rules::rulesets && blood && free_nurses)) {
        Room* best = nullptr;
        double most = 0.0;
        for (Room* room = rooms; room != rooms + number_of_rooms; ++room)
            if (room->best.value > most) best = room, most = room->best.value;
        if (!best) return;
        if (!best->best.is_exact) {
            find_best(*best);
            continue;
        }
        if constexpr (Rules::rulesets) {
            if (best->addition.hub != NOWHERE) {
                take_with_blood(*best);
                continue;
            }
        }
        take(*best);
    }
}

template <class Rules>
void Chooser<Rules>::run() {
    if constexpr (Rules::rulesets) {
        if (t.blood) send_donor();
        if (t.office_needs_staff) staff_offices();
    }
    send_to_labs();
    find_rooms();
    if constexpr (Rules::rulesets)
        if (t.zombies) leave_alone();
    choose();
}

template class Chooser<WithRulesets>;  // for what is in other files

void choose_treatments(Play& play, const Origins& origins, const Steering& steering, Orders& orders) {
    const Tables& t = play.t;
    if (t.blood | t.workaholics | t.zombies | t.office_needs_staff)
        Chooser<WithRulesets>(play, origins, steering, orders).run();
    else
        Chooser<BaseGame>(play, origins, steering, orders).run();
}

}  // namespace clinic::solo
