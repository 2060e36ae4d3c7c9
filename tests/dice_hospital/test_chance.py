"""Section 11: chance is listed in full, with exact probabilities."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from dice_hospital.chance import chances, draws_of, intake_refusal, intakes, is_possible
from dice_hospital.deals import DEALS, deal_from_id, deal_from_seed, deal_id, drawn, kind_at, place_of
from dice_hospital.moves import CardsShown, Drawn
from dice_hospital.patients import parse_patients, untreated
from dice_hospital.state import Phase
from tests.dice_hospital.helpers import EVERY, game, position, steps_of_game

G = game()
ALL = game(*EVERY)


def test_intakes_are_1365() -> None:
    found = intakes((11, 11, 11), (2, 3, 4, 5), 4)
    assert len(found) == len({dice for dice, _ in found}) == 1365
    assert sum(chance for _, chance in found) == 1


def test_intakes_against_every_order() -> None:
    """Dice one after the other, each of the bag as likely as any other, then rolled."""
    bag, values = (2, 1, 3), (2, 3, 3)
    dice = [colour for colour in range(3) for _ in range(bag[colour])]
    counted: Counter[tuple[int, ...]] = Counter()
    for first, second in product(range(6), repeat=2):
        if first != second:
            for one, two in product(values, repeat=2):
                counted[tuple(sorted((untreated(dice[first], one), untreated(dice[second], two))))] += 1
    total = sum(counted.values())
    assert dict(intakes(bag, values, 2)) == {dice: Fraction(ways, total) for dice, ways in counted.items()}


def test_a_small_bag() -> None:
    assert intakes((0, 0, 0), (2, 3), 4) == (((), Fraction(1)),)
    assert all(len(dice) == 2 for dice, _ in intakes((1, 1, 0), (2, 3), 4))


def test_pairs_of_cards() -> None:
    state = position(G, phase=Phase.CARDS)
    found = dict(G.chances(state))
    assert len(found) == 144
    assert set(found.values()) == {Fraction(1, 144)}
    surgeon, radiology = G.deck.worker_named["surgeon"], G.deck.department_named["radiology"]
    less = G.apply_outcome(state, CardsShown(surgeon, radiology))._replace(phase=Phase.CARDS)
    assert dict(G.chances(less))[CardsShown(surgeon, radiology)] == Fraction(1, 23) ** 2


def test_draws_without_putting_back() -> None:
    assert sum(chance for _, chance in draws_of((2, 2, 2, 1), 2)) == 1
    assert dict(draws_of((1, 1), 1)) == {(0,): Fraction(1, 2), (1,): Fraction(1, 2)}


@pytest.mark.parametrize("seed", range(3))
def test_all_chance_sums_to_one_and_happens(seed: int) -> None:
    phases = set()
    for before, step, _ in steps_of_game(ALL, seed, "eager"):
        found = ALL.chances(before)
        assert bool(found) == ALL.is_chance(before)
        if not found:
            continue
        phases.add(before.phase)
        assert sum(chance for _, chance in found) == 1
        assert all(chance > 0 for _, chance in found)
        assert len({outcome for outcome, _ in found}) == len(found)
        assert step in [outcome for outcome, _ in found]
        assert all(is_possible(ALL, before, outcome) for outcome, _ in found)
        assert sum(chance for _, chance in ALL.chance_outcomes(before)) == pytest.approx(1)
    assert phases >= {Phase.TAKEN_OUT, Phase.DEAL, Phase.FIRST, Phase.INTAKE, Phase.EPIDEMIC, Phase.CARDS}


def test_what_cannot_be_drawn() -> None:
    state = position(G, "r1 r1 r1 r1 r1 r1 r1 r1 r1 r1")
    assert is_possible(G, state, Drawn(parse_patients("r2 y2 y2 g2")))
    assert not is_possible(G, state, Drawn(parse_patients("r2 r2 y2 g2")))
    assert intake_refusal(G, state, parse_patients("r2 r2 y2 g2")) == "1 red die is left in the bag (rule 4.1)"
    assert not is_possible(G, state, CardsShown(1, 6))
    assert chances(G, position(G, phase=Phase.OVER)) == []


# --- deals ---


def test_ids() -> None:
    assert DEALS == 32**5
    for deal in (0, 1, 31, 32, DEALS - 1, deal_from_seed(5)):
        assert deal_from_id(deal_id(deal)) == deal
        assert deal_from_id(f" {deal_id(deal).upper()} ") == deal
    for wrong in ("", "50pgf", "50pgfcc", "50pg-c", "00000u"):
        with pytest.raises(ValueError, match="is no deal id"):
            deal_from_id(wrong)
    with pytest.raises(ValueError, match="a letter is wrong"):
        deal_from_id("000012")


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = ([after for _, _, after in steps_of_game(G, 3, "sensible")] for _ in range(2))
    assert one == other
    assert one != [after for _, _, after in steps_of_game(G, 4, "sensible")]


def test_every_draw_has_a_place_of_its_own() -> None:
    for seed in range(4):
        places = [place_of(ALL, before) for before, _, _ in steps_of_game(ALL, seed, "eager") if ALL.is_chance(before)]
        assert len(set(places)) == len(places)
        for (before, step, _), place in zip(
            (turn for turn in steps_of_game(ALL, seed, "eager") if ALL.is_chance(turn[0])), places, strict=True
        ):
            assert kind_at(place) is type(step)
            assert drawn(ALL, deal_from_seed(seed), before) == step
    assert kind_at("9 tea") is None


def test_deals_are_as_likely_as_at_the_table() -> None:
    """The values of intakes over many deals, and a colour that is rare in the bag."""
    state = position(G, "r1 r1 r1 r1 r1 r1 r1 r1 r1 r1")  # one red is left of 23
    dice = [outcome.dice for deal in range(2000) if isinstance(outcome := drawn(G, deal, state), Drawn)]
    values = Counter(die % 6 + 1 for one in dice for die in one)
    assert set(values) == {2, 3, 4, 5}
    assert max(values.values()) - min(values.values()) < 300
    reds = sum(any(die < 24 for die in one) for one in dice)
    assert abs(reds - 2000 * 4 / 23) < 70
