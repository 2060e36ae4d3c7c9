"""Rule 4.5: the Hire action."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from clin9ic.arrivals import add_time, entry_time, no_room, settled_in
from clin9ic.cards import BOXES_PER_SECTION, Staff
from clin9ic.clinic import clinic_of
from clin9ic.dice import trackable
from clin9ic.moves import Hire, Hired
from clin9ic.setting import Setting
from clin9ic.state import MOST_NURSES, MOST_ORDERLIES, State, parking
from tabletop.colours import COLOURS, Colour, add
from tabletop.moves import IllegalMove

SECTION_PRICES = (1, 2, 4)  # 4.5: a hire from the first, second, third section


def price(box: int) -> int:
    """4.5: what a doctor, a nurse or an orderly costs, by the staff box, counted from 1."""
    return SECTION_PRICES[(box - 1) // BOXES_PER_SECTION]


class Icon(NamedTuple):
    """4.5: a staff box within reach of the entrances, counted from 1."""

    box: int
    staff: Staff

    @property
    def price(self) -> int:
        return price(self.box)


def staff_icons(state: State) -> list[Icon]:
    """4.5: the staff in the lower halves, as far as the entrances reach."""
    boxes = [box for section in state.trio for box in section.bottom][: state.entrances]
    return [Icon(number, box) for number, box in enumerate(boxes, 1) if isinstance(box, Staff)]


def hire_one(
    setting: Setting, state: State, icon: Icon, colour: Colour | None, newcomers: Mapping[Staff, int]
) -> State:
    """4.5: one more person, before any movement is charged."""
    staff = icon.staff
    if (staff is Staff.DOCTOR) != (colour is not None):
        raise IllegalMove("4.5", "a doctor has a colour, and nobody else has one")
    if state.money < icon.price:
        raise IllegalMove("4.5", f"the {staff} of box {icon.box} costs ${icon.price}, there is ${state.money}")
    if state.cars >= parking(setting, state):
        raise IllegalMove("1.4", f"all {parking(setting, state)} parking spaces are taken")
    state = state._replace(money=state.money - icon.price)
    match staff:
        case Staff.DOCTOR:
            state = state._replace(doctors=add(state.doctors, Colour(colour or 0)))
            if not trackable(state.doctors, state.patients, setting.dice):
                raise IllegalMove("2.3", f"{setting.dice} dice cannot show one more {Colour(colour or 0).word} doctor")
        case Staff.NURSE:
            state = state._replace(nurses=state.nurses + 1)
            if state.nurses > MOST_NURSES:
                raise IllegalMove("4.5", f"there are {MOST_NURSES} nurses already")
        case Staff.ORDERLY:
            state = state._replace(orderlies=state.orderlies + 1)
            if state.orderlies > MOST_ORDERLIES:
                raise IllegalMove("4.5", f"there are {MOST_ORDERLIES} orderlies already")
    if entry_time(clinic_of(setting, state), state, staff, newcomers.get(staff, 0) + 1) is None:
        raise no_room(setting, staff)
    return state


def _matching_icons(icons: Sequence[Icon], people: Sequence[Hired]) -> list[Icon]:
    """4.5: the icon of each person, in box order."""
    matched: list[Icon] = []
    last = 0
    for hired in people:
        for icon in icons:
            if icon.box > last and icon.staff == hired.staff and hired.box in (None, icon.box):
                matched.append(icon)
                last = icon.box
                break
        else:
            where = "in the boxes to the right" if hired.box is None else f"in box {hired.box}"
            shown = ", ".join(f"{icon.box} {icon.staff}" for icon in icons) or "nobody"
            raise IllegalMove("4.5", f"no {hired.staff} {where}; within reach, in this order: {shown}")
    return matched


def _moved_in(setting: Setting, before: State, state: State, newcomers: Mapping[Staff, int]) -> State:
    clinic = clinic_of(setting, before)
    times = [entry_time(clinic, state, staff, number) or 0 for staff, number in newcomers.items()]
    for staff, number in newcomers.items():
        state = settled_in(setting, clinic, state, staff, number)
    return add_time(setting, state, clinic, sum(times))._replace(step=state.step + 1)


def hire(setting: Setting, state: State, move: Hire) -> State:
    """4.5: everybody named, in box order, then the Move."""
    before, newcomers = state, dict[Staff, int]()
    for hired, icon in zip(move.people, _matching_icons(staff_icons(state), move.people), strict=True):
        state = hire_one(setting, state, icon, hired.colour, newcomers)
        newcomers[hired.staff] = newcomers.get(hired.staff, 0) + 1
    return _moved_in(setting, before, state, newcomers)


def legal_hires(setting: Setting, state: State) -> list[Hire]:
    """One Hire move for each distinct outcome."""
    icons = staff_icons(state)
    found: dict[State, Hire] = {}

    def go_on(so_far: State, rest: Sequence[Icon], people: tuple[Hired, ...], newcomers: Mapping[Staff, int]) -> None:
        move = Hire(people)
        found.setdefault(_moved_in(setting, state, so_far, newcomers), _plain(icons, move))
        for index, icon in enumerate(rest):
            staff = icon.staff
            for colour in COLOURS if staff is Staff.DOCTOR else (None,):
                try:
                    hired = hire_one(setting, so_far, icon, colour, newcomers)
                except IllegalMove:
                    continue
                more = {**newcomers, staff: newcomers.get(staff, 0) + 1}
                go_on(hired, rest[index + 1 :], (*people, Hired(staff, colour, icon.box)), more)

    go_on(state, icons, (), {})
    return list(found.values())


def _plain(icons: Sequence[Icon], move: Hire) -> Hire:
    """The move without box numbers where they go without saying."""
    people = list(move.people)
    boxes = [icon.box for icon in _matching_icons(icons, people)]
    for index, hired in enumerate(people):
        people[index] = hired._replace(box=None)
        if [icon.box for icon in _matching_icons(icons, people)] != boxes:
            people[index] = hired
    return Hire(tuple(people))
