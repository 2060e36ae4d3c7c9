"""Rules 4.1-4.3: laying the action cards and choosing three sections."""

from itertools import product

from clin9ic.cards import Section
from clin9ic.moves import Arrange
from clin9ic.setting import Setting
from clin9ic.state import Phase, State
from tabletop.moves import IllegalMove


def visible_sections(setting: Setting, state: State, move: Arrange) -> tuple[Section, ...]:
    """4.2: the four sections that can be seen, from left to right."""
    laid = []
    for card, turned in zip(move.cards, move.turned, strict=True):
        index = [action.id for action in setting.deck.actions].index(card)
        side = setting.deck.actions[index].a if state.faces[index] == "a" else setting.deck.actions[index].b
        laid.append(side.turned() if turned else side)
    first, second, third = laid
    return (
        first.left,
        second.left if move.over[0] else first.right,
        third.left if move.over[1] else second.right,
        third.right,
    )


def chosen_trio(setting: Setting, state: State, move: Arrange) -> tuple[Section, ...]:
    """4.2: the left three or the right three."""
    visible = visible_sections(setting, state, move)
    return visible[:3] if move.left else visible[1:]


def legal_arrangements(setting: Setting, state: State) -> list[Arrange]:
    """One arrangement for each distinct trio, of the 32 arrangements with 2 trios each."""
    found: dict[tuple[Section, ...], Arrange] = {}
    first, second, third = state.order
    for *turned, over2, over3, left in product((False, True), (False, True), (False, True), *[(True, False)] * 3):
        move = Arrange((first, second, third), (turned[0], turned[1], turned[2]), (over2, over3), left)
        found.setdefault(chosen_trio(setting, state, move), move)
    return list(found.values())


def arrange(setting: Setting, state: State, move: Arrange) -> State:
    """4.1, 4.2."""
    if move.cards != state.order:
        raise IllegalMove("4.1", f"the cards lie in the order {' '.join(state.order)}, not {' '.join(move.cards)}")
    return state._replace(phase=Phase.ACT, trio=chosen_trio(setting, state, move), step=0)
