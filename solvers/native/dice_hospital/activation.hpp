// One activation: every end there is, and the best end by what ends are worth.
#pragma once

#include <array>
#include <chrono>
#include <limits>
#include <memory>

#include "common/key_set.hpp"
#include "dice_hospital/placements.hpp"
#include "dice_hospital/resources.hpp"

namespace clinic::dice {

using Wards = KeySet<Hospital>;

// A hospital by its patients, blood bags and what has happened: which departments and workers are free does not count.
struct Lying : Hospital {
    explicit Lying(const Hospital& h) : Hospital(h) { departments = workers = 0; }
    Lying() = default;
};

// What the end of an activation is worth: sections 8 and 9, and the value of what is left for the rounds to come.
struct EndValues {
    View<double, 2> patients;    // [own colour, value after neglect] of those who stay; at 0 what a death is worth
    View<double, 1> crowd;       // by the number of patients who stay
    View<double, 1> need;        // by the steps they all need until they can leave
    View<double, 1> discharged;  // points by number, as long as can be needed
    View<double, 3> reports;     // by the numbers discharged of each colour
    View<double, 1> bags;        // by number
    View<i32, 3> display;        // by the numbers discharged of each colour: which of the displays is left
    View<double, 5> in_reach;    // [display, who counts, and how many of each colour these are] reports that may follow
    View<u8, 2> near;            // [who counts, value after neglect]: whether somebody with it does
    double empty;                // when nobody stays
    double point;                // that a worker makes (7.3)
    double rescued;              // a fatality token that is given back (7.3)
    i64 neglect;                 // steps
    double grain;                // values that differ at all differ by this much at least
};

// 8.1: the patient after neglect, nobody if he died.
inline Code neglected(Code code, int steps) { return is_treated(code) ? code : worse(code, steps); }

class Judge {
  public:
    Judge(const Team& team, const EndValues& end_values);

    double operator()(const Hospital& h) const;

    // The value of reports that those who stay may complete later, by who counts.
    double in_reach(const Hospital& h, u64 near) const;

    // No end that can be reached from a hospital on is worth more than this: a Lagrangian relaxation.
    //
    // Every treatment that a department, a worker's own effect or a blood bag can give has a price. Each patient buys what
    // brings most at these prices, as if he were alone; whatever the prices are, nobody does better by the rules. How many
    // leave of each colour is left to choose, as they make points and complete reports together. Asks for `tune` first.
    double most(const Hospital& h) const;

    // Choose prices that bound the ends of a hospital well, by a subgradient method.
    void tune(const Hospital& h);

  private:
    // What a patient makes of the prices: the most he can be worth if he stays, what he gains over that if he leaves, and
    // the resources (bits) that he uses in both cases.
    struct Plan {
        double stay, leave;
        u64 stay_uses, leave_uses;
    };

    void plan_all();
    void set_prices();
    double value(std::size_t r) const;
    Plan plan(Code code) const;
    void explore(Code code, int value, int colour, u64 used, double paid, unsigned seen, Plan& best) const;
    void treat(Code code, int after, int colour, u64 used, double paid, unsigned seen, Plan& best) const;
    using Leaving = std::array<int, COLOURS>;  // how many leave, by their own colours

    double most_of(const Hospital& h, Leaving& leaving) const;
    double supply_of(const Hospital& h) const;
    int may_die(const Hospital& h) const;

    const Team& team_;
    const EndValues& end_values_;
    double now_[CODES];  // what somebody is worth who stays as he is
    int stays_[CODES];   // 1 for who is still here after neglect, else 0
    u64 near_[CODES];    // who counts, after neglect: a byte for each way to count and each colour
    int needs_[CODES];   // the steps that he needs then until he can leave
    const Resources resources_;
    std::vector<double> prices_;  // of resources
    std::vector<int> by_price_;        // departments, the dearest first
    double bags_[MOST_BAGS + 1];       // the value of so many bags, used or kept
    double best_crowd_[BEDS + 2];      // by the number who stay at most
    double best_need_;                 // whatever they need
    double best_in_reach_;             // whoever is there
    Plan plans_[CODES];
    double now_best_ = 0.0;
};

// The step of a beam search from a layer to the next.
//
// What an end is worth does not depend on who and what is still free. So hospitals where the same patients lie would all
// be kept or all be dropped, and a layer would fill up with copies: one of each kind goes before all others.
class BeamStep {
  public:
    BeamStep(const Team& team, const Judge& judge, std::size_t width) : team_(team), judge_(judge), width_(width) {}

    // The most promising hospitals that an action leads to, the best first; how many there were.
    std::size_t operator()(const Wards& from, Wards& to);

  private:
    const Team& team_;
    const Judge& judge_;
    const std::size_t width_;
    Wards all_;
    KeySet<Lying> lying_;
    std::vector<std::pair<double, std::size_t>> order_;  // what it costs to have it, and which
    std::vector<std::size_t> copies_;
};

// How far a proof may go.
struct Effort {
    using Clock = std::chrono::steady_clock;
    std::size_t most;  // hospitals
    double seconds;
    Clock::time_point began = Clock::now();

    bool is_spent() const { return std::chrono::duration<double>(Clock::now() - began).count() > seconds; }
};

struct Found {
    double value;
    bool exact;  // no end is worth more
    double bound;
    i64 states;
    std::vector<Action> actions;
    Hospital end;
};

class Activation {
  public:
    Activation(const Team& team, const Hospital& start) : team_(team), start_(start) {}

    // Every hospital that the activation can come to, its own beginning first; nothing where there are more than so many.
    bool all(std::size_t most, Wards& found) const;

    // The best end: by a beam of a width, and then by going through whatever could still be better, unless there are more
    // than so many hospitals or it takes longer than so many seconds.
    Found best(const EndValues& end_values, std::size_t width, std::size_t most, double seconds) const;

    // The best end that a beam of a width comes to.
    static Hospital end(const Hospital& start, const Judge& judge, BeamStep& step);

    // The best ends that a beam comes to, the best first, no two of them alike after neglect.
    std::vector<Found> several(const EndValues& end_values, std::size_t width, std::size_t number) const;

  private:
    using Layers = std::vector<std::unique_ptr<Wards>>;

    Layers beam(const Judge& judge, std::size_t width, i64& states) const;
    Found found_at(const Judge& judge, const Layers& layers, std::size_t layer, std::size_t at) const;
    void prove(const Judge& judge, const std::vector<Hospital>& guides, const Effort& effort, double grain,
               Found& found) const;

    void expand(const Wards& from, std::size_t at, Wards& to) const;
    std::vector<Action> path(const Layers& layers, std::size_t layer, std::size_t at) const;

    const Team& team_;
    Hospital start_;
};

}  // namespace clinic::dice
