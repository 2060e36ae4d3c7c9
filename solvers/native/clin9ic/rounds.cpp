#include "clin9ic/rounds.hpp"

#include <numeric>

namespace clinic::clin9ic {

namespace {

// The place of the highest final score of a set, and the score.
std::pair<i64, int> best_final(const World& world, Goal goal, const Position* positions, std::size_t many) {
    i64 at = -1;
    int best = -1'000'000;
    for (std::size_t i = 0; i < many; ++i) {
        const int score = final_score(world, goal, positions[i]);
        if (score > best) {
            best = score;
            at = static_cast<i64>(i);
        }
    }
    return {at, best};
}

}  // namespace

Expander::Expander(const World& w, int bits, int asked_bits) : world(w), actor(w), business(w) {
    for (PositionSet& level : levels) level.reset(bits, asked_bits);
    out.reset(bits, asked_bits);
}

void Expander::start(const Position& p) {
    levels[0].clear();
    levels[0].insert(p, 0);
}

void Expander::run_action(const Trios& trios, int trio, int step, const Play& play) {
    const PositionSet& from = levels[step];
    actor.act(static_cast<Action>(trios.actions(trio, step)), trios.bottom.at(trio), trios.top.at(trio), play,
              from.data(), from.size(), levels[step + 1]);
}

void Expander::run_business(const Play& play, const RoundTables* tables, double least, int time_before) {
    levels[ENDS].clear();
    business.end_round(play, tables, least, time_before, levels[ACTIONS].data(), levels[ACTIONS].size(), levels[ENDS]);
}

void Expander::run_trio(const Trios& trios, int trio, const Position& p, const Play& play) {
    start(p);
    for (int step = 0; step < ACTIONS; ++step) run_action(trios, trio, step, play);
    run_business(play, nullptr, 0.0, p[of::time]);
}

void Expander::all_ends(const Trios& trios, const Position& p, const Play& play) {
    out.clear();
    for (int trio = 0; trio < trios.many(); ++trio) {
        run_trio(trios, trio, p, play);
        for (int level = 1; level <= ENDS; ++level) generated += static_cast<i64>(levels[level].size());
        const PositionSet& ends = levels[ENDS];
        for (std::size_t i = 0; i < ends.size(); ++i) out.insert(ends[i], trio);
    }
}

double Expander::best_ends(const Trios& trios, const Position& p, bool cubes, const Cutoff& cutoff,
                           std::size_t most_mid, std::size_t most_ends) {
    out.clear();
    values.clear();
    const int many = trios.many();
    std::vector<double> bounds(static_cast<std::size_t>(many));
    std::vector<int> order(static_cast<std::size_t>(many));
    std::iota(order.begin(), order.end(), 0);
    for (int trio : order) bounds[static_cast<std::size_t>(trio)] = bound(world, cutoff.now, trio, 0, p);
    auto higher = [&](int a, int b) { return bounds[static_cast<std::size_t>(a)] > bounds[static_cast<std::size_t>(b)]; };
    std::stable_sort(order.begin(), order.end(), higher);
    double least = cutoff.least, dropped = NO_BOUND;
    for (int trio : order) {
        if (bounds[static_cast<std::size_t>(trio)] < least) break;
        const double lost =
            ends_of_trio(trios, trio, p, trio, cubes, cutoff, nullptr, least, most_mid, most_ends);
        dropped = std::max(dropped, lost);
    }
    return dropped;
}

void Expander::ends_from_many(const Trios& trios, int trio, const Position* from, std::size_t many, bool cubes,
                              const Cutoff& cutoff, const RoundTables* tables) {
    out.clear();
    values.clear();
    double least = cutoff.least;
    for (std::size_t i = 0; i < many; ++i)
        ends_of_trio(trios, trio, from[i], static_cast<i32>(i), cubes, cutoff, tables, least, 0, 0);
}

// Add the ends of round by one trio to `out`; in the last round only a better one than before, and `least` rises.
double Expander::ends_of_trio(const Trios& trios, int trio, const Position& p, i32 source, bool cubes,
                              const Cutoff& cutoff, const RoundTables* tables, double& least, std::size_t most_mid,
                              std::size_t most_ends) {
    const Play play{false, cubes};
    double dropped = NO_BOUND;
    start(p);
    for (int step = 0; step < ACTIONS; ++step) {
        run_action(trios, trio, step, play);
        PositionSet& level = levels[step + 1];
        generated += static_cast<i64>(level.size());
        if (tables) {
            prune(world, step == 0 ? tables->first : step == 1 ? tables->second : tables->third, level, least);
            if (step == ACTIONS - 1) prune(world, tables->after, level, least);
        }
        const double lost = keep_best(level, least, most_mid, bounds_, [&](const Position& at) {
            return bound(world, cutoff.now, trio, step + 1, at);
        });
        dropped = std::max(dropped, lost);
    }
    run_business(play, tables, least, p[of::time]);
    PositionSet& ends = levels[ENDS];
    generated += static_cast<i64>(ends.size());
    if (cutoff.last) {
        const auto [at, score] = best_final(world, static_cast<Goal>(cutoff.goal), ends.data(), ends.size());
        if (at >= 0 && score >= least) {
            out.clear();
            out.insert(ends[static_cast<std::size_t>(at)], source);
            values.assign(1, score);
            least = score + 1.0;
        }
        return dropped;
    }
    if (tables) {
        prune(world, tables->end, ends, least);
        prune(world, tables->ahead, ends, least);
    }
    const double lost = keep_best(ends, least, most_ends, bounds_,
                                  [&](const Position& at) { return bound(world, cutoff.after, at); });
    for (std::size_t i = 0; i < ends.size(); ++i)
        if (out.insert(ends[i], source)) values.push_back(bounds_[i]);
    return std::max(dropped, lost);
}

}  // namespace clinic::clin9ic

using namespace clinic;
using namespace clinic::clin9ic;

namespace {

constexpr i64 GIVEN_UP = -1, NO_MEMORY = -2;

// How many ends there are now; or that it was given up, or that there is no memory for them.
template <class Work>
i64 ends_by(Expander& expander, Work&& work) {
    try {
        work();
        return static_cast<i64>(expander.out.size());
    } catch (const GivenUp&) {
        return GIVEN_UP;
    } catch (const std::bad_alloc&) {
        return NO_MEMORY;
    }
}

}  // namespace

CLINIC_API i64 clin9ic_trios_size() { return sizeof(Trios); }
CLINIC_API i64 clin9ic_cutoff_size() { return sizeof(Cutoff); }

CLINIC_API Expander* clin9ic_expander_new(const World* world, i64 bits, i64 asked_bits) {
    return new Expander(*world, static_cast<int>(bits), static_cast<int>(asked_bits));
}
CLINIC_API void clin9ic_expander_free(Expander* expander) { delete expander; }
CLINIC_API i64 clin9ic_expander_generated(const Expander* expander) { return expander->generated; }

CLINIC_API i64 clin9ic_all_ends(Expander* expander, const Trios* trios, u64 first, u64 second, i64 full, i64 cubes) {
    return ends_by(*expander, [&] {
        expander->all_ends(*trios, Position{{first, second}}, Play{full != 0, cubes != 0});
    });
}

CLINIC_API i64 clin9ic_best_ends(Expander* expander, const Trios* trios, u64 first, u64 second, i64 cubes,
                                 const Cutoff* cutoff, i64 most_mid, i64 most_ends, const View<double, 1>* dropped) {
    return ends_by(*expander, [&] {
        (*dropped)(0) = expander->best_ends(*trios, Position{{first, second}}, cubes != 0, *cutoff,
                                            static_cast<std::size_t>(most_mid), static_cast<std::size_t>(most_ends));
    });
}

// `may_grow` is asked before a large set doubles; if it says no, the work is given up.
CLINIC_API i64 clin9ic_ends_from_many(Expander* expander, const Trios* trios, i64 trio, const View<u64, 2>* words,
                                      i64 cubes, const Cutoff* cutoff, const RoundTables* tables,
                                      PositionSet::MayGrow may_grow) {
    for (PositionSet& level : expander->levels) level.may_grow = may_grow;
    expander->out.may_grow = may_grow;
    const i64 found = ends_by(*expander, [&] {
        expander->ends_from_many(*trios, static_cast<int>(trio), reinterpret_cast<const Position*>(words->data),
                                 static_cast<std::size_t>(words->shape[0]), cubes != 0, *cutoff, tables);
    });
    for (PositionSet& level : expander->levels) level.may_grow = nullptr;
    expander->out.may_grow = nullptr;
    return found;
}

// Copy what was found last; `values` may be empty.
CLINIC_API void clin9ic_found(const Expander* expander, const View<u64, 2>* words, const View<i32, 1>* sources,
                              const View<double, 1>* values) {
    const std::size_t many = expander->out.size();
    std::copy(expander->out.data(), expander->out.data() + many, reinterpret_cast<Position*>(words->data));
    std::copy(expander->out.origins(), expander->out.origins() + many, sources->data);
    if (values->shape[0]) std::copy(expander->values.begin(), expander->values.end(), values->data);
}

// Whether an end of round can be reached from a position by a trio; then `path` has the positions after each action.
CLINIC_API i64 clin9ic_path(Expander* expander, const Trios* trios, i64 trio, u64 first, u64 second, u64 end_first,
                            u64 end_second, i64 cubes, const View<u64, 2>* path) {
    expander->run_trio(*trios, static_cast<int>(trio), Position{{first, second}}, Play{false, cubes != 0});
    const PositionSet& ends = expander->levels[ENDS];
    const Position end{{end_first, end_second}};
    const Position* last = ends.data() + ends.size();
    const Position* found = std::find(ends.data(), last, end);
    if (found == last) return 0;
    auto* steps = reinterpret_cast<Position*>(path->data);
    std::size_t at = static_cast<std::size_t>(found - ends.data());
    for (int level = ENDS; level >= 0; --level) {
        steps[level] = expander->levels[level][at];
        at = static_cast<std::size_t>(expander->levels[level].origin(at));
    }
    return 1;
}

CLINIC_API i64 clin9ic_best_final(const World* world, i64 goal, const View<u64, 2>* words, const View<i64, 1>* at) {
    const auto [place, score] = best_final(*world, static_cast<Goal>(goal), reinterpret_cast<Position*>(words->data),
                                           static_cast<std::size_t>(words->shape[0]));
    (*at)(0) = place;
    return score;
}

CLINIC_API i64 clin9ic_can_pair(i64 doctors, i64 patients, i64 nurses, i64 operating) {
    return can_pair(static_cast<People>(doctors), static_cast<People>(patients), static_cast<int>(nurses),
                    static_cast<int>(operating));
}

CLINIC_API double clin9ic_price(const World* world, const View<double, 1>* path, const View<double, 1>* prices,
                                u64 first, u64 second) {
    return price(*world, path->data, prices->data, Position{{first, second}});
}

// Raise the bounds of many positions to those of one more kind of play.
CLINIC_API void clin9ic_raise_bounds(const World* world, const View<double, 1>* path, const View<double, 1>* prices,
                                     const View<u64, 2>* words, const View<double, 1>* found) {
    for (i64 i = 0; i < words->shape[0]; ++i) {
        const Position p{{(*words)(i, 0), (*words)(i, 1)}};
        (*found)(i) = std::max((*found)(i), price(*world, path->data, prices->data, p));
    }
}

// The positions after each action before one, on the way to a place in the level of that action.
CLINIC_API void clin9ic_path_to(const Expander* expander, i64 step, i64 place, const View<u64, 2>* path) {
    auto* steps = reinterpret_cast<Position*>(path->data);
    auto at = static_cast<std::size_t>(place);
    for (i64 level = step; level > 0; --level) {
        steps[level - 1] = expander->levels[level][at];
        at = static_cast<std::size_t>(expander->levels[level].origin(at));
    }
}
