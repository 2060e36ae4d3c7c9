"""Dice Hospital as a game of open_spiel: its tree search on known deals, and as a player without that knowledge."""

import time
from functools import cached_property, lru_cache, partial
from random import Random

from benchmarks.spiel import best_of_two
from benchmarks.spiel_unknown import TreeSearch
from dice_hospital.deals import deal_from_seed, drawn
from dice_hospital.decks import load
from dice_hospital.moves import Move, Outcome
from dice_hospital.referee import DiceHospital
from dice_hospital.state import State
from solvers.core.replay import KnownDraws
from solvers.dice_hospital.value_function.player import sampled

DECISIONS = 12  # of a round: dice, a card, a return, placements with what follows them, reports
EXPLORATION = 20.0  # about the spread of random games


class Deal:
    """A deal of which everything is known, as `benchmarks.spiel` asks for it."""

    exploration = EXPLORATION

    def __init__(self, seed: int) -> None:
        self.game, self.seed = DiceHospital(load("house")), seed

    @cached_property
    def known(self) -> KnownDraws[State, Move, Outcome]:
        return KnownDraws(self.game, lambda state: drawn(self.game, deal_from_seed(self.seed), state))

    @cached_property
    def state(self) -> State:
        return self.known.next_decision(self.game.start())

    @property
    def decisions(self) -> int:
        return self.game.deck.rounds * DECISIONS

    def after_draws(self, state: State) -> State:
        return self.known.next_decision(state)

    def moves(self, state: State) -> list[Move]:
        return self.game.legal_moves(state)


def best_game(seed: int, seconds: float) -> tuple[Move, ...]:
    """The better of two searches, by either rule of choice, each with half of the processor time."""
    return best_of_two(partial(Deal, seed), seed, seconds / 2, clock=time.process_time)[1]


class Searcher:
    """A player with a tree search for every decision, the time of a round in equal parts."""

    def __init__(self, game: DiceHospital, seconds: float, seed: int) -> None:
        random = Random(seed)

        def draw(state: State) -> State:
            return game.apply_outcome(state, sampled(game, state, random))

        self.seconds = seconds / DECISIONS
        self.search = TreeSearch(game, seed, EXPLORATION, draw=draw, clock=time.process_time)

    def move(self, state: State) -> Move:
        found: Move = self.search.move(state, self.seconds)
        return found


@lru_cache(maxsize=1)
def searcher(game: DiceHospital, seconds: float) -> Searcher:
    return Searcher(game, seconds, seed=1)


__all__ = ["Deal", "Searcher", "best_game", "searcher"]
