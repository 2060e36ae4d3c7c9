"""Game files: what they hold, every fault with its place, round trips, and nothing but InvalidFile ever."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clin9ic import Goal, Level, Options, decks, gamefile
from clin9ic.deals import deal_from_seed, deal_id
from clin9ic.gamefile import GameFile, replay
from clin9ic.moves import Reveal
from clin9ic.setting import TARGETS
from clin9ic.state import Phase
from tabletop.files import InvalidFile
from tabletop.files import parse as parse_toml
from tests.clin9ic.helpers import DECK_TEXTS, DECKS, HEAD, HOUSE, game, line_of, opening, random_game

DEAL = deal_from_seed(HOUSE, 1)
DEAL_ID = deal_id(HOUSE, DEAL)
FLOORS = '", "'.join(DEAL.floors)
FACES = f'faces = "{DEAL.faces}"\n'
ORDERS = "[orders]\n" + "".join(f'{n} = "{" ".join(cards)}"\n' for n, cards in enumerate(DEAL.orders, 1))
POSITION = """\
[position]
round = 4
floors = ["f1 b", "f3"]
stack = ["f4"]
faces = "aba"
entrances = 3
gardens = 2
pillars = 0
lots = 1
conveyors = ["1a3", "2c2"]
doctors = { white = 1, red = 2 }
patients = { yellow = 1 }
nurses = 1
orderlies = 1
money = 7
popularity = 11
time = 10
treated = 5
"""
PLAY = '[play]\nmoves = """\nbuild garden  # lovely\n\nhire nobody\n"""\n'


def read(text: str, name: str = "x.toml") -> GameFile:
    return gamefile.parse(parse_toml(text, name), Path(name))


def faults(text: str) -> list[str]:
    with pytest.raises(InvalidFile) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


# --- game files ---------------------------------------------------------------------------------------------------


def test_deal_by_id_alone() -> None:
    found = read(HEAD + f'[deal]\nid = "{DEAL_ID}"\n')
    assert found.deal == DEAL
    assert found.orders == dict(enumerate(DEAL.orders, 1))
    assert found.start == game().start(DEAL.floors, DEAL.faces)


def test_deal_in_full_is_the_same() -> None:
    by_id = read(HEAD + f'[deal]\nid = "{DEAL_ID}"\n')
    assert read(HEAD + f'[deal]\nfloors = ["{FLOORS}"]\n' + FACES + ORDERS) == by_id
    assert read(HEAD + f'[deal]\nid = "{DEAL_ID}"\nfloors = ["{FLOORS}"]\n' + FACES + ORDERS) == by_id


def test_two_known_floors_leave_the_stack_open() -> None:
    found = read(HEAD + '[deal]\nfloors = ["f3", "f1"]\n' + FACES)
    assert found.start.unknown
    assert found.start.stack == ("f1", "f2", "f4")
    assert not read(HEAD + '[deal]\nfloors = ["f3", "f1", "f4"]\n' + FACES).start.unknown


def test_position() -> None:
    state = read(HEAD + POSITION).start
    assert (state.round, state.money, state.popularity, state.time, state.treated) == (4, 7, 11, 10, 5)
    assert (state.doctors, state.patients, state.nurses, state.orderlies) == ((1, 0, 0, 2), (0, 1, 0, 0), 1, 1)
    assert [(floor.card, floor.upgraded) for floor in state.floors] == [("f1", True), ("f3", False)]
    assert (state.stack, state.unknown) == (("f4", "f2"), False)
    assert (state.entrances, state.gardens, state.pillars, state.lots) == (3, 2, 0, 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("round = 4", "round = 7", "expected 1 to 6, found 7"),
        ("round = 4\n", "", "round is missing"),
        ('"f1 b", "f3"', '"f1 b", "f1"', "each card once"),
        ('"f1 b", "f3"', '"f1 c", "f3"', "with a or b behind it"),
        ('"f1 b", "f3"', '"f9", "f3"', "'f9'"),
        ('"f1 b", "f3"', "", "expected Floor-1 first"),
        ('stack = ["f4"]', "", "stack is missing"),
        (
            'stack = ["f4"]',
            'stack = ["f1"]',
            "position.stack: expected the cards to come, of f2 f4, each once; found f1",
        ),
        ('stack = ["f4"]', "stack = []", "expected the cards to come, of f2 f4, each once; found none"),
        ("money = 7", "money = 9223372036854775807", "expected 0 to 10000"),
        ('stack = ["f4"]', 'stack = ["f4", "f4"]', "expected the cards to come"),
        ('faces = "aba"', 'faces = "abc"', "expected a letter a or b for each of 3"),
        ("entrances = 3", "entrances = 1", "at least 2, found 1"),
        ("gardens = 2", "gardens = 0", "1 are printed on the floors, found 0"),
        ("lots = 1", "lots = 0", ""),
        ('"1a3"', '"1a1"', ""),
        ('"1a3"', '"1b1"', "1b1 is no printed module"),
        ('"1a3"', '"2c2"', "at most 2 different spaces"),
        ('"1a3"', '"9z9"', "is no space"),
        ("red = 2", "red = 2, blue = 1", "unknown key"),
        ("red = 2", "red = -2", "expected 0 to 50"),
        ("red = 2", "red = 20", "parking spaces"),
        ("white = 1, red = 2", "white = 1, yellow = 1, orange = 1, red = 2", ""),
        ("{ yellow = 1 }", "{ white = 1 }", "no patient is white"),
        ("{ yellow = 1 }", "{ yellow = 3, orange = 4 }", ""),
        ("nurses = 1", "nurses = 4", "expected 0 to 3"),
        ("money = 7", "money = -1", "expected 0 to 10000, found -1"),
        ("money = 7", "cash = 7", "money is missing"),
        ("popularity = 11", "popularity = -1", "expected 0 to 10000, found -1"),
    ],
)
def test_faults_of_a_position(old: str, new: str, message: str) -> None:
    assert old in POSITION
    text = HEAD + POSITION.replace(old, new)
    if not message:
        read(text)  # a close case that is fine
        return
    found = faults(text)
    assert any(message in fault for fault in found), found


def test_too_many_people_for_the_dice() -> None:
    people = "{ white = 3, yellow = 3, orange = 3, red = 2 }"
    text = HEAD + POSITION.replace("{ white = 1, red = 2 }", people).replace(
        "{ yellow = 1 }", "{ yellow = 5, orange = 4, red = 1 }"
    )
    assert any("(rule 2.2)" in fault for fault in faults(text.replace("lots = 1", "lots = 9")))


def test_a_crowd_is_refused_in_no_time() -> None:
    crowd = ", ".join(f"{colour} = {n}" for colour, n in (("white", 50), ("yellow", 49), ("orange", 47), ("red", 43)))
    text = POSITION.replace("{ white = 1, red = 2 }", f"{{ {crowd} }}").replace("round = 4", "round = 1")
    assert faults(HEAD + text.replace("{ yellow = 1 }", "{ white = 48, yellow = 46, orange = 41, red = 37 }"))


def test_popularity_stays_0_for_other_goals() -> None:
    text = HEAD.replace('"popularity"', '"staff"') + POSITION
    assert len([fault for fault in faults(text) if "stays 0 when the goal is staff" in fault]) == 2
    read(text.replace("popularity = 11\ntime = 10\n", ""))


def test_negative_popularity_where_the_table_plays_it() -> None:
    options = "[options]\npopularity_below_zero = true\n"
    assert read(HEAD + options + POSITION.replace("popularity = 11", "popularity = -4")).start.popularity == -4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "game is missing"),
        (HEAD, "expected either a [deal] or a [position]"),
        (HEAD + f'[deal]\nid = "{DEAL_ID}"\n' + POSITION, "expected either a [deal] or a [position]"),
        (HEAD + "deal = 3", "deal: expected a table"),
        (HEAD + "[deal]\n", "floors is missing"),
        (HEAD + '[deal]\nid = "000001"\n', "a letter is wrong"),
        (HEAD + '[deal]\nid = "x"\n', "expected 6 letters"),
        (HEAD + '[deal]\nfloors = ["f1"]\n' + FACES, "at least the first two"),
        (HEAD + '[deal]\nfloors = ["f1", "f1"]\n' + FACES, "each card once"),
        (HEAD + '[deal]\nfloors = ["f1", "g2"]\n' + FACES, "'g2' is no floor card"),
        (HEAD + '[deal]\nfloors = ["f1", "f2"]\nfaces = "ab"\n', "a letter a or b for each"),
        (HEAD + f'[deal]\nid = "{DEAL_ID}"\n' + '[orders]\n7 = "a1 a2 a3"\n', "expected a round from 1 to 6"),
        (HEAD + f'[deal]\nid = "{DEAL_ID}"\n' + '[orders]\n1 = "a1 a2 a2"\n', "each of a1 a2 a3 once"),
        (HEAD + f'[deal]\nid = "{DEAL_ID}"\n' + "[orders]\n1 = 5\n", "orders.1: expected a text"),
        (HEAD.replace("medium", "hard"), "'hard' is unknown"),
        (HEAD.replace('"popularity"', '"doctors"').replace("medium", "expert"), "expert is a popularity level"),
        (HEAD.replace("house", "mansion"), "no such file, expected house or lean or rulebook"),
        (HEAD.replace("house", "x" * 300), "expected house or lean or rulebook"),
        (HEAD.replace("house", "\\u0000"), "control characters"),
        (HEAD.replace("house", ""), "is a directory"),
        (HEAD + "[options]\ntriage = 'often'\n", "'often' is unknown"),
        (HEAD + "[options]\ntirage = 'phase'\n", "did you mean triage?"),
        (HEAD + "[options]\nwalk_empty_spaces = 1\n", "options.walk_empty_spaces: expected true or false"),
        (HEAD + "[options]\nreopen_in_round = false\n", "did you mean reopen_within_round?"),
        (HEAD.replace('deck = "house"\n', ""), "deck is missing"),
        (HEAD + "moves = 3\n", "unknown key"),
        (HEAD + "[play]\n", "moves is missing"),
    ],
)
def test_faults_of_a_game_file(text: str, message: str) -> None:
    found = faults(text)
    assert any(message in fault for fault in found), found


def test_wrong_floors_do_not_make_the_stack_unknown() -> None:
    found = faults(HEAD + POSITION.replace('"f3"', '"f9"'))
    assert len(found) == 1
    assert "position.floors[2]: 'f9': expected f1, f2, f3 or f4" in found[0]


def test_a_stack_without_cards() -> None:
    built = POSITION.replace('"f3"]', '"f3", "f2", "f4"]').replace("entrances = 3", "entrances = 4")
    for line in ("", "stack = []\n"):
        assert read(HEAD + built.replace('stack = ["f4"]\n', line)).start.stack == ()
    assert "expected none, all floors are built; found f4" in faults(HEAD + built)[0]


def test_part_of_a_deal_beside_its_id() -> None:
    by_id = read(HEAD + f'[deal]\nid = "{DEAL_ID}"\n')
    assert read(HEAD + f'[deal]\nid = "{DEAL_ID}"\n' + FACES) == by_id
    assert read(HEAD + f'[deal]\nid = "{DEAL_ID}"\nfloors = ["{FLOORS}"]\n') == by_id


@pytest.mark.parametrize("bad", ["a1 a1 a1", "a1 a2", "b1 b2 b3"])
def test_a_wrong_order_beside_an_id(bad: str) -> None:
    first = f'1 = "{" ".join(DEAL.orders[0])}"'
    assert first in ORDERS
    text = HEAD + f'[deal]\nid = "{DEAL_ID}"\nfloors = ["{FLOORS}"]\n' + FACES + ORDERS.replace(first, f'1 = "{bad}"')
    assert any("orders.1: expected each of" in fault for fault in faults(text))


def other_order() -> str:
    return f'[orders]\n2 = "{" ".join(reversed(DEAL.orders[1]))}"\n'


@pytest.mark.parametrize(
    "rest",
    [
        "floors = ['f1', 'f2', 'f3', 'f4']\n",
        f'faces = "{DEAL.faces.translate(str.maketrans("ab", "ba"))}"\n',
        other_order(),
        f'floors = ["{FLOORS}"]\n{FACES}' + other_order(),
        f'floors = ["{FLOORS}"]\n{FACES}' + ORDERS.replace(ORDERS.split("\n")[2], other_order().split("\n")[1]),
    ],
)
def test_an_id_that_says_otherwise(rest: str) -> None:
    found = faults(HEAD + f'[deal]\nid = "{DEAL_ID}"\n' + rest)
    assert any("another deal" in fault for fault in found), found


def test_moves_and_their_lines() -> None:
    text = HEAD + f'[deal]\nid = "{DEAL_ID}"\n' + PLAY
    found = read(text)
    assert [line.line for line in found.moves] == [line_of(text, "build garden"), line_of(text, "hire nobody")]


@pytest.mark.parametrize(
    "play",
    [
        '[play]\nmoves = """\nbuild garden\nbuild gardn\n"""\n',
        '[play]\nmoves = """build garden\nbuild gardn\n"""\n',
        "[play]\nmoves = '''  \nbuild garden\nbuild gardn'''\n",
        'play = { moves = """\nbuild garden\nbuild gardn\n""" }\n',
        'play.moves = """\nbuild garden\nbuild gardn"""\n',
        'title = "\u2028 = \u0085"\n[play]\nmoves = """\nbuild garden\nbuild gardn\n"""\n',
    ],
)
def test_lines_of_moves_that_are_none(play: str) -> None:
    text = HEAD + play + ("[deal]\n" if "[play]" in play else "deal.") + f'id = "{DEAL_ID}"\n'
    (fault,) = faults(text)
    assert fault.startswith(f"x.toml:{line_of(text, 'build gardn')}: play.moves: "), fault


# --- round trips --------------------------------------------------------------------------------------------------


def same(one: GameFile, two: GameFile) -> bool:
    """Equal but for the lines that moves stand on."""
    return one.with_moves(m.move for m in one.moves) == two.with_moves(m.move for m in two.moves)


@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("goal", Goal)
@pytest.mark.parametrize("unknown", [False, True])
def test_games_written_and_read(name: str, goal: Goal, unknown: bool) -> None:
    for seed, level in enumerate(TARGETS[goal]):
        options = Options("phase", True, False) if seed % 2 else Options()
        g = game(DECKS[name], goal, level, **vars(options))
        turns = list(random_game(g, seed, unknown=unknown))
        deal = deal_from_seed(g.deck, seed)
        start = opening(g, seed, unknown=unknown)
        orders = {} if unknown else dict(enumerate(deal.orders, 1))
        plain = GameFile(
            g, name, start, orders, deal=None if unknown else deal, title='A "title" \\ with\ta\nbreak\x7f'
        )
        assert same(read(gamefile.write(plain)), plain)
        for turn in turns:
            if turn.before.phase is Phase.ORDER:
                entered = GameFile(g, name, turn.before, {turn.before.round: ("a2", "a1", "a3")}, entered=True)
                assert same(read(gamefile.write(entered)), entered)


@pytest.mark.parametrize("name", DECKS)
def test_played_games_are_saved_and_replayed(name: str) -> None:
    """A game played along a deal, saved, read back and replayed ends in the same position."""
    g = game(DECKS[name])
    for seed in range(8):
        deal = deal_from_seed(g.deck, seed)
        rng, state, moves = random.Random(seed), opening(g, seed), []
        while not g.is_over(state):
            if state.phase is Phase.ORDER:
                drawn = [
                    o for o, _ in g.chance_outcomes(state) if getattr(o, "cards", ()) == deal.orders[state.round - 1]
                ]
                state = g.apply_outcome(state, drawn[0])
                continue
            moves.append(rng.choice(g.legal_moves(state)))
            state = g.apply(state, moves[-1])
        saved = GameFile(g, name, opening(g, seed), dict(enumerate(deal.orders, 1)), deal=deal).with_moves(moves)
        again = read(gamefile.write(saved))
        assert same(again, saved)
        assert again.id == deal_id(g.deck, deal)
        played = replay(again)
        assert (played.state, played.illegal) == (state, None)
        assert len(played.steps) == len(moves) + 6


def test_replay_stops_at_the_first_illegal_move() -> None:
    text = HEAD + f'[deal]\nid = "{DEAL_ID}"\n[play]\nmoves = """\nbuild garden\nbuild garden\n"""\n'
    result = replay(read(text))
    assert result.illegal is not None
    assert (result.illegal.number, result.illegal.reason.rule) == (1, "4.1")
    assert result.illegal.line is not None
    assert result.illegal.line.line == line_of(text, "build garden")
    assert len(result.steps) == 1  # the draw of round 1


def test_a_revealed_card_is_kept_in_the_file() -> None:
    found = read(HEAD + '[deal]\nfloors = ["f3", "f1"]\n' + FACES)
    known = gamefile.revealed(found, Reveal("f4"))
    assert known.start.stack == ("f1", "f4", "f2")
    assert same(read(gamefile.write(known)), known)


def test_unknown_stacks_are_the_same_however_they_were_entered(tmp_path: Path) -> None:
    cards = DECK_TEXTS["house"].replace('id = "f2"', 'id = "z2"')
    (tmp_path / "d.toml").write_text(cards)
    head = HEAD.replace('"house"', '"d.toml"')
    dealt = read(head + '[deal]\nfloors = ["f1", "f3"]\n' + FACES, str(tmp_path / "x.toml"))
    entered = GameFile(dealt.game, dealt.deck, dealt.start, entered=True)
    assert read(gamefile.write(entered), str(tmp_path / "x.toml")).start == dealt.start


# --- anything else is InvalidFile ------------------------------------------------------------------------------------

GAME_TEXTS = [
    HEAD + f'[deal]\nid = "{DEAL_ID}"\nfloors = ["{FLOORS}"]\n' + FACES + ORDERS + PLAY,
    HEAD + '[deal]\nfloors = ["f3", "f1"]\n' + FACES + "[options]\ntriage = 'phase'\npopularity_below_zero = true\n",
    HEAD + POSITION + PLAY,
]
WORDS = [
    "0",
    "-1",
    "7",
    "99999",
    "true",
    '""',
    '"x"',
    "[]",
    "[1]",
    '["f1"]',
    "{}",
    "{x = 1}",
    "1.5",
    "nan",
    "1979-05-27",
]
WORDS += ['"f1"', '"a1 a2 a3"', '"""\n"""', "[[floor]]", "[play]", "\u2028", "0x" + "f" * 30]


@st.composite
def mangled(draw: st.DrawFn, texts: list[str]) -> str:
    """A valid file with a few characters, lines or values changed."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        lines = text.split("\n")
        at = draw(st.integers(0, len(lines) - 1))
        kind = draw(st.sampled_from(["value", "value", "drop", "double", "swap", "character", "word"]))
        if kind == "value" and "=" in lines[at]:
            lines[at] = lines[at].split("=")[0] + "= " + draw(st.sampled_from(WORDS))
        elif kind == "drop":
            del lines[at]
        elif kind == "double":
            lines.insert(at, lines[at])
        elif kind == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == "word":
            lines.insert(at, draw(st.sampled_from(WORDS)))
        else:
            place = draw(st.integers(0, len(lines[at])))
            replaced = place + draw(st.integers(0, 1))
            lines[at] = lines[at][:place] + draw(st.sampled_from("ab1 0=\"'[]{},.#\\\u2028r-")) + lines[at][replaced:]
        text = "\n".join(lines) or "\n"
    return text


@settings(max_examples=600)
@given(mangled([*DECK_TEXTS.values(), decks.blank()]))
def test_mangled_decks(text: str) -> None:
    try:
        deck, document = decks.check(text, "d.toml")
    except InvalidFile as error:
        places = [fault.line for fault in error.faults]
        assert places
        return
    assert not document.errors
    assert (len(deck.floors), len(deck.actions)) == (4, 3)


@settings(max_examples=800)
@given(mangled(GAME_TEXTS))
def test_mangled_games(text: str) -> None:
    try:
        found = read(text)
    except InvalidFile:
        return
    assert same(read(gamefile.write(found)), found)
    replay(found)  # moves may be illegal, and then it says so


@settings(max_examples=300)
@given(st.text(st.sampled_from('agdelmop=ic9n[]"\n .1{}')))
def test_any_text_at_all(text: str) -> None:
    with pytest.raises(InvalidFile):
        read(text)
    with pytest.raises(InvalidFile):
        decks.check(text, "d.toml")


def test_levels_of_each_goal_are_read() -> None:
    for goal in Goal:
        for level in Level:
            text = HEAD.replace('"popularity"', f'"{goal}"').replace("medium", level) + f'[deal]\nid = "{DEAL_ID}"\n'
            if level in TARGETS[goal]:
                assert read(text).game.target == TARGETS[goal][level]
            else:
                assert any("is a popularity level" in fault for fault in faults(text))
