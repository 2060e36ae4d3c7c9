"""Made-up decks of Clin9ic: odd floors, few rooms, any boxes on the action cards."""

from random import Random

from clin9ic.cards import FLOOR_LETTERS, SIZE, Action, FloorSide
from clin9ic.decks import ACTION_CARDS, FLOOR_CARDS, MAX_PARKING, free_borders

PLAIN = "TTTHHSS" + 6 * "."
ODD = "".join(FLOOR_LETTERS)
BOXES = "DDDNNOwwyyor"


def deck_text(random: Random) -> str:
    """A deck file; some are near the shipped ones, some use every letter anywhere."""
    odd = random.random()
    lines = ["[deck]", 'name = "made up"', 'game = "clin9ic"', "", "[provenance]", 'all = "made up by the hunt"']
    for number in range(1, FLOOR_CARDS + 1):
        a, b = _side(random, odd / 2), _side(random, odd)
        lines += ["", "[[floor]]", f'id = "f{number}"', f"a = {_side_text(a)}", f"b = {_side_text(b)}"]
    for number in range(1, ACTION_CARDS + 1):
        lines += ["", "[[action]]", f'id = "a{number}"']
        lines += [f'{side} = "{_section(random, odd)} | {_section(random, odd)}"' for side in "ab"]
    return "\n".join(lines) + "\n"


def _side(random: Random, odd: float) -> FloorSide:
    letters = [random.choice(ODD if random.random() < odd else PLAIN) for _ in range(SIZE * SIZE)]
    if "T" not in letters and random.random() > odd:
        letters[4], letters[7] = "T", "H"
    grid = tuple("".join(letters[row * SIZE : (row + 1) * SIZE]) for row in range(SIZE))
    modules = [(r, c) for r in range(SIZE) for c in range(SIZE) if grid[r][c] in "THSOLRX"]
    anywhere = (random.randrange(SIZE), random.randrange(SIZE))
    entrance = random.choice(modules) if modules and random.random() > odd / 4 else anywhere
    side = FloorSide(0, entrance, grid)
    usual = max(6, free_borders(side))
    return FloorSide(random.randint(2, MAX_PARKING) if random.random() < odd / 3 else usual, entrance, grid)


def _side_text(side: FloorSide) -> str:
    rows = ", ".join(f'"{row}"' for row in side.grid)
    return f"{{ parking = {side.parking}, entrance = {list(side.entrance)}, grid = [{rows}] }}"


def _section(random: Random, odd: float) -> str:
    boxes = [random.choice("DNOwyor" if random.random() < odd else BOXES) for _ in range(4)]
    return f"{random.choice(list(Action))} {boxes[0]} {boxes[1]} / {boxes[2]} {boxes[3]}"
