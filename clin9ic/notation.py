"""One line for each move: readable, typable, and the same move again when read back."""

import re
from collections.abc import Callable

from clin9ic.cards import SIZE, Staff
from clin9ic.moves import (
    Admit,
    Arrange,
    Build,
    Buy,
    Care,
    Component,
    Hire,
    Hired,
    Kind,
    Lab,
    Move,
    Order,
    Outcome,
    Outpatient,
    Place,
    Reveal,
    Treatment,
)
from clin9ic.state import Space
from tabletop.colours import colour_named
from tabletop.moves import BadNotation, suggest

TURNED = "r"


def format_move(move: Move | Outcome) -> str:
    """The line for a move.

    >>> format_move(Build((Component(Kind.GARDEN), Component(Kind.UPGRADE, floor=1))))
    'build garden upgrade:1'
    """
    match move:
        case Arrange():
            names = [card + TURNED * turned for card, turned in zip(move.cards, move.turned, strict=True)]
            laid = ["over" if over else "under" for over in move.over]
            return f"arrange {names[0]} {names[1]} {laid[0]} {names[2]} {laid[1]}, {'left' if move.left else 'right'}"
        case Outpatient():
            return f"outpatient {'yes' if move.used else 'no'}"
        case Build():
            return "build " + (" ".join(map(_format_component, move.components)) or "nothing")
        case Hire():
            return "hire " + (" ".join(map(_format_hired, move.people)) or "nobody")
        case Admit():
            return f"admit {move.patients}"
        case Care():
            return "care " + (", ".join(map(_format_treatment, move.treatments)) or "nobody")
        case Buy():
            return f"buy {move.points}"
        case Lab():
            return "lab " + " ".join(colour.word for colour in move.doctors)
        case Order():
            return "order " + " ".join(move.cards)
        case Reveal():
            return f"reveal {move.card}"


def _format_component(component: Component) -> str:
    if component.kind is Kind.UPGRADE:
        return f"upgrade:{component.floor}"
    if component.spaces:
        return f"{component.kind}:{'+'.join(map(str, component.spaces))}"
    return str(component.kind)


def _format_hired(hired: Hired) -> str:
    colour = "" if hired.colour is None else f":{hired.colour.word}"
    return f"{hired.staff}{colour}{'' if hired.box is None else f'@{hired.box}'}"


def _format_treatment(treatment: Treatment) -> str:
    place = "" if treatment.place is Place.TREATMENT else f" in {treatment.place}"
    return f"{treatment.patient.word} by {treatment.doctor.word}{place}"


def parse_move(text: str) -> Move:
    """The move of a line; colours may be single letters.

    >>> parse_move("care r by o, w by w in operating").treatments[1].place.value
    'operating'
    """
    verb, _, rest = " ".join(text.lower().split()).partition(" ")
    if verb not in _PARSERS:
        raise BadNotation(f"{verb!r} is no move, {suggest(verb, _PARSERS)}")
    return _PARSERS[verb](rest)


def parse_space(text: str) -> Space:
    """A place such as 2b3: floor 2, column b from the west, row 3 from the north."""
    match = re.fullmatch(rf"([1-4])([a-c])([1-{SIZE}])", text)
    if not match:
        raise BadNotation(f"{text!r} is no space, expected floor, column a-c and row 1-3, such as 2b3")
    return Space(int(match[1]), int(match[3]) - 1, "abc".index(match[2]))


def _parse_arrange(rest: str) -> Arrange:
    words = rest.replace(",", " ").split()
    laid = {"over": True, "under": False}
    sides = {"left": True, "right": False}
    if len(words) != 6 or words[2] not in laid or words[4] not in laid or words[5] not in sides:
        raise BadNotation("expected 'arrange CARD CARD over|under CARD over|under, left|right', r behind a turned card")
    cards = (words[0], words[1], words[3])
    names = tuple(card.removesuffix(TURNED) for card in cards)
    turned = tuple(card.endswith(TURNED) for card in cards)
    return Arrange(
        (names[0], names[1], names[2]),
        (turned[0], turned[1], turned[2]),
        (laid[words[2]], laid[words[4]]),
        sides[words[5]],
    )


def _parse_outpatient(rest: str) -> Outpatient:
    if rest not in ("yes", "no"):
        raise BadNotation(f"expected 'outpatient yes' or 'outpatient no', found {rest!r}")
    return Outpatient(rest == "yes")


def _parse_build(rest: str) -> Build:
    return Build(() if rest == "nothing" else tuple(map(_parse_component, _words(rest, "build garden entrance"))))


def _parse_component(word: str) -> Component:
    name, _, detail = word.partition(":")
    if name not in list(Kind):
        raise BadNotation(f"{name!r} cannot be built, {suggest(name, Kind)}")
    kind = Kind(name)
    if kind is Kind.UPGRADE:
        if detail not in ("1", "2", "3", "4"):
            raise BadNotation(f"{word!r}: expected the number of the floor, such as upgrade:1")
        return Component(kind, floor=int(detail))
    if kind in (Kind.CONVEYOR, Kind.CONVEYORS):
        spaces = tuple(parse_space(space) for space in detail.split("+"))
        expected = 1 if kind is Kind.CONVEYOR else 2
        if len(spaces) != expected:
            raise BadNotation(f"{word!r}: expected {'conveyor:2b3' if expected == 1 else 'conveyors:1a3+2b3'}")
        return Component(kind, spaces=tuple(sorted(spaces)))
    if detail:
        raise BadNotation(f"{word!r}: {kind} takes nothing behind a colon")
    return Component(kind)


def _parse_hire(rest: str) -> Hire:
    return Hire(() if rest == "nobody" else tuple(map(_parse_hired, _words(rest, "hire doctor:red nurse"))))


def _parse_hired(word: str) -> Hired:
    match = re.fullmatch(r"([a-z]+)(?::([a-z]+))?(?:@([1-6]))?", word)
    if not match:
        raise BadNotation(f"{word!r}: expected staff such as nurse, doctor:red or doctor:red@5")
    if match[1] not in list(Staff):
        raise BadNotation(f"{match[1]!r} is no staff, {suggest(match[1], Staff)}")
    staff = Staff(match[1])
    if (staff is Staff.DOCTOR) != (match[2] is not None):
        raise BadNotation(f"{word!r}: a doctor needs a colour, such as doctor:red, and nobody else has one")
    colour = None if match[2] is None else colour_named(match[2])
    return Hired(staff, colour, None if match[3] is None else int(match[3]))


def _parse_admit(rest: str) -> Admit:
    return Admit(_parse_number(rest, "admit 2"))


def _parse_care(rest: str) -> Care:
    if rest == "nobody":
        return Care(())
    return Care(tuple(_parse_treatment(part.split()) for part in rest.split(",")))


def _parse_treatment(words: list[str]) -> Treatment:
    shape = [words[1:2], words[3:4]] if len(words) == 5 else [words[1:2], ["in"]]
    if len(words) not in (3, 5) or shape != [["by"], ["in"]]:
        raise BadNotation(f"{' '.join(words)!r}: expected 'PATIENT by DOCTOR', with 'in operating' or 'in outpatient'")
    if len(words) == 5 and words[4] not in list(Place):
        raise BadNotation(f"{words[4]!r} treats nobody, {suggest(words[4], Place)}")
    place = Place(words[4]) if len(words) == 5 else Place.TREATMENT
    return Treatment(colour_named(words[0]), colour_named(words[2]), place)


def _parse_buy(rest: str) -> Buy:
    return Buy(_parse_number(rest, "buy 9"))


def _parse_lab(rest: str) -> Lab:
    return Lab(tuple(sorted(map(colour_named, _words(rest, "lab yellow")))))


def _words(rest: str, example: str) -> list[str]:
    if not rest:
        raise BadNotation(f"something is missing, expected for example {example!r}")
    return rest.split()


def _parse_number(rest: str, example: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", rest):
        raise BadNotation(f"{rest!r} is no number, expected for example {example!r}")
    return int(rest)


_PARSERS: dict[str, Callable[[str], Move]] = {
    "arrange": _parse_arrange,
    "outpatient": _parse_outpatient,
    "build": _parse_build,
    "hire": _parse_hire,
    "admit": _parse_admit,
    "care": _parse_care,
    "buy": _parse_buy,
    "lab": _parse_lab,
}
