"""Section 17: the worked examples of the 2014 edition (17.10–17.15), and rules of section 15 one by one."""

from typing import Any

from clinic_solo import State
from clinic_solo.care import expenses
from clinic_solo.hire import price
from clinic_solo.invariants import faults
from clinic_solo.moves import MovePeople
from clinic_solo.needs import parse_needs
from clinic_solo.parking import free_spots
from clinic_solo.state import Phase
from clinic_solo.tiles import Person, Tile, Token
from tabletop.colours import Colour
from tests.clinic_solo.edition2014.helpers import game2014
from tests.clinic_solo.helpers import at, door, play, position, rule, spots

W, Y, O, R = Colour.WHITE, Colour.YELLOW, Colour.ORANGE, Colour.RED  # noqa: E741
FIRST = ["S . . / T . . / Hm . ."]
G = game2014()


def admitting(points: int, *rows: tuple[int, ...], **fields: Any) -> State:
    """Somebody admits with so many queue points."""
    standard: dict[str, Any] = {"phase": Phase.ADMIT, "left": points, "entrances": door(G, "Sa3"), "notepad": rows}
    state = position(G, FIRST, **{**standard, "bag": (0, 0, 0, 0), **fields})
    away = [spot for spot in free_spots(G, state) if spot not in spots(G, "c1-N", "c1-E", "c2-E")]
    return state._replace(cars=tuple(away[: state.people]))


# 17.10, 15.9 ----------------------------------------------------------------------------------------------------------


def test_17_10_three_points_take_the_third_or_three_from_the_front() -> None:
    state = admitting(3, (W, Y, R), ())
    third = play(G, state, "queue medicine 3 right", "queue medicine 2 right", "admit medicine", "park c1-N")
    assert (third.waiting[0], third.notepad[0]) == ((0, 0, 0, 1), (W, Y))
    assert third.phase is Phase.ACTION  # the points are spent
    lines = ("admit medicine", "park c1-N", "admit medicine", "park c1-E", "admit medicine", "park c2-E")
    front = play(G, state, *lines)
    assert (front.waiting[0], front.notepad[0]) == ((1, 1, 0, 1), ())


def test_17_10_three_points_swap_and_take_two() -> None:
    """The pre-admissions of medicine are full; the second of its queue is wanted, and the first of psychiatric."""
    state = admitting(3, (W, R), (O, Y), waiting=((4, 0, 0, 0), (0, 0, 0, 0)))
    state = play(G, state, "queue medicine 2 down")
    assert (state.notepad, state.left) == (((W, Y), (O, R)), 2)
    assert rule(G, state, "pass") == "15.9"
    state = play(G, state, "admit psychiatric", "park c1-N", "admit psychiatric", "park c1-E")
    assert (state.waiting[1], state.notepad) == ((0, 0, 1, 1), ((W, Y), ()))


def test_17_10_two_points_take_two() -> None:
    state = play(G, admitting(2, (W, O), ()), "admit medicine", "park c1-N", "admit medicine", "park c1-E")
    assert state.waiting[0] == (1, 0, 1, 0)


def test_15_9_nobody_is_moved_who_is_not_taken() -> None:
    assert rule(G, admitting(1, (W, Y), ()), "queue medicine 2 right") == "15.9"  # no point left to take him
    assert rule(G, admitting(2, (W, Y), ()), "queue medicine 2 right") is None
    assert rule(G, admitting(2, (W, Y, R), ()), "queue medicine 3 right") == "15.9"
    assert rule(G, admitting(3, (W,), ()), "queue medicine 1 left") == "15.9"
    full = ((4, 0, 0, 0), (0, 0, 0, 0))
    assert rule(G, admitting(2, (W, R), (), waiting=full), "queue medicine 2 right") == "15.9"
    assert rule(G, admitting(2, (W, R), (), waiting=full), "queue medicine 2 down") is None  # to the end of that row


def test_15_9_a_patient_is_shifted_once_and_to_the_end_of_a_shorter_row() -> None:
    state = play(G, admitting(4, (W, Y, R), (O,)), "queue medicine 3 down")
    assert state.notepad == ((W, Y), (O, R))
    assert rule(G, state, "queue psychiatric 2 up") == "15.9"
    assert rule(G, state, "queue medicine 2 right") == "15.9"  # then there would be no point for one of the two
    assert [G.format(move) for move in G.legal_moves(state)] == [
        "queue medicine 1 down",
        "queue psychiatric 2 right",
        "admit medicine",
        "admit psychiatric",
    ]


def test_15_9_no_car_no_move() -> None:
    state = admitting(3, (W, Y), (O,))
    *most, last = free_spots(G, state)
    assert rule(G, state._replace(cars=tuple(most)), "queue medicine 2 right") is None
    assert rule(G, state._replace(cars=(*most, last)), "queue medicine 2 right") == "15.9"


# 17.11, 15.5–15.8 -----------------------------------------------------------------------------------------------------


def building(floors: list[str], money: int = 20, **fields: Any) -> State:
    return position(G, floors, **{"money": money, "entrances": door(G, "Sa3"), **fields})


def test_17_11_a_room_and_the_office_above_it_cost_3() -> None:
    state = play(G, building(FIRST), "build room 0b3")
    assert state.phase is Phase.BONUS_SUPPLY
    assert rule(G, state, "pass") == "15.6"
    assert play(G, state, "build office 1b3").money == 20 - 3


def test_17_11_a_second_building_costs_4_and_its_entrance_2() -> None:
    state = play(G, building(FIRST), "build hub medicine 0c3", "build room 0c2", "build office 0c1")
    assert state.money == 20 - 4
    assert play(G, state._replace(phase=Phase.BUILD, left=1), "build entrance Sc3").money == 20 - 6


def test_17_11_office_and_helipad_on_floor_2() -> None:
    floors = [*FIRST, "T . . / Hp . . / T . ."]
    assert play(G, building(floors), "build office 2a1").money == 20 - 2
    assert play(G, building(floors), "build helipad 2a1").money == 20 - 4


def test_15_6_a_room_needs_an_office_and_15_13_a_building_a_hub() -> None:
    assert rule(G, building(FIRST, money=2), "build room 0b3") is None  # an office on the ground costs nothing
    assert rule(G, building(FIRST, money=3), "build room 1a3") == "15.6"
    assert rule(G, building(FIRST), "build room 0b1") is None  # beside the office
    assert rule(G, building(FIRST), "build room 0c1") == "2.3"
    assert rule(G, play(G, building(FIRST), "build room 0b1"), "pass") is None


def test_15_7_a_hub_above_a_hub_of_another_service_only() -> None:
    state = building(["S . . / T . . / Hm . .", ". . . / . . . / . . ."])
    assert rule(G, state, "build hub psychiatric 1a3") is None
    assert rule(G, state, "build hub medicine 1a3") == "5.2c"
    assert rule(G, state, "build hub psychiatric 0b3") == "5.2c"
    assert rule(G, state._replace(specials=(Tile.OPERATING,)), "build operating 0b3") is None
    assert rule(G, state._replace(specials=(Tile.OPERATING,)), "build operating 0b1") == "15.7"


def test_15_8_gardens_on_modules_and_entrances_in_the_north() -> None:
    state = building(FIRST)
    assert play(G, state, "build garden 1a2").money == 20 - 3
    above = play(G, state, "build garden 1a2")
    assert rule(G, above, "build garden 2a2") == "5.8"
    assert rule(G, above, "build room 2a2") == "5.2b"
    assert play(G, state, "build entrance Na1").money == 20 - 2
    assert [len(game2014(side).board.entrance_names) for side in ("3x3", "4x3")] == [12, 14]


def test_15_16_entrances_and_helipads_come_from_one_stack() -> None:
    floors = ["S T S / T Hm T / Hm . .", "A A A / A A A / . . ."]
    state = building(floors, entrances=tuple(range(12)))
    assert rule(G, state, "build helipad 1a3") == "15.16"
    assert rule(G, state._replace(entrances=tuple(range(11))), "build helipad 1a3") is None
    seven = building([floors[0], "A A A / A A A / A . ."], entrances=tuple(range(12)))
    assert "19 entrances and helipads, there are 18 (15.16)" in faults(G, seven)


def test_15_16_more_than_four_offices() -> None:
    floors = ["S Hm S / T S T / S . .", ". . . / . . . / T . ."]
    assert rule(G, building(floors), "build office 2a3") is None


# 17.12, 15.6, 15.14 ---------------------------------------------------------------------------------------------------

CLINIC = [". T S / S Hm T / T O .", ". L . / . Hp . / S T .", ". S . / . . . / . . ."]
STOPS = ("0b1", "0b3", "1b1")


def moving(**fields: Any) -> State:
    standard: dict[str, Any] = {
        "phase": Phase.MOVE,
        "slot": 3,
        "left": 0,
        "entrances": door(G, "Sb3"),
        "tokens": tuple(sorted((at(G, name), int(Token.CONVEYOR)) for name in STOPS)),
        "doctors": ((at(G, "Sb3"), W),),
        "orderlies": at(G, "0c1", "1a3", "Sb3"),
        "waiting": ((0, 0, 1, 0), (0, 1, 0, 0)),
    }
    return position(G, CLINIC, **{**standard, **fields})


def minutes(state: State, line: str) -> int:
    move = G.parse(line)
    assert isinstance(move, MovePeople)
    return G.told_time(G.move_time(state, move))


WAYS = {
    "doctor white Sb3 > 1b1": 5,
    "patient orange medicine > 0b1": 5,
    "staff Sb3 > 2b1": 10,
    "patient yellow psychiatric > 1b3": 10,
}


def with_waiting_room(state: State, *names: str) -> State:
    grid = list(state.grid)
    for name in names:
        grid[at(G, name)] = Tile.TRIAGE
    return state._replace(grid=tuple(grid))


def test_17_12_each_way_and_all_together() -> None:
    assert {line: minutes(moving(), f"move {line}") for line in WAYS} == WAYS
    line = "move " + "; ".join(WAYS)
    assert minutes(moving(), line) == 30
    assert minutes(with_waiting_room(moving(), "0a1"), line) == 15
    assert minutes(with_waiting_room(moving(), "0a1", "0c3"), line) == 0
    assert play(G, with_waiting_room(moving(), "0a1"), line).time == 3


def test_17_12_eleven_cars() -> None:
    """Five people in the clinic, four newcomers, two patients in pre-admissions."""
    state = moving(
        doctors=((at(G, "0b2"), W), (at(G, "0b2"), Y), (at(G, "Sb3"), W)),
        nurses=at(G, "0b2", "Sb3"),
        orderlies=at(G, "0c1", "1a3", "Sb3"),
        patients=((at(G, "0b1"), W),),
    )
    assert state.people == state.cars_due == 9 + 2


def test_15_6_a_room_takes_patients_only_if_staff_ends_beside_it() -> None:
    one = moving(orderlies=(at(G, "Sb3"),), doctors=())
    assert rule(G, one, "move staff Sb3 > 0c1; patient orange medicine > 0b1") is None
    assert rule(G, one, "move staff Sb3 > 0a2; patient orange medicine > 0b1") == "15.6"
    assert rule(G, one, "move staff Sb3 > 0c1; patient yellow psychiatric > 1b3") == "15.6"
    assert rule(G, one, "move staff Sb3 > 0c1; patient orange medicine > 1b3") == "8.5"  # another service
    needs = parse_needs(G.board, G.understood("patient yellow psychiatric > 1b3; patient orange medicine > 0b1"))
    assert G.plan_move(one, needs[:1]) is not None
    assert G.plan_move(one, needs) is None  # one staff cannot be beside both
    planned = G.plan_move(moving(doctors=()), needs)
    assert planned is not None
    assert G.told_time(G.move_time(moving(doctors=()), planned)) == 5 + 10 + 10


def test_15_6_staff_may_leave_and_then_nobody_is_treated() -> None:
    room = at(G, "0b1")
    state = moving(orderlies=(at(G, "0c1"),), doctors=((room, W),), patients=((room, W),), waiting=NOBODY)
    gone = play(G, state._replace(cars=(0,) * state.people), "move staff 0c1 > 2b1")
    assert rule(G, gone, "treat white by white at 0b1") == "15.6"
    assert [G.format(move) for move in G.legal_moves(gone)] == ["treat nobody"]
    assert rule(G, state._replace(phase=Phase.CARE), "treat white by white at 0b1") is None


NOBODY = ((0, 0, 0, 0), (0, 0, 0, 0))


# 17.13, 15.10 ---------------------------------------------------------------------------------------------------------


def test_17_13_business() -> None:
    """14 modules and gardens; 2 white and 2 yellow doctors, a nurse and two staff."""
    room = at(G, "0c2")
    state = moving(
        phase=Phase.CARE,
        doctors=((at(G, "0b2"), W), (room, Y), (at(G, "1b1"), W), (at(G, "0b2"), Y)),
        nurses=(room,),
        orderlies=at(G, "0c1", "2b1"),
        patients=((room, O),),
        waiting=NOBODY,
    )
    grid = list(state.grid)
    grid[at(G, "0a1")] = grid[at(G, "2b2")] = Tile.GARDEN
    state = state._replace(grid=tuple(grid), cars=tuple(range(8)))
    assert sum(bool(tile) for tile in state.grid) == 14
    due = expenses(G, state, 0)
    assert (due.salaries, due.upkeep, due.total) == (6 + 1 + 2, 14 - 3 * 2, 17)
    state = play(G, state, "treat orange by yellow at 0c2", "depart a1-N")
    assert state.income == 3
    assert [G.format(move) for move in G.legal_moves(state)] == ["buy 0", "buy 1"]


def test_15_10_consultation_pays_when_popularity_is_bought() -> None:
    floors = ["S . . / T X . / Hm . ."]
    space = at(G, "0b2")
    state = position(
        G,
        floors,
        phase=Phase.CARE,
        slot=3,
        money=1,
        popularity=5,
        doctors=((space, W),),
        patients=((space, R),),
        entrances=door(G, "Sa3"),
        cars=(0, 1),
        doctor_bag=(0, 0, 0, 0),
        bag=(0, 0, 0, 0),
    )
    treated = play(G, state, "treat red by white at 0b2", "depart a1-N")
    assert (treated.income, treated.money, treated.popularity) == (0, 0, 5 - (1 + 4 - 1))  # salary 1, upkeep 4
    assert [G.format(move) for move in G.legal_moves(treated)] == ["buy 0"]
    assert play(G, treated, "buy 0").money == 6


# 17.14, 17.15, 15.3, 15.15 --------------------------------------------------------------------------------------------


def test_17_14_admin() -> None:
    state = moving(
        phase=Phase.POPULARITY,
        round=2,
        popularity=10,
        doctors=((at(G, "1b1"), W), (at(G, "0b2"), W), (at(G, "0b2"), Y)),
        patients=((at(G, "0b1"), R), (at(G, "0b1"), W)),
        waiting=NOBODY,
        doctor_bag=(0, 0, 0, 0),
        bag=(0, 0, 0, 0),
    )
    after = play(G, state._replace(cars=tuple(range(state.people))), "buy 0")
    assert sorted(colour for _, colour in after.doctors) == [W, W, O]
    assert (after.patients, after.popularity, after.deaths) == (((at(G, "0b1"), Y),), 10 + 1 - 3, 1)


def test_17_15_score() -> None:
    wide = game2014("4x3")
    state = position(
        wide,
        [". S . Hm / . Hm . T / . S . S", ". T . . / . Hp . . / . T . ."],
        phase=Phase.OVER,
        round=6,
        popularity=42,
        time=25,
        doctors=tuple((wide.board.place("0b2"), colour) for colour in (W, W, W, O)),
        nurses=(wide.board.place("0b2"),),
        waiting=((0, 1, 0, 0), (0, 0, 0, 0)),
    )
    assert wide.score_items(state) == {
        "popularity": 42,
        "doctors": 3 * 2 + 4,
        "nurses": 1,
        "rooms": 0 + 2 + 2,
        "buildings": 5,
        "patients": -4,
        "time": -8,
    }
    assert wide.final_score(state) == 50


def test_15_3_several_doctors_in_a_hire() -> None:
    state = building(FIRST, phase=Phase.HIRE, left=0, doctor_due=True, helper_due=True, university=(O, W))
    assert [price(G, state, Person.DOCTOR, colour) for colour in (O, W)] == [4, 3]
    state = play(G, state, "hire doctor white at Sa3", "park c1-N", "hire doctor orange at Sa3", "park c1-E")
    assert state.money == 20 - 7
    state = play(G, state, "hire staff at Sa3", "park c2-E")
    assert (len(state.doctors), len(state.orderlies)) == (2, 1)
    assert rule(G, state._replace(phase=Phase.HIRE, helper_due=False, nurses_offered=1), "hire nurse at Sa3") == "6.1"


def test_15_15_a_patient_straight_from_a_queue_by_the_switch() -> None:
    floors = ["S . . / T X . / Hm . ."]
    state = position(G, floors, phase=Phase.ADMIT, left=2, entrances=door(G, "Sa3"), notepad=((R,), ()), bag=NONE)
    assert rule(G, state, "admit medicine at 0b2") == "15.15"
    switched = game2014(consultation_from_queue=True)
    after = play(switched, state, "admit medicine at 0b2", "park c1-N")
    assert after.patients == ((at(G, "0b2"), R),)
    assert "admit medicine at 0b2" in [switched.format(move) for move in switched.legal_moves(state)]


NONE = (0, 0, 0, 0)
