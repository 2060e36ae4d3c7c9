"""Rules 9.4 and 9.5 in the model: salaries, upkeep, and popularity bought or lost."""

from ortools.sat.python.cp_model import IntVar

from clinic_solo.tiles import Tile, is_module
from solvers.clinic_solo.cp_model.build import modules
from solvers.clinic_solo.cp_model.variables import Draft, Staff
from solvers.core.cpsat import Number


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
    most_upkeep = most_to_keep(draft)
    orderlies = len(draft.state.orderlies) + draft.state.orderlies_offered
    saved = money.orderly_saves * orderlies
    spared = draft.lesser((upkeep + saved, most_upkeep + saved), (saved, saved), "orderlies save")
    owed = salaries + upkeep + saved - spared
    most = max(money.doctor_salary) * (len(draft.state.doctors) + draft.most_doctors_hired) + most_upkeep
    most += money.nurse_salary * (len(draft.state.nurses) + len(draft.slots)) + money.orderly_salary * orderlies
    return draft.equal(owed, 0, most, "expenses")


def most_to_keep(draft: Draft) -> int:
    """9.4: upkeep at most: every component may bring a supply room along."""
    money, new = draft.game.deck.money, 2 * draft.sites.components
    each = max(money.module_upkeep, money.garden_upkeep)
    standing = sum(is_module(tile) or tile == Tile.GARDEN for tile in draft.state.grid)
    return each * (standing + new) + money.operating_upkeep


def pay(draft: Draft, earned: IntVar, owed: IntVar, savings: Number) -> tuple[Number, Number]:
    """9.4, 9.5: from income, then savings, then popularity; what is left of the income buys. Money and popularity.

    15.10: late income comes when that is done.
    """
    rules, popular, had = draft.game.deck.money, max(0, draft.state.popularity), draft.state.money
    dear = draft.range_of(owed)[1]
    most = draft.range_of(earned)[1]
    from_income = draft.lesser((owed, dear), (earned, most), "paid from income")
    from_savings = draft.lesser((owed - from_income, dear), (savings, had), "paid from savings")
    unpaid = (owed - from_income - from_savings) * rules.popularity_per_dollar
    lost = draft.lesser((unpaid, dear * rules.popularity_per_dollar), (popular, popular), "popularity lost")
    draft.bought = draft.number(0, most // rules.popularity_price, "popularity bought")
    rest = earned - from_income - rules.popularity_price * draft.bought
    draft.cp.add(rest >= 0)
    return savings - from_savings + rest + draft.late_income, draft.state.popularity - lost + draft.bought
