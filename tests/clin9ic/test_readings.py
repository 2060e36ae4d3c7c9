"""Readings of the text that are options (7.2, 4.9): where each of them bites and where it does not."""

import random
from typing import Any

import pytest

from clin9ic import Clin9ic, State
from clin9ic.arrivals import held_by
from clin9ic.cards import Action, Staff
from clin9ic.clinic import HOSTS, PATIENT, clinic_of
from clin9ic.gamefile import GameFile, write
from clin9ic.gamefile import parse as parse_game
from clin9ic.moves import Admit, Hire
from clin9ic.state import Held, Phase
from solvers.clin9ic.cp_model import Instance, NotInModel
from solvers.clin9ic.movement import Planner
from tabletop.files import parse
from tests.clin9ic import naive
from tests.clin9ic.helpers import (
    DECKS,
    NOBODY,
    OTHER_READINGS,
    acting,
    clinic,
    deck,
    do,
    game,
    opening,
    position,
    random_clinic,
    random_trio,
    refused,
    side,
    spaces,
    with_boxes,
)

# --- 7.2 gardens over modules -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("below", "over_modules", "empty_only"),
    [
        (("... ... ...", "... ... ..."), 3, 3),
        (("... ... ...", "T.. ... ..."), 3, 2),
        (("T.. ... ...", "S.. ... ..."), 3, 1),
        (("P.. ... ...", "... ... ..."), 3, 2),  # a pillar is no empty space
        (("G.. ... ...", "T.. ... ..."), 3, 2),  # a garden needs itself
    ],
)
def test_gardens_needed(below: tuple[str, str], over_modules: int, empty_only: int) -> None:
    floors = (*below, "G.. ... ...")
    ours, other = clinic(*floors), clinic(*floors, gardens_over_modules=False)
    assert clinic_of(ours, position(ours, "f1 f2 f3")).gardens_needed == over_modules
    assert clinic_of(other, position(other, "f1 f2 f3")).gardens_needed == empty_only


def test_fewer_gardens_needed_score_more() -> None:
    floors = ("T.. ... ...", "G.. ... ...")
    ours, other = clinic(*floors), clinic(*floors, gardens_over_modules=False)
    end = position(ours, "f1 f2", patients=NOBODY, phase=Phase.OVER)
    assert (ours.score_items(end)["missing gardens"], other.score_items(end)["missing gardens"]) == (-5, 0)


# --- 4.9 empty spaces ----------------------------------------------------------------------------------------------


def test_a_room_across_empty_spaces() -> None:
    floors = ("... ... T..", "... ... H.T")
    ours, other = clinic(*floors), clinic(*floors, walk_empty_spaces=True)
    times = [clinic_of(g, position(g, "f1 f2")).openings(PATIENT, False).times for g in (ours, other)]
    assert times == [((1, 1), (4, 4)), ((1, 1), (4, 4))]  # outdoors and up, or up and across: the same
    above = ("... ... T..", "... ... H..", "... ... H.T")
    ours, other = clinic(*above), clinic(*above, walk_empty_spaces=True)
    floor_3 = [clinic_of(g, position(g, "f1 f2 f3")).openings(PATIENT, False).times[2] for g in (ours, other)]
    assert floor_3 == [(None, None), (5, 5)]
    boxes = with_boxes("admit", top="w N N N N N")
    full = acting(ours, boxes, "f1 f2 f3", patients=(2, 0, 0, 0))
    refused(ours, full, "admit 1", "4.7")
    assert do(other, full, "admit 1").time == 5


@pytest.mark.parametrize(("letter", "time"), [(".", 5), ("G", None), ("P", None)])
def test_gardens_and_pillars_upstairs_stay_closed(letter: str, time: int | None) -> None:
    """The one way to the room leads from 3a3 over 3b3."""
    g = clinic("... ... T..", "GGG GGG HGG", f"GGG GGG H{letter}T", walk_empty_spaces=True)
    assert clinic_of(g, position(g, "f1 f2 f3")).openings(PATIENT, False).times[2] == (time, time)


def test_the_planner_walks_over_empty_spaces() -> None:
    floors = ("... ... T..", "... ... H..", "... ... H.T")
    ours, other = clinic(*floors), clinic(*floors, walk_empty_spaces=True)
    state = position(ours, "f1 f2 f3", patients=(2, 0, 0, 0))
    assert Planner(ours, state).room()[PATIENT] == 0
    movement = Planner(other, state).plan({PATIENT: 1})
    assert movement is not None
    assert (movement.walks[0].space, movement.time) == ("3c3", 5)


@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("option", ["gardens_over_modules", "walk_empty_spaces"])
def test_against_the_naive_reading(name: str, option: str) -> None:
    turned: dict[str, Any] = {option: OTHER_READINGS[option]}
    ours, other = game(DECKS[name]), game(DECKS[name], **turned)
    rng, bites, spares = random.Random(f"{name} {option}"), 0, 0
    for _ in range(150):
        state = random_clinic(rng, other, outpatient=rng.random() < 0.5)
        shape, usual = clinic_of(other, state), clinic_of(ours, state)
        assert shape.gardens_needed == naive.gardens_needed(other, state)
        for kind, hosts in naive.HOSTS.items():
            for present, newcomers in ((0, 1), (1, 2), (2, 3), (5, 1), (3, 4)):
                time = shape.openings(kind, bool(state.outpatient)).time_for(present, newcomers)
                assert time == naive.entry_time(other, state, hosts, present, newcomers), (state, kind)
        openings = [[one.openings(kind, True) for kind in HOSTS] for one in (usual, shape)]
        same = (usual.gardens_needed, openings[0]) == (shape.gardens_needed, openings[1])
        bites, spares = bites + (not same), spares + same
    assert bites
    assert spares


# --- 4.9 openings within a round -----------------------------------------------------------------------------------

ROOMS = "... ... H.T"  # from the entrance: the hub 1, the treatment room 3 (twice)
TWO_HIRES = with_boxes("hire", bottom="D w w w w w")


def test_openings_are_chosen_anew_for_every_action_by_our_rule() -> None:
    g = clinic(ROOMS)
    before = acting(g, TWO_HIRES, doctors=NOBODY)
    after = do(g, before, "hire doctor:white", "hire doctor:white", "hire doctor:white")
    assert (after.time, after.held) == (1 + 1 + 1, ())


def test_openings_are_kept_to_the_end_of_the_actions() -> None:
    g = clinic(ROOMS, reopen_within_round=False)
    before = acting(g, TWO_HIRES, doctors=NOBODY)
    one = do(g, before, "hire doctor:white")
    assert (one.time, one.held) == (1, (Held(Staff.DOCTOR, spaces("1a3")[0]),))
    two = do(g, one, "hire doctor:white")
    assert (two.time, held_by(two, Staff.DOCTOR)) == (1 + 3, spaces("1a3", "1c3"))
    assert held_by(two, PATIENT) == ()
    three = do(g, two, "hire doctor:white")
    assert (three.time, three.phase, three.held) == (1 + 3 + 3, Phase.CARE, ())


def test_who_was_there_before_the_round_stands_anywhere() -> None:
    """One doctor was there: whichever opening the newcomer wants, that doctor stands in another."""
    g = clinic(ROOMS, reopen_within_round=False)
    before = acting(g, TWO_HIRES, doctors=(1, 0, 0, 0))
    assert do(g, before, "hire doctor:white").time == 1
    assert do(g, before, "hire doctor:white", "hire doctor:white").time == 1 + 3
    refused(g, do(g, before, "hire doctor:white", "hire doctor:white"), "hire doctor:white", "4.7")


def test_kinds_of_people_keep_their_own_openings() -> None:
    g = clinic("... ... T..", reopen_within_round=False)
    boxes = ["hire w N / D w", "admit w N / w N", "hire N w / D w"]
    after = do(g, acting(g, boxes, doctors=NOBODY, patients=NOBODY), "hire doctor:white", "admit 1")
    assert after.held == (Held(Staff.DOCTOR, spaces("1a3")[0]), Held(PATIENT, spaces("1a3")[0]))
    assert do(g, after, "hire doctor:white").time == 3


def test_a_kept_opening_may_leave_nothing_within_reach() -> None:
    """The second treatment room of Floor-3 is out of reach: by our rule each newcomer takes the first one."""
    floors = ("... ... H..", "... ... S..", "... ... T.T")
    ours, other = clinic(*floors), clinic(*floors, reopen_within_round=False)
    boxes = with_boxes("admit", top="w N N N N N")
    before = acting(ours, boxes, "f1 f2 f3", patients=NOBODY)
    assert sum(do(ours, before, "admit 1", "admit 1", "admit 1").patients) == 3
    two = do(other, before, "admit 1", "admit 1")
    assert "reopen_within_round" in refused(other, two, "admit 1", "4.7")
    assert Planner(other, two).room()[PATIENT] == 0
    assert Planner(ours, two._replace(held=())).room()[PATIENT] == 2


def test_a_new_floor_and_cubes_leave_kept_openings_and_an_upgrade_ends_them() -> None:
    cards = deck((side(ROOMS), side("... ... HST")), side("... ... H.."))
    g = game(cards, reopen_within_round=False)
    boxes = ["hire w N / D w", "build w N / D w", "hire w N / D w"]
    one = do(g, acting(g, boxes, doctors=NOBODY, money=15), "hire doctor:white")
    for line in ("build floor", "build conveyor:1c3", "build nothing"):
        assert do(g, one, line).held == one.held
    assert do(g, one, "build conveyor:1c3", "hire doctor:white").time == 1 + 1  # by helipad into the next opening
    assert do(g, one, "build nothing", "hire doctor:white").time == 1 + 3
    upgraded = do(g, one, "build upgrade:1")
    assert upgraded.held == ()
    assert do(g, upgraded, "hire doctor:white").time == 1 + 1


def test_the_planner_leaves_out_kept_openings() -> None:
    g = clinic(ROOMS, reopen_within_round=False)
    one = do(g, acting(g, TWO_HIRES, doctors=NOBODY), "hire doctor:white")
    movement = Planner(g, one).plan({"doctor": 2})
    assert movement is not None
    assert [(walk.space, walk.time) for walk in movement.walks] == [("1c3", 3), ("1c3", 3)]


@pytest.mark.parametrize("name", DECKS)
def test_coming_one_after_the_other_takes_the_time_of_coming_at_once(name: str) -> None:
    """While nothing is built, kept openings are those that all newcomers of the round would take together."""
    ours, other = game(DECKS[name]), game(DECKS[name], reopen_within_round=False)
    rng, dearer = random.Random(name), 0
    for _ in range(60):
        action = rng.choice([Action.HIRE, Action.ADMIT])
        trio = random_trio(rng, ours, action)
        start = random_clinic(rng, ours, phase=Phase.ACT, trio=trio, time=0, popularity=0, outpatient=True)
        clinic = clinic_of(ours, start)
        if clinic.count("R"):  # type: ignore[arg-type]
            continue  # triage shortens each action on its own
        state = start
        for _ in trio:
            moves = [move for move in other.legal_moves(state) if isinstance(move, Hire | Admit)]
            state = other.apply(state, rng.choice(moves))
        at_once = [clinic.openings(kind, True).time_for(n, newcomers(start, state, kind)) for kind, n in there(start)]
        assert state.time == sum(time or 0 for time in at_once)
        dearer += state.time > same_by_our_rule(ours, start, state)
    assert dearer


def there(state: State) -> list[tuple[str, int]]:
    doctors, patients = sum(state.doctors), sum(state.patients)
    return [(Staff.DOCTOR, doctors), (PATIENT, patients), (Staff.NURSE, state.nurses), (Staff.ORDERLY, state.orderlies)]


def newcomers(before: State, after: State, kind: str) -> int:
    return dict(there(after))[kind] - dict(there(before))[kind]


def same_by_our_rule(g: Clin9ic, start: State, end: State) -> int:
    """At most the time by our rule if everybody came alone: the cheapest opening of the floor, each time."""
    clinic, total = clinic_of(g, start), 0
    for kind, present in there(start):
        for more in range(newcomers(start, end, kind)):
            total += clinic.openings(kind, True).time_for(present + more, 1) or 0
    return total


# --- files and other parts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", [*OTHER_READINGS, "lots_kept_on_upgrade"])
def test_files_name_other_readings(option: str) -> None:
    usual = getattr(game().options, option)
    other: dict[str, Any] = {option: not usual}
    g = game(**other)
    text = write(GameFile(g, "house", opening(g, 1)))
    assert f"{option} = {str(not usual).lower()}" in text
    assert parse_game(parse(text, "game.toml")).game.options == g.options
    assert "[options]" not in write(GameFile(game(), "house", opening(g, 1)))


@pytest.mark.parametrize("option", OTHER_READINGS)
def test_the_scheduler_refuses_other_readings(option: str) -> None:
    turned: dict[str, Any] = {option: OTHER_READINGS[option]}
    g = game(**turned)
    state = opening(g, 1)._replace(round=6)
    with pytest.raises(NotInModel, match=option):
        Instance(g, state, (("a1", "a2", "a3"),))
    Instance(game(), state, (("a1", "a2", "a3"),))
