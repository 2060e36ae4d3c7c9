"""What a player sees: ways to play the rest of a round, where each ends, its value, and its moves."""

from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

from clin9ic.care import POPULARITY_PRICE
from clin9ic.moves import Build, Buy, Kind, Move
from clin9ic.referee import Clin9ic
from clin9ic.state import ROUNDS, Phase, State
from solvers.clin9ic.kernel.packed import Pair, pack, unpack
from solvers.clin9ic.kernel.world import build_world
from solvers.clin9ic.search.decode_plan import decode_round
from solvers.clin9ic.successors.problem import Problem, Start, starts_of
from solvers.clin9ic.successors.supports import supports
from solvers.clin9ic.value_function.features import value_of
from solvers.clin9ic.value_function.fitted import ValueFunction, Weights
from solvers.core.result import LostPlan, NotSolvable

BUSINESS = (Phase.BUY, Phase.LAB)
OTHER_FACES = str.maketrans("ab", "ba")  # 6.4


@dataclass(frozen=True)
class Play:
    """A way to play the rest of a round. With `over`, the value is the final score."""

    words: Pair  # the position after it
    value: float
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


class PlayerView:
    """A player's view of a game: positions come in as the referee has them, what is hidden in them is not used."""

    def __init__(self, game: Clin9ic, weights: Weights | None = None) -> None:
        self._refuse(supports(game))
        self.game, self.weights = game, weights
        self._value_functions: dict[tuple[str, ...], ValueFunction] = {}

    @staticmethod
    def _refuse(reason: str | None) -> None:
        if reason is not None:
            raise NotSolvable(reason)

    def value_function(self, floors: tuple[str, ...], people: int = 0) -> ValueFunction:
        """The value function where floors come in this order."""
        known = self._value_functions.get(floors)
        if known is None or people >= known.world.tables.move_time.shape[3]:
            weights = known.weights if known else self.weights
            self._value_functions[floors] = known = ValueFunction(
                self.game, build_world(self.game, floors, people), weights
            )
        return known

    def value_functions(self, state: State) -> list[ValueFunction]:
        """One for each order that the floor cards may have."""
        people = max(sum(state.doctors), sum(state.patients))
        return [self.value_function(_floors(one), people) for one in worlds_of(state)]

    def plays(self, state: State, *, each: int = 1, cubes: bool = False) -> list[Play]:
        """The most promising ways to play on to the end of the round, the best first; `each` of every trio.

        With `cubes` conveyors are built, too.
        """
        state = worlds_of(state)[0]
        value_function = self.value_functions(state)[0]
        if state.phase in BUSINESS:
            found = [self._end(value_function, start, state.round) for start in self._choices(Start((), state))]
        else:
            problem = self.problem(state)
            found = []
            for start, words in zip(problem.starts, problem.words, strict=True):
                ends = value_function.ends(words, state.round, problem.trios[0], each=each, cubes=cubes)
                for raw, end, trio, value in zip(*ends, strict=True):
                    over = state.round == ROUNDS
                    found.append(Play(pair(end), float(value), over, start, pair(raw), int(trio), cubes))
        best: dict[Pair, Play] = {}
        for play in sorted(found, key=lambda play: -play.value):
            best.setdefault(play.words, play)
        return list(best.values())

    def after(self, state: State, play: Play) -> State:
        """The position after a play, before the next draw, or the end of the game."""
        value_function = self.value_functions(state)[0]
        end = unpack(value_function.world, play.words, state.round + 1, state.faces.translate(OTHER_FACES))
        if play.over:
            end = end._replace(round=ROUNDS, phase=Phase.OVER, faces=end.faces)
        return end._replace(unknown=hidden(end))

    def moves(self, state: State, play: Play) -> tuple[Move, ...]:
        """The moves of a play as far as the player can know them: to the next card that is turned up."""
        known = worlds_of(state)[0]
        if play.trio < 0:
            return play.start.moves
        problem = self.problem(known)
        expander = self.value_functions(known)[0].expander
        words = problem.words[problem.starts.index(play.start)]
        path = expander.path(pair(words), play.raw, problem.trios[0], play.trio, cubes=play.cubes)
        told, _ = decode_round(problem, play.start.state, 0, play.trio, path)
        moves = self._with_buying(known, (*play.start.moves, *told), play)
        return _as_seen(moves, hidden=hidden(state))

    def problem(self, state: State) -> Problem:
        """The rest of the round as a question to the kernel; the order of the floor cards is taken as it is."""
        problem = Problem(self.game, tuple(starts_of(self.game, Start((), state))), (state.order,))
        self._refuse(supports(self.game, [start.state for start in problem.starts]))
        people = max(max(sum(start.state.doctors), sum(start.state.patients)) for start in problem.starts)
        problem.__dict__["world"] = self.value_function(_floors(state), people).world  # the same for every question
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

    def _end(self, value_function: ValueFunction, start: Start, number: int) -> Play:
        words = pack(value_function.world, start.state)
        if self.game.is_over(start.state):
            return Play(words, float(self.game.final_score(start.state)), True, start)
        fitted = value_function.at_round(number + 1)
        return Play(words, value_of(value_function.world, fitted, value_function.goal, *words), False, start)

    def _with_buying(self, state: State, moves: tuple[Move, ...], play: Play) -> tuple[Move, ...]:
        """The moves with the purchase (5.3) that ends where the play does; refereed on the way."""
        game, goal = self.game, self.after(state, play)
        for at, move in enumerate(moves):
            if isinstance(move, Buy):
                for points in range(state.earned + 1):
                    end = state
                    tried = (Buy(points), *moves[at + 1 :])
                    if POPULARITY_PRICE * points > state.earned:
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
