"""What a notebook shows of positions and answers."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import clin9ic.gamefile
import clinic_solo.gamefile
import dice_hospital.gamefile
from faces.app import Answer, Show, Source, ask
from faces.app.loading import position_of
from puzzles import all_puzzles, located
from solvers.core.generic import solve
from solvers.core.replay import KnownDraws
from solvers.core.result import SolveResult, Status
from tests.toy_game import NightWard, Roll


@pytest.mark.parametrize(
    ("gamefile", "name", "shown"),
    [
        (clin9ic.gamefile, "clin9ic/mid-game", "Round 4 of 6"),
        (clinic_solo.gamefile, "clinic_solo/mid-game", "Round 4 of 6"),
        (dice_hospital.gamefile, "dice_hospital/last-round", "Round 8 of 8"),
    ],
)
def test_a_game_file_shows_its_position(gamefile: Any, name: str, shown: str) -> None:
    picture = gamefile.read(located(Path(name)))._repr_svg_()
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert shown in picture


def test_a_result_shows_its_figures_and_moves_in_notation() -> None:
    file = clin9ic.gamefile.read(located(Path("clin9ic/complete-game")))
    moves = tuple(line.move for line in file.moves[:2])
    shown = SolveResult(Status.FEASIBLE, 92, 117, moves, proof="a < b", notation=file.game.format)._repr_html_()
    root = ElementTree.fromstring(f"<div>{shown}</div>")
    assert "".join(root.find("p").itertext()) == "status feasible · best 92 · bound 117 · rests on a < b"  # type: ignore[union-attr]
    assert [item.text for item in root.iter("code")] == [file.game.format(move) for move in moves]


def test_the_plain_search_knows_the_notation_of_its_game() -> None:
    ward = NightWard()
    start = ward.apply_outcome(ward.start(), Roll((2, 5)))
    result = solve(KnownDraws(ward, lambda _: Roll((1, 6))), start)
    assert "<code>treat " in result._repr_html_()


def test_what_is_not_known_is_not_shown() -> None:
    assert SolveResult(Status.UNKNOWN, None, None, ())._repr_html_() == "<p><b>status</b> unknown</p><ol></ol>"


@pytest.mark.parametrize("name", [puzzle.name for puzzle in all_puzzles() if puzzle.name.endswith("mid-game")])
def test_positions_and_answers_of_every_game(name: str) -> None:
    source = Source(located(Path(name)))
    picture = position_of(source)._repr_svg_()
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    answer = ask(Show(source))
    root = ElementTree.fromstring(f"<div>{answer._repr_html_()}</div>")
    assert f"game {answer.game}" in "".join(root.itertext())
    assert [item.text for item in root.iter("code")] == list(answer.moves)


def test_faults_are_shown_as_text() -> None:
    shown = Answer(faults=[{"message": "<b> is wrong"}])._repr_html_()
    assert shown == "<p><b>status</b> unknown</p><p>&lt;b&gt; is wrong</p>"
