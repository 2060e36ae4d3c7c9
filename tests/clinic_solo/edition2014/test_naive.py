"""The referee of the 2014 edition against a naive second reading of section 15: builds, care and Admin."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from clinic_solo import ClinicSolo, State
from clinic_solo.moves import Build, Buy, Care, Pass
from clinic_solo.parking import all_spots, places
from clinic_solo.state import Phase
from clinic_solo.tiles import TILE_BY_TOKEN, Tile, Token
from tabletop.colours import BY_WORD, COLOURS, Colour
from tests.clinic_solo.edition2014 import naive
from tests.clinic_solo.edition2014.helpers import game2014
from tests.clinic_solo.helpers import rule
from tests.clinic_solo.test_builds import border_ends, found_by_referee

ROOMS = {"T": (2, 2), "O": (1, 1), "X": (1, 1)}  # doctors and patients at most


def random_tables(random: Random, width: int) -> Iterator[tuple[naive.Table, set[tuple[object, ...]]]]:
    """A clinic grown by random legal builds, after each of them, with what may be built; cars come and go."""
    table = naive.Table(width, 3, shown=tuple(random.sample(naive.SPECIALS, 2)))
    table.tiles = {(0, 2, 0): "Hm", (0, 1, 0): "T", (0, 0, 0): "S"}
    table.doors = {("W", 2)}
    for _ in range(18):
        table.money = random.choice((0, 1, 2, 3, 4, 5, 20, 20, 20, 20, 20))
        table.built = {token for token in naive.HUBS if random.random() < 0.1}
        table.cars = {border for border in borders(table) if random.random() < 0.15}
        legal = naive.legal_builds(table)
        yield table, legal
        if legal:
            grow(random, table, sorted(legal, key=repr))


def borders(table: naive.Table) -> list[naive.Border]:
    """Those that no module touches, in a settled order."""
    found = []
    for x, y, floor in table.spaces():
        for ox, oy, _ in naive.near((x, y, 0), naive.SIDES) if floor == 0 else ():
            ends = [table.tiles.get((x, y, 0)), table.tiles.get((ox, oy, 0))]
            if not any(end in naive.MODULES for end in ends) and frozenset({(x, y), (ox, oy)}) not in found:
                found.append(frozenset({(x, y), (ox, oy)}))
    return found


def grow(random: Random, table: naive.Table, options: list[tuple[object, ...]]) -> None:
    """One of the legal builds, modules rather than others; an office with a room that has none."""
    modules = [option for option in options if option[0] in naive.MODULES]
    token, *rest = random.choice(modules if modules and random.random() < 0.8 else options)
    if token == "door":
        table.doors.add((rest[0], rest[1]))  # type: ignore[arg-type]
    elif token == "stops":
        table.stops |= rest[0]  # type: ignore[arg-type]
    elif token == "upgrade":
        table.tiles[rest[0]] = "P3"  # type: ignore[index]
    else:
        space: naive.Space = rest[0]  # type: ignore[assignment]
        table.tiles[space] = str(token)
        if token == "T" and not naive.has_office(table, space):
            table.money -= space[2] + 2
            table.tiles[random.choice(sorted(naive.offices(table, space)))] = "S"


def state_of(referee: ClinicSolo, table: naive.Table, **fields: object) -> State:
    """The same position for the referee, at Build."""
    board = referee.board
    grid = [0] * board.size
    for space, token in table.tiles.items():
        grid[board.space(*space)] = TILE_BY_TOKEN[token]
    names = {frozenset(border_ends(name, referee)): border for border, name in enumerate(board.border_names)}
    state = referee.start()._replace(
        phase=Phase.BUILD,
        round=2,
        slot=1,
        left=2,
        grid=tuple(grid),
        money=table.money,
        cars=tuple(sorted(names[border] for border in table.cars)),
        entrances=tuple(sorted(board.entrance_sides.index(door) for door in table.doors)),
        specials=tuple(sorted(TILE_BY_TOKEN[token] for token in table.shown)),
        hubs_built=tuple(int(token in table.built) for token in naive.HUBS),
    )
    stops = [board.space(*stop) for stop in table.stops]
    return state.with_tokens(Token.CONVEYOR, stops)._replace(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [3, 4])
def test_legal_builds(width: int) -> None:
    """15.5–15.8; and 15.6: where the office of a new room may stand, and whether the player may do without."""
    referee, compared, rooms = game2014(f"{width}x3"), 0, 0
    for seed in range(14):
        random = Random(seed)
        for table, legal in random_tables(Random(seed), width):
            state = state_of(referee, table)
            assert found_by_referee(referee, state) == legal, table
            compared += 1
            places = [space for space in table.spaces() if ("T", space) in legal]
            for space in random.sample(places, min(1, len(places))):
                assert_offices(referee, table, state, space)
                rooms += 1
    assert compared >= 250
    assert rooms >= 50


def assert_offices(referee: ClinicSolo, table: naive.Table, state: State, space: naive.Space) -> None:
    built = referee.apply(state, Build(Tile.TREATMENT, referee.board.space(*space)))
    offered = referee.legal_moves(built) if built.phase is Phase.BONUS_SUPPLY else []
    found = {referee.board.where(move.space) for move in offered if isinstance(move, Build)}
    assert found == naive.offices(naive.with_room(table, space), space), (space, table)
    assert not offered or (Pass() in offered) == naive.has_office(table, space)


# Care and Admin -------------------------------------------------------------------------------------------------------


def random_people(random: Random, table: naive.Table) -> naive.People:
    rooms = [space for space, token in sorted(table.tiles.items()) if token in ROOMS]
    doctors, patients, nurses = [], [], []
    for space in rooms:
        most_doctors, most_patients = ROOMS[table.tiles[space]]
        doctors += [(space, random.choice(naive.SHADES)) for _ in range(random.randint(0, most_doctors))]
        hub = table.tiles[space] == "X" or any(
            table.tiles.get(other) in naive.HUBS for other in naive.near(space, naive.SIDES)
        )
        patients += [(space, random.choice(naive.SHADES)) for _ in range(random.randint(0, most_patients) * hub)]
        nurses += [space] * random.choice((0, 0, 1, 2)) * (table.tiles[space] != "X")
    for space, token in sorted(table.tiles.items()):
        if token == "L" or token in naive.HUBS:
            doctors += [(space, random.choice(naive.SHADES))] * random.randint(0, 1)
    offices = [space for space, token in sorted(table.tiles.items()) if token == "S"]
    staff = random.sample(offices, random.randint(0, min(2, len(offices))))
    waiting = [random.choice(naive.SHADES) for _ in range(random.randint(0, 4))]
    return naive.People(doctors, nurses, staff, patients, waiting)


def with_people(referee: ClinicSolo, state: State, people: naive.People) -> State:
    space = referee.board.space
    counts = Counter(people.waiting)
    colours = [int(counts[colour.word]) for colour in COLOURS]
    state = state._replace(
        doctors=tuple(sorted((space(*at), int(BY_WORD[colour])) for at, colour in people.doctors)),
        patients=tuple(sorted((space(*at), int(BY_WORD[colour])) for at, colour in people.patients)),
        nurses=tuple(sorted(space(*at) for at in people.nurses)),
        orderlies=tuple(sorted(space(*at) for at in people.staff)),
        waiting=((colours[0], colours[1], colours[2], colours[3]), (0, 0, 0, 0)),
        phase=Phase.CARE,
        slot=3,
        cars=(),
    )
    free = [spot for spot in all_spots(referee, state) for _ in range(places(referee, state, spot))]
    return state._replace(cars=tuple(sorted((free * 40)[: state.people])))


def words(referee: ClinicSolo, people: tuple[tuple[int, int], ...]) -> list[tuple[naive.Space, str]]:
    return sorted((referee.board.where(space), Colour(colour).word) for space, colour in people)


def treated_by(referee: ClinicSolo, care: Care) -> tuple[tuple[naive.Space, str], ...]:
    return tuple(sorted((referee.board.where(t.space), Colour(t.patient).word) for t in care.treatments))


def settled(referee: ClinicSolo, state: State) -> State:
    """The cars of those who left are gone."""
    while state.phase is Phase.DEPART:
        state = referee.apply(state, referee.legal_moves(state)[0])
    return state


@pytest.mark.parametrize("width", [3, 4])
def test_care_and_admin(width: int) -> None:
    referee, compared = game2014(f"{width}x3"), 0
    for seed in range(14):
        random = Random(seed)
        for table, _ in random_tables(Random(seed), width):
            people = random_people(random, table)
            savings, popularity = random.randint(0, 20), random.randint(-3, 12)
            state = with_people(referee, state_of(referee, table), people)
            state = state._replace(money=savings, popularity=popularity, doctor_bag=(0, 0, 0, 0), bag=(0, 0, 0, 0))
            listed = [move for move in referee.legal_moves(state) if isinstance(move, Care)]
            assert {treated_by(referee, move) for move in listed} == naive.treatments(table, people), table
            care = random.choice(listed)
            treated = treated_by(referee, care)
            after = settled(referee, referee.apply(state, care))
            left, saved, liked, late = naive.balance(table, people, savings, popularity, treated)
            assert (after.income, after.money, after.popularity) == (left, saved, liked)
            assert_admin(referee, table, people, after, treated, (left, saved, liked, late))
            compared += 1
    assert compared >= 250


def assert_admin(
    referee: ClinicSolo,
    table: naive.Table,
    people: naive.People,
    state: State,
    treated: tuple[tuple[naive.Space, str], ...],
    balance: tuple[int, int, int, int],
) -> None:
    """9.5, 15.10, and section 10 behind it."""
    left, saved, liked, late = balance
    points = left // 3
    after = settled(referee, referee.apply(state, Buy(points)))
    assert after.money == saved + left - 3 * points + late
    staying = Counter(people.patients) - Counter(treated)
    people = naive.People(people.doctors, people.nurses, people.staff, list(staying.elements()), people.waiting)
    expected, popularity, dead = naive.after_admin(table, people, liked + points)
    assert words(referee, after.doctors) == sorted(expected.doctors)
    assert words(referee, after.patients) == sorted(expected.patients)
    assert [after.waiting[0][colour] for colour in COLOURS] == [expected.waiting.count(c.word) for c in COLOURS]
    assert (after.popularity, after.deaths - state.deaths) == (popularity, dead)


def test_what_section_15_adds_is_refused_by_its_rules() -> None:
    referee = game2014()
    table, _ = next(random_tables(Random(0), 3))
    table.money, table.cars, table.built, table.shown = 20, set(), set(), ("O", "X")
    state = state_of(referee, table)
    assert rule(referee, state, "build operating 0b2") == "15.7"
    assert rule(referee, state, "build room 0c1") == "2.3"
    assert rule(referee, state, "build garden 1c1") == "5.8"
    assert rule(referee, state._replace(money=4), "build room 1a3") is None
    assert rule(referee, state._replace(money=3), "build room 1a3") == "15.6"  # nothing left for its office
