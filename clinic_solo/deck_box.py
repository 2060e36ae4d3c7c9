"""Reading what is in the box from a deck file: the board, the services, the displays and bags (sections 1 to 3)."""

from clinic_solo.deck import Bags, BonusTile, Layout, Limits, Side, widest
from clinic_solo.deck_section import MOST_PRINTED, Section, known_words
from clinic_solo.tiles import DELUXE_SERVICES, HUBS, SERVICE_BY_WORD, Service, Tile
from tabletop.colours import BY_WORD, COLOURS

DELUXE_WORDS = {service.word: service for service in DELUXE_SERVICES}


def services(root: Section) -> tuple[Service, ...]:
    section = root.section("services")
    order = [SERVICE_BY_WORD[word] for word in known_words(section, "order", DELUXE_WORDS)]
    count = section.solo("in_play", 1)
    section.done()
    if order and count > len(order):
        section.table.fault("in_play", f"expected at most {len(order)}, found {count}")
    if order and order[0] is not Service.PSYCHIATRY:
        section.table.fault("order", "expected psychiatry first (3.4, 3.10)")
    return tuple(order[:count])


def sides(board: Section) -> tuple[Side, ...]:
    spaces = board.section("entrance_spaces")
    borders = board.section("borders")
    counts = borders.section("count", sourced=False)
    if borders.table.get("outer_borders_count", bool) is False:
        borders.table.fault("outer_borders_count", "expected true (2.4)")
    sides: list[Side] = []
    for section in board.sections("side", sourced=False):
        name = section.name("id")
        if any(side.name == name for side in sides):
            section.table.fault("id", f"the side {name!r} is there twice")
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
    for section in (spaces, counts, borders) if sides else ():  # without sides every key of theirs would be unknown
        section.done()
    return tuple(sides)


def bonus_tile(section: Section) -> BonusTile:
    number, cars, gives = section.number("id", 1), section.number("cars", 0, 1), section.name("gives")
    section.done()
    what, *rest = gives.split(":")
    tile = BonusTile(number, what, cars)
    if what in ("nurse", "orderly") and not rest and cars == 1:
        return tile
    if what == "garden" and not rest and cars == 0:
        return tile
    if what == "patient" and len(rest) == 2 and rest[0] in BY_WORD and rest[1] in DELUXE_WORDS and cars == 1:
        return BonusTile(number, what, cars, colour=BY_WORD[rest[0]], service=SERVICE_BY_WORD[rest[1]])
    if what in ("parking", "money") and len(rest) == 1 and _is_amount(rest[0]) and cars == 0:
        return BonusTile(number, what, cars, amount=int(rest[0]))
    if what == "doctor_colour" and len(rest) == 1 and rest[0] in BY_WORD and cars == 0:
        return BonusTile(number, what, cars, colour=BY_WORD[rest[0]])
    if isinstance(section.table.data.get("gives"), str):
        section.table.fault(
            "gives",
            f"{gives!r} with {cars} cars is unknown, expected nurse, orderly or patient:COLOUR:SERVICE with 1 car, "
            "or garden, parking:PLACES, money:DOLLARS or doctor_colour:COLOUR without",
        )
    return tile


def _is_amount(text: str) -> bool:
    return text.isdecimal() and len(text) <= len(str(MOST_PRINTED))


def layout(section: Section, sides: tuple[Side, ...], floors: int) -> Layout:
    """3.6: a layout for the widest side of the board."""
    side = widest(sides) if sides else Side("", 1, 1, ())

    def place(key: str) -> tuple[int, int, int]:
        x, y, floor = section.numbers(key, 0, 3)[:3]
        if x >= side.columns or y >= side.rows or floor >= floors:
            section.table.fault(key, f"[{x}, {y}, {floor}] is outside the board")
        return (x, y, floor)

    entrance = section.name("entrance")
    told = isinstance(section.table.data.get("entrance"), str)
    if told and entrance not in [f"{letter}{index}" for letter, index in side.entrance_spaces]:
        section.table.fault("entrance", f"{entrance!r} is no entrance space of the widest side")
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


def bags(root: Section) -> Bags:
    pools = root.section("pools", sourced=False)
    bags = []
    for key in ("patients", "doctors"):
        section = pools.section(key)
        counts = [section.solo(colour.word) for colour in COLOURS]
        section.done()
        bags.append((counts[0], counts[1], counts[2], counts[3]))
    pools.done()
    return Bags(*bags)


def limits(root: Section, setup: Section, special: Section, services: tuple[Service, ...]) -> Limits:
    box = root.section("components")
    box.colours("doctors")
    box.colours("patients")
    hubs = root.section("service_hubs")
    per_service = {service: hubs.number(service.word, 1) for service in DELUXE_SERVICES}
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
