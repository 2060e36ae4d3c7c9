"""Questions and answers: what the command line, a page or a worker on another machine may ask, as data.

Nothing here prints, knows an exit code, or has heard of a command line. Every question is a frozen dataclass of the
module of its command, and `ask` answers any of them.
"""

from faces.app.advise import Advise
from faces.app.answer import Answer
from faces.app.asking import ask, question_from, refusal
from faces.app.check import Check
from faces.app.deck import DeckCheck, DeckList, DeckShow
from faces.app.hint import Hint
from faces.app.move import Move
from faces.app.new import New
from faces.app.progress import Cancel, Event
from faces.app.puzzles import PuzzleList
from faces.app.question import Question, Source
from faces.app.replay import Replay
from faces.app.review import ReviewGame
from faces.app.schedule import Schedule
from faces.app.show import Show
from faces.app.solve import Solve
from faces.app.target import Target
from faces.app.whatif import WhatIf
from faces.games.data import NewGame

__all__ = [
    "Advise",
    "Answer",
    "Cancel",
    "Check",
    "DeckCheck",
    "DeckList",
    "DeckShow",
    "Event",
    "Hint",
    "Move",
    "New",
    "NewGame",
    "PuzzleList",
    "Question",
    "Replay",
    "ReviewGame",
    "Schedule",
    "Show",
    "Solve",
    "Source",
    "Target",
    "WhatIf",
    "ask",
    "question_from",
    "refusal",
]
