"""The mini-expansions in a relaxation (14A-14D): blood, extinguishers, workaholics and zombies, without most places."""

from math import lcm
from typing import Any

from clinic_solo.colours import Skill
from clinic_solo.tiles import Tile
from solvers.clinic_solo.bounds.relaxation.buildings import Buildings
from solvers.core.cpsat import Number
from tabletop.colours import COLOURS

NEIGHBOURS = 6  # 2.2: spaces adjacent to one


class Rulesets(Buildings):
    """What a ruleset that is played adds to care and income; nothing where it is not."""

    everyone: int
    donations: dict[int, Number]
    blood_left: Number
    made: dict[int, Number]

    # --- blood (14A) ---

    def _transfusions(self, r: int) -> list[Number]:
        """14A2-14A4: patients helped with blood, by colour: as many as there are tokens before this round's donation.

        Left out: the donor's other tasks, and the nurse's way.
        """
        if self.blood is None:
            return [0 for _ in COLOURS]
        tokens = self.blood.tokens
        helped = [self.builder.number(0, tokens, f"with blood {c} {r}") for c in COLOURS]
        self.donations[r] = self.builder.number(0, self.blood.donations_per_round, f"donations {r}")
        self.cp.add(sum(helped) <= self.blood_left)
        self.blood_left = self.blood_left - sum(helped) + self.donations[r]
        self.cp.add(self.blood_left <= tokens)
        return list(helped)

    # --- extinguishers (14B) ---

    def _pay_beside_extinguishers(self, r: int, treated: Number) -> Number:
        """14B4: for each patient treated in a treatment room, and each extinguisher in a space adjacent to it."""
        if self.extinguishers is None:
            return 0
        most = min(NEIGHBOURS, self.extinguishers.tokens) * self.everyone
        beside = self.builder.number(0, most, f"extinguishers beside the treated {r}")
        self.cp.add(beside <= NEIGHBOURS * treated)
        self.cp.add(beside <= NEIGHBOURS * self._beds_in_a_room() * self.with_extinguisher[r])
        return self.extinguishers.pay * beside

    def _beds_in_a_room(self) -> int:
        raise NotImplementedError

    # --- workaholics (14C) ---

    def workaholics_in_all(self) -> int:
        """14C4: those who are or were here: they may leave more patients behind than a room holds."""
        return self.deck.bags.doctors[Skill.PURPLE]

    def _workaholics_treat(self, r: int, patients: dict[Tile, list[Any]]) -> None:
        """14C5, 14C6: each treats so many patients of a colour, or one elsewhere, and goes."""
        if self.workaholics is None:
            return
        whole = lcm(*self.workaholics.treats)
        shares = [
            number * (whole // self.workaholics.treats[c] if tile == Tile.TREATMENT else whole)
            for tile, numbers in patients.items()
            for c, number in enumerate(numbers)
        ]
        self.cp.add(sum(shares) <= whole * self.treating[r, int(Skill.PURPLE)])
        if r in self.exhausted:
            self.cp.add(sum(shares) <= whole * self.exhausted[r])

    # --- zombies (14D) ---

    def _zombies(self, r: int) -> Number:
        """14D1: zombies made in a round, of those who lie in treatment rooms."""
        if self.zombies is None:
            return 0
        made = self.builder.number(0, self.zombies.tokens, f"zombies made {r}")
        self.cp.add(self.zombies.patients * made <= self._beds_in_a_room() * self.rooms[r])
        self.cp.add(self.curing[r] <= self._zombies_before(r))
        self.made[r] = made
        self.cp.add(self.state.zombies_made + sum(self.made.values()) <= self.zombies.tokens)
        return made

    def _zombies_before(self, r: int) -> Number:
        made = sum(number for other, number in self.made.items() if other < r)
        cured = sum(self.curing[other] for other in self.made if other < r)
        return len(self.state.zombies) + made - cured

    def _pay_of_cures(self, r: int) -> Number:
        """14D4."""
        return 0 if self.zombies is None else self.zombies.cure_pay * self.curing[r]

    def _zombies_at_the_end(self) -> Number:
        """14D6."""
        return self._zombies_before(self.deck.rounds + 1)

    def _abandoned(self, r: int) -> Number:
        """14D1: cars of those who became zombies before the Move of a round; there may be more."""
        if self.zombies is None:
            return 0
        return self.state.abandoned + self.zombies.patients * sum(
            number for other, number in self.made.items() if other < r
        )
