"""What the compiled core does not know of Dice Hospital; the generic engines answer there and say why."""

from dice_hospital.deck import Ability, Deck, Treatment
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Options, Variant
from dice_hospital.state import State

MOST_BEDS = 12
MOST_SLOTS = 16  # departments, and workers, of one hospital
MOST_TREATED, MOST_ALSO = 3, 2  # patients of a department, and of a specialist's own effect
MOST_COUNTED = 255  # blood bags, and points of a round's workers: a byte of the core has room for no more
MOST_LEAVING = 13  # of a colour, in one round: the length of the core's tables
MOST_DISPLAYS = 1_024  # ways to complete cards of the display at once, which are all looked at


def refusal(game: DiceHospital, state: State) -> str | None:
    """Why a game from a position on is beyond the core, in a sentence; None where it is not."""
    deck = game.deck
    changed = [name for name, value in vars(Options()).items() if getattr(game.options, name) != value]
    if changed:
        return f"the option {changed[0]} is not as the fast search knows it"
    if deck.setup.beds > MOST_BEDS:
        return f"the fast search knows {MOST_BEDS} beds at most, and the deck has {deck.setup.beds}"
    if max(len(deck.starting), deck.setup.nurses) + deck.rounds > MOST_SLOTS:
        return f"the fast search knows {MOST_SLOTS} departments and workers at most"
    if _too_many(deck):
        return "a card of the deck touches more patients at once than the fast search knows"
    if any(_flips_several(deck, kind) for kind, number in enumerate(game.department_stack) if number):
        return "a department turns the dice of several patients over at once, which the fast search does not know"
    if (deck.setup.report_rows + 1) ** deck.setup.report_columns > MOST_DISPLAYS:
        return f"a report display of {deck.setup.report_columns} columns and {deck.setup.report_rows} rows is too large"
    if _most_bags(deck, state) > MOST_COUNTED:
        return f"there may be more than {MOST_COUNTED} blood bags, which is as far as the fast search counts"
    if deck.rounds * _most(deck, Ability.POINTS) > MOST_COUNTED:
        return f"workers may make more than {MOST_COUNTED} points in a round, which is as far as the fast search counts"
    if game.has(Variant.ADMISSIONS_NURSE) and deck.dice.per_colour > MOST_LEAVING:
        return f"more than {MOST_LEAVING} patients of a colour may leave in a round, more than the fast search counts"
    return None


def _most(deck: Deck, ability: Ability) -> int:
    """That one worker brings."""
    return max((worker.amount for worker in deck.workers if worker.ability is ability), default=0)


def _most_bags(deck: Deck, state: State) -> int:
    """At any time: a round brings one for its patients (4.2), one for a card (5.2), and those of workers (7.3)."""
    by_workers = deck.rounds * max(1, _most(deck, Ability.BLOOD_BAG))  # a specialist comes with a round
    return state.blood_bags + (deck.rounds + 1 - max(1, state.round)) * (2 + by_workers)


def _flips_several(deck: Deck, department: int) -> bool:
    """Whether one patient may get better and another worse by one placement.

    A blood bag could heal the second before the specialist's own effect touches him, and the core has none there.
    """
    card = deck.departments[department]
    return card.treatment is Treatment.FLIP and card.patients > 1


def _too_many(deck: Deck) -> bool:
    departments = any(department.patients > MOST_TREATED for department in deck.departments)
    return departments or any(worker.patients > MOST_ALSO for worker in deck.workers)


__all__ = ["refusal"]
