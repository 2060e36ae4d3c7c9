"""The variables of a schedule: positions, and the decisions between them."""

from collections.abc import Callable
from dataclasses import dataclass, field

from ortools.sat.python.cp_model import IntVar

from clin9ic.cards import Action, Module, Staff
from clin9ic.clinic import PATIENT
from clin9ic.moves import Kind
from clin9ic.state import LOT_SPACES
from solvers.clin9ic.cp_model.clinics import Clinics, WalkingTimes, code_of
from solvers.clin9ic.cp_model.instance import Instance
from solvers.clin9ic.cp_model.switches import Group, Switches
from solvers.core.cpsat import ModelBuilder, Number
from tabletop.colours import COLOURS, Counts


@dataclass(frozen=True)
class Position:
    """1.3 as variables. Floors by whether they stand and whether they show side B; cubes by the space they stand on."""

    built: tuple[IntVar, ...]
    upgraded: tuple[IntVar, ...]
    cubes: tuple[IntVar, ...]
    entrances: IntVar
    gardens: IntVar
    pillars: IntVar
    lots: IntVar
    doctors: tuple[IntVar, ...]
    patients: tuple[IntVar, ...]
    nurses: IntVar
    orderlies: IntVar
    money: IntVar
    popularity: IntVar
    time: IntVar
    treated: IntVar

    @property
    def cars(self) -> Number:
        return sum(self.doctors) + sum(self.patients) + self.nurses + self.orderlies

    def people(self, kind: str) -> Number:
        by_kind: dict[str, Number] = {
            Staff.DOCTOR: sum(self.doctors),
            PATIENT: sum(self.patients),
            Staff.NURSE: self.nurses,
            Staff.ORDERLY: self.orderlies,
        }
        return by_kind[kind]


@dataclass
class ComponentVars:
    """4.4: which component is built; at most one of these holds."""

    kinds: dict[Kind, IntVar]
    floors: tuple[IntVar, ...]  # the new floor
    upgrades: tuple[IntVar, ...]
    before: Position
    after: Position

    @property
    def choices(self) -> list[IntVar]:
        return [*self.kinds.values(), *self.floors, *self.upgrades]


@dataclass
class SlotVars:
    """One of the three actions of a round. What is not the action's kind stays at nothing."""

    is_action: dict[Action, IntVar]
    admitted: IntVar
    components: list[ComponentVars] = field(default_factory=list)
    hired: dict[tuple[int, Staff], IntVar] = field(default_factory=dict)  # by box from 1
    doctors: tuple[IntVar, ...] = ()  # hired, by colour
    joins: list[tuple[IntVar, ...]] = field(default_factory=list)  # the colour of the first, second … of them, in turn
    stops: list[IntVar] = field(default_factory=list)  # the patient of the queue whom the dice cannot show


@dataclass
class CareVars:
    """5.1: pairs by colour of patient and doctor in treatment and operating rooms; outpatients and their doctors."""

    treatment: dict[tuple[int, int], IntVar]
    operating: dict[tuple[int, int], IntVar]
    outpatients: tuple[IntVar, ...]
    outpatient_doctors: tuple[IntVar, ...]
    leaves: list[tuple[IntVar, ...]]  # the colour of the first, second … patient treated, in turn


@dataclass
class RoundVars:
    number: int
    trios: list[IntVar]
    outpatient: IntVar
    slots: list[SlotVars]
    care: CareVars
    bought: IntVar
    lab: tuple[IntVar, ...]
    end: Position


class Draft(ModelBuilder):
    """A schedule while it is written, with a literal for each rule that may be dropped."""

    def __init__(
        self, instance: Instance, switches: Switches, *, droppable: bool = False, in_turn: bool = False
    ) -> None:
        """With `droppable`, each rule of each round hangs on a literal left open, to be assumed when solving.

        With `in_turn`, the dice are looked at after every single doctor and treatment (2.3); otherwise just after the
        last one of an action. The latter nearly always leaves an order in which all goes well, and is far smaller.
        """
        super().__init__()
        self.instance = instance
        self.switches = switches
        self.droppable = droppable
        self.in_turn = in_turn
        # A single round is built with the money at hand.
        paid = len(instance.orders) == 1 and not self.may_drop(Group.MONEY)
        self.clinics = Clinics(instance.game, instance.state, instance.state.money if paid else None)
        self.rounds: list[RoundVars] = []
        self.value: Number = 0
        self._rules: dict[tuple[Group, int], IntVar] = {}
        self._ways: WalkingTimes | None = None

    # --- rules that may be dropped ---

    def rule(self, group: Group, round_number: int) -> IntVar:
        """The literal that a rule of a round is held to."""
        key = group, round_number
        if key not in self._rules:
            if group in self.switches.without:
                self._rules[key] = self.constant(0)
            elif self.droppable:
                self._rules[key] = self.flag(f"rule {group} {round_number}")
            else:
                self._rules[key] = self.constant(1)
        return self._rules[key]

    @property
    def rules(self) -> dict[tuple[Group, int], IntVar]:
        """The literals of all rules that are in the model, not dropped for good."""
        return {key: literal for key, literal in self._rules.items() if key[0] not in self.switches.without}

    def may_drop(self, group: Group) -> bool:
        return self.droppable or group in self.switches.without

    # --- what the clinics say ---

    @property
    def ways(self) -> WalkingTimes:
        if self._ways is None:
            without_time = Group.TIME in self.switches.without
            self._ways = self.clinics.ways(cubes=self.switches.conveyors, shortest=without_time)
        return self._ways

    def index(self, round_number: int) -> int:
        return round_number - self.instance.state.round

    def most(self, kind: str, round_number: int) -> int:
        """At most so many people of a kind in a round, rooms counted where they are a rule."""
        come = self.instance.most(kind, self.index(round_number) + 1)
        if self.may_drop(Group.ROOMS):
            return come
        room = self.clinics.most(lambda clinic: clinic.openings(kind, True).capacity)
        return min(come, max(room, self.instance.most(kind, 0)))

    def most_patients(self, round_number: int) -> Counts:
        """At most so many patients of each colour in a round."""
        most = self.most(PATIENT, round_number)
        white, yellow, orange, red = (min(most, n) for n in self.instance.most_patients[self.index(round_number)])
        return white, yellow, orange, red

    def per_floor(self, position: Position, number: Callable[[int, bool], int]) -> Number:
        """A number that each floor's side contributes to, such as parking or modules, as an expression."""
        total: Number = 0
        for floor in self.clinics.floors:
            a, b = number(floor, False), number(floor, True)
            total = total + a * position.built[floor] + (b - a) * position.upgraded[floor]
        return total

    def modules(self, position: Position, letter: str) -> Number:
        side = self.clinics.side
        return self.per_floor(position, lambda floor, upgraded: side(floor, upgraded).count(letter))

    def most_modules(self, module: Module) -> int:
        return self.clinics.most(lambda clinic: clinic.count(module))

    def parking(self, position: Position) -> Number:
        """1.4."""
        side = self.clinics.side
        printed = side(0, False).parking, side(0, True).parking
        return printed[0] + (printed[1] - printed[0]) * position.upgraded[0] + LOT_SPACES * position.lots

    def config_code(self, position: Position, name: str) -> IntVar:
        """The floors and their sides as one number."""
        codes = [code_of(config) for config in self.clinics.configs]
        terms = [3**f * (b + u) for f, (b, u) in enumerate(zip(position.built, position.upgraded, strict=True))]
        return self.equal(sum(terms), min(codes), max(codes), name)


def first_position(draft: Draft) -> Position:
    """The given position, as constants."""
    state, clinics = draft.instance.state, draft.clinics
    fixed = draft.constant
    return Position(
        built=tuple(fixed(int(side > 0)) for side in clinics.first),
        upgraded=tuple(fixed(int(side > 1)) for side in clinics.first),
        cubes=tuple(fixed(int(space in state.conveyors)) for space in clinics.spaces),
        doctors=tuple(fixed(state.doctors[colour]) for colour in COLOURS),
        patients=tuple(fixed(state.patients[colour]) for colour in COLOURS),
        **{name: fixed(getattr(state, name)) for name in PLAIN},
    )


PLAIN = (
    "entrances", "gardens", "pillars", "lots", "nurses", "orderlies", "money", "popularity", "time", "treated",
)  # fmt: skip
