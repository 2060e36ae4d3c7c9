"""Made-up decks and positions, odder than any that are printed, and the best play by the plain rules alone."""

import random

from clin9ic import Clin9ic, Deck, Goal, Level, Options, State
from clin9ic.cards import Action, ActionCard, ActionSide, Box, FloorCard, FloorSide, Section, Staff
from clin9ic.clinic import clinic_of
from clin9ic.dice import trackable
from clin9ic.moves import Build, Kind, Move, Order
from clin9ic.state import Floor, Phase, parking, side_of
from tabletop.colours import Colour, Counts

MODULES = "THSOLRX"
MOST_PLAIN = 3_000  # positions of a round that the plain rules can try
FEW_PLAIN = 1_200  # enough for most cases, and far less is spent on those that turn out to be too large
BOXES: list[Box] = [*Staff, *Colour, Staff.DOCTOR, Staff.ORDERLY]


def _side(rng: random.Random, rooms: list[str], spaces: int) -> FloorSide:
    cells = [(r, c) for r in range(3) for c in range(3)]
    letters = dict(zip(rng.sample(cells, 9), rooms, strict=False))
    grid = tuple("".join(letters.get((r, c), ".") for c in range(3)) for r in range(3))
    modules = [cell for cell, letter in letters.items() if letter in MODULES]
    return FloorSide(spaces, rng.choice(modules or cells), grid)


def _floor(rng: random.Random, number: int) -> FloorCard:
    """Side B often has fewer rooms of a kind than side A."""
    plenty = [letter for letter in "THS" * rng.choice((1, 1, 2)) if rng.random() < 0.8] or ["T"]
    plenty += rng.choices("TSHOLRXGP", k=rng.choice((0, 0, 1, 2)))
    few = rng.choices("TTHSOLRXGP", k=rng.randint(0, 5))
    a, b = _side(rng, plenty, rng.choice((7, 9, 12, 14, 15))), _side(rng, few, rng.choice((3, 5, 8, 11, 16)))
    return FloorCard(f"f{number}", a, b)


def _section(rng: random.Random) -> Section:
    one, two, three, four = rng.choices(BOXES, k=4)
    return Section(rng.choice(list(Action)), (one, two), (three, four))


def made_up_deck(rng: random.Random) -> Deck:
    floors = tuple(_floor(rng, number) for number in range(1, 5))
    sides = [[ActionSide(_section(rng), _section(rng)) for _ in "ab"] for _ in range(3)]
    actions = tuple(ActionCard(f"a{number}", a, b) for number, (a, b) in enumerate(sides, 1))
    return Deck("made up", floors, actions, (("all", "made up for a test"),), repr((floors, actions)))


def made_up_game(rng: random.Random, goal: Goal | None = None) -> Clin9ic:
    options = Options(rng.choice(("action", "phase")), rng.random() < 0.3, rng.random() < 0.6)
    level = rng.choice((Level.EASY, Level.DIFFICULT))
    return Clin9ic(made_up_deck(rng), goal or rng.choice(list(Goal)), level, options)


def _odd_move(rng: random.Random, game: Clin9ic, state: State) -> Move:
    """A player who upgrades whatever can be, saves all money and says long words."""
    moves = game.legal_moves(state)
    upgrades = [m for m in moves if isinstance(m, Build) and any(c.kind is Kind.UPGRADE for c in m.components)]
    if upgrades and rng.random() < 0.6:
        return rng.choice(upgrades)
    if game.decision(state) == "buy":
        return moves[-1]
    return max(rng.sample(moves, min(4, len(moves))), key=lambda move: len(game.format(move)))


def odd_play(rng: random.Random, game: Clin9ic, until: int) -> State:
    """A position at the beginning of a round."""
    floors = [card.id for card in game.deck.floors]
    rng.shuffle(floors)
    state = game.start(floors, "".join(rng.choice("ab") for _ in range(3)))
    while state.round < until or not game.is_chance(state):
        if game.is_chance(state):
            state = game.apply_outcome(state, rng.choice(game.chance_outcomes(state))[0])
        else:
            state = game.apply(state, _odd_move(rng, game, state))
    return state


def _counts(rng: random.Random, most: int) -> Counts:
    people = [rng.randrange(4) for _ in range(rng.randint(0, most))]
    return people.count(0), people.count(1), people.count(2), people.count(3)


def typed_in(rng: random.Random, game: Clin9ic, number: int) -> State:
    """A position that nobody need have played to: people with or without a place, as parking and dice allow."""
    cards = [card.id for card in game.deck.floors]
    rng.shuffle(cards)
    many = rng.randint(1, 4)
    floors = tuple(Floor(card, rng.random() < 0.6) for card in cards[:many])
    sides = [side_of(game, floor) for floor in floors]
    counted = int(game.counts_popularity)
    while True:
        state = State(
            round=number, phase=Phase.ORDER, floors=floors, stack=tuple(cards[many:]), unknown=False,
            faces="".join(rng.choice("ab") for _ in range(3)), entrances=rng.randint(many, min(6, many + 1)),
            gardens=min(6, sum(side.count("G") for side in sides) + rng.randint(0, 2)),
            pillars=min(6, sum(side.count("P") for side in sides) + rng.randint(0, 2)),
            lots=rng.randint(0, 6), conveyors=(), doctors=_counts(rng, rng.choice((3, 6, 10))),
            patients=(0, *_counts(rng, rng.choice((2, 4, 8)))[1:]), nurses=rng.randint(0, 3),
            orderlies=rng.randint(0, 3), money=rng.choice((0, 1, 2, 3, 4, 6)),
            popularity=counted * rng.choice((0, 0, 3, 20)), time=counted * rng.choice((0, 1, 20)),
            treated=rng.randint(0, 9),
        )  # fmt: skip
        if state.cars <= parking(game, state) and trackable(state.doctors, state.patients, game.dice):
            break
    modules = clinic_of(game, state).modules
    return state._replace(conveyors=tuple(sorted(rng.sample(modules, min(len(modules), rng.choice((0, 0, 1, 2)))))))


def last_round(rng: random.Random, game: Clin9ic) -> State:
    """The beginning of a last round that is most often small enough for the plain rules."""
    state = typed_in(rng, game, 6) if rng.random() < 0.6 else odd_play(rng, game, 6)
    return state._replace(money=rng.choice((0, 1, 2, 4)), entrances=len(state.floors))


def any_order(rng: random.Random, game: Clin9ic) -> tuple[str, ...]:
    return tuple(rng.sample([card.id for card in game.deck.actions], 3))


def best_by_the_rules(game: Clin9ic, state: State, order: tuple[str, ...], most: int = MOST_PLAIN) -> int | None:
    """The best score of a last round, every position of it tried; None if there are too many."""
    start = game.apply_outcome(state, Order(order))
    seen, waiting, scores = {start}, [start], list[int]()
    while waiting:
        at = waiting.pop()
        for move in game.legal_moves(at):
            after = game.apply(at, move)
            if game.is_over(after):
                scores.append(game.final_score(after))
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > most:
            return None
    return max(scores)


def surplus(game: Clin9ic, state: State) -> set[str]:
    """4.7: kinds of people of whom there are more than places."""
    clinic = clinic_of(game, state)
    there = {Staff.DOCTOR: sum(state.doctors), Staff.NURSE: state.nurses, Staff.ORDERLY: state.orderlies}
    kinds = {str(kind) for kind, number in there.items() if number > clinic.openings(kind, False).capacity}
    return kinds | ({"patient"} if sum(state.patients) > clinic.openings("patient", False).capacity else set())
