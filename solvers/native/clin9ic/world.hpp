// Everything about the clinics of a deal that the rules look up, and the numbers of the rules.
//
// All of it is computed in solvers/clin9ic/kernel/tables.py by the rules of the referee. A config is the floors with
// their sides, a shape a config with its conveyor cubes; the shapes of a config stand together: first the one without
// cubes, then one cube on each module, then the pairs.
#pragma once

#include <vector>

#include "clin9ic/position.hpp"

namespace clinic::clin9ic {

// The arrays of a deal, as tables.py has them.
struct Tables {
    View<i32, 1> config, cubes;
    View<i32, 2> cube_at;
    View<i32, 1> after_floor;
    View<i32, 2> after_upgrade;
    View<i8, 5> move_time;  // [shape, outpatient used, kind, present, newcomers], -1 where there is no room
    View<i32, 1> first_shape, modules;
    View<i32, 3> pair_shape;
    View<i32, 1> parking, upkeep, pillars_needed, gardens_needed, room_points, printed_gardens, printed_pillars;
    View<i32, 1> labs, triages, outpatients, operating;
    View<i8, 6> most_treated;  // [config, used, doctors, patients, operating, outpatients]: treatment beds, or -1
    View<i32, 4> rank;         // [white, yellow, orange, red], the same for counts in another order
    View<i8, 2> least_dice;    // [rank of doctors, rank of patients]
    View<i32, 1> rules;        // dice, counts popularity, triage per phase, popularity below zero, lots kept
};

// The numbers of the rules, each from the module of the game that states it (rule_numbers.py).
struct Numbers {
    i64 entrance_price, garden_price, pillar_price, cube_price, cubes_price, floor_price, upgrade_price, lot_price;
    i64 lot_spaces, most_cubes, most_entrances, most_gardens, most_pillars, most_nurses, most_orderlies;
    i64 hire_prices[6];
    i64 pay[4], salaries[4], points[4];
    i64 decayed[4], taught[4];  // 6.1: the colour of a doctor after Admin, without a laboratory and with one
    i64 taught_first[4];        // colours in the order in which a laboratory gains most
    i64 nurse_salary, orderly_salary, orderly_saves, operating_upkeep, outpatient_pay, outpatient_time;
    i64 triage_time, popularity_price, death_cost, loss_cost, garden_cost, untreated_cost, time_per_point;
};

enum Kind { DOCTOR, PATIENT, NURSE, ORDERLY, KINDS };
enum Action { BUILD, HIRE, ADMIT, DONE };  // DONE: an action of a round that is under way
constexpr int ACTIONS = 3;
constexpr int BOXES = 6;  // of a trio, in its upper or its lower half
constexpr int BOX_DOCTOR = 10, BOX_NURSE = 11, BOX_ORDERLY = 12;  // patients are their colour
enum Goal { POPULARITY_GOAL, DOCTORS_GOAL, SKILLED_GOAL, STAFF_GOAL, TREATED_GOAL };
constexpr int MOST_FLOORS = 4;

struct Trios {
    View<i32, 2> actions;  // [trio, step]
    View<i32, 2> bottom;   // [trio, box], for Hire
    View<i32, 2> top;      // [trio, box], for Admit

    int many() const { return static_cast<int>(actions.shape[0]); }
};

struct Shape {
    std::int16_t config;
    i8 cubes;
    i8 cube_at[2];
    std::int16_t after_floor;  // -1 where there is none
    std::int16_t after_upgrade[MOST_FLOORS];
};

struct Config {
    int first_shape, modules, parking, upkeep, pillars_needed, gardens_needed, room_points, printed_gardens;
    int printed_pillars, labs, triages, outpatients, operating;
};

// The same numbers as plain ints, where the rules read them.
struct Rules {
    int entrance_price, garden_price, pillar_price, cube_price, cubes_price, floor_price, upgrade_price, lot_price;
    int lot_spaces, most_cubes, most_entrances, most_gardens, most_pillars, most_nurses, most_orderlies;
    int hire_prices[BOXES];
    int pay[COLOURS], salaries[COLOURS], points[COLOURS], decayed[COLOURS], taught[COLOURS], taught_first[COLOURS];
    int nurse_salary, orderly_salary, orderly_saves, operating_upkeep, outpatient_pay, outpatient_time;
    int triage_time, popularity_price, death_cost, loss_cost, garden_cost, untreated_cost, time_per_point;
    int dice;
    bool counts_popularity, triage_by_phase, below_zero, lots_kept;
};

class World {
  public:
    World(const Tables& tables, const Numbers& numbers);

    Rules rules;
    int capacity;  // the most doctors, or patients, that the tables know
    int most_operating, most_outpatients;
    std::vector<Shape> shapes;
    std::vector<Config> configs;

    const Shape& shape(const Position& p) const { return shapes[static_cast<std::size_t>(p[of::shape])]; }
    const Config& config(const Position& p) const { return configs[static_cast<std::size_t>(shape(p).config)]; }

    // 4.9: the least time for newcomers of a kind beside those present, -1 where there is no room for them.
    int move_time(int shape, bool used, Kind kind, int present, int newcomers) const {
        return times_[static_cast<std::size_t>(
            ((((shape * 2 + used) * KINDS + kind) * (capacity + 1) + present) << 3) + newcomers)];
    }

    // 5.1: the treatment beds that can be in use beside so many operating rooms and outpatients, -1 if impossible.
    int beds(int config, bool used, int doctors, int patients, int operating, int outpatients) const {
        const int row = ((config * 2 + used) * (capacity + 1) + doctors) * (capacity + 1) + patients;
        return beds_[static_cast<std::size_t>((row * (most_operating + 1) + operating) * (most_outpatients + 1) +
                                              outpatients)];
    }

    int rank(People people) const { return ranks_[people]; }
    int least_dice(int doctors, int patients) const {
        return least_dice_[static_cast<std::size_t>(doctors) * partitions_ + static_cast<std::size_t>(patients)];
    }
    // 2.2, by the ranks of doctors and patients.
    bool trackable(int doctors, int patients) const { return least_dice(doctors, patients) <= rules.dice; }
    bool trackable(const Position& p) const { return trackable(rank(p.doctors()), rank(p.patients())); }

    // The shape with another cube beside one that stands, -1 where that is the same module.
    int pair_shape(int config, int one, int other) const {
        return pairs_[static_cast<std::size_t>((config * modules_ + one) * modules_ + other)];
    }

  private:
    std::size_t partitions_;
    int modules_;
    std::vector<i8> times_, beds_, least_dice_;
    std::vector<std::int16_t> ranks_;  // by people as they are packed
    std::vector<std::int16_t> pairs_;
};

}  // namespace clinic::clin9ic
