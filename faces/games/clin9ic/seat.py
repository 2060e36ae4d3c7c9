"""What Clin9ic has for those who play it."""

from dataclasses import replace

from clin9ic.gamefile import GameFile
from clin9ic.moves import Build, Move, Order, Outcome, Reveal
from clin9ic.state import Phase, State
from faces.games.seat import Seat
from tabletop.moves import BadNotation

HIDDEN_STACK = 3  # 3.1: with so many cards left, the order of those below the top one is hidden


def as_seen(state: State) -> State:
    """3.1: as long as no floor was built, a player does not know what lies below the top card."""
    if len(state.stack) < HIDDEN_STACK:
        return state
    return state._replace(stack=(state.stack[0], *sorted(state.stack[1:])), unknown=True)


class Clin9icSeat(Seat[GameFile, State, Move, Outcome]):
    def seen(self, file: GameFile, state: State) -> State:  # noqa: ARG002
        return as_seen(state)

    def is_open(self, state: State) -> bool:
        return state.phase is Phase.ACT and state.built > 0

    def joined(self, first: Move, second: Move) -> Move:
        assert isinstance(first, Build), "nothing else is ever open"
        assert isinstance(second, Build)
        return Build(first.components + second.components)

    def without_draws(self, file: GameFile) -> GameFile:
        return replace(file, orders={}, deal=None, start=as_seen(file.start))

    def next_draw(self, file: GameFile, state: State, known: Outcome | None) -> Outcome | None:
        if state.phase is Phase.REVEAL and not file.start.unknown:
            return Reveal(next(card for card in file.start.stack if card in state.stack))
        return known

    def draws(self, file: GameFile, state: State) -> list[str]:
        return [file.game.format(outcome).split(" ", 1)[1] for outcome, _ in file.game.chance_outcomes(state)]

    def parse_draw(self, file: GameFile, state: State, text: str) -> Outcome:
        words = [word for word in text.lower().split() if word not in (Phase.ORDER, Phase.REVEAL)]
        outcome: Outcome = Order(tuple(words)) if state.phase is Phase.ORDER else Reveal(" ".join(words))
        possible = [option for option, _ in file.game.chance_outcomes(state)]
        if outcome not in possible:
            raise BadNotation(f"{text!r} cannot be drawn here, expected {' / '.join(self.draws(file, state))}")
        return outcome
