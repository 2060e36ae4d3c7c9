"""What a solve has found, kept in a file so that a later one goes on from it."""

import threading
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from faces.app.findings import Plan, formatted
from faces.app.progress import Watch
from faces.app.version import PACKAGE
from faces.games.position import AnyPosition
from tabletop import files
from tabletop.files import InvalidFile, Table, quoted
from tabletop.plain import plain
from tabletop.writing import write_file

if TYPE_CHECKING:
    from solvers.core.result import Found

HEADING = "# What `clinic solve` has found so far; --resume goes on from here."
SECONDS_BETWEEN_LOOKS, SECONDS_BETWEEN_SAVES = 0.5, 5.0  # while a search runs


_OTHER = {
    "goal": "another goal: {found}, this is {expected}",
    "dice": "another level: {found} dice, here there are {expected}",
    "deck": "another deck",
    "position": "another position or other draws to come",
}


def text(plan: Plan, claimed: int | None = None) -> str:
    """The file for what was found; a lower bound that an earlier search claimed stays in it."""
    bound = min((one for one in (plan.result.bound, claimed) if one is not None), default=None)
    return _text(plan.position, plan.result.best, bound, plan.result.moves)


def _text(position: AnyPosition, best: int | None, bound: int | None, moves: Sequence[Any]) -> str:
    lines = [HEADING, f'game = "{position.adapter.name}"']
    for key, value in position.adapter.solver.asked(position).items():
        lines.append(f"{key} = {quoted(value) if isinstance(value, str) else value}")
    lines.append(f"question = {quoted(position.header)}")
    lines.append(f"version = {quoted(version(PACKAGE))}")
    lines += [f"best = {best}"] * (best is not None)
    lines += [f"bound = {bound}"] * (bound is not None)
    return "\n".join([*lines, 'moves = """', *formatted(position, moves), '"""', ""])


def read(position: AnyPosition, path: Path, remark: Callable[[str], None]) -> "Found":
    """What a file knows about the question; InvalidFile where it is about another one or contradicts itself.

    The referee goes over the plan again. A bound would have to be believed: it is told of if this version found it, and
    proves nothing.
    """
    from solvers.core.result import Found

    document = files.read(path)
    root = document.root()
    root.choice("game", [position.adapter.name])
    for key, expected in position.adapter.solver.asked(position).items():
        found = root.get(key, type(expected))
        if found is not None and found != expected:
            told = plain(found) if isinstance(found, str) else found
            root.fault(key, "was saved for " + _OTHER[key].format(found=told, expected=expected))
    root.get("question", str, required=False)  # for the reader of the file
    made_by = root.get("version", str, required=False)
    best, bound = root.get("best", int, required=False), root.get("bound", int, required=False)
    moves = tuple(line.move for line in root.moves("moves", position.game.parse))
    root.done()
    document.raise_faults()
    if moves or best is not None:
        _check(position, moves, root, best, bound)
    document.raise_faults()
    if bound is not None and made_by != version(PACKAGE):
        by = "an older version" if made_by is None else f"version {plain(made_by)}"
        remark(f"note: the plan kept in {plain(str(path))} is taken up, its bound is not: it was found by {by}")
        bound = None
    return Found(moves, bound)


def _check(
    position: AnyPosition, moves: Sequence[Any], root: Table, best: int | None, bound: int | None
) -> None:  # fmt: skip
    """The plan has to be what it says it is, and no bound is below it."""
    game, replay = position.game, position.replayed(moves)
    if replay.illegal is not None:
        assert replay.illegal.line is not None, "the draws of a position that was refereed are possible"
        root.fault("moves", f"{game.format(replay.illegal.line.move)!r} is illegal: {replay.illegal.reason}")
    elif not game.is_over(replay.state):
        root.fault("moves", "the plan does not go on to the end of the game")
    elif game.final_score(replay.state) != best:
        root.fault("best", f"the plan scores {game.final_score(replay.state)}")
    elif bound is not None and best is not None and bound < best:
        root.fault("bound", f"no play is said to beat {bound}, but the plan beside it scores {best}: that cannot be")


class Saver:
    """Renews a file with the best found so far while a search runs, in a thread that the search does not wait for."""

    def __init__(self, position: AnyPosition, watch: Watch, path: Path | None, claimed: int | None = None) -> None:
        self.position = position
        self.watch = watch
        self.path = path
        self.claimed = claimed  # a bound of an earlier search, as its file has it
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._saved: object = None
        self._last = float("-inf")

    def __enter__(self) -> "Saver":
        if self.path is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """No file is being written any more once the search is over."""
        self._over.set()
        if self.path is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._over.wait(SECONDS_BETWEEN_LOOKS):
            if time.monotonic() - self._last >= SECONDS_BETWEEN_SAVES:
                self.renew()

    def renew(self) -> None:
        """Write the file if there is anything new. A file that cannot be written now is tried again at the end."""
        self.keep(() if self.watch.known is None else tuple(self.watch.known.moves), self.watch.bound)

    def keep(self, moves: tuple[Any, ...], bound: int | None) -> None:
        """Write a plan and a bound, if they are new."""
        assert self.path is not None
        bound = min((one for one in (bound, self.claimed) if one is not None), default=None)
        found = moves, bound
        if found in (self._saved, ((), None)):
            return
        best = self._refereed(moves) if moves else None
        if moves and best is None:
            return  # nothing that the referee does not confirm
        if best is not None and bound is not None and bound < best:
            bound = None
        try:
            write_file(self.path, _text(self.position, best, bound, moves), force=True)
        except InvalidFile:
            return
        self._saved, self._last = found, time.monotonic()

    def _refereed(self, moves: Sequence[Any]) -> int | None:
        """The score of a plan that goes on to the end of the game."""
        game, replay = self.position.game, self.position.replayed(moves)
        over = replay.illegal is None and game.is_over(replay.state)
        return game.final_score(replay.state) if over else None
