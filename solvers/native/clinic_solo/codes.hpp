// Numbers that stand for things, the same as in clinic_solo/tiles.py and solvers/clinic_solo/kernel/codes.py, and how
// much of everything there is room for. A test compares both sides name by name.
#pragma once

#include "common/view.hpp"

namespace clinic::solo {

using i16 = std::int16_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;

// What stands in a space (1.2); modules come last, and hubs at the end of them.
enum Tile : i8 {
    EMPTY, GARDEN, HELIPAD, PARKING, BIG_PARKING,
    TREATMENT, SUPPLY, OPERATING, OUTPATIENT, LAB, TRIAGE,
    PSYCHIATRY_HUB, CARDIOLOGY_HUB, OPHTHALMOLOGY_HUB, ORTHOPEDICS_HUB, NEUROLOGY_HUB,
    MEDICINE_HUB, SURGERY_HUB,
    TILE_KINDS
};
constexpr int FIRST_MODULE = TREATMENT, FIRST_HUB = PSYCHIATRY_HUB;

constexpr bool is_module(int tile) { return tile >= FIRST_MODULE; }
constexpr bool is_hub(int tile) { return tile >= FIRST_HUB; }
constexpr bool is_special(int tile) { return OPERATING <= tile && tile <= TRIAGE; }

enum Kind : i8 { HUB_KIND, TREATMENT_KIND, SUPPLY_KIND, SPECIAL_KIND, KINDS };  // of modules (1.2)
enum Colour : i8 { WHITE, YELLOW, ORANGE, RED, COLOURS };
constexpr int PURPLE = COLOURS, SKILLS = COLOURS + 1;  // what doctors can be: workaholics, too (14C)
enum Action : i8 { BUILD, HIRE, ADMIT, ACTIONS };                               // tiles of 3.4
enum Person : i8 { DOCTOR, NURSE, ORDERLY, PATIENT, PEOPLE };
enum Bonus : i8 { B_NURSE, B_ORDERLY, B_GARDEN, B_PATIENT, B_PARKING, B_COLOUR, B_MONEY };  // what a tile gives (3.5)

// What a goal counts (12.2).
enum Measure : i8 {
    M_TIME, M_DOCTORS, M_TOP_ROOMS, M_TREATED, M_BUILDINGS, M_DOCTORS_NOT_WHITE, M_STAFF, M_GARDENS, M_LOST, MEASURES
};

// What a plan did, for decode_plan: a kind and up to four numbers each.
enum EventKind : i8 {
    E_USE, E_BUILD, E_ENTRANCE, E_CONVEYOR, E_UPGRADE, E_REPARK, E_HIRE, E_PARK, E_DEPART,
    E_QUEUE, E_ADMIT, E_STEP, E_MOVED, E_TREAT, E_TREATED, E_BUY, E_BONUS,
    E_EXTINGUISHER, E_LIE, E_FETCH, E_ZOMBIE, E_GIVE, E_TRANSFUSE, E_CURE
};
constexpr int EVENT_WIDTH = 5;
enum Direction : i8 { RIGHT, UP, DOWN };  // on the notepad

constexpr int MOST_SPACES = 64, MOST_GROUND = 16, MOST_FLOORS = 6, MOST_SPOTS = 64, MOST_ENTRANCES = 16;
constexpr int MOST_WAYS_IN = 37, MOST_BUILDINGS = 8, AXES = 3, MOST_UNIVERSITY = 4;
constexpr int MOST_SERVICES = 5, MOST_COLUMNS = 8, MOST_IN_BAG = 64, MOST_DOCTORS_IN_BAG = 32, MOST_BONUS = 8;
constexpr int MOST_STAFF = 16, MOST_PATIENTS = 48, MOST_NURSES_OFFERED = 8;
constexpr int MOST_ROUNDS = 12, MOST_SLOTS = 36, MOST_DRAWS = 40;

constexpr int NOBODY = -1;      // at the university
constexpr int NOT_THERE = -1;   // a price, a row of the notepad, a goal's floor
constexpr int OPEN = -1;        // a draw that is not known
constexpr int BY_SEED = -2;     // a draw that the seed decides
constexpr int NEWCOMER = 80;    // staff hired this round: NEWCOMER + the number of ways in there were when they came

}  // namespace clinic::solo
