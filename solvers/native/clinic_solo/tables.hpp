// What never changes in a game: the board, the deck's numbers, and the draws to come. Made by
// solvers/clinic_solo/kernel/tables.py, which has the same fields in the same order and refuses what has no room here.
#pragma once

#include "clinic_solo/codes.hpp"
#include "clinic_solo/sets.hpp"

namespace clinic::solo {

struct Tables {
    i32 rounds;
    i32 slots;
    i32 tiles_per_action;
    i32 components;
    i32 floors;
    i32 ground;
    i32 board_columns;
    i32 size;
    i32 borders;
    i32 services;
    i32 columns;
    i32 pre_admissions;
    i32 queue_base;
    i32 queue_entrance;
    i32 queue_helipad;
    i32 move_cost;
    i32 admit_cost;
    i32 entrance_cost;
    i32 upgrade_cost;
    i32 parking_places;
    i32 upgrade_places;
    i32 entrances;  // tiles in the box
    i32 conveyors;
    i32 hubs_per_round;
    i32 specials_per_round;
    i32 special_copies;
    i32 orderly_price;
    i32 enter;
    i32 adjacent;
    i32 to_outpatient;
    i32 triage;
    i32 outpatient_pay;
    i32 garden_pay;
    i32 nurse_salary;
    i32 orderly_salary;
    i32 module_upkeep;
    i32 garden_upkeep;
    i32 operating_upkeep;
    i32 orderly_saves;
    i32 popularity_price;
    i32 popularity_per_dollar;
    i32 lab_popularity;
    i32 death;
    i32 nurse_points;
    i32 building_points;
    i32 third_building_points;  // of each beyond the second
    i32 time_per;
    i32 time_points;
    i32 last_admin;
    i32 admit_needs_hub;
    i32 building_needs_hub;
    i32 start_doctor;
    i32 university_spaces;
    i32 doctors_per_hire;
    i32 entrance_spaces;
    i32 offers;  // bonus tiles to choose from
    i32 goal;    // which measure
    i32 at_least;
    i32 at_most;
    i32 goal_floor;
    i32 second_building;  // a switch (11.4)
    i32 any_in_line;    // a ride may pass stops by (8.1)
    i32 extinguishers;  // in the box (14B)
    i32 extinguisher_pay;
    i32 blood;  // tokens in the box (14A)
    i32 lie_time;
    i32 workaholics;  // whether they are in the bag (14C)
    i32 zombies;      // in the box (14D)
    i32 zombie_pay;
    i32 zombie_points;
    i32 most_purple;           // workaholics at the university (14C2)
    i32 edition_2014;          // what of section 15 no switch turns off
    i32 entrances_and_helipads;  // in the box (15.16)
    i32 office_needs_staff;    // switches of that edition: 15.6
    i32 score_needs_staff;     // 15.6
    i32 hub_above_other_service;       // 15.7
    i32 gardens_on_modules;            // 15.8
    i32 consultation_after_popularity;  // 15.10

    // The board (section 2), as sets of spaces
    u64 ground_spaces;
    u64 not_west;  // the spaces with a neighbour to the west
    u64 not_east;
    u64 not_north;
    u64 not_south;
    u64 on_floor[MOST_FLOORS];
    u64 neighbours[MOST_SPACES];  // adjacent spaces, above and below included
    u64 beside[MOST_SPACES];      // those on the same floor
    u64 in_line[MOST_SPACES];     // those a conveyor may lead to (5.11)
    u64 lines[AXES][MOST_SPACES];  // the same in a row, in a column, above one another
    u64 borders_of[MOST_GROUND];  // of each ground space, as a set of parking spots
    i32 floor_of[MOST_SPACES];
    i32 entrance_target[MOST_ENTRANCES];

    // Tiles
    i32 cost[TILE_KINDS][MOST_FLOORS];  // NOT_THERE where a tile cannot be built
    i32 conveyor_cost[MOST_FLOORS];
    i32 extinguisher_cost[MOST_FLOORS];
    i32 takes_extinguisher[TILE_KINDS];
    i32 limit[TILE_KINDS];
    i32 kind[TILE_KINDS];
    i32 capacity[TILE_KINDS][PEOPLE];
    i32 hub_of[MOST_SERVICES];  // the hub tile of each row
    i32 row_of_hub[TILE_KINDS];
    i32 bonus[MOST_BONUS][4];  // the tiles on offer: number, what it gives, how much, a colour + COLOURS * a row

    // People
    i32 pay[COLOURS];
    i32 nurses_needed[TILE_KINDS][SKILLS][COLOURS];  // by doctor's and patient's colour (9.1)
    i32 workaholic_treats[COLOURS];                  // how many patients of a colour (14C5)
    i32 workaholic_beds[COLOURS];                    // in a treatment room where one is (14C4)
    i32 colour_after_lab[SKILLS];                    // of a doctor (10.5)
    i32 colour_after_round[SKILLS];                  // of a doctor who did not study (10.6)
    i32 colour_at_university[SKILLS];                // of a doctor who waits there (10.3)
    i32 doctor_salary[SKILLS];
    i32 doctor_points[SKILLS];
    i32 patient_points[COLOURS];
    i32 room_points[MOST_FLOORS];
    i32 doctor_price[MOST_UNIVERSITY][SKILLS];  // by space, the left one first (6.2)
    i32 nurses[MOST_ROUNDS];
    i32 nurse_price[MOST_ROUNDS][MOST_NURSES_OFFERED];  // by round and number offered

    // Draws
    i32 patient_draw[MOST_DRAWS][MOST_SERVICES];              // a colour, OPEN or BY_SEED
    i8 patient_index[MOST_DRAWS][MOST_SERVICES][MOST_IN_BAG];  // by how many the bag holds
    i32 doctor_draw[MOST_DOCTORS_IN_BAG];                     // by how many the bag holds
    i32 doctor_index[MOST_DOCTORS_IN_BAG];
};

}  // namespace clinic::solo
