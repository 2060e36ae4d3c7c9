"""How many activations the rules allow from fixed positions; run as a module to write the files anew.

    python -m tests.dice_hospital.counts

Each file is a game file whose moves lead to the beginning of an activation, and a table of counts. An activation is a
sequence of moves that ends with `stop`, whatever dice are rolled on the way counting as different. For every first move
there is the number of activations that begin with it; for all together also the number of different positions, of
those between placements, and of different ends: positions after neglect, before any report.
"""

from functools import cache
from pathlib import Path
from typing import Any

from dice_hospital import DiceHospital, State, gamefile
from dice_hospital.discharge import neglect
from dice_hospital.gamefile import GameFile, replay
from dice_hospital.moves import Stop
from dice_hospital.state import Phase
from tabletop.files import parse

FOLDER = Path(__file__).parent / "counts"
Counts = dict[str, int]


def read(path: Path) -> tuple[GameFile, Counts]:
    """The game of a file, and its counts."""
    document = parse(path.read_text("utf-8"), str(path))
    counted: dict[str, Any] = document.data.pop("counts", {})
    return gamefile.parse(document, path), counted


def following(g: DiceHospital, state: State, *, lean: bool) -> list[State]:
    """All positions after a move or a roll, with repetitions; those after `stop` apart."""
    if g.is_chance(state):
        return [g.apply_outcome(state, outcome) for outcome, _ in g.chances(state)]
    return [g.apply(state, move) for move in g.activation_moves(state, lean=lean) if move != Stop()]


def reached(g: DiceHospital, start: State, *, lean: bool = False) -> set[State]:
    found, waiting = {start}, [start]
    while waiting:
        for after in following(g, waiting.pop(), lean=lean):
            if after not in found:
                found.add(after)
                waiting.append(after)
    return found


def ends(g: DiceHospital, found: set[State]) -> set[State]:
    """What is left of positions when the activation is over and neglect has taken its toll."""
    return {neglect(g, state) for state in found if can_stop(state)}


def can_stop(state: State) -> bool:
    return state.phase is Phase.PLACE and not state.recoloured


def activations(g: DiceHospital, start: State) -> dict[str, int]:
    """How many sequences of moves begin with each first move."""

    @cache
    def ways(state: State) -> int:
        return can_stop(state) + sum(map(ways, following(g, state, lean=False)))

    first = {g.format(move): move for move in g.legal_moves(start)}
    return {line: 1 if move == Stop() else ways(g.apply(start, move)) for line, move in first.items()}


def count(file: GameFile) -> Counts:
    g, start = file.game, replay(file).state
    assert start.phase is Phase.PLACE, "the moves lead to an activation"
    by_move, found, lean = activations(g, start), reached(g, start), reached(g, start, lean=True)
    return {
        "activations": sum(by_move.values()),
        "positions": len(found),
        "between placements": sum(map(can_stop, found)),
        "ends": len(ends(g, found)),
        "positions by lean moves": len(lean),
        "ends by lean moves": len(ends(g, lean)),
        **by_move,
    }


def differences(expected: Counts, found: Counts) -> list[str]:
    """Where two counts differ: the first move, or what is counted over all, and both numbers."""
    names = [*expected, *(name for name in found if name not in expected)]
    return [
        f"{name}: expected {expected.get(name)}, found {found.get(name)}"
        for name in names
        if expected.get(name) != found.get(name)
    ]


def write(path: Path) -> None:
    file, _ = read(path)
    lines = [gamefile.write(file).rstrip(), "", "[counts]"]
    lines += [f'"{name}" = {number}' for name, number in count(file).items()]
    path.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    for each in sorted(FOLDER.glob("*.toml")):
        write(each)
