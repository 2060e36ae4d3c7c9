"""Section 6 in the model: laboratories, colours, deaths and people lost to the dice."""

from dataclasses import replace

from ortools.sat.python.cp_model import IntVar

from clin9ic.admin import DEATH_COST, LAB_GAIN, LOSS_COST
from clin9ic.cards import Module, Staff
from clin9ic.clinic import PATIENT
from solvers.clin9ic.cp_model.admit import less_popular
from solvers.clin9ic.cp_model.dice import lost, shown
from solvers.clin9ic.cp_model.switches import Group
from solvers.clin9ic.cp_model.variables import Draft, Position
from solvers.core.cpsat import Number
from tabletop.colours import COLOURS, Colour


def admin(draft: Draft, round_number: int, position: Position, name: str) -> tuple[tuple[IntVar, ...], Position]:
    """Section 6 in its order."""
    in_lab = _laboratory(draft, round_number, position, name)
    position = _new_skills(draft, round_number, position, in_lab, name)
    position = _worsen(draft, position, name)
    if not draft.most_modules(Module.LABORATORY):
        return in_lab, position
    return in_lab, _losses(draft, round_number, position, in_lab, name)


def _laboratory(draft: Draft, round_number: int, position: Position, name: str) -> tuple[IntVar, ...]:
    """6.1: a doctor for each laboratory, as far as there are doctors."""
    labs = draft.most_modules(Module.LABORATORY)
    most = min(labs, draft.most(Staff.DOCTOR, round_number))
    in_lab = tuple(draft.number(0, most, f"{name} {colour.word} doctors in a laboratory") for colour in COLOURS)
    number = draft.least(
        [draft.modules(position, Module.LABORATORY), sum(position.doctors)], 0, most, f"{name} doctors in laboratories"
    )
    draft.cp.add(sum(in_lab) == number)
    for there, inside in zip(position.doctors, in_lab, strict=True):
        draft.cp.add(inside <= there)
    return in_lab


def _new_skills(draft: Draft, round_number: int, position: Position, in_lab: tuple[IntVar, ...], name: str) -> Position:
    """6.1: everybody loses a colour, except who gains two in a laboratory."""
    after: list[Number] = [0] * len(COLOURS)
    ranges = [[0, 0] for _ in COLOURS]
    for colour in COLOURS:
        low, high = draft.range_of(position.doctors[colour])
        most = draft.range_of(in_lab[colour])[1]
        worse, better = max(Colour.WHITE, colour - 1), min(Colour.RED, colour + LAB_GAIN)
        after[worse] = after[worse] + position.doctors[colour] - in_lab[colour]
        after[better] = after[better] + in_lab[colour]
        ranges[worse][0] += max(0, low - most)
        ranges[worse][1] += high
        ranges[better][1] += most
    people = draft.most(Staff.DOCTOR, round_number)
    doctors = tuple(
        draft.equal(after[c], ranges[c][0], min(people, ranges[c][1]), f"{name} {c.word} doctors") for c in COLOURS
    )
    if not draft.instance.game.counts_popularity:
        return replace(position, doctors=doctors)
    low, high = draft.range_of(position.popularity)
    most = draft.range_of(in_lab[0])[1]
    popularity = draft.equal(
        position.popularity + sum(in_lab), low, high + most, f"{name} popularity from laboratories"
    )
    return replace(position, doctors=doctors, popularity=popularity)


def _worsen(draft: Draft, position: Position, name: str) -> Position:
    """6.2: patients get worse, and red ones die."""
    white, yellow, orange, red = position.patients
    after = replace(position, patients=(draft.constant(0), white, yellow, orange))
    if not draft.instance.game.counts_popularity:
        return after
    deaths = draft.equal(DEATH_COST * red, 0, DEATH_COST * draft.range_of(red)[1], f"{name} price of deaths")
    return replace(
        after, popularity=less_popular(draft, position.popularity, deaths, f"{name} popularity after deaths")
    )


def _losses(draft: Draft, round_number: int, position: Position, in_lab: tuple[IntVar, ...], name: str) -> Position:
    """6.3: everybody stays if the dice can show them; otherwise those are kept whom the rule names.

    The dice are needed to look at only if somebody was in a laboratory: when all people of a colour become the next
    one, the dice can stay where they are, and two columns that become one keep the dice of both.
    """
    held = draft.rule(Group.DICE, round_number)
    beyond, changed = draft.flag(f"{name} beyond the dice"), draft.flag(f"{name} laboratory used")
    draft.cp.add(sum(in_lab) >= changed)
    draft.cp.add(sum(in_lab) == 0).only_enforce_if(~changed)
    draft.cp.add(beyond <= changed)
    kept = []
    for people in (position.doctors, position.patients):
        for colour, before in zip(COLOURS, people, strict=True):
            stay = draft.number(0, draft.range_of(before)[1], f"{name} kept {colour.word}")
            draft.cp.add(stay <= before)
            draft.cp.add(stay == before).only_enforce_if(~beyond)
            kept.append(stay)
    shown(draft, position.doctors, position.patients, [changed, ~beyond, held], name)
    if Group.DICE not in draft.switches.without:
        if draft.switches.beyond_dice:
            most = draft.most(Staff.DOCTOR, round_number), draft.most(PATIENT, round_number)
            lost(draft, position.doctors, position.patients, kept, most, [beyond, held])
        else:
            draft.cp.add(beyond == 0).only_enforce_if(held)
    doctors, patients = tuple(kept[: len(COLOURS)]), tuple(kept[len(COLOURS) :])
    after = replace(position, doctors=doctors, patients=patients)
    if not draft.instance.game.counts_popularity:
        return after
    most_lost = sum(draft.range_of(before)[1] for before in position.patients)
    price = draft.equal(
        LOSS_COST * (sum(position.patients) - sum(patients)), 0, LOSS_COST * most_lost, f"{name} price of losses"
    )
    return replace(after, popularity=less_popular(draft, position.popularity, price, f"{name} popularity at the end"))
