"""Candidates: the moves up to the next draw, the next action slot, the Move or the end.

There are far too many to try them all. What is tried: what the best plans of several futures begin with, each action
once made the only one allowed; every legal move or a sample of them, followed by what such plans do; and what a simple
player would do.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from clinic_solo.moves import Buy, Care, Move, MovePeople, Pass, UseTile
from clinic_solo.players import sensible_move
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import Phase, State
from clinic_solo.suggestions import income, proposals
from clinic_solo.tiles import ACTIONS, Action
from clinic_solo.walk import surplus_orderlies
from solvers.clinic_solo.kernel.decode_plan import SKIPPED
from solvers.clinic_solo.kernel.problem import BOUNDARIES, start_at
from solvers.clinic_solo.policy.future_evaluator import Comparison, Evaluation
from solvers.clinic_solo.policy.futures import starts_kernel
from solvers.clinic_solo.search.annealing import plan_moves
from tabletop.moves import IllegalMove

UNDER_WAY = {Phase.BUILD: Action.BUILD, Phase.HIRE: Action.HIRE, Phase.ADMIT: Action.ADMIT}
FORCED = 2  # futures in which each action is tried as the only one


@dataclass(frozen=True)
class Candidate:
    """Moves, and the position they lead to; nothing is drawn in between."""

    moves: tuple[Move, ...]
    end: State


def resting(game: ClinicSolo, state: State) -> bool:
    """Whether a candidate ends here."""
    return game.is_chance(state) or state.phase in BOUNDARIES


def follow(game: ClinicSolo, state: State, moves: Iterable[Move], *, simply: bool = False) -> Candidate:
    """Make moves as far as they are legal and a candidate reaches, then pass on the rest, or go on `simply`."""
    done: list[Move] = []
    for move in moves:
        if done and (resting(game, state) or isinstance(move, UseTile | MovePeople)):
            break
        skipping = (Pass(), move) if state.phase in SKIPPED else (move,)
        for tried in ((move,), skipping):
            after = _after(game, state, tried)
            if after is not None:
                done, state = [*done, *tried], after
                break
    while not done or not resting(game, state):
        ended = done and not simply and state.phase in SKIPPED and game.rules.pass_refusal(game, state) is None
        done.append(Pass() if ended else sensible_move(game, state))
        state = game.apply(state, done[-1])
    return Candidate(tuple(done), state)


def _after(game: ClinicSolo, state: State, moves: Sequence[Move]) -> State | None:
    try:
        for move in moves:
            state = game.apply(state, move)
    except IllegalMove:
        return None
    return state


class CandidateGenerator:
    """Finds candidates for a position, the same ones for the same futures."""

    def __init__(self, comparison: Comparison, state: State, most: int) -> None:
        self.comparison, self.state, self.most = comparison, state, most
        self.game = comparison.evaluator.game
        self.random = Random(f"{comparison.evaluator.seed} ways")

    def candidates(self, numbers: Sequence[int], iterations: int) -> list[Candidate]:
        """Different candidates, the simple player's first; some lead to the same end."""
        ideas = self._ideas(numbers, iterations)
        found = [follow(self.game, self.state, (), simply=True)]
        found += [follow(self.game, self.state, idea) for idea in ideas]
        if not starts_kernel(self.game, self.state):
            found += self._after_each_move(ideas)
        elif self.state.phase is Phase.MOVE:
            proposed = proposals(self.game, self.state)[0]
            found += [follow(self.game, self.state, [move], simply=True) for move in proposed]
        return self._distinct(found)

    def _distinct(self, found: Sequence[Candidate]) -> list[Candidate]:
        """No candidate twice, no more ends than asked for, and, if possible, none that the kernel cannot go on from."""
        distinct: dict[tuple[Move, ...], Candidate] = {}
        ends: set[State] = set()
        for candidate in [candidate for candidate in found if not surplus_orderlies(self.game, candidate.end)] or found:
            if candidate.end in ends or len(ends) < self.most:
                ends.add(candidate.end)
                distinct.setdefault(candidate.moves, candidate)
        return list(distinct.values())

    def _ideas(self, numbers: Sequence[int], iterations: int) -> list[list[Move]]:
        """What good plans do now, by what is forbidden to them and by future."""
        state, phase = self.state, self.state.phase
        if phase in UNDER_WAY:  # the kernel begins with whole actions: as if the one under way began now
            state = state._replace(phase=Phase.ACTION, tiles=(1, 1, 1), left=0, doctor_due=False, helper_due=False)
            asked = [(number, _others(UNDER_WAY[phase])) for number in numbers]
        elif not starts_kernel(self.game, state):
            return []
        else:
            asked = [(number, frozenset[Action]()) for number in numbers]
            if phase is Phase.ACTION:
                left = [action for action, tiles in zip(ACTIONS, state.tiles, strict=True) if tiles]
                asked += [(number, _others(action)) for action in left for number in numbers[:FORCED]]
        evaluator = self.comparison.evaluator

        def work(task: tuple[int, frozenset[Action]]) -> list[Move]:
            number, banned = task
            plans, future = self.comparison.plans, self.comparison.futures[number]
            start = start_at(self.game, future.tables, state, banned=banned)
            known = [plans[number]] if number in plans else []
            evaluation = evaluator.improved(Evaluation(start), iterations, number + 500, known)
            moves = (
                []
                if evaluation.plan is None
                else [*plan_moves(self.game, start, evaluation.plan, evaluator.goal_weight)]
            )
            return moves[1:] if phase in UNDER_WAY else moves

        return evaluator.all(work, asked) or []

    def _after_each_move(self, ideas: Sequence[Sequence[Move]]) -> list[Candidate]:
        """Each legal move, or a sample of them, and then as the plans go on, or as a simple player would."""
        moves = self.game.legal_moves(self.state)
        if self.state.phase is Phase.CARE:
            moves.sort(key=lambda move: -income(self.game, self.state, move))
        elif len(moves) > self.most:
            moves = self.random.sample(moves, self.most)
        candidates = []
        for k, move in enumerate(moves[: self.most]):
            idea = ideas[k % len(ideas)] if ideas else ()
            candidates.append(follow(self.game, self.state, [move, *idea], simply=not ideas))
            if isinstance(move, Care) and k < FORCED:
                candidates += [follow(self.game, self.state, [move, buy]) for buy in self._purchases(move)]
        return candidates

    def _purchases(self, move: Care) -> list[Move]:
        buys = self.game.legal_moves(self.game.apply(self.state, move))
        return [buys[0], buys[-1], buys[len(buys) // 2]] if all(isinstance(buy, Buy) for buy in buys) and buys else []


def _others(action: Action) -> frozenset[Action]:
    return frozenset(other for other in ACTIONS if other is not action)


def ends_of(candidates: Sequence[Candidate]) -> list[State]:
    return list(dict.fromkeys(candidate.end for candidate in candidates))
