"""How fast the page is: the first page, a click on a move, and drawing.

`python -m benchmarks.web` starts the server as a person does, and speaks to it as the page does.
"""

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

from faces.app.folder import Games
from faces.app.offers import puzzles
from puzzles import FOLDER

ROOT = Path(__file__).parent.parent
CLICKS = 100
STARTS = 5
LARGEST = "clinic_solo/complete-game"


class Row(NamedTuple):
    what: str
    median: float  # milliseconds
    largest: float


class Visitor:
    """One who has come in by the address that is printed."""

    def __init__(self, address: str) -> None:
        place, _, token = address.removeprefix("http://").partition("/?token=")
        self.line = HTTPConnection(place)
        self.cookie = f"clinic-{place.partition(':')[2]}={token}"

    def ask(self, path: str, data: Any = None) -> bytes:
        body = None if data is None else json.dumps(data)
        headers = {"cookie": self.cookie, "content-type": "application/json"}
        self.line.request("GET" if data is None else "POST", path, body, headers)
        answer = self.line.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {content[:200]!r}")
        return content


@contextmanager
def served() -> Iterator[tuple[Visitor, float]]:
    """A server, and the seconds from its start to its first page."""
    code = "import sys, cli; sys.exit(cli.main(sys.argv[1:]))"
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-c", code, "web", "--no-browser", "--port", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT,
            env={**os.environ, "CLINIC_DRAFTS": folder},
        )  # fmt: skip
        assert process.stdout
        try:
            visitor = Visitor(process.stdout.readline().strip())
            visitor.ask("/")
            yield visitor, time.perf_counter() - begun
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()


def row(what: str, seconds: list[float]) -> Row:
    return Row(what, 1000 * statistics.median(seconds), 1000 * max(seconds))


def starts() -> Row:
    found = list[float]()
    for _ in range(STARTS):
        with served() as (_, seconds):
            found.append(seconds)
    return row("first page", found)


def clicks(visitor: Visitor, puzzle: str) -> Row:
    """Moves of the list, one after the other; at the end of a game it begins anew."""
    name = json.loads(visitor.ask("/api/add", {"puzzle": puzzle}))["name"]
    table, found = json.loads(visitor.ask(f"/api/game/{name}", {"do": "go", "to": 0})), list[float]()
    while len(found) < CLICKS:
        if table["chance"]:
            data: dict[str, Any] = {"do": "draw"}
        elif table["over"] or not table["moves"]:
            data = {"do": "go", "to": 0}
        else:
            moves = table["moves"]
            data = {"do": "play", "move": moves[len(found) * 7 % len(moves)]["move"]}
        begun = time.perf_counter()
        answer = visitor.ask(f"/api/game/{name}", data)
        if data["do"] == "play":
            found.append(time.perf_counter() - begun)
        table = json.loads(answer)
    return row(f"click on a move, {puzzle}", found)


def drawings() -> Row:
    """Every position of a complete game of the largest board."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CLINIC_DRAFTS"] = folder
        games = Games()
        tree, found = games.tree(games.add((FOLDER / f"{LARGEST}.toml").read_text("utf-8"))), list[float]()
        for node in tree.nodes.values():
            begun = time.perf_counter()
            tree.adapter.svg(node.session.file, node.session.state)
            found.append(time.perf_counter() - begun)
    return row(f"drawing a position, {LARGEST}", found)


def main() -> None:
    openings = [one["name"] for one in puzzles() if one["name"].endswith("/opening") and "rulebook" not in one["name"]]
    rows = [starts()]
    with served() as (visitor, _):
        rows += [clicks(visitor, puzzle) for puzzle in openings]
    rows.append(drawings())
    width = max(len(one.what) for one in rows)
    print(f"| {'':{width}} | median | largest |\n| {'-' * width} | -----: | ------: |")
    for one in rows:
        print(f"| {one.what:{width}} | {one.median:3.0f} ms | {one.largest:4.0f} ms |")


if __name__ == "__main__":
    main()
