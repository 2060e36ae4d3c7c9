"""Section 11 in the model: the score of the position after the round."""

from dataclasses import dataclass

from clinic_solo.tiles import Tile
from solvers.clinic_solo.cp_model.admin import Changed
from solvers.clinic_solo.cp_model.edition2014 import points_for_buildings
from solvers.clinic_solo.cp_model.move import MOST_TIME, Rooms
from solvers.clinic_solo.cp_model.variables import Draft
from solvers.core.cpsat import Number
from tabletop.colours import COLOURS


@dataclass(frozen=True)
class End:
    """The position after the round, as expressions."""

    money: Number
    popularity: Number
    time: Number
    nurses: Number
    orderlies: Number
    buildings: Number
    rooms: Rooms  # functional, by floor and row
    changed: Changed


def rooms_by_floor(draft: Draft, rooms: Rooms) -> Rooms:
    """11.3: how many treatment rooms work on each floor for each service; no more are new than components."""
    found: Rooms = {}
    standing, new = draft.state.count(Tile.TREATMENT), draft.sites.components
    for floor in range(draft.game.deck.floors):
        for row in range(len(draft.game.services)):
            here = [works for (s, r), works in rooms.items() if (draft.board.floor(s), r) == (floor, row)]
            if any(not isinstance(works, int) for works in here):
                found[floor, row] = draft.equal(sum(here), 0, min(len(here), standing + new), f"rooms {floor} {row}")
            else:
                found[floor, row] = sum(here)
    fresh = draft.equal(draft.number_of(Tile.TREATMENT), standing, standing + new, "treatment rooms")
    draft.cp.add(sum(found.values()) <= fresh)
    return found


def score(draft: Draft, end: End) -> Number:
    """Section 11."""
    points = draft.game.deck.points
    late = draft.number(0, draft.state.time + MOST_TIME, "time in full thirds")
    draft.cp.add(points.time_per * late + points.time_per - 1 >= end.time)
    rooms = sum(points.treatment_by_floor[floor] * number for (floor, _), number in end.rooms.items())
    return (
        end.popularity
        + sum(points.doctor[c] * end.changed.doctors[c] for c in COLOURS)
        + points.nurse * end.nurses
        + rooms
        + points_for_buildings(draft, end.buildings)
        + sum(points.patient[c] * end.changed.patients[c] for c in COLOURS)
        + points.time * late
    )
