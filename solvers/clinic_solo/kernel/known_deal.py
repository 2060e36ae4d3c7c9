"""The solitaire of Clinic with its draws known: by a seed, or one by one."""

from dataclasses import dataclass
from typing import ClassVar

from clinic_solo.deals import Deal, next_outcome
from clinic_solo.moves import Move, Outcome
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from solvers.core.replay import KnownGame


@dataclass(frozen=True)
class KnownDeal(KnownGame[State, Move, Outcome]):
    """A game with the deal of its file."""

    unknown: ClassVar[str] = "a draw to come is not known: add it to [draws], or a seed"

    game: ClinicSolo
    deal: Deal
    start: State  # where the file begins, from which its draws are counted

    def draw(self, state: State) -> Outcome | None:
        return next_outcome(self.game, self.deal, state, self.start)


__all__ = ["KnownDeal"]
