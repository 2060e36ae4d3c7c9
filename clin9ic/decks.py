"""Deck files: reading and checking them, the decks that come along, and a blank one to fill in."""

import hashlib

from clin9ic.cards import (
    BOX_LETTERS,
    FLOOR_LETTERS,
    SIZE,
    Action,
    ActionCard,
    ActionSide,
    Deck,
    FloorCard,
    FloorSide,
    Module,
    Section,
)
from tabletop.decks import Shelf, parse_deck
from tabletop.files import Document, Table
from tabletop.moves import suggest

DEFAULT = "rulebook"  # the deck of a new game for which none is named
FLOOR_CARDS, ACTION_CARDS = 4, 3  # 1.1
MAX_PARKING = 50  # the track ends there


def check(text: str, file: str) -> tuple[Deck, Document]:
    """The deck of a text, or InvalidFile with every fault; warnings stay in the document."""
    document = parse_deck(text, file)
    root = document.root()
    name = None
    if header := root.table("deck"):
        name = header.name("name")
        header.choice("game", ["clin9ic"])
        header.done()
    provenance: list[tuple[str, str]] = []
    if sources := root.table("provenance"):
        if not sources.data:
            sources.fault(None, "expected at least one line saying where the printed numbers come from")
        for key in sources.data:
            if source := sources.get(key, str):
                provenance.append((key, source))
    floors = [_floor_card(table) for table in root.tables("floor")]
    actions = [_action_card(table) for table in root.tables("action")]
    _right_number(root, "floor", len(floors), FLOOR_CARDS)
    _right_number(root, "action", len(actions), ACTION_CARDS)
    _different_ids(root, "floor")
    _different_ids(root, "action")
    root.done()
    document.raise_faults()
    kept_floors = tuple(card for card in floors if card)
    kept_actions = tuple(card for card in actions if card)
    sha256 = hashlib.sha256(repr((kept_floors, kept_actions)).encode()).hexdigest()
    return Deck(name or "", kept_floors, kept_actions, tuple(provenance), sha256), document


def _right_number(root: Table, key: str, found: int, expected: int) -> None:
    if found != expected and key in root:
        root.fault(key, f"expected {expected} [[{key}]] cards, found {found}")


def _different_ids(root: Table, key: str) -> None:
    seen: set[str] = set()
    cards = root.data.get(key)
    for index, card in enumerate(cards if isinstance(cards, list) else []):
        name = card.get("id") if isinstance(card, dict) else None
        if not isinstance(name, str):
            continue
        if name in seen:
            root.document.fault((key, index, "id"), f"card {name!r} is there twice")
        if not name.isalnum() or name != name.lower():
            root.document.fault((key, index, "id"), f"{name!r}: expected small letters and digits only")
        if key == "action" and name.endswith("r"):
            root.document.fault(
                (key, index, "id"), f"{name!r}: the last letter r means a turned card, expected another"
            )
        seen.add(name)


def _floor_card(table: Table) -> FloorCard | None:
    name = table.name("id")
    sides = []
    for key in ("a", "b"):
        side = table.table(key)
        sides.append(_floor_side(side) if side else None)
    table.done()
    a, b = sides
    return FloorCard(name, a, b) if name and a and b else None


def _floor_side(table: Table) -> FloorSide | None:
    parking = table.number("parking", 0, MAX_PARKING)
    entrance = table.items("entrance", int)
    if entrance is not None and (len(entrance) != 2 or any(not 0 <= n < SIZE for n in entrance)):
        table.fault("entrance", f"expected [row, column], each 0 to {SIZE - 1}, found {entrance}")
        entrance = None
    grid = table.items("grid", str)
    if grid is not None and len(grid) != SIZE:
        table.fault("grid", f"expected {SIZE} rows, found {len(grid)}")
        grid = None
    for index, row in enumerate(grid or []):
        strange = [letter for letter in row if letter not in FLOOR_LETTERS]
        path = (*table.path, "grid", index)
        if len(row) != SIZE:
            table.document.fault(path, f"expected {SIZE} letters, found {row!r}")
            grid = None
        elif strange:
            table.document.fault(path, f"{strange[0]!r} is unknown, expected one of {' '.join(FLOOR_LETTERS)}")
            grid = None
    table.done()
    if parking is None or entrance is None or grid is None:
        return None
    side = FloorSide(parking, (entrance[0], entrance[1]), tuple(grid))
    if parking != (free := free_borders(side)):
        table.fault("parking", f"{parking} is printed, but the modules leave {free} borders free", warning=True)
    if side.grid[entrance[0]][entrance[1]] not in list(Module):
        table.fault("entrance", f"points at no module: row {entrance[0]}, column {entrance[1]}", warning=True)
    return side


def free_borders(side: FloorSide) -> int:
    """The sides of spaces that touch no module: what the printed parking number counts on a real card.

    >>> free_borders(FloorSide(14, (2, 0), ("...", "T..", "HS.")))
    14
    """
    modules = set(side.spaces("".join(Module)))
    across = [((r, c - 1), (r, c)) for r in range(SIZE) for c in range(SIZE + 1)]
    down = [((r - 1, c), (r, c)) for r in range(SIZE + 1) for c in range(SIZE)]
    return sum(not modules.intersection(border) for border in across + down)


def _action_card(table: Table) -> ActionCard | None:
    name = table.name("id")
    a, b = (_action_side(table, key) for key in ("a", "b"))
    table.done()
    return ActionCard(name, a, b) if name and a and b else None


def _action_side(table: Table, key: str) -> ActionSide | None:
    text = table.get(key, str)
    if text is None:
        return None
    halves = text.split("|")
    if len(halves) != 2:
        table.fault(key, f"expected two sections split by |, found {text!r}")
        return None
    left, right = (_section(table, key, half, which) for half, which in zip(halves, ("left", "right"), strict=True))
    return ActionSide(left, right) if left and right else None


def _section(table: Table, key: str, text: str, which: str) -> Section | None:
    words = text.split()
    if len(words) != 6 or words[3] != "/":
        table.fault(key, f"{which} section: expected 'action box box / box box', found {text.strip()!r}")
        return None
    if words[0] not in list(Action):
        table.fault(key, f"{which} section: action {words[0]!r} is unknown, {suggest(words[0], Action)}")
        return None
    letters = [*words[1:3], *words[4:6]]
    for letter in letters:
        if letter not in BOX_LETTERS:
            table.fault(key, f"{which} section: box {letter!r} is unknown, expected one of {' '.join(BOX_LETTERS)}")
            return None
    boxes = [BOX_LETTERS[letter] for letter in letters]
    return Section(Action(words[0]), (boxes[0], boxes[1]), (boxes[2], boxes[3]))


def blank() -> str:
    """A deck file to fill in from one's own cards."""
    lines = [
        "# A Clin9ic deck, to be filled in from the cards on your table: every ? is still open, and",
        "# `clinic deck check` says what is missing. One floor card side, filled in, may look like this:",
        '#   a = { parking = 14, entrance = [2, 0], grid = ["...", "T..", "HS."] }',
        "# and one side of an action card like this:",
        '#   a = "build  O w / N y  |  hire  y D / D w"',
        "",
        "[deck]",
        'name = "mine"',
        'game = "clin9ic"',
        "",
        "[provenance]",
        'all = "read off my own cards"',
        "",
        "# Floor cards. Letters of the grid, three rows from north to south, each from west to east:",
        *(f"#   {letter}  {meaning}" for letter, meaning in FLOOR_LETTERS.items()),
        "# parking is the number in the corner; entrance is the [row, column], counted from 0, of the space that the",
        "# printed entrance points into.",
    ]
    for number in range(1, FLOOR_CARDS + 1):
        lines += ["", "[[floor]]", f'id = "f{number}"']
        lines += [f'{side} = {{ parking = "?", entrance = ["?", "?"], grid = ["???", "???", "???"] }}' for side in "ab"]
    lines += [
        "",
        "# Action cards. Each side: left section | right section. A section: its action (build, hire or admit),",
        "# then the two boxes of its upper half / the two boxes of its lower half, as you see them from left to right:",
        "#   D doctor   N nurse   O orderly   w y o r  a patient of that colour",
    ]
    for number in range(1, ACTION_CARDS + 1):
        lines += ["", "[[action]]", f'id = "a{number}"']
        lines += [f'{side} = "build  ? ? / ? ?  |  build  ? ? / ? ?"' for side in "ab"]
    return "\n".join(lines) + "\n"


SHELF = Shelf("clin9ic.data", check)
shipped, find, load = SHELF.shipped, SHELF.find, SHELF.load
