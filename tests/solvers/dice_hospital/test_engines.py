"""Solve, advise and review of Dice Hospital: refereed plans, bounds that hold, and what is refused."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random

import pytest

from dice_hospital import gamefile
from dice_hospital.deck import Ability, Treatment
from dice_hospital.moves import Drawn, Move, Outcome
from dice_hospital.patients import untreated
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Options
from dice_hospital.state import Phase, State
from puzzles import located
from solvers.core.budget import Budget
from solvers.core.plain_search import everything
from solvers.core.replay import KnownDraws
from solvers.core.result import Progress, Status
from solvers.dice_hospital.kernel.supports import refusal
from solvers.dice_hospital.policy.advise import advise, player_for
from solvers.dice_hospital.policy.lookahead import Contest
from solvers.dice_hospital.policy.review import review
from solvers.dice_hospital.solve import solve
from solvers.dice_hospital.value_function.player import BestEnd, Player, sampled
from tabletop.records import Step
from tests.solvers.dice_hospital.positions import BASE, GAMES, activations, known, played

QUICK = Budget(20, thorough=False)
CASES = Path(__file__).parents[2] / "benchmarks/data"  # of the hunt for contradictions


@pytest.mark.parametrize("seed", range(6))
def test_last_activations_are_solved_like_going_through_everything(seed: int) -> None:
    late = [state for state in activations(BASE, seed, 60) if state.round == BASE.deck.rounds]
    assert late
    for state in late:
        plain = everything(known(BASE), state)
        assert plain is not None
        found = solve(known(BASE), state, Budget(60))
        assert (found.status, found.best, found.bound) == (Status.OPTIMAL, plain[0], plain[0])
        assert found.proof.startswith("every activation")
        assert BASE.final_score(known(BASE).play(state, found.moves)) == found.best


def test_nothing_is_called_gone_through_that_was_cut_short() -> None:
    file = gamefile.read(located(Path("dice_hospital/last-round")))
    told, calls = KnownDraws(file.game, partial(gamefile.next_draw, file)), count()
    found = solve(told, gamefile.replay(file).state, Budget(10_000), interrupted=lambda: next(calls) > 1_000)
    assert found.best is not None
    assert found.bound is not None
    assert found.best < found.bound
    assert found.proof.startswith("a Lagrangian bound")


def test_a_move_that_is_forbidden_is_not_the_first_one() -> None:
    state = next(state for state in activations(BASE, 0, 60) if state.round == BASE.deck.rounds)
    first = solve(known(BASE), state, Budget(60)).moves[0]
    other = solve(known(BASE), state, Budget(60), forbidden=[first])
    plain = everything(known(BASE), state, [first])
    assert plain is not None
    assert other.best == plain[0]
    assert known(BASE).after(state, other.moves[0]) != known(BASE).after(state, first)


@pytest.mark.parametrize("game", GAMES, ids=("base", "experimental", "superbug"))
def test_a_plan_for_a_whole_deal_is_refereed_to_its_end(game: DiceHospital) -> None:
    found = solve(known(game), game.start(), Budget(1.0))
    assert found.status is Status.FEASIBLE
    end = known(game).play(game.start(), found.moves)
    assert game.is_over(end)
    assert game.final_score(end) == found.best


def test_what_is_asked_for_ends_a_search() -> None:
    found = solve(known(BASE), BASE.start(), Budget(60, target=10))
    assert found.best is not None
    assert found.best >= 10
    beyond = next(state for state in activations(BASE, 1, 60) if state.round == BASE.deck.rounds)
    assert solve(known(BASE), beyond, Budget(60, target=500)).status is Status.INFEASIBLE


@pytest.mark.parametrize("game", GAMES, ids=("base", "experimental", "superbug"))
def test_every_decision_of_a_game_gets_advice_that_can_be_played(game: DiceHospital) -> None:
    met = set()
    for state in islice(played(game, 5), 0, None, 3):
        found = advise(game, state, QUICK)
        met.add(state.phase)
        for option in found.options:
            after = state
            for move in option.moves:
                after = game.apply(after, move)
            assert after == option.end
        assert found.options[0].loss == 0
    assert {Phase.KEEP, Phase.PLACE} <= met


def test_the_same_question_gets_the_same_advice() -> None:
    state = next(state for state in played(BASE, 3) if state.phase is Phase.TAKE)
    assert advise(BASE, state, QUICK).options == advise(BASE, state, QUICK).options


def test_advice_for_the_last_activation_says_what_cannot_be_beaten() -> None:
    state = next(state for state in activations(BASE, 2, 60) if state.round == BASE.deck.rounds)
    plain = everything(known(BASE), state)
    assert plain is not None
    found = advise(BASE, state, Budget(20))
    assert found.within is not None
    assert found.within.low <= plain[0] <= found.within.high
    assert found.within.exact


def test_options_beyond_the_core_are_answered_by_the_plain_rules_and_say_why() -> None:
    game = replace(BASE, options=Options(heal_is_rise=False))
    state = next(iter(played(game, 0)))
    assert "heal_is_rise" in advise(game, state, QUICK).note
    assert "heal_is_rise" in review(game, [], QUICK).note
    assert "heal_is_rise" in solve(known(game), game.start(), Budget(0.2)).note


def test_what_the_core_cannot_count_is_left_to_the_plain_rules() -> None:
    """A blood bag, and a point that a worker makes, is counted in a byte of the core."""
    state = next(iter(played(BASE, 0)))._replace(blood_bags=400)
    assert "blood bags" in solve(known(BASE), state, Budget(0.1)).note
    assert "blood bags" in advise(BASE, state, Budget(0.1, thorough=False)).note
    assert "blood bags" in review(BASE, [Step(state, BASE.legal_moves(state)[0], state)], Budget(0.1)).note
    workers = BASE.deck.experimental_specialists
    generous = [replace(worker, amount=99) if worker.ability is Ability.POINTS else worker for worker in workers]
    deck = replace(BASE.deck, experimental_specialists=tuple(generous))
    assert "points" in (refusal(replace(BASE, deck=deck), BASE.start()) or "")
    assert refusal(BASE, BASE.start()) is None


def test_without_time_a_plan_is_made_by_one_look_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, best_ends = list[State](), Player.best_ends

    def counted(player: Player, states: Sequence[State], width: int, *, returns: bool = False) -> list[BestEnd]:
        looks.extend(states)
        return best_ends(player, states, width, returns=returns)

    monkeypatch.setattr(Player, "best_ends", counted)
    found = solve(known(BASE), BASE.start(), Budget(0.0))
    assert found.best is not None
    assert len(looks) <= 2 * BASE.deck.rounds


def test_bags_in_the_middle_of_a_placement_are_followed_in_one_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen bags and eleven patients once made 62,000 positions out of a few hundred, whatever the time was."""
    file = gamefile.read(CASES / "bags-in-any-order" / "game.toml")
    state, legal_moves = gamefile.replay(file).state, DiceHospital.legal_moves
    asked = list[State]()

    def counting(game: DiceHospital, at: State) -> list[Move]:
        asked.append(at)
        return legal_moves(game, at)

    monkeypatch.setattr(DiceHospital, "legal_moves", counting)
    assert state.phase is Phase.ALSO
    known_draws = KnownDraws(file.game, partial(gamefile.next_draw, file))
    assert solve(known_draws, state, Budget(0.0)).moves
    assert len(asked) < 1000
    asked.clear()
    assert len(player_for(file.game).ways(state)) == len(legal_moves(file.game, state)) > 10
    assert len(asked) < 1000


def test_what_is_told_begins_with_a_first_plan_in_round_1() -> None:
    told = list[Progress]()
    solve(known(BASE), BASE.start(), Budget(0.0), report=told.append)
    assert {one.stage for one in told if one.best is None} == {"first plan"}
    assert [one.round for one in told] == sorted(one.round for one in told)
    assert told[0].round == 1


def record(game: DiceHospital, seed: int) -> list[Step[State, Move | Outcome]]:
    states, random, state = list[Step[State, Move | Outcome]](), Random(seed), game.start()
    player = player_for(game)
    while not game.is_over(state) and state.round < 3:
        if game.is_chance(state):
            outcome = sampled(game, state, random)
            states.append(Step(state, outcome, game.apply_outcome(state, outcome)))
        else:
            move = player.quick(state)[0] if seed else game.legal_moves(state)[-1]
            states.append(Step(state, move, game.apply(state, move)))
        state = states[-1].after
    return states


def test_a_review_finds_what_a_careless_player_loses_and_blames_no_one_for_luck() -> None:
    good, careless = (review(BASE, record(BASE, seed), Budget(60)) for seed in (1, 0))
    assert good.marks
    assert careless.loss > good.loss
    assert all(mark.loss >= 0 for mark in careless.marks)
    assert any(luck.gain for luck in good.luck)


def test_those_who_lead_are_looked_at_longer() -> None:
    state = next(state for state in played(BASE, 4) if state.phase is Phase.PLACE)
    contest = Contest(player_for(BASE), player_for(BASE).ways(state, 8), most=8)
    contest.run(lambda: False)
    best, worst = contest.ranking()[0], contest.ranking()[-1]
    assert len(contest.values[best]) == 8
    assert len(contest.values[worst]) < 8
    assert partial(contest.mean, best)() == sum(contest.values[best]) / 8


def test_with_time_the_leaders_are_looked_at_two_rounds_ahead() -> None:
    states = [state for state in played(BASE, 4) if state.phase is Phase.TAKE]
    for state, ahead in ((states[0], 2), (states[-1], 0), (states[-2], 1)):
        contest = Contest(player_for(BASE), player_for(BASE).ways(state, 6, starts=2), most=33)
        contest.run(lambda: False)
        assert contest.ahead[contest.ranking()[0]] == ahead


def intake_with(red: int, yellow: int, green: int) -> State:
    """Dice are drawn from a bag in which so many of each colour are missing."""
    state = next(state for state in played(BASE, 0) if state.phase is Phase.KEEP)
    beds = [untreated(colour, 3) for colour, many in enumerate((red, yellow, green)) for _ in range(many)]
    return state._replace(phase=Phase.INTAKE, dice=(), patients=tuple(beds))


def test_dice_are_sampled_as_often_as_they_are_drawn() -> None:
    """11.2: three of eleven red ones left, and all others."""
    state, many = intake_with(8, 0, 0), 6000
    drawn_at_all = Counter[int]()
    for seed in range(many):
        outcome = sampled(BASE, state, Random(seed))
        assert isinstance(outcome, Drawn)
        drawn_at_all.update(outcome.dice)
    expected = dict.fromkeys(drawn_at_all, 0.0)
    for outcome, chance in BASE.chance_outcomes(state):
        assert isinstance(outcome, Drawn)
        for die in outcome.dice:
            expected[die] += chance * many  # each die is met
    for die, number in expected.items():
        assert abs(drawn_at_all[die] - number) < 5 * number**0.5


def test_two_bags_that_differ_by_a_die_are_drawn_from_alike() -> None:
    one, other, same = intake_with(3, 2, 1), intake_with(2, 2, 2), 0
    for seed in range(300):
        dice = [Counter(sampled(BASE, state, Random(seed)).dice) for state in (one, other)]  # type: ignore[union-attr]
        assert (dice[0] & dice[1]).total() >= 2
        same += dice[0] == dice[1]
    assert same > 150


def test_rolls_inside_an_activation_are_beyond_a_proof() -> None:
    game = GAMES[1]
    late = [state for state in activations(game, 0, 60) if state.round == game.deck.rounds]
    drug_trial = next(kind for kind, one in enumerate(game.deck.departments) if one.treatment is Treatment.REROLL)
    rolling = late[0]._replace(free_departments=(*late[0].free_departments, drug_trial))
    assert solve(known(game), rolling, Budget(0.5)).bound is None
