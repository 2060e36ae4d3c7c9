#include "clin9ic/value_function.hpp"

#include <algorithm>

namespace clinic::clin9ic {

namespace {

constexpr double NOTHING = -1e9;
constexpr double HIDDEN_FROM = 1;  // 3.1: while only Floor-1 stands, the card after next is hidden, and nobody can plan with it

// 5.3: how many of the units had best be points, the others being dollars, and the value of that.
Settled split(const World& world, const FittedValue& fitted, const Position& p) {
    const int money = p[of::money], units = p[of::units], each = world.rules.popularity_price;
    Settled best{NOTHING, 0};
    for (int points = 0; points <= units; ++points) {
        const double value = points + fitted.savings(std::min(MOST_MONEY, money + each * (units - points)));
        if (value > best.value) best = {value, points};
    }
    return best;
}

// The value of an end of a round; in the last round the final score.
Settled value_at_end(const World& world, const FittedValue& fitted, Goal goal, bool last, const Position& p) {
    if (last) return {static_cast<double>(final_score(world, goal, p)), p[of::units]};
    return value_of(world, fitted, goal, p);
}

// 5.1, roughly: everybody who can be is treated, like colours first. The income, and how many were treated.
std::pair<int, int> treat_roughly(const World& world, const View<double, 2>& layout, const Position& p,
                                  int (&doctors)[COLOURS], int (&patients)[COLOURS]) {
    int beds = static_cast<int>(layout(world.shape(p).config, BEDS)), nurses = p[of::nurses];
    const int gardens = p[of::gardens];
    int income = 0, treated = 0;
    for (int apart = 0; apart < COLOURS; ++apart)
        for (int colour = RED; colour >= 0; --colour)
            for (int other : {colour - apart, colour + apart}) {
                if (other < 0 || other > RED) continue;
                while (patients[colour] > 0 && doctors[other] > 0 && beds > 0 && nurses >= apart) {
                    --patients[colour];
                    --doctors[other];
                    --beds;
                    nurses -= apart;
                    ++treated;
                    income += world.rules.pay[colour] + gardens;
                }
            }
    const bool idle = doctors[0] + doctors[1] + doctors[2] + doctors[3] > 0;
    if (p[of::outpatient] == USED && idle)
        for (int colour = RED; colour >= 0; --colour)
            if (patients[colour] > 0) {
                --patients[colour];
                return {income + world.rules.outpatient_pay, treated + 1};
            }
    return {income, treated};
}

}  // namespace

void features(const World& world, const View<double, 2>& layout, const Position& p, double* out) {
    const Config& config = world.config(p);
    const double* room = layout.at(world.shape(p).config);
    const People mine = p.doctors(), theirs = p.patients();
    const int doctors = total_of(mine), patients = total_of(theirs);
    const int nurses = p[of::nurses], orderlies = p[of::orderlies];
    const int entrances = p[of::entrances], gardens = p[of::gardens];
    const int pillars = std::max(0, config.pillars_needed - p[of::pillars]);
    const double busy = std::min(static_cast<double>(doctors), room[BEDS]);
    const int parking = parking_of(world, p) - cars_of(p);
    int match = 0;
    out[0] = 1.0;
    for (int colour = 0; colour < COLOURS; ++colour) {
        out[1 + colour] = of_colour(mine, colour);
        out[5 + colour] = of_colour(theirs, colour);
        match += std::min(of_colour(mine, colour), of_colour(theirs, colour));
    }
    out[9] = nurses, out[10] = nurses * nurses, out[11] = orderlies;
    out[12] = entrances, out[13] = entrances * entrances, out[14] = gardens;
    out[15] = pillars, out[16] = pillars * pillars;
    out[17] = std::max(0, config.gardens_needed - gardens);
    out[18] = config.room_points, out[19] = config.labs, out[20] = config.triages;
    out[21] = config.outpatients, out[22] = config.operating, out[23] = config.upkeep;
    out[24] = room[FLOORS], out[25] = room[UPGRADES], out[26] = room[ENTRY];
    out[27] = busy, out[28] = busy * busy, out[29] = busy * gardens;
    out[30] = busy * entrances, out[31] = busy * nurses;
    out[32] = std::min(6.0, room[DOCTOR_ROOM] - doctors);
    out[33] = std::min(6.0, room[PATIENT_ROOM] - patients);
    out[34] = room[SUPPLY] - orderlies;
    out[35] = std::min(8, parking), out[36] = std::max(0, 4 - parking);
    out[37] = std::max(0.0, patients - busy);
    out[38] = match;
    out[39] = world.rules.dice - world.least_dice(world.rank(mine), world.rank(theirs));
    out[40] = std::min(world.rules.orderly_saves * orderlies, config.upkeep);
    out[41] = std::min(doctors, config.labs);
}

double settled_score(const World& world, Goal goal, const Position& p) {
    if (goal == POPULARITY_GOAL)
        return p.popularity() - p[of::time] / static_cast<double>(world.rules.time_per_point);
    return goal == TREATED_GOAL ? p[of::treated] : 0.0;
}

Settled value_of(const World& world, const FittedValue& fitted, Goal goal, const Position& p) {
    double numbers[FEATURES];
    features(world, fitted.layout, p, numbers);
    Settled best = split(world, fitted, p);
    for (int i = 0; i < FEATURES; ++i) best.value += fitted.weights(i) * numbers[i];
    best.value += settled_score(world, goal, p);
    return best;
}

Position guess_end(const World& world, const View<double, 2>& layout, Position p) {
    const Rules& rules = world.rules;
    int doctors[COLOURS], patients[COLOURS];
    for (int colour = 0; colour < COLOURS; ++colour) {
        doctors[colour] = of_colour(p.doctors(), colour);
        patients[colour] = of_colour(p.patients(), colour);
    }
    const auto [income, treated] = treat_roughly(world, layout, p, doctors, patients);
    p.add(of::treated, treated);
    const int left = settle(world, p, income, expenses(world, p, 0));
    const int units = rules.counts_popularity ? left / rules.popularity_price : 0;
    p.add(of::units, units);
    earn(p, left - rules.popularity_price * units);
    int labs = world.config(p).labs;
    People after = 0;
    for (int colour : rules.taught_first) {
        const int number = of_colour(p.doctors(), colour), taught = std::min(labs, number);
        labs -= taught;
        after += static_cast<People>(taught) * one_of(rules.taught[colour]);
        after += static_cast<People>(number - taught) * one_of(rules.decayed[colour]);
        if (rules.counts_popularity) p.add(of::popularity, taught);
    }
    p = lose(world, p, rules.death_cost * patients[RED]).first;
    p.set(of::outpatient, UNDECIDED);
    p.set(of::doctors, after);
    p.set(of::patients, people_of(0, patients[0], patients[1], patients[2]));
    return p;
}

namespace {

// The best ends of a round by each trio.
class BestByTrio {
  public:
    BestByTrio(Expander& expander, const FittedValue& fitted, Goal goal, bool last, std::size_t most)
        : expander_(expander), world_(expander.world), fitted_(fitted), goal_(goal), last_(last), most_(most) {}

    // Fill what is best, with the points to buy and the value, least first come first gone; how many were generated.
    i64 find(const Trios& trios, const Position& p, bool cubes, const View<u64, 3>& best, const View<i64, 2>& points,
             const View<double, 2>& values) {
        i64 generated = 0;
        std::fill(values.data, values.data + values.size(), NOTHING);
        const bool hidden = floors_of(p) <= HIDDEN_FROM;
        const Play play{false, cubes};
        for (int trio = 0; trio < trios.many(); ++trio) {
            expander_.start(p);
            for (int step = 0; step < ACTIONS; ++step) expander_.run_action(trios, trio, step, play);
            narrow(expander_.levels[ACTIONS]);
            expander_.run_business(play, nullptr, 0.0, p[of::time]);
            const PositionSet& ends = expander_.levels[ENDS];
            generated += static_cast<i64>(ends.size());
            double least = NOTHING;
            for (std::size_t i = 0; i < ends.size(); ++i) {
                if (hidden && floors_of(ends[i]) > HIDDEN_FROM + 1) continue;
                const Settled end = value_at_end(world_, fitted_, goal_, last_, ends[i]);
                if (end.value > least)
                    least = keep(ends[i], end, reinterpret_cast<Position*>(best.at(trio)), points.at(trio),
                                 values.at(trio), values.shape[1]);
            }
        }
        return generated;
    }

  private:
    double floors_of(const Position& p) const { return fitted_.layout(world_.shape(p).config, FLOORS); }

    // Put an end in the place of the least of those kept; the least of them then.
    static double keep(const Position& p, const Settled& end, Position* best, i64* points, double* values, i64 each) {
        const i64 at = std::min_element(values, values + each) - values;
        best[at] = p;
        points[at] = end.points;
        values[at] = end.value;
        return *std::min_element(values, values + each);
    }

    // Keep the positions after the three actions that look best.
    void narrow(PositionSet& level) {
        if (most_ == 0 || level.size() <= most_) return;
        keep_best(level, NOTHING, most_, looks_, [&](const Position& at) {
            return value_at_end(world_, fitted_, goal_, last_, guess_end(world_, fitted_.layout, at)).value;
        });
    }

    Expander& expander_;
    const World& world_;
    const FittedValue& fitted_;
    Goal goal_;
    bool last_;
    std::size_t most_;
    std::vector<double> looks_;
};

}  // namespace
}  // namespace clinic::clin9ic

using namespace clinic;
using namespace clinic::clin9ic;

CLINIC_API i64 clin9ic_fitted_value_size() { return sizeof(FittedValue); }

CLINIC_API i64 clin9ic_best_of_trios(Expander* expander, const Trios* trios, u64 first, u64 second, i64 cubes, i64 goal,
                                     i64 last, const FittedValue* fitted, i64 most, const View<u64, 3>* best,
                                     const View<i64, 2>* points, const View<double, 2>* values) {
    BestByTrio by_trio(*expander, *fitted, static_cast<Goal>(goal), last != 0, static_cast<std::size_t>(most));
    return by_trio.find(*trios, Position{{first, second}}, cubes != 0, *best, *points, *values);
}

// The value of a position at the beginning of a round; the points to buy for that go into `points`.
CLINIC_API double clin9ic_value_of(const World* world, const FittedValue* fitted, i64 goal, u64 first, u64 second,
                                   const View<i64, 1>* points) {
    const Settled best = value_of(*world, *fitted, static_cast<Goal>(goal), Position{{first, second}});
    (*points)(0) = best.points;
    return best.value;
}

CLINIC_API double clin9ic_settled_score(const World* world, i64 goal, u64 first, u64 second) {
    return settled_score(*world, static_cast<Goal>(goal), Position{{first, second}});
}

CLINIC_API void clin9ic_features(const World* world, const View<double, 2>* layout, const View<u64, 2>* words,
                                 const View<double, 2>* out) {
    for (i64 i = 0; i < words->shape[0]; ++i)
        features(*world, *layout, Position{{(*words)(i, 0), (*words)(i, 1)}}, out->at(i));
}

// Positions with so many of their units as points and the others as savings.
CLINIC_API void clin9ic_settle(const World* world, const View<u64, 2>* words, const View<i64, 1>* points,
                               const View<u64, 2>* after) {
    for (i64 i = 0; i < words->shape[0]; ++i) {
        Position p{{(*words)(i, 0), (*words)(i, 1)}};
        const int units = p[of::units], bought = static_cast<int>((*points)(i));
        p.add(of::units, -units);
        earn(p, world->rules.popularity_price * (units - bought));
        p.add(of::popularity, bought);
        (*after)(i, 0) = p.word[0];
        (*after)(i, 1) = p.word[1];
    }
}
