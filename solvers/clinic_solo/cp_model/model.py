"""A round, from its first action left to Admin, as one model."""

from clinic_solo.tiles import Action
from solvers.clinic_solo.cp_model.actions import choose_actions
from solvers.clinic_solo.cp_model.admin import admin
from solvers.clinic_solo.cp_model.admit import admit, waiting
from solvers.clinic_solo.cp_model.build import build, spent_on_building
from solvers.clinic_solo.cp_model.buildings import buildings, functional, hubs, treating
from solvers.clinic_solo.cp_model.care import bound_care, care
from solvers.clinic_solo.cp_model.expenses import expenses, pay, staff
from solvers.clinic_solo.cp_model.hire import hire
from solvers.clinic_solo.cp_model.instance import Instance
from solvers.clinic_solo.cp_model.kept import kept_builds
from solvers.clinic_solo.cp_model.move import move
from solvers.clinic_solo.cp_model.parking import park
from solvers.clinic_solo.cp_model.score import End, rooms_by_floor, value_of
from solvers.clinic_solo.cp_model.sites import Sites
from solvers.clinic_solo.cp_model.variables import Draft


def build_model(instance: Instance) -> Draft:
    """The model of an instance, without an objective; `Draft.value` is what is worth maximising."""
    kept = kept_builds(instance) if Action.BUILD in instance.keep else None
    draft = Draft(instance, Sites(instance, kept))
    choose_actions(draft)
    build(draft)
    labels, known = buildings(draft)
    hubs(draft, labels, known)
    rooms = functional(draft)
    hire(draft)
    admit(draft)
    park(draft)
    queue = waiting(draft)
    taken = move(draft, rooms, queue)
    savings = draft.equal(
        draft.state.money - spent_on_building(draft) - draft.hired.spent, 0, draft.state.money, "savings"
    )
    income = care(draft)
    people = staff(draft)
    bound_care(draft, people)
    money, popularity = pay(draft, income, expenses(draft, people), savings)
    changed = admin(draft, people, queue)
    end = End(
        money=money,
        popularity=popularity + changed.popularity,
        time=draft.state.time + taken,
        nurses=people.nurses,
        orderlies=people.orderlies,
        buildings=treating(draft, rooms, labels, known),
        rooms=rooms_by_floor(draft, rooms),
        changed=changed,
    )
    draft.value = value_of(draft, end)
    return draft
