// The dynamic programme of the Lagrangian bound: the value of a clinic by its numbers, computed backwards.
//
// A round's table is [place, money, doctors, patients] of single-precision numbers on a grid on which sums are exact.
// solvers/clin9ic/bounds/lagrangian/table.py tells what the table means and why no play scores more.
#pragma once

#include <algorithm>

#include "clin9ic/world.hpp"

namespace clinic::clin9ic {

using Table = View<float, 4>;

constexpr float NONE = -1e6f;
constexpr double NEVER_MEANT = -1e5;  // below this nothing is meant
constexpr int FAR = 99;               // no way there

// Some places, and those that can be come to from there by one Build action and by two.
struct Near {
    View<i64, 1> starts, first, second;
};

// What a round pays for whatever the table does not know, at some prices.
struct Rates {
    double minute;           // a unit of time
    double wages;            // of as many nurses as there can be
    double newcomer;         // a doctor who is hired
    double doctor;           // a doctor at the end of a round, without the salary that everyone earns
    double unpaid;           // a doctor who is paid nothing
    double study;            // a doctor in a laboratory
    View<double, 3> treated; // [operated, patients, income]: most for so many patients with so much income, in steps
    View<double, 2> rich;    // [operated, patients]: most with income at a third
    View<double, 2> bankrupt_income; // [operated, patients]: most with income that will be lost, at its price
    View<double, 2> forgiven;        // [operated, patients]: most if all income is lost
    double outpatient;       // one of them, without pay
    double waiting, dying;
    double lost;             // a doctor whom no die shows any more
    View<double, 1> admitted; // by colour
    double space;            // of parking
    double lot;              // from this round on
    double pillar, nurse, orderly;
};

// What the sweeps read of the clinics.
struct Clinics {
    View<i32, 1> config, entrances, gardens, cubes, doctors, patients;  // by place
    View<i32, 1> first, to, cost;                                       // builds of a place are a slice
    View<float, 1> build_value;  // of a build besides where it leads; of the round at hand
    View<i32, 1> spare;          // lots that an upgrade of Floor-1 may make one buy besides
    i64 helpers;                 // nurses and orderlies there can be in the round at hand
    View<i32, 5> times;          // [config, cubes, kind, present, newcomers], FAR where there is no room
    View<float, 5> delay;        // [config, cubes, kind, newcomers, row]: what their time costs doctors or patients
    View<i32, 1> supply, triages, labs, parking, upkeep, outpatients, operating;  // by config
    View<i8, 6> beds;            // Tables.most_treated
};

// The trios of a round, and an order in which they have most in common with those before.
struct Cards {
    View<i32, 2> actions;            // [trio, step]
    View<i32, 3> doctors;            // [trio, entrances, number]: what so many cost, FAR where there are no more icons
    View<i32, 3> nurses, orderlies;  // [trio, entrances, section] icons
    View<i32, 2> queue;              // [trio, box]: a colour, or -1
    View<i64, 1> order;
    View<i64, 1> shared;  // by place in the order: how many of the last actions do the same as before
};

// What the sweeps know of the rules: numbers that the dynamic programme is built of.
struct SweepNumbers {
    i64 income_step, least_steps, most_steps, most_pay, least_salary;  // of a patient's pay and a doctor's salary
    i64 outpatient_pay, operating_upkeep, orderly_saves, orderly_salary;
    i64 lot_price, lot_spaces, most_nurses, triage_time;
    i64 section_prices[3];
};

constexpr int SECTIONS = 3;

// 5.2 but for salaries of doctors and nurses: with no orderlies, and with as many as save most.
//
// Orderlies are not in the table: the price of each is what he saves net, wherever that is the least he can save. The
// purse has the other figure, and the difference is a loan at the rate of the rich.
struct Upkeep {
    i64 whole, least;
};
inline Upkeep upkeep_of(const SweepNumbers& numbers, const Clinics& clinics, i64 config, i64 operated) {
    const i64 printed = clinics.upkeep(config) + numbers.operating_upkeep * operated;
    const i64 whole = std::max<i64>(0, printed);
    i64 least = whole;
    for (i64 orderlies = 1; orderlies <= clinics.supply(config); ++orderlies)
        least = std::min(least, std::max<i64>(0, printed - numbers.orderly_saves * orderlies) +
                                    numbers.orderly_salary * orderlies);
    return {whole, least};
}

// The value of Business whoever is treated: doctors, laboratories and parking.
inline double everybody(const Clinics& clinics, const Rates& rates, i64 config, i64 doctors, i64 patients,
                        bool bankrupt) {
    const double each = bankrupt ? rates.unpaid : rates.doctor;
    const double salaries = bankrupt ? rates.wages : 0.0;  // nurses' wages are among what is not paid
    const double study = rates.study * static_cast<double>(std::min<i64>(clinics.labs(config), doctors));
    return each * static_cast<double>(doctors) + salaries + study +
           rates.space * static_cast<double>(clinics.parking(config) - doctors - patients);
}

// 5.2: what follows with a purse that is not full, or with a debt that popularity pays one to one.
inline float value_with_savings(const Table& settled, i64 z, i64 doctors, i64 patients, i64 money, bool bankrupt) {
    if (money < 0) return settled(z, 0, doctors, patients) + (bankrupt ? 0.0f : static_cast<float>(money));
    return settled(z, money, doctors, patients);
}

// 4.4: lots that may have to be bought with an upgrade of Floor-1, for the cars that lose their spaces.
inline i64 lots_needed(const SweepNumbers& numbers, const Clinics& clinics, i64 build, i64 doctors, i64 patients) {
    const i64 missing = doctors + patients + clinics.helpers - clinics.parking(clinics.config(clinics.to(build)));
    const i64 needed = missing > 0 ? (missing + numbers.lot_spaces - 1) / numbers.lot_spaces : 0;
    return std::min<i64>(clinics.spare(build), needed);
}

inline double spare_value(const SweepNumbers& numbers, const Clinics& clinics, const Rates& rates, double dollar,
                          i64 build, i64 doctors, i64 patients) {
    const double each = std::max(0.0, rates.lot - static_cast<double>(numbers.lot_price) * dollar);
    return each * static_cast<double>(lots_needed(numbers, clinics, build, doctors, patients));
}

// 4.9, 4.10: the least time for so many newcomers of a kind, FAR where there is no room.
inline i64 entry_time(const SweepNumbers& numbers, const Clinics& clinics, int kind, i64 config, i64 cubes, i64 present,
                      i64 newcomers) {
    const i64 time = clinics.times(config, cubes, kind, present, newcomers);
    return time >= FAR ? time : std::max<i64>(0, time - numbers.triage_time * clinics.triages(config));
}

// 4.5: the value of all nurses and orderlies whose price is above what they cost.
double helpers_value(const SweepNumbers& numbers, const Clinics& clinics, const Rates& rates, const Cards& cards,
                     i64 trio, double dollar, i64 place);

}  // namespace clinic::clin9ic
