"""Files that are out to harm: what they say is spelt out, and what is no plain file is refused at once."""

import os
import re
import socket
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.faces.conftest import PUZZLES, Clinic, Result, shipped_deck

FORGED = "optimal (proven): 99"
ESCAPES = (rf"\n{FORGED}", rf"\r{FORGED}", r"\u202e", r"\u2028", r"\u0085", r"\u009b2J", r"\u007f", r"\u200b", r"\t")
GAMES = {
    "clin9ic": "clin9ic/mid-game.toml",
    "clinic": "clinic_solo/mid-game.toml",
    "dice-hospital": "dice_hospital/mid-game.toml",
}
STRANGE_NAME = f"a\u202e\x1b[2J\n{FORGED}.toml"

READING = (
    ("check", "{}"),
    ("show", "{}"),
    ("replay", "{}"),
    ("move", "{}"),
    ("play", "{}"),
    ("solve", "{}"),
    ("target", "{}"),
    ("whatif", "{}", "--force", "build nothing"),
    ("advise", "{}"),
    ("hint", "{}"),
    ("review", "{}"),
    ("deck", "check", "{}"),
    ("deck", "show", "{}"),
    ("new", "clin9ic", "--deck", "{}"),
    ("new", "clinic", "--deck", "{}"),
    ("new", "dice-hospital", "--deck", "{}"),
    ("show", str(PUZZLES / "clin9ic/mid-game.toml"), "--deck", "{}"),
    ("solve", str(PUZZLES / "clin9ic/last-round.toml"), "--resume", "{}"),
)


def assert_harmless(result: Result) -> None:
    text = result.out + result.err
    assert {sign for sign in text if not sign.isprintable()} <= {"\n"}
    assert not [line for line in text.split("\n") if line.strip().startswith(FORGED)]


@pytest.mark.parametrize("escape", ESCAPES)
@pytest.mark.parametrize("game", GAMES)
def test_titles_cannot_forge_a_line(clinic: Clinic, tmp_path: Path, game: str, escape: str) -> None:
    lines = [line for line in (PUZZLES / GAMES[game]).read_text().split("\n") if not line.startswith("title")]
    (tmp_path / "game.toml").write_text("\n".join([f'title = "a{escape}"', *lines]))
    for command in (
        ["check", "game.toml"],
        ["show", "game.toml", "--svg", "game.svg", "--force"],
        ["show", "game.toml", "--json"],
        ["replay", "game.toml"],
        ["replay", "game.toml", "--json"],
        *([["move", "game.toml"]] if game != "dice-hospital" else []),
    ):
        result = clinic(*command)
        assert result.code == 0
        assert_harmless(result)
    picture = (tmp_path / "game.svg").read_text()
    assert {sign for sign in picture if not sign.isprintable()} == {"\n"}
    assert f"\n{FORGED}" not in picture
    ElementTree.fromstring(picture)


@pytest.mark.parametrize("escape", ESCAPES)
@pytest.mark.parametrize("game", GAMES)
def test_decks_cannot_forge_a_line(clinic: Clinic, tmp_path: Path, game: str, escape: str) -> None:
    text = shipped_deck(game, "house")
    (tmp_path / "name.toml").write_text(text.replace('name = "', f'name = "{escape}', 1))
    for command in ("check", "show"):
        refused = clinic("deck", command, "name.toml")
        assert refused.code == 3
        assert "visible letters on one line" in refused.err
        assert_harmless(refused)
    source = f'\n[provenance]\n"b{escape}" = "{escape}"' if game == "clin9ic" else "\n[provenance]"
    (tmp_path / "source.toml").write_text(text.replace("\n[provenance]", source))
    for shape in ([], ["--json"]):
        shown = clinic("deck", "show", "source.toml", *shape)
        assert shown.code == 0
        assert_harmless(shown)


def test_ids_of_a_deck_are_fit_to_be_shown(clinic: Clinic, tmp_path: Path) -> None:
    text = shipped_deck("clinic", "house")
    for old in ('id = "park"', 'id = "4x3"', 'name = "Bronze"'):
        if old in text:
            (tmp_path / "deck.toml").write_text(text.replace(old, old[:-1] + rf'\n{FORGED}"'))
            refused = clinic("deck", "check", "deck.toml")
            assert refused.code == 3
            assert "visible letters on one line" in refused.err
            assert_harmless(refused)


def test_names_of_files_are_spelt_out(clinic: Clinic, tmp_path: Path) -> None:
    strange = tmp_path / STRANGE_NAME
    strange.write_text((PUZZLES / GAMES["clin9ic"]).read_text())
    (tmp_path / "bad.toml").write_text('title = "x"')
    for command in (
        ("check", STRANGE_NAME),
        ("show", STRANGE_NAME, "--svg", STRANGE_NAME + ".svg"),
        ("new", "clin9ic", "-o", STRANGE_NAME + "2"),
        ("deck", "new", STRANGE_NAME + "3"),
    ):
        done = clinic(*command)
        assert done.code == 0
        assert r"\x1b[2J\noptimal" in done.out + done.err
        assert_harmless(done)
    for template in READING:
        refused = clinic(*(word.format("missing" + STRANGE_NAME) for word in template))
        assert refused.code == 3
        assert_harmless(refused)


@pytest.mark.parametrize("kind", ["pipe", "device", "socket", "folder", "missing"])
def test_only_plain_files_are_read(clinic: Clinic, tmp_path: Path, kind: str) -> None:
    """None of them hangs, and none of them is a usage error."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "device").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket" if tmp_path == Path.cwd() else str(tmp_path / "socket"))
        for template in READING:
            refused = clinic(*(word.format(kind) for word in template))
            assert (refused.code, refused.out) == (3, ""), template
            assert re.search(rf"{kind}'?: ", refused.err)
            assert "Traceback" not in refused.err


def test_a_deck_that_a_game_names_is_a_plain_file(clinic: Clinic, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    text = (PUZZLES / GAMES["clin9ic"]).read_text().replace('deck = "house"', 'deck = "pipe"')
    (tmp_path / "game.toml").write_text(text)
    refused = clinic("show", "game.toml")
    assert refused.code == 3
    assert "'pipe': cannot be read: it is no plain file" in refused.err
