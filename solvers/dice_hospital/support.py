"""What the compiled core does not know of Dice Hospital; the generic engines answer there and say why."""

from dice_hospital.deck import Deck
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Options

MOST_BEDS = 12
MOST_SLOTS = 16  # departments, and workers, of one hospital
MOST_TREATED, MOST_ALSO = 3, 2  # patients of a department, and of a specialist's own effect


def refusal(game: DiceHospital) -> str | None:
    """Why a game is beyond the core, in a sentence; None where it is not."""
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
    return None


def _too_many(deck: Deck) -> bool:
    departments = any(department.patients > MOST_TREATED for department in deck.departments)
    return departments or any(worker.patients > MOST_ALSO for worker in deck.workers)


__all__ = ["refusal"]
