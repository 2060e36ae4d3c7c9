"""Section 10: the final score, item by item."""

from dice_hospital.setting import Setting, Variant
from dice_hospital.state import State


def fatality_points(setting: Setting) -> int:
    """10.1, 10.2: for each token."""
    factor = setting.deck.hard.fatality_factor if setting.has(Variant.FATALITY_PENALTY) else 1
    return setting.deck.scoring.fatality * factor


def uncompleted_factor(setting: Setting) -> int:
    """10.1, 10.2: for each point of a card that was not completed."""
    factor = setting.deck.hard.report_factor if setting.has(Variant.REPORT_PENALTY) else 1
    return setting.deck.scoring.report_uncompleted * factor


def score_items(setting: Setting, state: State) -> dict[str, int]:
    """10.1: what the position scores as the last one."""
    deck = setting.deck
    left = sum(deck.reports[kind].points for column in state.reports for kind in column)
    return {
        "patients discharged": state.score,
        "reports completed": state.report_points,
        "reports not completed": uncompleted_factor(setting) * left,
        "fatalities": fatality_points(setting) * state.fatalities,
        "blood bags": deck.scoring.blood_bag * state.blood_bags,
    }


def final_score(setting: Setting, state: State) -> int:
    return sum(score_items(setting, state).values())
