"""The exact model of a round of the 2014 edition: each rule where it bites and where it does not, and brute force."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from clinic_solo import ClinicSolo, State
from clinic_solo.deals import Deal
from clinic_solo.moves import Hire, Pass, Repark
from clinic_solo.state import Phase
from clinic_solo.tiles import Tile
from solvers.clinic_solo.cp_model import Instance, replay, schedule_supports
from solvers.clinic_solo.cp_model.hints import add_hint
from solvers.clinic_solo.cp_model.queues import Who, notepad_of
from solvers.core.result import Status
from tests.clinic_solo.edition2014.helpers import game2014
from tests.clinic_solo.helpers import door, position
from tests.solvers.clinic_scheduler.aims import Aimed, EndValue, model_of, solved
from tests.solvers.clinic_scheduler.bench import Bench, at, bench
from tests.solvers.clinic_scheduler.brute import random_value, small_game
from tests.solvers.clinic_scheduler.test_rounds import MINUTE, compare, played, small_instances
from tests.solvers.clinic_scheduler.test_ruleset_rounds import check_move_and_care, tokened

SMALL = small_game("3x2", edition="2014")
PLAIN = frozenset({"conveyor", "helipad", "parking", "upgrade", "garden", "entrance"})
CORNER = "Hm T S/. . ."  # hub, room and office in the north, the south is free
HUB = "Hm . ./. . ."
IDLE: dict[str, Any] = {"tiles": (0, 0, 2), "notepad": ((), ())}  # an Admit action with nobody to admit
NOBODY = (0, 0, 0, 0)
PLAYED = (), ("blood",), ("extinguishers",)
NAMES = ["+".join(("2014", *rulesets)) for rulesets in PLAYED]


def old(*floors: str, leave_out: frozenset[str] = PLAIN, referee: ClinicSolo = SMALL, **fields: Any) -> Bench:
    return bench(*floors, leave_out=leave_out, referee=referee, **fields)


# --- building ---


@pytest.mark.parametrize(
    ("floors", "components", "allowed"),
    [
        ([HUB], [("T", "0b1")], False),  # 15.6: no office
        ([HUB], [("T", "0b1"), ("bonus", "0c1")], True),
        ([HUB], [("T", "0b1"), ("bonus", "1b1")], True),
        ([HUB], [("T", "0b1"), ("S", "0c1")], False),  # it comes with the room, or before
        ([HUB], [("S", "0b1"), ("T", "0c1")], True),
        ([HUB], [("S", "0b1"), ("T", "0b2")], True),
        ([HUB], [("S", "0a2"), ("T", "0b1")], False),
        ([CORNER], [("T", "0c2")], True),
        ([CORNER], [("T", "0a2")], False),
        (["Hm T S/. . ."], [("O", "0a2")], True),  # 15.7: a hub beside the operating room
        (["Hm T S/. . ."], [("O", "0c2")], False),
        (["Hm T S/. . .", ". S ./. . ."], [("O", "1a1")], False),  # below it is not beside it
        (["Hm T S/. . .", ". S ./. . ."], [("Hp", "1a1")], True),  # 15.7: a hub on a hub of another service
        (["Hm T S/. . .", ". S ./. . ."], [("Hm", "1a1")], False),
        (["Hm T S/. . ."], [("Hp", "0a2")], False),
        ([HUB], [("Hm", "0c2")], True),  # 15.13: a building begins with a hub
        ([HUB], [("S", "0c2")], False),
        ([HUB], [("Hp", "0c2"), ("S", "0c1")], True),
    ],
)
def test_where_modules_stand(floors: list[str], components: list[tuple[str, str]], allowed: bool) -> None:
    clinic = old(*floors, money=30)
    alone = not any(token == "bonus" for token, _ in components)
    more = [bonus == 0 for bonus in clinic.draft.built.bonus.values()] if alone else []
    assert clinic.can_build(*components, more=more) is allowed


@pytest.mark.parametrize(
    ("components", "allowed"),
    [
        ([("G", "1a1")], True),  # 15.8: on a module
        ([("G", "0a2")], True),
        ([("G", "0a2"), ("G", "1a2")], False),
        ([("G", "1a1"), ("S", "2a1")], False),
        ([("S", "0a2"), ("G", "1a2")], True),
        ([("G", "1a2"), ("S", "0a2")], False),
    ],
)
def test_gardens_stand_on_modules(components: list[tuple[str, str]], allowed: bool) -> None:
    assert old(CORNER, leave_out=PLAIN - {"garden"}).can_build(*components) is allowed


def test_entrances_in_the_north_and_helipads_are_one_stack() -> None:
    """15.8, 15.16."""
    referee = game2014("3x3", arrows=2)
    last, more = [("entrance", "Na1")], [("entrance", "Na1"), ("entrance", "Wa1")]
    floors, out = ["Hm T S/. . ./. . ."], PLAIN - {"entrance", "helipad"}
    fields: dict[str, Any] = {"referee": referee, "leave_out": out, "entrances": door(referee, "Nb1")}
    assert old(*floors, **fields).can_build(*last)
    assert not old(*floors, **fields).can_build(*more)
    assert not old(*floors, **fields).can_build(*last, ("A", "1b1"))
    assert old(*floors, **{**fields, "referee": game2014("3x3", arrows=3)}).can_build(*last, ("A", "1b1"))


def test_a_building_begins_with_a_hub_by_the_switch_of_any_deck() -> None:
    """2.3 [switch building_needs_hub]."""
    deck = small_game().printed
    strict = ClinicSolo(replace(deck, sha256="strict", switches=replace(deck.switches, building_needs_hub=True)), "3x2")
    for referee, allowed in ((strict, False), (small_game("3x2"), True)):
        assert schedule_supports(referee) is None
        clinic = bench("Hp T S/. . .", "S . ./. . .", leave_out=PLAIN, referee=referee)
        assert clinic.can_build(("S", "0b2"))
        apart = bench("Hp . ./. . .", leave_out=PLAIN, referee=referee)
        assert apart.can_build(("S", "0c2")) is allowed
        assert apart.can_build(("Hc", "0c2"), ("S", "0c1"))


# --- hiring and queues ---


def test_a_hire_takes_several_doctors_who_move_up() -> None:
    """15.3: $4 and $3, or $4 and $4 for whoever begins on the left."""
    white, orange = (0, 0), (0, 2)
    for money, both in ((6, False), (7, True)):
        clinic = old(CORNER, university=(2, 0), money=money)
        hired = clinic.draft.hired.doctors
        assert clinic.possible(hired[white] == 1, hired[orange] == 1) is both
    cheap = old(CORNER, university=(2, 0), money=3)
    assert cheap.possible(cheap.draft.hired.doctors[white] == 1)
    assert not cheap.possible(cheap.draft.hired.doctors[orange] == 1)
    alike = old(CORNER, university=(1, 1), money=7)
    assert alike.possible(alike.draft.hired.doctors[0, 1] == 2)


def test_the_plan_hires_the_cheapest_first() -> None:
    worth = EndValue(doctors=(9, 9, 9, 9))
    fields: dict[str, Any] = {"university": (2, 0), "money": 7, "tiles": (0, 2, 0), "notepad": ((), ()), "value": worth}
    instance = old(CORNER, **fields).instance
    result = solved(instance, MINUTE)
    assert (result.status, result.best) == (Status.OPTIMAL, 18)
    assert [move.colour for move in result.moves if isinstance(move, Hire)] == [0, 2]


def admitted(referee: ClinicSolo, state: State) -> set[Who]:
    """Everybody whom the referee lets in with the points there are, by row and colour."""
    found, seen, waiting = set[Who](), {state}, [state]
    while waiting:
        at_hand = waiting.pop()
        if at_hand.phase is Phase.ADMIT and referee.rules.pass_refusal(referee, at_hand) is None:
            found.add(at_hand.waiting)
        moves = [move for move in referee.legal_moves(at_hand) if not isinstance(move, Pass)]
        for move in moves if at_hand.phase is Phase.ADMIT else moves[:1]:  # where cars stand makes no difference
            after = referee.apply(at_hand, move)
            if after.phase not in (Phase.ADMIT, Phase.PARK):  # no point is left
                found.add(after.waiting)
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    return found


def check_admissions(seeds: range) -> None:
    referee = game2014("3x3")
    for seed in seeds:
        random = Random(seed)
        notepad = tuple(tuple(random.choices(range(4), k=random.randint(0, 4))) for _ in referee.services)
        points = random.randint(1, 4)
        floors = ["Hm T S/. . ./. . ."]
        fields: dict[str, Any] = {"entrances": door(referee, "Na1"), "notepad": notepad, "tiles": (2, 2, 2)}
        before = position(referee, floors, phase=Phase.ACTION, slot=3, round=2, **fields)
        known = notepad_of(Instance(referee, before, Deal(1))).sets(notepad, points)
        state = position(referee, floors, phase=Phase.ADMIT, left=points, **fields)
        assert admitted(referee, state) == known, (notepad, points)


def test_who_is_moved_is_taken() -> None:
    """15.9: everybody whom the referee lets in, and nobody else."""
    check_admissions(range(25))


@pytest.mark.slow
def test_who_is_moved_is_taken_in_many_queues() -> None:
    check_admissions(range(1_000, 1_400))


# --- staff, money and points ---


def treats(*floors: str, **fields: Any) -> int | None:
    """Patients treated by a doctor in the room, of one who waits."""
    standard: dict[str, Any] = {
        **IDLE, "waiting": ((1, 0, 0, 0), NOBODY), "doctors": ((at("0b1"), 0),), "value": EndValue(treated=1)
    }  # fmt: skip
    return old(*(floors or (CORNER,)), **{**standard, **fields}).best()


def test_a_room_hosts_and_treats_with_staff_in_its_office() -> None:
    """15.6."""
    office, upstairs, lying = at("0c1"), at("1a1"), {"waiting": (NOBODY, NOBODY), "patients": ((at("0b1"), 0),)}
    assert treats() == 0
    assert treats(orderlies=(office,)) == 1
    assert treats(orderlies=(at("Wa1"),)) == 1  # on the way in
    assert treats(**lying) == 0
    assert treats(**lying, orderlies=(office,)) == 1
    assert treats(tiles=(0, 2, 0), orderlies_offered=1) == 1
    two = [CORNER, "S . ./. . ."]
    assert treats(*two, orderlies=(upstairs,)) == 1
    both = old(*two, **{**IDLE, "orderlies": (upstairs,), "waiting": ((1, 0, 0, 0), NOBODY)},
               doctors=((at("0b1"), 0),), value=EndValue(treated=1))  # fmt: skip
    assert both.best(both.draft.ends.of("orderly", upstairs) == 1) == 0
    assert treats(referee=replaced_numbers(office_needs_staff=False)) == 1


def replaced_numbers(**switches: Any) -> ClinicSolo:
    """The small board with other numbers of this edition."""
    deck = SMALL.printed
    table: Any = deck.expansions["ruleset_2014"]
    expansions = {**deck.expansions, "ruleset_2014": replace(table, **switches)}
    return ClinicSolo(replace(deck, sha256=repr(switches), expansions=expansions), "3x2", edition="2014")


def test_staff_who_lies_in_a_hub_is_in_no_office() -> None:
    """14A1, 15.6."""
    referee = small_game("3x2", "blood", edition="2014")
    clinic = old(
        CORNER, referee=referee, **IDLE, waiting=((1, 0, 0, 0), NOBODY), doctors=((at("0b1"), 0),),
        orderlies=(at("0c1"),), value=EndValue(treated=1),
    )  # fmt: skip
    assert clinic.best() == 1
    assert clinic.best(clinic.draft.ends.lying["orderly", at("0a1")] == 1) == 0


def test_consultation_is_paid_when_popularity_has_been_bought() -> None:
    """15.10: $5 are owed, and $6 come too late for that."""
    fields: dict[str, Any] = {
        **IDLE, "waiting": ((1, 0, 0, 0), NOBODY), "doctors": ((at("0a2"), 0),), "money": 0, "popularity": 10,
        "value": EndValue(popularity=10, money=1, treated=100),
    }  # fmt: skip
    floors = "Hm T S/X . ."
    assert old(floors, **fields).best() == 100 + 10 * 5 + 6
    assert old(floors, referee=replaced_numbers(consultation_after_popularity=False), **fields).best() == 100 + 100 + 1


def test_a_death_costs_3() -> None:
    """15.11."""
    fields: dict[str, Any] = {
        **IDLE,
        "waiting": ((0, 0, 0, 1), NOBODY),
        "popularity": 20,
        "value": EndValue(popularity=1),
    }
    assert old(CORNER, **fields).best() == 20 - 3


def test_points_of_the_third_building() -> None:
    """15.11 [decision 2014-buildings]."""
    floors = ["Hm T . Hm/. . . T/Hm T . .", ". S . ./. . . S/. S . ."]

    def score(third: int) -> int | None:
        referee = game2014("4x3", third_building=third)
        return old(*floors, referee=referee, **IDLE, entrances=door(referee, "Wa1")).best()

    low, same, high = score(1), score(5), score(9)
    assert low is not None
    assert (same, high) == (low + 4, low + 8)


def test_what_it_does_not_know_it_refuses() -> None:
    for switch, words in (
        ("score_needs_staff", "rooms that score only with staff"),
        ("consultation_from_queue", "patients who come straight from a queue"),
    ):
        assert (schedule_supports(game2014(**{switch: True})) or "").endswith(words)
    assert schedule_supports(game2014()) is None


# --- against brute force and players ---


def test_equals_brute_force_on_a_few_rounds() -> None:
    compare(small_instances(1_000, small_game("2x2", edition="2014")), 5, 1_000)


@pytest.mark.slow
@pytest.mark.parametrize("side", ["2x2", "3x2"])
@pytest.mark.parametrize("rulesets", PLAYED, ids=NAMES)
def test_equals_brute_force_on_many_rounds(rulesets: tuple[str, ...], side: str) -> None:
    instances = small_instances(2_000, small_game(side, *rulesets, edition="2014"))
    compare(tokened(instances, 2) if rulesets else instances, 60, 4_000)


def test_move_and_care_equal_brute_force() -> None:
    check_move_and_care(SMALL, 6, 1_000)


@pytest.mark.slow
@pytest.mark.parametrize("rulesets", PLAYED, ids=NAMES)
def test_move_and_care_equal_brute_force_on_many_positions(rulesets: tuple[str, ...]) -> None:
    check_move_and_care(small_game("3x2", *rulesets, edition="2014"), 50, 20_000)


def rounds_played(slot: int) -> Iterator[tuple[Aimed, list[Any]]]:
    for seed in range(100):
        referee = game2014(("3x3", "4x3")[seed % 2])
        for state, moves in played(referee, seed, ("random", "sensible")[seed // 2 % 2], slot):
            if not any(isinstance(move, Repark) for move in moves):  # the model builds first, and never parks there
                yield Aimed(referee, state, Deal(seed), value=random_value(Random(seed))), moves


def check_hints(number: int, slot: int) -> None:
    """The model allows whatever a player did, and counts no less."""
    for _, (instance, moves) in zip(range(number), rounds_played(slot), strict=False):
        draft = model_of(instance)
        draft.cp.maximize(draft.value)
        assert add_hint(draft, moves) >= instance.value_of(replay(instance, moves)), instance.state


def test_what_players_do_is_in_the_model() -> None:
    check_hints(4, 3)


@pytest.mark.slow
def test_what_players_do_in_whole_rounds_is_in_the_model() -> None:
    check_hints(40, 1)


def test_tiles_of_this_edition_are_built() -> None:
    """A round in which a room with its office is worth building, to its end by the referee."""
    worth = EndValue(treatment_rooms=9, hubs=2)
    instance = old(HUB, money=9, tiles=(2, 0, 0), notepad=((), ()), value=worth).instance
    result = solved(instance, MINUTE)
    end = replay(instance, result.moves)
    assert result.status is Status.OPTIMAL
    assert end.count(Tile.TREATMENT) >= 1
    assert end.count(Tile.SUPPLY) >= 1
