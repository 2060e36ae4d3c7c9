"""One line for each move: readable, typable, and the same move again when read back."""

import re
from collections.abc import Callable, Mapping

from dice_hospital.deck import Deck
from dice_hospital.moves import (
    NONE,
    Also,
    AlsoRecolour,
    Bag,
    CallIn,
    CardsShown,
    CompleteReport,
    Consult,
    Drawn,
    FirstColours,
    Keep,
    Lose,
    Move,
    NewPatient,
    Outcome,
    Place,
    Recolour,
    ReportDealt,
    Return,
    Rolled,
    SendBack,
    SetValues,
    Stop,
    Take,
    TakenOut,
    UpAndDown,
)
from dice_hospital.patients import (
    COLOURS,
    Patients,
    name,
    names,
    parse_colour,
    parse_patient,
    parse_patients,
)
from tabletop.moves import BadNotation, suggest

NOTHING, NOBODY = "nothing", "nobody"
UP, DOWN = "up", "down"


# --- moves as lines -------------------------------------------------------------------------------------------------


def format_line(deck: Deck, move: Move | Outcome) -> str:
    """The line for a move, or what chance did."""
    match move:
        case SetValues(patients):
            return f"set {names(patients)}"
        case Keep(patients):
            return f"keep {names(patients)}"
        case Lose(patients):
            return f"lose {names(patients)}"
        case Take():
            return f"take {_improvement(deck, move)}"
        case Return():
            return f"return {_improvement(deck, move)}"
        case Consult(specialist):
            return f"consultant as {deck.workers[specialist].name}"
        case Place():
            return _format_place(deck, move)
        case Bag(patient):
            return f"bag: {name(patient)}"
        case Recolour(patient, colour):
            return f"bag: {name(patient)} as {COLOURS[colour].word}"
        case Also(patients):
            return f"also {names(patients) or NOBODY}"
        case UpAndDown(up, down):
            told = [f"{name(code)} {way}" for code, way in ((up, UP), (down, DOWN)) if code != NONE]
            return f"also {', '.join(told)}"
        case AlsoRecolour(patient, colour):
            return f"also {name(patient)} as {COLOURS[colour].word}"
        case SendBack(patient):
            return f"send back {name(patient)}"
        case CallIn():
            return "call in"
        case Stop():
            return "stop"
        case CompleteReport(column):
            return f"report {column}"
    return f"{_DRAWS[type(move)]}: {outcome_words(deck, move)}"


_DRAWS: Mapping[type, str] = {
    TakenOut: "taken out",
    ReportDealt: "report card",
    FirstColours: "first patients",
    Drawn: "intake",
    NewPatient: "new patient",
    CardsShown: "turned up",
    Rolled: "rolled",
}


def outcome_words(deck: Deck, outcome: Outcome) -> str:
    """What chance did, as a player types it and files have it."""
    match outcome:
        case TakenOut(specialists):
            return ", ".join(deck.workers[kind].name for kind in specialists)
        case ReportDealt(report):
            return deck.reports[report].name
        case FirstColours(colours):
            return " ".join(COLOURS[colour].letter for colour in colours)
        case Drawn(dice):
            return names(dice)
        case NewPatient(die):
            return name(die)
        case CardsShown(specialist, department):
            return f"{deck.workers[specialist].name}, {deck.departments[department].name}"
        case Rolled(values):
            return " ".join(map(str, values))


def _improvement(deck: Deck, move: Take | Return) -> str:
    if move.specialist != NONE:
        return deck.workers[move.specialist].name
    return NOTHING if move.department == NONE else deck.departments[move.department].name


def _format_place(deck: Deck, move: Place) -> str:
    if move.colours:
        pairs = zip(move.patients, move.colours, strict=True)
        whom = ", ".join(f"{name(code)} as {COLOURS[colour].word}" for code, colour in pairs)
    else:
        whom = names(move.patients)
    then = "" if move.also is None else f"; also {names(move.also) or NOBODY}"
    return f"{deck.workers[move.worker].name} > {deck.departments[move.department].name}: {whom}{then}"


# --- lines as moves -------------------------------------------------------------------------------------------------


def parse_move(deck: Deck, text: str) -> Move:
    """The move of a line."""
    line = " ".join(text.lower().split())
    if ">" in line:
        return _parse_place(deck, line)
    for verb, parse in _PARSERS.items():
        if line == verb or line.startswith((f"{verb} ", f"{verb}:")):
            return parse(deck, line[len(verb) :].removeprefix(":").strip())
    known = suggest(line.split(" ")[0], [*_PARSERS, "WORKER > DEPARTMENT: PATIENTS"])
    raise BadNotation(f"{text.strip()[:60]!r} is no move, {known}")


def _parse_place(deck: Deck, line: str) -> Place:
    worker, _, rest = line.partition(">")
    department, colon, whom = rest.partition(":")
    if not colon:
        raise BadNotation("expected WORKER > DEPARTMENT: PATIENTS, such as nurse > pharmacy: g4")
    kind = _named(worker.strip(), deck.worker_named, "worker")
    place = _named(department.strip(), deck.department_named, "department")
    whom, semicolon, also = whom.partition(";")
    told = None
    if semicolon:
        word, _, others = also.strip().partition(" ")
        if word != "also":
            raise BadNotation(f"{also.strip()!r}: expected 'also' and patients, or 'also nobody'")
        told = _whom(others)
    if " as " not in whom:
        return Place(kind, place, _some(whom, "nurse > pharmacy: g4"), (), told)
    pairs = sorted(map(_parse_recoloured, whom.split(",")))
    return Place(kind, place, tuple(code for code, _ in pairs), tuple(colour for _, colour in pairs), told)


def _named(text: str, known: Mapping[str, int], what: str) -> int:
    if text not in known:
        raise BadNotation(f"{text[:60]!r} is no {what}, {suggest(text, known)}")
    return known[text]


def _some(text: str, example: str) -> Patients:
    found = parse_patients(text)
    if not found:
        raise BadNotation(f"somebody is missing, expected for example {example!r}")
    return found


def _whom(text: str) -> Patients:
    return () if text.strip() == NOBODY else _some(text, "also r5")


def _parse_recoloured(text: str) -> tuple[int, int]:
    words = text.split()
    if len(words) != 3 or words[1] != "as":
        raise BadNotation(f"{text.strip()!r}: expected a patient and a colour, such as 'r3 as green'")
    return parse_patient(words[0]), int(parse_colour(words[2]))


def _parse_improvement(deck: Deck, text: str, kind: type[Take] | type[Return]) -> Take | Return:
    if text == NOTHING:
        return kind()
    if text in deck.worker_named:
        return kind(specialist=deck.worker_named[text])
    if text in deck.department_named:
        return kind(department=deck.department_named[text])
    known = [*deck.worker_named, *deck.department_named, NOTHING]
    raise BadNotation(f"{text[:60]!r} is no specialist and no department, {suggest(text, known)}")


def _parse_take(deck: Deck, text: str) -> Take:
    found = _parse_improvement(deck, text, Take)
    assert isinstance(found, Take)
    return found


def _parse_return(deck: Deck, text: str) -> Return:
    found = _parse_improvement(deck, text, Return)
    assert isinstance(found, Return)
    return found


def _parse_bag(_: Deck, text: str) -> Bag | Recolour:
    return Recolour(*_parse_recoloured(text)) if " as " in text else Bag(parse_patient(text))


def _parse_also(_: Deck, text: str) -> Also | UpAndDown | AlsoRecolour:
    if " as " in text:
        return AlsoRecolour(*_parse_recoloured(text))
    parts = [part.split() for part in text.split(",")]
    ways = [part[-1] for part in parts if len(part) == 2 and part[-1] in (UP, DOWN)]
    if not ways:
        return Also(_whom(text))
    if len(ways) < len(parts) or len(set(ways)) < len(ways):
        raise BadNotation(f"{text!r}: expected somebody better, somebody worse, or both, such as 'also g4 up, r1 down'")
    told = {way: parse_patient(part[0]) for part, way in zip(parts, ways, strict=True)}
    return UpAndDown(told.get(UP, NONE), told.get(DOWN, NONE))


def _parse_report(_: Deck, text: str) -> CompleteReport:
    if not re.fullmatch(r"[0-9]{1,2}", text):
        raise BadNotation(f"{text[:60]!r} is no column, expected for example 'report 2'")
    return CompleteReport(int(text))


def _nothing_behind(move: Move) -> Callable[[Deck, str], Move]:
    def parse(_: Deck, text: str) -> Move:
        if text:
            raise BadNotation(f"{text[:60]!r}: expected nothing there")
        return move

    return parse


_PARSERS: dict[str, Callable[[Deck, str], Move]] = {
    "set": lambda _, text: SetValues(_some(text, "set r3 y4 g5")),
    "keep": lambda _, text: Keep(_some(text, "keep r3 y4 g2")),
    "lose": lambda _, text: Lose(_some(text, "lose r1")),
    "take": _parse_take,
    "return": _parse_return,
    "consultant as": lambda deck, text: Consult(_named(text, deck.worker_named, "specialist")),
    "bag": _parse_bag,
    "also": _parse_also,
    "send back": lambda _, text: SendBack(parse_patient(text)),
    "call in": _nothing_behind(CallIn()),
    "report": _parse_report,
    "stop": _nothing_behind(Stop()),
}


# --- what chance did ------------------------------------------------------------------------------------------------


def parse_outcome(deck: Deck, kind: type, text: str) -> Outcome:
    """What was drawn, as it is typed; words in front of a colon are left out of account."""
    return _DRAWN[kind](deck, " ".join(text.lower().split()).rpartition(":")[2].strip())


def _parse_report_card(deck: Deck, text: str) -> ReportDealt:
    """A card by its colours in any order; the points may be left out where one card alone has these colours."""
    letters, _, points = text.partition(" ")
    colours = sorted(letters)
    fitting = [
        kind
        for name, kind in deck.report_named.items()
        if sorted(name.split()[0]) == colours and points in ("", name.split()[1])
    ]
    return ReportDealt(fitting[0] if len(fitting) == 1 else _named(text, deck.report_named, "report card"))


def _parse_colours(_: Deck, text: str) -> FirstColours:
    return FirstColours(tuple(sorted(int(parse_colour(word)) for word in text.replace(",", " ").split())))


def _parse_cards(deck: Deck, text: str) -> CardsShown:
    one, comma, two = text.partition(",")
    if not comma:
        raise BadNotation(f"{text[:60]!r}: expected a specialist and a department, such as 'surgeon, radiology'")
    specialist = _named(one.strip(), deck.worker_named, "specialist")
    return CardsShown(specialist, _named(two.strip(), deck.department_named, "department"))


def _parse_taken_out(deck: Deck, text: str) -> TakenOut:
    return TakenOut(tuple(sorted(_named(word.strip(), deck.worker_named, "specialist") for word in text.split(","))))


def _parse_rolled(_: Deck, text: str) -> Rolled:
    words = text.replace(",", " ").split()
    if not words or not all(re.fullmatch(r"[1-6]", word) for word in words):
        raise BadNotation(f"{text[:60]!r}: expected values from 1 to 6, such as '5 1'")
    return Rolled(tuple(map(int, words)))


_DRAWN: Mapping[type, Callable[[Deck, str], Outcome]] = {
    TakenOut: _parse_taken_out,
    ReportDealt: _parse_report_card,
    FirstColours: _parse_colours,
    Drawn: lambda _, text: Drawn(parse_patients(text)),
    NewPatient: lambda _, text: NewPatient(parse_patient(text)),
    CardsShown: _parse_cards,
    Rolled: _parse_rolled,
}
