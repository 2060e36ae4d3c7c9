"""Deals: what chance will do in a game (section 13), from a seed or as far as it is known.

Known draws come first, in their order. After them a seed decides each draw from what the bag then holds, patients who
went back into it (10.2) included: the same seed and moves always give the same game, on every machine. Without a seed
the rest is open.
"""

import hashlib
from dataclasses import dataclass, replace
from typing import TypeVar

from clinic_solo.moves import BonusShown, DoctorDrawn, LayoutDrawn, Outcome, PatientDrawn, SpecialsDrawn
from clinic_solo.setting import Setting
from clinic_solo.setup import bonus_draws, special_draws
from clinic_solo.state import Phase, State
from clinic_solo.tiles import Tile
from tabletop.colours import COLOURS, Counts

T = TypeVar("T")


@dataclass(frozen=True)
class Deal:
    """What is to come; `next_outcome` gives the next draw and the deal after it."""

    seed: int | None = None
    specials: tuple[Tile, ...] | None = None
    bonus_tiles: tuple[int, ...] | None = None
    layout: int | None = None
    patients: tuple[int, ...] = ()  # the next draws, as far as known
    doctors: tuple[int, ...] = ()
    drawn: int = 0  # patients drawn by the seed so far, so that each draw has a number of its own


def _number(seed: int, what: str, below: int) -> int:
    """A number from 0 to below - 1, the same on every machine."""
    digest = hashlib.sha256(f"clinic deluxe deal {seed} {what}".encode()).digest()
    return int.from_bytes(digest[:16], "big") % below


def _from_bag(seed: int, what: str, bag: Counts) -> int:
    held = [int(colour) for colour in COLOURS for _ in range(bag[colour])]
    return held[_number(seed, what, len(held))]


def next_outcome(setting: Setting, deal: Deal, state: State) -> tuple[Outcome, Deal] | None:
    """What chance does in a position, and the deal after that; None where the player decides or the draw is open."""
    match state.phase:
        case Phase.SPECIALS:
            specials = _known_or_drawn(deal, deal.specials, "special modules", special_draws(setting))
            return None if specials is None else (SpecialsDrawn(specials), deal)
        case Phase.BONUS_TILES:
            bonus = _known_or_drawn(deal, deal.bonus_tiles, "bonus tiles", bonus_draws(setting))
            return None if bonus is None else (BonusShown(bonus), deal)
        case Phase.LAYOUT:
            layout = _known_or_drawn(deal, deal.layout, "layout", list(range(len(setting.deck.layouts))))
            return None if layout is None else (LayoutDrawn(layout), deal)
        case Phase.UNIVERSITY:
            return _next_doctor(deal, state)
        case Phase.DRAW:
            return _next_patient(deal, state)
    return None


def _known_or_drawn(deal: Deal, known: T | None, what: str, choices: list[T]) -> T | None:
    if known is not None or deal.seed is None:
        return known
    return choices[_number(deal.seed, what, len(choices))]


def _next_doctor(deal: Deal, state: State) -> tuple[Outcome, Deal] | None:
    if deal.doctors:
        return DoctorDrawn(deal.doctors[0]), replace(deal, doctors=deal.doctors[1:])
    if deal.seed is None:
        return None
    # Doctors never go back into the bag, so what it holds numbers the draw.
    return DoctorDrawn(_from_bag(deal.seed, f"doctor {sum(state.doctor_bag)}", state.doctor_bag)), deal


def _next_patient(deal: Deal, state: State) -> tuple[Outcome, Deal] | None:
    if deal.patients:
        return PatientDrawn(deal.patients[0]), replace(deal, patients=deal.patients[1:])
    if deal.seed is None:
        return None
    colour = _from_bag(deal.seed, f"patient {deal.drawn}", state.bag)
    return PatientDrawn(colour), replace(deal, drawn=deal.drawn + 1)
