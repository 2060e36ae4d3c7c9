"""`rules`: the rules by their numbers, as messages cite them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from faces.app.errors import NoSuchRule
from faces.app.question import Question
from faces.app.rulebook import Rulebook, is_number, rulebook_of
from faces.games.registry import GAMES, adapter_of, opened
from tabletop.files import Fault, InvalidFile


@dataclass(frozen=True)
class Rules(Question):
    """The headings, a rule or section by its number, or the rules with some words; of one game or of all."""

    command: ClassVar[str] = "rules"
    words: tuple[str, ...] = ()
    game: str | None = None
    file: Path | None = None  # a game file that says which game is meant


def find_rules(question: Rules) -> list[list[str]]:
    """The lines that each game has to say; InvalidFile for a number that no rule has, NoSuchRule for words."""
    if question.file is not None:
        adapters = [opened(question.file)[0]]
    else:
        adapters = [adapter_of(name) for name in ([question.game] if question.game else GAMES)]
    books = [rulebook_of(adapter) for adapter in adapters]
    answers = [answer for book in books if (answer := book.answer(question.words))]
    if not answers:
        raise _refused(books, question.words)
    return answers


def _refused(books: Sequence[Rulebook], asked: Sequence[str]) -> Exception:
    reason = "; ".join(book.refusal(asked) for book in books)
    return InvalidFile([Fault("rules", None, "", reason)]) if is_number(asked[0]) else NoSuchRule(reason)
