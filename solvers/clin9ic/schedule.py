"""`clinic schedule` for Clin9ic: the best builds, hires and admissions of a round, its tasks, and what forbids more.

The value is what the goal counts at the end of the round, as if the game ended there. The search for the whole game
plays the round as a last one: its plan is the warm start of the constraint model, and its bound a cutoff. The ways of
newcomers come from the movement planner.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from clin9ic.admit import patient_queue
from clin9ic.cards import Staff
from clin9ic.clinic import PATIENT
from clin9ic.moves import Admit, Arrange, Build, Buy, Care, Hire, Lab, Move, Outcome, Outpatient
from clin9ic.referee import Clin9ic
from clin9ic.state import ROUNDS, Phase, State
from solvers.clin9ic.cp_model import Disagreement, Instance, NotInModel
from solvers.clin9ic.cp_model.hints import add_hint
from solvers.clin9ic.cp_model.model import build_model
from solvers.clin9ic.cp_model.plan import OutOfTurn
from solvers.clin9ic.cp_model.reasons import reasons_against
from solvers.clin9ic.cp_model.solve import result_of
from solvers.clin9ic.cp_model.variables import Draft
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.movement import Planner
from solvers.clin9ic.solve import solve as play
from solvers.core.budget import Budget
from solvers.core.cpsat import Number, exclude, never, new_solver, run, value_in
from solvers.core.result import LostPlan, NotSolvable, SolveResult
from solvers.core.schedule import NOTHING_KNOWN, SHARE_OF_SEARCH, Solution, Solved, Task, ranked
from tabletop.records import Step

Orders = Mapping[int, tuple[str, ...]]


def instance_of(game: Clin9ic, state: State, orders: Orders) -> Instance:
    """The round that begins; NotSolvable where none does, or where too little is known of it."""
    if state.phase is Phase.OVER:
        raise NotSolvable("the game is over: no round is left to schedule")
    if state.phase not in (Phase.ORDER, Phase.ARRANGE):
        raise NotSolvable(f"a schedule begins with the cards of a round, and {game.decision(state)} is due")
    order = state.order if state.phase is Phase.ARRANGE else orders.get(state.round)
    if not order:
        raise NotSolvable(f"the order of the cards in round {state.round} is not known")
    try:
        return Instance(game, state._replace(phase=Phase.ORDER, order=()), (order,))
    except NotInModel as reason:
        raise NotSolvable(str(reason)) from None
    except ValueError as reason:
        raise NotSolvable(f"no schedule: {reason}") from None


def schedules(
    game: Clin9ic,
    state: State,
    orders: Orders,
    budget: Budget,
    count: int = 1,
    stop: Callable[[], bool] = never,
    *,
    alone: bool = False,
) -> list[SolveResult]:
    """The best schedules of the round that begins, each with other builds, hires or admissions than those before it.

    `alone` leaves all to the model, as a second opinion on what the search proves.
    """
    began, instance = time.monotonic(), instance_of(game, state, orders)
    share = replace(budget, seconds=SHARE_OF_SEARCH * budget.seconds)
    known = NOTHING_KNOWN if alone else _played_as_last(instance, share, stop)
    try:
        try:
            return _schedules(instance, known, budget, count, stop, began, in_turn=False)
        except OutOfTurn:
            return _schedules(instance, known, budget, count, stop, began, in_turn=True)
    except Disagreement as difference:
        raise LostPlan(str(difference)) from difference


def _played_as_last(instance: Instance, budget: Budget, stop: Callable[[], bool]) -> SolveResult:
    """6.4: a last round is played like any other, and then the goal counts."""
    known = KnownOrders(instance.game, {ROUNDS: instance.orders[0]})
    return play(known, instance.state._replace(round=ROUNDS), budget, interrupted=stop)


def _schedules(
    instance: Instance,
    known: SolveResult,
    budget: Budget,
    count: int,
    stop: Callable[[], bool],
    began: float,
    *,
    in_turn: bool,
) -> list[SolveResult]:
    draft = build_model(instance, in_turn=in_turn)
    draft.cp.maximize(draft.value)
    solution: Solution = ()
    if known.best is not None:
        if (counted := add_hint(draft, known.moves)) != known.best:
            raise Disagreement(f"the model counts {counted} for a plan of {known.best}")
        solution = list(draft.cp.proto.solution_hint.values)
    if known.bound is not None:
        draft.cp.add(draft.value <= known.bound)

    def solve(seconds: float) -> Solved | None:
        started, solver = time.monotonic(), new_solver(replace(budget, seconds=seconds))
        outcome = run(solver, draft.cp, stop=stop)
        if outcome.infeasible:
            return None
        result = replace(result_of(draft, solver, outcome), interrupted=stop())
        found = () if result.best is None else list(solver.response_proto.solution)
        return Solved(replace(result, elapsed=time.monotonic() - started), found)

    def exclude_contents(done: Solution) -> None:
        exclude(draft.cp, [(number, value_in(done, number)) for number in _contents(draft)])

    left = lambda: budget.seconds - (time.monotonic() - began)  # noqa: E731
    return ranked(count, Solved(known, solution), solve, exclude_contents, left)


def _contents(draft: Draft) -> Iterator[Number]:
    """What makes one schedule another than the next: all that is built, hired and admitted in the round."""
    slots = draft.rounds[0].slots
    built = [component for slot in slots for component in slot.components]
    for kind in {kind for component in built for kind in component.kinds}:
        yield sum(component.kinds[kind] for component in built if kind in component.kinds)
    for floors in (
        *zip(*(one.floors for one in built), strict=True),
        *zip(*(one.upgrades for one in built), strict=True),
    ):
        yield sum(floors)
    yield from draft.rounds[0].end.cubes
    for staff in Staff:
        yield sum(hired for slot in slots for (_, kind), hired in slot.hired.items() if kind is staff)
    for doctors in zip(*(slot.doctors for slot in slots), strict=True):
        yield sum(doctors)
    yield sum(slot.admitted for slot in slots)


def reasons(game: Clin9ic, state: State, orders: Orders, value: int, seconds: float) -> tuple[str, ...] | None:
    """The rules that forbid a schedule of this value; None where they are not found in time."""
    found = reasons_against(instance_of(game, state, orders), value, seconds)
    return None if found is None else found.reasons


# --- tasks --------------------------------------------------------------------------------------------------------


def tasks(game: Clin9ic, steps: Sequence[Step[State, Move | Outcome]]) -> list[Task]:
    """Who does what in the course of some steps, with the ways of newcomers."""
    found: list[Task] = []
    for before, move, _ in steps:
        phase = f"action {before.step + 1}: {game.decision(before)}"
        match move:
            case Arrange():
                found.append(Task("cards", "cards", game.format(move).partition(" ")[2]))
            case Outpatient():
                found.append(Task("cards", "outpatient services", "open" if move.used else "closed"))
            case Build():
                found += [
                    Task(phase, "building site", game.format(Build((one,))).partition(" ")[2])
                    for one in move.components
                ]
            case Hire():
                found += _hired(game, before, move, phase)
            case Admit():
                colours = patient_queue(before)[: move.patients]
                names = [f"{colour.word} patient" for colour in colours]
                found += _walks(game, before, PATIENT, names, phase)
            case Care():
                for treated in move.treatments:
                    what = f"treats a patient ({treated.patient.word}), {treated.place}"
                    found.append(Task("care", f"{treated.doctor.word} doctor", what))
            case Buy(points) if points:
                found.append(Task("business", "office", f"buys {points} popularity"))
            case Lab():
                found += [Task("admin", f"{colour.word} doctor", "learns in the laboratory") for colour in move.doctors]
    return found


def _hired(game: Clin9ic, state: State, move: Hire, phase: str) -> list[Task]:
    found: list[Task] = []
    for staff in Staff:
        colours = [hired.colour for hired in move.people if hired.staff is staff]
        names = [str(staff) if colour is None else f"{colour.word} {staff}" for colour in colours]
        found += _walks(game, state, staff, names, phase)
    return found


def _walks(game: Clin9ic, state: State, kind: str, names: Sequence[str], phase: str) -> list[Task]:
    """4.9: the ways of newcomers of a kind; which of them goes where makes no difference."""
    movement = Planner(game, state).plan({kind: len(names)})
    if movement is None:
        raise LostPlan(f"the planner knows no way for {', '.join(names)}")
    return [
        Task(phase, name, f"comes to {walk.space} ({walk.room})", walk.time)
        for name, walk in zip(names, movement.walks, strict=True)
    ]
