"""All commands. Each stands in its own module."""

import click

from faces.app.documents import documents
from faces.app.version import version_words
from faces.cli.advise import advise_command
from faces.cli.check import check_command
from faces.cli.deck import deck_commands
from faces.cli.exits import Commands
from faces.cli.hint import hint_command
from faces.cli.move import move_command
from faces.cli.new import new_command
from faces.cli.play import play_command
from faces.cli.puzzles import puzzles_command
from faces.cli.replay import replay_command
from faces.cli.review import review_command
from faces.cli.rules import rules_command
from faces.cli.schedule import schedule_command
from faces.cli.show import show_command
from faces.cli.solve import solve_command
from faces.cli.target import target_command
from faces.cli.web import web_command
from faces.cli.whatif import whatif_command


def _tell_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"clinic {version_words()}")
        context.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=f"The documentation, README.md and docs/, lies in {documents()}",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_tell_version, help="Show version and build."
)
def clinic() -> None:
    """Referee and solver for solo medical board games: deal, check, show, replay, play, solve and
    review them, and get advice."""


for command in (
    new_command,
    check_command,
    show_command,
    replay_command,
    play_command,
    web_command,
    solve_command,
    target_command,
    whatif_command,
    advise_command,
    hint_command,
    review_command,
    schedule_command,
    move_command,
    deck_commands,
    puzzles_command,
    rules_command,
):
    clinic.add_command(command)
