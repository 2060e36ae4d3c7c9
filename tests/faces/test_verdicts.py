"""Words, numbers and proofs agree, whatever a search answers: every combination."""

import re
from itertools import product
from typing import Any

import pytest

from faces.app.findings import Plan, proof_words
from faces.app.verdicts import Verdict, gap_words, sound, status_words, verdict_on, verdict_words
from faces.cli.exits import Exit
from faces.cli.target import EXITS
from faces.games.data import Target
from solvers.core.result import SolveResult, Status

NUMBERS = (None, -3, 0, 43, 44, 64)
ANSWERS = [
    SolveResult(status, best, bound, (), proof="a proof") for status, best, bound in product(Status, NUMBERS, NUMBERS)
]
TARGETS = [Target(score, goal, "it") for score in NUMBERS for goal in (False, True) if score is not None or goal]


def name(answer: SolveResult) -> str:
    return f"{answer.status}-{answer.best}-{answer.bound}"


@pytest.mark.parametrize("answer", ANSWERS, ids=name)
def test_a_status_follows_from_the_numbers(answer: SolveResult) -> None:
    result = sound(answer)
    assert result.best is None or result.bound is None or result.best <= result.bound
    assert result.best == answer.best  # a play that the referee saw is never lost
    assert result.bound in (None, answer.bound)
    assert (result.status is Status.OPTIMAL) == (result.best is not None and result.best == result.bound)
    assert (result.best is None) == (result.status in (Status.UNKNOWN, Status.INFEASIBLE))


@pytest.mark.parametrize("answer", ANSWERS, ids=name)
def test_words_of_solve(answer: SolveResult) -> None:
    result = sound(answer)
    words = status_words(result)
    assert words.startswith(str(result.status))
    assert ("proven" in words) == (result.status in (Status.OPTIMAL, Status.INFEASIBLE))
    assert ("no play can beat" in words) == (
        result.bound is not None and result.status in (Status.FEASIBLE, Status.UNKNOWN)
    )
    assert ("gap" in words) == (result.status is Status.FEASIBLE and result.bound is not None)
    assert "gap 0" not in words
    assert ("no bound" in words) == (result.bound is None and result.status is not Status.INFEASIBLE)
    assert ("no plan" in words) == (result.status is Status.UNKNOWN)


@pytest.mark.parametrize("wanted", TARGETS, ids=lambda wanted: f"{wanted.score}-{wanted.goal}")
def test_words_of_target(wanted: Target) -> None:
    for answer in ANSWERS:
        check_target(sound(answer), wanted)


def check_target(result: SolveResult, wanted: Target) -> None:
    verdict, words = verdict_on(result, wanted), verdict_words(result, wanted)
    assert words.startswith(str(verdict))
    assert ("proven" in words) == (verdict is Verdict.UNREACHABLE)
    if verdict is Verdict.REACHABLE:
        assert result.best is not None
        assert wanted.score is None or result.best >= wanted.score
        assert f"scores {result.best}" in words
    elif verdict is Verdict.UNREACHABLE:
        assert result.best is None or (wanted.score is not None and result.best < wanted.score)
        beaten = re.search(r"no play can beat (-?\d+)", words)
        assert beaten or "no play meets the goal" in words
        assert not beaten or (wanted.score is not None and int(beaten[1]) < wanted.score)
    else:
        assert result.best is None or (wanted.score is not None and result.best < wanted.score)
        assert result.bound is None or wanted.score is None or result.bound >= wanted.score
        assert "gap 0" not in words


@pytest.mark.parametrize("status", Status)
def test_a_finished_game_decides(status: Status) -> None:
    """Best and bound are the same and below the target: out of reach, whatever the search calls it."""
    over = SolveResult(status, 92, 92, (), proof="all choices tried out")
    asked = Target(150, False, "150")
    assert verdict_on(over, asked) is Verdict.UNREACHABLE
    assert verdict_words(over, asked) == "unreachable (proven): 150 is asked for, no play can beat 92"
    assert EXITS[verdict_on(over, asked)] is Exit.NO
    assert EXITS[verdict_on(over, Target(92, False, "92"))] is Exit.YES


def test_a_play_counts_more_than_a_proof_against_it() -> None:
    """43 is what a broken bound said; a play of 44 exists."""
    result = sound(SolveResult(Status.INFEASIBLE, 44, 43, (), proof="a relaxation"))
    assert (result.status, result.bound, result.proof) == (Status.FEASIBLE, None, "")
    assert verdict_on(result, Target(44, False, "44")) is Verdict.REACHABLE
    assert verdict_on(result, Target(45, False, "45")) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("best", "bound", "words"),
    [(64, 78, "gap 22 %"), (0, 7, "gap 7"), (-3, 4, "gap 7"), (250, 251, "gap below 1 %"), (250, 250, "gap 0 %")],
)
def test_gap(best: int, bound: int, words: str) -> None:
    assert gap_words(best, bound) == words


@pytest.mark.parametrize(("bound", "told"), [(None, []), (43, []), (50, ["gap: not ruled out are popularity +7"])])
def test_items_of_a_gap_are_told_only_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch, bound: int | None, told: list[str]
) -> None:
    monkeypatch.setattr(Plan, "score", {"popularity": 40, "time": 3})
    relaxed = {"popularity": 47, "time": 3}
    result = SolveResult(Status.FEASIBLE, 43, bound, (), relaxed=relaxed, counts={"plans": 1200})
    position: Any = None
    assert proof_words(Plan(position, result)) == [*told, "search: 1,200 plans, 0 s"]
