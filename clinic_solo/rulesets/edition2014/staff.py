"""Rule 15.6 in a Move: a room hosts patients only if staff ends in an office beside it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product

from clinic_solo import walk
from clinic_solo.moves import NO_COLOUR, MovePeople
from clinic_solo.planner import Need
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import Person, Tile
from tabletop.moves import IllegalMove

Planner = Callable[[Sequence[Need]], MovePeople | None]


def offices_beside(setting: Setting, state: State, room: int) -> list[int]:
    return [space for space in setting.board.adjacent[room] if state.grid[space] == Tile.SUPPLY]


def is_staffed(setting: Setting, state: State, room: int) -> bool:
    """15.6: whether an office beside a room holds staff."""
    return any(office in state.orderlies for office in offices_beside(setting, state, room))


def entered(state: State, move: MovePeople) -> list[int]:
    """The rooms that patients go into."""
    rooms = {step.destination for step in move.steps if step.who is Person.PATIENT}
    return sorted(room for room in rooms if state.grid[room] == Tile.TREATMENT)


def end_refusal(setting: Setting, move: MovePeople, after: State) -> IllegalMove | None:
    for room in entered(after, move):
        if not is_staffed(setting, after, room):
            name = setting.board.space_name(room)
            return IllegalMove("15.6", f"no office beside the room at {name} holds staff, so it hosts nobody")
    return None


def plan(setting: Setting, state: State, needs: Sequence[Need], planned: Planner) -> MovePeople | None:
    """The Move of least time in which the rooms that patients go to have their staff.

    Each way to choose an office for every such room makes a plan of its own; one of them is the best.
    """
    rooms = {need.destination for need in needs if need.who is Person.PATIENT}
    told = [need.destination for need in needs if need.who is Person.ORDERLY]
    best: tuple[int, MovePeople] | None = None
    for offices in staffings(setting, state, (room for room in rooms if state.grid[room] == Tile.TREATMENT)):
        more = [Need(Person.ORDERLY, NO_COLOUR, office) for office in sorted(offices) if office not in told]
        found = planned([*needs, *more])
        if found is not None:
            time = walk.total_time(setting, state, found)
            if best is None or time < best[0]:
                best = time, found
    return None if best is None else best[1]


def staffings(setting: Setting, state: State, rooms: Iterable[int]) -> Iterator[frozenset[int]]:
    """Every least set of offices that serves all these rooms; the empty one where there are none."""
    sets = {frozenset(choice) for choice in product(*(offices_beside(setting, state, room) for room in rooms))}
    yield from (one for one in sorted(sets, key=sorted) if not any(other < one for other in sets))


def hosting(setting: Setting, state: State, rooms: frozenset[int]) -> list[frozenset[int]]:
    """15.6: of these rooms, those that can be served together, for each way to place the staff."""
    offices = [space for space, tile in enumerate(state.grid) if tile == Tile.SUPPLY]
    others = {room for room in rooms if state.grid[room] != Tile.TREATMENT}
    found = []
    for held in combinations(offices, min(len(offices), len(state.orderlies))):
        served = {room for room in rooms - others if set(offices_beside(setting, state, room)) & set(held)}
        found.append(frozenset(others | served))
    return found


def serving(setting: Setting, state: State, room: int, needs: Sequence[Need]) -> list[list[Need]]:
    """15.6: nothing more where an office beside a room is to hold staff anyhow; else staff in one of them."""
    offices = offices_beside(setting, state, room)
    if any(need.who is Person.ORDERLY and need.destination in offices for need in needs):
        return [[]]
    return [[Need(Person.ORDERLY, NO_COLOUR, office)] for office in offices]
