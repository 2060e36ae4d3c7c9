// The actions of a round in the dynamic programme: from the values after an action to the values before it.
//
// Doctors and patients of a place are computed as one row, [doctors, patients] flat: whoever is hired or admitted is
// the same row a few entries further on. Entries that mean nothing stay far below zero whatever is added to them.
#include <memory>
#include <vector>

#include "clin9ic/lagrangian.hpp"

namespace clinic::clin9ic {

double helpers_value(const SweepNumbers& numbers, const Clinics& clinics, const Rates& rates, const Cards& cards,
                     i64 trio, double dollar, i64 z) {
    const i64 config = clinics.config(z), cubes = clinics.cubes(z), entrances = clinics.entrances(z);
    const bool relief = clinics.triages(config) > 0;
    double total = 0.0;
    for (int kind = 0; kind < 2; ++kind) {
        const View<i32, 3>& icons = kind == 0 ? cards.nurses : cards.orderlies;
        int way = FAR;
        for (i64 present = 0; present <= numbers.most_nurses; ++present)
            way = std::min(way, clinics.times(config, cubes, NURSE + kind, present, 1));
        if (way >= FAR) continue;
        const double price = kind == 0 ? rates.nurse : rates.orderly;
        for (int section = 0; section < SECTIONS; ++section) {
            const double value = price - static_cast<double>(numbers.section_prices[section]) * dollar -
                                 (relief ? 0 : way) * rates.minute;
            if (value > 0) total += value * icons(trio, entrances, section);
        }
    }
    return total;
}

namespace {

// Every entry to that of another row and a gain, where that is more.
inline void raise_row(float* row, const float* other, float gain, i64 many) {
    for (i64 k = 0; k < many; ++k) {
        const float value = other[k] + gain;
        row[k] = value > row[k] ? value : row[k];
    }
}

// The same with a cost for each entry.
inline void raise_delayed(float* row, const float* other, float gain, const float* delay, i64 many) {
    for (i64 k = 0; k < many; ++k) {
        const float value = other[k] + (gain - delay[k]);
        row[k] = value > row[k] ? value : row[k];
    }
}

// One sweep's view of a round.
struct Sweep {
    const SweepNumbers& numbers;
    const Clinics& clinics;
    const Rates& rates;
    const Cards& cards;
    i64 levels;
    double dollar;

    // 4.4
    void before_build(const View<i64, 1>& active, const Table& after, const Table& out) const {
        const i64 size = after.shape[2] * after.shape[3];
        for (i64 k = 0; k < active.shape[0]; ++k) {
            const i64 z = active(k);
            std::fill(out.at(z), out.at(z) + out.shape[1] * size, NONE);
            for (i64 i = clinics.first(z); i < clinics.first(z + 1); ++i) {
                const i64 to = clinics.to(i), cost = clinics.cost(i);
                const float value = clinics.build_value(i);
                for (i64 m = std::min(cost, levels); m <= levels; ++m) {
                    const bool rich = m == levels;
                    const float gain = rich ? value - static_cast<float>(static_cast<double>(cost) * dollar) : value;
                    const i64 left = rich ? m : m - cost;
                    if (clinics.spare(i) == 0) {
                        raise_row(out.at(z, m), after.at(to, left), gain, size);
                        continue;
                    }
                    for (i64 d = 0; d <= clinics.doctors(z); ++d)
                        for (i64 p = 0; p <= clinics.patients(z); ++p) {
                            const float more =
                                gain + static_cast<float>(spare_value(numbers, clinics, rates, dollar, i, d, p));
                            out(z, m, d, p) = std::max(out(z, m, d, p), after(to, left, d, p) + more);
                        }
                }
            }
        }
    }

    // 4.5
    void before_hire(const View<i64, 1>& active, i64 trio, const Table& after, const Table& out) const {
        const i64 patients = after.shape[3], size = after.shape[2] * patients;
        for (i64 k = 0; k < active.shape[0]; ++k) {
            const i64 z = active(k), entrances = clinics.entrances(z);
            const float helpers = static_cast<float>(helpers_value(numbers, clinics, rates, cards, trio, dollar, z));
            for (i64 m = 0; m <= levels; ++m) {
                const float* from = after.at(z, m);
                float* to = out.at(z, m);
                for (i64 at = 0; at < size; ++at) to[at] = from[at] + helpers;
            }
            for (i64 n = 1; n <= std::min<i64>(BOXES, clinics.doctors(z)); ++n) {
                const i64 cost = cards.doctors(trio, entrances, n);
                if (cost >= FAR) break;
                const float* delay = clinics.delay.at(clinics.config(z), clinics.cubes(z), DOCTOR, n);
                for (i64 m = std::min(cost, levels); m <= levels; ++m) {
                    const bool rich = m == levels;
                    const double paid = rich ? static_cast<double>(cost) * dollar : 0.0;
                    const float gain = static_cast<float>(helpers + static_cast<double>(n) * rates.newcomer - paid);
                    raise_delayed(out.at(z, m), after.at(z, rich ? m : m - cost) + n * patients, gain, delay,
                                  size - n * patients);
                }
            }
        }
    }

    // 4.6; refusing is free here.
    void before_admit(const View<i64, 1>& active, i64 trio, const Table& after, const Table& out) const {
        const i64 size = after.shape[2] * after.shape[3];
        for (i64 k = 0; k < active.shape[0]; ++k) {
            const i64 z = active(k);
            std::copy(after.at(z), after.at(z) + (levels + 1) * size, out.at(z));
            i64 n = 0;
            double total = 0.0;
            for (i64 box = 0; box < clinics.entrances(z); ++box) {
                const int colour = cards.queue(trio, box);
                if (colour < 0 || n == clinics.patients(z)) continue;
                ++n;
                total += rates.admitted(colour);
                const float* delay = clinics.delay.at(clinics.config(z), clinics.cubes(z), PATIENT, n);
                for (i64 m = 0; m <= levels; ++m)
                    raise_delayed(out.at(z, m), after.at(z, m) + n, static_cast<float>(total), delay, size - n);
            }
        }
    }

    void before_action(int step, const View<i64, 1>& active, i64 trio, const Table& after, const Table& out) const {
        switch (cards.actions(trio, step)) {
            case BUILD: return before_build(active, after, out);
            case HIRE: return before_hire(active, trio, after, out);
            case ADMIT: return before_admit(active, trio, after, out);
            default: break;
        }
        const i64 each = after.shape[1] * after.shape[2] * after.shape[3];
        for (i64 k = 0; k < active.shape[0]; ++k)
            std::copy(after.at(active(k)), after.at(active(k)) + each, out.at(active(k)));
    }

    void raise_to(const View<i64, 1>& active, const Table& table, const Table& other) const {
        const i64 each = table.shape[1] * table.shape[2] * table.shape[3];
        for (i64 k = 0; k < active.shape[0]; ++k) raise_row(table.at(active(k)), other.at(active(k)), 0.0f, each);
    }

    // 5.3: money may always be turned into points; only the levels below rich.
    void keep_or_buy(const View<i64, 1>& active, const Table& table) const {
        const i64 size = table.shape[2] * table.shape[3];
        for (i64 k = 0; k < active.shape[0]; ++k)
            for (i64 m = 1; m < levels; ++m)
                raise_row(table.at(active(k), m), table.at(active(k), m - 1), static_cast<float>(dollar), size);
    }
};

// A table of the same shape as another one, with nothing in it.
struct Scratch {
    explicit Scratch(const Table& like) : numbers(static_cast<std::size_t>(like.size()), NONE), table(like) {
        table.data = numbers.data();
    }
    std::vector<float> numbers;
    Table table;
};

}  // namespace
}  // namespace clinic::clin9ic

using namespace clinic;
using namespace clinic::clin9ic;

// The best of the trios from `begin` to `end` in their order, from the table after a round's actions, into a table of
// nothing. `near` are the places where the round may begin, and those where its first and its second action may end.
CLINIC_API void clin9ic_before_trios(const SweepNumbers* numbers, const Near* near, const Clinics* clinics,
                                     const Rates* rates, const Cards* cards, i64 begin, i64 end, i64 levels,
                                     double dollar, const Table* after, const Table* table) {
    const Sweep sweep{*numbers, *clinics, *rates, *cards, levels, dollar};
    const Scratch to_build(*after), one(*after), two(*after), three(*after);
    for (i64 i = begin; i < end; ++i) {
        const i64 trio = cards->order(i), shared = i > begin ? cards->shared(i) : 0;
        if (shared < 1) sweep.before_action(2, near->second, trio, *after, three.table);
        if (shared < 2) sweep.before_action(1, near->first, trio, three.table, two.table);
        if (cards->actions(trio, 0) == BUILD) {
            sweep.raise_to(near->first, to_build.table, two.table);
        } else if (shared < 3) {
            sweep.before_action(0, near->starts, trio, two.table, one.table);
            sweep.raise_to(near->starts, *table, one.table);
        }
    }
    sweep.before_build(near->starts, to_build.table, one.table);
    sweep.raise_to(near->starts, *table, one.table);
    sweep.keep_or_buy(near->starts, *table);
}

// The values of a trio after its first action and after its second, each at some places only. The last `shared` actions
// do the same as those of the trio before: the tables hold their results already.
CLINIC_API void clin9ic_within_trio(const SweepNumbers* numbers, const Near* near, const Clinics* clinics,
                                    const Rates* rates, const Cards* cards, i64 trio, i64 shared, i64 levels,
                                    double dollar, const Table* after, const Table* first, const Table* second) {
    const Sweep sweep{*numbers, *clinics, *rates, *cards, levels, dollar};
    if (shared < 1) sweep.before_action(2, near->second, trio, *after, *second);
    if (shared < 2) sweep.before_action(1, near->first, trio, *second, *first);
}

CLINIC_API void clin9ic_before_action(const SweepNumbers* numbers, i64 step, const View<i64, 1>* active,
                                      const Clinics* clinics, const Rates* rates, const Cards* cards, i64 trio,
                                      i64 levels, double dollar, const Table* after, const Table* out) {
    const Sweep sweep{*numbers, *clinics, *rates, *cards, levels, dollar};
    sweep.before_action(static_cast<int>(step), *active, trio, *after, *out);
}
