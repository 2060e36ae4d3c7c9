"""Care, Admin and legal builds of each ruleset against a second, naive reading, on random positions."""

from random import Random

import pytest

from clinic_solo import ClinicSolo, State
from clinic_solo.build import builds
from clinic_solo.moves import NO_COLOUR, BuildExtinguisher, Buy, Care
from clinic_solo.state import Phase
from clinic_solo.tiles import PLAN_TOKEN, Person, Token
from tests.clinic_solo import naive
from tests.clinic_solo.helpers import house
from tests.clinic_solo.naive import Space
from tests.clinic_solo.rulesets.naive_round import World, admin_result, care_results
from tests.clinic_solo.test_builds import found_by_referee, from_table, random_tables

PLAYED = {
    "extinguishers": ("extinguishers",),
    "blood": ("blood",),
    "workaholics": ("workaholics",),
    "zombies": ("zombies",),
    "floor4": ("floor4",),
    "round7": ("round7",),
    "together": ("blood", "extinguishers", "floor4", "round7", "workaholics", "zombies"),
}
PLANS = (
    ["T Hp S / G T X / . L Hc", ". O T / . S . / . . ."],
    ["S T Hp / T G T / Hc S L", ". Hc T / X S . / . . ."],
    ["T S T / Hp L Hc / T R O"],
)
Tables = dict[Space, str]


def worlds(name: str, number: int) -> list[tuple[ClinicSolo, World]]:
    random = Random(f"{name} rounds")
    return [random_world(PLAYED[name], random) for _ in range(number)]


def random_world(played: tuple[str, ...], random: Random) -> tuple[ClinicSolo, World]:
    game = ClinicSolo(house(), "3x3", "throughput", True, played)
    tiles: Tables = {}
    for floor, plan in enumerate(random.choice(PLANS)):
        for y, row in enumerate(plan.split("/")):
            tiles |= {(x, y, floor): token for x, token in enumerate(row.split()) if token != "."}
    world = World(tiles, money=random.choice((0, 3, 20)), popularity=random.choice((-3, 0, 2, 9)))
    world.has_zombies = "zombies" in played
    rooms = [space for space, token in tiles.items() if token in ("T", "O", "X")]
    hubs = [space for space, token in tiles.items() if token in naive.HUBS]
    for room in rooms:
        small = tiles[room] != "T"
        crowd = 4 if "workaholics" in played and not small else 2
        shade = random.randint(0, 3)
        for _ in range(random.randint(0, 1 if small else crowd)):
            world.patients.append((room, shade if random.random() < 0.6 else random.randint(0, 3)))
        for _ in range(random.choice((0, 0, 1) if small else (0, 0, 1, 2))):
            purple = "workaholics" in played and random.random() < 0.5
            world.staff.append(("doctor", 4 if purple else random.randint(0, 3), room))
        if tiles[room] != "X":
            world.staff += [("nurse", 0, room)] * random.choice((0, 0, 1, 2))
    for lab in (space for space, token in tiles.items() if token == "L"):
        if random.random() < 0.6:
            world.staff.append(("doctor", random.randint(0, 4 if "workaholics" in played else 3), lab))
        if world.has_zombies and random.random() < 0.7:
            world.zombies.append(lab)
    world.staff += [("orderly", 0, s) for s, token in tiles.items() if token == "S" and random.random() < 0.3]
    if "extinguishers" in played:
        world.extinguishers = {
            s for s, t in tiles.items() if t in ("S", "L", "R", *naive.HUBS) if random.random() < 0.5
        }
    if "blood" in played:
        donor = random.choice([("doctor", 1), ("nurse", 0), ("orderly", 0)])
        hub = random.choice(hubs)
        if random.random() < 0.6:
            world.staff.append((*donor, hub))
            world.lying.append((*donor, hub))
        places = [*hubs, *(room for room in rooms if tiles[room] == "T")]
        world.blood = [random.choice(places) for _ in range(random.choice((0, 1, 3, 8)))]
    if world.has_zombies:
        world.zombies += [random.choice([(0, 2, 0), (1, 1, 0)])] * random.choice((0, 0, 1))
        world.made = random.choice((len(world.zombies), 7, 8))
        world.left = 2 * world.made
    world.waiting = [random.randint(0, 3) for _ in range(random.randint(0, 3))]
    return game, world


def state_of(game: ClinicSolo, world: World) -> State:
    board = game.board
    grid = [0] * board.size
    tokens = {token: tile for tile, token in PLAN_TOKEN.items()}
    for space, token in world.tiles.items():
        grid[board.space(*space)] = tokens[token]

    def number(space: Space) -> int:
        return board.space(*space)

    def of(kind: str) -> list[tuple[int, int]]:
        return sorted((number(place), colour) for k, colour, place in world.staff if k == kind)

    waiting = (*(world.waiting.count(colour) for colour in range(4)),)
    state = game.start()._replace(
        phase=Phase.CARE,
        round=2,
        slot=3,
        grid=tuple(grid),
        doctors=tuple(of("doctor")),
        nurses=tuple(place for place, _ in of("nurse")),
        orderlies=tuple(place for place, _ in of("orderly")),
        patients=tuple(sorted((number(room), colour) for room, colour in world.patients)),
        waiting=((waiting[0], waiting[1], waiting[2], waiting[3]), (0, 0, 0, 0)),
        lying=tuple(sorted((Person(k), c if k == "doctor" else NO_COLOUR, number(p)) for k, c, p in world.lying)),
        zombies=tuple(sorted(map(number, world.zombies))),
        zombies_made=world.made,
        abandoned=world.left,
        money=world.money,
        popularity=world.popularity,
        university=(1,),
    )
    for mark, spaces in ((Token.EXTINGUISHER, world.extinguishers), (Token.BLOOD, world.blood)):
        state = state.with_tokens(mark, map(number, spaces))
    return state._replace(cars=(0,) * (state.people + state.abandoned))


def world_of(game: ClinicSolo, state: State, before: World) -> World:
    where = game.board.where
    staff = [("doctor", int(colour), where(place)) for place, colour in state.doctors]
    staff += [("nurse", 0, where(place)) for place in state.nurses]
    staff += [("orderly", 0, where(place)) for place in state.orderlies]
    return World(
        before.tiles,
        staff,
        [(where(room), colour) for room, colour in state.patients],
        [colour for counts in state.waiting for colour, number in enumerate(counts) for _ in range(number)],
        [(str(who), max(0, int(colour)), where(place)) for who, colour, place in state.lying],
        [(where(room), colour) for room, colour in state.helped],
        [where(space) for space in state.having(Token.BLOOD)],
        before.extinguishers,
        [where(space) for space in state.zombies],
        state.zombies_made,
        state.abandoned,
        state.income,
        state.money,
        state.popularity,
        state.treated,
        state.deaths,
    )


def compare(name: str, number: int) -> None:
    random, several = Random(7), 0
    for game, world in worlds(name, number):
        state, found = state_of(game, world), dict[str, State]()
        for move in game.legal_moves(state):
            assert isinstance(move, Care)
            assert game.parse(game.format(move)) == move
            after = game.apply(state, move)
            key = world_of(game, after, world).key()
            assert key not in found, (game.format(move), "an outcome is listed twice")
            found[key] = after
        assert set(found) == care_results(world), world
        several += len(found) > 1
        after = random.choice(list(found.values()))._replace(phase=Phase.POPULARITY)
        after = after._replace(cars=(0,) * (after.people + after.abandoned))
        done = game.apply(after, Buy(0))
        assert world_of(game, done, world).key() == admin_result(world_of(game, after, world)), world
        assert done.phase in (Phase.ACTION, Phase.DEPART)
    assert several > number / 2


@pytest.mark.parametrize("name", PLAYED)
def test_care_and_admin_equal_the_naive_reading(name: str) -> None:
    compare(name, 40)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_care_and_admin_equal_the_naive_reading_500_times(name: str) -> None:
    compare(name, 500)


# --- builds ---------------------------------------------------------------------------------------------------------


def compare_builds(name: str, clinics: int) -> None:
    random, seen = Random(f"{name} builds"), 0
    for index in range(clinics):
        width = 3 + index % 2
        game = ClinicSolo(house(), f"{width}x3", "throughput", True, PLAYED[name])
        for table in random_tables(random, width, 5 if "floor4" in PLAYED[name] else 4):
            bearing = [space for space, token in table.tiles.items() if token in ("S", "L", "R", *naive.HUBS)]
            there = {space for space in bearing if random.random() < 0.3} if "extinguishers" in PLAYED[name] else set()
            expected = naive.legal_builds(table)
            if "extinguishers" in PLAYED[name] and len(there) < 8:
                free = [space for space in bearing if space not in there and space[2] + 2 <= table.money]
                expected |= {("extinguisher", space) for space in free}
            state = from_table(game, table)
            state = state.with_tokens(Token.EXTINGUISHER, (game.board.space(*space) for space in there))
            assert found_by_referee(game, state) == expected
            seen += any(isinstance(move, BuildExtinguisher) for move in builds(game, state))
    assert ("extinguishers" in PLAYED[name]) == (seen > 0)


@pytest.mark.parametrize("name", PLAYED)
def test_legal_builds_equal_the_naive_checker(name: str) -> None:
    compare_builds(name, 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_legal_builds_equal_the_naive_checker_500_times(name: str) -> None:
    compare_builds(name, 28)
