"""Refereeing a record, with a game of counting: a move adds at most 3, chance doubles every even number once."""

import pytest

from tabletop.moves import IllegalMove
from tabletop.records import Line, replay
from tests.sketches import Sketch


class Counting(Sketch):
    def is_over(self, state: int) -> bool:
        return state > 99

    def is_chance(self, state: int) -> bool:
        return not state % 2

    def legal_moves(self, _state: int) -> list[int]:
        return [1, 2, 3]

    def chance_outcomes(self, state: int) -> list[tuple[str, float]]:
        return [("double", 1.0)] if self.is_chance(state) else []

    def apply(self, state: int, move: int) -> int:
        if move > 3:
            raise IllegalMove("1.1", f"{move} is too many")
        return state + move

    def apply_outcome(self, state: int, outcome: str) -> int:
        if outcome != "double":
            raise IllegalMove("1.2", f"{outcome} cannot come")
        return 2 * state + 1


def doubled(state: int) -> str | None:
    return None if state % 2 else "double"


def test_moves_and_known_draws() -> None:
    result = replay(Counting(), 1, [Line(3), Line(2)], doubled)
    assert result.illegal is None
    assert [step.move for step in result.steps] == [3, "double", 2]
    assert result.state == 11


@pytest.mark.parametrize(("start", "said"), [(1, "4 is too many"), (2, "4 is too many")])
def test_the_first_illegal_move(start: int, said: str) -> None:
    result = replay(Counting(), start, [Line(2, 7), Line(4, 8), Line(9, 9)], doubled)
    assert result.illegal is not None
    assert (result.illegal.number, result.illegal.line) == (2, Line(4, 8))
    assert said in str(result.illegal.reason)
    assert result.state == result.illegal.before == result.steps[-1].after


def test_an_impossible_draw() -> None:
    result = replay(Counting(), 1, [Line(1), Line(2)], lambda state: "halve" if state == 2 else None)
    assert result.illegal is not None
    assert (result.illegal.number, result.illegal.line, result.state) == (1, None, 2)
    at_once = replay(Counting(), 2, [Line(1)], lambda _: "halve").illegal
    assert at_once is not None
    assert (at_once.number, at_once.before) == (0, 2)
