"""One JSON shape for every command, game and outcome: docs/json.md, held against its schema."""

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from faces.app.answer import Answer, finite
from faces.app.progress import Watch
from faces.cli.commands import clinic as commands
from tests.faces.conftest import PUZZLES, Clinic, Result
from tests.faces.endgame import BEST, LAST, played

SCHEMA = json.loads(files("faces").joinpath("data/answer.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
SOLO = PUZZLES / "clinic_solo"
GAMES = {"clin9ic": PUZZLES / "clin9ic", "clinic": SOLO}
DICE = PUZZLES / "dice_hospital"
QUICK = ("--time", "0.2", "--quiet", "--json")


def checked(result: Result, code: int | None = None) -> dict[str, Any]:
    """The answer, once it has the shape that all have."""
    data = result.json
    errors = [f"{'.'.join(map(str, error.path))}: {error.message}" for error in VALIDATOR.iter_errors(data)]
    assert errors == []
    assert code is None or result.code == code, result
    return data


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def kinds(schema: Mapping[str, Any]) -> set[str]:
    """The JSON types a schema allows, null apart."""
    if "$ref" in schema:
        return kinds(SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]])
    if "anyOf" in schema:
        return {kind for one in schema["anyOf"] for kind in kinds(one)}
    named = {"str": "string", "int": "integer", "NoneType": "null"}
    found = schema.get("type") or [named[type(value).__name__] for value in schema.get("enum", [schema.get("const")])]
    return set([found] if isinstance(found, str) else found) - {"null"}


def properties(schema: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every key that is described anywhere, with its description."""
    if isinstance(schema, Mapping):
        yield from schema.get("properties", {}).items()
        for part in schema.values():
            yield from properties(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from properties(part)


def test_a_key_has_one_type_wherever_it_stands() -> None:
    described = {key: value for key, value in SCHEMA.items() if key != "allOf"}  # conditions describe nothing anew
    found: dict[str, set[str]] = {}
    for key, schema in properties(described):
        found.setdefault(key, set()).update(kinds(schema))
    assert len(found) > 80
    assert {key: types for key, types in found.items() if len(types) != 1} == {}


def test_every_command_is_described() -> None:
    described = {one["if"]["properties"]["command"]["const"] for one in SCHEMA["allOf"]}
    asked = {
        path
        for path, command in _commands("", commands)
        if any("--json" in parameter.opts for parameter in command.params)
    }
    assert asked == described


def _commands(path: str, group: Any) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        here = f"{path} {name}".strip()
        yield from _commands(here, command) if hasattr(command, "commands") else [(here, command)]


# --- yes ---


@pytest.mark.parametrize("game", [*GAMES, "dice-hospital"])
def test_files_and_positions(clinic: Clinic, game: str) -> None:
    folder = GAMES.get(game, DICE)
    assert checked(clinic("new", game, "--seed", 7, "--json"), 0)["seed"] == 7
    for name in ("opening", "mid-game", "complete-game"):
        checked(clinic("show", folder / f"{name}.toml", "--json"), 0)
        checked(clinic("replay", folder / f"{name}.toml", "--json"), 0)
        checked(clinic("check", folder / f"{name}.toml", "--json"), 0)
    checked(clinic("move", folder / "mid-game.toml", "--json"))
    checked(clinic("deck", "show", "house", "--game", game, "--json"), 0)
    checked(clinic("deck", "check", "house", "--game", game, "--json"), 0)
    checked(clinic("deck", "list", "--json"), 0)


@pytest.mark.parametrize("game", GAMES)
def test_searches(clinic: Clinic, tmp_path: Path, game: str) -> None:
    last = played(tmp_path, 4) if game == "clin9ic" else SOLO / "last-round.toml"
    solved = checked(clinic("solve", last, "--top", 2, *QUICK), 0)
    unhurried = ("--time", "10m", "--quiet", "--json")
    checked(clinic("target", last, "--score", solved["best"], *unhurried), 0)
    no = checked(clinic("target", last, "--score", 9_000, *unhurried), 1)
    assert (no["verdict"], no["status"]) == ("unreachable", "infeasible")
    checked(clinic("whatif", last, "--forbid", solved["moves"][0], *QUICK), 0)
    checked(clinic("advise", last, "--why", *QUICK), 0)
    for level in (1, 2, 3):
        checked(clinic("hint", last, "--level", level, *QUICK), 0)
    checked(clinic("review", played(tmp_path, 7) if game == "clin9ic" else SOLO / "complete-game.toml", *QUICK), 0)


def test_searches_of_dice_hospital(clinic: Clinic) -> None:
    last = DICE / "last-round.toml"
    solved = checked(clinic("solve", last, *QUICK), 0)
    assert solved["bound"] is None or solved["best"] <= solved["bound"]
    unhurried = ("--time", "10m", "--quiet", "--json")  # a bound far below ends it
    assert checked(clinic("target", last, "--score", 9_000, *unhurried), 1)["verdict"] == "unreachable"
    checked(clinic("whatif", last, "--force", "keep r2 y3 g5", *QUICK), 0)
    checked(clinic("advise", last, "--why", *QUICK), 0)
    checked(clinic("hint", last, "--level", 3, *QUICK), 0)
    checked(clinic("review", DICE / "complete-game.toml", *QUICK), 0)


def test_undecided(clinic: Clinic) -> None:
    data = checked(clinic("target", PUZZLES / "clin9ic/opening.toml", "--score", 200, "--time", "0.01", "--json"), 4)
    assert (data["verdict"], data["status"]) == ("undecided", "unknown")


# --- no answer ---


@pytest.mark.parametrize(
    "line",
    [
        *("show", "replay", "check", "solve", "target", "advise", "hint", "review", "move", "schedule"),
        *("whatif --force x", "deck show"),
    ],
)
def test_a_file_that_cannot_be_used(clinic: Clinic, tmp_path: Path, line: str) -> None:
    (tmp_path / "broken.toml").write_text('game = "clin9ic"\nlevel = 3\n')
    command, *options = line.split()
    name = [options.pop(0)] if command == "deck" else []
    data = checked(clinic(command, *name, "broken.toml", *options, "--json"), 3)
    assert data["faults"]
    assert data["command"] == " ".join([command, *name])


@pytest.mark.parametrize(
    ("line", "command", "key"),
    [
        ("--json", None, "--json"),
        ("bogus --json", None, ""),
        ("show --json", "show", "path"),
        ("show --json --bogus x", "show", "--bogus"),
        ("solve x.toml --time soon --json", "solve", "--time"),
        ("solve --workers 0 --json x.toml", "solve", "--workers"),
        ("target x.toml --score many --json", "target", "--score"),
        ("target x.toml --score 1 --level easy --json", "target", ""),
        ("whatif x.toml --json", "whatif", ""),
        ("new chess --json", "new", "game"),
        ("new clin9ic --goal fame --json", "new", "--goal"),
        ("deck bogus --json", "deck", ""),
        ("deck new --json", "deck new", "--json"),
        ("hint x.toml --level 4 --json", "hint", "--level"),
    ],
)
def test_wrong_usage(clinic: Clinic, line: str, command: str | None, key: str) -> None:
    result = clinic(*line.split())
    data = checked(result, 2)
    assert (data["command"], [fault["key"] for fault in data["faults"]]) == (command, [key])
    assert data["faults"][0]["message"]
    assert "Error" in result.err or "Usage" in result.err


def test_wrong_usage_without_json_has_none(clinic: Clinic) -> None:
    assert clinic("show", "--bogus").out == ""
    assert clinic("show", "--bogus", "--", "--json").out == ""


# --- interrupted ---


@pytest.fixture
def stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a search may be left behind, but this process has to go on."""
    monkeypatch.setattr("faces.cli.progress.leave_behind", lambda: None)


@pytest.mark.usefixtures("stays")
@pytest.mark.parametrize("command", ["solve", "target", "whatif", "advise", "hint", "review", "schedule"])
def test_interrupted_before_anything_was_found(clinic: Clinic, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    begin = Watch.begin

    def pressed(watch: Watch, *arguments: Any, **named: Any) -> None:
        begin(watch, *arguments, **named)
        watch.cancel()

    monkeypatch.setattr(Watch, "begin", pressed)
    more = {"whatif": ["--forbid", "arrange a2 a3r over a1 under, left"]}.get(command, [])
    path = PUZZLES / "clin9ic/complete-game.toml" if command == "review" else LAST
    result = clinic(command, path, *more, "--json")
    data = checked(result, 130)
    assert (data["interrupted"], data["status"], data["command"]) == (True, "unknown", command)
    assert result.err == "interrupted: nothing was found yet\n"


@pytest.mark.usefixtures("stays")
def test_interrupted_after_the_answer(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is one answer, and nobody is told that nothing was found."""

    def pressed(*_: object, **_named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("faces.app.solve.Solved.write", pressed)
    result = clinic("solve", PUZZLES / "clin9ic/complete-game.toml", "--json", "--quiet")
    assert checked(result, 130)["best"] == 92
    assert result.err == "interrupted\n"


@pytest.mark.usefixtures("stays")
@pytest.mark.parametrize("command", ["solve", "target", "whatif"])
def test_interrupted_after_a_plan(clinic: Clinic, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """The plan that was offered is the answer, whatever the search is still at."""
    offer = Watch.offer

    def pressed(watch: Watch, found: Any) -> None:
        offer(watch, found)
        if not watch.interrupted():
            watch.cancel()

    monkeypatch.setattr(Watch, "offer", pressed)
    more: dict[str, list[object]] = {
        "whatif": ["--forbid", "arrange a2 a3r over a1 under, left"],
        "target": ["--score", BEST + 9],
    }
    data = checked(clinic(command, LAST, *more.get(command, []), "--json", "--quiet"), 130)
    assert data["interrupted"] is True
    plan = data["free"] if command == "whatif" else data
    assert 0 < plan["best"] <= BEST
    assert plan["moves"]


# --- numbers ---


def test_no_number_is_infinite() -> None:
    endless = {"low": float("-inf"), "high": float("inf"), "list": [float("nan"), 1.5], "more": ({"one": 1},)}
    assert finite(endless) == {"low": None, "high": None, "list": [None, 1.5], "more": [{"one": 1}]}
    assert json.loads(Answer(best=float("nan"), more=endless).to_json())["best"] is None
