"""The last round of the shipped puzzle after some moves of a best plan: positions that are solved in a second."""

from pathlib import Path

from tests.faces.conftest import PUZZLES

LAST = PUZZLES / "clin9ic/last-round.toml"
BEST = 64
PLAN = (
    "arrange a2 a3r over a1 under, left",
    "build pillar floor",
    "outpatient yes",
    "admit 3",
    "hire doctor:red doctor:red doctor:red",
    "care white by white, white by white in outpatient, yellow by yellow, red by red, red by red",
    "buy 23",
)


def played(folder: Path, number: int) -> Path:
    """A game file with the first moves of the plan made."""
    path = folder / f"after-{number}.toml"
    path.write_text(LAST.read_text() + '\n[play]\nmoves = """\n' + "\n".join(PLAN[:number]) + '\n"""\n')
    return path
