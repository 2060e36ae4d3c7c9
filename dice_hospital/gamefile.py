"""Game files: a deal or a position, and the moves played so far. Puzzles and saved games are the same thing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path

from dice_hospital import decks
from dice_hospital.deals import deal_from_id, deal_id, drawn, kind_at, place_of
from dice_hospital.deck import Deck
from dice_hospital.moves import Move, Outcome
from dice_hospital.notation import outcome_words, parse_outcome
from dice_hospital.position import format_position, read_position
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Options, Variant
from dice_hospital.state import State
from dice_hospital.svg import position_svg
from tabletop import files, records
from tabletop.files import Document, Table, played, quoted, quoted_list
from tabletop.moves import BadNotation, suggest

GAME = "dice-hospital"
LOWEST_TARGET = -1_000

Line = records.Line[Move]
Step = records.Step[State, Move | Outcome]
Replay = records.Replay[State, Move, Outcome]


@dataclass(frozen=True)
class GameFile:
    game: DiceHospital
    deck: str  # as the file names it
    start: State
    deal: int | None = None  # decides every draw that is not known
    draws: Mapping[str, Outcome] = field(default_factory=dict)  # by place, as far as known
    moves: tuple[Line, ...] = ()
    entered: bool = False  # whether the start is a position typed in
    title: str = ""
    draws_line: int = field(default=0, compare=False)  # where the file tells known draws, 0 if it does not

    @property
    def id(self) -> str | None:
        return None if self.deal is None else deal_id(self.deal)

    def with_moves(self, moves: Iterable[Move]) -> "GameFile":
        return replace(self, moves=tuple(Line(move) for move in moves))

    def _repr_svg_(self) -> str:
        """The position that the moves lead to: how a notebook shows a game."""
        return position_svg(self.game, replay(self).state, self.title or "Dice Hospital")


def next_draw(file: GameFile, state: State) -> Outcome | None:
    """What chance does in a position, where the file knows."""
    if not file.game.is_chance(state):
        return None
    known = file.draws.get(place_of(file.game, state))
    return known if known is not None or file.deal is None else drawn(file.game, file.deal, state)


def with_draw(file: GameFile, state: State, outcome: Outcome) -> GameFile:
    """The file with one more draw known."""
    return replace(file, draws={**file.draws, place_of(file.game, state): outcome})


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
    variants = _variants(root)
    target = root.number("target", LOWEST_TARGET, -LOWEST_TARGET, required=False)
    deal = _deal(root)
    options = _options(root.table("options", required=False))
    draws, position = root.table("draws", required=False), root.table("position", required=False)
    play = root.table("play", required=False)
    root.done()
    printed = decks.SHELF.named_in(root, deck or named, None if deck else path)
    if printed is None:
        document.raise_faults()
        raise AssertionError("what is missing is a fault")
    game = DiceHospital(printed, variants, options, target)
    known = _draws(printed, draws) if draws else {}
    entered = read_position(game, position) if position else None
    moves = played(play, game.parse)
    document.raise_faults()
    told = document.line_of(("draws",)) if draws else 0
    return GameFile(
        game, deck or named or "", entered or game.start(), deal, known, moves, entered is not None, title, told
    )


def _variants(root: Table) -> frozenset[Variant]:
    words = root.items("variants", str, required=False) or []
    for index, word in enumerate(words):
        if word not in list(Variant):
            root.document.fault(("variants", index), f"{word!r} is unknown, {suggest(word, Variant)}")
    if len(set(words)) < len(words):
        root.fault("variants", "a variant is there twice")
    return frozenset(Variant(word) for word in words if word in list(Variant))


def _deal(root: Table) -> int | None:
    name = root.get("deal", str, required=False)
    if name is None:
        return None
    try:
        return deal_from_id(name)
    except ValueError as error:
        root.fault("deal", str(error))
        return None


def _options(table: Table | None) -> Options:
    if table is None:
        return Options()
    named = {option.name: table.get(option.name, bool, required=False) for option in fields(Options)}
    table.done()
    return Options(**{name: value for name, value in named.items() if value is not None})


def _draws(deck: Deck, table: Table) -> dict[str, Outcome]:
    known = {}
    for place in table.data:
        text, kind = table.get(place, str), kind_at(place)
        if kind is None:
            table.fault(place, "expected a place such as 'report 1', 'first', '1 intake', '1 cards' or '1 roll 2'")
        elif text is not None:
            try:
                known[place] = parse_outcome(deck, kind, text)
            except BadNotation as error:
                table.fault(place, str(error))
    return known


# --- writing ------------------------------------------------------------------------------------------------------


def write(file: GameFile) -> str:
    """The text of a game file."""
    game = file.game
    lines = [f'game = "{GAME}"']
    lines += [f"title = {quoted(file.title)}"] if file.title else []
    lines += [f"deck = {quoted(file.deck)}"]
    variants = [variant for variant in Variant if game.has(variant)]
    lines += [f"variants = {quoted_list(variants)}"] if variants else []
    lines += [] if game.target is None else [f"target = {game.target}"]
    lines += [f'deal = "{file.id}"'] if file.id else []
    lines.append("")
    changed = {key: value for key, value in vars(game.options).items() if value != getattr(Options, key)}
    if changed:
        lines += ["[options]", *(f"{key} = {str(value).lower()}" for key, value in changed.items()), ""]
    if file.draws:
        told = ((_key(place), quoted(outcome_words(game.deck, outcome))) for place, outcome in file.draws.items())
        lines += ["[draws]", *(f"{place} = {words}" for place, words in told), ""]
    if file.entered:
        lines += [*format_position(game, file.start), ""]
    if file.moves:
        lines += ["[play]", 'moves = """', *(game.format(line.move) for line in file.moves), '"""']
    return "\n".join(lines).rstrip() + "\n"


def _key(place: str) -> str:
    return quoted(place) if " " in place else place
