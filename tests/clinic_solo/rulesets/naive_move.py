"""A second, naive reading of section 8 with sections 14A to 14D: every Move of a small clinic by trying everything.

Zombies first, then each person to each place, with every errand; what is not allowed at the end is thrown away.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise, permutations, product
from math import prod

from tests.clinic_solo import naive, naive_walk
from tests.clinic_solo.naive import Space, Table
from tests.clinic_solo.naive_walk import ROOM, Place, Who

Errands = tuple[tuple[int, Space], ...]  # which token, and the room it is brought to


@dataclass
class Extras:
    """What lies and walks in a clinic beside people."""

    extinguishers: set[Space] = field(default_factory=set)
    blood: list[Space] = field(default_factory=list)  # hubs
    giving: bool = False  # whether blood may be given
    zombies: list[Space] = field(default_factory=list)


@dataclass(frozen=True)
class Option:
    """Where one person ends, and how."""

    place: Place
    time: int
    lies: bool = False
    errands: Errands = ()


@dataclass(frozen=True)
class End:
    """A Move: for each person an option, for each zombie a place; time taken, and who is lost."""

    options: tuple[Option, ...]
    zombies: tuple[Space, ...]
    lost: frozenset[int]  # people by their number
    dead: int  # patients in rooms who are lost
    time: int


def walkable(table: Table) -> list[Space]:
    return [space for space in table.spaces() if space[2] == 0 or table.tiles.get(space) in naive.MODULES]


def far(table: Table, extras: Extras, closed: set[Space], start: Place) -> dict[Place, int]:
    """Distances: a step more into an extinguisher, none into a zombie."""
    every = [
        (one, other, time + (other in extras.extinguishers))
        for one, other, time in naive_walk.steps(table)
        if other not in closed and (time or not skips(table, one, other))
    ]
    known, changed = {start: 0}, True
    while changed:
        changed = False
        for one, other, time in every:
            if one in known and known[one] + time < known.get(other, 999):
                known[other] = known[one] + time
                changed = True
    return known


def skips(table: Table, one: Place, other: Space) -> bool:
    """14B3: whether a ride would pass another stop."""
    if not isinstance(one, tuple) or len(one) != 3:
        return False
    between = [stop for stop in table.stops if stop not in (one, other)]
    return any(all(min(a, b) <= s <= max(a, b) for a, b, s in zip(one, other, stop, strict=True)) for stop in between)


class Ways:
    """Distances from everywhere, worked out once for each place asked for."""

    def __init__(self, table: Table, extras: Extras, closed: set[Space]) -> None:
        self.asked: dict[Place, dict[Place, int]] = {}
        self.told = (table, extras, closed)

    def of(self, start: Place) -> dict[Place, int]:
        if start not in self.asked:
            self.asked[start] = far(*self.told, start)
        return self.asked[start]


def options(table: Table, extras: Extras, ways: Ways, who: Who, closed: set[Space]) -> list[Option]:
    kind, _, start = who
    rooms = [space for space, token in table.tiles.items() if token in ROOM[kind]]
    hubs = [space for space, token in table.tiles.items() if token in naive.HUBS]
    if kind == "patient":
        found = [Option(start, 0)]
        doors = [ways.of(door) for door in naive_walk.ways_in(table)]
        for space in rooms:
            if table.tiles[space] == "X" and space not in closed:
                found.append(Option(space, 0))
            elif table.tiles[space] != "X" and naive_walk.offers(table, space) == start:
                times = [there[space] for there in doors if space in there]
                found += [Option(space, min(times))] if times else []
        return found
    found = [Option(room, ways.of(start)[room]) for room in rooms if room in ways.of(start)]
    if extras.giving:
        found += [
            Option(hub, ways.of(start)[hub] + 3, lies=True)
            for hub in hubs
            if hub in ways.of(start) and hub not in closed
        ]
    if kind == "orderly" and start not in rooms:
        found.append(Option("home", 0))
    if kind == "nurse":
        found += [way for option in list(found) for way in carrying(table, extras, ways, start, option)]
    return found


def carrying(table: Table, extras: Extras, ways: Ways, start: Place, option: Option) -> Iterator[Option]:
    """The same end with each choice of tokens brought to each choice of rooms, in each order."""
    rooms = [space for space, token in table.tiles.items() if token == "T"]
    for number in range(1, len(extras.blood) + 1):
        for tokens in permutations(range(len(extras.blood)), number):
            for brought in product(rooms, repeat=number):
                stops: list[Place] = [start]
                for token, room in zip(tokens, brought, strict=True):
                    stops += [extras.blood[token], room]
                stops.append(option.place)
                legs = [ways.of(one).get(other) for one, other in pairwise(stops)]
                if None not in legs:
                    time = sum(leg or 0 for leg in legs) + 3 * option.lies
                    yield Option(option.place, time, option.lies, tuple(zip(tokens, brought, strict=True)))


def size(table: Table, people: list[Who], extras: Extras) -> int:
    """About how many Moves there are to try."""
    ways = Ways(table, extras, set())
    numbers = [len(walkable(table))] * len(extras.zombies)
    return prod([*numbers, *(len(options(table, extras, ways, who, set())) for who in people)])


def all_ends(table: Table, people: list[Who], roomed: list[tuple[Space, int]], extras: Extras) -> Iterator[End]:
    """Every legal Move."""
    for zombies in product(walkable(table), repeat=len(extras.zombies)):
        closed = set(zombies)
        ways = Ways(table, extras, closed)
        for chosen in product(*(options(table, extras, ways, who, closed) for who in people)):
            if allowed(table, people, roomed, chosen):
                deadly = {space for space in closed if zombies.count(space) > 1 or table.tiles.get(space) != "L"}
                lost = frozenset(index for index, option in enumerate(chosen) if option.place in deadly)
                dead = sum(space in deadly for space, _ in roomed)
                yield End(chosen, zombies, lost, dead, sum(option.time for option in chosen))


def allowed(table: Table, people: list[Who], roomed: list[tuple[Space, int]], chosen: tuple[Option, ...]) -> bool:
    """8.5, 8.6, 14A1, 14C4: whether everybody may be where they are."""
    tokens = [token for option in chosen for token, _ in option.errands]
    lying = [option.place for option in chosen if option.lies]
    staff = [option.place for (kind, _, _), option in zip(people, chosen, strict=True) if kind != "patient"]
    if len(set(tokens)) < len(tokens) or len(lying) > 1 or any(staff.count(place) > 1 for place in lying):
        return False
    orderlies = [option for (kind, _, _), option in zip(people, chosen, strict=True) if kind == "orderly"]
    supplies = sum(token == "S" for token in table.tiles.values())
    home = sum(option.place == "home" for option in orderlies)
    if home > max(0, len(orderlies) - supplies - sum(option.lies for option in orderlies)):
        return False
    for space, token in table.tiles.items():
        there = [
            (kind, colour)
            for (kind, colour, _), option in zip(people, chosen, strict=True)
            if option.place == space and not option.lies
        ]
        counts = Counter(kind for kind, _ in there)
        if any(counts[kind] > ROOM[kind].get(token, 0) for kind in ("doctor", "nurse", "orderly")):
            return False
        coming = [colour for kind, colour in there if kind == "patient"]
        colours = coming + [colour for place, colour in roomed if place == space]
        most = ROOM["patient"].get(token, 0)
        if token == "T" and ("doctor", 4) in there and len(set(colours)) == 1:
            most = {0: 4, 1: 3}.get(colours[0], 2)
        if coming and len(colours) > most:
            return False
    return True
