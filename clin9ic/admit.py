"""Rule 4.6: the Admit action."""

from collections.abc import Iterator

from clin9ic.arrivals import add_time, entry_time, no_room, settled_in
from clin9ic.clinic import PATIENT, clinic_of
from clin9ic.dice import trackable
from clin9ic.moves import Admit
from clin9ic.setting import Setting
from clin9ic.state import State, parking
from tabletop.colours import Colour, add
from tabletop.moves import IllegalMove


def patient_queue(state: State) -> list[Colour]:
    """4.6: the patients in the upper halves, as far as the entrances reach."""
    boxes = [box for section in state.trio for box in section.top][: state.entrances]
    return [box for box in boxes if isinstance(box, Colour)]


def lose_popularity(setting: Setting, state: State, points: int) -> State:
    """Decision (4.6): popularity in play does not go below 0, unless the table plays it so."""
    if not setting.counts_popularity:
        return state
    left = state.popularity - points
    return state._replace(popularity=left if setting.options.popularity_below_zero else max(0, left))


def admit_one(setting: Setting, state: State, patient: Colour, newcomers: int) -> State:
    """4.6: one more patient, before any movement is charged."""
    if state.cars >= parking(setting, state):
        raise IllegalMove("1.4", f"all {parking(setting, state)} parking spaces are taken")
    state = state._replace(patients=add(state.patients, patient))
    if not trackable(state.doctors, state.patients, setting.dice):
        raise IllegalMove("2.3", f"{setting.dice} dice cannot show one more {patient.word} patient")
    if entry_time(clinic_of(setting, state), state, PATIENT, newcomers + 1) is None:
        raise no_room(setting, PATIENT)
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
    after = add_time(setting, after, clinic, entry_time(clinic, after, PATIENT, move.patients) or 0)
    after = settled_in(setting, clinic, after, PATIENT, move.patients)
    return lose_popularity(setting, after, most - move.patients)._replace(step=state.step + 1)


def legal_admits(setting: Setting, state: State) -> list[Admit]:
    return [Admit(count) for count, _ in enumerate(_admissions(setting, state))]
