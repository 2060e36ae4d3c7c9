"""The bound of the solitaire against games that were played, with decks as odd as `deck check` lets them be."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from ortools.sat.python.cp_model import CpSolver

from clinic_solo.deals import Deal
from clinic_solo.deck import ANY, Deck, Points
from clinic_solo.moves import Care, Move, MovePeople, Pass
from clinic_solo.players import sensible_move
from clinic_solo.referee import ClinicSolo
from clinic_solo.setting import DELUXE
from clinic_solo.state import Phase, State
from clinic_solo.tiles import Person, Tile
from solvers.clinic_solo.bounds.bound import Bounds, supports
from solvers.clinic_solo.bounds.relaxation import model
from solvers.clinic_solo.bounds.relaxation.model import Relaxation
from solvers.clinic_solo.bounds.relaxation.remaining_game import fewest_touched, most_buildings, remaining_game
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.problem import Problem, problem_of
from solvers.core.budget import Budget
from solvers.core.cpsat import new_solver
from tests.solvers.clinic_solo.helpers import played, states_of
from tests.solvers.clinic_solo.odd_decks import HOUSE, goals_met, odd_problem

Player = Callable[[ClinicSolo, State], Move]
TEN_MINUTES = Budget(600.0, 1)


def let_it_work(monkeypatch: pytest.MonkeyPatch, work: float) -> None:
    """CP-SAT stops after so much work, in its own measure, which is the same on every machine; not by the clock."""

    def limited(budget: Budget) -> CpSolver:
        solver = new_solver(budget)
        solver.parameters.max_deterministic_time = work
        return solver

    monkeypatch.setattr(model, "new_solver", limited)


def too_low(problem: Problem, states: list[State], random: Random) -> list[str]:
    """The positions of a game whose bound, for the score or for a goal that was met, lies below what was reached."""
    game, end, found = problem.game, states[-1], list[str]()
    reached = game.final_score(end)
    for state in states[:-1]:
        for goal in (None, random.choice(goals_met(game, end, random))):
            value = Bounds(problem.known, state, goal).value
            if value is None or value < reached:
                found.append(f"{state.phase} in round {state.round}, {goal}: {value} below {reached}")
    return found


def check_odd_games(seeds: range, positions: int, edition: str = DELUXE) -> None:
    for seed in seeds:
        random = Random(seed)
        problem = odd_problem(random, edition)
        states = states_of(problem, played(problem, random, random.choice([0.0, 0.1, 0.3, 1.0])))
        late = [state for state in states[:-1] if state.round >= problem.game.deck.rounds - 1] or states[:-1]
        some = random.sample(late, min(positions, len(late)))
        assert not too_low(problem, [*some, states[-1]], random), seed


def test_no_game_of_an_odd_deck_beats_its_bound() -> None:
    check_odd_games(range(16), 2)


@pytest.mark.slow
def test_no_game_of_many_odd_decks_beats_its_bound() -> None:
    check_odd_games(range(1_000, 1_300), 6)


def a_game(deck: Deck, player: Player, seed: int = 1, side: str = "3x3") -> tuple[Problem, list[State]]:
    """A game of this deck as a player plays it."""
    game = ClinicSolo(deck, side)
    known = KnownDeal(game, Deal(seed), game.start())
    problem = problem_of(known, known.start)
    states = [problem.state]
    while not game.is_over(states[-1]):
        states.append(known.next_decision(game.apply(states[-1], player(game, states[-1]))))
    return problem, states


def short(rounds: int) -> Deck:
    """The house deck with fewer rounds, where nothing is to be paid and only popularity counts, and time dearly."""
    hiring = replace(HOUSE.hiring, nurses=(1,) * rounds, nurse_price=HOUSE.hiring.nurse_price[:rounds])
    nothing = (0, 0, 0, 0)
    money = replace(
        HOUSE.money, doctor_salary=nothing, nurse_salary=0, module_upkeep=0, garden_upkeep=0, lab_popularity=0
    )
    points = Points(nothing, 0, nothing, building=0, patient=nothing, time_per=1, time=-99)
    less = replace(HOUSE, sha256=f"short {rounds}", rounds=rounds, special_kinds=0)
    return replace(less, hiring=hiring, money=money, points=points)


def waits_a_round(game: ClinicSolo, state: State) -> Move:
    """Takes patients into rooms in the first round, and treats them in the last without another step."""
    if state.round < game.deck.rounds:
        return Care(()) if state.phase is Phase.CARE else sensible_move(game, state)
    if state.phase is Phase.MOVE:
        return MovePeople(())
    return Pass() if state.phase in (Phase.BUILD, Phase.HIRE, Phase.ADMIT) else sensible_move(game, state)


@pytest.mark.parametrize("seed", [1, 2])
def test_patients_who_lie_in_rooms_walk_no_more_when_they_are_treated_later(seed: int) -> None:
    problem, states = a_game(short(2), waits_a_round, seed)
    assert states[-1].treated
    lying = [state for state in states if state.patients and state.phase is Phase.POPULARITY and state.round == 1]
    assert lying
    assert not too_low(problem, [*lying, states[-1]], Random(seed))


def test_before_the_first_entrance_there_is_one_to_come() -> None:
    problem, states = a_game(HOUSE, sensible_move)
    before = [state for state in states if state.phase is Phase.FIRST_ENTRANCE]
    assert [remaining_game(problem.known, state).first_entrance for state in before] == [1]


def test_an_orderly_without_a_supply_room_need_not_be_paid() -> None:
    """8.6: he leaves. With a dear orderly who saves nothing a bound that keeps him would be too low."""
    problem, states = a_game(HOUSE, sensible_move)
    move = next(state for state in states if state.phase is Phase.MOVE and state.round == 6)
    money = replace(HOUSE.money, orderly_salary=50, orderly_saves=0)
    game = ClinicSolo(replace(HOUSE, sha256="dear", money=money), "3x3")
    entrance = game.board.at_entrance(move.entrances[0])
    crowd = move._replace(orderlies=(entrance, entrance, entrance))
    alone = move._replace(orderlies=())
    known = replace(problem.known, game=game)
    assert Bounds(known, crowd).value == Bounds(known, alone).value


def test_a_large_position_stays_within_its_ranges() -> None:
    problem, states = a_game(HOUSE, sensible_move)
    last = next(state for state in states if state.phase is Phase.POPULARITY and state.round == 6)
    rich = last._replace(money=10**7, popularity=10**6, time=10**6)
    end = 10**6 + problem.game.final_score(last) - last.popularity
    end += (last.time // 3) - 10**6 // 3
    value = Bounds(problem.known, rich).value
    assert value is not None
    assert value >= end


def test_numbers_beyond_all_measure_have_no_bound() -> None:
    problem, states = a_game(HOUSE, sensible_move)
    bounds = Bounds(problem.known, states[-2]._replace(money=10**17))
    assert bounds.value is None
    assert not bounds.impossible
    dear = replace(HOUSE, money=replace(HOUSE.money, outpatient_pay=10**17))
    assert "numbers above 1,000,000" in (supports(ClinicSolo(dear)) or "")
    assert "more than 12 rounds" in (supports(ClinicSolo(replace(HOUSE, rounds=13))) or "")
    assert supports(ClinicSolo(HOUSE)) is None


def test_operating_rooms_with_several_beds_are_kept_up_once() -> None:
    capacity = {tile: dict(each) for tile, each in HOUSE.walking.capacity.items()}
    capacity[Tile.OPERATING] |= {Person.PATIENT: 3, Person.DOCTOR: ANY}
    deck = replace(HOUSE, sha256="three beds", walking=replace(HOUSE.walking, capacity=capacity))
    problem, states = a_game(deck, sensible_move)
    state = next(state for state in states if state.phase is Phase.ACTION and state.round == 6)
    relaxation = Relaxation(problem.known, state)
    assert relaxation.builder.spread(relaxation.operated_rooms[6])[1] >= 3


@pytest.mark.parametrize(("columns", "rows"), [(5, 3), (9, 9)])
def test_boards_too_large_to_try_everything_out(columns: int, rows: int) -> None:
    side = replace(HOUSE.sides[0], columns=columns, rows=rows)
    board = ClinicSolo(replace(HOUSE, sha256="large", sides=(side,)), side.name).board
    assert most_buildings(board) == columns * rows // 2
    assert fewest_touched(board) == ((4, 0),)


def test_infeasible_is_a_proof_and_no_matter_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    let_it_work(monkeypatch, 0.0)
    problem, states = a_game(HOUSE, sensible_move)
    state = next(state for state in states if state.phase is Phase.ACTION and state.round == 5)
    out_of_reach = replace(problem.game.goal, at_least=30)  # there are 18 patients
    bounds = Bounds(problem.known, state, out_of_reach)
    assert bounds.impossible
    in_reach = Bounds(problem.known, state)
    assert not in_reach.impossible
    before = in_reach.value
    assert before is not None
    assert in_reach.improve(TEN_MINUTES)  # nothing can be done in no time, and nothing is claimed
    assert in_reach.value == before


def test_without_time_there_is_no_bound_and_no_verdict() -> None:
    problem, states = a_game(HOUSE, sensible_move)
    bounds = Bounds(problem.known, states[5], stop=lambda: True)
    assert bounds.value is None
    assert not bounds.impossible
    assert not bounds.improve(TEN_MINUTES)


def test_whole_numbers_bound_no_looser_than_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    let_it_work(monkeypatch, 0.5)
    problem, states = a_game(HOUSE, sensible_move)
    state = next(state for state in states if state.phase is Phase.ACTION and state.round == 6)
    bounds = Bounds(problem.known, state)
    before = bounds.value
    assert before is not None
    while bounds.improve(TEN_MINUTES, cutoff=before - 1):
        pass
    assert bounds.value is not None
    assert problem.game.final_score(states[-1]) <= bounds.value <= before
