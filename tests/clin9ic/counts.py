"""How many different outcomes the rules allow from fixed positions; run as a module to write the files anew.

    python -m tests.clin9ic.counts

Each file is a game file with a position and the card order of its round, and a table of counts: for every first move
(the arrangement of the cards) the number of distinct outcomes of each kind of decision along the round, summed over the
distinct positions in which it is due, and the number of distinct positions at the end of the round.
"""

from collections import Counter
from pathlib import Path
from typing import Any

from clin9ic import State, gamefile
from clin9ic.gamefile import GameFile, next_draw, replay
from tabletop.files import parse
from tests.clin9ic.helpers import outcomes

FOLDER = Path(__file__).parent / "counts"
Counts = dict[str, dict[str, int]]


def read(path: Path) -> tuple[GameFile, Counts]:
    """The game of a file, and its counts by first move."""
    document = parse(path.read_text("utf-8"), str(path))
    counted: dict[str, Any] = document.data.pop("counts", {})
    return gamefile.parse(document, path), counted


def count(game: GameFile) -> Counts:
    """The counts of the round that the position begins, and over all first moves."""
    start = replay(game).state
    g = game.game
    every: set[State] = set()
    found: Counts = {}
    for move in g.legal_moves(start):
        ends, by_kind = round_from(game, g.apply(start, move))
        found[g.format(move)] = {**dict(sorted(by_kind.items())), "ends": len(ends)}
        every |= ends
    return {"all": {"trios": len(found), "ends": len(every)}, **found}


def round_from(game: GameFile, state: State) -> tuple[set[State], Counter[str]]:
    """All positions at the end of the round, and how many outcomes each kind of decision has on the way."""
    g = game.game
    by_kind: Counter[str] = Counter()
    ends: set[State] = set()
    reached = {state}
    while reached:
        following: set[State] = set()
        for one in reached:
            after = outcomes(g, one)
            by_kind[g.decision(one)] += len(after)
            following |= after
        ends |= {one for one in following if one.round != state.round or g.is_over(one)}
        reached = following - ends
    return ends, by_kind


def differences(expected: Counts, found: Counts) -> list[str]:
    """Where two counts differ: the first move, the decision, both numbers."""
    lines = []
    for move in [*expected, *(move for move in found if move not in expected)]:
        one, two = expected.get(move, {}), found.get(move, {})
        for kind in sorted({*one, *two}):
            if one.get(kind) != two.get(kind):
                lines.append(f"{move}: {kind}: expected {one.get(kind)}, found {two.get(kind)}")
    return lines


def write(path: Path) -> None:
    game, _ = read(path)
    assert next_draw(game, game.start) is not None, f"{path.name} does not say the order of its round"
    lines = [gamefile.write(game).rstrip(), "", "[counts]"]
    for move, kinds in count(game).items():
        shown = ", ".join(f"{kind} = {number}" for kind, number in kinds.items())
        lines.append(f'"{move}" = {{ {shown} }}')
    path.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.toml")):
        write(file)
