"""Activations in the compiled core: positions in and out, every end, and the best one (native/dice_hospital)."""

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dice_hospital.activation import BAG_STEPS
from dice_hospital.deck import Ability, Deck, Group, Treatment
from dice_hospital.moves import Also, AlsoRecolour, Bag, Move, Place, Recolour, Stop, UpAndDown
from dice_hospital.patients import as_colour, healed
from dice_hospital.referee import DiceHospital
from dice_hospital.specialists import worker_of
from dice_hospital.state import Phase, State
from solvers.native.calling import Array, Callback, Handle, Integer, Object, Real, function, struct

Rows = NDArray[np.uint8]
Records = NDArray[np.void]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]
NOBODY = 255
ANY = -1
NURSE = 0  # of the kinds of workers

# A hospital within an activation, as native/dice_hospital/hospital.hpp has it.
HOSPITAL = np.dtype(
    [
        ("patients", np.uint8, 12), ("many", np.uint8), ("bags", np.uint8), ("discharged", np.uint8, 3),
        ("points", np.uint8), ("deaths", np.uint8), ("rescued", np.uint8), ("departments", np.uint16),
        ("workers", np.uint16),
    ]
)  # fmt: skip
# What is done at once: a placement with all that belongs to it, or a blood bag (placements.hpp).
ACTION = np.dtype(
    [
        ("kind", np.uint8), ("worker", np.uint8), ("department", np.uint8), ("chosen", np.uint8, 3),
        ("heals", np.uint8, 3), ("recoloured", np.int8, 3), ("given", np.int8, 3), ("also", np.uint8, 2),
        ("also_heals", np.uint8, 2), ("also_recoloured", np.int8, 2), ("also_given", np.int8),
    ]
)  # fmt: skip
PLACE, BAG = range(2)
LESS_THAN_ANY_END = -(10**9)  # with at most 99 of anything in the box, for ten thousand patients
MOST_ACTIONS = 128  # more than every worker, and all blood bags that twelve patients have use for


class DeckTables(NamedTuple):
    departments: NDArray[np.int32]
    workers: NDArray[np.int32]


class EndValues(NamedTuple):
    """What the end of an activation is worth: sections 8 and 9, and the value of what is left."""

    patients: Floats  # [own colour, value after neglect] of those who stay; at 0 what a death is worth
    crowd: Floats  # by the number of patients who stay
    need: Floats  # by the steps they all need until they can leave
    discharged: Floats  # points by number
    reports: Floats  # by the numbers discharged of each colour
    bags: Floats  # by number
    display: Numbers  # by the numbers discharged of each colour: which of the displays is left
    in_reach: Floats  # [display, who counts, how many of each colour]: reports that may be completed later
    near: Rows  # [who counts, value after neglect]: whether somebody with it does
    empty: float  # when nobody stays
    point: float  # that a worker makes (7.3)
    rescued: float  # a fatality token that is given back (7.3)
    neglect: int  # steps
    grain: float  # values that differ at all differ by this much at least


STOP = Callback(ctypes.c_bool, stopping=True)
_ints, _floats, _bytes, _rows = Array(np.int32, 1), Array(np.float64, 1), Array(np.uint8, 1), Array(np.uint8, 2)
DECK = struct("dice_deck", departments=Array(np.int32, 2), workers=Array(np.int32, 2))
END_VALUES = struct(
    "dice_end_values", patients=Array(np.float64, 2), crowd=_floats, need=_floats, discharged=_floats,
    reports=Array(np.float64, 3), bags=_floats, display=Array(np.int32, 3), in_reach=Array(np.float64, 5),
    near=Array(np.uint8, 2), empty=Real, point=Real, rescued=Real, neglect=Integer, grain=Real,
)  # fmt: skip
_team_new = function("dice_team_new", Object, DECK, _ints, _ints, Integer)
_team_free = function("dice_team_free", None, Object)
_wards_new = function("dice_wards_new", Object)
_wards_free = function("dice_wards_free", None, Object)
_all = function("dice_all", Integer, Object, _bytes, Integer, Object)
_found = function("dice_found", None, Object, _rows)
_best = function(
    "dice_best", Integer, Object, _bytes, END_VALUES, Integer, Integer, Real, _floats, Array(np.int64, 1), _rows, _bytes
)
_ends = function("dice_ends", None, Object, _rows, END_VALUES, Integer, _floats, _rows)
_several = function(
    "dice_several", Integer, Object, _bytes, END_VALUES, Integer, _floats, Array(np.int64, 1), Array(np.uint8, 3), _rows
)
_last_round = function(
    "dice_last_round", Integer, Object, _bytes, END_VALUES, Integer, Integer, Integer, STOP, Array(np.int64, 1), _rows
)
_last_values = function("dice_last_values", None, Object, _rows, END_VALUES, Integer, Array(np.int64, 1))
_last_bounds = function(
    "dice_last_bounds", None, Object, _rows, END_VALUES, Array(np.int64, 1), Integer, Integer, Array(np.int64, 1)
)


def _values(values: Sequence[int]) -> int:
    return sum(1 << value for value in values)


@cache
def deck_tables(deck: Deck) -> DeckTables:
    """Departments and workers by kind."""
    treatments, groups, abilities = list(Treatment), list(Group), list(Ability)

    def colour(one: int | None) -> int:
        return ANY if one is None else int(one)

    departments = [
        (
            treatments.index(d.treatment), groups.index(d.group), d.patients, d.steps, colour(d.colour),
            _values(d.values),
        )
        for d in deck.departments
    ]  # fmt: skip
    workers = [
        (
            abilities.index(w.ability), int(w.on_discharge), colour(w.colour), w.patients, w.steps, colour(w.target),
            _values(w.values), w.amount,
        )
        for w in deck.workers
    ]  # fmt: skip
    return DeckTables(np.array(departments, np.int32), np.array(workers, np.int32))


def _is_rolled(deck: Deck, kind: int) -> bool:
    return deck.departments[kind].treatment is Treatment.REROLL


class Best(NamedTuple):
    value: float
    bound: float  # no end is worth more
    exact: bool
    states: int  # that were looked at
    actions: Records  # of ACTION
    end: Records  # one HOSPITAL


class LastBest(NamedTuple):
    """Of the last activation: what is worth more than what was known, if anything is."""

    better: bool
    value: int  # of what is better, or what was known
    bound: int  # no end is worth more, unless it was known
    states: int
    actions: Records


class End(NamedTuple):
    value: float
    actions: Records
    end: Any  # a HOSPITAL


class Activation:
    """What is left of an activation from a position between two placements.

    Without chance: nobody is rolled again and nobody comes in, so a department or an effect that does so is not used.
    Only for bounds (`last_bounds`) dice may be rolled: as if they showed what is wanted.
    """

    def __init__(self, game: DiceHospital, state: State, *, rolls: bool = False) -> None:
        self.game, self.state = game, state
        assert state.phase is Phase.PLACE
        assert not state.recoloured
        treated = [kind for kind in state.free_departments if rolls or not _is_rolled(game.deck, kind)]
        self.departments = np.array(sorted(treated), np.int32)
        kinds = sorted(state.free_workers)
        acting = [game.deck.workers.index(worker_of(game, state, kind)) for kind in kinds]
        self.worker_kinds = kinds
        team = _team_new(deck_tables(game.deck), self.departments, np.array(acting, np.int32), state.fatalities)
        self.team = Handle(team, _team_free)

    @property
    def start(self) -> Rows:
        rows = self.starts([self.state])
        return rows.reshape(-1)

    def starts(self, states: Sequence[State]) -> Rows:
        """Beginnings of activations by the same workers in the same departments, with other patients and blood bags."""
        rows = np.zeros(len(states), HOSPITAL)
        rows["patients"] = NOBODY
        for row, state in zip(rows, states, strict=True):
            row["patients"][: len(state.patients)] = state.patients
            row["many"], row["bags"], row["discharged"] = len(state.patients), state.blood_bags, state.discharged
        rows["departments"] = (1 << len(self.departments)) - 1
        rows["workers"] = (1 << len(self.worker_kinds)) - 1
        return rows.view(np.uint8).reshape(len(states), HOSPITAL.itemsize)

    def all(self, most: int = 1 << 24) -> Records | None:
        """Every hospital that can be come to; None where there are more than so many."""
        wards = Handle(_wards_new(), _wards_free)
        number = _all(self.team, self.start, most, wards)
        if number < 0:
            return None
        rows = np.empty((number, HOSPITAL.itemsize), np.uint8)
        _found(wards, rows)
        return rows.view(HOSPITAL)[:, 0]

    def best(self, end_values: EndValues, width: int = 200, most: int = 4_000_000, seconds: float = inf) -> Best:
        """The best end by a beam of a width; then by branch and bound, up to so many hospitals and seconds."""
        numbers, counts = np.empty(2), np.empty(2, np.int64)
        actions, end = np.empty((MOST_ACTIONS, ACTION.itemsize), np.uint8), np.empty(HOSPITAL.itemsize, np.uint8)
        many = _best(self.team, self.start, end_values, width, most, seconds, numbers, counts, actions, end)
        done = actions[:many].copy().view(ACTION).reshape(-1) if many else np.empty(0, ACTION)
        return Best(float(numbers[0]), float(numbers[1]), bool(counts[0]), int(counts[1]), done, end.view(HOSPITAL))

    def ends(self, starts: Rows, end_values: EndValues, width: int) -> tuple[Floats, Records]:
        """Start by start: the best end that a beam of a width comes to, its value first."""
        values, ends = np.empty(len(starts)), np.empty_like(starts)
        _ends(self.team, starts, end_values, width, values, ends)
        return values, ends.view(HOSPITAL)[:, 0]

    def spared(self, ends: Records) -> NDArray[np.bool_]:
        """End by end: whether a card of one's own was of no use."""
        workers = ends["workers"] >> sum(kind == NURSE for kind in self.worker_kinds)
        departments = ends["departments"] >> len(self.game.deck.starting)
        found: NDArray[np.bool_] = (workers > 0) | (departments > 0)
        return found

    def last(
        self, end_values: EndValues, known: int | None, width: int, most: int = 0,
        stop: Callable[[], bool] = lambda: False,
    ) -> LastBest:  # fmt: skip
        """The last activation: an end worth more than `known`, if anything is, by a beam of a width, then by the rest.

        `end_values` are those of the last round (`last_end_values`). Up to so many hospitals are kept in mind; with
        none there is only the beam.
        """
        numbers, actions = np.empty(4, np.int64), np.empty((MOST_ACTIONS, ACTION.itemsize), np.uint8)
        least, asked = LESS_THAN_ANY_END if known is None else known, STOP(stop)
        many = _last_round(self.team, self.start, end_values, least, width, most, asked, numbers, actions)
        done = actions[:many].copy().view(ACTION).reshape(-1) if many else np.empty(0, ACTION)
        better, value, bound, states = map(int, numbers)
        return LastBest(bool(better), value, bound, states, done)

    def last_values(self, starts: Rows, end_values: EndValues, width: int) -> Ints:
        """Of last activations, start by start: what a beam of a width comes to."""
        values = np.empty(len(starts), np.int64)
        _last_values(self.team, starts, end_values, width, values)
        return values

    def last_bounds(self, starts: Rows, end_values: EndValues, values: Ints, spacing: int, turns: int) -> Ints:
        """Of last activations, start by start: what no end is worth more than.

        Prices are looked for at one start in `spacing`, in so many turns, and tried at all of them. Nobody has been
        discharged yet. `values` are known to be reached; they only say what is of interest.
        """
        bounds = np.empty(len(starts), np.int64)
        _last_bounds(self.team, starts, end_values, values, spacing, turns, bounds)
        return bounds

    def several(self, end_values: EndValues, number: int, width: int = 200) -> list[End]:
        """The best ends that a beam comes to, the best first; those alike after neglect count once."""
        values, counts = np.empty(number), np.empty(number, np.int64)
        actions = np.empty((number, MOST_ACTIONS, ACTION.itemsize), np.uint8)
        ends = np.empty((number, HOSPITAL.itemsize), np.uint8)
        many = _several(self.team, self.start, end_values, width, values, counts, actions, ends)
        return [
            End(float(values[k]), actions[k, : counts[k]].view(ACTION)[:, 0], ends[k].view(HOSPITAL)[0])
            for k in range(many)
        ]

    def between(self, hospital: Any) -> State:
        """The position between two placements that a hospital stands for; all are free as at the beginning."""
        state = self.state
        red, yellow, green = map(int, hospital["discharged"])
        return state._replace(
            patients=tuple(map(int, hospital["patients"][: hospital["many"]])),
            blood_bags=int(hospital["bags"]),
            discharged=(red, yellow, green),
            for_reports=(red, yellow, green),  # 8.2: by their own colours, as the core has them
            score=state.score + int(hospital["points"]),
            fatalities=state.fatalities + int(hospital["deaths"]) - int(hospital["rescued"]),
        )

    def ended(self, hospital: Any) -> State:
        """The position after an activation that ends so, by the referee: neglect, points, perhaps reports."""
        return self.game.apply(self.between(hospital), Stop())

    def moves(self, actions: Records) -> list[Move]:
        """The referee's moves for what the core did, refereed."""
        game, state, found = self.game, self.state, list[Move]()

        def do(move: Move) -> None:
            nonlocal state
            state = game.apply(state, move)
            found.append(move)

        for action in actions:
            if action["kind"] == BAG:
                do(Bag(int(action["chosen"][0])))
                continue
            chosen = [int(code) for code in action["chosen"] if code != NOBODY]
            also = [int(code) for code in action["also"] if code != NOBODY]
            for who, heals in ((chosen, action["heals"]), (also, action["also_heals"])):
                for at in range(len(who)):
                    for _ in range(heals[at]):
                        do(Bag(who[at]))
                        who[at] = healed(who[at], BAG_STEPS)
            for at, code in enumerate(chosen):
                if action["recoloured"][at] != ANY:
                    do(Recolour(code, int(action["recoloured"][at])))
                    chosen[at] = as_colour(code, int(action["recoloured"][at]))
            colours = tuple(int(colour) for colour in action["given"] if colour != ANY)[: len(chosen)]
            worker, department = self.worker_kinds[action["worker"]], int(self.departments[action["department"]])
            patients = tuple(sorted(chosen)) if not colours else tuple(chosen)
            do(Place(worker, department, patients, colours))
            if state.phase is Phase.ALSO:
                self._also(action, also, state, do)
        return found

    def _also(self, action: Any, also: list[int], state: State, do: Callable[[Move], None]) -> None:
        ability = worker_of(self.game, state, state.acting).ability
        for at, code in enumerate(also):
            if action["also_recoloured"][at] != ANY:
                do(Recolour(code, int(action["also_recoloured"][at])))
                also[at] = as_colour(code, int(action["also_recoloured"][at]))
        if not also:
            do(Also(()))
        elif ability is Ability.UP_AND_DOWN:
            do(UpAndDown(*also))
        elif ability is Ability.RECOLOUR_ONE:
            do(AlsoRecolour(also[0], int(action["also_given"])))
        else:
            do(Also(tuple(sorted(also))))
