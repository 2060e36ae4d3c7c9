"""What must hold in every game, over many games played at random; deals and notation."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clin9ic import Clin9ic, Goal, Options, State
from clin9ic.arrange import chosen_trio
from clin9ic.cards import Staff
from clin9ic.deals import deal_from_id, deal_from_seed, deal_id, deal_number
from clin9ic.moves import (
    Admit,
    Arrange,
    Build,
    Buy,
    Care,
    Component,
    Hire,
    Hired,
    Kind,
    Lab,
    Move,
    Order,
    Outpatient,
    Place,
    Reveal,
    Treatment,
)
from clin9ic.notation import format_move, parse_move
from clin9ic.state import Phase, Space
from tabletop.colours import Colour
from tabletop.moves import BadNotation, IllegalMove
from tests.clin9ic.helpers import DECKS, HOUSE, Turn, assert_sound, game, opening, random_game, readings
from tests.clin9ic.helpers import settings as all_settings

EVERY = all_settings() + readings()
DEALS = 24 * 8 * 6**6


def name_of(g: Clin9ic) -> str:
    turned = [name for name, value in vars(g.options).items() if value != vars(Options())[name]]
    return "-".join([g.deck.name, g.goal, g.level, *turned])


def check(g: Clin9ic, turn: Turn) -> None:
    """Everything that must hold of one turn of a game."""
    assert_sound(g, turn.after)
    assert hash(turn.before) == hash(State(*turn.before))
    if isinstance(turn.move, Order | Reveal):
        chances = g.chance_outcomes(turn.before)
        assert math.isclose(sum(probability for _, probability in chances), 1)
        assert len({outcome for outcome, _ in chances}) == len(chances)
        for outcome, _ in chances:
            assert_sound(g, g.apply_outcome(turn.before, outcome))
        return
    assert g.chance_outcomes(turn.before) == []
    assert parse_move(format_move(turn.move)) == turn.move
    assert g.apply(turn.before, parse_move(format_move(turn.move).upper())) == turn.after


@pytest.mark.parametrize("g", EVERY, ids=name_of)
def test_random_games(g: Clin9ic) -> None:
    for seed in range(8):
        last = None
        for turn in random_game(g, seed, unknown=seed % 2 == 0, eager=seed % 4 < 2):
            check(g, turn)
            last = turn.after
        assert last is not None
        assert (last.round, last.phase) == (6, Phase.OVER)
        assert g.final_score(last) == sum(g.score_items(last).values())


@pytest.mark.slow
def test_a_thousand_random_games() -> None:
    for number in range(1000):
        g = EVERY[number % len(EVERY)]
        for turn in random_game(g, number, unknown=number % 3 == 0, eager=number % 2 == 0):
            check(g, turn)


@pytest.mark.parametrize("g", EVERY, ids=name_of)
def test_every_legal_move_is_legal_and_round_trips(g: Clin9ic) -> None:
    for turn in random_game(g, 99, unknown=True):
        moves = g.legal_moves(turn.before)
        assert bool(moves) != g.is_chance(turn.before)
        assert len(set(moves)) == len(moves)
        for move in moves:
            assert parse_move(format_move(move)) == move
            assert_sound(g, g.apply(turn.before, move))


# --- moves that are not legal -------------------------------------------------------------------------------------


def other_number(rng: random.Random) -> int:
    return rng.choice([-2, -1, 0, 1, 2, 3, 7])


def changed(rng: random.Random, move: Move) -> Move:
    """A move like this one, with something changed."""
    match move:
        case Arrange():
            cards = (rng.choice(move.cards), *move.cards[1:])
            return move._replace(cards=cards, left=rng.random() < 0.5)
        case Build():
            extra = Component(rng.choice(list(Kind)), other_number(rng))
            cube = Space(rng.randint(1, 4), rng.randrange(3), rng.randrange(3))
            one = rng.choice(
                [extra, Component(Kind.CONVEYOR, spaces=(cube,)), Component(Kind.CONVEYORS, spaces=(cube,))]
            )
            return Build((*move.components, one))
        case Hire():
            staff = rng.choice(list(Staff))
            colour = rng.choice([None, *Colour])
            return Hire((*move.people, Hired(staff, colour, rng.choice([None, 1, 6]))))
        case Admit():
            return Admit(other_number(rng))
        case Care():
            extra_care = Treatment(rng.choice(list(Colour)), rng.choice(list(Colour)), rng.choice(list(Place)))
            return Care((*move.treatments, extra_care))
        case Buy():
            return Buy(move.points + other_number(rng))
        case Lab():
            return Lab((*move.doctors[1:], rng.choice(list(Colour))))
        case Outpatient():
            return Admit(0)


@pytest.mark.parametrize("g", EVERY, ids=name_of)
def test_changed_moves_are_refused_or_lead_where_a_legal_one_leads(g: Clin9ic) -> None:
    rng = random.Random(5)
    verdicts = {True: 0, False: 0}
    for seed in range(3):
        for turn in random_game(g, 500 + seed, unknown=seed == 1):
            if g.is_chance(turn.before):
                continue
            legal = {g.apply(turn.before, move) for move in g.legal_moves(turn.before)}
            for _ in range(4):
                assert not isinstance(turn.move, Order | Reveal)
                move = changed(rng, turn.move)
                try:
                    after = g.apply(turn.before, move)
                except IllegalMove as error:
                    assert error.rule[0] in "123456"  # noqa: PT017
                    assert error.reason  # noqa: PT017
                    verdicts[False] += 1
                else:
                    assert after in legal, (turn.before, move)
                    verdicts[True] += 1
    assert min(verdicts.values()) > 5


# --- histories ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DECKS)
def test_equal_histories_give_equal_positions(name: str) -> None:
    g, again = game(DECKS[name]), game(DECKS[name])
    for one, two in zip(random_game(g, 3), random_game(again, 3), strict=True):
        assert one == two
        assert hash(one.after) == hash(two.after)


@pytest.mark.parametrize("name", DECKS)
def test_moves_in_another_order_meet_in_the_same_position(name: str) -> None:
    g = game(DECKS[name])
    first = g.apply_outcome(opening(g, 0), Order(("a1", "a2", "a3")))
    arranged = next(
        after for after in (g.apply(first, move) for move in g.legal_moves(first)) if after.trio[0].action == "build"
    )
    one = g.apply(arranged, parse_move("build garden pillar"))
    two = g.apply(arranged, parse_move("build pillar garden"))
    assert one == two
    assert len({one, two}) == 1


@pytest.mark.parametrize("name", DECKS)
def test_known_and_unknown_stacks_agree(name: str) -> None:
    """A game played not knowing the stack, and the same game with the stack known from the start."""
    g = game(DECKS[name])
    revealed = 0
    for seed in range(30):
        turns = list(random_game(g, seed, unknown=True))
        shown = next((turn.move.card for turn in turns if isinstance(turn.move, Reveal)), None)
        start = turns[0].before
        top, *rest = start.stack
        order = [shown, *(card for card in rest if card != shown)] if shown else rest
        state = start._replace(stack=(top, *order), unknown=False)
        waiting: Build | None = None
        for turn in turns:
            if isinstance(turn.move, Reveal):
                revealed += 1
                if turn.after.built:
                    continue  # the action goes on with a second Build move
                assert waiting is not None
                state, waiting = g.apply(state, waiting), None
            elif isinstance(turn.move, Order):
                state = g.apply_outcome(state, turn.move)
            elif isinstance(turn.move, Build) and turn.after.phase is Phase.REVEAL:
                waiting = turn.move
                continue
            elif isinstance(turn.move, Build) and waiting is not None:
                state = g.apply(state, Build(waiting.components + turn.move.components))
                waiting = None
            else:
                state = g.apply(state, turn.move)
            assert state == turn.after._replace(stack=state.stack, unknown=False)
        assert state == turns[-1].after._replace(stack=state.stack, unknown=False)
    assert revealed > 5


def test_any_card_may_be_revealed() -> None:
    g = game()
    games = (random_game(g, seed, unknown=True) for seed in range(25))
    seen = {turn.move.card for turns in games for turn in turns if isinstance(turn.move, Reveal)}
    assert seen == {"f1", "f2", "f3", "f4"}


# --- deals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DECKS)
@given(st.integers(0, DEALS - 1))
def test_deal_ids_round_trip(name: str, number: int) -> None:
    deck = DECKS[name]
    deal = deal_number(deck, number)
    written = deal_id(deck, deal)
    assert len(written) == 6
    assert deal_from_id(deck, written) == deal
    assert deal_from_id(deck, f" {written.upper()} ") == deal


def test_deals_are_all_different() -> None:
    rng = random.Random(1)
    numbers = rng.sample(range(DEALS), 2000)
    assert len({deal_id(HOUSE, deal_number(HOUSE, number)) for number in numbers}) == 2000
    assert deal_number(HOUSE, DEALS) == deal_number(HOUSE, 0)


@settings(max_examples=30)
@given(st.integers(0, DEALS - 1))
def test_a_single_wrong_letter_shows(number: int) -> None:
    written = deal_id(HOUSE, deal_number(HOUSE, number))
    for place in range(6):
        for letter in "0123456789abcdefghjkmnpqrstvwxyzu-":
            if letter != written[place]:
                with pytest.raises(ValueError, match="is no deal id"):
                    deal_from_id(HOUSE, written[:place] + letter + written[place + 1 :])


def test_letters_that_look_like_digits() -> None:
    for number in range(300):
        written = deal_id(HOUSE, deal_number(HOUSE, number * 7919))
        misread = written.replace("0", "o").replace("1", "l")
        assert (
            deal_from_id(HOUSE, misread)
            == deal_from_id(HOUSE, misread.replace("l", "I"))
            == deal_from_id(HOUSE, written)
        )


def test_seeds_are_kept_for_ever() -> None:
    """The same seed gives the same deal on every machine and in every version."""
    assert [deal_id(HOUSE, deal_from_seed(HOUSE, seed)) for seed in range(3)] == ["2c63rs", "5xxnw2", "3tqmrp"]
    seeds = {deal_id(HOUSE, deal_from_seed(HOUSE, seed)) for seed in range(500)}
    assert len(seeds) > 495


# --- notation -----------------------------------------------------------------------------------------------------

colours = st.sampled_from(Colour)
spaces = st.builds(Space, st.integers(1, 4), st.integers(0, 2), st.integers(0, 2))
simple = st.sampled_from([Component(k) for k in (Kind.ENTRANCE, Kind.PARKING, Kind.GARDEN, Kind.PILLAR, Kind.FLOOR)])
components = (
    simple
    | st.builds(lambda floor: Component(Kind.UPGRADE, floor=floor), st.integers(1, 4))
    | st.builds(lambda one: Component(Kind.CONVEYOR, spaces=(one,)), spaces)
    | st.builds(lambda one, two: Component(Kind.CONVEYORS, spaces=tuple(sorted((one, two)))), spaces, spaces)
)
boxes = st.none() | st.integers(1, 6)
people = st.builds(Hired, st.just(Staff.DOCTOR), colours, boxes) | st.builds(
    Hired, st.sampled_from([Staff.NURSE, Staff.ORDERLY]), st.none(), boxes
)


def many(items: st.SearchStrategy[object], most: int = 4) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(items, max_size=most).map(tuple)


moves = (
    st.builds(
        Arrange,
        st.permutations(["a1", "a2", "a3"]).map(tuple),
        st.tuples(*[st.booleans()] * 3),
        st.tuples(*[st.booleans()] * 2),
        st.booleans(),
    )
    | st.builds(Outpatient, st.booleans())
    | st.builds(Build, many(components))
    | st.builds(Hire, many(people))
    | st.builds(Admit, st.integers(0, 9999))
    | st.builds(Care, many(st.builds(Treatment, colours, colours, st.sampled_from(Place))))
    | st.builds(Buy, st.integers(0, 9999))
    | st.builds(Lab, st.lists(colours, min_size=1, max_size=3).map(lambda found: tuple(sorted(found))))
)


@given(moves)
def test_any_move_round_trips(move: Move) -> None:
    assert parse_move(format_move(move)) == move
    spread = format_move(move).replace(" ", "   ").upper()
    assert parse_move(f"  {spread} ") == move


@given(moves, st.integers(0, 40), st.sampled_from(" ,:@+x19ü"))
def test_any_text_is_a_move_or_bad_notation(move: Move, place: int, letter: str) -> None:
    text = format_move(move)
    typed = text[:place] + letter + text[place + 1 :]
    try:
        read = parse_move(typed)
    except BadNotation as error:
        words = str(error)
        assert words
        return
    assert parse_move(format_move(read)) == read


@pytest.mark.parametrize(
    "text",
    [
        "",
        "biuld garden",
        "build",
        "build gardn",
        "build garden:1",
        "build upgrade",
        "build upgrade:5",
        "build upgrade:0",
        "build conveyor",
        "build conveyor:1d1",
        "build conveyor:1a1+1a2",
        "build conveyors:1a1",
        "hire",
        "hire doctor",
        "hire nurse:red",
        "hire doctor:blue",
        "hire nurse@7",
        "hire cook",
        "admit",
        "admit -1",
        "admit two",
        "admit 12345",
        "care",
        "care red",
        "care red by",
        "care red with red",
        "care red by red in",
        "care red by red in garden",
        "care red by red,",
        "buy",
        "buy 1.5",
        "lab",
        "lab blue",
        "outpatient",
        "outpatient maybe",
        "arrange a1 a2 a3",
        "arrange a1 a2 over a3 beside, left",
        "arrange a1 a2 over a3 over",
        "order a1 a2 a3",
    ],
)
def test_bad_notation(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_move(text)


def test_short_colours_and_explicit_places() -> None:
    assert parse_move("care r by o in treatment, w by y") == parse_move("care red by orange, white by yellow")
    assert parse_move("hire doctor:r") == parse_move("hire doctor:red")
    assert parse_move("build conveyors:2b3+1a1") == parse_move("build conveyors:1a1+2b3")


def test_trios_of_both_sides_of_a_turned_card() -> None:
    g = game(goal=Goal.STAFF)
    state = opening(g, 0)._replace(phase=Phase.ARRANGE, order=("a1", "a2", "a3"), faces="aaa")
    turned = Arrange(("a1", "a2", "a3"), (True, False, False), (False, False), True)
    card = HOUSE.actions[0].a.turned()
    assert chosen_trio(g, state, turned)[:2] == (card.left, card.right)
