"""Deals: what chance will do in a game, from a seed, from the short id that stands for it, or as far as it is known.

Every draw has a place of its own, such as the intake of round 3. What a deal draws there depends on the deal and on
what the bag or stack then holds: taking back a move is no way to draw again, and the same deal and moves give the same
game on every machine. Where neither a known draw nor a deal decides, the draw is open.
"""

import hashlib
import re
from collections.abc import Sequence

from dice_hospital.chance import reports_left
from dice_hospital.moves import (
    CardsShown,
    Drawn,
    FirstColours,
    NewPatient,
    Outcome,
    ReportDealt,
    Rolled,
    TakenOut,
)
from dice_hospital.patients import BEST, untreated
from dice_hospital.setting import Setting
from dice_hospital.state import Phase, State

_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: they are misread or misheard
_LENGTH = 5  # and a check digit
_CHECK = (1, 3, 7, 11, 19)  # weights of the check digit, odd so that every single slip shows
DEALS: int = len(_DIGITS) ** _LENGTH
_BITS = 128  # of a number that is drawn

PLACES: dict[str, type] = {
    r"taken out": TakenOut,
    r"report \d+": ReportDealt,
    r"first": FirstColours,
    r"\d+ intake": Drawn,
    r"\d+ epidemic": NewPatient,
    r"\d+ cards": CardsShown,
    r"\d+ roll \d+(?: also)?": Rolled,
    r"\d+ newcomer \d+ \d+": NewPatient,
}


# --- names of deals -------------------------------------------------------------------------------------------------


def deal_from_seed(seed: int) -> int:
    """The same seed always gives the same deal, on every machine."""
    digest = hashlib.sha256(f"dice hospital deal {seed}".encode()).digest()
    return int.from_bytes(digest[:16], "big") % DEALS


def deal_id(deal: int) -> str:
    """A short name for a deal, of six letters and digits, that can be shared and typed back.

    >>> deal_from_id(deal_id(1234)), deal_id(1234)
    (1234, '0016jz')
    """
    body = ""
    for _ in range(_LENGTH):
        deal, digit = divmod(deal, len(_DIGITS))
        body = _DIGITS[digit] + body
    return body + _check_digit(body)


def _check_digit(body: str) -> str:
    total = sum(weight * _DIGITS.index(digit) for weight, digit in zip(_CHECK, body, strict=True))
    return _DIGITS[total % len(_DIGITS)]


def deal_from_id(name: str) -> int:
    """The deal of a short id; ValueError says what is wrong with a mistyped one."""
    typed = name.strip().lower().replace("o", "0").replace("i", "1").replace("l", "1")
    if len(typed) != _LENGTH + 1 or any(digit not in _DIGITS for digit in typed):
        raise ValueError(f"{name[:60]!r} is no deal id, expected {_LENGTH + 1} letters and digits")
    if _check_digit(typed[:-1]) != typed[-1]:
        raise ValueError(f"{name!r} is no deal id: a letter is wrong (the last one checks the others)")
    deal = 0
    for digit in typed[:-1]:
        deal = deal * len(_DIGITS) + _DIGITS.index(digit)
    return deal


# --- places ---------------------------------------------------------------------------------------------------------


def place_of(setting: Setting, state: State) -> str:
    """Where in a game a chance position stands."""
    workers = setting.deck.setup.nurses + len(state.specialists)
    placement = workers - len(state.free_workers)
    match state.phase:
        case Phase.TAKEN_OUT | Phase.FIRST:
            return str(state.phase)
        case Phase.DEAL:
            return f"report {1 + sum(map(len, state.reports))}"
        case Phase.ROLL:
            return f"{state.round} roll {placement}{'' if state.acting else ' also'}"
        case Phase.NEWCOMER:
            return f"{state.round} newcomer {placement} {state.left}"
    return f"{state.round} {state.phase}"


def kind_at(place: str) -> type | None:
    """What kind of draw belongs to a place; None for what is no place."""
    return next((kind for pattern, kind in PLACES.items() if re.fullmatch(pattern, place, re.ASCII)), None)


# --- draws ----------------------------------------------------------------------------------------------------------


def drawn(setting: Setting, deal: int, state: State) -> Outcome | None:
    """What a deal draws in a chance position; None in any other."""
    place = place_of(setting, state)
    match state.phase:
        case Phase.TAKEN_OUT:
            many = len(setting.promo) * setting.deck.copies.promo
            return TakenOut(tuple(sorted(_some(deal, place, _cards(state.specialist_stack), many))))
        case Phase.DEAL:
            return ReportDealt(_some(deal, place, _cards(reports_left(setting, state)), 1)[0])
        case Phase.FIRST:
            many = len(setting.start_values)
            return FirstColours(tuple(sorted(_some(deal, place, setting.held(state), many))))
        case Phase.INTAKE:
            many = min(setting.deck.intake.drawn, len(setting.held(state)))
            return Drawn(tuple(sorted(_dice(setting, deal, place, state, many))))
        case Phase.EPIDEMIC | Phase.NEWCOMER:
            return NewPatient(_dice(setting, deal, place, state, 1)[0])
        case Phase.CARDS:
            specialist = _some(deal, f"{place} specialist", _cards(state.specialist_stack), 1)[0]
            return CardsShown(specialist, _some(deal, f"{place} department", _cards(state.department_stack), 1)[0])
        case Phase.ROLL:
            values = [1 + _number(deal, f"{place} value {at}", BEST) for at in range(len(state.dice))]
            return Rolled(tuple(value for _, value in sorted(zip(state.dice, values, strict=True))))
    return None


def _number(deal: int, what: str, below: int) -> int:
    """A number from 0 to below - 1; where `below` changes a little, so does the number."""
    digest = hashlib.sha256(f"dice hospital {deal} {what}".encode()).digest()
    return int.from_bytes(digest[: _BITS // 8], "big") * below >> _BITS


def _cards(counts: Sequence[int]) -> list[int]:
    return [kind for kind, number in enumerate(counts) for _ in range(number)]


def _some(deal: int, what: str, there: Sequence[int], many: int) -> list[int]:
    """Some of what is there, without putting back."""
    left, found = list(there), []
    for at in range(many):
        found.append(left.pop(_number(deal, f"{what} {at}", len(left))))
    return found


def _dice(setting: Setting, deal: int, place: str, state: State, many: int) -> list[int]:
    values = setting.deck.dice.intake_values
    colours = _some(deal, f"{place} colour", setting.held(state), many)
    rolled = [values[_number(deal, f"{place} value {at}", len(values))] for at in range(many)]
    return list(map(untreated, colours, rolled))
