// The pricing problem of the linear relaxation: the best way to build, by dynamic programming (bounds/pricing_dp.py).
#include <algorithm>
#include <vector>

#include "clin9ic/world.hpp"

namespace clinic::clin9ic {

namespace {

constexpr double NOWHERE = -1e9;
constexpr i32 NO_STEP = -1;
constexpr int SECTIONS = 3;

// Every distinct result of one Build action; those of a point are a slice.
struct Builds {
    View<i32, 1> first, to, cost, pillars, lots, grounds;
};

// What each trio offers with each number of entrances.
struct Offers {
    View<i32, 3> actions;                     // [round, trio, step]
    View<i32, 4> doctors, nurses, orderlies;  // [round, trio, entrances, section] icons
    View<i32, 3> queue;                       // [round, trio, box]: a colour, or -1 for staff
    View<i32, 1> trios;                       // [round]: how many there are
};

// What the linear programme pays, by round, for what a path offers.
struct PathPrices {
    View<double, 1> money, upkeep;
    View<double, 2> doctors, nurses, orderlies;  // [round, section] an icon
    View<double, 2> patients;                    // [round, colour] a patient let in, who may also cost
    View<double, 2> beds;                        // [round, gardens]
    View<double, 1> operating, outpatients, doctor_room, patient_room, labs, supply, time, parking, lots, grounds;
    double pillar;
};

// What a path looks up besides its prices.
struct Ways {
    View<i32, 2> entry;    // [config, kind]: least time of a newcomer in any way of placing cubes
    View<i32, 1> least;    // by kind
    View<i32, 1> triages;  // by config
    i64 levels;            // entrances and gardens run from 0 to one less
    i64 triage_time;
};

double icons_value(const i32* counts, const double* prices, double extra) {
    double total = 0.0;
    for (int i = 0; i < SECTIONS; ++i) {
        const double value = prices[i] - extra;
        if (value > 0) total += counts[i] * value;
    }
    return total;
}

// 4.6: how far down the queue it pays to admit, nobody skipped, and the value of that.
std::pair<int, double> let_in(const i32* queue, i64 entrances, const double* prices, double extra) {
    int boxes = 0;
    double best = 0.0, total = 0.0;
    for (int box = 0; box < entrances; ++box) {
        if (queue[box] < 0) continue;
        total += prices[queue[box]] - extra;
        if (total > best) {
            boxes = box + 1;
            best = total;
        }
    }
    return {boxes, best};
}

struct Pricing {
    const Builds& builds;
    const Offers& offers;
    const PathPrices& prices;
    const Ways& ways;

    // The value of a build besides where it leads.
    double built(i64 i, i64 t) const {
        return prices.pillar * builds.pillars(i) + prices.lots(t) * builds.lots(i) +
               prices.grounds(t) * builds.grounds(i) - prices.money(t) * builds.cost(i);
    }

    // The value of a Hire or Admit action with a config and a number of entrances.
    double action_value(int kind, i64 t, i64 trio, i64 config, i64 entrances) const {
        if (kind == DONE) return 0.0;
        const double time = prices.time(t);
        const double relief = static_cast<double>(ways.triage_time * ways.triages(config)) * time;
        if (kind == ADMIT) {
            const double extra = ways.entry(config, PATIENT) * time;
            return let_in(offers.queue.at(t, trio), entrances, prices.patients.at(t), extra).second + relief;
        }
        auto extra = [&](int who) { return (ways.entry(config, who) - ways.least(who)) * time; };
        const double a = icons_value(offers.doctors.at(t, trio, entrances), prices.doctors.at(t), extra(DOCTOR));
        const double b = icons_value(offers.nurses.at(t, trio, entrances), prices.nurses.at(t), extra(NURSE));
        const double c = icons_value(offers.orderlies.at(t, trio, entrances), prices.orderlies.at(t), extra(ORDERLY));
        return a + b + c + relief;
    }

    // The same of all builds: every trio of a round asks for it.
    void all_built(i64 t, std::vector<double>& values) const {
        for (i64 i = 0; i < builds.to.size(); ++i) values[static_cast<std::size_t>(i)] = built(i, t);
    }

    void before_build(const double* after, const std::vector<double>& values, double* before, i64 points) const {
        for (i64 z = 0; z < points; ++z) {
            double best = NOWHERE;
            for (i64 i = builds.first(z); i < builds.first(z + 1); ++i)
                best = std::max(best, after[builds.to(i)] + values[static_cast<std::size_t>(i)]);
            before[z] = best;
        }
    }
};

}  // namespace
}  // namespace clinic::clin9ic

using namespace clinic;
using namespace clinic::clin9ic;

CLINIC_API i64 clin9ic_builds_size() { return sizeof(Builds); }
CLINIC_API i64 clin9ic_offers_size() { return sizeof(Offers); }
CLINIC_API i64 clin9ic_path_prices_size() { return sizeof(PathPrices); }
CLINIC_API i64 clin9ic_ways_size() { return sizeof(Ways); }

// The value of the best path from each point at the beginning of each round (its last row is given), and before each
// action of a trio, [round, trio, step, point], with the three actions of a round done at its last step.
CLINIC_API void clin9ic_best_paths(const Builds* builds, const Offers* offers, const PathPrices* prices,
                                   const Ways* ways, const View<double, 2>* business, const View<double, 2>* value,
                                   const View<double, 4>* within) {
    const Pricing pricing{*builds, *offers, *prices, *ways};
    const i64 rounds = offers->actions.shape[0], points = value->shape[1], levels = ways->levels;
    const i64 configs = ways->entry.shape[0];
    std::vector<double> gains(static_cast<std::size_t>(configs * levels));
    std::vector<double> values(static_cast<std::size_t>(builds->to.size()));
    for (i64 t = rounds - 1; t >= 0; --t) {
        pricing.all_built(t, values);
        std::fill(value->at(t), value->at(t) + points, NOWHERE);
        for (i64 trio = 0; trio < offers->trios(t); ++trio) {
            for (i64 z = 0; z < points; ++z) (*within)(t, trio, ACTIONS, z) = (*value)(t + 1, z) + (*business)(t, z);
            for (int step = ACTIONS - 1; step >= 0; --step) {
                const int kind = offers->actions(t, trio, step);
                const double* after = within->at(t, trio, step + 1);
                double* before = within->at(t, trio, step);
                if (kind == BUILD) {
                    pricing.before_build(after, values, before, points);
                    continue;
                }
                for (i64 config = 0; config < configs; ++config)
                    for (i64 entrances = 0; entrances < levels; ++entrances)
                        gains[static_cast<std::size_t>(config * levels + entrances)] =
                            pricing.action_value(kind, t, trio, config, entrances);
                for (i64 z = 0; z < points; ++z) before[z] = after[z] + gains[static_cast<std::size_t>(z / levels)];
            }
            for (i64 z = 0; z < points; ++z)
                (*value)(t, z) = std::max((*value)(t, z), (*within)(t, trio, 0, z));
        }
    }
}

// A best path from a point: the trio of each round, the number of each build, the boxes admitted.
CLINIC_API void clin9ic_trace_path(const Builds* builds, const Offers* offers, const PathPrices* prices,
                                   const Ways* ways, const View<double, 4>* within, i64 z, const View<i32, 1>* trios,
                                   const View<i32, 2>* steps) {
    const Pricing pricing{*builds, *offers, *prices, *ways};
    const i64 levels = ways->levels;
    for (i64 t = 0; t < offers->actions.shape[0]; ++t) {
        i64 trio = 0;
        for (i64 other = 1; other < within->shape[1]; ++other)
            if ((*within)(t, other, 0, z) > (*within)(t, trio, 0, z)) trio = other;
        (*trios)(t) = static_cast<i32>(trio);
        for (int step = 0; step < ACTIONS; ++step) {
            const int kind = offers->actions(t, trio, step);
            (*steps)(t, step) = NO_STEP;
            if (kind == ADMIT) {
                const double extra = ways->entry(z / (levels * levels), PATIENT) * prices->time(t);
                (*steps)(t, step) =
                    let_in(offers->queue.at(t, trio), z / levels % levels, prices->patients.at(t), extra).first;
            }
            if (kind != BUILD) continue;
            double most = -1e18;
            for (i64 i = builds->first(z); i < builds->first(z + 1); ++i) {
                const double value = (*within)(t, trio, step + 1, builds->to(i)) + pricing.built(i, t);
                if (value > most) {
                    most = value;
                    (*steps)(t, step) = static_cast<i32>(i);
                }
            }
            z = builds->to((*steps)(t, step));
        }
    }
}
