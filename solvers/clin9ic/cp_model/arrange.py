"""Rules 4.1-4.3 in the model: one of the distinct trios of the round's order."""

from collections.abc import Callable, Sequence

from ortools.sat.python.cp_model import IntVar

from clin9ic.cards import Action
from solvers.clin9ic.cp_model.instance import Trio, longest_queue
from solvers.clin9ic.cp_model.variables import Draft, SlotVars


def lay_cards(draft: Draft, trios: Sequence[Trio], name: str) -> list[IntVar]:
    """4.2: exactly one trio."""
    chosen = [draft.flag(f"{name} trio {number}") for number in range(len(trios))]
    draft.cp.add_exactly_one(chosen)
    return chosen


class Laid:
    """The cards of a round as they lie: what of them depends on the trio chosen."""

    def __init__(self, draft: Draft, trios: Sequence[Trio], chosen: Sequence[IntVar], name: str) -> None:
        self.draft = draft
        self.trios = trios
        self.chosen = chosen
        self.name = name

    def shows(self, test: Callable[[Trio], bool], what: str) -> IntVar:
        """A literal that holds when the trio passes a test."""
        passing = [literal for trio, literal in zip(self.trios, self.chosen, strict=True) if test(trio)]
        if len(passing) in (0, len(self.trios)):
            return self.draft.constant(int(bool(passing)))
        return self.draft.equal(sum(passing), 0, 1, f"{self.name} {what}")

    def slot(self, number: int) -> SlotVars:
        """The actions that a place in the trio may have."""
        name = f"{self.name} action {number + 1}"
        return SlotVars(
            {action: self.shows(_has(number, action), f"action {number + 1} {action}") for action in Action},
            self.draft.number(0, longest_queue(self.trios), f"{name} admitted"),
        )


def _has(number: int, action: Action) -> Callable[[Trio], bool]:
    return lambda trio: trio.actions[number] is action
