"""What the worked examples of the rulebook tell about its floor cards, figure by figure, as checks of a clinic.

A clinic is written from Floor-1 up, `f2b` being side B of card f2.
"""

from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Any

from clin9ic import TARGETS, Clin9ic, Goal, Level, State
from clin9ic.cards import GARDEN, PILLAR, FloorSide, Module, Staff
from clin9ic.care import expenses, income
from clin9ic.clinic import PATIENT, Clinic, clinic_of
from clin9ic.decks import free_borders
from clin9ic.moves import Care
from clin9ic.notation import parse_move
from clin9ic.state import Phase, Space, parking
from tests.clin9ic.helpers import NOBODY, position

MODULES = "".join(Module)
SPECIAL = (Module.OPERATING, Module.LABORATORY, Module.TRIAGE, Module.OUTPATIENT)
SCORED, CARED, SPENT = "f3a f1b f2b f4a", "f3a f2b f1a", "f1a f2a f3b"  # the examples of 53 points, $78 and $14
TWO_FLOORS, THREE_FLOORS = "f1a f4a", "f1a f3a f2a"  # where newcomers walk


def at(g: Clin9ic, floors: str, **fields: Any) -> State:
    """A position in a clinic; fields as in `helpers.position`."""
    return position(g, floors.replace("a", ""), **fields)


def shape(g: Clin9ic, floors: str, *cubes: Space) -> Clinic:
    return clinic_of(g, at(g, floors, conveyors=tuple(sorted(cubes))))


def counts(g: Clin9ic, floors: str, module: Module) -> list[int]:
    return [side.count(module) for side in shape(g, floors).sides]


def clinics(g: Clin9ic, number: int) -> Iterator[str]:
    """Every clinic of so many floors."""
    for cards in permutations([card.id for card in g.deck.floors], number):
        for sides in product("ab", repeat=number):
            yield " ".join(card + side for card, side in zip(cards, sides, strict=True))


def sides(g: Clin9ic, letter: str = "ab") -> list[FloorSide]:
    return [getattr(card, one) for card in g.deck.floors for one in letter]


# --- floors -------------------------------------------------------------------------------------------------------


def numbers_of_the_53_points(g: Clin9ic, floors: str) -> bool:
    printed = [(name[-1], side.parking) for name, side in zip(floors.split(), shape(g, floors).sides, strict=True)]
    return printed[::-1] == [("a", 14), ("b", 16), ("b", 11), ("a", 14)]


def numbers_are_free_borders(g: Clin9ic, _: str) -> bool:
    return all(side.parking == free_borders(side) for side in sides(g))


def rooms_of_the_53_points(g: Clin9ic, floors: str) -> bool:
    rooms = counts(g, floors, Module.TREATMENT)
    return numbers_of_the_53_points(g, floors) and rooms[1:] == [1, 0, 1]


def gardens_of_the_53_points(g: Clin9ic, floors: str) -> bool:
    clinic = shape(g, floors)
    printed = [side.count(GARDEN) for side in clinic.sides]
    return numbers_of_the_53_points(g, floors) and printed == [0, 1, 1, 0] and clinic.gardens_needed == 5


def pillars_of_the_53_points(g: Clin9ic, floors: str) -> bool:
    clinic = shape(g, floors)
    below = unsupported(clinic)
    printed = [space for space in below if clinic.letter(space) == PILLAR]
    gardens = {space[1:] for space in spaces_of(clinic, GARDEN)}
    apart = not any(space[1:] in gardens for space in below)
    return numbers_of_the_53_points(g, floors) and (len(below), len(printed), apart) == (5, 1, True)


def unsupported(clinic: Clinic) -> list[Space]:
    """7.1: spaces without a module that lie below one."""
    return [
        space
        for space in spaces_of(clinic, "GP.")
        if any(module.floor > space.floor and module[1:] == space[1:] for module in clinic.modules)
    ]


def spaces_of(clinic: Clinic, letters: str) -> list[Space]:
    return [Space(floor, *place) for floor, side in enumerate(clinic.sides, 1) for place in side.spaces(letters)]


def end_of_the_53_points(g: Clin9ic, floors: str) -> State:
    people: dict[str, Any] = {"doctors": (4, 0, 1, 1), "patients": (0, 1, 0, 0), "nurses": 2}
    tracks = {
        "popularity": 40,
        "time": 23,
        "gardens": 4,
        "pillars": 3 + 1,
        "money": 9,
    }  # the printed pillar is in our die
    return at(g, floors, phase=Phase.OVER, round=6, **people, **tracks)


def scores_53(g: Clin9ic, floors: str) -> bool:
    items = {"doctors": 17, "nurses": 2, "treatment rooms": 12, "time": -7}
    lost = {"untreated patients": -5, "missing pillars": -1, "missing gardens": -5}
    end = end_of_the_53_points(g, floors)
    same = g.score_items(end) == {"popularity": 40, **items, **lost} and g.final_score(end) == 53
    return same and numbers_of_the_53_points(g, floors)


def room_in_the_53_points(g: Clin9ic, floors: str) -> bool:
    clinic = shape(g, floors)
    return clinic.openings(Staff.DOCTOR, False).capacity >= 6 and clinic.openings(Staff.NURSE, False).capacity >= 2


def spends_14(g: Clin9ic, floors: str) -> bool:
    state = at(g, floors, doctors=(1, 0, 1, 0), patients=NOBODY, nurses=1, orderlies=1)
    clinic = shape(g, floors)
    operating = counts(g, floors, Module.OPERATING) == [0, 0, 1]
    room = clinic.openings(Staff.ORDERLY, False).capacity >= 1
    return operating and room and clinic.upkeep == 11 and expenses(clinic, state, operating_rooms_used=0) == 14


TREATED = "care w by w, w by w, o by y in operating, o by o, y by w"


def earns_78(g: Clin9ic, floors: str) -> bool:
    """Five doctors, all of whom treat: two patients on Floor-1, one in Floor-2's operating room, two on Floor-3."""
    hubs, rooms, operating = (counts(g, floors, m) for m in (Module.HUB, Module.TREATMENT, Module.OPERATING))
    as_told = hubs[:2] == [0, 0] and rooms[0] and rooms[2] and (rooms[1], operating[1]) == (0, 1)
    if not as_told or operating[0] or sum(side.count(GARDEN) for side in shape(g, floors).sides) > 2:
        return False
    people: dict[str, Any] = {"doctors": (3, 1, 1, 0), "patients": (2, 1, 2, 0), "nurses": 1}
    before = at(g, floors, phase=Phase.CARE, outpatient=False, gardens=2, **people)
    care = parse_move(TREATED)
    assert isinstance(care, Care)
    after = g.apply(before, care)
    paid = sum(income(treatment, before.gardens) for treatment in care.treatments)
    return (paid, after.treated, before.cars - after.cars) == (78, 5, 5)


def two_gardens(g: Clin9ic, floors: str) -> bool:
    clinic = shape(g, floors)
    return sum(side.count(GARDEN) for side in clinic.sides) <= 2 and clinic.gardens_needed <= 2


def room_for_6_doctors(g: Clin9ic, floors: str) -> bool:
    rooms = [
        counts(g, floors, module) for module in (Module.TREATMENT, Module.HUB, Module.OPERATING, Module.OUTPATIENT)
    ]
    return rooms == [[1, 1], [1, 1], [0, 0], [0, 0]] and shape(g, floors).openings(Staff.DOCTOR, True).capacity == 6


def doctors_take_1_and_2(g: Clin9ic, floors: str) -> bool:
    """A cube on Floor-2's supply room lets the second doctor land beside the treatment room."""
    for supply in spaces_of(shape(g, floors), Module.SUPPLY):
        openings = shape(g, floors, supply).openings(Staff.DOCTOR, False)
        walked = [openings.time_for(2, 1), openings.time_for(3, 1), openings.time_for(2, 2)]
        hub, room = (spaces_of(shape(g, floors), module) for module in (Module.HUB, Module.TREATMENT))
        at_the_entrance = hub[0][1:] == shape(g, floors).sides[0].entrance if hub else False
        if supply.floor == 2 and room_for_6_doctors(g, floors) and at_the_entrance and beside(supply, room[1]):
            return walked == [1, 2, 3]
    return False


def beside(one: Space, other: Space) -> bool:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) == 1


def nurse_2_doctor_1(g: Clin9ic, floors: str) -> bool:
    clinic = shape(g, floors)
    first = [clinic.openings(kind, False) for kind in (Staff.NURSE, Staff.DOCTOR)]
    one_room = counts(g, floors, Module.TREATMENT)[0] == counts(g, floors, Module.HUB)[0] == 1
    at_the_hub = clinic.sides[0].entrance in clinic.sides[0].spaces(Module.HUB)
    return one_room and at_the_hub and (first[0].time_for(0, 1), first[1].time_for(2, 1)) == (2, 1)


def orderly_3_or_2(g: Clin9ic, floors: str) -> bool:
    """The second orderly walks 3 to Floor-2's supply room, or lands on Floor-3 and takes 2."""
    if counts(g, floors, Module.SUPPLY)[:2] != [1, 1]:
        return False
    on_foot = shape(g, floors).openings(Staff.ORDERLY, False).time_for(1, 1)
    top = [space for space in shape(g, floors).modules if space.floor == 3]
    landing = [shape(g, floors, cube).openings(Staff.ORDERLY, False).time_for(1, 1) for cube in top]
    return on_foot == 3 and 2 in landing


def nurse_3_by_conveyor(g: Clin9ic, floors: str) -> bool:
    """By a cube beside the hub and one beside Floor-2's treatment room, neither of them a helipad."""
    clinic = shape(g, floors)
    rooms = [space for space in spaces_of(clinic, Module.TREATMENT) if space.floor == 2]
    hubs = [space for space in spaces_of(clinic, Module.HUB) if space.floor == 1]
    if len(rooms) != 1 or counts(g, floors, Module.TREATMENT)[0] != 1 or len(hubs) != 1:
        return False
    covered = [
        space for space in clinic.modules if any(m.floor > space.floor and m[1:] == space[1:] for m in clinic.modules)
    ]
    first, last = ([one for one in covered if beside(one, place)] for place in (hubs[0], rooms[0]))
    on_foot = clinic.openings(Staff.NURSE, False).time_for(1, 1)
    pairs = [(one, two) for one, two in product(first, last) if (one.floor, two.floor) == (1, 2)]
    rides = [shape(g, floors, *pair).openings(Staff.NURSE, False).time_for(1, 1) for pair in pairs]
    return 3 in rides and (on_foot is None or on_foot > 3)


def one_clinic_of_3_floors(g: Clin9ic, floors: str) -> bool:
    return all(holds(g, floors) for holds in (nurse_2_doctor_1, orderly_3_or_2, nurse_3_by_conveyor))


def eight_cars(g: Clin9ic, floors: str) -> bool:
    people: dict[str, Any] = {"doctors": (1, 1, 0, 0), "patients": (1, 0, 1, 1), "nurses": 1, "orderlies": 2}
    state = at(g, floors, **people)
    clinic = shape(g, floors)
    bare = not spaces_of(clinic, GARDEN + PILLAR) and "b" not in floors
    room = clinic.openings(Staff.ORDERLY, False).capacity == 2 and clinic.openings(PATIENT, False).capacity >= 3
    return bare and room and (state.entrances, state.cars) == (2, 8)


def two_pillars(g: Clin9ic, floors: str) -> bool:
    return shape(g, floors).pillars_needed == 2 and len({space[1:] for space in unsupported(shape(g, floors))}) == 2


def five_pillars(g: Clin9ic, floors: str) -> bool:
    """Five spaces below fewer modules than that; without its top floor it is the clinic that needs two."""
    clinic = shape(g, floors)
    bearing = {space[1:] for space in unsupported(clinic)}
    return clinic.pillars_needed == 5 > len(bearing) and two_pillars(g, " ".join(floors.split()[:2]))


# --- sides --------------------------------------------------------------------------------------------------------


def plain_a_sides(g: Clin9ic, _: str) -> bool:
    return not any(side.count(letter) for side in sides(g, "a") for letter in (GARDEN, PILLAR))


def modules_of(side: FloorSide) -> int:
    return len(side.spaces(MODULES))


def more_modules_on_b(g: Clin9ic, _: str) -> bool:
    more = [modules_of(card.b) > modules_of(card.a) for card in g.deck.floors]
    return len(more) / 2 < sum(more) < len(more)


def gardens_and_a_pillar_on_b(g: Clin9ic, _: str) -> bool:
    return all(any(side.count(letter) for side in sides(g, "b")) for letter in (GARDEN, PILLAR))


def special_modules_mostly_on_b(g: Clin9ic, _: str) -> bool:
    on_a, on_b = (sum(side.count(module) for side in sides(g, one) for module in SPECIAL) for one in "ab")
    every = all(any(side.count(module) for side in sides(g)) for module in SPECIAL)
    return every and 0 < on_a < on_b


def some_b_has_more(module: Module) -> Callable[[Clin9ic, str], bool]:
    return lambda g, _: any(card.b.count(module) > card.a.count(module) for card in g.deck.floors)


def three_kinds_of_openings(g: Clin9ic, _: str) -> bool:
    return any(all(side.count(m) for m in (Module.OPERATING, Module.HUB, Module.TREATMENT)) for side in sides(g))


def four_supply_rooms(g: Clin9ic, floors: str) -> bool:
    return sum(counts(g, floors, Module.SUPPLY)) >= 4


def difficult_staff(g: Clin9ic, floors: str) -> bool:
    openings = [shape(g, floors).openings(kind, False).capacity for kind in (Staff.DOCTOR, Staff.NURSE, Staff.ORDERLY)]
    doctors, staff = TARGETS[Goal.DOCTORS][Level.DIFFICULT], TARGETS[Goal.STAFF][Level.DIFFICULT]
    return openings[0] >= doctors and openings[0] + min(3, openings[1]) + min(3, openings[2]) >= staff


def fifteen_parking_spaces(g: Clin9ic, floors: str) -> bool:
    return any(parking(g, at(g, floors, lots=lots)) == 15 for lots in range(4))


def parking_may_run_short(g: Clin9ic, _: str) -> bool:
    return any(card.b.parking < card.a.parking for card in g.deck.floors)


def upgrades_cover_spaces(g: Clin9ic, _: str) -> bool:
    return any(set(card.b.spaces(MODULES)) - set(card.a.spaces(MODULES)) for card in g.deck.floors)


def an_entrance_on_each(g: Clin9ic, _: str) -> bool:
    return all(side.entrance in side.spaces(MODULES) for side in sides(g))
