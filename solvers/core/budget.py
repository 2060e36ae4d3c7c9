"""How much may be spent on a question, and when that is enough."""

from dataclasses import KW_ONLY, dataclass


@dataclass(frozen=True)
class Budget:
    """How long and how hard to look, and when to stop before that. A question ignores what it has no use for.

    Plain values only, so that a budget can be written down and sent along with its question.
    """

    seconds: float = 60.0
    workers: int = 2
    _: KW_ONLY
    seed: int = 0  # which futures are looked at, and how CP-SAT begins
    # Looking for the best play ends early when the answer is good enough:
    gap: int = 0  # the bound is at most this much above the best
    target: int | None = None  # only whether this score can be reached
    goal: bool = False  # only plays that meet the goal of the game count, where goal and score are two things
    first: bool = False  # the first such play will do
    # Advice goes this far:
    shown: int = 5  # options
    bound: bool = True  # with a bound on what any player can expect
    thorough: bool = True  # a second look with more candidates, and futures played out
    only_choice: bool = False  # nothing about the choice but what it is


__all__ = ["Budget"]
