"""Rules 9.1–9.3 in the model: who treats whom, and what it brings."""

from ortools.sat.python.cp_model import IntVar

from clinic_solo.care import nurses_needed
from clinic_solo.moves import BY_BLOOD
from clinic_solo.tiles import Person, Tile, Token
from solvers.clinic_solo.cp_model import blood
from solvers.clinic_solo.cp_model.edition2014 import need_staff, pays_late
from solvers.clinic_solo.cp_model.extinguishers import pay_beside
from solvers.clinic_solo.cp_model.move import Rooms, doctor_colours
from solvers.clinic_solo.cp_model.variables import Draft, Rule, Staff
from solvers.core.cpsat import Number
from tabletop.colours import COLOURS


def care(draft: Draft) -> IntVar:
    """9.1–9.3: the income of all treatments; that of outpatients may be due later (15.10)."""
    income, outpatients = treatment_rooms(draft) + operating_room(draft), outpatient(draft)
    if pays_late(draft):
        draft.late_income = outpatients
    else:
        income = income + outpatients
    return draft.equal(income, 0, _most_income(draft), "income")


def _most_income(draft: Draft) -> int:
    """No doctor or token earns more than the best paid patient in the room with most beside it that pays more."""
    money, cared, state = draft.game.deck.money, draft.cared, draft.state
    places = {(space, p) for space, p, _ in cared.pairs} | set(cared.helped)
    colours = {p for _, p in places} | {p for p, _ in cared.operations}
    more = [sum(pay for pay, _ in _neighbours(draft, space)) for space in {space for space, _ in places}]
    best = max([money.patient_pay[p] for p in colours], default=0) + max(more, default=0)
    tokens = len(state.having(Token.BLOOD)) if cared.helped else 0
    return (len(state.doctors) + draft.most_doctors_hired + tokens) * max(best, money.outpatient_pay)


def bound_care(draft: Draft, people: Staff) -> None:
    """9.1, told twice: of all rooms together no more is treated than there are doctors, nurses and patients for."""
    for d, number in people.doctors.items():
        busy = [v for (_, _, e), v in draft.cared.pairs.items() if e == d]
        busy += [v for (_, e), v in draft.cared.operations.items() if e == d]
        draft.cp.add(sum(busy) <= number)
    done = [*draft.cared.pairs.values(), *draft.cared.operations.values(), *draft.cared.outpatients.values()]
    draft.cp.add(sum(done) <= sum(people.doctors.values()))
    rooms = [nurses_needed(draft.game, Tile.TREATMENT, d, p) * v for (_, p, d), v in draft.cared.pairs.items()]
    rooms += [nurses_needed(draft.game, Tile.OPERATING, d, p) * v for (p, d), v in draft.cared.operations.items()]
    if Rule.NURSES not in draft.without:
        helped = [
            v * nurses_needed(draft.game, Tile.TREATMENT, BY_BLOOD, p) for (_, p), v in draft.cared.helped.items()
        ]
        draft.cp.add(sum(rooms) + sum(helped) <= people.nurses)


def treatment_rooms(draft: Draft) -> Number:
    """9.1, 9.2, 14A4, 14B4: pairs in one room, with the nurses there, or help with blood; what is beside it pays."""
    money, income = draft.game.deck.money, list[Number]()
    for space in draft.rooms_with_patients:
        patients = {int(c): _in_treatment(draft, space, c) for c in COLOURS}
        patients = {c: number for c, number in patients.items() if not isinstance(number, int) or number}
        room = draft.game.deck.walking.capacity[Tile.TREATMENT][Person.PATIENT]
        pairs = {
            (p, d): draft.number(0, room, f"pair {p} {d} {draft.board.space_name(space)}")
            for p in patients
            for d in doctor_colours(draft)
        }
        draft.cared.pairs |= {(space, p, d): v for (p, d), v in pairs.items()}
        for p, number in patients.items():
            draft.cp.add(sum(v for (q, _), v in pairs.items() if q == p) <= number)
        doctors = {d: draft.ends.of(f"doctor {d}", space) for d in doctor_colours(draft)}
        for d, number in doctors.items():
            draft.cp.add(sum(v for (_, e), v in pairs.items() if e == d) <= number)
        helped = blood.helped(draft, space, patients, sum(doctors.values()))
        for p, number in helped.items():
            draft.cp.add(number <= patients[p])
        needed: Number = sum(nurses_needed(draft.game, Tile.TREATMENT, d, p) * v for (p, d), v in pairs.items())
        needed = needed + sum(nurses_needed(draft.game, Tile.TREATMENT, BY_BLOOD, p) * v for p, v in helped.items())
        if Rule.NURSES not in draft.without:
            draft.cp.add(needed <= draft.ends.of("nurse", space))
        done = [*((p, v) for (p, _), v in pairs.items()), *helped.items()]
        need_staff(draft, space, sum(v for _, v in done), room)
        income += [money.patient_pay[p] * v for p, v in done]
        income.append(_more_by_neighbours(draft, space, sum(v for _, v in done), room))
    return sum(income)


def _in_treatment(draft: Draft, space: int, colour: int) -> Number:
    there = sum((place, shade) == (space, colour) for place, shade in draft.state.patients)
    return there + sum(v for (s, _, c), v in draft.ends.treated_in.items() if (s, c) == (space, colour))


def _neighbours(draft: Draft, space: int) -> list[tuple[int, Number]]:
    """9.2, 14B4: what may stand adjacent to a room and pays more for each patient, and whether it is there."""
    gardens = [draft.there(other, Tile.GARDEN) for other in draft.board.adjacent[space]]
    paid = [(draft.game.deck.money.garden_pay, there) for there in gardens if not isinstance(there, int) or there]
    return [*paid, *pay_beside(draft, space)]


def _more_by_neighbours(draft: Draft, space: int, treated: Number, room: int) -> Number:
    """9.2, 14B4: treated patients of a room, counted once for each of what pays more."""
    total: list[Number] = []
    for number, (pay, there) in enumerate(_neighbours(draft, space)):
        if isinstance(there, int):
            total.append(pay * treated)
        else:
            both = draft.number(0, room, f"treated {space} by {number}")
            draft.cp.add(both <= room * there)
            draft.cp.add(both <= treated)
            draft.cp.add(both >= treated - room * (1 - there))
            total.append(pay * both)
    return sum(total)


def _at(draft: Draft, kind: str, tile: Tile, most: int, name: str) -> Number:
    """How many of a kind can be counted on in the one room with this tile, wherever it is."""
    spaces = [s for s in range(draft.board.size) if draft.sites.may_be(s, tile)]
    if len(spaces) == 1 and draft.state.grid[spaces[0]] == tile:
        return draft.ends.of(kind, spaces[0])
    here = draft.number(0, most, name)
    draft.cp.add(here <= most * draft.number_of(tile))
    for space in spaces:
        draft.cp.add(here <= draft.ends.of(kind, space) + most * (1 - draft.there(space, tile)))
    return here


def in_special(draft: Draft, tile: Tile, coming: Rooms) -> dict[int, Number]:
    """The patients in the one room with this tile, by colour."""
    found: dict[int, Number] = {}
    for colour in COLOURS:
        there = sum(draft.state.grid[place] == tile and shade == colour for place, shade in draft.state.patients)
        number: Number = there + sum(v for (_, c), v in coming.items() if c == colour)
        if not isinstance(number, int) or number:
            found[int(colour)] = number
    return found


def operating_room(draft: Draft) -> Number:
    """9.1, 9.2: one patient, one nurse fewer, no gardens."""
    patients = in_special(draft, Tile.OPERATING, dict(draft.ends.operated))
    if not patients:
        return 0
    operations, colours = draft.cared.operations, doctor_colours(draft)
    operations |= {(p, d): draft.flag(f"operation {p} {d}") for p in patients for d in colours}
    for p, number in patients.items():
        draft.cp.add(sum(operations[p, d] for d in colours) <= number)
    for d in colours:
        doctor = _at(draft, f"doctor {d}", Tile.OPERATING, 1, f"doctor {d} operates")
        draft.cp.add(sum(operations[p, d] for p in patients) <= doctor)
    needed = sum(nurses_needed(draft.game, Tile.OPERATING, d, p) * v for (p, d), v in operations.items())
    if Rule.NURSES not in draft.without:
        draft.cp.add(needed <= _at(draft, "nurse", Tile.OPERATING, len(COLOURS), "nurses operate"))
    return sum(draft.game.deck.money.patient_pay[p] * v for (p, _), v in operations.items())


def outpatient(draft: Draft) -> Number:
    """9.1: any doctor there, for a price of its own."""
    patients = in_special(draft, Tile.OUTPATIENT, dict(draft.ends.outpatients))
    if not patients:
        return 0
    treated = draft.cared.outpatients
    for colour, number in patients.items():
        treated[colour] = draft.flag(f"outpatient {colour} treated")
        draft.cp.add(treated[colour] <= number)
    doctors = [
        _at(draft, f"doctor {d}", Tile.OUTPATIENT, 1, f"doctor {d} with outpatients") for d in doctor_colours(draft)
    ]
    draft.cp.add(sum(treated.values()) <= sum(doctors))
    return draft.game.deck.money.outpatient_pay * sum(treated.values())


def treated_of(draft: Draft, colour: int) -> Number:
    """All patients of a colour whom doctors treat."""
    pairs = [v for (_, p, _), v in draft.cared.pairs.items() if p == colour]
    pairs += [v for (p, _), v in draft.cared.operations.items() if p == colour]
    return sum(pairs) + draft.cared.outpatients.get(colour, 0)
