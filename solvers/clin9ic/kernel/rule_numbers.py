"""The numbers of the rules as solvers and the core read them, each from the module of the game that states it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from clin9ic.admin import DEATH_COST, LAB_GAIN, LOSS_COST
from clin9ic.arrivals import TRIAGE_TIME
from clin9ic.build import LOT_PRICE, MOST_CUBES, PRICES
from clin9ic.cards import BOXES_PER_SECTION
from clin9ic.care import (
    DOCTOR_SALARY,
    NURSE_SALARY,
    OPERATING_UPKEEP,
    ORDERLY_SALARY,
    ORDERLY_SAVES,
    OUTPATIENT_PAY,
    OUTPATIENT_TIME,
    PATIENT_PAY,
    POPULARITY_PRICE,
)
from clin9ic.hire import SECTION_PRICES
from clin9ic.moves import Kind
from clin9ic.score import DOCTOR_POINTS, GARDEN_COST, TIME_PER_POINT, UNTREATED_COST
from clin9ic.state import (
    LOT_SPACES,
    MOST_ENTRANCES,
    MOST_GARDENS,
    MOST_NURSES,
    MOST_ORDERLIES,
    MOST_PILLARS,
)
from tabletop.colours import COLOURS, Colour

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
# the colours that gain most in one first: a yellow doctor becomes red instead of white, and so on
TAUGHT_FIRST = tuple(sorted(COLOURS, key=lambda colour: (DECAYED[colour] - TAUGHT[colour], -colour)))


class Numbers(NamedTuple):
    """All of them, as the core takes them over."""

    entrance_price: int = ENTRANCE_PRICE
    garden_price: int = GARDEN_PRICE
    pillar_price: int = PILLAR_PRICE
    cube_price: int = CUBE_PRICE
    cubes_price: int = CUBES_PRICE
    floor_price: int = FLOOR_PRICE
    upgrade_price: int = UPGRADE_PRICE
    lot_price: int = LOT_PRICE
    lot_spaces: int = LOT_SPACES
    most_cubes: int = MOST_CUBES
    most_entrances: int = MOST_ENTRANCES
    most_gardens: int = MOST_GARDENS
    most_pillars: int = MOST_PILLARS
    most_nurses: int = MOST_NURSES
    most_orderlies: int = MOST_ORDERLIES
    hire_prices: Sequence[int] = tuple(HIRE_PRICES)
    pay: Sequence[int] = PATIENT_PAY
    salaries: Sequence[int] = DOCTOR_SALARY
    points: Sequence[int] = DOCTOR_POINTS
    decayed: Sequence[int] = DECAYED
    taught: Sequence[int] = TAUGHT
    taught_first: Sequence[int] = TAUGHT_FIRST
    nurse_salary: int = NURSE_SALARY
    orderly_salary: int = ORDERLY_SALARY
    orderly_saves: int = ORDERLY_SAVES
    operating_upkeep: int = OPERATING_UPKEEP
    outpatient_pay: int = OUTPATIENT_PAY
    outpatient_time: int = OUTPATIENT_TIME
    triage_time: int = TRIAGE_TIME
    popularity_price: int = POPULARITY_PRICE
    death_cost: int = DEATH_COST
    loss_cost: int = LOSS_COST
    garden_cost: int = GARDEN_COST
    untreated_cost: int = UNTREATED_COST
    time_per_point: int = TIME_PER_POINT


NUMBERS = Numbers()


__all__ = [
    "ACTIONS",
    "BOXES",
    "BOXES_PER_SECTION",
    "CUBES_PRICE",
    "CUBE_PRICE",
    "DEATH_COST",
    "DECAYED",
    "ENTRANCE_PRICE",
    "FLOOR_PRICE",
    "GARDEN_COST",
    "GARDEN_PRICE",
    "HIRE_PRICES",
    "LOSS_COST",
    "LOT_PRICE",
    "LOT_SPACES",
    "MOST_CUBES",
    "MOST_ENTRANCES",
    "MOST_GARDENS",
    "MOST_NURSES",
    "MOST_ORDERLIES",
    "MOST_PILLARS",
    "NUMBERS",
    "NURSE_SALARY",
    "OPERATING_UPKEEP",
    "ORDERLY_SALARY",
    "ORDERLY_SAVES",
    "OUTPATIENT_PAY",
    "OUTPATIENT_TIME",
    "PAY",
    "PILLAR_PRICE",
    "POINTS",
    "POPULARITY_PRICE",
    "RED",
    "SALARIES",
    "SECTION_PRICES",
    "TAUGHT",
    "TAUGHT_FIRST",
    "TIME_PER_POINT",
    "TRIAGE_TIME",
    "UNTREATED_COST",
    "UPGRADE_PRICE",
    "Numbers",
]  # fmt: skip
