"""What holds in every position: used on positions typed in, and on every position of the tests' games."""

from collections import Counter
from collections.abc import Iterator

from clinic_solo import parking, walk
from clinic_solo.board import Board
from clinic_solo.clinic import clinic_of
from clinic_solo.colours import Skill
from clinic_solo.setting import Setting
from clinic_solo.state import CHANCE, Phase, State, arrivals
from clinic_solo.tiles import HUBS, PARKING_TILES, SERVICE_OF_HUB, SPECIALS, Person, Tile, Token, is_module
from tabletop.colours import Colour
from tabletop.text import plural

MANY = {"orderly": "orderlies"}
SETTLED = (Phase.CARE, Phase.POPULARITY)  # after Move nobody stands at an entrance
CARS_OUT = (Phase.PARK, Phase.DEPART)  # cars are just being parked or removed


def faults(setting: Setting, state: State) -> list[str]:
    """Everything that cannot be so, each with its rule; an empty list for a position that can be."""
    return [
        *_tiles(setting, state),
        *_buildings(setting, state),
        *_ways_in(setting, state),
        *_cars(setting, state),
        *_people(setting, state),
        *_staff(setting, state),
        *_bags(setting, state),
        *_displays(setting, state),
        *_of_rulesets(setting, state),
    ]


def _tiles(setting: Setting, state: State) -> Iterator[str]:
    board = setting.board
    for space, tile in enumerate(state.grid):
        name, below = board.space_name(space), board.below(space)
        under = None if below is None else state.grid[below]
        if is_module(tile):
            if under is not None and not is_module(under):
                yield f"{name}: no module below it (5.2b)"
            if setting.rules.has_kind_beside(setting, state, Tile(tile), space):
                yield f"{name}: a module of the same kind is adjacent (5.2c)"
            if board.floor(space) >= setting.deck.floors:
                yield f"{name}: above the top floor (2.1)"
        elif tile == Tile.GARDEN and not setting.rules.carries_garden(setting, under):
            yield f"{name}: a garden cannot stand on what is below it (5.8)"
        elif tile == Tile.HELIPAD and (under is None or not is_module(under)):
            yield f"{name}: a helipad needs a module below (5.9)"
        elif tile in PARKING_TILES and under is not None:
            yield f"{name}: parking is on the ground (5.12)"
    limits = setting.deck.limits.tiles
    for kind, limit in limits.items():
        used = state.parking_tiles() if kind is Tile.PARKING else state.count(kind)
        if used > limit:
            yield f"{used} {kind.word} tiles, there are {limit} (1.3)"
    for hub, service in SERVICE_OF_HUB.items():
        if service not in setting.services and state.count(hub):
            yield f"{service.word} is not in play (3.2)"
    if state.round:
        for first in (setting.deck.first_hub, Tile.TREATMENT, Tile.SUPPLY):
            if not state.count(first):
                yield f"the {first.word} of the set-up is missing (3.4)"
    for special in SPECIALS:
        if state.count(special) > (setting.deck.special_copies if special in state.specials else 0):
            yield f"{special.word}: no such tile is in play (3.3)"


def _buildings(setting: Setting, state: State) -> Iterator[str]:
    clinic = clinic_of(setting.board, state.grid)
    hubs = Counter(
        (clinic.building[space], setting.board.floor(space)) for space in clinic.modules if state.grid[space] in HUBS
    )
    for (_, floor), number in hubs.items():
        if number > 1:
            yield f"a building has {number} hubs on floor {floor} (5.4)"


def _ways_in(setting: Setting, state: State) -> Iterator[str]:
    board = setting.board
    if state.round and not state.entrances:
        yield "the entrance of the set-up is missing (3.4)"
    for entrance in state.entrances:
        if not is_module(state.grid[board.entrance_targets[entrance]]):
            yield f"entrance {board.entrance_names[entrance]} points at no module (5.10)"
    if len(set(state.entrances)) < len(state.entrances):
        yield "two entrances on one space (5.10)"
    if len(set(state.conveyors)) < len(state.conveyors):
        yield "two conveyor stops in one module (5.11)"
    if len(state.conveyors) == 1:
        yield "a single conveyor stop (5.11)"
    for stop in state.conveyors:
        if not is_module(state.grid[stop]):
            yield f"conveyor stop {board.space_name(stop)} is on no module (5.11)"
    for stop in set(state.conveyors) - _network(board, state.conveyors):
        yield f"conveyor stop {board.space_name(stop)} is not joined to the others by stops in line (5.11)"
    if len(state.entrances) > setting.deck.limits.entrances or len(state.conveyors) > setting.deck.limits.conveyors:
        yield "more entrances or conveyor stops than there are (1.3)"


def _network(board: Board, stops: tuple[int, ...]) -> set[int]:
    """The stops that the first one leads to, itself included."""
    reached, new = set[int](), set(stops[:1])
    while new:
        reached |= new
        new = {stop for stop in stops for other in new if board.in_line(stop, other)} - reached
    return reached


def _cars(setting: Setting, state: State) -> Iterator[str]:
    for spot, number in Counter(state.cars).items():
        if number > (places := parking.places(setting, state, spot)):
            yield f"{plural(number, 'car')} at {setting.board.spot_name(spot)}, which has {places} places (6.5)"
    in_setup = state.slot == 0
    if state.cars_due and not in_setup and state.phase not in CARS_OUT:
        left = f" and {plural(state.abandoned, 'car')} left behind" if state.abandoned else ""
        yield f"{len(state.cars)} cars for {state.people} people{left} (6.5)"
    if state.phase is Phase.DEPART and state.cars_due >= 0:
        yield "a car is to leave, but nobody has left (6.5)"
    if state.phase is Phase.PARK and state.cars_due <= 0:
        yield "a car is to be parked, but nobody has come (6.5)"


def _people(setting: Setting, state: State) -> Iterator[str]:
    board, ways_in = setting.board, arrivals(setting.board, state)
    there: Counter[tuple[Person, int]] = Counter()
    there.update((who, place) for who, _, place in walk.everybody(setting, state) if who is not Person.PATIENT)
    there.update((Person.PATIENT, space) for space, _ in state.patients)
    settled = state.phase in SETTLED
    for (who, place), number in there.items():
        name = board.place_name(place)
        if place in ways_in and who is not Person.PATIENT:
            if settled:
                yield f"a {who} stands at {name} after Move (8.6)"
        elif place >= board.size:
            yield f"a {who} stands at {name}, where no entrance is (6.1)"
        elif number > (limit := setting.rules.most_in(setting, state, who, place)):
            yield f"{plural(number, who, MANY.get(who))} at {name}, which takes {limit} (8.5)"
        elif who is Person.PATIENT and not any(
            walk.patient_may_end_in(setting, state, s, place) for s in setting.services
        ):
            yield f"a patient at {name}, which is no functional room (8.5)"
    for service, counts in zip(setting.services, state.waiting, strict=True):
        if sum(counts) > setting.deck.queueing.pre_admissions:
            yield f"{sum(counts)} patients in the pre-admissions of {service.word} (7.4)"
    yield from _patient_count(setting, state)


def _patient_count(setting: Setting, state: State) -> Iterator[str]:
    """Bag, notepad, clinic and gone are all the patients of the game, one more with a bonus tile (3.5, 3.7)."""
    total = sum(state.bag) + sum(map(len, state.notepad)) + state.patients_here + state.treated + state.deaths
    total += setting.rules.patients_gone(setting, state)
    dealt = sum(setting.deck.bags.patients)
    extra = int(any(tile.what == "patient" for tile in setting.deck.bonus_tiles))
    if not dealt <= total <= dealt + extra:
        yield f"{total} patients in bag, notepad, clinic and gone, there are {dealt} or {dealt + extra} (3.7)"


def _staff(setting: Setting, state: State) -> Iterator[str]:
    """3.5, 3.7, 3.9: nobody is there whom the box does not hold."""
    hiring, gifts = setting.deck.hiring, [tile.what for tile in setting.deck.bonus_tiles]
    for who, number, most in (
        ("nurse", len(state.nurses) + state.nurses_offered, sum(hiring.nurses[: state.round])),
        ("orderly", len(state.orderlies) + state.orderlies_offered, hiring.orderlies),
        ("doctor", len(state.doctors) + len(state.university) + sum(state.doctor_bag), _all_doctors(setting)),
    ):
        if number > (most := most + (who in gifts)):
            there = f"there can be {most} by round {state.round}" if who == "nurse" else f"there are {most}"
            yield f"{plural(number, who, MANY.get(who))} in the clinic and yet to come, {there} (3.7, 3.9)"


def _all_doctors(setting: Setting) -> int:
    return sum(setting.deck.bags.doctors) + 1  # 3.4: the starting doctor


def _bags(setting: Setting, state: State) -> Iterator[str]:
    """3.7, 13.4: no bag ever holds more of a colour than at the start; on the notepad nobody changes colour."""
    deck = setting.deck
    if min(*state.bag, *state.doctor_bag) < 0:
        yield "a bag holds fewer than none (3.7)"
    for skill, number, dealt in zip(Skill, state.doctor_bag, deck.bags.doctors, strict=False):
        if number > dealt:
            yield f"{number} {skill.word} doctors in the bag, {dealt} at the start (3.7)"
    for colour in Colour:
        waiting = state.bag[colour] + sum(row.count(colour) for row in state.notepad)
        if waiting > (dealt := deck.bags.patients[colour]):
            what = "patients in the bag and on the notepad"
            yield f"{waiting} {colour.word} {what}, {dealt} at the start (3.7)"


def _displays(setting: Setting, state: State) -> Iterator[str]:
    deck = setting.deck
    for service, row in zip(setting.services, state.notepad, strict=True):
        if len(row) > deck.queueing.columns:
            yield f"{len(row)} patients in the row of {service.word}, which has {deck.queueing.columns} spaces (3.10)"
    if len(state.university) > deck.hiring.university_spaces:
        yield f"{len(state.university)} doctors at a university of {deck.hiring.university_spaces} spaces (3.8)"
    if tuple(sorted(state.university, reverse=True)) != state.university:
        yield "the university is not sorted red to white (6.2)"
    if state.phase is not Phase.SPECIALS and len(set(state.specials)) != deck.special_kinds:
        yield f"{len(set(state.specials))} kinds of special modules, expected {deck.special_kinds} (3.3)"
    built = sum(state.count(special) for special in SPECIALS)
    if not 0 <= state.specials_built <= min(built, deck.limits.specials_per_round):
        yield f"{state.specials_built} special modules built this round (5.7)"
    for service, number in zip(setting.services, state.hubs_built, strict=True):
        if number > min(state.count(HUBS[service]), deck.limits.hubs_per_round):
            yield f"{plural(number, f'{service.word} hub')} built this round (5.4)"
    if not 0 <= state.orderlies_offered <= deck.hiring.orderlies:
        yield f"{state.orderlies_offered} orderlies on offer (3.9)"
    if state.round and not 0 <= state.nurses_offered <= deck.hiring.nurses[state.round - 1]:
        yield f"{state.nurses_offered} nurses in the column of round {state.round} (3.9)"
    if state.money < 0 or state.time < 0 or state.income < 0:
        yield "money or time below 0"
    if not setting.switches.popularity_may_be_negative and state.popularity < 0:
        yield "popularity below 0 (10.7)"
    if any(left < 0 or left > deck.tiles_per_action for left in state.tiles):
        yield f"action tiles left: {state.tiles} (3.4)"
    if state.phase not in CHANCE and (
        any(not 0 <= colour < deck.doctor_colours for _, colour in state.doctors)
        or any(colour not in list(Colour) for _, colour in state.patients)
    ):
        yield "a colour that does not exist (1.1)"


def _of_rulesets(setting: Setting, state: State) -> Iterator[str]:
    """What belongs to a ruleset is there only where it is played; and what the rulesets say themselves."""
    used = setting.rules.fields()
    for name in ("lying", "helped", "zombies", "zombies_made", "abandoned", "headed", "late_income"):
        if getattr(state, name) and name not in used:
            yield f"{name.replace('_', ' ')}: of a ruleset that is not played (14, 15)"
    for space, kind in state.tokens:
        token = Token(kind)
        if token is not Token.CONVEYOR and token.word not in used:
            yield f"{setting.board.space_name(space)}: {token.word}, of a ruleset that is not played (14)"
    standing = Counter(someone for someone in walk.everybody(setting, state) if someone[0] is not Person.PATIENT)
    for someone, number in Counter(state.lying).items():
        if number > standing[someone]:
            yield f"somebody lies at {setting.board.place_name(someone[2])} who is not there (14A1, 14C5)"
    yield from setting.rules.faults(setting, state)
