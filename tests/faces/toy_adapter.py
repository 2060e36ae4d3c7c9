"""The toy game for commands and pages: the members that a game has to supply, and no others."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from faces.games.adapter import Adapter
from faces.games.data import NewGame, Verdict
from faces.games.views import Views
from tabletop.files import Document, played, quoted_list
from tabletop.records import Line
from tabletop.text import Pen
from tests.toy_game import SIDES, NightWard, Roll, Treat, Ward


@dataclass(frozen=True)
class WardFile:
    game: NightWard
    start: Ward
    rolls: tuple[Roll, ...] = ()  # as far as they are known
    moves: tuple[Line[Treat], ...] = ()
    deck: str = ""

    def with_moves(self, moves: Iterable[Treat]) -> "WardFile":
        return replace(self, moves=tuple(map(Line, moves)))


class WardViews(Views[WardFile, Ward, Treat, Roll]):
    def header(self, file: WardFile) -> str:
        return f"Night ward · goal: {file.game.target} points"

    def text(self, file: WardFile, state: Ward, pen: Pen) -> str:
        waiting = " ".join(map(str, state.waiting)) or "nobody"
        return f"{pen.strong(waiting)} waiting, {state.hours} hours left\n{file.game.final_score(state)} points"


class WardAdapter(Adapter[WardFile, Ward, Treat, Roll]):
    name = "ward"
    views = WardViews()

    def parse(self, document: Document, _path: Path | None, _deck: str | None, /) -> WardFile:
        root, game = document.root(), NightWard()
        root.choice("game", [self.name])
        rolls = root.items("rolls", str) or []
        moves = played(root.table("play", required=False), game.parse)
        root.done()
        document.raise_faults()
        return WardFile(game, game.start(), tuple(Roll((int(roll[0]), int(roll[2]))) for roll in rolls), moves)

    def new(self, wish: NewGame) -> WardFile:
        wish.only("seed")
        game, random = NightWard(), Random(wish.seed)
        pairs = [sorted(random.choices(SIDES, k=2)) for _ in range(game.rounds)]
        return WardFile(game, game.start(), tuple(Roll((one, two)) for one, two in pairs))

    def write(self, file: WardFile, /) -> str:
        rolls = quoted_list([f"{roll.patients[0]} {roll.patients[1]}" for roll in file.rolls])
        lines = [f'game = "{self.name}"', f"rolls = {rolls}", "[play]", 'moves = """']
        return "\n".join([*lines, *(file.game.format(line.move) for line in file.moves), '"""', ""])

    def known_draw(self, file: WardFile, state: Ward, /) -> Roll | None:
        known = file.game.is_chance(state) and state.round <= len(file.rolls)
        return file.rolls[state.round - 1] if known else None

    def with_draw(self, file: WardFile, state: Ward, outcome: Roll, /) -> WardFile:
        return replace(file, rolls=(*file.rolls[: state.round - 1], outcome))

    def verdict(self, file: WardFile, state: Ward) -> Verdict:
        met = file.game.goal_met(state)
        return Verdict(met, f"goal: {file.game.target} points: {'met' if met else 'missed'}", {})


ADAPTER = WardAdapter()
