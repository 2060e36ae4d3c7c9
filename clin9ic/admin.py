"""Section 6: the laboratory, colours, deaths and forced losses, and the turn of the round."""

from functools import cache
from itertools import combinations_with_replacement

from clin9ic.admit import lose_popularity
from clin9ic.cards import Module
from clin9ic.clinic import clinic_of
from clin9ic.dice import trackable
from clin9ic.moves import Lab
from clin9ic.setting import Setting
from clin9ic.state import ROUNDS, Phase, State
from tabletop.colours import COLOURS, Colour, Counts, add
from tabletop.moves import IllegalMove

LAB_GAIN = 2
DEATH_COST = 2
LOSS_COST = 5


def lab_doctors(setting: Setting, state: State) -> int:
    """6.1: how many doctors spend the Admin phase in a laboratory."""
    return min(clinic_of(setting, state).count(Module.LABORATORY), sum(state.doctors))


def legal_labs(setting: Setting, state: State) -> list[Lab]:
    choices = combinations_with_replacement(COLOURS, lab_doctors(setting, state))
    return [Lab(choice) for choice in choices if all(choice.count(c) <= state.doctors[c] for c in COLOURS)]


def use_lab(setting: Setting, state: State, move: Lab) -> State:
    """6.1, then the rest of Admin."""
    number = lab_doctors(setting, state)
    if len(move.doctors) != number:
        raise IllegalMove("6.1", f"{number} doctors are in a laboratory, {len(move.doctors)} are named")
    for colour in COLOURS:
        if move.doctors.count(colour) > state.doctors[colour]:
            raise IllegalMove("6.1", f"there are {state.doctors[colour]} {colour.word} doctors")
    return admin(setting, state, move.doctors)


def admin(setting: Setting, state: State, in_lab: tuple[Colour, ...] = ()) -> State:
    """Section 6, in its order: lab, colours, deaths, losses, next round."""
    points = len(in_lab) if setting.counts_popularity else 0
    state = state._replace(doctors=_new_skills(state.doctors, in_lab), popularity=state.popularity + points)
    state = lose_popularity(setting, state, DEATH_COST * state.patients[Colour.RED])  # 6.2
    worse = state.patients
    state = state._replace(patients=(0, worse[0], worse[1], worse[2]))
    patients, doctors = kept(state.patients, state.doctors, setting.dice)
    lost = sum(state.patients) - sum(patients)
    state = lose_popularity(setting, state, LOSS_COST * lost)
    return _next_round(state._replace(patients=patients, doctors=doctors))


def _new_skills(doctors: Counts, in_lab: tuple[Colour, ...]) -> Counts:
    """6.1: everybody loses a colour, except who is in a laboratory and gains two."""
    working = doctors
    for colour in in_lab:
        working = add(working, colour, -1)
    after: Counts = (working[0] + working[1], working[2], working[3], 0)
    for colour in in_lab:
        after = add(after, min(Colour.RED, colour + LAB_GAIN))
    return after


@cache
def kept(patients: Counts, doctors: Counts, dice: int) -> tuple[Counts, Counts]:
    """6.3: who stays when the dice cannot show everybody: patients from yellow up, then doctors from white up."""
    if trackable(doctors, patients, dice):
        return patients, doctors
    fullest = (*patients[1:], *doctors)

    def search(so_far: tuple[int, ...]) -> tuple[int, ...] | None:
        if len(so_far) == len(fullest):
            return so_far if trackable(_four(so_far[3:]), _four((0, *so_far[:3])), dice) else None
        for number in range(fullest[len(so_far)], -1, -1):
            found = search((*so_far, number))
            if found is not None:
                return found
        return None

    best = search(()) or (0,) * len(fullest)
    return _four((0, *best[:3])), _four(best[3:])


def _four(numbers: tuple[int, ...]) -> Counts:
    return (numbers[0], numbers[1], numbers[2], numbers[3])


def _next_round(state: State) -> State:
    """6.4, and every field of the round back to its beginning."""
    flipped = state.faces.translate(str.maketrans("ab", "ba"))
    over = state.round == ROUNDS
    return state._replace(
        round=state.round if over else state.round + 1,
        phase=Phase.OVER if over else Phase.ORDER,
        faces=flipped,
        order=(),
        trio=(),
        step=0,
        outpatient=None,
    )
