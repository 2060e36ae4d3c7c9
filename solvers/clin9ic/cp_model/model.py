"""Rounds one after the other as one model."""

from dataclasses import replace

from ortools.sat.python.cp_model import IntVar

from clin9ic.build import MOST_COMPONENTS
from clin9ic.cards import Action, Module
from solvers.clin9ic.cp_model.admin import admin
from solvers.clin9ic.cp_model.admit import admit
from solvers.clin9ic.cp_model.arrange import Laid, lay_cards
from solvers.clin9ic.cp_model.build import component
from solvers.clin9ic.cp_model.care import care
from solvers.clin9ic.cp_model.expenses import buy, expenses, pay
from solvers.clin9ic.cp_model.hire import boxes_in_reach, hire
from solvers.clin9ic.cp_model.instance import Instance
from solvers.clin9ic.cp_model.move import Move, time_after
from solvers.clin9ic.cp_model.score import value_of
from solvers.clin9ic.cp_model.switches import EXACT, Group, Switches
from solvers.clin9ic.cp_model.variables import Draft, Position, RoundVars, SlotVars, first_position

MOST_GIFT = 100  # without the rule of money, a round may begin with so much more


def build_model(
    instance: Instance, switches: Switches = EXACT, *, droppable: bool = False, in_turn: bool = False
) -> Draft:
    """The model of an instance, without an objective; `Draft.value` is to be maximised."""
    draft = Draft(instance, switches, droppable=droppable, in_turn=in_turn)
    position = first_position(draft)
    for round_number in instance.rounds:
        round_vars = _round(draft, round_number, position)
        draft.rounds.append(round_vars)
        position = round_vars.end
    draft.value = value_of(draft, position)
    return draft


def _round(draft: Draft, round_number: int, position: Position) -> RoundVars:
    name = f"round {round_number}"
    trios = draft.instance.trios[draft.index(round_number)]
    laid = Laid(draft, trios, lay_cards(draft, trios, name), name)
    outpatient = draft.flag(f"{name} outpatients") if draft.most_modules(Module.OUTPATIENT) else draft.constant(0)
    position = _gift(draft, round_number, position, name)
    slots, waiting = [], list[IntVar]()
    for number in range(3):
        slot = laid.slot(number)
        position, times = _action(draft, round_number, laid, slot, position, outpatient, f"{name} action {number + 1}")
        slots.append(slot)
        waiting += times
    if waiting:
        position = replace(position, time=time_after(draft, round_number, position, waiting, name))
    care_vars, cared = care(draft, round_number, position, outpatient, f"{name} care")
    position, earned = pay(draft, cared, expenses(draft, round_number, cared, name), name)
    bought, position = buy(draft, position, earned, name)
    lab, position = admin(draft, round_number, position, f"{name} admin")
    return RoundVars(round_number, list(laid.chosen), outpatient, slots, care_vars, bought, lab, position)


def _gift(draft: Draft, round_number: int, position: Position, name: str) -> Position:
    """Money out of nowhere, where its rule is dropped."""
    if not draft.may_drop(Group.MONEY):
        return position
    gift = draft.number(0, MOST_GIFT, f"{name} gift")
    draft.cp.add(gift == 0).only_enforce_if(draft.rule(Group.MONEY, round_number))
    low, high = draft.range_of(position.money)
    return replace(position, money=draft.equal(position.money + gift, low, high + MOST_GIFT, f"{name} money"))


def _action(
    draft: Draft, round_number: int, laid: Laid, slot: SlotVars, position: Position, outpatient: IntVar, name: str
) -> tuple[Position, list[IntVar]]:
    """4.4-4.6: whichever action it is; also the times that wait for the end of the phase (4.10)."""
    due = slot.is_action[Action.BUILD]
    for number in range(MOST_COMPONENTS):
        built = component(draft, round_number, position, due, f"{name} component {number + 1}")
        slot.components.append(built)
        position = built.after
        due = draft.equal(sum(built.choices), 0, 1, f"{name} component {number + 1} built")
    move = Move(draft, round_number, position, outpatient, name)
    reach = boxes_in_reach(draft, round_number, position, name)
    hired, staff_times = hire(draft, round_number, laid, slot, position, move, reach)
    after, patient_times = admit(draft, round_number, laid, slot, position, move, reach)
    after = replace(
        hired,
        patients=after.patients,
        popularity=after.popularity,
    )
    times = staff_times + patient_times
    game = draft.instance.game
    if not game.counts_popularity:
        return after, []
    if game.options.triage == "phase":
        return after, times
    shaped = replace(after, time=position.time)
    return replace(after, time=time_after(draft, round_number, shaped, times, name)), []
