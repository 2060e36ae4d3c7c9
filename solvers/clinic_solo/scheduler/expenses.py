"""Rules 9.4 and 9.5 in the model: salaries, upkeep, and popularity bought or lost."""

from ortools.sat.python.cp_model import IntVar

from clinic_solo.tiles import Tile
from solvers.clinic_solo.scheduler.build import modules
from solvers.clinic_solo.scheduler.variables import Draft, Staff
from solvers.cpsat import Number

PLENTY = 1_000  # dollars


def staff(draft: Draft) -> Staff:
    state, hired = draft.state, draft.hired
    colours = {c for _, c in state.doctors} | {c for _, c in hired.doctors}
    doctors: dict[int, Number] = {
        colour: sum(c == colour for _, c in state.doctors)
        + sum(v for (_, c), v in hired.doctors.items() if c == colour)
        for colour in sorted(colours)
    }
    orderlies = len(state.orderlies) + sum(hired.orderlies.values()) - draft.ends.home
    return Staff(doctors, len(state.nurses) + sum(hired.nurses.values()), orderlies)


def expenses(draft: Draft, people: Staff) -> IntVar:
    """9.4."""
    money = draft.game.deck.money
    salaries = sum(money.doctor_salary[colour] * number for colour, number in people.doctors.items())
    salaries = salaries + money.nurse_salary * people.nurses + money.orderly_salary * people.orderlies
    upkeep = (
        money.module_upkeep * modules(draft)
        + money.garden_upkeep * draft.number_of(Tile.GARDEN)
        + money.operating_upkeep * sum(draft.cared.operations.values())
        - money.orderly_saves * people.orderlies
    )
    return draft.equal(salaries + draft.greatest([upkeep, 0], 0, PLENTY, "upkeep"), 0, PLENTY, "expenses")


def pay(draft: Draft, earned: IntVar, owed: IntVar, savings: Number) -> tuple[Number, Number]:
    """9.4, 9.5: from income, then savings, then popularity; what is left of the income buys. Money and popularity."""
    rules, popular = draft.game.deck.money, max(0, draft.state.popularity)
    most = draft.range_of(earned)[1]
    from_income = draft.least([owed, earned], 0, most, "paid from income")
    from_savings = draft.least([owed - from_income, savings], 0, draft.state.money, "paid from savings")
    unpaid = (owed - from_income - from_savings) * rules.popularity_per_dollar
    lost = draft.least([unpaid, popular], 0, popular, "popularity lost")
    draft.bought = draft.number(0, most // rules.popularity_price, "popularity bought")
    rest = earned - from_income - rules.popularity_price * draft.bought
    draft.cp.add(rest >= 0)
    return savings - from_savings + rest, draft.state.popularity - lost + draft.bought
