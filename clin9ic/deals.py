"""Deals: everything chance will do in a game, from a seed or from the short id that stands for it."""

import hashlib
from dataclasses import dataclass
from itertools import permutations

from clin9ic.cards import Deck
from clin9ic.state import ROUNDS

_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: they are misread or misheard
_LENGTH = 5  # 24 floor orders, 8 faces and 6^6 card orders fit, and a check digit follows
_CHECK = (1, 3, 7, 11, 19)  # weights of the check digit, odd so that every single slip shows


@dataclass(frozen=True)
class Deal:
    floors: tuple[str, ...]
    faces: str
    orders: tuple[tuple[str, ...], ...]


def _wheels(deck: Deck) -> list[list[tuple[str, ...]]]:
    """What chance chooses from, one wheel for each draw."""
    floors = list(permutations(card.id for card in deck.floors))
    faces: list[tuple[str, ...]] = [(face,) for face in "ab"]
    orders = list(permutations(card.id for card in deck.actions))
    return [floors, *[faces] * len(deck.actions), *[orders] * ROUNDS]


def deal_number(deck: Deck, number: int) -> Deal:
    """The deal with a number from 0; numbers beyond the last deal start over."""
    chosen = []
    for wheel in _wheels(deck):
        number, index = divmod(number, len(wheel))
        chosen.append(wheel[index])
    floors, *rest = chosen
    faces, orders = rest[: len(deck.actions)], rest[len(deck.actions) :]
    return Deal(floors, "".join(face for (face,) in faces), tuple(orders))


def deal_from_seed(deck: Deck, seed: int) -> Deal:
    """The same seed always gives the same deal, on every machine."""
    digest = hashlib.sha256(f"clin9ic deal {seed}".encode()).digest()
    return deal_number(deck, int.from_bytes(digest[:16], "big"))


def _check_digit(body: str) -> str:
    total = sum(weight * _DIGITS.index(digit) for weight, digit in zip(_CHECK, body, strict=True))
    return _DIGITS[total % len(_DIGITS)]


def deal_id(deck: Deck, deal: Deal) -> str:
    """A short name for the deal, of six letters and digits, that can be shared and typed back."""
    number = 0
    choices = [deal.floors, *((face,) for face in deal.faces), *deal.orders]
    for wheel, choice in reversed(list(zip(_wheels(deck), choices, strict=True))):
        number = number * len(wheel) + wheel.index(choice)
    body = ""
    for _ in range(_LENGTH):
        number, digit = divmod(number, len(_DIGITS))
        body = _DIGITS[digit] + body
    return body + _check_digit(body)


def deal_from_id(deck: Deck, name: str) -> Deal:
    """The deal of a short id; ValueError says what is wrong with a mistyped one."""
    typed = name.strip().lower().replace("o", "0").replace("i", "1").replace("l", "1")
    if len(typed) != _LENGTH + 1 or any(digit not in _DIGITS for digit in typed):
        raise ValueError(f"{name!r} is no deal id, expected {_LENGTH + 1} letters and digits")
    if _check_digit(typed[:-1]) != typed[-1]:
        raise ValueError(f"{name!r} is no deal id: a letter is wrong (the last one checks the others)")
    number = 0
    for digit in typed[:-1]:
        number = number * len(_DIGITS) + _DIGITS.index(digit)
    return deal_number(deck, number)
