"""Section 6 in the model: who is hired in which action. Where they arrive is up to their way in Move (6.1)."""

from collections.abc import Sequence
from itertools import combinations, permutations, product

from ortools.sat.python.cp_model import IntVar

from clinic_solo import ClinicSolo
from clinic_solo import hire as rules
from clinic_solo.deck import ANY
from clinic_solo.moves import NO_COLOUR
from clinic_solo.state import State
from clinic_solo.tiles import ACTIONS, Action, Person
from solvers.clinic_solo.cp_model.variables import Draft, Rule
from solvers.core.cpsat import Number
from tabletop.colours import Colour

Group = tuple[int, ...]  # colours of doctors hired in one action


def hire(draft: Draft) -> None:
    """6.1–6.4: up to one doctor, or any number of them (15.3), and one helper in a Hire action, paid for."""
    hiring, hired = draft.game.deck.hiring, draft.hired
    at_once = most_doctors(draft)
    colours = sorted(set(draft.state.university)) if at_once else []
    helpers = [Person.NURSE] * bool(draft.state.nurses_offered) + [Person.ORDERLY] * bool(draft.state.orderlies_offered)
    for slot in draft.slots:
        due = draft.actions[slot][Action.HIRE]
        for colour in colours:
            most = min(at_once, draft.state.university.count(colour))
            hired.doctors[slot, colour] = draft.number(0, most, f"slot {slot} hires {Colour(colour).word} doctor")
        for who, people in ((Person.NURSE, hired.nurses), (Person.ORDERLY, hired.orderlies)):
            if who in helpers and hiring.helpers_per_action:
                people[slot] = draft.flag(f"slot {slot} hires {who}")
        draft.cp.add(sum(hired.doctors[slot, colour] for colour in colours) <= at_once * due)
        draft.cp.add(sum(people[slot] for people in (hired.nurses, hired.orderlies) if slot in people) <= due)
    hired.spent = _doctors_paid(draft, colours) + _helpers_paid(draft, helpers)


def most_doctors(draft: Draft) -> int:
    """6.1, 15.3: in one action."""
    number = draft.game.deck.hiring.doctors_per_action
    return len(draft.state.university) if number == ANY else number


def in_cheapest_order(game: ClinicSolo, state: State, group: Group) -> tuple[int, Group, State]:
    """6.2, 15.3: who is hired first in an action, as the others move up; what they cost, and the position after it."""
    found = [(*_doctors_in_order(game, state, order), order) for order in dict.fromkeys(permutations(group))]
    price, after, order = min(found, key=lambda one: one[0])
    return price, order, after


def _doctors_in_order(game: ClinicSolo, state: State, group: Group) -> tuple[int, State]:
    price = 0
    for colour in group:
        price += rules.price(game, state, Person.DOCTOR, colour)
        space = rules.space_of(state, colour)
        state = state._replace(university=state.university[:space] + state.university[space + 1 :])
    return price, state


def _doctors_paid(draft: Draft, colours: list[int]) -> Number:
    """6.2 [decision doctor-price]: by colour or by space, which depends on who was taken before."""
    waiting, rows = draft.state.university, []
    groups: list[Group] = sorted({
        group for number in range(most_doctors(draft) + 1) for group in combinations(sorted(waiting), number)
    })  # fmt: skip
    for plan in product(groups, repeat=len(draft.slots)):
        everybody = [colour for group in plan for colour in group]
        if any(everybody.count(colour) > waiting.count(colour) for colour in colours):
            continue
        total, state = 0, draft.state
        for group in plan:
            price, _, state = in_cheapest_order(draft.game, state, group)
            total += price
        if _can_be_hired(draft, plan, total):
            rows.append((*(group.count(colour) for group in plan for colour in colours), total))
    variables = [draft.hired.doctors[slot, colour] for slot in draft.slots for colour in colours]
    return _table(draft, variables, rows, "doctors")


def _helpers_paid(draft: Draft, helpers: list[Person]) -> Number:
    """6.3, 6.4."""
    by_kind, state = {Person.NURSE: draft.hired.nurses, Person.ORDERLY: draft.hired.orderlies}, draft.state
    helpers, rows = [who for who in helpers if by_kind[who]], []
    for plan in product([None, *helpers], repeat=len(draft.slots)):
        nurses, orderlies = plan.count(Person.NURSE), plan.count(Person.ORDERLY)
        if nurses > state.nurses_offered or orderlies > state.orderlies_offered:
            continue
        left = [state._replace(nurses_offered=state.nurses_offered - taken) for taken in range(nurses)]
        total = sum(rules.price(draft.game, one, Person.NURSE, NO_COLOUR) for one in left)
        total += orderlies * rules.price(draft.game, state, Person.ORDERLY, NO_COLOUR)
        if _can_be_hired(draft, plan, total):
            rows.append((*(int(taken is who) for taken in plan for who in helpers), total))
    variables = [by_kind[who][slot] for slot in draft.slots for who in helpers]
    return _table(draft, variables, rows, "helpers")


def _can_be_hired(draft: Draft, plan: Sequence[Group | Person | None], price: int) -> bool:
    """Whether there is a Hire action for each, and the money."""
    hires = draft.state.tiles[ACTIONS.index(Action.HIRE)]
    return sum(map(bool, plan)) <= hires and (Rule.MONEY in draft.without or price <= draft.state.money)


def _table(draft: Draft, variables: list[IntVar], rows: list[tuple[int, ...]], what: str) -> Number:
    if not variables:
        return 0
    price = draft.number(0, max(row[-1] for row in rows), f"{what} paid")
    draft.cp.add_allowed_assignments([*variables, price], rows)
    return price
