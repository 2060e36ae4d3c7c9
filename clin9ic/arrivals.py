"""Rules 4.7-4.10: newcomers, brought by Hire or Admit: where they find room, and the time that moving in takes.

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

from clin9ic.cards import Module, Staff
from clin9ic.clinic import PATIENT, Clinic, Openings, clinic_of
from clin9ic.moves import Outpatient
from clin9ic.setting import Setting
from clin9ic.state import Held, Space, State
from tabletop.moves import IllegalMove

TRIAGE_TIME = 3  # 4.10


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


def entry_time(clinic: Clinic, state: State, kind: str, newcomers: int) -> int | None:
    """4.9: the time for newcomers of a kind, counted as present in `state` already."""
    openings, present = open_to(clinic, state, kind)
    return openings.time_for(present - newcomers, newcomers)


def settled_in(setting: Setting, clinic: Clinic, state: State, kind: str, newcomers: int) -> State:
    """4.9: the newcomers, counted as present already, keep their openings where these are not chosen anew."""
    if setting.options.reopen_within_round:
        return state
    openings, present = open_to(clinic, state, kind)
    held = [Held(kind, space) for space in openings.taken(present - newcomers, newcomers)]
    return state._replace(held=tuple(sorted((*state.held, *held))))


def no_room(setting: Setting, who: str) -> IllegalMove:
    kept = "" if setting.options.reopen_within_round else "; openings taken this round are kept (reopen_within_round)"
    return IllegalMove("4.7", f"there is no room within reach for one more {who}{kept}")
