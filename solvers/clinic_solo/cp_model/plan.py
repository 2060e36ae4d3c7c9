"""From the values of a model to a plan of moves that the referee has played."""

from collections import Counter
from collections.abc import Callable

from ortools.sat.python.cp_model import IntVar

from clinic_solo import Need, State
from clinic_solo.movement import ways_of
from clinic_solo.moves import (
    BY_BLOOD,
    NO_COLOUR,
    Build,
    BuildConveyor,
    BuildEntrance,
    BuildExtinguisher,
    Buy,
    Care,
    Depart,
    Hire,
    Move,
    MovePeople,
    Park,
    Pass,
    Queue,
    Repark,
    Treatment,
    UpgradeParking,
    UseTile,
)
from clinic_solo.moves import Admit as AdmitMove
from clinic_solo.state import Phase, arrivals
from clinic_solo.tiles import Person, Thing, Tile
from solvers.clinic_solo.cp_model.hire import in_cheapest_order
from solvers.clinic_solo.cp_model.queues import notepad_of
from solvers.clinic_solo.cp_model.round_replay import after_chance, component_of, is_over
from solvers.clinic_solo.cp_model.variables import NEW, Draft, Errands
from solvers.core.cpsat import Disagreement
from tabletop.moves import IllegalMove

Values = Callable[[IntVar], int]
NEVER = 1_000


def read_plan(draft: Draft, value_of: Values, claimed: int) -> tuple[tuple[Move, ...], int]:
    """The moves that the model chose and their value, both confirmed by the referee."""
    instance = draft.instance
    reader = Reader(draft, value_of)
    state, moves = instance.state, list[Move]()
    try:
        while not is_over(instance, state):
            moves.append(reader.next_move(state))
            state = after_chance(instance, instance.game.apply(state, moves[-1]))
    except IllegalMove as refused:
        raise Disagreement(f"{instance.game.format(moves[-1])}: {refused}") from refused
    value = instance.value_of(state)
    if value < claimed:
        raise Disagreement(f"the model claims {claimed}, the referee counts {value}")
    return tuple(moves), value


class Reader:
    """The move that a solved model makes wherever one is due."""

    def __init__(self, draft: Draft, value_of: Values) -> None:
        self.draft, self.value_of = draft, value_of
        self.game, self.board = draft.game, draft.board
        cars = draft.cars
        self.to_park = {key: value_of(v) for key, v in cars.parked.items()}
        self.to_move = {key: value_of(v) for key, v in cars.away.items()}
        option = next((option for option, literal in draft.options if value_of(literal)), None)
        self.newcomers = Counter({key: value_of(v) for key, v in draft.ends.newcomers.items()})
        self.errands = draft.ends.errands or Errands()
        for (place, hub), v in self.errands.fetched.items():
            self.newcomers[str(Person.NURSE), hub] += value_of(v) * (place == NEW)
        self.to_hire = Counter({key: value_of(v) for key, v in draft.hired.doctors.items()})
        notepad = notepad_of(draft.instance)
        steps = option.steps if option else ()
        self.queue: list[list[Queue | AdmitMove]] = [list(notepad.path(step)) if step else [] for step in steps]

    def next_move(self, state: State) -> Move:
        slot = state.slot - self.draft.instance.state.slot
        match state.phase:
            case Phase.ACTION:
                return UseTile(next(a for a, chosen in self.draft.actions[slot].items() if self.value_of(chosen)))
            case Phase.BUILD:
                return self._component(component_of(self.draft.instance, state))
            case Phase.BONUS_SUPPLY:
                space = self._chosen(self.draft.built.bonus, component_of(self.draft.instance, state))
                return Pass() if space is None else Build(Tile.SUPPLY, space)
            case Phase.REPARK:
                return self._repark(state)
            case Phase.HIRE:
                return self._hire(state, slot)
            case Phase.PARK:
                slot = slot if self.draft.sites.cars_move else 0
                spot = next(s for (k, s), number in self.to_park.items() if k == slot and number)
                self.to_park[slot, spot] -= 1
                return Park(spot)
            case Phase.ADMIT:
                return self.queue[slot].pop(0) if self.queue[slot] else Pass()
            case Phase.MOVE:
                return self._walk(state)
            case Phase.CARE:
                return self._care(state)
            case Phase.DEPART:
                return self._depart(state)
            case Phase.POPULARITY:
                return Buy(self.value_of(self.draft.bought))
        raise AssertionError(state.phase)

    def _chosen(self, group: dict[tuple[int, int], IntVar], c: int) -> int | None:
        return next((where for (n, where), v in group.items() if n == c and self.value_of(v)), None)

    def _component(self, c: int) -> Move:
        built = self.draft.built
        if (space := self._chosen(built.tiles, c)) is not None:
            return Build(next(t for (s, t), v in self.draft.tile.items() if s == space and self.value_of(v)), space)
        if (entrance := self._chosen(built.entrances, c)) is not None:
            return BuildEntrance(entrance)
        if (space := self._chosen(built.upgrades, c)) is not None:
            return UpgradeParking(space)
        if (space := self._chosen(built.extinguishers, c)) is not None:
            return BuildExtinguisher(space)
        stops = sorted(stop for (n, stop), v in built.stops.items() if n == c and self.value_of(v))
        return BuildConveyor(tuple(stops)) if stops else Pass()

    def _repark(self, state: State) -> Move:
        c, lot = component_of(self.draft.instance, state), self.board.lot(state.spot)
        for (n, spot), number in self.to_move.items():
            if n == c and number and spot != lot:
                self.to_move[n, spot] -= 1
                return Repark(spot)
        return Pass()

    def _hire(self, state: State, slot: int) -> Move:
        hired = self.draft.hired
        doctors = [colour for (k, colour), number in self.to_hire.items() if k == slot for _ in range(number)]
        if doctors:
            _, order, _ = in_cheapest_order(self.game, state, tuple(doctors))
            self.to_hire[slot, order[0]] -= 1
            return Hire(Person.DOCTOR, order[0], self._place(state, f"doctor {order[0]}"))
        if state.helper_due:
            for who, people in ((Person.NURSE, hired.nurses), (Person.ORDERLY, hired.orderlies)):
                if slot in people and self.value_of(people[slot]):
                    return Hire(who, NO_COLOUR, self._place(state, str(who)))
        return Pass()

    def _place(self, state: State, kind: str) -> int:
        """6.1: the way in that is nearest to where the newcomer ends; all is built by then."""
        goal = next((s for (k, s), number in self.newcomers.items() if k == kind and number), None)
        places = arrivals(self.board, state)
        if goal is None:
            return places[0]
        self.newcomers[kind, goal] -= 1
        ways = ways_of(self.game, state)
        return min(places, key=lambda place: ways.times(place).get(goal, NEVER))

    def _walk(self, state: State) -> MovePeople:
        """8.2: the planner finds the ways; the model says who ends where."""
        ends, needs = self.draft.ends, list[Need]()
        staff = [(kind, space, v) for (kind, _, space), v in ends.staff.items()]
        staff += [(kind, space, v) for (kind, space), v in ends.newcomers.items()]
        staff += [(str(Person.NURSE), space, v) for (_, space), v in self.errands.ended.items()]
        lying = Counter({key: self.value_of(v) for key, v in ends.lying.items()})
        for kind, space, v in staff:
            who, _, shade = kind.partition(" ")
            for _ in range(self.value_of(v)):
                lies = lying[kind, space] > 0
                needs.append(Need(Person(who), int(shade) if shade else NO_COLOUR, space, lies=lies))
                lying[kind, space] -= lies
        for (_, _, room), v in self.errands.carried.items():
            needs += [Need(Thing.BLOOD, NO_COLOUR, room)] * self.value_of(v)
        for (space, row, colour), v in ends.treated_in.items():
            needs += [Need(Person.PATIENT, colour, space, self.game.services[row])] * self.value_of(v)
        for tile, group in ((Tile.OPERATING, ends.operated), (Tile.OUTPATIENT, ends.outpatients)):
            for (row, colour), v in group.items():
                if number := self.value_of(v):
                    need = Need(Person.PATIENT, colour, state.grid.index(tile), self.game.services[row])
                    needs += [need] * number
        move = self.game.plan_move(state, needs)
        if move is None:
            raise Disagreement("there is no Move to where the model has everybody end")
        return move

    def _care(self, state: State) -> Care:
        cared, done = self.draft.cared, list[Treatment]()
        for (space, patient, doctor), v in cared.pairs.items():
            done += [Treatment(space, patient, doctor)] * self.value_of(v)
        for (patient, doctor), v in cared.operations.items():
            if self.value_of(v):
                done.append(Treatment(state.grid.index(Tile.OPERATING), patient, doctor))
        for patient, v in cared.outpatients.items():
            if self.value_of(v):
                space = state.grid.index(Tile.OUTPATIENT)
                done.append(Treatment(space, patient, next(c for place, c in state.doctors if place == space)))
        for (space, patient), v in cared.helped.items():
            done += [Treatment(space, patient, BY_BLOOD)] * self.value_of(v)
        return Care(tuple(sorted(done)), self.game.rules.donations(self.game, state)[-1])

    def _depart(self, state: State) -> Depart:
        """6.5: a car that is in the way of most empty spaces."""

        def in_the_way(spot: int) -> int:
            return sum(spot in self.board.borders[s] and not state.grid[s] for s in range(self.board.ground))

        return Depart(max(sorted(set(state.cars)), key=in_the_way))
