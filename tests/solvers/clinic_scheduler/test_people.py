"""The builders of sections 6 to 11: each rule once where it bites and once where it does not."""

from typing import Any

from clinic_solo.tiles import Action
from solvers.clinic_solo.cp_model.queues import Notepad, Rows, swaps
from tests.solvers.clinic_scheduler.aims import EndValue
from tests.solvers.clinic_scheduler.bench import Bench, at, bench

PLAIN = frozenset({"conveyor", "helipad", "parking", "upgrade", "garden", "entrance"})
CORNER = "Hp T S/. . ."
IDLE: dict[str, Any] = {"tiles": (0, 0, 2), "notepad": ((), ())}  # an Admit action with nobody to admit
WEST = at("Wa1")


def one(*floors: str, **fields: Any) -> Bench:
    return bench(*floors, leave_out=PLAIN, **fields)


# --- section 6 ---


def test_one_doctor_and_one_helper_in_an_action() -> None:
    """6.1."""
    clinic = one(CORNER, university=(0,), nurses_offered=1)
    hired = clinic.draft.hired
    assert clinic.possible(hired.doctors[0, 0] == 1, hired.nurses[0] == 1)
    assert clinic.possible(hired.orderlies[0] == 1)
    assert not clinic.possible(hired.orderlies[0] == 1, hired.nurses[0] == 1)


def test_newcomers_are_paid() -> None:
    """6.2–6.4: a doctor for $4."""
    dear, cheap = (one(CORNER, university=(0,), money=money) for money in (3, 4))
    assert not dear.possible(dear.draft.hired.doctors[0, 0] == 1)
    assert cheap.possible(cheap.draft.hired.doctors[0, 0] == 1)


def test_a_newcomer_needs_a_place_to_park() -> None:
    """6.5: the last of the free borders."""
    borders = ["a2-W", "a2-S", "b2-S", "c2-S", "c2-E", "a2-b2", "b2-c2"]
    full, nearly = one(CORNER, cars=", ".join(borders), nurses_offered=1), one(CORNER, cars=", ".join(borders[1:]))
    assert not full.possible(full.draft.hired.nurses[0] == 1)
    assert nearly.possible(nearly.draft.hired.nurses[0] == 1)


# --- section 7 ---


def test_queue_points() -> None:
    """7.1, 7.3, 7.4: with two points the orange one, down to the empty row and in; with three all in turn."""
    fields: dict[str, Any] = {"tiles": (0, 0, 2), "notepad": ((0, 0, 2), ()), "value": EndValue(patients=(0, 1, 0, 5))}
    assert one(CORNER, **fields, entrances=(0,)).best() == 5
    assert one(CORNER, **fields, entrances=(0, 5)).best() == 7


def test_pre_admissions_are_full_at_four() -> None:
    """7.4."""
    worth = EndValue(patients=(0, 1, 0, 0))
    for waiting, more in ((4, 0), (3, 1)):
        start = ((waiting, 0, 0, 0), (4, 0, 0, 0))
        clinic = one(CORNER, tiles=(0, 0, 2), notepad=((0, 0), ()), waiting=start, value=worth)
        assert clinic.best() == 4 + waiting + more


def number(rows: Rows) -> int:
    return sum(map(len, rows))


def test_steps_on_the_notepad_are_those_of_the_rules() -> None:
    """7.3: each different result of one step, as the referee lists them."""
    clinic = one(CORNER)
    for rows in (((0, 1, 2), (1,)), ((), (3, 0)), ((1, 1), (1, 1)), ((0,), (2, 1, 0, 0))):
        admit = clinic.game.apply(clinic.instance.state._replace(notepad=rows), clinic.game.parse("use admit"))
        legal = {clinic.game.apply(admit, move).notepad for move in clinic.game.legal_moves(admit)}
        ours = {after for _, after in swaps(clinic.game.services, rows)}
        ours |= {after for _, after in Notepad(clinic.instance).admissions(rows)}
        # Passing draws at once; whatever is one step away has as many patients as before, or one fewer.
        assert ours == {
            notepad for notepad in legal if notepad != rows and sum(map(len, notepad)) <= sum(map(len, rows))
        }


# --- section 8 ---


def test_doctors_find_room() -> None:
    """8.5: a lab takes one doctor."""
    clinic = one("Hp L ./. . .", **IDLE, doctors=((at("0a1"), 0), (at("0a1"), 0)))
    lab = clinic.draft.ends.of("doctor 0", at("0b1"))
    assert clinic.possible(lab == 1)
    assert not clinic.possible(lab == 2)


def test_time_of_ways() -> None:
    """8.1: a doctor at the entrance two steps from the lab; a conveyor takes one of them off."""
    worth = EndValue(time=-1, doctors=(0, 0, 50, 0))
    walker: dict[str, Any] = {"doctors": ((WEST, 0),), "value": worth, **IDLE}
    assert one("Hp T L/. . .", **walker).best() == 50 - 3
    assert one("Hp T L/. . .", tokens=((at("0a1"), 0), (at("0c1"), 0)), **walker).best() == 50 - 1
    assert one("R T L/. . .", **walker).best() == 50 - 0  # 8.7: triage


def test_ways_upstairs() -> None:
    """8.1: down, across and up, unless there is a bridge."""
    worth = EndValue(time=-1, doctors=(0, 0, 50, 0))
    towers: dict[str, Any] = {"doctors": ((at("1a1"), 0),), "value": worth, **IDLE}
    assert one("Hp . S/. . .", "T . L/. . .", **towers).best() == 50 - 4
    assert one("Hp T S/. . .", "T Hp L/. . .", **towers).best() == 50 - 2


def test_a_bridge_may_be_built() -> None:
    """8.1: a hub between the towers shortens the way."""
    worth = EndValue(time=-1, doctors=(0, 0, 50, 0))
    towers: dict[str, Any] = {"doctors": ((at("1a1"), 0),), "value": worth, "tiles": (2, 0, 0)}
    clinic = one("Hp T S/. . .", "T . L/. . .", **towers)
    assert clinic.best() == 50 - 2
    assert clinic.best(clinic.draft.module(at("1b1")) == 0) == 50 - 4


def test_orderlies_without_a_supply_room_leave() -> None:
    """8.6."""
    worth = EndValue(orderlies=1)
    hiring: dict[str, Any] = {"tiles": (0, 2, 0), "value": worth, "orderlies_offered": 1}
    assert one(CORNER, **hiring).best() == 1
    assert one(CORNER, **hiring, orderlies=(at("0c1"),)).best() == 1
    assert one("Hp T S/S . .", **hiring, orderlies=(at("0c1"),)).best() == 2


def test_patients_only_in_rooms_of_their_service() -> None:
    """8.5."""
    psychiatry, cardiology = ((1, 0, 0, 0), (0, 0, 0, 0)), ((0, 0, 0, 0), (1, 0, 0, 0))
    fields: dict[str, Any] = {**IDLE, "doctors": ((at("0b1"), 0),), "value": EndValue(treated=1)}
    assert one(CORNER, **fields, waiting=psychiatry).best() == 1
    assert one(CORNER, **fields, waiting=cardiology).best() == 0


# --- section 9 ---


def treats(doctor: int, patient: int, nurses: int, plan: str = CORNER, **more: Any) -> Bench:
    counts = [0, 0, 0, 0]
    counts[patient] = 1
    fields: dict[str, Any] = {
        "doctors": ((at("0b1"), doctor),),
        "nurses": (at("0b1"),) * nurses,
        "money": 30,
        **IDLE,
        **more,
    }
    return one(plan, waiting=(tuple(counts), (0, 0, 0, 0)), **fields)


def test_nurses_between_colours() -> None:
    """9.1."""
    worth: dict[str, Any] = {"value": EndValue(treated=1)}
    assert treats(3, 1, 2, **worth).best() == 1
    assert treats(3, 1, 1, **worth).best() == 0
    assert treats(2, 1, 0, "Hp O S/. . .", **worth).best() == 1  # one nurse fewer
    assert treats(3, 1, 0, "Hp O S/. . .", **worth).best() == 0
    assert treats(3, 0, 0, "Hp X S/. . .", **worth).best() == 1  # outpatients


def test_income_and_gardens() -> None:
    """9.2: $8 and $2 for a garden; expenses are a salary of 1 and upkeep of 3 or 4."""
    worth: dict[str, Any] = {"value": EndValue(money=1)}
    assert treats(0, 0, 0, **worth).best() == 30 + 8 - 4
    assert treats(0, 0, 0, "Hp T S/. G .", **worth).best() == 30 + 10 - 5
    assert treats(0, 0, 0, "Hp T S/. . G", **worth).best() == 30 + 8 - 5


def test_a_doctor_treats_one_patient() -> None:
    """9.1, of all rooms together."""
    two = ((2, 0, 0, 0), (0, 0, 0, 0))
    fields: dict[str, Any] = {**IDLE, "waiting": two, "value": EndValue(treated=1)}
    assert one(CORNER, **fields, doctors=((at("0b1"), 0),)).best() == 1
    assert one(CORNER, **fields, doctors=((at("0b1"), 0), (at("0a1"), 0))).best() == 2


def test_expenses_come_from_savings_then_popularity() -> None:
    """9.4: upkeep of 3."""
    worth = EndValue(money=10, popularity=1)
    assert one(CORNER, **IDLE, money=5, popularity=7, value=worth).best() == 20 + 7
    assert one(CORNER, **IDLE, money=1, popularity=7, value=worth).best() == 0 + 5
    assert one(CORNER, **IDLE, money=1, popularity=1, value=worth).best() == 0 + 0
    assert one(CORNER, **IDLE, money=1, popularity=-4, value=worth).best() == 0 - 4
    assert one(CORNER, **IDLE, money=9, orderlies=(at("0c1"),), value=worth).best() == 80  # saves 3, earns 1


def test_only_this_rounds_income_buys_popularity() -> None:
    """9.5: $8 - $4 are one point and $1."""
    assert treats(0, 0, 0, value=EndValue(popularity=1)).best() == 1
    assert one(CORNER, **IDLE, money=30, value=EndValue(popularity=1)).best() == 0


# --- sections 10 and 11 ---


def test_labs_and_other_doctors() -> None:
    """10.5, 10.6: two colours up and a point of popularity in the lab, one down elsewhere."""
    worth = EndValue(popularity=1, doctors=(1, 2, 10, 20))
    fields: dict[str, Any] = {**IDLE, "doctors": ((at("0a1"), 1),), "value": worth}
    assert one("Hp L ./. . .", **fields).best() == 20 + 1
    assert one("Hp T ./. . .", **fields).best() == 1


def test_patients_get_worse_and_die() -> None:
    """10.7."""
    worth = EndValue(popularity=1, patients=(0, 10, 20, 30), deaths=-100)
    assert one(CORNER, **IDLE, waiting=((1, 1, 1, 0), (0, 0, 0, 0)), value=worth).best() == 60
    assert one(CORNER, **IDLE, waiting=((0, 0, 0, 1), (0, 0, 0, 0)), value=worth).best() == -5 - 100


def test_the_score_counts_full_thirds_of_time() -> None:
    """11.6."""
    assert one(CORNER, **IDLE, time=5).best() == -1
    assert one(CORNER, **IDLE, time=6).best() == -2


def test_admissions_and_builds_in_one_round() -> None:
    """7.1: an entrance built before gives another point, one built after does not."""
    worth = EndValue(patients=(0, 1, 0, 0))
    fields: dict[str, Any] = {
        "slot": 2,
        "notepad": ((0, 0, 0), ()),
        "value": worth,
        "money": 2,
        "entrances": (0,),
        "bag": (0, 0, 0, 0),
    }
    clinic = bench(CORNER, **fields, leave_out=PLAIN - {"entrance"})
    assert clinic.best(*clinic.use(Action.BUILD, Action.ADMIT)) == 3
    assert clinic.best(*clinic.use(Action.ADMIT, Action.BUILD)) == 2
