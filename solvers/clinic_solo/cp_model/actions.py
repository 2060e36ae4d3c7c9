"""Rule 4.2 in the model: which action is taken in each slot."""

from collections.abc import Sequence

from clinic_solo.tiles import ACTIONS, Action
from solvers.clinic_solo.cp_model.variables import Draft


def choose_actions(draft: Draft) -> None:
    """4.2: one tile in each slot, none more often than there are tiles left; Build before Hire (see `is_in_order`)."""
    for slot in draft.slots:
        chosen = {action: draft.flag(f"slot {slot} {action}") for action in ACTIONS}
        draft.cp.add_exactly_one(chosen.values())
        draft.actions.append(chosen)
    for action, left in zip(ACTIONS, draft.state.tiles, strict=True):
        draft.cp.add(sum(chosen[action] for chosen in draft.actions) <= left)
    for slot in draft.slots:
        for later in range(slot + 1, len(draft.slots)):
            draft.cp.add_at_most_one(draft.actions[slot][Action.HIRE], draft.actions[later][Action.BUILD])


def is_in_order(order: Sequence[Action]) -> bool:
    """A round that hires before it builds gains nothing by it: with the two exchanged, every newcomer finds the same
    ways in and the places to park that are left in the end, and admissions have no fewer queue points.
    """
    hires = [slot for slot, action in enumerate(order) if action is Action.HIRE]
    builds = [slot for slot, action in enumerate(order) if action is Action.BUILD]
    return not hires or not builds or max(builds) < min(hires)
