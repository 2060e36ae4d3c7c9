"""The command line: `clinic`. Each command stands in its own module under faces/."""

from collections.abc import Sequence

import click

from faces.advise import advise
from faces.check import check
from faces.deck import deck
from faces.exits import Commands, run
from faces.hint import hint
from faces.move import move
from faces.new import new
from faces.play import play
from faces.replay import replay
from faces.review import review
from faces.show import show
from faces.solve import solve
from faces.target import target
from faces.whatif import whatif


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="clinic-solver", prog_name="clinic")
def clinic() -> None:
    """Referee and solver for solo medical board games: deal, check, show, replay, play, solve and
    review them, and get advice."""


for command in (new, check, show, replay, play, solve, target, whatif, advise, hint, review, move, deck):
    clinic.add_command(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit code."""
    return run(clinic, arguments)
