"""The schedules that `clinic schedule` tells of, against every play of a round tried out by the referee."""

from collections.abc import Iterator

import pytest

from clin9ic.moves import Admit, Build, Hire, Move, Order, Outcome
from clin9ic.state import Phase, State
from solvers.clin9ic.cp_model import Instance
from solvers.clin9ic.schedule import schedules, tasks
from solvers.core.budget import Budget
from solvers.core.result import NotSolvable, SolveResult, Status
from solvers.core.schedule import ranked
from tabletop.records import Step
from tests.solvers.scheduler.test_rounds import poor_position

AMPLE = Budget(seconds=240.0, workers=1)
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


POOR = [number for number in range(40) if poor_position(number)[1]][:20]  # too little money for cubes


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


def test_schedules_found_in_haste_come_in_order() -> None:
    """A later one may be better, where the first was not proven; then only the first bound holds for all."""
    waiting = [SolveResult(Status.FEASIBLE, 5, 9, ()), SolveResult(Status.FEASIBLE, 7, 8, ()), None]
    found = ranked(3, 1.0, lambda _seconds: waiting.pop(0), lambda: 1.0)
    assert [(result.best, result.bound) for result in found] == [(7, 9), (5, 9)]
    alone = ranked(2, 1.0, lambda _seconds: SolveResult(Status.UNKNOWN, None, 9, ()), lambda: 1.0)
    assert [result.bound for result in alone] == [9]
