"""Deals: what chance will do in a game (section 13), from a seed or as far as it is known.

Every draw has a place of its own: a patient by round, slot and row, a doctor by how many the bag still holds. So what
is drawn depends on the deal and the position alone, taking back a move is no way to draw again, and the same seed and
moves give the same game on every machine. A seed decides a draw from what the bag then holds, patients who went back
into it (10.2) included. Where neither a known draw nor a seed decides, the draw is open.
"""

import hashlib
from dataclasses import dataclass, replace
from typing import TypeVar

from clinic_solo.colours import Numbers
from clinic_solo.moves import BonusShown, DoctorDrawn, LayoutDrawn, Outcome, PatientDrawn, SpecialsDrawn
from clinic_solo.setting import Setting
from clinic_solo.setup import bonus_draws, special_draws
from clinic_solo.state import Phase, State
from clinic_solo.tiles import Tile

T = TypeVar("T")
UNKNOWN = -1  # in a list of known draws: this one is not


@dataclass(frozen=True)
class Deal:
    """What is known of a game's draws.

    `patients` has one entry for each row of the notepad, slot by slot, from the start of the game (first
    the set-up) or of the position typed in. Where a row is full nobody is drawn, and its entry is passed over.
    """

    seed: int | None = None
    specials: tuple[Tile, ...] | None = None
    bonus_tiles: tuple[int, ...] | None = None
    layout: int | None = None
    patients: tuple[int, ...] = ()
    doctors: tuple[int, ...] = ()


def next_outcome(setting: Setting, deal: Deal, state: State, start: State | None = None) -> Outcome | None:
    """What chance does in a position of a game that began at `start`; None where the player decides or it is open."""
    match state.phase:
        case Phase.SPECIALS:
            specials = _known_or_drawn(deal, deal.specials, "special modules", special_draws(setting))
            return None if specials is None else SpecialsDrawn(specials)
        case Phase.BONUS_TILES:
            bonus = _known_or_drawn(deal, deal.bonus_tiles, "bonus tiles", bonus_draws(setting))
            return None if bonus is None else BonusShown(bonus)
        case Phase.LAYOUT:
            layout = _known_or_drawn(deal, deal.layout, "layout", list(range(len(setting.deck.layouts))))
            return None if layout is None else LayoutDrawn(layout)
        case Phase.UNIVERSITY:
            doctor = _entry(deal.doctors, doctor_place(setting, state, start))
            if doctor is None and deal.seed is not None:
                bag = setting.rules.doctors_to_draw(setting, state)
                doctor = _held(bag)[doctor_number(deal.seed, sum(bag))]
            return None if doctor is None else DoctorDrawn(doctor)
        case Phase.DRAW:
            patient = _entry(deal.patients, patient_place(setting, state, start))
            if patient is None and deal.seed is not None:
                drawn = patient_number(deal.seed, state.round, state.slot, state.left, sum(state.bag))
                patient = _held(state.bag)[drawn]
            return None if patient is None else PatientDrawn(patient)
    return None


def with_outcome(setting: Setting, deal: Deal, state: State, outcome: Outcome, start: State | None = None) -> Deal:
    """The deal with one more draw known, which happened in this position."""
    match outcome:
        case SpecialsDrawn(tiles):
            return replace(deal, specials=tiles)
        case BonusShown(numbers):
            return replace(deal, bonus_tiles=numbers)
        case LayoutDrawn(index):
            return replace(deal, layout=index)
        case DoctorDrawn(colour):
            return replace(deal, doctors=_with_entry(deal.doctors, doctor_place(setting, state, start), colour))
        case PatientDrawn(colour):
            return replace(deal, patients=_with_entry(deal.patients, patient_place(setting, state, start), colour))


def patient_place(setting: Setting, state: State, start: State | None = None) -> int:
    """The entry of `patients` for the row that is drawn for."""
    first = 0 if start is None else _slots_before(setting, start) * len(setting.services)
    return _slots_before(setting, state) * len(setting.services) + state.left - first


def _slots_before(setting: Setting, state: State) -> int:
    """How often patients were drawn before this point, the set-up included; after the third slot, before the next."""
    if state.slot == 0:
        return 0
    drawn = state.phase in (Phase.MOVE, Phase.CARE)
    return 1 + (state.round - 1) * setting.deck.actions_per_round + state.slot - 1 + drawn


def doctor_place(setting: Setting, state: State, start: State | None = None) -> int:
    """The entry of `doctors` for the next draw: doctors never go back into the bag."""
    return sum(setting.deck.bags.doctors if start is None else start.doctor_bag) - sum(state.doctor_bag)


def known_patient(setting: Setting, deal: Deal, number: int, slot: int, row: int, start: State | None) -> int | None:
    """The patient that is told for a row after a slot of a round."""
    before = 0 if start is None else _slots_before(setting, start)
    point = 0 if slot == 0 else 1 + (number - 1) * setting.deck.actions_per_round + slot - 1
    return _entry(deal.patients, (point - before) * len(setting.services) + row)


def known_doctor(deal: Deal, place: int) -> int | None:
    """The doctor that is told for a draw, counted from the start."""
    return _entry(deal.doctors, place)


def _with_entry(known: tuple[int, ...], place: int, colour: int) -> tuple[int, ...]:
    padded = [*known, *[UNKNOWN] * (place + 1 - len(known))]
    padded[place] = colour
    return tuple(padded)


def patient_number(seed: int, number: int, slot: int, row: int, below: int) -> int:
    """Which of the patients in a bag of `below` a seed draws for a row after a slot."""
    return _number(seed, f"patient {number} {slot} {row}", below)


def doctor_number(seed: int, below: int) -> int:
    """Which of the doctors in a bag of `below` a seed draws."""
    return _number(seed, f"doctor {below}", below)


def _number(seed: int, what: str, below: int) -> int:
    """A number from 0 to below - 1, the same on every machine."""
    digest = hashlib.sha256(f"clinic deluxe deal {seed} {what}".encode()).digest()
    return int.from_bytes(digest[:16], "big") % below


def _known_or_drawn(deal: Deal, known: T | None, what: str, choices: list[T]) -> T | None:
    if known is not None or deal.seed is None:
        return known
    return choices[_number(deal.seed, what, len(choices))]


def _entry(known: tuple[int, ...], place: int) -> int | None:
    """A draw that is told, None where it is not."""
    return known[place] if 0 <= place < len(known) and known[place] != UNKNOWN else None


def _held(bag: Numbers) -> list[int]:
    """What a bag holds, one by one."""
    return [colour for colour, number in enumerate(bag) for _ in range(number)]
