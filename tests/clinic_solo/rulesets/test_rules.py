"""The rulesets rule by rule, with the worked examples of section 17 that touch them."""

from dataclasses import replace
from typing import Any

import pytest

from clinic_solo import ClinicSolo, Need, State
from clinic_solo.care import nurses_needed, pay
from clinic_solo.hire import price
from clinic_solo.moves import NO_COLOUR, Treatment
from clinic_solo.planner import destinations
from clinic_solo.state import Phase
from clinic_solo.tiles import Person, Thing, Tile, Token
from tests.clinic_solo.helpers import at, door, house, moving, play, position, rule, spots

W, Y, O, R, PURPLE = range(5)  # noqa: E741
FLOOR = ["S T . / . Hp . / L . T", "S . . / . . . / T . ."]


def having(*rulesets: str, **switches: Any) -> ClinicSolo:
    deck = replace(house(), switches=replace(house().switches, **switches)) if switches else house()
    return ClinicSolo(deck, "3x3", "top_floor", True, rulesets)


def caring(game: ClinicSolo, floors: list[str], **fields: Any) -> State:
    return moving(game, floors, **{"phase": Phase.CARE, "entrances": door(game, "Sa3"), **fields})


def tokens(game: ClinicSolo, **places: str) -> tuple[tuple[int, int], ...]:
    """Tokens by kind: extinguisher="0a1 0b2", blood="0b2"."""
    found = [(at(game, name), Token[kind.upper()]) for kind, names in places.items() for name in names.split()]
    return tuple(sorted((place, int(token)) for place, token in found))


# --- 14A: blood -----------------------------------------------------------------------------------------------------


BLOOD = having("blood")
WARD = ["S T . / Hp . . / . . ."]


def ward(**fields: Any) -> State:
    standard = {"entrances": door(BLOOD, "Wa2"), "nurses": (at(BLOOD, "Wa2"),), "doctors": ((at(BLOOD, "0a2"), W),)}
    return moving(BLOOD, WARD, **{**standard, **fields})


def test_lying_down_takes_three_and_needs_a_hub_of_ones_own() -> None:
    state = ward()
    assert rule(BLOOD, state, "move nurse Wa2 > 0a2 lying") == "14A1"  # the doctor is there
    assert rule(BLOOD, state, "move nurse Wa2 > 0b1 lying") == "14A1"  # no hub
    after = play(BLOOD, state, "move doctor white 0a2 > 0b1; nurse Wa2 > 0a2 lying")
    assert after.time == 1 + 3 + 2  # 0a2 and 0b1 meet at a corner: the doctor goes round
    assert after.lying == ((Person.NURSE, NO_COLOUR, at(BLOOD, "0a2")),)
    stays = ward(doctors=(), nurses=(at(BLOOD, "0a2"),))
    assert play(BLOOD, stays, "move nurse 0a2 > 0a2 lying").time == 3
    two = ward(doctors=(), nurses=(at(BLOOD, "0a2"),) * 2)
    assert rule(BLOOD, two, "move nurse 0a2 > 0a2 lying x2") == "14A1"


def test_an_orderly_may_give_blood_and_is_not_sent_away() -> None:
    """[decision orderly-donor]."""
    state = ward(nurses=(), doctors=(), orderlies=(at(BLOOD, "0a1"), at(BLOOD, "Wa2")))
    assert rule(BLOOD, state, "move orderly Wa2 > 0a2") == "8.5"
    assert rule(BLOOD, state, "move orderly Wa2 > home") is None
    after = play(BLOOD, state, "move orderly Wa2 > 0a2 lying")
    assert len(after.orderlies) == 2
    gave = play(BLOOD, after, "treat nobody; blood at 0a2")
    assert (gave.having(Token.BLOOD), gave.lying) == ((at(BLOOD, "0a2"),), ())
    again = gave._replace(phase=Phase.MOVE)
    assert rule(BLOOD, again, "move nobody") == "8.5"  # a hub is no place for an orderly without blood to give
    assert rule(BLOOD, again, "move orderly 0a2 > home") is None


def test_giving_is_for_those_who_lie_and_while_tokens_last() -> None:
    lying = {"nurses": (at(BLOOD, "0a2"),), "lying": ((Person.NURSE, NO_COLOUR, at(BLOOD, "0a2")),), "doctors": ()}
    state = caring(BLOOD, WARD, **lying)
    assert [BLOOD.format(move) for move in BLOOD.legal_moves(state)] == ["treat nobody", "treat nobody; blood at 0a2"]
    assert play(BLOOD, state, "treat nobody").lying == ()  # 14A2: whoever gave none stands up as well
    assert rule(BLOOD, state._replace(lying=()), "treat nobody; blood at 0a2") == "14A2"
    none_left = state._replace(tokens=tokens(BLOOD, blood="0a2 " * 8))
    assert rule(BLOOD, none_left, "treat nobody; blood at 0a2") == "14A2"


def test_fetching_blood_takes_the_way_and_no_more() -> None:
    state = ward(tokens=tokens(BLOOD, blood="0a2"))
    straight = play(BLOOD, state, "move nurse Wa2 > 0b1")
    carried = play(BLOOD, state, "move nurse Wa2 > 0b1 with blood 0a2 > 0b1")
    assert carried.time == straight.time == 3  # the way leads through the hub
    assert carried.having(Token.BLOOD) == (at(BLOOD, "0b1"),)
    round_trip = play(BLOOD, state, "move nurse Wa2 > 0a2 with blood 0a2 > 0b1")
    assert round_trip.time == 5
    assert rule(BLOOD, state, "move nurse Wa2 > 0b1 with blood 0a1 > 0b1") == "14A3"
    assert rule(BLOOD, state, "move nurse Wa2 > 0b1 with blood 0a2 > 0a1") == "14A3"  # treatment rooms only
    assert rule(BLOOD, state, "move doctor white 0a2 > 0b1 with blood 0a2 > 0b1; nurse Wa2 > 0a2") == "14A3"
    twice = "move nurse Wa2 > 0b1 with blood 0a2 > 0b1 with blood 0a2 > 0b1"
    assert rule(BLOOD, state, twice) == "14A3"  # there is one
    two = ward(tokens=tokens(BLOOD, blood="0a2 0a2"))
    assert play(BLOOD, two, twice).having(Token.BLOOD) == (at(BLOOD, "0b1"),) * 2
    plan = BLOOD.plan_move(state, [Need(Thing.BLOOD, NO_COLOUR, at(BLOOD, "0b1"))])
    assert plan is not None
    assert BLOOD.move_time(state, plan) == 3


def test_blood_cures_the_white_and_improves_the_others() -> None:
    game, floors, room = BLOOD, ["T S . / Hp . . / G . ."], at(BLOOD, "0a1")
    state = caring(
        game,
        floors,
        entrances=door(game, "Wa2"),
        nurses=(room, room),
        patients=((room, W), (room, R)),
        tokens=tokens(game, blood="0a1 0a1 0a1"),
    )
    after = play(game, state, "treat white by blood at 0a1, red by blood at 0a1")
    assert (after.treated, after.patients, after.helped) == (1, ((room, O),), ((room, O),))
    assert after.phase is Phase.DEPART
    assert after.having(Token.BLOOD) == (room,)
    assert [pay(game, state, Treatment(room, colour, -2)) for colour in (W, R)] == [8, 32]
    assert rule(game, state._replace(nurses=(room,)), "treat white by blood at 0a1, red by blood at 0a1") == "9.1"
    assert rule(game, state._replace(doctors=((room, W),)), "treat white by blood at 0a1") == "14A4"
    one = state._replace(tokens=tokens(game, blood="0a1"))
    assert rule(game, one, "treat white by blood at 0a1, red by blood at 0a1") == "14A4"
    idle = caring(game, ["T . . / Hp . . / . . ."], nurses=(room,), patients=((room, W),), tokens=one.tokens)
    assert rule(game, idle, "treat white by blood at 0a1") == "14A4"  # [decision blood-pay]: the room works


def test_a_patient_with_a_nurse_on_top_does_not_worsen() -> None:
    room = at(BLOOD, "0b1")
    state = position(
        BLOOD,
        WARD,
        phase=Phase.POPULARITY,
        slot=3,
        university=(R,),
        patients=((room, O), (room, O)),
        helped=((room, O),),
        nurses=(room,),
        cars=spots(BLOOD, "c1-N", "c1-E", "c2-E"),
    )
    after = play(BLOOD, state, "buy 0")
    assert (after.patients, after.helped, after.nurses) == (((room, O), (room, R)), (), (room,))


# --- 14B: extinguishers ---------------------------------------------------------------------------------------------

FIRE = having("extinguishers")


def test_17_9_an_extinguisher_costs_two_and_the_floor() -> None:
    tower = ["Hp S . / S . . / . . .", "S Hp . / . . . / . . .", "Hp S . / . . . / . . .", "S Hp . / . . . / . . ."]
    game = having("extinguishers", "floor4")
    high = [*tower, "Hp . . / . . . / . . ."]
    state = position(game, high, money=50, left=9)
    spent = []
    for floor in range(5):
        after = play(game, state, f"build extinguisher {floor}a1")
        spent.append(state.money - after.money)
        state = after
    assert spent == [2, 3, 4, 5, 6]


def test_extinguishers_go_where_nobody_is_treated_once_each() -> None:
    state = position(FIRE, ["S T O / Hp X L / R . G"], money=50, left=9)
    legal = {name for name in ("0a1", "0b1", "0c1", "0a2", "0b2", "0c2", "0a3", "0c3", "0b3")
             if rule(FIRE, state, f"build extinguisher {name}") is None}  # fmt: skip
    assert legal == {"0a1", "0a2", "0c2", "0a3"}
    assert rule(FIRE, play(FIRE, state, "build extinguisher 0a1"), "build extinguisher 0a1") == "14B1"
    assert rule(FIRE, state._replace(money=1), "build extinguisher 0a1") == "5.1"
    all_built = state._replace(tokens=tokens(FIRE, extinguisher="0a1 " * 8))
    assert rule(FIRE, all_built, "build extinguisher 0a2") == "14B1"
    assert rule(having(), state, "build extinguisher 0a1") == "14B1"


def test_entering_takes_one_more_each_time() -> None:
    floors = ["S T . / Hp . . / . . ."]
    state = moving(
        FIRE, floors, entrances=door(FIRE, "Wa2"), doctors=((at(FIRE, "Wa2"), W), (at(FIRE, "0a2"), Y)),
        tokens=tokens(FIRE, extinguisher="0a2 0a1"),
    )  # fmt: skip
    assert play(FIRE, state, "move doctor white Wa2 > 0a2").time == 2
    assert play(FIRE, state, "move doctor white Wa2 > 0a2; doctor yellow 0a2 > 0b1").time == 4  # round the supply room


def test_rides_go_stop_by_stop() -> None:
    """14B3 [decision conveyor-hop]: a stop in between with an extinguisher holds everybody up."""
    stops = tuple((at(FIRE, name), int(Token.CONVEYOR)) for name in ("0a1", "0b1", "0c1"))
    looks = ((at(FIRE, "0b1"), int(Token.EXTINGUISHER)),)
    state = moving(
        FIRE, ["T Hp T / . . . / S . ."], doctors=((at(FIRE, "0a1"), W),), tokens=tuple(sorted(stops + looks))
    )
    assert play(FIRE, state, "move doctor white 0a1 > 0c1").time == 1
    without = state._replace(tokens=tuple(sorted(stops)))
    assert play(FIRE, without, "move doctor white 0a1 > 0c1").time == 0
    skipping = state._replace(tokens=tuple(sorted((stops[0], stops[2], *looks))))
    assert play(FIRE, skipping, "move doctor white 0a1 > 0c1").time == 0  # no stop there: it has no effect
    game = having("extinguishers", conveyor_hop="any_in_line")
    assert play(game, state, "move doctor white 0a1 > 0c1").time == 0


def test_treated_patients_pay_for_extinguishers_beside_the_room() -> None:
    state = caring(FIRE, FLOOR, tokens=tokens(FIRE, extinguisher="0a1 0b2 1a1 0a3"))
    assert pay(FIRE, state, Treatment(at(FIRE, "0b1"), W, W)) == 8 + 3 * 2  # the supply room and the hub beside it
    assert pay(FIRE, state, Treatment(at(FIRE, "1a3"), W, W)) == 8 + 3  # the lab below
    assert pay(FIRE, state, Treatment(at(FIRE, "0c3"), W, W)) == 8
    owed = play(FIRE, state._replace(income=0), "treat nobody")
    assert owed.income == 0
    assert BLOOD.rules.fields().isdisjoint({"extinguisher"})


# --- 14C: workaholics -----------------------------------------------------------------------------------------------

WORK = having("workaholics")


def test_17_9_a_workaholic_costs_eight_to_hire() -> None:
    state = position(WORK, ["S . . / T . . / Hp . ."], phase=Phase.HIRE, university=(PURPLE,), doctor_due=True)
    assert price(WORK, state, Person.DOCTOR, PURPLE) == 8
    assert price(WORK, state._replace(university=(R,)), Person.DOCTOR, R) == 4
    assert WORK.deck.bags.doctors == (3, 2, 1, 0, 1)
    assert WORK.start().doctor_bag == (3, 2, 1, 0, 1)


def test_never_two_workaholics_at_the_university() -> None:
    hiring = replace(house().hiring, university_spaces=2)
    bags = replace(house().expansions["workaholics"], pool=(1, 0, 0, 0, 3))  # type: ignore[type-var]
    deck = replace(house(), hiring=hiring, expansions={**house().expansions, "workaholics": bags})
    game = ClinicSolo(deck, "3x3", "throughput", True, ("workaholics",))
    state = position(game, ["S . . / T . . / Hp . ."], phase=Phase.UNIVERSITY, university=(PURPLE,))
    outcomes = [(outcome.colour, chance) for outcome, chance in game.chance_outcomes(state)]  # type: ignore[union-attr]
    assert outcomes == [(W, 1.0)]
    only_purple = state._replace(doctor_bag=(0, 0, 0, 0, 3), phase=Phase.POPULARITY, slot=3)
    assert play(game, only_purple, "buy 0").university == (PURPLE,)


def test_rooms_hold_more_of_one_colour_where_a_workaholic_is() -> None:
    floors = ["S T . / . Hp . / . . ."]
    room = at(WORK, "0b1")
    waiting = ((4, 3, 0, 0), (0, 0, 0, 0))
    state = moving(WORK, floors, doctors=((room, PURPLE),), entrances=door(WORK, "Sb3"), waiting=waiting)
    state = state._replace(entrances=door(WORK, "Wa1"))
    crowd = "move patient {} psychiatry > 0b1 x{}"
    assert rule(WORK, state, crowd.format("white", 4)) is None
    assert rule(WORK, state, crowd.format("yellow", 3)) is None
    mixed = "move patient white psychiatry > 0b1 x2; patient yellow psychiatry > 0b1"
    assert rule(WORK, state, mixed) == "8.5"
    more = state._replace(waiting=((0, 4, 0, 0), (0, 0, 0, 0)))
    assert rule(WORK, more, crowd.format("yellow", 4)) == "8.5"
    alone = state._replace(doctors=((room, R),))
    assert rule(WORK, alone, crowd.format("white", 3)) == "8.5"
    leaving = "move doctor purple 0b1 > 0b2; patient white psychiatry > 0b1 x3"
    assert rule(WORK, state, leaving) == "8.5"  # he has to be there at the end
    left = state._replace(patients=((room, W),) * 4, waiting=((0, 0, 0, 0),) * 2)
    assert rule(WORK, left, "move doctor purple 0b1 > 0b2") is None  # [decision workaholic-overflow]


@pytest.mark.parametrize(("colour", "at_once"), [(W, 4), (Y, 3), (O, 2), (R, 1)])
def test_a_workaholic_treats_several_without_nurses_and_lies_down(colour: int, at_once: int) -> None:
    room = at(WORK, "0b1")
    state = caring(WORK, FLOOR, doctors=((room, PURPLE),), patients=((room, colour),) * max(at_once, 2), money=9)
    word = ("white", "yellow", "orange", "red")[colour]
    line = "treat " + ", ".join([f"{word} by purple at 0b1"] * at_once)
    after = play(WORK, state, line)
    assert after.treated == at_once
    assert after.lying == ((Person.DOCTOR, PURPLE, room),)
    assert rule(WORK, state._replace(patients=((room, colour),) * 5), line + f", {word} by purple at 0b1") == "9.1"
    mixed = state._replace(patients=((room, W), (room, Y)))
    assert rule(WORK, mixed, "treat white by purple at 0b1, yellow by purple at 0b1") == "9.1"
    assert nurses_needed(WORK, Tile.TREATMENT, PURPLE, W) == 0


def test_workaholics_who_lie_leave_and_the_others_stay_purple() -> None:
    room, lab, hub = at(WORK, "0b1"), at(WORK, "0a3"), at(WORK, "0b2")
    doctors = ((room, PURPLE), (hub, PURPLE), (hub, R), (lab, PURPLE))
    state = position(
        WORK,
        FLOOR,
        phase=Phase.POPULARITY,
        slot=3,
        university=(PURPLE,),
        doctors=tuple(sorted(doctors)),
        lying=((Person.DOCTOR, PURPLE, room),),
        cars=spots(WORK, "c1-N", "c1-E", "c2-E", "a2-W"),
    )
    after = play(WORK, state, "buy 0")
    assert sorted(after.doctors) == sorted([(hub, PURPLE), (hub, O), (lab, PURPLE)])
    assert (after.popularity, after.university, after.lying) == (1, (PURPLE,), ())  # 14C6: the one in the lab
    assert after.phase is Phase.DEPART
    owed = caring(WORK, FLOOR, doctors=((room, PURPLE), (hub, R)), money=50)
    upkeep = 7
    assert play(WORK, owed, "treat nobody").money == 50 - 8 - 4 - upkeep  # his salary is $8
    assert WORK.score_items(state)["doctors"] == 5  # [decision workaholic-score]: 0 for each workaholic


# --- 14D: zombies ---------------------------------------------------------------------------------------------------

DEAD = having("zombies")


def test_two_yellow_patients_left_alone_become_a_zombie() -> None:
    room = at(DEAD, "0b1")
    state = caring(DEAD, FLOOR, patients=((room, Y), (room, Y)))
    after = play(DEAD, state, "treat nobody")
    assert (after.zombies, after.patients, after.deaths) == ((room,), (), 0)
    assert (after.abandoned, len(after.cars), after.cars_due) == (2, 2, 0)
    for guard in ({"doctors": ((room, R),)}, {"nurses": (room,)}):
        assert not play(DEAD, caring(DEAD, FLOOR, patients=((room, Y),) * 2, **guard), "treat nobody").zombies
    three = play(DEAD, caring(DEAD, FLOOR, patients=((room, Y),) * 3), "treat nobody")
    assert (three.zombies, three.patients) == ((room,), ((room, Y),))
    spent = play(DEAD, state._replace(zombies_made=8, abandoned=16, cars=state.cars * 9), "treat nobody")
    assert spent.patients == state.patients


def zombie(*names: str, **fields: Any) -> State:
    where = tuple(sorted(at(DEAD, name) for name in names))
    made = {"zombies_made": len(names), "abandoned": 2 * len(names)}
    state = moving(DEAD, FLOOR, zombies=where, **{**made, **fields})
    return state._replace(cars=state.cars + spots(DEAD, *["c1-N", "c1-E", "c2-E", "a2-W"][: state.abandoned]))


def test_zombies_move_first_and_close_spaces() -> None:
    hub, lab = at(DEAD, "0b2"), at(DEAD, "0a3")
    state = zombie("0c3", doctors=((at(DEAD, "Sa3"), W), (hub, Y)))
    assert rule(DEAD, state, "move doctor white Sa3 > 0a3") == "14D2"  # every zombie is named
    assert rule(DEAD, state, "move zombie 0c3 > 1b2; doctor white Sa3 > 0a3") == "14D2"  # there is no module
    assert rule(DEAD, state, "move zombie 0c3 > 0a3; doctor white Sa3 > 0a3") == "8.1"  # closed
    assert rule(DEAD, state, "move zombie 0c3 > 0a3; doctor white Sa3 > 0b2") == "8.1"  # no other way in
    assert play(DEAD, state, "move zombie 0c3 > 0c3; doctor white Sa3 > 0a3").time == 1  # there and back
    assert play(DEAD, state, "move zombie 0c3 > 0b3; doctor white Sa3 > 0a3; doctor yellow 0b2 > 0b1").time == 2
    assert lab not in destinations(DEAD, state._replace(zombies=(lab,)), (Person.DOCTOR, Y, hub))
    leaving = zombie("0c3", doctors=((hub, Y),))
    assert rule(DEAD, leaving, "move zombie 0c3 > 0b2; doctor yellow 0b2 > 0b1") is None


def test_whoever_shares_a_space_with_a_zombie_is_lost() -> None:
    hub, room = at(DEAD, "0b2"), at(DEAD, "0b1")
    state = zombie("0c3", doctors=((hub, Y), (hub, R)), nurses=(hub,), patients=((room, W), (room, R)), popularity=7)
    after = play(DEAD, state, "move zombie 0c3 > 0b2; doctor red 0b2 > 0a3")
    assert (after.doctors, after.nurses, after.deaths, after.popularity) == (((at(DEAD, "0a3"), R),), (), 0, 7)
    assert after.abandoned == state.abandoned + 2
    assert after.phase is Phase.CARE  # no car leaves
    after = play(DEAD, state, "move zombie 0c3 > 0b1")
    assert (after.patients, after.deaths, after.popularity, after.abandoned) == ((), 2, -3, 4)


def test_a_lone_doctor_cures_a_lone_zombie_in_a_lab() -> None:
    lab = at(DEAD, "0a3")
    state = zombie("0c3", doctors=((lab, W),), money=3)
    after = play(DEAD, state, "move zombie 0c3 > 0a3")
    assert after.doctors == ((lab, W),)
    cured = play(DEAD, after, "treat zombie by white at 0a3")
    upkeep = 7
    assert (cured.income, cured.money) == (32 - 1 - upkeep, 3)
    assert (cured.zombies, cured.abandoned, cured.treated) == ((), 2, 0)
    assert cured.lying == ((Person.DOCTOR, W, lab),)
    done = play(DEAD, cured._replace(university=(R,)), "buy 0")
    assert (done.doctors, done.popularity, done.lying) == (((lab, W),), 0, ())  # 14D5: he only stands up
    both = zombie("0c3", "0b3", doctors=((lab, W),))
    assert play(DEAD, both, "move zombie 0b3 > 0a3; zombie 0c3 > 0a3").doctors == ()
    assert rule(DEAD, both._replace(phase=Phase.CARE), "treat zombie by white at 0a3") == "9.1"


def test_zombies_score_nine_each_and_cost_nothing() -> None:
    state = zombie("0c3", "0b3")
    assert DEAD.score_items(state)["zombies"] == 18
    assert "zombies" not in having().score_items(state._replace(zombies=()))


def test_a_plan_loses_nobody_if_that_can_be() -> None:
    hub = at(DEAD, "0b2")
    state = zombie("0b2", doctors=((hub, Y),), nurses=(hub,))
    plan = DEAD.plan_move(state)
    assert plan is not None
    after = DEAD.apply(state, plan)
    assert (len(after.doctors), len(after.nurses), after.time) == (1, 1, 0)
    wished = DEAD.plan_move(state, [Need(Thing.ZOMBIE, NO_COLOUR, hub)])
    assert wished is not None
    after = DEAD.apply(state, wished)
    assert (len(after.doctors), len(after.nurses), after.zombies) == (1, 1, (hub,))
