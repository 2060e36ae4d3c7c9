"""The beginning of a relaxation: what is left, the actions of each round (4.2), and the bonus tile (3.5)."""

from typing import Any

from clinic_solo.deck import BonusTile
from clinic_solo.state import State
from solvers.clinic_solo.bounds.relaxation.remaining_game import RemainingGame, remaining_game
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.ruleset_tables import (
    blood_of,
    edition_2014_of,
    extinguishers_of,
    workaholics_of,
    zombies_of,
)
from solvers.core.cpsat import ModelBuilder, Number


class Actions:
    """What every part builds on.

    A relaxation holds a bound only if every legal play fits into it. So each range is derived from the deck and the
    position, by `ModelBuilder.total` and `ModelBuilder.at_least` or from the supply there is; none is a number that
    ought to do.
    """

    def __init__(self, known: KnownDeal, state: State) -> None:
        self.known, self.state = known, state
        self.deck, self.board, self.rules = known.game.deck, known.game.board, known.game.rules
        self.skills = range(self.deck.doctor_colours)  # 1.1, 14C
        self.blood, self.extinguishers = blood_of(known.game), extinguishers_of(known.game)
        self.workaholics, self.zombies = workaholics_of(known.game), zombies_of(known.game)
        self.edition_2014 = edition_2014_of(known.game)
        self.remaining: RemainingGame = remaining_game(known, state)
        self.rounds = range(self.remaining.first, self.deck.rounds + 1)
        self.builder = ModelBuilder()
        self.cp = self.builder.cp
        self.spent: dict[int, list[Number]] = {number: [] for number in self.rounds}
        self._actions()
        self._bonus()

    def _actions(self) -> None:
        self.builds: dict[int, Number] = {}
        self.hires: dict[int, Number] = {}
        self.admits: dict[int, list[Any]] = {}
        for number in self.rounds:
            slots = self.remaining.slots if number == self.remaining.first else self.deck.actions_per_round
            most = min(slots, self.deck.tiles_per_action)
            build = self.builder.number(0, most, f"build {number}")
            hire = self.builder.number(0, most, f"hire {number}")
            admits = [self.builder.flag(f"admit {number} {k}") for k in range(most)]
            self.cp.add(build + hire + sum(admits) <= slots)
            self.builds[number], self.hires[number], self.admits[number] = build, hire, admits

    def _bonus(self) -> None:
        """3.5: one of the tiles on offer, if it is still to be chosen."""
        self.offered: list[tuple[BonusTile, Any]] = []
        for number in self.remaining.offers:
            self.offered.append((self.deck.bonus_tile(number), self.builder.flag(f"bonus {number}")))
        if self.offered:
            self.cp.add(sum(flag for _, flag in self.offered) == 1)

    def bonus(self, what: str, colour: int | None = None) -> Number:
        """How many tiles that give this, of a colour if one is named, are taken: one or none."""
        taken: Number = sum(
            flag for tile, flag in self.offered if tile.what == what and colour in (None, int(tile.colour))
        )
        return taken
