"""The relaxation as one model: cars, time, score and goal on top of actions, staff, buildings, patients and money.

It keeps every action and its price, doctors who come one after another and lose their colours, nurses, patients who
worsen, who can treat whom, income, expenses, savings, what is built floor by floor, cars, and one step of time for
everybody who comes in. It leaves out where things stand beyond their floors, ways further than the first step, the
queues on the notepad and the order of the draws. So no legal play scores more than the optimum of this model.
"""

import math
from collections.abc import Callable

from ortools.sat.python.cp_model import LinearExpr

from clinic_solo.deck import Goal
from clinic_solo.state import State
from clinic_solo.tiles import Tile
from solvers.clinic_solo.bounds.relaxation.money import Money
from solvers.clinic_solo.bounds.relaxation.remaining_game import fewest_touched
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.core import exact_lp
from solvers.core.budget import Budget
from solvers.core.cpsat import Number, never, new_solver, run
from tabletop.colours import COLOURS


class Relaxation(Money):
    """The model from a position in which the player decides to the end of the game."""

    def __init__(self, known: KnownDeal, state: State, goal: Goal | None = None, bankrupt: int | None = None) -> None:
        super().__init__(known, state, bankrupt)
        self._cars()
        self._time(goal.at_least or 0 if goal else 0)
        self._score()
        if goal is not None:
            self._goal(goal)

    # --- cars (6.5) ---

    def _cars(self) -> None:
        """When everybody moves, each person's car stands at a border without module or on a parking tile."""
        for r in self.rounds:
            if r == self.remaining.first and not self.remaining.move:
                continue
            doctors = sum(self.treating[r, c] for c in self.skills) + self.in_lab[r]
            people = doctors + self.nurses[r] + self.orderlies[r] + self.present[r] + self._abandoned(r)
            on_a_tile = max(self.deck.building.parking_places, self.deck.building.upgrade_places)
            places = on_a_tile * self.lots[r] + len(self.board.border_names)
            for slope, level in fewest_touched(self.board):  # touched >= slope * modules + level, in halves
                self.cp.add(2 * people <= 2 * places - slope * self.on_ground[r] - level)

    # --- time and score (8.1, 11) ---

    def _time(self, asked: int) -> None:
        """8.1, 8.7: a step for each of the staff in the round they come, and for each patient brought into a room."""
        walk, total = self.deck.walking, self.state.time
        steps: list[Number] = []
        for r in self.rounds:
            if r == self.remaining.first and not self.remaining.move:
                continue
            coming = self.newcomers[r]
            if r == self.remaining.first:
                coming = coming + self.remaining.outside + self.bonus("nurse") + self.orderlies_in
            walked = walk.enter * coming + (walk.to_entrance + walk.enter) * self.brought[r]
            if self.blood is not None:
                walked = walked + self.blood.donate_time * self.donations[r]  # 14A1
            steps.append(self.builder.at_least(walked + walk.triage * self.has[r, Tile.TRIAGE], f"time {r}"))
        high = self.builder.spread(total + sum(steps))[1]
        self.time = self.builder.number(0, max(high, asked), "time")  # nobody is kept from taking longer
        self.cp.add(self.time >= total + sum(steps))
        per = self.deck.points.time_per
        self.time_units = self.builder.number(0, max(high, asked), "time points")
        self.cp.add(per * self.time_units + per - 1 >= self.time)

    def _score(self) -> None:
        points, last = self.deck.points, self.deck.rounds
        items: dict[str, Number] = {
            "popularity": self.popularity,
            "doctors": sum(points.doctor[c] * self.final_doctors[c] for c in self.skills),
            "nurses": points.nurse * self.nurses[last],
            "treatment rooms": sum(points.treatment_by_floor[f] * room for f, room in enumerate(self.working)),
            "buildings": self._a_building() * self.more_buildings,
            "patients": sum(points.patient[c] * self.left[c] for c in COLOURS),
            "time": points.time * self.time_units,
        }
        if self.zombies is not None:
            items["zombies"] = self.zombies.score * self._zombies_at_the_end()
        self.items = {name: self.builder.total(points, name) for name, points in items.items()}
        self.score = LinearExpr.sum(list(self.items.values()))

    def _a_building(self) -> int:
        """11.4, 15.11: what a building beyond the first is worth at most."""
        second = self.deck.points.building
        return second if self.edition_2014 is None else max(second, self.edition_2014.third_building)

    def _goal(self, goal: Goal) -> None:
        """12.2: what the goal counts is at least, or at most, what it asks for."""
        last = self.deck.rounds
        on_floor = dict(enumerate(self.working))
        deaths = self.state.deaths + sum(self.deaths.values()) + sum(self.victims.values())
        measures: dict[str, Number] = {
            "time_spent": self.time,
            "doctors": sum(self.final_doctors),
            "functional_treatment_rooms_on_top_floor": on_floor.get(-1 if goal.floor is None else goal.floor, 0),
            "patients_treated": self.state.treated + sum(self.treated.values()),
            "treating_buildings": self.buildings,
            "doctors_not_white": sum(self.final_doctors[1:]),
            "staff": sum(self.final_doctors) + self.nurses[last] + self.orderlies[last],
            "gardens": self.gardens[last],
            "deaths_plus_patients_left": deaths + sum(self.left),
        }
        counted = self.builder.total(measures[goal.measure], f"goal {goal.name}")
        if goal.at_least is not None:
            self.cp.add(counted >= goal.at_least)
        if goal.at_most is not None:
            self.cp.add(counted <= goal.at_most)

    def linear_bound(self) -> tuple[int | None, dict[str, int]]:
        """The bound of the linear relaxation and the items of its optimum; None where it proves there is no play."""
        answer = exact_lp.solve(self.programme())
        if not answer.values:
            return answer.bound, {}
        return answer.bound, {name: round(answer.values[one.index]) for name, one in self.items.items()}

    def programme(self) -> exact_lp.Programme:
        """The linear programme: the model without integrality."""
        return exact_lp.programme_of(self.cp, self.score)

    def integer_bound(self, budget: Budget, stop: Callable[[], bool] = never) -> float | None:
        """The bound of the model in whole numbers, by CP-SAT; infinite where time is short, None without any play."""
        self.cp.maximize(self.score)
        outcome = run(new_solver(budget), self.cp, stop=stop)
        if outcome.infeasible:
            return None
        return math.inf if outcome.bound is None else outcome.bound
