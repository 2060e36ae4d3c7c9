"""The numbers of the rules as compiled code reads them, each from the module of the game that states it.

Numba freezes what it finds in a module's globals, so a number that changes in the game is compiled in anew.
"""

import numpy as np

from clin9ic.admin import DEATH_COST, LAB_GAIN, LOSS_COST
from clin9ic.build import LOT_PRICE, MOST_CUBES, PRICES
from clin9ic.care import NURSE_SALARY, OPERATING_UPKEEP, ORDERLY_SALARY, ORDERLY_SAVES, OUTPATIENT_TIME
from clin9ic.moves import Kind
from clin9ic.newcomers import BOXES_PER_SECTION, SECTION_PRICES, TRIAGE_TIME
from clin9ic.score import GARDEN_COST, TIME_PER_POINT, UNTREATED_COST
from clin9ic.state import (
    LOT_SPACES,
    MOST_ENTRANCES,
    MOST_GARDENS,
    MOST_NURSES,
    MOST_ORDERLIES,
    MOST_PILLARS,
)
from tabletop.colours import (
    COLOURS,
    DOCTOR_POINTS,
    DOCTOR_SALARY,
    OUTPATIENT_PAY,
    PATIENT_PAY,
    POPULARITY_PRICE,
    Colour,
)

RED = int(Colour.RED)
ACTIONS = 3  # of a round, one for each section of a trio (4.2)
BOXES = ACTIONS * BOXES_PER_SECTION  # of a trio, in its upper or its lower half

# 4.4
ENTRANCE_PRICE, GARDEN_PRICE, PILLAR_PRICE = PRICES[Kind.ENTRANCE], PRICES[Kind.GARDEN], PRICES[Kind.PILLAR]
CUBE_PRICE, CUBES_PRICE = PRICES[Kind.CONVEYOR], PRICES[Kind.CONVEYORS]
FLOOR_PRICE, UPGRADE_PRICE = PRICES[Kind.FLOOR], PRICES[Kind.UPGRADE]
HIRE_PRICES = np.repeat(np.array(SECTION_PRICES, np.int64), BOXES_PER_SECTION)  # 4.5, by box

# 5.1, 5.2 and section 7, by colour
PAY = np.array(PATIENT_PAY, np.int64)
SALARIES = np.array(DOCTOR_SALARY, np.int64)
POINTS = np.array(DOCTOR_POINTS, np.int64)

# 6.1: the colour of a doctor after Admin, without a laboratory and with one
DECAYED = tuple(max(0, colour - 1) for colour in COLOURS)
TAUGHT = tuple(min(RED, colour + LAB_GAIN) for colour in COLOURS)

__all__ = [
    "ACTIONS", "BOXES", "BOXES_PER_SECTION", "CUBES_PRICE", "CUBE_PRICE", "DEATH_COST", "DECAYED", "ENTRANCE_PRICE",
    "FLOOR_PRICE", "GARDEN_COST", "GARDEN_PRICE", "HIRE_PRICES", "LOSS_COST", "LOT_PRICE", "LOT_SPACES", "MOST_CUBES",
    "MOST_ENTRANCES", "MOST_GARDENS", "MOST_NURSES", "MOST_ORDERLIES", "MOST_PILLARS", "NURSE_SALARY",
    "OPERATING_UPKEEP", "ORDERLY_SALARY", "ORDERLY_SAVES", "OUTPATIENT_PAY", "OUTPATIENT_TIME", "PAY",
    "PILLAR_PRICE", "POINTS", "POPULARITY_PRICE", "RED", "SALARIES", "SECTION_PRICES", "TAUGHT", "TIME_PER_POINT",
    "TRIAGE_TIME", "UNTREATED_COST", "UPGRADE_PRICE",
]  # fmt: skip
