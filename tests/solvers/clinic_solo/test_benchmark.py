"""What the benchmark tells of ranks and gaps."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from benchmarks import rulesets
from benchmarks.clinic_solo import Line, decided, largest_leads, question, report, top_ranks
from clinic_solo.moves import BuildEntrance
from solvers.core.result import SolveResult, Status


@pytest.mark.parametrize(
    ("status", "best", "bound", "expected"),
    [
        (Status.FEASIBLE, 110, 190, ["reachable", "reachable"]),
        (Status.FEASIBLE, 109, 190, ["undecided", "reachable"]),
        (Status.FEASIBLE, 94, 109, ["unreachable", "undecided"]),
        (Status.UNKNOWN, None, 94, ["unreachable", "unreachable"]),
        (Status.UNKNOWN, None, 190, ["undecided", "undecided"]),
        (Status.INFEASIBLE, None, None, ["unreachable", "unreachable"]),
    ],
)
def test_top_ranks(status: Status, best: int | None, bound: int | None, expected: list[str]) -> None:
    told = top_ranks(question("3x3", 1), SolveResult(status, best, bound, ()))
    assert told == tuple(zip(["CEO", "attending physician"], expected, strict=True))


def a_line(seed: int, known: str, lead: int) -> Line:
    return Line("3x3", seed, "search", 100, 150, None, 1, 1.0, "", (("CEO", known),), (("time", 1), ("doctors", lead)))


def test_shares_and_leads() -> None:
    lines = [
        a_line(1, "reachable", 4),
        a_line(2, "undecided", 6),
        a_line(3, "unreachable", 5),
        a_line(4, "reachable", 5),
    ]
    assert decided(lines) == ["3x3, CEO: 2 reachable, 1 unreachable, 1 undecided (75 % decided)."]
    assert largest_leads(lines) == ["3x3, the gap by items: doctors 5.0, time 1.0."]
    assert " CEO undecided |" in report(lines, 1.0)


def test_what_a_ruleset_is_worth_is_told_against_the_same_deals() -> None:
    deals = [
        rulesets.Deal("none", "3x3", 1, 90, 20, 30, 150, used=False),
        rulesets.Deal("none", "3x3", 2, 80, 20, None, None, used=False),
        rulesets.Deal("blood", "3x3", 1, 100, 20, 130, 160, used=True),
        rulesets.Deal("blood", "3x3", 2, 80, 20, None, None, used=False),
    ]
    last = rulesets.report(deals, "a little").splitlines()[-1]
    assert [cell.strip() for cell in last.strip("| ").split("|")] == [
        "blood", "3x3", "2", "90.0", "20.0", "130.0", "1 of 2", "160.0", "5.0", "1 of 2",
    ]  # fmt: skip


def test_an_annealing_by_plans_says_what_it_used() -> None:
    asked = rulesets.asked_of("extinguishers", "3x3", 1)
    done = rulesets.answer_by_plans(asked, "extinguishers", 20_000)
    assert done.used
    assert done.score > rulesets.answer(asked, "extinguishers", "sensible", 0.0, 1).score
    assert done == rulesets.answer_by_plans(asked, "extinguishers", 20_000)


def test_answers_of_several_runs_are_one_table(tmp_path: Path) -> None:
    answers = [
        rulesets.Answer("blood", "3x3", 1, "beam", 30),
        rulesets.Answer("blood", "3x3", 1, "search", 90, 150, used=True),
        rulesets.Answer("blood", "3x3", 1, "sensible", 20),
        rulesets.Answer("blood", "3x3", 2, "search", 80),  # the sensible player has still to play it
    ]
    record = tmp_path / "answers.jsonl"
    record.write_text("\n".join(json.dumps(asdict(one)) for one in answers), "utf-8")
    assert rulesets.recorded(record) == answers
    assert rulesets.deals_of(answers) == [rulesets.Deal("blood", "3x3", 1, 90, 20, 30, 150, used=True)]


def test_what_only_2014_allows() -> None:
    """15.8: an entrance in the north."""
    asked = rulesets.asked_of("2014", "3x3", 1)
    north, west = (BuildEntrance(asked.game.board.entrance(name)) for name in ("Na1", "Wa1"))
    assert rulesets.builds_as_in_2014(asked, asked.state, north)
    assert not rulesets.builds_as_in_2014(asked, asked.state, west)
