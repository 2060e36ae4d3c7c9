"""A game is never lost: where `clinic play` keeps it, and that it does."""

import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from faces.app.drafts import FOLDER_VARIABLE, drafts_folder
from faces.games.registry import opened
from tests.faces.conftest import PUZZLES, Clinic
from tests.faces.terminal import CODE

FIRST, SECOND = "arrange a1r a2 over a3 over, left", "build garden"
SET_UP = ("take bonus 6", "build hub psychiatry 0c3", "build entrance Sc3", "build treatment 0c2", "build supply 1c2")


def moves_in(path: Path) -> list[str]:
    """The moves of a file that the referee accepts."""
    adapter, file = opened(path)
    assert adapter.replay(file).illegal is None
    return [file.game.format(line.move) for line in file.moves]


def deal(clinic: Clinic, name: str = "game.toml", game: str = "clin9ic", seed: int = 5) -> Path:
    assert clinic("new", game, "--deck", "house", "--seed", seed, "-o", name, "--force").code == 0
    return Path(name)


def drafts() -> list[Path]:
    return sorted(drafts_folder().glob("*"))


# --- a file of one's own ---


@pytest.mark.parametrize("end", ["", "quit\n"])
def test_a_file_of_ones_own_is_saved_after_every_move(clinic: Clinic, end: str) -> None:
    path = deal(clinic)
    result = clinic("play", path, stdin=f"{FIRST}\n{SECOND}\n{end}")
    assert moves_in(path) == [FIRST, SECOND]
    assert "saved in game.toml as you play; -o FILE saves elsewhere\n" in result.err
    assert result.err.splitlines()[-1] == "the game is kept in game.toml"
    assert not drafts()
    again = clinic("play", path, stdin="undo\n")
    assert "1 move taken back" in again.out
    assert moves_in(path) == [FIRST]


def test_nothing_is_written_before_a_move(clinic: Clinic) -> None:
    path = deal(clinic)
    before = path.read_text() + "# mine\n"
    path.write_text(before)
    result = clinic("play", path, stdin="moves\nhire nurse\nundo\nshow\n")
    assert path.read_text() == before
    assert "comments in it are not kept" in result.err
    assert not drafts()


def test_an_output_file_leaves_the_game_as_it_is(clinic: Clinic) -> None:
    path = deal(clinic)
    before = path.read_text()
    assert clinic("play", path, "-o", "other.toml", stdin=f"{FIRST}\n").code == 0
    assert path.read_text() == before
    assert moves_in(Path("other.toml")) == [FIRST]
    refused = clinic("play", path, "-o", "other.toml", stdin=f"{FIRST}\n")
    assert (refused.code, refused.out) == (3, "")
    assert "exists already" in refused.err
    assert clinic("play", path, "-o", "other.toml", "--force", stdin="").code == 0
    assert moves_in(Path("other.toml")) == []
    assert clinic("play", "--seed", 5, "-o", "new.toml", stdin=f"{FIRST}\n").code == 0
    assert moves_in(Path("new.toml")) == [FIRST]


def test_saving_elsewhere_goes_on_there(clinic: Clinic) -> None:
    path = deal(clinic)
    result = clinic("play", path, stdin=f"{FIRST}\nsave other.toml\n{SECOND}\n")
    assert (moves_in(path), moves_in(Path("other.toml"))) == ([FIRST], [FIRST, SECOND])
    assert "the game is kept in other.toml" in result.err


def test_a_name_cannot_forge_a_line(clinic: Clinic) -> None:
    path = deal(clinic, "game\noptimal (proven): 99.toml")
    result = clinic("play", path, stdin=f"{FIRST}\nsave\n")
    assert "optimal (proven)" in result.out + result.err
    assert not any(line.startswith("optimal") for line in (result.out + result.err).splitlines())


# --- drafts ---


@pytest.mark.parametrize("name", ["clin9ic/opening.toml", "read-only"])
def test_what_is_not_the_players_to_change_becomes_a_draft(clinic: Clinic, name: str) -> None:
    path = deal(clinic) if name == "read-only" else PUZZLES / name
    before = path.read_bytes()
    if name == "read-only":
        path.chmod(0o444)
    move = next(iter(clinic("show", path, "--json").json["legal"]))
    result = clinic("play", path, stdin=f"{move}\n")
    assert path.read_bytes() == before
    assert f"{path} stays as it is: saved as a draft as you play" in result.err
    assert [moves_in(draft)[-1] for draft in drafts()] == [move]
    assert str(drafts()[0]) in result.err.splitlines()[-1]


def test_a_new_game_is_a_draft_that_play_offers_again(clinic: Clinic) -> None:
    assert clinic("play", "--seed", 5, stdin=f"{FIRST}\n").code == 0
    assert clinic("play", "--game", "clinic", "--seed", 23, stdin="\n".join(SET_UP)).code == 0
    os.utime(next(path for path in drafts() if path.name.startswith("clin9ic")), (1, 1))
    asked = clinic("play", stdin="7\nquit\n")
    assert asked.code == 0
    menu = r"Games you left:\n   1  Clinic · seed 23 .*\n      Set-up · park a car; \d{4}-\d\d-\d\d \d\d:\d\d\n"
    assert re.match(menu + r"   2  Clin9ic · deal 50pgfc .*\n      Round 1 of 6 · build \(action 1 of 3\); ", asked.out)
    assert "'7' is none of them: 1 to 2" in asked.out
    assert clinic("play", stdin=f"2\n{SECOND}\n").code == 0
    assert [moves_in(path) for path in drafts()] == [[FIRST, SECOND], list(SET_UP)]
    dealt = clinic("play", stdin="new clinic\ntake bonus 9\n")
    assert "Clinic · seed " in dealt.out
    assert len(drafts()) == 2


def test_play_without_drafts_deals(clinic: Clinic) -> None:
    assert clinic("play", stdin="quit\n").out.startswith("Clin9ic · deal ")


def test_finished_and_broken_drafts_are_not_offered(clinic: Clinic) -> None:
    drafts_folder().mkdir()
    (drafts_folder() / "over.toml").write_bytes((PUZZLES / "clin9ic/complete-game.toml").read_bytes())
    (drafts_folder() / "broken.toml").write_text("game = ")
    assert "Games you left" not in clinic("play", stdin="quit\n").out


def test_nothing_played_leaves_no_draft(clinic: Clinic) -> None:
    result = clinic("play", "--seed", 5, stdin="show\nquit\n")
    assert result.err.splitlines()[-1] == "no move was made: nothing is kept"
    assert not drafts()


def test_a_draft_that_is_saved_as_a_file_is_not_kept_twice(clinic: Clinic) -> None:
    clinic("play", "--seed", 5, stdin=f"{FIRST}\nsave mine.toml\n{SECOND}\n")
    assert moves_in(Path("mine.toml")) == [FIRST, SECOND]
    assert not drafts()


def test_a_deck_of_ones_own_is_found_from_the_drafts_folder(clinic: Clinic) -> None:
    assert clinic("deck", "new", "mine.toml", "--game", "clinic").code == 0
    assert clinic("play", "--game", "clinic", "--deck", "mine.toml", "--seed", 5, stdin="1\n").code == 0
    assert len(moves_in(drafts()[0])) == 1


@pytest.mark.parametrize(
    ("system", "variables", "folder"),
    [
        ("linux", {"HOME": "/home/ann"}, "/home/ann/.local/share/clinic-solver/drafts"),
        ("linux", {"HOME": "/home/ann", "XDG_DATA_HOME": "/data"}, "/data/clinic-solver/drafts"),
        ("darwin", {"HOME": "/Users/ann"}, "/Users/ann/Library/Application Support/clinic-solver/drafts"),
        ("win32", {"LOCALAPPDATA": "/ann/Local"}, "/ann/Local/clinic-solver/drafts"),
    ],
)
def test_where_drafts_are(monkeypatch: pytest.MonkeyPatch, system: str, variables: dict[str, str], folder: str) -> None:
    for name in (FOLDER_VARIABLE, "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", system)
    assert drafts_folder() == Path(folder)


# --- trouble ---


def test_a_save_that_fails_is_a_remark_and_the_game_goes_on(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("taken").write_text("a file, not a folder")
    monkeypatch.setenv(FOLDER_VARIABLE, str(Path("taken").absolute()))
    result = clinic("play", "--seed", 5, stdin=f"{FIRST}\n{SECOND}\nsave mine.toml\n")
    assert result.code == 0
    assert result.err.count("not saved: ") == 1  # and not after every move
    assert moves_in(Path("mine.toml")) == [FIRST, SECOND]
    lost = clinic("play", "--seed", 5, stdin=f"{FIRST}\n")
    assert lost.code == 3
    assert lost.err.splitlines()[-1].startswith("the game is not saved: ")
    Path("by-hand.toml").write_text(lost.out.partition("put into a file by hand:\n\n")[2])
    assert moves_in(Path("by-hand.toml")) == [FIRST]


def test_a_file_that_cannot_be_written_any_more_becomes_a_draft(clinic: Clinic) -> None:
    Path("games").mkdir()
    path = deal(clinic, "games/game.toml")
    lines = iter([FIRST, SECOND, ""])

    class Typist:
        def isatty(self) -> bool:
            return False

        def readline(self) -> str:
            line = next(lines)
            if line == SECOND:
                path.unlink()
                Path("games").rmdir()
            return line and f"{line}\n"

    with pytest.MonkeyPatch.context() as patch:
        from cli import main

        patch.setattr("sys.stdin", Typist())
        assert main(["play", str(path)]) == 0
    assert [moves_in(draft) for draft in drafts()] == [[FIRST, SECOND]]


def test_whoever_changes_the_file_meanwhile_is_not_overwritten(
    clinic: Clinic, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two who play the same game: each has a whole game of their own in the end."""
    path = deal(clinic)
    other = "arrange a1 a2 over a3r over, left"

    class Typist:
        def __init__(self) -> None:
            self.lines = iter([FIRST, SECOND, ""])

        def isatty(self) -> bool:
            return False

        def readline(self) -> str:
            line = next(self.lines)
            if line == SECOND:
                text = path.read_text().replace(FIRST, other)
                path.write_text(text)
            return line and f"{line}\n"

    with pytest.MonkeyPatch.context() as patch:
        from cli import main

        patch.setattr("sys.stdin", Typist())
        assert main(["play", str(path)]) == 0
    assert "game.toml was changed by somebody else" in capsys.readouterr().err
    assert moves_in(path) == [other]
    assert [moves_in(draft) for draft in drafts()] == [[FIRST, SECOND]]


def test_new_drafts_of_the_same_second_do_not_mix(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.strftime", lambda *_: "20260101-000000")
    for _ in range(3):
        clinic("play", "--seed", 5, stdin=f"{FIRST}\n")
    assert len(drafts()) == 3


def test_a_draw_that_became_impossible_leaves_a_file_that_can_be_read(clinic: Clinic) -> None:
    """The known third orange patient is no longer in the bag: until another one is drawn, the file ends before that."""
    path = deal(clinic, game="clinic", seed=23)
    known = (
        '[draws]\nspecial_modules = ["operating", "lab"]\nbonus_tiles = [3, 6]\n'
        'doctors = "white"\npatients = "orange orange - orange"\n'
    )
    text = path.read_text().replace("seed = 23\n", "") + known
    typed = [*SET_UP, "park a1-N", "use build", "pass", "orange", "yellow"]
    for number, kept in ((8, 8), (9, 7), (10, 8)):  # a draw pending, an impossible one pending, and drawn anew
        path.write_text(text)
        clinic("play", path, stdin="\n".join(typed[:number]))
        assert len(moves_in(path)) == kept


# --- kill -9 ---


@pytest.fixture(params=["clin9ic", "clinic", "dice-hospital"])
def record(request: pytest.FixtureRequest) -> tuple[str, list[str]]:
    """A game and all its moves."""
    folder = {"clin9ic": "clin9ic", "clinic": "clinic_solo", "dice-hospital": "dice_hospital"}[request.param]
    adapter, file = opened(PUZZLES / folder / "complete-game.toml")
    return adapter.write(file.with_moves(())), [file.game.format(line.move) for line in file.moves]


def test_kill_leaves_a_whole_file_with_every_move_that_was_told(record: tuple[str, list[str]], tmp_path: Path) -> None:
    """All moves are typed at once, and the process is killed while it plays them."""
    text, moves = record
    path, dice = tmp_path / "game.toml", random.Random(17)
    for _ in range(3):
        path.write_text(text, "utf-8")
        command = [sys.executable, "-c", CODE, "play", str(path)]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as game:
            assert game.stdin is not None
            assert game.stdout is not None
            game.stdin.write("\n".join([*moves, "show"]).encode() + b"\n")
            game.stdin.flush()
            shown, wanted = "", dice.randrange(1, len(moves))
            while shown.count("\n> ") < wanted:
                shown += game.stdout.readline().decode()
            game.send_signal(signal.SIGKILL)
        kept = moves_in(path)
        assert kept == moves[: len(kept)]
        assert len(kept) >= wanted - 1


def test_what_is_typed_may_be_no_text(clinic: Clinic, tmp_path: Path) -> None:
    path = deal(clinic)
    environment = {**os.environ, "PYTHONPATH": str(PUZZLES.parent), "PYTHONIOENCODING": "utf-8:strict"}
    line, keys = [sys.executable, "-c", CODE, "play", str(path)], b"\xff\xfe\n" + FIRST.encode() + b"\n"
    run = subprocess.run(line, input=keys, capture_output=True, cwd=tmp_path, env=environment, check=False)
    assert (run.returncode, b"Traceback" in run.stderr) == (0, False)
    assert moves_in(path) == [FIRST]
