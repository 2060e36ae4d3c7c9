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
class LastWorth {
  public:
    explicit LastWorth(const Worth& worth);

    i64 points(int leave) const { return points_[static_cast<std::size_t>(std::min(leave, most_points_))]; }
    i64 reports(int red, int yellow, int green) const {
        return reports_[static_cast<std::size_t>((red * side_ + yellow) * side_ + green)];
    }
    bool dies(Code code) const { return neglected(code, neglect) == NOBODY; }

    i64 bag, death, empty, point, rescued;
    int neglect;

  private:
    std::vector<i64> points_, reports_;
    int most_points_, side_;
};

// As `Judge::most`: every treatment has a price, and each patient buys what brings most at these prices, as if he were
// alone. But here the number of those who leave is given: for each number there are prices of its own. (Points rise the
// faster the more leave, so that prices for all numbers at once would sell something between few and many.) A bound
// holds whatever the prices are; they are whole numbers, and so is everything that is calculated with them.
class LastBound {
  public:
    LastBound(const Team& team, const LastWorth& worth, const Hospital& start);

    // Whether it is not excluded that an end from a hospital on is worth so much. Looks for better prices now and then.
    bool may_reach(const Hospital& h, i64 least);

    // No end from the start on is worth more, where only ends of `least` and more are asked for; less if there are none.
    i64 root(i64 least);

    // A hospital's promise, by the prices that were of most use so far.
    i64 promise(const Hospital& h, i64 least);

  private:
    struct Plan {
        i64 leave, stay;  // what it costs to leave; the most that he is worth if he stays
        u64 leave_uses, stay_uses;
        int leave_bags, stay_bags;
        bool known = false;
    };
    struct Prices {
        std::vector<i64> of;                                  // resources
        std::vector<int> departments;                         // all that is paid for them, the dearest first
        std::array<std::array<i64, COLOURS>, BEST + 1> lowest;  // no way to leave from a value on costs less
        std::array<Plan, CODES> plans;
    };
    using Pool = std::deque<std::unique_ptr<Prices>>;
    using Leaving = std::array<int, COLOURS>;

    std::unique_ptr<Prices> priced(const std::vector<double>& wished) const;
    void find_lowest(Prices& prices) const;
    i64 step_cost(const Prices& prices, std::size_t r, int colour) const;
    const Plan& plan(Prices& prices, Code code) const;
    void explore(const Prices& prices, int value, int colour, u64 used, i64 paid, unsigned seen, int bags, Plan& best) const;
    void enter(const Prices& prices, std::size_t r, int after, int colour, u64 used, i64 paid, unsigned seen, int bags,
               Plan& best) const;
    i64 supply(const Prices& prices, const Hospital& h) const;
    i64 most(Prices& prices, const Hospital& h, int leave, Leaving* leaving = nullptr) const;
    i64 settled(const Hospital& h) const;
    std::vector<double> excess(Prices& prices, const Hospital& h, Leaving leaving) const;
    i64 tune(const Hospital& h, int leave, i64 least, int turns);
    int may_die(const Hospital& h) const;
    int gained_bags(const Hospital& h) const;

    static constexpr i64 UNIT = 4096;  // prices are in parts of a point

    const Team& team_;
    const LastWorth& worth_;
    const Resources resources_;
    const Hospital start_;
    std::array<Pool, BEDS + 1> pools_;       // by how many leave from the start on
    std::array<bool, BEDS + 1> excluded_{};  // so many cannot leave, or it is not worth it
    i64 tests_ = 0;  // since prices were tuned
};

}  // namespace clinic::dice
