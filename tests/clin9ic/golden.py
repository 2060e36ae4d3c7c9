"""Recorded games, move by move; run as a module to write what is expected of each one anew.

    python -m tests.clin9ic.golden

Each file is a game file with all its moves, and a table [expected]: a line for the position after each move, and
the score.
"""

from pathlib import Path
from typing import Any

from clin9ic import State, gamefile
from clin9ic.gamefile import GameFile, replay
from clin9ic.moves import Order
from tabletop.files import parse

FOLDER = Path(__file__).parent / "golden"


def read(path: Path) -> tuple[GameFile, dict[str, Any]]:
    """The game of a file, and what is expected of it."""
    document = parse(path.read_text("utf-8"), str(path))
    expected: dict[str, Any] = document.data.pop("expected", {})
    return gamefile.parse(document, path), expected


def describe(state: State) -> str:
    """A position in a line that a reader can follow."""
    doctors, patients = ("/".join(map(str, counts)) for counts in (state.doctors, state.patients))
    floors = "+".join(floor.card + "b" * floor.upgraded for floor in state.floors)
    cubes = "+".join(map(str, state.conveyors)) or "none"
    return (
        f"round {state.round} {state.phase}: ${state.money} popularity {state.popularity} time {state.time} "
        f"doctors {doctors} patients {patients} nurses {state.nurses} orderlies {state.orderlies} "
        f"treated {state.treated} floors {floors} entrances {state.entrances} gardens {state.gardens} "
        f"pillars {state.pillars} lots {state.lots} cubes {cubes}"
    )


def positions(game: GameFile) -> list[str]:
    """A line for the position after each move, as far as the moves are legal."""
    return [describe(step.after) for step in replay(game).steps if not isinstance(step.move, Order)]


def write(path: Path) -> None:
    game, _ = read(path)
    score = game.game.score_items(replay(game).state)
    shown = ", ".join(f'"{item}" = {points}' for item, points in score.items())
    lines = [gamefile.write(game).rstrip(), "", "[expected]", f"score = {{ {shown} }}"]
    path.write_text("\n".join([*lines, 'after = """', *positions(game), '"""', ""]), "utf-8")


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.toml")):
        write(file)
