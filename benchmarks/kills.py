"""Kill -9 at any moment: files of a game that is played or solved are whole, or as they were, or not there.

Each command is first left alone, to see how long it takes. Then it is begun in a folder of its own and killed after
some part of that, drawn by chance; every file in the folder is read again and refereed. A hidden draft may stay
behind, nothing else.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.questions import table
from faces.app import saved_search
from faces.app.loading import position_of
from faces.app.question import Source
from faces.games.registry import opened
from tabletop.files import InvalidFile
from tabletop.writing import DRAFT_PREFIX, DRAFT_SUFFIX

ROOT = Path(__file__).resolve().parent.parent
COMMAND = [sys.executable, "-c", "import sys; from cli import main; sys.exit(main())"]
GAME, PLAN, KEPT = "game.toml", "plan.toml", "kept.toml"
UNCHANGED, RENEWED, ABSENT, BROKEN = "unchanged", "renewed", "absent", "broken"
MOVES_TYPED = 400
MOST_SECONDS = 900.0  # that a command may take if it is left alone


class Case(NamedTuple):
    """A command that writes a file, and the game it is about."""

    name: str
    puzzle: str
    arguments: Sequence[str]
    written: str


CASES = (
    Case("play", "puzzles/clin9ic/opening.toml", ("play", GAME), GAME),
    Case("solve --save", "puzzles/clin9ic/opening.toml", ("solve", GAME, "--save", KEPT, "--time", "15s"), KEPT),
    Case("solve -o", "puzzles/clin9ic/last-round.toml", ("solve", GAME, "-o", PLAN), PLAN),
)


def typed(random: Random) -> str:
    """What a player types who takes one of the first choices each time, and sometimes thinks better of it."""
    lines = [random.choice(("1", "1", "2", "3", "1", "undo")) for _ in range(MOVES_TYPED)]
    return "\n".join(lines) + "\n"


def killed(case: Case, folder: Path, random: Random, after: float) -> str:
    """Kill the command after so many seconds, and say what became of the file it writes; BROKEN if it is none."""
    (folder / GAME).write_bytes((ROOT / case.puzzle).read_bytes())
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(folder / "data"), "HOME": str(folder)}
    with subprocess.Popen(
        [*COMMAND, *case.arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=environment,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdin is not None
        until = time.monotonic() + after
        try:
            for line in typed(random).splitlines() if case.name == "play" else ():
                if time.monotonic() > until:
                    break
                process.stdin.write(line + "\n")
                process.stdin.flush()
            process.stdin.close()
        except BrokenPipeError:
            pass  # it is over already
        try:
            process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
    return found(case, folder, before)


def seconds_of(case: Case) -> float:
    """How long the command takes if it is left alone, all that it compiles being compiled."""
    for _ in range(2):
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            outcome = killed(case, Path(folder), Random(0), MOST_SECONDS)
        print(f"{case.name}, left alone: {outcome}, {time.monotonic() - began:.1f} s", flush=True)
    return time.monotonic() - began


def found(case: Case, folder: Path, before: dict[str, bytes]) -> str:
    """What is in the folder afterwards."""
    files = {path.name: path for path in folder.iterdir() if path.is_file()}
    drafts = [name for name in files if name.startswith(DRAFT_PREFIX) and name.endswith(DRAFT_SUFFIX)]
    strange = sorted(files.keys() - {*before, *drafts, case.written})
    if strange or len(drafts) > 1:
        return f"{BROKEN}: {strange + drafts} left behind"
    if case.written != GAME and files[GAME].read_bytes() != before[GAME]:
        return f"{BROKEN}: the game was changed"
    path = folder / case.written
    if not path.exists():
        return BROKEN + ": it is gone" if case.written in before else ABSENT
    try:
        refereed(case, path, folder / GAME)
    except InvalidFile as error:
        return f"{BROKEN}: {error}"
    return UNCHANGED if before.get(case.written) == path.read_bytes() else RENEWED


def refereed(case: Case, path: Path, game: Path) -> None:
    """Read the file again and let the referee see it; InvalidFile where it is not whole."""
    if case.written == KEPT:
        saved_search.read(position_of(Source(game)), path, lambda _remark: None)
        return
    face, file = opened(path)
    if illegal := face.replay(file).illegal:
        raise InvalidFile([]) from illegal.reason


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=100, help="kills, shared among the commands (default 100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=[case.name for case in CASES], help="only this command")
    chosen = parser.parse_args()
    cases = [case for case in CASES if chosen.only in (None, case.name)]
    counts: dict[str, Counter[str]] = {case.name: Counter() for case in cases}
    seconds = {case.name: seconds_of(case) for case in cases}
    for number in range(chosen.times):
        case, random = cases[number % len(cases)], Random(f"{chosen.seed} {number}")
        after = random.uniform(0.0, seconds[case.name])
        with tempfile.TemporaryDirectory() as folder:
            outcome = killed(case, Path(folder), random, after)
        word, _, reason = outcome.partition(": ")
        counts[case.name][word] += 1
        if reason:
            print(number, case.name, f"{after:.2f} s", reason, flush=True)
    words = (UNCHANGED, RENEWED, ABSENT, BROKEN)
    rows = [[name, sum(count.values()), *(count[word] for word in words)] for name, count in counts.items()]
    print(table(["Killed", "Times", "File unchanged", "Renewed", "Not there yet", "Broken"], rows))
    raise SystemExit(any(count[BROKEN] for count in counts.values()))


if __name__ == "__main__":
    main()
