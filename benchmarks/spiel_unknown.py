"""Our rules as a game of open_spiel in which chance has not spoken yet, and its tree search as a player of it."""

import time
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from benchmarks.spiel import INFO, MOST_MOVES, TYPE, Clock

State: TypeAlias = Any  # of any game
Move: TypeAlias = Any
MOST_DRAWS = 1_400  # an intake of Dice Hospital has 1,365 outcomes, an order of Clin9ic six
UNKNOWN = pyspiel.GameType(
    short_name="clinic_unknown_deal",
    long_name="a game with the draws to come",
    dynamics=TYPE.dynamics,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=TYPE.information,
    utility=TYPE.utility,
    reward_model=TYPE.reward_model,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)


class UnknownDeal(pyspiel.Game):  # type: ignore[misc]
    """A game whose draws are chance nodes."""

    def __init__(self, game: Any) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST_MOVES,
            max_chance_outcomes=MOST_DRAWS,
            num_players=1,
            min_utility=INFO.min_utility,
            max_utility=INFO.max_utility,
            max_game_length=INFO.max_game_length,
        )
        super().__init__(UNKNOWN, info, {})
        self.game = game


class Node(pyspiel.State):  # type: ignore[misc]
    """A decision, a draw or the end; an action is an index into what is possible."""

    def __init__(self, deal: UnknownDeal, state: State) -> None:
        super().__init__(deal)
        self.deal, self.state = deal, state
        self.legal: list[Move] | None = None
        self.draws: list[tuple[Any, float]] | None = None

    def __deepcopy__(self, _memo: object) -> "Node":
        copy = Node(self.deal, self.state)
        copy.legal, copy.draws = self.legal, self.draws
        return copy

    def clone(self) -> "Node":
        return self.__deepcopy__(None)

    def legal_moves(self) -> list[Move]:
        if self.legal is None:
            self.legal = self.deal.game.legal_moves(self.state)
        return self.legal

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.is_chance_node() else 0

    def is_chance_node(self) -> bool:
        return bool(self.deal.game.is_chance(self.state))

    def possible_draws(self) -> list[tuple[Any, float]]:
        if self.draws is None:
            self.draws = list(self.deal.game.chance_outcomes(self.state))
        return self.draws

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(at, chance) for at, (_, chance) in enumerate(self.possible_draws())]

    def legal_actions(self, *_player: int) -> list[int]:
        if self.is_terminal():
            return []
        many = len(self.possible_draws()) if self.is_chance_node() else len(self.legal_moves())
        return list(range(many))

    def apply_action(self, action: int) -> None:
        game = self.deal.game
        if self.is_chance_node():
            self.go_to(game.apply_outcome(self.state, self.possible_draws()[action][0]))
        else:
            self.go_to(game.apply(self.state, self.legal_moves()[action]))

    def go_to(self, state: State) -> None:
        self.state, self.legal, self.draws = state, None, None

    def is_terminal(self) -> bool:
        return bool(self.deal.game.is_over(self.state))

    def returns(self) -> list[float]:
        return [float(self.deal.game.final_score(self.state)) if self.is_terminal() else 0.0]

    def __str__(self) -> str:
        return repr(self.state)


class Rollouts(mcts.Evaluator):  # type: ignore[misc]
    """Random play to the end, draws included."""

    def __init__(self, rng: np.random.RandomState, draw: Callable[[State], State] | None) -> None:
        """`draw` lets chance speak in a position; without it all that may be drawn is taken to be as likely."""
        self.rng, self.draw, self.games = rng, draw, 0

    def evaluate(self, state: Node) -> list[float]:
        state = state.clone()
        while not state.is_terminal():
            if self.draw is not None and state.is_chance_node():
                state.go_to(self.draw(state.state))
            else:
                state.apply_action(int(self.rng.randint(len(state.legal_actions()))))
        self.games += 1
        return state.returns()

    def prior(self, state: Node) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class TreeSearch:
    """A player who searches anew for every decision, as many games as fit in its time."""

    def __init__(
        self, game: Any, seed: int, exploration: float, *,
        draw: Callable[[State], State] | None = None, clock: Clock = time.monotonic,
    ) -> None:  # fmt: skip
        self.deal, self.clock = UnknownDeal(game), clock
        self.rollouts = Rollouts(np.random.RandomState(seed), draw)
        self.bot: Any = mcts.MCTSBot(self.deal, exploration, 1, self.rollouts, random_state=self.rollouts.rng)
        self.each = 0.05  # seconds a game takes

    def move(self, state: State, seconds: float) -> Move:
        node = Node(self.deal, state)
        if len(node.legal_moves()) == 1:
            return node.legal_moves()[0]
        began, before = self.clock(), self.rollouts.games
        self.bot.max_simulations = max(2, int(seconds / self.each))
        chosen = node.legal_moves()[int(self.bot.step(node))]
        self.each = (self.clock() - began) / max(1, self.rollouts.games - before)
        return chosen
