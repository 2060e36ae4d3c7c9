"""The hunt for contradictions: quick cases that have to come out clean, and lies that it has to catch."""

import ast
import json
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import benchmarks.soundness.asking as asking
from benchmarks.soundness import __main__ as command
from benchmarks.soundness import cases, clin9ic_decks, clinic_decks, hunt, interview
from benchmarks.soundness.adapters import ADAPTERS
from benchmarks.soundness.asking import Question, Reply, Stopped
from benchmarks.soundness.cases import Case, make_case
from benchmarks.soundness.checking import Clock
from benchmarks.soundness.enumeration import Enumeration
from benchmarks.soundness.hunt import Hunt, examine, replay, save
from benchmarks.soundness.interview import Habits
from benchmarks.soundness.ledger import Finding, Flaw
from benchmarks.soundness.report import report
from benchmarks.soundness.toml_text import toml_text
from clin9ic import decks as clin9ic_decks_of_the_game
from clinic_solo import decks as clinic_decks_of_the_game
from faces.app.searching import DEFECT
from faces.games.registry import opened
from puzzles import located
from tabletop.files import InvalidFile
from tests.faces.endgame import BEST, PLAN, played

QUICK = Habits(clock=Clock.NONE, quick=True, brute=300, apart=0.0, busy=0.0)
BLOCKS, BLOCK = 20, 10
Lie = Callable[[Question, Reply], Reply]


@pytest.mark.parametrize("block", range(BLOCKS))
def test_no_answer_contradicts_another(block: int) -> None:
    """Two hundred small cases. What fails is mended; `make_case(1, number, quick=True)` is the case."""
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        case = make_case(1, number, quick=True)
        assert examine(case, Random(f"questions 1 {number}"), QUICK).findings == [], case.name


# --- the hunt catches lies ----------------------------------------------------------------------------------------


@pytest.fixture
def case(tmp_path: Path) -> Case:
    """A position of the last round with a few hundred plays, the best of which makes 64."""
    return Case("endgame", "clin9ic", "late", played(tmp_path, 5).read_text("utf-8"))


def solved(best: int, *moves: str, status: str = "optimal", **more: Any) -> dict[str, Any]:
    return {"status": status, "best": best, "bound": best, "gap": 0, "moves": list(moves), **more}


REST = PLAN[5:]
OTHER = ("care white by white, white by white, yellow by white in outpatient, red by red, red by red", "buy 21")
LEFT = 62  # the best without the first move of the plan
SOLVE = Question("solve", seconds=60.0)
REACHED = Question("target", ("--score", str(BEST)), seconds=60.0)
BEYOND = Question("target", ("--score", str(BEST + 1)), seconds=60.0)
WITHOUT = Question("whatif", ("--forbid", PLAN[5]), seconds=60.0)
ADVICE = Question("advise", seconds=60.0)
SCHEDULE = Question("schedule", ("--alone",), seconds=60.0)
WHAT_IF: dict[str, Any] = {"free": solved(BEST, *REST), "difference": LEFT - BEST, "difference_proven": True}
HONEST = {  # what the command answers, as far as it is looked at
    SOLVE: Reply(0, solved(BEST, *REST), "", 0.1),
    REACHED: Reply(
        0, solved(BEST, *REST, status="feasible", target=BEST, goal_asked=False, verdict="reachable"), "", 0.1
    ),
    BEYOND: Reply(
        1, solved(BEST, *REST, status="infeasible", target=BEST + 1, goal_asked=False, verdict="unreachable"), "", 0.1
    ),
    WITHOUT: Reply(0, solved(LEFT, *OTHER, forced=[], forbidden=[PLAN[5]]) | WHAT_IF, "", 0.1),
    ADVICE: Reply(
        0,
        {
            "status": "optimal", "objective": "score", "bound": float(BEST), "options": [{"moves": list(REST)}],
            "within": {"low": float(BEST), "high": float(BEST)},
        },
        "", 0.1,
    ),
}  # fmt: skip


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Callable[[Lie], None]:
    """Let honest answers be changed before they are checked."""

    def tell(lie: Lie) -> None:
        def answered(question: Question, _path: Path) -> Reply:
            honest = HONEST[SOLVE if question == SCHEDULE else replace(question, busy=False)]
            return lie(question, honest)  # in a last round a schedule answers as `solve` does

        monkeypatch.setattr(interview, "ask", answered)

    return tell


def flaws(case: Case, *questions: Question, brute: int = 3_000, clock: Clock = Clock.NONE) -> set[Flaw]:
    outcome = examine(case, Random(1), Habits(clock=clock, brute=brute), questions)
    return {finding.flaw for finding in outcome.findings}


def changed(reply: Reply, **data: Any) -> Reply:
    return replace(reply, data={**(reply.data or {}), **data})


def test_honest_answers_pass(case: Case, told: Callable[[Lie], None]) -> None:
    """As they are, and as they would be if they were true: the lies below start from these."""
    outcome = examine(case, Random(1), Habits(clock=Clock.NONE), list(HONEST))
    told(lambda _, reply: reply)
    for found in (outcome, examine(case, Random(1), Habits(clock=Clock.NONE), list(HONEST))):
        assert found.findings == []
        assert found.counts == {"solve": 1, "target": 2, "whatif": 1, "advise": 1}
        assert found.proofs == 5  # the search twice in what if, the target once
        assert found.brute == 2  # all plays, and expectimax


def test_a_bound_below_a_play_is_caught(case: Case, told: Callable[[Lie], None]) -> None:
    told(lambda _, reply: changed(reply, bound=BEST - 1, status="feasible", gap=-1))
    assert Flaw.BRUTE_FORCE in flaws(case, SOLVE)
    assert Flaw.BEATEN in flaws(case, SOLVE, brute=0)


def test_an_optimum_too_low_is_caught_by_brute_force(case: Case, told: Callable[[Lie], None]) -> None:
    told(lambda _, reply: changed(reply, **solved(LEFT, *OTHER)))
    assert flaws(case, SOLVE) == {Flaw.BRUTE_FORCE}


def test_the_end_of_a_plan_is_gone_through_where_the_whole_is_too_much(
    case: Case, told: Callable[[Lie], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interview, "PROBES", 0)
    told(lambda _, reply: changed(reply, **solved(BEST - 23, PLAN[5], "buy 0")))
    assert flaws(case, SOLVE, brute=100) == {Flaw.BRUTE_FORCE}
    assert flaws(case, SOLVE, brute=10) == set()


def test_a_bound_of_one_answer_is_held_against_the_plan_of_another(case: Case, told: Callable[[Lie], None]) -> None:
    def lie(question: Question, reply: Reply) -> Reply:
        if question is not SOLVE:
            return reply
        return replace(changed(reply, best=None, bound=BEST - 1, status="unknown", gap=None, moves=[]), code=4)

    told(lie)
    assert flaws(case, SOLVE, REACHED, brute=0) == {Flaw.BEATEN}
    assert flaws(case, REACHED, SOLVE, brute=0) == {Flaw.BEATEN}


def test_two_optima_that_differ_are_caught(case: Case, told: Callable[[Lie], None]) -> None:
    again = replace(SOLVE, busy=True)
    told(lambda question, reply: changed(reply, **solved(LEFT, *OTHER)) if question == again else reply)
    assert flaws(case, SOLVE, again, brute=0) == {Flaw.BEATEN}


def test_a_verdict_that_is_turned_round_is_caught(case: Case, told: Callable[[Lie], None]) -> None:
    def lie(question: Question, reply: Reply) -> Reply:
        told = {REACHED: ("unreachable", 1), BEYOND: ("reachable", 0)}.get(question)
        return replace(changed(reply, verdict=told[0]), code=told[1]) if told else reply

    told(lie)
    assert Flaw.VERDICTS in flaws(case, SOLVE, REACHED, brute=0)
    assert Flaw.VERDICTS in flaws(case, BEYOND, brute=0)


def test_undecided_beside_a_bound_that_decides_is_caught(case: Case, told: Callable[[Lie], None]) -> None:
    told(lambda _, reply: replace(changed(reply, verdict="undecided"), code=4))
    assert flaws(case, BEYOND) == {Flaw.VERDICTS}


def test_an_exit_code_that_says_something_else_is_caught(case: Case, told: Callable[[Lie], None]) -> None:
    told(lambda _, reply: replace(reply, code=0))
    assert flaws(case, BEYOND) == {Flaw.VERDICTS}
    told(lambda _, reply: replace(reply, code=7))
    assert flaws(case, SOLVE) == {Flaw.EXIT}
    told(lambda _, reply: replace(reply, data=None))
    assert flaws(case, SOLVE) == {Flaw.EXIT}


@pytest.mark.parametrize(
    ("data", "flaw"),
    [
        ({"moves": ["buy 1"]}, Flaw.PLAN),
        ({"moves": [PLAN[5]]}, Flaw.PLAN),
        ({"moves": ["care quietly"]}, Flaw.PLAN),
        ({"best": BEST + 1, "bound": BEST + 1}, Flaw.PLAN),
        ({"status": "feasible"}, Flaw.VERDICTS),
        ({"bound": BEST + 1, "gap": 1}, Flaw.VERDICTS),
        ({"gap": 1}, Flaw.VERDICTS),
        ({"status": "infeasible"}, Flaw.VERDICTS),
    ],
)
def test_plans_and_status_are_checked(
    case: Case, told: Callable[[Lie], None], data: dict[str, Any], flaw: Flaw
) -> None:
    told(lambda _, reply: changed(reply, **data))
    assert flaws(case, SOLVE) == {flaw}


def test_a_plan_that_does_what_is_forbidden_is_caught(case: Case, told: Callable[[Lie], None]) -> None:
    told(lambda _, reply: changed(reply, **solved(BEST, *REST), difference=0))
    assert flaws(case, WITHOUT) == {Flaw.PLAN}


def test_what_if_below_a_play_that_obeys_is_caught(case: Case, told: Callable[[Lie], None]) -> None:
    told(lambda _, reply: changed(reply, bound=LEFT - 1, best=None, status="unknown", difference_proven=False))
    assert Flaw.BRUTE_FORCE in flaws(case, WITHOUT)


def test_what_if_above_a_proof_is_caught(case: Case, told: Callable[[Lie], None]) -> None:
    told(lambda _, reply: changed(reply, free=solved(LEFT - 1, *OTHER), difference=1))
    assert {Flaw.BEATEN, Flaw.PLAN, Flaw.VERDICTS} <= flaws(case, WITHOUT, brute=0)


def test_advice_is_held_against_expectimax_and_the_search(case: Case, told: Callable[[Lie], None]) -> None:
    told(lambda _, reply: changed(reply, within={"low": BEST - 1.0, "high": BEST - 1.0}, bound=BEST - 1.0))
    assert flaws(case, ADVICE) == {Flaw.ADVICE, Flaw.BRUTE_FORCE}
    told(lambda _, reply: changed(reply, options=[{"moves": ["buy 3"]}]))
    assert flaws(case, ADVICE) == {Flaw.PLAN}


def test_a_traceback_is_caught(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise IndexError("out of range")

    monkeypatch.setattr("faces.app.solve.search", fail)
    assert flaws(case, SOLVE) == {Flaw.TRACEBACK}


def test_a_refusal_is_caught(case: Case) -> None:
    assert flaws(case, Question("whatif", ("--force", "buy 2"))) == {Flaw.REFUSED}


def test_two_proofs_of_a_last_round_have_to_agree(case: Case, told: Callable[[Lie], None]) -> None:
    told(lambda _, reply: reply)
    outcome = examine(case, Random(1), Habits(clock=Clock.NONE, brute=0), [SOLVE, SCHEDULE])
    assert (outcome.findings, outcome.twice) == ([], 1)
    assert examine(case, Random(1), Habits(clock=Clock.NONE, brute=0), [SOLVE]).twice == 0
    worse = solved(LEFT, *OTHER)

    def differ(question: Question, reply: Reply) -> Reply:
        return changed(reply, **worse) if question.command == "schedule" else reply

    told(differ)
    assert flaws(case, SOLVE, SCHEDULE, brute=0) == {Flaw.BEATEN}
    assert flaws(case, SCHEDULE, SOLVE, brute=0) == {Flaw.BEATEN}


@pytest.mark.slow
def test_a_last_round_is_proven_twice() -> None:
    case = Case("last", "clin9ic", "last round", located(Path("clin9ic/last-round")).read_text("utf-8"))
    asked = [replace(SOLVE, seconds=240.0), replace(SCHEDULE, seconds=240.0)]
    outcome = examine(case, Random(1), Habits(clock=Clock.NONE, brute=0), asked)
    assert (outcome.findings, outcome.twice) == ([], 1)


def test_advice_may_be_declined_with_a_reason(case: Case, told: Callable[[Lie], None]) -> None:
    told(lambda _, reply: replace(reply, code=3))
    assert flaws(case, ADVICE) == set()
    assert flaws(case, SOLVE) == {Flaw.REFUSED}
    told(lambda _, reply: replace(reply, code=3, data=None))
    assert flaws(case, ADVICE) == {Flaw.REFUSED}


def test_a_late_answer_is_caught_only_where_the_clock_counts(case: Case, told: Callable[[Lie], None]) -> None:
    told(lambda question, reply: replace(reply, elapsed=question.seconds * 1.2 + 2.01))
    assert flaws(case, SOLVE, clock=Clock.WALL) == {Flaw.OVERRUN}
    assert flaws(case, SOLVE) == set()
    assert flaws(case, replace(SOLVE, busy=True), clock=Clock.WALL) == set()
    assert flaws(case, SOLVE, clock=Clock.COMPUTING) == set()
    told(lambda question, reply: replace(reply, computed=question.seconds * 1.2 + 2.01))
    assert flaws(case, SOLVE, clock=Clock.COMPUTING) == {Flaw.OVERRUN}
    assert flaws(case, SOLVE, clock=Clock.WALL) == set()


def test_a_search_that_owns_up_to_a_defect_is_caught(case: Case, told: Callable[[Lie], None]) -> None:
    told(lambda _, reply: replace(reply, said=f"{reply.said}Error: {DEFECT}: a play of 103 makes 5\n"))
    assert flaws(case, SOLVE) == {Flaw.PLAN}


def test_a_process_of_its_own_and_a_busy_machine_answer_alike(case: Case) -> None:
    assert flaws(case, replace(BEYOND, apart=True), replace(BEYOND, busy=True)) == set()


def test_whoever_interrupts_is_asked_no_more(case: Case, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("cli.main", lambda _line: 130)
    with pytest.raises(Stopped):
        asking.ask(SOLVE, case.write(tmp_path))


# --- cases --------------------------------------------------------------------------------------------------------


def test_the_same_number_makes_the_same_case_and_both_games_take_turns() -> None:
    some = [make_case(3, number, quick=True) for number in range(4)]
    assert some == [make_case(3, number, quick=True) for number in range(4)]
    assert {case.game for case in some} == set(ADAPTERS)


def test_made_up_decks_use_every_switch_and_odd_sizes() -> None:
    found: dict[str, set[object]] = {}
    for number in range(70):
        text = clinic_decks.deck_text(Random(number))
        try:
            deck = clinic_decks_of_the_game.SHELF.check(text, "deck.toml")[0]
        except InvalidFile:
            continue
        for name, value in vars(deck.switches).items():
            found.setdefault(name, set()).add(value)
        found.setdefault("floors", set()).add(deck.floors)
        found.setdefault("copies", set()).add(deck.special_copies)
        found.setdefault("rounds", set()).add(deck.rounds)
    assert all(len(values) > 1 for values in found.values()), found
    assert {3, 4, 5} <= found["floors"]


def test_made_up_decks_of_clin9ic_pass_their_check() -> None:
    for number in range(50):
        clin9ic_decks_of_the_game.check(clin9ic_decks.deck_text(Random(number)), "deck.toml")


def test_a_deck_that_nobody_can_play_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck(*_: object) -> None:
        raise cases.Unplayable("no move is legal")

    monkeypatch.setattr(cases, "play_through", stuck)
    case = make_case(0, 0)
    assert [finding.flaw for finding in examine(case, Random(0), QUICK).findings] == [Flaw.REFEREE]
    assert [finding.flaw for finding in examine(case, Random(0), QUICK, []).findings] == [Flaw.REFEREE]
    monkeypatch.undo()
    assert examine(case, Random(0), QUICK, []).findings == [], "mended meanwhile"


def test_brute_force_needs_no_solver(case: Case, tmp_path: Path) -> None:
    face, file = opened(case.write(tmp_path / "files"))
    assert Enumeration(face, file, 3_000).best(face.replay(file).state).score == BEST
    for name in ("enumeration", "ledger", "cases", "adapters", "clin9ic_cases", "clinic_cases"):
        tree = ast.parse(Path(f"{cases.__file__}").with_name(f"{name}.py").read_text("utf-8"))
        modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert not [module for module in modules if module and module.startswith("solvers")]


def test_data_is_written_as_it_was_read() -> None:
    text = clinic_decks_of_the_game.find("house")[0]
    assert clinic_decks_of_the_game.SHELF.check(toml_text(tomllib.loads(text)), "deck.toml")


DATA = Path(__file__).parent / "data"


@pytest.mark.parametrize("folder", sorted(DATA.iterdir()), ids=lambda folder: folder.name)
def test_a_case_that_once_failed_stays_mended(folder: Path) -> None:
    assert replay(folder, clock=Clock.NONE).findings == []


# --- the log, the table and the folders ---------------------------------------------------------------------------


@pytest.fixture
def hunted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A hunt whose cases cost nothing; every third one fails. The numbers that were really asked."""
    asked = list[int]()

    def made(seed: int, number: int, *, quick: bool, **_: object) -> Case:
        asked.append(number)
        broken = "it cannot be played" if number % 3 == 2 else ""
        return Case(f"{seed}-{number}", list(ADAPTERS)[number % 2], f"late {quick}", "", None, broken)

    def examined(case: Case, *_: object) -> interview.Outcome:
        findings = [Finding(Flaw.REFEREE, case.broken)] if case.broken else []
        return interview.Outcome(case, [SOLVE, BEYOND], findings, proofs=1, brute=1)

    monkeypatch.setattr(hunt, "make_case", made)
    monkeypatch.setattr(hunt, "examine", examined)
    return asked


def test_a_hunt_goes_on_from_its_log(hunted: list[int], tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    first = list(Hunt(0, 4, QUICK, log=log).records())
    both = list(Hunt(0, 6, QUICK, log=log).records())
    assert hunted == list(range(6))
    assert both[:4] == first
    with pytest.raises(ValueError, match="another hunt"):
        list(Hunt(1, 6, QUICK, log=log).records())


def test_a_log_whose_last_line_is_cut_is_taken_up_before_it(hunted: list[int], tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    list(Hunt(0, 3, QUICK, log=log).records())
    log.write_text(log.read_text("utf-8")[:-20], "utf-8")
    assert [record["number"] for record in Hunt(0, 3, QUICK, log=log).records()] == [0, 1, 2]
    assert hunted == [0, 1, 2, 2]
    assert [record["number"] for record in Hunt(0, 3, QUICK, log=log).records()] == [0, 1, 2]
    assert hunted == [0, 1, 2, 2]


def test_the_table_counts_cases_questions_and_flaws(hunted: list[int], tmp_path: Path) -> None:
    rows = {
        line.split("|")[1].strip(): [cell.strip() for cell in line.split("|")[2:-1]]
        for line in report(list(Hunt(0, 6, QUICK, failures=tmp_path).records())).splitlines()
        if line.startswith("|")
    }
    assert hunted
    assert rows["cases"] == ["3", "3", "0", "6"]
    assert rows["`target`"] == rows["proofs checked"] == rows["brute-force comparisons"] == ["3", "3", "0", "6"]
    assert rows[Flaw.REFEREE] == ["1", "1", "0", "2"]
    assert rows[Flaw.BEATEN] == rows["last rounds proven twice"] == ["0", "0", "0", "0"]


def test_the_command_fails_where_something_was_found(
    hunted: list[int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--no-clock", "--failures", str(tmp_path / "failures"), "--log", str(tmp_path / "log")]
    assert command.main([*arguments, "--cases", "2"]) == 0
    assert command.main([*arguments, "--cases", "3"]) == 1
    assert command.main([*arguments, "--cases", "3", "--seed", "1"]) == 2
    assert hunted == [0, 1, 2]
    told = capsys.readouterr()
    assert "0-2 (late False): referee at odds with itself: it cannot be played" in told.err
    assert "cases an hour" in told.out
    assert command.main(["--replay", str(tmp_path / "failures" / "0-2")]) == 1


def test_ctrl_c_ends_a_hunt_with_the_table_so_far(
    hunted: list[int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(case: Case, *_: object) -> interview.Outcome:
        if case.name == "0-2":
            raise Stopped
        return interview.Outcome(case, [SOLVE])

    monkeypatch.setattr(hunt, "examine", stop)
    assert command.main(["--no-clock", "--cases", "9"]) == 130
    assert hunted == [0, 1, 2]
    assert "|       1 |      1 |             0 |   2 |" in capsys.readouterr().out


def test_a_failing_case_replays_from_its_folder(case: Case, told: Callable[[Lie], None], tmp_path: Path) -> None:
    told(lambda _, reply: changed(reply, bound=BEST - 1))
    outcome = examine(replace(case, deck="# not used\n"), Random(1), Habits(clock=Clock.NONE), [SOLVE, BEYOND])
    save(outcome, tmp_path / "failing", Habits(clock=Clock.NONE))
    again = replay(tmp_path / "failing", clock=Clock.NONE)
    assert again.findings == outcome.findings != []
    assert again.questions == outcome.questions == [SOLVE, BEYOND]
    assert again.case == outcome.case
    assert json.loads((tmp_path / "failing/questions.json").read_text("utf-8"))["findings"]
