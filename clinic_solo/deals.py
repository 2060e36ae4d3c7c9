"""Deals: everything chance will do in a game (section 13), from a seed or as far as it is known.

The order of a bag is fixed in advance. Patients who go back into the bag (10.2) are put at places that the seed
decides, so that a deal is as random as a shaken bag and yet the same seed and moves always give the same game.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from clinic_solo.moves import BonusShown, DoctorDrawn, LayoutDrawn, Outcome, PatientDrawn, SpecialsDrawn
from clinic_solo.setting import Setting
from clinic_solo.setup import bonus_draws, special_draws
from clinic_solo.state import Phase, State
from clinic_solo.tiles import Tile
from tabletop.colours import COLOURS, Counts


@dataclass(frozen=True)
class Deal:
    """What is still to come; `next_outcome` gives the next draw and the deal after it."""

    seed: int
    specials: tuple[Tile, ...]
    bonus_tiles: tuple[int, ...]
    layout: int
    patients: tuple[int, ...]  # the bag, next one first
    doctors: tuple[int, ...]
    returned: int = 0  # patients put back so far


def _number(seed: int, what: str, below: int) -> int:
    """A number from 0 to below - 1, the same on every machine."""
    digest = hashlib.sha256(f"clinic deluxe deal {seed} {what}".encode()).digest()
    return int.from_bytes(digest[:16], "big") % below


def shuffled(seed: int, what: str, items: Iterable[int]) -> tuple[int, ...]:
    """The items in an order that the seed decides."""
    rest, order = list(items), []
    while rest:
        order.append(rest.pop(_number(seed, f"{what} {len(rest)}", len(rest))))
    return tuple(order)


def contents(bag: Counts) -> list[int]:
    return [int(colour) for colour in COLOURS for _ in range(bag[colour])]


def deal(setting: Setting, seed: int) -> Deal:
    """The whole deal of a seed."""
    specials, bonus, bags = special_draws(setting), bonus_draws(setting), setting.deck.bags
    return Deal(
        seed=seed,
        specials=specials[_number(seed, "special modules", len(specials))],
        bonus_tiles=bonus[_number(seed, "bonus tiles", len(bonus))],
        layout=_number(seed, "layout", len(setting.deck.layouts)),
        patients=shuffled(seed, "patients", contents(bags.patients)),
        doctors=shuffled(seed, "doctors", contents(bags.doctors)),
    )


def completed(seed: int, what: str, known: Iterable[int], bag: Counts) -> tuple[int, ...] | None:
    """A bag's order that begins with the known draws; None if the bag does not hold them."""
    first = tuple(known)
    rest = Counter(contents(bag))
    rest.subtract(first)
    if min(rest.values(), default=0) < 0:
        return None
    return first + shuffled(seed, what, sorted(rest.elements()))


def put_back(dealt: Deal, bag: Counts) -> Deal:
    """10.2: patients who are in the bag but not yet in its order get their places."""
    order, returned = list(dealt.patients), dealt.returned
    missing = Counter(contents(bag))
    missing.subtract(order)
    for colour in sorted(missing.elements()):
        order.insert(_number(dealt.seed, f"returned {returned}", len(order) + 1), colour)
        returned += 1
    return replace(dealt, patients=tuple(order), returned=returned)


def next_outcome(dealt: Deal, state: State) -> tuple[Outcome, Deal] | None:
    """What chance does in a position, and what is to come after that; None where the player decides."""
    match state.phase:
        case Phase.SPECIALS:
            return SpecialsDrawn(dealt.specials), dealt
        case Phase.BONUS_TILES:
            return BonusShown(dealt.bonus_tiles), dealt
        case Phase.LAYOUT:
            return LayoutDrawn(dealt.layout), dealt
        case Phase.UNIVERSITY:
            return DoctorDrawn(dealt.doctors[0]), replace(dealt, doctors=dealt.doctors[1:])
        case Phase.DRAW:
            dealt = put_back(dealt, state.bag)
            return PatientDrawn(dealt.patients[0]), replace(dealt, patients=dealt.patients[1:])
    return None
