"""Rules 9.1–9.3 in the model: who treats whom, and what it brings."""

from ortools.sat.python.cp_model import IntVar

from clinic_solo.care import nurses_needed
from clinic_solo.tiles import ACTIONS, Action, Person, Tile
from solvers.clinic_solo.cp_model.move import Rooms, doctor_colours
from solvers.clinic_solo.cp_model.variables import Draft, Rule, Staff
from solvers.core.cpsat import Number
from tabletop.colours import COLOURS


def care(draft: Draft) -> IntVar:
    """9.1–9.3: the income of all treatments."""
    income = treatment_rooms(draft) + operating_room(draft) + outpatient(draft)
    return draft.equal(income, 0, _most_income(draft), "income")


def _most_income(draft: Draft) -> int:
    """No doctor earns more than the best paid patient by a room with gardens all around."""
    money, sites = draft.game.deck.money, draft.sites
    colours = {p for _, p, _ in draft.cared.pairs} | {p for p, _ in draft.cared.operations}
    gardens = [0]
    for space in {space for space, _, _ in draft.cared.pairs}:
        gardens.append(sum(sites.may_be(other, Tile.GARDEN) for other in draft.board.adjacent[space]))
    best = max([money.patient_pay[p] for p in colours], default=0) + money.garden_pay * max(gardens)
    hires = draft.state.tiles[ACTIONS.index(Action.HIRE)] if draft.hired.doctors else 0
    return (len(draft.state.doctors) + hires) * max(best, money.outpatient_pay)


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
        draft.cp.add(sum(rooms) <= people.nurses)


def treatment_rooms(draft: Draft) -> Number:
    """9.1, 9.2: pairs in one room, with the nurses there; gardens pay."""
    money, income = draft.game.deck.money, list[Number]()
    spaces = {space for space, _ in draft.state.patients if draft.state.grid[space] == Tile.TREATMENT}
    spaces |= {space for space, _, _ in draft.ends.treated_in}
    for space in sorted(spaces):
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
        for d in doctor_colours(draft):
            draft.cp.add(sum(v for (_, e), v in pairs.items() if e == d) <= draft.ends.of(f"doctor {d}", space))
        needed = sum(nurses_needed(draft.game, Tile.TREATMENT, d, p) * v for (p, d), v in pairs.items())
        if Rule.NURSES not in draft.without:
            draft.cp.add(needed <= draft.ends.of("nurse", space))
        income += [money.patient_pay[p] * v for (p, _), v in pairs.items()]
        income.append(money.garden_pay * _gardens(draft, space, sum(pairs.values()), room))
    return sum(income)


def _in_treatment(draft: Draft, space: int, colour: int) -> Number:
    there = sum((place, shade) == (space, colour) for place, shade in draft.state.patients)
    return there + sum(v for (s, _, c), v in draft.ends.treated_in.items() if (s, c) == (space, colour))


def _gardens(draft: Draft, space: int, treated: Number, room: int) -> Number:
    """9.2: treated patients of a room, counted once for each garden adjacent to it."""
    total: list[Number] = []
    for other in draft.board.adjacent[space]:
        garden = draft.there(other, Tile.GARDEN)
        if isinstance(garden, int):
            total.append(garden * treated)
        else:
            both = draft.number(0, room, f"treated {space} by garden {other}")
            draft.cp.add(both <= room * garden)
            draft.cp.add(both <= treated)
            draft.cp.add(both >= treated - room * (1 - garden))
            total.append(both)
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
    """All patients of a colour who go home treated."""
    pairs = [v for (_, p, _), v in draft.cared.pairs.items() if p == colour]
    pairs += [v for (p, _), v in draft.cared.operations.items() if p == colour]
    return sum(pairs) + draft.cared.outpatients.get(colour, 0)
