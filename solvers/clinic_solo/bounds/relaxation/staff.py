"""Staff in a relaxation (6, 10.3, 10.5, 10.6): who is hired when, in what colour, and who studies in the lab."""

from typing import Any

from clinic_solo.admin import LAB_STEPS
from clinic_solo.colours import Skill
from clinic_solo.tiles import Person, Tile
from solvers.clinic_solo.bounds.relaxation.actions import Actions
from solvers.core.cpsat import Number


class Staff(Actions):
    """Doctors, nurses and orderlies of every round."""

    def _staff(self) -> None:
        self.hired: dict[tuple[int, int], list[Any]] = {(r, c): [] for r in self.rounds for c in self.skills}
        self._university()
        self._helpers()
        self._doctors()

    def _helpers(self) -> None:
        hiring, state = self.deck.hiring, self.state
        self.nurses: dict[int, Number] = {}
        self.orderlies: dict[int, Number] = {}
        nurses: Number = len(state.nurses) + self.bonus("nurse")
        # 8.6: an orderly for whom there is no supply room leaves. One who is hired for that need not be hired at all.
        self.orderlies_in: Number = 0
        inside = len(state.orderlies) - self.remaining.orderlies_outside
        coming = self.remaining.orderlies_outside + self.bonus("orderly")
        if not isinstance(coming, int) or coming:
            self.orderlies_in = self.builder.number(0, self.builder.spread(coming)[1], "orderlies who walk in")
            self.cp.add(self.orderlies_in <= coming)
        orderlies = inside + self.orderlies_in
        orderlies_hired = []
        self.newcomers: dict[int, Number] = {}
        for r in self.rounds:
            offered = state.nurses_offered if r == state.round else hiring.nurses[r - 1]
            nurse = self.builder.number(0, offered, f"nurses hired {r}")
            orderly = self.builder.number(0, state.orderlies_offered, f"orderlies hired {r}")
            orderlies_hired.append(orderly)
            doctor = sum(flag for c in self.skills for flag in self.hired[r, c])
            self.cp.add(nurse + orderly <= hiring.helpers_per_action * self.hires[r])
            self.cp.add(doctor <= hiring.doctors_per_action * self.hires[r])
            nurses = nurses + nurse - self._lost(r, nurses + nurse, "nurses")
            orderlies = orderlies + orderly - self._gone(r, orderlies + orderly)
            self.nurses[r], self.orderlies[r] = nurses, orderlies
            self.newcomers[r] = nurse + orderly + doctor
            price = min(hiring.nurse_price[r - 1], default=0)
            self.spent[r] += [price * nurse, hiring.orderly_price * orderly]
            for colour in self.skills:
                by_colour = hiring.price_mode == "by_colour"
                price = hiring.price_by_colour[colour] if by_colour else min(hiring.price_by_space, default=0)
                price *= self.rules.price_factor(self.known.game, colour)
                self.spent[r] += [price * flag for flag in self.hired[r, colour]]
        self.cp.add(sum(orderlies_hired) <= state.orderlies_offered)

    def _university(self) -> None:
        """Doctors come one by one: each waits from the round after the one before him was hired, and gains colours."""
        colours = self.remaining.doctors  # the first of them is at the university now, or comes at the next Admin
        if self.deck.hiring.university_spaces != 1 or None in colours:
            self._any_doctors(len(colours))
            return
        first = self.remaining.first + (0 if self.state.university or self.state.slot == 0 else 1)
        came: dict[int, list[Any]] = {first: [1]}  # arcs into (this doctor, available from that round on)
        for number, colour in enumerate(colours):
            following: dict[int, list[Any]] = {}
            for since, arcs in came.items():
                out = []
                for r in self.rounds:
                    if r < since:
                        continue
                    arc = self.builder.flag(f"doctor {number} from {since} hired {r}")
                    self.hired[r, self.rules.better(self.known.game, colour or 0, r - since)].append(arc)
                    following.setdefault(r + 1, []).append(arc)
                    out.append(arc)
                self.cp.add(sum(out) <= sum(arcs))
            came = following

    def _any_doctors(self, number: int) -> None:
        """Several wait at a time, or it is not known who comes: whoever is to come, in any round and of any colour."""
        for key, hired in self.hired.items():
            hired.append(self.builder.number(0, number, f"doctors hired {key}"))
        self.cp.add(sum(flag for hired in self.hired.values() for flag in hired) <= number)

    def _doctors(self) -> None:
        here: list[Number] = [sum(colour == c for _, colour in self.state.doctors) for c in self.skills]
        if self.remaining.first_doctor is not None:  # 3.4, 3.5: he comes with the clinic, a tile may change his colour
            here[self.remaining.first_doctor] += 1 - self.bonus("doctor_colour")
            for c in self.skills:
                here[c] += self.bonus("doctor_colour", c)
        places = self.deck.walking.capacity[Tile.LAB][Person.DOCTOR] * self.deck.special_copies
        lab = places if Tile.LAB in self.remaining.specials else 0
        self.treating: dict[tuple[int, int], Number] = {}
        self.exhausted: dict[int, Any] = {}  # workaholics who go (14C6)
        self.curing: dict[int, Number] = dict.fromkeys(self.rounds, 0)  # doctors who cure a zombie (14D4)
        self.in_lab: dict[int, Number] = {}
        self.salaries: dict[int, Number] = {}
        for r in self.rounds:
            coming = [self.builder.total(here[c] + sum(self.hired[r, c]), f"doctors {c} {r}") for c in self.skills]
            present = [coming[c] - self._lost(r, coming[c], f"doctors {c}") for c in self.skills]
            if r == self.remaining.first and not self.remaining.care:  # what this round's Care did is known
                study: list[Number] = [
                    sum(colour == c and self._lab(place) for place, colour in self.state.doctors) for c in self.skills
                ]
            else:
                study = [self.builder.number(0, lab, f"lab {c} {r}") for c in self.skills]
                self.cp.add(sum(study) <= lab)
            others: list[Any] = []
            for c in self.skills:
                rest = self.builder.number(0, self.builder.spread(coming[c])[1], f"not in the lab {c} {r}")
                self.cp.add(rest == present[c] - study[c])
                others.append(rest)
                self.treating[r, c] = rest
            self.in_lab[r] = sum(study)
            self.salaries[r] = sum(self.deck.money.doctor_salary[c] * present[c] for c in self.skills)
            here = self._after_round(r, others, study)
            if r == self.deck.rounds and not self.known.game.switches.admin_after_last_round:
                here = list(present)
        self.final_doctors = here

    def _after_round(self, r: int, others: list[Any], study: list[Number]) -> list[Number]:
        """10.5, 10.6: doctors by colour after the Admin phase, those of the lab better, the others worse.

        14C6: workaholics who treated somebody go. 14D5: who cures a zombie in the lab keeps the colour.
        """
        game = self.known.game
        after: list[Number] = [0 for _ in self.skills]
        for c in self.skills:
            worse = self.rules.worse(game, c)
            after[worse] = after[worse] + others[c]
        for c in self.skills:
            better = self.rules.better(game, c, LAB_STEPS)
            curing: Number = 0
            if self.zombies is not None:
                curing = self.builder.number(0, max(0, self.builder.spread(study[c])[1]), f"curing {c} {r}")
                self.cp.add(curing <= study[c])
                self.curing[r] = self.curing[r] + curing
            after[c] = after[c] + curing
            after[better] = after[better] + study[c] - curing
        if self.workaholics is not None:
            high = max(0, self.builder.spread(after[Skill.PURPLE])[1])
            self.exhausted[r] = self.builder.number(0, high, f"workaholics who go {r}")
            after[Skill.PURPLE] = self.builder.number(0, high, f"workaholics who stay {r}")
            self.cp.add(after[Skill.PURPLE] == others[Skill.PURPLE] + study[Skill.PURPLE] - self.exhausted[r])
        return after

    def _lost(self, r: int, there: Number, who: str) -> Number:
        """14D3: some of the staff may meet a zombie, and are lost with all they cost."""
        return 0 if self.zombies is None else self._part(there, f"{who} lost {r}")

    def _gone(self, r: int, there: Number) -> Number:
        """8.6, 14A1: with blood, an orderly may lie in a hub and leave at a later Move; zombies take some, too."""
        if self.blood is None:
            return self._lost(r, there, "orderlies")
        return self._part(there, f"orderlies gone {r}")

    def _part(self, there: Number, name: str) -> Number:
        high = max(0, self.builder.spread(there)[1])
        part = self.builder.number(0, high, name)
        self.cp.add(part <= there)
        return part

    def _lab(self, place: int) -> bool:
        return place < self.board.size and self.state.grid[place] == Tile.LAB
