"""Our rules as a game of open_spiel, and its Monte Carlo tree search on a known deal.

open_spiel is no dependency of ours: `pip install open_spiel` brings it.
"""

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from benchmarks.questions import question
from clin9ic import Goal, State
from clin9ic.moves import Move

Clock = Callable[[], float]
MOST_MOVES = 100_000  # of one decision
MOST_SCORE = 1000.0
LONGEST = 2_000  # decisions of a game, of whatever kind

TYPE = pyspiel.GameType(
    short_name="clin9ic_known_deal",
    long_name="Clin9ic with the draws known",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=MOST_MOVES,
    max_chance_outcomes=0,
    num_players=1,
    min_utility=-MOST_SCORE,
    max_utility=MOST_SCORE,
    max_game_length=LONGEST,
)


class KnownDeal(pyspiel.Game):  # type: ignore[misc]
    """A deal as a game for one: chance has spoken already."""

    def __init__(self, asked: Any) -> None:
        super().__init__(TYPE, INFO, {})
        self.asked = asked

    def new_initial_state(self) -> "Turn":
        return Turn(self, self.asked.state, ())


class Turn(pyspiel.State):  # type: ignore[misc]
    """A decision of the player; an action is an index into the legal moves."""

    def __init__(self, deal: KnownDeal, state: State, moves: tuple[Move, ...]) -> None:
        super().__init__(deal)
        self.deal, self.moves = deal, moves
        self.state = deal.asked.after_draws(state)
        self.legal: list[Move] | None = None

    def __deepcopy__(self, _memo: object) -> "Turn":
        copy = Turn(self.deal, self.state, self.moves)
        copy.legal = self.legal
        return copy

    def clone(self) -> "Turn":
        return self.__deepcopy__(None)

    def legal_moves(self) -> list[Move]:
        if self.legal is None:
            self.legal = self.deal.asked.moves(self.state)
        return self.legal

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else 0

    def _legal_actions(self, _player: int) -> list[int]:
        return list(range(len(self.legal_moves())))

    def legal_actions(self, *_player: int) -> list[int]:
        return [] if self.is_terminal() else self._legal_actions(0)

    def _apply_action(self, action: int) -> None:
        move = self.legal_moves()[action]
        self.state = self.deal.asked.after_draws(self.deal.asked.game.apply(self.state, move))
        self.moves, self.legal = (*self.moves, move), None

    def apply_action(self, action: int) -> None:
        self._apply_action(action)

    def is_terminal(self) -> bool:
        return bool(self.deal.asked.game.is_over(self.state))

    def is_chance_node(self) -> bool:
        return False

    def returns(self) -> list[float]:
        return [float(self.deal.asked.game.final_score(self.state)) if self.is_terminal() else 0.0]

    def _action_to_string(self, _player: int, action: int) -> str:
        return str(self.deal.asked.game.format(self.legal_moves()[action]))

    def __str__(self) -> str:
        return repr(self.state)


class Rollouts(mcts.Evaluator):  # type: ignore[misc]
    """Random play to the end; the best game of all is remembered, for with known draws it is a plan."""

    def __init__(self, rng: np.random.RandomState) -> None:
        self.rng, self.games = rng, 0
        self.best: tuple[float, tuple[Move, ...]] = (-MOST_SCORE, ())

    def evaluate(self, state: Turn) -> list[float]:
        state = state.clone()
        while not state.is_terminal():
            state.apply_action(int(self.rng.randint(len(state.legal_moves()))))
        self.games += 1
        self.note(state)
        return state.returns()

    def note(self, state: Turn) -> None:
        self.best = max(self.best, (state.returns()[0], state.moves), key=lambda pair: pair[0])

    def prior(self, state: Turn) -> list[tuple[int, float]]:
        number = len(state.legal_moves())
        return [(action, 1 / number) for action in range(number)]


def play(
    asked: Any, seconds: float, choose: Callable[..., float], seed: int, clock: Clock = time.monotonic
) -> tuple[int, tuple[Move, ...], int]:
    """Games by tree search until time is up; the best score seen, its moves, and how many games were played out."""
    end = clock() + seconds
    rng = np.random.RandomState(seed)
    rollouts = Rollouts(rng)
    deal = KnownDeal(asked)
    exploration = asked.exploration
    bot = mcts.MCTSBot(deal, exploration, 1, rollouts, random_state=rng, child_selection_fn=choose)
    while clock() < end:
        rollouts.note(_game(deal, bot, rollouts, end, clock))
    score, moves = rollouts.best
    return int(score), moves, rollouts.games


def _game(deal: KnownDeal, bot: mcts.MCTSBot, rollouts: Rollouts, end: float, clock: Clock) -> Turn:
    """One game, the time that is left spread over its decisions."""
    turn = deal.new_initial_state()
    began = clock()
    rollouts.evaluate(turn)
    each = clock() - began  # seconds for a simulation
    while not turn.is_terminal():
        began, before = clock(), rollouts.games
        share = max(0.0, end - began) / max(1, turn.deal.asked.decisions - len(turn.moves))
        bot.max_simulations = max(2, int(share / each))
        turn.apply_action(bot.step(turn) if len(turn.legal_moves()) > 1 else 0)
        if rollouts.games > before:
            each = (clock() - began) / (rollouts.games - before)
    return turn


def _one(
    make: Callable[[], Any], seed: int, seconds: float, rule: str, clock: Clock
) -> tuple[int, tuple[Any, ...], int]:  # fmt: skip
    choose = mcts.SearchNode.puct_value if rule == "puct" else mcts.SearchNode.uct_value
    return play(make(), seconds, choose, seed, clock)


def best_game(deck: str, seed: int, goal: Goal, seconds: float) -> tuple[int, tuple[Move, ...], int]:
    """A deal of Clin9ic by tree search."""
    return best_of_two(partial(question, deck, seed, goal), seed, seconds)


def best_of_two(
    make: Callable[[], Any], seed: int, seconds: float, clock: Clock = time.monotonic
) -> tuple[int, tuple[Any, ...], int]:  # fmt: skip
    """The better of two searches side by side, by either rule of choice that open_spiel offers; games of both."""
    with ProcessPoolExecutor(2) as pool:
        games = [pool.submit(_one, make, seed, seconds, rule, clock) for rule in ("uct", "puct")]
        found = [game.result() for game in games]
    score, moves, _ = max(found, key=lambda one: one[0])
    return score, moves, sum(played for _, _, played in found)
