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
from solvers.core.cpsat import Number, Sheet

UNTREATED, TREATED_AS_IS, ANY_COLOUR = range(3)  # how a patient stands within a round
BEFORE_ACTIVATION = frozenset(
    {
        Phase.SET, Phase.INTAKE, Phase.KEEP, Phase.EPIDEMIC, Phase.LOSE, Phase.CARDS, Phase.TAKE, Phase.RETURN,
    }
)  # fmt: skip


class Node(NamedTuple):
    """Patients who are alike: how they stand, of what colour they are, of what value."""

    mode: int
    colour: int
    value: int


NODES = tuple(
    Node(mode, colour, value)
    for mode in (UNTREATED, TREATED_AS_IS, ANY_COLOUR)
    for colour in COLOURS
    for value in range(1, BEST + 1)
)
Beds = dict[Node, Number]


class Card(NamedTuple):
    """An improvement, and by round whether it can be used."""

    specialist: bool
    kind: int
    since: int
    taken: Number
    own: dict[int, Number]


class Day:
    """The activation of a round: flows between nodes, and what makes them."""

    def __init__(
        self, sheet: Sheet, game: DiceHospital, number: int, beds: Beds, bags: IntVar, cards: list[Card],
        now: State | None,
    ) -> None:  # fmt: skip
        """`now` is the position, if it is in this round."""
        self.sheet, self.deck, self.number, self.bags, self.start = sheet, game.deck, number, bags, beds
        self.into: dict[Node, list[Number]] = {}
        self.out: dict[Node, list[Number]] = {}
        self.bag_uses: list[Number] = []
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
        self.sheet.cp.add(total([*self.bag_uses, self.sheet.constant(0)]) <= self.bags)
        return self.bags - total(self.bag_uses)

    def write(self) -> None:
        if not self.over:
            self._find_nodes()
            uses = self._departments()
            self._specialists(uses)
            self._bags()
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
        recoloured = bags or any(node.mode == ANY_COLOUR for node in self.start)
        self.nodes = [
            node
            for node in NODES
            if node in self.start
            or (node.mode == TREATED_AS_IS and node.value >= low.get(node.colour, BEST + 1))
            or (node.mode == ANY_COLOUR and recoloured and node.value >= low.get(node.colour, BEST + 1))
        ]

    def _flow(self, name: str, node: Node, steps: int, most: int) -> IntVar:
        """Patients of a node who are healed by something."""
        flow = self.sheet.number(0, min(most, self.deck.setup.beds), f"{name} {self.number} {node}")
        self.out.setdefault(node, []).append(flow)
        if node.value + steps > BEST:
            self.leaves[node.colour].append(flow)
        else:
            after = Node(max(TREATED_AS_IS, node.mode), node.colour, node.value + steps)
            self.into.setdefault(after, []).append(flow)
        return flow

    def _fitting(self, colour: int | None, values: Iterable[int], *, treated: bool = False) -> Iterator[Node]:
        for node in self.nodes:
            alike = colour is None or node.mode == ANY_COLOUR or node.colour == colour
            if alike and node.value in values and (node.mode != UNTREATED or not treated):
                yield node

    def _departments(self) -> dict[int, tuple[Number, list[tuple[Node, IntVar]]]]:
        """6.5, 6.6: how often each kind is used, and on whom."""
        found = {}
        for kind, there in self.departments.items():
            department, most = self.deck.departments[kind], self.sheet.spread(there)[1]
            name, many = department.name, department.patients
            flows = [
                (node, self._flow(name, node, department.steps, most * many))
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
        return found  # type: ignore[return-value]

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

    def _specialists(self, uses: dict[int, tuple[Number, list[tuple[Node, IntVar]]]]) -> None:
        """6.7, 6.8: own effects, each in a department that has healed somebody of the colour it asks for."""
        sheet, effects = self.sheet, list[tuple[Worker, IntVar]]()
        for kind in sorted({*self.workers, self.waiting} - {0}):
            worker = self.deck.workers[kind]
            there = self.workers.get(kind, 0) + (kind == self.waiting)
            effect = sheet.number(0, sheet.spread(there)[1], f"{worker.name} {self.number}")
            sheet.cp.add(effect <= there)
            effects.append((worker, effect))
            self._own_effect(worker, effect)
        if not effects:
            return
        late = int(self.waiting > 0)
        sheet.cp.add(total([effect for _, effect in effects]) <= total([late, *(use for use, _ in uses.values())]))
        served = {colour: list[Number]() for colour in COLOURS}
        for kind, (use, flows) in uses.items():
            healing = []
            for colour in COLOURS:
                fits = [flow for node, flow in flows if node.mode == ANY_COLOUR or node.colour == colour]
                if fits:
                    healing.append(sheet.number(0, sheet.spread(use)[1], f"{kind} heals {colour} {self.number}"))
                    sheet.cp.add(healing[-1] <= total(fits))
                    served[colour].append(healing[-1])
            if healing:
                sheet.cp.add(total(healing) <= use)
        for colour in COLOURS:
            wanted = [effect for worker, effect in effects if worker.colour == colour and not worker.on_discharge]
            if wanted:
                sheet.cp.add(total(wanted) <= total([late, *served[colour]]))

    def _own_effect(self, worker: Worker, effect: IntVar) -> None:
        most = self.sheet.range_of(effect)[1]
        target, values, treated = None, tuple(range(1, BEST + 1)), False
        many = 1
        if worker.ability is Ability.EXTRA:
            target, treated = worker.colour, True
        elif worker.ability is Ability.OTHER:
            target, values, many = worker.target, worker.values, worker.patients
        flows = [
            self._flow(worker.name, node, worker.steps, most * many)
            for node in self._fitting(target, values, treated=treated)
        ]
        self.sheet.cp.add(total([*flows, self.sheet.constant(0)]) == many * effect)

    def _bags(self) -> None:
        """6.10: a step for anybody, or another colour."""
        most = self.sheet.range_of(self.bags)[1]
        if not most:
            return
        for node in self.nodes:
            self.bag_uses.append(self._flow("bag", node, BAG_STEPS, most))
            if node.mode != ANY_COLOUR:
                flow = self.sheet.number(0, min(most, self.deck.setup.beds), f"recoloured {self.number} {node}")
                self.out.setdefault(node, []).append(flow)
                self.into.setdefault(Node(ANY_COLOUR, node.colour, node.value), []).append(flow)
                self.bag_uses.append(flow)


def node_of(code: int, settled: bool = False) -> Node:
    """Where a patient lies; after the activation all are as they will be in the next round."""
    if NOW[code] != OWN[code] and not settled:
        return Node(ANY_COLOUR, OWN[code], VALUE[code])
    return Node(TREATED_AS_IS if TREATED[code] or settled else UNTREATED, OWN[code], VALUE[code])


def total(parts: Iterable[Number]) -> Number:
    return LinearExpr.sum(list(parts))


__all__ = [
    "BEFORE_ACTIVATION",
    "UNTREATED",
    "Beds",
    "Card",
    "Day",
    "Node",
    "node_of",
    "total",
]
