"""Cases: a position to ask about, made from a seed and a number, as the files a user would have."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from benchmarks.soundness.adapters import ADAPTERS, DECK_FILE, Adapter, Style, adapter_of
from faces.games.adapter import AnyAdapter
from faces.games.registry import adapter_of as face_of
from faces.games.registry import opened
from tabletop.files import InvalidFile

GAME_FILE = "game.toml"
GAMES = tuple(ADAPTERS)
TURNS = ("clin9ic", "clinic", "clinic", "dice-hospital")  # a question about Clin9ic takes some four times as long
SHARE_OF_MADE_UP = 0.6  # decks
SHARE_OF_TYPED = 0.35  # positions
TRIES = 40
GAMES_TRIED = 12
MOST_DECISIONS = 600  # of a game; more would never end


class Kind(StrEnum):
    """Where in its game a position stands."""

    OPENING = "opening"
    MIDDLE = "middle"
    LAST_TWO = "last two rounds"
    END = "last round"
    LATE = "late in the last round"
    LAST_CHOICE = "last choice"
    OVER = "over"


WEIGHTS = {
    Kind.OPENING: 5,
    Kind.MIDDLE: 7,
    Kind.LAST_TWO: 12,
    Kind.END: 30,
    Kind.LATE: 32,
    Kind.LAST_CHOICE: 9,
    Kind.OVER: 5,
}
QUICK_WEIGHTS = {Kind.LATE: 6, Kind.LAST_CHOICE: 2, Kind.OVER: 1}


@dataclass(frozen=True)
class Case:
    """A position and how it came about."""

    name: str
    game: str
    kind: str
    text: str  # of the game file
    deck: str | None = None  # the text of a made-up deck beside it
    broken: str = ""  # why not even the referee could play this deck

    def write(self, folder: Path) -> Path:
        """The files in a folder; the game file's path."""
        folder.mkdir(parents=True, exist_ok=True)
        if self.deck is not None:
            (folder / DECK_FILE).write_text(self.deck, "utf-8")
        path = folder / GAME_FILE
        path.write_text(self.text, "utf-8")
        return path


class Point(NamedTuple):
    """A position in which the player decided, or the last one."""

    before: Any  # the draws that came just before it
    state: Any
    played: int  # moves


@dataclass
class Course:
    """A game as it was played: its decisions, and the moves."""

    points: list[Point] = field(default_factory=list)
    moves: list[Any] = field(default_factory=list)


class Unplayable(Exception):
    """A deck that passed its check but that the referee cannot play to the end."""


def make_case(seed: int, number: int, *, quick: bool = False, games: Sequence[str] = TURNS) -> Case:
    """The case with this number; the same everywhere."""
    random = Random(f"soundness {seed} {number}")
    game = games[number % len(games)]
    adapter, face = adapter_of(game), face_of(game)
    dealer = Random(f"soundness {seed} {game} {number // len(games) // adapter.cases_per_deal}")
    deck = _deck(adapter, face, dealer) if dealer.random() < SHARE_OF_MADE_UP else None
    name = f"{game}-{seed}-{number}"
    file = adapter.new(dealer, deck)
    try:
        course = play_through(adapter, face, file, random)
    except Exception as error:  # whatever the referee does not foresee is a finding, not the end of the hunt
        return Case(name, game, "unplayable", face.write(file), deck, f"{type(error).__name__}: {error}")
    kinds = QUICK_WEIGHTS if quick else WEIGHTS
    kind = random.choices(list(kinds), list(kinds.values()))[0]
    point = random.choice(_standing(adapter, file.game, course, kind))
    typed = _typed(adapter, face, file, point, deck, random) if random.random() < SHARE_OF_TYPED else None
    if typed is not None:
        return Case(name, game, f"{kind}, typed", typed, deck)
    return Case(name, game, kind, face.write(file.with_moves(course.moves[: point.played])), deck)


def trouble_with(case: Case, folder: Path) -> str:
    """Why a deck cannot be played, tried again in several games; nothing where it can."""
    adapter, (face, file) = adapter_of(case.game), opened(case.write(folder))
    for number in range(GAMES_TRIED):
        try:
            play_through(adapter, face, file, Random(number))
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return ""


def _deck(adapter: Adapter, face: AnyAdapter, random: Random) -> str | None:
    assert face.decks is not None, "all games have decks"
    for _ in range(TRIES):
        text = adapter.deck(random)
        try:
            face.decks.check(text, DECK_FILE)
        except InvalidFile:
            continue
        return text
    return None


def play_through(adapter: Adapter, face: AnyAdapter, file: Any, random: Random) -> Course:
    """A whole game; now and then the player changes style."""
    game, course, state = file.game, Course(), file.start
    style = random.choice(list(Style))
    for _ in range(MOST_DECISIONS):
        before, state = state, settled(face, file, state)
        course.points.append(Point(before, state, len(course.moves)))
        if game.is_over(state):
            return course
        if random.random() < 0.02:
            style = random.choice(list(Style))
        if game.is_chance(state):
            raise Unplayable(f"nothing can be drawn: {game.decision(state)} is due")
        try:
            move = adapter.choose(game, state, style, random)
        except Exception as error:
            if _has_moves(game, state):
                raise
            raise Unplayable(f"no move is legal: {game.decision(state)} is due in round {state.round}") from error
        course.moves.append(move)
        state = game.apply(state, course.moves[-1])
    raise Unplayable("the game does not end")


def _has_moves(game: Any, state: Any) -> bool:
    return next(iter(moves_of(game)(state)), None) is not None


def moves_of(game: Any) -> Callable[[Any], Iterator[Any]]:
    """All legal moves one by one: some referees cut their list short."""
    listed: Callable[[Any], Iterator[Any]] = getattr(game, "iter_moves", None) or (lambda s: iter(game.legal_moves(s)))
    return listed


def settled(face: AnyAdapter, file: Any, state: Any) -> Any:
    """The position after the draws that are known."""
    while (outcome := face.seat.next_draw(file, state, face.known_draw(file, state))) is not None:
        state = file.game.apply_outcome(state, outcome)
    return state


def _standing(adapter: Adapter, game: Any, course: Course, kind: Kind) -> list[Point]:
    """The points of a game that are of a kind, or its last decision."""
    left = [adapter.rounds_left(game, point.state) for point in course.points]
    last = left.index(0) - 1
    most = max(left)
    first_of_end = left.index(1) if 1 in left else last
    wanted: dict[Kind, Callable[[int], bool]] = {
        Kind.OPENING: lambda n: left[n] == most and n <= last / 12,
        Kind.MIDDLE: lambda n: left[n] > 2,
        Kind.LAST_TWO: lambda n: left[n] == 2,
        Kind.END: lambda n: left[n] == 1 and n <= first_of_end + 1,
        Kind.LATE: lambda n: left[n] == 1 and n > (first_of_end + last) / 2,
        Kind.LAST_CHOICE: lambda n: n == last,
        Kind.OVER: lambda n: left[n] == 0,
    }
    found = [point for number, point in enumerate(course.points) if wanted[kind](number)]
    return found or [course.points[max(0, last)]]


def _typed(adapter: Adapter, face: AnyAdapter, file: Any, point: Point, deck: str | None, random: Random) -> str | None:
    """The position as one that is typed in, if the product takes it."""
    for _ in range(TRIES):
        twisted = adapter.typed(file, point.before, random) or adapter.typed(file, point.state, random)
        if twisted is None:
            return None
        with TemporaryDirectory() as folder:
            text = face.write(twisted)
            path = Case("", face.name, "", text, deck).write(Path(folder))
            try:
                opened(path)
            except InvalidFile:
                continue
            return text
    return None
