"""The table and its set-up, rule by rule: borders, parking, what is drawn, the first clinic."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import clinic_solo
from clinic_solo import ClinicSolo, Need, State
from clinic_solo.moves import NO_COLOUR
from clinic_solo.parking import free_spots
from clinic_solo.state import Phase
from clinic_solo.tiles import Person, Tile
from tabletop.colours import Colour
from tabletop.moves import IllegalMove
from tests.clinic_solo.helpers import FIRST, at, door, game, house, moving, play, position, rule, spots, switched

W, Y, O, R = Colour.WHITE, Colour.YELLOW, Colour.ORANGE, Colour.RED  # noqa: E741

# --- section 2 and 6.5: borders and parking -----------------------------------------------------------------------


def test_borders() -> None:
    assert [len(game(side).board.border_names) for side in ("3x3", "4x3")] == [24, 31]
    referee = game()
    state = position(referee, FIRST)
    assert len(free_spots(referee, state)) == 14  # 24 - 10, as the sibling game prints
    state = position(referee, ["S . . / T P2 G / Hp . ."])
    lots = [spot for spot in free_spots(referee, state) if referee.board.lot_space(spot) is not None]
    assert len(free_spots(referee, state)) - len(lots) == 14  # neither parking nor garden blocks a border
    assert len(lots) == 1


def test_entrance_spaces_lie_west_south_and_east() -> None:
    assert [len(game(side).board.entrance_sides) for side in ("3x3", "4x3")] == [9, 10]
    assert set(game().board.entrance_names) == {"Wa1", "Wa2", "Wa3", "Sa3", "Sb3", "Sc3", "Ec1", "Ec2", "Ec3"}


def hiring(referee: ClinicSolo, **fields: Any) -> State:
    standard = {
        "phase": Phase.HIRE,
        "left": 0,
        "doctor_due": True,
        "helper_due": True,
        "university": (Y,),
        "money": 15,
        "entrances": door(referee, "Sa3"),
        "orderlies_offered": 2,
    }
    return position(referee, ["S . . / T . . / Hp . .", "A . . / . . . / . . ."], **{**standard, **fields})


def test_hire() -> None:
    referee = game()
    state = hiring(referee)
    assert rule(referee, state, "hire doctor yellow at Sa3") is None
    assert rule(referee, state, "hire doctor yellow at 1a1") is None  # a helipad
    assert rule(referee, state, "hire doctor yellow at Wa1") == "6.1"  # no entrance there
    assert rule(referee, state, "hire doctor yellow at 0a3") == "6.1"
    assert rule(referee, state, "hire doctor white at Sa3") == "6.2"
    assert rule(referee, hiring(referee, money=3), "hire doctor yellow at Sa3") == "6.1"
    assert rule(referee, hiring(referee, nurses_offered=0), "hire nurse at Sa3") == "6.3"
    assert rule(referee, hiring(referee, orderlies_offered=0), "hire orderly at Sa3") == "6.4"
    after = play(referee, state, "hire orderly at Sa3", "park c1-N")
    assert (after.money, after.orderlies_offered, after.phase) == (14, 1, Phase.HIRE)
    assert rule(referee, after, "hire nurse at Sa3") == "6.1"  # a nurse or an orderly, not both
    after = play(referee, after, "hire doctor yellow at Sa3", "park c1-E")
    assert after.phase is Phase.DRAW  # nobody else can be hired, so the action is over
    assert after.university == ()


def test_no_hire_or_admission_without_a_place_for_the_car() -> None:
    referee = game()
    full = tuple(free_spots(referee, hiring(referee)))
    state = hiring(referee, cars=full)
    assert rule(referee, state, "hire nurse at Sa3") == "6.5"
    assert rule(referee, hiring(referee, cars=full[1:]), "hire nurse at Sa3") is None
    admitting = state._replace(phase=Phase.ADMIT, left=2, notepad=((W,), ()))
    assert rule(referee, admitting, "admit psychiatry") == "7.4"
    assert rule(referee, admitting._replace(cars=full[1:]), "admit psychiatry") is None


def test_parking_spots() -> None:
    referee = game()
    state = play(referee, hiring(referee), "hire nurse at Sa3")
    assert rule(referee, state, "park a1-b1") == "6.5"  # a module touches it
    assert rule(referee, state, "park lot c1") == "6.5"  # no tile there
    assert rule(referee, state._replace(cars=spots(referee, "c1-N")), "park c1-N") == "6.5"
    assert rule(referee, state, "park b2-c2") is None
    assert rule(referee, state, "park c2-b2") is None  # the same border
    assert rule(referee, state, "pass") == "6.5"


@pytest.mark.parametrize(("mode", "price"), [("by_space", 4), ("by_colour", 2)])
def test_doctor_price_by_space_or_by_colour(mode: str, price: int) -> None:
    deck = replace(house(), hiring=replace(house().hiring, price_mode=mode))
    referee = ClinicSolo(deck, "3x3", "throughput")
    assert play(referee, hiring(referee), "hire doctor yellow at Sa3").money == 15 - price


@pytest.mark.parametrize(("switch", "broken"), [("removed", None), ("hire_refused", "8.6")])
def test_switch_surplus_orderly(switch: str, broken: str | None) -> None:
    referee = switched(surplus_orderly=switch)
    state = hiring(referee, orderlies=(at(referee, "0a1"),), cars=spots(referee, "c1-N"))
    assert rule(referee, state, "hire orderly at Sa3") == broken


# --- section 3: set-up --------------------------------------------------------------------------------------------


def set_up(referee: ClinicSolo, bonus: tuple[int, int]) -> State:
    state = referee.start()
    for text in ("special modules: operating, lab", f"bonus tiles: {bonus[0]}, {bonus[1]}"):
        outcome = next(o for o, _ in referee.chance_outcomes(state) if referee.format(o) == text)
        state = referee.apply_outcome(state, outcome)
    return state


def test_what_is_drawn_in_the_set_up() -> None:
    referee = game()
    state = referee.start()
    assert len(referee.chance_outcomes(state)) == 6
    state = referee.apply_outcome(state, referee.chance_outcomes(state)[0][0])
    assert len(referee.chance_outcomes(state)) == 21
    beginner = game("4x3", expert=False)
    state = play(beginner, set_up(beginner, (1, 7)), "take bonus 7")
    assert len(beginner.chance_outcomes(state)) == 4


def drawn(referee: ClinicSolo, state: State) -> State:
    while referee.is_chance(state):
        state = referee.apply_outcome(state, referee.chance_outcomes(state)[0][0])
    return state


FIRST_CLINIC = ("build hub psychiatry 0b3", "build entrance Sb3", "build treatment 0b2", "build supply 1b2")


@pytest.mark.parametrize(
    ("number", "lines", "expected"),
    [
        (1, ["park a1-N", "park a1-W"], {"nurses": 1}),
        (2, ["park a1-N", "park a1-W"], {"orderlies": 1}),
        (3, ["build garden 0a2", "park a1-N"], {"grid": Tile.GARDEN}),
        (4, ["park a1-N", "park a1-W"], {"patients": 1}),
        (5, ["build parking 0a2", "park lot a2"], {"grid": Tile.PARKING}),
        (6, ["park a1-N"], {"colour": Y}),
        (7, ["park a1-N"], {"money": 20}),
    ],
)
def test_bonus_tiles(number: int, lines: list[str], expected: dict[str, int]) -> None:
    referee = game()
    other = 1 if number != 1 else 7
    state = set_up(referee, (min(number, other), max(number, other)))
    state = drawn(referee, play(referee, state, f"take bonus {number}", *FIRST_CLINIC))
    state = play(referee, state, *lines)
    assert (state.phase, state.round, state.slot) == (Phase.ACTION, 1, 1)
    entrance = at(referee, "Sb3")
    assert state.doctors == ((entrance, expected.get("colour", W)),)
    assert state.nurses == (entrance,) * expected.get("nurses", 0)
    assert state.orderlies == (entrance,) * expected.get("orderlies", 0)
    assert state.waiting == ((expected.get("patients", 0), 0, 0, 0), (0, 0, 0, 0))
    assert state.money == expected.get("money", 15)
    assert state.grid[at(referee, "0a2")] == expected.get("grid", Tile.EMPTY)
    assert len(state.cars) == len(lines) - ("grid" in expected)
    assert sum(state.bag) == 18 - 2
    assert [len(row) for row in state.notepad] == [1, 1]


def test_initial_clinic() -> None:
    referee = game()
    state = play(referee, set_up(referee, (1, 7)), "take bonus 7")
    assert rule(referee, state, "build treatment 0b2") == "3.6"
    assert rule(referee, state, "build hub psychiatry 0b2") == "3.6"  # no entrance can point there
    assert rule(referee, state, "build hub psychiatry 0b1") == "3.6"  # none on the north side
    assert rule(referee, state, "build hub psychiatry 1b3") == "3.6"
    assert rule(referee, state, "build hub cardiology 0b3") == "3.6"
    state = play(referee, state, "build hub psychiatry 0a3")
    assert [referee.format(move) for move in referee.legal_moves(state)] == ["build entrance Wa3", "build entrance Sa3"]
    state = play(referee, state, "build entrance Wa3")
    assert rule(referee, state, "build supply 1a3") is None
    assert rule(referee, state, "build supply 0c1") is None  # another building
    assert rule(referee, state, "build supply 1c1") == "5.2b"
    assert rule(referee, state, "build garden 0c1") == "3.6"
    state = play(referee, state, "build supply 1a3")
    assert rule(referee, state, "build supply 0c1") == "3.6"
    assert rule(referee, state, "build treatment 2a3") is None


def test_the_bonus_tile_must_be_one_that_was_turned_up() -> None:
    referee = game()
    assert rule(referee, set_up(referee, (1, 7)), "take bonus 3") == "3.5"


def test_beginners_play_the_large_side() -> None:
    with pytest.raises(ValueError, match="beginners"):
        ClinicSolo(house(), "3x3", "quick", expert=False)
    with pytest.raises(ValueError, match="board"):
        ClinicSolo(house(), "5x5", "quick")
    with pytest.raises(ValueError, match="goal"):
        ClinicSolo(house(), "3x3", "fame")


def test_no_move_at_chance_or_of_another_kind() -> None:
    referee = game()
    assert rule(referee, referee.start(), "pass") == "4.1"
    state = position(referee, FIRST, phase=Phase.ACTION)
    assert rule(referee, state, "build garden 0c1") == "4.2"
    assert rule(referee, state._replace(tiles=(0, 2, 2)), "use build") == "4.2"
    with pytest.raises(IllegalMove, match="cannot come now"):
        referee.apply_outcome(state, referee.chance_outcomes(referee.start())[0][0])


def test_needs_of_any_colour_and_service() -> None:
    referee = game()
    state = moving(referee, FIRST, doctors=((at(referee, "Sa3"), Y),), waiting=((0, 1, 0, 0), (0, 0, 0, 0)))
    room = at(referee, "0a2")
    plan = referee.plan_move(state, [Need(Person.DOCTOR, NO_COLOUR, room), Need(Person.PATIENT, NO_COLOUR, room)])
    assert plan is not None
    assert referee.move_time(state, plan) == 4


DECISIONS = (
    "supply-limits orientation building outer-borders entrance-spaces supply-count hub-count initial-clinic "
    "university-spaces notepad-columns setup-order helipad-top conveyor-per-module repark doctor-price nurse-price "
    "no-firing admit-without-hub helipad-entry idle-rooms surplus-orderly optional-care last-admin popularity-floor "
    "treating-building top-floor-goal rank-order"
)


@pytest.mark.parametrize("name", DECISIONS.split())
def test_every_decision_of_the_rules_has_its_place_in_the_code(name: str) -> None:
    sources = Path(clinic_solo.__file__).parent.glob("*.py")
    assert any(f"[decision {name}]" in source.read_text("utf-8") for source in sources)
