#include "clinic_solo/score.hpp"

#include <algorithm>

#include "clinic_solo/admit.hpp"

namespace clinic::solo {
namespace {

constexpr double SHORTFALL = 30.0;         // points for each unit a goal is missed by, when it is asked for
constexpr double MISSED_GOAL = 1000.0;     // the same in the score, so that a plan that meets the goal is always better
constexpr double DOLLAR = 0.03;            // points: of two plans with the same score, the richer one
constexpr int MOST_DOLLARS = 20;

// 15.6: whether a supply room beside a room holds an orderly.
bool is_staffed(const Play& play, int room) {
    Set staffed = 0;
    for (int k = 0; k < play.s.orderlies; ++k) staffed |= only(play.s.orderly_at[k]);
    return staffed & play.clinic.tiles[SUPPLY] & play.t.neighbours[room];
}

// The functional treatment rooms and the buildings they are in (5.5, 11.4).
struct Rooms {
    int points = 0, on_goal_floor = 0, buildings = 0;
};

Rooms rooms_of(const Play& play) {
    const Tables& t = play.t;
    Rooms found;
    Set functional = 0;
    for (int space : Members(play.clinic.tiles[TREATMENT])) {
        if (service_at(t, play.s, play.clinic, space) == NOT_THERE) continue;
        if (t.score_needs_staff && !is_staffed(play, space)) continue;  // 15.6
        functional |= only(space);
        found.points += t.room_points[t.floor_of[space]];
        found.on_goal_floor += t.floor_of[space] == t.goal_floor;
    }
    for (int k = 0; k < play.clinic.number_of_buildings; ++k)
        found.buildings += (play.clinic.buildings[k] & functional) != 0;
    return found;
}

// 12.2: what a goal counts.
i64 measure(const Play& play, const Rooms& rooms, int left) {
    const State& s = play.s;
    switch (play.t.goal) {
        case M_TIME: return s.time;
        case M_DOCTORS: return s.doctors;
        case M_TOP_ROOMS: return rooms.on_goal_floor;
        case M_TREATED: return s.treated;
        case M_BUILDINGS: return rooms.buildings;
        case M_DOCTORS_NOT_WHITE:
            return std::count_if(s.doctor, s.doctor + s.doctors, [](Someone doctor) { return doctor.colour != WHITE; });
        case M_STAFF: return s.doctors + s.nurses + s.orderlies;
        case M_GARDENS: return count(play.clinic.tiles[GARDEN]);
        default: return s.deaths + left;
    }
}

}  // namespace

PlanValue plan_value(const Play& play, double goal_weight) {
    const Tables& t = play.t;
    const State& s = play.s;
    const Rooms rooms = rooms_of(play);
    i64 score = s.popularity;  // 11.1
    for (int number = 0; number < t.rounds; ++number) score += s.units[number];
    for (int k = 0; k < s.doctors; ++k) score += t.doctor_points[s.doctor[k].colour];         // 11.2
    score += t.nurse_points * s.nurses;                                                       // 11.2
    score += rooms.points;                                                                    // 11.3
    const int buildings = t.second_building ? play.clinic.number_of_buildings : rooms.buildings;
    const int more = std::max(0, std::min(rooms.buildings, buildings - 1));                   // 11.4, 15.11
    score += i64{t.building_points} * std::min(more, 1) + i64{t.third_building_points} * std::max(0, more - 1);
    int left = s.patients;
    for (int row = 0; row < t.services; ++row) {                                              // 11.5
        left += held(s.waiting[row]);
        for (int colour = WHITE; colour < COLOURS; ++colour) score += t.patient_points[colour] * s.waiting[row][colour];
    }
    for (int k = 0; k < s.patients; ++k) score += t.patient_points[s.patient[k].colour];
    score += i64{t.zombie_points} * count(s.zombies);                                         // 14D6
    score += i64{t.time_points} * (s.time / t.time_per);                                      // 11.6
    const i64 counted = measure(play, rooms, left);
    const i64 missed = std::max<i64>(0, t.at_least - counted) + std::max<i64>(0, counted - t.at_most);
    const double sum = static_cast<double>(score), short_of = static_cast<double>(missed);
    double value = sum + static_cast<double>(i64{t.time_points} * (s.time % t.time_per)) / t.time_per;
    value += DOLLAR * std::min(s.money, MOST_DOLLARS);
    value -= goal_weight * SHORTFALL * short_of;
    return {goal_weight == 0.0 || missed == 0 ? sum : sum - MISSED_GOAL * short_of, value};
}

}  // namespace clinic::solo
