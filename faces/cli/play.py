"""`clinic play`: a game at the prompt, kept after every move, to be gone on with at any time."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import click

from faces.app.drafts import Draft, unfinished
from faces.app.keeper import Keeper, is_own
from faces.app.loading import position_of
from faces.app.new import deal, file_in
from faces.app.question import Source
from faces.app.session import Session
from faces.cli.completion import complete_files
from faces.cli.exits import Command, Exit, note
from faces.cli.new import DEAL_OPTIONS, deal_options
from faces.cli.options import FILE, GAME_FILE, caution, force_option, game_option
from faces.cli.prompt import Prompt, read_line
from faces.games.data import Misuse, NewGame
from faces.games.position import AnyPosition, refereed
from faces.games.registry import GAMES
from tabletop.plain import plain
from tabletop.text import listed

DRAFTS_OFFERED = 12
NEW_GAMES = " or ".join(f"new {name}" for name in GAMES)


@click.command("play", cls=Command)
@click.argument("path", metavar="[FILE]", required=False, type=GAME_FILE, shell_complete=complete_files)
@game_option("Deal this game anew.")
@deal_options
@click.option("-o", "--output", type=FILE, help="Save the game here as it is played, and leave FILE as it is.")
@force_option("Overwrite the output file.")
def play_command(path: Path | None, game: str | None, output: Path | None, force: bool, **options: Any) -> None:
    """Play a game: the one in a file from where it stands, a new one, or one that you left.

    It is saved after every move: in FILE if that is yours, or else as a draft that play without FILE offers again.
    """
    wish = NewGame(**options)
    is_new = game is not None or wish != NewGame()
    if path is None and not is_new:
        path, game = _left_or_new()
    if path is None:
        dealt = deal(game or next(iter(GAMES)), wish)
        position: AnyPosition = refereed(dealt.adapter, dealt.file, Path("this game"))
        note(dealt.words)
    elif game is not None or wish != NewGame(deck=wish.deck):
        raise Misuse(f"{listed(['--game', *DEAL_OPTIONS])} deal a new game: they do not go with a FILE")
    else:
        position = _opened(path, wish.deck)
    keeper = _keeper(position, path, output, force=force)
    caution(position.deck_source)
    Prompt(Session(position), keeper).run()
    if keeper.trouble:
        click.get_current_context().exit(Exit.INVALID)


def _opened(path: Path, deck: str | None) -> AnyPosition:
    """The game of a file; a deck that is given is sought where the player is, and kept for a file elsewhere."""
    position = position_of(Source(path, deck))
    if not deck:
        return position
    return replace(position, file=file_in(position.adapter, position.file, None, path.parent))


def _keeper(position: AnyPosition, path: Path | None, output: Path | None, *, force: bool) -> Keeper:
    """Where the game will be, and a word about it."""
    if output is not None:
        keeper = Keeper(position.adapter, path, None, note)
        keeper.keep_in(position.file, output, force=force)
        note(f"saved in {keeper.name} as you play")
        return keeper
    if path is not None and is_own(path):
        comments = "; comments in it are not kept" if _has_comments(path) else ""
        note(f"saved in {plain(str(path))} as you play{comments}; -o FILE saves elsewhere")
        return Keeper(position.adapter, path, path, note)
    stays = f"{plain(str(path))} stays as it is: " if path is not None else ""
    note(f"{stays}saved as a draft as you play; -o FILE saves elsewhere")
    return Keeper(position.adapter, path, None, note)


def _has_comments(path: Path) -> bool:
    """Whether the file says something that is not the game's; a # within a text is rare enough to be mistaken."""
    return "#" in path.read_text("utf-8", errors="replace")


def _left_or_new() -> tuple[Path | None, str | None]:
    """The file of a game that was left and is gone on with, or the name of a new one; the player says which."""
    drafts = list(islice(unfinished(), DRAFTS_OFFERED))
    if not drafts:
        return None, None
    click.echo("\n".join(["Games you left:", *_menu(drafts)]))
    while True:
        try:
            line = read_line(f"a number goes on, {NEW_GAMES} deals, quit leaves: ").lower()
        except EOFError:
            click.echo()
            click.get_current_context().exit()
        word, _, rest = line.partition(" ")
        if word.isascii() and word.isdigit() and not rest and 1 <= int(word[:9]) <= len(drafts):
            return drafts[int(word[:9]) - 1].position.path, None
        if word == "new" and rest in ("", *GAMES):
            return None, rest or next(iter(GAMES))
        if word in ("quit", "exit"):
            click.get_current_context().exit()
        click.echo(f"{line!r} is none of them: 1 to {len(drafts)}, {NEW_GAMES}, or quit")


def _menu(drafts: list[Draft]) -> list[str]:
    lines = list[str]()
    for number, draft in enumerate(drafts, 1):
        header, standing, when = draft.words
        lines += [f"{number:>4}  {header}", f"      {standing}; {when}"]
    return lines
