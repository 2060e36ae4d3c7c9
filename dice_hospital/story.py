"""What a move did, in words: the sentences of a replay and the hints behind a choice. Pure, like the rules."""

from collections import Counter

from dice_hospital import discharge, specialists
from dice_hospital.deck_text import department_words, worker_words
from dice_hospital.moves import (
    NONE,
    Also,
    AlsoRecolour,
    Bag,
    CardsShown,
    CompleteReport,
    Drawn,
    Keep,
    Lose,
    Move,
    NewPatient,
    Outcome,
    Place,
    Recolour,
    Return,
    Rolled,
    SendBack,
    SetValues,
    Stop,
    Take,
    UpAndDown,
)
from dice_hospital.patients import GONE, TREATED, VALUE, Patients, name, names, without, words, worse
from dice_hospital.referee import DiceHospital
from dice_hospital.state import Phase, State
from tabletop.text import listed, plural


def effect(game: DiceHospital, before: State, move: Move | Outcome, after: State) -> list[str]:
    """What a step did: a line for the step itself, and one for each part of the round that ended with it."""
    own = _own_effect(game, before, move, after)
    return [*([own] if own else []), *_end_of_round(game, before, move, after)]


def _own_effect(game: DiceHospital, before: State, move: Move | Outcome, after: State) -> str:
    match move:
        case SetValues():
            return ""
        case Keep():
            return _kept(before, move, after)
        case Lose():
            return f"{plural(len(move.patients), 'fatality', 'fatalities')}, {after.fatalities} in all"
        case Take() | Return():
            return _improved(game, move, after)
        case Place() | Bag() | Recolour() | Also() | UpAndDown() | AlsoRecolour() | SendBack():
            return _changes(before, move, after)
        case CompleteReport(column):
            report = game.deck.reports[before.reports[column - 1][0]]
            above = "; the card above it is open" if len(before.reports[column - 1]) > 1 else ""
            return f"{report.name}: {_points(after.report_points - before.report_points)}{above}"
        case Rolled():
            return _rolled(before, move)
        case Drawn() | CardsShown() | NewPatient():
            return game.format(move)
        case Stop():
            return ""
    return game.format(move) if game.is_chance(before) else ""


def _points(number: int) -> str:
    return plural(number, "point")


def _patients(number: int) -> str:
    return plural(number, "patient")


def _kept(before: State, move: Keep, after: State) -> str:
    back = names(without(before.dice, move.patients))
    gift = "; a blood bag for the very ill" if after.blood_bags > before.blood_bags else ""
    total = sum(VALUE[code] for code in move.patients)
    return f"{back} goes back into the bag; the sum is {total}{gift}"


def _improved(game: DiceHospital, move: Take | Return, after: State) -> str:
    if isinstance(move, Return):
        return "" if move == Return() else f"a blood bag for it, {after.blood_bags} in all"
    if move.specialist != NONE:
        return worker_words(game.deck.workers[move.specialist])
    return "" if move.department == NONE else department_words(game.deck.departments[move.department])


# --- activation -----------------------------------------------------------------------------------------------------


def _changes(before: State, move: Move, after: State) -> str:
    """Who became what; a specialist's turn is announced by the prompt itself."""
    if isinstance(move, SendBack):
        return f"{words(move.patient)} goes back into the bag"
    gone, come = _differences(before.patients, after.patients)
    left = sum(after.discharged) - sum(before.discharged)
    parts = [f"{names(gone)} → {names(come) or 'discharged'}"] if gone or come else []
    if left and come:
        parts.append(f"{plural(left, 'is', 'are')} discharged")
    if after.score > before.score:
        parts.append(f"+{_points(after.score - before.score)}")
    if after.blood_bags > before.blood_bags:
        parts.append("a blood bag")
    if after.fatalities > before.fatalities:
        parts.append("a fatality")
    if after.phase is Phase.ROLL:
        return f"{names(after.dice)} {'is' if len(after.dice) == 1 else 'are'} rolled again"
    return "; ".join(parts) or ("nothing more" if isinstance(move, Also) else "nothing changes")


def _differences(before: Patients, after: Patients) -> tuple[Patients, Patients]:
    old, new = Counter(before), Counter(after)
    return tuple(sorted((old - new).elements())), tuple(sorted((new - old).elements()))


def _rolled(before: State, move: Rolled) -> str:
    pairs = zip(before.dice, move.values, strict=True)
    return "rolled: " + listed([f"{name(code)} → {value}" for code, value in pairs])


# --- the end of a round ---------------------------------------------------------------------------------------------


def _end_of_round(game: DiceHospital, before: State, move: Move | Outcome, after: State) -> list[str]:
    """8.1, 8.3, 8.4: what the end of activation and of the round brought."""
    lines = []
    if isinstance(move, Stop) and before.phase is Phase.PLACE:
        lines.append(_neglect(game, before))
    if after.round > before.round >= 1 or (after.phase is Phase.OVER and before.phase is not Phase.OVER):
        last = discharge.neglect(game, before) if before.phase is Phase.PLACE else before
        gained = game.deck.scoring.points(sum(last.discharged))
        told = f"{_patients(sum(last.discharged))} discharged: {_points(gained)}" if gained else "nobody is discharged"
        if discharge.empty_wards(game, last):
            told += f"; the wards are empty: {_points(game.deck.scoring.empty_wards)}"
        lines.append(f"{told}; score {after.score}")
    return lines


def _neglect(game: DiceHospital, before: State) -> str:
    waiting = [code for code in before.patients if not TREATED[code]]
    dead = [code for code in waiting if worse(code, game.neglect_steps) == GONE]
    if not waiting:
        return "nobody was neglected"
    told = f"{_patients(len(waiting))} neglected"
    return told + (f", {plural(len(dead), 'dies', 'die')}: {listed(list(map(words, dead)))}" if dead else "")


# --- before a choice ------------------------------------------------------------------------------------------------


def hint(game: DiceHospital, before: State, move: Move) -> str:
    """What a move would do, in few words."""
    if isinstance(move, Stop):
        if before.phase is Phase.REPORT:
            return "no more reports"
        waiting = sum(not TREATED[code] for code in before.patients)
        return f"no more placements; {_patients(waiting)} would be neglected"
    told = _own_effect(game, before, move, game.apply(before, move))
    if isinstance(move, Place) and move.worker and game.apply(before, move).phase is Phase.ALSO:
        worker = specialists.worker_of(game, before, move.worker)
        told += f"; then {worker_words(worker).partition(': ')[2]}"
    return told
