"""What the solitaire of Clinic: Deluxe Edition has for those who play it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap

from clinic_solo import gamefile
from clinic_solo.deals import Deal
from clinic_solo.gamefile import GameFile
from clinic_solo.moves import Move, Outcome, Park
from clinic_solo.needs import parse_needs
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import Phase, State
from clinic_solo.suggestions import hint, income, proposals
from faces.games.data import Choices
from faces.games.seat import Seat
from tabletop.moves import BadNotation

LONG = 12  # choices that are listed one by one
PLACES_WIDTH = 52  # columns for the places of a kind of choices
VERBS = {
    Phase.BONUS_CHOICE: "take bonus",
    **dict.fromkeys((Phase.FIRST_HUB, Phase.FIRST_ENTRANCE, Phase.FIRST_ROOMS), "build"),
    **dict.fromkeys((Phase.BONUS_PLACE, Phase.BONUS_SUPPLY), "build"),
    Phase.ACTION: "use",
    Phase.CARE: "treat",
    Phase.POPULARITY: "buy",
}
MOVE_REMARK = "or type any Move, or only who has to be where: doctor white > 0b2; patient yellow > 0b2"


class ClinicSeat(Seat[GameFile, State, Move, Outcome]):
    def choices(self, file: GameFile, state: State) -> Choices[Move]:
        game = file.game
        if state.phase is Phase.MOVE:
            moves, complete = proposals(game, state)
            return Choices(moves, complete, remark=MOVE_REMARK)
        moves = game.legal_moves(state)
        if state.phase is Phase.PARK:
            moves.sort(key=lambda move: len(hint(game, state, move)) if isinstance(move, Park) else 0)
        if state.phase is Phase.CARE:
            moves.sort(key=lambda move: -income(game, state, move))
        if len(moves) <= LONG:
            return Choices(moves)
        return Choices(moves, summary=_by_kind(game, state, moves), remark=_example(game, moves[0]))

    def verb(self, file: GameFile, state: State) -> str:
        return VERBS.get(state.phase, file.game.decision(state))

    def completed(self, file: GameFile, state: State, line: str) -> Move | None:
        if state.phase is not Phase.MOVE or ">" not in line:
            return None
        wishes = file.game.understood(line.lower().removeprefix("move "))
        try:
            move = file.game.plan_move(state, parse_needs(file.game.board, wishes))
        except BadNotation as error:
            raise BadNotation(file.game.called(str(error))) from None
        if move is None:
            raise BadNotation("no Move brings all of them there (rules 8.1, 8.5)")
        return move

    def is_pause(self, file: GameFile, before: State, after: State) -> bool:
        return super().is_pause(file, before, after) or (after.phase is Phase.MOVE and before.phase is not Phase.MOVE)

    def without_draws(self, file: GameFile) -> GameFile:
        return replace(file, deal=Deal())

    def draws(self, file: GameFile, state: State) -> list[str]:
        return [file.game.format(outcome).split(": ", 1)[1] for outcome, _ in file.game.chance_outcomes(state)]

    def parse_draw(self, file: GameFile, state: State, text: str) -> Outcome:
        return gamefile.parse_draw(file.game, state, text)


def _parts(game: ClinicSolo, move: Move) -> tuple[str, str]:
    """The kind of a move and its place: 'build treatment' and '0b2'."""
    words = re.fullmatch(r"(.*?) ?((?:\w*\d\S*(?: |$))*)", game.format(move))
    assert words is not None
    return words[1], words[2]


def _by_kind(game: ClinicSolo, state: State, moves: Sequence[Move]) -> list[list[str]]:
    """A row for each kind of move, with its places by price."""
    kinds: dict[str, dict[int, list[str]]] = {}
    for move in moves:
        kind, place = _parts(game, move)
        price = state.money - game.apply(state, move).money
        kinds.setdefault(kind, {}).setdefault(price, []).append(place)
    rows = []
    for kind, prices in kinds.items():
        parts = [f"${price}: {_places(found)}" if price else _places(found) for price, found in prices.items()]
        lines = wrap("   ".join(parts), PLACES_WIDTH) or [""]
        rows.append([f"     {kind}", lines[0]])
        rows += [["", line] for line in lines[1:]]
    return rows


def _places(found: Sequence[str]) -> str:
    return (", " if any(" " in place for place in found) else " ").join(found)


def _example(game: ClinicSolo, move: Move) -> str:
    kind, _ = _parts(game, move)
    return f"type one, such as {game.format(move)}; {kind.split(' ', 1)[-1]}? says what each does"
