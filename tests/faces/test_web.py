"""`clinic web` without a browser: what it answers, and everything it refuses."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import faces.web
from faces.app.asking import ask
from faces.app.question import Source
from faces.app.sharing import packed, unpacked
from faces.app.show import Show, show
from faces.games.registry import GAMES
from puzzles import ABOUT, FOLDER
from tabletop.files import InvalidFile
from tabletop.svg import ROOMS
from tests.faces.web_server import Server, started

PAGE = "page000001"
STATIC = Path(faces.web.__file__).parent / "static"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = started(tmp_path_factory.mktemp("games"))
    yield found
    found.process.kill()
    found.process.wait()


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


def post(client: httpx.Client, path: str, **data: Any) -> Any:
    response = client.post(path, json=data)
    assert response.status_code == 200, response.text
    return response.json()


def heard(client: httpx.Client, command: str, name: str, options: dict[str, Any], page: str = PAGE) -> Any:
    """Ask as the page does, and listen until there is an answer."""
    with client.stream("GET", f"/api/events?page={page}") as stream:
        lines = stream.iter_lines()
        assert next(lines) == ": here"
        post(client, "/api/ask", page=page, name=name, at=0, command=command, options=options)
        for line in lines:
            if line.startswith("data: ") and (said := json.loads(line[6:]))["kind"] in ("answer", "refused", "stopped"):
                return said
    raise AssertionError("the stream has ended")


# --- refusals -------------------------------------------------------------------------------------------------------


def test_nobody_comes_in_without_the_token(server: Server) -> None:
    with httpx.Client(base_url=server.base, trust_env=False) as stranger:
        for path in ("/", "/api/games", "/static/style.css", "/api/events?page=page000001", "/?token=wrong"):
            assert stranger.get(path).status_code == 403
        assert stranger.post("/api/new", json={"game": "clin9ic"}).status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "", "127.0.0.1:1"])
def test_another_host_is_refused(client: httpx.Client, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code in (400, 421)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"}, {"origin": "null"},
        {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"},
    ],
)  # fmt: skip
def test_another_page_is_refused(client: httpx.Client, headers: dict[str, str]) -> None:
    assert client.post("/api/new", json={"game": "clin9ic"}, headers=headers).status_code == 403


def test_the_policy_is_strict_and_on_every_answer(client: httpx.Client) -> None:
    for path in ("/", "/static/style.css", "/api/games", "/nothing"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_large_bodies_are_refused(client: httpx.Client) -> None:
    assert client.post("/api/add", json={"text": "x" * 1_000_001}).status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(30):
            yield b"x" * 100_000

    chunked = client.post("/api/add", content=pieces(), headers={"content-type": "application/json"})
    assert chunked.status_code == 413


@pytest.mark.parametrize(
    "body", ["", "[]", "{", "null", "[" * 100_000, '{"game": 3}', '{"game": "clin9ic", "wish": []}']
)
def test_bad_bodies_are_refused(client: httpx.Client, body: str) -> None:
    response = client.post("/api/new", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 400
    assert response.json()["message"]


def test_a_form_of_another_page_cannot_post(client: httpx.Client) -> None:
    assert client.post("/api/new", data={"game": "clin9ic"}).status_code == 415
    assert client.put("/api/new", json={}).status_code == 405


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd", "no-such", "a" * 200, "-x"]
)
def test_names_lead_nowhere_else(client: httpx.Client, name: str) -> None:
    assert client.get(f"/api/game/{name}").status_code == 404
    assert client.get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize(
    "deck", ["/etc/passwd", "../secret.toml", "decks/../../x.toml", "pyproject.toml", "decks/none.toml"]
)
def test_decks_lie_in_the_folder(client: httpx.Client, deck: str) -> None:
    text = (FOLDER / "clin9ic/opening.toml").read_text().replace('deck = "house"', f'deck = "{deck}"')
    assert deck in text
    for response in (
        client.post("/api/add", json={"text": text}),
        client.post("/api/new", json={"game": "clin9ic", "wish": {"deck": deck}}),
    ):
        assert response.status_code == 422
        assert "no deck of yours" in response.json()["message"]


@pytest.mark.parametrize("name", ["../x", "a/b", "", "x" * 99, ".hidden", "a.toml"])
def test_decks_are_saved_in_the_folder(client: httpx.Client, name: str) -> None:
    assert client.post("/api/deck/save", json={"game": "clin9ic", "name": name, "text": ""}).status_code == 422


@pytest.mark.parametrize(
    "asked",
    [
        {"command": "new"}, {"command": "solve", "options": {"save": "/tmp/x"}},
        {"command": "solve", "options": {"workers": 9}},
        {"command": "solve", "options": {"seconds": 1e9}}, {"command": "solve", "options": {"seconds": "1"}},
        {"command": "solve", "options": {"nonsense": 1}}, {"command": "solve", "at": 99}, {"command": "check"},
        {"command": "solve", "page": "../"}, {"command": "solve", "options": {"source": {"path": "/etc/passwd"}}},
    ],
)  # fmt: skip
def test_questions_are_checked(client: httpx.Client, asked: dict[str, Any]) -> None:
    name = post(client, "/api/add", puzzle="clin9ic/last-round")["name"]
    assert client.post("/api/ask", json={"page": PAGE, "name": name, "at": 0, **asked}).status_code == 400


def test_a_page_that_does_not_listen_is_not_answered(client: httpx.Client) -> None:
    name = post(client, "/api/add", puzzle="clin9ic/last-round")["name"]
    asked = {"page": "nobody0001", "name": name, "at": 0, "command": "solve", "options": {}}
    assert client.post("/api/ask", json=asked).status_code == 429


def test_a_search_ends_when_nobody_looks(client: httpx.Client) -> None:
    """Three long searches of pages that go away leave room for a fourth, which otherwise would wait for minutes."""
    name = post(client, "/api/add", puzzle="clin9ic/opening")["name"]
    for number in range(3):
        page = f"leaving000{number}"
        with client.stream("GET", f"/api/events?page={page}") as stream:
            assert next(stream.iter_lines()) == ": here"
            post(client, "/api/ask", page=page, name=name, at=0, command="solve", options={"seconds": 500})
    late = post(client, "/api/add", puzzle="clin9ic/last-round")["name"]
    said = heard(client, "solve", late, {"seconds": 20})
    assert (said["kind"], said["answer"]["status"]) == ("answer", "optimal")


def test_two_searches_run_at_once_and_the_rest_wait(client: httpx.Client) -> None:
    name = post(client, "/api/add", puzzle="clin9ic/opening")["name"]
    page, kinds, numbers = "queueing01", dict[int, list[str]](), list[int]()
    with client.stream("GET", f"/api/events?page={page}") as stream:
        lines = stream.iter_lines()
        assert next(lines) == ": here"
        for _ in range(3):
            asked = {"page": page, "name": name, "at": 0, "command": "solve", "options": {"seconds": 300}}
            numbers.append(post(client, "/api/ask", **asked)["number"])
        for line in lines:
            if not line.startswith("data: "):
                continue
            said = json.loads(line[6:])
            kinds.setdefault(said["number"], []).append(said["kind"])
            if all("progress" in kinds.get(number, []) for number in numbers[:2]):
                break
        assert "progress" not in kinds.get(numbers[2], [])
        for number in reversed(numbers):
            assert post(client, "/api/stop", page=page, number=number)["stopped"]
            assert not post(client, "/api/stop", page="another001", number=number)["stopped"]
        left = set(numbers)
        for line in lines:
            if line.startswith("data: ") and (said := json.loads(line[6:]))["kind"] in ("answer", "stopped"):
                left.discard(said["number"])
            if not left:
                break


def test_garbage_leaves_it_answering(client: httpx.Client) -> None:
    for number in range(200):
        client.request(["GET", "POST", "PUT"][number % 3], f"/{'%00' * (number % 5)}{number}", content=b"\xff" * number)
    assert client.get("/").status_code == 200


# --- ways through ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_dealt_played_taken_back_and_branched(client: httpx.Client, game: str) -> None:
    name = post(client, "/api/new", game=game, wish={"seed": 5})["name"]
    table = client.get(f"/api/game/{name}").json()
    for _ in range(4):
        while table["chance"]:
            table = post(client, f"/api/game/{name}", do="draw")
        table = post(client, f"/api/game/{name}", do="play", move=table["moves"][0]["move"])
    line = table["tree"]["line"]
    assert len(line) == 5
    back = post(client, f"/api/game/{name}", do="go", to=line[2])
    other = back["moves"][-1]["move"]
    table = post(client, f"/api/game/{name}", do="play", move=other)
    assert table["tree"]["line"][:3] == line[:3]
    assert len(table["tree"]["nodes"]) == (6 if len(back["moves"]) > 1 else 5)


def test_a_deal_with_rulesets_and_an_edition(client: httpx.Client) -> None:
    page = client.get("/").text
    assert 'name="ruleset" value="zombies"' in page
    assert 'name="edition"' in page
    name = post(client, "/api/new", game="clinic", wish={"seed": 5, "ruleset": ["blood", "zombies"]})["name"]
    header = client.get(f"/api/game/{name}").json()["header"]
    assert "blood" in header
    assert "zombies" in header
    name = post(client, "/api/new", game="clinic", wish={"seed": 5, "edition": "2014"})["name"]
    assert "2014" in client.get(f"/api/game/{name}").json()["header"]
    for wrong, status in (({"ruleset": "blood"}, 400), ({"ruleset": [1]}, 400), ({"ruleset": ["chess"]}, 422)):
        assert client.post("/api/new", json={"game": "clinic", "wish": wrong}).status_code == status


@pytest.mark.parametrize("puzzle", ABOUT)
def test_every_puzzle_opens_and_its_parts_are_in_the_picture(client: httpx.Client, puzzle: str) -> None:
    name = post(client, "/api/add", puzzle=puzzle)["name"]
    table = client.get(f"/api/game/{name}").json()
    assert table["parts"]
    assert [part["id"] for part in table["parts"] if f'id="{part["id"]}"' not in table["svg"]] == []
    assert client.get(f"/game/{name}").status_code == client.get(f"/print/{name}").status_code == 200
    for form in ("toml", "json", "svg", "link"):
        assert client.get(f"/api/game/{name}/{form}").status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_draws_are_made_by_chance_or_entered(client: httpx.Client, game: str) -> None:
    name = post(client, "/api/new", game=game, wish={"seed": 5}, open_draws=True)["name"]
    assert "seed" not in client.get(f"/api/game/{name}/toml").text
    table, entered, drawn = client.get(f"/api/game/{name}").json(), 0, 0
    while not (entered and drawn):
        if not table["chance"]:
            table = post(client, f"/api/game/{name}", do="play", move=table["moves"][0]["move"])
        elif not entered and "such as" not in table["draws"][0]:
            response = client.post(f"/api/game/{name}", json={"do": "draw", "text": "nonsense"})
            assert response.status_code == 422
            table, entered = post(client, f"/api/game/{name}", do="draw", text=table["draws"][-1]), 1
        else:
            table, drawn = post(client, f"/api/game/{name}", do="draw"), 1
    again = post(client, "/api/add", link=client.get(f"/api/game/{name}/link").json()["link"])["name"]
    assert client.get(f"/api/game/{again}").json()["svg"] == table["svg"]


def test_illegal_moves_are_refused_with_the_rule(client: httpx.Client) -> None:
    name = post(client, "/api/add", puzzle="clin9ic/last-round")["name"]
    for move, status in (("build garden", 422), ("nonsense", 422), (3, 400)):
        response = client.post(f"/api/game/{name}", json={"do": "play", "move": move})
        assert response.status_code == status
        assert response.json()["message"]


def test_a_position_goes_through_a_link(client: httpx.Client) -> None:
    name = post(client, "/api/add", puzzle="clinic_solo/mid-game")["name"]
    link = client.get(f"/api/game/{name}/link").json()["link"]
    again = post(client, "/api/add", link=link)["name"]
    one, other = (client.get(f"/api/game/{game}").json() for game in (name, again))
    assert one["svg"] == other["svg"]
    assert client.post("/api/add", json={"link": "AAAA"}).status_code == 422


def test_links_hold_games_and_no_bombs() -> None:
    assert unpacked(packed("x" * 1000)) == "x" * 1000
    for wrong in (packed("x" * 10_000_000), packed("abc")[:-4], "é", "!"):
        with pytest.raises(InvalidFile):
            unpacked(wrong)


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("solve", {"seconds": 10}), ("target", {"seconds": 10, "score": 65}), ("advise", {"seconds": 5}), ("move", {}),
        ("whatif", {"seconds": 10, "forced": ["arrange a2 a3r over a1 under, left", "build nothing"]}),
        ("hint", {"seconds": 5, "level": 2}), ("review", {"seconds": 2}),
    ],
)  # fmt: skip
def test_questions_are_answered_as_on_the_command_line(
    client: httpx.Client, command: str, options: dict[str, Any]
) -> None:
    name = post(client, "/api/add", puzzle="clin9ic/last-round")["name"]
    said = heard(client, command, name, options)
    if command == "review":
        assert (said["kind"], "no moves to review" in said["message"]) == ("refused", True)
        return
    answer = said["answer"]
    assert answer["command"] == command
    if command == "solve":
        assert (answer["status"], answer["best"]) == ("optimal", 64)
    if command == "target":
        assert answer["verdict"] == "unreachable"
    if command == "whatif":
        assert (answer["difference"], answer["difference_proven"]) == (-21, True)


def test_decks_are_checked_saved_and_played_with(client: httpx.Client) -> None:
    blank = client.get("/api/deck?game=clin9ic").json()["text"]
    found = post(client, "/api/deck/check", game="clin9ic", text=blank)
    assert not found["valid"]
    assert all(fault["line"] for fault in found["faults"])
    lean = client.get("/api/deck?game=clin9ic&name=lean").json()["text"]
    saved = post(client, "/api/deck/save", game="clin9ic", name="mine", text=lean)
    assert saved["valid"]
    name = post(client, "/api/new", game="clin9ic", wish={"deck": saved["deck"], "seed": 1})["name"]
    assert "lean deck" in client.get(f"/api/game/{name}").json()["header"]
    assert heard(client, "hint", name, {"seconds": 2})["kind"] == "answer"


# --- looks ---


def test_every_colour_of_a_picture_has_one_for_the_dark() -> None:
    """What the dark leaves as it is: people, dice, cubes and pips keep their colours."""
    kept = {"none", "#fbfbf7", "#f6cf3f", "#f0873a", "#d8433c", "#e9eef1", "#8a5a3b", "#5e3a23", "#3f9a5a", "#9aa7ae"}
    kept |= {"#2f6fb0", "#6ba0d6", "#1d4a78", "#8f231e", "#a8821a", "#23613a"}
    dark = (STATIC / "dark.css").read_text("utf-8")
    for puzzle in ABOUT:
        svg = show(Show(Source(FOLDER / f"{puzzle}.toml"))).svg
        used = set(re.findall(r'(?:fill|stroke)="([^"]*)"', svg)) - kept
        assert {colour for colour in used if f'"{colour}"' not in dark} == set()


def test_rooms_have_one_colour_everywhere() -> None:
    style, dark = ((STATIC / name).read_text("utf-8") for name in ("style.css", "dark.css"))
    in_light, in_dark = style.split("prefers-color-scheme: dark", 1)
    for room, colour in ROOMS.items():
        at_night = re.search(rf'rect\[fill="{colour}"\] {{ fill: (#\w+); }}', dark)
        assert f"--{room}: {colour};" in in_light
        assert at_night is not None
        assert f"--{room}: {at_night[1]};" in in_dark


# --- keeping --------------------------------------------------------------------------------------------------------


def test_games_outlive_the_server(tmp_path: Path) -> None:
    """Killed, it loses nothing that was answered; the variations are there again, too. Ctrl-C ends it in peace."""
    first = started(tmp_path, str(FOLDER / "clin9ic/opening.toml"))
    with first.client() as client:
        name = client.get("/api/games").json()["games"][0]["name"]
        table = client.get(f"/api/game/{name}").json()
        moves = [one["move"] for one in table["moves"][:2]]
        for move in moves:
            post(client, f"/api/game/{name}", do="play", move=move, at=0)
        first.process.kill()
    first.process.wait()
    second = started(tmp_path)
    with second.client() as client:
        after = client.get(f"/api/game/{name}").json()
        assert [node["move"] for node in after["tree"]["nodes"]] == ["", *moves]
        assert after["tree"]["nodes"][after["tree"]["at"]]["move"] == moves[1]
    assert second.stop() == 0
    assert ask(Show(Source(tmp_path / f"{name}.toml"))).moves == [moves[1]]


def test_ctrl_c_ends_a_search_too(tmp_path: Path) -> None:
    server = started(tmp_path)
    with server.client() as client:
        name = post(client, "/api/add", puzzle="clin9ic/opening")["name"]
        with client.stream("GET", f"/api/events?page={PAGE}") as stream:
            lines = stream.iter_lines()
            next(lines)
            post(client, "/api/ask", page=PAGE, name=name, at=0, command="solve", options={"seconds": 500})
            next(line for line in lines if '"progress"' in line)
            assert server.stop() in (0, 130)
