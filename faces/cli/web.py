"""`clinic web`: the table on a page."""

import secrets
import webbrowser
from pathlib import Path

import click

from faces.app.question import read_game
from faces.cli.completion import complete_files
from faces.cli.exits import Command, leave_behind, note
from faces.cli.options import GAME_FILE

PORT = 8649


@click.command("web", cls=Command)
@click.argument("path", metavar="[FILE]", required=False, type=GAME_FILE, shell_complete=complete_files)
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="Where the page is.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def web_command(path: Path | None, port: int, no_browser: bool) -> None:
    """Open a page on this computer to play, solve and review on; with FILE, at a copy of that game.

    Nobody else can reach it: the address has a token, and only this computer is answered.
    """
    from faces.web.server import Web, bound, serve

    web, token = Web(), secrets.token_urlsafe(24)
    name = None if path is None else web.games.add(read_game(path).text)
    listening = bound(port)
    where = f"http://127.0.0.1:{listening.getsockname()[1]}/{'' if name is None else f'game/{name}'}"
    address = f"{where}?token={token}"
    click.echo(address)
    note(f"games are kept in {web.games.folder}; Ctrl-C stops")
    if not no_browser:
        webbrowser.open(address)
    leave_behind()  # threads of a search would hold up the end
    try:
        serve(web, listening, token)
    except KeyboardInterrupt:
        note("stopped; all games are kept")
