"""Sections 5, 6 and 7 rule by rule: care, expenses, popularity, Admin, the end and the five goals."""

from itertools import product

import pytest

from clin9ic import Clin9ic, Goal, Level, State
from clin9ic.admin import kept
from clin9ic.clinic import clinic_of
from clin9ic.moves import Lab
from clin9ic.state import Phase
from tabletop.colours import Colour, Counts
from tests.clin9ic import naive
from tests.clin9ic.helpers import caring, clinic, do, game, outcomes, position, refused

NOBODY: Counts = (0, 0, 0, 0)


def earned(g: Clin9ic, before: State, line: str) -> int:
    """The income of a Care move, expenses left out."""
    after = do(g, before._replace(money=1000, popularity=0), line)
    nothing = do(g, before._replace(money=1000, popularity=0), "care nobody")
    return after.money + after.earned - nothing.money


# --- 5.1 Care -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("colour", "pay"), [("white", 8), ("yellow", 12), ("orange", 20), ("red", 32)])
@pytest.mark.parametrize("gardens", [0, 1, 6])
def test_pay(colour: str, pay: int, gardens: int) -> None:
    g = clinic("T.. ... ...")
    before = caring(g, doctors=(1, 1, 1, 1), patients=(1, 1, 1, 1), gardens=gardens)
    assert earned(g, before, f"care {colour} by {colour}") == pay + gardens


@pytest.mark.parametrize(("patient", "doctor"), [*product(Colour, Colour)])
def test_nurses_bridge_colours_either_way(patient: Colour, doctor: Colour) -> None:
    g = clinic("TO. ... ...")
    people = {colour: tuple(int(c == colour) for c in Colour) for colour in Colour}
    apart = abs(patient - doctor)
    for place, needed in (("treatment", apart), ("operating", max(0, apart - 1))):
        line = f"care {patient.word} by {doctor.word} in {place}"
        before = caring(g, doctors=people[doctor], patients=people[patient])
        assert do(g, before._replace(nurses=needed), line).treated == 1
        if needed:
            refused(g, before._replace(nurses=needed - 1), line, "5.1")


def test_nurses_are_one_pool_used_once() -> None:
    g = clinic("T.. ... ...", "T.. ... ...")
    before = caring(g, "f1 f2", doctors=(4, 0, 0, 0), patients=(1, 2, 1, 0), nurses=2)
    assert do(g, before, "care yellow by white, yellow by white, white by white").treated == 3
    refused(g, before, "care yellow by white, orange by white", "5.1")
    assert do(g, before, "care orange by white").treated == 1


def test_everybody_is_used_once() -> None:
    g = clinic("T.. ... ...")
    before = caring(g, doctors=(1, 1, 0, 0), patients=(2, 0, 0, 0), nurses=3)
    refused(g, before, "care white by white, white by white", "5.1")
    refused(g, before, "care yellow by yellow", "5.1")
    assert do(g, before, "care white by white, white by yellow").treated == 2


def test_beds() -> None:
    g = clinic("TO. H.. ...")
    before = caring(g, doctors=(4, 0, 0, 0), patients=(4, 0, 0, 0))
    assert do(g, before, "care w by w, w by w, w by w in operating").treated == 3
    refused(g, before, "care w by w, w by w, w by w", "5.1")
    refused(g, before, "care w by w in operating, w by w in operating", "5.1")
    refused(g, before, "care w by w in outpatient", "5.1")


def test_every_operating_room_is_offered() -> None:
    g = clinic("OO. ... ...")
    before = caring(g, doctors=(2, 0, 0, 0), patients=(0, 2, 0, 0), nurses=0)
    assert max(s.treated for s in outcomes(g, before)) == 2
    assert do(g, before, "care y by w in operating, y by w in operating").treated == 2


def test_outpatients_need_a_doctor_of_their_floor() -> None:
    g = clinic("H.. ... ...", "T.X ... ...")
    before = caring(g, "f1 f2", doctors=(3, 0, 0, 0), patients=(3, 0, 0, 0), outpatient=True)
    refused(g, before, "care w by w, w by w, w by w in outpatient", "5.1")  # one doctor sits in the hub
    assert do(g, before, "care w by w, w by w in outpatient").treated == 2
    assert do(g, before._replace(doctors=(4, 0, 0, 0)), "care w by w, w by w, w by w in outpatient").treated == 3


def test_doctors_of_a_full_floor_are_in_the_hub_too() -> None:
    """Three doctors: two treat on Floor-1 and one sits in its hub, or two treat and the hub is the empty opening."""
    g = clinic("T.. H.. ...", "T.. ... ...")
    before = caring(g, "f1 f2", doctors=(3, 0, 0, 0), patients=(4, 0, 0, 0))
    assert max(s.treated for s in outcomes(g, before)) == 2
    assert max(s.treated for s in outcomes(g, before._replace(doctors=(4, 0, 0, 0)))) == 3
    assert max(s.treated for s in outcomes(g, before._replace(doctors=(2, 0, 0, 0)))) == 2


def test_people_meet_floor_by_floor() -> None:
    """Patients fill Floor-1's beds, so doctors above them treat nobody."""
    g = clinic("T.. ... ...", "O.. ... ...")
    before = caring(g, "f1 f2", doctors=(3, 0, 0, 0), patients=(2, 0, 0, 0))
    refused(g, before, "care w by w in operating", "5.1")
    do(g, before._replace(patients=(3, 0, 0, 0)), "care w by w in operating")


def test_lower_floors_may_be_left_out() -> None:
    g = clinic("T.. ... ...", "T.. ... ...")
    before = caring(g, "f1 f2", doctors=(3, 0, 0, 1), patients=(3, 0, 0, 1))
    assert do(g, before, "care red by red").treated == 1
    assert do(g, before, "care nobody").treated == 0


def test_surplus_people_are_not_in_a_bed() -> None:
    g = clinic("O.. ... ...")
    before = caring(g, doctors=(2, 0, 0, 0), patients=(2, 0, 0, 0))
    refused(g, before, "care w by w in operating, w by w", "5.1")
    assert max(s.treated for s in outcomes(g, before)) == 1


def test_treated_patients_leave_with_their_cars() -> None:
    g = clinic("T.. ... ...")
    before = caring(g, doctors=(2, 0, 0, 0), patients=(2, 0, 0, 0), money=50)
    after = do(g, before, "care w by w")
    assert before.cars - after.cars == 1
    assert after.treated == 1


def test_outpatients() -> None:
    g = clinic("X.. ... ...")
    before = caring(g, doctors=(1, 0, 0, 0), patients=(0, 0, 0, 1), outpatient=True, gardens=4, time=5)
    assert earned(g, before, "care red by white in outpatient") == 6
    after = do(g, before, "care red by white in outpatient")
    assert (after.time, after.treated) == (4, 1)
    assert do(g, before._replace(time=0), "care red by white in outpatient").time == 0
    assert do(g, before, "care nobody").time == 5  # using the module obliges nobody
    refused(g, before._replace(outpatient=False), "care red by white in outpatient", "5.1")
    refused(g, before, "care red by white", "5.1")


def test_same_patients_in_another_order_may_be_refused() -> None:
    g = game(clinic("TTT TTT ...").deck, level=Level.DIFFICULT)
    before = caring(g, doctors=(2, 2, 2, 1), patients=(2, 2, 2, 1))
    assert do(g, before, "care red by red, white by white, white by white").treated == 3
    refused(g, before, "care white by white, white by white, red by red", "2.3")


# --- 5.2 Expenses -------------------------------------------------------------------------------------------------


def spent(g: Clin9ic, before: State, line: str = "care nobody") -> int:
    rich = before._replace(money=1000)
    after = do(g, rich, line)
    return rich.money - after.money


def test_upkeep_counts_what_is_printed() -> None:
    g = clinic("TTH SGP ...")
    before = caring(g, doctors=NOBODY, patients=NOBODY)
    assert spent(g, before) == 5  # four modules and a garden, no pillar
    assert spent(g, before._replace(gardens=6, pillars=6)) == 5  # bought ones are free


def test_operating_rooms_cost_2_when_used() -> None:
    g = clinic("TO. ... ...")
    before = caring(g, doctors=(2, 0, 0, 0), patients=(2, 0, 0, 0), money=0, popularity=50)
    in_room = do(g, before, "care w by w")
    operated = do(g, before, "care w by w in operating")
    assert in_room.earned + in_room.money - operated.earned - operated.money == 2


@pytest.mark.parametrize(("orderlies", "due"), [(0, 5), (1, 2 + 1), (2, 0 + 2), (3, 0 + 3)])
def test_orderlies_save_upkeep_but_not_salaries(orderlies: int, due: int) -> None:
    g = clinic("TTH SS. ...")
    assert spent(g, caring(g, doctors=NOBODY, patients=NOBODY, orderlies=orderlies)) == due


def test_salaries() -> None:
    g = clinic("... ... ...")
    assert spent(g, caring(g, doctors=(1, 0, 0, 0), patients=NOBODY)) == 1
    assert spent(g, caring(g, doctors=(2, 1, 1, 1), patients=NOBODY, nurses=3, orderlies=2)) == 2 + 2 + 3 + 4 + 3 + 2


@pytest.mark.parametrize(
    ("money", "popularity", "left"),
    [(9, 9, (4, 9)), (5, 9, (0, 9)), (3, 9, (0, 7)), (0, 5, (0, 0)), (1, 2, (0, 0)), (0, 0, (0, 0))],
)
def test_savings_then_popularity_then_forgiven(money: int, popularity: int, left: tuple[int, int]) -> None:
    g = clinic("TTH SS. ...")
    after = do(g, caring(g, doctors=NOBODY, patients=NOBODY, money=money, popularity=popularity), "care nobody")
    assert (after.money, after.popularity) == left


def test_income_pays_first() -> None:
    g = clinic("TTH SS. ...")
    after = do(g, caring(g, patients=(1, 0, 0, 0), money=9, popularity=9), "care w by w")  # 8 earned, 6 due
    assert (after.money, after.popularity) == (9 + 2, 9)


def test_debts_do_not_deepen_negative_popularity() -> None:
    g = clinic("TTH SS. ...", popularity_below_zero=True)
    after = do(g, caring(g, doctors=NOBODY, patients=NOBODY, money=0, popularity=-3), "care nobody")
    assert after.popularity == -3


# --- 5.3 Popularity -----------------------------------------------------------------------------------------------


def test_popularity_costs_3_of_this_rounds_income() -> None:
    g = game()
    before = position(g, phase=Phase.BUY, earned=11, money=50, popularity=1)
    assert [g.format(move) for move in g.legal_moves(before)] == ["buy 3", "buy 2", "buy 1", "buy 0"]
    after = do(g, before, "buy 2")
    assert (after.popularity, after.money, after.earned) == (3, 50 + 5, 0)
    refused(g, before, "buy 4", "5.3")


def test_nothing_to_buy_is_not_asked() -> None:
    g = clinic("T.. ... ...")
    before = caring(g, doctors=(1, 0, 0, 0), patients=(1, 0, 0, 0), money=0)
    assert do(g, before._replace(gardens=0), "care w by w").phase is Phase.BUY  # 6 left
    poor = clinic("TTH SS. ...")
    after = do(poor, caring(poor, money=0), "care w by w")
    assert (after.phase, after.money) == (Phase.ORDER, 2)


@pytest.mark.parametrize("goal", [goal for goal in Goal if goal is not Goal.POPULARITY])
def test_other_goals_save_all_income(goal: Goal) -> None:
    g = game(clinic("T.. ... ...").deck, goal)
    after = do(g, caring(g, doctors=(0, 0, 0, 1), patients=(0, 0, 0, 1), money=0), "care r by r")
    assert (after.phase, after.money, after.popularity) == (Phase.ORDER, 32 - 1 - 4, 0)


# --- 6 Admin ------------------------------------------------------------------------------------------------------


def after_admin(g: Clin9ic, **fields: object) -> State:
    """After a Care phase in which nothing is done, on a bare floor with money enough."""
    return do(g, caring(g, **{"money": 99, **fields}), "care nobody")  # type: ignore[arg-type]


def test_colours_change() -> None:
    after = after_admin(clinic("... ... ..."), doctors=(1, 2, 0, 1), patients=(1, 1, 1, 0))
    assert (after.doctors, after.patients) == ((3, 0, 1, 0), (0, 1, 1, 1))


def test_deaths() -> None:
    g = clinic("... ... ...")
    after = after_admin(g, doctors=NOBODY, patients=(0, 0, 1, 2), popularity=9)
    assert (after.patients, after.popularity, after.cars) == ((0, 0, 0, 1), 5, 1)
    assert after_admin(g, doctors=NOBODY, patients=(0, 0, 0, 2), popularity=3).popularity == 0
    table = clinic("... ... ...", popularity_below_zero=True)
    assert after_admin(table, doctors=NOBODY, patients=(0, 0, 0, 2), popularity=3).popularity == -1


@pytest.mark.parametrize(
    ("colour", "doctors"),
    [("white", (2, 1, 2, 0)), ("yellow", (2, 1, 1, 1)), ("orange", (3, 0, 1, 1)), ("red", (3, 1, 0, 1))],
)
def test_laboratory(colour: str, doctors: Counts) -> None:
    g = clinic("... L.. ...")
    before = position(g, phase=Phase.LAB, doctors=(2, 1, 1, 1), patients=NOBODY, popularity=4)
    after = do(g, before, f"lab {colour}")
    assert (after.doctors, after.popularity) == (doctors, 5)


def test_laboratory_is_not_optional() -> None:
    g = clinic("... L.. ...")
    before = position(g, phase=Phase.LAB, doctors=(2, 0, 0, 1), patients=NOBODY)
    assert g.legal_moves(before) == [Lab((Colour.WHITE,)), Lab((Colour.RED,))]
    refused(g, before, Lab(()), "6.1")
    refused(g, before, "lab yellow", "6.1")
    refused(g, before, "lab white red", "6.1")


def test_laboratory_without_doctors_is_skipped() -> None:
    assert after_admin(clinic("... L.. ..."), doctors=NOBODY, patients=NOBODY).round == 2


def test_two_laboratories() -> None:
    g = clinic("LL. ... ...")
    before = position(g, phase=Phase.LAB, doctors=(2, 0, 0, 1), patients=NOBODY)
    assert g.legal_moves(before) == [Lab((Colour.WHITE, Colour.WHITE)), Lab((Colour.WHITE, Colour.RED))]
    assert do(g, before, "lab white white").doctors == (0, 0, 3, 0)
    assert do(g, before._replace(doctors=(1, 0, 0, 0)), "lab white").doctors == (0, 0, 1, 0)


def test_laboratory_points_come_before_deaths() -> None:
    """6.1: lab, then deaths, the floor of 0 each time."""
    g = clinic("... L.. ...")
    before = position(g, phase=Phase.LAB, patients=(0, 0, 0, 1), popularity=0)
    assert do(g, before, "lab white").popularity == 0
    assert do(g, before._replace(popularity=1), "lab white").popularity == 0


@pytest.mark.parametrize("goal", [goal for goal in Goal if goal is not Goal.POPULARITY])
def test_laboratory_and_deaths_move_no_popularity_for_other_goals(goal: Goal) -> None:
    g = game(clinic("... L.. ...").deck, goal)
    after = do(g, position(g, phase=Phase.LAB, patients=(0, 0, 0, 1)), "lab white")
    assert (after.popularity, after.doctors) == (0, (0, 0, 1, 0))


def best_kept(patients: Counts, doctors: Counts, dice: int) -> tuple[Counts, Counts]:
    """6.3 by trying everything: the largest (yellow, orange, red patients, white … red doctors)."""
    choices = product(*(range(n + 1) for n in (*patients[1:], *doctors)))
    fits = [c for c in choices if naive.can_show((c[3], c[4], c[5], c[6]), (0, c[0], c[1], c[2]), dice)]
    best = max(fits)
    return (0, best[0], best[1], best[2]), (best[3], best[4], best[5], best[6])


@pytest.mark.parametrize("dice", [4, 5])
def test_forced_losses_by_trying_everything(dice: int) -> None:
    cases = product([(0, 5, 4, 1), (0, 1, 1, 1), (0, 2, 5, 3)], [(3, 3, 3, 2), (4, 4, 2, 2), (3, 1, 2, 0)])
    lost = 0
    for patients, doctors in cases:
        assert kept(patients, doctors, dice) == best_kept(patients, doctors, dice), (patients, doctors)
        lost += kept(patients, doctors, dice) != (patients, doctors)
    assert lost > 1


def test_lost_doctors_leave_with_their_cars() -> None:
    g = game(clinic("... ... ...").deck, level=Level.DIFFICULT)
    before = caring(g, doctors=(0, 2, 3, 3), patients=(1, 2, 4, 0), money=99, popularity=50)
    after = do(g, before, "care nobody")
    worse, weaker = (0, 1, 2, 4), (2, 3, 3, 0)
    assert (after.patients, after.doctors) == best_kept(worse, weaker, 4) != (worse, weaker)
    assert after.popularity == 50
    assert after.cars == sum(after.patients) + sum(after.doctors)


def test_lost_patients_cost_5_each() -> None:
    """No trackable position comes to this: its patients alone need no more dice after they have worsened."""
    g = game(clinic("L.. ... ...").deck, level=Level.DIFFICULT)
    before = position(g, phase=Phase.LAB, patients=(7, 7, 7, 0), doctors=(1, 0, 0, 0), popularity=50)
    after = do(g, before, "lab white")
    assert (after.patients, after.doctors) == ((0, 7, 7, 0), (0, 0, 1, 0))  # the doctor shares a patient's die
    assert after.popularity == 50 + 1 - 5 * 7
    assert do(g, before._replace(popularity=20), "lab white").popularity == 0


def test_cards_flip_and_the_round_goes_on() -> None:
    after = after_admin(clinic("... ... ..."), faces="aba", round=3)
    assert (after.faces, after.round, after.phase) == ("bab", 4, Phase.ORDER)


def test_the_game_ends_after_the_admin_of_round_6() -> None:
    g = clinic("... ... ...")
    after = after_admin(g, round=6, doctors=(0, 1, 0, 0), patients=(0, 0, 1, 1), popularity=9)
    assert (after.phase, after.round, g.is_over(after), g.decision(after)) == (Phase.OVER, 6, True, "over")
    assert (after.doctors, after.patients, after.popularity) == ((1, 0, 0, 0), (0, 0, 0, 1), 7)  # played in full
    assert not g.is_over(after_admin(g, round=5))


# --- 7 and 3.4: the end -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "score"),
    [(Goal.TREATED, 13), (Goal.DOCTORS, 10), (Goal.SKILLED, 9), (Goal.STAFF, 15)],
)
def test_goals_count_one_thing(goal: Goal, score: int) -> None:
    g = game(goal=goal)
    state = position(g, doctors=(1, 2, 3, 4), nurses=3, orderlies=2, treated=13, money=99)
    assert g.final_score(state) == score
    assert g.target == {"treated": 16, "doctors": 10, "skilled": 8, "staff": 14}[goal]


def items(*grids: str, **fields: object) -> dict[str, int]:
    g = clinic(*grids)
    floors = " ".join(f"f{n}" for n in range(1, len(grids) + 1))
    nobody = {"doctors": NOBODY, "patients": NOBODY}
    return g.score_items(position(g, floors, **{**nobody, **fields}))


def test_points_of_people() -> None:
    found = items("T.. ... ...", doctors=(1, 1, 1, 1), nurses=3, orderlies=3, patients=(0, 1, 1, 0), popularity=-2)
    assert (found["doctors"], found["nurses"], found["untreated patients"]) == (2 + 3 + 4 + 5, 3, -10)
    assert found["popularity"] == -2
    assert sum(found.values()) == 14 + 3 - 10 - 2  # orderlies are worth nothing


def test_points_of_treatment_rooms() -> None:
    assert items("TT. ... ...", "TTO ... ...", "T.. ... ...", "T.O ... ...")["treatment rooms"] == 4 + 4 + 6 + 8


@pytest.mark.parametrize(("pillars", "points"), [(0, -6), (1, -3), (2, -1), (3, 0), (6, 0)])
def test_missing_pillars(pillars: int, points: int) -> None:
    assert items("... ... ...", "H.. ... ...", "TH. ... ...", pillars=pillars)["missing pillars"] == points


def test_a_garden_carries_no_module() -> None:
    assert items("G.. ... ...", "H.. ... ...")["missing pillars"] == -1
    assert items("H.. ... ...", "G.. ... ...")["missing pillars"] == 0


@pytest.mark.parametrize(("gardens", "points"), [(1, -20), (4, -5), (5, 0), (6, 0)])
def test_missing_gardens(gardens: int, points: int) -> None:
    """A garden on Floor-3 needs its column, whatever stands there; one on Floor-2 in the same column no more."""
    assert items("H.. ... ...", "G.. .G. ...", "G.. ... ...", gardens=gardens)["missing gardens"] == points


def test_gardens_beyond_the_die_are_simply_missing() -> None:
    found = items("... ... ...", "... ... ...", "... ... ...", "GG. ... ...", gardens=6)
    assert found["missing gardens"] == -10


def test_needs_follow_the_side_that_is_up() -> None:
    g = game()
    plain = clinic_of(g, position(g, "f1 f4"))
    upgraded = clinic_of(g, position(g, "f1 f4b"))
    assert (plain.gardens_needed, upgraded.gardens_needed) == (0, 4)
    assert upgraded.pillars_needed == 2  # triage and the second treatment room
