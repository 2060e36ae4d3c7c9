// 14C: workaholic doctors, who treat several patients of a colour without nurses and go.
#include <algorithm>

#include "clinic_solo/chooser.hpp"

namespace clinic::solo {

// 14C4: a treatment room takes more patients where a workaholic is, if they are all of one colour.
template <>
int Chooser<WithRulesets>::beds_by_workaholic(const Room& room, int colour) const {
    int lying = 0;
    for (int there : room.there) lying += there;
    if (room.tile != TREATMENT || lying != room.there[colour]) return room.beds;
    return std::max(t.capacity[TREATMENT][PATIENT], t.workaholic_beds[colour]) - lying;
}

// 14C5: as many patients of one colour as he can treat; elsewhere than in a treatment room one.
template <>
void Chooser<WithRulesets>::consider_workaholic(Room& room, int doctor) const {
    for (int colour = WHITE; colour < COLOURS; ++colour) {
        int lying = 0;
        for (int k = 0; k < s.patients; ++k)
            lying += s.patient[k].at == room.space && s.patient[k].colour == colour && !has(orders.roomed_treated, k);
        const int waits = room.tile == OUTPATIENT ? waiting[colour] : s.waiting[room.service][colour];
        const int coming = std::min(waits, std::max(0, beds_by_workaholic(room, colour)));
        const int number = std::min(room.tile == TREATMENT ? t.workaholic_treats[colour] : 1, lying + coming);
        if (!number) continue;
        double value = number * (room.pay[colour] - steering.hold[colour]) - room.doctor_walk[doctor] -
                       std::max(0, number - lying) * room.patient_time;
        if (steering.noise_seed) value += noise_of(steering.noise_seed, colour, PURPLE, room.space);
        if (value > room.best.value) {
            room.best = {value, doctor, colour, patient_for(room, colour, PURPLE), true};
            room.addition = {number, NOWHERE, NOWHERE, 0};
        }
    }
}

}  // namespace clinic::solo
