// The small rules that every part of a round needs: counting, money, popularity, time and the final score.
#pragma once

#include <algorithm>
#include <utility>

#include "clin9ic/world.hpp"

namespace clinic::clin9ic {

inline int cars_of(const Position& p) {
    return total_of(p.doctors()) + total_of(p.patients()) + p[of::nurses] + p[of::orderlies];
}

// 1.4
inline int parking_of(const World& world, const Position& p) {
    return world.config(p).parking + world.rules.lot_spaces * p[of::lots];
}

// What can be spent: savings and units.
inline int purse(const World& world, const Position& p) {
    return p[of::money] + world.rules.popularity_price * p[of::units];
}

// Take a price from savings, then from units, the change going to savings.
inline void pay(const World& world, Position& p, int price) {
    const int money = p[of::money];
    if (money >= price) {
        p.add(of::money, -price);
        return;
    }
    const int each = world.rules.popularity_price;
    const int units = (price - money + each - 1) / each;
    p.add(of::units, -units);
    p.add(of::money, each * units - price);
}

// 5.2: upkeep of a clinic with so much printed, so many operating rooms in use and so many orderlies.
inline int upkeep_due(const Rules& rules, int printed, int operating, int orderlies) {
    return std::max(0, printed + rules.operating_upkeep * operating - rules.orderly_saves * orderlies);
}

// 5.2: salaries of a round.
inline int salaries_of(const World& world, const Position& p) {
    int total = world.rules.nurse_salary * p[of::nurses] + world.rules.orderly_salary * p[of::orderlies];
    const People doctors = p.doctors();
    for (int colour = 0; colour < COLOURS; ++colour) total += world.rules.salaries[colour] * of_colour(doctors, colour);
    return total;
}

// 5.2: upkeep and salaries of a round.
inline int expenses(const World& world, const Position& p, int operating) {
    return upkeep_due(world.rules, world.config(p).upkeep, operating, p[of::orderlies]) + salaries_of(world, p);
}

// Savings never need to exceed what the rest of the game can cost.
inline void earn(Position& p, int amount) { p.add(of::money, std::min(amount, MOST_MONEY - p[of::money])); }

// 4.6, 6.2, 6.3: lose popularity; two results where units may have been bought as points, or not yet.
inline std::pair<Position, Position> lose(const World& world, Position p, int points) {
    if (points == 0 || !world.rules.counts_popularity) return {p, p};
    const int have = p.popularity();
    if (world.rules.below_zero || have >= points) {
        p.add(of::popularity, -points);
        return {p, p};
    }
    const int units = p[of::units];
    p.add(of::popularity, -have);
    Position kept_as_money = p;
    kept_as_money.add(of::units, -units);
    earn(kept_as_money, world.rules.popularity_price * units);
    p.add(of::units, -std::min(units, points - have));
    return {kept_as_money, p};
}

// 4.10
inline void spend_time(const World& world, Position& p, int time) {
    if (!world.rules.counts_popularity) return;
    if (!world.rules.triage_by_phase) time = std::max(0, time - world.rules.triage_time * world.config(p).triages);
    p.add(of::time, time);
}

// 4.10, where triage shortens the Action phase as a whole.
inline void settle_phase(const World& world, Position& p, int time_before) {
    if (!world.rules.triage_by_phase) return;
    const int spent = p[of::time] - time_before;
    p.add(of::time, -std::min(spent, world.rules.triage_time * world.config(p).triages));
}

// 5.2: pay expenses out of the income, then of savings, units and popularity; what is left of the income.
inline int settle(const World& world, Position& p, int income, int due) {
    if (income >= due) return income - due;
    int debt = due - income;
    const int have = purse(world, p);
    if (have >= debt) {
        pay(world, p, debt);
        return 0;
    }
    debt -= have;
    p.add(of::money, -p[of::money]);
    p.add(of::units, -p[of::units]);
    p.add(of::popularity, -std::min(std::max(0, p.popularity()), debt));
    return 0;
}

// 5.2 where popularity is below zero and pays nothing: points bought before are safe from a debt that takes all the rest,
// as many as bring it back to zero. Whether units may be such points; then the position is what that leaves.
inline bool kept_as_points(const World& world, Position& p, int debt) {
    const int points = std::min(p[of::units], -p.popularity());
    if (points <= 0 || purse(world, p) - world.rules.popularity_price * points >= debt) return false;
    p.add(of::popularity, points);
    p.add(of::units, -p[of::units]);
    p.add(of::money, -p[of::money]);
    return true;
}

// 7.1: the n-th missing pillar costs n.
inline int pillar_cost(int missing) { return missing * (missing + 1) / 2; }

// Section 7 and 3.4, with all units taken as points.
inline int final_score(const World& world, Goal goal, const Position& p) {
    const People people = p.doctors();
    const int doctors = total_of(people);
    switch (goal) {
        case DOCTORS_GOAL: return doctors;
        case SKILLED_GOAL: return doctors - of_colour(people, 0);
        case STAFF_GOAL: return doctors + p[of::nurses] + p[of::orderlies];
        case TREATED_GOAL: return p[of::treated];
        case POPULARITY_GOAL: break;
    }
    const Rules& rules = world.rules;
    const Config& config = world.config(p);
    const int pillars = std::max(0, config.pillars_needed - p[of::pillars]);
    const int gardens = std::max(0, config.gardens_needed - p[of::gardens]);
    int score = p.popularity() + p[of::units] - p[of::time] / rules.time_per_point;
    for (int colour = 0; colour < COLOURS; ++colour) score += rules.points[colour] * of_colour(people, colour);
    score += p[of::nurses] + config.room_points - rules.untreated_cost * total_of(p.patients());
    return score - pillar_cost(pillars) - rules.garden_cost * gardens;
}

}  // namespace clinic::clin9ic
