"""The features of a position between rounds, of which the value function is a weighted sum.

They are chosen so that the value of an activation's end is a sum over patients, their number, blood bags, the reports
that are completed and those that then come within reach: the compiled core looks such values up (`kernel.EndValues`).
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dice_hospital.patients import BEST, COLOURS, OWN, VALUE
from dice_hospital.referee import DiceHospital
from dice_hospital.score import fatality_points, uncompleted_factor
from dice_hospital.state import State
from solvers.dice_hospital.kernel.activation import EndValues
from solvers.dice_hospital.kernel.supports import MOST_COUNTED, MOST_LEAVING

Floats = NDArray[np.float64]
Kinds = tuple[int, ...]
Columns = tuple[Kinds, ...]
MOST_BAGS = 8  # from here on they are worth what the last one was
BAGS = range(MOST_COUNTED + 1)
GRAIN = 1e-6
NEAR = (5, 3)  # the values from which on patients count for reports within reach
MOST_NEAR = 5  # of a colour that are counted


class Cards(NamedTuple):
    """What is on display, and what one owns."""

    reports: Columns
    departments: Kinds
    specialists: Kinds

    @staticmethod
    def of(state: State) -> "Cards":
        return Cards(state.reports, state.departments, state.specialists)


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
            "reach": len(NEAR),  # points of reports for which there are enough patients of a value at least
            "served": 5,  # patients by what can heal them
            "asked": 2,  # patients by how many of their colour open reports ask for
            "team": 7,
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
    parts, cards = layout.parts, Cards.of(state)
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
    row[parts["hands"]] = hands_features(game, cards)
    need = sum(BEST + 1 - VALUE[code] for code in state.patients)
    row[parts["need"]] = need_features(need, placements(game, cards))
    row[parts["reach"]] = [reach(game, state.reports)[near_of(state.patients, least)] for least in NEAR]
    team, asked = team_of(game, cards.departments, cards.specialists), asked_of(game, cards.reports)
    for code in state.patients:
        colour, at = OWN[code], VALUE[code] - 1
        row[parts["served"]] += team.served[:, colour, at]
        row[parts["asked"]] += asked[:, colour]
    row[parts["team"]] = team_features(team, asked)
    return row


class Team(NamedTuple):
    """What departments and workers can do for whom, in steps of a round."""

    served: Floats  # by feature, a patient's colour and value
    departments: Floats  # by colour
    workers: Floats
    strength: float  # of as many departments as there are workers for


@lru_cache(maxsize=4096)
def team_of(game: DiceHospital, departments: Kinds, specialists: Kinds) -> Team:
    deck = game.deck
    by_colour, by_value, workers = np.zeros(len(COLOURS)), np.zeros(BEST), np.zeros(len(COLOURS))
    each = list[int]()
    for kind in (*range(len(deck.starting)), *departments):
        card = deck.departments[kind]
        steps = card.patients * card.steps
        each.append(steps)
        if card.colour is not None:
            by_colour[card.colour] += steps
        else:
            for value in card.values:
                by_value[value - 1] += steps / len(card.values)
    for kind in specialists:
        worker = deck.workers[kind]
        for colour in {worker.colour, worker.target} - {None}:
            workers[colour] += max(1, worker.patients * worker.steps)
    need = (BEST - np.arange(BEST)) / 4
    served = np.array(
        [
            np.outer(by_colour, np.ones(BEST)),
            np.outer(by_colour, need),
            np.outer(workers, np.ones(BEST)),
            np.outer(workers, need),
            np.outer(np.ones(len(COLOURS)), by_value),
        ]
    )
    hands = deck.setup.nurses + len(specialists)
    return Team(served / 10, by_colour, workers, sum(sorted(each)[-hands:]) / 10)


def team_features(team: Team, asked: Floats) -> Floats:
    """How strong it is, how well its cards go together, and how well they suit the open reports."""
    departments, workers = team.departments, team.workers
    return np.array(
        [
            team.strength, team.strength**2, departments @ workers / 10, departments @ departments / 20,
            workers @ workers / 10, asked[1] @ departments / 2, asked[1] @ workers / 2,
        ]
    )  # fmt: skip


@lru_cache(maxsize=4096)
def asked_of(game: DiceHospital, reports: Columns) -> Floats:
    """By colour: how many dice an open report asks for at most, and how many all open ones do."""
    opened = [game.deck.reports[column[0]].needs for column in reports if column]
    most = [max((needs[colour] for needs in opened), default=0) for colour in range(3)]
    return np.array([most, [sum(needs[colour] for needs in opened) for colour in range(3)]]) / 5


def near_of(patients: Iterable[int], least: int) -> tuple[int, int, int]:
    """How many of each colour have a value at least."""
    colours = [OWN[code] for code in patients if VALUE[code] >= least]
    red, yellow, green = (min(MOST_NEAR, colours.count(colour)) for colour in COLOURS)
    return red, yellow, green


@lru_cache(maxsize=4096)
def reach(game: DiceHospital, reports: Columns) -> Floats:
    """By patients of each colour: the points of reports that these could complete."""
    table = np.zeros((MOST_NEAR + 1,) * len(COLOURS))
    for (red, yellow, green), _, rest in completed(game, reports):
        taken = [column[: len(column) - len(left)] for column, left in zip(reports, rest, strict=True)]
        points = sum(game.deck.reports[kind].points for column in taken for kind in column)
        part = table[red:, yellow:, green:]
        np.maximum(part, points, out=part)
    return table


def need_features(need: int, places: int) -> tuple[float, float, float]:
    """The steps that all patients need, alone and with the placements of a round."""
    return need * need / 100, need * places / 100, max(0, need - 2 * places) / 10


def placements(game: DiceHospital, cards: Cards) -> int:
    """That a round allows."""
    workers = game.deck.setup.nurses + len(cards.specialists)
    return min(workers, len(game.deck.starting) + len(cards.departments))


def bag_features(bags: int) -> Floats:
    row: Floats = (np.arange(MOST_BAGS) < bags).astype(float)
    row[-1] += max(0, bags - MOST_BAGS)
    return row


@cache
def _bag_table() -> Floats:
    return np.array([bag_features(number) for number in BAGS])


def hands_features(game: DiceHospital, cards: Cards) -> tuple[float, float]:
    """Placements that a round allows, and workers without a department."""
    workers = game.deck.setup.nurses + len(cards.specialists)
    departments = len(game.deck.starting) + len(cards.departments)
    return float(placements(game, cards)), float(max(0, workers - departments))


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

    display = np.zeros((MOST_LEAVING + 1,) * len(COLOURS), np.int32)
    return EndValues(
        patients, np.zeros(deck.setup.beds + 2), np.zeros(len(_steps(game))), _points(game),
        _report_table(game, reports, left)[0], float(scoring.blood_bag) * np.array(BAGS), display,
        np.zeros((1, 0, 1, 1, 1)), np.zeros((0, BEST + 1), np.uint8), _empty(game, last=True), 1.0,
        -float(fatality_points(game)), game.neglect_steps, 1.0,
    )  # fmt: skip


class ReportValues(NamedTuple):
    """What reports are worth at the end of an activation, with rounds to come."""

    table: Floats  # by the numbers discharged of each colour: of those completed and of those left
    display: NDArray[np.int32]  # which display is left
    in_reach: Floats  # [display, way to count, patients of each colour]


def report_values(game: DiceHospital, reports: Columns, weights: Floats) -> ReportValues:
    """By the weights of the next round."""
    parts = layout_of(game).parts
    of_reports, of_reach = weights[parts["reports"]], weights[parts["reach"]]

    def left(columns: Columns) -> float:
        return float(np.dot(report_features(game, columns), of_reports))

    table, display = _report_table(game, reports, left)
    within = [reach(game, rest) for _, _, rest in completed(game, reports)]
    return ReportValues(table, display, np.array([[weight * one for weight in of_reach] for one in within]))


def end_values_of(game: DiceHospital, cards: Cards, weights: Floats, reports: ReportValues) -> EndValues:
    """The same with rounds to come, by the weights of the next one, without what an activation does not change."""
    parts, beds = layout_of(game).parts, game.deck.setup.beds
    patients = np.zeros((len(COLOURS), BEST + 1))
    patients[:, 0] = fatality_points(game)
    team, asked = team_of(game, cards.departments, cards.specialists), asked_of(game, cards.reports)
    patients[:, 1:] = weights[parts["patients"]].reshape(len(COLOURS), BEST)
    patients[:, 1:] += np.tensordot(weights[parts["served"]], team.served, 1)
    of_colour = (
        weights[parts["wanted"]] * np.array(wanted_colours(game, cards.reports)) + weights[parts["asked"]] @ asked
    )
    patients[:, 1:] += of_colour[:, None]
    crowd = np.append(weights[parts["crowd"]], 0.0)
    crowd[beds + 1 :] = crowd[beds]
    bags = _bag_table() @ weights[parts["bags"]]
    need = _need_table(len(_steps(game)), placements(game, cards)) @ weights[parts["need"]]
    return EndValues(
        patients, crowd, need, _points(game), reports.table, bags, reports.display, reports.in_reach, _near_table(),
        _empty(game, last=False), 1.0, -float(fatality_points(game)), game.neglect_steps, GRAIN,
    )  # fmt: skip


@cache
def _need_table(steps: int, places: int) -> Floats:
    return np.array([need_features(number, places) for number in range(steps)])


@cache
def _near_table() -> NDArray[np.uint8]:
    return np.array([[value >= least for value in range(BEST + 1)] for least in NEAR], np.uint8)


def fixed_value(game: DiceHospital, cards: Cards, weights: Floats) -> float:
    """The value of what an activation does not change: the cards."""
    parts = layout_of(game).parts
    total = float(weights[0])
    total += sum(float(weights[parts["departments"].start + kind]) for kind in cards.departments)
    total += sum(float(weights[parts["workers"].start + kind]) for kind in cards.specialists)
    team, asked = team_of(game, cards.departments, cards.specialists), asked_of(game, cards.reports)
    total += float(np.dot(team_features(team, asked), weights[parts["team"]]))
    return total + float(np.dot(hands_features(game, cards), weights[parts["hands"]]))


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


def _report_table(
    game: DiceHospital, reports: Columns, left: Callable[[Columns], float]
) -> tuple[Floats, NDArray[np.int32]]:
    """By the dice discharged of each colour: the most that completing cards brings, those left included, and which."""
    table = np.full((MOST_LEAVING + 1,) * len(COLOURS), -np.inf)
    display = np.zeros(table.shape, np.int32)
    for number, ((red, yellow, green), points, rest) in enumerate(completed(game, reports)):
        value = points + left(rest)
        part = table[red:, yellow:, green:]
        display[red:, yellow:, green:][part < value] = number
        np.maximum(part, value, out=part)
    return table, display
