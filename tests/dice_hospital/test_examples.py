"""The worked examples, 12.1 to 12.13."""

import pytest

from dice_hospital.moves import FirstColours
from dice_hospital.patients import names
from dice_hospital.state import Phase
from tests.dice_hospital.helpers import after, do, game, legal, placing, position, refused, reports

G = game()


def test_12_1_a_surgeon_in_intensive_care() -> None:
    state = placing(G, "r2", specialists="surgeon")
    assert after(G, state, "surgeon > intensive care: r2") == "r3t"
    assert after(G, state, "surgeon > intensive care: r2", "also r3t") == "r4t"
    assert after(G, state, "surgeon > intensive care: r2; also r3t") == "r4t"


def test_12_2_a_haematologist_in_renal_medicine() -> None:
    state = placing(G, "y3 y3 y3", "renal medicine", "haematologist")
    assert after(G, state, "haematologist > renal medicine: y3 y3 y3; also y4t") == "y4t y4t y5t"


def test_12_3_a_pharmacist_in_anaesthesia() -> None:
    state = placing(G, "r3 r3 r3 g2", "anaesthesia", "pharmacist")
    done = do(G, state, "pharmacist > anaesthesia: r3 r3 r3")
    assert done.phase is Phase.PLACE  # nothing follows
    assert names(done.patients) == "r4t r4t r4t g2"


def test_12_4_a_pharmacist_in_the_allergy_centre() -> None:
    state = do(G, placing(G, "g3 g3 g3", "allergy centre", "pharmacist"), "pharmacist > allergy centre: g3 g3 g3")
    assert legal(G, state) == ["also g4t", "also nobody"]
    assert "it may touch g4t" in refused(G, state, "also g4t g4t", "6.7")
    assert do(G, state, "also g4t").phase is Phase.PLACE


def test_12_5_steps_beyond_seven_are_lost() -> None:
    state = do(G, placing(G, "r5", "operating theatre"), "nurse > operating theatre: r5")
    assert (state.patients, state.discharged) == ((), (1, 0, 0))


def test_12_6_three_equal_reds_or_none() -> None:
    state = placing(G, "r3 r3 r4 g2 g2", "anaesthesia, allergy centre")
    assert legal(G, state, "anaesthesia") == legal(G, state, "allergy") == []
    assert "exactly three different patients" in refused(G, state, "nurse > anaesthesia: r3 r3", "6.6")
    assert "equal value" in refused(G, state, "nurse > anaesthesia: r3 r3 r4", "6.6")


def test_12_7_a_blood_bag_for_the_pharmacy() -> None:
    state = placing(G, "r3", bags=1)
    assert "is for green patients, not for red 3" in refused(G, state, "nurse > pharmacy: r3", "6.5")
    done = do(G, state, "bag: r3 as green", "nurse > pharmacy: r3g")
    assert (names(done.patients), done.blood_bags) == ("r4g", 0)


@pytest.mark.parametrize(
    ("columns", "moves", "points"),
    [
        (("yyg 4", "rr 3", "rrr 5"), ["report 1"], 4),
        (("ygg 4", "rr 3", "rrr 5"), ["report 1"], 4),
        (("yy 3, gg 3", "rr 3", "rrr 5"), ["report 1", "report 1"], 6),
    ],
)
def test_12_8_four_patients_and_the_reports(columns: tuple[str, ...], moves: list[str], points: int) -> None:
    state = placing(G, "r3t", discharged=(0, 2, 2), for_reports=(0, 2, 2), reports=reports(G, *columns))
    done = do(G, state, "stop", *moves)
    assert done.phase is Phase.INTAKE
    assert (done.report_points, done.score) == (points, 7)


def test_12_9_two_free_beds_at_intake() -> None:
    state = position(G, "r1 r2 r3 r4 y1 y2 y3 y4 g1 g2")
    state = state._replace(phase=Phase.KEEP, dice=position(G, "r3 y3 g3 g4").patients)
    state = do(G, state, "keep r3 y3 g3")
    assert state.phase is Phase.LOSE
    assert len(legal(G, state)) == 10
    done = do(G, state, "lose r1")
    assert (len(done.patients), done.fatalities) == (12, 1)


def test_12_10_a_nurse_in_the_pharmacy() -> None:
    assert after(G, placing(G, "g2 g3"), "nurse > pharmacy: g3") == "g2 g4t"


def test_12_11_a_yellow_six() -> None:
    state = do(G, placing(G, "y6"), "nurse > oncology: y6")
    assert (state.patients, state.discharged) == ((), (0, 1, 0))


def test_12_12_two_neglected() -> None:
    assert after(G, placing(G, "r3 y4 g5t"), "stop") == "r2 y3 g5"


def test_12_13_six_ways_to_begin() -> None:
    state = G.start()._replace(phase=Phase.FIRST, reports=reports(G, "rrr 5", "yyy 5", "ggg 5"))
    state = G.apply_outcome(state, FirstColours((0, 1, 2)))
    assert sorted(legal(G, state)) == [
        "set r3 y4 g5", "set r3 y5 g4", "set r4 y3 g5", "set r4 y5 g3", "set r5 y3 g4", "set r5 y4 g3",
    ]  # fmt: skip
    assert names(do(G, state, "set r4 y3 g5").patients) == "r4 y3 g5"
