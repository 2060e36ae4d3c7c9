"""No play can beat this: the rest of the game with much of the trouble left out, solved by CP-SAT.

What stays: every action and its price, doctors who come one after another and lose their colours, nurses, patients who
worsen, who can treat whom, income, expenses, savings, what is built floor by floor, and one step of time for everybody
who comes in. What is left out: where things stand beyond their floors, ways further than the first step, cars, the queues
on the notepad and the order of the draws. So no legal play scores more than the best of this, and its best is a bound.
"""

import math
from collections.abc import Sequence
from typing import Any

from ortools.linear_solver.python import model_builder
from ortools.sat.python import cp_model

from clinic_solo.clinic import clinic_of
from clinic_solo.deck import Goal
from clinic_solo.state import State
from clinic_solo.tiles import HUBS, SPECIALS, Person, Tile
from solvers.clinic_solo.outlook import Outlook, fewest_touched, outlook
from solvers.clinic_solo.problem import Known
from solvers.cpsat import Effort, Number, Sheet, bound_of, new_solver, run
from tabletop.colours import COLOURS, Colour

MOST_MONEY, MOST_POPULARITY, MOST_TIME = 1000, 1000, 1000
FAR, ROUNDING = 1e9, 1e-4
SHORT = Effort(1.0, 1)
UNKNOWN = 10_000  # no game scores that much
RED = int(Colour.RED)


class Relaxation:
    """The model from a position in which the player decides to the end of the game."""

    def __init__(self, known: Known, state: State, goal: Goal | None = None, broke: int | None = None) -> None:
        """With `broke`, for plays in which expenses are forgiven, last in that round (9.4); else for those without."""
        self.known, self.state, self.broke = known, state, broke
        self.deck, self.board = known.game.deck, known.game.board
        self.ahead: Outlook = outlook(known, state)
        self.rounds = range(self.ahead.first, self.deck.rounds + 1)
        self.sheet = Sheet()
        self.cp = self.sheet.cp
        self.spent: dict[int, list[Number]] = {number: [] for number in self.rounds}
        self._actions()
        self._bonus()
        self._staff()
        self._buildings()
        self._patients()
        self._money()
        self._cars()
        self._time()
        self._score()
        if goal is not None:
            self._goal(goal)

    # --- actions (4.2) ------------------------------------------------------------------------------------------------

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
        self.bonus = {kind: 0 for kind in ("nurse", "orderly", "garden", "patient", "parking", "doctor_colour", "money")} | dict[
            str, Number
        ]()
        flags = []
        for number in self.ahead.offers:
            tile = self.deck.bonus_tile(number)
            flags.append(self.sheet.flag(f"bonus {number}"))
            amount = tile.amount if tile.what == "money" else 1
            if tile.what in self.bonus:
                self.bonus[tile.what] = flags[-1] * amount
        if flags:
            self.cp.add(sum(flags) == 1)

    # --- staff (6, 10.3, 10.5, 10.6) ------------------------------------------------------------------------------------

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

    # --- buildings (5) --------------------------------------------------------------------------------------------------

    def _buildings(self) -> None:
        deck, state, board = self.deck, self.state, self.board
        clinic = clinic_of(board, state.grid)
        floors = range(deck.floors)
        self.rooms: dict[tuple[int, int], Number] = {}  # treatment rooms by round and floor
        self.modules: dict[int, Number] = {}
        self.gardens: dict[int, Number] = {}
        self.on_ground: dict[int, Number] = {}
        self.lots: dict[int, Number] = {}
        self.ways_in: dict[int, Number] = {}
        self.has: dict[tuple[int, Tile], Number] = {}  # special modules
        given = self.ahead.free_modules  # 3.6: still to be placed at no cost, on any floor
        kinds = {"treatment": (Tile.TREATMENT,), "supply": (Tile.SUPPLY,), "hub": HUBS, "special": SPECIALS}
        there: dict[tuple[str, int], Number] = {}
        for kind, tiles in kinds.items():
            free = []
            for f in floors:
                count = sum(state.grid[s] in tiles and board.floor(s) == f for s in clinic.modules)
                extra = self.sheet.number(0, given, f"given {kind} {f}") if kind in ("treatment", "supply") else 0
                if kind == "hub" and f == 0:
                    extra = self.ahead.first_hub
                free.append(extra)
                there[kind, f] = count + extra
            if kind in ("treatment", "supply"):
                self.cp.add(sum(free) <= self.ahead.free_rooms[kind])
        gardens: Number = state.count(Tile.GARDEN) + self.bonus["garden"] + self.ahead.free_gardens
        ways: Number = len(state.entrances) + len(state.helipads()) + self.ahead.first_hub
        lots: Number = state.parking_tiles() + self.bonus["parking"] + self.ahead.free_lots
        special = {tile: state.count(tile) for tile in SPECIALS}
        hub_limit = sum(deck.limits.tiles[HUBS[service]] for service in self.known.game.services)
        for r in self.rounds:
            components: list[Number] = []
            built: dict[tuple[str, int], Any] = {}
            for kind in kinds:
                for f in floors:
                    price = deck.building.cost[kind][f]
                    most = 0 if price is None else 4
                    number = self.sheet.number(0, most, f"{kind} on {f} in {r}")
                    built[kind, f] = number
                    there[kind, f] = there[kind, f] + number
                    self.spent[r].append((price or 0) * number)
            self.cp.add(sum(built["hub", f] for f in floors) <= len(self.known.game.services))
            self.cp.add(sum(built["special", f] for f in floors) <= deck.limits.specials_per_round)
            new = {tile: self.sheet.flag(f"{tile.word} in {r}") for tile in self.ahead.specials}
            for tile, flag in new.items():
                special[tile] = special[tile] + flag
                self.cp.add(special[tile] <= deck.special_copies)
            self.cp.add(sum(new.values()) == sum(built["special", f] for f in floors))
            # 5.5: a supply room may come with each treatment room
            extra_supply = self.sheet.number(0, 4, f"supply rooms on their own {r}")
            self.cp.add(
                extra_supply >= sum(built["supply", f] for f in floors) - sum(built["treatment", f] for f in floors)
            )
            components += [extra_supply, *(built[kind, f] for kind in ("treatment", "hub", "special") for f in floors)]
            costs = deck.building.cost
            garden = self.sheet.number(0, 4, f"gardens {r}")
            way = self.sheet.number(0, 4, f"ways in {r}")
            lot = self.sheet.number(0, 4, f"parking {r}")
            gardens, ways, lots = gardens + garden, ways + way, lots + lot
            components += [garden, way, lot]
            self.spent[r].append((costs["parking"][0] or 0) * lot)
            self.spent[r].append(_least(costs["garden"]) * garden)
            self.spent[r].append(min(_least(costs["entrance"]), _least(costs["helipad"])) * way)
            per_action = deck.building.components_per_action
            self.cp.add(sum(components) <= per_action * self.builds[r] + self.ahead.components * (r == self.ahead.first))
            self.on_ground[r], self.lots[r] = sum(there[kind, 0] for kind in kinds), lots
            for f in floors:
                on_floor = sum(there[kind, f] for kind in kinds)
                self.cp.add(on_floor + (lots if f == 0 else 0) <= board.ground)
                if f:  # 5.2b, c: every module stands on one, and not on one of its kind
                    below = sum(there[kind, f - 1] for kind in kinds)
                    self.cp.add(on_floor <= below)
                    for kind in kinds:
                        self.cp.add(there[kind, f] + there[kind, f - 1] <= below)
            self.cp.add(sum(there["hub", f] for f in floors) <= hub_limit)
            self.cp.add(sum(there["supply", f] for f in floors) <= deck.limits.tiles[Tile.SUPPLY])
            self.cp.add(gardens <= deck.limits.tiles[Tile.GARDEN])
            for f in floors:
                self.rooms[r, f] = there["treatment", f]
            self.modules[r] = sum(there[kind, f] for kind in kinds for f in floors)
            self.gardens[r], self.ways_in[r] = gardens, ways
            for tile in SPECIALS:
                self.has[r, tile] = special[tile]
        self._working(there, floors)

    def _working(self, there: dict[tuple[str, int], Number], floors: range) -> None:
        """5.4, 5.5, 11.3, 11.4: at the end, rooms beside a hub of their floor, and buildings that treat."""
        self.working = []
        for f in floors:
            room = self.sheet.number(0, self.board.ground, f"working rooms on {f}")
            self.cp.add(room <= there["treatment", f])
            self.cp.add(room <= 4 * there["hub", f])
            self.cp.add(room <= 4 * self.ahead.most_buildings)  # 5.4: a building has one hub on a floor
            self.cp.add(room <= 5 * sum(there["supply", g] for g in floors))
            self.working.append(room)
        self.buildings = self.sheet.number(0, self.ahead.most_buildings, "buildings that treat")
        for kind in ("hub", "treatment", "supply"):
            self.cp.add(self.buildings <= sum(there[kind, f] for f in floors))
        self.cp.add(2 * self.buildings <= sum(there[kind, 0] for kind in ("hub", "treatment", "supply", "special")))
        self.more_buildings = self.sheet.number(0, self.ahead.most_buildings, "buildings beyond the first")
        self.cp.add(self.more_buildings <= self.buildings)
        self.cp.add(self.more_buildings <= max(0, self.ahead.most_buildings - 1))
        some = self.sheet.flag("a building treats")
        self.cp.add(self.buildings <= self.ahead.most_buildings * some)
        self.cp.add(self.more_buildings <= self.buildings - some)

    # --- patients (7, 9.1, 10.7) ----------------------------------------------------------------------------------------

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
            for k, used in enumerate(self.admits[r]):
                batch = self.sheet.number(0, sum(supply), f"batch {r} {k}")
                self.cp.add(batch * deck.queueing.admit_cost <= points)
                self.cp.add(batch <= sum(supply) * used)
                batches.append(batch)
            self.cp.add(sum(new) <= sum(batches))
            everyone += new
            self.cp.add(sum(everyone) <= self.ahead.drawn_by[r])
            for c in COLOURS:
                admitted[int(c)].append(new[c])
                self.cp.add(sum(admitted[int(c)]) <= supply[c])
            present = [here[c] + new[c] for c in COLOURS]
            self.present[r] = sum(present)
            left = self._care(r, present) if self.ahead.care or r != self.ahead.first else present
            # 7.4, 8.5: who is left waits in pre-admissions or in a bed.
            beds = sum(self.rooms[r, f] for f in range(deck.floors)) * deck.walking.capacity[Tile.TREATMENT][Person.PATIENT]
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
        help_needed = sum(gaps[pair] * count for pair, count in in_rooms.items())
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

    # --- money (9.4, 9.5) -----------------------------------------------------------------------------------------------

    def _money(self) -> None:
        money = self.deck.money
        savings: Number = self.state.money + self.bonus["money"]
        popularity: Number = self.state.popularity
        for r in self.rounds:
            after_actions = self.sheet.number(0, MOST_MONEY, f"savings before business {r}")
            self.cp.add(after_actions == savings - sum(self.spent[r]))
            known = r == self.ahead.first and not self.ahead.care
            income = self.state.income if known else self.income[r]
            owed: Number = 0
            if not known:
                upkeep = self.sheet.number(0, MOST_MONEY, f"upkeep {r}")
                self.cp.add(
                    upkeep
                    >= money.module_upkeep * self.modules[r]
                    + money.garden_upkeep * self.gardens[r]
                    + money.operating_upkeep * self.operations[r]
                    - money.orderly_saves * self.orderlies[r]
                )
                owed = (
                    upkeep
                    + self.salaries[r]
                    + money.nurse_salary * self.nurses[r]
                    + money.orderly_salary * self.orderlies[r]
                )
            kept, bought, lost = (
                self.sheet.number(0, MOST_MONEY, f"{name} {r}") for name in ("kept", "bought", "lost")
            )
            after = self.sheet.number(-MOST_POPULARITY, MOST_POPULARITY, f"popularity {r}")
            # Popularity is bought with what is left of this round's income alone.
            self.cp.add(money.popularity_price * bought <= income)
            if self.broke is not None and r <= self.broke:
                # Whatever was bought by then is lost; what was owed is taken for forgiven.
                self.cp.add(kept <= after_actions + income)
                self.cp.add(bought == 0)
                self.cp.add(after <= 0)
                if r == self.broke:
                    self.cp.add(kept == 0)
            else:
                self.cp.add(kept + money.popularity_price * bought == after_actions + income - owed + lost)
                self.cp.add(after == popularity - money.popularity_per_dollar * lost + bought)
            popularity = after + money.lab_popularity * self.in_lab[r] + money.death * self.deaths[r]
            if r == self.deck.rounds and not self.known.game.switches.admin_after_last_round:
                popularity = after
            savings = kept
        self.popularity = popularity

    # --- cars (6.5) -----------------------------------------------------------------------------------------------------

    def _cars(self) -> None:
        """When everybody moves, each person's car stands at a border without module or on a parking tile."""
        for r in self.rounds:
            if r == self.ahead.first and not self.ahead.move:
                continue
            doctors = sum(self.treating[r, int(c)] for c in COLOURS) + self.in_lab[r]
            people = doctors + self.nurses[r] + self.orderlies[r] + self.present[r]
            places = self.deck.building.upgrade_places * self.lots[r] + len(self.board.border_names)
            for slope, level in fewest_touched(self.board):  # touched >= slope * modules + level, in halves
                self.cp.add(2 * people <= 2 * places - slope * self.on_ground[r] - level)

    # --- time and score (8.1, 11) ---------------------------------------------------------------------------------------

    def _time(self) -> None:
        total: Number = self.state.time
        for r in self.rounds:
            if r == self.ahead.first and not self.ahead.move:
                continue
            walk = self.deck.walking
            coming: Number = self.newcomers[r] + self.brought[r]
            if r == self.ahead.first:
                coming = coming - self.ahead.roomed + self.ahead.outside + self.bonus["nurse"] + self.bonus["orderly"]
            step = self.sheet.number(0, MOST_TIME, f"time {r}")
            self.cp.add(step >= walk.enter * coming + walk.triage * self.has[r, Tile.TRIAGE])
            total = total + step
        self.time = self.sheet.number(0, MOST_TIME, "time")
        self.cp.add(self.time >= total)
        self.thirds = self.sheet.number(0, MOST_TIME, "time points")
        per = self.deck.points.time_per
        self.cp.add(per * self.thirds + per - 1 >= self.time)

    def _score(self) -> None:
        points, last = self.deck.points, self.deck.rounds
        self.items: dict[str, Number] = {
            "popularity": self.popularity,
            "doctors": sum(points.doctor[c] * self.final_doctors[c] for c in COLOURS),
            "nurses": points.nurse * self.nurses[last],
            "treatment rooms": sum(points.treatment_by_floor[f] * room for f, room in enumerate(self.working)),
            "buildings": points.building * self.more_buildings,
            "patients": sum(points.patient[c] * self.left[c] for c in COLOURS),
            "time": points.time * self.thirds,
        }
        self.score = sum(self.items.values())

    def _goal(self, goal: Goal) -> None:
        """12.2: what the goal counts is at least, or at most, what it asks for."""
        last = self.deck.rounds
        deaths = self.state.deaths + sum(self.deaths.values())
        measures: dict[str, Number] = {
            "time_spent": self.time,
            "doctors": sum(self.final_doctors),
            "functional_treatment_rooms_on_top_floor": self.working[goal.floor] if goal.floor is not None else 0,
            "patients_treated": self.state.treated + sum(self.treated.values()),
            "treating_buildings": self.buildings,
            "doctors_not_white": sum(self.final_doctors[1:]),
            "staff": sum(self.final_doctors) + self.nurses[last] + self.orderlies[last],
            "gardens": self.gardens[last],
            "deaths_plus_patients_left": deaths + sum(self.left),
        }
        counted = measures[goal.measure]
        if goal.at_least is not None:
            self.cp.add(counted >= goal.at_least)
        if goal.at_most is not None:
            self.cp.add(counted <= goal.at_most)

    def by_lines(self) -> float | None:
        """The best when everything may be split, at once; None when there is no such play at all."""
        self.cp.maximize(self.score)
        proto = self.cp.proto
        model = model_builder.Model()
        numbers = [model.new_num_var(one.domain[0], one.domain[1], "") for one in proto.variables]
        for constraint in proto.constraints:
            line = constraint.linear
            if len(line.domain):
                parts = zip(line.vars, line.coeffs, strict=True)
                low, high = max(line.domain[0], -FAR), min(line.domain[1], FAR)
                model.add_linear_constraint(sum(numbers[index] * share for index, share in parts), low, high)
        goal = proto.objective  # of a maximum CP-SAT keeps the least of its negative
        parts = zip(goal.vars, goal.coeffs, strict=True)
        model.minimize(sum(numbers[index] * share for index, share in parts) + goal.offset)
        solver = model_builder.Solver("GLOP")
        status = solver.solve(model)
        if status == model_builder.SolveStatus.INFEASIBLE:
            return None
        return -float(solver.objective_value) if status == model_builder.SolveStatus.OPTIMAL else math.inf

    def solve(self, effort: Effort) -> tuple[float | None, dict[str, int]]:
        """The best in whole numbers, or what is known of it when time is up, and its items where it was found."""
        self.cp.maximize(self.score)
        solver = new_solver(effort)
        status, _ = run(solver, self.cp)
        if status == cp_model.INFEASIBLE:
            return None, {}
        bound = bound_of(solver)
        found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        items = {name: _value(solver, number) for name, number in self.items.items()} if found else {}
        return math.inf if bound is None else bound, items


def _value(solver: cp_model.CpSolver, number: Number) -> int:
    return number if isinstance(number, int) else int(solver.value(number))


def _least(prices: Sequence[int | None]) -> int:
    return min(price for price in prices if price is not None)


class Bounds:
    """What no play from a position can beat, or with a goal none that meets it; it gets better with time.

    Expenses are forgiven, if ever, last in one of the rounds (9.4): each of these cases is a relaxation of its own.
    """

    def __init__(self, known: Known, state: State, goal: Goal | None = None) -> None:
        self.known, self.state, self.goal = known, state, goal
        self.cases: dict[int | None, float] = {}
        self.items: dict[str, int] = {}  # of the relaxed game that is best
        first = outlook(known, state).first
        for broke in (None, *range(first, known.game.deck.rounds + 1)):
            value = Relaxation(known, state, goal, broke).by_lines()
            if value is None or value == math.inf:  # GLOP gives up now and then, and no proof rests on it alone
                value = Relaxation(known, state, goal, broke).solve(SHORT)[0]
            if value is not None:
                self.cases[broke] = min(UNKNOWN, math.floor(min(value, UNKNOWN) + ROUNDING))

    @property
    def value(self) -> int | None:
        """None when there is no such play at all."""
        return int(max(self.cases.values())) if self.cases else None

    def improve(self, effort: Effort, enough: float = -math.inf) -> bool:
        """Solve the worst case in whole numbers; False when there was nothing to do."""
        if not self.cases or max(self.cases.values()) <= enough:
            return False
        worst = max(self.cases, key=lambda case: self.cases[case])
        value, items = Relaxation(self.known, self.state, self.goal, worst).solve(effort)
        if value is None:
            del self.cases[worst]
        else:
            self.cases[worst] = min(self.cases[worst], value)
            self.items = items or self.items
        return True
