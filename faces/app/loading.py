"""A game file opened and refereed, once for each question."""

from faces.app.question import Source
from faces.games.position import AnyPosition, illegal_fault, refereed
from faces.games.registry import GAMES, adapter_of, game_in
from tabletop.files import InvalidFile


def position_of(source: Source) -> AnyPosition:
    """The position that a game file leads to; InvalidFile with every fault, or with the first illegal move."""
    adapter, file = game_in(source.read(), source.path, source.deck)
    position: AnyPosition = refereed(adapter, file, source.path)
    return position


def position_for(source: Source, goal: str | None, level: str | None) -> AnyPosition:
    """The same, perhaps for another goal or level than the file's."""
    document = source.read()
    name, played_for = document.data.get("game"), document.data.get("goal")
    if isinstance(name, str) and name in GAMES:
        adapter_of(name).ask_for(document, goal, level)
    adapter, file = game_in(document, source.path, source.deck)
    replay = adapter.replay(file)
    position = AnyPosition(adapter, file, source.path, replay.state, replay.steps)
    if replay.illegal is None:
        return position
    if goal not in (None, played_for):
        # Clin9ic 3.4, 5.3: popularity is bought for the popularity condition alone, so that even the decisions differ.
        reason = f"made for {played_for}, these moves cannot be replayed for {goal}; ask from a [position] instead"
        raise position.refused("play.moves", reason)
    raise InvalidFile([illegal_fault(adapter, file, source.path, replay.illegal)])
