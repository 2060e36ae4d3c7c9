"""Section 7 in the model: one of the ways to admit patients, with the queue points there are by then."""

from clinic_solo.tiles import Action, Tile
from solvers.clinic_solo.cp_model.queues import options, points_now
from solvers.clinic_solo.cp_model.variables import Draft
from solvers.core.cpsat import Number
from tabletop.colours import COLOURS


def admit(draft: Draft) -> None:
    """7.1–7.4: points for every Admit action; the cars are counted where they park."""
    for number, option in enumerate(options(draft.instance, draft.sites.money, by_slot=draft.sites.cars_move)):
        draft.options.append((option, draft.flag(f"admission {number}")))
    draft.cp.add_exactly_one(literal for _, literal in draft.options)
    for slot in draft.slots:
        using = [(option.points(slot), literal) for option, literal in draft.options if option.steps[slot]]
        if using:
            draft.cp.add(sum(literal for _, literal in using) <= draft.actions[slot][Action.ADMIT])
            needed = sum(points * literal for points, literal in using if points > points_now(draft.instance))
            draft.cp.add(needed <= queue_points(draft, slot))


def queue_points(draft: Draft, slot: int) -> Number:
    """7.1: by the entrances and helipads that are there before an action."""
    queueing, state = draft.game.deck.queueing, draft.state
    entrances: Number = len(state.entrances) + sum(draft.entrance_before(slot, e) for e in draft.sites.entrances)
    candidates = [space for space, tiles in draft.sites.tiles.items() if Tile.HELIPAD in tiles]
    helipads: Number = len(state.helipads()) + sum(draft.helipad_before(slot, space) for space in candidates)
    return queueing.points + queueing.points_per_entrance * entrances + queueing.points_per_helipad * helipads


def waiting(draft: Draft) -> dict[tuple[int, int], Number]:
    """7.4: the pre-admissions of each row by colour, before Move."""
    found: dict[tuple[int, int], Number] = {}
    for row, counts in enumerate(draft.state.waiting):
        for colour in COLOURS:
            come = [(option.of(row, colour), literal) for option, literal in draft.options]
            number: Number = counts[colour] + sum(n * literal for n, literal in come if n)
            if not isinstance(number, int) or number:
                found[row, int(colour)] = number
    return found
