"""The beginning of a relaxation: what is ahead, the actions of each round (4.2), and the bonus tile (3.5)."""

from typing import Any

from clinic_solo.state import State
from solvers.clinic_solo.outlook import Outlook, outlook
from solvers.clinic_solo.problem import Known
from solvers.cpsat import Number, Sheet


class Actions:
    """What every part builds on."""

    def __init__(self, known: Known, state: State) -> None:
        self.known, self.state = known, state
        self.deck, self.board = known.game.deck, known.game.board
        self.ahead: Outlook = outlook(known, state)
        self.rounds = range(self.ahead.first, self.deck.rounds + 1)
        self.sheet = Sheet()
        self.cp = self.sheet.cp
        self.spent: dict[int, list[Number]] = {number: [] for number in self.rounds}
        self._actions()
        self._bonus()

    def _actions(self) -> None:
        self.builds: dict[int, Number] = {}
        self.hires: dict[int, Number] = {}
        self.admits: dict[int, list[Any]] = {}
        most = self.deck.tiles_per_action
        for number in self.rounds:
            slots = self.ahead.slots if number == self.ahead.first else self.deck.actions_per_round
            build = self.sheet.number(0, most, f"build {number}")
            hire = self.sheet.number(0, most, f"hire {number}")
            admits = [self.sheet.flag(f"admit {number} {k}") for k in range(most)]
            self.cp.add(build + hire + sum(admits) <= slots)
            self.builds[number], self.hires[number], self.admits[number] = build, hire, admits

    def _bonus(self) -> None:
        """3.5: one of the tiles on offer, if it is still to be chosen."""
        kinds = ("nurse", "orderly", "garden", "patient", "parking", "doctor_colour", "money")
        self.bonus: dict[str, Number] = dict.fromkeys(kinds, 0)
        flags = []
        for number in self.ahead.offers:
            tile = self.deck.bonus_tile(number)
            flags.append(self.sheet.flag(f"bonus {number}"))
            amount = tile.amount if tile.what == "money" else 1
            if tile.what in self.bonus:
                self.bonus[tile.what] = flags[-1] * amount
        if flags:
            self.cp.add(sum(flags) == 1)
