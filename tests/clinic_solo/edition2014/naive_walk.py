"""A second, naive reading of a Move of the 2014 edition: distances by relaxing, ends by trying everything."""

from collections import Counter
from itertools import product

from tests.clinic_solo.naive import SIDES, Space, Table, near
from tests.clinic_solo.naive_walk import Place, Who, distances, ways_in

__all__ = ["Place", "Who", "ways_in"]

ROOM = {
    "doctor": {"Hm": 99, "Hp": 99, "T": 2, "O": 1, "L": 1, "X": 1},
    "nurse": {"Hm": 99, "Hp": 99, "T": 99, "O": 99},
    "staff": {"S": 1},
    "patient": {"T": 2, "O": 1, "X": 1},
}


def choices(table: Table, who: Who, surplus: bool) -> dict[Place, int]:
    """Where somebody may end whoever else is there, with the time."""
    kind, _, place = who
    rooms = [space for space, token in table.tiles.items() if token in ROOM[kind]]
    if kind != "patient":
        far = distances(table, place)
        found: dict[Place, int] = {space: far[space] for space in rooms if space in far}
        if kind == "staff" and surplus and place not in rooms:
            found["home"] = 0
        return found
    found = {place: 0}
    entering = [distances(table, door) for door in ways_in(table)]
    for space in rooms:
        beside = [table.tiles.get(other) for other in near(space, SIDES)]
        if table.tiles[space] == "X":
            found[space] = 0
        elif place in beside and (times := [far[space] for far in entering if space in far]):
            found[space] = min(times)
    return found


def least_time(table: Table, people: list[Who], roomed: list[Space], wanted: list[tuple[int, Place]]) -> int | None:
    """The least time of a legal Move that brings these people, by their place in the list, to these places."""
    staff = sum(kind == "staff" for kind, _, _ in people)
    surplus = max(0, staff - sum(token == "S" for token in table.tiles.values()))
    options = [list(choices(table, who, surplus > 0).items()) for who in people]
    for index, place in wanted:
        options[index] = [(end, time) for end, time in options[index] if end == place]
    best: int | None = None
    for ends in product(*options):
        used = Counter((kind, place) for (kind, _, _), (place, _) in zip(people, ends, strict=True))
        served = {place for kind, place in used if kind == "staff"}
        entered = [place for kind, place in used if kind == "patient" and table.tiles.get(place) == "T"]  # type: ignore[arg-type]
        if used["staff", "home"] > surplus or any(not served & set(near(room)) for room in entered):  # type: ignore[arg-type]
            continue
        used.update(("patient", space) for space in roomed)
        if any(place in table.tiles and n > ROOM[kind][table.tiles[place]] for (kind, place), n in used.items()):
            continue
        time = sum(time for _, time in ends)
        best = time if best is None else min(best, time)
    return best
