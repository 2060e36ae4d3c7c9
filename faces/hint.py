"""`clinic hint`: as much help as one wants, and no more."""

from pathlib import Path

import click

from faces.advising import OBJECTIVES, Wish, adviser_of, exit_code
from faces.options import FILE, caution, deck_option
from faces.progress import watched
from faces.searching import answerable, ask

SECONDS = 300.0  # a first look takes a second or two, and says the same every time
LEVELS = ("1", "2", "3")


@click.command()
@click.argument("path", metavar="FILE", type=FILE)
@deck_option
@click.option(
    "--level", type=click.Choice(LEVELS), default=LEVELS[0], show_default=True,
    help="1: where to look; 2: what kind of move; 3: the move.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Which futures are looked at.")
@click.option("--quiet", is_flag=True, help="Tell nothing while searching.")
def hint(path: Path, deck: str | None, level: str, seed: int, quiet: bool) -> None:
    """Give a hint for the decision that is due, knowing no more than the player."""
    question = ask(path, deck, None, None)
    game = question.file.game
    if game.is_over(question.state) or game.is_chance(question.state):
        raise question.refused("", "no decision is due: the game is over, or something is to be drawn first")
    adviser = adviser_of(question)
    with watched(quiet=quiet) as watch, answerable(question):
        found = adviser.advise(
            question, Wish(SECONDS, 1, OBJECTIVES[0], seed, shown=1, bound=False, thorough=False), watch
        )
    for title, words in zip(("look at", "kind", "move"), adviser.hints(question, found.options[0].moves), strict=True):
        click.echo(f"{title}: {words}")
        if title == ("look at", "kind", "move")[int(level) - 1]:
            break
    caution(question.face.deck_source(question.file))
    click.get_current_context().exit(exit_code(found))
