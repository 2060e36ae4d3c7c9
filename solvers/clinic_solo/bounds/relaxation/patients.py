"""Patients in a relaxation (7, 9.1, 9.2, 10.7): who is admitted, treated by whom, left to worsen, or dies."""

from typing import Any

from clinic_solo.care import nurses_needed
from clinic_solo.tiles import Person, Tile
from solvers.clinic_solo.bounds.relaxation.buildings import Buildings
from solvers.core.cpsat import Number
from tabletop.colours import COLOURS, Colour

GARDENS_BESIDE = 3  # 9.2: of the four spaces beside a room that works one holds its hub; above and below is no garden


class Patients(Buildings):
    """Patients by colour and round, and the income they bring."""

    def _patients(self) -> None:
        state, deck = self.state, self.deck
        supply = self.remaining.patients  # on the notepad and in the bag, by colour
        here: list[Number] = [
            sum(counts[c] for counts in state.waiting)
            + sum(colour == c for _, colour in state.patients)
            + self.bonus("patient", int(c))
            for c in COLOURS
        ]
        self.everyone = sum(supply) + sum(self.sheet.spread(number)[1] for number in here)
        admitted: list[list[Any]] = [[] for _ in COLOURS]
        self.treated: dict[int, Number] = {}
        self.income: dict[int, Number] = {}
        self.operated_rooms: dict[int, Number] = {}
        self.deaths: dict[int, Number] = {}
        self.present: dict[int, Number] = {}
        self.brought: dict[int, Number] = {}  # into rooms in the Move of a round
        self.walked_in: Number = self.remaining.roomed  # who came into a room up to a round
        self.treated_in_rooms: Number = 0  # up to a round
        for r in self.rounds:
            new = self._admitted(r)
            for c in COLOURS:
                admitted[c].append(new[c])
                self.cp.add(sum(admitted[c]) <= supply[c])
            self.cp.add(sum(sum(colour) for colour in admitted) <= self.remaining.drawn_by[r])
            present: list[Number] = [here[c] + new[c] for c in COLOURS]
            self.present[r] = sum(present)
            left = self._care(r, present) if self.remaining.care or r != self.remaining.first else present
            self.cp.add(sum(left) <= self._places(r))
            here, self.deaths[r] = [0, *left[: Colour.RED]], left[Colour.RED]
            if r == deck.rounds and not self.known.game.switches.admin_after_last_round:
                here, self.deaths[r] = list(left), 0
        self.left = here

    def _admitted(self, r: int) -> list[Any]:
        """7.1, 7.4: patients taken by the Admit actions of a round, by colour."""
        queueing, supply = self.deck.queueing, self.remaining.patients
        per_way = max(queueing.points_per_entrance, queueing.points_per_helipad)
        points = queueing.points + per_way * self.ways_in[r]
        new = [self.sheet.number(0, supply[c], f"admitted {c} {r}") for c in COLOURS]
        # 7.4: pre-admissions do not empty during an action
        most = min(sum(supply), queueing.pre_admissions * len(self.known.game.services))
        batches = []
        for k, used in enumerate(self.admits[r]):
            batch = self.sheet.number(0, most, f"batch {r} {k}")
            self.cp.add(batch * queueing.admit_cost <= points)
            self.cp.add(batch <= most * used)
            batches.append(batch)
        self.cp.add(sum(new) <= sum(batches))
        return new

    def _beds(self, r: int) -> dict[Tile, Number]:
        """8.5."""
        capacity = self.deck.walking.capacity
        rooms = {Tile.TREATMENT: self.rooms[r], **{t: self.has[r, t] for t in (Tile.OPERATING, Tile.OUTPATIENT)}}
        return {tile: capacity[tile][Person.PATIENT] * number for tile, number in rooms.items()}

    def _places(self, r: int) -> Number:
        """7.4, 8.5: who is left waits in pre-admissions or in a bed."""
        waiting = self.deck.queueing.pre_admissions * len(self.known.game.services)
        return waiting + sum(self._beds(r).values())

    def _care(self, r: int, present: list[Number]) -> list[Number]:
        """9.1, 9.2: pairs of a patient and a doctor by colour, with the nurses they need."""
        money, beds = self.deck.money, self._beds(r)
        pairs: dict[Tile, dict[tuple[int, int], Any]] = {
            tile: {
                (p, d): self.sheet.number(0, self.everyone, f"{p} by {d} at {tile.word} {r}")
                for p in range(len(COLOURS))
                for d in range(len(COLOURS))
            }
            for tile in beds
        }
        counts = {tile: sum(by_colour.values()) for tile, by_colour in pairs.items()}
        for tile, places in beds.items():
            self.cp.add(counts[tile] <= places)
        help_needed = sum(
            nurses_needed(self.known.game, tile, d, p) * number
            for tile, by_colour in pairs.items()
            for (p, d), number in by_colour.items()
        )
        self.cp.add(help_needed <= self.nurses[r])
        left: list[Number] = []
        for c in COLOURS:
            of_doctor = sum(n for by_colour in pairs.values() for (_, d), n in by_colour.items() if d == c)
            self.cp.add(of_doctor <= self.treating[r, int(c)])
            of_patient = sum(n for by_colour in pairs.values() for (p, _), n in by_colour.items() if p == c)
            rest = self.sheet.number(0, self.everyone, f"left {c} {r}")
            self.cp.add(rest == present[c] - of_patient)
            left.append(rest)
        gardens = self.sheet.number(0, GARDENS_BESIDE * self.everyone, f"gardens beside the treated {r}")
        self.cp.add(gardens <= GARDENS_BESIDE * counts[Tile.TREATMENT])
        a_room = self.deck.walking.capacity[Tile.TREATMENT][Person.PATIENT]
        self.cp.add(gardens <= 4 * a_room * self.gardens[r])
        pay = [
            money.patient_pay[p] * n for tile in (Tile.TREATMENT, Tile.OPERATING) for (p, _), n in pairs[tile].items()
        ]
        self.income[r] = sum(pay) + money.outpatient_pay * counts[Tile.OUTPATIENT] + money.garden_pay * gardens
        self.treated[r] = sum(counts.values())
        self._operated(r, counts[Tile.OPERATING])
        self._walked_in(r, counts[Tile.TREATMENT] + counts[Tile.OPERATING])
        return left

    def _operated(self, r: int, patients: Number) -> None:
        """9.4: operating rooms that treated someone, each of them as many as it has beds for."""
        a_room = self.deck.walking.capacity[Tile.OPERATING][Person.PATIENT]
        self.operated_rooms[r] = self.sheet.number(0, self.everyone, f"operating rooms used {r}")
        self.cp.add(a_room * self.operated_rooms[r] >= patients)

    def _walked_in(self, r: int, treated: Number) -> None:
        """8.1, 8.3: whoever is treated in a room came in at some Move before, maybe long before: then no more."""
        self.treated_in_rooms = self.treated_in_rooms + treated
        if r > self.remaining.first or self.remaining.move:
            self.brought[r] = self.sheet.number(0, self.everyone, f"brought into rooms {r}")
            self.walked_in = self.walked_in + self.brought[r]
        self.cp.add(self.treated_in_rooms <= self.walked_in)
