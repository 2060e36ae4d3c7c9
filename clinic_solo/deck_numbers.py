"""Reading the numbers of play from a deck file: sections 5 to 12 and the switches."""

from clinic_solo.deck import (
    ANY,
    Building,
    Goal,
    Hiring,
    Money,
    Points,
    Queueing,
    Switches,
    Walking,
)
from clinic_solo.deck_section import Section
from clinic_solo.tiles import HUBS, SPECIAL_BY_DECK_WORD, Person, Tile

COSTED = {
    "supply_room": "supply",
    "service_hub": "hub",
    "treatment_room": "treatment",
    "special_module": "special",
    "garden": "garden",
    "helipad": "helipad",
    "entrance": "entrance",
    "parking": "parking",
    "conveyor": "conveyor",
}
ROOMS = {"treatment_room": Tile.TREATMENT, "supply_room": Tile.SUPPLY, **SPECIAL_BY_DECK_WORD}
MEASURES = (
    "time_spent",
    "doctors",
    "functional_treatment_rooms_on_top_floor",
    "patients_treated",
    "treating_buildings",
    "doctors_not_white",
    "staff",
    "gardens",
    "deaths_plus_patients_left",
)


def building(root: Section, floors: int, switches: Switches) -> Building:
    section = root.section("build")
    costs: dict[str, tuple[int | None, ...]] = {}
    places = upgrade_cost = upgrade_places = 0
    for key, word in COSTED.items():
        component = section.section(key)
        levels = floors + (word == "helipad" and switches.helipad_above_top_floor)
        cost = component.numbers("cost", -1, levels)
        costs[word] = tuple(None if price < 0 else price for price in cost[:levels])
        if word == "treatment":
            component.number("bonus_supply_room", 1, 1)
        elif word == "parking":
            places = component.number("places", 1)
            upgrade_cost = component.number("upgrade_cost")
            upgrade_places = component.number("upgrade_places", 1)
        elif word == "conveyor":
            component.number("stops_first", 2, 2)
            component.number("stops_later", 1, 1)
        component.done()
    building = Building(section.number("components_per_action", 1), costs, places, upgrade_cost, upgrade_places)
    section.done()
    return building


def hiring(root: Section, setup: Section, rounds: int) -> Hiring:
    university = root.section("university")
    section = root.section("hire", sourced=False)
    doctor, helper = section.section("doctor"), section.section("nurse_or_orderly")
    orderly, nurse = section.section("orderly"), section.section("nurse")
    nurses, prices = [], []
    for number, column in enumerate(nurse.sections("column"), 1):
        column.number("round", number, number)
        nurses.append(column.solo("nurses"))
        prices.append(tuple(column.numbers("price", 0, nurses[-1])))
        column.done()
    if nurses and len(nurses) != rounds:
        nurse.table.fault("column", f"expected {rounds} columns, one for each round, found {len(nurses)}")
    spaces = university.solo("spaces")
    hiring = Hiring(
        university_spaces=spaces,
        doctors_per_action=doctor.number("per_action", 0, 1),
        helpers_per_action=helper.number("per_action", 0, 1),
        price_mode=doctor.word("price_mode", ("by_space", "by_colour")),
        price_by_space=tuple(doctor.numbers("price_by_space", 0, spaces)),
        price_by_colour=doctor.colours("price_by_colour"),
        orderly_price=orderly.number("price"),
        orderlies=setup.number("orderlies_per_player"),
        nurses=tuple(nurses),
        nurse_price=tuple(prices),
    )
    for part in (university, doctor, helper, orderly, nurse, section):
        part.done()
    return hiring


def queueing(root: Section, setup: Section) -> Queueing:
    notepad, points = root.section("notepad"), root.section("queue_points")
    queueing = Queueing(
        columns=notepad.number("columns", 1),
        filled_at_setup=notepad.number("filled_at_setup", 1, 1),
        new_per_action=notepad.number("new_per_service_per_action", 1, 1),
        pre_admissions=setup.number("pre_admissions_per_service", 1),
        points=points.number("base"),
        points_per_entrance=points.number("per_entrance"),
        points_per_helipad=points.number("per_helipad"),
        move_cost=points.number("move_cost", 1),
        admit_cost=points.number("admit_cost", 1),
    )
    notepad.done()
    points.done()
    return queueing


def walking(root: Section) -> Walking:
    move, capacity = root.section("move"), root.section("capacity")
    people = {"doctors": Person.DOCTOR, "nurses": Person.NURSE, "orderlies": Person.ORDERLY, "patients": Person.PATIENT}

    def room(key: str) -> dict[Person, int]:
        section = capacity.section(key, sourced=False)
        found = {who: section.number(word, -1) for word, who in people.items()}
        section.done()
        return {who: ANY if number < 0 else number for who, number in found.items()}

    capacities = {tile: room(key) for key, tile in ROOMS.items()}
    capacities.update(dict.fromkeys(HUBS, room("hub")))
    walking = Walking(
        enter=move.number("enter_clinic"),
        adjacent=move.number("adjacent"),
        conveyor=move.number("conveyor"),
        to_entrance=move.number("pre_admissions_to_entrance"),
        to_outpatient=move.number("to_outpatient"),
        triage=move.number("triage", -99, 0),
        capacity=capacities,
    )
    move.done()
    capacity.done()
    return walking


def money(root: Section) -> Money:
    pay = root.section("pay", sourced=False)
    patient, extra = pay.section("patient"), pay.section("extra")
    salary, upkeep, popularity = root.section("salary"), root.section("upkeep"), root.section("popularity")
    money = Money(
        patient_pay=patient.colours(),
        outpatient_pay=extra.number("outpatient"),
        garden_pay=extra.number("garden"),
        operating_nurses=extra.number("operating_room_builtin_nurses"),
        doctor_salary=salary.colours("doctor"),
        nurse_salary=salary.number("nurse"),
        orderly_salary=salary.number("orderly"),
        module_upkeep=upkeep.number("module"),
        garden_upkeep=upkeep.number("garden"),
        operating_upkeep=upkeep.number("operating_room_used"),
        orderly_saves=upkeep.number("orderly_saves"),
        popularity_price=popularity.number("price", 1),
        popularity_per_dollar=popularity.number("per_unpaid_dollar"),
        lab_popularity=popularity.number("lab_doctor"),
        death=popularity.number("death", -99, 0),
    )
    for section in (patient, extra, pay, salary, upkeep, popularity):
        section.done()
    return money


def points(root: Section, floors: int) -> Points:
    score = root.section("score", sourced=False)
    doctor, nurse, room = score.section("doctor"), score.section("nurse"), score.section("treatment_room")
    building, patient, time = score.section("building"), score.section("patient"), score.section("time")
    points = Points(
        doctor=doctor.colours(),
        nurse=nurse.number("each"),
        treatment_by_floor=tuple(room.numbers("by_floor", 0, floors)),
        building=building.number("additional"),
        patient=patient.colours(low=-99),
        time_per=time.number("per", 1),
        time=time.number("popularity", -99, 0),
    )
    for section in (doctor, nurse, room, building, patient, time, score):
        section.done()
    return points


def goal(section: Section) -> Goal:
    goal = Goal(
        name=section.name("id"),
        measure=section.word("kind", MEASURES),
        at_least=section.table.number("at_least", 0, required=False),
        at_most=section.table.number("at_most", 0, required=False),
        floor=section.table.number("floor", 0, required=False),
    )
    section.done()
    if ("at_least" in section.table) == ("at_most" in section.table):
        section.table.fault(None, "expected either at_least or at_most")
    if goal.measure == "time_spent" and goal.at_least is not None:
        section.table.fault("at_least", "expected at_most: whoever walks a longer way spends more time")
    if goal.measure == "functional_treatment_rooms_on_top_floor" and goal.floor is None:
        section.table.fault(None, "floor is missing, expected a whole number")
    return goal


def ranks(root: Section) -> tuple[tuple[str, int], ...]:
    section = root.section("hall_of_fame")
    ranks = []
    for rank in section.sections("rank", sourced=False):
        ranks.append((rank.name("name"), rank.number("min", -10_000)))
        rank.done()
    section.done()
    return tuple(ranks)


def switches(root: Section) -> Switches:
    section = root.section("switches")
    switches = Switches(
        popularity_may_be_negative=section.flag("popularity_may_be_negative"),
        admit_needs_hub=section.flag("admit_needs_hub"),
        admin_after_last_round=section.flag("admin_after_last_round"),
        building_needs_hub=section.flag("building_needs_hub"),
        helipad_above_top_floor=section.flag("helipad_above_top_floor"),
        conveyor_hop=section.word("conveyor_hop", ("nearest", "any_in_line")),
        surplus_orderly=section.word("surplus_orderly", ("removed", "hire_refused")),
        free_entrance_change=section.later_flag("free_entrance_change"),
        second_building=section.later_flag("second_building"),
    )
    section.done()
    return switches
