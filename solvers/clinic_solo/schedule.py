"""`clinic schedule` for the solitaire: the best builds, hires and admissions of what is left of a round.

The value is the score at the end of the round, as if the game ended there. The search for the whole game plays the
round as a last one: its plan is the warm start of the constraint model, and its bound a cutoff. The ways of all who
move come from the movement planner.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from clinic_solo import ClinicSolo, State, moves
from clinic_solo.deals import Deal
from clinic_solo.moves import BY_BLOOD, NO_COLOUR, Move, Outcome
from clinic_solo.state import Phase
from solvers.clinic_solo.cp_model import Disagreement, Instance, NotInModel
from solvers.clinic_solo.cp_model.hints import add_hint
from solvers.clinic_solo.cp_model.model import build_model
from solvers.clinic_solo.cp_model.solve import RoundSearch, round_solver
from solvers.clinic_solo.cp_model.variables import Draft, Rule
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.movement import walks_of
from solvers.clinic_solo.solve import solve as play
from solvers.core.budget import Budget
from solvers.core.cpsat import Number, exclude, never, run, value_in
from solvers.core.result import LostPlan, NotSolvable, SolveResult
from solvers.core.schedule import NOTHING_KNOWN, SHARE_OF_SEARCH, Solution, Solved, Task, ranked
from tabletop.colours import COLOURS, Colour
from tabletop.records import Step

LONGEST_SEARCH = 6.0  # seconds for a warm start: what it finds in a round it finds soon


def instance_of(game: ClinicSolo, state: State, deal: Deal, start: State | None) -> Instance:
    """What is left of a round; NotSolvable where no action is due, or the model does not know the deck."""
    if state.phase is Phase.OVER:
        raise NotSolvable("the game is over: no round is left to schedule")
    if state.phase is not Phase.ACTION:
        raise NotSolvable(f"a schedule begins before an action, and {game.decision(state)} is due")
    return Instance(game, state, deal, start=start)


def schedules(
    instance: Instance, budget: Budget, count: int = 1, stop: Callable[[], bool] = never, *, alone: bool = False
) -> list[SolveResult]:
    """The best schedules of what is left of the round, each with other builds, hires or admissions.

    `alone` leaves all to the model, as a second opinion on what the search proves.
    """
    began = time.monotonic()
    share = replace(budget, seconds=min(LONGEST_SEARCH, SHARE_OF_SEARCH * budget.seconds))
    known = NOTHING_KNOWN if alone else _played_as_last(instance, share, stop)
    draft = build_model(instance)
    draft.cp.maximize(draft.value)
    hinted = _hinted(draft, known)
    solution = () if hinted is None else list(draft.cp.proto.solution_hint.values)
    if known.bound is not None:
        draft.cp.add(draft.value <= known.bound)

    def solve(seconds: float) -> Solved | None:
        started = time.monotonic()
        search = RoundSearch(draft, replace(budget, seconds=seconds), started, stop=stop)
        search.run()
        if not search.solution and not search.orders:
            return None
        result = replace(search.result(), interrupted=stop())
        return Solved(replace(result, elapsed=time.monotonic() - started), search.solution)

    def exclude_contents(done: Solution) -> None:
        exclude(draft.cp, [(number, value_in(done, number)) for number in _contents(draft)])

    try:
        left = lambda: budget.seconds - (time.monotonic() - began)  # noqa: E731
        return ranked(count, Solved(known, solution), solve, exclude_contents, left)
    except Disagreement as difference:
        raise LostPlan(str(difference)) from difference


def _played_as_last(instance: Instance, budget: Budget, stop: Callable[[], bool]) -> SolveResult:
    """Section 10: a last round is played like any other, and then the score counts."""
    game, state = instance.game, instance.state
    later = game.deck.rounds - state.round
    shorter = replace(game, printed=replace(game.printed, rounds=game.printed.rounds - later))
    return play(KnownDeal(shorter, instance.deal, instance.start or state), state, budget, interrupted=stop)


def _hinted(draft: Draft, known: SolveResult) -> int | None:
    """The value of a plan to begin with, None where there is none or the model leaves it out."""
    if known.best is None:
        return None
    try:
        counted = add_hint(draft, known.moves)
    except NotInModel:
        return None
    if counted < known.best:  # it may be more: the model hires several doctors in the cheapest order
        raise Disagreement(f"the model counts {counted} for a plan of {known.best}")
    return counted


def _contents(draft: Draft) -> Iterator[Number]:
    """What makes one schedule another than the next: all that is built, hired and admitted."""
    yield from draft.tile.values()
    for group in (draft.built.entrances, draft.built.stops, draft.built.upgrades, draft.built.extinguishers):
        for place in sorted({place for _, place in group}):
            yield sum(built for (_, there), built in group.items() if there == place)
    for colour in sorted({colour for _, colour in draft.hired.doctors}):
        yield sum(hired for (_, one), hired in draft.hired.doctors.items() if one == colour)
    yield sum(draft.hired.nurses.values())
    yield sum(draft.hired.orderlies.values())
    for row in range(len(draft.game.services)):
        for colour in COLOURS:
            yield sum(option.of(row, colour) * chosen for option, chosen in draft.options)


def reasons(instance: Instance, value: int, seconds: float) -> tuple[str, ...] | None:
    """The rules that forbid a schedule of this value, each by itself: without it there is one. None where none is."""
    found, until = [], time.monotonic() + seconds
    for number, rule in enumerate(Rule):
        left = (until - time.monotonic()) / (len(Rule) - number)
        if left <= 0:
            break
        draft = build_model(instance, frozenset({rule}))
        draft.cp.add(draft.value >= value)
        if run(round_solver(Budget(left, 1), linear=0), draft.cp).found:
            found.append(f"{rule} in round {instance.state.round}")
    return tuple(found) or None


# --- tasks --------------------------------------------------------------------------------------------------------


def tasks(game: ClinicSolo, steps: Sequence[Step[State, Move | Outcome]]) -> list[Task]:
    """Who does what in the course of some steps, with the ways of all who move."""
    found, action = list[Task](), ""
    for before, move, _ in steps:
        if isinstance(move, moves.UseTile):
            action = f"action {before.slot}: {move.action}"
        found += _tasks(game, before, move, action)
    return found


def _tasks(game: ClinicSolo, before: State, move: Move | Outcome, action: str) -> Iterator[Task]:
    match move:
        case (
            moves.Build()
            | moves.BuildEntrance()
            | moves.BuildConveyor()
            | moves.BuildExtinguisher()
            | moves.UpgradeParking()
        ):
            yield Task(action, "building site", game.format(move).removeprefix("build "))
        case moves.Hire(who, colour, place):
            name = str(who) if colour == NO_COLOUR else f"{Colour(colour).word} {who}"
            yield Task(action, name, f"comes to {game.board.place_name(place)}")
        case moves.Queue() | moves.Admit():
            yield Task(action, "admissions", game.format(move))
        case moves.Park() | moves.Repark():
            yield Task(action, "cars", game.format(move))
        case moves.MovePeople():
            for walk in walks_of(game, before, move):
                yield Task("move", walk.who, f"goes to {walk.space} ({walk.room})", walk.time)
        case moves.Care():
            for space, patient, doctor in move.treatments:
                patient_there = f"a patient ({Colour(patient).word}) in {game.board.place_name(space)}"
                if doctor == BY_BLOOD:
                    yield Task("care", "nurse", f"helps {patient_there} with blood")
                else:
                    yield Task("care", f"{Colour(doctor).word} doctor", f"treats {patient_there}")
            for who, colour, hub in before.lying if move.donations else ():
                name = str(who) if colour == NO_COLOUR else f"{Colour(colour).word} {who}"
                yield Task("care", name, f"gives blood in {game.board.place_name(hub)}")
        case moves.Depart():
            yield Task("care", "cars", game.format(move))
        case moves.Buy(points) if points:
            yield Task("business", "office", f"buys {points} popularity")
