"""Hostile files: mutated games and decks, read, drawn and replayed by the commands as a user would call them.

Each file is tried in a process of its own, so that its time and memory are known. A traceback, an unknown exit code,
an output that a terminal would obey or that holds a forged line, more than 2 s of computing or 500 MB is a failure; the
file is kept. File number N of a seed is always the same one: `--first N --files 1`.
"""

import argparse
import io
import os
import pickle
import re
import resource
import tempfile
import traceback
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import cli
from benchmarks.mutations import FORGED, ROOT, mutated
from benchmarks.questions import table

MOST_SECONDS, MOST_MEGABYTES = 2.0, 500
MOST_OUTPUT = 2_000_000  # letters
HARD_SECONDS, HARD_BYTES = 20, 4 * 2**30  # where a child is ended
CODES = range(5)
OTHER_GAMES = {
    "clin9ic": ("puzzles/clin9ic/mid-game.toml", "puzzles/clin9ic/complete-game.toml"),
    "clinic": ("puzzles/clinic_solo/last-round.toml", "puzzles/clinic_solo/complete-game.toml"),
    "dice-hospital": ("puzzles/dice_hospital/mid-game.toml", "puzzles/dice_hospital/complete-game.toml"),
}


@dataclass
class Trial:
    """What the commands made of a file."""

    kind: str
    failures: list[str] = field(default_factory=list)
    valid: bool = False
    commands: int = 0
    seconds: float = 0.0
    megabytes: float = 0.0


def called(arguments: Sequence[str], trial: Trial) -> int:
    """Run a command, and look at its exit code and at what it says."""
    output, code = io.StringIO(), -1
    trial.commands += 1
    try:
        with redirect_stdout(output), redirect_stderr(output):
            code = cli.main(list(arguments))
    except BaseException:
        trial.failures.append(f"{' '.join(arguments)}\n{traceback.format_exc(limit=-6)}")
        return code
    text = output.getvalue()
    reasons = []
    if code not in CODES:
        reasons.append(f"exit code {code}")
    if strange := {sign for sign in text if not sign.isprintable()} - {"\n"}:
        reasons.append(f"{sorted(strange)} in the output")
    if any(line.strip().startswith(FORGED) for line in text.split("\n")):
        reasons.append("a forged line in the output")
    if len(text) > MOST_OUTPUT:
        reasons.append(f"{len(text):,} letters of output")
    trial.failures += [f"{' '.join(arguments)}: {reason}" for reason in reasons]
    return code


def drawn(path: str, folder: Path, trial: Trial) -> None:
    """The picture has to be one."""
    picture = folder / "picture.svg"
    if called(["show", path, "--svg", str(picture), "--force"], trial) == 0:
        text = picture.read_text("utf-8")
        try:
            ElementTree.fromstring(text)
        except ElementTree.ParseError as error:
            trial.failures.append(f"the picture of {path} is none: {error}")
        if re.search("[\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]", text):
            trial.failures.append(f"strange letters in the picture of {path}")


def try_deck(path: str, random: Random, folder: Path, trial: Trial) -> None:
    """A deck is checked and shown; with a valid one a game is dealt, and known games are looked at with it."""
    trial.valid = called(["deck", "check", path], trial) == 0
    called(["deck", "show", path, *random.choice(([], ["--json"]))], trial)
    if not trial.valid:
        return
    for game, others in OTHER_GAMES.items():
        dealt = str(folder / f"{game}.toml")
        if called(["new", game, "--deck", path, "--seed", "1", "-o", dealt, "--force"], trial) == 0:
            drawn(dealt, folder, trial)
            called(["replay", dealt], trial)
            called(["move", dealt], trial)
        for other in others:
            called([random.choice(("show", "replay", "check", "move")), str(ROOT / other), "--deck", path], trial)


def try_game(path: str, random: Random, folder: Path, trial: Trial) -> None:
    """A game is checked, shown and replayed."""
    trial.valid = called(["check", path, *random.choice(([], ["--json"]))], trial) == 0
    commands = [["show", path], ["show", path, "--json"], ["replay", path], ["replay", path, "--json"]]
    for command in commands if trial.valid else [random.choice(commands)]:
        called(command, trial)
    if trial.valid:
        drawn(path, folder, trial)
        called(["move", path], trial)


def attempt(seed: int, number: int, folder: Path) -> Trial:
    """One file: made, tried and judged by what was said."""
    random = Random(f"{seed} {number}")
    kind, source, content = mutated(random)
    trial = Trial(kind)
    path = folder / "file.toml"
    path.write_bytes(content)
    is_deck = source.parent.name == "data"
    (try_deck if is_deck != (random.random() < 0.05) else try_game)(str(path), random, folder, trial)
    return trial


def measured(seed: int, number: int) -> Trial:
    """One file in a process of its own."""
    with tempfile.TemporaryDirectory() as name:
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            try:
                _limit()
                with os.fdopen(writer, "wb") as file:
                    pickle.dump(attempt(seed, number, Path(name)), file)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as file:
            told = file.read()
        _, status, used = os.wait4(child, 0)
        trial: Trial = pickle.loads(told) if told else Trial("?", [f"the process ended with {status}"])
        trial.seconds, trial.megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        if trial.seconds > MOST_SECONDS:
            trial.failures.append(f"{trial.seconds:.1f} s")
        if trial.megabytes > MOST_MEGABYTES:
            trial.failures.append(f"{trial.megabytes:.0f} MB")
        return trial


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (HARD_SECONDS, HARD_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (HARD_BYTES, HARD_BYTES))


def trials(seed: int, numbers: range, workers: int) -> Iterator[tuple[int, Trial]]:
    with ProcessPoolExecutor(workers, get_context("fork"), _load) as pool:
        yield from zip(numbers, pool.map(partial(measured, seed), numbers, chunksize=20), strict=True)


def _load() -> None:
    """What commands load late is loaded once, not in every child."""
    for game in OTHER_GAMES:
        called(["show", str(ROOT / OTHER_GAMES[game][0])], Trial(""))
        called(["move", str(ROOT / OTHER_GAMES[game][0])], Trial(""))


def written(found: dict[str, list[Trial]]) -> str:
    rows = []
    everything = [trial for those in found.values() for trial in those]
    for kind, those in [*sorted(found.items()), ("all", everything)]:
        failed = sum(bool(trial.failures) for trial in those)
        rows.append(
            [
                kind,
                f"{len(those):,}",
                f"{sum(trial.valid for trial in those):,}",
                f"{sum(trial.commands for trial in those):,}",
                str(failed),
                f"{max(trial.seconds for trial in those):.2f} s",
                f"{max(trial.megabytes for trial in those):.0f} MB",
            ]
        )
    return table(["Mutation", "Files", "Still valid", "Commands", "Failures", "Slowest", "Most memory"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first file (default 0)")
    parser.add_argument("--workers", type=int, default=2, help="files side by side (default 2)")
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="where failing files go")
    chosen = parser.parse_args()
    found: dict[str, list[Trial]] = defaultdict(list)
    numbers = range(chosen.first, chosen.first + chosen.files)
    for number, trial in trials(chosen.seed, numbers, chosen.workers):
        found[trial.kind].append(trial)
        if trial.failures:
            chosen.keep.mkdir(parents=True, exist_ok=True)
            (chosen.keep / f"{chosen.seed}-{number}.toml").write_bytes(mutated(Random(f"{chosen.seed} {number}"))[2])
            print(number, trial.kind, "\n  ".join(["", *trial.failures]), flush=True)
        if (number + 1) % 1_000 == 0:
            print(f"{number + 1:,} files", flush=True)
        if (number + 1) % 5_000 == 0:
            print(written(found), flush=True)  # so that a run that is ended has something to show
    print(written(found))
    raise SystemExit(any(trial.failures for those in found.values() for trial in those))


if __name__ == "__main__":
    main()
