"""Decks and games far from the shipped one: long and falling points, much neglect, dear fatalities, recorded draws."""

from _thread import interrupt_main
from dataclasses import replace
from itertools import islice, product
from threading import Timer

import pytest

from benchmarks.dice_hospital import late_positions
from dice_hospital.deck import Treatment
from dice_hospital.moves import CardsShown, Drawn, Move, Outcome, Stop
from dice_hospital.patients import parse_patients
from dice_hospital.referee import DiceHospital
from dice_hospital.score import uncompleted_factor
from dice_hospital.setting import Options, Variant
from dice_hospital.state import Phase, State
from solvers.core.budget import Budget
from solvers.core.plain_search import everything
from solvers.core.replay import KnownDraws
from solvers.core.result import Status
from solvers.dice_hospital.kernel.activation import Activation
from solvers.dice_hospital.kernel.supports import refusal
from solvers.dice_hospital.search.last_round import Begun, last_round
from solvers.dice_hospital.solve import solve
from solvers.dice_hospital.value_function.features import last_end_values
from tests.solvers.dice_hospital.positions import BASE, EXPERIMENTAL, FALLING, FIFTEEN, activations, known, played

Known = KnownDraws[State, Move, Outcome]


def solved_like_everything(game: DiceHospital, state: State) -> None:
    known: Known = KnownDraws(game, lambda _: None)
    plain = everything(known, state)
    assert plain is not None
    found = solve(known, state, Budget(60))
    assert (found.status, found.best, found.bound) == (Status.OPTIMAL, plain[0], plain[0]), state


@pytest.mark.parametrize("gone", [(0, 0, 0), (5, 4, 3)], ids=("nobody left yet", "twelve left"))
@pytest.mark.parametrize("game", [FIFTEEN, FALLING], ids=("fifteen", "falling"))
def test_last_activations_are_solved_whatever_the_points_are(game: DiceHospital, gone: tuple[int, int, int]) -> None:
    late = [state for seed in range(3) for state in activations(game, seed, 60) if state.round == game.deck.rounds]
    assert late
    for state in late:
        solved_like_everything(game, state._replace(discharged=gone, for_reports=gone))


def test_a_blood_bag_does_not_save_somebody_who_leaves_by_it() -> None:
    late = next(state for state in activations(FALLING, 0, 60) if state.round == FALLING.deck.rounds)
    for patients in ("r6 y6", "r6 y5", "r6 r6 y1"):
        state = late._replace(patients=parse_patients(patients), free_workers=(), blood_bags=6)
        solved_like_everything(FALLING, state)


def test_no_score_is_too_low_to_be_told() -> None:
    scoring, hard = replace(BASE.deck.scoring, fatality=-99), replace(BASE.deck.hard, fatality_factor=99)
    game = DiceHospital(replace(BASE.deck, scoring=scoring, hard=hard), frozenset({Variant.FATALITY_PENALTY}))
    late = next(state for state in activations(BASE, 0, 60) if state.round == BASE.deck.rounds)
    for fatalities in (110, 10_000):
        solved_like_everything(game, late._replace(fatalities=fatalities))


def test_departments_that_turn_several_dice_over_are_left_to_the_plain_rules() -> None:
    tiles = EXPERIMENTAL.deck.experimental_tiles
    several = [replace(tile, patients=2) if tile.treatment is Treatment.FLIP else tile for tile in tiles]
    deck = replace(EXPERIMENTAL.deck, experimental_tiles=tuple(several))
    game = DiceHospital(deck, frozenset({Variant.EXPERIMENTAL}))
    assert "several patients" in (refusal(game, game.start()) or "")
    assert refusal(DiceHospital(deck), BASE.start()) is None  # none of them is in the stack


@pytest.mark.parametrize(("columns", "rows", "known"), [(5, 3, True), (9, 1, True), (3, 9, True), (7, 5, False)])
def test_a_display_whose_cards_cannot_all_be_looked_at_is_left_to_the_plain_rules(
    columns: int, rows: int, known: bool
) -> None:
    deck = replace(BASE.deck, setup=replace(BASE.deck.setup, report_columns=columns, report_rows=rows))
    assert (refusal(DiceHospital(deck), BASE.start()) is None) is known


def test_the_most_that_a_large_display_brings_by_dice() -> None:
    """Against every choice of cards, looked at one by one."""
    columns = ((0, 1, 2), (3, 4), (5,), (1, 2))
    table, reports = last_end_values(BASE, columns).reports, BASE.deck.reports
    completing = BASE.deck.scoring.report_completed
    for dice in ((0, 0, 0), (2, 1, 0), (3, 3, 3), (13, 13, 13)):
        found = []
        for taken in product(*(range(len(column) + 1) for column in columns)):
            done = [kind for column, number in zip(columns, taken, strict=True) for kind in column[:number]]
            left = [kind for column, number in zip(columns, taken, strict=True) for kind in column[number:]]
            if all(sum(reports[kind].needs[colour] for kind in done) <= dice[colour] for colour in range(3)):
                found.append(completing * sum(reports[kind].points for kind in done))
                found[-1] += uncompleted_factor(BASE) * sum(reports[kind].points for kind in left)
        assert table[dice] == max(found)


def test_plays_that_contradict_a_recorded_draw_are_left_out() -> None:
    """The intake that was recorded takes more red dice than the bag holds, until one of those in bed leaves."""
    red = parse_patients("r2 r2 r2 r2")

    def told(state: State) -> Outcome | None:
        if state.phase is Phase.INTAKE:
            return Drawn(red)
        stacks = state.specialist_stack, state.department_stack
        return CardsShown(*(next(kind for kind, there in enumerate(stack) if there) for stack in stacks))

    late = next(state for state in activations(BASE, 0, 60) if state.round == BASE.deck.rounds - 1)
    most = BASE.deck.dice.per_colour
    state = late._replace(patients=parse_patients(" ".join(["r6"] * (most - 3))), blood_bags=3, reports=((), (), ()))
    for game in (BASE, replace(BASE, options=Options(heal_is_rise=False))):
        known: Known = KnownDraws(game, told)
        assert known.if_possible(game.apply(state, Stop())) is None
        found = solve(known, state, Budget(0.5))
        assert found.best is not None
        assert game.final_score(known.play(state, found.moves)) == found.best


@pytest.mark.parametrize("phase", [Phase.INTAKE, Phase.CARDS])
def test_where_a_recorded_draw_can_never_happen_nothing_is_found_and_nothing_proven(phase: Phase) -> None:
    draws, last = known(BASE, 1), BASE.deck.rounds

    def told(state: State) -> Outcome | None:
        if (state.round, state.phase) != (last, phase):
            return draws.draw(state)
        return Drawn(parse_patients("r1 r1 r1 r1")) if phase is Phase.INTAKE else CardsShown(0, 0)

    state = next(state for state in played(BASE, 1) if (state.round, state.phase) == (last - 1, Phase.PLACE))
    found = solve(KnownDraws(BASE, told), state, Budget(0.5))
    assert (found.status, found.best, found.bound) == (Status.UNKNOWN, None, None)


def test_an_interrupt_in_the_middle_of_a_search_stops_it_and_is_raised() -> None:
    """It comes while compiled code runs, and shows wherever that asks Python for the first time."""
    *_, state = islice(late_positions(BASE, 6), 3)
    asked = [0]

    def stop() -> bool:
        asked[0] += 1
        if asked[0] == 1:
            Timer(0.05, interrupt_main).start()
        return False

    with pytest.raises(KeyboardInterrupt):
        last_round(BASE, [Begun(state)], stop=stop)


def test_what_is_raised_where_the_search_asks_ends_it() -> None:
    state = next(state for state in activations(BASE, 0, 5_000) if state.round == BASE.deck.rounds)
    asked = [0]

    def stop() -> bool:
        asked[0] += 1
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        Activation(BASE, state).last(last_end_values(BASE, state.reports), None, 100, 10**6, stop)
    assert asked[0] == 1
