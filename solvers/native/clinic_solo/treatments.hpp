// Which patients a plan treats in a round, by whom and where: chosen greedily, the most valuable treatment first. A
// plan steers this by the value of keeping a patient of a colour waiting, by the value of a nurse elsewhere, by who
// goes to the lab, and by some noise.
#pragma once

#include <algorithm>

#include "clinic_solo/movement.hpp"
#include "clinic_solo/plan.hpp"

namespace clinic::solo {

constexpr int NOWHERE = -1;

// Where somebody is sent, and how long the way takes.
struct Sent {
    int to = NOWHERE;
    int time = 0;
};

struct Treatment {
    i8 space, patient, doctor;
};

// 14A: who lies down in a hub to give blood.
struct Donor {
    Person who = PATIENT;  // nobody
    int number = -1;       // of the doctor, nurse or orderly
    int colour = -1;
    int hub = NOWHERE, time = 0;
};

// Who goes where in a Move, and who is treated then.
struct Orders {
    Sent doctor[MOST_STAFF];
    Sent nurse[MOST_STAFF];
    i8 doctors_sent[MOST_SPACES] = {};
    Treatment treatments[MOST_PATIENTS];
    int treated = 0;
    Set roomed_treated = 0;  // of the patients who lay in a room before; with blood, too
    int patients_time = 0;

    Donor donor;
    Treatment transfusions[MOST_STAFF];  // 14A4: instead of a doctor the hub that the blood comes from
    int transfused = 0;
    i8 fetches[MOST_STAFF];  // the hub from which a nurse brings blood
    Someone to_zombies[MOST_STAFF];  // 14D1: patients who are brought into rooms and left alone there
    int left_alone = 0;
    Set no_doctors = 0, no_nurses = 0;  // spaces where none of them may end
    Set lying = 0;                      // doctors who lie down after what they did (14C5, 14D4)
    int cured_zombie = NOWHERE;         // 14D4: the lab where one is cured, and by which doctor
    int curing = NOWHERE;
    i8 office[MOST_STAFF];  // 15.6: the supply room to which an orderly is sent because rooms need one
    Set staffed = ~Set{0};  // the rooms beside those, or all where none is needed

    Orders() {
        std::fill_n(fetches, MOST_STAFF, i8{NOWHERE});
        std::fill_n(office, MOST_STAFF, i8{NOWHERE});
    }
};

// Donors, orderlies where they are needed, doctors to the lab, then doctors, nurses and patients to the rooms where they
// are of use.
void choose_treatments(Play& play, const Origins& origins, const Steering& steering, Orders& orders);

}  // namespace clinic::solo
