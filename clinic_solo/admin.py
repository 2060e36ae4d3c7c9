"""Section 10: the end of a round."""

from collections.abc import Callable

from clinic_solo import parking
from clinic_solo.colours import Numbers, added
from clinic_solo.setting import Setting
from clinic_solo.state import Phase, State
from clinic_solo.tiles import Tile
from tabletop.colours import Colour, Counts, add

LAB_STEPS = 2


AdminStep = Callable[[Setting, State], State]


def begin(setting: Setting, state: State) -> State:
    """10.2, 10.3: those first in line go back into the bag; doctors at the university gain a colour."""
    bag = state.bag
    for row in state.notepad:
        if row:
            bag = add(bag, row[0])
    return state._replace(
        phase=Phase.UNIVERSITY,
        bag=bag,
        notepad=tuple(row[1:] for row in state.notepad),
        university=tuple(setting.rules.better(setting, colour, 1) for colour in state.university),
    )


def better(colour: int, steps: int = 1) -> int:
    """10.3, 10.5: so many colours up, red at most."""
    return min(colour + steps, Colour.RED)


def worse(colour: int) -> int:
    """10.6: a colour down, white at least."""
    return max(colour - 1, Colour.WHITE)


def doctor_comes(setting: Setting, state: State) -> bool:
    """3.8 [decision university-spaces], 10.3: whether a space is empty and a doctor in the bag."""
    return (
        len(state.university) < setting.deck.hiring.university_spaces
        and sum(setting.rules.doctors_to_draw(setting, state)) > 0
    )


def with_new_doctor(state: State, colour: int) -> State:
    """10.3: sorted red to white."""
    university = tuple(sorted((*state.university, colour), reverse=True))
    return state._replace(university=university, doctor_bag=added(state.doctor_bag, colour, -1))


def finish(setting: Setting, state: State) -> State:
    """10.4–10.7; then cars of the dead leave, and the next round begins."""
    for step in setting.rules.admin():
        state = step(setting, state)
    return parking.ask_for_departures(state, Phase.ACTION)


def nurses_go(_: Setting, state: State) -> State:
    """10.4."""
    return state._replace(nurses_offered=0)


def doctors_change(setting: Setting, state: State) -> State:
    """10.5, 10.6."""
    rules, in_lab = setting.rules, [state.grid[place] == Tile.LAB for place, _ in state.doctors]
    doctors = [
        (place, rules.better(setting, colour, LAB_STEPS) if lab else rules.worse(setting, colour))
        for (place, colour), lab in zip(state.doctors, in_lab, strict=True)
    ]
    popularity = state.popularity + setting.deck.money.lab_popularity * sum(in_lab)
    return state._replace(doctors=tuple(sorted(doctors)), popularity=popularity)


def patients_worsen(setting: Setting, state: State) -> State:
    """10.7."""
    waiting, dead = [], 0
    for counts in state.waiting:
        worsened, lost = worsen(counts)
        waiting.append(worsened)
        dead += lost
    dead += sum(colour == Colour.RED for _, colour in state.patients)
    return state._replace(
        waiting=tuple(waiting),
        patients=tuple((place, colour + 1) for place, colour in state.patients if colour != Colour.RED),
        popularity=after_deaths(setting, state.popularity, dead),
        deaths=state.deaths + dead,
    )


def worsen(counts: Counts) -> tuple[Counts, int]:
    """10.7: every patient gets a colour worse; how many died."""
    white, yellow, orange, red = counts
    return (0, white, yellow, orange), red


def after_deaths(setting: Setting, popularity: int, dead: int) -> int:
    """10.7 [decision popularity-floor]: a death may take popularity below 0, unless the switch says no."""
    after = popularity + setting.deck.money.death * dead
    return after if setting.switches.popularity_may_be_negative else max(after, min(popularity, 0))


def begin_round(setting: Setting, state: State) -> State:
    """10.1, 10.4, 10.8: the marker moves on, tiles come back, new nurses and modules are on display; or the end."""
    deck = setting.deck
    if state.round == deck.rounds:
        return over(state)
    per_action = deck.tiles_per_action
    return state._replace(
        phase=Phase.ACTION,
        then=Phase.OVER,
        round=state.round + 1,
        slot=1,
        tiles=(per_action, per_action, per_action),
        nurses_offered=deck.hiring.nurses[state.round],
        hubs_built=(0,) * len(setting.services),
        specials_built=0,
    )


def over(state: State) -> State:
    return state._replace(phase=Phase.OVER, then=Phase.OVER)


def draw_chances(bag: Numbers) -> list[tuple[int, float]]:
    """13.2, 13.3: the colours a draw from a bag may show."""
    total = sum(bag)
    return [(colour, number / total) for colour, number in enumerate(bag) if number]
