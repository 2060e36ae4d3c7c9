"""What each part of the solver takes up or refuses, and that there is a refereed answer all the same."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from clinic_solo import gamefile
from clinic_solo.deals import Deal
from clinic_solo.deck import Deck
from clinic_solo.moves import UseTile
from clinic_solo.players import sensible_move
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import Phase, State
from clinic_solo.tiles import Action, Person, Tile
from solvers.clinic_solo.cp_model import Instance, schedule_supports, solve_round
from solvers.clinic_solo.kernel.core import anneal, random_plan
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.problem import Problem, problem_of
from solvers.clinic_solo.kernel.state_encoding import encode_state
from solvers.clinic_solo.kernel.tables import supports
from solvers.clinic_solo.search.annealing import Search
from solvers.clinic_solo.solve import solve
from solvers.core.budget import Budget
from solvers.core.result import LostPlan, NotSolvable, SolveResult, Status
from tests.solvers.clinic_solo.helpers import dealt, played, scores, states_of
from tests.solvers.clinic_solo.odd_decks import HOUSE, switched

PUZZLES = Path(__file__).parents[3] / "puzzles" / "clinic_solo"
SHORT = Budget(0.3, 1)


def five_floors() -> Deck:
    cost = {name: (*prices, prices[-1]) for name, prices in HOUSE.building.cost.items()}
    points = replace(HOUSE.points, treatment_by_floor=(0, 2, 4, 6, 8))
    return replace(HOUSE, sha256="five", floors=5, building=replace(HOUSE.building, cost=cost), points=points)


def three_floors() -> Deck:
    goals = tuple(goal for goal in HOUSE.goals if goal.floor is None)
    return replace(HOUSE, sha256="three", floors=3, goals=goals)


ODD_DECKS = {
    "admit needs hub": switched(admit_needs_hub=True),
    "building needs hub": switched(building_needs_hub=True),
    "helipad above": switched(helipad_above_top_floor=True),
    "no last admin": switched(admin_after_last_round=False),
    "hire refused": switched(surplus_orderly="hire_refused"),
    "popularity above 0": switched(popularity_may_be_negative=False),
    "two copies": replace(HOUSE, sha256="two", special_copies=2),
    "five floors": five_floors(),
    "three floors": three_floors(),
    "two at the university": replace(HOUSE, sha256="both", hiring=replace(HOUSE.hiring, university_spaces=2)),
}
BY_SIMPLE_PLAYERS = ("popularity above 0",)


def deal_of(deck: Deck, seed: int) -> Problem:
    game = ClinicSolo(deck, ("3x3", "4x3")[seed % 2])
    known = KnownDeal(game, Deal(seed), game.start())
    return problem_of(known, known.start)


def checked(problem: Problem, state: State, result: SolveResult) -> None:
    """The plan is the referee's, and nothing contradicts it."""
    end = problem.known.play(state, result.moves)
    assert problem.game.is_over(end)
    assert result.best == problem.game.final_score(end)
    assert not result.contradiction
    assert result.bound is None or result.bound >= result.best


@pytest.mark.parametrize("name", ODD_DECKS)
def test_a_last_round_of_any_deck_has_an_answer(name: str) -> None:
    problem = deal_of(ODD_DECKS[name], 3)
    states = states_of(problem, played(problem, Random(3), 0.05))
    last = next(state for state in states if state.phase is Phase.ACTION and state.round == 6)
    result = solve(problem.known, last, SHORT)
    checked(problem, last, result)
    assert result.best is not None
    allowed = problem.game.legal_moves(last)[-1]
    others = [move for move in problem.game.legal_moves(last) if move != allowed]
    restricted = solve(problem.known, last, SHORT, forbidden=others)
    checked(problem, last, restricted)
    assert restricted.moves[0] == allowed


@pytest.mark.parametrize("name", ODD_DECKS)
def test_the_search_counts_as_the_referee_does_or_says_that_it_cannot(name: str) -> None:
    for seed in (5, 6):
        problem = deal_of(ODD_DECKS[name], seed)
        reason = supports(problem.game)
        if name in BY_SIMPLE_PLAYERS:
            assert reason is not None
            assert reason.startswith("the search by changing plans does not know decks with")
            assert not problem.starts
            continue
        assert reason is None
        start = problem.starts[0]
        for iterations in (0, 1000):
            plan = random_plan(start, seed)
            best = plan.copy()
            promised = anneal(start, plan, best, iterations, (6.0, 1.0), seed=seed).best
            counted, refereed_score = scores(problem, start, best)
            assert promised == counted == refereed_score


def test_what_the_model_of_a_round_does_not_know_it_refuses() -> None:
    known = {name for name, deck in ODD_DECKS.items() if schedule_supports(ClinicSolo(deck)) is None}
    assert known == {"building needs hub", "five floors", "three floors", "two at the university"}
    problem = deal_of(ODD_DECKS["two copies"], 3)
    state = next(s for s in states_of(problem, played(problem, Random(3))) if s.phase is Phase.ACTION)
    with pytest.raises(NotSolvable, match="several tiles of a special module"):
        Instance(problem.game, state, problem.known.deal)


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        ("so many rounds", {"rounds": 13}),
        ("so many rounds", {"rounds": 12, "actions_per_round": 4}),
        ("in a row of the notepad", {"queueing": replace(HOUSE.queueing, columns=9)}),
        ("so many orderlies", {"hiring": replace(HOUSE.hiring, orderlies=16)}),
        ("numbers as large", {"money": replace(HOUSE.money, patient_pay=(8, 12, 20, 10**6))}),
        ("boards of this size", {"sides": (replace(HOUSE.sides[1], columns=5, rows=5),)}),
        ("boards of this size", {"floors": 9}),
        ("ways as long", {"walking": replace(HOUSE.walking, adjacent=400)}),
        ("so many action tiles", {"tiles_per_action": 121}),
    ],
)
def test_what_the_tables_have_no_room_for_is_refused(words: str, changes: dict[str, object]) -> None:
    game = ClinicSolo(replace(HOUSE, sha256=repr(changes), **changes))  # type: ignore[arg-type]
    assert words in (supports(game) or "")


@pytest.mark.parametrize(
    ("who", "places"), [(Person.NURSE, 3), (Person.DOCTOR, 3)], ids=["few nurses", "few doctors in a hub"]
)
def test_rooms_the_search_cannot_fill_are_refused(who: Person, places: int) -> None:
    capacity = {tile: dict(each) for tile, each in HOUSE.walking.capacity.items()}
    for tile in capacity:
        if tile not in (Tile.TREATMENT, Tile.OPERATING) or who is Person.NURSE:
            capacity[tile][who] = min(capacity[tile][who], places)
    assert supports(ClinicSolo(replace(HOUSE, walking=replace(HOUSE.walking, capacity=capacity)))) is not None


def test_a_position_the_row_has_no_room_for_is_refused() -> None:
    problem = dealt("3x3", 1)
    state = next(s for s in states_of(problem, played(problem, Random(1))) if s.phase is Phase.ACTION)
    for crowd in (
        state._replace(nurses=(8,) * 17),
        state._replace(doctors=((8, 0),) * 17),
        state._replace(orderlies_offered=17),
        state._replace(money=10**9),
        state._replace(cars=(0,) * 121),
    ):
        with pytest.raises(NotSolvable, match="does not start with so many"):
            encode_state(problem.game, crowd)


def test_one_odd_line_of_play_does_not_refuse_them_all() -> None:
    """After `use hire` some simple players hire an orderly too many; the others go on."""
    file = gamefile.read(PUZZLES / "last-round.toml")
    known = KnownDeal(file.game, file.deal, file.start)
    state = file.game.apply(gamefile.replay(file).state, UseTile(Action.HIRE))
    problem = problem_of(known, state)
    assert problem.starts
    checked(problem, state, solve(known, state, SHORT))


def finished(seed: int = 4, goal: str = "throughput") -> tuple[Problem, list[State]]:
    problem = dealt("3x3", seed, goal)
    return problem, states_of(problem, played(problem, Random(seed)))


def test_a_finished_game_is_reached_or_not() -> None:
    problem, states = finished()
    end, score = states[-1], problem.game.final_score(states[-1])
    for target, status in ((score, Status.OPTIMAL), (score + 1, Status.INFEASIBLE)):
        result = solve(problem.known, end, Budget(60.0, 1, target=target))
        assert (result.status, result.best, result.bound, result.moves) == (status, score, score, ())
    met = problem.game.goal_met(end)
    asked = solve(problem.known, end, Budget(60.0, 1, goal=True))
    assert asked.status is (Status.OPTIMAL if met else Status.INFEASIBLE)
    assert asked.best == (score if met else None)


@pytest.mark.parametrize("phase", [Phase.CARE, Phase.POPULARITY, Phase.DEPART])
def test_where_little_is_left_everything_is_tried_out(phase: Phase) -> None:
    problem, states = finished()
    state = next(s for s in reversed(states) if s.round == 6 and s.phase is phase)
    result = solve(problem.known, state, Budget(60.0, 1))
    checked(problem, state, result)
    assert result.status is Status.OPTIMAL
    assert result.best is not None
    assert result.best >= problem.game.final_score(states[-1])
    beyond = solve(problem.known, state, Budget(60.0, 1, target=result.best + 1))
    assert beyond.status is Status.INFEASIBLE


def test_a_plan_the_referee_refuses_is_told_and_costs_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, states = finished()
    state = next(s for s in states if s.round == 6 and s.phase is Phase.ACTION)

    def refused(_search: Search, _chain: object) -> list[object]:
        raise LostPlan("build treatment 0a1: it is not empty")

    monkeypatch.setattr(Search, "decode", refused)
    monkeypatch.setattr("solvers.clinic_solo.solve.schedule_supports", lambda _: "not today")
    result = solve(problem.known, state, SHORT)
    assert result.best is not None
    assert "it is not empty" in result.contradiction
    end = problem.known.play(state, result.moves)
    assert problem.game.final_score(end) == result.best


def test_a_draw_that_is_not_known_is_said() -> None:
    problem, states = finished()
    state = next(s for s in states if s.round == 5 and s.phase is Phase.ACTION)
    known = KnownDeal(problem.game, Deal(), state)
    with pytest.raises(NotSolvable, match="a draw to come is not known"):
        solve(known, state, SHORT)


def test_a_bonus_tile_may_give_a_parking_tile_of_three_places() -> None:
    tiles = tuple(replace(tile, amount=3) if tile.what == "parking" else tile for tile in HOUSE.bonus_tiles)
    problem = deal_of(replace(HOUSE, sha256="lots", bonus_tiles=tiles), 1)
    state = problem.state._replace(offers=tuple(tile.number for tile in tiles if tile.what == "parking"))
    while state.phase is not Phase.ACTION:
        state = problem.known.next_decision(problem.game.apply(state, sensible_move(problem.game, state)))
    assert state.count(Tile.BIG_PARKING) == 1


def test_the_sensible_player_takes_bonus_tiles_of_any_number() -> None:
    tiles = tuple(replace(tile, number=tile.number + 20) for tile in HOUSE.bonus_tiles)
    problem = deal_of(replace(HOUSE, sha256="numbers", bonus_tiles=tiles), 1)
    assert sensible_move(problem.game, problem.state) in problem.game.legal_moves(problem.state)


def test_queues_that_can_be_moved_in_too_many_ways_leave_the_round_to_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The exact model of a last round gives up after so much work, and there is a refereed plan all the same."""
    file = gamefile.read(PUZZLES / "last-round.toml")
    state = gamefile.replay(file).state
    monkeypatch.setattr("solvers.clinic_solo.cp_model.queues.MOST_NOTEPADS", 100)
    with pytest.raises(NotSolvable, match="queues can be moved in more ways"):
        solve_round(Instance(file.game, state, file.deal, start=file.start))
    result = solve(KnownDeal(file.game, file.deal, file.start), state, Budget(3.0, 1))
    assert result.best is not None
    assert not result.contradiction
