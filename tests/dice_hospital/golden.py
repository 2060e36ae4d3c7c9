"""Recorded games, move by move; run as a module to write what is expected of each one anew.

    python -m tests.dice_hospital.golden

Each file is a game file with all its moves, and a table [expected]: a line for the position after each move and each
draw, and the score.
"""

from pathlib import Path
from typing import Any

from dice_hospital import DiceHospital, State, gamefile
from dice_hospital.gamefile import GameFile, replay
from dice_hospital.patients import names
from tabletop.files import parse

FOLDER = Path(__file__).parent / "golden"


def read(path: Path) -> tuple[GameFile, dict[str, Any]]:
    """The game of a file, and what is expected of it."""
    document = parse(path.read_text("utf-8"), str(path))
    expected: dict[str, Any] = document.data.pop("expected", {})
    return gamefile.parse(document, path), expected


def describe(g: DiceHospital, state: State) -> str:
    """A position in a line that a reader can follow."""
    workers = " ".join(str(kind) for kind in state.free_workers)
    departments = " ".join(str(kind) for kind in state.free_departments)
    reports = " / ".join("+".join(g.deck.reports[kind].name for kind in column) for column in state.reports)
    return (
        f"round {state.round} {state.phase}: "
        f"beds {names(state.patients) or 'empty'}; table {names(state.dice) or '-'}; "
        f"bags {state.blood_bags} dead {state.fatalities} score {state.score}+{state.report_points}; "
        f"bag {'/'.join(map(str, g.bag(state)))} gone {'/'.join(map(str, state.discharged))}; "
        f"workers {workers or '-'} departments {departments or '-'}; reports {reports}"
    ).rstrip()


def positions(file: GameFile) -> list[str]:
    """A line for each step, as far as the moves are legal."""
    g = file.game
    return [f"{g.format(step.move)} => {describe(g, step.after)}" for step in replay(file).steps]


def write(path: Path) -> None:
    file, _ = read(path)
    score = file.game.score_items(replay(file).state)
    shown = ", ".join(f'"{item}" = {points}' for item, points in score.items())
    lines = [gamefile.write(file).rstrip(), "", "[expected]", f"score = {{ {shown} }}"]
    path.write_text("\n".join([*lines, 'after = """', *positions(file), '"""', ""]), "utf-8")


if __name__ == "__main__":
    for each in sorted(FOLDER.glob("*.toml")):
        write(each)
