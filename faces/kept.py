"""What a solve has found, kept in a file so that a later one goes on from it."""

from pathlib import Path
from typing import TYPE_CHECKING

from faces.searching import Question
from tabletop import files
from tabletop.files import Table, quoted

if TYPE_CHECKING:
    from solvers.result import Found, SolveResult

HEADING = "# What `clinic solve` has found so far; --resume goes on from here."


_OTHER = {
    "goal": "another goal: {found}, this is {expected}",
    "dice": "another level: {found} dice, here there are {expected}",
    "deck": "another deck",
    "position": "another position or other draws to come",
}


def text(question: Question, result: "SolveResult") -> str:
    """The file for a result."""
    lines = [HEADING, f'game = "{question.face.name}"']
    for key, value in question.searcher.asked(question).items():
        lines.append(f"{key} = {quoted(value) if isinstance(value, str) else value}")
    lines += [f"best = {result.best}"] * (result.best is not None)
    lines += [f"bound = {result.bound}"] * (result.bound is not None)
    moves = [question.file.game.format(move) for move in result.moves]
    return "\n".join([*lines, 'moves = """', *moves, '"""', ""])


def read(question: Question, path: Path) -> "Found":
    """What a file knows about the question; InvalidFile where it is about another one."""
    from solvers.result import Found

    document = files.read(path)
    root = document.root()
    root.choice("game", [question.face.name])
    for key, expected in question.searcher.asked(question).items():
        found = root.get(key, type(expected))
        if found is not None and found != expected:
            root.fault(key, "was saved for " + _OTHER[key].format(found=found, expected=expected))
    best, bound = root.get("best", int, required=False), root.get("bound", int, required=False)
    moves = tuple(line.move for line in root.moves("moves", question.file.game.parse))
    root.done()
    document.raise_faults()
    if moves or best is not None:
        _check(question.after(moves), root, best)
    document.raise_faults()
    return Found(moves, bound)


def _check(end: Question, root: Table, best: int | None) -> None:
    """The plan has to be what it says it is."""
    game, replay = end.file.game, end.face.replay(end.file)
    if replay.illegal is not None:
        root.fault("moves", f"{game.format(replay.illegal.line.move)!r} is illegal: {replay.illegal.reason}")
    elif not game.is_over(replay.state):
        root.fault("moves", "the plan does not go on to the end of the game")
    elif game.final_score(replay.state) != best:
        root.fault("best", f"the plan scores {game.final_score(replay.state)}")
