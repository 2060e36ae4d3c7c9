"""Recorded games of the rulesets, move by move; run as a module to write what is expected of each one anew.

    python -m tests.clinic_solo.rulesets.golden

There is a line for the position after each move.
"""

from pathlib import Path

from clinic_solo import ClinicSolo, State, gamefile
from clinic_solo.colours import counted
from clinic_solo.gamefile import GameFile, replay
from clinic_solo.moves import BonusShown, DoctorDrawn, LayoutDrawn, PatientDrawn, SpecialsDrawn
from clinic_solo.tiles import Token
from tests.recorded import RecordedGames

DRAWN = (BonusShown, DoctorDrawn, LayoutDrawn, PatientDrawn, SpecialsDrawn)


def describe(game: ClinicSolo, state: State) -> str:
    """A position in a line that a reader can follow."""
    doctors = "/".join(map(str, counted(colour for _, colour in state.doctors)))
    waiting = [colour for counts in state.waiting for colour, number in enumerate(counts) for _ in range(number)]
    patients = "/".join(map(str, counted([*(colour for _, colour in state.patients), *waiting])))
    named = {
        "lying": [f"{who} {game.board.place_name(place)}" for who, _, place in state.lying],
        "helped": [game.board.space_name(space) for space, _ in state.helped],
        "zombies": list(map(game.board.space_name, state.zombies)),
        **{token.word: list(map(game.board.space_name, state.having(token))) for token in Token},
    }
    marks = "".join(f" {name} {'+'.join(found)}" for name, found in named.items() if found)
    return (
        f"round {state.round} {state.phase}: ${state.money} income {state.income} popularity {state.popularity} "
        f"time {state.time} doctors {doctors} nurses {len(state.nurses)} orderlies {len(state.orderlies)} "
        f"patients {patients} treated {state.treated} deaths {state.deaths} cars {len(state.cars)}{marks}"
    )


def positions(file: GameFile) -> list[str]:
    """A line for the position after each move, as far as the moves are legal."""
    return [describe(file.game, step.after) for step in replay(file).steps if not isinstance(step.move, DRAWN)]


GAMES = RecordedGames(Path(__file__).parent / "golden", gamefile, positions)

if __name__ == "__main__":
    GAMES.write()
