"""Rule 5.1 in the model: who is treated, by whom and where."""

from dataclasses import dataclass, replace
from itertools import product

from ortools.sat.python.cp_model import IntVar

from clin9ic.cards import Module, Staff
from clin9ic.care import OUTPATIENT_PAY, OUTPATIENT_TIME, PATIENT_PAY, nurses_needed
from clin9ic.clinic import HOSTS, PATIENT
from clin9ic.moves import Place, Treatment
from solvers.clin9ic.cp_model.clinics import code_of
from solvers.clin9ic.cp_model.dice import shown
from solvers.clin9ic.cp_model.switches import Group
from solvers.clin9ic.cp_model.variables import CareVars, Draft, Position
from solvers.core.cpsat import Number
from tabletop.colours import COLOURS

PAIRS = tuple(product(COLOURS, COLOURS))  # patient, doctor


@dataclass(frozen=True)
class Cared:
    """What Care leads to."""

    after: Position
    income: IntVar
    operating: Number  # operating rooms used


def care(draft: Draft, round_number: int, position: Position, outpatient: IntVar, name: str) -> tuple[CareVars, Cared]:
    """5.1."""
    vars_ = _pairs(draft, position, name)
    _nurses(draft, round_number, position, vars_)
    _beds(draft, round_number, position, outpatient, vars_, name)
    patients = _leave(draft, round_number, position, vars_, name)
    rooms, operating, out = _numbers(vars_)
    most = draft.most(PATIENT, round_number)
    high = draft.range_of(position.treated)[1]
    after = replace(
        position,
        patients=patients,
        treated=draft.equal(position.treated + rooms + out, 0, high + most, f"{name} treated"),
        time=_time_back(draft, position, out, name),
    )
    return vars_, Cared(after, _income(draft, position, vars_, most, name), operating)


def _numbers(vars_: CareVars) -> tuple[Number, Number, Number]:
    """Patients in treatment and operating rooms, those in operating rooms alone, and outpatients."""
    operating = sum(vars_.operating.values())
    return sum(vars_.treatment.values()) + operating, operating, sum(vars_.outpatients)


def _pairs(draft: Draft, position: Position, name: str) -> CareVars:
    """Each doctor and each patient at most once."""

    def pairs(place: Place, most: int) -> dict[tuple[int, int], IntVar]:
        found: dict[tuple[int, int], IntVar] = {}
        for p, d in PAIRS:
            high = min(most, draft.range_of(position.patients[p])[1], draft.range_of(position.doctors[d])[1])
            found[p, d] = draft.number(0, high, f"{name} {p.word} by {d.word} in {place}")
        return found

    rooms = {module: draft.most_modules(module) for module in Module}
    out = rooms[Module.OUTPATIENT]
    vars_ = CareVars(
        pairs(Place.TREATMENT, HOSTS[PATIENT][Module.TREATMENT] * rooms[Module.TREATMENT]),
        pairs(Place.OPERATING, rooms[Module.OPERATING]),
        tuple(draft.number(0, out, f"{name} outpatients {colour.word}") for colour in COLOURS),
        tuple(draft.number(0, out, f"{name} doctors of outpatients {colour.word}") for colour in COLOURS),
        [],
    )
    for colour in COLOURS:
        busy = [n for pairs_ in (vars_.treatment, vars_.operating) for (_, d), n in pairs_.items() if d == colour]
        draft.cp.add(sum(busy) + vars_.outpatient_doctors[colour] <= position.doctors[colour])
        draft.cp.add(treated(vars_, colour) <= position.patients[colour])
    draft.cp.add(sum(vars_.outpatients) == sum(vars_.outpatient_doctors))
    return vars_


def treated(vars_: CareVars, colour: int) -> Number:
    """Patients of a colour who are treated."""
    rooms = [n for pairs in (vars_.treatment, vars_.operating) for (p, _), n in pairs.items() if p == colour]
    return sum(rooms) + vars_.outpatients[colour]


def _nurses(draft: Draft, round_number: int, position: Position, vars_: CareVars) -> None:
    """Nurses between the colours, one fewer in an operating room."""
    needed = [
        nurses_needed(Treatment(COLOURS[p], COLOURS[d], place)) * number
        for place, pairs in ((Place.TREATMENT, vars_.treatment), (Place.OPERATING, vars_.operating))
        for (p, d), number in pairs.items()
    ]
    draft.cp.add(sum(needed) <= position.nurses).only_enforce_if(draft.rule(Group.NURSES, round_number))


def _standing(
    draft: Draft, round_number: int, kind: str, position: Position, code: IntVar, outpatient: IntVar, name: str
) -> list[IntVar]:
    """4.9: how many stand on each floor."""
    clinics = draft.clinics
    most = draft.most(kind, round_number)
    people = draft.equal(position.people(kind), 0, most, f"{name} {kind}s")
    rows = []
    for config, clinic in clinics.plain.items():
        for used, number in product((False, True), range(most + 1)):
            floors = clinic.openings(kind, used).on_floors(number)
            missing = (0,) * (len(config) - len(floors))
            rows.append((code_of(config), int(used), number, *floors, *missing))
    standing = [draft.number(0, most, f"{name} {kind}s on floor {floor + 1}") for floor in clinics.floors]
    draft.cp.add_allowed_assignments([code, outpatient, people, *standing], rows)
    return standing


def _beds(draft: Draft, round_number: int, position: Position, outpatient: IntVar, vars_: CareVars, name: str) -> None:
    """Beds with a doctor and a patient: both fill the floors from below, on the highest one wherever they like."""
    held = draft.rule(Group.BEDS, round_number)
    code = draft.config_code(position, f"{name} floors")
    doctors = _standing(draft, round_number, Staff.DOCTOR, position, code, outpatient, name)
    patients = _standing(draft, round_number, PATIENT, position, code, outpatient, name)
    side = draft.clinics.side
    used: dict[Module, list[IntVar]] = {Module.TREATMENT: [], Module.OPERATING: [], Module.OUTPATIENT: []}
    for floor in draft.clinics.floors:
        for module, beds in used.items():
            a, b = (HOSTS[PATIENT][module] * side(floor, up).count(module) for up in (False, True))
            beds.append(draft.number(0, max(a, b), f"{name} {module} beds on floor {floor + 1}"))
            draft.cp.add(beds[-1] <= a * position.built[floor] + (b - a) * position.upgraded[floor])
        here = sum(beds[-1] for beds in used.values())
        draft.cp.add(here <= doctors[floor])
        draft.cp.add(here <= patients[floor])
    rooms, operating, out = _numbers(vars_)
    draft.cp.add(sum(used[Module.TREATMENT]) == rooms - operating).only_enforce_if(held)
    draft.cp.add(sum(used[Module.OPERATING]) == operating).only_enforce_if(held)
    draft.cp.add(sum(used[Module.OUTPATIENT]) == out).only_enforce_if(held)
    draft.cp.add(out <= draft.most_modules(Module.OUTPATIENT) * outpatient)


def _leave(draft: Draft, round_number: int, position: Position, vars_: CareVars, name: str) -> tuple[IntVar, ...]:
    """2.3: who is left; the dice show everybody in the end, and in turn after each who leaves."""
    held = draft.rule(Group.DICE, round_number)
    left = tuple(
        draft.equal(there - treated(vars_, c), 0, draft.range_of(there)[1], f"{name} {c.word} patients left")
        for c, there in zip(COLOURS, position.patients, strict=True)
    )
    shown(draft, position.doctors, left, [held], f"{name} all")
    if draft.in_turn:
        _in_turn(draft, round_number, position, vars_, name)
    return left


def _in_turn(draft: Draft, round_number: int, position: Position, vars_: CareVars, name: str) -> None:
    """2.3: the patients leave one by one, the dice showing everybody after each."""
    held = draft.rule(Group.DICE, round_number)
    patients = position.patients
    before: IntVar | None = None
    for step in range(_most_beds(draft, round_number)):
        colours = tuple(draft.flag(f"{name} leaves {step + 1} {colour.word}") for colour in COLOURS)
        present = draft.equal(sum(colours), 0, 1, f"{name} leaves {step + 1}")
        if before is not None:
            draft.cp.add(present <= before)
        before = present
        patients = tuple(
            draft.equal(now - gone, 0, draft.range_of(now)[1], f"{name} {colour.word} patients after {step + 1}")
            for now, gone, colour in zip(patients, colours, COLOURS, strict=True)
        )
        shown(draft, position.doctors, patients, [present, held], f"{name} leaves {step + 1}")
        vars_.leaves.append(colours)
    for colour in COLOURS:
        draft.cp.add(sum(colours[colour] for colours in vars_.leaves) == treated(vars_, colour))


def _most_beds(draft: Draft, round_number: int) -> int:
    most = draft.most(PATIENT, round_number)
    if draft.may_drop(Group.BEDS):
        return most
    return min(most, draft.clinics.most(lambda clinic: clinic.openings(PATIENT, True).capacity))


def _income(draft: Draft, position: Position, vars_: CareVars, most: int, name: str) -> IntVar:
    """What the treated pay, with a dollar for each garden unless they were outpatients."""
    rooms, _, out = _numbers(vars_)
    in_rooms = draft.equal(rooms, 0, most, f"{name} treated in rooms")
    gardens = draft.number(0, most * draft.range_of(position.gardens)[1], f"{name} paid for gardens")
    draft.cp.add_multiplication_equality(gardens, [in_rooms, position.gardens])
    paid = sum(
        PATIENT_PAY[p] * number for pairs in (vars_.treatment, vars_.operating) for (p, _), number in pairs.items()
    )
    high = most * max(PATIENT_PAY) + draft.range_of(gardens)[1]
    return draft.equal(paid + OUTPATIENT_PAY * out + gardens, 0, high, f"{name} income")


def _time_back(draft: Draft, position: Position, out: Number, name: str) -> IntVar:
    """Outpatients give time back, not below 0."""
    if not draft.instance.game.counts_popularity or not draft.most_modules(Module.OUTPATIENT):
        return position.time
    high = draft.range_of(position.time)[1]
    return draft.greatest([position.time - OUTPATIENT_TIME * out, 0], 0, high, f"{name} time")
