"""Game files: a deal or a position, and the moves played so far. Puzzles and saved games are the same thing."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from clinic_solo import decks
from clinic_solo.colours import SKILL_BY_WORD, Skill
from clinic_solo.deals import UNKNOWN, Deal, next_outcome, with_outcome
from clinic_solo.deck import Deck
from clinic_solo.moves import Move, Outcome
from clinic_solo.position import format_position, read_position
from clinic_solo.referee import ClinicSolo
from clinic_solo.registry import EDITIONS, RULESETS
from clinic_solo.setting import DELUXE
from clinic_solo.state import State
from clinic_solo.svg import position_svg
from clinic_solo.tiles import SPECIALS, Tile
from tabletop import files, records
from tabletop.colours import BY_WORD, Colour
from tabletop.files import Document, Table, played, quoted, quoted_list
from tabletop.moves import BadNotation, suggest

GAME = "clinic"
DASH = "-"
SETUPS = ("expert", "beginner")


Line = records.Line[Move]
Step = records.Step[State, Move | Outcome]
Replay = records.Replay[State, Move, Outcome]


@dataclass(frozen=True)
class GameFile:
    game: ClinicSolo
    deck: str  # as the file names it
    start: State
    deal: Deal = field(default_factory=Deal)
    moves: tuple[Line, ...] = ()
    entered: bool = False  # whether the start is a position typed in
    title: str = ""
    draws_line: int = field(default=0, compare=False)  # where the file tells known draws, 0 if it does not

    def with_moves(self, moves: Iterable[Move]) -> "GameFile":
        return replace(self, moves=tuple(Line(move) for move in moves))

    def _repr_svg_(self) -> str:
        """The position that the moves lead to: how a notebook shows a game."""
        return position_svg(self.game, replay(self).state, self.title or "Clinic")


def new_game(
    deck: str,
    side: str,
    goal: str,
    *,
    expert: bool = True,
    seed: int = 0,
    rulesets: tuple[str, ...] = (),
    edition: str = DELUXE,
) -> GameFile:
    """A game before anything is drawn; ValueError for a side or goal that the deck does not know."""
    game = ClinicSolo(decks.load(deck), side, goal, expert, rulesets, edition)
    return GameFile(game, deck, game.start(), Deal(seed))


def next_draw(file: GameFile, state: State) -> Outcome | None:
    """What chance does in a position, where the file knows."""
    return next_outcome(file.game, file.deal, state, file.start)


def with_draw(file: GameFile, state: State, outcome: Outcome) -> GameFile:
    """The file with one more draw known."""
    return replace(file, deal=with_outcome(file.game, file.deal, state, outcome, file.start))


def parse_draw(game: ClinicSolo, state: State, text: str) -> Outcome:
    """A draw typed at the table: what `format` says of it, or only the part behind the colon."""
    typed = " ".join(text.lower().replace(",", " ").split())
    possible = [outcome for outcome, _ in game.chance_outcomes(state)]
    for outcome in possible:
        words = " ".join(game.format(outcome).lower().replace(",", " ").split())
        if typed in (words, words.split(": ")[-1]):
            return outcome
    listed = " / ".join(game.format(outcome).split(": ")[-1] for outcome in possible)
    raise BadNotation(f"{text!r} cannot be drawn here, expected one of: {listed}")


def replay(file: GameFile) -> Replay:
    """Referee the moves of a game file; known draws happen by themselves."""
    return records.replay(file.game, file.start, file.moves, partial(next_draw, file))


# --- reading ------------------------------------------------------------------------------------------------------


def read(path: Path, deck: str | None = None) -> GameFile:
    """The game in a file, its moves not yet refereed; InvalidFile with every fault. `deck` overrides the file's."""
    return parse(files.read(path), path, deck)


def parse(document: Document, path: Path | None = None, deck: str | None = None) -> GameFile:
    """The game of a TOML document."""
    root = document.root()
    root.choice("game", [GAME])
    title = root.get("title", str, required=False) or ""
    named = root.get("deck", str)
    printed = decks.SHELF.named_in(root, deck or named, None if deck else path)
    side = root.choice("board", [side.name for side in printed.sides]) if printed else root.get("board", str)
    goal = root.choice("goal", [goal.name for goal in printed.goals]) if printed else root.get("goal", str)
    setup = root.choice("setup", SETUPS, required=False) or SETUPS[0]
    seed = root.number("seed", 0, required=False)
    rulesets = root.choices("ruleset", RULESETS)
    edition = root.choice("edition", EDITIONS, required=False) or DELUXE
    draws, position = root.table("draws", required=False), root.table("position", required=False)
    play = root.table("play", required=False)
    root.done()
    game = _game(root, printed, side, goal, setup, rulesets, edition)
    if game is None:
        document.raise_faults()
        raise AssertionError("what is missing is a fault")
    deal = replace(_draws(game, draws), seed=seed) if draws else Deal(seed)
    entered = read_position(game, position) if position else None
    if draws:
        _possible(draws, deal, entered or game.start())
    moves = played(play, game.parse)
    document.raise_faults()
    start, told = entered or game.start(), document.line_of(("draws",)) if draws else 0
    return GameFile(game, deck or named or "", start, deal, moves, entered is not None, title, told)


def _game(
    root: Table,
    deck: Deck | None,
    side: str | None,
    goal: str | None,
    setup: str,
    rulesets: tuple[str, ...],
    edition: str,
) -> ClinicSolo | None:
    if deck is None or side is None or goal is None:
        return None
    try:
        return ClinicSolo(deck, side, goal, setup == "expert", rulesets, edition)
    except ValueError as error:
        root.fault("setup", str(error))
        return None


def _draws(game: ClinicSolo, table: Table) -> Deal:
    """What is known of the draws to come."""
    deck = game.deck
    words = table.items("special_modules", str, required=False)
    known = {game.called(tile.word): tile for tile in SPECIALS}
    specials: tuple[Tile, ...] | None = None
    if words is not None:
        specials = tuple(sorted(known[word] for word in words if word in known))
        if len(set(specials)) != deck.special_kinds or len(words) != deck.special_kinds:
            table.fault("special_modules", f"expected {deck.special_kinds} different ones of {', '.join(known)}")
    numbers = table.items("bonus_tiles", int, required=False)
    bonus = None if numbers is None else tuple(sorted(numbers))
    if bonus is not None:
        allowed = {tile.number for tile in deck.bonus_tiles}
        if len(set(bonus) & allowed) != deck.bonus_shown or len(bonus) != deck.bonus_shown:
            table.fault("bonus_tiles", f"expected {deck.bonus_shown} different numbers of {sorted(allowed)}")
    colours = [layout.colour.word for layout in deck.layouts]
    layout = table.choice("layout", colours, required=False)
    patients = _colours(table, "patients", tuple(BY_WORD))
    doctors = _colours(table, "doctors", tuple(SKILL_BY_WORD)[: deck.doctor_colours])
    table.done()
    return Deal(None, specials, bonus, colours.index(layout) if layout else None, patients, doctors)


def _possible(table: Table, deal: Deal, start: State) -> None:
    """13.3, 13.4: doctors never go back into their bag; patients do, but only those of the notepad (10.2)."""
    for skill, held in zip(Skill, start.doctor_bag, strict=False):
        doctors = deal.doctors.count(skill)
        if doctors > held:
            table.fault("doctors", f"{doctors} are {skill.word}, but the bag holds {held} of them")
    for colour in Colour:
        patients = deal.patients.count(colour)
        if patients and not start.bag[colour] and not any(colour in row for row in start.notepad):
            table.fault("patients", f"no patient in the bag is {colour.word}")


def _colours(table: Table, key: str, known: tuple[str, ...]) -> tuple[int, ...]:
    """Colours in the order of `Deal`; a dash stands for a draw that is not known."""
    words = (table.get(key, str, required=False) or "").split()
    for word in words:
        if word not in (*known, DASH):
            table.fault(key, f"{word!r} is no colour, {suggest(word, [*known, DASH])}")
    return tuple(known.index(word) if word in known else UNKNOWN for word in words)


# --- writing ------------------------------------------------------------------------------------------------------


def write(file: GameFile) -> str:
    """The text of a game file."""
    game = file.game
    lines = [f'game = "{GAME}"']
    if file.title:
        lines.append(f"title = {quoted(file.title)}")
    lines += [f"deck = {quoted(file.deck)}", f"board = {quoted(game.side_name)}", f"goal = {quoted(game.goal_name)}"]
    lines += [] if game.expert else ['setup = "beginner"']
    lines += [f"ruleset = {quoted_list(game.rulesets)}"] if game.rulesets else []
    lines += [] if game.edition == DELUXE else [f"edition = {quoted(game.edition)}"]
    lines += [] if file.deal.seed is None else [f"seed = {file.deal.seed}"]
    lines += ["", *_draw_lines(file)]
    if file.entered:
        lines += [*format_position(game, file.start), ""]
    if file.moves:
        lines += ["[play]", 'moves = """', *(game.format(line.move) for line in file.moves), '"""']
    return "\n".join(lines).rstrip() + "\n"


def _draw_lines(file: GameFile) -> list[str]:
    deal, lines = file.deal, ["[draws]"]
    if deal.specials is not None:
        lines.append(f"special_modules = {quoted_list(file.game.called(tile.word) for tile in deal.specials)}")
    if deal.bonus_tiles is not None:
        lines.append(f"bonus_tiles = {list(deal.bonus_tiles)}")
    if deal.layout is not None:
        lines.append(f'layout = "{file.game.deck.layouts[deal.layout].colour.word}"')
    for key, colours in (("patients", deal.patients), ("doctors", deal.doctors)):
        if colours:
            words = [DASH if colour == UNKNOWN else Skill(colour).word for colour in colours]
            lines.append(f'{key} = "{" ".join(words)}"')
    return [*lines, ""] if len(lines) > 1 else []
