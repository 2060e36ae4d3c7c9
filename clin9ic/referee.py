"""The referee: what is due in a position, what is legal, and what a move leads to."""

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

from clin9ic import admin, admit, arrange, arrivals, build, care, hire, notation, score
from clin9ic.cards import Action
from clin9ic.moves import Admit, Arrange, Build, Buy, Care, Hire, Lab, Move, Order, Outcome, Outpatient, Reveal
from clin9ic.setting import Setting
from clin9ic.state import Phase, State, start
from tabletop.moves import IllegalMove

OVER = "over"
CHANCE = (Phase.ORDER, Phase.REVEAL)


class Clin9ic(Setting):
    """A game of Clin9ic with its deck, goal and options: the one object that players and solvers ask."""

    def start(self, floors: Sequence[str], faces: str, *, unknown: bool = False) -> State:
        """Section 3: the position before round 1."""
        return start(self, floors, faces, unknown=unknown)

    def decision(self, state: State) -> str:
        """The kind of move that is due, 'order' or 'reveal' for chance, or 'over'."""
        if state.phase is Phase.ACT:
            action = state.trio[state.step].action
            if action is not Action.BUILD and arrivals.must_choose_outpatient(self, state):
                return "outpatient"
            return str(action)
        if state.phase is Phase.CARE and arrivals.must_choose_outpatient(self, state):
            return "outpatient"
        return str(state.phase)

    def round_of(self, state: State) -> int:
        return state.round

    def is_chance(self, state: State) -> bool:
        return state.phase in CHANCE

    def is_over(self, state: State) -> bool:
        return state.phase is Phase.OVER

    def legal_moves(self, state: State) -> list[Move]:
        """A move for each distinct outcome of the decision that is due; nothing at chance or at the end."""
        match self.decision(state):
            case "arrange":
                return [*arrange.legal_arrangements(self, state)]
            case "outpatient":
                return [Outpatient(True), Outpatient(False)]
            case "build":
                return [*build.legal_builds(self, state)]
            case "hire":
                return [*hire.legal_hires(self, state)]
            case "admit":
                return [*admit.legal_admits(self, state)]
            case "care":
                return [*care.legal_cares(self, state)]
            case "buy":
                return [*care.legal_buys(state)]
            case "lab":
                return [*admin.legal_labs(self, state)]
        return []

    def apply(self, state: State, move: Move) -> State:
        """The position after a move; raises IllegalMove with the rule and the reason."""
        due = self.decision(state)
        given = type(move).__name__.lower()
        if given != due or self.is_chance(state):
            raise IllegalMove(_RULE_OF[due], f"{_said(due, state)}, not {given}")
        after: State = _APPLY[type(move)](self, state, move)
        return self._go_on(after)

    def _go_on(self, state: State) -> State:
        """Phases that ask nothing of the player."""
        if state.phase is Phase.ACT and state.step == len(state.trio):
            state = arrivals.settle_phase_time(self, state)._replace(phase=Phase.CARE, held=())
        if state.phase is Phase.LAB and not admin.lab_doctors(self, state):
            state = admin.admin(self, state)
        return state

    def chance_outcomes(self, state: State) -> list[tuple[Outcome, float]]:
        """4.1, 3.1: everything chance may do here, with its probability."""
        if state.phase is Phase.ORDER:
            orders = list(permutations(card.id for card in self.deck.actions))
            return [(Order(cards), 1 / len(orders)) for cards in orders]
        if state.phase is Phase.REVEAL:
            return [(Reveal(card), 1 / len(state.stack)) for card in state.stack]
        return []

    def apply_outcome(self, state: State, outcome: Outcome) -> State:
        """The position after chance has spoken."""
        if outcome not in [possible for possible, _ in self.chance_outcomes(state)]:
            due = self.decision(state)
            raise IllegalMove(_RULE_OF[due], f"{self.format(outcome)!r} cannot happen here: {_said(due, state)}")
        if isinstance(outcome, Order):
            return state._replace(phase=Phase.ARRANGE, order=outcome.cards)
        others = tuple(card for card in state.stack if card != outcome.card)
        # What was hidden is known now. The Build action that turned the card up may have a component left.
        done = state.built == build.MOST_COMPONENTS
        after = state._replace(phase=Phase.ACT, stack=(outcome.card, *others), unknown=False)
        return self._go_on(after._replace(built=0, step=state.step + 1) if done else after)

    def format(self, move: Move | Outcome) -> str:
        return notation.format_move(move)

    def parse(self, text: str) -> Move:
        return notation.parse_move(text)

    def score_items(self, state: State) -> dict[str, int]:
        return score.score_items(self, state)

    def final_score(self, state: State) -> int:
        return score.final_score(self, state)

    def goal_met(self, state: State) -> bool:
        """3.4: the goal of Clin9ic is a score."""
        return self.final_score(state) >= self.target


def _said(due: str, state: State) -> str:
    if due == Phase.ORDER:
        return f"the order of round {state.round}'s cards is due"
    return "the game is over" if due == OVER else f"{due} is due"


_RULE_OF = {
    "order": "4.1",
    "reveal": "3.1",
    "arrange": "4.1",
    "outpatient": "4.8",
    "build": "4.4",
    "hire": "4.5",
    "admit": "4.6",
    "care": "5.1",
    "buy": "5.3",
    "lab": "6.1",
    OVER: "6.4",
}

_APPLY: dict[type, Callable[[Clin9ic, State, Any], State]] = {
    Arrange: arrange.arrange,
    Outpatient: lambda _, state, move: arrivals.choose_outpatient(state, move),
    Build: build.build,
    Hire: hire.hire,
    Admit: admit.admit,
    Care: care.care,
    Buy: lambda _, state, move: care.buy(state, move),
    Lab: admin.use_lab,
}
