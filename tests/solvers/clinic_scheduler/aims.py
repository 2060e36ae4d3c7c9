"""Rounds with another aim than the score, and with fewer components: what the model allows shows by what it finds.

A round that is to end with much money, or with few deaths, is played quite unlike one for points, so that every rule
comes to matter. The model knows nothing of that: here it is given another value, and fewer candidates to build.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from clinic_solo import ClinicSolo, State
from clinic_solo.clinic import clinic_of
from clinic_solo.moves import Move
from clinic_solo.parking import places
from clinic_solo.tiles import HUBS, PARKING_TILES, SPECIALS, Tile
from solvers.clinic_solo.cp_model import Instance
from solvers.clinic_solo.cp_model.instance import NOTHING
from solvers.clinic_solo.cp_model.model import model_round
from solvers.clinic_solo.cp_model.score import End, score
from solvers.clinic_solo.cp_model.sites import Sites
from solvers.clinic_solo.cp_model.solve import solve_model
from solvers.clinic_solo.cp_model.variables import Draft
from solvers.core.budget import Budget
from solvers.core.cpsat import Number
from solvers.core.result import SolveResult
from tabletop.colours import COLOURS, Counts

QUICK = frozenset({"conveyor", "helipad", "parking", "upgrade"})  # without these the model is several times smaller


@dataclass(frozen=True)
class EndValue:
    """A linear value of the position after a round, Admin included: a weight for each quantity that counts.

    `score` weighs what the game would score if it ended there. Time and the score's share of it may only cost: the
    model leaves them slack.
    """

    score: int = 0
    money: int = 0
    popularity: int = 0
    time: int = 0
    treated: int = 0
    deaths: int = 0
    nurses: int = 0
    orderlies: int = 0
    hubs: int = 0
    treatment_rooms: int = 0
    supply_rooms: int = 0
    gardens: int = 0
    entrances: int = 0
    helipads: int = 0
    stops: int = 0  # of the conveyor
    parking: int = 0  # places on parking tiles
    buildings: int = 0  # that treat, beyond the first
    doctors: Counts = NOTHING
    patients: Counts = NOTHING  # pre-admissions included
    rooms: Counts = NOTHING  # functional treatment rooms by floor
    services: tuple[int, ...] = ()  # functional treatment rooms by service in play
    specials: Counts = NOTHING  # in the order of `SPECIALS`

    def __post_init__(self) -> None:
        assert self.score >= 0 >= self.time, "weights of the score cannot be negative, nor that of time positive"

    def of(self, game: ClinicSolo, state: State) -> int:
        """The value of a position."""
        board, grid = game.board, state.grid
        clinic = clinic_of(board, grid)
        plain = {
            "score": game.final_score(state),
            "money": state.money,
            "popularity": state.popularity,
            "time": state.time,
            "treated": state.treated,
            "deaths": state.deaths,
            "nurses": len(state.nurses),
            "orderlies": len(state.orderlies),
            "hubs": sum(tile in HUBS for tile in grid),
            "treatment_rooms": state.count(Tile.TREATMENT),
            "supply_rooms": state.count(Tile.SUPPLY),
            "gardens": state.count(Tile.GARDEN),
            "entrances": len(state.entrances),
            "helipads": state.count(Tile.HELIPAD),
            "stops": len(state.conveyors),
            "parking": sum(places(game, state, board.lot(space)) for space in range(board.ground)),
            "buildings": max(0, clinic.treating_buildings - 1),
        }
        patients = [counts[colour] for counts in state.waiting for colour in COLOURS]
        patients_by_colour = [sum(patients[colour :: len(COLOURS)]) for colour in COLOURS]
        for _, colour in state.patients:
            patients_by_colour[colour] += 1
        rooms = clinic.treatment_rooms
        lists: list[tuple[Sequence[int], Sequence[int]]] = [
            (self.doctors, [sum(colour == c for _, c in state.doctors) for colour in COLOURS]),
            (self.patients, patients_by_colour),
            (self.rooms, [sum(board.floor(room) == floor for room in rooms) for floor in range(len(self.rooms))]),
            (self.services, [sum(clinic.rooms[room] == service for room in rooms) for service in game.services]),
            (self.specials, [state.count(tile) for tile in SPECIALS]),
        ]
        total: int = sum(getattr(self, name) * number for name, number in plain.items())
        return total + sum(w * n for weights, numbers in lists for w, n in zip(weights, numbers, strict=False))


@dataclass(frozen=True)
class Aimed(Instance):
    """A round with an aim; `leave_out` names components that are not built in it, so that its model is smaller."""

    value: EndValue = EndValue(score=1)
    leave_out: frozenset[str] = frozenset()

    def value_of(self, state: State) -> int:
        return self.value.of(self.game, state)


class FewerSites(Sites):
    """Candidates without those that are left out."""

    def __init__(self, instance: Instance, leave_out: frozenset[str]) -> None:
        super().__init__(instance)
        self.leave_out = leave_out

    def _others(self, space: int) -> tuple[Tile, ...]:
        return tuple(tile for tile in super()._others(space) if tile.word not in self.leave_out)

    @cached_property
    def entrances(self) -> tuple[int, ...]:
        return () if "entrance" in self.leave_out else super().entrances

    @cached_property
    def stops(self) -> tuple[int, ...]:
        return () if "conveyor" in self.leave_out else super().stops

    @cached_property
    def extinguishers(self) -> dict[int, tuple[Tile, ...]]:
        return {} if "extinguisher" in self.leave_out else super().extinguishers

    @cached_property
    def upgrades(self) -> tuple[int, ...]:
        return () if "upgrade" in self.leave_out else super().upgrades


def model_of(instance: Aimed) -> Draft:
    """The model of a round with its aim."""
    draft = Draft(instance, FewerSites(instance, instance.leave_out))
    draft.value = weighed(draft, model_round(draft), instance.value)
    return draft


def solved(instance: Aimed, budget: Budget, hint: Sequence[Move] | None = None) -> SolveResult:
    return solve_model(model_of(instance), budget, time.monotonic(), hint=hint)


def weighed(draft: Draft, end: End, value: EndValue) -> Number:
    """An end value in the model."""
    state, changed = draft.state, end.changed
    plain: dict[str, Number] = {
        "money": end.money,
        "popularity": end.popularity,
        "time": end.time,
        "treated": state.treated + changed.treated,
        "deaths": state.deaths + changed.dead,
        "nurses": end.nurses,
        "orderlies": end.orderlies,
        "hubs": draft.number_of(*HUBS),
        "treatment_rooms": draft.number_of(Tile.TREATMENT),
        "supply_rooms": draft.number_of(Tile.SUPPLY),
        "gardens": draft.number_of(Tile.GARDEN),
        "entrances": len(state.entrances) + sum(draft.built.entrances.values()),
        "helipads": draft.number_of(Tile.HELIPAD),
        "stops": len(state.conveyors) + sum(draft.built.stops.values()),
        "buildings": end.buildings,
    }
    total: Number = sum(getattr(value, name) * number for name, number in plain.items() if getattr(value, name))
    for weights, numbers in (
        (value.doctors, [changed.doctors[c] for c in COLOURS]),
        (value.patients, [changed.patients[c] for c in COLOURS]),
        (value.specials, [draft.number_of(tile) for tile in SPECIALS]),
    ):
        total = total + sum(w * n for w, n in zip(weights, numbers, strict=True) if w)
    for (floor, row), number in end.rooms.items():
        by_service = value.services[row] if row < len(value.services) else 0
        by_floor = value.rooms[floor] if floor < len(value.rooms) else 0
        total = total + (by_floor + by_service) * number
    if value.parking:
        total = total + value.parking * _parking(draft)
    return total + (value.score * score(draft, end) if value.score else 0)


def _parking(draft: Draft) -> Number:
    building, state = draft.game.deck.building, draft.state
    more = building.upgrade_places - building.parking_places
    places = building.parking_places * draft.number_of(*PARKING_TILES)
    return places + more * (state.count(Tile.BIG_PARKING) + sum(draft.built.upgrades.values()))
