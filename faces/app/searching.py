"""What solve, target and whatif have in common: the search for the best play."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from faces.app.errors import Defect, Interrupted
from faces.app.progress import Watch
from faces.app.question import Question, Source
from faces.app.verdicts import sound
from faces.games.position import AnyPosition

if TYPE_CHECKING:
    from solvers.core.budget import Budget
    from solvers.core.result import Found, SolveResult

DEFECT = "a defect of the search, please report it with this file"


@dataclass(frozen=True)
class SearchQuestion(Question):
    """A question whose answer is searched for with all draws to come known."""

    source: Source
    goal: str | None = None  # instead of the file's
    level: str | None = None
    seconds: float = 60.0
    workers: int = 2


def search(
    position: AnyPosition,
    budget: "Budget",
    watch: Watch,
    *,
    forbidden: Sequence[Any] = (),
    found: "Found | None" = None,
    needed: bool = True,
) -> "SolveResult":
    """Search for the best play; InvalidFile where too little is known for that.

    Interrupted, where nothing was found before Ctrl-C and the answer `needed` it. Where the engine does not end in
    time, the last plan that it offered is refereed again and returned.
    """
    from solvers.core.result import Found

    known = found or Found()
    watch.begin(budget.seconds, target=budget.target, known=known if known.moves else None, bound=known.bound)
    watch.notation = position.game.format
    with answerable(position):
        result = watch.beside(
            lambda: position.adapter.solver.search(position, budget, watch, forbidden, known),
            lambda: _found_so_far(position, budget, watch),
        )
    result = replace(result, interrupted=watch.interrupted())
    known_nothing = result.best is None and result.bound is None and result.status == "unknown"
    if needed and result.interrupted and known_nothing:
        raise Interrupted
    if result.interrupted:
        watch.acknowledge()
    if result.contradiction:
        watch.remark(f"{DEFECT}: {result.contradiction}")
    return sound(result)


def _found_so_far(position: AnyPosition, budget: "Budget", watch: Watch) -> "SolveResult":
    """The answer of a search that nobody waits for any longer."""
    from solvers.core.result import SolveResult, Status

    moves, best = () if watch.known is None else watch.known.moves, None
    if moves:
        game, end = position.game, position.after(moves).state
        wanted = not budget.goal or position.adapter.verdict(position.file, end).met
        best = game.final_score(end) if game.is_over(end) and wanted else None
    proof = "" if watch.bound is None else "what was proven before the search was interrupted"
    status = Status.UNKNOWN if best is None else Status.FEASIBLE
    return SolveResult(status, best, watch.bound, moves if best is not None else (), proof=proof, elapsed=watch.elapsed)


@contextmanager
def answerable(position: AnyPosition) -> Iterator[None]:
    """Refuse what a solver cannot take up, and give no answer that the referee does not confirm."""
    from solvers.core.result import LostPlan, NotSolvable

    try:
        yield
    except NotSolvable as reason:
        raise position.refused("", str(reason)) from None
    except LostPlan as reason:
        raise Defect(f"{DEFECT}: {reason}") from None
