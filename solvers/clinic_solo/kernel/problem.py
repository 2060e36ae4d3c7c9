"""The question for the search: a position, the draws to come, and where the kernel can take over.

The kernel starts at an action slot, before a Move, or with the choice of a bonus tile. From anywhere else a few moves
are made first, by the referee: every choice of the decision that is due, and then as simple players would go on.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from random import Random

from clinic_solo.moves import Move, TakeBonus, UseTile
from clinic_solo.players import random_move, sensible_move
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import Phase, State
from clinic_solo.tiles import ACTIONS, Action
from clinic_solo.walk import surplus_orderlies
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.state_encoding import Encoded, encode_state
from solvers.clinic_solo.kernel.tables import supports, tables_of
from solvers.core.result import NotSolvable

BOUNDARIES = (Phase.ACTION, Phase.MOVE, Phase.OVER)
MOST_STARTS = 48
PRELUDES = 4  # ways to go on after each choice


@dataclass(frozen=True)
class Start:
    """Where the kernel takes over, and the moves that lead there."""

    moves: tuple[Move, ...]
    state: State
    tables: Encoded
    row: Encoded

    @property
    def fresh(self) -> bool:
        """Whether the bonus tile is still to be chosen."""
        return self.state.phase is Phase.BONUS_CHOICE

    @cached_property
    def first_slot(self) -> int:
        """The first action slot the kernel decides, counted from the beginning of the game."""
        if self.fresh:
            return 0
        per_round = int(self.tables["slots"])
        done = self.state.phase is Phase.MOVE
        return (self.state.round - 1) * per_round + self.state.slot - 1 + done


def start_at(
    game: ClinicSolo, tables: Encoded, state: State, moves: tuple[Move, ...] = (), banned: Collection[Action] = ()
) -> Start:
    """The start at an action slot, where actions may be banned, before a Move, or at the choice of a bonus tile."""
    if surplus_orderlies(game, state):
        raise NotSolvable("the search by changing plans does not start with more orderlies than supply rooms")
    row = encode_state(game, state)
    row["move_due"] = state.phase is Phase.MOVE
    row["forbidden"] = sum(1 << ACTIONS.index(action) for action in banned)
    return Start(moves, state, tables, row)


@dataclass(frozen=True)
class Problem:
    """A position and the draws to come; moves that are not to be made at the decision that is due."""

    known: KnownDeal
    state: State
    forbidden: tuple[Move, ...] = ()

    @property
    def game(self) -> ClinicSolo:
        return self.known.game

    @cached_property
    def starts(self) -> tuple[Start, ...]:
        """Where the kernel may begin; several where moves have to be made first, none where it cannot take over."""
        if supports(self.game) is not None:
            return ()
        if self._takes_over((), self.state):
            begin = self._started((), self.state)
            return () if begin is None else (begin,)
        found: dict[State, tuple[Move, ...]] = {}
        for moves, state in islice(self._preludes(), MOST_STARTS * PRELUDES):
            if not self.game.is_over(state):
                found.setdefault(state, moves)
        starts = [self._started(moves, state) for state, moves in list(found.items())[:MOST_STARTS]]
        return tuple(start for start in starts if start is not None)

    def _takes_over(self, moves: tuple[Move, ...], state: State) -> bool:
        """Whether the kernel may begin at a position, if it has room for it."""
        forbidden = () if moves else self.forbidden
        if state.phase is Phase.BONUS_CHOICE and self.game.expert:
            return all(isinstance(move, TakeBonus) for move in forbidden)
        return state.phase in BOUNDARIES and all(isinstance(move, UseTile) for move in forbidden)

    def _started(self, moves: tuple[Move, ...], state: State) -> Start | None:
        """The start at a position, None for an odd line of play that the kernel has no room for."""
        forbidden = () if moves else self.forbidden
        banned = {move.action for move in forbidden if isinstance(move, UseTile)}
        taken = {move.number for move in forbidden if isinstance(move, TakeBonus)}
        if taken:
            state = state._replace(offers=tuple(number for number in state.offers if number not in taken))
        try:
            tables = self._tables if state.offers == self.state.offers else tables_of(
                self.game, self.known.deal, state, self.known.start
            )  # fmt: skip
            return start_at(self.game, tables, state, moves, banned)
        except NotSolvable:
            return None

    @cached_property
    def _tables(self) -> Encoded:
        return tables_of(self.game, self.known.deal, self.state, self.known.start)

    def _preludes(self) -> Iterator[tuple[tuple[Move, ...], State]]:
        """Every choice that is due, each followed by what simple players would do; different choices take turns."""
        random = Random(0)
        choices = self.choices()
        random.shuffle(choices)
        for turn in range(PRELUDES):
            player = sensible_move if turn == 0 else partial(random_move, random=random)
            for move in choices:
                moves, state = [move], self.known.after(self.state, move)
                while state.phase not in BOUNDARIES and not (state.phase is Phase.BONUS_CHOICE and self.game.expert):
                    moves.append(player(self.game, state))
                    state = self.known.after(state, moves[-1])
                yield tuple(moves), state

    def choices(self) -> list[Move]:
        """The legal moves that are not forbidden, nor lead where a forbidden one leads."""
        banned = {self.game.apply(self.state, move) for move in self.forbidden}
        moves = [*self.game.legal_moves(self.state)]
        if self.state.phase is Phase.MOVE:
            moves.insert(0, sensible_move(self.game, self.state))
        return [move for move in moves if self.game.apply(self.state, move) not in banned]

    def sensible(self, random: Random | None = None, share: float = 0.0) -> tuple[Move, ...]:
        """A whole plan by the sensible player: there is something to show at once. Some moves may be at random."""
        state, moves = self.state, list[Move]()
        while not self.game.is_over(state):
            at_random = random is not None and random.random() < share
            move = random_move(self.game, state, random) if random and at_random else sensible_move(self.game, state)
            if not moves and self.forbidden:
                choices = self.choices()
                move = move if move in choices else choices[0]
            moves.append(move)
            state = self.known.after(state, move)
        return tuple(moves)


def problem_of(known: KnownDeal, state: State, forbidden: Sequence[Move] = ()) -> Problem:
    """The question for a position; NotSolvable where a draw to come is not known."""
    return Problem(known, known.next_decision(state), tuple(forbidden))
