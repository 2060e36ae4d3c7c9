"""Game files: a deal or a position, and the moves played so far. Puzzles and saved games are the same thing."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from clin9ic import decks
from clin9ic.deals import Deal, deal_from_id, deal_id
from clin9ic.moves import Move, Order, Outcome, Reveal
from clin9ic.notation import format_move, parse_move
from clin9ic.position import format_position, read_position
from clin9ic.referee import Clin9ic
from clin9ic.setting import TARGETS, Goal, Level, Options
from clin9ic.state import ROUNDS, Phase, State
from clin9ic.svg import position_svg
from tabletop import files, records
from tabletop.files import Document, Table, played, quoted, quoted_list
from tabletop.plain import plain

GAME = "clin9ic"


Line = records.Line[Move]
Step = records.Step[State, Move | Outcome]
Replay = records.Replay[State, Move, Outcome]


@dataclass(frozen=True)
class GameFile:
    game: Clin9ic
    deck: str  # as the file names it
    start: State
    orders: dict[int, tuple[str, ...]] = field(default_factory=dict)  # by round, as far as known
    moves: tuple[Line, ...] = ()
    deal: Deal | None = None  # where the whole deal is known
    entered: bool = False  # whether the start is a position typed in
    title: str = ""

    @property
    def id(self) -> str | None:
        return deal_id(self.game.deck, self.deal) if self.deal else None

    def with_moves(self, moves: Iterable[Move]) -> "GameFile":
        return replace(self, moves=tuple(Line(move) for move in moves))

    def _repr_svg_(self) -> str:
        """The position that the moves lead to: how a notebook shows a game."""
        return position_svg(self.game, replay(self).state, self.title or "Clin9ic")


def next_draw(game: GameFile, state: State) -> Outcome | None:
    """What chance does in a position, where the file knows."""
    if state.phase is Phase.ORDER and state.round in game.orders:
        return Order(game.orders[state.round])
    return None


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
    goal = root.choice("goal", Goal)
    level = root.choice("level", Level)
    if goal and level and Level(level) not in TARGETS[Goal(goal)]:
        root.fault("level", f"{level} is a popularity level, expected {', '.join(TARGETS[Goal(goal)])}")
    options = _options(root.table("options", required=False))
    dealt, entered = root.table("deal", required=False), root.table("position", required=False)
    orders = root.table("orders", required=False)
    play = root.table("play", required=False)
    moves = played(play, parse_move)
    root.done()
    if bool(dealt) == bool(entered):
        root.fault(None, "expected either a [deal] or a [position]")
    cards = decks.SHELF.named_in(root, deck or named, None if deck else path)
    if cards is None or goal is None or level is None or options is None:
        document.raise_faults()
        raise AssertionError("what is missing is a fault")
    game = Clin9ic(cards, Goal(goal), Level(level), options)
    known = _orders(game, orders) if orders else {}
    start, deal = (_deal(game, dealt, known) if dealt else None) or (None, None)
    if entered:
        start = read_position(game, entered)
    document.raise_faults()
    assert start is not None
    if deal:
        known = dict(enumerate(deal.orders, 1))
    return GameFile(game, deck or named or "", start, known, moves, deal, entered is not None, title)


def _options(table: Table | None) -> Options | None:
    if table is None:
        return Options()
    named: dict[str, Any] = {}
    for option in fields(Options):
        if isinstance(option.default, bool):
            named[option.name] = table.get(option.name, bool, required=False)
        else:
            named[option.name] = table.choice(option.name, ["action", "phase"], required=False)
    table.done()
    return Options(**{name: value for name, value in named.items() if value is not None})


def _orders(game: Clin9ic, table: Table) -> dict[int, tuple[str, ...]]:
    known = {}
    names = [card.id for card in game.deck.actions]
    for key in table.data:
        text = table.get(key, str)
        if key not in map(str, range(1, ROUNDS + 1)):
            table.fault(key, f"expected a round from 1 to {ROUNDS}")
        elif text is not None:
            cards = tuple(text.split())
            if sorted(cards) != sorted(names):
                table.fault(key, f"expected each of {' '.join(names)} once, found {text!r}")
            known[int(key)] = cards
    return known


def _deal(game: Clin9ic, table: Table, orders: dict[int, tuple[str, ...]]) -> tuple[State, Deal | None] | None:
    name = table.get("id", str, required=False)
    from_id = None
    if name is not None:
        try:
            from_id = deal_from_id(game.deck, name)
        except ValueError as error:
            table.fault("id", str(error))
    floors = table.items("floors", str, required=from_id is None)
    faces = table.get("faces", str, required=from_id is None)
    table.done()
    if from_id:
        floors = floors if "floors" in table else list(from_id.floors)
        faces = faces if "faces" in table else from_id.faces
    if floors is None or faces is None:
        return None
    known = _floor_order(game, table, floors)
    if len(faces) != len(game.deck.actions) or set(faces) - set("ab"):
        table.fault("faces", f"expected a letter a or b for each of {len(game.deck.actions)} action cards")
        return None
    if known is None:
        return None
    if from_id:
        same_cards = (tuple(floors), faces) == (from_id.floors[: len(floors)], from_id.faces)
        if not same_cards or any(from_id.orders[number - 1] != cards for number, cards in orders.items()):
            table.fault("id", f"{name!r} is another deal than the floors, faces and orders beside it")
        return game.start(from_id.floors, from_id.faces), from_id
    deal = None
    if len(orders) == ROUNDS and len(floors) > 2:
        deal = Deal(known, faces, tuple(orders[number] for number in range(1, ROUNDS + 1)))
    return game.start(known, faces, unknown=len(floors) == 2), deal


def _floor_order(game: Clin9ic, table: Table, floors: list[str]) -> tuple[str, ...] | None:
    """All floor cards, those that are not named last."""
    names = [card.id for card in game.deck.floors]
    strange = [floor for floor in floors if floor not in names]
    if strange or len(set(floors)) < len(floors) or len(floors) < 2:
        wrong = f"{strange[0]!r} is no floor card" if strange else "each card once, and at least the first two"
        table.fault("floors", f"{wrong}: expected {' '.join(names)} in some order, found {plain(' '.join(floors))}")
        return None
    return (*floors, *(name for name in names if name not in floors))


# --- writing ------------------------------------------------------------------------------------------------------


def write(game: GameFile) -> str:
    """The text of a game file."""
    setting = game.game
    lines = [f'game = "{GAME}"']
    if game.title:
        lines.append(f"title = {quoted(game.title)}")
    lines += [f"deck = {quoted(game.deck)}", f'goal = "{setting.goal}"', f'level = "{setting.level}"', ""]
    if setting.options != Options():
        lines += ["[options]", *(f"{key} = {_value(value)}" for key, value in vars(setting.options).items()), ""]
    if game.entered:
        lines += [*format_position(game.start), ""]
    else:
        floors = (game.start.floors[0].card, *game.start.stack)
        lines += ["[deal]"]
        lines += [f'id = "{game.id}"'] if game.id else []
        lines += [
            f"floors = {quoted_list(floors[:2] if game.start.unknown else floors)}",
            f'faces = "{game.start.faces}"',
            "",
        ]
    if game.orders:
        lines += ["[orders]", *(f'{number} = "{" ".join(cards)}"' for number, cards in sorted(game.orders.items())), ""]
    if game.moves:
        lines += ["[play]", 'moves = """', *(format_move(line.move) for line in game.moves), '"""', ""]
    return "\n".join(lines).rstrip() + "\n"


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def revealed(game: GameFile, card: Reveal) -> GameFile:
    """The file with one more floor card known."""
    stack = (game.start.stack[0], card.card, *(name for name in game.start.stack[1:] if name != card.card))
    return replace(game, start=game.start._replace(stack=stack, unknown=False))
