"""Section 5: legal builds against the naive checker, and counts of legal builds for fixed boards."""

import tomllib
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from clinic_solo import ClinicSolo, State
from clinic_solo.build import builds
from clinic_solo.moves import Build, BuildConveyor, BuildEntrance, BuildExtinguisher
from clinic_solo.state import Phase
from clinic_solo.tiles import PLAN_TOKEN, SPECIALS, TILE_BY_TOKEN, Tile
from tests.clinic_solo import naive
from tests.clinic_solo.helpers import at, game, play, position, rule, spots

COUNTS = tomllib.loads((Path(__file__).parent / "data" / "build_counts.toml").read_text("utf-8"))["board"]


def from_table(referee: ClinicSolo, table: naive.Table) -> State:
    """The same position for the referee."""
    board = referee.board
    grid = [0] * board.size
    for space, token in table.tiles.items():
        grid[board.space(*space)] = TILE_BY_TOKEN[token]
    cars = []
    for one, other in map(sorted, table.cars):
        cars += [
            b for b in range(len(board.border_names)) if border_ends(board.border_names[b], referee) == {one, other}
        ]
    assert len(cars) == len(table.cars)
    return referee.start()._replace(
        phase=Phase.BUILD,
        round=2,
        slot=1,
        left=2,
        grid=tuple(grid),
        money=table.money,
        cars=tuple(sorted(cars)),
        entrances=tuple(sorted(board.entrance_sides.index(door) for door in table.doors)),
        tokens=tuple(sorted((board.space(*stop), 0) for stop in table.stops)),
        specials=tuple(sorted(TILE_BY_TOKEN[token] for token in table.shown)),
        hubs_built=tuple(int(token in table.built) for token in naive.HUBS),
        specials_built=sum(token in table.built for token in naive.SPECIALS),
    )


def border_ends(name: str, referee: ClinicSolo) -> set[tuple[int, int]]:
    """The two spaces of a border, one of them perhaps outside, from its name."""
    one, other = name.split("-")
    x, y, _ = referee.board.where(referee.board.ground_space(one))
    outside = {"N": (x, y - 1), "S": (x, y + 1), "W": (x - 1, y), "E": (x + 1, y)}
    if other in outside:
        return {(x, y), outside[other]}
    x2, y2, _ = referee.board.where(referee.board.ground_space(other))
    return {(x, y), (x2, y2)}


def found_by_referee(referee: ClinicSolo, state: State) -> set[tuple[object, ...]]:
    board, found = referee.board, set[tuple[object, ...]]()
    listed = list(builds(referee, state))
    for move in listed:
        if isinstance(move, Build):
            found.add((PLAN_TOKEN[move.tile], board.where(move.space)))
        elif isinstance(move, BuildEntrance):
            found.add(("door", *board.entrance_sides[move.entrance]))
        elif isinstance(move, BuildConveyor):
            found.add(("stops", frozenset(board.where(stop) for stop in move.stops)))
        elif isinstance(move, BuildExtinguisher):
            found.add(("extinguisher", board.where(move.space)))
        else:
            found.add(("upgrade", board.where(move.space)))
    assert len(found) == len(listed), "a build is listed twice"
    return found


def random_tables(random: Random, width: int, floors: int = 4) -> list[naive.Table]:
    """A clinic grown by random legal builds, after each of them; cars come and go in between."""
    table = naive.Table(width, 3, shown=tuple(random.sample(naive.SPECIALS, 2)), floors=floors)
    tables = []
    for _ in range(18):
        table.money = random.choice((0, 1, 2, 3, 4, 5, 20, 20, 20))
        table.built = {token for token in (*naive.HUBS, *naive.SPECIALS) if random.random() < 0.1}
        tables.append(deepcopy(table))
        if options := sorted(naive.legal_builds(table), key=str):
            kind = random.choice(sorted({str(option[0]) for option in options}))
            _build(table, random.choice([option for option in options if option[0] == kind]))
        _move_cars(table, random)
    return tables


def _build(table: naive.Table, option: tuple[object, ...]) -> None:
    match option:
        case ("door", str(side), int(index)):
            table.doors.add((side, index))
        case ("stops", frozenset() as stops):
            table.stops |= stops
        case ("upgrade", (int(x), int(y), int(f))):
            table.tiles[x, y, f] = "P3"
        case (str(token), (int(x), int(y), int(f))):
            table.tiles[x, y, f] = token


def _move_cars(table: naive.Table, random: Random) -> None:
    table.cars.clear()
    for x in range(table.width):
        for y in range(table.height):
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                other = (x + dx, y + dy)
                touched = any(table.tiles.get((*end, 0)) in naive.MODULES for end in ((x, y), other))
                if random.random() < 0.06 and not touched:
                    table.cars.add(frozenset({(x, y), other}))


@pytest.mark.parametrize(("side", "width"), [("3x3", 3), ("4x3", 4)])
def test_legal_builds_equal_the_naive_checker_on_600_boards_of_each_side(side: str, width: int) -> None:
    referee, random = game(side), Random(width)
    boards = 0
    kinds: set[object] = set()
    while boards < 600:
        for table in random_tables(random, width):
            expected = naive.legal_builds(table)
            assert found_by_referee(referee, from_table(referee, table)) == expected, table
            kinds |= {option[0] for option in expected}
            boards += 1
    assert kinds == {*naive.LIMITS, "door", "stops", "upgrade"}  # the boards have tried every component


@pytest.mark.parametrize("name", COUNTS)
def test_counts_of_legal_builds(name: str) -> None:
    """A mismatch prints the counts for each component."""
    entry = COUNTS[name]
    referee = game(entry["side"])
    state = position(
        referee,
        entry["floors"],
        money=entry["money"],
        cars=spots(referee, *entry.get("cars", [])),
        entrances=tuple(referee.board.entrance(text) for text in entry.get("entrances", [])),
        tokens=tuple((referee.board.named_space(text), 0) for text in entry.get("conveyors", [])),
        specials=tuple(sorted(tile for tile in SPECIALS if tile.word in entry["specials"])),
    )
    counts: dict[str, int] = {}
    for move in builds(referee, state):
        word = " ".join(referee.format(move).split()[:-1]) if isinstance(move, Build) else type(move).__name__
        counts[word] = counts.get(word, 0) + 1
    assert counts == entry["counts"]
    assert sum(counts.values()) == entry["total"]


# 4x3: hub and rooms in the west, a second building in the east, a garden, a parking tile, a helipad.
CAMPUS = ["Hp T . Hc / S . . T / G P2 . S", ". A . . / Hp . . . / . . . ."]


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("build treatment 0b1", "5.2a"),
        ("build treatment 0a3", "5.2a"),  # a garden is in it
        ("build lab 0b3", "5.2a"),  # parking is in it
        ("build supply 1b1", "5.2a"),  # a helipad is in it
        ("build treatment 1c1", "5.2b"),
        ("build lab 2b1", "5.2b"),  # nothing above a helipad
        ("build hub psychiatry 0b2", "5.4"),  # a hub on this floor of the building already
        ("build treatment 0b2", "5.2c"),
        ("build lab 0c1", "5.2e"),
        ("build lab 0c2", None),  # touches the eastern building alone
        ("build hub cardiology 1d2", None),  # another floor
        ("build lab 1a1", None),
        ("build hub cardiology 1a1", "5.2c"),
        ("build triage 0b2", "5.7"),  # not drawn
        ("build garden 1a3", None),
        ("build garden 1b3", "5.8"),
        ("build garden 0b2", None),
        ("build helipad 1d1", None),
        ("build helipad 1a3", "5.9"),
        ("build helipad 0b2", "5.9"),
        ("build parking 1a1", "5.12"),
        ("build parking 0c1", None),  # no module, so two buildings may be beside it
        ("upgrade parking 0b3", None),
        ("upgrade parking 0a3", "5.12"),
        ("build big parking 0c1", "5.1"),
        ("build entrance Wa1", None),
        ("build entrance Sa3", "5.10"),
        ("build conveyor 0a1 0b1", None),
        ("build conveyor 0a1 0d1", None),  # across buildings, whatever lies between
        ("build conveyor 0a1 0a2", None),
        ("build conveyor 0a2 1a2", None),
        ("build conveyor 0a1 1a2", "5.11"),
        ("build conveyor 0a1", "5.11"),
        ("build conveyor 0a1 0c1", "5.11"),
        ("build hub ophthalmology 1d3", "3.2"),
    ],
)
def test_each_rule_bites(line: str, broken: str | None) -> None:
    referee = game("4x3")
    state = position(referee, CAMPUS, money=9, specials=(Tile.OUTPATIENT, Tile.LAB))
    assert rule(referee, state, line) == broken


def test_savings_must_pay() -> None:
    referee = game()
    floors = ["S . . / T . . / Hp . .", "T . . / . . . / . . ."]
    for money, line, broken in (
        (3, "build lab 2a1", "5.1"),
        (4, "build lab 2a1", None),
        (0, "build supply 0b2", None),
        (1, "build garden 0c1", "5.1"),
        (1, "build conveyor 0a1 0a2", "5.1"),
    ):
        assert rule(referee, position(referee, floors, money=money, specials=(Tile.LAB,)), line) == broken
    after = play(referee, position(referee, floors, money=9, specials=(Tile.LAB,)), "build lab 2a1")
    assert (after.money, after.left, after.specials_built) == (5, 1, 1)


def test_special_modules_and_hubs_once_a_round() -> None:
    referee = game("4x3")
    state = position(referee, CAMPUS, money=30, specials=(Tile.OUTPATIENT, Tile.LAB), left=3)
    state = play(referee, state, "build lab 1a1", "build hub cardiology 1d2")
    assert rule(referee, state, "build outpatient 1d3") == "5.7"
    assert rule(referee, state, "build hub cardiology 0c3") == "5.4"


def test_a_treatment_room_brings_an_adjacent_supply_room_outside_the_limit() -> None:
    referee = game()
    state = position(referee, ["S . . / T . . / Hp . ."], money=9)
    state = play(referee, state, "build treatment 0b3")
    assert (state.phase, state.left) == (Phase.BONUS_SUPPLY, 1)
    assert rule(referee, state, "build supply 1a3") == "5.5"  # not adjacent to the new room
    assert rule(referee, state, "build garden 0c1") == "5.5"
    with_supply = play(referee, state, "build supply 0c3")
    assert (with_supply.phase, with_supply.left, with_supply.money) == (Phase.BUILD, 1, 7)
    without = play(referee, state, "pass")
    assert (without.phase, without.left) == (Phase.BUILD, 1)
    # too late afterwards: a supply room is then a component like any other
    assert play(referee, without, "build supply 0c3").phase is not Phase.BUILD


def test_reparking_into_a_new_tile_and_into_an_upgrade() -> None:
    referee = game()
    state = position(
        referee,
        ["S . . / T . . / Hp . ."],
        money=9,
        doctors=tuple((at(referee, "0a3"), 0) for _ in range(4)),
        cars=spots(referee, "c1-N", "c1-E", "b1-c1", "c2-c3"),
    )
    state = play(referee, state, "build parking 0c2", "repark c1-N", "repark b1-c1")
    assert state.phase is Phase.BUILD  # full
    assert state.cars == spots(referee, "c1-E", "c2-c3", "lot c2", "lot c2")
    state = play(referee, state, "upgrade parking 0c2")
    assert rule(referee, state, "repark c1-N") == "5.12"
    assert rule(referee, state, "repark lot c2") == "5.12"
    state = play(referee, state, "repark c1-E")
    assert state.cars == spots(referee, "c2-c3", "lot c2", "lot c2", "lot c2")
    assert state.money == 9 - 2 - 2


def test_supply_of_tiles_is_limited() -> None:
    referee = game("4x3")
    state = position(referee, ["S . S . / . . . . / S . S ."], money=9)
    assert rule(referee, state, "build supply 0b2") == "1.3"
    state = position(referee, ["S . S . / . . . . / S . . ."], money=9)
    assert rule(referee, state, "build supply 0b2") is None
