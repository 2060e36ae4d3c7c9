"""The schedules that `clinic schedule` tells of, against every play of a round tried out by the referee."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from clin9ic import gamefile
from clin9ic.moves import Admit, Build, Hire, Move, Order, Outcome
from clin9ic.state import ROUNDS, Phase, State
from puzzles import located
from solvers.clin9ic.cp_model import Instance
from solvers.clin9ic.cp_model.plan import replay
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.schedule import schedules, tasks
from solvers.clin9ic.solve import solve
from solvers.core.budget import Budget
from solvers.core.result import NotSolvable, SolveResult, Status
from solvers.core.schedule import NOTHING_KNOWN, Solved, merged, ranked
from tabletop.records import Step
from tests.solvers.scheduler.test_rounds import poor_position

AMPLE = Budget(seconds=240.0, workers=1)
NOTHING = Solved(NOTHING_KNOWN)
Answered = tuple[int | None, int | None, str]  # best, bound, proof
Contents = tuple[str, ...]  # all that is built, hired and admitted, in no order


def contents_of(moves: list[Move]) -> Contents:
    found = []
    for move in moves:
        if isinstance(move, Build):
            found += [str(component._replace(spaces=())) for component in move.components]
        elif isinstance(move, Hire):
            found += [str((person.staff, person.colour)) for person in move.people]
        elif isinstance(move, Admit):
            found += ["patient"] * move.patients
    return tuple(sorted(found))


def tried_out(instance: Instance) -> dict[Contents, int]:
    """The best value of every schedule there is."""
    game = instance.game
    waiting: set[tuple[State, Contents]] = {(game.apply_outcome(instance.state, Order(instance.orders[0])), ())}
    best: dict[Contents, int] = {}
    while waiting:
        after = {
            (game.apply(at, move), tuple(sorted((*contents, *contents_of([move])))))
            for at, contents in waiting
            for move in game.legal_moves(at)
        }
        waiting = set()
        for at, contents in after:
            if at.phase in (Phase.ORDER, Phase.OVER):
                best[contents] = max(best.get(contents, -1_000), game.final_score(at))
            else:
                waiting.add((at, contents))
    return best


def steps_of(instance: Instance, moves: tuple[Move, ...]) -> Iterator[Step[State, Move | Outcome]]:
    state = instance.game.apply_outcome(instance.state, Order(instance.orders[0]))
    for move in moves:
        after = instance.game.apply(state, move)
        yield Step(state, move, after)
        state = after


POOR = [number for number in range(40) if poor_position(number)[1]][:8]  # too little money for cubes


@pytest.mark.parametrize("number", POOR)
def test_the_best_schedules_are_those_of_everything_tried_out(number: int) -> None:
    instance, _ = poor_position(number)
    game, state, order = instance.game, instance.state, instance.orders[0]
    found = schedules(game, state, {state.round: order}, AMPLE, count=3)
    expected = tried_out(instance)
    values = sorted(expected.values(), reverse=True)[: len(found)]
    assert len(found) == min(3, len(expected))
    assert [(result.status, result.best, result.bound) for result in found] == [
        (Status.OPTIMAL, value, value) for value in values
    ]
    told = [contents_of(list(result.moves)) for result in found]
    assert len(set(told)) == len(told)
    assert [expected[contents] for contents in told] == values
    for result in found:
        steps = list(steps_of(instance, result.moves))
        assert steps[-1].after.round > state.round or steps[-1].after.phase is Phase.OVER
        people = [task.who.split()[-1] for task in tasks(game, steps) if "comes to" in task.what]
        hired = [str(person.staff) for step in steps if isinstance(step.move, Hire) for person in step.move.people]
        admitted = sum(step.move.patients for step in steps if isinstance(step.move, Admit))
        assert sorted(people) == sorted([*hired, *["patient"] * admitted])


def test_what_the_search_found_is_kept_when_the_model_has_no_time() -> None:
    instance, _ = poor_position(POOR[0])
    game, state, orders = instance.game, instance.state, {instance.state.round: instance.orders[0]}
    stops = iter(range(10**9))

    def stop() -> bool:
        return next(stops) > 2

    (kept,) = schedules(game, state, orders, AMPLE, stop=stop)
    assert kept.best is not None
    assert game.final_score(replay(instance, kept.moves)) == kept.best


def test_a_round_that_cannot_be_scheduled() -> None:
    instance, _ = poor_position(POOR[0])
    game, state = instance.game, instance.state
    for wrong, orders, said in (
        (state._replace(phase=Phase.OVER), {}, "the game is over"),
        (state, {}, "is not known"),
        (state._replace(unknown=True), {state.round: instance.orders[0]}, "floor cards"),
    ):
        with pytest.raises(NotSolvable, match=said):
            schedules(game, wrong, orders, AMPLE)


def told_by(*results: SolveResult, known: Solved = NOTHING, count: int = 3) -> tuple[list[SolveResult], list[int]]:
    """What is ranked of results that come one after the other, and the solutions that are excluded on the way."""
    waiting = [Solved(result, (number,)) for number, result in enumerate(results)]
    excluded = list[int]()
    found = ranked(count, known, lambda _: waiting.pop(0) if waiting else None, excluded.extend, lambda: 1.0)
    return found, excluded


def test_schedules_found_in_haste_come_in_order() -> None:
    """A later one may be better, where the first was not proven; then only the first bound holds for all."""
    found, excluded = told_by(SolveResult(Status.FEASIBLE, 5, 9, ()), SolveResult(Status.FEASIBLE, 7, 8, ()))
    assert [(result.best, result.bound) for result in found] == [(7, 9), (5, 9)]
    assert excluded == [0, 1]
    alone, _ = told_by(SolveResult(Status.UNKNOWN, None, 9, ()), count=1)
    assert [result.bound for result in alone] == [9]


def test_a_known_plan_is_the_first_where_nothing_better_is_found() -> None:
    worse, next_best = SolveResult(Status.FEASIBLE, 5, 30, ("a",)), SolveResult(Status.FEASIBLE, 4, 20, ("b",))
    proven = Solved(SolveResult(Status.OPTIMAL, 7, 7, ("c",)), (99,))
    found, excluded = told_by(next_best, known=proven, count=2)
    assert [(result.moves, result.best, result.bound) for result in found] == [(("c",), 7, 7), (("b",), 4, 7)]
    assert excluded[0] == 99
    hoped = Solved(SolveResult(Status.FEASIBLE, 7, 9, ("c",)), (99,))
    found, excluded = told_by(worse, next_best, known=hoped, count=2)
    assert [(result.moves, result.best, result.bound) for result in found] == [(("c",), 7, 9), (("b",), 4, 9)]
    assert excluded[0] == 99


@pytest.mark.parametrize(
    ("model", "search", "told"),
    [
        ((5, 9, "model"), (6, 6, "search"), (Status.OPTIMAL, 6, 6, "search")),
        ((5, 5, "model"), (4, 9, "search"), (Status.OPTIMAL, 5, 5, "model")),
        ((5, 7, "model"), (5, None, ""), (Status.FEASIBLE, 5, 7, "model")),
        ((None, None, "model"), (5, 8, "search"), (Status.FEASIBLE, 5, 8, "search")),
        ((None, None, "model"), (None, None, ""), (Status.UNKNOWN, None, None, "")),
    ],
)
def test_the_better_plan_and_the_lower_bound_are_told(
    model: Answered, search: Answered, told: tuple[Status, int | None, int | None, str]
) -> None:
    found = merged(*(SolveResult(Status.UNKNOWN, one[0], one[1], (), proof=one[2]) for one in (model, search)))
    assert (found.status, found.best, found.bound, found.proof) == told


def test_a_round_is_as_good_as_a_last_one() -> None:
    """The search takes the round for the last one of a game: any round of a whole game, by the referee."""
    file = gamefile.read(located(Path("clin9ic/rulebook-mid-game")))
    state = gamefile.replay(file).state
    assert state.round < ROUNDS
    order = state.order
    (best,) = schedules(file.game, state, file.orders, AMPLE)
    last = solve(KnownOrders(file.game, {ROUNDS: order}), state._replace(round=ROUNDS), AMPLE)
    assert best.status is last.status is Status.OPTIMAL
    assert best.best == last.best
    instance = Instance(file.game, state._replace(phase=Phase.ORDER, order=()), (order,))
    assert file.game.final_score(replay(instance, best.moves)) == best.best
