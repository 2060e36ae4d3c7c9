"""15.1: the edition's own names and minutes in every text, picture, line and file of such a game."""

import re
from collections.abc import Iterator

import pytest

from clinic_solo import State, gamefile
from clinic_solo.deals import Deal
from clinic_solo.gamefile import GameFile, write
from clinic_solo.moves import Move, Outcome
from clinic_solo.state import Phase
from clinic_solo.story import effect
from clinic_solo.suggestions import hint
from clinic_solo.svg import position_svg
from clinic_solo.text import position_text
from tabletop import files
from tabletop.moves import BadNotation, IllegalMove
from tests.clinic_solo.edition2014.helpers import game2014
from tests.clinic_solo.edition2014.test_examples import FIRST, building
from tests.clinic_solo.helpers import play, steps_of_game

DELUXE = re.compile(r"\b(treatment|supply|orderly|orderlies|conveyors?|outpatient|triage|psychiatry)\b", re.IGNORECASE)
G = game2014()


def steps(seed: int, player: str) -> Iterator[tuple[State, Move | Outcome, State]]:
    return steps_of_game(G, seed, player)


@pytest.mark.parametrize("player", ["sensible", "random"])
def test_no_text_of_a_game_has_a_word_of_the_other_edition(player: str) -> None:
    said = set[str]()
    for number, (before, step, after) in enumerate(steps(5, player)):
        texts = [G.format(step), *effect(G, before, step, after)]
        if number % 7 == 0:
            texts += [position_text(G, after), position_svg(G, after, "title")]
            texts += [hint(G, after, move) for move in G.legal_moves(after)[:3]]
        for text in texts:
            assert not DELUXE.search(text), text
            said.update(text.split())
    assert {"office", "staff", "medicine", "psychiatric", "min"} <= said
    assert {"rooms", "buildings"} <= set(G.score_items(after))


def test_lines_are_read_in_these_names_and_written_in_them() -> None:
    for line in (
        "build room 0b2",
        "build office 1b2",
        "build extreme consultation 0b2",
        "build waiting room 0b2",
        "build elevator 0a1 0c1",
        "build hub psychiatric 0b2",
        "hire staff at Na1",
        "queue psychiatric 2 up",
        "move staff Na1 > 0b2; patient yellow psychiatric > 0c1",
    ):
        assert G.format(G.parse(line)) == line
    with pytest.raises(BadNotation, match="office") as caught:
        G.parse("build ofice 0b2")
    assert not DELUXE.search(str(caught.value))


def test_refusals_are_told_in_these_names() -> None:
    state = building(FIRST)
    for line in ("build waiting room 0b2", "build room 1b1", "build office 0b1", "build elevator 0a1"):
        with pytest.raises(IllegalMove) as caught:
            play(G, state, line)
        assert not DELUXE.search(str(caught.value))


def test_goals_count_minutes() -> None:
    quick = game2014(goal="quick")
    assert "at most 60 minutes spent, now 35" in position_text(quick, building(FIRST, time=7))


@pytest.mark.parametrize("side", ["3x3", "4x3"])
def test_positions_are_written_in_these_names_and_read_back(side: str) -> None:
    referee, phases = game2014(side), set[Phase]()
    for _, _, state in steps_of_game(referee, 2, "sensible"):
        if state.round and state.phase in (Phase.ACTION, Phase.MOVE, Phase.CARE) and state.phase not in phases:
            phases.add(state.phase)
            file = GameFile(referee, "house", state, Deal(4), entered=True)
            text = write(file)
            assert not DELUXE.search(text)
            assert f"minutes = {5 * state.time}" in text
            assert gamefile.parse(files.parse(text, "game.toml")).start == state
    assert len(phases) == 3
