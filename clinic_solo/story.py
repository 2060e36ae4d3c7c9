"""What a move did, in words: the sentences of a replay. Pure, like the rules."""

from clinic_solo import care
from clinic_solo.clinic import clinic_of
from clinic_solo.moves import (
    Admit,
    Build,
    BuildConveyor,
    BuildEntrance,
    Buy,
    Care,
    Hire,
    Move,
    MovePeople,
    Outcome,
    Queue,
    TakeBonus,
    UpgradeParking,
    UseTile,
)
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from clinic_solo.tiles import Action, Tile
from tabletop.colours import Colour
from tabletop.text import listed, plural

GIFTS = {
    "nurse": "a nurse and a car",
    "orderly": "an orderly and a car",
    "garden": "a garden",
    "parking": "a parking tile",
}


def effect(game: ClinicSolo, before: State, move: Move | Outcome, after: State) -> list[str]:
    """What a step did: a line for the step itself, if there is more to say than the move, and one for a new round."""
    own = _own_effect(game, before, move, after)
    lines = [own] if own else []
    if after.deaths > before.deaths:
        dead = after.deaths - before.deaths
        cost = -game.deck.money.death * dead
        lines.append(f"{plural(dead, 'patient dies', 'patients die')} (−{cost} popularity)")
    if after.round > before.round:
        lines.append(f"round {after.round} begins: {_staff(after)}")
    return lines


def _staff(state: State) -> str:
    doctors = [f"{sum(c == colour for _, c in state.doctors)} {colour.word}" for colour in Colour]
    shown = [text for text in doctors if not text.startswith("0 ")]
    return f"doctors {', '.join(shown)}; {plural(state.patients_here, 'patient')} in the clinic"


def _own_effect(game: ClinicSolo, before: State, move: Move | Outcome, after: State) -> str:
    match move:
        case TakeBonus(number):
            return _bonus(game, number)
        case UseTile(Action.ADMIT):
            return plural(after.left, "queue point")
        case Build() | BuildEntrance() | BuildConveyor() | UpgradeParking():
            return f"{_paid(before, after)}{_rooms(game, before, after)}" if before.slot else ""
        case Hire():
            return _paid(before, after)
        case Queue() | Admit():
            return f"{plural(after.left, 'queue point')} left" if after.slot == before.slot else "the last queue point"
        case MovePeople():
            gone = len(before.orderlies) - len(after.orderlies)
            surplus = f"; {plural(gone, 'orderly leaves', 'orderlies leave')} for want of a supply room" if gone else ""
            return f"time +{after.time - before.time} = {after.time}{surplus}"
        case Care():
            return _cared(game, before, move)
        case Buy():
            return _bought(game, before, move)
    return ""


def _bonus(game: ClinicSolo, number: int) -> str:
    tile = game.deck.bonus_tile(number)
    if tile.what == "money":
        return f"${tile.amount} more"
    if tile.what == "doctor_colour":
        return f"the starting doctor is {tile.colour.word}"
    if tile.what == "patient":
        return f"a {tile.colour.word} patient for {tile.service.word} and a car"
    return GIFTS[tile.what]


def _paid(before: State, after: State) -> str:
    return f"${before.money - after.money} paid, ${after.money} left"


def _rooms(game: ClinicSolo, before: State, after: State) -> str:
    """Rooms that became functional."""
    old, new = clinic_of(game.board, before.grid).rooms, clinic_of(game.board, after.grid).rooms
    names = [f"{game.board.space_name(room)} for {new[room].word}" for room in new if room not in old]
    return f"; functional: {listed(names)}" if names else ""


def _cared(game: ClinicSolo, before: State, move: Care) -> str:
    pay = [care.pay(game, before, treatment) for treatment in move.treatments]
    operated = len({t.space for t in move.treatments if before.grid[t.space] == Tile.OPERATING})
    due = care.expenses(game, before, operated)
    text = f"{plural(len(pay), 'patient')} treated for ${sum(pay)}" if pay else "nobody is treated"
    text += f"; expenses ${due.total} (salaries {due.salaries}, upkeep {due.upkeep})"
    short = due.total - sum(pay)
    if short <= 0:
        return f"{text}; ${-short} left over"
    savings = min(short, before.money)
    lost = max(0, min(short - savings, before.popularity))
    text += f", ${savings} of it from savings" if savings else ""
    text += f", {lost} popularity for the rest" if lost else ""
    forgiven = short - savings - lost
    return text + (f", ${forgiven} forgiven" if forgiven else "")


def _bought(game: ClinicSolo, before: State, move: Buy) -> str:
    cost = move.points * game.deck.money.popularity_price
    saved = before.income - cost
    bought = f"{move.points} popularity for ${cost}" if move.points else "no popularity"
    return f"{bought}, popularity {before.popularity + move.points}; ${saved} saved, ${before.money + saved} in all"
