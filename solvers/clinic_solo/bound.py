"""No play can beat this: the rest of the game with much of the trouble left out, solved by GLOP and CP-SAT.

What stays: every action and its price, doctors who come one after another and lose their colours, nurses, patients who
worsen, who can treat whom, income, expenses, savings, what is built floor by floor, cars, and one step of time for
everybody who comes in. What is left out: where things stand beyond their floors, ways further than the first step, the
queues on the notepad and the order of the draws. So no legal play scores more than the best of this.
"""

import math

from ortools.linear_solver.python import model_builder
from ortools.sat.python import cp_model

from clinic_solo.deck import Goal
from clinic_solo.state import State
from clinic_solo.tiles import Tile
from solvers.clinic_solo.outlook import fewest_touched, outlook
from solvers.clinic_solo.problem import Known
from solvers.clinic_solo.relaxation.money import Money
from solvers.cpsat import Effort, Number, bound_of, new_solver, run
from tabletop.colours import COLOURS

MOST_TIME = 1000
FEW = 5_000  # points of one item, in either direction
FAR, ROUNDING = 1e9, 1e-4
SHORT = Effort(1.0, 1)
UNKNOWN = 10_000  # no game scores that much


class Relaxation(Money):
    """The model from a position in which the player decides to the end of the game."""

    def __init__(self, known: Known, state: State, goal: Goal | None = None, broke: int | None = None) -> None:
        super().__init__(known, state, broke)
        self._cars()
        self._time()
        self._score()
        if goal is not None:
            self._goal(goal)

    # --- cars (6.5) ---

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

    # --- time and score (8.1, 11) ---

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
        items: dict[str, Number] = {
            "popularity": self.popularity,
            "doctors": sum(points.doctor[c] * self.final_doctors[c] for c in COLOURS),
            "nurses": points.nurse * self.nurses[last],
            "treatment rooms": sum(points.treatment_by_floor[f] * room for f, room in enumerate(self.working)),
            "buildings": points.building * self.more_buildings,
            "patients": sum(points.patient[c] * self.left[c] for c in COLOURS),
            "time": points.time * self.thirds,
        }
        self.items = {name: self.sheet.equal(points, -FEW, FEW, name) for name, points in items.items()}
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

    def by_lines(self) -> tuple[float | None, dict[str, int]]:
        """The best when everything may be split, at once, and its items; None when there is no such play at all."""
        self.cp.maximize(self.score)
        proto = self.cp.proto
        model = model_builder.Model()  # type: ignore[no-untyped-call]
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
            return None, {}
        if status != model_builder.SolveStatus.OPTIMAL:
            return math.inf, {}
        items = {name: round(solver.value(numbers[one.index])) for name, one in self.items.items()}
        return -float(solver.objective_value), items

    def solve(self, effort: Effort) -> float | None:
        """The best in whole numbers, or what is known of it when time is up; None when there is no such play."""
        self.cp.maximize(self.score)
        solver = new_solver(effort)
        status, _ = run(solver, self.cp)
        if status == cp_model.INFEASIBLE:
            return None
        bound = bound_of(solver)
        return math.inf if bound is None else bound


class Bounds:
    """What no play from a position can beat, or with a goal none that meets it; it gets better with time.

    Expenses are forgiven, if ever, last in one of the rounds (9.4): each of these cases is a relaxation of its own.
    """

    def __init__(self, known: Known, state: State, goal: Goal | None = None) -> None:
        self.known, self.state, self.goal = known, state, goal
        self.cases: dict[int | None, float] = {}
        self.items: dict[str, int] = {}  # of the best of the relaxed games, by lines
        first = outlook(known, state).first
        for broke in (None, *range(first, known.game.deck.rounds + 1)):
            value, items = Relaxation(known, state, goal, broke).by_lines()
            if value is None or value == math.inf:  # GLOP gives up now and then, and no proof rests on it alone
                value = Relaxation(known, state, goal, broke).solve(SHORT)
            if value is not None:
                if not self.cases or value > max(self.cases.values()):
                    self.items = items
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
        value = Relaxation(self.known, self.state, self.goal, worst).solve(effort)
        if value is None:
            del self.cases[worst]
        else:
            self.cases[worst] = min(self.cases[worst], value)
        return True
