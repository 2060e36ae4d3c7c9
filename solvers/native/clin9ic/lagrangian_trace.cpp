// Trace back one best play through a round of the table: what it decides, step by step.
#include <vector>

#include "clin9ic/lagrangian.hpp"

namespace clinic::clin9ic {

namespace {

enum Mode { SOLVENT, LAST_BANKRUPTCY, BANKRUPTCY };
constexpr i64 FULL = -1;  // the step of whoever has so much that only the most income counts

// A choice of an action: where it leads. Tags: the build, the doctors hired, the boxes admitted.
struct Choice {
    i64 place, doctors, patients, money, tag;
    double gain;
};

struct Tracer {
    const SweepNumbers& numbers;
    const Clinics& clinics;
    const Rates& rates;
    const Cards& cards;
    i64 levels;
    double dollar;

    // Every choice of an action from one row.
    void choices(int step, i64 trio, const Choice& from, std::vector<Choice>& found) const {
        const auto [z, d, p, m, tag, gain] = from;
        const int kind = cards.actions(trio, step);
        const i64 config = clinics.config(z), cubes = clinics.cubes(z), entrances = clinics.entrances(z);
        const bool rich = m == levels;
        found.clear();
        if (kind == BUILD) {
            for (i64 i = clinics.first(z); i < clinics.first(z + 1); ++i) {
                const i64 cost = clinics.cost(i);
                if (!rich && cost > m) continue;
                const double value = clinics.build_value(i) + spare_value(numbers, clinics, rates, dollar, i, d, p) -
                                     (rich ? static_cast<double>(cost) * dollar : 0.0);
                found.push_back({clinics.to(i), d, p, rich ? m : m - cost, i, value});
            }
            return;
        }
        const double helpers = kind == HIRE ? helpers_value(numbers, clinics, rates, cards, trio, dollar, z) : 0.0;
        found.push_back({z, d, p, m, 0, helpers});
        if (kind == HIRE)
            for (i64 n = 1; n <= std::min<i64>(BOXES, clinics.doctors(z) - d); ++n) {
                const i64 cost = cards.doctors(trio, entrances, n);
                const i64 time = entry_time(numbers, clinics, DOCTOR, config, cubes, d, n);
                if (cost >= FAR || time >= FAR) break;
                if (!rich && cost > m) continue;
                const double value = helpers + static_cast<double>(n) * rates.newcomer -
                                     static_cast<double>(time) * rates.minute -
                                     (rich ? static_cast<double>(cost) * dollar : 0.0);
                found.push_back({z, d + n, p, rich ? m : m - cost, n, value});
            }
        if (kind == ADMIT) {
            i64 n = 0;
            double total = 0.0;
            for (i64 box = 0; box < entrances; ++box) {
                const int colour = cards.queue(trio, box);
                if (colour < 0) continue;
                if (p + ++n > clinics.patients(z)) break;
                const i64 time = entry_time(numbers, clinics, PATIENT, config, cubes, p, n);
                if (time >= FAR) break;
                total += rates.admitted(colour);
                found.push_back({z, d, p + n, m, box + 1, total - static_cast<double>(time) * rates.minute});
            }
        }
    }
};

void put(i64* row, const Choice& choice) {
    row[0] = choice.place, row[1] = choice.doctors, row[2] = choice.patients, row[3] = choice.money, row[4] = choice.tag;
}

}  // namespace
}  // namespace clinic::clin9ic

using namespace clinic;
using namespace clinic::clin9ic;

// Every choice of an action from one row, [place, doctors, patients, money, tag] and what it gains; how many.
CLINIC_API i64 clin9ic_choices(const SweepNumbers* numbers, i64 step, const Clinics* clinics, const Rates* rates,
                               const Cards* cards, i64 trio, i64 levels, double dollar, i64 z, i64 d, i64 p, i64 m,
                               const View<i64, 2>* found, const View<double, 1>* gains) {
    const Tracer tracer{*numbers, *clinics, *rates, *cards, levels, dollar};
    std::vector<Choice> choices;
    tracer.choices(static_cast<int>(step), trio, {z, d, p, m, 0, 0.0}, choices);
    for (std::size_t i = 0; i < choices.size() && static_cast<i64>(i) < found->shape[0]; ++i) {
        put(found->at(i), choices[i]);
        (*gains)(i) = choices[i].gain;
    }
    return static_cast<i64>(choices.size());
}

// The best of some trios and its choices from one row of a round, and its value; `chosen` is the trio, then each action.
CLINIC_API double clin9ic_best_actions(const SweepNumbers* numbers, const Clinics* clinics, const Rates* rates,
                                       const Cards* cards, const View<i64, 1>* trios, i64 levels, double dollar,
                                       const Table* after, i64 z, i64 d, i64 p, i64 m, const View<i64, 1>* chosen) {
    const Tracer tracer{*numbers, *clinics, *rates, *cards, levels, dollar};
    std::vector<Choice> first, second, third;
    double best = -1e9;
    for (i64 t = 0; t < trios->shape[0]; ++t) {
        const i64 trio = (*trios)(t);
        tracer.choices(0, trio, {z, d, p, m, 0, 0.0}, first);
        for (const Choice& a : first) {
            tracer.choices(1, trio, a, second);
            for (const Choice& b : second) {
                tracer.choices(2, trio, b, third);
                for (const Choice& c : third) {
                    const double value =
                        a.gain + b.gain + c.gain + (*after)(c.place, c.money, c.doctors, c.patients);
                    if (value <= best) continue;
                    best = value;
                    (*chosen)(0) = trio;
                    put(chosen->data + 1, a);
                    put(chosen->data + 6, b);
                    put(chosen->data + 11, c);
                }
            }
        }
    }
    return best;
}

// The best Business from one row after the actions, and its value. `chosen`: mode, operated, treated, outside, step of
// income, patients left, money kept.
CLINIC_API double clin9ic_best_care(const SweepNumbers* numbers, const Clinics* clinics, const Rates* rates,
                                    const Table* settled, const Table* solvent, i64 levels, double dollar, i64 bankrupt,
                                    i64 last, i64 z, i64 d, i64 p, i64 m, const View<i64, 1>* chosen) {
    const i64 following = settled->shape[1] - 1, config = clinics->config(z), gardens = clinics->gardens(z);
    const double always = everybody(*clinics, *rates, config, d, p, bankrupt != 0);
    const double unpaid = everybody(*clinics, *rates, config, d, p, true);
    double best = -1e9;
    for (i64 used = 0; used <= std::min(1, clinics->outpatients(config)); ++used)
        for (i64 operated = 0; operated <= clinics->operating(config); ++operated) {
            const Upkeep upkeep = upkeep_of(*numbers, *clinics, config, operated);
            for (i64 outside = 0; outside <= clinics->outpatients(config) * used; ++outside) {
                const i64 beds = clinics->beds(config, used, d, p, operated, outside);
                if (beds < 0 || operated + outside > std::min(d, p)) continue;
                for (i64 n = operated; n <= std::min(beds + operated, std::min(d, p) - outside); ++n) {
                    const i64 left = p - n - outside;
                    auto note = [&](double value, i64 mode, i64 step, i64 kept) {
                        if (value <= best) return;
                        best = value;
                        const i64 noted[] = {mode, operated, n, outside, step, left, kept};
                        std::copy(noted, noted + 7, chosen->data);
                    };
                    const double rest = always + rates->outpatient * static_cast<double>(outside);
                    const i64 known = gardens * n + numbers->outpatient_pay * outside;
                    const double lost = unpaid + rates->outpatient * static_cast<double>(outside) +
                                        rates->forgiven(operated, n) +
                                        (m == levels ? 0.0 : static_cast<double>(m) * dollar);
                    if (last) note(lost + (*solvent)(z, 0, d, left), LAST_BANKRUPTCY, 0, 0);
                    if (bankrupt) note(lost + (*settled)(z, 0, d, left), BANKRUPTCY, 0, 0);
                    const double gain = bankrupt ? rates->bankrupt_income(operated, n) : rates->rich(operated, n);
                    const i64 wages = numbers->least_salary * d;
                    const double full = rest + gain + static_cast<double>(known - upkeep.whole - wages) * dollar +
                                        (*settled)(z, following, d, left);
                    if (m == levels) {
                        note(full, SOLVENT, FULL, following);
                        continue;
                    }
                    const i64 spent = known - upkeep.least - wages;
                    if (m + spent + numbers->most_pay * n >= following)
                        note(full + static_cast<double>(m) * dollar, SOLVENT, FULL, following);
                    for (i64 step = numbers->least_steps * n; step <= numbers->most_steps * n; ++step) {
                        const i64 money = m + numbers->income_step * step + spent;
                        if (money >= following) break;
                        if (rates->treated(operated, n, step) < NEVER_MEANT) continue;
                        const double value = rest - static_cast<double>(upkeep.whole - upkeep.least) * dollar +
                                             rates->treated(operated, n, step) +
                                             value_with_savings(*settled, z, d, left, money, bankrupt != 0);
                        note(value, SOLVENT, step, std::max<i64>(money, 0));
                    }
                }
            }
        }
    return best;
}

CLINIC_API i64 clin9ic_entry_time(const SweepNumbers* numbers, const Clinics* clinics, i64 kind, i64 z, i64 present,
                                  i64 newcomers) {
    return entry_time(*numbers, *clinics, static_cast<int>(kind), clinics->config(z), clinics->cubes(z), present,
                      newcomers);
}

CLINIC_API i64 clin9ic_lots_needed(const SweepNumbers* numbers, const Clinics* clinics, i64 build, i64 doctors,
                                  i64 patients) {
    return lots_needed(*numbers, *clinics, build, doctors, patients);
}

// Upkeep without orderlies; with as many as save most it goes into `least`.
CLINIC_API i64 clin9ic_upkeep_of(const SweepNumbers* numbers, const Clinics* clinics, i64 config, i64 operated,
                                 const View<i64, 1>* least) {
    const Upkeep upkeep = upkeep_of(*numbers, *clinics, config, operated);
    (*least)(0) = upkeep.least;
    return upkeep.whole;
}
