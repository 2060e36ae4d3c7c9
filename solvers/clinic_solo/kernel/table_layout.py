"""The fields of the tables: one record for every board and deck, in C++ the struct `Tables` with the same names."""

import numpy as np

from clinic_solo.tiles import Tile
from solvers.clinic_solo.kernel.codes import PEOPLE
from solvers.clinic_solo.kernel.state_encoding import (
    COLOURS,
    MOST_ENTRANCES,
    MOST_FLOORS,
    MOST_GROUND,
    MOST_ROUNDS,
    MOST_SERVICES,
    MOST_SPACES,
    MOST_UNIVERSITY,
    SKILLS,
)

TILE_KINDS = len(Tile)
MOST_IN_BAG, MOST_DOCTORS_IN_BAG, MOST_NURSES_OFFERED, MOST_BONUS, MOST_DRAWS = 64, 32, 8, 8, 40
AXES = 3

# The single numbers of deck, board and goal.
NUMBERS = (
    "rounds",
    "slots",
    "tiles_per_action",
    "components",
    "floors",
    "ground",
    "board_columns",
    "size",
    "borders",
    "services",
    "columns",
    "pre_admissions",
    "queue_base",
    "queue_entrance",
    "queue_helipad",
    "move_cost",
    "admit_cost",
    "entrance_cost",
    "upgrade_cost",
    "parking_places",
    "upgrade_places",
    "entrances",  # tiles in the box
    "conveyors",
    "hubs_per_round",
    "specials_per_round",
    "special_copies",
    "orderly_price",
    "enter",
    "adjacent",
    "to_outpatient",
    "triage",
    "outpatient_pay",
    "garden_pay",
    "nurse_salary",
    "orderly_salary",
    "module_upkeep",
    "garden_upkeep",
    "operating_upkeep",
    "orderly_saves",
    "popularity_price",
    "popularity_per_dollar",
    "lab_popularity",
    "death",
    "nurse_points",
    "building_points",
    "third_building_points",  # of each beyond the second
    "time_per",
    "time_points",
    "last_admin",
    "admit_needs_hub",
    "building_needs_hub",
    "start_doctor",
    "university_spaces",
    "doctors_per_hire",
    "entrance_spaces",
    "offers",  # bonus tiles to choose from
    "goal",  # which measure
    "at_least",
    "at_most",
    "goal_floor",
    "second_building",  # a switch (11.4)
    "any_in_line",  # a ride may pass stops by (8.1)
    "extinguishers",  # in the box (14B)
    "extinguisher_pay",
    "blood",  # tokens in the box (14A)
    "lie_time",
    "workaholics",  # whether they are in the bag (14C)
    "zombies",  # in the box (14D)
    "zombie_pay",
    "zombie_points",
    "most_purple",  # workaholics at the university (14C2)
    "edition_2014",  # what of section 15 no switch turns off
    "entrances_and_helipads",  # in the box (15.16)
    "office_needs_staff",  # switches of that edition: 15.6
    "score_needs_staff",  # 15.6
    "hub_above_other_service",  # 15.7
    "gardens_on_modules",  # 15.8
    "consultation_after_popularity",  # 15.10
)

# What is looked up, with its type and the most of everything. Colours, tiles and places are the numbers of the game;
# sets of spaces and of parking spots are the bits of a word.
ARRAYS: dict[str, tuple[type[np.generic], tuple[int, ...]]] = {
    "ground_spaces": (np.uint64, ()),
    "not_west": (np.uint64, ()),  # the spaces with a neighbour to the west
    "not_east": (np.uint64, ()),
    "not_north": (np.uint64, ()),
    "not_south": (np.uint64, ()),
    "on_floor": (np.uint64, (MOST_FLOORS,)),
    "neighbours": (np.uint64, (MOST_SPACES,)),  # by space
    "beside": (np.uint64, (MOST_SPACES,)),
    "in_line": (np.uint64, (MOST_SPACES,)),
    "lines": (np.uint64, (AXES, MOST_SPACES)),
    "borders_of": (np.uint64, (MOST_GROUND,)),  # by ground space: parking spots
    "floor_of": (np.int32, (MOST_SPACES,)),
    "entrance_target": (np.int32, (MOST_ENTRANCES,)),
    "cost": (np.int32, (TILE_KINDS, MOST_FLOORS)),  # by tile and floor
    "conveyor_cost": (np.int32, (MOST_FLOORS,)),  # by floor, NOT_THERE where there is none
    "extinguisher_cost": (np.int32, (MOST_FLOORS,)),
    "takes_extinguisher": (np.int32, (TILE_KINDS,)),  # by tile
    "limit": (np.int32, (TILE_KINDS,)),  # by tile
    "kind": (np.int32, (TILE_KINDS,)),  # by tile
    "capacity": (np.int32, (TILE_KINDS, len(PEOPLE))),  # by tile: doctors, nurses, orderlies, patients
    "hub_of": (np.int32, (MOST_SERVICES,)),  # the hub tile of each row
    "row_of_hub": (np.int32, (TILE_KINDS,)),  # by tile
    "bonus": (np.int32, (MOST_BONUS, 4)),  # of the tiles on offer: number, what it gives, how much, a colour and a row
    "pay": (np.int32, (COLOURS,)),
    "nurses_needed": (np.int32, (TILE_KINDS, SKILLS, COLOURS)),  # by tile, doctor's and patient's colour (9.1)
    "workaholic_treats": (np.int32, (COLOURS,)),  # how many patients of a colour (14C5)
    "workaholic_beds": (np.int32, (COLOURS,)),  # in a treatment room where one is (14C4)
    "colour_after_lab": (np.int32, (SKILLS,)),  # of a doctor, by colour (10.5)
    "colour_after_round": (np.int32, (SKILLS,)),  # of a doctor who did not study (10.6)
    "colour_at_university": (np.int32, (SKILLS,)),  # of a doctor who waits there (10.3)
    "doctor_salary": (np.int32, (SKILLS,)),
    "doctor_points": (np.int32, (SKILLS,)),
    "patient_points": (np.int32, (COLOURS,)),
    "room_points": (np.int32, (MOST_FLOORS,)),  # by floor
    "doctor_price": (np.int32, (MOST_UNIVERSITY, SKILLS)),  # by space, the left one first (6.2)
    "nurses": (np.int32, (MOST_ROUNDS,)),  # by round
    "nurse_price": (np.int32, (MOST_ROUNDS, MOST_NURSES_OFFERED)),  # by round and number offered
    "patient_draw": (np.int32, (MOST_DRAWS, MOST_SERVICES)),  # by draw and row: a colour, OPEN or BY_SEED
    "patient_index": (np.int8, (MOST_DRAWS, MOST_SERVICES, MOST_IN_BAG)),  # by draw, row and size of the bag
    "doctor_draw": (np.int32, (MOST_DOCTORS_IN_BAG,)),  # by size of the bag
    "doctor_index": (np.int32, (MOST_DOCTORS_IN_BAG,)),
}
TABLES = np.dtype([(name, np.int32) for name in NUMBERS] + [(name, *of) for name, of in ARRAYS.items()], align=True)
