"""Set-up, arranging and Build (3, 4.1 to 4.4) rule by rule: where each bites and where it does not."""

from typing import Any

import pytest

from clin9ic import Clin9ic, Goal, Level, State, build
from clin9ic.arrange import chosen_trio, legal_arrangements, visible_sections
from clin9ic.cards import ActionSide
from clin9ic.clinic import clinic_of
from clin9ic.moves import Arrange, Component, Kind, Reveal
from clin9ic.setting import TARGETS
from clin9ic.state import Phase, parking
from tabletop.moves import IllegalMove
from tests.clin9ic.helpers import (
    BUILD,
    HOUSE,
    NOBODY,
    ROOMY,
    acting,
    clinic,
    deck,
    do,
    game,
    position,
    refused,
    section,
    side,
    spaces,
)

# --- 3 set-up -----------------------------------------------------------------------------------------------------


def test_start() -> None:
    g = game()
    state = g.start(["f2", "f4", "f1", "f3"], "aba")
    assert (state.round, state.money, state.entrances, state.cars) == (1, 15, 1, 2)
    assert (state.doctors, state.patients) == ((1, 0, 0, 0), (1, 0, 0, 0))
    assert (state.nurses, state.orderlies, state.lots, state.conveyors) == (0, 0, 0, ())
    assert (state.popularity, state.time, state.treated) == (0, 0, 0)
    assert [tuple(floor) for floor in state.floors] == [("f2", False)]
    assert (state.stack, state.faces) == (("f4", "f1", "f3"), "aba")
    assert parking(g, state) == 14


def test_start_counts_printed_gardens_and_pillars() -> None:
    g = clinic("G.. GP. T..")
    state = g.start(["f1", "f2", "f3", "f4"], "aaa")
    assert (state.gardens, state.pillars) == (2, 1)


def test_targets() -> None:
    assert [TARGETS[Goal.TREATED][level] for level in list(Level)[:3]] == [14, 16, 18]
    assert [TARGETS[Goal.DOCTORS][level] for level in list(Level)[:3]] == [8, 10, 12]
    assert [TARGETS[Goal.SKILLED][level] for level in list(Level)[:3]] == [6, 8, 10]
    assert [TARGETS[Goal.STAFF][level] for level in list(Level)[:3]] == [12, 14, 16]
    assert [TARGETS[Goal.POPULARITY][level] for level in Level] == [45, 60, 75, 100, 120, 140]
    assert all(len(TARGETS[goal]) == 3 for goal in Goal if goal is not Goal.POPULARITY)


# --- 4.1-4.3 arranging --------------------------------------------------------------------------------------------


def test_six_orders_equally_likely() -> None:
    g = game()
    chances = g.chance_outcomes(position(g))
    assert len({outcome for outcome, _ in chances}) == 6
    assert {probability for _, probability in chances} == {1 / 6}


def test_turning_a_card() -> None:
    card = ActionSide(section("build O w / N y"), section("hire y D / D w"))
    assert card.turned() == ActionSide(section("hire w D / D y"), section("build y N / w O"))
    assert card.turned().turned() == card


def arranged(over: tuple[bool, bool], turned: tuple[bool, bool, bool] = (False,) * 3, left: bool = True) -> Arrange:
    return Arrange(("a1", "a2", "a3"), turned, over, left)


def test_visible_sections() -> None:
    g = game()
    state = position(g, phase=Phase.ARRANGE, order=("a1", "a2", "a3"))
    one, two, three = (card.a for card in HOUSE.actions)
    assert visible_sections(g, state, arranged((False, False))) == (one.left, one.right, two.right, three.right)
    assert visible_sections(g, state, arranged((True, True))) == (one.left, two.left, three.left, three.right)
    assert visible_sections(g, state, arranged((True, False))) == (one.left, two.left, two.right, three.right)
    assert visible_sections(g, state, arranged((False, True))) == (one.left, one.right, three.left, three.right)
    second = two.turned()
    assert visible_sections(g, state, arranged((True, False), (False, True, False)))[1:3] == (second.left, second.right)


def test_faces_that_are_up_count() -> None:
    g = game()
    state = position(g, phase=Phase.ARRANGE, order=("a1", "a2", "a3"), faces="bab")
    one, two, three = HOUSE.actions
    assert visible_sections(g, state, arranged((False, False))) == (one.b.left, one.b.right, two.a.right, three.b.right)


def test_left_and_right_trio() -> None:
    g = game()
    state = position(g, phase=Phase.ARRANGE, order=("a1", "a2", "a3"))
    visible = visible_sections(g, state, arranged((True, True)))
    assert do(g, state, "arrange a1 a2 over a3 over, left").trio == visible[:3]
    assert do(g, state, "arrange a1 a2 over a3 over, right").trio == visible[1:]


def test_every_trio_of_the_64_is_offered_once() -> None:
    g = game()
    state = position(g, phase=Phase.ARRANGE, order=("a3", "a1", "a2"))
    flags = [(bool(n & 1), bool(n & 2), bool(n & 4), bool(n & 8), bool(n & 16), bool(n & 32)) for n in range(64)]
    every = {chosen_trio(g, state, Arrange(("a3", "a1", "a2"), (a, b, c), (d, e), f)) for a, b, c, d, e, f in flags}
    offered = [chosen_trio(g, state, move) for move in legal_arrangements(g, state)]
    assert set(offered) == every
    assert len(offered) == len(every)


def test_cards_lie_in_the_order_drawn() -> None:
    g = game()
    state = position(g, phase=Phase.ARRANGE, order=("a3", "a1", "a2"))
    refused(g, state, "arrange a1 a2 over a3 over, left", "4.1")


# --- 4.4 Build ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("component", "price", "changed"),
    [
        ("entrance", 2, {"entrances": 2}),
        ("parking", 2, {"lots": 1}),
        ("garden", 2, {"gardens": 1}),
        ("pillar", 2, {"pillars": 1}),
        ("conveyor:1a3", 2, {"conveyors": spaces("1a3")}),
    ],
)
def test_simple_components(component: str, price: int, changed: dict[str, object]) -> None:
    g = game()
    before = acting(g, BUILD, money=price)
    after = do(g, before, f"build {component}")
    assert after == before._replace(money=0, step=1, **changed)  # type: ignore[arg-type]
    refused(g, before._replace(money=price - 1), f"build {component}", "4.4")


def test_at_most_two_components_the_same_one_twice() -> None:
    g = game()
    before = acting(g, BUILD)
    assert do(g, before, "build garden garden").gardens == 2
    assert do(g, before, "build nothing") == before._replace(step=1)
    refused(g, before, "build garden garden garden", "4.4")


def test_second_component_must_be_paid_too() -> None:
    g = game()
    refused(g, acting(g, BUILD, money=3), "build garden pillar", "4.4")
    assert do(g, acting(g, BUILD, money=4), "build garden pillar").money == 0


@pytest.mark.parametrize(("kind", "key"), [("entrance", "entrances"), ("garden", "gardens"), ("pillar", "pillars")])
def test_six_is_the_most(kind: str, key: str) -> None:
    g = game()
    five: dict[str, Any] = {key: 5}
    after = do(g, acting(g, BUILD, **five), f"build {kind}")
    assert getattr(after, key) == 6
    refused(g, after, f"build {kind}", "4.4")


def test_lots_have_no_limit_but_money() -> None:
    g = game()
    after = do(g, acting(g, BUILD, lots=9), "build parking parking")
    assert (after.lots, parking(g, after)) == (11, 14 + 22)


def test_new_floor() -> None:
    g = clinic("T.. ... ...", "GGP H.. ...", "... ... ...", "GGG ... ...")
    before = acting(g, BUILD, money=12)
    after = do(g, before, "build floor")
    assert [floor.card for floor in after.floors] == ["f1", "f2"]
    assert not after.floors[1].upgraded
    assert (after.money, after.entrances, after.gardens, after.pillars) == (6, 2, 2, 1)
    assert parking(g, after) == parking(g, before)
    refused(g, before._replace(money=5), "build floor", "4.4")
    assert len(do(g, before, "build floor floor").floors) == 3


def test_floor_and_upgrade_may_pass_what_the_dice_show() -> None:
    g = game(deck(side("T.. ... ..."), (side("GGP P.. ..."), side("GGG PPP ..."))))
    after = do(g, acting(g, BUILD, gardens=5, pillars=5, entrances=6), "build floor upgrade:2")
    assert (after.gardens, after.pillars, after.entrances) == (6, 6, 6)


def test_at_most_four_floors() -> None:
    g = game()
    refused(g, acting(g, BUILD, "f1 f2 f3 f4", money=99), "build floor", "4.4")


def test_upgrade() -> None:
    g = game()  # f3: side B has an operating room, a treatment room and a garden more
    before = acting(g, BUILD, "f1 f3", money=3)
    after = do(g, before, "build upgrade:2")
    assert [floor.upgraded for floor in after.floors] == [False, True]
    assert (after.money, after.gardens, after.entrances) == (0, before.gardens + 1, before.entrances)
    refused(g, after._replace(money=9), "build upgrade:2", "4.4")
    refused(g, before, "build upgrade:3", "4.4")
    refused(g, before._replace(money=2), "build upgrade:2", "4.4")


def test_upgrade_may_lose_gardens() -> None:
    g = game(deck((side("GG. P.. T.."), side("G.. ... T.."))))
    after = do(g, acting(g, BUILD, gardens=4, pillars=1), "build upgrade:1")
    assert (after.gardens, after.pillars) == (3, 0)


SMALL_B = deck((side(ROOMY, parking=14), side(ROOMY, parking=9)))


@pytest.mark.parametrize(
    ("cars", "lots", "bought"), [(9, 0, 0), (10, 0, 1), (11, 0, 1), (12, 0, 2), (12, 1, 1), (13, 2, 0)]
)
def test_upgrade_of_floor_1_buys_missing_lots(cars: int, lots: int, bought: int) -> None:
    g = game(SMALL_B, lots_kept_on_upgrade=True)
    before = acting(g, BUILD, doctors=(cars, 0, 0, 0), patients=NOBODY, lots=lots, money=3 + 2 * bought)
    after = do(g, before, "build upgrade:1")
    assert (after.lots, after.money) == (lots + bought, 0)
    assert parking(g, after) == 9 + 2 * (lots + bought)
    refused(g, before._replace(money=before.money - 1), "build upgrade:1", "4.4")


def test_lots_go_on_upgrade_unless_the_table_plays_otherwise() -> None:
    g = game(SMALL_B)
    before = acting(g, BUILD, doctors=(12, 0, 0, 0), patients=NOBODY, lots=3, money=7)
    assert do(g, before, "build upgrade:1").lots == 2
    assert do(g, before._replace(doctors=(2, 0, 0, 0)), "build upgrade:1").lots == 0
    refused(g, before._replace(money=6), "build upgrade:1", "4.4")
    assert do(game(SMALL_B, lots_kept_on_upgrade=True), before, "build upgrade:1").lots == 3


def test_lots_stay_when_another_floor_is_upgraded() -> None:
    g = game(deck(side(ROOMY), (side(ROOMY, parking=14), side(ROOMY, parking=0))))
    before = acting(g, BUILD, "f1 f2", lots=3, doctors=(6, 0, 0, 0), money=3)
    assert do(g, before, "build upgrade:2") == before._replace(
        money=0, step=1, floors=(before.floors[0], before.floors[1]._replace(upgraded=True))
    )


def test_conveyors() -> None:
    g = game()
    before = acting(g, BUILD, money=8)
    one = do(g, before, "build conveyor:1a3")
    assert one.conveyors == spaces("1a3")
    both = do(g, one, "build conveyor:1a2")
    assert both.conveyors == spaces("1a2", "1a3")
    refused(g, one, "build conveyor:1a3", "4.4")  # two cubes on one module
    refused(g, one, "build conveyor:1b2", "4.4")  # no module
    refused(g, one, "build conveyor:2a3", "4.4")  # no such floor
    refused(g, both, "build conveyor:1b3", "4.4")  # no third cube
    refused(g, one, "build conveyors:1a2+1b3", "4.4")  # no pair yet
    moved = do(g, both, "build conveyors:1a3+1b3")
    assert (moved.conveyors, both.money - moved.money) == (spaces("1a3", "1b3"), 4)
    refused(g, both, "build conveyors:1b3+1b3", "4.4")
    refused(g, both, "build conveyors:1b3+1c3", "4.4")
    refused(g, both, "build conveyors:1a2+1a3", "4.4")  # nothing would move
    refused(g, both._replace(money=3), "build conveyors:1a3+1b3", "4.4")


def test_listing_builds_tries_little_more_than_it_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cubes moved twice by each pair of ways would be the square of that: seconds for a single list."""
    g = game()
    before = acting(g, BUILD, "f1 f2 f3", money=30)
    modules = clinic_of(g, before).modules
    before = before._replace(conveyors=modules[:2])
    tried, once = list[Component](), build.build_component

    def counted(setting: Clin9ic, state: State, component: Component) -> State:
        tried.append(component)
        return once(setting, state, component)

    monkeypatch.setattr(build, "build_component", counted)
    listed = build.legal_builds(g, before)
    twice = [move for move in listed if [one.kind for one in move.components] == [Kind.CONVEYORS] * 2]
    assert len(twice) == len(modules) * (len(modules) - 1) // 2  # anywhere, and back to where they were
    assert len(tried) < 6 * len(listed)


def test_upgrade_returns_cubes_whose_module_is_gone() -> None:
    g = game()  # f2: T at b2, H at b3, S at c3 on side A; X at c1 and T at a3 on side B
    before = acting(g, BUILD, "f2 f1", conveyors=spaces("1b2", "2a3"))
    after = do(g, before, "build upgrade:1 conveyor:1c1")
    assert after.conveyors == spaces("1c1", "2a3")
    assert do(g, before, "build upgrade:2").conveyors == before.conveyors  # f1's hub stays where it is


def test_the_unknown_card_is_revealed_inside_build() -> None:
    g = game()
    before = acting(g, BUILD, money=30, unknown=True)
    assert before.stack == ("f2", "f3", "f4")
    refused(g, before, "build floor garden", "3.1")
    built = do(g, before, "build floor")
    assert (built.phase, built.built, g.is_chance(built)) == (Phase.REVEAL, 1, True)
    assert g.chance_outcomes(built) == [(Reveal("f3"), 0.5), (Reveal("f4"), 0.5)]
    shown = g.apply_outcome(built, Reveal("f4"))
    assert (shown.stack, shown.unknown, shown.phase, shown.step) == (("f4", "f3"), False, Phase.ACT, 0)
    refused(g, shown, "build garden garden", "4.4")
    assert do(g, shown, "build floor").floors[-1].card == "f4"
    second = do(g, before, "build garden floor")
    done = g.apply_outcome(second, Reveal("f3"))
    assert (done.step, done.built, done.phase) == (1, 0, Phase.ACT)
    with pytest.raises(IllegalMove, match=r"'reveal f2' cannot happen here: reveal is due \(rule 3.1\)"):
        g.apply_outcome(built, Reveal("f2"))
