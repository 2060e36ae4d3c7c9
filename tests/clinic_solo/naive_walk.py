"""A second, naive reading of section 8: distances by relaxing until nothing changes, Moves by trying everything."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from tests.clinic_solo.naive import HUBS, MODULES, Space, Table, in_line, near

Place = Space | tuple[str, int] | str  # a space, a door, a service of pre-admissions, or "home"
End = frozenset[tuple[tuple[str, int, Place | None, Place], int]]  # kind, colour, service, place; how many
Who = tuple[str, int, Place]  # kind, colour (0 for nurses and orderlies), place

ROOM = {
    "doctor": {"Hp": 99, "Hc": 99, "T": 2, "O": 1, "L": 1, "X": 1},
    "nurse": {"Hp": 99, "Hc": 99, "T": 99, "O": 99},
    "orderly": {"S": 1},
    "patient": {"T": 2, "O": 1, "X": 1},
}


def doors(table: Table) -> dict[tuple[str, int], Space]:
    """The space that each entrance points at."""
    far = {"W": 0, "N": 0, "E": table.width - 1, "S": table.height - 1}
    return {
        (side, index): (index, far[side], 0) if side in "NS" else (far[side], index, 0) for side, index in table.doors
    }


def steps(table: Table) -> Iterator[tuple[Place, Space, int]]:
    """Every step with its time."""
    ground = [space for space in table.spaces() if space[2] == 0]
    modules = [space for space, token in table.tiles.items() if token in MODULES]
    for one in {*ground, *modules}:
        for other in near(one):
            both_modules = one in modules and other in modules
            if both_modules or (one in ground and other in ground):
                yield one, other, 1
    for door, space in doors(table).items():
        yield door, space, 1
    for pad, token in table.tiles.items():
        if token == "A":
            for other in near(pad):
                if other in modules and other[2] <= pad[2]:
                    yield pad, other, 1
    for one, other in product(table.stops, table.stops):
        if in_line(one, other):
            yield one, other, 0


def distances(table: Table, start: Place) -> dict[Place, int]:
    known: dict[Place, int] = {start: 0}
    every = list(steps(table))
    changed = True
    while changed:
        changed = False
        for one, other, time in every:
            if one in known and known[one] + time < known.get(other, 99):
                known[other] = known[one] + time
                changed = True
    return known


def ways_in(table: Table) -> list[Place]:
    return [*table.doors, *(space for space, token in table.tiles.items() if token == "A")]


def offers(table: Table, space: Space) -> str | None:
    """The service of a functional room, as its hub's token."""
    hubs = [table.tiles[other] for other in near(space) if table.tiles.get(other) in HUBS and other[2] == space[2]]
    supplied = any(table.tiles.get(other) == "S" for other in near(space))
    return hubs[0] if hubs and (supplied or table.tiles[space] == "O") else None


def choices(table: Table, who: Who, surplus: bool) -> dict[Place, int]:
    """Where somebody may end, with the time."""
    kind, _, place = who
    rooms = [space for space, token in table.tiles.items() if token in ROOM[kind]]
    if kind != "patient":
        far = distances(table, place)
        found: dict[Place, int] = {space: far[space] for space in rooms if space in far}
        if kind == "orderly" and surplus and place not in rooms:
            found["home"] = 0
        return found
    found = {place: 0}
    entering = [distances(table, door) for door in ways_in(table)]
    for space in rooms:
        if table.tiles[space] == "X":
            found[space] = 0
        elif offers(table, space) == place:
            times = [far[space] for far in entering if space in far]
            if times:
                found[space] = min(times)
    return found


def all_ends(table: Table, people: list[Who], roomed: list[Space]) -> dict[End, int]:
    """Every different legal end of a Move, as counted (kind, colour, service, place), with its least time."""
    orderlies = sum(kind == "orderly" for kind, _, _ in people)
    surplus = max(0, orderlies - sum(token == "S" for token in table.tiles.values()))
    best: dict[End, int] = {}
    options = [list(choices(table, who, surplus > 0).items()) for who in people]
    for ends in product(*options):
        used = Counter((kind, place) for (kind, _, _), (place, _) in zip(people, ends, strict=True))
        used.update(("patient", space) for space in roomed)
        if used["orderly", "home"] > surplus:
            continue
        if any(isinstance(p, tuple) and p in table.tiles and n > ROOM[k][table.tiles[p]] for (k, p), n in used.items()):
            continue
        key = frozenset(
            Counter(
                (kind, colour, start if kind == "patient" else None, place)
                for (kind, colour, start), (place, _) in zip(people, ends, strict=True)
            ).items()
        )
        time = sum(time for _, time in ends)
        best[key] = min(time, best.get(key, 999))
    return best
