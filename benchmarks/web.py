"""How fast the page is: the first page, a click on a move, drawing, and the first page under a flood of garbage.

`python -m benchmarks.web` starts the server as a person does, and speaks to it as the page does. At the end garbage is
thrown at it, 200 requests a second for a minute, while a person goes on asking for the first page; `--flood SECONDS`
makes it shorter.
"""

import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from argparse import ArgumentParser
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
FLOOD_SECONDS, FLOOD_RATE, FLOODERS = 60.0, 200, 4
LARGEST = "clinic_solo/complete-game"


class Row(NamedTuple):
    what: str
    median: float  # milliseconds
    largest: float


class Visitor:
    """One who has come in by the address that is printed."""

    def __init__(self, address: str) -> None:
        place, _, token = address.removeprefix("http://").partition("/?token=")
        self.port = int(place.partition(":")[2])
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
            tree.adapter.views.svg(node.session.file, node.session.state)
            found.append(time.perf_counter() - begun)
    return row(f"drawing a position, {LARGEST}", found)


def garbage(chance: random.Random, visitor: Visitor) -> bytes:
    """A request that means nothing: noise, strange paths and methods, bodies that are no JSON or never end."""
    noise = chance.randbytes(chance.randrange(1, 2000))
    letters = noise.hex()[: chance.randrange(1, 900)]
    known = f"host: 127.0.0.1:{visitor.port}", f"cookie: {visitor.cookie}", "content-type: application/json"
    head = "\r\n".join((*known, "connection: close", ""))
    return chance.choice(
        (
            noise,
            f"GET /{letters} HTTP/1.1\r\nhost: evil.example\r\n\r\n".encode(),
            f"GET /game/%00..%2f{letters} HTTP/1.1\r\n{head}\r\n".encode(),
            f"{letters[:7].upper()} / HTTP/1.1\r\n{head}\r\n".encode(),
            f"POST /api/add HTTP/1.1\r\n{head}content-length: {len(noise)}\r\n\r\n".encode() + noise,
            f"POST /api/ask HTTP/1.1\r\n{head}content-length: 999999999\r\n\r\n".encode() + noise,
            f"POST /api/new HTTP/1.1\r\n{head}content-length: 5000\r\n\r\n".encode() + noise[:100],
        )
    )


def flood(visitor: Visitor, seconds: float) -> tuple[Row, int]:
    """Throw garbage at it, and how soon a person is answered meanwhile; also the number of requests thrown."""
    end, thrown = time.perf_counter() + seconds, [0] * FLOODERS

    def throw(number: int) -> None:
        chance, due = random.Random(number), time.perf_counter()
        while time.perf_counter() < end:
            due += FLOODERS / FLOOD_RATE
            time.sleep(max(0.0, due - time.perf_counter()))
            try:
                with socket.create_connection(("127.0.0.1", visitor.port), 1) as line:
                    line.sendall(garbage(chance, visitor))
            except OSError:  # refused: that is an answer, too
                pass
            thrown[number] += 1

    throwers = [threading.Thread(target=throw, args=(number,)) for number in range(FLOODERS)]
    for thrower in throwers:
        thrower.start()
    found = list[float]()
    while time.perf_counter() < end:
        begun = time.perf_counter()
        visitor.ask("/")
        found.append(time.perf_counter() - begun)
        time.sleep(0.25)
    for thrower in throwers:
        thrower.join()
    return row(f"first page under {sum(thrown) / seconds:.0f} requests of garbage a second", found), sum(thrown)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--flood", type=float, default=FLOOD_SECONDS, metavar="SECONDS")
    seconds = parser.parse_args().flood
    openings = [one["name"] for one in puzzles() if one["name"].endswith("/opening") and "rulebook" not in one["name"]]
    rows = [starts()]
    with served() as (visitor, _):
        rows += [clicks(visitor, puzzle) for puzzle in openings]
        rows.append(drawings())
        under_flood, thrown = flood(visitor, seconds)
        rows.append(under_flood)
    width = max(len(one.what) for one in rows)
    print(f"| {'':{width}} | median | largest |\n| {'-' * width} | -----: | ------: |")
    for one in rows:
        print(f"| {one.what:{width}} | {one.median:3.0f} ms | {one.largest:4.0f} ms |")
    print(f"garbage: {thrown} requests in {seconds:.0f} s")


if __name__ == "__main__":
    main()
