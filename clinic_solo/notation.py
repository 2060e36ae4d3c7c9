"""One line for each decision, that a player can read and type.

take bonus 3                           build hub cardiology 0b2      build entrance Sb3
build conveyor 0a1 0c1                 upgrade parking 0a3           repark a1-b1
build extinguisher 0a1
use build                              hire doctor white at Sb3      hire nurse at 1b2
park b1-c1                             park lot a3                   depart a1-W
queue cardiology 2 up                  admit psychiatry              buy 3
move doctor white Sb3 > 0b2; nurse 0b3 > 0b2 x2; patient yellow psychiatry > 0b2; orderly Sb3 > home
treat white by yellow at 0b2, red by red at 1b2
move zombie 0b2 > 0c1; nurse Sb3 > 0b2 with blood 0a3 > 0b2; doctor white Sb3 > 0a3 lying
treat white by blood at 0b2, zombie by red at 1b2; blood at 0a3
pass, and `move nobody`, `treat nobody`

Capital letters do not matter, and colours may be single letters.
"""

import re
from collections import Counter
from collections.abc import Callable

from clinic_solo.admit import DIRECTIONS
from clinic_solo.board import HOME, Board
from clinic_solo.colours import Skill, skill_named
from clinic_solo.moves import (
    BY_BLOOD,
    NO_COLOUR,
    NO_SPACE,
    ZOMBIE,
    Admit,
    BonusShown,
    Build,
    BuildConveyor,
    BuildEntrance,
    BuildExtinguisher,
    Buy,
    Care,
    Depart,
    DoctorDrawn,
    Errand,
    Hire,
    LayoutDrawn,
    Move,
    MovePeople,
    Outcome,
    Park,
    Pass,
    PatientDrawn,
    Queue,
    Repark,
    SpecialsDrawn,
    Step,
    TakeBonus,
    Treatment,
    UpgradeParking,
    UseTile,
    ZombieStep,
)
from clinic_solo.setting import Setting
from clinic_solo.tiles import SERVICE_BY_WORD, Action, Person, Service, Thing, Tile
from tabletop.colours import Colour, colour_named
from tabletop.moves import BadNotation, suggest

BUILDABLE = {tile.word: tile for tile in Tile if tile is not Tile.EMPTY}
NOBODY = "nobody"


# Writing ------------------------------------------------------------------------------------------------------------


def format_move(board: Board, move: Move) -> str:
    """The line of a move."""
    match move:
        case TakeBonus(number):
            return f"take bonus {number}"
        case UseTile(action):
            return f"use {action}"
        case Build(tile, space):
            return f"build {tile.word} {board.space_name(space)}"
        case BuildEntrance(entrance):
            return f"build entrance {board.entrance_names[entrance]}"
        case BuildConveyor(stops):
            return " ".join(["build conveyor", *map(board.space_name, stops)])
        case BuildExtinguisher(space):
            return f"build extinguisher {board.space_name(space)}"
        case UpgradeParking(space):
            return f"upgrade parking {board.space_name(space)}"
        case Repark(spot) | Park(spot) | Depart(spot):
            return f"{type(move).__name__.lower()} {board.spot_name(spot)}"
        case Hire(who, colour, place):
            return f"hire {_person(who, colour)} at {board.place_name(place)}"
        case Queue(service, position, direction):
            return f"queue {service.word} {position} {direction}"
        case Admit(service, space):
            return f"admit {service.word}" + ("" if space == NO_SPACE else f" at {board.space_name(space)}")
        case MovePeople(steps, zombies):
            ways = [(f"{Thing.ZOMBIE} {_ends(board, step)}", n) for step, n in Counter(zombies).items()]
            ways += [(_step(board, step), n) for step, n in Counter(steps).items()]
            return f"move {'; '.join(words + (f' x{n}' if n > 1 else '') for words, n in ways) or NOBODY}"
        case Care(treatments, hubs):
            treated = ", ".join(_treatment(board, treatment) for treatment in treatments) or NOBODY
            return "; ".join([f"treat {treated}", *(f"blood at {board.space_name(hub)}" for hub in hubs)])
        case Buy(points):
            return f"buy {points}"
        case Pass():
            return "pass"


def _person(who: Person, colour: int) -> str:
    return str(who) if colour == NO_COLOUR else f"{who} {Skill(colour).word}"


def _step(board: Board, step: Step) -> str:
    errands = "".join(f" with blood {board.space_name(hub)} > {board.space_name(room)}" for hub, room in step.errands)
    return f"{_person(step.who, step.colour)} {_ends(board, step)}{errands}{' lying' if step.lies else ''}"


def _ends(board: Board, step: Step | ZombieStep) -> str:
    return f"{board.place_name(step.origin)} > {board.place_name(step.destination)}"


def _treatment(board: Board, treatment: Treatment) -> str:
    patient = str(Thing.ZOMBIE) if treatment.patient == ZOMBIE else Colour(treatment.patient).word
    doctor = str(Thing.BLOOD) if treatment.doctor == BY_BLOOD else Skill(treatment.doctor).word
    return f"{patient} by {doctor} at {board.space_name(treatment.space)}"


def format_outcome(setting: Setting, outcome: Outcome) -> str:
    """What chance did, in words."""
    match outcome:
        case SpecialsDrawn(tiles):
            return f"special modules: {', '.join(tile.word for tile in tiles) or 'none'}"
        case BonusShown(numbers):
            return f"bonus tiles: {', '.join(map(str, numbers))}"
        case LayoutDrawn(index):
            return f"beginner's layout: {setting.deck.layouts[index].colour.word}"
        case DoctorDrawn(colour):
            return f"doctor at the university: {Skill(colour).word}"
        case PatientDrawn(colour):
            return f"new patient: {Colour(colour).word}"


# Reading ------------------------------------------------------------------------------------------------------------


def parse_move(board: Board, text: str) -> Move:
    """The move of a line; raises BadNotation with what was expected."""
    words = text.lower().split()
    if not words:
        raise BadNotation("an empty line is no move")
    first, rest = words[0], " ".join(words[1:])
    if first not in _READERS:
        raise BadNotation(f"{first!r} is no move, {suggest(first, _READERS)}")
    return _READERS[first](board, rest)


def _take(_: Board, text: str) -> Move:
    if match := re.fullmatch(r"bonus (\d{1,4})", text):
        return TakeBonus(int(match[1]))
    raise BadNotation(f"expected 'take bonus NUMBER', found 'take {text}'")


def _use(_: Board, text: str) -> Move:
    return UseTile(Action(_one_of(text, list(Action))))


def _build(board: Board, text: str) -> Move:
    words = text.split()
    if words[:1] == ["entrance"] and len(words) == 2:
        return BuildEntrance(board.entrance(words[1]))
    if words[:1] == ["conveyor"] and len(words) in (2, 3):
        return BuildConveyor(tuple(sorted(board.named_space(word) for word in words[1:])))
    if words[:1] == ["extinguisher"] and len(words) == 2:
        return BuildExtinguisher(board.named_space(words[1]))
    component = " ".join(words[:-1])
    if component in BUILDABLE:
        return Build(BUILDABLE[component], board.named_space(words[-1]))
    allowed = [*BUILDABLE, "entrance", "conveyor", "extinguisher"]
    raise BadNotation(f"expected 'build COMPONENT PLACE', found 'build {text}': {suggest(component or text, allowed)}")


def _upgrade(board: Board, text: str) -> Move:
    if text.startswith("parking "):
        return UpgradeParking(board.ground_space(text.removeprefix("parking ").strip()))
    raise BadNotation(f"expected 'upgrade parking SPACE', found 'upgrade {text}'")


def _hire(board: Board, text: str) -> Move:
    match = re.fullmatch(r"(doctor) (\w+) at (\w+)|(nurse|orderly) at (\w+)", text)
    if not match:
        form = "'hire doctor COLOUR at PLACE', 'hire nurse at PLACE' or 'hire orderly at PLACE'"
        raise BadNotation(f"expected {form}, found 'hire {text}'")
    if match[1]:
        return Hire(Person.DOCTOR, skill_named(match[2]), board.place(match[3]))
    return Hire(Person(match[4]), NO_COLOUR, board.place(match[5]))


def _queue(_: Board, text: str) -> Move:
    if match := re.fullmatch(r"(\w+) (\d{1,4}) (\w+)", text):
        return Queue(_service(match[1]), int(match[2]), _one_of(match[3], DIRECTIONS))
    raise BadNotation(f"expected 'queue SERVICE POSITION up, down, left or right', found 'queue {text}'")


_STEP = re.compile(
    r"(?:(doctor|patient) (\w+)|(nurse|orderly)) (\w+) ?> ?(\w+)"
    r"((?: with blood \w+ ?> ?\w+)*)( lying)?(?: x([1-9]\d?))?"
)
_ERRAND = re.compile(r" with blood (\w+) ?> ?(\w+)")
_ZOMBIE = re.compile(r"zombie (\w+) ?> ?(\w+)(?: x([1-9]\d?))?")


def _admit(board: Board, text: str) -> Move:
    service, _, space = text.partition(" at ")
    return Admit(_service(service), board.named_space(space) if space else NO_SPACE)


def _move(board: Board, text: str) -> Move:
    steps: list[Step] = []
    zombies: list[ZombieStep] = []
    for part in [] if text == NOBODY else map(str.strip, text.split(";")):
        if match := _ZOMBIE.fullmatch(part):
            step = ZombieStep(board.named_space(match[1]), board.named_space(match[2]))
            zombies += [step] * int(match[3] or 1)
        else:
            steps += _steps(board, part)
    return MovePeople(tuple(sorted(steps)), tuple(sorted(zombies)))


def _steps(board: Board, part: str) -> list[Step]:
    """The way of one person, or of several who are alike."""
    match = _STEP.fullmatch(part)
    if not match:
        form = "doctor COLOUR, nurse, orderly or patient COLOUR, then FROM > TO"
        raise BadNotation(f"expected {form}, or nobody, found {part!r}")
    who = Person(match[1] or match[3])
    colour = (skill_named if who is Person.DOCTOR else _colour)(match[2]) if match[2] else NO_COLOUR
    errands = tuple(Errand(board.named_space(hub), board.named_space(room)) for hub, room in _ERRAND.findall(match[6]))
    step = Step(who, colour, board.place(match[4]), board.place(match[5]), errands, bool(match[7]))
    if (who is Person.PATIENT) != (board.service_waited_for(step.origin) is not None):
        raise BadNotation(f"patients come from a service's pre-admissions and nobody else does: {part!r}")
    if step.origin == HOME or board.service_waited_for(step.destination) is not None:
        raise BadNotation(f"nobody can go there or come from there: {part!r}")
    return [step] * int(match[8] or 1)


def _treat(board: Board, text: str) -> Move:
    """Treatments, and behind them the hubs where blood is given."""
    treated, *given = map(str.strip, text.split(";"))
    treatments, hubs = [], []
    for part in [] if treated == NOBODY else treated.split(","):
        match = re.fullmatch(r"\s*(\w+) by (\w+) at (\w+)\s*", part)
        if not match:
            raise BadNotation(f"expected PATIENT by DOCTOR at ROOM, or nobody, found {part.strip()!r}")
        patient = ZOMBIE if match[1] == Thing.ZOMBIE else _colour(match[1])
        doctor = BY_BLOOD if match[2] == Thing.BLOOD else skill_named(match[2])
        treatments.append(Treatment(board.named_space(match[3]), patient, doctor))
    for part in given:
        if not part.startswith("blood at "):
            raise BadNotation(f"expected 'blood at HUB' behind the treatments, found {part!r}")
        hubs.append(board.named_space(part.removeprefix("blood at ")))
    return Care(tuple(sorted(treatments)), tuple(sorted(hubs)))


def _buy(_: Board, text: str) -> Move:
    if re.fullmatch(r"\d{1,4}", text):
        return Buy(int(text))
    raise BadNotation(f"expected 'buy NUMBER', found 'buy {text}'")


def _pass(_: Board, text: str) -> Move:
    if text:
        raise BadNotation(f"expected 'pass' alone, found 'pass {text}'")
    return Pass()


_READERS: dict[str, Callable[[Board, str], Move]] = {
    "take": _take,
    "use": _use,
    "build": _build,
    "upgrade": _upgrade,
    "repark": lambda board, text: Repark(board.spot(text)),
    "hire": _hire,
    "park": lambda board, text: Park(board.spot(text)),
    "depart": lambda board, text: Depart(board.spot(text)),
    "queue": _queue,
    "admit": _admit,
    "move": _move,
    "treat": _treat,
    "buy": _buy,
    "pass": _pass,
}


def _one_of(word: str, allowed: tuple[str, ...] | list[Action]) -> str:
    if word in allowed:
        return word
    raise BadNotation(f"{word!r} is unknown, {suggest(word, allowed)}")


def _colour(word: str) -> int:
    return int(colour_named(word))  # positions hold plain numbers


def _service(word: str) -> Service:
    if word in SERVICE_BY_WORD:
        return SERVICE_BY_WORD[word]
    raise BadNotation(f"{word!r} is no service, {suggest(word, SERVICE_BY_WORD)}")
