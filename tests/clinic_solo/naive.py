"""A second, naive reading of section 5, sharing nothing with the referee: coordinates, sets and lists of words.

Slow and plain on purpose. A board is a dict from (x, y, floor) to a plan token; cars stand between two spaces, of which
one may lie outside the board.
"""

from dataclasses import dataclass, field
from itertools import combinations

Space = tuple[int, int, int]
Border = frozenset[tuple[int, int]]

HUBS, SPECIALS = ("Hp", "Hc"), ("O", "X", "L", "R")
GROUPS = (HUBS, ("T",), ("S",), SPECIALS)
MODULES = [*(token for group in GROUPS for token in group), "Hm"]  # the last one in the 2014 edition only
SIDES = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)]
STEPS = [*SIDES, (0, 0, 1), (0, 0, -1)]
LIMITS = {"Hp": 4, "Hc": 3, "T": 16, "S": 4, "G": 12, "A": 8, "P2": 24, "O": 1, "X": 1, "L": 1, "R": 1}


@dataclass
class Table:
    width: int
    height: int
    tiles: dict[Space, str] = field(default_factory=dict)
    cars: set[Border] = field(default_factory=set)
    doors: set[tuple[str, int]] = field(default_factory=set)  # side and row or column
    stops: set[Space] = field(default_factory=set)
    money: int = 0
    shown: tuple[str, ...] = ()  # special modules drawn
    built: set[str] = field(default_factory=set)  # hubs and specials built this round
    floors: int = 4

    def inside(self, space: Space) -> bool:
        return 0 <= space[0] < self.width and 0 <= space[1] < self.height and 0 <= space[2] < self.floors

    def spaces(self) -> list[Space]:
        return [(x, y, f) for f in range(self.floors) for y in range(self.height) for x in range(self.width)]


def near(space: Space, steps: list[Space] = STEPS) -> list[Space]:
    return [(space[0] + dx, space[1] + dy, space[2] + df) for dx, dy, df in steps]


def building(table: Table, start: Space) -> set[Space]:
    found, new = set(), {start}
    while new:
        found |= new
        new = {s for old in new for s in near(old) if table.tiles.get(s) in MODULES} - found
    return found


def count(table: Table, token: str) -> int:
    tokens = ("P2", "P3") if token == "P2" else (token,)
    return sum(tile in tokens for tile in table.tiles.values())


def can_build(table: Table, token: str, space: Space) -> bool:
    x, y, floor = space
    if space in table.tiles or count(table, token) >= LIMITS[token]:
        return False
    under = table.tiles.get((x, y, floor - 1))
    price = floor if token == "S" else floor + 2
    if price > table.money:
        return False
    if token == "P2":
        return floor == 0
    if token == "G":
        return floor == 0 or under == "G"
    if token == "A":
        return under in MODULES
    return can_build_module(table, token, space, under)


def can_build_module(table: Table, token: str, space: Space, under: str | None) -> bool:
    x, y, floor = space
    if floor > 0 and under not in MODULES:
        return False
    if token in SPECIALS and (token not in table.shown or any(special in table.built for special in SPECIALS)):
        return False
    if token in table.built:
        return False
    group = next(group for group in GROUPS if token in group)
    if any(table.tiles.get(other) in group for other in near(space)):
        return False
    if floor == 0 and any(frozenset({(x, y), (x + dx, y + dy)}) in table.cars for dx, dy, df in STEPS if df == 0):
        return False
    touched = [building(table, other) for other in near(space) if table.tiles.get(other) in MODULES]
    if any(one != touched[0] for one in touched):
        return False
    if token in HUBS and touched:
        return not any(table.tiles[other] in HUBS and other[2] == floor for other in touched[0])
    return True


def in_line(one: Space, other: Space) -> bool:
    return [a == b for a, b in zip(one, other, strict=True)].count(True) == 2


def legal_builds(table: Table) -> set[tuple[object, ...]]:
    """Every legal component: (token, space), ('door', side, index), ('stops', ...), ('upgrade', space)."""
    found: set[tuple[object, ...]] = {
        (token, space) for token in LIMITS for space in table.spaces() if can_build(table, token, space)
    }
    if table.money < 2:
        return found
    doors = [("W", y, (0, y)) for y in range(table.height)] + [
        ("E", y, (table.width - 1, y)) for y in range(table.height)
    ]
    doors += [("S", x, (x, table.height - 1)) for x in range(table.width)]
    for side, index, (x, y) in doors:
        if (side, index) not in table.doors and table.tiles.get((x, y, 0)) in MODULES and len(table.doors) < 16:
            found.add(("door", side, index))
    return found | legal_stops(table) | {("upgrade", space) for space, token in table.tiles.items() if token == "P2"}


def legal_stops(table: Table) -> set[tuple[object, ...]]:
    """The first two stops of the conveyor together, the others one by one."""
    modules = [space for space, token in table.tiles.items() if token in MODULES]
    if not table.stops:
        return {("stops", frozenset(pair)) for pair in combinations(modules, 2) if in_line(*pair)}
    more = set(modules) - table.stops if len(table.stops) < 20 else set()
    return {("stops", frozenset({space})) for space in more if any(in_line(space, stop) for stop in table.stops)}
