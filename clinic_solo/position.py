"""A position typed in from the table: the [position] of a game file."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from clinic_solo.board import Board
from clinic_solo.colours import Skill, format_numbers, read_numbers, skill_named
from clinic_solo.invariants import faults
from clinic_solo.moves import NO_COLOUR
from clinic_solo.setting import Setting
from clinic_solo.state import Phase, State
from clinic_solo.tiles import (
    ACTIONS,
    PLAN_TOKEN,
    SPECIALS,
    TILE_BY_TOKEN,
    Person,
    Tile,
    Token,
)
from tabletop.colour_tables import format_counts, read_counts
from tabletop.colours import COLOURS, Colour, add, colour_named
from tabletop.files import Table, quoted_list
from tabletop.moves import BadNotation, suggest

T = TypeVar("T")

DUE = {str(phase): phase for phase in (Phase.ACTION, Phase.MOVE, Phase.CARE)}
LATER_NUMBERS = ("zombies_made", "abandoned")  # of rulesets
NUMBERS = ("money", "popularity", "time", "treated", "deaths", "nurses_offered", "orderlies_offered")
SPECIAL_BY_WORD = {tile.word: tile for tile in SPECIALS}


def read_position(setting: Setting, table: Table) -> State | None:
    """The position of a table, or None with the faults noted."""
    before = len(table.document.errors)
    state = _read(setting, table)
    table.done()
    if len(table.document.errors) == before:
        for fault in faults(setting, state):
            table.fault(None, setting.called(fault))
        white_left = any(counts[Colour.WHITE] for counts in state.waiting) or (
            any(colour == Colour.WHITE for _, colour in state.patients)
        )
        if white_left and state.round > 1 and state.phase is Phase.ACTION and state.slot == 1:
            table.fault("people", "no patient is white at the beginning of a round after the first (10.7)")
    return state if len(table.document.errors) == before else None


def _read(setting: Setting, table: Table) -> State:
    board, deck = setting.board, setting.deck
    due = DUE[table.choice("due", DUE, required=False) or Phase.ACTION]
    slots = deck.actions_per_round
    slot = (table.number("slot", 1, slots) or 1) if due is Phase.ACTION else slots
    if due is not Phase.ACTION:
        table.number("slot", slots, slots, required=False)
    state = State(
        phase=due,
        round=table.number("round", 1, deck.rounds) or 1,
        slot=slot,
        tiles=_tiles_left(setting, table, slot - 1 if due is Phase.ACTION else slots),
        grid=_grid(board, table),
        entrances=tuple(sorted(_words(table, "entrances", board.entrance))),
        tokens=_tokens(setting, table),
        cars=tuple(sorted(_words(table, "cars", board.spot))),
        notepad=_notepad(setting, table),
        university=tuple(sorted(_words(table, "university", partial(_skill, setting)), reverse=True)),
        bag=read_counts(table, "patient_bag"),
        doctor_bag=read_numbers(table, "doctor_bag", deck.doctor_colours),
        specials=tuple(sorted(_words(table, "special_modules", partial(_special, setting)))),
        hubs_built=_hubs_built(setting, table),
        specials_built=table.number("specials_built", 0, required=False) or 0,
        popularity=table.number("popularity", -10_000) or 0,
        waiting=((0, 0, 0, 0),) * len(setting.services),
        money=_number(table, "money"),
        time=_time(setting, table),
        treated=_number(table, "treated"),
        deaths=_number(table, "deaths"),
        nurses_offered=_number(table, "nurses_offered"),
        orderlies_offered=_number(table, _key(setting, "orderlies_offered")),
        zombies=_zombies(setting, table),
        zombies_made=_later_number(setting, table, "zombies_made"),
        abandoned=_later_number(setting, table, "abandoned"),
    )
    for index, text in enumerate(table.items("people", str) or []):
        try:
            state = _with_person(setting, state, setting.understood(text))
        except BadNotation as error:
            table.document.fault((*table.path, "people", index), setting.called(str(error)))
    return state


def _key(setting: Setting, key: str) -> str:
    """What a key of the table is in the words of the edition (15.1)."""
    if key == "time" and setting.rules.minutes(setting):
        return "minutes"
    return "_".join(map(setting.called, key.split("_")))


def _time(setting: Setting, table: Table) -> int:
    key, unit = _key(setting, "time"), setting.told_time(1)
    told = _number(table, key)
    if told % unit:
        table.fault(key, f"{told}: time goes by in steps of {unit} minutes (15.1)")
    return told // unit


def _number(table: Table, key: str) -> int:
    return table.number(key, 0) or 0


def _later_number(setting: Setting, table: Table, key: str) -> int:
    return (table.number(key, 0, required=False) or 0) if key in setting.rules.fields() else 0


def _words(table: Table, key: str, meaning: Callable[[str], T], *, required: bool = True) -> list[T]:
    """A list of words, each with its meaning; a word without one is a fault."""
    found = []
    for index, word in enumerate(table.items(key, str, required=required) or []):
        try:
            found.append(meaning(word))
        except BadNotation as error:
            table.document.fault((*table.path, key, index), str(error))
    return found


def _colour(word: str) -> int:
    return int(colour_named(word))  # positions hold plain numbers


def _skill(setting: Setting, word: str) -> int:
    found = skill_named(word)
    if found >= setting.deck.doctor_colours:
        raise BadNotation(f"no doctor is {word} in this game")
    return found


def _tokens(setting: Setting, table: Table) -> tuple[tuple[int, int], ...]:
    """What lies on modules; conveyor stops in every game, the others where a ruleset has them."""
    named = {Token.CONVEYOR: "conveyors", Token.EXTINGUISHER: "extinguishers", Token.BLOOD: "blood"}
    found = list[tuple[int, int]]()
    for token, key in named.items():
        if token is Token.CONVEYOR or token.word in setting.rules.fields():
            places = _words(table, _key(setting, key), setting.board.named_space, required=False)
            found += [(space, int(token)) for space in places]
    return tuple(sorted(found))


def _zombies(setting: Setting, table: Table) -> tuple[int, ...]:
    if "zombies" not in setting.rules.fields():
        return ()
    return tuple(sorted(_words(table, "zombies", setting.board.named_space, required=False)))


def _special(setting: Setting, word: str) -> int:
    known = {setting.called(name): tile for name, tile in SPECIAL_BY_WORD.items()}
    if word in known:
        return known[word]
    raise BadNotation(f"{word!r} is no special module, {suggest(word, known)}")


def _tiles_left(setting: Setting, table: Table, expected: int) -> tuple[int, int, int]:
    """The action tiles not used yet this round."""
    used = table.items("tiles_used", str) or []
    for word in used:
        if word not in list(ACTIONS):
            table.fault("tiles_used", f"{word!r} is no action, {suggest(word, ACTIONS)}")
    if "tiles_used" in table and len(used) != expected:
        table.fault("tiles_used", f"expected {expected} used before this point of the round, found {len(used)}")
    build, hire, admit = (setting.deck.tiles_per_action - used.count(action) for action in ACTIONS)
    return build, hire, admit


def _grid(board: Board, table: Table) -> tuple[int, ...]:
    """Floors from the ground up, each a list of rows from the north, each row its spaces from the west."""
    grid: list[int] = [Tile.EMPTY] * board.size
    plans = table.items("floors", list) or []
    if len(plans) > board.levels:
        table.fault("floors", f"expected at most {board.levels} floors, found {len(plans)}")
    for floor, rows in enumerate(plans[: board.levels]):
        path = (*table.path, "floors", floor)
        tokens = [str(row).split() for row in rows]
        if len(tokens) != board.rows or any(len(row) != board.columns for row in tokens):
            table.document.fault(path, f"expected {board.rows} rows of {board.columns} spaces, like 'Hp T .'")
            continue
        for y, row in enumerate(tokens):
            for x, token in enumerate(row):
                if token in TILE_BY_TOKEN:
                    grid[board.space(x, y, floor)] = TILE_BY_TOKEN[token]
                else:
                    known = " ".join(TILE_BY_TOKEN)
                    table.document.fault((*path, y), f"{token!r} is unknown, expected one of {known}")
    return tuple(grid)


def _notepad(setting: Setting, table: Table) -> tuple[tuple[int, ...], ...]:
    rows = table.table("notepad")
    if rows is None:
        return ((),) * len(setting.services)
    notepad = tuple(tuple(_words(rows, setting.called(service.word), _colour)) for service in setting.services)
    rows.done()
    return notepad


def _hubs_built(setting: Setting, table: Table) -> tuple[int, ...]:
    words = table.items("hubs_built", str, required=False) or []
    names = [setting.called(service.word) for service in setting.services]
    for word in words:
        if word not in names:
            table.fault("hubs_built", f"{word!r} is not in play, {suggest(word, names)}")
    return tuple(words.count(name) for name in names)


def _with_person(setting: Setting, state: State, text: str) -> State:
    """Someone like 'doctor white 0b3', 'nurse Sb3', 'orderly 0a2', 'patient yellow 0b2', 'patient white psychiatry'."""
    kind, *rest = text.split() or [""]
    lies = rest[-1:] == ["lying"] and "lying" in setting.rules.fields()
    rest = rest[:-1] if lies else rest
    coloured = kind in (Person.DOCTOR, Person.PATIENT)
    if kind not in list(Person) or len(rest) != 1 + coloured:
        form = "'doctor COLOUR PLACE', 'nurse PLACE', 'orderly PLACE' or 'patient COLOUR PLACE'"
        raise BadNotation(f"{text!r}: expected {form}")
    place = setting.board.place(rest[-1])
    service = setting.board.service_waited_for(place)
    if place < 0 or (service is not None) > (kind == Person.PATIENT) or (service and service not in setting.services):
        raise BadNotation(f"{text!r}: nobody like that can be there")
    if lies and kind != Person.PATIENT:
        colour = _skill(setting, rest[0]) if kind == Person.DOCTOR else NO_COLOUR
        state = state._replace(lying=tuple(sorted((*state.lying, (Person(kind), colour, place)))))
    if kind == Person.NURSE:
        return state._replace(nurses=tuple(sorted((*state.nurses, place))))
    if kind == Person.ORDERLY:
        return state._replace(orderlies=tuple(sorted((*state.orderlies, place))))
    someone = (place, _skill(setting, rest[0]) if kind == Person.DOCTOR else _colour(rest[0]))
    if kind == Person.DOCTOR:
        return state._replace(doctors=tuple(sorted((*state.doctors, someone))))
    if service is None:
        return state._replace(patients=tuple(sorted((*state.patients, someone))))
    waiting, row = list(state.waiting), setting.services.index(service)
    waiting[row] = add(waiting[row], someone[1])
    return state._replace(waiting=tuple(waiting))


def format_position(setting: Setting, state: State) -> list[str]:
    """The lines of a [position] table; only for a position that can be typed in."""
    if state.phase not in DUE.values():
        raise ValueError(f"a position can be written at {', '.join(DUE)} only, not at {state.phase}")
    board, told = setting.board, state._replace(time=setting.told_time(state.time))
    per_action = setting.deck.tiles_per_action
    used = [str(action) for action, left in zip(ACTIONS, state.tiles, strict=True) for _ in range(per_action - left)]
    services = [setting.called(service.word) for service in setting.services]
    hubs = [service for service, n in zip(services, state.hubs_built, strict=True) for _ in range(n)]
    lines = [
        "[position]",
        f"round = {state.round}",
        f'due = "{state.phase}"',
        f"slot = {state.slot}",
        f"tiles_used = {quoted_list(used)}",
        "floors = [",
        *(f"  {quoted_list(rows)}," for rows in plan_rows(board, state)),
        "]",
        f"entrances = {quoted_list(board.entrance_names[entrance] for entrance in state.entrances)}",
        f"{_key(setting, 'conveyors')} = {quoted_list(map(board.space_name, state.conveyors))}",
        *_ruleset_lines(setting, state),
        f"cars = {quoted_list(map(board.spot_name, state.cars))}",
        "people = [",
        *(f'  "{person}",' for person in people_words(setting, state)),
        "]",
        f"university = {quoted_list(Skill(colour).word for colour in state.university)}",
        f"special_modules = {quoted_list(setting.called(Tile(tile).word) for tile in state.specials)}",
        f"hubs_built = {quoted_list(hubs)}",
        f"specials_built = {state.specials_built}",
        *(f"{_key(setting, key)} = {getattr(told, key)}" for key in NUMBERS),
        f"patient_bag = {format_counts(state.bag)}",
        f"doctor_bag = {format_numbers(state.doctor_bag)}",
    ]
    rows = zip(services, state.notepad, strict=True)
    notepad = ", ".join(f"{service} = {quoted_list(Colour(c).word for c in row)}" for service, row in rows)
    return [*lines, f"notepad = {{ {notepad} }}"]


def _ruleset_lines(setting: Setting, state: State) -> list[str]:
    """What rulesets have put on the table, as far as it is there."""
    named = {
        "extinguishers": state.having(Token.EXTINGUISHER),
        "blood": state.having(Token.BLOOD),
        "zombies": state.zombies,
    }
    lines = [f"{key} = {quoted_list(map(setting.board.space_name, spaces))}" for key, spaces in named.items() if spaces]
    return lines + [f"{key} = {number}" for key in LATER_NUMBERS if (number := getattr(state, key))]


def plan_rows(board: Board, state: State) -> list[list[str]]:
    """Each floor that is not empty, and those below it, row by row."""
    floors = []
    for floor in range(board.levels):
        tiles = state.grid[floor * board.ground : (floor + 1) * board.ground]
        rows = [tiles[start : start + board.columns] for start in range(0, board.ground, board.columns)]
        floors.append([" ".join(PLAN_TOKEN[tile] for tile in row) for row in rows])
    built = [floor for floor in range(board.levels) if any(state.grid[floor * board.ground :])]
    return floors[: max(built, default=0) + 1]


def people_words(setting: Setting, state: State) -> list[str]:
    """Everybody as they are typed in."""
    name = setting.board.place_name
    waiting = [
        f"patient {Colour(colour).word} {service.word}"
        for service, counts in zip(setting.services, state.waiting, strict=True)
        for colour in COLOURS
        for _ in range(counts[colour])
    ]
    staff = [(Person.DOCTOR, colour, place) for place, colour in state.doctors]
    staff += [(Person.NURSE, NO_COLOUR, place) for place in state.nurses]
    staff += [(Person.ORDERLY, NO_COLOUR, place) for place in state.orderlies]
    lying, listed = Counter(state.lying), list[str]()
    for who, colour, place in staff:
        shade = "" if colour == NO_COLOUR else f"{Skill(colour).word} "
        lies = lying[who, colour, place] > 0
        lying[who, colour, place] -= lies
        listed.append(f"{who} {shade}{name(place)}" + " lying" * lies)
    patients = (f"patient {Colour(colour).word} {name(place)}" for place, colour in state.patients)
    return [setting.called(someone) for someone in (*listed, *patients, *waiting)]
