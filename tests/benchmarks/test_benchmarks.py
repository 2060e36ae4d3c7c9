"""The benchmarks' own arithmetic, and our rules as another library's game; their figures are no test."""

import random
from typing import Any

import pytest

from benchmarks.clairvoyant import Job, Line, beaten, means
from benchmarks.policy import greedy_view, played
from benchmarks.policy import report as players_report
from benchmarks.questions import question, table
from benchmarks.targets import CELLS, REACHABLE, UNDECIDED, UNREACHABLE, decide, report, verdict
from clin9ic import TARGETS, Goal, Level, State
from clin9ic.moves import Order
from solvers.core.result import SolveResult, Status


def test_a_table_holds_unknown_and_broken_numbers() -> None:
    assert table(["deal", "value"], [["a", None], ["b", 1.25]]).splitlines()[2:] == [
        "| a    |     – |",
        "| b    |   1.2 |",
    ]


def test_a_question_is_a_whole_deal_with_the_dice_of_its_level() -> None:
    asked = question("house", 1, Goal.STAFF, Level.DIFFICULT)
    assert sorted(asked.orders) == [1, 2, 3, 4, 5, 6]
    assert asked.game.dice == 4
    with pytest.raises(ValueError, match="round 1"):
        asked.refereed(())


def test_a_verdict_needs_a_plan_or_a_bound() -> None:
    assert verdict(60, 60, None) == REACHABLE
    assert verdict(60, None, 59) == UNREACHABLE
    assert verdict(60, 59, 60) == verdict(60, None, None) == UNDECIDED


def test_the_report_counts_all_cells() -> None:
    findings = {"one": {f"{goal} {level}": [REACHABLE, 1, 1, 0.0] for goal, level in CELLS}}
    text = report("house", findings, 60)
    assert len(CELLS) == 18
    assert "Deals: 1." in text
    assert "Undecided: 0.0 %" in text
    assert text.splitlines()[-1].split("|")[4].strip() == "18"


@pytest.mark.parametrize(
    ("bounds", "seconds", "asked", "verdicts"),
    [
        ({120: 119}, 60.0, [45, 120, 100], [UNDECIDED, UNREACHABLE, UNREACHABLE]),
        ({120: 130}, 60.0, [45, 120, 100], [UNDECIDED, UNDECIDED, UNREACHABLE]),
        ({120: 150}, 60.0, [45, 120, 100, 140], [UNDECIDED] * 3),
        ({120: 119}, 12.0, [45], [UNDECIDED] * 3),
    ],
)
def test_levels_are_asked_for_until_all_are_answered_or_time_is_up(
    monkeypatch: pytest.MonkeyPatch, bounds: dict[int, int], seconds: float, asked: list[int], verdicts: list[str]
) -> None:
    targets = list[int]()

    def answer(*arguments: Any, **_: Any) -> SolveResult:
        target = arguments[2].target
        targets.append(target)
        return SolveResult(Status.FEASIBLE, 93, bounds.get(target), ("a plan",), elapsed=10.0)

    monkeypatch.setattr("benchmarks.targets.solve", answer)
    monkeypatch.setattr("benchmarks.questions.Question.refereed", lambda *_: 93)
    levels: list[Level] = [level for level in TARGETS[Goal.POPULARITY] if level is not Level.DIFFICULT]
    found = dict(decide("lean", 1, Goal.POPULARITY, levels, seconds))
    assert targets == asked
    assert [found[level][0] for level in levels[-3:]] == verdicts
    assert [found[level][0] for level in levels[:2]] == [REACHABLE] * 2


def test_a_job_may_begin_with_a_later_round_of_a_quick_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.clairvoyant.QUICK", 0.1)
    asked = Job("house", 1, Goal.POPULARITY, 60.0, 1, round=4).asked
    assert asked.state.round == 4
    assert asked.name == question("house", 1).name


def test_gaps_means_and_losses_of_a_comparison() -> None:
    lines = [Line("d", "search", 100, 115, 1.0), Line("d", "cpsat", 101, None, 1.0), Line("e", "search", 9, 9, 1.0)]
    assert lines[0].gap == pytest.approx(15)
    assert [line.proven for line in lines] == [False, False, True]
    assert means(lines)[0][4:6] == [pytest.approx(7.5), "1 of 2"]
    assert beaten(lines) == ["d: cpsat 101, search 100"]


def test_our_rules_are_a_game_of_open_spiel() -> None:
    pytest.importorskip("pyspiel")
    from benchmarks.spiel import KnownDeal

    asked = question("house", 1)
    turn = KnownDeal(asked).new_initial_state()
    rng = random.Random(1)
    while not turn.is_terminal():
        other = turn.clone()
        other.apply_action(rng.choice(other.legal_actions()))
        assert other.moves[:-1] == turn.moves
        turn = other
    assert turn.returns() == [asked.refereed(turn.moves)]


def test_the_table_of_players_tells_means_and_how_often_a_target_was_met() -> None:
    text = players_report(Goal.POPULARITY, {"ours": [70, 130, 100, 100], "mcts": [0, 0, 0, 1]})
    ours, mcts = text.splitlines()[2:]
    assert [cell.strip() for cell in ours.split("|")[1:4]] == ["ours", "4", "100 (61 to 139)"]
    assert "100 (51 to 100)" in ours
    assert "25 (5 to 70)" in ours
    assert "0 (0 to 49)" in mcts


@pytest.mark.parametrize("goal", list(Goal))
def test_the_greedy_player_counts_what_the_score_counts(goal: Goal) -> None:
    asked = question("house", 3, goal)
    view = greedy_view(asked)
    state = asked.game.apply_outcome(asked.state, Order(asked.orders[1]))
    for play in view.plays(state, each=2)[:20]:
        end = view.after(state, play)
        off = (end.time / 3 - end.time // 3) if goal is Goal.POPULARITY else 0.0
        assert play.value == pytest.approx(asked.game.final_score(end) - off)


def test_players_play_whole_games_without_knowing_more_than_they_may() -> None:
    asked = question("house", 2)
    seen = []

    def player(state: State) -> list[object]:
        seen.append(state.unknown)
        return [asked.game.legal_moves(state)[0]]

    played(asked, player)
    assert seen[0]


def test_players_of_the_solitaire_and_their_report() -> None:
    from benchmarks import clinic_solo

    asked = clinic_solo.question("3x3", 3)
    careful = clinic_solo.sensible(asked, 0.0, 1)
    better = clinic_solo.Line("3x3", 3, "search", careful.score + 1, careful.score + 2, "nurse", 2, 1.0)
    assert not clinic_solo.beaten([careful, better])
    worse = clinic_solo.Line("3x3", 3, "search", careful.score - 1, None, None, 0, 1.0)
    assert clinic_solo.beaten([careful, worse]) == [f"3x3 3: sensible {careful.score}, search {careful.score - 1}"]
    assert "| mean 3x3 | sensible |" in clinic_solo.report([careful, better], 1.0)


def test_dice_hospital_is_a_game_of_open_spiel_with_draws_known_and_to_come() -> None:
    pytest.importorskip("pyspiel")
    from benchmarks.spiel import KnownDeal
    from benchmarks.spiel_dice import Deal, Searcher
    from benchmarks.spiel_unknown import Node, UnknownDeal
    from dice_hospital.state import Phase

    asked, rng = Deal(1), random.Random(1)
    turn: Any = KnownDeal(asked).new_initial_state()
    while not turn.is_terminal():
        turn.apply_action(rng.choice(turn.legal_actions()))
    assert asked.game.final_score(asked.known.play(asked.state, turn.moves)) == turn.returns()[0]
    state = asked.game.start()
    while state.phase is not Phase.INTAKE:
        node = Node(UnknownDeal(asked.game), state)
        assert sum(chance for _, chance in node.possible_draws() if node.is_chance_node()) == pytest.approx(
            float(node.is_chance_node())
        )
        node.apply_action(0)
        state = node.state
    state = asked.game.apply_outcome(state, asked.game.chance_outcomes(state)[0][0])
    assert Searcher(asked.game, 0.01, seed=1).move(state) in asked.game.legal_moves(state)


def test_known_deals_of_dice_hospital_are_compared_with_gaps_and_intervals() -> None:
    from benchmarks.dice_hospital_known import lines, report
    from dice_hospital.decks import load
    from dice_hospital.referee import DiceHospital

    found = [
        line
        for seed in (1, 2)
        for line in lines(DiceHospital(load("house")), seed, 0.01, ["search", "last"], {"last": lambda seed: -seed})
    ]
    assert [line.value for line in found if line.peer == "last"] == [-1, -2]
    assert all(line.value > 0 for line in found if line.peer == "search" and line.value is not None)
    text = report(found)
    assert "Best of all on every deal." in text
    assert "-1.5 (-7.9 to 4.9)" in text
    assert "A peer found more on: 1: last" in report([*found, Line("1", "last", 500, None, 0.0)])
