// Which patients a plan treats in a round, by whom and where: chosen greedily, the most valuable treatment first. A
// plan steers this by the value of keeping a patient of a colour waiting, by the value of a nurse elsewhere, by who
// goes to the lab, and by some noise.
#pragma once

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

// Who goes where in a Move, and who is treated then.
struct Orders {
    Sent doctor[MOST_STAFF];
    Sent nurse[MOST_STAFF];
    i8 doctors_sent[MOST_SPACES] = {};
    Treatment treatments[MOST_STAFF];  // a doctor treats one patient
    int treated = 0;
    Set roomed_treated = 0;  // of the patients who lay in a room before
    int patients_time = 0;
};

// Doctors to the lab, then doctors, nurses and patients to the rooms where they are of use.
void choose_treatments(Play& play, const Origins& origins, const Steering& steering, Orders& orders);

}  // namespace clinic::solo
