"""Patients in a relaxation (7, 9.1, 9.2, 10.7): who is admitted, treated by whom, left to worsen, or dies."""

from typing import Any

from clinic_solo.tiles import Person, Tile
from solvers.clinic_solo.relaxation.buildings import Buildings
from solvers.clinic_solo.relaxation.staff import RED
from solvers.cpsat import Number
from tabletop.colours import COLOURS, Colour


class Patients(Buildings):
    """Patients by colour and round, and the income they bring."""

    def _patients(self) -> None:
        state, deck = self.state, self.deck
        supply = self.ahead.patients  # on the notepad and in the bag, by colour
        here: list[Number] = [
            sum(counts[c] for counts in state.waiting) + sum(colour == c for _, colour in state.patients)
            for c in COLOURS
        ]
        here[Colour.WHITE] = here[Colour.WHITE] + self.bonus["patient"]
        admitted: dict[int, list[Any]] = {int(c): [] for c in COLOURS}
        everyone: list[Any] = []
        self.treated: dict[int, Number] = {}
        self.brought: dict[int, Number] = {}  # into rooms from outside
        self.income: dict[int, Number] = {}
        self.operations: dict[int, Number] = {}
        self.deaths: dict[int, Number] = {}
        self.present: dict[int, Number] = {}
        for r in self.rounds:
            points = deck.queueing.points + max(
                deck.queueing.points_per_entrance, deck.queueing.points_per_helipad
            ) * self.ways_in[r]  # fmt: skip
            new = [self.sheet.number(0, supply[c], f"admitted {c} {r}") for c in COLOURS]
            batches = []
            # 7.4: pre-admissions do not empty during an action
            most = min(sum(supply), deck.queueing.pre_admissions * len(self.known.game.services))
            for k, used in enumerate(self.admits[r]):
                batch = self.sheet.number(0, most, f"batch {r} {k}")
                self.cp.add(batch * deck.queueing.admit_cost <= points)
                self.cp.add(batch <= most * used)
                batches.append(batch)
            self.cp.add(sum(new) <= sum(batches))
            everyone += new
            self.cp.add(sum(everyone) <= self.ahead.drawn_by[r])
            for c in COLOURS:
                admitted[int(c)].append(new[c])
                self.cp.add(sum(admitted[int(c)]) <= supply[c])
            present: list[Number] = [here[c] + new[c] for c in COLOURS]
            self.present[r] = sum(present)
            left = self._care(r, present) if self.ahead.care or r != self.ahead.first else present
            # 7.4, 8.5: who is left waits in pre-admissions or in a bed.
            beds = (
                sum(self.rooms[r, f] for f in range(deck.floors))
                * deck.walking.capacity[Tile.TREATMENT][Person.PATIENT]
            )
            waiting = deck.queueing.pre_admissions * len(self.known.game.services)
            self.cp.add(sum(left) <= waiting + beds + self.has[r, Tile.OPERATING] + self.has[r, Tile.OUTPATIENT])
            dead = left[RED]
            self.deaths[r] = dead
            here = [0, left[0], left[1], left[2]]
            if r == deck.rounds and not self.known.game.switches.admin_after_last_round:
                here, self.deaths[r] = list(left), 0
        self.left = here

    def _care(self, r: int, present: list[Number]) -> list[Number]:
        """9.1, 9.2: pairs of a patient and a doctor by colour, with the nurses they need."""
        deck, money = self.deck, self.deck.money
        in_rooms = {(p, d): self.sheet.number(0, 12, f"{p} by {d} {r}") for p in COLOURS for d in COLOURS}
        operated = {(p, d): self.sheet.flag(f"{p} by {d} operated {r}") for p in COLOURS for d in COLOURS}
        outside = {(p, d): self.sheet.flag(f"{p} by {d} outpatient {r}") for p in COLOURS for d in COLOURS}
        beds = deck.walking.capacity
        rooms = sum(self.rooms[r, f] for f in range(deck.floors))
        self.cp.add(sum(in_rooms.values()) <= beds[Tile.TREATMENT][Person.PATIENT] * rooms)
        for pairs, tile in ((operated, Tile.OPERATING), (outside, Tile.OUTPATIENT)):
            self.cp.add(sum(pairs.values()) <= beds[tile][Person.PATIENT] * self.has[r, tile])
        gaps = {pair: abs(pair[0] - pair[1]) for pair in in_rooms}
        help_needed: Number = sum(gaps[pair] * count for pair, count in in_rooms.items())
        own = money.operating_nurses
        help_needed += sum(max(0, gaps[pair] - own) * flag for pair, flag in operated.items())
        self.cp.add(help_needed <= self.nurses[r])
        left: list[Number] = []
        for c in COLOURS:
            of_doctor = [pairs[p, c] for pairs in (in_rooms, operated, outside) for p in COLOURS]
            self.cp.add(sum(of_doctor) <= self.treating[r, int(c)])
            of_patient = [pairs[c, d] for pairs in (in_rooms, operated, outside) for d in COLOURS]
            rest = self.sheet.number(0, 40, f"left {c} {r}")
            self.cp.add(rest == present[c] - sum(of_patient))
            left.append(rest)
        treated_in_rooms = sum(in_rooms.values())
        gardens = self.sheet.number(0, 60, f"gardens beside the treated {r}")
        self.cp.add(gardens <= 3 * treated_in_rooms)  # one of the four spaces beside a room holds its hub
        self.cp.add(gardens <= 4 * beds[Tile.TREATMENT][Person.PATIENT] * self.gardens[r])
        pay = [money.patient_pay[p] * pairs[p, d] for pairs in (in_rooms, operated) for p, d in pairs]
        self.income[r] = (
            sum(pay) + money.outpatient_pay * sum(outside.values()) + money.garden_pay * gardens
        )  # fmt: skip
        self.operations[r] = sum(operated.values())
        self.treated[r] = treated_in_rooms + sum(operated.values()) + sum(outside.values())
        self.brought[r] = treated_in_rooms + sum(operated.values())
        return left
