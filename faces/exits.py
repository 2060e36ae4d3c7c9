"""How a command ends: exit codes, messages instead of tracebacks, closed pipes and colour."""

import os
import sys
from collections.abc import Sequence
from enum import IntEnum
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any

import click

from faces.answer import Answer
from tabletop.files import Fault, InvalidFile

JSON_WANTED = "json"
IS_FOLDER = "is a directory, expected the name of a file"


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

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, file=file or sys.stderr)


def fault_data(fault: Fault) -> dict[str, Any]:
    return {
        "file": fault.file,
        "line": fault.line,
        "key": fault.key,
        "message": fault.message,
        "warning": fault.warning,
    }


class Commands(click.Group):
    """A group whose commands refuse bad input with faults, and do not mind a reader who has seen enough."""

    def invoke(self, ctx: click.Context) -> Any:
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            ctx.color = False  # click itself does not look at it
        try:
            return super().invoke(ctx)
        except InvalidFile as error:
            if ctx.meta.get(JSON_WANTED):
                click.echo(Answer(more={"faults": [fault_data(fault) for fault in error.faults]}).to_json())
            raise InvalidInput(error.faults) from None
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


def run(commands: click.Group, arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot draw a box shows a question mark
    try:
        code = commands.main(args=arguments, prog_name="clinic", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return int(error.exit_code)
    except click.Abort:
        click.echo("interrupted", err=True)
        return Exit.INTERRUPTED
    except BrokenPipeError:
        drop_output()
        return Exit.YES
    except OSError as error:
        drop_output()
        click.echo(f"the output cannot be written: {error.strerror}", err=True)
        return Exit.INVALID
    return code if isinstance(code, int) else Exit.YES


def _replace(path: Path, content: bytes) -> None:
    """Put a new file in the place of an old one, which stays whole if that fails half-way."""
    part = path.resolve().with_name(f"{path.name}.part")
    try:
        part.write_bytes(content)
        part.replace(path.resolve())
    except OSError:
        part.unlink(missing_ok=True)
        raise


def write_file(path: Path, text: str, *, force: bool) -> None:
    """Write a file, never over another one unless told to."""
    try:
        content = text.encode("utf-8")
        if force and path.is_file():
            _replace(path, content)
            return
        with path.open("wb" if force else "xb") as file:
            file.write(content)
        return
    except FileExistsError:
        reason = IS_FOLDER if path.is_dir() else "exists already; --force overwrites it"
    except FileNotFoundError:
        reason = "cannot be written: no such folder"
    except IsADirectoryError:
        reason = IS_FOLDER
    except OSError as error:
        reason = f"cannot be written: {error.strerror}"
    except ValueError as error:  # a name or a text that no file can have
        reason = f"cannot be written: {error}"
    raise InvalidFile([Fault(str(path), None, "", reason)])


def note(message: str) -> None:
    """A remark beside the result."""
    click.echo(message, err=True)
