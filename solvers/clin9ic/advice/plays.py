"""Ways to play the rest of a round as a player sees it: where each ends, what it is worth, and its moves."""

from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

import numpy as np

from clin9ic.moves import Build, Buy, Kind, Move
from clin9ic.referee import Clin9ic
from clin9ic.state import ROUNDS, Phase, State
from solvers.clin9ic.advice.features import worth_of
from solvers.clin9ic.advice.outlook import NARROW, Outlook, Weights
from solvers.clin9ic.expander import pack, unpack
from solvers.clin9ic.plan import round_moves
from solvers.clin9ic.problem import Problem, Start, starts_of
from solvers.clin9ic.tables import build_world
from solvers.result import LostPlan

Pair = tuple[int, int]
BUSINESS = (Phase.BUY, Phase.LAB)
OTHER_FACES = str.maketrans("ab", "ba")  # 6.4


@dataclass(frozen=True)
class Play:
    """A way to play the rest of a round. With `over`, the worth is the final score."""

    words: Pair  # the position after it
    worth: float
    over: bool
    start: Start = field(compare=False)
    raw: Pair = field(default=(0, 0), compare=False)
    trio: int = field(default=-1, compare=False)
    cubes: bool = field(default=False, compare=False)
    scores: tuple[float, ...] = field(default=(), compare=False)  # by world, where a card is turned up on the way


def hidden(state: State) -> bool:
    """3.1: whether the player does not know the order of the floor cards to come."""
    return len(state.stack) > 2


def worlds_of(state: State) -> list[State]:
    """The position with the floor cards in each order they may have, equally likely ones."""
    if not hidden(state):
        return [state._replace(unknown=False)]
    top, *below = state.stack
    return [state._replace(stack=(top, *others), unknown=False) for others in permutations(sorted(below))]


class Sight:
    """A player's view of a game: positions come in as the referee has them, what is hidden in them is not used."""

    def __init__(self, game: Clin9ic, weights: Weights | None = None) -> None:
        self.game, self.weights = game, weights
        self._outlooks: dict[tuple[str, ...], Outlook] = {}

    def outlook(self, floors: tuple[str, ...], people: int = 0) -> Outlook:
        """The worth of positions where floors come in this order."""
        known = self._outlooks.get(floors)
        if known is None or people >= known.world.tables.move_time.shape[3]:
            weights = known.weights if known else self.weights
            self._outlooks[floors] = known = Outlook(self.game, build_world(self.game, floors, people), weights)
        return known

    def outlooks(self, state: State) -> list[Outlook]:
        """One for each order that the floor cards may have."""
        people = max(sum(state.doctors), sum(state.patients))
        return [self.outlook(_floors(one), people) for one in worlds_of(state)]

    def plays(self, state: State, *, each: int = 1, cubes: bool = False, most: int = NARROW) -> list[Play]:
        """The most promising ways to play on to the end of the round, the best first; `each` of every trio.

        With `cubes` conveyors are built, too, and with `most` 0 nothing is left out for its looks.
        """
        state = worlds_of(state)[0]
        outlook = self.outlooks(state)[0]
        if state.phase in BUSINESS:
            found = [self._end(outlook, start, state.round) for start in self._choices(Start((), state))]
        else:
            problem = self.problem(state)
            found = []
            for start, words in zip(problem.starts, problem.words, strict=True):
                ends = outlook.ends(words, state.round, problem.trios[0], each=each, cubes=cubes, most=most)
                for raw, end, trio, worth in zip(*ends, strict=True):
                    over = state.round == ROUNDS
                    found.append(Play(pair(end), float(worth), over, start, pair(raw), int(trio), cubes))
        best: dict[Pair, Play] = {}
        for play in sorted(found, key=lambda play: -play.worth):
            best.setdefault(play.words, play)
        return list(best.values())

    def worth(self, state: State) -> float:
        """What the best way to play the rest of the round is worth."""
        return self.plays(state)[0].worth

    def after(self, state: State, play: Play) -> State:
        """The position after a play, before the next draw, or the end of the game."""
        outlook = self.outlooks(state)[0]
        end = unpack(outlook.world, play.words, state.round + 1, state.faces.translate(OTHER_FACES))
        if play.over:
            end = end._replace(round=ROUNDS, phase=Phase.OVER, faces=end.faces)
        return end._replace(unknown=hidden(end))

    def moves(self, state: State, play: Play) -> tuple[Move, ...]:
        """The moves of a play as far as the player can know them: to the next card that is turned up."""
        known = worlds_of(state)[0]
        if play.trio < 0:
            return play.start.moves
        problem = self.problem(known)
        expander = self.outlooks(known)[0].expander
        words = problem.words[problem.starts.index(play.start)]
        way = expander.way(pair(words), play.raw, problem.trios[0], play.trio, cubes=play.cubes)
        told, _ = round_moves(problem, play.start.state, 0, play.trio, way)
        moves = self._with_buying(known, (*play.start.moves, *told), play)
        return _as_seen(moves, hidden=hidden(state))

    def problem(self, state: State) -> Problem:
        """The rest of the round as a question to the kernel; the order of the floor cards is taken as it is."""
        problem = Problem(self.game, tuple(starts_of(self.game, Start((), state))), (state.order,))
        people = max(max(sum(start.state.doctors), sum(start.state.patients)) for start in problem.starts)
        problem.__dict__["world"] = self.outlook(_floors(state), people).world  # the same for every question
        return problem

    # --- inside ---

    def _choices(self, start: Start) -> list[Start]:
        """Every way through the choices of Business and Admin that are left."""
        if start.state.phase not in BUSINESS:
            return [start]
        after = [
            replace(start, moves=(*start.moves, move), state=self.game.apply(start.state, move))
            for move in self.game.legal_moves(start.state)
        ]
        return [end for one in after for end in self._choices(one)]

    def _end(self, outlook: Outlook, start: Start, number: int) -> Play:
        words = pack(outlook.world, start.state)
        if self.game.is_over(start.state):
            return Play(words, float(self.game.final_score(start.state)), True, start)
        w0, w1 = np.uint64(words[0]), np.uint64(words[1])
        record, scratch = outlook.world.record[0], np.empty(len(outlook.worth(number + 1).weights))
        worth, _ = worth_of(record, outlook.worth(number + 1), outlook.goal, w0, w1, scratch)
        return Play(words, float(worth), False, start)

    def _with_buying(self, state: State, moves: tuple[Move, ...], play: Play) -> tuple[Move, ...]:
        """The moves with the purchase (5.3) that ends where the play does; refereed on the way."""
        game, goal = self.game, self.after(state, play)
        for at, move in enumerate(moves):
            if isinstance(move, Buy):
                for points in range(state.earned + 1):
                    end = state
                    tried = (Buy(points), *moves[at + 1 :])
                    if 3 * points > state.earned:
                        break
                    for one in tried:
                        end = game.apply(end, one)
                    if _same(end, goal):
                        return (*moves[:at], *tried)
                raise LostPlan("no purchase leads where the play ends")
            state = game.apply(state, move)
        if not _same(state, goal):
            raise LostPlan("the moves do not lead where the play ends")
        return moves


def _same(one: State, other: State) -> bool:
    """Whether two ends of a round are the same, whatever is left over within the round."""
    kept = ("floors", "conveyors", "doctors", "patients", "nurses", "orderlies", "popularity", "time", "treated")
    dies = ("entrances", "gardens", "pillars", "lots", "money")
    return all(getattr(one, name) == getattr(other, name) for name in (*kept, *dies))


def pair(words: Any) -> Pair:
    """Two words of any kind as plain numbers."""
    return int(words[0]), int(words[1])


def _floors(state: State) -> tuple[str, ...]:
    return (*(floor.card for floor in state.floors), *state.stack)


def _as_seen(moves: tuple[Move, ...], *, hidden: bool) -> tuple[Move, ...]:
    """The moves up to the floor that turns up a card nobody knows yet."""
    if not hidden:
        return moves
    for at, move in enumerate(moves):
        kinds = [component.kind for component in move.components] if isinstance(move, Build) else []
        if Kind.FLOOR in kinds and isinstance(move, Build):
            return (*moves[:at], Build(move.components[: kinds.index(Kind.FLOOR) + 1]))
    return moves
