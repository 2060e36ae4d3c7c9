// Tables of the Lagrangian bound, and the bounds of positions by them.
#pragma once

#include <algorithm>
#include <limits>

#include "clin9ic/position_set.hpp"
#include "clin9ic/rules.hpp"

namespace clinic::clin9ic {

constexpr double NEVER = -1e5;   // below this nothing is meant
constexpr double UNKNOWN = 1e9;  // the bound of a place that a table does not have

// One table: of a round's beginning, or of the time after its three actions (bound_table.py tells what it holds).
struct BoundTable {
    View<i32, 1> number;                         // of a place, -1 where the table does not have it
    View<i32, 1> doctors, patients, orderlies;   // by place: the most of them that its rows mean
    View<i32, 1> purse;                          // by place: the most money for which its rows are complete
    i64 helpers;
    View<float, 4> solvent;                      // [place, money, doctors, patients]
    View<float, 4> bankrupt;                     // plays that go bankrupt some time; a single number if none matter
    View<double, 1> prices, bankrupt_prices;

    bool is_empty() const { return number.shape[0] == 1; }
    bool knows_bankrupt() const { return bankrupt.size() > 1; }
};

// The tables that bound a round by one of its trios: after each action and at its end, and two more of other bounds.
struct RoundTables {
    BoundTable first, second, third, end, after, ahead;
};

// Where prices stand: four colours of doctors, four of patients, then these (`TablePrice` in Python).
namespace table_price {
constexpr int patients = 4, nurse = 8, orderly = 9, lot = 10, pillar = 11, rest = 12;
constexpr int dollar = 13, point = 14, minute = 15, cured = 16;
}  // namespace table_price

// No play from a position scores more; UNKNOWN where the table does not reach.
double upper_bound(const World& world, const BoundTable& table, const Position& p);

// Drop positions of a set whose bound is below `least`.
void prune(const World& world, const BoundTable& table, PositionSet& set, double least);

// A table cut down to the ends of round that one position can come to.
class BoundRow {
  public:
    // `staff` are first words that differ only in the colours of the doctors.
    void fill(const World& world, const BoundTable& table, const Position* staff, std::size_t many, int patients);

    // Whether an end with any of these staffs may reach `least`: the sum of `upper_bound`.
    bool may_reach(const World& world, const Position& p, double least) const;

  private:
    static constexpr int MOST = 32;  // dollars and patients that there is room for

    int known_ = -1;  // patients; -1 where the table says nothing
    int purse_ = 0, levels_ = 0;
    double staff_ = 0, bankrupt_staff_ = 0;
    double sick_[COLOURS] = {}, bankrupt_sick_[COLOURS] = {};
    double point_ = 0, dollar_ = 0, bankrupt_dollar_ = 0, cured_ = 0, minute_ = 0;
    struct Values {
        double solvent, bankrupt;
    };
    Values cells_[MOST * MOST];
};

}  // namespace clinic::clin9ic
