"""What rulesets put on the table is seen in text, picture, story, parts and JSON."""

from clinic_solo import State, gamefile
from clinic_solo.gamefile import GameFile, replay
from clinic_solo.story import effect
from clinic_solo.svg import position_svg
from clinic_solo.text import position_text
from faces.games.clinic_solo.adapter import ADAPTER
from tests.clinic_solo.rulesets.golden import GAMES


def games() -> list[GameFile]:
    return [GAMES.read(path)[0] for path in GAMES.files]


def first(file: GameFile, seen: str) -> State | None:
    """The first position of a game in which a field is not empty."""
    return next((step.after for step in replay(file).steps if getattr(step.after, seen)), None)


def test_zombies_lying_staff_and_left_cars_are_shown() -> None:
    marks = {"zombies": "Z", "abandoned": "left behind"}
    shown = 0
    for file in games():
        for field, mark in marks.items():
            if (state := first(file, field)) is not None:
                board = position_text(file.game, state).split("Notepad")[0]
                assert mark in board.split("car  ")[0]
                shown += 1
        if (state := first(file, "zombies")) is not None:
            assert ">Z</text>" in position_svg(file.game, state, "here")
            name = file.game.board.space_name(state.zombies[0])
            assert any(part.label == f"zombie at {name}" for part in ADAPTER.views.parts(file, state))
            assert name in ADAPTER.views.position_data(file, state)["zombies"]
        if (state := first(file, "lying")) is not None:
            assert any("lying" in part.label for part in ADAPTER.views.parts(file, state))
    assert shown >= 4


def test_stories_tell_what_rulesets_did() -> None:
    told = list[str]()
    for file in games():
        for step in replay(file).steps:
            told += effect(file.game, step.before, step.move, step.after)
    words = "\n".join(told)
    assert "blood token won" in words
    assert "becomes a zombie" in words
    assert "lost to zombies" in words


def test_a_header_names_the_rulesets() -> None:
    file = gamefile.new_game("house", "3x3", "throughput", seed=3, rulesets=("zombies", "blood"))
    assert " · blood and zombies · " in ADAPTER.views.header(file)
    assert 'ruleset = ["blood", "zombies"]' in gamefile.write(file)
    plain = gamefile.new_game("house", "3x3", "throughput", seed=3)
    assert ADAPTER.decks.source_of(file) == ADAPTER.decks.source_of(plain)
