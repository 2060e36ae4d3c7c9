"""A second, naive reading of section 15: what may be built, what care brings, what Admin does.

Slow and plain on purpose, sharing nothing with the referee. The table is that of the other naive reading.
"""

from dataclasses import dataclass, replace
from itertools import combinations, permutations

from tests.clinic_solo.naive import MODULES, SIDES, Border, Space, Table, building, legal_stops, near

__all__ = ["MODULES", "SIDES", "Border", "Space", "Table", "near"]

HUBS, SPECIALS = ("Hm", "Hp"), ("O", "X", "L", "R")
GROUPS = (HUBS, ("T",), ("S",), SPECIALS)
LIMITS = {"Hm": 4, "Hp": 3, "T": 16, "S": 16, "G": 12, "A": 18, "P2": 24, "O": 1, "X": 1, "L": 1, "R": 1}
ARROWS = 18
SHADES = ("white", "yellow", "orange", "red")


def count(table: Table, *tokens: str) -> int:
    return sum(tile in tokens for tile in table.tiles.values())


def can_build(table: Table, token: str, space: Space) -> bool:
    x, y, floor = space
    if space in table.tiles or (floor if token == "S" else floor + 2) > table.money:
        return False
    if floor > 0 and table.tiles.get((x, y, floor - 1)) not in MODULES:
        return False  # upstairs, whatever it is stands on a module
    if count(table, *(("P2", "P3") if token == "P2" else (token,))) >= LIMITS[token]:
        return False
    if token in ("P2", "G"):
        return floor == 0 or token == "G"
    if token == "A":
        return floor > 0 and len(table.doors) + count(table, "A") < ARROWS
    return can_build_module(table, token, space)


def same_kind(table: Table, token: str, space: Space) -> bool:
    """15.7: hubs of different services may stand above each other."""
    group = next(group for group in GROUPS if token in group)
    for other in near(space):
        tile = table.tiles.get(other)
        if tile in group and (token not in HUBS or other[2] == space[2] or tile == token):
            return True
    return False


def can_build_module(table: Table, token: str, space: Space) -> bool:
    x, y, floor = space
    if token in table.built or (token in SPECIALS and token not in table.shown) or same_kind(table, token, space):
        return False
    if floor == 0 and any(frozenset({(x, y), (ox, oy)}) in table.cars for ox, oy, _ in near(space, SIDES)):
        return False
    touched = [building(table, other) for other in near(space) if table.tiles.get(other) in MODULES]
    if any(one != touched[0] for one in touched):
        return False
    if not touched and token not in HUBS:
        return False
    if token in HUBS and touched and any(table.tiles[s] in HUBS and s[2] == floor for s in touched[0]):
        return False
    if token == "O":
        return any(table.tiles.get(other) in HUBS for other in near(space, SIDES))
    return token != "T" or has_office(table, space) or bool(offices(with_room(table, space), space))


def has_office(table: Table, space: Space) -> bool:
    return any(table.tiles.get(other) == "S" for other in near(space))


def with_room(table: Table, space: Space) -> Table:
    return replace(table, tiles={**table.tiles, space: "T"}, money=table.money - space[2] - 2)


def offices(table: Table, room: Space) -> set[Space]:
    """Where the office that comes with a new room may stand."""
    return {space for space in near(room) if table.inside(space) and can_build(table, "S", space)}


def legal_builds(table: Table) -> set[tuple[object, ...]]:
    """Every legal component: (token, space), ('door', side, index), ('stops', ...), ('upgrade', space)."""
    bases = [(x, y, floor) for x, y, floor in table.spaces() if not floor or table.tiles.get((x, y, floor - 1))]
    found: set[tuple[object, ...]] = {
        (token, space) for token in LIMITS for space in bases if can_build(table, token, space)
    }
    if table.money < 2:
        return found
    last_x, last_y = table.width - 1, table.height - 1
    doors = [(side, y, (x, y)) for y in range(table.height) for side, x in (("W", 0), ("E", last_x))]
    doors += [(side, x, (x, y)) for x in range(table.width) for side, y in (("N", 0), ("S", last_y))]
    for side, index, (x, y) in doors:
        more = len(table.doors) + count(table, "A") < ARROWS
        if (side, index) not in table.doors and table.tiles.get((x, y, 0)) in MODULES and more:
            found.add(("door", side, index))
    return found | legal_stops(table) | {("upgrade", space) for space, token in table.tiles.items() if token == "P2"}


# Business and Admin ---------------------------------------------------------------------------------------------------


@dataclass
class People:
    doctors: list[tuple[Space, str]]
    nurses: list[Space]
    staff: list[Space]
    patients: list[tuple[Space, str]]  # those in rooms
    waiting: list[str]  # colours of those in pre-admissions


def works(table: Table, people: People, space: Space) -> bool:
    """15.6: a service beside it, and for a room an office with staff in it."""
    if table.tiles[space] == "X":
        return True
    hub = any(table.tiles.get(other) in HUBS for other in near(space, SIDES))
    return hub and (table.tiles[space] == "O" or any(other in people.staff for other in near(space)))


def treatments(table: Table, people: People) -> set[tuple[tuple[Space, str], ...]]:
    """Every set of patients, in sorted order, that can be treated together."""
    found: set[tuple[tuple[Space, str], ...]] = {()}
    for space in {space for space, _ in people.patients}:
        here = [colour for place, colour in people.patients if place == space]
        doctors = [colour for place, colour in people.doctors if place == space]
        sets = set[tuple[tuple[Space, str], ...]]()
        for number in range(len(here) + 1 if works(table, people, space) else 1):
            for chosen in combinations(here, number):
                for order in permutations(doctors, number):
                    needed = sum(helpers(table.tiles[space], d, p) for d, p in zip(order, chosen, strict=True))
                    if needed <= people.nurses.count(space):
                        sets.add(tuple((space, colour) for colour in chosen))
        found = {tuple(sorted([*one, *other])) for one in found for other in sets}
    return found


def helpers(token: str, doctor: str, patient: str) -> int:
    if token == "X":
        return 0
    return max(0, abs(SHADES.index(doctor) - SHADES.index(patient)) - (token == "O"))


def balance(
    table: Table, people: People, savings: int, popularity: int, treated: tuple[tuple[Space, str], ...]
) -> tuple[int, int, int, int]:
    """9.2, 9.4, 15.10: income left, savings, popularity, and what comes after popularity."""
    earned = late = 0
    for space, colour in treated:
        gardens = [other for other in near(space) if table.tiles.get(other) == "G"]
        if table.tiles[space] == "X":
            late += 6
        else:
            earned += {"white": 8, "yellow": 12, "orange": 20, "red": 32}[colour]
            earned += 2 * len(gardens) * (table.tiles[space] == "T")
    salaries = sum(1 + SHADES.index(colour) for _, colour in people.doctors) + len(people.nurses) + len(people.staff)
    operated = {space for space, _ in treated if table.tiles[space] == "O"}
    upkeep = count(table, *MODULES, "G") + 2 * len(operated) - 3 * len(people.staff)
    owed = salaries + max(0, upkeep)
    for_income = min(earned, owed)
    for_savings = min(savings, owed - for_income)
    unpaid = owed - for_income - for_savings
    return earned - for_income, savings - for_savings, popularity - min(unpaid, max(0, popularity)), late


def after_admin(table: Table, people: People, popularity: int) -> tuple[People, int, int]:
    """10.5–10.7, 15.11: everybody a round later, popularity, and how many died."""
    doctors, gained = [], 0
    for space, colour in people.doctors:
        at = SHADES.index(colour)
        gained += table.tiles.get(space) == "L"
        doctors.append((space, SHADES[min(3, at + 2) if table.tiles.get(space) == "L" else max(0, at - 1)]))
    alive = [(space, SHADES[SHADES.index(colour) + 1]) for space, colour in people.patients if colour != "red"]
    waiting = [SHADES[SHADES.index(colour) + 1] for colour in people.waiting if colour != "red"]
    dead = len(people.patients) - len(alive) + len(people.waiting) - len(waiting)
    after = People(doctors, people.nurses, people.staff, alive, waiting)
    return after, popularity + gained - 3 * dead, dead
