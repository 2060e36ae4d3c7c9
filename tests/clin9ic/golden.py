"""Recorded games, move by move; run as a module to write what is expected of each one anew.

    python -m tests.clin9ic.golden

There is a line for the position after each move.
"""

from pathlib import Path

from clin9ic import State, gamefile
from clin9ic.gamefile import GameFile, replay
from clin9ic.moves import Order
from tests.recorded import RecordedGames


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


GAMES = RecordedGames(Path(__file__).parent / "golden", gamefile, positions)

if __name__ == "__main__":
    GAMES.write()
