"""Section 6: placements, specialists and blood bags, each rule where it bites and where it does not."""

import pytest

from dice_hospital.patients import names
from dice_hospital.state import Phase
from tests.dice_hospital.helpers import after, do, game, legal, placing, refused

G = game()


# --- 6.1, 6.2 ---


def test_each_worker_and_each_department_once() -> None:
    state = do(G, placing(G, "r2 r3 y3"), "nurse > critical care unit: r2")
    assert "used already" in refused(G, state, "nurse > critical care unit: r3", "6.1")
    state = do(G, state, "nurse > imaging: y3", "nurse > oncology: y4t")
    assert "no nurse is left" in refused(G, state, "nurse > pharmacy: r3", "6.1")
    assert "surgeon is not yours" in refused(G, placing(G, "r2"), "surgeon > imaging: r2", "6.1")
    assert "radiology is not yours" in refused(G, placing(G, "r2"), "nurse > radiology: r2", "6.1")


def test_two_of_a_kind_are_used_twice() -> None:
    state = placing(G, "r1 r2", "operating theatre, operating theatre")
    state = do(G, state, "nurse > operating theatre: r1", "nurse > operating theatre: r2")
    assert names(state.patients) == "r4t r5t"
    refused(G, state, "nurse > operating theatre: r4t", "6.1")


def test_who_is_not_here() -> None:
    state = do(G, placing(G, "r2 g3"), "nurse > intensive care: r2")
    assert refused(G, state, "nurse > critical care unit: r3", "6.2") == "r3 is not here; there is r3t"
    assert refused(G, state, "nurse > critical care unit: r5", "6.2") == "r5 is not here"


@pytest.mark.parametrize(
    ("department", "whom", "becomes"),
    [
        ("critical care unit", "r3", "r4t"),
        ("oncology", "y1", "y2t"),
        ("pharmacy", "g5", "g6t"),
        ("intensive care", "y2", "y3t"),
        ("imaging", "g4", "g5t"),
        ("clinic", "r5", "r6t"),
        ("operating theatre", "r1", "r4t"),
        ("orthopaedics", "y3", "y6t"),
        ("ear nose throat", "g2", "g5t"),
        ("anaesthesia", "r3 r3 r3", "r4t r4t r4t"),
        ("renal medicine", "y1 y1 y1", "y2t y2t y2t"),
        ("allergy centre", "g5 g5 g5", "g6t g6t g6t"),
        ("cardiology", "r1 r2 r3", "r2t r3t r4t"),
        ("urology", "y2 y3 y4", "y3t y4t y5t"),
        ("immunology", "g3 g4 g5", "g4t g5t g6t"),
        ("crash centre", "g1", "g5t"),
        ("radiology", "r1 y2 g3", "r2t y3t g4t"),
        ("triage centre", "r1 y3", "r3t y5t"),
    ],
)
def test_every_department(department: str, whom: str, becomes: str) -> None:
    tile = department if G.deck.department_named[department] >= 6 else ""
    state = placing(G, whom, tile)
    assert after(G, state, f"nurse > {department}: {whom}") == becomes


@pytest.mark.parametrize(
    ("department", "whom"),
    [
        ("critical care unit", "y3"),
        ("intensive care", "r3"),
        ("imaging", "r5"),
        ("clinic", "r4"),
        ("operating theatre", "g1"),
        ("anaesthesia", "r3 r3 y3"),
        ("cardiology", "r1 r2 r4"),
        ("cardiology", "r2 r2 r3"),
        ("crash centre", "g3"),
        ("radiology", "r1 y2 g4"),
        ("radiology", "r1 y2"),
        ("triage centre", "r1 y3 g1"),
    ],
)
def test_whom_departments_do_not_treat(department: str, whom: str) -> None:
    tile = department if G.deck.department_named[department] >= 6 else ""
    state = placing(G, whom, tile)
    refused(G, state, f"nurse > {department}: {whom}", "6.6" if tile else "6.5")
    assert f"nurse > {department}: {whom}" not in legal(G, state)


# --- 6.7, 6.8 ---


@pytest.mark.parametrize(
    ("specialist", "patients", "department", "whom", "also"),
    [
        ("surgeon", "r2 y2", "intensive care", "r2", ["r3t"]),
        ("surgeon", "r2 y2", "intensive care", "y2", None),
        ("pharmacist", "g2 g3", "pharmacy", "g2", ["g3t"]),
        ("haematologist", "y6", "oncology", "y6", None),  # nobody is left to heal further
        ("anaesthetist", "r2 r5 y2", "intensive care", "r2", ["r5"]),
        ("anaesthetist", "r2 y2", "intensive care", "r2", None),
        ("virologist", "g6 g1", "clinic", "g6", ["g1"]),
        ("urologist", "y2 y2", "oncology", "y2", ["y2"]),
        ("cardiologist", "r3 r3 y3 g4", "critical care unit", "r3", ["r3", "y3"]),
        ("microbiologist", "g2 r3 y2", "pharmacy", "g2", ["y2"]),
        ("radiologist", "y6 g6", "clinic", "y6", ["g6"]),
        ("radiologist", "y6 g6", "clinic", "g6", None),
        ("triage nurse", "r5 y1 g3 g4", "clinic", "r5", ["y1 g3"]),
        ("triage nurse", "r5 y1 g4", "clinic", "r5", None),  # both or none
        ("paramedic", "r5 y1 g3 g4", "clinic", "r5", ["y1", "g3"]),
        ("general practitioner", "r5 y1 g3 g4", "clinic", "r5", ["g4"]),
        ("nurse", "r5 y1 g3 g4", "clinic", "r5", None),
    ],
)
def test_every_specialist(specialist: str, patients: str, department: str, whom: str, also: list[str] | None) -> None:
    state = placing(G, patients, specialists="" if specialist == "nurse" else specialist)
    state = do(G, state, f"{specialist} > {department}: {whom}")
    if also is None:
        assert state.phase is Phase.PLACE
    else:
        assert legal(G, state) == [*(f"also {one}" for one in also), "also nobody"]


def test_what_they_do() -> None:
    cases = {
        ("surgeon", "r2 y2", "intensive care: r2; also r3t"): "r4t y2",
        ("anaesthetist", "r2 r5", "intensive care: r2; also r5"): "r3t r6t",
        ("cardiologist", "r3 y3", "critical care unit: r3; also y3"): "r4t y4t",
        ("triage nurse", "r5 y1 g3", "clinic: r5; also y1 g3"): "r6t y2t g4t",
        ("paramedic", "r5 y1", "clinic: r5; also y1"): "r6t y3t",
        ("general practitioner", "r5 g4", "clinic: r5; also g4"): "r6t g5t",
        ("general practitioner", "r5 g4", "clinic: r5; also nobody"): "r6t g4",
    }
    for (specialist, patients, line), expected in cases.items():
        state = placing(G, patients, specialists=specialist)
        assert after(G, state, f"{specialist} > {line}") == expected


def test_several_healed_and_their_old_values() -> None:
    state = placing(G, "r1 r2 r3 y1 y3 g4", "cardiology", "cardiologist")
    state = do(G, state, "cardiologist > cardiology: r1 r2 r3")
    assert legal(G, state) == ["also y1", "also y3", "also nobody"]  # g4 has a new value, not an old one


def test_a_different_patient_is_none_of_those_healed() -> None:
    whom = "cardiology: r1 r2 r3"
    state = placing(G, "r1 r2 r3", "cardiology", "anaesthetist")
    assert do(G, state, f"anaesthetist > {whom}").phase is Phase.PLACE
    g = game(different_from_all=False)
    state = placing(g, "r1 r2 r3", "cardiology", "anaesthetist")
    assert legal(g, do(g, state, f"anaesthetist > {whom}")) == ["also r2t", "also r3t", "also r4t", "also nobody"]
    alone = placing(g, "r1 y3", specialists="anaesthetist")
    assert do(g, alone, "anaesthetist > critical care unit: r1").phase is Phase.PLACE  # there is but the same one


def test_old_values_with_only_the_same_one_apart() -> None:
    g = game(different_from_all=False)
    state = do(g, placing(g, "r2 r3 r4", "cardiology", "cardiologist"), "cardiologist > cardiology: r2 r3 r4")
    assert legal(g, state) == ["also r3t", "also r4t", "also nobody"]  # r2 and r3 as they are now, not by themselves


def test_the_triage_nurse_and_those_just_healed() -> None:
    line = "triage nurse > intensive care: r1"
    state = placing(G, "r1 y2", specialists="triage nurse")
    assert do(G, state, line).phase is Phase.PLACE
    g = game(triage_nurse_others=False)
    assert legal(g, do(g, placing(g, "r1 y2", specialists="triage nurse"), line)) == ["also r2t y2", "also nobody"]


def test_values_before_the_department() -> None:
    options = {"triage_nurse_others": False}
    line = "triage nurse > imaging: r3"
    g = game(**options)
    assert do(g, placing(g, "r3 y2", specialists="triage nurse"), line).phase is Phase.PLACE  # r3 is a 4 now
    before = game(**options, values_after_department=False)
    state = do(before, placing(before, "r3 y2", specialists="triage nurse"), line)
    assert legal(before, state) == ["also r4t y2", "also nobody"]


def test_what_a_specialist_may_not_do() -> None:
    state = do(G, placing(G, "r5 y1 g4", specialists="paramedic"), "paramedic > clinic: r5")
    assert "no yellow 3 is here" in refused(G, state, "also y3", "6.7")
    assert "it may touch y1" in refused(G, state, "also g4", "6.7")
    refused(G, state, "stop", "6.7")
    refused(G, placing(G, "r5"), "nurse > clinic: r5; also r6t", "6.7")
    assert do(G, placing(G, "r5"), "nurse > clinic: r5; also nobody").phase is Phase.PLACE


# --- 6.9, 6.10 ---


def test_a_bag_heals_anybody() -> None:
    state = placing(G, "r6 y2", bags=2)
    done = do(G, state, "bag: r6", "bag: y2")
    assert (names(done.patients), done.discharged, done.blood_bags) == ("y3t", (1, 0, 0), 0)
    assert "no blood bag is left" in refused(G, done, "bag: y3t", "6.10")
    assert "g1 is not here" in refused(G, state, "bag: g1", "6.10")


def test_an_effect_has_to_follow_a_recolouring() -> None:
    state = do(G, placing(G, "r3 g4", bags=2), "bag: r3 as green")
    for line in ("stop", "bag: g4", "nurse > pharmacy: g4"):
        refused(G, state, line, "6.10")
    assert legal(G, state) == ["nurse > pharmacy: r3g", "nurse > imaging: r3g"]
    assert after(G, state, "nurse > pharmacy: r3g") == "r4g g4"


def test_a_recoloured_die_keeps_its_colour_to_the_end_of_activation() -> None:
    state = do(G, placing(G, "r3", bags=1), "bag: r3 as green", "nurse > imaging: r3g")
    assert names(state.patients) == "r4g"
    assert legal(G, state, "critical") == []
    assert after(G, state, "nurse > pharmacy: r4g", "stop") == "r5"


def test_no_recolouring_for_nothing() -> None:
    state = do(G, placing(G, "r3", bags=2), *["nurse > imaging: r3", "nurse > critical care unit: r4t"])
    assert "has that colour already" in refused(G, state, "bag: r5t as red", "6.10")
    assert do(G, state, "bag: r5t as green").recoloured
    spent = do(G, state, "nurse > clinic: r5t")
    assert "no effect could follow" in refused(G, spent, "bag: r6t as green", "6.10")  # no worker is left


def test_bags_for_a_group() -> None:
    state = placing(G, "r3 y3 g3", "anaesthesia", bags=2)
    lines = ["bag: y3 as red", "bag: g3 as red", "nurse > anaesthesia: r3 y3r g3r"]
    assert after(G, state, *lines) == "r4t y4r g4r"
    first = do(G, state, lines[0])
    assert "nurse > anaesthesia" not in " ".join(legal(G, first))
    assert "bag: g3 as red" in legal(G, first)


def test_never_a_dead_end() -> None:
    """After a recolouring there is always a way to go on."""
    state = placing(G, "y3 g3", "anaesthesia", bags=2)._replace(free_departments=(9,))
    assert G.deck.departments[9].name == "anaesthesia"
    assert legal(G, state, "as red") == []  # two dice will never be three
    state = placing(G, "y3 g3 r3", "anaesthesia", bags=2)._replace(free_departments=(9,))
    assert legal(G, state, "as red") == ["bag: y3 as red", "bag: g3 as red"]
    assert legal(G, state._replace(blood_bags=1), "as red") == []


def test_a_colour_for_the_specialist() -> None:
    state = placing(G, "r3 y3", specialists="surgeon", bags=1)
    done = do(G, state, "bag: y3 as red", "surgeon > imaging: y3r")
    assert legal(G, done) == ["also y4r", "also nobody"]
    late = do(G, state, "surgeon > imaging: y3")
    assert late.phase is Phase.PLACE  # 6.9: it was yellow when it was healed


def test_the_colour_at_the_time_of_healing_counts_for_one_more_step() -> None:
    state = do(G, placing(G, "r3 y3", specialists="surgeon", bags=1), "surgeon > imaging: r3")
    done = do(G, state, "bag: r4t as green", "also r4g")
    assert names(done.patients) == "r5g y3"


def test_a_colour_before_the_specialists_effect() -> None:
    state = do(G, placing(G, "r2 y5", specialists="anaesthetist", bags=1), "anaesthetist > intensive care: r2")
    assert legal(G, state) == ["bag: r3t", "bag: y5", "bag: y5 as red", "also nobody"]
    assert after(G, state, "bag: y5 as red", "also y5r") == "r3t y6r"
    refused(G, do(G, state, "bag: y5 as red"), "also nobody", "6.10")
    g = game(recolour_for_specialist=False)
    state = do(g, placing(g, "r2 y5", specialists="anaesthetist", bags=1), "anaesthetist > intensive care: r2")
    assert legal(g, state, "as red") == []


def test_a_colour_that_the_department_does_not_ask_for() -> None:
    g = game(recolour_any_effect=False)
    assert legal(G, placing(G, "y3", bags=1), " as ") == ["bag: y3 as red", "bag: y3 as green"]
    assert legal(g, placing(g, "y3", bags=1), " as ") == ["bag: y3 as red", "bag: y3 as green"]
    state = do(g, placing(g, "y3", bags=1), "bag: y3 as red")
    assert legal(g, state) == ["nurse > critical care unit: y3r"]
    assert len(legal(G, do(G, placing(G, "y3", bags=1), "bag: y3 as red"))) == 2


def test_a_bag_between_the_two_effects() -> None:
    state = placing(G, "r5 y3", specialists="general practitioner", bags=1)
    state = do(G, state, "general practitioner > clinic: r5")
    assert after(G, state, "bag: y3", "also y4t") == "r6t y5t"
    healed = do(G, state, "bag: r6t")
    assert (names(healed.patients), healed.discharged) == ("y3", (1, 0, 0))
    assert legal(G, healed) == ["also nobody"]


def test_of_equal_dice_the_bag_goes_to_one_that_may_be_touched() -> None:
    state = placing(G, "r4 r5t", specialists="general practitioner", bags=1)
    state = do(G, state, "general practitioner > critical care unit: r4", "bag: r5t")
    assert legal(G, state) == ["also r6t", "also nobody"]
    state = placing(G, "r4 r5t", specialists="surgeon", bags=1)
    state = do(G, state, "surgeon > critical care unit: r4", "bag: r5t")
    assert legal(G, state) == ["also r6t", "also nobody"]


# --- 6.11 ---


def test_the_consultant() -> None:
    g = game("consultant")
    state = placing(g, "r3 y3", specialists="consultant, surgeon, paramedic")
    assert legal(g, state) == ["consultant as surgeon", "consultant as paramedic"]
    refused(g, state, "consultant as virologist", "6.11")
    state = do(g, state, "consultant as surgeon")
    assert after(g, state, "consultant > imaging: r3; also r4t") == "r5t y3"
    assert do(g, state, "stop").consulted == 0
    alone = placing(g, "r3", specialists="consultant")
    assert alone.phase is Phase.PLACE
    assert do(g, alone, "consultant > imaging: r3").phase is Phase.PLACE


def test_the_admissions_nurse() -> None:
    from dice_hospital.moves import NewPatient
    from dice_hospital.patients import parse_patient

    g = game("admissions nurse")
    state = placing(g, "r6 r5 r4 y2", "cardiology", "admissions nurse")
    one = do(g, state, "admissions nurse > clinic: r6")
    assert legal(g, one) == ["send back r4", "send back r5", "send back y2", "call in", "also nobody"]
    sent = do(g, one, "send back y2")
    assert (sent.phase, names(sent.patients), sent.fatalities, g.bag(sent)) == (Phase.PLACE, "r4 r5", 0, (8, 11, 11))
    called = do(g, one, "call in")
    assert called.phase is Phase.NEWCOMER
    assert sum(float(chance) for _, chance in g.chances(called)) == pytest.approx(1)
    came = g.apply_outcome(called, NewPatient(parse_patient("g2")))
    assert (came.phase, names(came.patients)) == (Phase.PLACE, "r4 r5 y2 g2")
    refused(g, one, "send back g1", "6.11")


def test_the_admissions_nurse_once_for_each() -> None:
    g = game("admissions nurse")
    state = placing(g, "r6 r6 r6 y2 y3", "anaesthesia", "admissions nurse")
    state = do(g, state, "admissions nurse > anaesthesia: r6 r6 r6", "send back y2")
    assert state.phase is Phase.ALSO
    assert do(g, state, "also nobody").phase is Phase.PLACE
    assert do(g, state, "send back y3", "call in").phase is Phase.NEWCOMER


def test_no_newcomer_without_a_bed() -> None:
    g = game("admissions nurse")
    full = "r1 r2 r3 r4 y1 y2 y3 y4 g1 g2 g3 g6"
    state = do(g, placing(g, full, specialists="admissions nurse"), "admissions nurse > clinic: g6")
    assert "call in" in legal(g, state)
    assert "call in" not in legal(g, state._replace(patients=placing(g, full).patients))


def test_a_colour_that_the_specialist_does_not_ask_for() -> None:
    for asked_only in (False, True):
        g = game(recolour_any_effect=not asked_only)
        state = do(g, placing(g, "r5 y2", specialists="paramedic", bags=1), "paramedic > clinic: r5")
        assert bool(legal(g, state, "bag: y2 as")) is not asked_only
        state = do(g, placing(g, "r2 y5", specialists="anaesthetist", bags=1), "anaesthetist > intensive care: r2")
        assert legal(g, state, " as ") == ["bag: y5 as red"]
