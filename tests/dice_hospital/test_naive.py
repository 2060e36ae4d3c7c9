"""The referee against the naive reading, on random positions and on those met in play."""

from random import Random

import pytest

from dice_hospital import DiceHospital, State
from dice_hospital.moves import Stop
from dice_hospital.patients import COLOURS, NOW, OWN, TREATED, VALUE, Patients, untreated
from dice_hospital.state import CHANCE, Phase
from tests.dice_hospital import naive
from tests.dice_hospital.helpers import game, placing, positions_met

BASE, EXPERIMENTAL = game(), game("experimental")


def hospital(g: DiceHospital, state: State) -> naive.Hospital:
    return naive.Hospital(
        dice=tuple(naive.Die(OWN[c].letter, VALUE[c], TREATED[c], NOW[c].letter) for c in state.patients),
        workers=tuple(g.deck.workers[kind].name for kind in state.free_workers),
        departments=tuple(g.deck.departments[kind].name for kind in state.free_departments),
        bags=state.blood_bags,
        fatalities=state.fatalities,
        score=state.score,
    )


def told(patients: Patients) -> tuple[str, ...]:
    return tuple(sorted(f"{OWN[c].letter}{VALUE[c]}{NOW[c].letter if TREATED[c] else ''}" for c in patients))


def key(g: DiceHospital, state: State) -> naive.Key:
    return (
        told(state.patients),
        tuple(sorted(g.deck.workers[kind].name for kind in state.free_workers)),
        tuple(sorted(g.deck.departments[kind].name for kind in state.free_departments)),
        state.blood_bags,
        state.discharged,
        state.fatalities,
        state.score,
    )


def reached(g: DiceHospital, start: State, *, lean: bool = False) -> set[naive.Key]:
    """Every position between placements, by the referee."""
    found, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        if state.phase in CHANCE:
            following = [g.apply_outcome(state, outcome) for outcome, _ in g.chances(state)]
        else:
            moves = [move for move in g.activation_moves(state, lean=lean) if move != Stop()]
            assert moves or state.phase is Phase.PLACE
            following = [g.apply(state, move) for move in moves]
        for after in following:
            if after not in found:
                found.add(after)
                waiting.append(after)
    return {key(g, state) for state in found if state.phase is Phase.PLACE and not state.recoloured}


def random_position(g: DiceHospital, random: Random, *, most: int, workers: int, bags: int) -> State:
    """A few patients and a few free workers and departments, so that everything can be tried."""
    patients = tuple(
        sorted(untreated(random.choice(COLOURS), random.randint(1, 6)) for _ in range(random.randint(2, most)))
    )
    deck, experimental = g.deck, bool(g.variants)
    rooms = range(len(deck.starting) + len(deck.tiles) + experimental * len(deck.experimental_tiles))
    hands = [*range(1, 13), *range(15, 21)] if experimental else range(13)
    if experimental:
        rooms = [*rooms, *range(18, 22), *range(18, 22)]  # type: ignore[assignment]
    return placing(g)._replace(
        patients=patients,
        free_workers=tuple(sorted(random.choice(hands) for _ in range(workers))),
        free_departments=tuple(sorted(random.choice(rooms) for _ in range(workers + 1))),
        blood_bags=bags,
        fatalities=random.randint(0, 1),
    )


def compare(g: DiceHospital, state: State) -> int:
    found, expected = reached(g, state), naive.reached(hospital(g, state))
    assert found == expected, (state, sorted(found ^ expected)[:3])
    return len(found)


@pytest.mark.parametrize("bags", [0, 1, 2])
@pytest.mark.parametrize("g", [BASE, EXPERIMENTAL], ids=["base", "experimental"])
def test_activations(g: DiceHospital, bags: int) -> None:
    random = Random(f"activation {bags} {len(g.variants)}")
    number, most, workers = {0: (25, 5, 3), 1: (25, 5, 2), 2: (10, 4, 2)}[bags]
    if g is EXPERIMENTAL:
        number, most, workers = {0: (8, 4, 2), 1: (25, 4, 1), 2: (12, 4, 1)}[bags]
    total = 0
    for _ in range(number):
        total += compare(g, random_position(g, random, most=most, workers=workers, bags=bags))
    assert total > number * 3


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize("g", [BASE, EXPERIMENTAL], ids=["base", "experimental"])
def test_500_activations(g: DiceHospital, part: int) -> None:
    random = Random(f"many {part} {len(g.variants)}")
    sizes = ((6, 3, 0), (5, 2, 1), (4, 2, 2)) if g is BASE else ((5, 2, 0), (4, 2, 1), (4, 1, 2))
    for number in range(50):
        most, workers, bags = sizes[number % 3]
        compare(g, random_position(g, random, most=most, workers=workers, bags=bags))


@pytest.mark.parametrize("bags", [1, 2])
def test_lean_moves_reach_the_same(bags: int) -> None:
    """The two facts for programs: what is left out leads nowhere else but to a bag wasted on a colour."""
    random = Random(f"lean {bags}")
    for _ in range(30 if bags == 1 else 8):
        state = random_position(BASE, random, most=5, workers=2, bags=bags)
        every, lean = reached(BASE, state), reached(BASE, state, lean=True)
        assert lean <= every
        assert ends_that_matter(every) == ends_that_matter(lean)


def ends_that_matter(keys: set[naive.Key]) -> set[tuple[object, ...]]:
    """What the end of an activation keeps of positions, the best of those that differ in bags alone."""
    found: dict[tuple[object, ...], int] = {}
    for patients, _, _, bags, *rest in keys:
        kept = tuple(sorted(patient[:2] + "t" * (len(patient) > 2) for patient in patients))
        found[kept, *rest] = max(bags, found.get((kept, *rest), -1))
    return {(*end, bags) for end, bags in found.items()}


# --- discharge ---


def by_rounds(g: DiceHospital, state: State) -> set[tuple[object, ...]]:
    """Every end of the round, by the referee."""
    found, waiting, ended = set(), [g.apply(state, Stop())], []
    while waiting:
        one = waiting.pop()
        if one.phase is not Phase.REPORT:
            ended.append(one)
            continue
        for move in g.legal_moves(one):
            after = g.apply(one, move)
            if after not in found:
                found.add(after)
                waiting.append(after)
    return {(told(s.patients), s.fatalities, s.score, columns(g, s), s.report_points) for s in ended}


def columns(g: DiceHospital, state: State) -> naive.Columns:
    cards = [(report.letters, report.points) for report in g.deck.reports]
    return tuple(tuple(cards[kind] for kind in column) for column in state.reports)


@pytest.mark.parametrize("variants", [(), ("superbug",)])
def test_ends_of_rounds(variants: tuple[str, ...]) -> None:
    g, random, completed = game(*variants), Random("discharge"), 0
    met = positions_met(g, Phase.PLACE, 120, player="sensible")
    kinds = [kind for kind, copies in enumerate(g.deck.report_copies) for _ in range(copies)]
    for state in met:
        counts = (random.choice([0, 0, 1, 2, 3]), random.choice([0, 1, 2]), random.choice([0, 1, 2, 3]))
        cards = random.sample(kinds, 6)
        display = tuple(tuple(cards[at::3][: random.randint(0, 2)]) for at in range(3))
        patients = state.patients if random.random() < 0.8 else ()
        state = state._replace(
            patients=patients, discharged=counts, for_reports=counts, reports=display, report_points=0
        )
        told_before = hospital(g, state)
        gone = tuple(
            naive.Die(colour.letter, 7, True, colour.letter) for colour in COLOURS for _ in range(counts[colour])
        )
        expected = naive.ends(told_before._replace(dice=told_before.dice + gone), columns(g, state), g.neglect_steps)
        assert by_rounds(g, state) == expected, state
        completed += len(expected) > 1
    assert completed > 30
