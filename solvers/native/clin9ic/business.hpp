// Business and Admin (sections 5 and 6): every end of a round from the positions after its actions.
#pragma once

#include <vector>

#include "clin9ic/actions.hpp"
#include "clin9ic/bound_table.hpp"

namespace clinic::clin9ic {

// 5.1: whether the doctors can treat so many patients in rooms, with so many nurses and operating rooms.
bool can_pair(People doctors, People patients, int nurses, int operating);

class Business {
  public:
    explicit Business(const World& world);

    // Every end of the round from some positions. `time_before` is the time when the round began. With tables, ends may
    // be missing that cannot reach `least` by them, as far as that shows before doctors and patients are matched.
    void end_round(const Play& play, const RoundTables* tables, double least, int time_before, const Position* from,
                   std::size_t many, PositionSet& to);

  private:
    // 5.1: who is treated where; with this much pay for those in rooms, gardens left aside.
    struct Care {
        People treated;
        std::int16_t pay;
        i8 in_rooms, outpatients, operating;
    };
    // A first word after Admin, and the rank of its doctors.
    struct Staff {
        Position clinic;
        int rank;
    };
    // Who is left after Admin, twice where units may be points or not, and the rank of the patients.
    struct Left {
        Position one, other;
        int rank;
    };
    struct Span {
        u64 key;
        std::uint32_t begin, end;
    };

    void care(const Play& play, const Position& p, i32 source, PositionSet& to);
    void treat(const Play& play, const Position& p, const Care& care, i32 source, PositionSet& to);
    void finish(const Position& p, i32 source, PositionSet& to);
    Span options_of(const Play& play, const Position& p);
    void find_options(const Play& play, const Position& p);
    void find_rooms(const Play& play, const Position& p, People treated, People outside);
    void teach(const Position& p);
    Left worsen(const Position& p) const;
    bool is_hopeless(const Left& left) const;
    void admin(const Left& left, i32 source, PositionSet& to) const;
    void lose_people(const Position& staff, Position tracks, i32 source, PositionSet& to) const;

    const World& world_;
    double least_ = 0.0;
    bool bounded_ = false;
    int labs_ = 0;                // doctors in laboratories
    std::vector<int> due_;        // expenses by operating rooms in use
    std::vector<Staff> staff_;    // what the laboratories can make of the doctors
    std::vector<Position> words_; // the same without ranks, for the rows
    BoundRow end_, ahead_;
    std::vector<char> reached_;
    // Positions differ in money and tracks far more often than in people: what can be treated is found once for all.
    std::vector<Care> options_;
    std::vector<Span> known_;
    std::size_t number_known_ = 0;
};

}  // namespace clinic::clin9ic
