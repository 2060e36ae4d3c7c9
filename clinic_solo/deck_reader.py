"""Reading a deck file into a Deck, with every fault of the file at once."""

import hashlib
from collections.abc import Mapping

from clinic_solo.deck import (
    ANY,
    Bags,
    BonusTile,
    Building,
    Deck,
    Goal,
    Hiring,
    Layout,
    Limits,
    Money,
    Points,
    Queueing,
    Side,
    Start,
    Switches,
    Walking,
)
from clinic_solo.tiles import HUBS, SERVICE_BY_WORD, SPECIAL_BY_DECK_WORD, Person, Service, Tile
from tabletop.colours import BY_WORD, COLOURS, Colour, Counts
from tabletop.files import Document, Table, parse
from tabletop.moves import suggest

SOURCES = ("rulebook", "example", "2014", "clin9ic", "manual", "web: ", "reconstructed", "own copy")
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
GIVES = ("nurse", "orderly", "garden", "patient", "parking", "doctor_colour", "money")
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


class _Section:
    """A table of the deck; a value that is missing or wrong is noted as a fault and replaced by a harmless one."""

    def __init__(self, table: Table | None, *, sourced: bool = True) -> None:
        # A missing table is one fault, not one for each of its keys: what is read from it is noted nowhere.
        self.table = table or Table(Document("", "", {}, {(): 1}), (), {})
        if sourced:
            source = self.table.get("provenance", str)
            if source is not None and not source.startswith(SOURCES):
                self.table.fault("provenance", f"{source!r} is unknown, {suggest(source, SOURCES)}")
            self.table.get("note", str, required=False)

    def section(self, key: str, *, sourced: bool = True) -> "_Section":
        return _Section(self.table.table(key), sourced=sourced)

    def sections(self, key: str, *, sourced: bool = True) -> list["_Section"]:
        found = [_Section(table, sourced=sourced) for table in self.table.tables(key)]
        if not found and key in self.table:
            self.table.fault(key, "expected at least one")
        return found

    def number(self, key: str, low: int = 0, high: int | None = None) -> int:
        return self.table.number(key, low, high) or (low if low > 0 else 0)

    def word(self, key: str, allowed: Mapping[str, object] | tuple[str, ...]) -> str:
        return self.table.choice(key, allowed) or next(iter(allowed))

    def text(self, key: str) -> str:
        return self.table.get(key, str) or ""

    def flag(self, key: str) -> bool:
        return bool(self.table.get(key, bool))

    def numbers(self, key: str, low: int, least: int = 1) -> list[int]:
        values = self.table.items(key, int) or []
        if key in self.table and self.table.asked and len(values) < least:
            self.table.fault(key, f"expected {least} or more whole numbers, found {len(values)}")
        for value in values:
            if value < low:
                self.table.fault(key, f"expected numbers of {low} or more, found {value}")
        return values if len(values) >= least else [0] * least

    def solo(self, key: str, low: int = 0) -> int:
        """The first entry of an array by player count."""
        return self.numbers(key, low)[0]

    def colours(self, key: str | None = None, low: int = 0) -> Counts:
        """A number for each colour, from a table of its own or from this one."""
        section = self if key is None else self.section(key, sourced=False)
        values = [section.number(colour.word, low) for colour in COLOURS]
        if key is not None:
            section.table.done()
        return (values[0], values[1], values[2], values[3])

    def colour(self, key: str) -> Colour:
        return BY_WORD[self.word(key, BY_WORD)]

    def done(self) -> None:
        self.table.done()


def check(text: str, file: str) -> tuple[Deck, Document]:
    """The deck of a text, or InvalidFile with every fault; warnings stay in the document."""
    document = parse(text, file)
    root = _Section(document.root(), sourced=False)
    for ignored in ("expansion", "ruleset_2014"):
        if root.table.get(ignored, dict, required=False) is not None:
            root.table.fault(ignored, "not part of this game, ignored", warning=True)
    header = root.section("deck")
    setup = root.section("setup")
    services = _services(root)
    board = root.section("board")
    floors = board.number("floors", 1, 9)
    sides = _sides(board)
    switches = _switches(root)
    special = root.section("special_modules")
    kinds = tuple(SPECIAL_BY_DECK_WORD[word] for word in _words(special, "types", SPECIAL_BY_DECK_WORD))
    special_kinds, special_copies = special.solo("kinds_in_play"), special.solo("copies_in_play")
    bonus_tiles = tuple(_bonus_tile(section) for section in root.sections("bonus_tile"))
    rounds = header.number("rounds", 1)
    per_action = header.number("actions_per_round", 1)
    goals = tuple(_goal(section) for section in root.sections("goal"))
    deck = Deck(
        name=header.text("name"),
        rounds=rounds,
        actions_per_round=per_action,
        tiles_per_action=header.number("tiles_per_action", 1),
        floors=floors,
        sides=sides,
        services=services,
        specials=kinds,
        special_kinds=special_kinds,
        special_copies=special_copies,
        bonus_tiles=bonus_tiles,
        bonus_shown=setup.solo("bonus_tiles_shown", 1),
        layouts=tuple(_layout(section, sides, floors) for section in root.sections("beginner_layout")),
        start=Start(
            money=setup.number("money"),
            popularity=setup.number("popularity"),
            time=setup.number("time"),
            doctor=setup.colour("doctor"),
        ),
        bags=_bags(root),
        limits=_limits(root, setup, special, services),
        building=_building(root, floors, switches),
        hiring=_hiring(root, setup, rounds),
        queueing=_queueing(root, setup),
        walking=_walking(root),
        money=_money(root),
        points=_points(root, floors),
        goals=goals,
        ranks=_ranks(root),
        switches=switches,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
    )
    _agreed_numbers(header, setup)
    for section in (header, setup, board, special, root):
        section.done()
    _consistent(root.table, deck)
    document.raise_faults()
    return deck, document


def _agreed_numbers(header: _Section, setup: _Section) -> None:
    """What the rules themselves fix: it stands in the file for the reader and may not be changed there."""
    header.word("game", ("clinic-deluxe",))
    header.word("ruleset", ("deluxe",))
    header.number("players", 1, 1)
    setup.number("cars", 1, 1)
    setup.number("entrances", 1, 1)
    setup.number("bonus_tiles_taken", 1, 1)
    modules = setup.table.items("modules", str)
    if modules is not None and modules != ["hub:psychiatry", "treatment_room", "supply_room"]:
        setup.table.fault("modules", 'expected ["hub:psychiatry", "treatment_room", "supply_room"] (3.4)')


def _consistent(root: Table, deck: Deck) -> None:
    """Numbers that are each possible but not together."""
    if deck.special_kinds > len(deck.specials):
        root.fault("special_modules", f"{deck.special_kinds} kinds are drawn, but only {len(deck.specials)} named")
    if deck.bonus_shown > len(deck.bonus_tiles):
        root.fault("setup", f"{deck.bonus_shown} bonus tiles are shown, but only {len(deck.bonus_tiles)} described")
    if len({tile.number for tile in deck.bonus_tiles}) < len(deck.bonus_tiles):
        root.fault("bonus_tile", "two tiles have the same id")
    if len({goal.name for goal in deck.goals}) < len(deck.goals):
        root.fault("goal", "two goals have the same id")
    if sum(deck.bags.patients) < len(deck.services):
        root.fault("pools", "the patient bag cannot fill the notepad at the start")
    if [least for _, least in deck.ranks] != sorted({least for _, least in deck.ranks}):
        root.fault("hall_of_fame", "expected ranks from the lowest min to the highest, each different")


def _words(section: _Section, key: str, allowed: Mapping[str, object]) -> list[str]:
    words = section.table.items(key, str) or []
    for word in words:
        if word not in allowed:
            section.table.fault(key, f"{word!r} is unknown, {suggest(word, allowed)}")
    if len(set(words)) < len(words):
        section.table.fault(key, "a word is there twice")
    return [word for word in words if word in allowed]


def _services(root: _Section) -> tuple[Service, ...]:
    section = root.section("services")
    order = [SERVICE_BY_WORD[word] for word in _words(section, "order", SERVICE_BY_WORD)]
    count = section.solo("in_play", 1)
    section.done()
    if order and count > len(order):
        section.table.fault("in_play", f"expected at most {len(order)}, found {count}")
    if order and order[0] is not Service.PSYCHIATRY:
        section.table.fault("order", "expected psychiatry first (3.4, 3.10)")
    return tuple(order[:count])


def _sides(board: _Section) -> tuple[Side, ...]:
    spaces = board.section("entrance_spaces")
    borders = board.section("borders")
    counts = borders.section("count", sourced=False)
    if borders.table.get("outer_borders_count", bool) is False:
        borders.table.fault("outer_borders_count", "expected true (2.4)")
    sides = []
    for section in board.sections("side", sourced=False):
        name = section.text("id")
        columns, rows = section.number("columns", 1, 9), section.number("rows", 1, 9)
        section.table.get("level", str, required=False)
        section.done()
        entrances = []
        for text in spaces.table.items(name, str) or []:
            letter, index = text[:1], text[1:]
            limit = columns if letter == "S" else rows
            if letter not in ("W", "S", "E") or not index.isdecimal() or int(index) >= limit:
                spaces.table.fault(name, f"{text!r}: expected W, E and a row or S and a column, counted from 0")
            else:
                entrances.append((letter, int(index)))
        number = columns * (rows + 1) + rows * (columns + 1)
        if counts.number(name) != number and name in counts.table:
            counts.table.fault(name, f"a board of {columns} x {rows} spaces has {number} borders (2.4)")
        sides.append(Side(name, columns, rows, tuple(entrances)))
    for section in (spaces, counts, borders):
        section.done()
    return tuple(sides)


def _bonus_tile(section: _Section) -> BonusTile:
    number, cars, gives = section.number("id", 1), section.number("cars", 0, 1), section.text("gives")
    section.done()
    what, *rest = gives.split(":")
    tile = BonusTile(number, what, cars)
    if what in ("nurse", "orderly") and not rest and cars == 1:
        return tile
    if what == "garden" and not rest and cars == 0:
        return tile
    if what == "patient" and len(rest) == 2 and rest[0] in BY_WORD and rest[1] in SERVICE_BY_WORD and cars == 1:
        return BonusTile(number, what, cars, colour=BY_WORD[rest[0]], service=SERVICE_BY_WORD[rest[1]])
    if what in ("parking", "money") and len(rest) == 1 and rest[0].isdecimal() and cars == 0:
        return BonusTile(number, what, cars, amount=int(rest[0]))
    if what == "doctor_colour" and len(rest) == 1 and rest[0] in BY_WORD and cars == 0:
        return BonusTile(number, what, cars, colour=BY_WORD[rest[0]])
    if gives:
        section.table.fault(
            "gives",
            f"{gives!r} with {cars} cars is unknown, expected nurse, orderly or patient:COLOUR:SERVICE with 1 car, "
            "or garden, parking:PLACES, money:DOLLARS or doctor_colour:COLOUR without",
        )
    return tile


def _layout(section: _Section, sides: tuple[Side, ...], floors: int) -> Layout:
    columns = max((side.columns for side in sides), default=1)
    rows = max((side.rows for side in sides), default=1)

    def place(key: str) -> tuple[int, int, int]:
        x, y, floor = section.numbers(key, 0, 3)[:3]
        if x >= columns or y >= rows or floor >= floors:
            section.table.fault(key, f"[{x}, {y}, {floor}] is outside the board")
        return (x, y, floor)

    entrance = section.text("entrance")
    allowed = {f"{letter}{index}" for side in sides for letter, index in side.entrance_spaces}
    if entrance and entrance not in allowed:
        section.table.fault("entrance", f"{entrance!r} is no entrance space of any side")
        entrance = ""
    layout = Layout(
        section.colour("colour"),
        place("hub"),
        place("treatment_room"),
        place("supply_room"),
        (entrance[:1], int(entrance[1:] or 0)),
    )
    section.done()
    return layout


def _bags(root: _Section) -> Bags:
    pools = root.section("pools", sourced=False)
    bags = []
    for key in ("patients", "doctors"):
        section = pools.section(key)
        counts = [section.solo(colour.word) for colour in COLOURS]
        section.done()
        bags.append((counts[0], counts[1], counts[2], counts[3]))
    pools.done()
    return Bags(*bags)


def _limits(root: _Section, setup: _Section, special: _Section, services: tuple[Service, ...]) -> Limits:
    box = root.section("components")
    box.colours("doctors")
    box.colours("patients")
    hubs = root.section("service_hubs")
    per_service = {service: hubs.number(service.word, 1) for service in Service}
    hub_total = box.number("service_hubs")
    if sum(per_service.values()) != hub_total and hub_total:
        hubs.table.fault(None, f"the box holds {hub_total} hubs, but these are {sum(per_service.values())}")
    tiles: dict[Tile, int] = {HUBS[service]: per_service[service] for service in services}
    tiles[Tile.TREATMENT] = box.number("treatment_rooms", 1)
    tiles[Tile.SUPPLY] = min(box.number("supply_rooms", 1), setup.number("supply_rooms_per_player", 1))
    tiles[Tile.HELIPAD] = box.number("helipads")
    tiles[Tile.GARDEN] = box.number("gardens")
    tiles[Tile.PARKING] = box.number("parking_tiles")
    for key in ("nurses", "orderlies", "cars", "special_modules"):
        box.number(key)
    special.number("copies_in_box", 1)
    limits = Limits(
        tiles=tiles,
        entrances=box.number("entrances", 1),
        conveyors=box.number("conveyors"),
        hubs_per_round=hubs.number("built_per_service_per_round", 1),
        specials_per_round=special.number("built_per_round"),
    )
    hubs.done()
    box.done()
    return limits


def _building(root: _Section, floors: int, switches: Switches) -> Building:
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


def _hiring(root: _Section, setup: _Section, rounds: int) -> Hiring:
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


def _queueing(root: _Section, setup: _Section) -> Queueing:
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


def _walking(root: _Section) -> Walking:
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


def _money(root: _Section) -> Money:
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


def _points(root: _Section, floors: int) -> Points:
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


def _goal(section: _Section) -> Goal:
    goal = Goal(
        name=section.text("id"),
        measure=section.word("kind", MEASURES),
        at_least=section.table.number("at_least", 0, required=False),
        at_most=section.table.number("at_most", 0, required=False),
        floor=section.table.number("floor", 0, required=False),
    )
    section.done()
    if ("at_least" in section.table) == ("at_most" in section.table):
        section.table.fault(None, "expected either at_least or at_most")
    if goal.measure == "functional_treatment_rooms_on_top_floor" and goal.floor is None:
        section.table.fault(None, "floor is missing, expected a whole number")
    return goal


def _ranks(root: _Section) -> tuple[tuple[str, int], ...]:
    section = root.section("hall_of_fame")
    ranks = []
    for rank in section.sections("rank", sourced=False):
        ranks.append((rank.text("name"), rank.number("min", -10_000)))
        rank.done()
    section.done()
    return tuple(ranks)


def _switches(root: _Section) -> Switches:
    section = root.section("switches")
    switches = Switches(
        popularity_may_be_negative=section.flag("popularity_may_be_negative"),
        admit_needs_hub=section.flag("admit_needs_hub"),
        admin_after_last_round=section.flag("admin_after_last_round"),
        building_needs_hub=section.flag("building_needs_hub"),
        helipad_above_top_floor=section.flag("helipad_above_top_floor"),
        conveyor_hop=section.word("conveyor_hop", ("nearest", "any_in_line")),
        surplus_orderly=section.word("surplus_orderly", ("removed", "hire_refused")),
    )
    section.done()
    return switches
