"""What a move did, in words: the sentences of a replay and the hints behind a choice. Pure, like the rules."""

from typing import NamedTuple

from clin9ic.admin import DEATH_COST
from clin9ic.admit import patient_queue
from clin9ic.care import POPULARITY_PRICE, expenses, income
from clin9ic.clinic import clinic_of
from clin9ic.moves import Admit, Arrange, Build, Buy, Care, Hire, Lab, Move, Order, Outcome, Outpatient, Place, Reveal
from clin9ic.referee import Clin9ic
from clin9ic.state import Phase, State
from clin9ic.text import trio_words
from tabletop.colours import Colour, Counts, add, describe
from tabletop.text import listed, plural


def effect(game: Clin9ic, before: State, move: Move | Outcome, after: State) -> list[str]:
    """What a step did: a line for the move, and one for Admin where the round ended with it."""
    lines = [_own_effect(game, before, move, after)]
    if after.round != before.round or (after.phase is Phase.OVER and before.phase is not Phase.OVER):
        lines.append("Admin: " + _admin(game, before, move, after))
    return lines


def _own_effect(game: Clin9ic, before: State, move: Move | Outcome, after: State) -> str:
    match move:
        case Order():
            return "the action cards lie " + " ".join(move.cards)
        case Reveal():
            return f"the next floor card is {move.card}"
        case Arrange():
            return trio_words(after.trio, after.entrances)
        case Outpatient():
            return f"outpatient services are {'used' if move.used else 'closed'} this round"
        case Build():
            return _built(before, move, after)
        case Hire():
            return _hired(game, before, move, after)
        case Admit():
            return _admitted(game, before, move, after)
        case Care():
            return _cared(game, before, move)
        case Buy():
            return _bought(before, move)
        case Lab():
            gain = f" (+{len(move.doctors)} popularity)" if move.doctors and game.counts_popularity else ""
            return f"a {listed([colour.word for colour in move.doctors])} doctor learns in the laboratory{gain}"


def _built(before: State, move: Build, after: State) -> str:
    if not move.components:
        return "nothing is built"
    changes = [
        f"{name} {getattr(before, key)}→{getattr(after, key)}"
        for key, name in (
            ("entrances", "entrances"),
            ("gardens", "gardens"),
            ("pillars", "pillars"),
            ("lots", "parking lots"),
        )
        if getattr(before, key) != getattr(after, key)
    ]
    for number, floor in enumerate(after.floors, 1):
        side = f"{floor.card} {'b' if floor.upgraded else 'a'}"
        if number > len(before.floors):
            changes.append(f"Floor-{number} is {side}")
        elif before.floors[number - 1] != floor:
            changes.append(f"Floor-{number} turned to {side}")
    if before.conveyors != after.conveyors:
        changes.append("conveyor cubes on " + (" and ".join(map(str, after.conveyors)) or "no module"))
    return f"{_paid(before, after)}; {', '.join(changes)}"


def _paid(before: State, after: State) -> str:
    return f"${before.money - after.money} paid, ${after.money} left"


def _hired(game: Clin9ic, before: State, move: Hire, after: State) -> str:
    if not move.people:
        return "nobody is hired"
    names = [f"{hired.colour.word} doctor" if hired.colour is not None else str(hired.staff) for hired in move.people]
    return f"{listed(names)}; {_paid(before, after)}{_time(game, before, after)}"


def _admitted(game: Clin9ic, before: State, move: Admit, after: State) -> str:
    queue = [colour.word for colour in patient_queue(before)[: move.patients]]
    text = f"{listed(queue)} {'patient' if len(queue) == 1 else 'patients'}" if queue else "no patient is admitted"
    refused = before.popularity - after.popularity
    return text + (f"; refusing costs {refused} popularity" if refused else "") + _time(game, before, after)


def _time(game: Clin9ic, before: State, after: State) -> str:
    if not game.counts_popularity:
        return ""
    spent = after.time + after.phase_time - before.time - before.phase_time
    return f"; time +{spent} = {after.time + after.phase_time}"


class _Paid(NamedTuple):
    """5.2: what expenses take beside the income of the round."""

    due: int
    savings: int
    popularity: int
    forgiven: int


def _expenses(game: Clin9ic, before: State, move: Care) -> _Paid:
    rooms = sum(treatment.place is Place.OPERATING for treatment in move.treatments)
    due = expenses(clinic_of(game, before), before, rooms)
    short = max(0, due - sum(income(treatment, before.gardens) for treatment in move.treatments))
    savings = min(short, before.money)
    popularity = max(0, min(short - savings, before.popularity))
    return _Paid(due, savings, popularity, short - savings - popularity)


def _cared(game: Clin9ic, before: State, move: Care) -> str:
    pay = [income(treatment, before.gardens) for treatment in move.treatments]
    earned, paid = sum(pay), _expenses(game, before, move)
    text = f"{plural(len(pay), 'patient')} treated for ${earned}" if pay else "nobody is treated"
    text += f" ({' + '.join(map(str, pay))})" if len(pay) > 1 else ""
    text += f"; expenses ${paid.due}"
    if earned >= paid.due:
        return f"{text}; ${earned - paid.due} left over"
    text += f", ${paid.savings} of it from savings" if paid.savings else ""
    text += f", {paid.popularity} popularity for the rest" if paid.popularity else ""
    return text + (f", ${paid.forgiven} forgiven" if paid.forgiven else "")


def _bought(before: State, move: Buy) -> str:
    cost = move.points * POPULARITY_PRICE
    saved = before.earned - cost
    bought = f"{move.points} popularity for ${cost}" if move.points else "no popularity"
    return f"{bought}, popularity {before.popularity + move.points}; ${saved} saved, ${before.money + saved} in all"


def _admin(game: Clin9ic, before: State, move: Move | Outcome, after: State) -> str:
    """Section 6: what happened to those who were left after Care."""
    waiting = _left_by(before.patients, move)
    worse: Counts = (0, waiting[0], waiting[1], waiting[2])
    parts = [f"doctors {describe(after.doctors)}", f"patients {describe(after.patients)}"]
    deaths, lost = waiting[Colour.RED], sum(worse) - sum(after.patients)
    # On a track that ends at 0 (4.6) less may be lost than is due; deaths are counted first (6.2, 6.3).
    paid = _popularity_before_admin(game, before, move) - after.popularity
    paid_for_deaths = min(paid, DEATH_COST * deaths)
    if deaths:
        parts.append(plural(deaths, "patient dies", "patients die") + _cost(game, paid_for_deaths))
    if lost:
        parts.append(f"{plural(lost, 'patient')} lost for want of dice{_cost(game, paid - paid_for_deaths)}")
    gone = sum(before.doctors) - sum(after.doctors)
    if gone:
        parts.append(f"{plural(gone, 'doctor')} lost for want of dice")
    return "; ".join(parts)


def _cost(game: Clin9ic, points: int) -> str:
    return f" (−{points} popularity)" if game.counts_popularity and points else ""


def _popularity_before_admin(game: Clin9ic, before: State, move: Move | Outcome) -> int:
    """Where the track stood when deaths and losses were counted: after expenses, buying and the laboratory."""
    match move:
        case Care():
            return before.popularity - _expenses(game, before, move).popularity
        case Buy():
            return before.popularity + move.points
        case Lab():
            return before.popularity + (len(move.doctors) if game.counts_popularity else 0)
    return before.popularity


def _left_by(patients: Counts, move: Move | Outcome) -> Counts:
    if isinstance(move, Care):
        for treatment in move.treatments:
            patients = add(patients, treatment.patient, -1)
    return patients
