"""`clinic play`: play a game at the prompt, choices by number or notation."""

import os
import random
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import wrap
from typing import Any

import click

from faces.exits import note, write_file
from faces.games import FACES, Choices, Face, NewGame, face_of, opened
from faces.new import DEAL_OPTIONS, deal_options, deal_words, dealt, deck_seen_from
from faces.options import FILE, caution, pen
from faces.replay import refereed, score_table
from faces.session import Session
from tabletop.files import InvalidFile
from tabletop.moves import BadNotation, IllegalMove
from tabletop.text import columns, listed, plural

SHOWN_AT_ONCE = 12
LONG_MOVE = 60  # columns
LONG_NUMBER = 9  # digits; no choice has a longer one
GLUE = "\N{NO-BREAK SPACE}"
HELP = (
    ("NUMBER or MOVE", "play it; the first word may be left out: nurse instead of hire nurse"),
    ("WORDS?", "list the choices with these words, such as floor garden?"),
    ("moves", "list all choices"),
    ("show", "show the table again"),
    ("undo", "take back the last move"),
    ("save FILE", "save the game (save! overwrites); save alone saves where it came from"),
    ("quit", "stop; nothing is saved by itself"),
)


def long_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Choices too long for a line: what each does, and the move below it."""
    lines = list[str]()
    for number, move, hint in rows:
        parts = "; ".join(part.replace(" ", GLUE) for part in move.split("; "))  # none of them is torn
        torn = wrap(parts, 78, initial_indent=" " * 8, subsequent_indent=" " * 10)
        lines += [f"{number}  {hint}", *(line.replace(GLUE, " ") for line in torn)]
    return lines


class Quit(Exception):
    """The player has had enough."""


@click.command()
@click.argument("path", metavar="[FILE]", required=False, type=FILE)
@click.option("--game", type=click.Choice(list(FACES)), default=next(iter(FACES)), help="The game to deal anew.")
@deal_options
def play(
    path: Path | None,
    game: str,
    **options: Any,
) -> None:
    """Play a game: a new one, or the one in a file from where it stands."""
    wish = NewGame(**options)
    if path is None:
        face = face_of(game)
        file, chosen = dealt(face, wish)
        note(deal_words(face, file, chosen))
    else:
        if wish != NewGame(deck=wish.deck):
            raise click.UsageError(f"{listed(DEAL_OPTIONS)} deal a new game: they do not go with a FILE")
        face, file = opened(path, wish.deck)
        if wish.deck:  # sought where the player is, and kept for a file that lies elsewhere
            file = face.with_deck(file, deck_seen_from(face, wish.deck, None, path.parent))
        refereed(face, file, path)
    caution(face.deck_source(file))
    Prompt(face, file, path).run()


class Prompt:
    """The dialogue with the player."""

    def __init__(self, face: Face, file: Any, path: Path | None) -> None:
        self.face = face
        self.path = path  # where the game came from or was saved last
        self.choices = Choices(())
        self.file = file
        self.session: Session

    def run(self) -> None:
        click.echo(self.face.header(self.file))
        try:
            self.session = Session(self.face, self.file, self.ask_draw)
            self.show()
            while True:
                self.answer(self.read("> "))
        except Quit:
            pass
        except EOFError:
            if sys.stdin.isatty():
                click.echo()  # the prompt's line ends here
        finally:
            if hasattr(self, "session") and self.session.moves != self.session.saved:
                note("the game is not saved")

    def read(self, prompt: str) -> str:
        """A line from the player; what is piped in is repeated, so that the record can be read."""
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401  # lets input() edit and recall lines
            return input(prompt).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        click.echo(prompt + line.rstrip("\n"))
        return line.strip()

    def ask_draw(self, file: Any, state: Any) -> Any:
        """What chance does where the file does not know: typed from the table, or drawn here."""
        outcomes = self.face.draws(file, state)
        click.echo(f"To be drawn: {' / '.join(outcomes)}")
        while True:
            line = self.read("type what your table shows, or Enter to draw: ")
            if line in ("quit", "exit"):
                raise Quit
            if not line:
                line = random.choice(outcomes)
                click.echo(line)
            try:
                return self.face.parse_draw(file, state, line)
            except BadNotation as error:
                click.echo(str(error))

    def answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                self.list_choices()
            case "?" | "help":
                self.help()
            case "moves":
                self.list_choices(everything=True)
            case "show":
                self.show()
            case "undo":
                self.undo()
            case "save" | "save!":
                self.save(rest.strip(), force=word.endswith("!"))
            case "quit" | "exit":
                raise Quit
            case _ if line.endswith("?"):
                self.list_choices(line.rstrip("?").lower().split(), everything=True)
            case _:
                self.move(line)

    # --- moves ---

    def move(self, line: str) -> None:
        """Play what was typed, or say what is wrong with it."""
        try:
            move = self.chosen(line)
            before = self.session.state
            self.session.play(move)
        except BadNotation as error:
            words = line.lower().split()
            if not self.list_choices(words, everything=True, silent=True):
                click.echo(f"{error}. Type ? for help.")
        except IllegalMove as error:
            click.echo(f"illegal: {error}")
        else:
            self.tell(before, move)

    def chosen(self, line: str) -> Any:
        """The move of a number or of a notation, whose first word may be missing."""
        game, verb = self.session.game, self.face.verb(self.session.file, self.session.state)
        if line.isascii() and line.isdigit():
            if self.session.game.is_over(self.session.state):
                raise BadNotation("the game is over")
            number = int(line[:LONG_NUMBER])
            if not 1 <= number <= len(self.choices.moves):
                raise BadNotation(f"there {'is' if len(self.choices.moves) == 1 else 'are'} {self.count()}")
            return self.choices.moves[number - 1]
        for words in (line, f"{verb} {line}"):
            with suppress(BadNotation):
                return game.parse(words)
        move = self.face.completed(self.session.file, self.session.state, line)
        if move is None:
            return game.parse(line)  # says what is wrong with it
        click.echo(f"  {game.format(move)}")
        return move

    def tell(self, before: Any, move: Any) -> None:
        """What the move did, and what is next."""
        file = self.session.file
        drawn = [line for step in self.session.drawn for line in self.face.effect(file, step)]
        for line in [*self.face.effect_of(file, before, move), *drawn]:
            click.echo(f"  {line}")
        if self.session.game.is_over(self.session.state):
            self.end()
        elif self.face.is_pause(before, self.session.state):
            click.echo("")
            self.show()
        else:
            click.echo(self.face.status(self.session.file, self.session.state))
            self.offer()

    # --- views ---

    def show(self) -> None:
        if self.session.game.is_over(self.session.state):
            self.end()
            return
        click.echo(self.face.text(self.session.file, self.session.state, pen()) + "\n")
        self.offer()

    def offer(self) -> None:
        """The first choices."""
        self.choices = self.face.choices(self.session.file, self.session.state)
        self.list_choices()

    def end(self) -> None:
        self.choices = Choices(())
        click.echo("\n".join(["", *score_table(self.face, self.session.file, self.session.state)]))
        click.echo("save FILE keeps the game, undo goes back, quit leaves.")

    def list_choices(self, words: Sequence[str] = (), *, everything: bool = False, silent: bool = False) -> bool:
        """The choices that contain all the words, numbered as in the whole list."""
        if self.choices.summary and not everything:
            click.echo("\n".join(columns(self.choices.summary)))
            click.echo(f"     {self.count()}: {self.choices.remark}")
            return True
        rows, state, file = list[list[str]](), self.session.state, self.session.file
        found = self.with_words(words)
        for number, move in found if everything else found[:SHOWN_AT_ONCE]:
            rows.append([f"{number:>4}", self.session.game.format(move), self.face.hint(file, state, move)])
        if not found and not silent:
            click.echo("no choice has these words" if self.choices.moves else "there is nothing to choose")
        if rows:
            lines = columns(rows) if max(len(row[1]) for row in rows) <= LONG_MOVE else long_rows(rows)
            if everything and len(lines) > SHOWN_AT_ONCE and sys.stdin.isatty() and sys.stdout.isatty():
                click.echo_via_pager("\n".join(lines) + "\n")
            else:
                click.echo("\n".join(lines))
        if len(found) > len(rows):
            click.echo(f"     … {len(found) - len(rows)} more: moves lists all, WORDS? those with these words")
        elif found and not self.choices.complete:
            click.echo(f"     {self.choices.remark}")
        return bool(found)

    def count(self) -> str:
        return plural(len(self.choices.moves), "choice")

    def with_words(self, words: Sequence[str]) -> list[tuple[int, Any]]:
        """The choices whose notation has all the words, or else whose effect has them."""
        game, file, state = self.session.game, self.session.file, self.session.state
        numbered = list(enumerate(self.choices.moves, 1))
        named = [(n, move) for n, move in numbered if all(word in game.format(move) for word in words)]
        if named:
            return named
        hints = [(n, move, self.face.hint(file, state, move).lower()) for n, move in numbered]
        return [(n, move) for n, move, hint in hints if all(word in hint for word in words)]

    def help(self) -> None:
        click.echo("\n".join(columns(HELP)))
        click.echo("\nMoves:\n" + "\n".join("  " + line for line in columns(self.face.notation)))
        click.echo(f"\nDue now: {self.session.game.decision(self.session.state)}, {self.count()}")

    # --- going back, keeping ---

    def undo(self) -> None:
        if self.session.undo():
            self.show()
        else:
            click.echo("this is the beginning")

    def save(self, name: str, *, force: bool) -> None:
        """Save to a file; over another one only if it is this game's own or the player insists."""
        if not name and self.path is None:
            click.echo("save where? save FILE")
            return
        target = Path(os.path.expanduser(name)) if name else self.path
        assert target is not None
        file = self.session.to_file()
        file = self.face.with_deck(file, deck_seen_from(self.face, file.deck, self.path, target.parent))
        try:
            write_file(target, self.face.write(file), force=force or target == self.path)
        except InvalidFile as error:
            click.echo(str(error).replace("--force", "save!"))
            return
        self.session.file = self.face.with_deck(self.session.file, file.deck)
        self.path, self.session.saved = target, self.session.moves
        click.echo(f"saved in {target}")
        if self.session.opened is not None:
            click.echo("the action you are in the middle of is not saved: it begins again when you resume")
