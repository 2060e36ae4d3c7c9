"""The builders of extinguishers and blood: each rule once where it bites and once where it does not."""

from typing import Any

import pytest

from clinic_solo.tiles import Token
from tests.solvers.clinic_scheduler.aims import EndValue
from tests.solvers.clinic_scheduler.bench import Bench, at, bench

PLAIN = frozenset({"conveyor", "helipad", "parking", "upgrade", "garden", "entrance"})
CORNER = "Hp T S/. . ."
IDLE: dict[str, Any] = {"tiles": (0, 0, 2), "notepad": ((), ())}  # an Admit action with nobody to admit
WEST = at("Wa1")
NOBODY = (0, 0, 0, 0)


def put(token: Token, *names: str) -> tuple[tuple[int, int], ...]:
    return tuple((at(name), int(token)) for name in names)


def alight(*floors: str, tokens: tuple[tuple[int, int], ...] = (), **fields: Any) -> Bench:
    return bench(*floors, leave_out=PLAIN, rulesets=["extinguishers"], tokens=tuple(sorted(tokens)), **fields)


def bleeding(*floors: str, blood: tuple[str, ...] = (), more: tuple[str, ...] = (), **fields: Any) -> Bench:
    tokens = put(Token.BLOOD, *blood)
    return bench(*floors, leave_out=PLAIN, rulesets=["blood", *more], tokens=tokens, **{**IDLE, **fields})


# --- 14B: extinguishers ---


@pytest.mark.parametrize(
    ("money", "components", "allowed"),
    [
        (2, [("extinguisher", "0a1")], True),
        (1, [("extinguisher", "0a1")], False),
        (2, [("extinguisher", "1a1")], False),  # dearer upstairs
        (3, [("extinguisher", "1a1")], True),
        (9, [("extinguisher", "0a1"), ("extinguisher", "0a1")], False),
        (9, [("extinguisher", "0a1"), ("extinguisher", "0c1")], True),
        (9, [("extinguisher", "0b1")], False),  # a treatment room
        (9, [("extinguisher", "0b2")], False),  # nothing there
        (9, [("S", "0b2"), ("extinguisher", "0b2")], True),
        (9, [("extinguisher", "0b2"), ("S", "0b2")], False),
        (9, [("L", "0a2"), ("extinguisher", "0a2")], True),
        (9, [("extinguisher", "1b1")], False),  # one is there
    ],
)
def test_where_extinguishers_are_put(money: int, components: list[tuple[str, str]], allowed: bool) -> None:
    """14B1."""
    there = put(Token.EXTINGUISHER, "1b1")
    clinic = alight(CORNER, "S Hc ./. . .", money=money, tokens=there)
    assert clinic.can_build(*components) is allowed


def test_there_are_only_so_many() -> None:
    """14B1: the last one, and no more."""
    floors, last = ["Hp T S/S . S", "S Hc ./. . .", "Hp . ./. . ."], [("extinguisher", "2a1")]
    seven = put(Token.EXTINGUISHER, "0a1", "0c1", "0a2", "0c2", "1a1", "1b1") + put(Token.EXTINGUISHER, "1b1")
    assert alight(*floors, tokens=seven).can_build(*last)
    assert not alight(*floors, tokens=(*seven, *put(Token.EXTINGUISHER, "1b1"))).can_build(*last)


def test_entering_takes_longer() -> None:
    """14B2: each module that is entered, but not the one where the way begins."""
    worth = EndValue(time=-1, doctors=(0, 0, 50, 0))
    walker: dict[str, Any] = {"doctors": ((WEST, 0),), "value": worth, **IDLE}
    assert alight("Hp T L/. . .", **walker).best() == 50 - 3
    assert alight("Hp T L/. . .", **walker, tokens=put(Token.EXTINGUISHER, "0a1")).best() == 50 - 4
    assert alight("Hp T L/. . .", **walker, tokens=put(Token.EXTINGUISHER, "0a1", "0c1")).best() == 50 - 5
    inside = {**walker, "doctors": ((at("0a1"), 0),)}
    assert alight("Hp T L/. . .", **inside, tokens=put(Token.EXTINGUISHER, "0a1")).best() == 50 - 2
    round_it = {**walker, "doctors": ((at("0a2"), 0),)}  # by way of the other row
    assert alight("Hp S L/T . .", **round_it, tokens=put(Token.EXTINGUISHER, "0a1", "0b1")).best() == 50 - 3


def test_one_that_is_built_holds_up_at_once() -> None:
    """14B2, on the ground, where the way round takes as long, and in a tower, where there is none."""
    worth = EndValue(time=-1, doctors=(0, 0, 50, 0))
    walker: dict[str, Any] = {"doctors": ((at("0a1"), 0),), "value": worth, "tiles": (2, 0, 0)}
    tower = alight("Hp S ./. . .", ". L ./. . .", **walker)
    below, lab, bridge = (tower.draft.extinguisher(at("0b1")), tower.draft.extinguisher(at("1b1")),
                          tower.draft.module(at("1a1")))  # fmt: skip
    assert tower.best(below == 0) == 50 - 2
    assert tower.best(below == 1, bridge == 0) == 50 - 3
    assert tower.best(below == 1, bridge == 1) == 50 - 2
    assert tower.best(below == 1, lab == 1) == 50 - 4
    flat = alight("Hp S L/. . .", **walker)
    assert flat.best(flat.draft.extinguisher(at("0b1")) == 1) == 50 - 3


def test_rides_lead_past_stops_that_hold_up() -> None:
    """14B3: a stop in between counts, an extinguisher without one does not."""
    worth = EndValue(time=-1, doctors=(0, 0, 50, 0))
    rider: dict[str, Any] = {"doctors": ((at("0a1"), 0),), "value": worth, **IDLE}
    looks, ends = put(Token.EXTINGUISHER, "0b1"), put(Token.CONVEYOR, "0a1", "0c1")
    assert alight("T Hp L/. . .", **rider, tokens=(*ends, *looks)).best() == 50
    assert alight("T Hp L/. . .", **rider, tokens=(*ends, *put(Token.CONVEYOR, "0b1"))).best() == 50
    assert alight("T Hp L/. . .", **rider, tokens=(*ends, *looks, *put(Token.CONVEYOR, "0b1"))).best() == 50 - 1
    fields: dict[str, Any] = {**rider, "tiles": (2, 0, 0), "tokens": tuple(sorted((*ends, *looks)))}
    clinic = bench("T Hp L/. . .", leave_out=PLAIN - {"conveyor"}, rulesets=["extinguishers"], **fields)
    assert clinic.best(clinic.draft.built.stops[0, at("0b1")] == 1) == 50 - 1
    assert clinic.best() == 50


def treats(*floors: str, tokens: tuple[tuple[int, int], ...] = ()) -> int | None:
    fields: dict[str, Any] = {**IDLE, "waiting": ((1, 0, 0, 0), NOBODY), "value": EndValue(money=1)}
    return alight(*floors, doctors=((at("0b1"), 0),), money=30, tokens=tokens, **fields).best()


def test_extinguishers_pay_for_each_patient_treated_beside_them() -> None:
    """14B4: $8 and $3 for each; expenses are a salary of 1 and upkeep of 3 or 4."""
    assert treats(CORNER) == 30 + 8 - 4
    assert treats(CORNER, tokens=put(Token.EXTINGUISHER, "0a1")) == 30 + 11 - 4
    assert treats(CORNER, tokens=put(Token.EXTINGUISHER, "0a1", "0c1")) == 30 + 14 - 4
    assert treats("Hp T S/. . .", "S . ./. . .", tokens=put(Token.EXTINGUISHER, "1a1")) == 30 + 8 - 5
    assert treats("Hp T S/. . .", ". S ./. . .", tokens=put(Token.EXTINGUISHER, "1b1")) == 30 + 11 - 5


def test_a_new_one_pays_at_once() -> None:
    """14B4: $2 for it, and $3 from each of two patients."""
    fields: dict[str, Any] = {"tiles": (2, 0, 0), "waiting": ((2, 0, 0, 0), NOBODY), "value": EndValue(money=1)}
    clinic = alight(CORNER, doctors=((at("0b1"), 0), (at("0b1"), 0)), money=2, **fields)
    assert clinic.best(*(v == 0 for v in clinic.draft.built.extinguishers.values())) == 2 + 16 - 5
    assert clinic.best() == 0 + 22 - 5


# --- 14A: blood ---


def test_one_lies_down_alone_in_a_hub() -> None:
    """14A1."""
    hub, upper = at("0a1"), at("1b1")
    clinic = bleeding(CORNER, "S Hc ./. . .", doctors=((hub, 0), (hub, 1)), nurses=(hub,))
    lying, ends = clinic.draft.ends.lying, clinic.draft.ends
    assert clinic.possible(lying["doctor 0", hub] == 1)
    assert clinic.possible(lying["nurse", upper] == 1, ends.of("doctor 0", hub) + ends.of("doctor 1", hub) == 2)
    assert not clinic.possible(lying["doctor 0", hub] == 1, ends.of("doctor 1", hub) == 1)
    assert not clinic.possible(lying["doctor 0", hub] == 1, lying["nurse", upper] == 1)
    assert clinic.possible(ends.of("doctor 0", hub) == 1, ends.of("doctor 1", hub) == 1, ends.of("nurse", hub) == 1)


def test_lying_takes_its_time() -> None:
    """14A1: 3, where one is already."""
    hub = at("0a1")
    clinic = bleeding(CORNER, doctors=((hub, 0),), value=EndValue(time=-1))
    assert clinic.best() == 0
    assert clinic.best(clinic.draft.ends.lying["doctor 0", hub] == 1) == -3


def test_an_orderly_without_a_supply_room_may_lie() -> None:
    """14A1 [decision orderly-donor]: and leaves a round later, if there is no room then."""
    fields: dict[str, Any] = {"orderlies": (at("0c1"), WEST), "value": EndValue(orderlies=10, time=-1)}
    assert bench(CORNER, leave_out=PLAIN, **{**IDLE, **fields}).best() == 10
    assert bleeding(CORNER, **fields).best() == 20 - 1 - 3
    lain: dict[str, Any] = {"orderlies": (at("0a1"), at("0c1"))}
    assert bleeding(CORNER, **lain, value=EndValue(orderlies=10)).best() == 20
    assert bleeding(CORNER, **lain, value=EndValue(orderlies=-10)).best() == -10
    assert bleeding("Hp T S/S . .", **lain, value=EndValue(orderlies=-10, time=-1)).best() == -20 - 1


def helped(*floors: str, patient: int = 0, **fields: Any) -> Bench:
    """A nurse in the hub at 0a1, with a patient in the room at 0b1."""
    standard: dict[str, Any] = {"patients": ((at("0b1"), patient),), "nurses": (at("0a1"),), "money": 30}
    return bleeding(*(floors or (CORNER,)), **{**standard, **fields})


def test_a_nurse_with_blood_helps_where_no_doctor_is() -> None:
    """14A4: paid like a treatment."""
    worth: dict[str, Any] = {"value": EndValue(treated=100, money=1)}
    assert helped(blood=("0a1",), **worth).best() == 100 + 30 + 8 - 4
    assert helped(**worth).best() == 30 - 4
    assert helped(blood=("0b1",), **worth).best() == 100 + 30 + 8 - 4  # brought in an earlier round
    assert helped(blood=("0a1",), nurses=(), **worth).best() == 30 - 3
    there = helped(blood=("0a1",), doctors=((at("0b1"), 3),), **worth)
    assert there.best(there.draft.ends.of("doctor 3", at("0b1")) == 1) == 30 - 4 - 4
    assert there.best() == 100 + 30 + 8 - 4 - 4


def test_help_is_paid_with_what_is_beside_the_room() -> None:
    """9.2, 14A4, 14B4: a garden, and the extinguisher of a game that has both."""
    worth: dict[str, Any] = {"value": EndValue(money=1), "blood": ("0a1",)}
    assert helped("Hp T S/. G .", **worth).best() == 30 + 10 - 5
    both = bench(
        CORNER, leave_out=PLAIN, rulesets=["blood", "extinguishers"], nurses=(at("0a1"),), patients=((at("0b1"), 0),),
        tokens=tuple(sorted((*put(Token.EXTINGUISHER, "0c1"), *put(Token.BLOOD, "0a1")))), value=EndValue(money=1),
        **IDLE,
    )  # fmt: skip
    assert both.best() == 30 + 11 - 4


@pytest.mark.parametrize(("patient", "after"), [(0, NOBODY), (1, (1, 0, 0, 0)), (3, (0, 0, 1, 0))])
def test_the_others_get_better_and_do_not_worsen(patient: int, after: tuple[int, int, int, int]) -> None:
    """14A4, 14A5."""
    weights = (1, 2, 4, 8)
    with_it = helped(patient=patient, blood=("0a1",), value=EndValue(patients=weights, deaths=-50, money=100))
    paid = 100 * (30 - 4 + (8, 12, 20, 32)[patient])
    assert with_it.best() == paid + sum(w * n for w, n in zip(weights, after, strict=True))
    without = helped(patient=patient, value=EndValue(patients=weights, deaths=-50))
    assert without.best() == (-50 if patient == 3 else weights[patient + 1])


def test_each_nurse_helps_one() -> None:
    """14A4."""
    two: dict[str, Any] = {"patients": ((at("0b1"), 0), (at("0b1"), 0)), "value": EndValue(treated=1)}
    assert helped(blood=("0a1", "0a1"), **two).best() == 1
    assert helped(blood=("0a1", "0a1"), nurses=(at("0a1"), at("0b1")), **two).best() == 2
    assert helped(blood=("0a1",), nurses=(at("0a1"), at("0b1")), **two).best() == 1


def test_blood_is_fetched_on_the_way() -> None:
    """14A3: at no time beyond the way, which may be a detour."""
    worth: dict[str, Any] = {"value": EndValue(treated=50, time=-1), "blood": ("0a1",)}
    assert helped(**worth).best() == 50 - 1
    assert helped(nurses=(WEST,), **worth).best() == 50 - 2
    assert helped(nurses=(at("0b1"),), **worth).best() == 50 - 2
    assert helped("Hp T S/. Hp .", nurses=(at("0b2"),), **worth).best() == 50 - 3
    hired: dict[str, Any] = {"nurses": (), "tiles": (0, 2, 0), "nurses_offered": 1}
    assert helped(**hired, **worth).best() == 50 - 2


def test_a_nurse_carries_one_token_after_the_other() -> None:
    """14A3: for another nurse who is in the room, from one hub or from two."""
    room = at("0b1")
    fields: dict[str, Any] = {
        "patients": ((room, 0), (room, 0)),
        "nurses": (at("0a1"), room),
        "value": EndValue(treated=50, time=-1),
    }
    assert helped(blood=("0a1", "0a1"), **fields).best() == 100 - 3
    assert helped("Hp T S/. . .", ". Hc ./. . .", blood=("0a1", "1b1"), **fields).best() == 100 - 3
    far = {**fields, "nurses": (at("0a1"), at("0c1"))}
    assert helped(blood=("0a1", "0a1"), **far).best() == 100 - 4


def test_nobody_runs_errands_of_no_nurse() -> None:
    """14A3: whoever brings blood to a room was there; a nurse who stays upstairs cannot have others carry it."""
    towers: dict[str, Any] = {"patients": ((at("0b1"), 0),), "nurses": (at("0b1"),)}
    clinic = helped("Hp T S/. . .", blood=("0a1",), **towers, value=EndValue(treated=50, time=-1))
    carrying = clinic.draft.ends.errands
    assert carrying is not None
    fetching = sum(carrying.fetched.values())
    assert clinic.best(fetching == 0) == 0
    assert clinic.best() == 50 - 2
