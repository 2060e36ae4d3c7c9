"""Game files: read, written, and every fault with its place."""

from dataclasses import replace
from pathlib import Path

import pytest

from dice_hospital import DiceHospital, Options, Variant, gamefile
from dice_hospital.deals import deal_from_seed
from dice_hospital.gamefile import GameFile, next_draw, parse, replay, with_draw, write
from dice_hospital.state import Phase
from puzzles import FOLDER
from tabletop import files
from tabletop.files import InvalidFile
from tests.dice_hospital.helpers import EVERY, game, house, steps_of_game

DEAL = """\
game = "dice-hospital"
deck = "house"
deal = "0016jz"
"""
POSITION = (FOLDER / "dice_hospital/last-round.toml").read_text("utf-8")


def read(text: str) -> GameFile:
    return parse(files.parse(text, "game.toml"))


def faults(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


def with_moves(*moves: str) -> str:
    return DEAL + '\n[play]\nmoves = """\n' + "\n".join(moves) + '\n"""\n'


# --- there and back ---


@pytest.mark.parametrize("path", sorted((FOLDER / "dice_hospital").glob("*.toml")), ids=lambda path: path.stem)
def test_puzzles_are_written_as_they_are(path: Path) -> None:
    file = gamefile.read(path)
    assert write(file) == path.read_text("utf-8")
    assert replay(file).illegal is None


def recorded(g: DiceHospital, seed: int) -> GameFile:
    """A game with all its draws known and no deal."""
    file, moves = GameFile(g, "house", g.start(), title='a "big" game'), []
    for before, step, _ in steps_of_game(g, seed, "eager"):
        if g.is_chance(before):
            file = with_draw(file, before, step)  # type: ignore[arg-type]
        else:
            moves.append(step)
    return file.with_moves(moves)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(4))
def test_games_with_known_draws(seed: int) -> None:
    options = Options(must_take=False, reports_by_own_colour=False)
    for g in (game(), DiceHospital(house(), EVERY, options, target=-7)):
        file = recorded(g, seed)
        again = read(write(file))
        assert write(again) == write(file)
        assert (again.game, again.draws, again.title) == (file.game, file.draws, file.title)
        end = replay(again)
        assert end.illegal is None
        assert g.is_over(end.state)


@pytest.mark.parametrize("seed", range(3))
def test_positions_between_rounds_are_written_and_read(seed: int) -> None:
    for g in (game(), game(*EVERY)):
        for before, _, _ in steps_of_game(g, seed, "eager"):
            if before.phase is Phase.INTAKE:
                file = GameFile(g, "house", before, deal_from_seed(seed), entered=True)
                assert read(write(file)).start == before


def test_a_deal_goes_on_from_a_position_as_it_would_have() -> None:
    g, last = game(), None
    for before, step, _ in steps_of_game(g, 5, "sensible"):
        if before.phase is Phase.INTAKE and before.round == 6:
            last = before, step
    assert last is not None
    file = GameFile(g, "house", last[0], deal_from_seed(5), entered=True)
    assert next_draw(read(write(file)), last[0]) == last[1]


def test_known_draws_come_before_the_deal() -> None:
    file = read(DEAL + '\n[draws]\n"report 1" = "gyg 4"\nfirst = "g, r, red"\n')
    state = replay(file).state
    assert state.phase is Phase.SET
    assert file.game.deck.reports[state.reports[0][0]].name == "ygg 4"
    assert [die // 24 for die in state.dice] == [0, 0, 2]


def test_without_a_deal_the_draws_are_open() -> None:
    file = read(DEAL.replace('deal = "0016jz"\n', ""))
    assert replay(file).state.phase is Phase.DEAL
    assert next_draw(file, file.start) is None


def test_variants_options_and_a_target() -> None:
    text = 'variants = ["superbug", "experimental"]\ntarget = 40\n\n[options]\nmust_take = false\n'
    file = read(DEAL + text)
    assert file.game.variants == {Variant.SUPERBUG, Variant.EXPERIMENTAL}
    assert (file.game.target, file.game.options) == (40, Options(must_take=False))
    assert (
        'variants = ["experimental", "superbug"]\ntarget = 40\ndeal = "0016jz"\n\n[options]\nmust_take = false\n'
        in (write(file))
    )


def test_a_notebook_shows_a_game() -> None:
    assert read(DEAL)._repr_svg_().startswith("<svg")
    assert replace(read(DEAL), title="<x>")._repr_svg_().count("&lt;x&gt;") == 2


# --- faults ---


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DEAL.replace("dice-hospital", "dice hospital"), "game.toml:1: game: 'dice hospital' is unknown"),
        (DEAL.replace("deck", "dekc"), "game.toml:2: dekc: unknown key"),
        (DEAL.replace('"house"', '"hovel"'), "game.toml:2: deck: 'hovel': no such file, expected house"),
        (DEAL.replace("0016jz", "0016ja"), "game.toml:3: deal: '0016ja' is no deal id: a letter is wrong"),
        (DEAL.replace("0016jz", "16"), "game.toml:3: deal: '16' is no deal id, expected 6 letters and digits"),
        (DEAL + 'variants = ["superbgu"]\n', "game.toml:4: variants[1]: 'superbgu' is unknown"),
        (DEAL + 'variants = ["superbug", "superbug"]\n', "game.toml:4: variants: a variant is there twice"),
        (DEAL + "target = 9999\n", "game.toml:4: target: expected -1000 to 1000"),
        (DEAL + "[options]\nmust_tkae = true\n", "game.toml:5: options.must_tkae: unknown key"),
        (DEAL + "[options]\nmust_take = 1\n", "game.toml:5: options.must_take: expected true or false"),
        (DEAL + '[draws]\n"1 tea" = "r2"\n', "game.toml:5: draws.1 tea: expected a place such as"),
        (DEAL + '[draws]\n"1 intake" = "r7"\n', "game.toml:5: draws.1 intake: 'r7' is no patient"),
        (DEAL + '[draws]\n"1 cards" = "surgeon"\n', "draws.1 cards: 'surgeon': expected a specialist and a department"),
        (DEAL + '[draws]\n"1 cards" = "surgoen, radiology"\n', "'surgoen' is no specialist"),
        (DEAL + '[draws]\n"report 1" = "rrrr 9"\n', "is no report card, expected rr 3"),
        (DEAL + '[draws]\nfirst = "r y blue"\n', "'blue' is no colour"),
        (DEAL + '[draws]\n"2 roll 1" = "7"\n', "expected values from 1 to 6"),
        (with_moves("kepe r3"), "game.toml:7: play.moves: 'kepe r3' is no move"),
        (with_moves("nurse > pharmcy: g4"), "game.toml:7: play.moves: 'pharmcy' is no department"),
        (with_moves("nruse > pharmacy: g4"), "'nruse' is no worker"),
        (with_moves("nurse > pharmacy"), "expected WORKER > DEPARTMENT: PATIENTS"),
        (with_moves("nurse > pharmacy:"), "somebody is missing"),
        (with_moves("nurse > pharmacy: x4"), "'x4' is no patient"),
        (with_moves("nurse > pharmacy: g4; then r3"), "expected 'also' and patients"),
        (with_moves("nurse > pharmacy: g4 as"), "'as' is no patient"),
        (with_moves("bag: r3 as blue"), "'blue' is no colour"),
        (with_moves("also r3 up, r4 up"), "expected somebody better, somebody worse, or both"),
        (with_moves("report " + "9" * 500), "is no column"),
        (with_moves("stop it"), "'it': expected nothing there"),
        (with_moves("take surgoen"), "'surgoen' is no specialist and no department"),
        (POSITION.replace("round = 8", "round = 9"), "position.round: expected 1 to 8, found 9"),
        (POSITION.replace('"r5 r6', '"r5t r6'), "position.patients: nobody is treated at the beginning of a round"),
        (POSITION.replace('"r5 r6', '"q5 r6'), "position.patients: 'q5' is no patient"),
        (POSITION.replace('"r5 r6', '"r5 r5 r5 r5 r5 r6'), "13 patients, there are 12 beds (1.3)"),
        (POSITION.replace('"crash centre", "tri', '"imaging", "tri'), "expected tiles only"),
        (POSITION.replace('"crash centre", "tri', '"crush centre", "tri'), "departments[3]: 'crush centre' is unknown"),
        (POSITION.replace('["surgeon"', '["surgeon", "surgeon"'), "so at most 7 are owned (5.1)"),
        (POSITION.replace('"urologist", ', ""), "the specialist stack has 17 cards, found 18"),
        (
            POSITION.replace('"urology", "radiology"', '"triage centre", "triage centre"'),
            "more often than in its stack",
        ),
        (POSITION.replace('[[], ["yy 3"', '[["yy 3"], ["yy 3"'), "a card is there more often than in the box"),
        (POSITION.replace('[[], ["yy 3"', '[["yy 3"'), "reports: expected 3 columns of at most 2 cards"),
        (POSITION.replace('"yy 3"', '"yy 9"'), "'yy 9' is no report card"),
        (POSITION.replace('"yy 3"', "3"), "is no report card"),
        (POSITION.replace("blood_bags = 0\n", ""), "blood_bags is missing"),
        (POSITION.replace("score = 25", "score = -1"), "position.score: expected 0 to 10000"),
    ],
)
def test_faults_of_a_file(text: str, said: str) -> None:
    found = faults(text)
    assert any(said in fault for fault in found), found


def test_all_faults_at_once() -> None:
    text = DEAL.replace("0016jz", "16").replace('"house"', '"hovel"') + "target = true\n"
    assert len(faults(text)) == 3


@pytest.mark.parametrize("key", ["deal", "variants", "options", "draws", "position", "play", "target"])
@pytest.mark.parametrize("value", ["5", "true", '"x"', "[]", "[1]", "{}", "1979-05-27"])
def test_values_of_the_wrong_kind(key: str, value: str) -> None:
    head = DEAL if key != "deal" else DEAL.replace('deal = "0016jz"\n', "")
    text = f"{head}{key} = {value}\n"
    if (key, value) in {("variants", "[]"), ("options", "{}"), ("draws", "{}"), ("target", "5")}:
        read(text)
    else:
        assert faults(text)


def test_an_impossible_draw_is_told_where_it_happens() -> None:
    text = DEAL + '\n[draws]\nfirst = "r r r r"\n'
    illegal = replay(read(text)).illegal
    assert illegal is not None
    assert illegal.line is None
    assert "cannot happen here: the first dice are drawn (rule 11.5)" in str(illegal.reason)
    assert read(text).draws_line == 5
