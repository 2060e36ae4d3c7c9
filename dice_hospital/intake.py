"""Section 4: intake. Four dice are seen, three are kept, and beds are found for them; 10.3 may bring one more."""

from itertools import combinations

from dice_hospital.moves import Drawn, Keep, Lose, NewPatient
from dice_hospital.patients import VALUE, joined, missing, names, without, words
from dice_hospital.setting import Setting, Variant
from dice_hospital.state import Phase, State
from tabletop.moves import IllegalMove
from tabletop.text import plural


def draw(state: State, outcome: Drawn) -> State:
    """4.1."""
    return state._replace(phase=Phase.KEEP, dice=outcome.dice)


def ways_to_keep(setting: Setting, state: State) -> list[Keep]:
    """4.2: three of the four dice."""
    kept = min(setting.deck.intake.kept, len(state.dice))
    return [Keep(chosen) for chosen in dict.fromkeys(combinations(state.dice, kept))]


def keep(setting: Setting, state: State, move: Keep) -> State:
    """4.2: the others go back into the bag; three who are very ill bring a blood bag."""
    intake, kept = setting.deck.intake, min(setting.deck.intake.kept, len(state.dice))
    if missing(state.dice, move.patients) is not None:
        raise IllegalMove("4.2", f"{names(move.patients)}: the dice drawn are {names(state.dice)}")
    if len(move.patients) != kept:
        raise IllegalMove("4.2", f"{kept} dice are kept, not {len(move.patients)}")
    gift = sum(VALUE[code] for code in move.patients) < intake.bag_below
    bags = setting.limited(state.blood_bags + gift)
    state = state._replace(dice=tuple(sorted(move.patients)), blood_bags=bags)
    if setting.has(Variant.EPIDEMIC):
        return state._replace(phase=Phase.EPIDEMIC)
    return _find_beds(setting, state)


def epidemic(setting: Setting, state: State, outcome: NewPatient) -> State:
    """10.3: one more, seen before somebody has to make room."""
    return _find_beds(setting, state._replace(dice=joined(state.dice, (outcome.die,))))


def beds_short(setting: Setting, state: State) -> int:
    """4.3: how many have to make room."""
    return max(0, len(state.patients) + len(state.dice) - setting.deck.setup.beds)


def _find_beds(setting: Setting, state: State) -> State:
    """4.3."""
    return state._replace(phase=Phase.LOSE) if beds_short(setting, state) else _admit(state)


def _admit(state: State) -> State:
    """4.3: into free beds, untreated."""
    return state._replace(phase=Phase.CARDS, patients=joined(state.patients, state.dice), dice=())


def ways_to_lose(setting: Setting, state: State) -> list[Lose]:
    """4.3: any patients already there."""
    return [Lose(chosen) for chosen in dict.fromkeys(combinations(state.patients, beds_short(setting, state)))]


def lose(setting: Setting, state: State, move: Lose) -> State:
    """4.3: each is a fatality."""
    absent, short = missing(state.patients, move.patients), beds_short(setting, state)
    if absent is not None:
        raise IllegalMove("4.3", f"no {words(absent)} lies in a bed; the new ones cannot be chosen")
    if len(move.patients) != short:
        raise IllegalMove("4.3", f"{plural(short, 'bed is', 'beds are')} missing, not {len(move.patients)}")
    state = setting.with_fatalities(state, short)
    return _admit(state._replace(patients=without(state.patients, move.patients)))
