"""The activation of a round in the simpler game of `relaxation`: flows of patients, and what makes them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ortools.sat.python.cp_model import IntVar, LinearExpr

from dice_hospital.activation import BAG_STEPS
from dice_hospital.deck import Ability, Group, Worker
from dice_hospital.patients import BEST, COLOURS, NOW, OWN, TREATED, VALUE
from dice_hospital.referee import DiceHospital
from dice_hospital.state import ACTIVATION, Phase, State
from solvers.core.cpsat import ModelBuilder, Number

UNTREATED = -1
BEFORE_ACTIVATION = frozenset(
    {
        Phase.SET, Phase.INTAKE, Phase.KEEP, Phase.EPIDEMIC, Phase.LOSE, Phase.CARDS, Phase.TAKE, Phase.RETURN,
    }
)  # fmt: skip


class Node(NamedTuple):
    """Patients who are alike: untreated, or treated and counting as a colour (6.9); of what colour and value."""

    treated_as: int
    colour: int
    value: int

    @property
    def now(self) -> int:
        return self.colour if self.treated_as == UNTREATED else self.treated_as


NODES = tuple(
    Node(treated_as, colour, value)
    for treated_as in (UNTREATED, *COLOURS)
    for colour in COLOURS
    for value in range(1, BEST + 1)
)
Beds = dict[Node, Number]
Uses = dict[int, tuple[IntVar, list[tuple[Node, IntVar]]]]  # departments by kind: how often used, and on whom


class Card(NamedTuple):
    """An improvement, and by round whether it can be used."""

    specialist: bool
    kind: int
    since: int
    taken: Number
    own: dict[int, Number]


class Flow(NamedTuple):
    """Patients who are touched alike, and by what: a department, a worker's own effect, or a blood bag."""

    means: str
    kind: int  # of department or worker; for a blood bag the colour it gives, or NO_COLOUR
    node: Node
    number: IntVar
    to: Node | None  # None for those who leave


DEPARTMENT, WORKER, BAG = "department", "worker", "bag"
NO_COLOUR = -1


class Day:
    """The activation of a round: flows between nodes, and what makes them."""

    def __init__(
        self, sheet: ModelBuilder, game: DiceHospital, number: int, beds: Beds, bags: IntVar, cards: list[Card],
        now: State | None,
    ) -> None:  # fmt: skip
        """`now` is the position, if it is in this round."""
        self.sheet, self.deck, self.number, self.bags, self.start = sheet, game.deck, number, bags, beds
        self.into: dict[Node, list[Number]] = {}
        self.out: dict[Node, list[Number]] = {}
        self.flows: list[Flow] = []
        begun = now if now is not None and now.phase not in BEFORE_ACTIVATION else None
        self.over = begun is not None and begun.phase not in ACTIVATION
        discharged = begun.discharged if begun is not None else (0, 0, 0)
        self.leaves: dict[int, list[Number]] = {colour: [discharged[colour]] for colour in COLOURS}
        self.waiting = begun.acting if begun is not None and begun.phase is Phase.ALSO else 0
        self.departments, self.workers = self._there(begun, game, cards)

    def _there(
        self, begun: State | None, game: DiceHospital, cards: list[Card]
    ) -> tuple[dict[int, Number], dict[int, Number]]:  # fmt: skip
        """Departments and workers by kind, as many as can be used."""
        if begun is not None:
            return dict(Counter(begun.free_departments)), dict(Counter(begun.free_workers))
        departments: dict[int, Number] = dict.fromkeys(range(len(game.deck.starting)), 1)
        workers: dict[int, Number] = {0: game.deck.setup.nurses}
        for card in cards:
            if self.number in card.own:
                where = workers if card.specialist else departments
                where[card.kind] = where.get(card.kind, 0) + card.own[self.number]
        return departments, workers

    def leaves_now(self) -> list[Number]:
        """Those who leave from now on."""
        return [flow for colour in COLOURS for flow in self.leaves[colour][1:]]

    @property
    def left(self) -> list[Number]:
        """How many left in this round, by their own colours."""
        return [total(self.leaves[colour]) for colour in COLOURS]

    def bags_left(self) -> Number:
        used = total([self.sheet.constant(0), *(flow.number for flow in self.flows if flow.means == BAG)])
        self.sheet.cp.add(used <= self.bags)
        return self.bags - used

    def write(self) -> None:
        if not self.over:
            self._find_nodes()
            uses = self._departments()
            self._specialists(uses)
            self._bags()
            self._different()
        self.end = {
            node: self.sheet.equal(
                self.start.get(node, 0) + total(self.into.get(node, [])) - total(self.out.get(node, [])),
                0, self.deck.setup.beds, f"end {self.number} {node}",
            )
            for node in (self.nodes if not self.over else self.start)
        }  # fmt: skip

    def _find_nodes(self) -> None:
        """Where somebody may come to lie."""
        low: dict[int, int] = {}
        for node in self.start:
            low[node.colour] = min(node.value, low.get(node.colour, BEST))
        bags = self.sheet.range_of(self.bags)[1] > 0
        recoloured = {(node.now, node.colour) for node in self.start}
        self.nodes = [
            node
            for node in NODES
            if node in self.start
            or (
                node.treated_as != UNTREATED
                and node.value >= low.get(node.colour, BEST + 1)
                and (bags or node.now == node.colour or (node.now, node.colour) in recoloured)
            )
        ]

    def _flow(self, means: str, kind: int, node: Node, steps: int, most: int) -> IntVar:
        """Patients of a node who are healed by something."""
        better = Node(node.now, node.colour, node.value + steps)
        return self._touched(means, kind, node, better if better.value <= BEST else None, most)

    def _touched(self, means: str, kind: int, node: Node, to: Node | None, most: int) -> IntVar:
        flow = self.sheet.number(0, min(most, self.deck.setup.beds), f"{means} {kind} {self.number} {node}")
        self.out.setdefault(node, []).append(flow)
        if to is None:
            self.leaves[node.colour].append(flow)
        else:
            self.into.setdefault(to, []).append(flow)
        self.flows.append(Flow(means, kind, node, flow, to))
        return flow

    def _different(self) -> None:
        """6.6, 6.7: the patients of one effect are different: nobody is treated by it again."""
        once = {(DEPARTMENT, kind): self.deck.departments[kind].patients for kind in self.departments}
        once |= {(WORKER, kind): self.deck.workers[kind].patients for kind in self.workers if kind != self.waiting}
        there = {DEPARTMENT: self.departments, WORKER: self.workers}
        for (means, kind), many in once.items():
            if many < 2 or self.sheet.spread(there[means][kind])[1] > 1:
                continue
            own = [flow for flow in self.flows if (flow.means, flow.kind) == (means, kind)]
            for node in {flow.to for flow in own} & {flow.node for flow in own}:
                came = [
                    flow.number for flow in self.flows if flow.to == node and (flow.means, flow.kind) != (means, kind)
                ]
                assert node is not None
                again = total([flow.number for flow in own if flow.node == node])
                self.sheet.cp.add(again <= self.start.get(node, 0) + total([*came, self.sheet.constant(0)]))

    def _fitting(self, colour: int | None, values: Iterable[int], *, treated: bool = False) -> Iterator[Node]:
        for node in self.nodes:
            fits = colour in (None, node.now) and node.value in values
            if fits and (node.treated_as != UNTREATED or not treated):
                yield node

    def _departments(self) -> Uses:
        """6.5, 6.6: how often each kind is used, and on whom."""
        found: Uses = {}
        for kind, there in self.departments.items():
            department, most = self.deck.departments[kind], self.sheet.spread(there)[1]
            name, many = department.name, department.patients
            flows = [
                (node, self._flow(DEPARTMENT, kind, node, department.steps, most * many))
                for node in self._fitting(department.colour, department.values)
            ]
            use = self.sheet.number(0, most, f"{name} {self.number}")
            self.sheet.cp.add(use <= there)
            if department.group in (Group.EQUAL, Group.CONSECUTIVE):
                self._grouped(use, department.group, many, most, flows)
            self.sheet.cp.add(total([flow for _, flow in flows] or [self.sheet.constant(0)]) == many * use)
            found[kind] = use, flows
        placed = total([use for use, _ in found.values()] or [self.sheet.constant(0)])
        self.sheet.cp.add(placed <= total(self.workers.values()))
        return found

    def _grouped(self, use: Number, group: Group, many: int, most: int, flows: list[tuple[Node, IntVar]]) -> None:
        """6.6: three of equal value, or with three values in a row."""
        sheet, equal = self.sheet, group is Group.EQUAL
        firsts = range(1, BEST + 1) if equal else range(1, BEST - many + 2)
        times = {first: sheet.number(0, most, f"{group} from {first}") for first in firsts}
        sheet.cp.add(total(times.values()) == use)
        for value in range(1, BEST + 1):
            there = [flow for node, flow in flows if node.value == value]
            runs = [times[first] for first in firsts if first <= value < first + many]
            wanted = many * times[value] if equal else total(runs)
            sheet.cp.add(total([*there, sheet.constant(0)]) == wanted)

    def _specialists(self, uses: Uses) -> None:
        """6.7, 6.8: own effects, one at most in each department that is used."""
        sheet = self.sheet
        inside: dict[int, list[Number]] = {kind: [] for kind in uses}
        landed: dict[tuple[int, Node], list[Number]] = {}
        for kind in sorted({*self.workers, self.waiting} - {0}):
            worker, late = self.deck.workers[kind], int(kind == self.waiting)
            there = self.workers.get(kind, 0)
            most = sheet.spread(there)[1]
            effects: dict[int, Number] = {}
            for where, (use, healing) in uses.items():
                fits = [(node, flow) for node, flow in healing if self._counts(worker, node)]
                if not most or not fits:
                    continue
                effects[where] = effect = sheet.number(0, min(most, sheet.spread(use)[1]), f"{kind} in {where}")
                sheet.cp.add(effect <= total([flow for _, flow in fits]))
                inside[where].append(effect)
                if worker.ability is Ability.EXTRA:
                    self._extra(kind, where, effect, fits, landed)
            again = sheet.number(0, late, f"late {kind}")
            sheet.cp.add(total([*effects.values(), sheet.constant(0)]) <= there)
            if worker.ability is Ability.EXTRA:
                self._touch(kind, None, again, treated=True)
            elif worker.ability is Ability.OTHER:
                self._touch(kind, worker.target, worker.patients * total([again, *effects.values()]))
            else:
                self._same_value(kind, again, effects, uses)
        for where, effects_there in inside.items():
            sheet.cp.add(total([*effects_there, sheet.constant(0)]) <= uses[where][0])
        for (where, node), flows in landed.items():
            steps = self.deck.departments[where].steps
            came = [flow for at, flow in uses[where][1] if Node(at.now, at.colour, at.value + steps) == node]
            sheet.cp.add(total(flows) <= total(came))

    def _counts(self, worker: Worker, node: Node) -> bool:
        """6.7, 6.9: whether somebody may be the one whom the department has to heal."""
        return worker.colour is None or worker.on_discharge or node.now == worker.colour

    def _touch(self, kind: int, target: int | None, many: Number, *, treated: bool = False) -> None:
        """So many patients get the steps of a worker's own effect."""
        most, worker = max(0, self.sheet.spread(many)[1]), self.deck.workers[kind]
        values = worker.values if worker.ability is Ability.OTHER else range(1, BEST + 1)
        flows = [
            self._flow(WORKER, kind, node, worker.steps, most)
            for node in self._fitting(target, values, treated=treated)
            if most
        ]
        self.sheet.cp.add(total([*flows, self.sheet.constant(0)]) == many)

    def _extra(
        self, kind: int, where: int, effect: Number, fits: list[tuple[Node, IntVar]],
        landed: dict[tuple[int, Node], list[Number]],
    ) -> None:  # fmt: skip
        """One more step for one of those healed who is still here."""
        steps, flows = self.deck.departments[where].steps, list[Number]()
        most = self.sheet.spread(effect)[1]
        for node in {Node(node.now, node.colour, node.value + steps) for node, _ in fits}:
            if node.value <= BEST:
                flows.append(self._flow(WORKER, kind, node, self.deck.workers[kind].steps, most))
                landed.setdefault((where, node), []).append(flows[-1])
        self.sheet.cp.add(total([*flows, self.sheet.constant(0)]) == effect)

    def _same_value(self, kind: int, again: Number, effects: dict[int, Number], uses: Uses) -> None:
        """A step for somebody whose value one of those healed had before."""
        sheet, by_value = self.sheet, {value: list[Number]() for value in range(1, BEST + 1)}
        worker = self.deck.workers[kind]
        for where, effect in effects.items():
            parts = list[Number]()
            for value, numbers in by_value.items():
                healed = [flow for node, flow in uses[where][1] if node.value == value and self._counts(worker, node)]
                if healed:
                    parts.append(sheet.number(0, sheet.spread(effect)[1], f"{worker.name} in {where} for {value}"))
                    sheet.cp.add(parts[-1] <= total(healed))
                    numbers.append(parts[-1])
            sheet.cp.add(total([*parts, sheet.constant(0)]) == effect)
        late = {value: sheet.number(0, sheet.spread(again)[1], f"late at {value}") for value in by_value}
        sheet.cp.add(total(late.values()) == again)
        for value, numbers in by_value.items():
            most = max(0, sheet.spread(total([late[value], *numbers]))[1])
            flows = [
                self._flow(WORKER, kind, node, worker.steps, most) for node in self._fitting(None, (value,)) if most
            ]
            sheet.cp.add(total([*flows, sheet.constant(0)]) == total([late[value], *numbers]))

    def _bags(self) -> None:
        """6.10: a step for anybody, or another colour."""
        most = self.sheet.range_of(self.bags)[1]
        if not most:
            return
        for node in self.nodes:
            self._flow(BAG, NO_COLOUR, node, BAG_STEPS, most)
            for colour in COLOURS:
                if colour != node.now:
                    self._touched(BAG, colour, node, Node(colour, node.colour, node.value), most)


def node_of(code: int, settled: bool = False) -> Node:
    """Where a patient lies; after the activation nobody gets worse any more."""
    return Node(NOW[code] if TREATED[code] or settled else UNTREATED, OWN[code], VALUE[code])


def total(parts: Iterable[Number]) -> Number:
    return LinearExpr.sum(list(parts))


__all__ = [
    "BAG",
    "BEFORE_ACTIVATION",
    "DEPARTMENT",
    "NO_COLOUR",
    "UNTREATED",
    "WORKER",
    "Beds",
    "Card",
    "Day",
    "Node",
    "node_of",
    "total",
]
