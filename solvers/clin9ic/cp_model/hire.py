"""Rule 4.5 in the model: the Hire action."""

from collections.abc import Callable
from dataclasses import replace

from ortools.sat.python.cp_model import IntVar

from clin9ic.cards import Action, Staff
from clin9ic.hire import Icon
from clin9ic.state import MOST_NURSES, MOST_ORDERLIES
from solvers.clin9ic.cp_model.arrange import Laid
from solvers.clin9ic.cp_model.dice import shown
from solvers.clin9ic.cp_model.instance import Trio, most_icons
from solvers.clin9ic.cp_model.move import Move
from solvers.clin9ic.cp_model.switches import Group
from solvers.clin9ic.cp_model.variables import Draft, Position, SlotVars
from tabletop.colours import COLOURS

BOXES = range(1, 7)


def boxes_in_reach(draft: Draft, round_number: int, position: Position, name: str) -> dict[int, IntVar]:
    """4.5, 4.6: whether the entrances reach each of the six boxes."""
    held = draft.rule(Group.ENTRANCES, round_number)
    reach = {}
    for box in BOXES:
        reach[box] = draft.flag(f"{name} reaches box {box}")
        draft.cp.add(position.entrances >= box).only_enforce_if(reach[box], held)
        draft.cp.add(position.entrances < box).only_enforce_if(~reach[box], held)
    return reach


def hire(
    draft: Draft,
    round_number: int,
    laid: Laid,
    slot: SlotVars,
    position: Position,
    move: Move,
    reach: dict[int, IntVar],
) -> tuple[Position, list[IntVar]]:
    """4.5: staff from icons within reach; the position after it, and the times of the newcomers."""
    name, may = move.name, slot.is_action[Action.HIRE]
    for box in BOXES:
        for staff in Staff:
            offered = laid.shows(_offers(box, staff), f"box {box} {staff}")
            if draft.range_of(offered)[1]:
                slot.hired[box, staff] = hired = draft.flag(f"{name} hire {staff} of box {box}")
                for condition in (offered, may, reach[box]):
                    draft.cp.add(hired <= condition)
    come = {staff: _counted(draft, laid, slot, staff, name) for staff in Staff}
    price = sum(Icon(box, staff).price * hired for (box, staff), hired in slot.hired.items())
    after = _with_doctors(draft, round_number, slot, position, come[Staff.DOCTOR], name)
    low, high = draft.range_of(position.money)
    after = replace(
        after,
        nurses=_more(draft, position.nurses, come[Staff.NURSE], MOST_NURSES, f"{name} nurses"),
        orderlies=_more(draft, position.orderlies, come[Staff.ORDERLY], MOST_ORDERLIES, f"{name} orderlies"),
        money=draft.equal(position.money - price, min(0, low), high, f"{name} money after hiring"),
    )
    parked = draft.rule(Group.PARKING, round_number)
    for hired in slot.hired.values():
        draft.cp.add(after.cars <= draft.parking(position)).only_enforce_if(hired, parked)
    return after, [move.time_for(staff, number) for staff, number in come.items()]


def _offers(box: int, staff: Staff) -> Callable[[Trio], bool]:
    return lambda trio: trio.bottom[box - 1] is staff


def _counted(draft: Draft, laid: Laid, slot: SlotVars, staff: Staff, name: str) -> IntVar:
    icons = [hired for (_, kind), hired in slot.hired.items() if kind is staff]
    return draft.equal(sum(icons), 0, most_icons(laid.trios, staff), f"{name} {staff}s hired")


def _more(draft: Draft, now: IntVar, come: IntVar, most: int, name: str) -> IntVar:
    low, high = draft.range_of(now)
    return draft.equal(now + come, low, min(most, high + draft.range_of(come)[1]), name)


def _with_doctors(
    draft: Draft, round_number: int, slot: SlotVars, position: Position, number: IntVar, name: str
) -> Position:
    """4.5, 2.3: doctors of any colour; the dice show everybody in the end, and in turn after each."""
    held = draft.rule(Group.DICE, round_number)
    most, come = draft.most(Staff.DOCTOR, round_number), draft.range_of(number)[1]
    slot.doctors = tuple(draft.number(0, come, f"{name} {colour.word} doctors hired") for colour in COLOURS)
    draft.cp.add(sum(slot.doctors) == number)
    after = tuple(
        _more(draft, now, new, most, f"{name} {colour.word} doctors")
        for now, new, colour in zip(position.doctors, slot.doctors, COLOURS, strict=True)
    )
    if come:
        somebody = draft.flag(f"{name} doctors come")
        draft.cp.add(number >= 1).only_enforce_if(somebody)
        draft.cp.add(number == 0).only_enforce_if(~somebody)
        shown(draft, after, position.patients, [somebody, held], f"{name} doctors")
    if draft.in_turn:
        _in_turn(draft, slot, position, [held], most, name)
    return replace(position, doctors=after)


def _in_turn(draft: Draft, slot: SlotVars, position: Position, held: list[IntVar], most: int, name: str) -> None:
    """2.3: the dice show everybody after each doctor."""
    doctors = position.doctors
    before: IntVar | None = None
    for step in range(draft.range_of(slot.doctors[0])[1]):
        colours = tuple(draft.flag(f"{name} doctor {step + 1} {colour.word}") for colour in COLOURS)
        present = draft.equal(sum(colours), 0, 1, f"{name} doctor {step + 1}")
        if before is not None:
            draft.cp.add(present <= before)
        before = present
        doctors = tuple(
            _more(draft, now, new, most, f"{name} {colour.word} doctors after {step + 1}")
            for now, new, colour in zip(doctors, colours, COLOURS, strict=True)
        )
        shown(draft, doctors, position.patients, [present, *held], f"{name} doctor {step + 1}")
        slot.joins.append(colours)
    for colour in COLOURS:
        draft.cp.add(sum(joins[colour] for joins in slot.joins) == slot.doctors[colour])
