// The value function: features of a position between rounds, their weighted sum, and the best ends of a round by it.
#pragma once

#include "clin9ic/rounds.hpp"

namespace clinic::clin9ic {

constexpr int FEATURES = 42;

// What clinics offer, by config: columns of the layout (features.py).
enum Layout { DOCTOR_ROOM, PATIENT_ROOM, SUPPLY, BEDS, FLOORS, UPGRADES, ENTRY };

// The value function at the beginning of one round, for one deal.
struct FittedValue {
    View<double, 2> layout;   // [config, column]
    View<double, 1> weights;  // by feature
    View<double, 1> savings;  // by dollar
};

struct Settled {
    double value;
    int points;  // to buy for that
};

// The numbers of features.NAMES for a position, whatever its money and points.
void features(const World& world, const View<double, 2>& layout, const Position& p, double* out);

// What a position has of the final score already, units left aside.
double settled_score(const World& world, Goal goal, const Position& p);

// The value of a position at the beginning of a round with the best buying.
Settled value_of(const World& world, const FittedValue& fitted, Goal goal, const Position& p);

// The end of the round that a position after the three actions will about lead to.
Position guess_end(const World& world, const View<double, 2>& layout, Position p);

}  // namespace clinic::clin9ic
