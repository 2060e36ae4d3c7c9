"""Section 7: the final score item by item, and the victory conditions of 3.4."""

from clin9ic.clinic import clinic_of
from clin9ic.setting import Goal, Setting
from clin9ic.state import State

DOCTOR_POINTS = (2, 3, 4, 5)  # by colour
TIME_PER_POINT = 3
UNTREATED_COST = 5
GARDEN_COST = 5


def score_items(setting: Setting, state: State) -> dict[str, int]:
    """What counts for the chosen victory condition, by item."""
    match setting.goal:
        case Goal.TREATED:
            return {"treated patients": state.treated}
        case Goal.DOCTORS:
            return {"doctors": sum(state.doctors)}
        case Goal.SKILLED:
            return {"skilled doctors": sum(state.doctors[1:])}
        case Goal.STAFF:
            return {"doctors": sum(state.doctors), "nurses": state.nurses, "orderlies": state.orderlies}
        case Goal.POPULARITY:
            return popularity_items(setting, state)


def pillar_cost(missing: int) -> int:
    """7.1: the n-th missing pillar costs n.

    >>> pillar_cost(3)
    6
    """
    return missing * (missing + 1) // 2


def popularity_items(setting: Setting, state: State) -> dict[str, int]:
    """Section 7."""
    clinic = clinic_of(setting, state)
    missing_pillars = max(0, clinic.pillars_needed - state.pillars)
    missing_gardens = max(0, clinic.gardens_needed - state.gardens)
    return {
        "popularity": state.popularity,
        "time": -(state.time // TIME_PER_POINT),
        "doctors": sum(n * points for n, points in zip(state.doctors, DOCTOR_POINTS, strict=True)),
        "nurses": state.nurses,
        "treatment rooms": clinic.room_points,
        "untreated patients": -UNTREATED_COST * sum(state.patients),
        "missing pillars": -pillar_cost(missing_pillars),
        "missing gardens": -GARDEN_COST * missing_gardens,
    }


def final_score(setting: Setting, state: State) -> int:
    """The number that is compared with the target."""
    return sum(score_items(setting, state).values())
