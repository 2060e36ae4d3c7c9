"""Searching for the best play of Clin9ic, as the commands see it."""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from clin9ic.setting import Goal, Level
from clin9ic.state import ROUNDS
from faces.progress import Watch
from faces.searching import Question, Target, one_of
from tabletop.files import Document

if TYPE_CHECKING:
    from solvers.result import Found, Limits, SolveResult


class Clin9icSearcher:
    """See `faces.searching.Searcher`."""

    draws = "card"
    explains = True

    def bend(self, document: Document, goal: str | None, level: str | None) -> None:
        one_of("--goal", goal, [str(word) for word in Goal])
        one_of("--level", level, [str(word) for word in Level])
        wishes = {"goal": goal, "level": level}
        document.data.update({key: wish for key, wish in wishes.items() if wish is not None})
        position = document.data.get("position")
        if goal not in (None, Goal.POPULARITY) and isinstance(position, dict):
            position.update(popularity=0, time=0)  # 3.4: not kept then

    def target(self, question: Question, score: int | None, rank: str | None, *, goal_asked: bool) -> Target:  # noqa: ARG002
        """The goal of Clin9ic is a score."""
        if rank is not None:
            raise click.UsageError("--rank: this game has no ranks, but --level and --score")
        wanted = question.file.game.target if score is None else score
        return Target(wanted, False, str(wanted))

    def rounds(self, question: Question) -> int:  # noqa: ARG002
        return ROUNDS

    def search(
        self, question: Question, limits: "Limits", watch: Watch, forbidden: Sequence[Any], found: "Found"
    ) -> "SolveResult":
        from solvers.clin9ic.solve import solve

        return solve(
            question.file.game,
            question.state,
            question.file.orders,
            limits,
            forbidden=forbidden,
            known=found,
            report=watch.report,
            interrupted=watch.interrupted,
        )

    def reasons(self, question: Question, target: Target, seconds: float) -> tuple[str, ...] | None:
        from solvers.clin9ic.reasons import reasons_against

        assert target.score is not None, "every target of this game is a score"
        file = question.file
        found = reasons_against(file.game, question.state, file.orders, target.score, seconds)
        return None if found is None else found.reasons

    def asked(self, question: Question) -> dict[str, str | int]:
        game, state = question.file.game, question.state
        to_come = sorted((number, cards) for number, cards in question.file.orders.items() if number >= state.round)
        position = repr((tuple(state), to_come, game.options))
        return {
            "goal": str(game.goal),
            "dice": game.dice,
            "deck": game.deck.sha256,
            "position": hashlib.sha256(position.encode()).hexdigest(),
        }

    def details(self, question: Question) -> dict[str, Any]:
        return {"goal": str(question.file.game.goal), "level": str(question.file.game.level)}


SEARCHER = Clin9icSearcher()
