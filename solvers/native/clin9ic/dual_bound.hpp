// Upper bounds of positions by dual prices: a value looked up for the clinic, and a price for all it has.
#pragma once

#include "clin9ic/position_set.hpp"
#include "clin9ic/rules.hpp"

namespace clinic::clin9ic {

// Where prices stand: four colours of doctors, four of patients, then these (`DualPrice` in Python).
namespace dual_price {
constexpr int patients = 4, nurse = 8, orderly = 9, dollar = 10, pillar = 11, rest = 12, point = 13, minute = 14;
constexpr int cured = 15, lot = 16;
}  // namespace dual_price

constexpr double NO_BOUND = -1e9;

// The value of the best path from each point and the prices, a row for each kind of play: within a round, by trio and
// step, and at its end.
struct PathsWithin {
    View<double, 4> paths;   // [kind, trio, step, point]
    View<double, 3> prices;  // [kind, trio, what]
};
struct PathsAfter {
    View<double, 2> paths;
    View<double, 2> prices;
};

inline double price(const World& world, const double* path, const double* prices, const Position& p) {
    const int levels = 1 + std::max(world.rules.most_entrances, world.rules.most_gardens);
    const int z = (world.shape(p).config * levels + p[of::entrances]) * levels + p[of::gardens];
    const People doctors = p.doctors(), patients = p.patients();
    double total = path[z] + prices[dual_price::rest];
    for (int colour = 0; colour < COLOURS; ++colour) {
        total += prices[colour] * of_colour(doctors, colour);
        total += prices[dual_price::patients + colour] * of_colour(patients, colour);
    }
    total += prices[dual_price::nurse] * p[of::nurses] + prices[dual_price::orderly] * p[of::orderlies];
    total += prices[dual_price::dollar] * purse(world, p) + prices[dual_price::pillar] * p[of::pillars];
    total += prices[dual_price::lot] * p[of::lots];
    total += prices[dual_price::point] * p.popularity();
    return total + prices[dual_price::minute] * p[of::time] + prices[dual_price::cured] * p[of::treated];
}

// The largest of several bounds, each for plays of one kind.
inline double bound(const World& world, const PathsWithin& now, int trio, int step, const Position& p) {
    double most = NO_BOUND;
    for (i64 k = 0; k < now.prices.shape[0]; ++k)
        most = std::max(most, price(world, now.paths.at(k, trio, step), now.prices.at(k, trio), p));
    return most;
}
inline double bound(const World& world, const PathsAfter& after, const Position& p) {
    double most = NO_BOUND;
    for (i64 k = 0; k < after.prices.shape[0]; ++k)
        most = std::max(most, price(world, after.paths.at(k), after.prices.at(k), p));
    return most;
}

// Drop positions of a set whose bound is below `least`, and keep no more than `most` of them, if that is not 0.
// Fills `bounds`; the best bound among those dropped for want of space.
template <class Bound>
double keep_best(PositionSet& set, double least, std::size_t most, std::vector<double>& bounds, Bound&& bound_of) {
    bounds.clear();
    for (std::size_t i = 0; i < set.size(); ++i) {
        const double value = bound_of(set[i]);
        if (value < least) continue;
        set.move(i, bounds.size());
        bounds.push_back(value);
    }
    set.truncate(bounds.size());
    if (most == 0 || bounds.size() <= most) return NO_BOUND;
    std::vector<double> order = bounds;
    const auto at = order.begin() + static_cast<std::ptrdiff_t>(order.size() - most);
    std::nth_element(order.begin(), at, order.end());
    const double limit = *at;
    std::size_t kept = 0;
    double dropped = NO_BOUND;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        if (bounds[i] >= limit && kept < most) {
            set.move(i, kept);
            bounds[kept++] = bounds[i];
        } else {
            dropped = std::max(dropped, bounds[i]);
        }
    }
    set.truncate(kept);
    bounds.resize(kept);
    return dropped;
}

}  // namespace clinic::clin9ic
