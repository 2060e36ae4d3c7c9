"""A round, from its first action left to Admin, as one model."""

from solvers.clinic_solo.cp_model.actions import choose_actions
from solvers.clinic_solo.cp_model.admin import admin
from solvers.clinic_solo.cp_model.admit import admit, waiting
from solvers.clinic_solo.cp_model.build import build, spent_on_building
from solvers.clinic_solo.cp_model.buildings import buildings, functional, hubs, treating
from solvers.clinic_solo.cp_model.care import bound_care, care
from solvers.clinic_solo.cp_model.edition2014 import staff_in_offices
from solvers.clinic_solo.cp_model.expenses import expenses, pay, staff
from solvers.clinic_solo.cp_model.hire import hire
from solvers.clinic_solo.cp_model.instance import Instance
from solvers.clinic_solo.cp_model.move import move
from solvers.clinic_solo.cp_model.parking import park
from solvers.clinic_solo.cp_model.score import End, rooms_by_floor, score
from solvers.clinic_solo.cp_model.sites import Sites
from solvers.clinic_solo.cp_model.variables import Draft, Rule
from solvers.core.cpsat import Number

MOST_GIFT = 100  # without the rule of money there may be so much more of it


def build_model(instance: Instance, without: frozenset[Rule] = frozenset()) -> Draft:
    """The model of an instance, without an objective; `Draft.value` is to be maximised. Some rules may be dropped."""
    draft = Draft(instance, Sites(instance, MOST_GIFT if Rule.MONEY in without else 0), without)
    draft.value = score(draft, model_round(draft))
    return draft


def model_round(draft: Draft) -> End:
    """All decisions of the round, and the position that they lead to."""
    without = draft.without
    choose_actions(draft)
    build(draft)
    labels, known = buildings(draft)
    hubs(draft, labels, known)
    rooms = functional(draft)
    hire(draft)
    admit(draft)
    if Rule.PARKING not in without:
        park(draft)
    queue = waiting(draft)
    taken: Number = move(draft, rooms, queue)
    gift = draft.number(0, MOST_GIFT, "gift") if Rule.MONEY in without else 0
    spent = spent_on_building(draft) + draft.hired.spent
    savings = draft.equal(draft.state.money + gift - spent, 0, draft.state.money, "savings")
    income = care(draft)
    staff_in_offices(draft)
    people = staff(draft)
    bound_care(draft, people)
    owed = draft.constant(0) if Rule.EXPENSES in without else expenses(draft, people)
    money, popularity = pay(draft, income, owed, savings)
    changed = admin(draft, people, queue)
    return End(
        money=money,
        popularity=popularity + changed.popularity,
        time=draft.state.time + (0 if Rule.TIME in without else taken),
        nurses=people.nurses,
        orderlies=people.orderlies,
        buildings=treating(draft, rooms, labels, known),
        rooms=rooms_by_floor(draft, rooms),
        changed=changed,
    )
