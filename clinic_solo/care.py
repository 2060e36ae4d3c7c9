"""Section 9: care, expenses and popularity."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations, product
from typing import NamedTuple

from clinic_solo import parking
from clinic_solo.clinic import clinic_of
from clinic_solo.colours import Skill
from clinic_solo.moves import BY_BLOOD, ZOMBIE, Buy, Care, Treatment
from clinic_solo.setting import Setting
from clinic_solo.state import Phase, State
from clinic_solo.tiles import Person, Tile
from tabletop.moves import IllegalMove


class Expenses(NamedTuple):
    """9.4."""

    salaries: int
    upkeep: int

    @property
    def total(self) -> int:
        return self.salaries + self.upkeep


CareStep = Callable[[Setting, State, Care], State]


def nurses_needed(setting: Setting, tile: int, doctor: int, patient: int) -> int:
    """9.1: how many nurses help a doctor of one colour with a patient of another."""
    return setting.rules.nurses_needed(setting, tile, doctor, patient)


def nurses_between(setting: Setting, tile: int, doctor: int, patient: int) -> int:
    """9.1: one nurse for each colour of difference, in both directions; the operating room has its own."""
    if tile == Tile.OUTPATIENT:
        return 0
    own = setting.deck.money.operating_nurses if tile == Tile.OPERATING else 0
    return max(0, abs(doctor - patient) - own)


def pay(setting: Setting, state: State, treatment: Treatment) -> int:
    """9.1, 9.2: the income of one treatment."""
    return setting.rules.pay(setting, state, treatment)


def printed_pay(setting: Setting, state: State, treatment: Treatment) -> int:
    """9.1, 9.2, as the deck has it."""
    money, tile = setting.deck.money, state.grid[treatment.space]
    if tile == Tile.OUTPATIENT:
        return money.outpatient_pay
    gardens = clinic_of(setting.board, state.grid).gardens_beside(treatment.space) if tile == Tile.TREATMENT else 0
    return money.patient_pay[treatment.patient] + money.garden_pay * gardens


def refusal(setting: Setting, state: State, move: Care) -> IllegalMove | None:
    """9.1."""
    rules = setting.rules
    for treatment in move.treatments:
        if problem := rules.treatment_refusal(setting, state, treatment):
            return problem
    patients, doctors = Counter(rules.patients_of(setting, state)), Counter(standing_doctors(state))
    treated = Counter((t.space, t.patient) for t in move.treatments)
    by_doctor: dict[tuple[int, int], list[int]] = {}
    for space, patient, doctor in move.treatments:
        by_doctor.setdefault((space, doctor), []).append(patient)
    treating = {key: rules.doctors_needed(setting, key[1], those) for key, those in by_doctor.items()}
    for kind, needed_there, present in (("patient", treated, patients), ("doctor", treating, doctors)):
        for (space, colour), number in needed_there.items():
            if number and present[space, colour] < number:
                who = someone(kind, colour)
                name = setting.board.space_name(space)
                return IllegalMove("9.1", f"{number} {who}{'s' * (number > 1)} would be needed at {name}")
    needed: Counter[int] = Counter()
    for treatment in move.treatments:
        tile = state.grid[treatment.space]
        needed[treatment.space] += nurses_needed(setting, tile, treatment.doctor, treatment.patient)
    for space, number in needed.items():
        if number > (there := state.nurses.count(space)):
            name = setting.board.space_name(space)
            return IllegalMove("9.1", f"{number} nurses would be needed at {name}, {there} are there")
    return rules.care_refusal(setting, state, move)


def someone(kind: str, colour: int) -> str:
    """A patient or doctor in words; a zombie has no colour."""
    return "zombie" if colour == ZOMBIE else f"{Skill(colour).word} {kind}"


def standing_doctors(state: State) -> list[tuple[int, int]]:
    """Place and colour of the doctors who are on their feet (14A6)."""
    there = Counter(state.doctors)
    there.subtract((place, colour) for who, colour, place in state.lying if who is Person.DOCTOR)
    return list(there.elements())


def room_choices(setting: Setting, state: State, space: int) -> list[tuple[Treatment, ...]]:
    """9.1 [decision optional-care]: for each set of patients a room can treat, the pairing with the fewest nurses."""
    doctors = [colour for place, colour in state.doctors if place == space]
    patients = [colour for place, colour in state.patients if place == space]
    best: dict[tuple[int, ...], tuple[int, tuple[Treatment, ...]]] = {}
    for number in range(min(len(doctors), len(patients)) + 1):
        for treated in combinations(patients, number):
            for order in permutations(doctors, number):
                pairs = list(zip(treated, order, strict=True))
                nurses = sum(nurses_needed(setting, state.grid[space], doctor, patient) for patient, doctor in pairs)
                treatments = tuple(sorted(Treatment(space, patient, doctor) for patient, doctor in pairs))
                if nurses <= state.nurses.count(space) and (treated not in best or nurses < best[treated][0]):
                    best[treated] = (nurses, treatments)
    return [treatments for _, treatments in best.values()]


def cares(setting: Setting, state: State) -> list[Care]:
    """Every different outcome of care: which patients are treated. By whom makes no difference afterwards."""
    rules = setting.rules
    rooms = sorted({space for space, _ in rules.patients_of(setting, state)})
    choices = product(*(rules.room_choices(setting, state, space) for space in rooms))
    done = [tuple(sorted(treatment for room in choice for treatment in room)) for choice in choices]
    return [Care(treatments, hubs) for treatments in done for hubs in rules.donations(setting, state)]


def expenses(setting: Setting, state: State, operated: int) -> Expenses:
    """9.4: salaries and upkeep of a round in which so many operating rooms treated someone."""
    money = setting.deck.money
    salaries = (
        sum(money.doctor_salary[colour] for _, colour in state.doctors)
        + money.nurse_salary * len(state.nurses)
        + money.orderly_salary * len(state.orderlies)
    )
    upkeep = (
        money.module_upkeep * len(clinic_of(setting.board, state.grid).modules)
        + money.garden_upkeep * state.count(Tile.GARDEN)
        + money.operating_upkeep * operated
        - money.orderly_saves * len(state.orderlies)
    )
    return Expenses(salaries, max(0, upkeep))


def pay_expenses(setting: Setting, state: State, owed: int) -> State:
    """9.4: from income, then savings, then popularity down to 0; the rest is forgiven."""
    from_income = min(owed, state.income)
    from_savings = min(owed - from_income, state.money)
    unpaid = owed - from_income - from_savings
    lost = min(unpaid * setting.deck.money.popularity_per_dollar, max(0, state.popularity))
    return state._replace(
        income=state.income - from_income, money=state.money - from_savings, popularity=state.popularity - lost
    )


def carry_out(setting: Setting, state: State, move: Care) -> State:
    """9.1–9.4: what follows from who is treated; then cars leave."""
    for step in setting.rules.business():
        state = step(setting, state, move)
    return parking.ask_for_departures(state, Phase.POPULARITY)


def treat(setting: Setting, state: State, move: Care) -> State:
    """9.1–9.3: income comes in, and those a doctor treated leave."""
    income, late = earned(setting, state, move)
    gone = [(t.space, t.patient) for t in move.treatments if t.doctor != BY_BLOOD and t.patient != ZOMBIE]
    staying = Counter(state.patients)
    staying.subtract(gone)
    left, treated = tuple(sorted(staying.elements())), state.treated + len(gone)
    return state._replace(patients=left, treated=treated, income=income, late_income=late)


def earned(setting: Setting, state: State, move: Care) -> tuple[int, int]:
    """9.2, 15.10: what comes in at once, and what comes when popularity has been bought."""
    paid = [(pay(setting, state, t), setting.rules.pays_late(setting, state, t)) for t in move.treatments]
    return sum(dollars for dollars, late in paid if not late), sum(dollars for dollars, late in paid if late)


def settle(setting: Setting, state: State, move: Care) -> State:
    """9.4: expenses are paid; whose car goes makes no difference to that."""
    operated = {t.space for t in move.treatments if state.grid[t.space] == Tile.OPERATING}
    return pay_expenses(setting, state, expenses(setting, state, len(operated)).total)


def most_popularity(setting: Setting, state: State) -> int:
    """9.5: whole points that what is left of this round's income buys."""
    return state.income // setting.deck.money.popularity_price


def buy_refusal(setting: Setting, state: State, move: Buy) -> IllegalMove | None:
    most = most_popularity(setting, state)
    if not 0 <= move.points <= most:
        return IllegalMove("9.5", f"${state.income} of income are left, enough for {most} points, not {move.points}")
    return None


def buy(setting: Setting, state: State, move: Buy) -> State:
    """9.5: the rest of the income goes to savings."""
    rest = state.income - move.points * setting.deck.money.popularity_price
    state = state._replace(popularity=state.popularity + move.points, money=state.money + rest, income=0)
    for step in setting.rules.after_popularity():
        state = step(setting, state)
    return state
