"""The dialogue of `clinic play`: a line from the player, what it does, what is due next."""

import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from faces.app.errors import Defect, Interrupted
from faces.app.hint import LEVELS, NUMBERS, Hint, hint_for
from faces.app.keeper import Keeper
from faces.app.question import Source
from faces.app.rulebook import rulebook_of
from faces.app.session import Session, by_chance
from faces.app.table import move_typed
from faces.cli.exits import note
from faces.cli.hint import hint_lines
from faces.cli.listing import Listing, NotShown, on_terminal
from faces.cli.options import pen
from faces.cli.progress import watched
from faces.cli.story import score_table
from tabletop.files import InvalidFile
from tabletop.moves import BadNotation, IllegalMove
from tabletop.plain import plain
from tabletop.records import Step
from tabletop.text import columns, plural, width

LINES_BESIDE_BOARD = 2  # the line typed and the next prompt
DECIDE, DRAW = "> ", "type what your table shows, or Enter to draw: "
HELP = (
    ("NUMBER or MOVE", "play it; a number of the list on screen; the first word may be left out: nurse for hire nurse"),
    ("moves WORDS", "list the choices with these words, also as WORDS?; moves alone lists all, more goes on"),
    ("hint", "where to look; again: what kind of move; once more: the move; or hint 1, hint 2, hint 3"),
    ("show", "show the table again"),
    ("undo 3", "take back three moves; undo alone the last one"),
    ("rules 4.2", "a rule by its number; rules WORDS finds those with these words"),
    ("save FILE", "save there and go on there (save! overwrites); the game is saved after every move anyway"),
    ("quit", "stop; the game is kept"),
)


class Quit(Exception):
    """The player has had enough."""


def read_line(prompt: str) -> str:
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


class Prompt:
    """One game at the prompt. Whatever changes the game is kept before anything is said about it."""

    def __init__(self, session: Session, keeper: Keeper) -> None:
        self.session = session
        self.keeper = keeper
        self.adapter = session.adapter
        self.kept = session.now
        self.listing = Listing(session)
        self.told: Any | None = None  # the last position the player was asked to decide in
        self.hints: Sequence[str] = ()  # for this position
        self.hint_level = 0

    @property
    def path(self) -> Path:
        """The game's file, for messages."""
        return self.keeper.path or Path("this game")

    def run(self) -> None:
        click.echo(self.adapter.views.header(self.session.file))
        try:
            self.next()
            while True:
                self.answer(read_line(DRAW if self.session.awaits_draw else DECIDE))
        except Quit:
            pass
        except EOFError:
            if sys.stdin.isatty():
                click.echo()  # the prompt's line ends here
        except KeyboardInterrupt:
            click.echo()
            raise
        finally:
            if self.kept is not self.session.now:  # interrupted right after a move
                self.keep()
            again = "; the action you were in the middle of begins again then" if self.session.is_open else ""
            note(self.keeper.where + again)
            if self.keeper.trouble:
                self.tell_file()

    def answer(self, line: str) -> None:
        """Do what was typed, at whichever prompt."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "?" | "help":
                self.help()
            case "moves":
                self.list_choices(rest)
            case "more":
                self.more()
            case "show":
                self.show()
            case "undo":
                self.undo(rest.strip())
            case "hint":
                self.hint(rest.strip())
            case "rules":
                self.rules(rest.split())
            case "save" | "save!":
                self.save(rest.strip(), force=word.endswith("!"))
            case "quit" | "exit":
                raise Quit
            case _ if line.endswith("?"):
                self.list_choices(line.rstrip("?"))
            case _ if self.session.awaits_draw:
                self.draw(line)
            case "":
                click.echo("\n".join(self.listing.offer()))
            case _:
                self.move(line)

    # --- moves and draws ---

    def move(self, line: str) -> None:
        """Play what was typed, or say what is wrong with it."""
        before = self.session.state
        try:
            move = self.chosen(line)
            self.session.play(move)
        except NotShown as error:
            click.echo(f"{error}.")
        except BadNotation as error:
            found = self.listing.filtered(line.lower().split())
            click.echo("\n".join(found) if found else f"{error}. Type ? for help.")
        except IllegalMove as error:
            click.echo(f"illegal: {error}")
        else:
            notation = self.session.game.format(move)
            echoed = [] if line.lower().split() == notation.lower().split() else [notation]
            words = self.words_for(before, move)
            self.changed()
            self.tell([*echoed, *words])

    def words_for(self, before: Any, move: Any) -> list[str]:
        """What a move did; where a record has nothing to say of it, what the list says, unless that is on screen."""
        file, game = self.session.file, self.session.game
        told = self.adapter.views.effect(file, Step(before, move, game.apply(before, move)))
        if told or move in self.listing.shown:
            return told
        return [self.adapter.views.hint(file, before, move)]

    def chosen(self, line: str) -> Any:
        """The move of a number or of a notation, whose first word may be missing."""
        if line.isascii() and line.isdigit():
            return self.listing.numbered(line)
        return move_typed(self.session, line)

    def draw(self, line: str) -> None:
        """What chance does where the file does not know: typed from the table, or drawn here."""
        file, state = self.session.file, self.session.state
        try:
            outcome = self.adapter.seat.parse_draw(file, state, line) if line else by_chance(self.session.game, state)
        except BadNotation as error:
            click.echo(str(error))
            return
        self.session.draw(outcome)
        self.changed()
        self.tell([])

    def changed(self) -> None:
        """The game has gone on or back: keep it, and forget what was said about the position before."""
        self.hints, self.hint_level = (), 0
        self.keep()
        self.listing = Listing(self.session)

    def keep(self) -> None:
        self.keeper.keep(self.session.to_file())
        self.kept = self.session.now

    def tell_file(self) -> None:
        """The game as its file would be, for a player to keep where none could be written."""
        lines = self.adapter.write(self.session.to_file()).split("\n")
        click.echo("\n".join(["", "The game, to be put into a file by hand:", "", *map(plain, lines)]))

    # --- what is due ---

    def tell(self, effects: Sequence[str]) -> None:
        """What a move or draw did, and what is next."""
        drawn = [line for step in self.session.drawn for line in self.adapter.views.effect(self.session.file, step)]
        for line in [*effects, *drawn]:
            click.echo(f"  {line}")
        self.next()

    def next(self) -> None:
        """What is due now, with as much of the table as the player needs to see again."""
        session, before = self.session, self.told
        if session.is_over:
            self.end()
        elif session.awaits_draw:
            self.announce_draw()
        elif before is None or self.adapter.seat.is_pause(session.file, before, session.state):
            if before is not None:
                click.echo("")
            self.show()
        else:
            self.told = session.state
            lines = [*self.adapter.views.status(session.file, session.state).splitlines(), *self.listing.offer()]
            board = self.adapter.views.board(session.file, session.state, pen())
            is_new = board != self.adapter.views.board(session.file, before, pen())
            click.echo("\n".join([*board, *lines] if is_new and _fits([*board, *lines]) else lines))

    def announce_draw(self) -> None:
        session = self.session
        heading = self.adapter.views.status(session.file, session.state).splitlines()[0]
        click.echo(f"{heading}\nTo be drawn: {' / '.join(self.adapter.seat.draws(session.file, session.state))}")

    def show(self) -> None:
        session = self.session
        if session.is_over:
            self.end()
            return
        click.echo(self.adapter.views.text(session.file, session.state, pen()) + "\n")
        if session.awaits_draw:
            self.announce_draw()
        else:
            self.told = session.state
            click.echo("\n".join(self.listing.offer()))

    def end(self) -> None:
        click.echo("\n".join(["", *score_table(self.session.position(self.path))]))
        click.echo(f"{self.keeper.where}; undo goes back, quit leaves.")

    # --- questions ---

    def list_choices(self, typed: str) -> None:
        words = typed.lower().split()
        if self.session.awaits_draw:
            draws = [draw for draw in self.adapter.seat.draws(self.session.file, self.session.state)
                     if all(word in draw for word in words)]  # fmt: skip
            click.echo(f"To be drawn: {' / '.join(draws)}" if draws else "nothing that can be drawn has these words")
        elif lines := self.listing.filtered(words):
            click.echo("\n".join(lines))
        else:
            click.echo("no choice has these words" if self.listing.choices.moves else "there is nothing to choose")

    def more(self) -> None:
        click.echo("\n".join(self.listing.more()) or "there is no more of this list")

    def help(self) -> None:
        click.echo("\n".join(columns(HELP)))
        click.echo(
            "\nMoves:\n" + "\n".join("  " + line for line in columns(self.adapter.views.notation(self.session.file)))
        )
        due = self.session.game.decision(self.session.state)
        click.echo(f"\nDue now: {due}" + ("" if self.session.awaits_draw else f", {self.listing.count}"))

    def rules(self, words: Sequence[str]) -> None:
        book = rulebook_of(self.adapter)
        click.echo("\n".join(book.answer(words)) or book.refusal(words))

    def hint(self, level: str) -> None:
        """A level further every time, or the level asked for."""
        if self.session.is_over or self.session.awaits_draw:
            click.echo("no decision is due: the game is over, or something is to be drawn first")
        elif level and level not in NUMBERS:
            click.echo(f"hint {level}? The levels are {', '.join(NUMBERS)}")
        else:
            hints = self.hints or self.looked_for()
            if hints:
                self.hint_level = int(level) if level else min(self.hint_level + 1, len(hints))
                click.echo("\n".join(hints[: self.hint_level]))

    def looked_for(self) -> Sequence[str]:
        """All levels of a hint, or none and the reason said; one that was cut short is not believed for long."""
        session = self.session
        try:
            with watched(quiet=not on_terminal(), secret=True, in_dialogue=True) as watch:
                if on_terminal():
                    note("looking for a hint; Ctrl-C stops that")  # from here on it does
                question = Hint(Source(self.path), level=len(LEVELS))
                found = hint_for(session.position(self.path), question, watch)
        except (KeyboardInterrupt, Interrupted):
            click.echo("no hint: interrupted")
        except (InvalidFile, Defect) as error:
            click.echo(f"no hint: {error}")
        else:
            lines = hint_lines(found.hints)
            self.hints = () if found.interrupted else lines
            return lines or ["no hint: nothing was found"]
        return ()

    # --- going back, keeping ---

    def undo(self, steps: str) -> None:
        wanted = int(steps) if steps.isascii() and steps.isdigit() and len(steps) < len(str(sys.maxsize)) else 0
        if steps and not wanted:
            click.echo("undo how many moves? Such as undo 3")
            return
        taken = 0
        while taken < max(1, wanted) and self.session.undo():
            taken += 1
        if not taken:
            click.echo("this is the beginning")
            return
        self.changed()
        click.echo(f"{plural(taken, 'move')} taken back" + (": this is the beginning" if taken < wanted else ""))
        self.show()

    def save(self, name: str, *, force: bool) -> None:
        """Save to a file; over another one only if it is this game's own or the player insists."""
        file = self.session.to_file()
        if not name:
            self.keeper.keep(file)
            if self.keeper.trouble:
                return  # and it was said why
        else:
            try:
                self.keeper.keep_in(file, Path(os.path.expanduser(name)), force=force)
            except InvalidFile as error:
                click.echo(str(error).replace("--force", "save!"))
                return
        click.echo(f"saved in {self.keeper.name}")
        if self.session.is_open:
            click.echo("the action you are in the middle of is not saved: it begins again when you resume")


def _fits(lines: Sequence[str]) -> bool:
    """Whether lines can be seen at once."""
    if not on_terminal():
        return False
    screen = shutil.get_terminal_size()
    return len(lines) + LINES_BESIDE_BOARD <= screen.lines and max(map(width, lines)) <= screen.columns
