"""The table as a player sees it, in plain values: what a page needs to show a game that is being played."""

import re
from dataclasses import asdict
from typing import Any

from faces.app.session import Session
from tabletop.moves import BadNotation


def table_data(session: Session) -> dict[str, Any]:
    """What is due, the picture and its parts, the choices with what each does, draws, score and goal."""
    adapter, file, state, game = session.adapter, session.file, session.state, session.game
    decides = not (session.is_over or session.awaits_draw)
    choices = adapter.seat.choices(file, state) if decides else None
    lines = [game.format(move) for move in choices.moves] if choices else []
    parts, verdict = adapter.views.parts(file, state), adapter.verdict(file, state)
    about = _about({part.name for part in parts}, lines)
    return {
        "game": adapter.name,
        "header": adapter.views.header(file),
        "status": adapter.views.status(file, state).splitlines(),
        "round": adapter.views.round_words(file, state),
        "due": game.decision(state),
        "over": session.is_over,
        "chance": session.awaits_draw,
        "draws": adapter.seat.draws(file, state) if session.awaits_draw else [],
        "drawn": [line for step in session.drawn for line in adapter.views.effect(file, step)],
        "open": session.is_open,
        "svg": adapter.views.svg(file, state),
        "parts": [asdict(part) for part in parts],
        "moves": [
            {"move": line, "does": adapter.views.hint(file, state, move), "about": about[line]}
            for line, move in zip(lines, choices.moves if choices else (), strict=True)
        ],
        "complete": choices.complete if choices else True,
        "remark": "" if choices is None or choices.complete else choices.remark,
        "score": dict(game.score_items(state)),
        "goal": verdict.words,
        "goal_met": verdict.met if session.is_over else None,
        "deal": adapter.deal_id(file),
        "notation": [list(example) for example in adapter.views.notation(file)],
    }


def _about(names: set[str], lines: list[str]) -> dict[str, list[str]]:
    """For each line of a move, the names of parts of the table that stand in it as words."""
    patterns = {name: re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])") for name in sorted(names)}
    return {line: [name for name, pattern in patterns.items() if pattern.search(line)] for line in lines}


def move_typed(session: Session, line: str) -> Any:
    """The move of a line, whose first word may be missing, or which says only what matters; BadNotation otherwise."""
    game, file, state = session.game, session.file, session.state
    for words in (line, f"{session.adapter.seat.verb(file, state)} {line}"):
        try:
            return game.parse(words)
        except BadNotation:
            continue
    move = session.adapter.seat.completed(file, state, line)
    return game.parse(line) if move is None else move  # parsing says what is wrong with it
