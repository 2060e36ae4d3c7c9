"""The beam over rounds: what it comes to is a play, scored as the referee scores it."""

import pytest

from dice_hospital.referee import DiceHospital
from solvers.dice_hospital.search.beam_search import Beam, Node
from tests.solvers.dice_hospital.positions import GAMES, known


def never() -> bool:
    return False


def at_once() -> bool:
    return True


@pytest.mark.parametrize("game", GAMES, ids=("base", "experimental", "superbug"))
@pytest.mark.parametrize("width", [1, 2])
def test_the_end_of_a_beam_is_a_play_that_scores_as_much(game: DiceHospital, width: int) -> None:
    draws = known(game, 3)
    start = draws.next_decision(game.start())
    end = Beam(draws, start, set(), never).run(Node(start), width, finish=True)
    assert end is not None
    assert draws.play(start, end.moves) == end.state
    assert game.final_score(end.state) == end.value


def test_a_beam_may_begin_with_a_later_round_of_a_play() -> None:
    draws = known(GAMES[0], 4)
    start = draws.next_decision(GAMES[0].start())
    beam = Beam(draws, start, set(), never)
    end = beam.run(Node(start), 1, finish=True)
    assert end is not None
    moves = end.moves
    at = next(at for at in range(len(moves)) if draws.play(start, moves[:at]).round == 6)
    again = beam.run(Node(draws.play(start, moves[:at]), before=Node(start), step=lambda: moves[:at]), 4, finish=True)
    assert again is not None
    assert again.moves[:at] == moves[:at]
    assert GAMES[0].final_score(draws.play(start, again.moves)) == again.value


def test_without_time_there_is_a_play_for_those_who_have_none() -> None:
    draws = known(GAMES[0], 5)
    start = draws.next_decision(GAMES[0].start())
    assert Beam(draws, start, set(), at_once).run(Node(start), 3, finish=False) is None
    end = Beam(draws, start, set(), at_once).run(Node(start), 3, finish=True)
    assert end is not None
    assert GAMES[0].is_over(end.state)


def test_the_first_move_does_not_lead_to_a_position_that_is_banned() -> None:
    draws = known(GAMES[0], 6)
    start = draws.next_decision(GAMES[0].start())
    free = Beam(draws, start, set(), never).run(Node(start), 1, finish=True)
    assert free is not None
    banned = {draws.after(start, free.moves[0])}
    other = Beam(draws, start, banned, never).run(Node(start), 1, finish=True)
    assert other is not None
    assert draws.after(start, other.moves[0]) not in banned
