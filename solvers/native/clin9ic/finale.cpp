// The last round by branch and bound: the best final score from a position.
//
// After the three actions hardly anything is open any more, so a short sum (`bound_after_actions`) bounds what Business and Admin
// can bring; only positions whose bound beats the best score so far are followed.
#include <numeric>

#include "clin9ic/rounds.hpp"

namespace clinic::clin9ic {

namespace {

constexpr int NOBODY = -1'000'000;  // no play scores this little

// The most patients that can be treated, whatever their colours.
int most_treated(const World& world, const Position& p, int outpatients) {
    const int config = world.shape(p).config, doctors = total_of(p.doctors()), patients = total_of(p.patients());
    int most = 0;
    for (int used = 0; used < (outpatients ? 2 : 1); ++used)
        for (int operating = 0; operating <= world.most_operating; ++operating)
            for (int others = 0; others <= (used ? outpatients : 0); ++others) {
                const int rooms = world.beds(config, used != 0, doctors, patients, operating, others);
                if (rooms >= 0) most = std::max(most, rooms + operating + others);
            }
    return std::min({most, doctors, patients});
}

// 5.1-5.3, 6.2 and section 7: income left over as points, less what patients who are not treated cost, at most.
//
// So many can be treated, and so many of them by doctors of another colour. Severe patients pay most, unless all income
// goes into expenses: then it is best to treat the mild ones, who cost more when they stay.
int most_of_care(const World& world, const Position& p, int due, int most, int unlike) {
    const Rules& rules = world.rules;
    const People people = p.patients();
    const int gardens = p[of::gardens];
    int left = most, income = 0, staying = 0;
    for (int colour = RED; colour >= 0; --colour) {
        const int patients = of_colour(people, colour);
        const int like = std::min({left, patients, of_colour(p.doctors(), colour)});
        const int others = std::min({left - like, patients - like, unlike});
        const int treated = like + others;
        left -= treated;
        unlike -= others;
        income += treated * (rules.pay[colour] + gardens);
        staying += (colour == RED ? rules.death_cost : rules.untreated_cost) * (patients - treated);
    }
    const int dying = of_colour(people, RED), mild = total_of(people) - dying;
    const int least = rules.untreated_cost * std::max(0, mild - most) +
                      rules.death_cost * std::max(0, dying - std::max(0, most - mild));
    const int surplus = income - due, each = rules.popularity_price;
    const int points = surplus >= 0 ? surplus / each : -((-surplus + each - 1) / each);
    return std::max(points - staying, -least);
}

// 6.1 and section 7: points of all doctors after Admin, and of the popularity that laboratories give.
int teaching(const World& world, const Position& p) {
    const Rules& rules = world.rules;
    int labs = world.config(p).labs, points = 0;
    for (int colour = 0; colour < COLOURS; ++colour)
        points += rules.points[rules.decayed[colour]] * of_colour(p.doctors(), colour);
    for (int colour : rules.taught_first) {
        const int taught = std::min(labs, of_colour(p.doctors(), colour));
        points += taught * (1 + rules.points[rules.taught[colour]] - rules.points[rules.decayed[colour]]);
        labs -= taught;
    }
    return points;
}

// No play scores more from a position after the three actions of the last round.
int bound_after_actions(const World& world, Goal goal, const Position& p) {
    const Rules& rules = world.rules;
    const Config& config = world.config(p);
    const People people = p.doctors();
    const int doctors = total_of(people);
    if (goal == DOCTORS_GOAL) return doctors;
    if (goal == STAFF_GOAL) return doctors + p[of::nurses] + p[of::orderlies];
    if (goal == SKILLED_GOAL) return std::min(doctors, of_colour(people, 2) + of_colour(people, 3) + config.labs);
    const int outpatients = p[of::outpatient] != UNUSED ? config.outpatients : 0;
    const int most = most_treated(world, p, outpatients);
    if (goal == TREATED_GOAL) return p[of::treated] + most;
    const int nurses = p[of::nurses];
    const int pillars = std::max(0, config.pillars_needed - p[of::pillars]);
    const int gardens = std::max(0, config.gardens_needed - p[of::gardens]);
    int fixed = teaching(world, p) + nurses + config.room_points - pillar_cost(pillars) - rules.garden_cost * gardens;
    fixed -= std::max(0, p[of::time] - rules.outpatient_time * outpatients) / rules.time_per_point;
    const int unlike = nurses + config.operating + outpatients;
    const int popularity = p.popularity() + p[of::units];
    // Who loses all popularity (4.6) has nothing more to lose: patients who stay or go cost them nothing.
    return fixed + std::max(popularity + most_of_care(world, p, expenses(world, p, 0), most, unlike), 0);
}

class LastRound {
  public:
    LastRound(Expander& expander, Goal goal, const Trios& trios)
        : expander_(expander), world_(expander.world), goal_(goal), trios_(trios) {}

    // The best final score by the actions of a trio from number `first` on, if at least `least`; its end in `out`.
    // Starts from the positions in that level; `before` is the time at the beginning of the round. NOBODY where nothing
    // is as good. Conveyors are not built when nobody comes after that.
    int best_from(int trio, int first, int before, bool cubes, int least, Position& out) {
        for (int step = first; step < ACTIONS - 1; ++step) {
            bool coming = false;
            for (int later = step + 1; later < ACTIONS; ++later)
                coming |= trios_.actions(trio, later) == HIRE || trios_.actions(trio, later) == ADMIT;
            expander_.run_action(trios_, trio, step, Play{false, cubes && coming});
        }
        if (first < ACTIONS) follow_last_action(trio, before, least);
        const PositionSet& after = expander_.levels[ACTIONS];
        std::vector<int> bounds(after.size());
        std::vector<std::size_t> order(after.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        for (std::size_t i : order) bounds[i] = bound_of(after[i], before);
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return bounds[a] > bounds[b]; });
        int best = NOBODY;
        PositionSet& ends = expander_.levels[ENDS];
        for (std::size_t i : order) {
            if (bounds[i] < least) break;
            ends.clear();
            expander_.business.end_round(Play{false, cubes}, nullptr, 0.0, before, &after[i], 1, ends);
            for (std::size_t k = 0; k < ends.size(); ++k) {
                const int score = final_score(world_, goal_, ends[k]);
                if (score < least) continue;
                out = ends[k];
                best = score;
                least = score + 1;
            }
        }
        return best;
    }

  private:
    int bound_of(Position p, int before) const {
        settle_phase(world_, p, before);
        return bound_after_actions(world_, goal_, p);
    }

    // The last action, from each position by itself; what cannot be good enough is not even stored.
    void follow_last_action(int trio, int before, int least) {
        const PositionSet& from = expander_.levels[ACTIONS - 1];
        PositionSet& scratch = expander_.levels[ENDS];
        PositionSet& to = expander_.levels[ACTIONS];
        to.clear();
        for (std::size_t i = 0; i < from.size(); ++i) {
            expander_.actor.act(static_cast<Action>(trios_.actions(trio, ACTIONS - 1)), trios_.bottom.at(trio),
                                trios_.top.at(trio), Play{false, false}, &from[i], 1, scratch);
            for (std::size_t k = 0; k < scratch.size(); ++k)
                if (bound_of(scratch[k], before) >= least) to.insert(scratch[k], static_cast<i32>(i));
        }
    }

    Expander& expander_;
    const World& world_;
    Goal goal_;
    const Trios& trios_;
};

}  // namespace
}  // namespace clinic::clin9ic

using namespace clinic;
using namespace clinic::clin9ic;

// The best final score of a last round that is at least `least`, its end in `out` and its trio in `chosen`.
CLINIC_API i64 clin9ic_best_last(Expander* expander, i64 goal, const Trios* trios, u64 first, u64 second, i64 cubes,
                                 i64 least, const View<u64, 1>* out, const View<i64, 1>* chosen) {
    LastRound last(*expander, static_cast<Goal>(goal), *trios);
    const Position p{{first, second}};
    Position end{};
    int best = NOBODY, at_least = static_cast<int>(least);
    (*chosen)(0) = -1;
    for (int trio = 0; trio < trios->many(); ++trio) {
        expander->start(p);
        const int score = last.best_from(trio, 0, p[of::time], cubes != 0, at_least, end);
        if (score < at_least) continue;
        best = score;
        at_least = score + 1;
        (*chosen)(0) = trio;
        (*out)(0) = end.word[0];
        (*out)(1) = end.word[1];
    }
    return best;
}

// Every way to build the top floor card in a round by a trio: positions right after it in `points`, and in `about` the
// action, whether the Build action has a component left, and the position before that action in its level. Returns how
// many there are; if there is no room for them, only so many are filled in. `closed` is the deal with no floor to build.
CLINIC_API i64 clin9ic_turning_points(const World* world, Expander* closed, const Trios* trios, i64 trio, u64 first,
                                      u64 second, i64 cubes, const View<u64, 2>* points, const View<i64, 2>* about) {
    i64 done = 0;
    closed->start(Position{{first, second}});
    for (int step = 0; step < ACTIONS; ++step) {
        const PositionSet& level = closed->levels[step];
        if (trios->actions(trio, step) == BUILD)
            for (std::size_t i = 0; i < level.size(); ++i)
                for (int code = -1; code < components(*world, level[i]); ++code) {
                    Position p = level[i];
                    if (code == FLOOR || (code >= 0 && !build_component(closed->world, p, code))) continue;
                    if (!build_component(*world, p, FLOOR)) continue;
                    if (done < points->shape[0]) {
                        (*points)(done, 0) = p.word[0];
                        (*points)(done, 1) = p.word[1];
                        (*about)(done, 0) = step;
                        (*about)(done, 1) = code < 0;
                        (*about)(done, 2) = static_cast<i64>(i);
                    }
                    ++done;
                }
        closed->run_action(*trios, static_cast<int>(trio), step, Play{false, cubes != 0});
    }
    return done;
}

// The turning point with the best sum over both orders of the hidden cards, if it beats a number; -1 if none does.
// With a target above NOBODY orders that reach it are counted, otherwise scores. `ends` and `scores` are those of the
// best point in each order.
CLINIC_API i64 clin9ic_best_point(Expander* one, Expander* other, i64 goal, const Trios* trios, i64 trio, i64 before,
                                  i64 cubes, const View<u64, 2>* points, const View<i64, 2>* about, i64 target,
                                  i64 beat, const View<u64, 2>* ends, const View<i64, 1>* scores) {
    i64 best = -1;
    Expander* const expanders[2] = {one, other};
    for (i64 i = 0; i < points->shape[0]; ++i) {
        const Position point{{(*points)(i, 0), (*points)(i, 1)}};
        const int step = static_cast<int>((*about)(i, 0));
        i64 total = 0;
        Position found[2] = {};
        int tried[2] = {};
        for (int order = 0; order < 2; ++order) {
            Expander& expander = *expanders[order];
            PositionSet& level = expander.levels[step + 1];
            level.clear();
            level.insert(point, 0);
            if ((*about)(i, 1))
                for (int code = 0; code < components(expander.world, point); ++code) {
                    Position p = point;
                    if (build_component(expander.world, p, code)) level.insert(p, 0);
                }
            const i64 least = order && target == NOBODY ? beat + 1 - tried[0] : NOBODY + 1;
            LastRound last(expander, static_cast<Goal>(goal), *trios);
            tried[order] = last.best_from(static_cast<int>(trio), step + 1, static_cast<int>(before), cubes != 0,
                                          static_cast<int>(least), found[order]);
            total += target == NOBODY ? tried[order] : tried[order] >= target;
        }
        if (total > beat) {
            best = i;
            beat = total;
            for (int order = 0; order < 2; ++order) {
                (*ends)(order, 0) = found[order].word[0];
                (*ends)(order, 1) = found[order].word[1];
                (*scores)(order) = tried[order];
            }
        }
    }
    return best;
}
