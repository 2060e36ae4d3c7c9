"""clinic new, check, show, replay and deck, and how they end."""

import os
import re
import signal
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from faces.games.registry import GAMES, adapter_of
from tests.faces.conftest import PUZZLES, Clinic, shipped_deck

ENVELOPE = [  # in this order, before a command's own keys
    *("schema", "command", "game", "status", "information", "best", "bound", "gap", "moves", "alternatives"),
    *("interrupted", "deck", "elapsed", "faults"),
]
SHIPPED = sorted(PUZZLES.glob("clin9ic/*.toml"))


def started(*arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
    """A real process, as a shell starts it."""
    environment = {**os.environ, **more}
    command = [sys.executable, "-c", "import sys; from cli import main; sys.exit(main())", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def test_help_and_version() -> None:
    assert "replay" in started("--help").stdout
    version = started("--version")
    assert version.returncode == 0
    assert re.fullmatch(r"clinic [0-9.]+ \(core: .+\)\n", version.stdout)


def test_completion_answers() -> None:
    completion = started(_CLINIC_COMPLETE="bash_complete", COMP_WORDS="clinic rep", COMP_CWORD="1")
    assert completion.stdout.strip() == "plain,replay"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("new clin9ic --goal do", ["plain,doctors"]),
        ("new clinic --goal thr", ["plain,throughput"]),
        ("new clinic --goal popu", []),
        ("solve x.toml --level med", ["plain,medium"]),
        ("show x.toml --deck le", ["plain,lean", "file,le"]),
        ("deck show rule", ["plain,rulebook", "file,rule"]),
    ],
)
def test_completion_knows_the_words_of_the_games(line: str, expected: list[str]) -> None:
    words = f"clinic {line}"
    completion = started(_CLINIC_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(len(words.split()) - 1))
    assert completion.stdout.split() == expected


def test_completion_knows_the_puzzles() -> None:
    completion = started(_CLINIC_COMPLETE="bash_complete", COMP_WORDS="clinic solve mid", COMP_CWORD="2")
    found = [line.split(",")[1] for line in completion.stdout.splitlines() if line.startswith("plain,")]
    assert {Path(path).resolve() for path in found} == set(PUZZLES.resolve().glob("*/mid-game.toml"))


def test_completion_knows_the_names_of_puzzles() -> None:
    completion = started(_CLINIC_COMPLETE="bash_complete", COMP_WORDS="clinic solve dice_hospital/la", COMP_CWORD="2")
    assert completion.stdout.split() == ["plain,dice_hospital/last-round", "file,dice_hospital/la"]


def test_summaries_are_not_cut(clinic: Clinic) -> None:
    for line in ("--help", "deck --help"):
        shown = clinic(*line.split()).out
        assert "..." not in shown.split("Commands:")[1]
    assert "words those rules that have them." in clinic("--help").out


def test_a_reader_who_has_seen_enough() -> None:
    script = f"{sys.executable} -c 'from cli import main; raise SystemExit(main())' replay {SHIPPED[0]} | head -1"
    run = subprocess.run(["bash", "-o", "pipefail", "-c", script], capture_output=True, text=True, check=False)
    assert run.returncode == 0
    assert "Traceback" not in run.stderr
    assert "BrokenPipe" not in run.stderr


def test_interrupted() -> None:
    command = [sys.executable, "-c", "import sys; from cli import main; sys.exit(main())", "play", "--seed", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        process.stdin.write(b"show\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"Clin9ic")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (f"replay {SHIPPED[0]} >&-", 0),
        (f"replay {SHIPPED[0]} 2>&-", 0),
        ("play --seed 1 <&-", 0),
        ("play --seed 1 >/dev/full", 3),
        ("new clin9ic --seed 1 >/dev/full", 3),
    ],
)
def test_streams_that_are_closed_or_full(arguments: str, code: int) -> None:
    script = f"{sys.executable} -c 'from cli import main; raise SystemExit(main())' {arguments}"
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert run.returncode == code
    assert "Traceback" not in run.stderr
    assert ("the output cannot be written: No space left" in run.stderr) == (code == 3)


@pytest.mark.parametrize("arguments", [["bogus"], ["show"], ["new", "chess"], ["show", "--bogus", "x"], []])
def test_wrong_usage(clinic: Clinic, arguments: list[str]) -> None:
    assert clinic(*arguments).code == 2


# --- new ---


def test_the_same_seed_gives_the_same_deal(clinic: Clinic) -> None:
    first, second = clinic("new", "clin9ic", "--seed", 5), clinic("new", "clin9ic", "--seed", 5)
    assert first.code == 0
    assert first.out == second.out
    assert "deal 50pgfc, seed 5" in first.err
    assert clinic("new", "clin9ic", "--id", "50pgfc").out == first.out
    assert clinic("new", "clin9ic", "--seed", 6).out != first.out


def test_a_new_game_has_the_rulebook_deck(clinic: Clinic) -> None:
    assert '\ndeck = "rulebook"\n' in clinic("new", "clin9ic", "--seed", 5).out
    assert '\ndeck = "house"\n' in clinic("new", "clin9ic", "--seed", 5, "--deck", "house").out


def test_a_random_seed_is_told_and_repeats_the_deal(clinic: Clinic) -> None:
    some = clinic("new", "clin9ic")
    seed = some.err.split("seed ")[1].split()[0]
    assert clinic("new", "clin9ic", "--seed", seed).out == some.out


def test_new_never_overwrites_silently(clinic: Clinic, tmp_path: Path) -> None:
    assert clinic("new", "clin9ic", "--seed", 1, "-o", "game.toml").code == 0
    before = (tmp_path / "game.toml").read_text()
    again = clinic("new", "clin9ic", "--seed", 2, "-o", "game.toml")
    assert again.code == 3
    assert "game.toml: exists already" in again.err
    assert (tmp_path / "game.toml").read_text() == before
    assert clinic("new", "clin9ic", "--seed", 2, "-o", "game.toml", "--force").code == 0


@pytest.mark.parametrize("goal", ["popularity", "doctors", "skilled", "staff", "treated"])
@pytest.mark.parametrize("level", ["easy", "medium", "difficult"])
def test_every_goal_can_be_dealt_and_shown(clinic: Clinic, goal: str, level: str) -> None:
    assert clinic("new", "clin9ic", "--seed", 1, "--goal", goal, "--level", level, "-o", "game.toml").code == 0
    shown = clinic("show", "game.toml")
    assert shown.code == 0
    assert f"goal: {goal}" in shown.out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--goal", "fame"], 2, "expected popularity"),
        (["--goal", "staff", "--level", "expert"], 2, "expected easy"),
        (["--id", "zzzzzz"], 2, "is no deal id"),
        (["--id", "50pgfc", "--seed", "3"], 2, "give one of them"),
        (["--seed", "many"], 2, "not a valid integer"),
        (["--deck", "nodeck"], 3, "expected house or lean or rulebook or the file of a deck"),
        (["-o", "nowhere/game.toml"], 3, "no such folder"),
        (["-o", "."], 3, "is a directory"),
    ],
)
def test_wishes_that_cannot_be_met(clinic: Clinic, arguments: list[str], code: int, said: str) -> None:
    result = clinic("new", "clin9ic", *arguments)
    assert result.code == code
    assert said in result.err
    assert result.out == ""


# --- check, show, replay ---


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.stem))
def test_shipped_puzzles_check_show_and_replay(clinic: Clinic, path: Path) -> None:
    checked = clinic("check", path)
    assert (checked.code, checked.out, checked.err) == (0, f"{path}: game, valid\n", "")
    shown = clinic("show", path)
    assert shown.code == 0
    assert max(map(len, shown.out.splitlines()[1:])) <= 80
    assert clinic("replay", path).code == 0


def test_there_is_an_opening_a_mid_game_and_a_last_round(clinic: Clinic) -> None:
    rounds = [clinic("show", PUZZLES / f"clin9ic/{name}.toml", "--json").json["position"]["round"] for name in
              ("opening", "mid-game", "last-round")]  # fmt: skip
    assert rounds == [1, 4, 6]


def test_the_complete_game(clinic: Clinic) -> None:
    replayed = clinic("replay", PUZZLES / "clin9ic/complete-game.toml")
    assert replayed.out.count("Round ") == 6
    assert replayed.out.endswith("  total                92\n  goal: popularity 60 (medium): met\n")
    assert "reconstructed" in replayed.err


@pytest.mark.parametrize("command", ["show", "replay", "check"])
def test_json_begins_with_the_same_keys(clinic: Clinic, command: str) -> None:
    data = clinic(command, PUZZLES / "clin9ic/complete-game.toml", "--json").json
    assert list(data)[: len(ENVELOPE)] == ENVELOPE
    assert (data["schema"], data["command"]) == (2, command)
    assert data["bound"] is None
    assert data["gap"] is None


def test_replay_in_json(clinic: Clinic) -> None:
    data = clinic("replay", PUZZLES / "clin9ic/complete-game.toml", "--json").json
    assert data["best"] == sum(data["score"].values()) == 92
    assert data["goal_met"] is True
    assert data["deck"]["reconstructed"] is True
    assert len(data["moves"]) == sum(not step["chance"] for step in data["steps"])
    unfinished = clinic("replay", PUZZLES / "clin9ic/mid-game.toml", "--json").json
    assert unfinished["best"] is None
    assert unfinished["goal_met"] is None


def test_show_tells_a_player_only_the_next_floor_card(clinic: Clinic) -> None:
    clinic("new", "clin9ic", "--seed", 5, "-o", "game.toml")
    shown = clinic("show", "game.toml")
    assert "next floor card: f3, 2 more cards below it" in shown.out
    assert clinic("show", "game.toml", "--json").json["position"]["stack"] == ["f3"]


def test_another_deck_can_be_laid_under_a_deal(clinic: Clinic) -> None:
    clinic("new", "clin9ic", "--seed", 5, "-o", "game.toml")
    assert clinic("show", "game.toml", "--deck", "lean", "--json").json["deck"]["name"] == "lean"


def test_a_deck_file_is_found_from_where_the_game_file_lies(clinic: Clinic, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "mine.toml").write_text(shipped_deck("clin9ic", "lean"))
    assert clinic("new", "clin9ic", "--seed", 5, "--deck", "mine.toml", "-o", "games/game.toml").code == 0
    assert 'deck = "../mine.toml"' in (tmp_path / "games/game.toml").read_text()
    assert clinic("check", "games/game.toml").code == 0


def test_a_deck_on_the_command_line_is_sought_where_the_user_is(clinic: Clinic, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "mine.toml").write_text(shipped_deck("clin9ic", "lean"))
    (tmp_path / "games/mine.toml").write_text(shipped_deck("clin9ic", "house"))
    clinic("new", "clin9ic", "--seed", 5, "-o", "games/game.toml")
    assert clinic("show", "games/game.toml", "--deck", "mine.toml", "--json").json["deck"]["name"] == "lean"


def test_svg(clinic: Clinic, tmp_path: Path) -> None:
    from xml.etree import ElementTree

    for path in SHIPPED:
        assert clinic("show", path, "--svg", f"{path.stem}.svg").code == 0
        root = ElementTree.parse(tmp_path / f"{path.stem}.svg").getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert clinic("show", SHIPPED[0], "--svg", f"{SHIPPED[0].stem}.svg").code == 3


def test_colour_is_for_terminals_only(clinic: Clinic) -> None:
    assert "\x1b" not in clinic("show", SHIPPED[0]).out


# --- deck ---


def test_deck_list_and_show(clinic: Clinic) -> None:
    listed = clinic("deck", "list")
    assert listed.code == 0
    for game in GAMES:
        for name in adapter_of(game).words_for("deck"):
            assert f"{name}" in listed.out
            assert clinic("deck", "show", name).code == 0
            assert clinic("deck", "check", name).code == 0
    assert "reconstructed" in clinic("deck", "show", "house").err


def test_a_blank_deck_tells_what_is_missing(clinic: Clinic) -> None:
    assert clinic("deck", "new", "mine.toml").code == 0
    assert clinic("deck", "new", "mine.toml").code == 3
    checked = clinic("deck", "check", "mine.toml")
    assert checked.code == 3
    assert "box '?' is unknown" in checked.err


def test_odd_parking_is_a_warning(clinic: Clinic, tmp_path: Path) -> None:
    text = shipped_deck("clin9ic", "house")
    (tmp_path / "odd.toml").write_text(text.replace("parking = 14", "parking = 13", 1))
    checked = clinic("deck", "check", "odd.toml")
    assert checked.code == 0
    assert "warning: 13 is printed, but the modules leave 14 borders free" in checked.err
    assert clinic("deck", "check", "odd.toml", "--json").json["faults"][0]["warning"] is True


def test_decks_are_installed_with_the_package() -> None:
    names = {entry.name for entry in files("clin9ic.data").iterdir()}
    assert {"house.toml", "lean.toml", "rulebook.toml"} <= names
