"""Recorded games, move by move; run as a module to write what is expected of each one anew.

    python -m tests.dice_hospital.golden

There is a line for the position after each move and each draw.
"""

from pathlib import Path

from dice_hospital import DiceHospital, State, gamefile
from dice_hospital.gamefile import GameFile, replay
from dice_hospital.patients import names
from tests.recorded import RecordedGames


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


GAMES = RecordedGames(Path(__file__).parent / "golden", gamefile, positions)

if __name__ == "__main__":
    GAMES.write()
