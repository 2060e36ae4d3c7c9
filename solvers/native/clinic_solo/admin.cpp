#include "clinic_solo/admin.hpp"

#include <algorithm>

#include "clinic_solo/admit.hpp"
#include "clinic_solo/blood.hpp"
#include "clinic_solo/parking.hpp"

namespace clinic::solo {

// 10.2: those first in line go back into the bag.
static void first_in_line_leave(State& s, int services) {
    for (int row = 0; row < services; ++row) {
        if (s.row_length[row] == 0) continue;
        ++s.bag[s.rows[row][0]];
        std::copy(s.rows[row] + 1, s.rows[row] + MOST_COLUMNS, s.rows[row]);
        s.rows[row][MOST_COLUMNS - 1] = 0;
        --s.row_length[row];
    }
}

bool fill_university(Play& play) {
    const Tables& t = play.t;
    State& s = play.s;
    int waiting = 0, purple = 0;
    while (waiting < t.university_spaces && s.university[waiting] != NOBODY)
        purple += s.university[waiting++] == PURPLE;
    for (; waiting < t.university_spaces; ++waiting) {
        const bool enough_purple = purple >= t.most_purple;  // 14C2
        const int left = held(s.doctor_bag), possible = left - (enough_purple ? s.doctor_bag[PURPLE] : 0);
        if (possible == 0) return true;
        const int colour = draw(s.doctor_bag, t.doctor_draw[left], t.doctor_index[possible]);
        if (colour == NOBODY || (colour == PURPLE && enough_purple)) return false;
        purple += colour == PURPLE;
        int place = waiting;  // purple and red ones stand on the left
        for (; place > 0 && s.university[place - 1] < colour; --place) s.university[place] = s.university[place - 1];
        s.university[place] = static_cast<i8>(colour);
    }
    return true;
}

// 10.5, 10.6: doctors in the lab learn, the others forget; who lies down by a zombie only stands up (14D5).
static void doctors_change(const Tables& t, State& s, Set lying) {
    for (int k = 0; k < s.doctors; ++k) {
        if (has(lying, k)) continue;
        Someone& doctor = s.doctor[k];
        const bool studied = s.grid[doctor.at] == LAB;
        if (studied) s.popularity += t.lab_popularity;
        doctor.colour = static_cast<i8>((studied ? t.colour_after_lab : t.colour_after_round)[doctor.colour]);
    }
}

// 10.7: every patient gets a colour worse; how many died.
static int worsen(State& s, int services) {
    int dead = 0;
    for (int row = 0; row < services; ++row) {
        i8(&waiting)[COLOURS] = s.waiting[row];
        dead += waiting[RED];
        std::copy_backward(waiting, waiting + RED, waiting + COLOURS);
        waiting[WHITE] = 0;
    }
    int staying = 0;
    for (int k = 0; k < s.patients; ++k) {
        const auto [at, colour] = s.patient[k];
        if (colour != RED) s.patient[staying++] = {at, static_cast<i8>(colour + 1)};
    }
    dead += s.patients - staying;
    for (int k = staying; k < s.patients; ++k) s.patient[k] = {};
    s.patients = static_cast<i8>(staying);
    return dead;
}

// 14C6: workaholics who lie down leave; how many.
static int workaholics_leave(State& s, Set lying) {
    int staying = 0;
    for (int k = 0; k < s.doctors; ++k)
        if (s.doctor[k].colour != PURPLE || !has(lying, k)) s.doctor[staying++] = s.doctor[k];
    const int gone = s.doctors - staying;
    for (int k = staying; k < s.doctors; ++k) s.doctor[k] = {};
    s.doctors = static_cast<i8>(staying);
    return gone;
}

bool admin(Play& play, const Orders& orders) {
    const Tables& t = play.t;
    State& s = play.s;
    first_in_line_leave(s, t.services);
    for (i8& doctor : s.university)
        if (doctor != NOBODY) doctor = static_cast<i8>(t.colour_at_university[doctor]);  // 10.3
    if (!fill_university(play)) return false;
    s.nurses_offered = 0;  // 10.4
    doctors_change(t, s, orders.lying);
    const int gone = orders.lying ? workaholics_leave(s, orders.lying) : 0;
    const int dead = worsen(s, t.services);
    if (orders.transfused) keep_transfused(play, orders);
    s.popularity += t.death * dead;
    s.deaths += dead;
    for (int k = 0; k < dead + gone; ++k) depart(play);
    return true;
}

void begin_round(Play& play) {
    State& s = play.s;
    ++s.round;
    s.slot = 1;
    std::fill_n(s.tiles, ACTIONS, static_cast<i8>(play.t.tiles_per_action));
    s.nurses_offered = static_cast<i8>(play.t.nurses[s.round - 1]);
    std::fill_n(s.hubs_built, MOST_SERVICES, i8{0});
    s.specials_built = 0;
}

}  // namespace clinic::solo
