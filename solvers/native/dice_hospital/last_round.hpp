// The last activation, exactly: the best end, or none where nothing better than what is known exists.
#pragma once

#include "dice_hospital/last_bound.hpp"

namespace clinic::dice {

struct LastFound {
    bool better;  // an end that is worth more than what was known; the rest of these fields tells it
    i64 value;
    std::vector<Action> actions;
    i64 bound;   // no end is worth more than this, or than what was known
    i64 states;  // hospitals that were looked at
};

// Breadth first, a placement a layer, with what is alike merged:
//
// - it makes no difference whether somebody is treated whom neglect would not kill, as long as he counts as his own
//   colour: nothing of him is left to be seen after the last activation;
// - blood bags that heal belong to placements (`Bags::WITHIN`), and at the end they are used as brings most.
class LastRound {
  public:
    using Stop = bool (*)();

    LastRound(const Team& team, const Hospital& start, const EndValues& end_values, Stop stop);

    // Ends worth more than `known`: first by a beam of a width, then by going through whatever could be better, up to so
    // many hospitals that are kept. With none there is only the beam. It is asked now and then whether to stop.
    LastFound run(i64 known, std::size_t width, std::size_t most);

  private:
    struct Layer {
        std::vector<Hospital> hospitals;
        std::vector<i32> from;
    };
    struct Rest {  // who leaves by the blood bags that are left, and how many are saved from neglect
        int leave[COLOURS], saved;
        bool dying_last;
    };

    Hospital merged(const Hospital& h) const;
    i64 value(const Hospital& h, Rest* rest = nullptr) const;
    int order_of(Code code, bool dying_last) const;
    bool is_savable(Code code) const;
    void by_order(const Hospital& h, bool dying_last, i64& best, Rest* rest) const;
    bool search(LastBound& bound, std::size_t width, std::size_t most);
    void look(const Hospital& h, std::size_t at);
    bool keep(LastBound& bound, const Wards& reached, std::size_t width, Layer& next) const;
    std::vector<Action> path() const;
    void use_rest(Hospital h, std::vector<Action>& actions) const;

    const Team& team_;
    const Hospital start_;
    const LastEndValues end_values_;
    const Stop stop_;
    i64 best_ = 0, states_ = 0;
    std::vector<Layer> layers_;
    std::vector<Hospital> best_path_;  // merged, from the start on; empty until something better was found
};

}  // namespace clinic::dice
