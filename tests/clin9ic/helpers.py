"""Small clinics, sections and positions for the tests, a random player, and what must hold in every position."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from clin9ic import Clin9ic, Deck, Goal, Level, Options, State, decks, load_deck
from clin9ic.cards import BOX_LETTERS, GARDEN, PILLAR, Action, FloorCard, FloorSide, Section
from clin9ic.clinic import clinic_of
from clin9ic.deals import deal_from_seed
from clin9ic.decks import shipped
from clin9ic.dice import trackable
from clin9ic.moves import Move, Outcome
from clin9ic.notation import parse_move, parse_space
from clin9ic.setting import TARGETS
from clin9ic.state import Floor, Phase, Space, parking
from tabletop.colours import Counts
from tabletop.moves import IllegalMove

DECKS = {name: load_deck(name) for name in shipped()}
HOUSE = DECKS["house"]
DECK_TEXTS = {name: decks.find(name)[0] for name in DECKS}
HEAD = 'game = "clin9ic"\ndeck = "house"\ngoal = "popularity"\nlevel = "medium"\n'
BARE = "... ... ..."
DOCTORS, PATIENTS = (1, 0, 0, 0), (1, 0, 0, 0)


def side(grid: str, parking: int = 14, entrance: tuple[int, int] = (2, 0)) -> FloorSide:
    """A side from its three rows, north first: side("... T.. HS.")."""
    return FloorSide(parking, entrance, tuple(grid.split()))


def deck(*floors: FloorSide | tuple[FloorSide, FloorSide]) -> Deck:
    """A deck of floors f1-f4, bare ones added, with the action cards of the house deck; a lone side stands for both."""
    sides = [floor if isinstance(floor, tuple) else (floor, floor) for floor in floors]
    sides += [(side(BARE), side(BARE))] * (4 - len(sides))
    cards = tuple(FloorCard(f"f{number}", a, b) for number, (a, b) in enumerate(sides, 1))
    return Deck("test", cards, HOUSE.actions, (("all", "made for a test"),), repr(cards))


def game(cards: Deck = HOUSE, goal: Goal = Goal.POPULARITY, level: Level = Level.MEDIUM, **options: Any) -> Clin9ic:
    return Clin9ic(cards, goal, level, Options(**options))


def clinic(*grids: str, **options: Any) -> Clin9ic:
    """A popularity game whose floors f1, f2 … have these grids on both sides."""
    return game(deck(*map(side, grids)), **options)


def position(setting: Clin9ic, floors: str = "f1", **fields: Any) -> State:
    """A position with these floors, 'f1 f2b' meaning side B of f2; what is printed counts unless fields say more."""
    names = floors.split()
    built = tuple(Floor(name[:2], name.endswith("b")) for name in names)
    sides = [setting.deck.floor[f.card].b if f.upgraded else setting.deck.floor[f.card].a for f in built]
    stack = [card.id for card in setting.deck.floors if card.id not in {floor.card for floor in built}]
    first = setting.start([built[0].card, *stack], "aaa")
    usual = {
        "floors": built,
        "stack": tuple(stack),
        "entrances": len(names),
        "gardens": min(6, sum(s.count(GARDEN) for s in sides)),
        "pillars": min(6, sum(s.count(PILLAR) for s in sides)),
    }
    return first._replace(**{**usual, **fields})


def section(text: str) -> Section:
    """A section as deck files write it: section("hire w N / D o")."""
    action, *words = text.replace("/", " ").split()
    boxes = [BOX_LETTERS[word] for word in words]
    return Section(Action(action), (boxes[0], boxes[1]), (boxes[2], boxes[3]))


def acting(setting: Clin9ic, trio: Sequence[str], floors: str = "f1", **fields: Any) -> State:
    """A position in the Action phase with these sections chosen."""
    return position(setting, floors, phase=Phase.ACT, trio=tuple(map(section, trio)), **fields)


def with_boxes(action: str, top: str = "N N N N N N", bottom: str = "w w w w w w") -> list[str]:
    """Three sections of one action with these six boxes above and below."""
    above, below = top.split(), bottom.split()
    return [f"{action} {above[i]} {above[i + 1]} / {below[i]} {below[i + 1]}" for i in (0, 2, 4)]


def caring(setting: Clin9ic, floors: str = "f1", **fields: Any) -> State:
    return position(setting, floors, **{"phase": Phase.CARE, "outpatient": False, **fields})


def spaces(*names: str) -> tuple[Space, ...]:
    return tuple(sorted(map(parse_space, names)))


def do(setting: Clin9ic, state: State, *lines: str) -> State:
    """The position after moves in our notation."""
    for line in lines:
        state = setting.apply(state, parse_move(line))
    return state


def refused(setting: Clin9ic, state: State, line: str | Move, rule: str) -> str:
    """Assert that a move is refused by that rule; the reason."""
    with pytest.raises(IllegalMove) as caught:
        setting.apply(state, parse_move(line) if isinstance(line, str) else line)
    assert caught.value.rule == rule, str(caught.value)
    return caught.value.reason


def outcomes(setting: Clin9ic, state: State) -> set[State]:
    """Every position that a legal move leads to."""
    return {setting.apply(state, move) for move in setting.legal_moves(state)}


# --- random games -------------------------------------------------------------------------------------------------


class Turn(NamedTuple):
    before: State
    move: Move | Outcome
    after: State


def settings(cards: Sequence[Deck] = tuple(DECKS.values())) -> list[Clin9ic]:
    """Every deck, goal and level, and the options that tables differ on, but for readings of the text."""
    plain = [game(d, goal, level) for d in cards for goal in Goal for level in TARGETS[goal]]
    other = [game(d, triage="phase", popularity_below_zero=True, lots_kept_on_upgrade=True) for d in cards]
    return plain + other


OTHER_READINGS: dict[str, Any] = {
    "gardens_over_modules": False,
    "walk_empty_spaces": True,
    "reopen_within_round": False,
}


def readings(cards: Sequence[Deck] = tuple(DECKS.values())) -> list[Clin9ic]:
    """Every deck with the text read the other way in all respects."""
    return [game(d, **OTHER_READINGS) for d in cards]


def opening(setting: Clin9ic, seed: int, *, unknown: bool = False) -> State:
    deal = deal_from_seed(setting.deck, seed)
    return setting.start(deal.floors, deal.faces, unknown=unknown)


def eager_choice(rng: random.Random, setting: Clin9ic, state: State) -> Move:
    """A random legal move; of two drawn, the one that brings more people, floors and money, so that clinics grow."""
    moves = setting.legal_moves(state)

    def growth(move: Move) -> int:
        after = setting.apply(state, move)
        people = after.staff + sum(after.patients) + 3 * (after.treated - state.treated)
        return 4 * people + 3 * len(after.floors) + 2 * after.entrances + after.lots

    drawn = [rng.choice(moves), rng.choice(moves)]
    return max(drawn, key=growth) if rng.random() < 0.8 else drawn[0]


def random_game(setting: Clin9ic, seed: int, *, unknown: bool = False, eager: bool = True) -> Iterator[Turn]:
    """A whole game played at random, move by move."""
    rng = random.Random(seed)
    state = opening(setting, seed, unknown=unknown)
    while not setting.is_over(state):
        move: Move | Outcome
        if setting.is_chance(state):
            move = rng.choice(setting.chance_outcomes(state))[0]
            after = setting.apply_outcome(state, move)
        else:
            move = eager_choice(rng, setting, state) if eager else rng.choice(setting.legal_moves(state))
            after = setting.apply(state, move)
        yield Turn(state, move, after)
        state = after


def random_positions(setting: Clin9ic, decision: str, number: int, *, seed: int = 0) -> list[State]:
    """Positions of random games in which this kind of decision is due, the later rounds not left out."""
    found: list[State] = []
    while len(found) < number:
        at = [turn.before for turn in random_game(setting, seed) if setting.decision(turn.before) == decision]
        found += at
        seed += 1
    return found[:number]


def random_counts(rng: random.Random, most: int) -> Counts:
    people = [rng.randrange(4) for _ in range(rng.randint(0, most))]
    return (people.count(0), people.count(1), people.count(2), people.count(3))


def random_clinic(rng: random.Random, setting: Clin9ic, **fields: Any) -> State:
    """A position nobody need have played to: any floors and cubes, people as far as parking and dice allow."""
    cards = [card.id for card in setting.deck.floors]
    rng.shuffle(cards)
    floors = " ".join(card + rng.choice(["", "b"]) for card in cards[: rng.randint(1, 4)])
    while True:
        lots, doctors, patients = rng.randint(0, 4), random_counts(rng, 8), random_counts(rng, 8)
        state = position(
            setting,
            floors,
            lots=lots,
            doctors=doctors,
            patients=patients,
            nurses=rng.randint(0, 3),
            orderlies=rng.randint(0, 3),
            entrances=rng.randint(len(floors.split()), 6),
            money=rng.choice([0, 1, 2, 3, 5, 8, 30]),
            popularity=rng.choice([0, 1, 3, 20]) * setting.counts_popularity,
            time=rng.choice([0, 1, 9]) * setting.counts_popularity,
            gardens=rng.randint(0, 6),
        )
        if state.cars <= parking(setting, state) and trackable(doctors, patients, setting.dice):
            break
    modules = clinic_of(setting, state).modules
    cubes = tuple(sorted(rng.sample(modules, rng.randint(0, 2))))
    return state._replace(**{"conveyors": cubes, **fields})


def random_trio(rng: random.Random, setting: Clin9ic, action: Action) -> tuple[Section, ...]:
    """Three sections of the deck, all turned into one action."""
    sides = [s for card in setting.deck.actions for s in (card.a, card.b, card.a.turned(), card.b.turned())]
    halves = [half for s in sides for half in (s.left, s.right)]
    return tuple(Section(action, half.top, half.bottom) for half in rng.sample(halves, 3))


def assert_sound(setting: Clin9ic, state: State) -> None:
    """What must hold in every position of every game."""
    people = sum(state.doctors) + sum(state.patients) + state.nurses + state.orderlies
    assert state.cars == people
    assert state.cars <= parking(setting, state)
    assert trackable(state.doctors, state.patients, setting.dice)
    assert min(*state.doctors, *state.patients) >= 0
    assert 0 <= state.nurses <= 3
    assert 0 <= state.orderlies <= 3
    assert 1 <= len(state.floors) <= state.entrances <= 6
    assert 0 <= state.gardens <= 6
    assert 0 <= state.pillars <= 6
    assert state.lots >= 0
    assert state.money >= 0
    assert state.time >= 0
    assert state.popularity >= 0 or setting.options.popularity_below_zero
    assert setting.counts_popularity or (state.popularity, state.time) == (0, 0)
    cards = [floor.card for floor in state.floors] + list(state.stack)
    assert sorted(cards) == sorted(card.id for card in setting.deck.floors)
    assert list(state.conveyors) == sorted(set(state.conveyors))
    assert len(state.conveyors) <= 2
    assert set(state.conveyors) <= set(clinic_of(setting, state).modules)
    assert 1 <= state.round <= 6
    if state.phase in (Phase.ORDER, Phase.OVER):
        within_round = State._field_defaults
        assert {key: getattr(state, key) for key in within_round} == within_round
        assert state.round == 1 or state.patients[0] == 0


BUILD = with_boxes("build")
HIRE_ALL = with_boxes("hire", bottom="D N O D N O")
ADMIT_ALL = with_boxes("admit", top="w w w w w w")
ROOMY = "TTT TTT HSS"
NOBODY: Counts = (0, 0, 0, 0)


def line_of(text: str, start: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(start))
