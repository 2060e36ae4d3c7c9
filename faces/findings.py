"""What a search found, in words and in JSON."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from faces.answer import Answer
from faces.options import pen
from faces.replay import score_table, story
from faces.searching import Question

if TYPE_CHECKING:
    from solvers.result import SolveResult


def clairvoyant(question: Question) -> str:
    return f"clairvoyant: the search knew every {question.searcher.draws} to come, as no player does"


def gap_words(best: int, bound: int) -> str:
    """How far a bound lies above the best, as a share of it where that makes sense."""
    return f"gap {100 * (bound - best) / best:.0f} %" if best > 0 else f"gap {bound - best}"


def status_words(result: "SolveResult") -> str:
    """What the answer is worth."""
    best, bound = result.best, result.bound
    if best is None:
        limit = "" if bound is None else f"; no play can beat {bound}"
        return f"{result.status}: no plan was found in time{limit}"
    if bound is None:
        return f"feasible: best {best}, no bound was found in time"
    if best >= bound:
        return f"optimal (proven): {best}"
    return f"feasible: best {best}, no play can beat {bound}, {gap_words(best, bound)}"


def proof_words(question: Question, result: "SolveResult") -> list[str]:
    """What the bound rests on, where it is above the plan, and how much was looked at."""
    looked = "".join(f"{number:,} {unit}, " for unit, number in result.counts.items() if number)
    lines = [f"bound: {result.proof}"] * bool(result.proof) + _gap_by_item(question, result)
    return [*lines, f"search: {looked}{result.elapsed:.0f} s"]


def _gap_by_item(question: Question, result: "SolveResult") -> list[str]:
    """The items in which the simpler game of the bound is ahead of the plan, the largest part first."""
    items = score_items(question, result)
    if items is None or not result.relaxed or result.best == result.bound:
        return []
    ahead = sorted(((result.relaxed[name] - points, name) for name, points in items.items()), reverse=True)
    parts = [f"{name} +{more}" for more, name in ahead if more > 0]
    return [f"gap: not ruled out are {', '.join(parts)}"] if parts else []


def plan_text(question: Question, moves: Sequence[Any]) -> list[str]:
    """A plan round by round, each move with its effect, and the score it ends with."""
    face, plan = question.face, question.after(moves)
    before, steps = len(question.replay.steps), plan.replay.steps
    headings = [index for index in range(before) if face.chapter(plan.file, steps[index])]
    lines = list[str]()
    if headings and headings[-1] == before - 1:
        before -= 1  # the cards of this round were laid out last: the round begins here
    elif headings and moves:
        heading = face.chapter(plan.file, steps[headings[-1]])
        assert heading is not None
        lines = ["", f"{pen().strong(heading[0])}, going on"]
    lines += story(face, plan.file, steps[before:], len(question.played))
    return [*lines, "", *score_table(face, plan.file, plan.state)]


def score_items(question: Question, result: "SolveResult") -> dict[str, int] | None:
    """The final score of a result's plan by item; None without a plan."""
    if result.best is None:
        return None
    items: dict[str, int] = question.file.game.score_items(question.after(result.moves).state)
    return items


def result_data(question: Question, result: "SolveResult") -> dict[str, Any]:
    """A result as a part of a larger JSON answer."""
    return {
        "status": str(result.status),
        "best": result.best,
        "bound": result.bound,
        "gap": None if result.best is None or result.bound is None else result.bound - result.best,
        "moves": [question.file.game.format(move) for move in result.moves],
        "score": score_items(question, result),
    }


def answer(question: Question, result: "SolveResult", elapsed: float, more: dict[str, Any]) -> Answer:
    """The JSON answer for a result."""
    game = question.file.game
    return Answer(
        question.face.name,
        result.status.value,
        "clairvoyant",
        result.best,
        result.bound,
        [game.format(move) for move in result.moves],
        interrupted=result.interrupted,
        deck=question.face.deck_source(question.file),
        elapsed=elapsed,
        more={
            **question.searcher.details(question),
            "proof": result.proof or None,
            **(result.counts or {"positions": None}),
            "score": score_items(question, result),
            **more,
        },
    )
