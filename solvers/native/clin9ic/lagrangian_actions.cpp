// The actions of a round in the dynamic programme: from the values after an action to the values before it.
//
// Doctors and patients of a place are computed as one row, [doctors, patients] flat: whoever is hired or admitted is
// the same row a few entries further on. Entries that mean nothing stay far below zero whatever is added to them.
#include <mutex>
#include <span>
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

// Another row, and what is gained with it.
struct Source {
    const float* row;
    float gain;
};

// The same for several rows, four at a time: most of the work is to read and write the row itself.
void raise_to_all(float* row, const std::vector<Source>& sources, i64 many) {
    std::size_t i = 0;
    for (; i + 4 <= sources.size(); i += 4) {
        const auto [a, gain_a] = sources[i];
        const auto [b, gain_b] = sources[i + 1];
        const auto [c, gain_c] = sources[i + 2];
        const auto [d, gain_d] = sources[i + 3];
        for (i64 k = 0; k < many; ++k) {
            const float one = std::max(a[k] + gain_a, b[k] + gain_b), two = std::max(c[k] + gain_c, d[k] + gain_d);
            row[k] = std::max(row[k], std::max(one, two));
        }
    }
    for (; i < sources.size(); ++i) raise_row(row, sources[i].row, sources[i].gain, many);
}

// A build of a place: several lead to the same place, and only the best for what one has matters.
struct BuildStep {
    i64 to, cost;
    float gain;
};

// The builds of every place that may be best, for whoever has so much that money is no limit, and for all others.
class BuildSteps {
  public:
    BuildSteps(const Clinics& clinics, double dollar) {
        const i64 places = clinics.first.shape[0] - 1;
        for (i64 z = 0; z < places; ++z) {
            rich_begin_.push_back(rich_.size());
            poor_begin_.push_back(poor_.size());
            for (i64 i = clinics.first(z); i < clinics.first(z + 1); ++i) {
                if (clinics.spare(i) != 0) continue;
                const i64 cost = clinics.cost(i);
                const float paid = static_cast<float>(static_cast<double>(cost) * dollar);
                add(rich_, rich_begin_.back(), {clinics.to(i), 0, clinics.build_value(i) - paid});
                add(poor_, poor_begin_.back(), {clinics.to(i), cost, clinics.build_value(i)});
            }
        }
        rich_begin_.push_back(rich_.size());
        poor_begin_.push_back(poor_.size());
    }

    std::span<const BuildStep> rich(i64 z) const { return part(rich_, rich_begin_, z); }
    std::span<const BuildStep> poor(i64 z) const { return part(poor_, poor_begin_, z); }

  private:
    // Unless another one to the same place costs no more and gains no less.
    static void add(std::vector<BuildStep>& steps, std::size_t begin, const BuildStep& step) {
        for (std::size_t i = begin; i < steps.size(); ++i) {
            BuildStep& other = steps[i];
            if (other.to != step.to) continue;
            if (other.cost <= step.cost && other.gain >= step.gain) return;
            if (other.cost >= step.cost && other.gain <= step.gain) {
                other = step;
                return;
            }
        }
        steps.push_back(step);
    }

    static std::span<const BuildStep> part(const std::vector<BuildStep>& steps, const std::vector<std::size_t>& begin,
                                           i64 z) {
        const auto at = static_cast<std::size_t>(z);
        return {steps.data() + begin[at], begin[at + 1] - begin[at]};
    }

    std::vector<BuildStep> rich_, poor_;
    std::vector<std::size_t> rich_begin_, poor_begin_;
};

// One sweep's view of a round.
struct Sweep {
    const SweepNumbers& numbers;
    const Clinics& clinics;
    const Rates& rates;
    const Cards& cards;
    i64 levels;
    double dollar;
    BuildSteps steps{clinics, dollar};

    // The entries of a row of a place that mean anything: there are never more doctors in its clinic.
    i64 entries(i64 z, const Table& table) const { return (clinics.doctors(z) + 1) * table.shape[3]; }

    // 4.4
    void before_build(const View<i64, 1>& active, const Table& after, const Table& out) const {
        std::vector<Source> sources;
        for (i64 k = 0; k < active.shape[0]; ++k) {
            const i64 z = active(k), size = entries(z, after);
            for (i64 m = 0; m <= levels; ++m) {
                sources.clear();
                if (m == levels) {
                    for (const BuildStep& step : steps.rich(z)) sources.push_back({after.at(step.to, m), step.gain});
                } else {
                    for (const BuildStep& step : steps.poor(z))
                        if (step.cost <= m) sources.push_back({after.at(step.to, m - step.cost), step.gain});
                }
                std::fill(out.at(z, m), out.at(z, m) + size, NONE);
                raise_to_all(out.at(z, m), sources, size);
            }
            upgrade_ground_floor(z, after, out);
        }
    }

    // Where lots may have to be bought with an upgrade of Floor-1, their number depends on who is there.
    void upgrade_ground_floor(i64 z, const Table& after, const Table& out) const {
        for (i64 i = clinics.first(z); i < clinics.first(z + 1); ++i) {
            if (clinics.spare(i) == 0) continue;
            const i64 to = clinics.to(i), cost = clinics.cost(i);
            const float value = clinics.build_value(i);
            for (i64 m = std::min(cost, levels); m <= levels; ++m) {
                const bool rich = m == levels;
                const float gain = rich ? value - static_cast<float>(static_cast<double>(cost) * dollar) : value;
                const i64 left = rich ? m : m - cost;
                for (i64 d = 0; d <= clinics.doctors(z); ++d)
                    for (i64 p = 0; p <= clinics.patients(z); ++p) {
                        const float more =
                            gain + static_cast<float>(spare_value(numbers, clinics, rates, dollar, i, d, p));
                        out(z, m, d, p) = std::max(out(z, m, d, p), after(to, left, d, p) + more);
                    }
            }
        }
    }

    // 4.5
    void before_hire(const View<i64, 1>& active, i64 trio, const Table& after, const Table& out) const {
        const i64 patients = after.shape[3];
        for (i64 k = 0; k < active.shape[0]; ++k) {
            const i64 z = active(k), entrances = clinics.entrances(z), size = entries(z, after);
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
        for (i64 k = 0; k < active.shape[0]; ++k) {
            const i64 z = active(k), size = entries(z, after);
            for (i64 m = 0; m <= levels; ++m) std::copy(after.at(z, m), after.at(z, m) + size, out.at(z, m));
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
        for (i64 k = 0; k < active.shape[0]; ++k)
            for (i64 m = 0; m <= levels; ++m)
                raise_row(table.at(active(k), m), other.at(active(k), m), 0.0f, entries(active(k), table));
    }

    // 5.3: money may always be turned into points; only the levels below rich.
    void keep_or_buy(const View<i64, 1>& active, const Table& table) const {
        for (i64 k = 0; k < active.shape[0]; ++k)
            for (i64 m = 1; m < levels; ++m)
                raise_row(table.at(active(k), m), table.at(active(k), m - 1), static_cast<float>(dollar),
                          entries(active(k), table));
    }
};

// Memory that was used before: to have it anew from the system for every round would take longer than the sweeps.
class Pool {
  public:
    std::vector<float> take() {
        const std::lock_guard hold(lock_);
        if (free_.empty()) return {};
        std::vector<float> found = std::move(free_.back());
        free_.pop_back();
        return found;
    }
    void give(std::vector<float> numbers) {
        const std::lock_guard hold(lock_);
        if (free_.size() < MOST) free_.push_back(std::move(numbers));
    }

  private:
    static constexpr std::size_t MOST = 16;
    std::mutex lock_;
    std::vector<std::vector<float>> free_;
};
Pool pool;

// A table of the same shape as another one, with nothing in it.
class Scratch {
  public:
    explicit Scratch(const Table& like) : table(like), numbers_(pool.take()) {
        numbers_.assign(static_cast<std::size_t>(like.size()), NONE);
        table.data = numbers_.data();
    }
    ~Scratch() { pool.give(std::move(numbers_)); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    Table table;

  private:
    std::vector<float> numbers_;
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
