"""`clinic replay`: referee a whole game, move by move."""

from pathlib import Path

import click

from faces.app.question import Source
from faces.app.replay import Replay, Replayed, replay
from faces.cli.exits import Command, InvalidInput
from faces.cli.options import deck_option, file_argument, json_option, tell
from faces.cli.story import score_table, story


@click.command("replay", cls=Command)
@file_argument
@deck_option
@json_option
def replay_command(path: Path, deck: str | None, as_json: bool) -> None:
    """Referee the moves of a game file: what each one does, and the score."""
    found = replay(Replay(Source(path, deck)))
    tell(found, lambda: _text(found), as_json=as_json)
    if found.wrong is not None:
        raise InvalidInput([found.wrong], answered=as_json)


def _text(found: Replayed) -> list[str]:
    lines = [found.position.header, *story(found.position, found.position.steps)]
    return lines if found.wrong else [*lines, "", *score_table(found.position)]
