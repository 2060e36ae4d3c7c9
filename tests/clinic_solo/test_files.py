"""Game files: the puzzles, recorded games, what is written reads back, and what is wrong is said clearly."""

import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from clinic_solo import decks, gamefile
from clinic_solo.deals import Deal
from clinic_solo.gamefile import GameFile, new_game, next_draw, parse_draw, read, replay, with_draw, write
from clinic_solo.invariants import faults
from clinic_solo.moves import Move, Pass, PatientDrawn, UseTile
from clinic_solo.players import random_move, sensible_move
from clinic_solo.position import DUE
from clinic_solo.registry import RULESETS
from clinic_solo.state import Phase
from clinic_solo.tiles import Action
from tabletop import files
from tabletop.colours import Colour
from tabletop.files import InvalidFile
from tabletop.moves import BadNotation
from tests.clinic_solo.helpers import game, spoiled_files, steps_of_game

HERE = Path(__file__).parent
DATA = HERE / "data"
PUZZLES = sorted((HERE.parents[1] / "puzzles" / "clinic_solo").glob("*.toml"))
GOLDEN = tomllib.loads((DATA / "golden.toml").read_text("utf-8"))


def parsed(text: str) -> GameFile:
    return gamefile.parse(files.parse(text, "game.toml"))


def complaints(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        parsed(text)
    return [str(fault) for fault in caught.value.faults]


def test_there_are_three_puzzles_two_complete_games_and_two_puzzles_of_each_ruleset_and_edition() -> None:
    pairs = {f"{name}-{part}" for name in (*RULESETS, "2014") for part in ("mid-game", "last-round")}
    base = {"opening", "mid-game", "last-round", "complete-game", "worked-deal"}
    assert {path.stem for path in PUZZLES} == base | pairs


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_puzzles_load_and_can_be_played_to_the_end(path: Path) -> None:
    file = read(path)
    assert file.title
    played = replay(file)
    assert played.illegal is None
    state, moves = played.state, [line.move for line in file.moves]
    assert not faults(file.game, state)
    while not file.game.is_over(state):
        moves.append(sensible_move(file.game, state))
        played = replay(file.with_moves(moves))
        assert played.illegal is None
        state = played.state
    assert parsed(write(file.with_moves(moves))) == _unlined(file.with_moves(moves), write(file.with_moves(moves)))


def _unlined(file: GameFile, text: str) -> GameFile:
    """The file as it reads back: its moves know the lines they stand on."""
    first = text.splitlines().index('moves = """') + 2
    return replace(file, moves=tuple(line._replace(line=first + index) for index, line in enumerate(file.moves)))


@pytest.mark.parametrize("name", GOLDEN)
def test_recorded_games(name: str) -> None:
    """Every recorded game is legal from the first move to the last and ends as it did."""
    file = read(DATA / f"{name}.toml")
    played = replay(file)
    assert played.illegal is None, played.illegal
    referee, state, expected = file.game, played.state, GOLDEN[name]
    assert referee.is_over(state)
    assert list(referee.score_items(state).items()) == list(expected["score"].items())
    assert referee.final_score(state) == expected["total"] == sum(expected["score"].values())
    assert (referee.goal_met(state), referee.rank(state) or "") == (expected["goal_met"], expected["rank"])
    assert (state.treated, state.deaths) == (expected["treated"], expected["deaths"])
    assert write(file) == (DATA / f"{name}.toml").read_text("utf-8")


def test_every_recorded_game_is_checked() -> None:
    assert {path.stem for path in DATA.glob("golden-*.toml")} == set(GOLDEN)


@pytest.mark.parametrize("side", ["3x3", "4x3"])
def test_positions_are_written_and_read_back(side: str) -> None:
    referee, written = game(side), set[Phase]()
    for seed in range(2):
        for _, _, state in steps_of_game(referee, seed, "random" if seed % 2 else "sensible"):
            if state.phase in DUE.values() and state.round:
                file = GameFile(referee, "house", state, Deal(seed), entered=True)
                assert parsed(write(file)) == file
                written.add(state.phase)
    assert written == set(DUE.values())


def test_a_position_in_the_middle_of_a_decision_cannot_be_written() -> None:
    state = next(after for _, _, after in steps_of_game(game(), 1, "random") if after.phase is Phase.BUILD)
    with pytest.raises(ValueError, match="at action, move, care only"):
        write(GameFile(game(), "house", state, entered=True))


def test_a_new_game_is_the_game_of_its_seed() -> None:
    one, other = (replay(new_game("house", "4x3", "park", expert=False, seed=seed)) for seed in (1, 2))
    assert one.state == replay(new_game("house", "4x3", "park", expert=False, seed=1)).state
    assert one.state != other.state
    assert one.state.phase is Phase.BONUS_CHOICE
    with pytest.raises(ValueError, match="beginners"):
        new_game("house", "3x3", "park", expert=False)


def test_without_a_seed_unknown_draws_stay_open() -> None:
    file = parsed(
        'game = "clinic"\ndeck = "house"\nboard = "3x3"\ngoal = "quick"\n[draws]\nspecial_modules = ["lab", "triage"]'
    )
    played = replay(file)
    assert played.state.phase is Phase.BONUS_TILES
    assert not played.illegal


HEAD = 'game = "clinic"\ndeck = "house"\nboard = "3x3"\ngoal = "quick"\nseed = 1\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD.replace("quick", "quik"), ["game.toml:4: goal: 'quik' is unknown, expected quick"]),
        (HEAD.replace("3x3", "5x5"), ["game.toml:3: board: '5x5' is unknown, expected 4x3 or 3x3"]),
        (HEAD.replace('"house"', '"hous"'), ["game.toml:2: deck: 'hous': no such file, expected house"]),
        (HEAD.replace("seed = 1", 'seed = "one"'), ["game.toml:5: seed: expected a whole number, found 'one'"]),
        (HEAD.replace("seed = 1", "sead = 1"), ["game.toml:5: sead: unknown key"]),
        (HEAD.replace('goal = "quick"\n', ""), ["goal is missing"]),
        (HEAD + 'setup = "beginner"', ["game.toml:6: setup: beginners play the 4x3 side"]),
        (HEAD + '[draws]\npatients = "white bleu"', ["draws.patients: 'bleu' is no colour"]),
        (HEAD + "[draws]\nbonus_tiles = [1, 1]", ["draws.bonus_tiles: expected 2 different numbers"]),
        (HEAD + '[draws]\nspecial_modules = ["lab"]', ["draws.special_modules: expected 2 different ones"]),
        (
            HEAD + '[play]\nmoves = """\ntake bonus 1\n\nbild garden 0a1 # a slip\nbuild garden 9z9\n"""',
            ["game.toml:10: play.moves: 'bild' is no move", "game.toml:11: play.moves: '9z9' is no space"],
        ),
        (
            HEAD.replace("quick", "quik").replace("seed = 1", "seed = -1"),
            ["goal: 'quik' is unknown", "seed: expected 0 or more, found -1"],
        ),
    ],
)
def test_faults_are_named_with_line_and_key(text: str, expected: list[str]) -> None:
    found = complaints(text)
    assert len(found) == len(expected), found
    for fault, part in zip(found, expected, strict=True):
        assert part in fault


def test_files_that_are_no_files(tmp_path: Path) -> None:
    empty, broken, binary = tmp_path / "empty.toml", tmp_path / "broken.toml", tmp_path / "binary.toml"
    empty.write_text("")
    broken.write_text("game = \n")
    binary.write_bytes(b"\xff\xfe\x00")
    for path, message in (
        (empty, "is empty"),
        (broken, "not valid TOML"),
        (binary, "not a text file"),
        (tmp_path / "none.toml", "no such file"),
        (tmp_path, "is a directory"),
    ):
        with pytest.raises(InvalidFile, match=message):
            read(path)


MID_GAME = next(path for path in PUZZLES if path.stem == "mid-game").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"a1-N", ', "", "8 cars for 9 people"),
        ('"a1-N"', '"b2-c2"', "1 car at b2-c2, which has 0 places"),
        ('"a1-N"', '"a1-Q"', "'a1-Q' is no parking spot"),
        ('". S . ."', '". . . ."', "a patient at 0b2, which is no functional room"),
        ('". Hp T ."', '". Hp T S"', "a building has 2 hubs on floor 0"),
        ('". Hp T ."', '". Hp T"', "expected 3 rows of 4 spaces"),
        ('". Hp T ."', '". Hp Q ."', "'Q' is unknown"),
        ('". S . ."', '". . S ."', "no module below it"),
        ('"L T . Hc"', '"T T . Hc"', "a module of the same kind is adjacent"),
        ('"L T . Hc"', '"X T . Hc"', "outpatient: no such tile is in play"),
        ('"Ed2"', '"Ed3"', "entrance Ed3 points at no module"),
        ("conveyors = []", 'conveyors = ["0b3"]', "a single conveyor stop"),
        ("conveyors = []", 'conveyors = ["0b2", "0b3", "0d1", "1d1"]', "is not joined to the others"),
        ("treated = 7", "treated = 9", "20 patients in bag, notepad, clinic and gone"),
        ('university = ["yellow"]', 'university = ["yellow", "red"]', "2 doctors at a university of 1 spaces"),
        ('"nurse 0d2"', '"nurse 1b2"', "1 nurse at 1b2, which takes 0"),
        ('"nurse 0d2"', '"nurse Sa3"', "a nurse stands at Sa3, where no entrance is"),
        ('"nurse 0d2"', '"nurse psychiatry"', "nobody like that can be there"),
        ('"nurse 0d2"', '"nurs 0d2"', "expected 'doctor COLOUR PLACE'"),
        ("slot = 1", "slot = 4", "expected 1 to 3, found 4"),
        ("tiles_used = []", 'tiles_used = ["build"]', "expected 0 used before this point"),
        ('"patient yellow psychiatry"', '"patient white psychiatry"', "no patient is white"),
        ("money = 12", "money = -1", "expected 0 or more, found -1"),
        ("round = 4", "round = 7", "expected 1 to 6, found 7"),
        ("nurses_offered = 1", "nurses_offered = 2", "2 nurses in the column"),
        ('psychiatry = ["white", "yellow"]', 'psychiatry = ["white", "pink"]', "'pink' is no colour"),
        (
            "doctor_bag = { white = 1",
            "doctor_bag = { white = 3",
            "9 doctors in the clinic and yet to come, there are 7",
        ),
        ("time = 24\n", "", "time is missing"),
        ('"orderly 1b2"', '"orderly 1b2", "orderly 1d1", "orderly 1c3"', "4 orderlies in the clinic and yet to come"),
        ("round = 4", "round = 1", "3 nurses in the clinic and yet to come, there can be 2 by round 1"),
        ("doctor_bag = { white = 1", "doctor_bag = { red = 1", "1 red doctors in the bag, 0 at the start"),
        ("orange = 1 }\ndoctor", "red = 1 }\ndoctor", "1 red patients in the bag and on the notepad, 0 at the start"),
        ('["lab", "triage"]', '["lab"]', "1 kinds of special modules, expected 2"),
        ('["lab", "triage"]', '["lab", "triage"]\nspecials_built = 2', "2 special modules built this round"),
        (
            '["lab", "triage"]',
            '["lab", "triage"]\nhubs_built = ["psychiatry", "psychiatry"]',
            "2 psychiatry hubs built",
        ),
        ('entrances = ["Sb3", "Ed2"]', "entrances = []", "the entrance of the set-up is missing"),
        ('". Hp T ."', '". . T ."', "the hub psychiatry of the set-up is missing"),
        ('"L T . Hc"', '"L T . Hn"', "neurology is not in play"),
    ],
)
def test_impossible_positions(old: str, new: str, message: str) -> None:
    assert old in MID_GAME
    assert any(message in fault for fault in complaints(MID_GAME.replace(old, new, 1)))


def test_an_illegal_move_is_found_with_its_line_and_rule() -> None:
    text = MID_GAME + '\n[play]\nmoves = """\nuse build\nbuild supply 0c2  # joins the buildings\n"""\n'
    played = replay(parsed(text))
    assert played.illegal is not None
    assert (played.illegal.number, played.illegal.reason.rule) == (2, "5.2e")
    assert played.illegal.line is not None
    assert text.splitlines()[played.illegal.line.line - 1].startswith("build supply 0c2")
    assert [file_step.after.phase for file_step in played.steps] == [Phase.BUILD]


def test_a_draw_that_the_bag_does_not_hold_is_found() -> None:
    text = MID_GAME.replace("[position]", '[draws]\npatients = "orange orange"\n\n[position]')
    played = replay(parsed(text + '\n[play]\nmoves = """\nuse hire\npass\n"""\n'))
    assert played.illegal is not None
    assert played.illegal.line is None
    assert played.illegal.reason.rule == "13"


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: path.stem)
def test_any_spoiled_game_gives_faults_and_never_another_error(path: Path) -> None:
    refused = 0
    spoiled = list(spoiled_files(path.read_text("utf-8"), Random(2)))
    for text in spoiled:
        try:
            file = parsed(text)
        except InvalidFile:
            refused += 1
        else:
            assert not faults(file.game, file.start)
    assert refused > len(spoiled) / 3


def test_draws_are_typed_kept_and_found_again() -> None:
    """A game without a seed, its draws typed in as they happen, replays alone."""
    file = parsed(HEAD.replace("seed = 1", ""))
    referee, state, moves, random = file.game, file.start, list[Move](), Random(3)
    while not referee.is_over(state):
        if referee.is_chance(state):
            assert next_draw(file, state) is None
            possible = [outcome for outcome, _ in referee.chance_outcomes(state)]
            text = referee.format(random.choice(possible)).split(": ")[-1]
            outcome = parse_draw(referee, state, text.upper())
            file = with_draw(file, state, outcome)
            assert next_draw(file, state) == outcome
            state = referee.apply_outcome(state, outcome)
        else:
            moves.append(random_move(referee, state, random))
            state = referee.apply(state, moves[-1])
    again = replay(parsed(write(file.with_moves(moves))))
    assert again.illegal is None
    assert again.state == state
    with pytest.raises(BadNotation, match="expected one of: operating, outpatient"):
        parse_draw(referee, referee.start(), "garden")


def test_known_draws_of_a_position_count_from_it() -> None:
    file = parsed(
        MID_GAME.replace("[position]", '[draws]\npatients = "- orange yellow"\ndoctors = "orange"\n[position]')
    )
    played = replay(file.with_moves([UseTile(Action.HIRE), Pass(), UseTile(Action.HIRE), Pass()]))
    drawn = [step.move.colour for step in played.steps if isinstance(step.move, PatientDrawn)]
    assert drawn[1:3] == [Colour.ORANGE, Colour.YELLOW]
    assert len(drawn) == 4


def test_names_of_a_deck_are_quoted_in_games(tmp_path: Path) -> None:
    text = decks.find("house")[0]
    (tmp_path / "deck.toml").write_text(text.replace('id = "park"', """id = 'the "park"'"""))
    side = decks.load(str(tmp_path / "deck.toml")).sides[0].name
    file = gamefile.new_game(str(tmp_path / "deck.toml"), side, 'the "park"')
    (tmp_path / "game.toml").write_text(gamefile.write(file))
    assert gamefile.read(tmp_path / "game.toml") == file
