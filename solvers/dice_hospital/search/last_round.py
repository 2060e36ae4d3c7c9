"""The last round, exactly, when nothing is left to chance in it.

Every choice of dice, cards and returns leads to an activation. For all of them there is a beam first; then, those with
the highest bounds first, each is gone through for whatever could be better than the best play so far. The same position
has the same answer on every machine, unless it is stopped.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from dice_hospital.deck import Ability, Treatment
from dice_hospital.moves import Move, Stop
from dice_hospital.referee import DiceHospital
from dice_hospital.specialists import worker_of
from dice_hospital.state import CHANCE, Phase, State
from solvers.core.result import LostPlan
from solvers.dice_hospital.kernel.activation import Activation
from solvers.dice_hospital.value_function.features import last_end_values, settled
from solvers.dice_hospital.value_function.player import player_for

WIDTH = 100  # of the beam
STEPS = (100_000, 1_000_000, 10_000_000)  # hospitals kept in mind for an activation: the easy ones are done first
MOST_STARTS = 5_000
ROLLING = (Ability.REROLL_OTHER, Ability.ADMIT_OR_RETURN)


class LastRound(NamedTuple):
    """The best play that was found, up to the end of the game, and what no play beats."""

    best: int | None
    bound: int | None
    moves: tuple[Move, ...]
    hospitals: int  # that were looked at

    @property
    def exact(self) -> bool:
        return self.best is not None and self.best == self.bound


class Begun(NamedTuple):
    """A position of the last round, and the moves that led there."""

    state: State
    moves: tuple[Move, ...] = ()


def last_round(
    game: DiceHospital,
    begun: Iterable[Begun],
    *,
    after_draw: Callable[[State], State | None] = lambda state: state,
    known: int | None = None,
    steps: Iterable[int] = STEPS,
    stop: Callable[[], bool] = lambda: False,
    enough: Callable[[LastRound], bool] = lambda _: False,
) -> LastRound | None:
    """The best play from one of several positions on; None where something is left to chance, or too much to choose.

    `after_draw` plays draws that are known; None where such a draw cannot happen. Of plays that score no more than
    `known` none is told. `steps` say how many hospitals may be kept in mind for an activation, and so how much work is
    done at most. `enough` is told how it stands after each activation.
    """
    starts = activations_of(game, begun, after_draw)
    if starts is None:
        return None
    search = _Search(game, known, stop, enough)
    search.run(starts, tuple(steps))
    return search.standing


def activations_of(
    game: DiceHospital, begun: Iterable[Begun], after_draw: Callable[[State], State | None]
) -> list[Begun] | None:  # fmt: skip
    """Where the last activation can begin or go on, or the game is over; None where dice may still be rolled."""
    found, waiting = list[Begun](), list(begun)
    met = {one.state for one in waiting}

    def reached(state: State, moves: tuple[Move, ...]) -> None:
        if state not in met:
            met.add(state)
            waiting.append(Begun(state, moves))

    while waiting:
        at = waiting.pop()
        if len(met) > MOST_STARTS or at.state.round != game.deck.rounds:
            return None
        if at.state.phase in CHANCE:
            after = after_draw(at.state)
            if after is at.state:
                return None
            if after is not None:
                reached(after, at.moves)
        elif game.is_over(at.state):
            found.append(at)
        elif at.state.phase is Phase.PLACE and not at.state.recoloured:
            if has_rolls(game, at.state):
                return None
            found.append(at)
        else:
            for move in game.legal_moves(at.state):
                reached(game.apply(at.state, move), (*at.moves, move))
    return found


def has_rolls(game: DiceHospital, state: State) -> bool:
    """Whether dice may be rolled in an activation."""
    treatments = (game.deck.departments[kind].treatment for kind in state.free_departments)
    return Treatment.REROLL in treatments or _may(game, state, ROLLING)


def has_newcomers(game: DiceHospital, state: State) -> bool:
    """Whether patients may come in within an activation, or go back into the bag (6.11)."""
    return _may(game, state, (Ability.ADMIT_OR_RETURN,))


def _may(game: DiceHospital, state: State, abilities: Collection[Ability]) -> bool:
    return any(worker_of(game, state, kind).ability in abilities for kind in state.free_workers)


@dataclass
class _Open:
    """An activation that may still be better than the best play so far."""

    begun: Begun
    activation: Activation
    bound: int = 0


@dataclass
class _Search:
    game: DiceHospital
    best: int | None
    stop: Callable[[], bool]
    enough: Callable[[LastRound], bool]
    moves: tuple[Move, ...] = ()
    hospitals: int = 0
    unseen: int = 0  # activations without any bound
    waiting: list[_Open] = field(default_factory=list)

    @property
    def standing(self) -> LastRound:
        known = [] if self.best is None else [self.best]
        bound = max([*known, *(one.bound for one in self.waiting)], default=None)
        return LastRound(self.best, None if self.unseen else bound, self.moves, self.hospitals)

    def done(self) -> bool:
        return self.best is not None and (self.stop() or self.enough(self.standing))

    def run(self, starts: list[Begun], steps: tuple[int, ...]) -> None:
        self.unseen = len(starts)
        for begun in starts:
            if self.done():
                return
            if begun.state.phase is Phase.PLACE:
                self.waiting.append(_Open(begun, Activation(self.game, begun.state)))
                self.look(self.waiting[-1], 0)
            else:
                self.take(begun.state, begun.moves)
            self.unseen -= 1
        for most in steps:
            for one in sorted(self.waiting, key=lambda one: -one.bound):
                if self.done():
                    return
                if self.is_better(one.bound):
                    self.look(one, most)
            self.waiting = [one for one in self.waiting if self.is_better(one.bound)]

    def is_better(self, score: int) -> bool:
        return self.best is None or score > self.best

    def look(self, one: _Open, most: int) -> None:
        """For something better than the best so far."""
        state = one.begun.state
        before = int(settled(self.game, state))
        end_values = last_end_values(self.game, state.reports)
        least = None if self.best is None else self.best - before
        found = one.activation.last(end_values, least, WIDTH, most, self.stop)
        one.bound = found.bound + before
        self.hospitals += found.states
        if not found.better:
            return
        moves = [*one.activation.moves(found.actions), Stop()]
        for move in moves:
            state = self.game.apply(state, move)
        reports = player_for(self.game).reports(state)
        for move in reports:
            state = self.game.apply(state, move)
        self.take(state, (*one.begun.moves, *moves, *reports))
        if self.best != found.value + before:
            raise LostPlan(f"a play of {found.value + before} makes {self.game.final_score(state)}")

    def take(self, state: State, moves: tuple[Move, ...]) -> None:
        """Keep a play that is better than the best so far; the score is the referee's."""
        score = self.game.final_score(state)
        if self.is_better(score):
            self.best, self.moves = score, moves


__all__ = ["Begun", "LastRound", "has_newcomers", "has_rolls", "last_round"]
