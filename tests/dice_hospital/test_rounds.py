"""Sections 2 to 5 and 8 to 10: set-up, intake, improvement, discharge and score."""

import pytest

from dice_hospital.moves import CardsShown, Drawn, NewPatient, ReportDealt, TakenOut
from dice_hospital.patients import names, parse_patient, parse_patients
from dice_hospital.state import Phase, State
from tests.dice_hospital.helpers import after, do, game, legal, placing, position, refused, reports

G = game()


# --- 2 ---


def test_reports_lie_in_two_rows() -> None:
    state = G.start()
    for name in ("rr 3", "yy 3", "gg 3", "ryg 4", "rrr 5", "ggg 5"):
        assert state.phase is Phase.DEAL
        state = G.apply_outcome(state, ReportDealt(G.deck.report_named[name]))
    assert state.phase is Phase.FIRST
    assert state.reports == reports(G, "rr 3,ryg 4", "yy 3,rrr 5", "gg 3,ggg 5")


@pytest.mark.parametrize("line", ["set r3 y4 g4", "set r3 r4 g5", "set r3 y4", "set r3t y4 g5"])
def test_first_values(line: str) -> None:
    state = G.start()._replace(phase=Phase.SET, dice=parse_patients("r1 y1 g1"))
    refused(G, state, line, "2.2")


# --- 4 ---


def at_keep(patients: str = "", dice: str = "r2 r2 y4 g5") -> State:
    return position(G, patients, phase=Phase.KEEP, dice=parse_patients(dice))


def test_three_of_four_are_kept() -> None:
    state = at_keep()
    assert legal(G, state) == ["keep r2 r2 y4", "keep r2 r2 g5", "keep r2 y4 g5"]
    assert "3 dice are kept, not 2" in refused(G, state, "keep r2 r2", "4.2")
    assert "the dice drawn are" in refused(G, state, "keep r2 r2 r2", "4.2")
    done = do(G, state, "keep r2 y4 g5")
    assert (names(done.patients), done.blood_bags, done.phase) == ("r2 y4 g5", 0, Phase.CARDS)


def test_a_blood_bag_below_nine() -> None:
    assert do(G, at_keep(), "keep r2 r2 y4").blood_bags == 1
    assert do(G, at_keep(), "keep r2 r2 g5").blood_bags == 0  # nine


def test_who_makes_room() -> None:
    full = "r1 r2 r3 r4 y1 y2 y3 y4 g1 g2 g3"
    state = do(G, at_keep(patients=full, dice="r5 y5 g5 g5"), "keep r5 y5 g5")
    assert "not 1" in refused(G, state, "lose r1", "4.3")
    assert "the new ones cannot be chosen" in refused(G, state, "lose r1 r5", "4.3")
    done = do(G, state, "lose r1 y1")
    assert (len(done.patients), done.fatalities, G.bag(done)) == (12, 2, (7, 7, 7))


def test_epidemic() -> None:
    g = game("epidemic")
    full = "r1 r2 r3 r4 y1 y2 y3 y4"
    state = do(g, at_keep(patients=full, dice="r2 y2 g2 g5"), "keep r2 y2 g2")
    assert (state.phase, state.blood_bags) == (Phase.EPIDEMIC, 1)
    state = g.apply_outcome(state, NewPatient(parse_patient("g5")))
    assert state.phase is Phase.CARDS
    assert names(state.patients) == "r1 r2 r2 r3 r4 y1 y2 y2 y3 y4 g2 g5"
    state = do(g, at_keep(patients=full + " g1", dice="r2 y2 g2 g5"), "keep r2 y2 g2")
    state = g.apply_outcome(state, NewPatient(parse_patient("g5")))
    assert state.phase is Phase.LOSE  # seen before
    assert len(do(g, state, "lose g1").patients) == 12


# --- 5 ---


def at_take() -> State:
    shown = G.apply_outcome(
        position(G, "r3", phase=Phase.CARDS),
        CardsShown(G.deck.worker_named["surgeon"], G.deck.department_named["radiology"]),
    )
    assert shown.specialist_stack[G.deck.worker_named["surgeon"]] == 1
    return shown


def test_card_or_tile() -> None:
    state = at_take()
    assert legal(G, state) == ["take surgeon", "take radiology"]
    assert "surgeon and radiology" in refused(G, state, "take paramedic", "5.1")
    refused(G, state, "take nothing", "5.1")
    done = do(G, state, "take radiology")
    assert done.departments == (G.deck.department_named["radiology"],)
    assert legal(G, done) == ["return radiology", "return nothing"]


def test_what_is_returned_brings_a_bag_and_is_gone() -> None:
    state = do(G, at_take(), "take surgeon")
    assert "part of the board" in refused(G, state, "return imaging", "5.2")
    assert "not yours" in refused(G, state, "return crash centre", "5.2")
    assert "no specialist of yours" in refused(G, state, "return paramedic", "5.2")
    done = do(G, state, "return surgeon")
    assert (done.blood_bags, done.specialists, done.phase) == (1, (), Phase.PLACE)
    assert done.free_workers == (0, 0, 0)
    kept = do(G, state, "return nothing")
    assert kept.free_workers == (0, 0, 0, *state.specialists)


def test_an_improvement_may_be_declined_as_an_option() -> None:
    g = game(must_take=False)
    assert legal(g, at_take()) == ["take surgeon", "take radiology", "take nothing"]
    assert do(g, at_take(), "take nothing").phase is Phase.PLACE  # nothing to return


def test_returning_can_be_switched_off() -> None:
    g = game(return_for_bag=False)
    assert do(g, at_take(), "take surgeon").phase is Phase.PLACE


def test_tokens_may_run_out() -> None:
    g = game(tokens_limited=True)
    assert do(g, at_keep()._replace(blood_bags=16), "keep r2 r2 y4").blood_bags == 16
    assert do(G, at_keep()._replace(blood_bags=16), "keep r2 r2 y4").blood_bags == 17
    assert do(g, placing(g, "r1 y1", fatalities=13), "stop").fatalities == 14
    assert do(G, placing(G, "r1 y1", fatalities=13), "stop").fatalities == 15


# --- 6.11, the cards taken out ---


def test_promo_cards_replace_others() -> None:
    g = game("consultant", "admissions nurse")
    state = g.start()
    assert state.phase is Phase.TAKEN_OUT
    surgeon = g.deck.worker_named["surgeon"]
    state = g.apply_outcome(state, TakenOut((surgeon, surgeon)))
    assert sum(state.specialist_stack) == 24
    assert state.specialist_stack[surgeon] == 0
    assert [state.specialist_stack[g.deck.worker_named[name]] for name in ("consultant", "admissions nurse")] == [1, 1]


# --- 8 and 9 ---


def test_neglect() -> None:
    state = do(G, placing(G, "r1 y2 g3t"), "stop")
    assert (names(state.patients), state.fatalities, G.bag(state)) == ("y1 g3", 1, (11, 10, 10))
    g = game("superbug")
    state = do(g, placing(g, "r2 y3 g3t"), "stop")
    assert (names(state.patients), state.fatalities) == ("y1 g3", 1)


def test_points_by_patients() -> None:
    found = [do(G, placing(G, "r3t", discharged=(n, 0, 0)), "stop").score for n in range(0, 14)]
    assert found == [0, 1, 3, 5, 7, 9, 11, 14, 17, 21, 25, 30, 35, 35]


def test_reports_are_optional_and_checked() -> None:
    state = placing(G, "r3t", discharged=(2, 1, 0), for_reports=(2, 1, 0), reports=reports(G, "rr 3", "rry 4", ""))
    state = do(G, state, "stop")
    assert legal(G, state) == ["report 1", "report 2", "stop"]
    refused(G, state, "report 3", "8.2")
    refused(G, state, "report 7", "8.2")
    assert do(G, state, "stop").report_points == 0
    done = do(G, state, "report 1")
    assert done.phase is Phase.INTAKE  # a red is used: nothing else can be completed
    assert done.reports == ((), *state.reports[1:])
    state = placing(G, "r3t", for_reports=(2, 0, 0), discharged=(2, 0, 0), reports=reports(G, "rr 3,yy 3", "yy 3", ""))
    assert "the card asks for yy" in refused(G, do(G, state, "stop"), "report 2", "8.2")


def test_empty_wards() -> None:
    assert do(G, placing(G, ""), "stop").score == 5
    assert do(G, placing(G, "r3t"), "stop").score == 0
    assert do(G, placing(G, "r1"), "stop").score == 5  # through a fatality, too
    g = game(empty_bonus_after_deaths=False)
    assert do(g, placing(g, "r1"), "stop").score == 0
    assert do(g, placing(g, ""), "stop").score == 5


def test_empty_wards_in_the_last_round() -> None:
    assert do(G, placing(G, "", round=8), "stop").score == 5
    g = game(empty_bonus_last_round=False)
    assert do(g, placing(g, "", round=8), "stop").score == 0
    assert do(g, placing(g, "", round=7), "stop").score == 5


def test_recoloured_patients_and_empty_wards() -> None:
    g = game(recoloured_in_bed=False)
    assert do(G, placing(G, "r3g"), "stop").score == 0
    done = do(g, placing(g, "r3g"), "stop")
    assert (done.score, names(done.patients)) == (5, "r3")
    assert do(g, placing(g, "r3g y2t"), "stop").score == 0


def test_reports_by_the_colour_of_the_moment() -> None:
    g = game(reports_by_own_colour=False)
    lines = ("bag: r6 as green", "nurse > pharmacy: r6g", "stop")
    for rules, due in ((G, Phase.INTAKE), (g, Phase.REPORT)):
        state = placing(rules, "r6 y3t", bags=1, for_reports=(0, 0, 1), discharged=(0, 0, 1))
        state = do(rules, state._replace(reports=reports(rules, "gg 3", "yy 3", "")), *lines)
        assert state.phase is due
        if due is Phase.REPORT:
            assert state.discharged == (1, 0, 1)  # by its own colour it goes back into the bag
            assert do(rules, state, "report 1").report_points == 3


def test_the_shift_change() -> None:
    done = do(G, placing(G, "r3 y4", specialists="surgeon"), "surgeon > critical care unit: r3; also nobody", "stop")
    assert (done.round, done.phase, names(done.patients)) == (4, Phase.INTAKE, "r4 y3")
    assert done[12:] == tuple(State._field_defaults.values())
    over = do(G, placing(G, "r3", round=8), "stop")
    assert (over.round, over.phase) == (8, Phase.OVER)
    assert "the game is over" in refused(G, over, "stop", "3")


def test_a_wrong_kind_of_move() -> None:
    refused(G, at_keep(), "stop", "4.2")
    refused(G, placing(G, "r3"), "report 1", "6.1")
    assert "no decision is due" in refused(G, position(G), "stop", "3")


# --- 10 ---


def test_score_items() -> None:
    state = position(G, "r3", bags=2, fatalities=3, score=20, report_points=7, phase=Phase.OVER)
    assert G.score_items(state) == {
        "patients discharged": 20,
        "reports completed": 7,
        "reports not completed": -15,
        "fatalities": -6,
        "blood bags": 2,
    }
    assert G.final_score(state) == 8
    hard = game("fatality penalty", "report penalty")
    assert hard.final_score(state) == 8 - 6 - 15


def test_both_rows_count() -> None:
    state = position(G, reports=reports(G, "rr 3,yy 3", "gg 3", ""))
    assert G.score_items(state)["reports not completed"] == -9


def test_a_target_of_ones_own() -> None:
    from dice_hospital import DiceHospital

    assert G.goal_met(position(G, score=0))  # there is none
    g = DiceHospital(G.deck, target=5)
    assert not g.goal_met(position(g, score=19))
    assert g.goal_met(position(g, score=20))


def test_opening_crisis() -> None:
    g = game("opening crisis")
    state = g.start()._replace(phase=Phase.SET, dice=parse_patients("r1 r1 y1 y1 g1"))
    assert len(legal(g, state)) == len(set(legal(g, state)))
    assert after(g, state, "set r3 r3 y4 y5 g5") == "r3 r3 y4 y5 g5"
    refused(g, state, "set r3 r3 y4 y4 g5", "2.2")


def test_an_intake_that_cannot_be() -> None:
    from tabletop.moves import IllegalMove

    state = position(G, "r1 r1 r1 r1 r1 r1 r1 r1 r1 r1 r1")
    for dice in ("r2 y3 y4 y5", "y1 y3 y4 y5", "y3 y4 y5", "y2t y3 y4 y5"):
        with pytest.raises(IllegalMove) as caught:
            G.apply_outcome(state, Drawn(parse_patients(dice)))
        assert caught.value.rule == "11.5"
