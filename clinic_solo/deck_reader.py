"""Reading a deck file into a Deck, with every fault of the file at once."""

import hashlib

from clinic_solo import deck_box, deck_numbers
from clinic_solo.deck import ANY, Deck, Start, widest
from clinic_solo.deck_section import Section, known_words
from clinic_solo.registry import disagreements, expansions
from clinic_solo.setting import Setting
from clinic_solo.setup import layout_faults
from clinic_solo.tiles import ACTIONS, HUBS, SPECIAL_BY_DECK_WORD, Person, Tile
from tabletop.decks import parse_deck
from tabletop.files import Document, Table


def check(text: str, file: str) -> tuple[Deck, Document]:
    """The deck of a text, or InvalidFile with every fault; warnings stay in the document."""
    document = parse_deck(text, file)
    root = Section(document.root(), sourced=False)
    header = root.section("deck")
    setup = root.section("setup")
    services = deck_box.services(root)
    board = root.section("board")
    floors = board.number("floors", 1, 9)
    sides = deck_box.sides(board)
    switches = deck_numbers.switches(root)
    special = root.section("special_modules")
    kinds = tuple(SPECIAL_BY_DECK_WORD[word] for word in known_words(special, "types", SPECIAL_BY_DECK_WORD))
    special_kinds, special_copies = special.solo("kinds_in_play"), special.solo("copies_in_play")
    bonus_tiles = tuple(deck_box.bonus_tile(section) for section in root.sections("bonus_tile"))
    rounds = header.number("rounds", 1)
    per_action = header.number("actions_per_round", 1)
    goals = tuple(deck_numbers.goal(section) for section in root.sections("goal"))
    deck = Deck(
        name=header.name("name"),
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
        layouts=tuple(deck_box.layout(section, sides, floors) for section in root.sections("beginner_layout")),
        start=Start(
            money=setup.number("money"),
            popularity=setup.number("popularity"),
            time=setup.number("time"),
            doctor=setup.colour("doctor"),
        ),
        bags=deck_box.bags(root),
        limits=deck_box.limits(root, setup, special, services),
        building=deck_numbers.building(root, floors, switches),
        hiring=deck_numbers.hiring(root, setup, rounds),
        queueing=deck_numbers.queueing(root, setup),
        walking=deck_numbers.walking(root),
        money=deck_numbers.money(root),
        points=deck_numbers.points(root, floors),
        goals=goals,
        ranks=deck_numbers.ranks(root),
        switches=switches,
        expansions=expansions(root),
        reconstructed="reconstructed" in _sources(document.data),
        sha256=hashlib.sha256(text.encode()).hexdigest(),
    )
    _agreed_numbers(header, setup)
    for section in (header, setup, board, special, root):
        section.done()
    _consistent(root.table, deck)
    document.raise_faults()
    _legal_layouts(root.table, deck)
    document.raise_faults()
    return deck, document


def _sources(data: object) -> set[str]:
    """Every provenance of the file."""
    if isinstance(data, list):
        return set().union(*map(_sources, data))
    if not isinstance(data, dict):
        return set()
    return {str(data.get("provenance", ""))}.union(*map(_sources, data.values()))


def _legal_layouts(root: Table, deck: Deck) -> None:
    """3.6: a beginner's clinic obeys the construction rules."""
    setting = Setting(deck, widest(deck.sides).name, deck.goals[0].name)
    for index in range(len(deck.layouts)):
        for fault in layout_faults(setting, index):
            root.document.fault(("beginner_layout", index), fault)


def _agreed_numbers(header: Section, setup: Section) -> None:
    """What the rules themselves fix: it stands in the file for the reader and may not be changed there."""
    header.word("game", ("clinic", "clinic-deluxe"))
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
    places = (deck.building.parking_places, deck.building.upgrade_places)
    if any(tile.what == "parking" and tile.amount not in places for tile in deck.bonus_tiles):
        root.fault("bonus_tile", f"a parking tile has {places[0]} or {places[1]} places (5.12)")
    if len({goal.name for goal in deck.goals}) < len(deck.goals):
        root.fault("goal", "two goals have the same id")
    if sum(deck.bags.patients) < len(deck.services):
        root.fault("pools", "the patient bag cannot fill the notepad at the start")
    _playable(root, deck)
    for table, fault in disagreements(deck):
        root.fault(table, fault)
    if [least for _, least in deck.ranks] != sorted({least for _, least in deck.ranks}):
        root.fault("hall_of_fame", "expected ranks from the lowest min to the highest, each different")


def _playable(root: Table, deck: Deck) -> None:
    """Numbers with which a game would come to a point where nothing can be done, or a goal could not be told."""
    tops = [goal.name for goal in deck.goals if goal.floor is not None and goal.floor >= deck.floors]
    if tops:
        floors = f"floors 0 to {deck.floors - 1}" if deck.floors > 1 else "floor 0 alone"
        root.fault("goal", f"{', '.join(tops)}: the board has {floors} (2.1)")
    if deck.actions_per_round > len(ACTIONS) * deck.tiles_per_action:
        root.fault("deck", f"there are no tiles for {deck.actions_per_round} actions in a round (4.2)")
    for side in deck.sides:
        if not side.entrance_spaces:
            root.fault("board", f"the side {side.name!r} has no entrance space, so no hub can be placed (3.6)")
    hub = deck.walking.capacity[HUBS[0]]
    if min(hub[Person.DOCTOR], hub[Person.NURSE]) < ANY:
        root.fault("capacity", "a hub takes any number of doctors and nurses: expected -1 (8.5, 8.6)")
    if deck.building.upgrade_places < deck.building.parking_places:
        root.fault("build", "an upgraded parking tile has fewer places than before (5.12)")
    for tile in deck.bonus_tiles:
        if tile.what == "patient" and tile.service not in deck.services:
            root.fault("bonus_tile", f"tile {tile.number}: {tile.service.word} is not in play (3.2)")
        needed = {"garden": Tile.GARDEN, "parking": Tile.PARKING}.get(tile.what)
        if needed is not None and not deck.limits.tiles[needed]:
            root.fault("bonus_tile", f"tile {tile.number}: there is no {needed.word} tile in the box (1.3)")
