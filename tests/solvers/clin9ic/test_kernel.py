"""The compiled kernel against the plain rules: the same ends of round, position by position."""

import random

import pytest

from clin9ic import Clin9ic, Goal, Level, Options, State, load_deck
from clin9ic.clinic import Clinic
from clin9ic.decks import check, find, shipped
from clin9ic.dice import least_dice
from clin9ic.moves import Order
from clin9ic.state import Phase, side_of
from solvers.clin9ic.kernel.packed import COLOUR_BITS, PILLARS, column, pack, unpack
from solvers.clin9ic.kernel.tables import KINDS, TooRich
from solvers.clin9ic.kernel.trios import trios_of
from solvers.clin9ic.kernel.world import build_world
from solvers.clin9ic.successors.expander import Expander
from solvers.clin9ic.successors.supports import supports
from solvers.native.calling import Integer, function
from tests.solvers.clin9ic.helpers import eager_game
from tests.solvers.clin9ic.made_up import any_order, made_up_game, typed_in

DECKS = {name: load_deck(name) for name in shipped()}
FEW_MADE_UP, MOST_MADE_UP = 1_500, 4_000  # positions of a round
FEW_ENDS, MOST_ENDS = 3_000, 20_000  # plain Python needs a second, and several
can_pair = function("clin9ic_can_pair", Integer, Integer, Integer, Integer, Integer)


def plain_ends(game: Clin9ic, state: State, most: int = 1 << 30) -> set[State] | None:
    """Every end of round, by the plain rules; None if more than `most` positions lie on the way."""
    seen, waiting, ends = {state}, [state], set[State]()
    while waiting:
        at = waiting.pop()
        for move in game.legal_moves(at):
            after = game.apply(at, move)
            if after.round != state.round or game.is_over(after):
                ends.add(after)
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > most:
            return None
    return ends


def compare(seed: int, most: int) -> bool:
    """One random position; False where it was too large to compare."""
    rng = random.Random(seed)
    options = Options(rng.choice(("action", "phase")), rng.random() < 0.2, rng.random() < 0.8)
    game = Clin9ic(DECKS[rng.choice(sorted(DECKS))], rng.choice(list(Goal)), rng.choice(list(Level)[:3]), options)
    state = eager_game(game, rng, rng.randint(1, 6))
    order = rng.choice(game.chance_outcomes(state))[0]
    assert isinstance(order, Order)
    world = build_world(game, [*(floor.card for floor in state.floors), *state.stack])
    found = Expander(world).ends(pack(world, state), trios_of(game, state.faces, order.cards), full=True)
    if len(found) > most:
        return False
    flipped = state.faces.translate(str.maketrans("ab", "ba"))
    ends = {unpack(world, words, min(6, state.round + 1), flipped) for words in found}
    if state.round == 6:
        ends = {end._replace(phase=Phase.OVER) for end in ends}
    assert len(ends) == len(found)
    assert ends == plain_ends(game, game.apply_outcome(state, order)), f"seed {seed}"
    return True


def test_the_kernel_finds_the_ends_of_round_that_the_rules_allow() -> None:
    assert sum(compare(seed, FEW_ENDS) for seed in range(20)) >= 12


def compare_made_up(seed: int, most: int) -> bool:
    """The same with a made-up deck, and people who may have no place (4.7)."""
    rng = random.Random(f"kernel {seed}")
    game = made_up_game(rng)
    state = typed_in(rng, game, rng.randint(2, 6))
    order = any_order(rng, game)
    plain = plain_ends(game, game.apply_outcome(state, Order(order)), most)
    if plain is None or supports(game, [state]) is not None:
        return False
    people = max(sum(state.doctors), sum(state.patients))
    world = build_world(game, [*(floor.card for floor in state.floors), *state.stack], people)
    found = Expander(world).ends(pack(world, state), trios_of(game, state.faces, order), full=True)
    flipped = state.faces.translate(str.maketrans("ab", "ba"))
    ends = {unpack(world, words, min(6, state.round + 1), flipped) for words in found}
    if state.round == 6:
        ends = {end._replace(phase=Phase.OVER) for end in ends}
    assert ends == plain, f"seed {seed}"
    return True


def test_the_kernel_finds_the_ends_of_round_with_made_up_decks() -> None:
    assert sum(compare_made_up(seed, FEW_MADE_UP) for seed in range(16)) >= 6


@pytest.mark.slow
def test_the_kernel_finds_the_ends_of_round_with_many_made_up_decks() -> None:
    assert sum(compare_made_up(seed, MOST_MADE_UP) for seed in range(100, 300)) >= 60


@pytest.mark.slow
def test_the_kernel_finds_the_ends_of_round_in_many_positions() -> None:
    assert sum(compare(seed, MOST_ENDS) for seed in (*range(12), *range(100, 260))) >= 86


@pytest.mark.parametrize("name", sorted(DECKS))
def test_move_times_of_every_shape_are_those_of_the_rules(name: str) -> None:
    game = Clin9ic(DECKS[name])
    floors = [card.id for card in game.deck.floors]
    rng = random.Random(name)
    rng.shuffle(floors)
    world = build_world(game, floors)
    tables = world.tables
    start = game.start(floors, "aaa")
    for shape in rng.sample(range(len(tables.config)), 120):
        config = tables.config[shape]
        cubes = tuple(sorted(world.modules[config][cube] for cube in tables.cube_at[shape] if cube >= 0))
        built = [start.floors[0]._replace(card=card) for card in floors]
        sides = tuple(
            side_of(game, floor._replace(upgraded=up)) for floor, up in zip(built, world.upgrades[config], strict=False)
        )
        clinic = Clinic(sides, cubes)
        for kind, who in enumerate(KINDS):
            for used in (0, 1):
                openings = clinic.openings(who, bool(used))
                for present in range(tables.move_time.shape[3]):
                    for newcomers in range(7):
                        time = openings.time_for(present, newcomers)
                        found = tables.move_time[shape, used, kind, present, newcomers]
                        assert found == (-1 if time is None else time)


def test_the_dice_table_is_that_of_the_rules() -> None:
    tables = build_world(Clin9ic(DECKS["house"]), [card.id for card in DECKS["house"].floors]).tables
    rng = random.Random(3)
    for _ in range(2000):
        doctors = tuple(rng.randint(0, 4) for _ in range(4))
        patients = tuple(rng.randint(0, 4) for _ in range(4))
        found = tables.least_dice[tables.rank[doctors], tables.rank[patients]]
        assert found == least_dice(doctors, patients)  # type: ignore[arg-type]


def packed(counts: tuple[int, ...]) -> int:
    return sum(number << COLOUR_BITS * colour for colour, number in enumerate(counts))


def test_pairs_with_several_operating_rooms_are_those_of_the_rules() -> None:
    from clin9ic.care import cheapest_pairs

    rng = random.Random(5)
    for _ in range(3000):
        doctors = tuple(rng.randint(0, 3) for _ in range(4))
        patients = tuple(rng.randint(0, 2) for _ in range(4))
        nurses, operating = rng.randint(0, 3), rng.randint(0, 3)
        plain = cheapest_pairs(patients, doctors, operating)
        if sum(patients) > sum(doctors) or operating > sum(patients):
            continue
        assert can_pair(packed(doctors), packed(patients), nurses, operating) == (
            plain is not None and plain[0] <= nurses
        ), (
            doctors, patients, nurses, operating,
        )  # fmt: skip


def test_a_deck_too_rich_for_the_kernel_is_refused() -> None:
    text, file = find("house")
    rich, _ = check(text.replace('"T.."', '"TTT"').replace('".T."', '"TTT"').replace('"S.."', '"TTT"'), file)
    with pytest.raises(TooRich, match="there may be 24"):
        build_world(Clin9ic(rich), [card.id for card in rich.floors])


@pytest.mark.parametrize("goal", list(Goal))
def test_pillars_are_built_only_where_they_count(goal: Goal) -> None:
    game = Clin9ic(DECKS["house"], goal, Level.EASY)
    floors = [card.id for card in game.deck.floors]
    state, world = game.start(floors, "aba"), build_world(game, floors)
    trios = trios_of(game, state.faces, ("a2", "a3", "a1"))
    most = {
        full: column(Expander(world).ends(pack(world, state), trios, full=full), PILLARS).max()
        for full in (False, True)
    }
    assert bool(most[False] < most[True]) is not game.counts_popularity


@pytest.mark.parametrize("full", [False, True])
def test_small_buffers_grow_until_everything_fits(full: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Clin9ic(DECKS["house"])
    state = game.start([card.id for card in game.deck.floors], "aba")
    world = build_world(game, [card.id for card in game.deck.floors])
    trios = trios_of(game, state.faces, ("a2", "a3", "a1"))
    large = Expander(world).ends(pack(world, state), trios, full=full)
    monkeypatch.setattr("solvers.clin9ic.successors.expander.BITS", 4)
    small = Expander(world).ends(pack(world, state), trios, full=full)
    assert len(large) > 1000
    assert set(map(tuple, small)) == set(map(tuple, large))
