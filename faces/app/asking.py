"""Any question as data, answered as data: what a page, a script or a worker on another machine calls."""

from collections.abc import Callable, Mapping
from typing import Any

from faces.app.advise import Advise, advise
from faces.app.answer import Answer, fault_data
from faces.app.check import Check, check
from faces.app.deck import DeckCheck, DeckList, DeckShow, check_decks, list_decks, show_deck
from faces.app.hint import Hint, hint
from faces.app.move import Move, move
from faces.app.new import New, new
from faces.app.progress import Cancel, Tell, Watch, tell_nobody
from faces.app.puzzles import PuzzleList, list_puzzles
from faces.app.question import Question
from faces.app.replay import Replay, replay
from faces.app.review import ReviewGame, review
from faces.app.schedule import Schedule, schedule
from faces.app.show import Show, show
from faces.app.solve import Solve, solve
from faces.app.target import Target, decide
from faces.app.whatif import WhatIf, compare
from tabletop.files import InvalidFile


def _solved(question: Solve, watch: Watch) -> Answer:
    """With the files that it asks for."""
    found = solve(question, watch)
    answer = found.answer
    if faults := found.write(watch.remark):
        raise InvalidFile(faults)
    return answer


# How each question is answered. The classes are also all there are: `question_from` reads any of them.
ANSWERS: Mapping[type[Question], Callable[[Any, Watch], Answer]] = {
    New: lambda question, _watch: new(question).answer,
    Check: lambda question, _watch: check(question).answer,
    Show: lambda question, _watch: show(question).answer,
    Replay: lambda question, _watch: replay(question).answer,
    Solve: _solved,
    Target: lambda question, watch: decide(question, watch).answer,
    WhatIf: lambda question, watch: compare(question, watch).answer,
    Advise: lambda question, watch: advise(question, watch).answer,
    Hint: lambda question, watch: hint(question, watch).answer,
    ReviewGame: lambda question, watch: review(question, watch).answer,
    Schedule: lambda question, watch: schedule(question, watch).answer,
    Move: lambda question, _watch: move(question).answer,
    DeckCheck: lambda question, watch: check_decks(question, watch.remark).answer,
    DeckShow: lambda question, watch: show_deck(question, watch.remark).answer,
    DeckList: lambda _question, _watch: list_decks().answer,
    PuzzleList: lambda _question, _watch: list_puzzles().answer,
}


def ask(question: Question, *, progress: Tell = tell_nobody, cancel: Cancel | None = None) -> Answer:
    """The answer to a question. While it is searched for, `progress` hears of it, and `cancel` ends it.

    What cannot be answered raises InvalidFile, Refusal, Misuse, Interrupted or Defect.
    """
    return ANSWERS[type(question)](question, Watch(progress, cancel))


def question_from(data: Mapping[str, Any]) -> Question:
    """Any question from its data; ValueError where there is no such question."""
    for kind in ANSWERS:
        if kind.command == data.get("command"):
            return kind.from_data(dict(data))
    raise ValueError(f"there is no question {data.get('command')!r}")


def refusal(question: Question, error: InvalidFile) -> Answer:
    """The answer to a question about files that cannot be used."""
    return Answer(command=question.command, faults=[*map(fault_data, error.faults)])
