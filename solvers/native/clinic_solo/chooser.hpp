// Which patients a plan treats in a round: the rooms, and the treatments that may be chosen in each. What the rulesets
// add is in blood.cpp, workaholics.cpp and zombies.cpp, and what the 2014 edition adds in staffing.cpp.
#pragma once

#include "clinic_solo/treatments.hpp"

namespace clinic::solo {

constexpr int MOST_ROOMS = 24;
constexpr int MOST_NOISE = 9;  // dollars
constexpr int NO_PATIENT = -2, FROM_OUTSIDE = -1;  // or the number of one who lies in the room

// The same for the same seed and treatment.
double noise_of(int seed, int patient, int doctor, int space);

// A treatment as the search sees it: by a doctor, or with blood by a nurse.
struct Candidate {
    double value;
    int doctor, colour, patient;
    bool is_exact;  // otherwise the value is an upper bound
};

// What only rulesets add to it.
struct Addition {
    int number;            // of patients: a workaholic treats several (14C5)
    int nurse, hub, time;  // who brings blood, from which hub, and the time of that (14A4)
};
constexpr Addition NOTHING_MORE{1, NOWHERE, NOWHERE, 0};

struct Room {
    int space, tile, service;
    int beds, chairs;   // free ones
    i8 there[COLOURS];  // those who lie here
    bool doctor_comes;
    int pay[COLOURS];  // for a patient of a colour, without what waiting is worth
    int patient_time;  // of a patient from outside
    int doctor_walk[MOST_STAFF];
    int nurse_walk[MOST_STAFF];
    Candidate best;
    Addition addition;  // to the best one
};

// In games of the base game alone nothing of what the rulesets add is asked, so that it costs no time.
struct WithRulesets {
    static constexpr bool rulesets = true;
};

template <class Rules>
class Chooser {
  public:
    Chooser(Play& of, const Origins& from, const Steering& by, Orders& into);

    void run();

  private:
    void send_to_labs();
    void send_donor();
    void staff_offices();
    void find_rooms();
    void leave_alone();
    void choose();
    bool has_patients(int space, int tile, int service) const;
    void add_room(int space, int service, const Distances& outside);
    void find_twins();
    void find_best(Room& room) const;
    void sum_nurses(const Room& room, int (&sums)[COLOURS]) const;
    // Those who may come, by colour.
    const i8 (&waiting_for(const Room& room) const)[COLOURS] {
        return room.tile == OUTPATIENT ? waiting : s.waiting[room.service];
    }
    int patient_for(const Room& room, int colour, int shade) const;
    int beds_by_workaholic(const Room& room, int colour) const;
    void consider_workaholic(Room& room, int doctor) const;
    void find_blood();
    void consider_blood(Room& room) const;
    void take(Room& room);
    void treat(Room& room, int patient, int shade);
    void take_with_blood(Room& room);
    void bring_patient(Room& room, int colour);
    void send_doctor(int doctor, const Sent& sent);
    void send_nurse(const Room& room);
    void age_candidates(const Room& taken, int nurses);

    Play& play;
    const Tables& t;
    State& s;
    const Origins& origins;
    const Steering& steering;
    Orders& orders;
    Origin doctor_from[MOST_STAFF], nurse_from[MOST_STAFF];
    Set outside;  // the spaces that patients enter first
    Set free_nurses;
    Set free_doctors;          // without those who have a twin that comes before them
    i8 next_twin[MOST_STAFF];  // a doctor of the same colour in the same place, or -1
    i8 waiting[COLOURS] = {};  // in pre-admissions, whatever the service
    Set blood;                 // hubs with a token that nobody has fetched yet (14A3)
    int nurse_to_hub[MOST_STAFF][MOST_SPACES];
    Room rooms[MOST_ROOMS];
    int number_of_rooms = 0;
};

template <> void Chooser<WithRulesets>::send_donor();
template <> void Chooser<WithRulesets>::staff_offices();
template <> void Chooser<WithRulesets>::leave_alone();
template <> int Chooser<WithRulesets>::beds_by_workaholic(const Room& room, int colour) const;
template <> void Chooser<WithRulesets>::consider_workaholic(Room& room, int doctor) const;
template <> void Chooser<WithRulesets>::find_blood();
template <> void Chooser<WithRulesets>::consider_blood(Room& room) const;
template <> void Chooser<WithRulesets>::take_with_blood(Room& room);

}  // namespace clinic::solo
