"""A second, naive reading of activation and discharge: everything tried out, nothing shared with the referee's code.

It knows the rules document, with every department and specialist spelt out here, and not the deck. Patients are told
apart by their place in a tuple, one placement is a single step with all blood bags inside it, and every result of a die
that is rolled counts as reached.
"""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import NamedTuple

RED, YELLOW, GREEN = "ryg"
COLOURS = "ryg"
POINTS = (0, 1, 3, 5, 7, 9, 11, 14, 17, 21, 25, 30, 35)


class Die(NamedTuple):
    own: str
    value: int  # 7 for one who was discharged, 0 for one who died
    treated: bool
    now: str


class Hospital(NamedTuple):
    """Dice keep their place; workers and departments are names."""

    dice: tuple[Die, ...]
    workers: tuple[str, ...]
    departments: tuple[str, ...]
    bags: int
    fatalities: int = 0
    score: int = 0


COLOUR_OF = {
    "critical care unit": RED, "oncology": YELLOW, "pharmacy": GREEN,
    "operating theatre": RED, "orthopaedics": YELLOW, "ear nose throat": GREEN,
    "anaesthesia": RED, "renal medicine": YELLOW, "allergy centre": GREEN,
    "cardiology": RED, "urology": YELLOW, "immunology": GREEN,
    "surgeon": RED, "pharmacist": GREEN, "haematologist": YELLOW,
    "anaesthetist": RED, "virologist": GREEN, "urologist": YELLOW,
    "cardiologist": RED, "microbiologist": GREEN, "radiologist": YELLOW,
}  # fmt: skip
STEPS = {"operating theatre": 3, "orthopaedics": 3, "ear nose throat": 3, "crash centre": 4, "triage centre": 2}


def here(hospital: Hospital) -> list[int]:
    return [at for at, die in enumerate(hospital.dice) if 1 <= die.value <= 6]


def with_die(hospital: Hospital, at: int, die: Die) -> Hospital:
    return hospital._replace(dice=(*hospital.dice[:at], die, *hospital.dice[at + 1 :]))


def better(hospital: Hospital, at: int, steps: int) -> Hospital:
    die = hospital.dice[at]
    return with_die(hospital, at, die._replace(value=min(7, die.value + steps), treated=True))


def shows(hospital: Hospital, at: int, value: int) -> Hospital:
    return with_die(hospital, at, hospital.dice[at]._replace(value=value, treated=True))


def coloured(hospital: Hospital, at: int, colour: str) -> Hospital:
    return with_die(hospital, at, hospital.dice[at]._replace(now=colour, treated=True))


# --- departments ----------------------------------------------------------------------------------------------------


def may_treat(name: str, dice: list[Die]) -> bool:
    """6.5, 6.6, 7.2."""
    values = sorted(die.value for die in dice)
    if name in COLOUR_OF and any(die.now != COLOUR_OF[name] for die in dice):
        return False
    if name in ("critical care unit", "oncology", "pharmacy", "operating theatre", "orthopaedics", "ear nose throat"):
        return len(dice) == 1
    if name in ("anaesthesia", "renal medicine", "allergy centre"):
        return len(dice) == 3 and values[0] == values[2]
    if name in ("cardiology", "urology", "immunology"):
        return len(dice) == 3 and values == [values[0], values[0] + 1, values[0] + 2]
    limits = {"intensive care": (1, 2), "imaging": (3, 4), "clinic": (5, 6), "crash centre": (1, 2)}
    if name in limits:
        return len(dice) == 1 and values[0] in limits[name]
    if name in ("radiology", "triage centre"):
        return len(dice) == (3 if name == "radiology" else 2) and values[-1] <= 3
    if name == "training department":
        return len(dice) == 2 and values[0] == values[1]
    if name == "physiotherapy":
        return len(dice) in (1, 2)
    return len(dice) == {"drug trial centre": 2, "experimental therapy": 1}[name]


def treated(name: str, hospital: Hospital, chosen: tuple[int, ...]) -> Iterator[Hospital]:
    if name == "drug trial centre":
        for values in product(range(1, 7), repeat=2):
            yield shows(shows(hospital, chosen[0], values[0]), chosen[1], values[1])
    elif name == "physiotherapy":
        for colours in product(COLOURS, repeat=len(chosen)):
            after = hospital
            for at, colour in zip(chosen, colours, strict=True):
                after = coloured(after, at, colour)
            yield after
    elif name == "experimental therapy":
        yield shows(hospital, chosen[0], 7 - hospital.dice[chosen[0]].value)
    else:
        after = hospital
        for at in chosen:
            after = better(after, at, STEPS.get(name, 1))
        yield after


# --- specialists ----------------------------------------------------------------------------------------------------


def own_effect(name: str, old: dict[int, Die], gone: bool, after: Hospital) -> Iterator[Hospital]:
    """6.7, 7.3: every use of the effect, with blood bags for colours right before it; not using it apart.

    `old` are those whom the department healed, as they were before; `gone` whether it discharged anybody.
    """
    colour = COLOUR_OF.get(name)
    counting = [at for at, die in old.items() if colour is None or die.now == colour]
    if name == "registrar" and gone:
        yield after._replace(score=after.score + 1)
    if name == "haematology technician" and gone:
        yield after._replace(bags=after.bags + 1)
    if not counting:
        return
    others = [at for at in here(after) if at not in old]
    if name in ("surgeon", "pharmacist", "haematologist"):
        for at in counting:
            if after.dice[at].value < 7:
                for ready in recoloured(after, (at,)):
                    yield better(ready, at, 1)
    elif name in ("anaesthetist", "virologist", "urologist"):
        for at in others:
            for ready in recoloured(after, (at,)):
                if ready.dice[at].now == colour:
                    yield better(ready, at, 1)
    elif name in ("cardiologist", "microbiologist", "radiologist"):
        for at in others:
            if after.dice[at].value in [old[one].value for one in counting]:
                for ready in recoloured(after, (at,)):
                    yield better(ready, at, 1)
    elif name == "triage nurse":
        for pair in combinations([at for at in others if after.dice[at].value <= 3], 2):
            for ready in recoloured(after, pair):
                yield better(better(ready, pair[0], 1), pair[1], 1)
    elif name in ("paramedic", "general practitioner"):
        for at in others:
            if (after.dice[at].value <= 3) == (name == "paramedic"):
                for ready in recoloured(after, (at,)):
                    yield better(ready, at, 2 if name == "paramedic" else 1)
    elif name == "pathologist":
        swap = after.fatalities > 0
        yield after._replace(fatalities=after.fatalities - swap, bags=after.bags + swap)
    elif name == "experimental chemist":
        for at in others:
            for ready in recoloured(after, (at,)):
                yield from (shows(ready, at, value) for value in range(1, 7))
    elif name == "medical student":
        for up, down in permutations(others, 2):
            for ready in recoloured(after, (up, down)):
                die = ready.dice[down]
                done = with_die(better(ready, up, 1), down, die._replace(value=die.value - 1, treated=True))
                yield done._replace(fatalities=done.fatalities + (die.value == 1))
    elif name == "physiotherapist":
        for at in here(after):
            yield from (coloured(after, at, one) for one in COLOURS)


# --- blood bags and placements --------------------------------------------------------------------------------------


def recoloured(hospital: Hospital, chosen: tuple[int, ...]) -> Iterator[Hospital]:
    """6.10 (b): each of the dice with another colour for a bag, or as it is."""
    for colours in product((None, *COLOURS), repeat=len(chosen)):
        spent = len(colours) - colours.count(None)
        if spent > hospital.bags or any(
            hospital.dice[at].now == colour for at, colour in zip(chosen, colours, strict=True)
        ):
            continue
        after = hospital._replace(bags=hospital.bags - spent)
        for at, colour in zip(chosen, colours, strict=True):
            if colour is not None:
                after = coloured(after, at, colour)
        yield after


def bagged(hospital: Hospital) -> set[Hospital]:
    """6.10 (a): any number of bags for anybody."""
    found, waiting = {hospital}, [hospital]
    while waiting:
        one = waiting.pop()
        for at in here(one) if one.bags else ():
            after = better(one, at, 1)._replace(bags=one.bags - 1)
            if after not in found:
                found.add(after)
                waiting.append(after)
    return found


GAINS = ("registrar", "haematology technician", "pathologist")


def placements(hospital: Hospital) -> Iterator[Hospital]:
    """6.1: every placement, with all that may happen inside it."""
    for worker, name in product(set(hospital.workers), set(hospital.departments)):
        workers, departments = list(hospital.workers), list(hospital.departments)
        workers.remove(worker)
        departments.remove(name)
        free = hospital._replace(workers=tuple(workers), departments=tuple(departments))
        for number in (1, 2, 3):
            for chosen in combinations(here(free), number):
                for ready in [free] if name == "physiotherapy" else recoloured(free, chosen):
                    if not may_treat(name, [ready.dice[at] for at in chosen]):
                        continue
                    for after in treated(name, ready, chosen):
                        yield from _with_own_effect(worker, ready, after, chosen)


def _with_own_effect(worker: str, ready: Hospital, after: Hospital, chosen: tuple[int, ...]) -> Iterator[Hospital]:
    """6.7, 6.10: blood bags may heal between the two effects."""
    old = {at: ready.dice[at] for at in chosen if after.dice[at].value > ready.dice[at].value}
    gone = any(after.dice[at].value == 7 for at in chosen)
    if worker in GAINS:
        yield from list(own_effect(worker, old, gone, after)) or [after]  # taken without asking
        return
    yield after
    for between in bagged(after):
        yield from own_effect(worker, old, gone, between)


Key = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], int, tuple[int, ...], int, int]


def key(hospital: Hospital) -> Key:
    """A hospital with its dice no longer told apart."""
    dice = [hospital.dice[at] for at in here(hospital)]
    gone = [die.own for die in hospital.dice if die.value == 7]
    return (
        tuple(sorted(f"{die.own}{die.value}{die.now if die.treated else ''}" for die in dice)),
        tuple(sorted(hospital.workers)),
        tuple(sorted(hospital.departments)),
        hospital.bags,
        tuple(gone.count(colour) for colour in COLOURS),
        hospital.fatalities,
        hospital.score,
    )


def reached(hospital: Hospital) -> set[Key]:
    """Every position between placements that an activation may lead to."""
    found, waiting = {key(hospital)}, [hospital]
    while waiting:
        one = waiting.pop()
        after = [*placements(one)]
        after += [better(one, at, 1)._replace(bags=one.bags - 1) for at in here(one) if one.bags]
        for each in after:
            if (told := key(each)) not in found:
                found.add(told)
                waiting.append(each)
    return found


# --- discharge ------------------------------------------------------------------------------------------------------

Columns = tuple[tuple[tuple[str, int], ...], ...]  # of cards: the letters asked for, and the points


def reports(columns: Columns, dice: str) -> set[tuple[Columns, int]]:
    """8.2: what is left of the display, and the points gained, whichever cards are completed in whatever order."""
    found = {(columns, 0)}
    for at, column in enumerate(columns):
        if not column:
            continue
        letters, points = column[0]
        if all(letters.count(colour) <= dice.count(colour) for colour in COLOURS):
            left = "".join(colour * (dice.count(colour) - letters.count(colour)) for colour in COLOURS)
            rest = (*columns[:at], column[1:], *columns[at + 1 :])
            found |= {(after, points + more) for after, more in reports(rest, left)}
    return found


def ends(hospital: Hospital, columns: Columns, neglect: int) -> set[tuple[tuple[str, ...], int, int, Columns, int]]:
    """8.1 to 8.5: patients, fatalities, score, display and points of reports, for every choice of cards."""
    left, dead = [], hospital.fatalities
    for at in here(hospital):
        die = hospital.dice[at]
        value = die.value if die.treated else die.value - neglect
        if value > 0:
            left.append(f"{die.own}{value}")
        else:
            dead += 1
    gone = "".join(die.own for die in hospital.dice if die.value == 7)
    score = hospital.score + POINTS[min(len(gone), 12)] + (0 if left else 5)
    return {(tuple(sorted(left)), dead, score, after, points) for after, points in reports(columns, gone)}
