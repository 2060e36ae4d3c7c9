"""The game files that come along, as a question and its answer."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import ClassVar

from faces.app.answer import Answer
from faces.app.question import Question
from puzzles import FOLDER, Puzzle, all_puzzles
from tabletop.text import columns


@dataclass(frozen=True)
class PuzzleList(Question):
    command: ClassVar[str] = "puzzles"


@dataclass(frozen=True)
class ListedPuzzles:
    puzzles: Sequence[Puzzle]

    def text(self) -> str:
        """The list for a reader, by game, two lines for each puzzle."""
        lines = []
        for game in dict.fromkeys(puzzle.game for puzzle in self.puzzles):
            own = [puzzle for puzzle in self.puzzles if puzzle.game == game]
            rows = [row for puzzle in own for row in (["", puzzle.name, puzzle.title], ["", "", puzzle.about])]
            lines += [game, *columns(rows), ""]
        example = f"clinic show {self.puzzles[0].name}"
        return "\n".join([*lines, f"They lie in {FOLDER}; any command takes a name, such as: {example}"])

    @property
    def answer(self) -> Answer:
        more = {"puzzles": [asdict(puzzle) for puzzle in self.puzzles]}
        return Answer(more=more, command=PuzzleList.command)


def list_puzzles() -> ListedPuzzles:
    return ListedPuzzles(all_puzzles())
