"""Section 6 in the model: who is hired in which action. Where they arrive is up to their way in Move (6.1)."""

from itertools import product

from ortools.sat.python.cp_model import IntVar

from clinic_solo import hire as rules
from clinic_solo.state import State
from clinic_solo.tiles import ACTIONS, Action, Person
from solvers.clinic_solo.cp_model.variables import Draft, Rule
from solvers.core.cpsat import Number
from tabletop.colours import Colour

NOBODY = -1


def hire(draft: Draft) -> None:
    """6.1–6.4: up to one doctor and one helper in a Hire action, paid for."""
    hiring, hired = draft.game.deck.hiring, draft.hired
    colours = sorted(set(draft.state.university)) if hiring.doctors_per_action else []
    helpers = [Person.NURSE] * bool(draft.state.nurses_offered) + [Person.ORDERLY] * bool(draft.state.orderlies_offered)
    for slot in draft.slots:
        due = draft.actions[slot][Action.HIRE]
        for colour in colours:
            hired.doctors[slot, colour] = draft.flag(f"slot {slot} hires {Colour(colour).word} doctor")
        for who, people in ((Person.NURSE, hired.nurses), (Person.ORDERLY, hired.orderlies)):
            if who in helpers and hiring.helpers_per_action:
                people[slot] = draft.flag(f"slot {slot} hires {who}")
        draft.cp.add(sum(hired.doctors[slot, colour] for colour in colours) <= due)
        draft.cp.add(sum(people[slot] for people in (hired.nurses, hired.orderlies) if slot in people) <= due)
    hired.spent = _doctors_paid(draft, colours) + _helpers_paid(draft, helpers)


def _doctors_paid(draft: Draft, colours: list[int]) -> Number:
    """6.2 [decision doctor-price]: by colour or by space, which depends on who was taken before."""
    rows = []
    for choice in product([NOBODY, *colours], repeat=len(draft.slots)):
        people = [(Person.DOCTOR, colour) for colour in choice if colour != NOBODY]
        if (price := _price(draft, people)) is not None:
            rows.append((*(int(taken == colour) for taken in choice for colour in colours), price))
    variables = [draft.hired.doctors[slot, colour] for slot in draft.slots for colour in colours]
    return _table(draft, variables, rows, "doctors")


def _helpers_paid(draft: Draft, helpers: list[Person]) -> Number:
    """6.3, 6.4."""
    by_kind = {Person.NURSE: draft.hired.nurses, Person.ORDERLY: draft.hired.orderlies}
    helpers = [who for who in helpers if by_kind[who]]
    rows = []
    for choice in product([None, *helpers], repeat=len(draft.slots)):
        people = [(who, NOBODY) for who in choice if who is not None]
        if (price := _price(draft, people)) is not None:
            rows.append((*(int(taken is who) for taken in choice for who in helpers), price))
    variables = [by_kind[who][slot] for slot in draft.slots for who in helpers]
    return _table(draft, variables, rows, "helpers")


def _table(draft: Draft, variables: list[IntVar], rows: list[tuple[int, ...]], what: str) -> Number:
    if not variables:
        return 0
    price = draft.number(0, max(row[-1] for row in rows), f"{what} paid")
    draft.cp.add_allowed_assignments([*variables, price], rows)
    return price


def _price(draft: Draft, people: list[tuple[Person, int]]) -> int | None:
    """What these people cost one after the other, None where there are not so many or so many Hire actions."""
    state: State = draft.state
    if len(people) > state.tiles[ACTIONS.index(Action.HIRE)]:
        return None
    total = 0
    for who, colour in people:
        offered = {
            Person.DOCTOR: colour in state.university,
            Person.NURSE: bool(state.nurses_offered),
            Person.ORDERLY: bool(state.orderlies_offered),
        }
        if not offered[who]:
            return None
        total += rules.price(draft.game, state, who, colour)
        if who is Person.DOCTOR:
            space = rules.space_of(state, colour)
            state = state._replace(university=state.university[:space] + state.university[space + 1 :])
        elif who is Person.NURSE:
            state = state._replace(nurses_offered=state.nurses_offered - 1)
        else:
            state = state._replace(orderlies_offered=state.orderlies_offered - 1)
    affordable = Rule.MONEY in draft.without or total <= draft.state.money
    return total if affordable else None
