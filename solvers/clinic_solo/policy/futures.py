"""Futures as a player may imagine them: what is on the table stays, every draw to come is made anew from the bags."""

from functools import cached_property
from random import Random

from clinic_solo.deals import Deal
from clinic_solo.players import sensible_move
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import Phase, State
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.problem import BOUNDARIES, Start, start_at
from solvers.clinic_solo.kernel.state_encoding import Encoded
from solvers.clinic_solo.kernel.tables import tables_of


class Future:
    """One way the draws may go from a position on. Nothing else the file knows of its draws gets in here."""

    def __init__(self, game: ClinicSolo, seen: State, seed: int) -> None:
        self.game, self.seen = game, seen
        self.known = KnownDeal(game, Deal(seed), seen)

    @cached_property
    def tables(self) -> Encoded:
        return tables_of(self.game, self.known.deal, self.known.next_decision(self.seen), self.seen)

    def start(self, state: State) -> Start:
        """Where the kernel takes over; what comes before, cars and a bonus to be placed, a simple player decides."""
        state = self.known.next_decision(state)
        while not starts_kernel(self.game, state):
            state = self.known.after(state, sensible_move(self.game, state))
        return start_at(self.game, self.tables, state)


def starts_kernel(game: ClinicSolo, state: State) -> bool:
    return state.phase in BOUNDARIES or (state.phase is Phase.BONUS_CHOICE and game.expert)


def futures_of(game: ClinicSolo, seen: State, number: int, seed: int) -> list[Future]:
    """So many futures of a position; the first ones stay the same when more are asked for."""
    random = Random(f"{seed} futures")
    return [Future(game, seen, random.getrandbits(31)) for _ in range(number)]
