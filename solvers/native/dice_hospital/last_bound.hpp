// What no end of the last activation can be worth more than: Lagrangian bounds in whole numbers.
#pragma once

#include <array>
#include <deque>
#include <limits>
#include <memory>

#include "dice_hospital/activation.hpp"

namespace clinic::dice {

// Section 10: what an end of the last activation is worth. Who stays is worth nothing, be he treated or not, but for
// those who die of neglect.
class LastEndValues {
  public:
    explicit LastEndValues(const EndValues& end_values);

    i64 points(int leave) const { return points_[static_cast<std::size_t>(leave)]; }
    i64 reports(int red, int yellow, int green) const {
        return reports_[static_cast<std::size_t>((red * side_ + yellow) * side_ + green)];
    }
    bool dies(Code code) const { return neglected(code, neglect) == NOBODY; }

    i64 bag, death, empty, point, rescued;
    int neglect;

  private:
    std::vector<i64> points_, reports_;
    int side_;
};

// As `Judge::most`: every treatment has a price, and each patient buys what brings most at these prices, as if he were
// alone. But here the number of those who leave is given: for each number there are prices of its own. (Points rise the
// faster the more leave, so that prices for all numbers at once would sell something between few and many.) A bound
// holds whatever the prices are; they are whole numbers, and so is everything that is calculated with them.
//
// A department that treats patients of equal or of consecutive values at once (6.6) has a price for each of these values,
// and is worth no more than what one such group pays. And a step more for somebody healed just now (6.7) can be bought
// right after a department's treatment only.
class LastBound {
  public:
    LastBound(const Team& team, const LastEndValues& end_values, const Hospital& start);

    // Whether it is not excluded that an end from a hospital on is worth so much. Looks for better prices now and then.
    bool may_reach(const Hospital& h, i64 least);

    // No end from the start on is worth more, where only ends of `least` and more are asked for; less if there are none.
    i64 root(i64 least);

    // No end from another start of the same team on is worth more, by the prices so far and by better ones that are looked
    // for in so many turns, where `least` or more might be reached. Nobody must have been discharged yet.
    i64 of_start(const Hospital& h, i64 least, int turns);

    // A hospital's promise, by the prices that were of most use so far.
    i64 promise(const Hospital& h, i64 least);

  private:
    // What a patient buys: goods other than blood bags, and so many of these.
    struct Purchase {
        std::array<u8, BEST + 1> goods{};  // no value is met twice
        int many = 0, bags = 0;
    };
    struct Plan {
        i64 leave, stay;  // what it costs to leave; the most that he is worth if he stays
        Purchase leave_uses, stay_uses;
        bool known = false;
    };
    struct Prices {
        std::vector<i64> of;           // goods
        std::vector<i64> paid;         // by department, for all that it can do at once
        std::vector<int> value;        // by department: of the first patient it does that for
        std::vector<int> departments;  // the dearest first
        // No way to leave from a value on costs less, right after a department's effect or not.
        std::array<std::array<std::array<i64, COLOURS>, BEST + 1>, 2> lowest;
        std::array<Plan, CODES> plans;
    };
    using Pool = std::deque<std::unique_ptr<Prices>>;
    using Leaving = std::array<int, COLOURS>;

    std::unique_ptr<Prices> priced(const std::vector<double>& wished) const;
    void find_lowest(Prices& prices) const;
    bool by_value(std::size_t r) const;
    bool waits(std::size_t r) const { return only_rises_ && resources_.all[r].follows; }
    std::size_t good(std::size_t r, int value) const {
        return first_[r] + static_cast<std::size_t>(by_value_[r] ? value - 1 : 0);
    }
    void find_paid(Prices& prices) const;
    i64 lowest_of(const Prices& prices, bool just, int value, int colour) const;
    i64 step_cost(const Prices& prices, std::size_t r, int value, int colour) const;
    const Plan& plan(Prices& prices, Code code) const;
    void explore(const Prices& prices, int value, int colour, bool just, u64 used, i64 paid, unsigned seen,
                 const Purchase& bought, Plan& best) const;
    void enter(const Prices& prices, int after, int colour, bool just, u64 used, i64 paid, unsigned seen,
               const Purchase& bought, Plan& best) const;
    unsigned usable(const Hospital& h) const;
    i64 supply(const Prices& prices, const Hospital& h, unsigned usable) const;
    i64 most(Prices& prices, const Hospital& h, unsigned usable, int leave, Leaving* leaving = nullptr) const;
    i64 settled(const Hospital& h) const;
    static i64 whole_points(i64 units);
    std::vector<double> excess(Prices& prices, const Hospital& h, unsigned usable, Leaving leaving) const;
    i64 tune(const Hospital& h, int leave, i64 least, int turns);
    int may_die(const Hospital& h) const;
    int gained_bags(const Hospital& h) const;

    static constexpr i64 UNIT = 4096;  // prices are in parts of a point

    const Team& team_;
    const LastEndValues& end_values_;
    const Resources resources_;
    const Hospital start_;
    std::vector<bool> by_value_;      // by resource
    std::vector<std::size_t> first_;  // by resource: the first of its goods
    std::size_t goods_ = 0;
    bool only_rises_ = true;  // nobody gets worse by a treatment
    std::array<Pool, BEDS + 1> pools_;       // by how many leave from the start on
    std::array<bool, BEDS + 1> excluded_{};  // so many cannot leave, or it is not worth it
    i64 tests_ = 0;  // since prices were tuned
};

}  // namespace clinic::dice
