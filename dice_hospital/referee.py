"""The referee: what is due in a position, what is legal, and what a move leads to."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from dice_hospital import activation, chance, discharge, improvement, intake, notation, score, setup, specialists
from dice_hospital.chance import Chances
from dice_hospital.moves import (
    Also,
    AlsoRecolour,
    Bag,
    CallIn,
    CompleteReport,
    Consult,
    Keep,
    Lose,
    Move,
    Outcome,
    Place,
    Recolour,
    Return,
    SendBack,
    SetValues,
    Stop,
    Take,
    UpAndDown,
)
from dice_hospital.setting import Setting
from dice_hospital.state import CHANCE, Phase, State
from tabletop.moves import IllegalMove


class DiceHospital(Setting):
    """A game of Dice Hospital with its deck, variants and options: the one object that players and solvers ask."""

    def start(self) -> State:
        """Section 2: the position before anything is drawn."""
        return setup.start(self)

    def decision(self, state: State) -> str:
        """The kind of move or of draw that is due, or 'over'."""
        return str(state.phase)

    def round_of(self, state: State) -> int:
        return state.round

    def is_chance(self, state: State) -> bool:
        return state.phase in CHANCE

    def is_over(self, state: State) -> bool:
        return state.phase is Phase.OVER

    def legal_moves(self, state: State) -> list[Move]:
        """A move for each distinct result of the decision that is due; nothing at chance or at the end.

        A placement is listed without its specialist's effect, which is a decision of its own.
        """
        due = _DECISIONS.get(state.phase)
        return [*due.moves(self, state)] if due else []

    def activation_moves(self, state: State, *, lean: bool = False) -> Iterator[Move]:
        """The legal moves of an activation one by one; with `lean` without those that no plan needs."""
        return activation.moves(self, state, lean=lean)

    def apply(self, state: State, move: Move) -> State:
        """The position after a move; raises IllegalMove with the rule and the reason."""
        due = _DECISIONS.get(state.phase)
        if due is None:
            raise IllegalMove("3", "the game is over" if self.is_over(state) else f"{_due(state)}: no decision is due")
        carry_out = due.carry_out.get(type(move))
        if carry_out is None:
            raise IllegalMove(due.rule, f"{_due(state)}, not {self.format(move)!r}")
        return carry_out(self, state, move)

    def chances(self, state: State) -> Chances:
        """Section 11: everything chance may do here, with exact probabilities."""
        return chance.chances(self, state)

    def chance_outcomes(self, state: State) -> list[tuple[Outcome, float]]:
        """The same with floating-point numbers."""
        return [(outcome, float(probability)) for outcome, probability in self.chances(state)]

    def apply_outcome(self, state: State, outcome: Outcome) -> State:
        """The position after chance has spoken; raises IllegalMove if that cannot happen."""
        if not chance.is_possible(self, state, outcome):
            raise IllegalMove("11.5", f"{self.format(outcome)!r} cannot happen here: {_due(state)}")
        return _OUTCOMES[state.phase](self, state, outcome)

    def format(self, move: Move | Outcome) -> str:
        return notation.format_line(self.deck, move)

    def parse(self, text: str) -> Move:
        return notation.parse_move(self.deck, text)

    def score_items(self, state: State) -> dict[str, int]:
        return score.score_items(self, state)

    def final_score(self, state: State) -> int:
        return score.final_score(self, state)

    def goal_met(self, state: State) -> bool:
        """10.1: there is no target but one's own."""
        return self.target is None or self.final_score(state) >= self.target


DUE_WORDS = {
    Phase.TAKEN_OUT: "cards are taken out for promo cards",
    Phase.DEAL: "a report card is dealt",
    Phase.FIRST: "the first dice are drawn",
    Phase.SET: "the first patients get their values",
    Phase.INTAKE: "dice are drawn and rolled",
    Phase.KEEP: "the dice to keep are chosen",
    Phase.EPIDEMIC: "one more die is drawn and rolled",
    Phase.LOSE: "somebody has to make room",
    Phase.CARDS: "a specialist and a department are turned up",
    Phase.TAKE: "an improvement is taken",
    Phase.RETURN: "an improvement may be returned",
    Phase.CONSULT: "the consultant chooses a specialist",
    Phase.PLACE: "workers are placed",
    Phase.ROLL: "dice are rolled again",
    Phase.ALSO: "a specialist's own effect may follow",
    Phase.NEWCOMER: "a new patient is drawn and rolled",
    Phase.REPORT: "reports may be completed",
    Phase.OVER: "the game is over",
}


def _due(state: State) -> str:
    return DUE_WORDS[state.phase]


# --- what each decision lists and does ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Decision:
    rule: str
    moves: Callable[[Setting, State], Iterable[Move]]
    carry_out: dict[type, Callable[[Setting, State, Any], State]]


_OWN_EFFECTS = (Also, UpAndDown, AlsoRecolour, SendBack, CallIn)
_BAGS: dict[type, Callable[[Setting, State, Any], State]] = {
    Bag: activation.bag,
    Recolour: activation.recolour,
}


def _stop(setting: Setting, state: State, _: Stop) -> State:
    """6.1: then whoever was not treated gets worse (8.1)."""
    if state.recoloured:
        raise IllegalMove("6.10", "an effect has to follow a recolouring")
    return discharge.end_activation(setting, state)


_DECISIONS: dict[Phase, _Decision] = {
    Phase.SET: _Decision("2.2", setup.ways_to_set, {SetValues: setup.set_values}),
    Phase.KEEP: _Decision("4.2", intake.ways_to_keep, {Keep: intake.keep}),
    Phase.LOSE: _Decision("4.3", intake.ways_to_lose, {Lose: intake.lose}),
    Phase.TAKE: _Decision("5.1", improvement.ways_to_take, {Take: improvement.take}),
    Phase.RETURN: _Decision("5.2", lambda _, state: improvement.ways_to_return(state), {Return: improvement.give_back}),
    Phase.CONSULT: _Decision("6.11", activation.ways_to_consult, {Consult: activation.consult}),
    Phase.PLACE: _Decision("6.1", activation.moves, {Place: activation.place, **_BAGS, Stop: _stop}),
    Phase.ALSO: _Decision("6.7", activation.moves, {**dict.fromkeys(_OWN_EFFECTS, specialists.also), **_BAGS}),
    Phase.REPORT: _Decision(
        "8.2",
        lambda setting, state: [*discharge.completable(setting, state), Stop()],
        {
            CompleteReport: discharge.complete,
            Stop: lambda setting, state, _: discharge.score_and_end_round(setting, state),
        },
    ),
}

_OUTCOMES: dict[Phase, Callable[[Setting, State, Any], State]] = {
    Phase.TAKEN_OUT: setup.take_out,
    Phase.DEAL: setup.deal_report,
    Phase.FIRST: lambda _, state, outcome: setup.draw_first(state, outcome),
    Phase.INTAKE: lambda _, state, outcome: intake.draw(state, outcome),
    Phase.EPIDEMIC: intake.epidemic,
    Phase.CARDS: lambda _, state, outcome: improvement.show(state, outcome),
    Phase.ROLL: activation.rolled,
    Phase.NEWCOMER: lambda setting, state, outcome: specialists.welcome(setting, state, outcome.die),
}
