// Sections 5 and 6 in the dynamic programme of the Lagrangian bound.
#include <cmath>
#include <vector>

#include "clin9ic/lagrangian.hpp"

using namespace clinic;
using namespace clinic::clin9ic;

CLINIC_API i64 clin9ic_near_size() { return sizeof(Near); }
CLINIC_API i64 clin9ic_rates_size() { return sizeof(Rates); }
CLINIC_API i64 clin9ic_clinics_size() { return sizeof(Clinics); }
CLINIC_API i64 clin9ic_cards_size() { return sizeof(Cards); }
CLINIC_API i64 clin9ic_sweep_numbers_size() { return sizeof(SweepNumbers); }

// The largest number of a table, whatever its sign, that means anything.
CLINIC_API double clin9ic_largest(const Table* table) {
    const float never = static_cast<float>(NEVER_MEANT);
    float most = 0.0f;
    for (i64 k = 0; k < table->size(); ++k) {
        const float value = table->data[k];
        most = std::max(most, value > never ? std::fabs(value) : 0.0f);
    }
    return most;
}

// 6.2, 6.3: patients who are left wait or, if red, die; doctors may be lost where the dice may not do.
//
// Patients are never lost for want of dice: their dice were enough before they worsened, and doctors go first. Losing one
// more, or one more dying, is a step from the row before, so each row is made from its neighbours.
CLINIC_API void clin9ic_settle_people(const View<i64, 1>* active, const Clinics* clinics, const Rates* rates, i64 dice,
                                      const Table* after, const Table* out) {
    const i64 patients = after->shape[3];
    const float waiting = static_cast<float>(rates->waiting), dying = static_cast<float>(rates->dying);
    const float lost = static_cast<float>(rates->lost);
    std::vector<float> fewer(static_cast<std::size_t>(patients));  // the best with any number of doctors lost
    for (i64 k = 0; k < active->shape[0]; ++k) {
        const i64 z = (*active)(k), most = clinics->patients(z);
        for (i64 m = 0; m < after->shape[1]; ++m)
            for (i64 d = 0; d <= clinics->doctors(z); ++d) {
                const float* from = after->at(z, m, d);
                float* to = out->at(z, m, d);
                for (i64 p = 0; p <= most; ++p) {
                    float& best = fewer[static_cast<std::size_t>(p)];
                    best = d ? std::max(from[p], best + lost) : from[p];
                    const float there = (d + p > dice ? best : from[p]) + waiting * static_cast<float>(p);
                    to[p] = p ? std::max(there, to[p - 1] + dying) : std::max(there, NONE);
                }
            }
    }
}

namespace {

// 5.2: what follows when all money and popularity are gone, for the last time or not.
double after_bankruptcy(const Table& settled, const Table& solvent, bool bankrupt, bool last, i64 z, i64 d, i64 p) {
    if (bankrupt && last) return std::max(solvent(z, 0, d, p), settled(z, 0, d, p));
    return last ? solvent(z, 0, d, p) : settled(z, 0, d, p);
}

void raise(float& value, double to) { value = std::max(value, static_cast<float>(to)); }

}  // namespace

// Sections 5 and 6 from every position after the actions.
//
// `settled` is what follows, with as many levels as it has. A play that is still to go bankrupt (`bankrupt`) may do so
// now and again later; where now may be the last time (`last`), `solvent` follows.
CLINIC_API void clin9ic_business(const SweepNumbers* numbers, const View<i64, 1>* active, const Clinics* clinics,
                                 const Rates* rates, const Table* settled, const Table* solvent, i64 levels,
                                 double dollar, i64 bankrupt, i64 last, const Table* table) {
    const Table& out = *table;
    const i64 following = settled->shape[1] - 1;
    const i64 stride = out.shape[2] * out.shape[3];                 // from one level of money to the next
    const i64 settled_stride = settled->shape[2] * settled->shape[3];
    for (i64 k = 0; k < active->shape[0]; ++k) {
        const i64 z = (*active)(k), config = clinics->config(z), gardens = clinics->gardens(z);
        for (i64 d = 0; d <= clinics->doctors(z); ++d)
            for (i64 p = 0; p <= clinics->patients(z); ++p) {
                float* cell = &out(z, 0, d, p);  // of the poorest; level m is m * stride further on
                for (i64 m = 0; m <= levels; ++m) cell[m * stride] = NONE;
                const double always = everybody(*clinics, *rates, config, d, p, bankrupt != 0);
                const double unpaid = everybody(*clinics, *rates, config, d, p, true);
                for (i64 used = 0; used <= std::min(1, clinics->outpatients(config)); ++used)
                    for (i64 operated = 0; operated <= clinics->operating(config); ++operated) {
                        const Upkeep upkeep = upkeep_of(*numbers, *clinics, config, operated);
                        for (i64 outside = 0; outside <= clinics->outpatients(config) * used; ++outside) {
                            const i64 beds = clinics->beds(config, used, d, p, operated, outside);
                            if (beds < 0 || operated + outside > std::min(d, p)) continue;
                            const i64 most = std::min(beds + operated, std::min(d, p) - outside);
                            for (i64 n = operated; n <= most; ++n) {
                                const i64 left = p - n - outside;
                                double rest = always + rates->outpatient * static_cast<double>(outside);
                                const i64 known = gardens * n + numbers->outpatient_pay * outside;
                                const double gain = bankrupt ? rates->bankrupt_income(operated, n) : rates->rich(operated, n);
                                const i64 wages = numbers->least_salary * d;
                                raise(cell[levels * stride],
                                      rest + gain + static_cast<double>(known - upkeep.whole - wages) * dollar +
                                          (*settled)(z, following, d, left));
                                if (bankrupt || last) {
                                    double value = unpaid + rates->outpatient * static_cast<double>(outside) +
                                                   rates->forgiven(operated, n);
                                    value += after_bankruptcy(*settled, *solvent, bankrupt != 0, last != 0, z, d, left);
                                    raise(cell[levels * stride], value);
                                    // Helpers are paid for as if by the rich: whoever kept the money has it back.
                                    for (i64 m = 0; m < levels; ++m)
                                        raise(cell[m * stride], value + static_cast<double>(m) * dollar);
                                }
                                if (levels == 0) continue;
                                // With so much income that the purse is full afterwards, all that counts is the most.
                                rest -= static_cast<double>(upkeep.whole - upkeep.least) * dollar;
                                const i64 spent = known - upkeep.least - wages;
                                const double full = rest + gain + static_cast<double>(spent) * dollar +
                                                    (*settled)(z, following, d, left);
                                for (i64 m = std::max<i64>(0, following - spent - numbers->most_pay * n); m < levels; ++m)
                                    raise(cell[m * stride], full + static_cast<double>(m) * dollar);
                                const float* after = &(*settled)(z, 0, d, left);
                                for (i64 step = numbers->least_steps * n; step <= numbers->most_steps * n; ++step) {
                                    const i64 more = numbers->income_step * step + spent;
                                    if (more >= following) break;
                                    const double treated = rates->treated(operated, n, step);
                                    if (treated <= NEVER_MEANT) continue;
                                    const float base = static_cast<float>(rest + treated);
                                    const i64 until = std::min(levels, following - more);
                                    i64 m = 0;
                                    for (; m < until && m + more < 0; ++m) {
                                        const float debt = bankrupt ? 0.0f : static_cast<float>(m + more);
                                        cell[m * stride] = std::max(cell[m * stride], base + (after[0] + debt));
                                    }
                                    for (; m < until; ++m)
                                        cell[m * stride] =
                                            std::max(cell[m * stride], base + after[(m + more) * settled_stride]);
                                }
                            }
                        }
                    }
            }
    }
}
