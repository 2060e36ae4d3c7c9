"""Rules 4.5-4.10: the Hire and Admit actions, with the Move inside them.

Openings kept within a round (4.9, the option `reopen_within_round` turned off). By our rule the openings of a floor
are chosen anew for every action: newcomers take the cheapest ones, and those present stand wherever the newcomers do
not. The other reading gives that freedom anew for every round only: whoever came in this round keeps the opening that
was taken, so that the next to come take the next cheapest.

What has to be remembered is `State.held`: the kind and the space of each opening taken since the round began. How many
people stand on each floor is not touched by it, as they fill the clinic from Floor-1 up in either reading; and those
who were there when the round began still stand wherever nobody else does. So newcomers find a clinic without the held
openings and without those who hold them (`open_to`), to which the usual rule applies.

- Of openings that take the same time the one further north is taken, then the one further west. This matters only if
  cubes are placed or moved before the next newcomers come.
- A new floor and cubes leave held openings as they are: they change ways, but no room of a lower floor.
- An upgrade changes rooms, and then everybody finds a place anew: nothing is held any more (`build`).
- The memory ends with the Action phase. Care chooses its beds freely (5.1), and the next round begins afresh.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from clin9ic.cards import Module, Staff
from clin9ic.clinic import PATIENT, Clinic, clinic_of
from clin9ic.dice import trackable
from clin9ic.moves import Admit, Hire, Hired, Outpatient
from clin9ic.openings import Openings
from clin9ic.setting import Setting
from clin9ic.state import MOST_NURSES, MOST_ORDERLIES, Held, Space, State, parking
from tabletop.colours import COLOURS, Colour, add
from tabletop.moves import IllegalMove

SECTION_PRICES = (1, 2, 4)  # 4.5: a hire from the first, second, third section
BOXES_PER_SECTION = 2
TRIAGE_TIME = 3  # 4.10


class Icon(NamedTuple):
    """4.5: a staff box within reach of the entrances, counted from 1."""

    box: int
    staff: Staff

    @property
    def price(self) -> int:
        return SECTION_PRICES[(self.box - 1) // BOXES_PER_SECTION]


def staff_icons(state: State) -> list[Icon]:
    """4.5: the staff in the lower halves, as far as the entrances reach."""
    boxes = [box for section in state.trio for box in section.bottom][: state.entrances]
    return [Icon(number, box) for number, box in enumerate(boxes, 1) if isinstance(box, Staff)]


def patient_queue(state: State) -> list[Colour]:
    """4.6: the patients in the upper halves, as far as the entrances reach."""
    boxes = [box for section in state.trio for box in section.top][: state.entrances]
    return [box for box in boxes if isinstance(box, Colour)]


def must_choose_outpatient(setting: Setting, state: State) -> bool:
    """4.8: at the first Hire, Admit or Care of a round at which the module stands."""
    return state.outpatient is None and clinic_of(setting, state).count(Module.OUTPATIENT) > 0


def choose_outpatient(state: State, move: Outpatient) -> State:
    """4.8."""
    return state._replace(outpatient=move.used)


def add_time(setting: Setting, state: State, clinic: Clinic, times: int) -> State:
    """4.10: time spent by one action, shortened by triage."""
    if not setting.counts_popularity:
        return state
    if setting.options.triage == "phase":
        return state._replace(phase_time=state.phase_time + times)
    return state._replace(time=state.time + max(0, times - TRIAGE_TIME * clinic.count(Module.TRIAGE)))


def settle_phase_time(setting: Setting, state: State) -> State:
    """4.10, where triage shortens the Action phase as a whole."""
    saved = TRIAGE_TIME * clinic_of(setting, state).count(Module.TRIAGE)
    return state._replace(time=state.time + max(0, state.phase_time - saved), phase_time=0)


def lose_popularity(setting: Setting, state: State, points: int) -> State:
    """Decision (4.6): popularity in play does not go below 0, unless the table plays it so."""
    if not setting.counts_popularity:
        return state
    left = state.popularity - points
    return state._replace(popularity=left if setting.options.popularity_below_zero else max(0, left))


# --- Hire (4.5) ---------------------------------------------------------------------------------------------------


def _present(state: State, kind: str) -> int:
    by_kind = {
        Staff.DOCTOR: sum(state.doctors),
        Staff.NURSE: state.nurses,
        Staff.ORDERLY: state.orderlies,
        PATIENT: sum(state.patients),
    }
    return by_kind[kind]


def held_by(state: State, kind: str) -> tuple[Space, ...]:
    """4.9: the openings that people of a kind keep, who came in this round."""
    return tuple(held.space for held in state.held if held.kind == kind)


def open_to(clinic: Clinic, state: State, kind: str) -> tuple[Openings, int]:
    """4.9: the openings that newcomers of a kind may choose from, and how many people stand in them."""
    openings, present = clinic.openings(kind, bool(state.outpatient)), _present(state, kind)
    if held := held_by(state, kind):
        return openings.without(held), present - len(held)
    return openings, present


def _entry_time(clinic: Clinic, state: State, kind: str, newcomers: int) -> int | None:
    """4.9: the time for newcomers of a kind, counted as present in `state` already."""
    openings, present = open_to(clinic, state, kind)
    return openings.time_for(present - newcomers, newcomers)


def _settled_in(setting: Setting, clinic: Clinic, state: State, kind: str, newcomers: int) -> State:
    """4.9: the newcomers, counted as present already, keep their openings where these are not chosen anew."""
    if setting.options.reopen_within_round:
        return state
    openings, present = open_to(clinic, state, kind)
    held = [Held(kind, space) for space in openings.taken(present - newcomers, newcomers)]
    return state._replace(held=tuple(sorted((*state.held, *held))))


def _no_room(setting: Setting, who: str) -> IllegalMove:
    kept = "" if setting.options.reopen_within_round else "; openings taken this round are kept (reopen_within_round)"
    return IllegalMove("4.7", f"there is no room within reach for one more {who}{kept}")


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
    if _entry_time(clinic_of(setting, state), state, staff, newcomers.get(staff, 0) + 1) is None:
        raise _no_room(setting, staff)
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
    times = [_entry_time(clinic, state, staff, number) or 0 for staff, number in newcomers.items()]
    for staff, number in newcomers.items():
        state = _settled_in(setting, clinic, state, staff, number)
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


# --- Admit (4.6) --------------------------------------------------------------------------------------------------


def admit_one(setting: Setting, state: State, patient: Colour, newcomers: int) -> State:
    """4.6: one more patient, before any movement is charged."""
    if state.cars >= parking(setting, state):
        raise IllegalMove("1.4", f"all {parking(setting, state)} parking spaces are taken")
    state = state._replace(patients=add(state.patients, patient))
    if not trackable(state.doctors, state.patients, setting.dice):
        raise IllegalMove("2.3", f"{setting.dice} dice cannot show one more {patient.word} patient")
    if _entry_time(clinic_of(setting, state), state, PATIENT, newcomers + 1) is None:
        raise _no_room(setting, PATIENT)
    return state


def _admissions(setting: Setting, state: State) -> Iterator[State]:
    """4.6: the positions after 0, 1, 2 … patients of the queue, as far as it can be admitted."""
    yield state
    for number, patient in enumerate(patient_queue(state)):
        try:
            state = admit_one(setting, state, patient, number)
        except IllegalMove:
            return
        yield state


def admit(setting: Setting, state: State, move: Admit) -> State:
    """4.6: so many patients of the queue, then the Move; refusing one who could come costs popularity."""
    admitted = list(_admissions(setting, state))
    most = len(admitted) - 1
    if move.patients < 0:
        raise IllegalMove("4.6", "patients are admitted, not sent away")
    if move.patients > most:
        queue = patient_queue(state)
        if most == len(queue):
            raise IllegalMove("4.6", f"only {most} patients are within reach of {state.entrances} entrances")
        admit_one(setting, admitted[most], queue[most], most)  # says why
    clinic = clinic_of(setting, state)
    after = admitted[move.patients]
    after = add_time(setting, after, clinic, _entry_time(clinic, after, PATIENT, move.patients) or 0)
    after = _settled_in(setting, clinic, after, PATIENT, move.patients)
    return lose_popularity(setting, after, most - move.patients)._replace(step=state.step + 1)


def legal_admits(setting: Setting, state: State) -> list[Admit]:
    return [Admit(count) for count, _ in enumerate(_admissions(setting, state))]
