"""Section 7: experimental medicine."""

from fractions import Fraction

from dice_hospital import DiceHospital, State
from dice_hospital.moves import Rolled
from dice_hospital.patients import names
from dice_hospital.state import Phase
from tests.dice_hospital.helpers import after, do, game, legal, placing, refused

G = game("experimental")


def rolled(g: DiceHospital, state: State, *values: int) -> State:
    assert state.phase is Phase.ROLL
    return g.apply_outcome(state, Rolled(values))


def test_stacks() -> None:
    state = G.start()
    assert (sum(state.department_stack), sum(state.specialist_stack)) == (20, 24)
    assert state.department_stack[G.deck.department_named["radiology"]] == 1
    assert state.department_stack[G.deck.department_named["physiotherapy"]] == 2


# --- departments ---


def test_drug_trial_centre() -> None:
    state = placing(G, "r3 y4 g5", "drug trial centre")
    assert len(legal(G, state, "drug trial")) == 3
    refused(G, state, "nurse > drug trial centre: r3", "7.2")
    state = do(G, state, "nurse > drug trial centre: r3 y4")
    assert len(G.chances(state)) == 36
    done = rolled(G, state, 6, 1)
    assert (names(done.patients), done.phase) == ("r6t y1t g5", Phase.PLACE)


def test_equal_dice_have_no_order() -> None:
    state = do(G, placing(G, "r3 r3", "drug trial centre"), "nurse > drug trial centre: r3 r3")
    chances = dict(G.chances(state))
    assert len(chances) == 21
    assert (chances[Rolled((1, 2))], chances[Rolled((2, 2))]) == (Fraction(2, 36), Fraction(1, 36))


def test_only_who_rose_is_healed() -> None:
    state = placing(G, "r3 y4 r5", "drug trial centre", "surgeon")
    state = do(G, state, "surgeon > drug trial centre: r3 y4")
    assert rolled(G, state, 2, 6).phase is Phase.PLACE  # the red one fell
    assert rolled(G, state, 3, 6).phase is Phase.PLACE
    assert legal(G, rolled(G, state, 4, 1)) == ["also r4t", "also nobody"]


def test_who_fell_is_a_different_patient() -> None:
    state = placing(G, "r3 y4", "drug trial centre", "paramedic")
    state = rolled(G, do(G, state, "paramedic > drug trial centre: r3 y4"), 5, 2)
    assert legal(G, state) == ["also y2t", "also nobody"]
    g = game("experimental", heal_is_rise=False)
    state = placing(g, "r3 y4", "drug trial centre", "paramedic")
    assert rolled(g, do(g, state, "paramedic > drug trial centre: r3 y4"), 5, 2).phase is Phase.PLACE
    state = placing(g, "r3 y4 g1", "drug trial centre", "paramedic")
    assert legal(g, rolled(g, do(g, state, "paramedic > drug trial centre: r3 y4"), 1, 2)) == ["also g1", "also nobody"]


def test_values_before_the_roll() -> None:
    g = game("experimental", values_after_department=False)
    state = placing(g, "r3 y4", "drug trial centre", "paramedic")
    assert rolled(g, do(g, state, "paramedic > drug trial centre: r3 y4"), 5, 2).phase is Phase.PLACE  # it was a 4
    state = placing(g, "r3 y4", "drug trial centre", "general practitioner")
    state = rolled(g, do(g, state, "general practitioner > drug trial centre: r3 y4"), 5, 2)
    assert legal(g, state) == ["also y2t", "also nobody"]


def test_physiotherapy() -> None:
    state = placing(G, "r3 y2", "physiotherapy", "paramedic")
    assert after(G, state, "nurse > physiotherapy: r3 as green, y2 as red") == "r3g y2r"
    assert after(G, state, "nurse > physiotherapy: y2 as yellow") == "r3 y2t"
    assert do(G, state, "paramedic > physiotherapy: r3 as green").phase is Phase.PLACE  # nobody is healed
    refused(G, state, "nurse > physiotherapy: r3", "7.2")
    refused(G, state, "nurse > imaging: r3 as green", "7.2")
    lines = legal(G, state, "nurse > physiotherapy")
    assert len(lines) == 3 + 3 + 9
    state = placing(G, "r3t r3g", "physiotherapy")
    results = [G.apply(state, G.parse(line)) for line in legal(G, state, "nurse > physio")]
    assert len(set(results)) == len(results)


def test_experimental_therapy() -> None:
    state = placing(G, "r2 r5 y1", "experimental therapy", "surgeon")
    assert after(G, state, "nurse > experimental therapy: y1") == "r2 r5 y6t"
    assert legal(G, do(G, state, "surgeon > experimental therapy: r2")) == ["also r5t", "also nobody"]
    assert do(G, state, "surgeon > experimental therapy: r5").phase is Phase.PLACE


def test_training_department() -> None:
    state = placing(G, "r3 y3 g4", "training department")
    assert legal(G, state, "training") == ["nurse > training department: r3 y3"]
    assert after(G, state, "nurse > training department: r3 y3") == "r4t y4t g4"


def test_a_colour_before_a_roll() -> None:
    state = placing(G, "r2 y3", "experimental therapy", "surgeon", bags=1)
    lines = ("bag: y3 as red", "surgeon > experimental therapy: y3r")
    assert after(G, state, *lines) == "r2 y4r"
    g = game("experimental", recolour_before_treat=False)
    state = placing(g, "r2 y3", "experimental therapy", "surgeon", bags=1)
    refused(g, do(g, state, lines[0]), lines[1], "6.10")
    refused(G, do(G, placing(G, "r2", "physiotherapy", bags=1), "bag: r2 as green"),
            "nurse > physiotherapy: r2g as red", "6.10")  # fmt: skip


# --- specialists ---


def test_pathologist() -> None:
    state = placing(G, "r3", specialists="pathologist", fatalities=2)
    done = do(G, state, "pathologist > imaging: r3")
    assert (done.fatalities, done.blood_bags, done.phase) == (1, 1, Phase.PLACE)
    none = do(G, state._replace(fatalities=0), "pathologist > imaging: r3")
    assert (none.fatalities, none.blood_bags) == (0, 0)


def test_experimental_chemist() -> None:
    state = do(G, placing(G, "r3 y4", specialists="experimental chemist"), "experimental chemist > imaging: r3")
    assert legal(G, state) == ["also y4", "also nobody"]
    state = do(G, state, "also y4")
    assert len(G.chances(state)) == 6
    done = rolled(G, state, 1)
    assert (names(done.patients), done.phase) == ("r4t y1t", Phase.PLACE)


def test_medical_student() -> None:
    state = placing(G, "r3 y4 g1", specialists="medical student")
    state = do(G, state, "medical student > imaging: r3")
    assert legal(G, state) == ["also y4 up, g1 down", "also g1 up, y4 down", "also nobody"]
    done = do(G, state, "also y4 up, g1 down")
    assert (names(done.patients), done.fatalities) == ("r4t y5t", 1)
    assert after(G, state, "also g1 up, y4 down") == "r4t y3t g2t"
    refused(G, state, "also y4 up", "7.3")
    two = do(G, placing(G, "r3 y4", specialists="medical student"), "medical student > imaging: r3")
    assert two.phase is Phase.PLACE  # nobody to make worse
    g = game("experimental", medical_student_both=False)
    two = do(g, placing(g, "r3 y4", specialists="medical student"), "medical student > imaging: r3")
    assert legal(g, two) == ["also y4 up", "also y4 down", "also nobody"]


def test_physiotherapist() -> None:
    state = placing(G, "r3 y4", specialists="physiotherapist")
    state = do(G, state, "physiotherapist > imaging: r3")
    assert len(legal(G, state)) == 2 + 3 + 1  # the same colour again is nothing for one who is treated
    assert after(G, state, "also r4t as green") == "r4g y4"
    assert after(G, state, "also y4 as yellow") == "r4t y4t"


def test_who_discharged_somebody() -> None:
    state = placing(G, "r6 y3", specialists="registrar, haematology technician")
    done = do(G, state, "registrar > clinic: r6")
    assert (done.score, done.phase) == (1, Phase.PLACE)
    assert do(G, state, "haematology technician > clinic: r6").blood_bags == 1
    assert do(G, state, "registrar > imaging: y3").score == 0
    many = placing(G, "r6 r6 r6", "anaesthesia", "registrar")
    assert do(G, many, "registrar > anaesthesia: r6 r6 r6").score == 1  # once


def test_colours_before_a_specialists_roll() -> None:
    state = placing(G, "r3 y4 g2", specialists="medical student", bags=1)
    state = do(G, state, "medical student > imaging: r3", "bag: g2 as red")
    assert legal(G, state) == ["also y4 up, g2r down", "also g2r up, y4 down"]
