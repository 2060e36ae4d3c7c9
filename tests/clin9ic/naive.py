"""A second, naive reading of Move, Hire, Admit and Care: everything tried out, nothing shared with the referee's code.

It knows the rules document and the plain data of cards, positions and moves only.
"""

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, product

from clin9ic import Clin9ic, State
from clin9ic.cards import FloorSide, Staff
from tabletop.colours import Colour, Counts

MODULES = "THSOLRX"
DOCTOR_BEDS = {"T": 2, "O": 1, "H": 1, "X": 1}
PATIENT_BEDS = {"T": 2, "O": 1, "X": 1}
NURSE_PLACES = {"T": 1, "O": 1}
ORDERLY_PLACES = {"S": 1}
HOSTS = {"doctor": DOCTOR_BEDS, "patient": PATIENT_BEDS, "nurse": NURSE_PLACES, "orderly": ORDERLY_PLACES}
FAR = 10**6  # where nobody can get

Spot = tuple[int, int, int]  # floor, row, column
Shown = tuple[tuple[int, ...], tuple[int, ...]]  # doctors and patients, sorted


# --- dice (2.1, 2.2) ----------------------------------------------------------------------------------------------


def _sorted(counts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(counts, reverse=True))


@cache
def _put(counts: tuple[int, ...], pips: int) -> set[tuple[int, ...]]:
    return {_sorted((*counts[:i], counts[i] + pips, *counts[i + 1 :])) for i in range(4)}


@cache
def dice_needed(most: int) -> dict[Shown, int]:
    """Least dice for all sorted counts of at most so many doctors and patients, by laying one die after the other."""
    empty = (0, 0, 0, 0)
    needed: dict[Shown, int] = {(empty, empty): 0}
    newest: list[Shown] = [(empty, empty)]
    while newest:
        grown: dict[Shown, int] = {}
        for doctors, patients in newest:
            dice = needed[doctors, patients] + 1
            for pips in range(1, 7):
                columns, rows = _put(doctors, pips), _put(patients, pips)
                for pair in chain(product(columns, rows), product(columns, [patients]), product([doctors], rows)):
                    if max(sum(pair[0]), sum(pair[1])) <= most and pair not in needed:
                        grown.setdefault(pair, dice)
        needed.update(grown)
        newest = list(grown)
    return needed


def can_show(doctors: Counts, patients: Counts, dice: int) -> bool:
    return dice_needed(14)[_sorted(doctors), _sorted(patients)] <= dice


# --- movement (4.9) -----------------------------------------------------------------------------------------------


def _sides(g: Clin9ic, state: State) -> list[FloorSide]:
    cards = {card.id: card for card in g.deck.floors}
    return [cards[floor.card].b if floor.upgraded else cards[floor.card].a for floor in state.floors]


def _printed(sides: list[FloorSide]) -> dict[Spot, str]:
    grids = [(f, side.grid) for f, side in enumerate(sides, 1)]
    return {(f, r, c): grid[r][c] for f, grid in grids for r in range(3) for c in range(3)}


def walk(g: Clin9ic, state: State) -> dict[Spot, int]:
    """Times to every spot."""
    upstairs = MODULES + "." * g.options.walk_empty_spaces
    return _walk(tuple(_sides(g, state)), tuple((f, r, c) for f, r, c in state.conveyors), upstairs)


@cache
def _walk(sides: tuple[FloorSide, ...], cubes: tuple[Spot, ...], upstairs: str) -> dict[Spot, int]:
    """Improved over and over until nothing changes."""
    printed = _printed(list(sides))
    open_spots = [spot for spot, letter in printed.items() if letter in upstairs or spot[0] == 1]
    time = dict.fromkeys(open_spots, FAR)
    time[(1, *sides[0].entrance)] = 1
    for f, r, c in cubes:
        if not any(printed[above, r, c] in MODULES for above in range(f + 1, len(sides) + 1)):
            time[f, r, c] = 1
    changed = True
    while changed:
        changed = False
        for spot, other in product(open_spots, open_spots):
            apart = sum(abs(a - b) for a, b in zip(spot, other, strict=True))
            step = 0 if len(cubes) == 2 and {spot, other} == set(cubes) else 1 if apart == 1 else FAR
            if time[spot] + step < time[other]:
                time[other] = time[spot] + step
                changed = True
    return time


def _places(g: Clin9ic, state: State, hosts: dict[str, int]) -> list[list[int]]:
    """The time to each opening, floor by floor."""
    times = walk(g, state)
    floors: list[list[int]] = [[] for _ in state.floors]
    for (f, r, c), letter in _printed(_sides(g, state)).items():
        if letter != "X" or state.outpatient:
            floors[f - 1] += [times.get((f, r, c), FAR)] * hosts.get(letter, 0)
    return floors


def entry_time(g: Clin9ic, state: State, hosts: dict[str, int], present: int, newcomers: int) -> int | None:
    """Every choice of openings for the newcomers that keeps the clinic filled from below, and the best of them."""
    floors = _places(g, state, hosts)
    spots = [(f, i) for f, floor in enumerate(floors) for i in range(len(floor))]
    if present + newcomers > len(spots):
        return None

    def on_floor(people: int, f: int) -> int:
        below = sum(map(len, floors[:f]))
        return min(len(floors[f]), max(0, people - below))

    entering = [on_floor(present + newcomers, f) - on_floor(present, f) for f in range(len(floors))]
    total = 0
    for f, number in enumerate(entering):
        total += min((sum(chosen) for chosen in combinations(floors[f], number)), default=0)
    return total if total < FAR else None


# --- gardens (7.2) -------------------------------------------------------------------------------------------------


def gardens_needed(g: Clin9ic, state: State) -> int:
    """Every space looked at: whether a printed garden stands there or above, and whether it needs one itself."""
    printed = _printed(_sides(g, state))
    needed = 0
    for (f, r, c), letter in printed.items():
        covered = any(printed[above, r, c] == "G" for above in range(f, len(state.floors) + 1))
        needed += covered and (g.options.gardens_over_modules or letter in "G.")
    return needed


# --- Hire and Admit (4.5, 4.6) ------------------------------------------------------------------------------------


def _triage(g: Clin9ic, state: State) -> int:
    return 3 * sum(letter == "R" for letter in _printed(_sides(g, state)).values())


def _spaces(g: Clin9ic, state: State) -> int:
    return _sides(g, state)[0].parking + 2 * state.lots


def _spend(g: Clin9ic, before: State, after: State, time: int) -> State:
    if g.goal != "popularity":
        return after
    if g.options.triage == "phase":
        return after._replace(phase_time=before.phase_time + time)
    return after._replace(time=before.time + max(0, time - _triage(g, before)))


def _one_more(counts: Counts, colour: int) -> Counts:
    a, b, c, d = (n + (i == colour) for i, n in enumerate(counts))
    return (a, b, c, d)


def hires(g: Clin9ic, state: State) -> set[State]:
    """Every outcome of a Hire action: all subsets of the icons in all colours, each hire looked at on its own."""
    boxes = [box for section in state.trio for box in section.bottom]
    icons = [(n, box) for n, box in enumerate(boxes[: state.entrances]) if isinstance(box, Staff)]
    found = set()
    for size in range(len(icons) + 1):
        for chosen in combinations(icons, size):
            doctors = sum(staff is Staff.DOCTOR for _, staff in chosen)
            for colours in product(range(4), repeat=doctors):
                after = _hired(g, state, list(chosen), list(colours))
                if after is not None:
                    found.add(after._replace(step=state.step + 1))
    return found


def _hired(g: Clin9ic, before: State, chosen: list[tuple[int, Staff]], colours: list[int]) -> State | None:
    state = before
    for box, staff in chosen:
        state = state._replace(money=state.money - [1, 1, 2, 2, 4, 4][box])
        if staff is Staff.DOCTOR:
            state = state._replace(doctors=_one_more(state.doctors, colours.pop(0)))
            if not can_show(state.doctors, state.patients, g.dice):
                return None
        elif staff is Staff.NURSE:
            state = state._replace(nurses=state.nurses + 1)
        else:
            state = state._replace(orderlies=state.orderlies + 1)
        if state.money < 0 or max(state.nurses, state.orderlies) > 3:
            return None
        if sum(state.doctors) + sum(state.patients) + state.nurses + state.orderlies > _spaces(g, state):
            return None
    time = 0
    for hosts, was, now in (
        (DOCTOR_BEDS, sum(before.doctors), sum(state.doctors)),
        (NURSE_PLACES, before.nurses, state.nurses),
        (ORDERLY_PLACES, before.orderlies, state.orderlies),
    ):
        if now > was:
            spent = entry_time(g, before, hosts, was, now - was)
            if spent is None:
                return None
            time += spent
    return _spend(g, before, state, time)


def admits(g: Clin9ic, state: State) -> set[State]:
    """Every outcome of an Admit action."""
    boxes = [box for section in state.trio for box in section.top]
    queue = [box for box in boxes[: state.entrances] if isinstance(box, Colour)]
    reached = [state]
    for patient in queue:
        more = reached[-1]._replace(patients=_one_more(reached[-1].patients, patient))
        people = sum(more.doctors) + sum(more.patients) + more.nurses + more.orderlies
        spent = entry_time(g, state, PATIENT_BEDS, sum(state.patients), len(reached))
        if people > _spaces(g, state) or spent is None or not can_show(more.doctors, more.patients, g.dice):
            break
        reached.append(_spend(g, state, more, spent))
    found = set()
    for number, after in enumerate(reached):
        refused = len(reached) - 1 - number if g.goal == "popularity" else 0
        left = state.popularity - refused
        kept = left if g.options.popularity_below_zero else max(0, left)
        found.add(after._replace(popularity=kept, step=state.step + 1))
    return found


# --- Care and Expenses (5.1, 5.2) ---------------------------------------------------------------------------------


def _fillings(floors: list[list[str]], people: int) -> Iterator[list[tuple[int, ...]]]:
    """Every way to fill numbered openings from the ground up: the indices taken on each floor."""
    choices: list[list[tuple[int, ...]]] = []
    for floor in floors:
        here = min(people, len(floor))
        people -= here
        choices.append(list(combinations(range(len(floor)), here)))
    for filling in product(*choices):
        yield list(filling)


def _beds(g: Clin9ic, state: State) -> list[list[str]]:
    """A letter for each bed, floor by floor, hubs last: patients have the same beds without the hubs."""
    floors: list[list[str]] = [[] for _ in state.floors]
    for (f, _, _), letter in sorted(_printed(_sides(g, state)).items()):
        if letter != "X" or state.outpatient:
            floors[f - 1] += [letter] * DOCTOR_BEDS.get(letter, 0)
    return [sorted(floor, key="TOXH".index) for floor in floors]


def bed_sets(g: Clin9ic, state: State) -> set[tuple[str, ...]]:
    """Every set of beds with a doctor and a patient, over all ways to place people."""
    beds = _beds(g, state)
    beds_only = [[letter for letter in floor if letter != "H"] for floor in beds]
    found = set()
    patients_at = list(_fillings(beds_only, sum(state.patients)))
    for doctors_at in _fillings(beds, sum(state.doctors)):
        for at in patients_at:
            both = [beds[f][i] for f in range(len(beds)) for i in set(doctors_at[f]) & set(at[f]) if beds[f][i] != "H"]
            found.add(tuple(sorted(both)))
    return found


def _remaining(g: Clin9ic, state: State) -> set[Counts]:
    """All patient counts that treating one after the other can leave, trackable after each."""
    found, newest = {state.patients}, [state.patients]
    while newest:
        patients = newest.pop()
        for colour in range(4):
            if patients[colour]:
                a, b, c, d = (n - (i == colour) for i, n in enumerate(patients))
                if (a, b, c, d) not in found and can_show(state.doctors, (a, b, c, d), g.dice):
                    found.add((a, b, c, d))
                    newest.append((a, b, c, d))
    return found


Tally = tuple[Counts, Counts, int, int, int, int]  # patients, free doctors and nurses, income, operations, outpatients


def _treat_in(beds: tuple[str, ...], state: State) -> set[Tally]:
    """Whoever may be treated in these beds, bed by bed, by whomever."""
    tallies: set[Tally] = {(state.patients, state.doctors, state.nurses, 0, 0, 0)}
    for bed in beds:
        for patients, doctors, nurses, earned, operations, outpatients in list(tallies):
            for p, d in product(range(4), range(4)):
                needed = 0 if bed == "X" else max(0, abs(p - d) - (bed == "O"))
                if not patients[p] or not doctors[d] or needed > nurses:
                    continue
                fewer_patients, fewer_doctors = list(patients), list(doctors)
                fewer_patients[p] -= 1
                fewer_doctors[d] -= 1
                pay = 6 if bed == "X" else [8, 12, 20, 32][p] + state.gardens
                a, b, c, e = fewer_patients
                w, y, o, r = fewer_doctors
                more = (operations + (bed == "O"), outpatients + (bed == "X"))
                tallies.add(((a, b, c, e), (w, y, o, r), nurses - needed, earned + pay, *more))
    return tallies


def cares(g: Clin9ic, state: State) -> set[tuple[Counts, int, int, int, int, int]]:
    """Every outcome of Care and Expenses: patients, treated, time, money, popularity, income left."""
    printed = "".join(_printed(_sides(g, state)).values())
    tiles = sum(letter in MODULES + "G" for letter in printed)
    salaries = sum(n * s for n, s in zip(state.doctors, (1, 2, 3, 4), strict=True)) + state.nurses + state.orderlies
    leaving = _remaining(g, state)
    found = set()
    for beds in bed_sets(g, state):
        for patients, _, _, earned, operations, outpatients in _treat_in(beds, state):
            if patients not in leaving:
                continue
            debt = max(0, tiles + 2 * operations - 3 * state.orderlies) + salaries
            income, money, popularity = earned, state.money, state.popularity
            while debt and income + money + max(0, popularity) > 0:
                if income:
                    income -= 1
                elif money:
                    money -= 1
                else:
                    popularity -= 1
                debt -= 1
            treated = state.treated + sum(state.patients) - sum(patients)
            time = max(0, state.time - outpatients)
            found.add((patients, treated, time, money, popularity, income))
    return found
