"""The features of a position between rounds, of which the value function is a weighted sum.

They are chosen so that the value of an activation's end is a sum over patients, their number, blood bags and the
reports that are completed: the compiled core looks such values up (`kernel.EndValues`).
"""

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from dice_hospital.patients import BEST, COLOURS, OWN, VALUE
from dice_hospital.referee import DiceHospital
from dice_hospital.score import fatality_points, uncompleted_factor
from dice_hospital.state import State
from solvers.dice_hospital.kernel.activation import EndValues
from solvers.dice_hospital.kernel.supports import MOST_COUNTED, MOST_LEAVING

Floats = NDArray[np.float64]
Columns = tuple[tuple[int, ...], ...]
MOST_BAGS = 8  # from here on they are worth what the last one was
BAGS = range(MOST_COUNTED + 1)
GRAIN = 1e-6


class Layout:
    """Where the features of a game stand in a row of weights."""

    def __init__(self, game: DiceHospital) -> None:
        deck = game.deck
        self.beds = deck.setup.beds
        parts = {
            "one": 1,
            "patients": len(COLOURS) * BEST,
            "wanted": len(COLOURS),  # patients of a colour that an open report asks for
            "crowd": self.beds + 1,
            "bags": MOST_BAGS,
            "reports": 6,
            "departments": len(deck.departments),
            "workers": len(deck.workers),
            "hands": 2,
            "need": 3,
        }
        self.parts: dict[str, slice] = {}
        at = 0
        for name, number in parts.items():
            self.parts[name] = slice(at, at + number)
            at += number
        self.size = at


@lru_cache(maxsize=16)
def layout_of(game: DiceHospital) -> Layout:
    return Layout(game)


def features(game: DiceHospital, state: State) -> Floats:
    """The numbers of a position at the beginning of a round."""
    layout = layout_of(game)
    row = np.zeros(layout.size)
    parts = layout.parts
    row[parts["one"]] = 1.0
    wanted = wanted_colours(game, state.reports)
    for code in state.patients:
        row[parts["patients"].start + OWN[code] * BEST + VALUE[code] - 1] += 1
        row[parts["wanted"].start + OWN[code]] += wanted[OWN[code]]
    row[parts["crowd"].start + len(state.patients)] = 1.0
    row[parts["bags"]] = bag_features(state.blood_bags)
    row[parts["reports"]] = report_features(game, state.reports)
    for kind in state.departments:
        row[parts["departments"].start + kind] += 1
    for kind in state.specialists:
        row[parts["workers"].start + kind] += 1
    row[parts["hands"]] = hands_features(game, state)
    need = sum(BEST + 1 - VALUE[code] for code in state.patients)
    row[parts["need"]] = need_features(need, placements(game, state))
    return row


def need_features(need: int, places: int) -> tuple[float, float, float]:
    """The steps that all patients need, alone and with the placements of a round."""
    return need * need / 100, need * places / 100, max(0, need - 2 * places) / 10


def placements(game: DiceHospital, state: State) -> int:
    """That a round allows."""
    workers = game.deck.setup.nurses + len(state.specialists)
    return min(workers, len(game.deck.starting) + len(state.departments))


def bag_features(bags: int) -> Floats:
    row: Floats = (np.arange(MOST_BAGS) < bags).astype(float)
    row[-1] += max(0, bags - MOST_BAGS)
    return row


@cache
def _bag_table() -> Floats:
    return np.array([bag_features(number) for number in BAGS])


def hands_features(game: DiceHospital, state: State) -> tuple[float, float]:
    """Placements that a round allows, and workers without a department."""
    workers = game.deck.setup.nurses + len(state.specialists)
    departments = len(game.deck.starting) + len(state.departments)
    return float(placements(game, state)), float(max(0, workers - departments))


def wanted_colours(game: DiceHospital, reports: Columns) -> tuple[float, float, float]:
    """Whether an open report asks for a colour."""
    opened = [game.deck.reports[column[0]].needs for column in reports if column]
    red, yellow, green = (float(any(needs[colour] for needs in opened)) for colour in range(3))
    return red, yellow, green


def report_features(game: DiceHospital, reports: Columns) -> tuple[float, ...]:
    """Points and dice of open cards, points and dice of those behind them, open cards, and how much they overlap."""
    deck = game.deck
    opened = [deck.reports[column[0]] for column in reports if column]
    behind = [deck.reports[kind] for column in reports for kind in column[1:]]
    needs = [sum(card.needs[colour] for card in opened) for colour in range(3)]
    return (
        float(sum(card.points for card in opened)),
        float(sum(sum(card.needs) for card in opened)),
        float(sum(card.points for card in behind)),
        float(sum(sum(card.needs) for card in behind)),
        float(len(opened)),
        float(max(needs, default=0)),
    )


def settled(game: DiceHospital, state: State) -> float:
    """What a position has of the final score already."""
    return float(state.score + state.report_points + fatality_points(game) * state.fatalities)


# --- values of ends of activations -----------------------------------------------------------------------------------


def last_end_values(game: DiceHospital, reports: Columns) -> EndValues:
    """Section 10: what the end of the last activation is worth, besides what is settled."""
    deck = game.deck
    scoring = deck.scoring
    patients = np.zeros((len(COLOURS), BEST + 1))
    patients[:, 0] = fatality_points(game)

    def left(columns: Columns) -> float:
        return float(uncompleted_factor(game) * sum(deck.reports[kind].points for column in columns for kind in column))

    return EndValues(
        patients, np.zeros(deck.setup.beds + 2), np.zeros(len(_steps(game))), _points(game),
        _report_table(game, reports, left), float(scoring.blood_bag) * np.array(BAGS), _empty(game, last=True), 1.0,
        -float(fatality_points(game)), game.neglect_steps, 1.0,
    )  # fmt: skip


def end_values_of(game: DiceHospital, reports: Columns, places: int, weights: Floats) -> EndValues:
    """The same with rounds to come, by the weights of the next one, without what an activation does not change."""
    parts, beds = layout_of(game).parts, game.deck.setup.beds
    patients = np.zeros((len(COLOURS), BEST + 1))
    patients[:, 0] = fatality_points(game)
    wanted = wanted_colours(game, reports)
    for colour in range(len(COLOURS)):
        first = parts["patients"].start + colour * BEST
        patients[colour, 1:] = weights[first : first + BEST] + weights[parts["wanted"].start + colour] * wanted[colour]
    crowd = np.append(weights[parts["crowd"]], 0.0)
    crowd[beds + 1 :] = crowd[beds]
    bags = _bag_table() @ weights[parts["bags"]]
    of_reports = weights[parts["reports"]]
    need = np.array([float(np.dot(need_features(steps, places), weights[parts["need"]])) for steps in _steps(game)])

    def left(columns: Columns) -> float:
        return float(np.dot(report_features(game, columns), of_reports))

    return EndValues(
        patients, crowd, need, _points(game), _report_table(game, reports, left), bags, _empty(game, last=False), 1.0,
        -float(fatality_points(game)), game.neglect_steps, GRAIN,
    )  # fmt: skip


def fixed_value(game: DiceHospital, state: State, weights: Floats) -> float:
    """The value of what an activation does not change: the cards."""
    parts = layout_of(game).parts
    total = float(weights[0])
    total += sum(float(weights[parts["departments"].start + kind]) for kind in state.departments)
    total += sum(float(weights[parts["workers"].start + kind]) for kind in state.specialists)
    return total + float(np.dot(hands_features(game, state), weights[parts["hands"]]))


def _steps(game: DiceHospital) -> range:
    """That all patients together may need."""
    return range(game.deck.setup.beds * BEST + 1)


def _points(game: DiceHospital) -> Floats:
    """Up to as many as can leave in a round, those who came in during it (7.3) included; the core asks for no more."""
    return np.array([float(game.deck.scoring.points(number)) for number in range(len(COLOURS) * MOST_LEAVING + 1)])


def _empty(game: DiceHospital, *, last: bool) -> float:
    return float(game.deck.scoring.empty_wards) * (game.options.empty_bonus_last_round or not last)


def completed(game: DiceHospital, reports: Columns) -> list[tuple[tuple[int, int, int], int, Columns]]:
    """8.2: every choice of cards to complete: the dice it takes, its points, and what is left of the columns."""
    found = []
    deck = game.deck
    for taken in product(*(range(len(column) + 1) for column in reports)):
        cards = [deck.reports[kind] for column, number in zip(reports, taken, strict=True) for kind in column[:number]]
        red, yellow, green = (sum(card.needs[colour] for card in cards) for colour in range(3))
        points = deck.scoring.report_completed * sum(card.points for card in cards)
        rest = tuple(column[number:] for column, number in zip(reports, taken, strict=True))
        found.append(((red, yellow, green), points, rest))
    return found


def _report_table(game: DiceHospital, reports: Columns, left: Callable[[Columns], float]) -> Floats:
    """By the dice discharged of each colour: the most that completing cards brings, those left included."""
    table = np.full((MOST_LEAVING + 1,) * len(COLOURS), -np.inf)
    for dice, points, rest in completed(game, reports):
        if max(dice) <= MOST_LEAVING:
            table[dice] = max(table[dice], points + left(rest))
    for colour in COLOURS:  # whoever has more dice can do the same
        np.maximum.accumulate(table, axis=colour, out=table)
    return table
