"""Section 11 and the end value in the model: the value of the position after the round."""

from dataclasses import dataclass

from clinic_solo.tiles import HUBS, PARKING_TILES, SPECIALS, Tile
from solvers.clinic_solo.cp_model.admin import Changed
from solvers.clinic_solo.cp_model.edition2014 import points_for_buildings
from solvers.clinic_solo.cp_model.move import MOST_TIME, Rooms
from solvers.clinic_solo.cp_model.parking import open_spaces
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


def value_of(draft: Draft, end: End) -> Number:
    """The value that the instance asks for."""
    value, state, changed = draft.instance.value, draft.state, end.changed
    people = sum(changed.doctors.values()) + end.nurses + end.orderlies + sum(changed.patients.values())
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
    if value.open_spaces:
        total = total + value.open_spaces * open_spaces(draft, people)
    return total + (value.score * score(draft, end) if value.score else 0)


def _parking(draft: Draft) -> Number:
    building, state = draft.game.deck.building, draft.state
    more = building.upgrade_places - building.parking_places
    places = building.parking_places * draft.number_of(*PARKING_TILES)
    return places + more * (state.count(Tile.BIG_PARKING) + sum(draft.built.upgrades.values()))


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
