"""Patients in a relaxation (7, 9.1, 9.2, 10.7): who is admitted, treated by whom, left to worsen, or dies."""

from typing import Any

from clinic_solo.care import nurses_needed
from clinic_solo.colours import Skill
from clinic_solo.tiles import Person, Tile, Token
from solvers.clinic_solo.bounds.relaxation.rulesets import Rulesets
from solvers.core.cpsat import Number
from tabletop.colours import COLOURS, Colour

GARDENS_BESIDE = 3  # 9.2: of the four spaces beside a room that works one holds its hub; above and below is no garden
ROOMS_BESIDE = 4  # 9.2: on the floor of a garden


class Patients(Rulesets):
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
        self.everyone = sum(supply) + sum(self.builder.spread(number)[1] for number in here)
        admitted: list[list[Any]] = [[] for _ in COLOURS]
        self.treated: dict[int, Number] = {}
        self.income: dict[int, Number] = {}
        self.late_income: dict[int, Number] = dict.fromkeys(self.rounds, 0)
        self.operated_rooms: dict[int, Number] = {}
        self.deaths: dict[int, Number] = {}
        self.present: dict[int, Number] = {}
        self.brought: dict[int, Number] = {}  # into rooms in the Move of a round
        self.walked_in: Number = self.remaining.roomed  # who came into a room up to a round
        self.treated_in_rooms: Number = 0  # up to a round
        self.victims: dict[int, Number] = dict.fromkeys(self.rounds, 0)  # patients lost to zombies (14D3)
        self.made: dict[int, Number] = {}  # zombies by round, since now (14D1)
        self.donations: dict[int, Number] = {}  # of blood (14A2)
        self.blood_left: Number = len(state.having(Token.BLOOD))
        helped: list[Number] = [sum(colour == c for _, colour in state.helped) for c in COLOURS]
        for r in self.rounds:
            new = self._admitted(r)
            for c in COLOURS:
                admitted[c].append(new[c])
                self.cp.add(sum(admitted[c]) <= supply[c])
            self.cp.add(sum(sum(colour) for colour in admitted) <= self.remaining.drawn_by[r])
            present: list[Number] = [here[c] + new[c] for c in COLOURS]
            self.present[r] = sum(present)
            if self.remaining.care or r != self.remaining.first:
                left, helped = self._care(r, self._without_victims(r, present))
            else:
                left = [present[c] - helped[c] for c in COLOURS]
            self.cp.add(sum(left) + sum(helped) <= self._places(r))
            self.deaths[r] = left[Colour.RED]
            here = [helped[c] + (left[c - 1] if c else 0) for c in COLOURS]  # 14A5: who is helped does not worsen
            if r == deck.rounds and not self.known.game.switches.admin_after_last_round:
                here, self.deaths[r] = [left[c] + helped[c] for c in COLOURS], 0
            helped = [0 for _ in COLOURS]
        self.left = here

    def _admitted(self, r: int) -> list[Any]:
        """7.1, 7.4: patients taken by the Admit actions of a round, by colour."""
        queueing, supply = self.deck.queueing, self.remaining.patients
        per_way = max(queueing.points_per_entrance, queueing.points_per_helipad)
        points = queueing.points + per_way * self.ways_in[r]
        new = [self.builder.number(0, supply[c], f"admitted {c} {r}") for c in COLOURS]
        # 7.4: pre-admissions do not empty during an action; with the switch of 15.15 some pass them by
        places = queueing.pre_admissions * len(self.known.game.services)
        if self.edition_2014 is not None and self.edition_2014.consultation_from_queue:
            places += self.deck.walking.capacity[Tile.OUTPATIENT][Person.PATIENT] * self.deck.special_copies
        most = min(sum(supply), places)
        batches = []
        for k, used in enumerate(self.admits[r]):
            batch = self.builder.number(0, most, f"batch {r} {k}")
            self.cp.add(batch * queueing.admit_cost <= points)
            self.cp.add(batch <= most * used)
            batches.append(batch)
        self.cp.add(sum(new) <= sum(batches))
        return new

    def _beds(self, r: int) -> dict[Tile, Number]:
        """8.5."""
        capacity = self.deck.walking.capacity
        rooms = {Tile.TREATMENT: self.rooms[r], **{t: self.has[r, t] for t in (Tile.OPERATING, Tile.OUTPATIENT)}}
        beds = {tile: capacity[tile][Person.PATIENT] * number for tile, number in rooms.items()}
        beds[Tile.TREATMENT] = beds[Tile.TREATMENT] + self._more_beds()
        return beds

    def _more_beds(self) -> int:
        """14C4: what workaholics add, and leave behind: for each who has been there until now."""
        if self.workaholics is None:
            return 0
        return (self._beds_in_a_room() - self._beds_by_print()) * self.workaholics_in_all()

    def _beds_by_print(self) -> int:
        return self.deck.walking.capacity[Tile.TREATMENT][Person.PATIENT]

    def _beds_in_a_room(self) -> int:
        """8.5, 14C4: the most patients in a treatment room."""
        if self.workaholics is None:
            return self._beds_by_print()
        return max(self._beds_by_print(), self.workaholics.room_white, self.workaholics.room_yellow)

    def _places(self, r: int) -> Number:
        """7.4, 8.5: who is left waits in pre-admissions or in a bed."""
        waiting = self.deck.queueing.pre_admissions * len(self.known.game.services)
        return waiting + sum(self._beds(r).values())

    def _without_victims(self, r: int, present: list[Number]) -> list[Number]:
        """14D3: patients may meet a zombie, and are lost."""
        if self.zombies is None or (r == self.remaining.first and not self.remaining.move):
            return present
        rest = []
        for c in COLOURS:
            lost = self.builder.number(0, self.everyone, f"lost {c} {r}")
            rest.append(self.builder.number(0, self.everyone, f"not lost {c} {r}"))
            self.cp.add(rest[-1] == present[c] - lost)
            self.victims[r] = self.victims[r] + lost
        return list(rest)

    def _care(self, r: int, present: list[Number]) -> tuple[list[Number], list[Number]]:
        """9.1, 9.2: pairs of a patient and a doctor by colour, with the nurses they need.

        Who is left, and who stays with a nurse beside the bed (14A4), by colour.
        """
        money, beds = self.deck.money, self._beds(r)
        pairs: dict[Tile, dict[tuple[int, int], Any]] = {
            tile: {
                (p, d): self.builder.number(0, self.everyone, f"{p} by {d} at {tile.word} {r}")
                for p in range(len(COLOURS))
                for d in self.skills
            }
            for tile in beds
        }
        with_blood, zombies = self._transfusions(r), self._zombies(r)
        counts = {tile: sum(by_colour.values()) for tile, by_colour in pairs.items()}
        counts[Tile.TREATMENT] = counts[Tile.TREATMENT] + sum(with_blood)
        for tile, places in beds.items():
            self.cp.add(counts[tile] <= places)
        help_needed = sum(
            nurses_needed(self.known.game, tile, d, p) * number
            for tile, by_colour in pairs.items()
            for (p, d), number in by_colour.items()
        )
        self.cp.add(help_needed + sum(with_blood) <= self.nurses[r])
        for d in self.skills:
            if d == Skill.PURPLE:
                self._workaholics_treat(r, {tile: [pairs[tile][int(c), d] for c in COLOURS] for tile in pairs})
                continue
            of_doctor = sum(n for by_colour in pairs.values() for (_, other), n in by_colour.items() if d == other)
            self.cp.add(of_doctor <= self.treating[r, d])
        left: list[Number] = []
        for c in COLOURS:
            of_patient = sum(n for by_colour in pairs.values() for (p, _), n in by_colour.items() if p == c)
            in_zombies = self.zombies.patients * zombies if self.zombies is not None and c == self.zombies.colour else 0
            rest = self.builder.number(0, self.everyone, f"left {c} {r}")
            self.cp.add(rest == present[c] - of_patient - with_blood[c] - in_zombies)
            left.append(rest)
        on_module = int(self.edition_2014 is not None and self.edition_2014.gardens_on_modules)  # 15.8: on a room
        beside = GARDENS_BESIDE + on_module
        gardens = self.builder.number(0, beside * self.everyone, f"gardens beside the treated {r}")
        self.cp.add(gardens <= beside * counts[Tile.TREATMENT])
        self.cp.add(gardens <= (ROOMS_BESIDE + on_module) * self._beds_in_a_room() * self.gardens[r])
        pay = [
            money.patient_pay[p] * n for tile in (Tile.TREATMENT, Tile.OPERATING) for (p, _), n in pairs[tile].items()
        ]
        pay += [money.patient_pay[c] * with_blood[c] for c in COLOURS]
        pay += [self._pay_beside_extinguishers(r, counts[Tile.TREATMENT]), self._pay_of_cures(r)]
        self.income[r] = sum(pay) + money.garden_pay * gardens
        self._outpatients_pay(r, money.outpatient_pay * counts[Tile.OUTPATIENT])
        staying = sum(with_blood[1:])  # 14A4
        self.treated[r] = sum(counts.values()) - staying
        self._operated(r, counts[Tile.OPERATING])
        in_zombies = self.zombies.patients * zombies if self.zombies is not None else 0
        self._walked_in(r, counts[Tile.TREATMENT] + counts[Tile.OPERATING] - staying + in_zombies)
        return left, [*with_blood[1:], 0]

    def _outpatients_pay(self, r: int, pay: Number) -> None:
        """9.1, 15.10: with the rest of the income, or when popularity has been bought."""
        if self.edition_2014 is not None and self.edition_2014.consultation_after_popularity:
            self.late_income[r] = pay
        else:
            self.income[r] = self.income[r] + pay

    def _operated(self, r: int, patients: Number) -> None:
        """9.4: operating rooms that treated someone, each of them as many as it has beds for."""
        a_room = self.deck.walking.capacity[Tile.OPERATING][Person.PATIENT]
        self.operated_rooms[r] = self.builder.number(0, self.everyone, f"operating rooms used {r}")
        self.cp.add(a_room * self.operated_rooms[r] >= patients)

    def _walked_in(self, r: int, treated: Number) -> None:
        """8.1, 8.3: whoever is treated in a room came in at some Move before, maybe long before: then no more."""
        self.treated_in_rooms = self.treated_in_rooms + treated
        if r > self.remaining.first or self.remaining.move:
            self.brought[r] = self.builder.number(0, self.everyone, f"brought into rooms {r}")
            self.walked_in = self.walked_in + self.brought[r]
        self.cp.add(self.treated_in_rooms <= self.walked_in)
