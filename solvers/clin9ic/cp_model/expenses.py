"""Rules 5.2 and 5.3 in the model: expenses, who pays them, and popularity bought with what is left."""

from dataclasses import replace

from ortools.sat.python.cp_model import IntVar

from clin9ic.cards import GARDEN, Module, Staff
from clin9ic.care import DOCTOR_SALARY, NURSE_SALARY, OPERATING_UPKEEP, ORDERLY_SALARY, ORDERLY_SAVES, POPULARITY_PRICE
from solvers.clin9ic.cp_model.care import Cared
from solvers.clin9ic.cp_model.switches import Group
from solvers.clin9ic.cp_model.variables import Draft, Position


def _most_due(draft: Draft, round_number: int) -> int:
    upkeep = draft.clinics.most(lambda clinic: clinic.upkeep)
    upkeep += OPERATING_UPKEEP * draft.most_modules(Module.OPERATING)
    return upkeep + max(DOCTOR_SALARY) * sum(draft.most(staff, round_number) for staff in Staff)


def expenses(draft: Draft, round_number: int, cared: Cared, name: str) -> IntVar:
    """5.2: upkeep, not below 0, and salaries."""
    position = cared.after
    most = _most_due(draft, round_number)
    modules = sum(draft.modules(position, letter) for letter in (*Module, GARDEN))
    upkeep = draft.greatest(
        [modules + OPERATING_UPKEEP * cared.operating - ORDERLY_SAVES * position.orderlies, 0],
        0,
        most,
        f"{name} upkeep",
    )
    salaries = sum(pay * number for pay, number in zip(DOCTOR_SALARY, position.doctors, strict=True))
    salaries += NURSE_SALARY * position.nurses + ORDERLY_SALARY * position.orderlies
    due = draft.number(0, most, f"{name} due")
    draft.cp.add(due == upkeep + salaries).only_enforce_if(draft.rule(Group.EXPENSES, round_number))
    return due


def pay(draft: Draft, cared: Cared, due: IntVar, name: str) -> tuple[Position, IntVar]:
    """5.2: from income, then savings, then popularity; the rest is forgiven. Also what is left of the income."""
    position, income = cared.after, cared.income
    most_income = draft.range_of(income)[1]
    money, most = draft.range_of(position.money)[1], draft.range_of(due)[1]
    from_income = draft.least([income, due], 0, most, f"{name} paid from income")
    from_savings = draft.least([position.money, due - from_income], 0, most, f"{name} paid from savings")
    rest = draft.least(
        [position.popularity, due - from_income - from_savings],
        min(0, draft.range_of(position.popularity)[0]),
        most,
        f"{name} asked of popularity",
    )
    from_popularity = draft.greatest([rest, 0], 0, most, f"{name} paid from popularity")
    low_popularity, popularity = draft.range_of(position.popularity)
    after = replace(
        position,
        money=draft.equal(position.money - from_savings, 0, money, f"{name} savings"),
        popularity=draft.equal(
            position.popularity - from_popularity, min(0, low_popularity), popularity, f"{name} popularity after paying"
        ),
    )
    return after, draft.equal(income - from_income, 0, most_income, f"{name} earned")


def buy(draft: Draft, position: Position, earned: IntVar, name: str) -> tuple[IntVar, Position]:
    """5.3: popularity for income that is left, the rest to savings."""
    most_earned = draft.range_of(earned)[1]
    most = most_earned // POPULARITY_PRICE if draft.instance.game.counts_popularity else 0
    bought = draft.number(0, most, f"{name} bought")
    money = draft.range_of(position.money)[1]
    low, high = draft.range_of(position.popularity)
    draft.cp.add(POPULARITY_PRICE * bought <= earned)
    return bought, replace(
        position,
        money=draft.equal(
            position.money + earned - POPULARITY_PRICE * bought, 0, money + most_earned, f"{name} money after buying"
        ),
        popularity=draft.equal(position.popularity + bought, low, high + most, f"{name} popularity after buying"),
    )
