#include "clinic_solo/care.hpp"

#include <algorithm>

#include "clinic_solo/blood.hpp"
#include "clinic_solo/build.hpp"
#include "clinic_solo/parking.hpp"
#include "clinic_solo/zombies.hpp"

namespace clinic::solo {

// 9.1, 9.2: the income of one treatment.
static int pay(const Play& play, const Treatment& treatment) {
    const Tables& t = play.t;
    const int tile = play.s.grid[treatment.space];
    if (tile == OUTPATIENT) return t.outpatient_pay;
    const int extra = tile == TREATMENT ? extra_pay(t, play.s, play.clinic, treatment.space) : 0;
    return t.pay[treatment.patient] + extra;
}

// 9.4: salaries and upkeep of a round in which so many operating rooms treated someone.
static int expenses(const Play& play, int operated) {
    const Tables& t = play.t;
    const State& s = play.s;
    int salaries = t.nurse_salary * s.nurses + t.orderly_salary * s.orderlies;
    for (int k = 0; k < s.doctors; ++k) salaries += t.doctor_salary[s.doctor[k].colour];
    const int upkeep = t.module_upkeep * count(play.clinic.modules) +
                       t.garden_upkeep * count(play.clinic.tiles[GARDEN]) + t.operating_upkeep * operated -
                       t.orderly_saves * s.orderlies;
    return salaries + std::max(0, upkeep);
}

// 9.4: from income, then savings, then popularity down to 0; the rest is forgiven. What is left of the income.
static int pay_expenses(Play& play, int owed, int income) {
    const int from_income = std::min(owed, income);
    const int from_savings = std::min(owed - from_income, purse(play));
    spend(play, from_savings);
    const i64 unpaid = owed - from_income - from_savings;
    const i64 lost = std::min<i64>(unpaid * play.t.popularity_per_dollar, std::max(0, play.s.popularity));
    play.s.popularity -= static_cast<i32>(lost);
    return income - from_income;
}

bool business(Play& play, const Orders& orders) {
    const Tables& t = play.t;
    State& s = play.s;
    int income = 0, late_income = 0, operated = 0;
    for (int k = 0; k < orders.treated; ++k) {
        const Treatment& treatment = orders.treatments[k];
        const bool pays_late = t.consultation_after_popularity && s.grid[treatment.space] == OUTPATIENT;  // 15.10
        (pays_late ? late_income : income) += pay(play, treatment);
        operated += s.grid[treatment.space] == OPERATING;
        play.log.record(E_TREAT, treatment.space, treatment.patient, treatment.doctor);
    }
    if (t.blood) income += give_blood(play, orders);
    if (orders.cured_zombie != NOWHERE) {  // 14D4
        s.zombies &= ~only(orders.cured_zombie);
        income += t.zombie_pay;
        play.log.record(E_CURE, orders.cured_zombie, s.doctor[orders.curing].colour);
    }
    if (t.zombies && !make_zombies(play)) return false;
    s.treated += orders.treated;
    play.log.record(E_TREATED);
    for (int k = 0; k < orders.treated; ++k) depart(play);
    for (int k = 0; k < orders.transfused; ++k)
        if (orders.transfusions[k].patient == WHITE) depart(play);  // 14A4: the others stay
    income = pay_expenses(play, expenses(play, operated), income);
    const int points = income / t.popularity_price;  // 9.5
    s.units[s.round - 1] += points;
    s.money += income - points * t.popularity_price + late_income;
    play.log.record(E_BUY, s.round);
    return true;
}

}  // namespace clinic::solo
