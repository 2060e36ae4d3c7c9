"""The compiled activation against the plain rules."""

import pytest

from dice_hospital.deck import GAINS, Treatment
from dice_hospital.discharge import neglect
from dice_hospital.moves import Stop
from dice_hospital.referee import DiceHospital
from dice_hospital.state import Phase, State
from solvers.dice_hospital.kernel.activation import Activation, EndValues
from solvers.dice_hospital.value_function.features import Cards, end_values_of, last_end_values, report_values
from solvers.dice_hospital.value_function.fitted import fitted_weights
from solvers.dice_hospital.value_function.player import CHANCE_ABILITIES, player_for
from tests.dice_hospital.counts import ends, reached
from tests.solvers.dice_hospital.positions import BASE, EXPERIMENTAL, GAMES, activations, played

FEW, MANY = 120, 400  # hospitals of an activation that the plain rules go through
SOME = 150  # that are valued by the plain rules


End = tuple[tuple[int, ...], int, tuple[int, int, int], int, int]


def projected(state: State) -> End:
    """What is left of an end."""
    return state.patients, state.blood_bags, state.discharged, state.score, state.fatalities


def without_rolls(game: DiceHospital, state: State) -> State:
    """The position without what the core leaves out: departments and specialists by which dice are rolled."""
    deck = game.deck
    return state._replace(
        free_departments=tuple(
            kind for kind in state.free_departments if deck.departments[kind].treatment is not Treatment.REROLL
        ),
        free_workers=tuple(k for k in state.free_workers if deck.workers[k].ability not in CHANCE_ABILITIES),
    )


def compare(game: DiceHospital, state: State, *, lean: bool = True) -> None:
    """Every end of the core is one of the plain rules; what it leaves out has a twin with more bags or points."""
    state = without_rolls(game, state)
    plain = {projected(end) for end in ends(game, reached(game, state, lean=lean))}
    activation = Activation(game, state)
    found = activation.all()
    assert found is not None
    core = {projected(neglect(game, activation.between(hospital))) for hospital in found}
    assert core <= plain, f"{sorted(core - plain)[:3]} from {state}"
    alike = dict[object, list[tuple[int, int, int]]]()
    for patients, bags, discharged, score, deaths in core:
        alike.setdefault((patients, discharged), []).append((bags, score, -deaths))
    for patients, bags, discharged, score, deaths in plain - core:
        twins = alike.get((patients, discharged), [])
        better = any(bags <= more and score <= points and -deaths <= alive for more, points, alive in twins)
        assert better, f"{patients} {bags} {discharged} {score} {deaths} from {state}"


@pytest.mark.parametrize("game", GAMES, ids=("base", "experimental", "superbug"))
@pytest.mark.parametrize("seed", range(3))
def test_every_end_is_one_of_the_plain_rules_and_the_other_way_round(game: DiceHospital, seed: int) -> None:
    states = list(activations(game, seed, FEW))
    assert {state.round for state in states} >= set(range(1, 9))
    for state in states:
        compare(game, state)


def test_what_only_wastes_blood_bags_is_left_out() -> None:
    states = [state for state in activations(BASE, 3, FEW) if state.blood_bags]
    assert len(states) > 3
    for state in states[:8]:
        compare(BASE, state, lean=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
@pytest.mark.parametrize("game", [BASE, EXPERIMENTAL], ids=("base", "experimental"))
def test_six_hundred_positions_of_all_rounds_have_the_same_ends(game: DiceHospital, seed: int) -> None:
    for state in activations(game, seed, MANY):
        compare(game, state)


def test_what_a_specialist_gains_is_taken_without_asking() -> None:
    def gaining(state: State) -> bool:
        return any(EXPERIMENTAL.deck.workers[kind].ability in GAINS for kind in state.free_workers)

    states = [state for state in activations(EXPERIMENTAL, 100, FEW) if gaining(state) and state.fatalities]
    assert states
    for state in states:
        compare(EXPERIMENTAL, state)


def all_end_values(game: DiceHospital, state: State) -> list[EndValues]:
    found = [last_end_values(game, state.reports)]
    if state.round < game.deck.rounds:
        weights = fitted_weights(game)[state.round + 1]
        found.append(end_values_of(game, Cards.of(state), weights, report_values(game, state.reports, weights)))
    return found


def value_of(activation: Activation, end_values: EndValues, hospital: object) -> float:
    """The value of an end by the tables, written down once more."""
    after = neglect(activation.game, activation.between(hospital))
    before = activation.state
    stay = [(code // 24, code % 6 + 1) for code in after.patients]
    died = after.fatalities - before.fatalities
    total = sum(end_values.patients[colour, value] for colour, value in stay) + end_values.patients[0, 0] * died
    total += (
        end_values.need[sum(7 - value for _, value in stay)]
        + end_values.crowd[len(stay)]
        + end_values.bags[after.blood_bags]
    )
    total += end_values.empty * (not stay) + (activation.between(hospital).score - before.score)
    most = end_values.in_reach.shape[-1] - 1
    for way, near in enumerate(end_values.near):
        there = [sum(1 for own, value in stay if own == colour and near[value]) for colour in range(3)]
        red, yellow, green = (min(number, most) for number in there)
        total += end_values.in_reach[end_values.display[after.discharged], way, red, yellow, green]
    return float(total + end_values.discharged[sum(after.discharged)] + end_values.reports[after.discharged])


def test_the_value_of_an_end_and_of_the_cards_is_that_of_the_next_position() -> None:
    """Up to what reports ask for: an activation looks at those that were open before it."""
    player, seen = player_for(BASE), 0
    for state in activations(BASE, 3, 5_000):
        if state.round == BASE.deck.rounds:
            continue
        for best in player.best_ends([state], 20):
            after = Activation(BASE, best.start).ended(best.hospital)
            if after.phase is Phase.INTAKE and after.reports == state.reports:
                seen += 1
                assert best.value == pytest.approx(player.value(after))
    assert seen


@pytest.mark.parametrize("game", GAMES, ids=("base", "experimental", "superbug"))
@pytest.mark.parametrize("seed", range(3))
def test_the_best_end_is_the_best_of_all_and_no_bound_lies_below_it(game: DiceHospital, seed: int) -> None:
    for state in activations(game, seed, 5_000):
        state = without_rolls(game, state)
        activation = Activation(game, state)
        found = activation.all()
        assert found is not None
        for end_values in all_end_values(game, state):
            some = found[:: max(1, len(found) // SOME)]
            best = max(value_of(activation, end_values, hospital) for hospital in some)
            exact, rough = activation.best(end_values, 5), activation.best(end_values, 5, 1)
            assert exact.exact
            assert exact.value >= best - 1e-6
            assert rough.bound >= exact.value - 1e-6
            assert rough.value <= exact.value + 1e-6
            assert value_of(activation, end_values, exact.end[0]) == pytest.approx(exact.value)
            if len(some) == len(found):
                assert best == pytest.approx(exact.value)


@pytest.mark.parametrize("game", GAMES, ids=("base", "experimental", "superbug"))
def test_what_the_core_did_is_told_in_moves_that_the_referee_accepts(game: DiceHospital) -> None:
    for seed in range(4):
        for state in played(game, seed):
            if state.phase is not Phase.PLACE or state.recoloured:
                continue
            activation = Activation(game, state)
            several = activation.several(last_end_values(game, state.reports), 5, 40)
            assert [end.value for end in several] == sorted((end.value for end in several), reverse=True)
            assert len({activation.ended(end.end) for end in several}) == len(several)
            for end in several:
                after = state
                for move in activation.moves(end.actions):
                    after = game.apply(after, move)
                stopped, told = game.apply(after, Stop()), activation.ended(end.end)
                assert projected(stopped) == projected(told)
                assert (stopped.reports, stopped.phase, stopped.report_points) == (
                    told.reports, told.phase, told.report_points
                )  # fmt: skip
