"""Section 3: from the empty board to round 1. [decision setup-order] The steps come as in 3.12."""

from itertools import combinations

from clinic_solo import build, hire, parking
from clinic_solo.moves import NO_COLOUR, Build, BuildEntrance, TakeBonus
from clinic_solo.setting import Setting
from clinic_solo.state import Phase, State
from clinic_solo.tiles import Person, Tile
from tabletop.colours import add
from tabletop.moves import IllegalMove

FIRST_TILES = (Tile.TREATMENT, Tile.SUPPLY)


def start(setting: Setting) -> State:
    """3.1–3.4: before anything random is seen."""
    deck, services = setting.deck, len(setting.services)
    return State(
        phase=Phase.SPECIALS,
        grid=(Tile.EMPTY,) * setting.board.size,
        waiting=((0, 0, 0, 0),) * services,
        notepad=((),) * services,
        bag=deck.bags.patients,
        doctor_bag=deck.bags.doctors,
        money=deck.start.money,
        popularity=deck.start.popularity,
        time=deck.start.time,
        orderlies_offered=deck.hiring.orderlies,
        hubs_built=(0,) * services,
    )


def special_draws(setting: Setting) -> list[tuple[Tile, ...]]:
    """3.3: the sets of special modules that may come, all alike."""
    return list(combinations(sorted(setting.deck.specials), setting.deck.special_kinds))


def bonus_draws(setting: Setting) -> list[tuple[int, ...]]:
    """3.5: the sets of bonus tiles that may be turned up, all alike."""
    return list(combinations(sorted(tile.number for tile in setting.deck.bonus_tiles), setting.deck.bonus_shown))


def take_bonus_refusal(state: State, move: TakeBonus) -> IllegalMove | None:
    if move.number not in state.offers:
        return IllegalMove("3.5", f"bonus tile {move.number} was not turned up")
    return None


def take_bonus(setting: Setting, state: State, move: TakeBonus) -> State:
    """3.5: what a tile gives at once; the rest waits for the clinic (3.11, 3.12)."""
    tile = setting.deck.bonus_tile(move.number)
    state = state._replace(offers=(), bonus=move.number)
    if tile.what == "money":
        state = state._replace(money=state.money + tile.amount)
    return state._replace(phase=Phase.FIRST_HUB if setting.expert else Phase.LAYOUT)


def first_hub_refusal(setting: Setting, state: State, move: Build) -> IllegalMove | None:
    """3.6: the entrance must point at the hub, so the hub stands where an entrance space is."""
    if move.tile != setting.deck.first_hub:
        first = f"the {setting.deck.start_service.word} hub is placed first"
        return IllegalMove("3.6", f"{first}; the other modules follow in either order")
    if move.space not in setting.board.entrance_targets:
        return IllegalMove("3.6", f"no entrance can point at {setting.board.space_name(move.space)}")
    return build.refusal(setting, state, move, free=True)


def first_hubs(setting: Setting, state: State) -> list[Build]:
    """3.6. Placing the hub first leaves out no initial clinic: it stands on the ground, and of three modules that form
    one building the hub can always be the first."""
    candidates = (Build(setting.deck.first_hub, space) for space in sorted(set(setting.board.entrance_targets)))
    return [move for move in candidates if first_hub_refusal(setting, state, move) is None]


def first_entrance_refusal(setting: Setting, state: State, move: BuildEntrance) -> IllegalMove | None:
    """3.6: the hub is the only module yet, so pointing at a module is pointing at the hub."""
    return build.refusal(setting, state, move, free=True)


def first_entrances(setting: Setting, state: State) -> list[BuildEntrance]:
    candidates = (BuildEntrance(entrance) for entrance in range(len(setting.board.entrance_sides)))
    return [move for move in candidates if first_entrance_refusal(setting, state, move) is None]


def place_entrance(state: State, entrance: int) -> State:
    return state._replace(phase=Phase.FIRST_ROOMS, entrances=(entrance,))


def first_room_refusal(setting: Setting, state: State, move: Build) -> IllegalMove | None:
    """3.6 [decision initial-clinic]: anywhere by the construction rules, functional or not, upstairs or apart."""
    if move.tile not in FIRST_TILES or state.count(move.tile):
        return IllegalMove("3.6", "one treatment room and one supply room are placed")
    return build.refusal(setting, state, move, free=True)


def first_rooms(setting: Setting, state: State) -> list[Build]:
    tiles = [tile for tile in FIRST_TILES if not state.count(tile)]
    return [move for tile in tiles for move in build.legal_places(setting, state, tile, free=True)]


def place_first_room(setting: Setting, state: State, move: Build) -> State:
    state = build.place(setting, state, move)
    return people_arrive(setting, state) if all(state.count(tile) for tile in FIRST_TILES) else state


def lay_out(setting: Setting, state: State, index: int) -> State:
    """3.6: a beginner's clinic."""
    layout, board = setting.deck.layouts[index], setting.board
    grid = list(state.grid)
    grid[board.space(*layout.hub)] = setting.deck.first_hub
    grid[board.space(*layout.treatment)] = Tile.TREATMENT
    grid[board.space(*layout.supply)] = Tile.SUPPLY
    entrance = board.entrance_sides.index(layout.entrance)
    return people_arrive(setting, state._replace(grid=tuple(grid), entrances=(entrance,)))


def people_arrive(setting: Setting, state: State) -> State:
    """3.5, 3.11: the starting doctor and what people the bonus tile gives; then the university is filled."""
    tile = setting.deck.bonus_tile(state.bonus)
    entrance = setting.board.at_entrance(state.entrances[0])
    colour = tile.colour if tile.what == "doctor_colour" else setting.deck.start.doctor
    state = hire.add_person(state, Person.DOCTOR, colour, entrance)
    if tile.what in ("nurse", "orderly"):
        state = hire.add_person(state, Person(tile.what), NO_COLOUR, entrance)
    elif tile.what == "patient":
        row, waiting = setting.services.index(tile.service), list(state.waiting)
        waiting[row] = add(waiting[row], tile.colour)
        state = state._replace(waiting=tuple(waiting))
    if tile.what not in ("garden", "parking"):
        state = state._replace(bonus=0)
    return state._replace(phase=Phase.UNIVERSITY)


def after_notepad(state: State) -> State:
    """3.12: the bonus garden or parking tile, then the cars."""
    if state.bonus:
        return state._replace(phase=Phase.BONUS_PLACE, left=0)
    return parking.ask_to_park(state._replace(left=0), Phase.ACTION)


def bonus_tile_to_place(setting: Setting, state: State) -> Tile:
    tile = setting.deck.bonus_tile(state.bonus)
    if tile.what == "garden":
        return Tile.GARDEN
    return Tile.PARKING if tile.amount == setting.deck.building.parking_places else Tile.BIG_PARKING


def bonus_place_refusal(setting: Setting, state: State, move: Build) -> IllegalMove | None:
    tile = bonus_tile_to_place(setting, state)
    if move.tile != tile:
        return IllegalMove("3.5", f"the {tile.word} of the bonus tile is to be placed")
    return build.refusal(setting, state, move, free=True)


def place_bonus(setting: Setting, state: State, move: Build) -> State:
    state = build.place(setting, state, move)._replace(bonus=0)
    return parking.ask_to_park(state, Phase.ACTION)


def layout_faults(setting: Setting, index: int) -> list[str]:
    """What is wrong with a beginner layout by the construction rules, in the better order of its two rooms (3.6)."""
    layout, board = setting.deck.layouts[index], setting.board
    hub = Build(setting.deck.first_hub, board.space(*layout.hub))
    rooms = [
        Build(Tile.TREATMENT, board.space(*layout.treatment)),
        Build(Tile.SUPPLY, board.space(*layout.supply)),
    ]
    faults = min(_order_faults(setting, [hub, *rooms]), _order_faults(setting, [hub, *reversed(rooms)]), key=len)
    if board.entrance_targets[board.entrance_sides.index(layout.entrance)] != hub.space:
        faults.append("the entrance does not point at the hub (rule 3.6)")
    return faults


def _order_faults(setting: Setting, moves: list[Build]) -> list[str]:
    state, faults = start(setting), []
    for move in moves:
        if problem := build.refusal(setting, state, move, free=True):
            faults.append(str(problem))
        state = build.place(setting, state, move)
    return faults
