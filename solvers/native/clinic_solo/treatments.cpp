#include "clinic_solo/treatments.hpp"

#include <algorithm>
#include <limits>

#include "clinic_solo/noise.hpp"

namespace clinic::solo {
namespace {

constexpr int MOST_ROOMS = 24;
constexpr int MOST_NOISE = 9;  // dollars
constexpr int NO_PATIENT = -2, FROM_OUTSIDE = -1;  // or the number of one who lies in the room

// A treatment as the search sees it.
struct Candidate {
    double value;
    int doctor, colour, patient;
    bool is_exact;  // otherwise the value is an upper bound
};

struct Room {
    int space, tile, service;
    int beds, chairs;  // free ones
    int pay[COLOURS];  // for a patient of a colour, without what waiting is worth
    int patient_time;  // of a patient from outside
    int doctor_walk[MOST_STAFF];
    int nurse_walk[MOST_STAFF];
    Candidate best;
};

class Chooser {
  public:
    Chooser(Play& of, const Origins& from, const Steering& by, Orders& into)
        : play(of), t(of.t), s(of.s), origins(from), steering(by), orders(into), free_nurses(first_ones(s.nurses)) {}

    void send_to_labs();
    void find_rooms();
    void choose();

  private:
    void add_room(int space, const Distances& outside);
    void find_best(Room& room) const;
    void sum_nurses(const Room& room, int (&sums)[COLOURS]) const;
    int patient_for(const Room& room, int colour) const;
    void take(Room& room);
    void bring_patient(Room& room);
    void send_nurse(const Room& room);
    void age_candidates(const Room& taken, int nurses);
    bool is_free(int doctor) const { return orders.doctor[doctor].to == NOWHERE; }

    Play& play;
    const Tables& t;
    State& s;
    const Origins& origins;
    const Steering& steering;
    Orders& orders;
    Set free_nurses;
    Set twins[MOST_STAFF];  // earlier doctors of the same colour in the same place
    Room rooms[MOST_ROOMS];
    int number_of_rooms = 0;
};

void Chooser::send_to_labs() {
    if (steering.lab_colour < 0) return;
    for (int space : Members(play.clinic.tiles[LAB])) {
        const Distances distances = distances_from(play, only(space));
        int least = std::numeric_limits<int>::max(), chosen = -1;
        for (int k = 0; k < s.doctors; ++k) {
            if (steering.lab_colour != ANY_DOCTOR && s.doctor[k].colour != steering.lab_colour) continue;
            const int time = time_of(t, origins.of(s.doctor[k].at), distances);
            if (time < least) least = time, chosen = k;
        }
        if (chosen < 0) continue;
        orders.doctor[chosen] = {space, least};
        ++orders.doctors_sent[space];
    }
}

void Chooser::find_rooms() {
    const Set working = play.clinic.tiles[TREATMENT] | play.clinic.tiles[OPERATING] | play.clinic.tiles[OUTPATIENT];
    const Distances outside = distances_from(play, origins.outside().spaces);
    for (int space : Members(working)) add_room(space, outside);
    for (int k = 0; k < s.doctors; ++k) {
        twins[k] = 0;
        for (int other = 0; other < k; ++other)
            if (s.doctor[other].at == s.doctor[k].at && s.doctor[other].colour == s.doctor[k].colour)
                twins[k] |= only(other);
    }
}

void Chooser::add_room(int space, const Distances& outside) {
    const int tile = s.grid[space], service = service_at(t, s, play.clinic, space);
    if ((service == NOT_THERE && tile != OUTPATIENT) || number_of_rooms == MOST_ROOMS) return;
    Room& room = rooms[number_of_rooms++];
    room.space = space;
    room.tile = tile;
    room.service = service;
    room.chairs = t.capacity[tile][DOCTOR];
    room.beds = t.capacity[tile][PATIENT];
    for (int k = 0; k < s.patients; ++k) room.beds -= s.patient[k].at == space;
    room.patient_time = tile == OUTPATIENT ? t.to_outpatient : t.enter + t.adjacent * outside.to(only(space));
    const int extra = tile == TREATMENT   ? t.garden_pay * gardens_beside(t, play.clinic, space)  // 9.2
                      : tile == OPERATING ? -t.operating_upkeep                                   // 9.4
                                          : 0;
    for (int colour = WHITE; colour < COLOURS; ++colour)
        room.pay[colour] = (tile == OUTPATIENT ? t.outpatient_pay : t.pay[colour]) + extra;
    const Distances distances = distances_from(play, only(space));
    for (int k = 0; k < s.doctors; ++k) room.doctor_walk[k] = time_of(t, origins.of(s.doctor[k].at), distances);
    for (int k = 0; k < s.nurses; ++k) room.nurse_walk[k] = time_of(t, origins.of(s.nurse_at[k]), distances);
    room.best = {std::numeric_limits<double>::infinity(), -1, -1, NO_PATIENT, false};
}

// The time of the nearest nurses who are still free: of none, one, two and so on; too much where there are not so many.
void Chooser::sum_nurses(const Room& room, int (&sums)[COLOURS]) const {
    constexpr int TOO_MUCH = 1'000'000'000;
    int near[COLOURS - 1] = {TOO_MUCH, TOO_MUCH, TOO_MUCH};
    for (int k : Members(free_nurses)) {
        int time = room.nurse_walk[k];
        for (int& other : near)
            if (time < other) std::swap(time, other);
    }
    sums[0] = 0;
    for (int k = 1; k < COLOURS; ++k) sums[k] = std::min(TOO_MUCH, sums[k - 1] + near[k - 1]);
}

// 8.5: one who lies here already, or one who waits.
int Chooser::patient_for(const Room& room, int colour) const {
    for (int k = s.patients - 1; k >= 0; --k)
        if (s.patient[k].at == room.space && s.patient[k].colour == colour && !has(orders.roomed_treated, k)) return k;
    if (room.beds <= 0) return NO_PATIENT;
    if (room.tile != OUTPATIENT) return s.waiting[room.service][colour] > 0 ? FROM_OUTSIDE : NO_PATIENT;
    for (int row = 0; row < t.services; ++row)
        if (s.waiting[row][colour] > 0) return FROM_OUTSIDE;
    return NO_PATIENT;
}

void Chooser::find_best(Room& room) const {
    room.best = {0.0, -1, -1, NO_PATIENT, true};
    if (room.chairs <= 0) return;
    int patient[COLOURS], worth[COLOURS];
    for (int colour = WHITE; colour < COLOURS; ++colour) {
        patient[colour] = patient_for(room, colour);
        worth[colour] = room.pay[colour] - steering.hold[colour];
        if (patient[colour] == FROM_OUTSIDE) worth[colour] -= room.patient_time;
    }
    int nurse_time[COLOURS];
    sum_nurses(room, nurse_time);
    for (int k = 1; k < COLOURS; ++k) nurse_time[k] += k * steering.nurse_value;
    for (int doctor = 0; doctor < s.doctors; ++doctor) {
        if (!is_free(doctor)) continue;
        bool has_twin = false;  // who comes first
        for (int other : Members(twins[doctor])) has_twin |= is_free(other);
        if (has_twin) continue;
        const int shade = s.doctor[doctor].colour;
        for (int colour = WHITE; colour < COLOURS; ++colour) {
            if (patient[colour] == NO_PATIENT) continue;
            const int nurses = t.nurses_needed[room.tile][shade][colour];
            double value = worth[colour] - room.doctor_walk[doctor] - nurse_time[nurses];
            if (value + MOST_NOISE <= room.best.value) continue;
            if (steering.noise_seed)
                value += noise(MOST_NOISE, static_cast<u32>(steering.noise_seed) * 7919u +
                                               static_cast<u32>(colour) * 104729u + static_cast<u32>(shade) * 1299709u +
                                               static_cast<u32>(room.space) * 15485863u);
            if (value > room.best.value) room.best = {value, doctor, colour, patient[colour], true};
        }
    }
}

// 8.4: a patient comes from pre-admissions into a room.
void Chooser::bring_patient(Room& room) {
    int row = room.service;
    if (room.tile == OUTPATIENT)
        for (int other = 0; other < t.services; ++other)
            if (s.waiting[other][room.best.colour] > 0) row = other;
    --s.waiting[row][room.best.colour];
    --room.beds;
    orders.patients_time += room.patient_time;
    play.log.record(E_STEP, PATIENT, room.best.colour, row, room.space);
}

void Chooser::send_nurse(const Room& room) {
    int least = std::numeric_limits<int>::max(), chosen = -1;
    for (int k : Members(free_nurses))
        if (room.nurse_walk[k] < least) least = room.nurse_walk[k], chosen = k;
    assert(chosen >= 0);
    orders.nurse[chosen] = {room.space, least};
    free_nurses &= ~only(chosen);
}

// Where a treatment took away what another room's best one needs, that is only an upper bound from now on: there are
// fewer doctors, nurses and patients every time, so no treatment gets better.
void Chooser::age_candidates(const Room& taken, int nurses) {
    for (int r = 0; r < number_of_rooms; ++r) {
        Candidate& best = rooms[r].best;
        const bool same_patients = best.patient == FROM_OUTSIDE && best.colour == taken.best.colour;
        if (nurses || same_patients || best.doctor == taken.best.doctor) best.is_exact = false;
    }
}

void Chooser::take(Room& room) {
    const Candidate best = room.best;
    if (best.patient >= 0)
        orders.roomed_treated |= only(best.patient);
    else
        bring_patient(room);
    const int shade = s.doctor[best.doctor].colour, nurses = t.nurses_needed[room.tile][shade][best.colour];
    for (int k = 0; k < nurses; ++k) send_nurse(room);
    orders.doctor[best.doctor] = {room.space, room.doctor_walk[best.doctor]};
    ++orders.doctors_sent[room.space];
    --room.chairs;
    age_candidates(room, nurses);
    orders.treatments[orders.treated++] = {static_cast<i8>(room.space), static_cast<i8>(best.colour),
                                           static_cast<i8>(shade)};
}

void Chooser::choose() {
    for (;;) {
        Room* best = nullptr;
        for (int r = 0; r < number_of_rooms; ++r)
            if (rooms[r].best.value > (best ? best->best.value : 0.0)) best = &rooms[r];
        if (!best) return;
        if (best->best.is_exact)
            take(*best);
        else
            find_best(*best);
    }
}

}  // namespace

void choose_treatments(Play& play, const Origins& origins, const Steering& steering, Orders& orders) {
    Chooser chooser(play, origins, steering, orders);
    chooser.find_rooms();
    chooser.send_to_labs();
    chooser.choose();
}

}  // namespace clinic::solo
