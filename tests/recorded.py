"""Recorded games: game files with all their moves, and a table [expected] with a line for each step, and the score."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabletop.files import parse


@dataclass(frozen=True)
class RecordedGames:
    """Those of a game in a folder."""

    folder: Path
    gamefile: Any  # the module that reads, writes and replays the files of the game
    lines: Callable[[Any], list[str]]  # for a game file, as far as its moves are legal

    @property
    def files(self) -> list[Path]:
        return sorted(self.folder.glob("*.toml"))

    def read(self, path: Path) -> tuple[Any, dict[str, Any]]:
        """The game of a file, and what is expected of it."""
        document = parse(path.read_text("utf-8"), str(path))
        expected: dict[str, Any] = document.data.pop("expected", {})
        return self.gamefile.parse(document, path), expected

    def check(self, path: Path) -> None:
        """The game goes as it is recorded, to its end."""
        file, expected = self.read(path)
        lines, found = expected["after"].strip().split("\n"), self.lines(file)
        for number, (line, after) in enumerate(zip(lines, found, strict=False), 1):
            assert after == line, f"step {number}: {after!r}, but {line!r} is recorded"
        assert len(lines) == len(found)
        result = self.gamefile.replay(file)
        assert result.illegal is None
        assert file.game.is_over(result.state)
        assert file.game.score_items(result.state) == expected["score"]

    def write(self) -> None:
        """Write what is expected of each game anew."""
        for path in self.files:
            file, _ = self.read(path)
            score = file.game.score_items(self.gamefile.replay(file).state)
            shown = ", ".join(f'"{item}" = {points}' for item, points in score.items())
            lines = [self.gamefile.write(file).rstrip(), "", "[expected]", f"score = {{ {shown} }}"]
            path.write_text("\n".join([*lines, 'after = """', *self.lines(file), '"""', ""]), "utf-8")
