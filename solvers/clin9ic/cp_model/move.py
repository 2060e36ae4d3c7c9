"""Rules 4.7-4.10 in the model: room for newcomers, and the time they take."""

from collections.abc import Sequence

from ortools.sat.python.cp_model import IntVar

from clin9ic.arrivals import TRIAGE_TIME
from clin9ic.cards import Module
from solvers.clin9ic.cp_model.clinics import cube_code
from solvers.clin9ic.cp_model.instance import KINDS
from solvers.clin9ic.cp_model.switches import Group
from solvers.clin9ic.cp_model.variables import Draft, Position


class Move:
    """The ways into the clinic of a position, for the Hire or Admit action that happens in it."""

    def __init__(self, draft: Draft, round_number: int, position: Position, outpatient: IntVar, name: str) -> None:
        self.draft = draft
        self.round = round_number
        self.position = position
        self.name = name
        self.held = draft.rule(Group.ROOMS, round_number)
        self.present = {kind: self._present(kind) for kind in KINDS}
        self.openings = self._find_openings(outpatient)

    def _present(self, kind: str) -> IntVar:
        most = self.draft.most(kind, self.round)
        return self.draft.equal(self.position.people(kind), 0, most, f"{self.name} {kind}s present")

    def _find_openings(self, outpatient: IntVar) -> dict[str, IntVar]:
        """4.9: which openings there are for each kind, by the floors, the cubes and 4.8's choice."""
        draft, ways = self.draft, self.draft.ways
        numbers = {
            kind: draft.number(0, len(ways.openings[kind]) - 1, f"{self.name} {kind} openings") for kind in KINDS
        }
        code = draft.config_code(self.position, f"{self.name} floors")
        if draft.switches.conveyors:
            spaces = range(len(self.position.cubes))
            cubes = draft.equal(
                sum((1 << place) * cube for place, cube in zip(spaces, self.position.cubes, strict=True)),
                0,
                cube_code(tuple(spaces)),
                f"{self.name} cubes",
            )
            columns, rows = [code, cubes, outpatient], ways.rows
        else:
            columns, rows = [code, outpatient], [(row[0], *row[2:]) for row in ways.rows]
        draft.cp.add_allowed_assignments([*columns, *(numbers[kind] for kind in ways.openings)], rows)
        return numbers

    def time_for(self, kind: str, newcomers: IntVar) -> IntVar:
        """4.9: the least time for newcomers; without room there is none."""
        present = self.present[kind]
        most = self.draft.range_of(newcomers)[1]
        rows = self.draft.ways.times(kind, self.draft.range_of(present)[1], most)
        time = self.draft.number(0, max(row[3] for row in rows), f"{self.name} {kind} time")
        columns = [self.openings[kind], present, newcomers, time]
        self.draft.cp.add_allowed_assignments(columns, rows).only_enforce_if(self.held)
        return time

    def room_for(self, kind: str, most: int) -> IntVar:
        """4.7: how many newcomers find room, as far as it matters."""
        present = self.present[kind]
        rows = self.draft.ways.room(kind, self.draft.range_of(present)[1], most)
        listed = self.draft.number(0, most, f"{self.name} {kind} room")
        room = self.draft.number(0, most, f"{self.name} {kind} room counted")
        self.draft.cp.add_allowed_assignments([self.openings[kind], present, listed], rows)
        if Group.TIME in self.draft.switches.without:
            # Openings that no path reaches were taken for openings, so there may be less room than listed.
            self.draft.cp.add(room <= listed).only_enforce_if(self.held)
        else:
            self.draft.cp.add(room == listed).only_enforce_if(self.held)
        return room


def time_after(draft: Draft, round_number: int, position: Position, times: Sequence[IntVar], name: str) -> IntVar:
    """4.10: the time track after an action or a phase that took so long, shortened by three for each triage."""
    high = draft.range_of(position.time)[1]
    most = sum(draft.range_of(time)[1] for time in times)
    saved = TRIAGE_TIME * draft.modules(position, Module.TRIAGE)
    left = draft.greatest([sum(times) - saved, 0], 0, most, f"{name} time left")
    counted = draft.number(0, most, f"{name} time counted")
    draft.cp.add(counted == left).only_enforce_if(draft.rule(Group.TIME, round_number))
    if Group.TIME in draft.switches.without:
        draft.cp.add(counted >= left)  # it took at least the shortest way
    return draft.equal(position.time + counted, 0, high + most, f"{name} time")
