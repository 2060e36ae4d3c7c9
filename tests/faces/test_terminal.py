"""clinic play in a real terminal: Ctrl-C, Ctrl-D, lists page by page, the board where it fits."""

from pathlib import Path

import pytest

from tests.faces.conftest import Clinic
from tests.faces.endgame import played
from tests.faces.terminal import Terminal
from tests.faces.test_keeping import FIRST, SECOND, SET_UP, deal, drafts, moves_in

FLOOR_CARD, GROUND_FLOOR = "┌───┬───┬───┐", "Floor 0 (ground)"


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_leaving_says_where_the_game_is(clinic: Clinic, tmp_path: Path, key: str, code: int) -> None:
    path = deal(clinic)
    with Terminal(["play", path], tmp_path) as terminal:
        terminal.wait_for(r"\n> $")
        terminal.type(FIRST)
        ended, shown = terminal.end(key)
    assert ended == code
    assert shown.splitlines()[1] == "the game is kept in game.toml"
    assert "Traceback" not in shown
    assert moves_in(path) == [FIRST]


def test_a_terminal_that_is_gone_takes_nothing_along(clinic: Clinic, tmp_path: Path) -> None:
    clinic("play", "--seed", 5, stdin="quit\n")
    with Terminal(["play", "--seed", 5], tmp_path) as terminal:
        terminal.wait_for(r"\n> $")
        terminal.type(FIRST)
        terminal.type(SECOND)
        terminal.kill()
    assert [moves_in(path) for path in drafts()] == [[FIRST, SECOND]]


# An adviser who thinks until he is told to stop, and has nothing to say then.
SLOW_ADVISER = """
import time
from faces.games.clin9ic.adapter import Clin9icAdapter
class Slow:
    def advise(self, position, budget, objective, monitor):
        while not monitor.interrupted():
            time.sleep(0.01)
Clin9icAdapter.adviser = Slow()
"""


def test_interrupting_a_hint_comes_back_to_the_prompt(clinic: Clinic, tmp_path: Path) -> None:
    with Terminal(["play", deal(clinic)], tmp_path, first=SLOW_ADVISER) as terminal:
        terminal.wait_for(r"\n> $")
        for _ in range(2):
            terminal.press("hint\n")
            terminal.wait_for("looking for a hint; Ctrl-C stops that")
            terminal.press("\x03")
            assert "no hint: interrupted" in terminal.wait_for(r"\n> $")
        assert "build" in terminal.type(FIRST)
        assert terminal.end("\x03")[0] == 130
    assert moves_in(Path("game.toml")) == [FIRST]


def test_a_long_list_is_shown_page_by_page_in_place(clinic: Clinic, tmp_path: Path) -> None:
    path = deal(clinic)
    with Terminal(["play", path], tmp_path, lines=24) as terminal:
        terminal.wait_for(r"\n> $")
        terminal.type(FIRST)
        first = terminal.type("moves")
        assert "  21  build " in first
        assert "… 32 more: more goes on, moves WORDS lists those with these words" in first
        assert "the list on screen has 1 to 21" in terminal.type("22")
        assert "  22  build " in terminal.type("more")
        assert "  22  " not in terminal.type("moves upgrade")
        terminal.type("moves")
        terminal.type("more")
        assert "build " in terminal.type("40")
        terminal.end("\x04")
    assert len(moves_in(path)) == 2


@pytest.mark.parametrize("lines", [18, 60])
def test_the_board_is_drawn_again_where_it_fits(clinic: Clinic, tmp_path: Path, lines: int) -> None:
    with Terminal(["play", deal(clinic)], tmp_path, lines=lines) as terminal:
        terminal.wait_for(r"\n> $")
        assert FLOOR_CARD not in terminal.type(FIRST)  # nothing was placed
        assert (FLOOR_CARD in terminal.type("build floor")) == (lines == 60)
        terminal.end("\x04")
    with Terminal(["play", deal(clinic, game="clinic", seed=23)], tmp_path, lines=lines) as terminal:
        terminal.wait_for(r"\n> $")
        assert GROUND_FLOOR not in terminal.type(SET_UP[0])
        assert (GROUND_FLOOR in terminal.type(SET_UP[1])) == (lines == 60)
        terminal.end("\x04")


def test_the_board_is_not_drawn_into_a_pipe_again(clinic: Clinic) -> None:
    out = clinic("play", deal(clinic), stdin=f"{FIRST}\nbuild floor\n").out
    assert FLOOR_CARD not in out.split("> build floor")[1]


def test_a_game_played_to_its_end_says_where_it_is(tmp_path: Path) -> None:
    path = played(tmp_path, 6)
    with Terminal(["play", path], tmp_path) as terminal:
        terminal.wait_for(r"\n> $")
        shown = terminal.type("buy 23")
        assert "Final score" in shown
        assert f"the game is kept in {path}; undo goes back, quit leaves." in shown
        assert terminal.end("quit\n")[0] == 0
    assert moves_in(path)[-1] == "buy 23"
