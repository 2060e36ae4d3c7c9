"""A second, naive reading of Care, expenses and Admin with sections 14A to 14D: every way to treat, tried out."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from tests.clinic_solo.naive import HUBS, MODULES, Space, near

PAY, SALARY = (8, 12, 20, 32), (1, 2, 3, 4, 8)
AT_ONCE = {0: 4, 1: 3, 2: 2, 3: 1}  # patients of a colour that a workaholic treats
Staff = tuple[str, int, Space]  # kind, colour (0 for nurses and orderlies), place


@dataclass
class World:
    """A clinic at Care, in plain words."""

    tiles: dict[Space, str]
    staff: list[Staff] = field(default_factory=list)
    patients: list[tuple[Space, int]] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)  # colours of those in pre-admissions
    lying: list[Staff] = field(default_factory=list)
    helped: list[tuple[Space, int]] = field(default_factory=list)
    blood: list[Space] = field(default_factory=list)
    extinguishers: set[Space] = field(default_factory=set)
    zombies: list[Space] = field(default_factory=list)
    made: int = 0
    left: int = 0  # cars left behind
    income: int = 0
    money: int = 0
    popularity: int = 0
    treated: int = 0
    deaths: int = 0
    has_zombies: bool = False

    def here(self, kind: str, space: Space) -> list[int]:
        return [colour for k, colour, place in self.staff if k == kind and place == space]

    def key(self) -> str:
        people = (sorted(self.staff), sorted(self.patients), sorted(self.waiting))
        marks = (sorted(self.lying), sorted(self.helped), sorted(self.blood), sorted(self.zombies))
        numbers = (self.left, self.income, self.money, self.popularity, self.treated, self.deaths)
        return repr((people, marks, numbers))


@dataclass
class Done:
    """What was done in one space."""

    income: int = 0
    cured: list[tuple[Space, int]] = field(default_factory=list)
    improved: list[tuple[Space, int]] = field(default_factory=list)
    tired: list[Staff] = field(default_factory=list)
    zombies: list[Space] = field(default_factory=list)
    operated: int = 0


def functional(world: World, space: Space) -> bool:
    hub = any(world.tiles.get(other) in HUBS for other in near(space) if other[2] == space[2])
    return hub and (world.tiles[space] == "O" or any(world.tiles.get(other) == "S" for other in near(space)))


def pay(world: World, space: Space, colour: int) -> int:
    if world.tiles[space] == "X":
        return 6
    if world.tiles[space] == "O":
        return PAY[colour]
    gardens = sum(world.tiles.get(other) == "G" for other in near(space))
    return PAY[colour] + 2 * gardens + 3 * sum(other in world.extinguishers for other in near(space))


def in_space(world: World, space: Space) -> Iterator[Done]:
    """Each way to treat those in a space: nobody, a doctor by number, or blood, for each of them."""
    tile = world.tiles.get(space)
    doctors = list(world.here("doctor", space))
    for kind, colour, place in world.lying:
        if kind == "doctor" and place == space:
            doctors.remove(colour)
    patients = [colour for place, colour in world.patients if place == space]
    if tile == "L":
        yield Done()
        if world.zombies.count(space) == 1 and doctors:
            for colour in set(doctors):
                yield Done(income=32, tired=[("doctor", colour, space)], zombies=[space])
        return
    healers: list[object] = [None, "blood", *range(len(doctors))]
    for chosen in product(healers, repeat=len(patients)):
        if (done := one_way(world, space, doctors, list(zip(patients, chosen, strict=True)))) is not None:
            yield done


def one_way(world: World, space: Space, doctors: list[int], pairs: list[tuple[int, object]]) -> Done | None:
    tile, nurses, done = world.tiles.get(space), 0, Done()
    for number, doctor in enumerate(doctors):
        own = [colour for colour, healer in pairs if healer == number]
        if doctor == 4 and own:
            if len(set(own)) > 1 or len(own) > AT_ONCE[own[0]]:
                return None
            done.tired.append(("doctor", 4, space))
        elif len(own) > 1:
            return None
        elif own and tile != "X":
            nurses += max(0, abs(doctor - own[0]) - (tile == "O"))
        done.cured += [(space, colour) for colour in own]
    by_purple = Counter(colour for colour, healer in pairs if isinstance(healer, int) and doctors[healer] == 4)
    if len(done.tired) > sum(-(-number // AT_ONCE[colour]) for colour, number in by_purple.items()):
        return None  # no more of them than needed
    helped = [colour for colour, healer in pairs if healer == "blood"]
    if helped and (tile != "T" or not functional(world, space) or world.here("doctor", space)):
        return None
    if len(helped) > world.blood.count(space) or nurses + len(helped) > len(world.here("nurse", space)):
        return None
    done.improved = [(space, colour) for colour in helped]
    done.income = sum(pay(world, space, colour) for colour, healer in pairs if healer is not None)
    done.operated = int(tile == "O" and bool(done.cured))
    return done


def care_results(world: World) -> set[str]:
    """Every position that Care may lead to, expenses paid."""
    spaces = sorted({space for space, _ in world.patients} | set(world.zombies))
    donors: list[Space | None] = [None]
    if len(world.blood) < 8:
        donors += [place for _, _, place in world.lying if world.tiles.get(place) in HUBS]
    found = set()
    for ways in product(*(list(in_space(world, space)) for space in spaces)):
        for hub in donors:
            found.add(after(world, list(ways), hub).key())
    return found


def after(world: World, ways: list[Done], hub: Space | None) -> World:
    patients, blood, zombies = list(world.patients), list(world.blood), list(world.zombies)
    helped, income, treated = list(world.helped), 0, world.treated
    lying = [one for one in world.lying if world.tiles.get(one[2]) not in HUBS]
    for done in ways:
        income += done.income
        lying += done.tired
        for one in done.cured:
            patients.remove(one)
            treated += 1
        for space, colour in done.improved:
            patients.remove((space, colour))
            blood.remove(space)
            treated += colour == 0
            if colour:
                patients.append((space, colour - 1))
                helped.append((space, colour - 1))
        for space in done.zombies:
            zombies.remove(space)
    blood += [hub] if hub is not None else []
    result = replace(world, patients=patients, blood=blood, zombies=zombies, helped=helped, lying=lying)
    result = replace(result, treated=treated)
    if world.has_zombies:
        turn(world, result)
    return expenses(result, income, sum(done.operated for done in ways))


def turn(before: World, world: World) -> None:
    """Two yellow patients without doctor and nurse become a zombie."""
    world.patients, world.zombies = list(world.patients), list(world.zombies)
    for space in sorted(world.tiles, key=lambda s: (s[2], s[1], s[0])):
        while (
            world.tiles[space] == "T"
            and world.patients.count((space, 1)) >= 2
            and not before.here("doctor", space)
            and not before.here("nurse", space)
            and world.made < 8
        ):
            world.patients.remove((space, 1))
            world.patients.remove((space, 1))
            world.zombies.append(space)
            world.made += 1
            world.left += 2


def expenses(world: World, income: int, operated: int) -> World:
    orderlies = sum(kind == "orderly" for kind, _, _ in world.staff)
    salaries = sum(SALARY[colour] if kind == "doctor" else 1 for kind, colour, _ in world.staff)
    upkeep = sum(token in MODULES or token == "G" for token in world.tiles.values()) + 2 * operated - 3 * orderlies
    owed, money, popularity = salaries + max(0, upkeep), world.money, world.popularity
    while owed and (income or money or popularity > 0):
        if income:
            income -= 1
        elif money:
            money -= 1
        else:
            popularity -= 1
        owed -= 1
    return replace(world, income=income, money=money, popularity=popularity)


def admin_result(world: World) -> str:
    """The position after Admin, when all income was saved."""
    staff, popularity, deaths = list[Staff](), world.popularity, world.deaths
    lying = Counter(world.lying)
    for kind, colour, place in world.staff:
        lies = lying[kind, colour, place] > 0
        lying[kind, colour, place] -= lies
        if kind == "doctor" and lies and colour == 4:
            continue
        if kind == "doctor" and not lies:
            if world.tiles.get(place) == "L":
                popularity += 1
                colour = colour if colour == 4 else min(3, colour + 2)
            elif colour != 4:
                colour = max(0, colour - 1)
        staff.append((kind, colour, place))
    helped, patients = Counter(world.helped), list[tuple[Space, int]]()
    for space, colour in world.patients:
        if helped[space, colour] > 0:
            helped[space, colour] -= 1
            patients.append((space, colour))
        elif colour == 3:
            deaths += 1
        else:
            patients.append((space, colour + 1))
    deaths += world.waiting.count(3)
    popularity -= 5 * (deaths - world.deaths)
    worse = [colour + 1 for colour in world.waiting if colour < 3]
    world = replace(world, staff=staff, patients=patients, waiting=worse, popularity=popularity, deaths=deaths)
    return replace(world, lying=[], helped=[], money=world.money + world.income, income=0).key()
