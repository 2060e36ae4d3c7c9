"""Section 7 and 3.4 in the model: the value of the end of the last round."""

from ortools.sat.python.cp_model import IntVar

from clin9ic.clinic import Clinic
from clin9ic.score import DOCTOR_POINTS, GARDEN_COST, TIME_PER_POINT, UNTREATED_COST, pillar_cost
from clin9ic.setting import Goal
from solvers.clin9ic.cp_model.clinics import code_of
from solvers.clin9ic.cp_model.instance import EndValue
from solvers.clin9ic.cp_model.variables import Draft, Position
from solvers.core.cpsat import Number


def value_of(draft: Draft, position: Position) -> Number:
    """The aim of the instance."""
    if draft.instance.value is not None:
        return end_value(draft.instance.value, position)
    match draft.instance.game.goal:
        case Goal.TREATED:
            return position.treated
        case Goal.DOCTORS:
            return sum(position.doctors)
        case Goal.SKILLED:
            return sum(position.doctors[1:])
        case Goal.STAFF:
            return sum(position.doctors) + position.nurses + position.orderlies
        case Goal.POPULARITY:
            return popularity_score(draft, position)


def end_value(value: EndValue, position: Position) -> Number:
    total: Number = value.floors * sum(position.built) + value.upgrades * sum(position.upgraded)
    for people, weights in ((position.doctors, value.doctors), (position.patients, value.patients)):
        total = total + sum(weight * number for number, weight in zip(people, weights, strict=True))
    for name in EndValue.plain():
        total = total + getattr(value, name) * getattr(position, name)
    return total


def popularity_score(draft: Draft, position: Position) -> Number:
    """Section 7."""
    high = draft.range_of(position.time)[1]
    late = draft.number(0, high // TIME_PER_POINT, "points lost to time")
    draft.cp.add_division_equality(late, position.time, TIME_PER_POINT)
    rooms, needed = _by_clinic(draft, position)
    missing_gardens = draft.greatest([needed["gardens"] - position.gardens, 0], 0, 99, "missing gardens")
    return (
        position.popularity
        - late
        + sum(points * number for points, number in zip(DOCTOR_POINTS, position.doctors, strict=True))
        + position.nurses
        + rooms
        - UNTREATED_COST * sum(position.patients)
        - _price_of_pillars(draft, position, needed["pillars"])
        - GARDEN_COST * missing_gardens
    )


def _by_clinic(draft: Draft, position: Position) -> tuple[IntVar, dict[str, IntVar]]:
    """Points for rooms, and the pillars and gardens needed, by the floors and their sides."""

    def numbers(clinic: Clinic) -> tuple[int, int, int]:
        return clinic.room_points, clinic.pillars_needed, clinic.gardens_needed

    rows = [(code_of(config), *numbers(clinic)) for config, clinic in draft.clinics.plain.items()]
    columns = [
        draft.number(min(row[i] for row in rows), max(row[i] for row in rows), f"end {what}")
        for i, what in ((1, "rooms"), (2, "pillars needed"), (3, "gardens needed"))
    ]
    draft.cp.add_allowed_assignments([draft.config_code(position, "end floors"), *columns], rows)
    return columns[0], {"pillars": columns[1], "gardens": columns[2]}


def _price_of_pillars(draft: Draft, position: Position, needed: IntVar) -> IntVar:
    """7.1."""
    most = draft.range_of(needed)[1]
    missing = draft.greatest([needed - position.pillars, 0], 0, most, "missing pillars")
    price = draft.number(0, pillar_cost(most), "price of missing pillars")
    draft.cp.add_allowed_assignments([missing, price], [(m, pillar_cost(m)) for m in range(most + 1)])
    return price
