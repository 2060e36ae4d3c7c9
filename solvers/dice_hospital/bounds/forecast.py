"""What known draws bring in the rounds to come, whatever is played until then.

The cards of each round are what they are. Which dice come depends on what the bag then holds: every intake that any
filling of the beds would lead to is listed, with every choice of dice from it. A draw that nobody told leads nowhere.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from dice_hospital.chance import is_possible
from dice_hospital.moves import CardsShown, Move, Outcome
from dice_hospital.patients import COLOURS, Patients, by_colour, untreated
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Variant
from dice_hospital.state import Phase, State
from solvers.core.replay import KnownGame

Known = KnownGame[State, Move, Outcome]


class Arrival(NamedTuple):
    """Who comes in, and the blood bags that come along (4.2)."""

    dice: Patients
    bags: int


class Shown(NamedTuple):
    specialist: int
    department: int


class Filling(NamedTuple):
    """Between what numbers the patients in bed lie, by colours taken together (`TOGETHER`)."""

    low: tuple[int, ...]
    high: tuple[int, ...]


TOGETHER = tuple(colours for many in (1, 2, 3) for colours in combinations(COLOURS, many))


def arrivals(
    known: Known, game: DiceHospital, state: State, patients: Patients | None = None
) -> dict[Arrival, Filling]:  # fmt: skip
    """Every way in which the intake of a state's round may end, from these patients in bed or from any."""
    found: dict[Arrival, Filling] = {}
    for filling in _fillings(game) if patients is None else [patients]:
        at = state._replace(phase=Phase.INTAKE, patients=filling, dice=(), blood_bags=0, discharged=(0, 0, 0))
        drawn = known.draw(at)
        if drawn is None or not is_possible(game, at, drawn):
            continue  # by a recorded draw these patients cannot lie there
        there = by_colour(filling)
        sums = tuple(sum(there[colour] for colour in colours) for colours in TOGETHER)
        for arrival in kept(known, game, game.apply_outcome(at, drawn)):
            before = found.get(arrival, Filling(sums, sums))
            found[arrival] = Filling(tuple(map(min, before.low, sums)), tuple(map(max, before.high, sums)))
    return found


def _fillings(game: DiceHospital) -> Iterator[Patients]:
    """Beds by the colours of who lies there: values make no difference to what is drawn."""
    most = min(game.deck.setup.beds, game.deck.dice.per_colour)
    for numbers in product(range(most + 1), repeat=len(COLOURS)):
        if sum(numbers) <= game.deck.setup.beds:
            yield tuple(
                untreated(colour, 1) for colour, number in zip(COLOURS, numbers, strict=True) for _ in range(number)
            )


def kept(known: Known, game: DiceHospital, state: State) -> set[Arrival]:
    """What may be kept of the dice drawn, and who comes on top of them (10.3)."""
    found = set[Arrival]()
    for move in game.legal_moves(state):
        after = game.apply(state, move)
        gift = after.blood_bags - state.blood_bags
        dice = tuple(sorted(move.patients))  # type: ignore[union-attr]
        if game.has(Variant.EPIDEMIC):
            newcomer = known.draw(after)
            if newcomer is None:
                continue
            dice = tuple(sorted((*dice, newcomer.die)))  # type: ignore[union-attr]
        found.add(Arrival(dice, gift))
    return found


def cards(known: Known, game: DiceHospital, state: State) -> Iterator[tuple[int, Shown]]:
    """The cards that are turned up round by round, from the round of a state on (5.3)."""
    at = state._replace(dice=(), shown=())
    for number in range(max(1, state.round), game.deck.rounds + 1):
        at = at._replace(round=number, phase=Phase.CARDS)
        drawn = known.draw(at)
        if not isinstance(drawn, CardsShown) or not is_possible(game, at, drawn):
            return
        yield number, Shown(drawn.specialist, drawn.department)
        at = game.apply_outcome(at, drawn)._replace(shown=())


__all__ = ["TOGETHER", "Arrival", "Filling", "Known", "Shown", "arrivals", "cards", "kept"]
