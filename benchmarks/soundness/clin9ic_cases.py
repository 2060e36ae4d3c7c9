"""Clin9ic for the hunt."""

from dataclasses import fields, replace
from random import Random
from typing import Any, get_args, get_type_hints

from benchmarks.soundness.adapters import DECK_FILE, Style, simple
from benchmarks.soundness.clin9ic_decks import deck_text
from clin9ic import Clin9ic, Goal, Options, State, decks
from clin9ic.clinic import clinic_of
from clin9ic.deals import deal_from_seed
from clin9ic.gamefile import GameFile
from clin9ic.moves import Move
from clin9ic.setting import TARGETS
from clin9ic.state import ROUNDS, Floor, Phase, side_of
from tabletop.colours import Counts

SAMPLE = 12  # moves that a player compares


class Clin9icCases:
    """See `benchmarks.soundness.adapters.Adapter`."""

    cases_per_deal = 8

    def deck(self, random: Random) -> str:
        return deck_text(random)

    def new(self, random: Random, deck: str | None) -> GameFile:
        name = DECK_FILE if deck is not None else random.choice(decks.shipped())
        cards = decks.check(deck, DECK_FILE)[0] if deck is not None else decks.load(name)
        goal = random.choice([*Goal, *[Goal.POPULARITY] * 3])
        options = Options() if random.random() < 0.4 else _options(random)
        game = Clin9ic(cards, goal, random.choice(list(TARGETS[goal])), options)
        deal = deal_from_seed(cards, random.randrange(10**6))
        orders = dict(enumerate(deal.orders, 1))
        return GameFile(game, name, game.start(deal.floors, deal.faces), orders, deal=deal)

    def choose(self, game: Clin9ic, state: State, style: Style, random: Random) -> Move:
        moves = game.legal_moves(state)
        if style is Style.RANDOM:
            return random.choice(moves)
        value = game.final_score if style is Style.GREEDY else _growth
        return simple(moves, style, lambda move: value(game.apply(state, move)), SAMPLE, random)

    def typed(self, file: GameFile, state: State, random: Random) -> GameFile | None:
        if state.phase is not Phase.ORDER:
            return None
        orders = {number: order for number, order in file.orders.items() if number >= state.round}
        start = _twisted(file.game, state, random)
        return replace(file, start=start, orders=orders, moves=(), deal=None, entered=True)

    def rounds_left(self, game: Clin9ic, state: State) -> int:
        return 0 if game.is_over(state) else ROUNDS + 1 - state.round

    def is_certain(self, game: Clin9ic, state: State) -> bool:
        return self.rounds_left(game, state) == 1 and state.phase is not Phase.ORDER and len(state.stack) < 3

    def has_goal(self, game: Clin9ic) -> bool:  # noqa: ARG002
        return True


def _options(random: Random) -> Options:
    """Every option of the rules, whichever there are."""
    kinds = get_type_hints(Options)
    chosen: dict[str, Any] = {}
    for field in fields(Options):
        values = get_args(kinds[field.name]) or (False, True)
        chosen[field.name] = random.choice(values)
    return Options(**chosen)


def _growth(state: State) -> float:
    people = state.staff + sum(state.patients) + 3 * state.treated
    return 4 * people + 3 * len(state.floors) + 2 * state.entrances + state.lots + 0.2 * state.money


def _twisted(game: Clin9ic, state: State, random: Random) -> State:
    """Some fields of a position changed, whether that can have been played or not."""
    counted = game.counts_popularity
    built = len(state.floors)
    loved = (0, 1, 3, 90, 200, *((-1, -8, -40) if game.options.popularity_below_zero else ()))
    twists: list[dict[str, Any]] = [
        {"money": random.choice((0, 1, 2, 7, 40, 120, 300))},
        {"popularity": random.choice(loved) * counted, "time": random.choice((0, 1, 35, 150)) * counted},
        {"nurses": random.randint(0, 3), "orderlies": random.randint(0, 3)},
        {"orderlies": 3},
        {"doctors": _people(random, 9)},
        {"patients": (0, *_people(random, 6)[1:])},
        {"entrances": random.randint(built, 6), "lots": random.choice((0, 1, 3, 12))},
        {"gardens": 6, "pillars": 6},
        {"floors": tuple(Floor(floor.card, random.random() < 0.5) for floor in state.floors)},
        {"treated": random.choice((0, 3, 40))},
    ]
    for twist in random.sample(twists, random.randint(0, 4)):
        state = state._replace(**twist)
    printed = [side_of(game, floor) for floor in state.floors]
    least = {key: min(6, sum(side.count(letter) for side in printed)) for key, letter in _PRINTED.items()}
    state = state._replace(**{key: max(getattr(state, key), number) for key, number in least.items()}, conveyors=())
    spaces = clinic_of(game, state).modules
    cubes = random.sample(spaces, min(len(spaces), random.choice((0, 0, 1, 2))))
    return state._replace(conveyors=tuple(sorted(cubes)))


_PRINTED = {"gardens": "G", "pillars": "P"}


def _people(random: Random, most: int) -> Counts:
    people = [random.choice((0, 0, 1, 1, 2, 3)) for _ in range(random.randint(0, most))]
    return people.count(0), people.count(1), people.count(2), people.count(3)


ADAPTER = Clin9icCases()
