"""Staff in a relaxation (6, 10.3, 10.5, 10.6): who is hired when, in what colour, and who studies in the lab."""

from typing import Any

from clinic_solo.tiles import Person, Tile
from solvers.clinic_solo.relaxation.actions import Actions
from solvers.cpsat import Number
from tabletop.colours import COLOURS, Colour

RED = int(Colour.RED)


class Staff(Actions):
    """Doctors, nurses and orderlies of every round."""

    def _staff(self) -> None:
        hiring = self.deck.hiring
        self.hired: dict[tuple[int, int], list[Any]] = {(r, int(c)): [] for r in self.rounds for c in COLOURS}
        doctor_hired: dict[int, list[Any]] = {r: [] for r in self.rounds}
        self._university(doctor_hired)
        self.nurses: dict[int, Number] = {}
        self.orderlies: dict[int, Number] = {}
        nurses: Number = len(self.state.nurses) + self.bonus["nurse"]
        orderlies: Number = len(self.state.orderlies) + self.bonus["orderly"]
        orderlies_hired = []
        self.newcomers: dict[int, Number] = {}
        for r in self.rounds:
            offered = self.state.nurses_offered if r == self.state.round else hiring.nurses[r - 1]
            nurse = self.sheet.number(0, offered, f"nurses hired {r}")
            orderly = self.sheet.number(0, self.state.orderlies_offered, f"orderlies hired {r}")
            orderlies_hired.append(orderly)
            doctor = sum(doctor_hired[r])
            actions = self.hires[r]
            self.cp.add(nurse + orderly <= hiring.helpers_per_action * actions)
            self.cp.add(doctor <= hiring.doctors_per_action * actions)
            nurses, orderlies = nurses + nurse, orderlies + orderly
            self.nurses[r], self.orderlies[r] = nurses, orderlies
            self.newcomers[r] = nurse + orderly + doctor
            price = min(hiring.nurse_price[r - 1])
            self.spent[r] += [price * nurse, hiring.orderly_price * orderly]
            for colour in COLOURS:
                by_colour = hiring.price_mode == "by_colour"
                price = hiring.price_by_colour[colour] if by_colour else min(hiring.price_by_space)
                self.spent[r] += [price * flag for flag in self.hired[r, int(colour)]]
        self.cp.add(sum(orderlies_hired) <= self.state.orderlies_offered)
        self._doctors()

    def _university(self, doctor_hired: dict[int, list[Any]]) -> None:
        """Doctors come one by one: each waits from the round after the one before him was hired, and gains colours."""
        colours = self.ahead.doctors  # the first of them is at the university now, or comes at the next Admin
        first = self.ahead.first + (0 if self.state.university or self.state.slot == 0 else 1)
        came: dict[int, list[Any]] = {first: [1]}  # arcs into (this doctor, available from that round on)
        for number, colour in enumerate(colours):
            following: dict[int, list[Any]] = {}
            for since, arcs in came.items():
                out = []
                for r in self.rounds:
                    if r < since:
                        continue
                    arc = self.sheet.flag(f"doctor {number} from {since} hired {r}")
                    self.hired[r, min(RED, colour + r - since)].append(arc)
                    doctor_hired[r].append(arc)
                    following.setdefault(r + 1, []).append(arc)
                    out.append(arc)
                self.cp.add(sum(out) <= sum(arcs))
            came = following

    def _doctors(self) -> None:
        start = [sum(colour == int(c) for _, colour in self.state.doctors) for c in COLOURS]
        here: list[Number] = list(start)
        if self.ahead.first_doctor is not None:  # 3.4: he comes with the clinic
            here[self.ahead.first_doctor] += 1 - self.bonus["doctor_colour"]
            here[Colour.YELLOW] += self.bonus["doctor_colour"]
        lab = Tile.LAB in self.ahead.specials
        self.treating: dict[tuple[int, int], Number] = {}
        self.in_lab: dict[int, Number] = {}
        self.salaries: dict[int, Number] = {}
        for r in self.rounds:
            present = []
            for c in COLOURS:
                count = self.sheet.number(0, 20, f"doctors {c} {r}")
                self.cp.add(count == here[c] + sum(self.hired[r, int(c)]))
                present.append(count)
            if r == self.ahead.first and not self.ahead.care:  # what this round's Care did is known
                lab_doctors = [sum(colour == int(c) and self._lab(place) for place, colour in self.state.doctors)
                               for c in COLOURS]  # fmt: skip
                study: list[Number] = list(lab_doctors)
            else:
                study = [self.sheet.number(0, 1, f"lab {c} {r}") if lab else 0 for c in COLOURS]
                self.cp.add(sum(study) <= self.deck.walking.capacity[Tile.LAB][Person.DOCTOR])
            others = []
            for c in COLOURS:
                rest = self.sheet.number(0, 20, f"not in the lab {c} {r}")
                self.cp.add(rest == present[c] - study[c])
                others.append(rest)
                self.treating[r, int(c)] = rest
            self.in_lab[r] = sum(study)
            self.salaries[r] = sum(self.deck.money.doctor_salary[c] * present[c] for c in COLOURS)
            here = [others[0] + others[1], others[2], others[3] + study[0], study[1] + study[2] + study[3]]
            if r == self.deck.rounds and not self.known.game.switches.admin_after_last_round:
                here = list(present)
        self.final_doctors = here

    def _lab(self, place: int) -> bool:
        return place < self.board.size and self.state.grid[place] == Tile.LAB
