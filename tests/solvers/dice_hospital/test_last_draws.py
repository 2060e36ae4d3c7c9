"""The last round before its dice or cards are drawn: against expectimax by the rules, and against games played."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from dice_hospital.deck import Treatment
from dice_hospital.decks import load
from dice_hospital.patients import untreated
from dice_hospital.players import sensible_move
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Variant
from dice_hospital.state import Phase, State
from solvers.core.advice import Objective
from solvers.core.budget import Budget
from solvers.core.expectimax import expectimax
from solvers.dice_hospital.policy import last_draws
from solvers.dice_hospital.policy.advise import advise
from solvers.dice_hospital.policy.last_draws import LastDraws, Span
from solvers.dice_hospital.value_function.player import player_for, sampled
from tests.solvers.dice_hospital.positions import BASE, played

DICE = tuple(sorted((untreated(0, 2), untreated(1, 2), untreated(1, 5), untreated(2, 5))))


@cache
def small(*variants: Variant, beds: int = 12) -> DiceHospital:
    """One nurse, and dice that show a 2 or a 5: the plain rules can go through all of it."""
    deck = load("house")
    dice = replace(deck.dice, intake_values=(2, 5))
    return DiceHospital(replace(deck, setup=replace(deck.setup, nurses=1, beds=beds), dice=dice), frozenset(variants))


def few_of(stack: Sequence[int], number: int, random: Random) -> tuple[int, ...]:
    kinds = random.sample([kind for kind, there in enumerate(stack) if there], number)
    return tuple(random.choice((1, 2)) * (kind in kinds) for kind in range(len(stack)))


def last(game: DiceHospital, phase: Phase, seed: int, *, patients: int = 3, kinds: int = 2) -> State:
    """The last round with few patients and cards."""
    random = Random(seed)
    state = next(state for state in played(BASE, 2) if state.phase is Phase.KEEP and state.round == game.deck.rounds)
    there = sorted(untreated(random.randrange(3), random.randint(1, 6)) for _ in range(patients))
    return state._replace(
        phase=phase, patients=tuple(there), specialists=(), departments=(), blood_bags=random.randrange(2),
        specialist_stack=few_of(game.specialist_stack, kinds, random),
        department_stack=few_of(game.department_stack, kinds, random),
        dice={Phase.KEEP: DICE, Phase.LOSE: DICE[:3]}.get(phase, ()),
    )  # fmt: skip


CASES = [
    (small(), last(small(), Phase.CARDS, 0)),
    (small(), last(small(), Phase.CARDS, 1)),
    (small(), last(small(), Phase.KEEP, 2, patients=2)),
    (small(beds=4), last(small(beds=4), Phase.LOSE, 3, kinds=1)),
    (small(Variant.EPIDEMIC), last(small(), Phase.KEEP, 4, patients=0, kinds=1)),
    (small(Variant.SUPERBUG), last(small(), Phase.INTAKE, 5, patients=0, kinds=1)),
    (small(Variant.CONSULTANT), last(small(Variant.CONSULTANT), Phase.CARDS, 6)),
]


@pytest.mark.parametrize(("game", "state"), CASES, ids=[f"{at} {case[1].phase}" for at, case in enumerate(CASES)])
def test_the_value_before_the_last_cards_is_that_of_expectimax(game: DiceHospital, state: State) -> None:
    plain = expectimax(game, state, every_move=True)
    assert plain.value is not None
    rough, exact = LastDraws(game, state), LastDraws(game, state)
    first, span = rough.run(lambda _: True), exact.run()
    assert first is not None
    assert span is not None
    assert span.low == span.high
    assert float(span.low) == pytest.approx(plain.value)
    assert first.low <= span.low <= first.high
    values = {game.apply(state, move.move): move.value for move in plain.moves}
    for draws in (rough, exact):
        for moves, end, each in draws.ways():
            if moves and end in values:
                value = values[end]
                assert value is not None
                assert float(each.low) - 1e-9 <= value <= float(each.high) + 1e-9


def test_the_value_with_rolls_to_come_lies_in_the_interval() -> None:
    game = small(Variant.EXPERIMENTAL)
    roll = next(kind for kind, one in enumerate(game.deck.departments) if one.treatment is Treatment.REROLL)
    for seed in (0, 2):
        state = last(game, Phase.CARDS, seed, patients=2, kinds=1)
        state = state._replace(department_stack=tuple(int(kind == roll) for kind in range(roll + 1)))
        plain, found = expectimax(game, state), LastDraws(game, state).run()
        assert found is not None
        assert plain.value is not None
        assert float(found.low) - 1e-9 <= plain.value <= float(found.high) + 1e-9
        assert found.low < found.high


def reached(phase: Phase, seed: int) -> State:
    """The last round of a sensible game."""
    state, random = BASE.start(), Random(seed)
    while not (state.phase is phase and state.round == BASE.deck.rounds):
        if BASE.is_chance(state):
            state = BASE.apply_outcome(state, sampled(BASE, state, random))
        else:
            state = BASE.apply(state, sensible_move(BASE, state))
    return state


@pytest.mark.parametrize("phase", [Phase.CARDS, Phase.KEEP])
def test_no_play_of_any_draw_scores_more_than_its_own_interval(phase: Phase) -> None:
    """The better ones of a pair of cards bound whatever is played after it."""
    state = reached(phase, 3)
    draws, player = LastDraws(BASE, state), player_for(BASE)
    span = draws.run(lambda _: True)
    assert span is not None
    assert span.low < span.high
    for node in draws.nodes.values():
        for at in range(0, len(node.cards), 3):
            after = node.cards[at]
            for move in player.improve(after, 1, 20)[0].moves:
                after = BASE.apply(after, move)
            assert BASE.final_score(after) <= node.high[at]
            assert node.low[at] <= node.high[at]


def test_an_interval_does_not_widen_as_it_is_looked_into() -> None:
    told = list[Span]()

    def enough(span: Span) -> bool:
        told.append(span)
        return len(told) > 2

    assert LastDraws(BASE, reached(Phase.CARDS, 5)).run(enough) == told[-1]
    assert all(one.low <= two.low and two.high <= one.high for one, two in pairwise(told))
    assert told[-1].high - told[-1].low < told[0].high - told[0].low


def test_without_time_or_with_rolls_or_too_much_to_look_at_there_is_no_interval(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = reached(Phase.CARDS, 5)
    assert LastDraws(BASE, state, stop=lambda: True).run() is None
    nurse = small(Variant.ADMISSIONS_NURSE)
    coming = last(nurse, Phase.CARDS, 1)._replace(specialists=nurse.promo)
    assert LastDraws(nurse, coming).run() is None
    monkeypatch.setattr(last_draws, "MOST_CHANCE_NODES", 0)
    assert LastDraws(BASE, state).run() is None


def test_advice_before_the_last_cards_is_exact_where_little_is_left() -> None:
    for game, state in (CASES[1], CASES[3]):
        plain = expectimax(game, state, every_move=True)
        found = advise(game, state, Budget(30))
        assert found.within is not None
        assert found.within.exact
        assert found.within.low == pytest.approx(plain.value)
        if not found.options:
            assert found.expected == pytest.approx(plain.value)
            continue
        values = {move.move: move.value for move in plain.moves}
        assert found.options[0].value == pytest.approx(values[found.options[0].moves[0]])
        assert found.options[0].value == pytest.approx(plain.value)
        assert advise(game, state, Budget(5), Objective.GOAL).within is None
