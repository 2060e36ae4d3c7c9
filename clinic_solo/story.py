"""What a move did, in words: the sentences of a replay. Pure, like the rules."""

from typing import NamedTuple

from clinic_solo import care
from clinic_solo.board import HOME
from clinic_solo.clinic import clinic_of
from clinic_solo.colours import counted, described
from clinic_solo.deck_text import tile_gift
from clinic_solo.moves import (
    ZOMBIE,
    Admit,
    BonusShown,
    Build,
    BuildConveyor,
    BuildEntrance,
    BuildExtinguisher,
    Buy,
    Care,
    DoctorDrawn,
    Hire,
    LayoutDrawn,
    Move,
    MovePeople,
    Outcome,
    PatientDrawn,
    Queue,
    SpecialsDrawn,
    TakeBonus,
    UpgradeParking,
    UseTile,
)
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from clinic_solo.tiles import Action, Tile
from tabletop.colours import Colour
from tabletop.text import listed, plural


def effect(game: ClinicSolo, before: State, move: Move | Outcome, after: State) -> list[str]:
    """What a step did, or what was drawn: a line for the step itself, if there is more to say, and one for deaths."""
    own = game.called(_own_effect(game, before, move, after))
    return [*([own] if own else []), *_at_the_end(game, before, move, after)]


def _at_the_end(game: ClinicSolo, before: State, move: Move | Outcome, after: State) -> list[str]:
    """10.5, 10.7: what a laboratory and deaths did to popularity, by the track itself, which may end at 0."""
    dead = after.deaths - before.deaths
    change = after.popularity - before.popularity - _own_change(game, before, move)
    if not dead and not change:
        return []
    learning = sum(
        before.grid[place] == Tile.LAB for place, _ in care.standing_doctors(before)
    )  # all are inside by then
    lesson = 0 if isinstance(move, MovePeople) else game.deck.money.lab_popularity * learning
    gain = lesson if dead else change
    lines = [f"{plural(learning, 'doctor learns', 'doctors learn')} in the lab ({_points(gain)})"] if gain else []
    if dead:
        cost = f" ({_points(change - gain)})" if change != gain else ""
        lines.append(plural(dead, "patient dies", "patients die") + cost)
    return lines


def _points(change: int) -> str:
    return f"{'+' if change > 0 else '−'}{abs(change)} popularity"


def _own_change(game: ClinicSolo, before: State, move: Move | Outcome) -> int:
    """What a move itself does to popularity."""
    match move:
        case Care():
            return -_expenses(game, before, move).popularity
        case Buy(points):
            return points
    return 0


def people_words(state: State) -> str:
    """Who is in the clinic, in a line."""
    doctors = described(counted(colour for _, colour in state.doctors))
    waiting = [int(colour) for counts in state.waiting for colour in Colour for _ in range(counts[colour])]
    patients = described(counted([*(colour for _, colour in state.patients), *waiting]))
    return f"doctors {doctors}; patients {patients}"


def _own_effect(game: ClinicSolo, before: State, move: Move | Outcome, after: State) -> str:
    match move:
        case TakeBonus(number):
            return tile_gift(game.deck.bonus_tile(number))
        case UseTile(Action.ADMIT):
            return plural(after.left, "queue point")
        case SpecialsDrawn() | BonusShown() | LayoutDrawn() | DoctorDrawn():
            return game.format(move)
        case PatientDrawn(colour):
            return f"new patient for {game.services[before.left].word}: {Colour(colour).word}"
        case Build() | BuildEntrance() | BuildConveyor() | BuildExtinguisher() | UpgradeParking():
            price = _paid(before, after) if before.slot else "at no cost"
            return f"{price}{_rooms(game, before, after)}"
        case Hire():
            return _paid(before, after)
        case Queue() | Admit():
            return _queued(game, before, move)
        case MovePeople():
            home = sum(step.destination == HOME for step in move.steps)
            gone, lost = home, after.abandoned - before.abandoned
            surplus = f"; {plural(gone, 'orderly leaves', 'orderlies leave')} for want of a supply room" if gone else ""
            fallen = f"; {plural(lost, 'person is', 'people are')} lost to zombies" if lost else ""
            time = f"time +{game.time_words(after.time - before.time)} = {game.time_words(after.time)}"
            return f"{time}{surplus}{fallen}"
        case Care():
            return _cared(game, before, move, after)
        case Buy():
            return _bought(game, before, move)
    return ""


def _queued(game: ClinicSolo, before: State, move: Queue | Admit) -> str:
    """Who moves on the notepad, or comes from it."""
    row = before.notepad[game.services.index(move.service)]
    if isinstance(move, Admit):
        left = before.left - game.deck.queueing.admit_cost
        return f"the {Colour(row[0]).word} patient comes in; {plural(left, 'queue point')} left"
    left = before.left - game.deck.queueing.move_cost
    return (
        f"the {Colour(row[move.position - 1]).word} patient goes {move.direction}; {plural(left, 'queue point')} left"
    )


def _paid(before: State, after: State) -> str:
    return f"${before.money - after.money} paid, ${after.money} left"


def _rooms(game: ClinicSolo, before: State, after: State) -> str:
    """Rooms that became functional."""
    old, new = clinic_of(game.board, before.grid).rooms, clinic_of(game.board, after.grid).rooms
    names = [f"{game.board.space_name(room)} for {new[room].word}" for room in new if room not in old]
    return f"; functional: {listed(names)}" if names else ""


class _Paid(NamedTuple):
    """9.4: what expenses take beside the income of the round."""

    due: care.Expenses
    savings: int
    popularity: int
    forgiven: int


def _expenses(game: ClinicSolo, before: State, move: Care) -> _Paid:
    operated = len({t.space for t in move.treatments if before.grid[t.space] == Tile.OPERATING})
    due = care.expenses(game, before, operated)
    short = max(0, due.total - care.earned(game, before, move)[0])
    savings = min(short, before.money)
    per_dollar = game.deck.money.popularity_per_dollar
    popularity = min((short - savings) * per_dollar, max(0, before.popularity))
    bought_off = popularity // per_dollar if per_dollar else 0
    return _Paid(due, savings, popularity, short - savings - bought_off)


def _cared(game: ClinicSolo, before: State, move: Care, after: State) -> str:
    income, late = care.earned(game, before, move)
    paid, treated = _expenses(game, before, move), len(move.treatments)
    due, cured = paid.due, sum(treatment.patient == ZOMBIE for treatment in move.treatments)
    done = [plural(treated - cured, "patient")] * (treated > cured) + [plural(cured, "zombie")] * bool(cured)
    later = f", ${late} of it when popularity has been bought" if late else ""
    text = f"{listed(done)} treated for ${income + late}{later}" if treated else "nobody is treated"
    text += f"; {plural(len(move.donations), 'blood token')} won" if move.donations else ""
    turned = after.zombies_made - before.zombies_made
    text += f"; {plural(turned, 'pair')} of patients {'becomes a zombie' if turned == 1 else 'become zombies'}" * bool(
        turned
    )
    text += f"; expenses ${due.total} (salaries {due.salaries}, upkeep {due.upkeep})"
    short = due.total - income
    if short <= 0:
        return f"{text}; ${-short} left over"
    text += f", ${paid.savings} of it from savings" if paid.savings else ""
    text += f", {paid.popularity} popularity for the rest" if paid.popularity else ""
    return text + (f", ${paid.forgiven} forgiven" if paid.forgiven else "")


def _bought(game: ClinicSolo, before: State, move: Buy) -> str:
    cost = move.points * game.deck.money.popularity_price
    saved = before.income - cost + before.late_income
    bought = f"{move.points} popularity for ${cost}" if move.points else "no popularity"
    late = f" (${before.late_income} of it paid only now)" if before.late_income else ""
    save = f"${saved} saved{late}, ${before.money + saved} in all"
    return f"{bought}, popularity {before.popularity + move.points}; {save}"
