"""Section 8 in the model: who ends where, and the time of all ways together."""

from collections import Counter

from ortools.sat.python.cp_model import IntVar

from clinic_solo.tiles import HUBS, Person, Tile
from solvers.clinic_solo.cp_model import blood
from solvers.clinic_solo.cp_model.buildings import hub_beside
from solvers.clinic_solo.cp_model.distances import Distances, cost
from solvers.clinic_solo.cp_model.edition2014 import need_staff
from solvers.clinic_solo.cp_model.tolls import TolledDistances
from solvers.clinic_solo.cp_model.variables import NEW, Draft
from solvers.core.cpsat import Number

MOST_TIME = 10_000_000  # more than everybody who has a car can walk with the longest steps there are
MOST_IN_A_ROOM = 2
STANDING = (Tile.TREATMENT, Tile.OPERATING, Tile.OUTPATIENT, Tile.LAB, Tile.SUPPLY, Tile.TRIAGE, *HUBS)
Rooms = dict[tuple[int, int], Number]


def move(draft: Draft, rooms: Rooms, waiting: Rooms) -> Number:
    """8.1–8.7: the time that the Move adds to the time spent; only ever as much as the shortest ways take."""
    tolled = draft.sites.with_extinguisher or draft.sites.extinguishers
    distances = TolledDistances(draft) if tolled else Distances(draft)
    going, kinds = patients(draft, rooms, waiting), kinds_of_staff(draft)
    blood.may_lie(draft, kinds)
    walked = doctors(draft, distances) + nurses(draft, distances) + orderlies(draft, distances)
    walked = walked + from_outside(draft, distances, going) + blood.donors(draft, kinds)
    taken = draft.number(0, MOST_TIME, "time of the Move")
    draft.cp.add(taken >= walked + draft.game.deck.walking.triage * draft.number_of(Tile.TRIAGE))
    return taken


def capacity(draft: Draft, who: Person, space: int) -> Number:
    """8.5: how many of a kind may end in a space when all is built."""
    by_tile = draft.game.deck.walking.capacity
    return sum(by_tile[t][who] * draft.there(space, t) for t in STANDING if by_tile[t][who] and _may(draft, space, t))


def _may(draft: Draft, space: int, tile: Tile) -> bool:
    return draft.sites.may_be(space, tile)


def _may_end(draft: Draft, who: Person) -> list[int]:
    """8.5; orderlies may lie in hubs, too (14A1)."""
    by_tile = draft.game.deck.walking.capacity
    tiles = [tile for tile in STANDING if by_tile[tile][who]]
    found = {space for space in range(draft.board.size) if draft.sites.may_be(space, *tiles)}
    return sorted(found.union(blood.hubs(draft) if who is Person.ORDERLY else ()))


def _staff(draft: Draft, distances: Distances, kind: str, who: Person, places: list[int]) -> Number:
    """8.2: the staff of a kind by where they come from, and newcomers; the time of those who are not new."""
    board, ends, spaces = draft.board, draft.ends, _may_end(draft, who)
    fetched = ends.errands.fetched if ends.errands and who is Person.NURSE else {}
    time: list[Number] = []
    for place, number in Counter(places).items():
        mine: list[Number] = [_leaving(draft, place)] if who is Person.ORDERLY else []
        mine += [goes for (start, _), goes in fetched.items() if start == place]
        for space in spaces:
            goes = draft.number(0, number, f"{kind} from {board.place_name(place)} to {board.space_name(space)}")
            ends.staff[kind, place, space] = ends.note(kind, space, goes)
            mine.append(goes)
            time.append(cost(draft, distances.from_place(place, space), goes, number, f"{kind} {place} {space}"))
        draft.cp.add(sum(mine) == number)
    if hired := _hired(draft, kind):
        mine = [_leaving(draft, NEW)] if who is Person.ORDERLY else []
        mine += [goes for (start, _), goes in fetched.items() if start == NEW]
        most = sum(draft.range_of(number)[1] for number in hired)
        for space in spaces:
            goes = draft.number(0, most, f"new {kind} to {board.space_name(space)}")
            ends.newcomers[kind, space] = ends.note(kind, space, goes)
            mine.append(goes)
        draft.cp.add(sum(mine) == sum(hired))
    return sum(time)


def _hired(draft: Draft, kind: str) -> list[IntVar]:
    """The newcomers of a kind, by action."""
    who, _, colour = kind.partition(" ")
    if colour:
        return [v for (_, c), v in draft.hired.doctors.items() if c == int(colour)]
    return list((draft.hired.nurses if who == Person.NURSE else draft.hired.orderlies).values())


def doctors(draft: Draft, distances: Distances) -> Number:
    """8.5: by colour; all of them together within the room there is."""
    spaces = _may_end(draft, Person.DOCTOR)
    total: Number = 0
    for colour in doctor_colours(draft):
        places = [place for place, shade in draft.state.doctors if shade == colour]
        total = total + _staff(draft, distances, f"doctor {colour}", Person.DOCTOR, places)
    for space in spaces:
        here = sum(draft.ends.of(f"doctor {colour}", space) for colour in doctor_colours(draft))
        draft.cp.add(here <= capacity(draft, Person.DOCTOR, space))
    return total


def kinds_of_staff(draft: Draft) -> list[str]:
    """As the ends of a Move tell them apart."""
    return [*(f"doctor {colour}" for colour in doctor_colours(draft)), str(Person.NURSE), str(Person.ORDERLY)]


def doctor_colours(draft: Draft) -> list[int]:
    return sorted({c for _, c in draft.state.doctors} | {c for _, c in draft.hired.doctors})


def nurses(draft: Draft, distances: Distances) -> Number:
    spaces, carrying = _may_end(draft, Person.NURSE), blood.errands(draft)
    total = _staff(draft, distances, "nurse", Person.NURSE, list(draft.state.nurses))
    if carrying is not None:
        total = total + blood.carrying_time(draft, distances, carrying, spaces)
    for space in spaces:
        draft.cp.add(draft.ends.of("nurse", space) <= capacity(draft, Person.NURSE, space))
    return total


def orderlies(draft: Draft, distances: Distances) -> Number:
    """8.6 [decision surplus-orderly], 14A1: one to a supply room; those without a place leave before they walk in."""
    state, hired, spaces = draft.state, draft.hired.orderlies, _may_end(draft, Person.ORDERLY)
    people = len(state.orderlies) + min(len(hired), state.orderlies_offered)
    if people > state.count(Tile.SUPPLY):
        surplus = len(state.orderlies) + sum(hired.values()) - sum(capacity(draft, Person.ORDERLY, s) for s in spaces)
        surplus = surplus - blood.lying_orderlies(draft)
        draft.ends.home = draft.greatest([surplus, 0], 0, people, "orderlies leave")
    total = _staff(draft, distances, "orderly", Person.ORDERLY, list(state.orderlies))
    if people > state.count(Tile.SUPPLY):
        draft.cp.add(sum(draft.ends.leaving.values()) == draft.ends.home)
    for space in spaces:
        lying = draft.ends.lying.get(("orderly", space), 0)
        draft.cp.add(draft.ends.of("orderly", space) <= capacity(draft, Person.ORDERLY, space) + lying)
    return total


def _leaving(draft: Draft, source: int) -> Number:
    """8.6: orderlies who leave, by the place where they stand, or new ones."""
    if isinstance(draft.ends.home, int) or (source != NEW and _has_a_room(draft, source)):
        return 0
    draft.ends.leaving[source] = draft.number(0, len(draft.state.orderlies) + 1, f"orderly {source} leaves")
    return draft.ends.leaving[source]


def _has_a_room(draft: Draft, place: int) -> bool:
    """8.6: whether an orderly stands where one may stay: in a supply room, not in a hub where blood was given."""
    if place >= draft.board.size or not draft.instance.has_module(place):
        return False
    return draft.game.deck.walking.capacity[Tile(draft.state.grid[place])][Person.ORDERLY] > 0


def patients(draft: Draft, rooms: Rooms, waiting: Rooms) -> dict[int, Number]:
    """8.3–8.5: from pre-admissions to functional rooms of their service, or straight to outpatient services.

    How many walk to each space.
    """
    ends = draft.ends
    into: dict[int, list[Number]] = {}
    for (space, row), works in rooms.items():
        room = draft.game.deck.walking.capacity[Tile.TREATMENT][Person.PATIENT]
        room -= sum(place == space for place, _ in draft.state.patients)
        if room <= 0 or (isinstance(works, int) and not works):
            continue
        mine = [draft.number(0, room, f"patient {c} of {row} to {draft.board.space_name(space)}")
                for (r, c) in waiting if r == row]  # fmt: skip
        ends.treated_in |= {(space, row, c): v for v, c in zip(mine, (c for r, c in waiting if r == row), strict=True)}
        draft.cp.add(sum(mine) <= room * works)
        need_staff(draft, space, sum(mine), room)
        into.setdefault(space, []).extend(mine)
    for space, coming in into.items():
        there = sum(place == space for place, _ in draft.state.patients)
        draft.cp.add(sum(coming) + there <= draft.game.deck.walking.capacity[Tile.TREATMENT][Person.PATIENT])
    goals: dict[int, Number] = {space: sum(coming) for space, coming in into.items()}
    _operating(draft, waiting, goals)
    _outpatient(draft, waiting)
    for (row, colour), number in waiting.items():
        gone = [v for (_, r, c), v in ends.treated_in.items() if (r, c) == (row, colour)]
        gone += [group[row, colour] for group in (ends.operated, ends.outpatients) if (row, colour) in group]
        draft.cp.add(sum(gone) <= number)
    return goals


def from_outside(draft: Draft, distances: Distances, going: dict[int, Number]) -> Number:
    """8.1: patients, and newcomers among the staff, who by 4.2 come when all is built: any way in serves them all."""
    walking, outpatients = draft.game.deck.walking, sum(draft.ends.outpatients.values())
    time: list[Number] = [walking.to_entrance * sum(going.values()) + walking.to_outpatient * outpatients]  # 8.4
    arriving = dict(going)
    newcomers = [(space, goes) for (_, space), goes in draft.ends.newcomers.items()]
    if draft.ends.errands:
        newcomers += [(hub, goes) for (place, hub), goes in draft.ends.errands.fetched.items() if place == NEW]
    for space, goes in newcomers:
        arriving[space] = arriving.get(space, 0) + goes
    for space, number in arriving.items():
        new = sum(draft.range_of(v)[1] for s, v in newcomers if s == space)
        most = new + MOST_IN_A_ROOM
        time.append(cost(draft, distances.from_outside(space), number, most, f"outside {space}"))
    return sum(time)


def _operating(draft: Draft, waiting: Rooms, goals: dict[int, Number]) -> None:
    """5.7, 8.5: there is one operating room, wherever it is; it serves the hub beside it."""
    ends = draft.ends
    spaces = [space for space in range(draft.board.size) if draft.sites.may_be(space, Tile.OPERATING)]
    room = draft.game.deck.walking.capacity[Tile.OPERATING][Person.PATIENT]
    room -= sum(place in spaces and draft.state.grid[place] == Tile.OPERATING for place, _ in draft.state.patients)
    if not spaces or room <= 0:
        return
    ends.operated |= {key: draft.number(0, room, f"patient {key} to operating") for key in waiting}
    everybody = sum(ends.operated.values())
    draft.cp.add(everybody <= room * draft.number_of(Tile.OPERATING))
    for space in spaces:
        there = draft.there(space, Tile.OPERATING)
        for row in range(len(draft.game.services)):
            mine = sum(v for (r, _), v in ends.operated.items() if r == row)
            draft.cp.add(mine <= room * hub_beside(draft, space, row) + room * (1 - there))
        comes = draft.number(0, room, f"operated {draft.board.space_name(space)}")
        draft.cp.add(comes >= everybody - room * (1 - there))
        draft.cp.add(comes <= room * there)
        goals[space] = goals.get(space, 0) + comes


def _outpatient(draft: Draft, waiting: Rooms) -> None:
    """8.4."""
    room = draft.game.deck.walking.capacity[Tile.OUTPATIENT][Person.PATIENT]
    room -= sum(draft.state.grid[place] == Tile.OUTPATIENT for place, _ in draft.state.patients)
    if any(draft.sites.may_be(space, Tile.OUTPATIENT) for space in range(draft.board.size)) and room > 0:
        draft.ends.outpatients |= {key: draft.number(0, room, f"patient {key} to outpatient") for key in waiting}
        draft.cp.add(sum(draft.ends.outpatients.values()) <= room * draft.number_of(Tile.OUTPATIENT))
