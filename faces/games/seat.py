"""A player's seat at the table of any game: what one sees there, may choose and type, and what is drawn.

Everything has a default that needs only the Game protocol; a game replaces what it can make easier for its players.
"""

from collections.abc import Sequence
from typing import Generic

from faces.games.data import Choices
from faces.games.gamefile import File
from tabletop.game import Move, Outcome, State
from tabletop.moves import BadNotation


class Seat(Generic[File, State, Move, Outcome]):
    """What one game has for those who play it. The files passed in are its own."""

    def seen(self, file: File, state: State) -> State:  # noqa: ARG002
        """The position as the player may know it."""
        return state

    # --- moves ---

    def choices(self, file: File, state: State) -> Choices[Move]:
        """What to offer a player who has to decide."""
        return Choices(file.game.legal_moves(state))

    def verb(self, file: File, state: State) -> str:
        """The first word of the moves that are due, which a player may leave out."""
        return str(file.game.decision(state))

    def completed(self, file: File, state: State, line: str) -> Move | None:  # noqa: ARG002
        """The move meant by a line that says only what matters about it, None if it says nothing; or BadNotation."""
        return None

    def is_pause(self, file: File, before: State, after: State) -> bool:
        """Whether so much has changed that the player wants to see the table again."""
        return bool(file.game.round_of(before) != file.game.round_of(after))

    def is_open(self, state: State) -> bool:  # noqa: ARG002
        """Whether the last move goes on after chance spoke within it."""
        return False

    def joined(self, first: Move, second: Move) -> Move:
        """Two parts of such a move as one."""
        raise AssertionError(f"no move is ever open: {first}, {second}")

    # --- draws ---

    def without_draws(self, file: File) -> File:
        """The same game with every draw still open, for chance or a table of one's own to say."""
        return file

    def next_draw(self, file: File, state: State, known: Outcome | None) -> Outcome | None:
        """What happens by itself in play, of what the file knows; a draw that has become impossible is drawn anew."""
        possible = (outcome for outcome, _ in file.game.chance_outcomes(state))
        return known if known is not None and known in possible else None

    def draws(self, file: File, state: State) -> Sequence[str]:
        """What may be drawn in a chance position, as a player types it."""
        return [file.game.format(outcome) for outcome, _ in file.game.chance_outcomes(state)]

    def parse_draw(self, file: File, state: State, text: str) -> Outcome:
        """What the table shows, as it was typed; BadNotation for what cannot be drawn."""
        words = self.draws(file, state)
        for typed, (outcome, _) in zip(words, file.game.chance_outcomes(state), strict=True):
            if text.lower().split() == typed.lower().split():
                found: Outcome = outcome
                return found
        raise BadNotation(f"{text!r} cannot be drawn here, expected one of: {' / '.join(words)}")
