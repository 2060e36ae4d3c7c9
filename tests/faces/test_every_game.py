"""Every game of the registry answers every question, and so does a toy game that supplies no more than it has to."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from faces.app import (
    Advise,
    Answer,
    Cancel,
    Check,
    DeckCheck,
    DeckList,
    DeckShow,
    Event,
    Hint,
    Move,
    New,
    PuzzleList,
    Question,
    Replay,
    ReviewGame,
    Schedule,
    Show,
    Solve,
    Source,
    Target,
    WhatIf,
    ask,
    question_from,
    refusal,
)
from faces.app.asking import ANSWERS
from faces.app.errors import Interrupted
from faces.games.adapter import Adapter
from faces.games.data import Misuse, NewGame
from faces.games.registry import GAMES, adapter_of, opened
from faces.games.views import Views
from tabletop import records
from tabletop.files import InvalidFile
from tests.faces import toy_adapter
from tests.faces.conftest import PUZZLES
from tests.faces.endgame import PLAN, played

TOY = "ward"
ASKED = [*GAMES, TOY]  # of the registry, so that no game is forgotten
PARTS = ("views", "seat", "decks", "solver", "adviser", "mover", "scheduler")
MOST_MEMBERS = 25
TOY_MODULE = "tests.faces.toy_adapter"
QUICK: dict[str, Any] = {"seconds": 0.2}
WARD = 'game = "ward"\nrolls = ["2 5", "1 6", "3 4"]\n[play]\nmoves = """\n{moves}"""\n'
WHOLE = ["treat 2 5", "treat nobody", "treat 4"]


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """One entry in the registry is all that it takes."""
    monkeypatch.setitem(GAMES, TOY, TOY_MODULE)


def ward(folder: Path, number: int) -> Path:
    path = folder / f"ward-{number}.toml"
    path.write_text(WARD.format(moves="".join(f"{move}\n" for move in WHOLE[:number])))
    return path


def puzzles_of(game: str) -> Path:
    """They lie in a folder called like the game's package."""
    return PUZZLES / GAMES[game].split(".")[2]


def late(game: str, folder: Path) -> tuple[Path, str]:
    """A game near its end, and a legal move."""
    if game == "clin9ic":
        return played(folder, 4), PLAN[4]
    if game == TOY:
        return ward(folder, 1), WHOLE[1]
    path = puzzles_of(game) / "last-round.toml"
    adapter, file = opened(path)
    return path, file.game.format(file.game.legal_moves(adapter.replay(file).state)[0])


def round_begun(game: str, folder: Path) -> Path:
    """A game in which a round begins."""
    return PUZZLES / "clin9ic/opening.toml" if game == "clin9ic" else late(game, folder)[0]


def whole(game: str, folder: Path) -> Path:
    if game == TOY:
        return ward(folder, len(WHOLE))
    if game == "clin9ic":
        return played(folder, 7)
    return puzzles_of(game) / "complete-game.toml"


def questions(game: str, folder: Path) -> Iterator[Question]:
    """One of each kind."""
    path, move = late(game, folder)
    source = Source(path)
    yield New(game, NewGame(seed=3), folder / "new.toml", force=True)
    yield Check((path, whole(game, folder)))
    yield Show(source)
    yield Replay(Source(whole(game, folder)))
    yield Solve(source, **QUICK, top=2, save=folder / "kept.toml", output=folder / "plan.toml", force=True)
    yield Target(source, **QUICK, score=-5)
    yield WhatIf(source, **QUICK, forbidden=(move,))
    yield Advise(source, **QUICK, why=True)
    yield Hint(source, **QUICK, level=3)
    yield ReviewGame(Source(whole(game, folder)), **QUICK)
    yield Move(source)
    yield Schedule(Source(round_begun(game, folder)), **QUICK, count=2, why=True)
    yield DeckCheck(("house",), game)
    yield DeckShow("house", game)
    yield DeckList()
    yield PuzzleList()


def sent(question: Question) -> Question:
    """A question as it arrives elsewhere."""
    return question_from(json.loads(json.dumps(question.to_data())))


def lacks(game: str, question: Question) -> bool:
    """Whether a game has no such thing: decks, movement, or rounds to schedule."""
    adapter = adapter_of(game)
    parts = {Move: adapter.mover, Schedule: adapter.scheduler, DeckCheck: adapter.decks, DeckShow: adapter.decks}
    return parts.get(type(question), True) is None


@pytest.mark.parametrize("game", ASKED)
def test_every_game_answers_every_question(game: str, tmp_path: Path) -> None:
    asked = list(questions(game, tmp_path))
    assert {type(question) for question in asked} == set(ANSWERS)
    for question in asked:
        assert sent(question) == question
        if lacks(game, question):
            with pytest.raises(Misuse):
                ask(question)
            continue
        answer = ask(sent(question))
        data = json.loads(answer.to_json())
        assert data["command"] == question.command
        assert data["game"] in (game, None)
        assert Answer.from_data(data).to_json() == answer.to_json()
        assert data["faults"] == []


def members(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


def test_a_game_supplies_few_members() -> None:
    """What the toy game supplies is what has to be supplied, and it is not much."""
    for kind, required in (
        (toy_adapter.WardAdapter, {"name", *Adapter.__abstractmethods__}),
        (toy_adapter.WardViews, set(Views.__abstractmethods__)),
    ):
        assert {name for name in vars(kind) if not name.startswith("_")} == required
    assert len({"name", *Adapter.__abstractmethods__, *Views.__abstractmethods__}) <= 10
    assert adapter_of(TOY) is toy_adapter.ADAPTER


@pytest.mark.parametrize("game", ASKED)
def test_a_part_of_an_adapter_has_few_members(game: str) -> None:
    """So that what a game may say of itself is found by name: an adapter by its job, not one class for all of it."""
    adapter = adapter_of(game)
    for name, part in {"adapter": adapter, **{name: getattr(adapter, name) for name in PARTS}}.items():
        assert len(members(type(part))) <= MOST_MEMBERS, name
    assert members(type(adapter)) <= {"name", *members(Adapter)}, "what no other game has is no member"


@pytest.mark.parametrize("game", ASKED)
def test_a_file_is_refereed_once(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever replays it; plans are replayed as well, but from the position that a file leads to."""
    asked, refereed = list[Any](), list[Any]()
    by_adapter, by_anybody = Adapter.replay, records.replay

    def counted(adapter: Any, file: Any) -> Any:
        asked.append((file.start, file.moves))
        return by_adapter(adapter, file)

    def counted_too(rules: Any, start: Any, moves: Any, *draws: Any) -> Any:
        refereed.append((start, lines := tuple(moves)))
        return by_anybody(rules, start, lines, *draws)

    monkeypatch.setattr(Adapter, "replay", counted)
    monkeypatch.setattr(records, "replay", counted_too)
    several = 0
    for question in questions(game, tmp_path):
        paths = question.paths if isinstance(question, Check) else ()
        source = getattr(question, "source", None)
        paths = (*paths, *([source.path] if source else ()))
        if lacks(game, question) or not paths:
            continue
        files = [(file.start, file.moves) for _, file in map(opened, paths)]
        asked.clear()
        refereed.clear()
        ask(question)
        assert asked == files, question.command
        assert [one for one in refereed if one in files and one[1]] == [one for one in files if one[1]]
        several += any(moves for _, moves in files)
    assert several >= 3


def test_the_file_itself_can_be_sent_along(tmp_path: Path) -> None:
    here = Source(ward(tmp_path, 1)).with_text()
    question = Solve(Source(Path("elsewhere/ward.toml"), text=here.text))
    answer = ask(sent(question))
    assert (answer.status, answer.information) == ("optimal", "clairvoyant")
    assert answer.moves[0].startswith("treat")


def test_a_search_is_told_of_and_can_be_cancelled(tmp_path: Path) -> None:
    events = list[Event]()
    ask(Advise(Source(ward(tmp_path, 0))), progress=events.append)
    assert any(event.kind == "doing" and event.stage for event in events)
    assert json.loads(json.dumps([event.to_data() for event in events]))[0]["kind"] == events[0].kind
    cancel = Cancel()
    cancel()
    with pytest.raises(Interrupted):
        ask(Solve(Source(ward(tmp_path, 0))), cancel=cancel)


def test_what_cannot_be_used_is_data_too(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text('game = "ward"\n')
    question = Show(Source(tmp_path / "broken.toml"))
    with pytest.raises(InvalidFile) as caught:
        ask(question)
    answer = refusal(question, caught.value)
    assert (answer.command, answer.faults[0]["message"]) == ("show", "rolls is missing, expected a list")


def test_questions_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="no question 'dance'"):
        question_from({"command": "dance"})
    with pytest.raises(ValueError, match="unknown options: loudly"):
        question_from({**DeckList().to_data(), "loudly": True})
    for change, said in (
        ({"seconds": "soon"}, "seconds: 'soon' is of the wrong kind"),
        ({"workers": True}, "workers: True is of the wrong kind"),
        ({"source": "game.toml"}, "source: 'game.toml' is of the wrong kind"),
        ({"source": {}}, "source: path is missing"),
        ({"forced": "pass"}, "forced: 'pass' is of the wrong kind"),
        ({"forced": [1]}, "forced: 1 is of the wrong kind"),
    ):
        with pytest.raises(ValueError, match=said):
            question_from({**WhatIf(Source(Path("game.toml"))).to_data(), **change})
    with pytest.raises(ValueError, match="is another question"):
        Show.from_data(DeckList().to_data())
    with pytest.raises(ValueError, match="schema 2"):
        Answer.from_data({"schema": 1})


def test_the_example_of_the_docs_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    root = Path(__file__).parent.parent.parent
    example = (root / "docs/json.md").read_text().split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(root)
    exec(compile(example, "docs/json.md", "exec"), {})
    assert capsys.readouterr().out == "optimal 92 19\n"


TYPED = """
import io, sys
from faces.games.registry import GAMES
GAMES["ward"] = "tests.faces.toy_adapter"
from cli import main
for line in sys.argv[1:]:
    sys.stdin = io.StringIO("1\\ntreat nobody\\nundo\\nshow\\nhint\\n?\\nquit\\n")
    print("$", line, main(line.split()))
"""


def test_the_toy_game_at_the_command_line(tmp_path: Path) -> None:
    game, done = ward(tmp_path, 1), ward(tmp_path, 3)
    lines = {
        "new ward --seed 3 -o new.toml": 0,
        f"check {game} {done}": 0,
        f"show {game} --svg ward.svg": 0,
        f"replay {done}": 0,
        f"solve {game} --top 2": 0,
        f"target {game} --score 90": 1,
        f"whatif {game} --force treat_nobody": 3,
        f"advise {game} --why": 0,
        f"hint {game} --level 3": 0,
        f"review {done}": 0,
        f"move {game}": 2,
        f"schedule {game}": 2,
        "play new.toml": 0,
        "rules --game ward": 0,
        "deck list": 0,
        "puzzles": 0,
    }
    root = Path(__file__).parent.parent.parent
    run = subprocess.run(
        [sys.executable, "-c", TYPED, *lines], capture_output=True, text=True, cwd=tmp_path, check=False,
        env={"PYTHONPATH": str(root), "CLINIC_DRAFTS": str(tmp_path / "drafts"), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    codes = [line for line in run.stdout.splitlines() if line.startswith("$ ")]
    assert codes == [f"$ {line} {code}" for line, code in lines.items()], run.stderr
    assert "optimal (proven)" in run.stdout
    assert "exact: the best play can expect" in run.stdout
    assert "total" in run.stdout
    assert (tmp_path / "ward.svg").read_text().startswith("<svg")
    assert "Traceback" not in run.stderr
