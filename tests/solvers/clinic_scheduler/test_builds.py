"""The builders of section 5: each rule once where it bites and once where it does not."""

import pytest

from clinic_solo.tiles import Action, Tile
from tests.solvers.clinic_scheduler.aims import EndValue
from tests.solvers.clinic_scheduler.bench import at, bench

CORNER = "Hp T S/. . ."  # hub, treatment and supply room in the north, the south is free
SMALL = "Hp . ./. . ."
FEW = frozenset({"conveyor", "helipad", "parking", "upgrade"})


def test_no_more_than_two_components_in_an_action() -> None:
    """5.1."""
    one, two = bench(CORNER, leave_out=FEW), bench(CORNER, slot=2, leave_out=FEW)
    assert one.most(sum(one.draft.built.tiles.values())) == 2
    assert two.most(sum(two.draft.built.tiles.values()), *two.use(Action.BUILD, Action.BUILD)) == 4


def test_build_actions_come_before_hire_actions() -> None:
    """4.2: the other order gains nothing, and the model leaves it out; with Admit it may be either."""
    two = bench(CORNER, slot=2, leave_out=FEW)
    assert not two.possible(*two.use(Action.HIRE, Action.BUILD))
    assert two.possible(*two.use(Action.BUILD, Action.HIRE))
    assert two.possible(*two.use(Action.ADMIT, Action.BUILD))


def test_no_action_without_its_tile() -> None:
    """4.2."""
    assert not bench(CORNER, tiles=(0, 2, 2)).can_build(("G", "0a2"))
    assert bench(CORNER, tiles=(1, 2, 2)).can_build(("G", "0a2"))


@pytest.mark.parametrize(
    ("floors", "components", "allowed"),
    [
        ([CORNER], [("S", "0a1")], False),  # 5.2a: not empty
        ([CORNER], [("S", "0a2")], True),
        ([CORNER], [("G", "0a2"), ("S", "0a2")], False),
        ([CORNER], [("G", "0a2"), ("S", "0b2")], True),
        ([SMALL], [("T", "1b1")], False),  # 5.2b: nothing below
        ([SMALL], [("T", "1a1")], True),
        ([SMALL], [("T", "0b1"), ("S", "1b1")], True),
        ([SMALL], [("S", "1b1"), ("T", "0b1")], False),
        ([CORNER], [("T", "0b2")], False),  # 5.2c: a treatment room beside a treatment room
        ([CORNER], [("T", "0a2")], True),
        ([SMALL], [("T", "0b1"), ("T", "0c1")], False),
        ([SMALL], [("T", "0b1"), ("T", "1a1")], True),
        ([CORNER], [("T", "1b1")], False),  # above, too
        (["Hp . T/. . ."], [("S", "0b1")], False),  # 5.2e: two buildings would be joined
        (["Hp T ./. . ."], [("S", "0c1")], True),
        ([SMALL], [("T", "0c1"), ("S", "0b1")], False),
        ([SMALL], [("S", "0b1"), ("T", "0c1")], True),
        ([CORNER], [("Hc", "0a2")], False),  # 5.4: a second hub on the floor of a building
        ([CORNER, ". . ."], [("Hc", "1b1")], True),
        ([SMALL], [("Hc", "0c2")], True),  # another building
        ([SMALL], [("T", "0b1"), ("Hc", "0c1")], False),
        ([CORNER], [("Hc", "1b1"), ("Hc", "0c2")], False),  # one hub of a service in a round
        ([CORNER], [("Hc", "1b1"), ("Hp", "2b1")], False),  # kinds apart
        ([CORNER], [("L", "0a2"), ("O", "0c2")], False),  # 5.7: one special module in a round
        ([CORNER], [("L", "0a2"), ("S", "0b2")], True),
        ([CORNER], [("R", "0a2")], False),  # not face up
        ([CORNER], [("G", "0a2"), ("G", "1a2")], True),  # 5.8
        ([CORNER], [("G", "1a1")], False),
        ([CORNER], [("A", "1a1")], True),  # 5.9
        ([CORNER], [("A", "1a2")], False),
        ([CORNER], [("A", "1a1"), ("S", "1a1")], False),
        ([CORNER], [("entrance", "Ec1")], True),  # 5.10
        ([CORNER], [("entrance", "Wa1")], False),
        ([CORNER], [("entrance", "Sb2")], False),
        ([CORNER], [("S", "0b2"), ("entrance", "Sb2")], True),
        ([CORNER], [("entrance", "Sb2"), ("S", "0b2")], False),
        ([CORNER], [("conveyor", "0a1 0c1")], True),  # 5.11
        ([CORNER], [("conveyor", "0a1")], False),
        ([CORNER, "T . ./. . ."], [("conveyor", "1a1 0c1")], False),  # not in line
        ([CORNER, "T . ./. . ."], [("conveyor", "0a1 0c1"), ("conveyor", "1a1")], True),
        ([CORNER, "T . ./. . ."], [("conveyor", "0a1 0c1"), ("conveyor", "1a1 0b1")], False),
        ([CORNER], [("P2", "0a2"), ("upgrade", "a2")], True),  # 5.12
        ([CORNER], [("upgrade", "a2")], False),
        ([CORNER], [("P2", "1a1")], False),
        ([SMALL], [("T", "0b1"), ("bonus", "0c1")], True),  # 5.5
        ([SMALL], [("T", "0b1"), ("bonus", "0c2")], False),  # not adjacent
        ([SMALL], [("G", "0b1"), ("bonus", "0a2")], False),  # no treatment room
        ([SMALL], [("T", "0b1"), ("bonus", "0c1"), ("L", "1b1")], True),  # outside the limit
    ],
)
def test_what_may_be_built(floors: list[str], components: list[tuple[str, str]], allowed: bool) -> None:
    out = () if any(token == "conveyor" for token, _ in components) else ("conveyor",)
    assert bench(*floors, leave_out=out).can_build(*components) is allowed


def test_limits_of_tiles() -> None:
    """1.3: four supply rooms."""
    three = ["Hp T S/S . T", "S . ./. . ."]
    assert bench(*three).can_build(("S", "1c2"))
    assert not bench(*three).can_build(("S", "1c2"), ("S", "1b1"))


def test_all_is_paid_from_savings() -> None:
    """5.1, 5.3: two treatment rooms on the ground for $4."""
    rooms = ("T", "0b1"), ("T", "0a2")
    assert bench(SMALL, money=4).can_build(*rooms)
    assert not bench(SMALL, money=3).can_build(*rooms)


def test_a_car_at_a_border_keeps_modules_out() -> None:
    """5.2d."""
    assert not bench(CORNER, cars="a2-b2").can_build(("S", "0b2"))
    assert bench(CORNER, cars="a2-W").can_build(("S", "0b2"))
    assert bench(CORNER, cars="a2-b2").can_build(("G", "0b2"))


def test_cars_move_into_a_new_parking_tile() -> None:
    """5.12: the car goes first, then a module can come; three cars only into an upgraded tile."""
    parking, room = ("P2", "0c2"), ("L", "0a2")
    assert bench(CORNER, cars="a2-b2").can_build(parking, room)
    assert bench(CORNER, cars="a2-b2, a2-W").can_build(parking, room)
    assert not bench(CORNER, cars="a2-b2, a2-W, a2-S").can_build(parking, room)
    upgrade = bench("Hp T S/. . P2", cars="a2-b2, a2-W, a2-S")
    assert upgrade.can_build(("upgrade", "c2"), room)
    assert not bench("Hp T S/. . P2", cars="a2-b2, a2-W, a2-S, lot c2").can_build(("upgrade", "c2"), room)


def test_buildings_that_treat() -> None:
    """11.4: beyond the first; one action makes the old building treat, it takes two for another."""
    worth = EndValue(buildings=1)
    assert bench(SMALL, value=worth, leave_out=FEW).best() == 0
    assert bench(SMALL, value=worth, leave_out=FEW, slot=2).best() == 1


def test_rooms_upstairs_score_when_they_work() -> None:
    """5.5, 11.3: a room beside a hub on its floor, by a supply room."""
    hub_upstairs = bench(CORNER, "S Hp ./. . .")
    room = hub_upstairs.draft.tile[at("1c1"), Tile.TREATMENT]
    lone = bench(CORNER, "S . Hp/. . .")
    assert hub_upstairs.best(room == 1) == hub_upstairs.best(room == 0) == 2
    assert lone.best(lone.draft.tile[at("1b1"), Tile.LAB] == 1) == 0
