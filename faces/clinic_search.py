"""Searching for the best play of the solitaire of Clinic, as the commands see it."""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from clinic_solo.deck_text import goal_words
from faces.progress import Watch
from faces.searching import Question, Target, one_of
from tabletop.files import Document

if TYPE_CHECKING:
    from solvers.result import Found, Limits, SolveResult


class ClinicSearcher:
    """See `faces.searching.Searcher`."""

    draws = "draw"
    explains = False

    def bend(self, document: Document, goal: str | None, level: str | None) -> None:
        if level is not None:
            raise click.UsageError("--level: this game has no levels, but goals and ranks")
        if goal is not None:
            document.data["goal"] = goal

    def target(self, question: Question, score: int | None, rank: str | None, *, goal_asked: bool) -> Target:
        """12.1: the goal, and with a rank also its score; a score alone is asked for without the goal."""
        game = question.file.game
        goal = f"goal {game.goal_name} ({goal_words(game.goal)})"
        if rank is not None:
            ranks = dict(game.deck.ranks)
            one_of("--rank", rank, list(ranks))
            return Target(ranks[rank], True, f"rank {rank} (score {ranks[rank]}) with {goal}")
        if score is not None:
            return Target(score, goal_asked, f"{score}" + f" with {goal}" * goal_asked)
        return Target(None, True, goal)

    def rounds(self, question: Question) -> int:
        return int(question.file.game.deck.rounds)

    def search(
        self, question: Question, limits: "Limits", watch: Watch, forbidden: Sequence[Any], found: "Found"
    ) -> "SolveResult":
        from solvers.clinic_solo.problem import Known
        from solvers.clinic_solo.solve import solve

        file = question.file
        return solve(
            Known(file.game, file.deal, file.start),
            question.state,
            limits,
            forbidden=forbidden,
            found=found,
            report=watch.report,
            interrupted=watch.interrupted,
        )

    def reasons(self, question: Question, target: Target, seconds: float) -> tuple[str, ...] | None:  # noqa: ARG002
        return None

    def asked(self, question: Question) -> dict[str, str | int]:
        file = question.file
        position = repr((tuple(question.state), file.deal, tuple(file.start), file.game.side_name, file.game.expert))
        return {
            "deck": file.game.deck.sha256,
            "position": hashlib.sha256(position.encode()).hexdigest(),
        }

    def details(self, question: Question) -> dict[str, Any]:
        return {"goal": question.file.game.goal_name}


SEARCHER = ClinicSearcher()
