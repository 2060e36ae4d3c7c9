"""clinic play with the lines a player types."""

import random
from pathlib import Path

import pytest

from clin9ic import decks
from clin9ic.gamefile import read, replay
from tabletop.plain import plain
from tests.faces.conftest import PUZZLES, Clinic, Result

COMPLETE = PUZZLES / "clin9ic/complete-game.toml"


def deal(clinic: Clinic, seed: int = 5) -> None:
    assert clinic("new", "clin9ic", "--deck", "house", "--seed", seed, "-o", "game.toml", "--force").code == 0


def typed(clinic: Clinic, *lines: str) -> Result:
    result = clinic("play", "game.toml", stdin="\n".join(lines) + "\n")
    assert result.code == 0
    return result


def test_a_game_played_in_two_sittings_has_the_same_score(clinic: Clinic) -> None:
    """new, play, save, resume, save, show and replay."""
    record = read(COMPLETE)
    moves = [record.game.format(line.move) for line in record.moves]
    assert clinic("new", "clin9ic", "--deck", "house", "--id", record.id, "-o", "game.toml").code == 0

    half = clinic("play", "game.toml", stdin="\n".join([*moves[:17], "save half.toml"]))
    assert "saved in half.toml" in half.out
    assert "the game is not saved" not in half.err
    whole = clinic("play", "half.toml", stdin="\n".join([*moves[17:], "save whole.toml", "quit"]))
    assert "  total                92\n  goal: popularity 60 (medium): met" in whole.out
    assert clinic("check", "whole.toml").code == 0
    assert clinic("replay", "whole.toml", "--json").json["best"] == 92
    assert "The game is over" in clinic("show", "whole.toml").out


def test_a_random_game_by_numbers(clinic: Clinic, tmp_path: Path) -> None:
    """Somebody who always types a number from the list ends up with a legal, complete game."""
    deal(clinic)
    dice = random.Random(3)
    lines = [str(dice.randint(1, 3)) for _ in range(120)]
    result = typed(clinic, *lines, "save random.toml")
    assert "Final score" in result.out
    game = read(tmp_path / "random.toml")
    assert replay(game).illegal is None
    assert game.game.is_over(replay(game).state)


def test_the_order_of_hidden_floor_cards_is_not_told(clinic: Clinic) -> None:
    """The deal has f4 f3 f2 f1; nothing may say so before a floor is built, and building shows the next card."""
    deal(clinic)
    result = typed(clinic, "arrange a1r a2 over a3 over, left", "moves", "build floor floor", "build floor", "show")
    first, rest = result.out.split("> build floor floor")
    assert "next floor card: f3, 2 more cards below it" in first
    assert "then f" not in first
    assert "illegal: the next floor card is not known yet" in rest
    assert "next floor card: f2, then f1" in rest
    assert "build (action 1 of 3, one component is left)" in rest.split("> build floor")[1]  # one component is left


def test_a_build_action_interrupted_by_a_card_is_one_move_in_the_file(clinic: Clinic, tmp_path: Path) -> None:
    deal(clinic)
    result = typed(clinic, "arrange a1r a2 over a3 over, left", "build floor", "save")
    assert "is not saved: it begins again when you resume" in result.out
    assert "the game is kept in game.toml; the action you were in the middle of begins again" in result.err
    assert len(read(tmp_path / "game.toml").moves) == 1
    typed(clinic, "build floor", "build garden")
    game = read(tmp_path / "game.toml")
    assert [game.game.format(line.move) for line in game.moves][1:] == ["build floor garden"]
    assert replay(game).illegal is None


def test_draws_that_the_file_does_not_know_are_asked_for(clinic: Clinic, tmp_path: Path) -> None:
    deal(clinic)
    text = (tmp_path / "game.toml").read_text()
    start = text[: text.index("[orders]")].replace('"f4", "f3", "f2", "f1"', '"f4", "f3"')
    kept = [line for line in start.splitlines() if not line.startswith("id")]
    (tmp_path / "game.toml").write_text("\n".join(kept) + "\n")
    lines = ("a1 a2", "a1 a2 a3", "arrange a1r a2 over a3 over, left", "build floor", "f3", "f1", "show", "nothing")
    result = typed(clinic, *lines, "save known.toml")
    assert "'a1 a2' cannot be drawn here" in result.out
    assert "'f3' cannot be drawn here, expected f1 / f2" in result.out
    assert "next floor card: f1, then f2" in result.out
    saved = read(tmp_path / "known.toml")
    assert saved.orders == {1: ("a1", "a2", "a3")}
    assert saved.start.stack == ("f3", "f1", "f2")
    assert replay(saved).illegal is None
    assert typed(clinic, "moves").out.count("To be drawn") == 0


def test_undo_goes_back_to_the_beginning_and_not_further(clinic: Clinic) -> None:
    deal(clinic)
    result = typed(clinic, "1", "1", "undo", "undo", "undo", "arrange a1 a2 over a3 over, left", "save one.toml")
    assert "this is the beginning" in result.out
    resumed = clinic("play", "one.toml", stdin="undo\nundo\n")
    assert "> undo\nthis is the beginning" in resumed.out


def test_lists_filters_and_help(clinic: Clinic) -> None:
    deal(clinic)
    result = typed(clinic, "?", "build hire admit?", "arrange a1r", "nonsense", "99", "left",
                   "arrange a1r a2 over a3 over, left", "garden?", "garden")  # fmt: skip
    assert "take back three moves" in result.out
    assert "arrange a2 a1r under a3r over, left" in result.out
    assert "there are 40 choices" in result.out
    assert "'nonsense' is no move" in result.out
    assert "  $2 paid, $13 left; gardens 0→1" in result.out


def test_illegal_moves_change_nothing(clinic: Clinic) -> None:
    deal(clinic)
    result = typed(clinic, "hire nurse", "buy 9", "arrange a3 a2 over a1 over, left", "save same.toml")
    assert result.out.count("illegal: ") == 3
    assert "[play]" not in Path("same.toml").read_text()


def test_save_asks_before_it_overwrites(clinic: Clinic) -> None:
    deal(clinic)
    Path("other.toml").write_text("mine\n")
    result = typed(clinic, "1", "save other.toml", "save nowhere/x.toml", "save", "save! other.toml")
    assert "other.toml: exists already; save! overwrites it" in result.out
    assert "no such folder" in result.out
    assert "saved in game.toml" in result.out
    assert "saved in other.toml" in result.out


@pytest.mark.parametrize("name", ["a\0b", "a\0/b", "loop/x.toml", "~nobodysuch/x.toml", "/"])
def test_a_name_that_cannot_be_saved_to_does_not_end_the_game(clinic: Clinic, name: str) -> None:
    deal(clinic)
    Path("loop").symlink_to("loop")
    result = typed(clinic, "1", f"save {name}", "save game2.toml")
    assert f"{plain(name)}: " in result.out
    assert "saved in game2.toml" in result.out


def test_a_deck_of_the_command_line_is_kept_when_a_file_beside_the_game_has_its_name(clinic: Clinic) -> None:
    for folder, shipped in ((".", "lean"), ("games", "house")):
        Path(folder).mkdir(exist_ok=True)
        (Path(folder) / "mine.toml").write_text(decks.find(shipped)[0])
    assert clinic("new", "clin9ic", "--seed", 5, "-o", "games/game.toml").code == 0
    assert clinic("play", "games/game.toml", "--deck", "mine.toml", stdin="1\nsave\n").code == 0
    assert 'deck = "../mine.toml"' in Path("games/game.toml").read_text()


def test_numbers_after_the_end_and_without_end(clinic: Clinic) -> None:
    deal(clinic)
    assert "there are 40 choices" in typed(clinic, "9" * 5000).out
    over = clinic("play", COMPLETE, stdin="1\n")
    assert "the game is over." in over.out


def test_play_deals_by_itself(clinic: Clinic) -> None:
    result = clinic("play", "--seed", 5, "--goal", "staff", "--level", "easy", stdin="quit\n")
    assert result.code == 0
    assert "goal: staff 12 (easy)" in result.out
    assert clinic("play", "game.toml", "--seed", 5).code == 2
