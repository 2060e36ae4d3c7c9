"""How a command ends: exit codes, messages instead of tracebacks, closed pipes and colour."""

import os
import sys
from collections.abc import Sequence
from enum import IntEnum
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any

import click

from faces.app.answer import Answer, fault_data
from faces.app.errors import Defect, Interrupted, NoSuchRule
from faces.games.data import Misuse, NotAChoice, Refusal, option_name
from tabletop.files import Fault, InvalidFile

LONG_SUMMARY = 1_000  # letters; no summary is longer
NOTHING_FOUND = "interrupted: nothing was found yet"


class Exit(IntEnum):
    YES = 0
    NO = 1
    USAGE = 2
    INVALID = 3
    UNDECIDED = 4
    INTERRUPTED = 130


class InvalidInput(click.ClickException):
    """What was given cannot be used; every reason on a line of its own."""

    exit_code = Exit.INVALID

    def __init__(self, faults: Sequence[Fault], *, answered: bool = False) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)
        self.answered = answered  # in JSON, by the command itself

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, file=file or sys.stderr)


class NotFound(click.ClickException):
    """No rule has these words."""

    exit_code = Exit.NO


class Unanswered(click.ClickException):
    """The search and the referee disagree."""

    exit_code = Exit.UNDECIDED


class Command(click.Command):
    """A command that says what is wrong with a question as click says it of a command line."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Misuse as error:
            raise click.UsageError(str(error), ctx) from None
        except Refusal as error:
            option = option_name(error.option)
            hint = f"'{option}'" if isinstance(error, NotAChoice) else option
            raise click.BadParameter(str(error), ctx, param_hint=hint) from None
        except NoSuchRule as error:
            raise NotFound(str(error)) from None
        except Defect as error:
            raise Unanswered(str(error)) from None
        except Interrupted:
            raise click.Abort from None


class Group(click.Group):
    """A group whose help tells the summary of each command in full."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, command.get_short_help_str(LONG_SUMMARY)) for name, command in commands if command]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class Commands(Group):
    """A group whose commands refuse bad input with faults, and do not mind a reader who has seen enough."""

    def invoke(self, ctx: click.Context) -> Any:
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            ctx.color = False  # click itself does not look at it
        try:
            return super().invoke(ctx)
        except InvalidFile as error:
            raise InvalidInput(error.faults) from None
        except KeyboardInterrupt:
            raise click.Abort from None  # click itself would write an empty line
        except BrokenPipeError:
            drop_output()
            ctx.exit(Exit.YES)


def drop_output() -> None:
    """Nobody reads any more: send what is still buffered nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def open_closed_streams() -> None:
    """A stream that was closed before we started holds nothing to read and forgets what is written."""
    nothing = Path(os.devnull)
    sys.stdin = sys.stdin or nothing.open(encoding="utf-8")
    sys.stdout = sys.stdout or nothing.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nothing.open("w", encoding="utf-8")


class _Searches:
    """What has become of the searches of this process."""

    left_behind = False  # whether threads still run whose work nobody waits for
    answered = False  # whether one has come to an answer, which is on its way


def leave_behind() -> None:
    """A thread goes on that cannot be stopped: the process has to end without waiting for it."""
    _Searches.left_behind = True


def answered() -> None:
    """A search has found what is told now: whoever presses Ctrl-C from here on is not told that nothing was found."""
    _Searches.answered = True


def run(commands: click.Group, arguments: Sequence[str] | None = None, *, interrupted: bool = False) -> int:
    """Run the command line and return the exit code; at once where it was interrupted before it could begin."""
    open_closed_streams()
    _Searches.answered = False
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot draw a box shows a question mark, and what is typed may be no text at all.
            stream.reconfigure(errors="replace")
    line = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _interrupted(commands, line) if interrupted else _ended(commands, line)
        sys.stdout.flush()
    except KeyboardInterrupt:  # while the answer was on its way
        code = int(Exit.INTERRUPTED)
    except BrokenPipeError:
        drop_output()
        code = int(Exit.YES)
    except OSError as error:
        drop_output()
        click.echo(f"the output cannot be written: {error.strerror}", err=True)
        code = int(Exit.INVALID)
    if _Searches.left_behind:
        sys.stderr.flush()
        os._exit(code)
    return code


def _ended(commands: click.Group, line: Sequence[str]) -> int:
    """The exit code of a command line."""
    try:
        code = commands.main(args=list(line), prog_name="clinic", standalone_mode=False)
    except click.ClickException as error:
        if json_wanted(line) and not getattr(error, "answered", False):
            faults = [_refusal_data(error)] if not isinstance(error, InvalidInput) else map(fault_data, error.faults)
            click.echo(Answer(command=_command(commands, line), faults=tuple(faults)).to_json())
        error.show()
        return int(error.exit_code)
    except click.Abort:
        return _interrupted(commands, line)
    return code if isinstance(code, int) else Exit.YES


def _interrupted(commands: click.Group, line: Sequence[str]) -> int:
    if json_wanted(line) and not _Searches.answered:
        click.echo(Answer(command=_command(commands, line), interrupted=True).to_json())
    after_keys = "\n" * sys.stderr.isatty()  # a terminal shows ^C
    in_vain = _is_question(commands, line) and not _Searches.answered
    click.echo(after_keys + (NOTHING_FOUND if in_vain else "interrupted"), err=True)
    return Exit.INTERRUPTED


def json_wanted(line: Sequence[str]) -> bool:
    """Whether a command line asks for JSON, whatever else may be wrong with it."""
    return "--json" in (line[: line.index("--")] if "--" in line else line)


def _command(commands: click.Group, line: Sequence[str]) -> str | None:
    """The name of the command on a line, as far as it can be made out."""
    words = [word for word in line if not word.startswith("-")]
    command = commands.commands.get(words[0]) if words else None
    if not isinstance(command, click.Group):
        return words[0] if command else None
    return f"{words[0]} {words[1]}" if len(words) > 1 and words[1] in command.commands else words[0]


def _is_question(commands: click.Group, line: Sequence[str]) -> bool:
    """Whether a command looks for something: then it is told that nothing was found."""
    command = commands.commands.get(_command(commands, line) or "")
    return command is not None and any(parameter.name == "quiet" for parameter in command.params)


def _refusal_data(error: click.ClickException) -> dict[str, Any]:
    """What is wrong with a command line, in the shape of a fault."""
    option = getattr(error, "option_name", None)
    if isinstance(error, click.BadParameter):
        parameter = error.param
        option = error.param_hint if parameter is None else parameter.opts[-1] if parameter.opts else parameter.name
    key = str(option or "").strip("'\"")
    return {"file": None, "line": None, "key": key, "message": error.format_message(), "warning": False}


def note(message: str) -> None:
    """A remark beside the result."""
    click.echo(message, err=True)
