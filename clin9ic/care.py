"""Rules 5.1-5.3: care, expenses and popularity."""

from functools import lru_cache
from itertools import product

from clin9ic.clinic import Clinic, clinic_of
from clin9ic.dice import trackable
from clin9ic.moves import Buy, Care, Place, Treatment
from clin9ic.setting import Setting
from clin9ic.state import Phase, State
from tabletop.colours import COLOURS, Colour, Counts, add, describe
from tabletop.moves import IllegalMove

# By colour: income for a treated patient, and a doctor's salary.
PATIENT_PAY = (8, 12, 20, 32)
DOCTOR_SALARY = (1, 2, 3, 4)
OUTPATIENT_PAY = 6
POPULARITY_PRICE = 3
OPERATING_UPKEEP = 2
ORDERLY_SAVES = 3
NURSE_SALARY = ORDERLY_SALARY = 1
OUTPATIENT_TIME = 1  # given back


def nurses_needed(treatment: Treatment) -> int:
    """5.1: the distance in colour, one less in an operating room, none for outpatients."""
    if treatment.place is Place.OUTPATIENT:
        return 0
    distance = abs(treatment.patient - treatment.doctor)
    return max(0, distance - 1) if treatment.place is Place.OPERATING else distance


def income(treatment: Treatment, gardens: int) -> int:
    """5.1: what a treated patient pays."""
    return OUTPATIENT_PAY if treatment.place is Place.OUTPATIENT else PATIENT_PAY[treatment.patient] + gardens


def expenses(clinic: Clinic, state: State, operating_rooms_used: int) -> int:
    """5.2: upkeep and salaries of a round."""
    upkeep = clinic.upkeep + OPERATING_UPKEEP * operating_rooms_used - ORDERLY_SAVES * state.orderlies
    salaries = sum(n * salary for n, salary in zip(state.doctors, DOCTOR_SALARY, strict=True))
    return max(0, upkeep) + salaries + NURSE_SALARY * state.nurses + ORDERLY_SALARY * state.orderlies


def _count(colours: list[Colour]) -> Counts:
    return (colours.count(COLOURS[0]), colours.count(COLOURS[1]), colours.count(COLOURS[2]), colours.count(COLOURS[3]))


def _check_people(setting: Setting, state: State, treatments: tuple[Treatment, ...]) -> None:
    """5.1: enough doctors, patients, nurses and beds for all the treatments together."""
    for who, asked, there in (
        ("patients", _count([t.patient for t in treatments]), state.patients),
        ("doctors", _count([t.doctor for t in treatments]), state.doctors),
    ):
        if any(n > have for n, have in zip(asked, there, strict=True)):
            raise IllegalMove("5.1", f"{describe(asked)} {who} are named, {describe(there)} are there")
    nurses = sum(map(nurses_needed, treatments))
    if nurses > state.nurses:
        raise IllegalMove("5.1", f"{nurses} nurses are needed, there are {state.nurses}")
    places = [t.place for t in treatments]
    beds = (places.count(Place.TREATMENT), places.count(Place.OPERATING), places.count(Place.OUTPATIENT))
    clinic = clinic_of(setting, state)
    if beds not in clinic.bed_choices(bool(state.outpatient), sum(state.doctors), sum(state.patients)):
        named = ", ".join(f"{n} {place}" for n, place in zip(beds, Place, strict=True) if n)
        raise IllegalMove("5.1", f"no {named} beds hold a doctor and a patient at once, filled from Floor-1 up")


def care(setting: Setting, state: State, move: Care) -> State:
    """5.1: the treatments in their order, then the expenses."""
    _check_people(setting, state, move.treatments)
    patients = state.patients
    for treatment in move.treatments:
        patients = add(patients, treatment.patient, -1)
        if not trackable(state.doctors, patients, setting.dice):
            raise IllegalMove("2.3", f"{setting.dice} dice cannot show the rest once {_name(treatment)} is treated")
    places = [treatment.place for treatment in move.treatments]
    time = state.time - OUTPATIENT_TIME * places.count(Place.OUTPATIENT)
    earned = sum(income(treatment, state.gardens) for treatment in move.treatments)
    state = state._replace(patients=patients, treated=state.treated + len(places), time=max(0, time))
    return _pay(setting, state, earned, expenses(clinic_of(setting, state), state, places.count(Place.OPERATING)))


def _name(treatment: Treatment) -> str:
    return f"the {treatment.patient.word} patient"


def _pay(setting: Setting, state: State, earned: int, due: int) -> State:
    """5.2: from this round's income, then savings, then popularity; the rest is forgiven."""
    from_income = min(earned, due)
    from_savings = min(state.money, due - from_income)
    from_popularity = max(0, min(state.popularity, due - from_income - from_savings))
    state = state._replace(
        money=state.money - from_savings,
        popularity=state.popularity - from_popularity,
        earned=earned - from_income,
        phase=Phase.BUY,
    )
    can_buy = setting.counts_popularity and state.earned >= POPULARITY_PRICE
    return state if can_buy else buy(state, Buy(0))


def buy(state: State, move: Buy) -> State:
    """5.3."""
    cost = move.points * POPULARITY_PRICE
    if cost < 0:
        raise IllegalMove("5.3", "popularity is bought, not sold")
    if cost > state.earned:
        raise IllegalMove("5.3", f"{move.points} points cost ${cost}, ${state.earned} of this round's income is left")
    return state._replace(
        popularity=state.popularity + move.points,
        money=state.money + state.earned - cost,
        earned=0,
        phase=Phase.LAB,
    )


def legal_buys(state: State) -> list[Buy]:
    return [Buy(points) for points in range(state.earned // POPULARITY_PRICE, -1, -1)]


# --- every distinct outcome of Care -------------------------------------------------------------------------------

Pairs = tuple[Treatment, ...]


@lru_cache(maxsize=200_000)
def cheapest_pairs(patients: Counts, doctors: Counts, operating: int) -> tuple[int, Pairs] | None:
    """The pairing of all these patients that needs the fewest nurses, `operating` of them in operating rooms."""
    if operating > sum(patients) or sum(patients) > sum(doctors):
        return None
    if not any(patients):
        return 0, ()
    patient = next(colour for colour in COLOURS if patients[colour])
    best: tuple[int, Pairs] | None = None
    for doctor in COLOURS:
        if not doctors[doctor]:
            continue
        for place in (Place.TREATMENT, Place.OPERATING) if operating else (Place.TREATMENT,):
            used = int(place is Place.OPERATING)
            rest = cheapest_pairs(add(patients, patient, -1), add(doctors, doctor, -1), operating - used)
            pair = Treatment(patient, doctor, place)
            if rest is not None and (best is None or rest[0] + nurses_needed(pair) < best[0]):
                best = rest[0] + nurses_needed(pair), (pair, *rest[1])
    return best


@lru_cache(maxsize=200_000)
def leaving_order(doctors: Counts, patients: Counts, leaving: Counts, dice: int) -> tuple[Colour, ...] | None:
    """2.3: an order in which these patients can leave one by one, the counts trackable after each."""
    if not any(leaving):
        return ()
    for colour in COLOURS:
        if leaving[colour]:
            left = add(patients, colour, -1)
            if trackable(doctors, left, dice):
                rest = leaving_order(doctors, left, add(leaving, colour, -1), dice)
                if rest is not None:
                    return (colour, *rest)
    return None


def _outpatient_pairs(patients: Counts, doctors: Counts, busy: Pairs) -> Pairs:
    """Any doctors who are not busy, for patients in outpatient services."""
    free = [d for colour in COLOURS for d in [colour] * (doctors[colour] - sum(t.doctor == colour for t in busy))]
    waiting = [p for colour in COLOURS for p in [colour] * patients[colour]]
    return tuple(Treatment(p, d, Place.OUTPATIENT) for p, d in zip(waiting, free, strict=False))


def _sub_counts(counts: Counts, most: int) -> list[Counts]:
    white, yellow, orange, red = (range(n + 1) for n in counts)
    return [chosen for chosen in product(white, yellow, orange, red) if sum(chosen) <= most]


def legal_cares(setting: Setting, state: State) -> list[Care]:
    """One Care move for each distinct outcome: who is treated in rooms, who as outpatients, operating rooms used."""
    clinic = clinic_of(setting, state)
    beds = clinic.bed_choices(bool(state.outpatient), sum(state.doctors), sum(state.patients))
    most_operating = max(o for _, o, _ in beds)
    most_outpatients = max(x for _, _, x in beds)
    most = max(map(sum, beds))
    found = []
    for treated in _sub_counts(state.patients, most):
        order = leaving_order(state.doctors, state.patients, treated, setting.dice)
        if order is None:
            continue
        for outpatients in _sub_counts(treated, most_outpatients):
            in_rooms: Counts = tuple(n - x for n, x in zip(treated, outpatients, strict=True))  # type: ignore[assignment]
            for operating in range(most_operating + 1):
                if (sum(in_rooms) - operating, operating, sum(outpatients)) not in beds:
                    continue
                cheapest = cheapest_pairs(in_rooms, state.doctors, operating)
                if cheapest is None or cheapest[0] > state.nurses:
                    continue
                pairs = cheapest[1] + _outpatient_pairs(outpatients, state.doctors, cheapest[1])
                if len(pairs) == sum(treated):
                    found.append(Care(_in_order(pairs, order)))
    return found


def _in_order(pairs: Pairs, order: tuple[Colour, ...]) -> Pairs:
    waiting = list(pairs)
    arranged = []
    for colour in order:
        pair = next(pair for pair in waiting if pair.patient == colour)
        waiting.remove(pair)
        arranged.append(pair)
    return tuple(arranged)
