"""The question for the search: a position, the draws to come, and where the kernel can take over.

The kernel starts at an action slot, before a Move, or with the choice of a bonus tile. From anywhere else a few moves
are made first, by the referee: every choice of the decision that is due, and then as simple players would go on.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from random import Random

from clinic_solo.deals import Deal, next_outcome
from clinic_solo.moves import Move, Outcome, TakeBonus, UseTile
from clinic_solo.players import random_move, sensible_move
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import Phase, State
from clinic_solo.tiles import ACTIONS, Action
from clinic_solo.walk import surplus_orderlies
from solvers.clinic_solo import flat
from solvers.clinic_solo.retell import after_draws
from solvers.clinic_solo.world import Ints, World, world_of
from solvers.result import LostPlan, NotSolvable

BOUNDARIES = (Phase.ACTION, Phase.MOVE, Phase.OVER)
MOST_STARTS = 48
PRELUDES = 4  # ways to go on after each choice


@dataclass(frozen=True)
class Known:
    """A game with all that is known of its draws."""

    game: ClinicSolo
    deal: Deal
    start: State  # where the file begins, from which its draws are counted

    def draw(self, state: State) -> Outcome | None:
        return next_outcome(self.game, self.deal, state, self.start)


@dataclass(frozen=True)
class Start:
    """Where the kernel takes over, and the moves that lead there."""

    moves: tuple[Move, ...]
    state: State
    world: World
    row: Ints

    @property
    def fresh(self) -> bool:
        """Whether the bonus tile is still to be chosen."""
        return self.state.phase is Phase.BONUS_CHOICE

    @cached_property
    def first_slot(self) -> int:
        """The first action slot the kernel decides, counted from the beginning of the game."""
        if self.fresh:
            return 0
        per_round = int(self.world["slots"])
        done = self.state.phase is Phase.MOVE
        return (self.state.round - 1) * per_round + self.state.slot - 1 + done


def start_at(
    game: ClinicSolo, world: World, state: State, moves: tuple[Move, ...] = (), banned: Collection[Action] = ()
) -> Start:
    """The start at an action slot, where actions may be banned, before a Move, or at the choice of a bonus tile."""
    row = flat.flatten(game, state)
    row[flat.MOVE_DUE] = state.phase is Phase.MOVE
    row[flat.FORBIDDEN] = sum(1 << ACTIONS.index(action) for action in banned)
    if surplus_orderlies(game, state):
        raise NotSolvable("the search does not start with more orderlies than supply rooms")
    return Start(moves, state, world, row)


@dataclass(frozen=True)
class Problem:
    """A position and the draws to come; moves that are not to be made at the decision that is due."""

    known: Known
    state: State
    forbidden: tuple[Move, ...] = ()

    @property
    def game(self) -> ClinicSolo:
        return self.known.game

    @cached_property
    def starts(self) -> tuple[Start, ...]:
        """Where the kernel may begin; several where moves have to be made first."""
        begin = self._started((), self.state)
        if begin is not None:
            return (begin,)
        found: dict[State, tuple[Move, ...]] = {}
        for moves, state in islice(self._preludes(), MOST_STARTS * PRELUDES):
            found.setdefault(state, moves)
        starts = [self._started(moves, state) for state, moves in list(found.items())[:MOST_STARTS]]
        return tuple(start for start in starts if start is not None)

    @cached_property
    def complete(self) -> bool:
        """Whether the starts are all that can be reached: nothing but the choices that are due is left to decide."""
        return all(len(start.moves) == 1 for start in self.starts) and len(self.starts) == len(
            {self._after(self.state, move) for move in self.choices()}
        )

    def _started(self, moves: tuple[Move, ...], state: State) -> Start | None:
        """The start at a position, None where the kernel cannot take over."""
        forbidden = () if moves else self.forbidden
        banned = {move.action for move in forbidden if isinstance(move, UseTile)}
        if state.phase is Phase.BONUS_CHOICE and self.game.expert:
            taken = {move.number for move in forbidden if isinstance(move, TakeBonus)}
            state = state._replace(offers=tuple(number for number in state.offers if number not in taken))
        elif state.phase not in BOUNDARIES or (forbidden and not banned):
            return None
        world = self._world if state.offers == self.state.offers else world_of(
            self.game, self.known.deal, state, self.known.start
        )  # fmt: skip
        return start_at(self.game, world, state, moves, banned)

    @cached_property
    def _world(self) -> World:
        return world_of(self.game, self.known.deal, self.state, self.known.start)

    def _preludes(self) -> Iterator[tuple[tuple[Move, ...], State]]:
        """Every choice that is due, each followed by what simple players would do; different choices take turns."""
        random = Random(0)
        choices = self.choices()
        random.shuffle(choices)
        for turn in range(PRELUDES):
            player = sensible_move if turn == 0 else partial(random_move, random=random)
            for move in choices:
                moves, state = [move], self._after(self.state, move)
                while state.phase not in BOUNDARIES and not (state.phase is Phase.BONUS_CHOICE and self.game.expert):
                    moves.append(player(self.game, state))
                    state = self._after(state, moves[-1])
                yield tuple(moves), state

    def choices(self) -> list[Move]:
        """The legal moves that are not forbidden, nor lead where a forbidden one leads."""
        banned = {self.game.apply(self.state, move) for move in self.forbidden}
        moves = [*self.game.legal_moves(self.state)]
        if self.state.phase is Phase.MOVE:
            moves.insert(0, sensible_move(self.game, self.state))
        return [move for move in moves if self.game.apply(self.state, move) not in banned]

    def _after(self, state: State, move: Move) -> State:
        return after_draws(self.game, self.game.apply(state, move), self.known.draw)

    def sensible(self) -> tuple[Move, ...]:
        """A whole plan by the sensible player: there is something to show at once."""
        state, moves = self.state, list[Move]()
        while not self.game.is_over(state):
            move = sensible_move(self.game, state)
            if not moves and self.forbidden:
                choices = self.choices()
                move = move if move in choices else choices[0]
            moves.append(move)
            state = self._after(state, move)
        return tuple(moves)


def problem_of(known: Known, state: State, forbidden: Sequence[Move] = ()) -> Problem:
    """The question for a position; NotSolvable where a draw to come is not known."""
    try:
        state = after_draws(known.game, state, known.draw)
    except LostPlan:
        raise NotSolvable("the next draw is not known: add it to [draws], or a seed") from None
    return Problem(known, state, tuple(forbidden))
