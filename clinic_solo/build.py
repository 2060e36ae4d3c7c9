"""Section 5: what may be built where, at what price.

`refusal` gives the first rule a build breaks, `builds` all builds that break none.
"""

from collections.abc import Iterator
from itertools import combinations

from clinic_solo import parking
from clinic_solo.clinic import clinic_of
from clinic_solo.moves import Build, BuildConveyor, BuildEntrance, BuildExtinguisher, Repark, UpgradeParking
from clinic_solo.setting import Setting
from clinic_solo.state import NO_SPOT, Phase, State
from clinic_solo.tiles import HUBS, KIND, PARKING_TILES, SERVICE_OF_HUB, SPECIALS, Kind, Tile, Token, is_module
from tabletop.moves import IllegalMove

AnyBuild = Build | BuildEntrance | BuildConveyor | BuildExtinguisher | UpgradeParking
COST_NAMES = {Kind.HUB: "hub", Kind.TREATMENT: "treatment", Kind.SUPPLY: "supply", Kind.SPECIAL: "special"}


def cost(setting: Setting, move: AnyBuild) -> int | None:
    """5.3: the price of a component, None where it cannot be built on that floor."""
    building, floor = setting.deck.building, setting.board.floor
    if isinstance(move, UpgradeParking):
        return building.upgrade_cost
    if isinstance(move, BuildEntrance):
        return building.cost["entrance"][0]
    if isinstance(move, BuildConveyor):
        prices = [building.cost["conveyor"][floor(stop)] for stop in move.stops]
        # Two first stops are one component; were floors priced differently, the dearer one counts.
        return None if None in prices else max(price for price in prices if price is not None)
    if isinstance(move, BuildExtinguisher):
        return setting.rules.component_cost(setting, move)
    prices_by_floor = building.cost[COST_NAMES[KIND[move.tile]] if move.tile in KIND else move.tile.word]
    return prices_by_floor[floor(move.space)] if floor(move.space) < len(prices_by_floor) else None


def available(setting: Setting, state: State, tile: Tile) -> IllegalMove | None:
    """1.3 [decision supply-limits], 3.3, 5.4, 5.7: whether a tile is still on display this round."""
    limits = setting.deck.limits
    if tile in SPECIALS:
        if state.specials_built >= limits.specials_per_round:
            return IllegalMove("5.7", "a special module was already built this round")
        if tile not in state.specials or state.count(tile) >= setting.deck.special_copies:
            return IllegalMove("5.7", f"no {tile.word} tile is face up")
        return None
    if tile in HUBS:
        service = SERVICE_OF_HUB[tile]
        if service not in setting.services:
            return IllegalMove("3.2", f"{service.word} is not in play")
        if state.hubs_built[setting.services.index(service)] >= limits.hubs_per_round:
            return IllegalMove("5.4", f"a {service.word} hub was already built this round")
    parking_tile = tile in PARKING_TILES
    used = state.parking_tiles() if parking_tile else state.count(tile)
    if used >= limits.tiles[Tile.PARKING if parking_tile else tile]:
        return IllegalMove("1.3", f"no {tile.word} tile is left")
    return None


def refusal(setting: Setting, state: State, move: AnyBuild, *, free: bool = False) -> IllegalMove | None:
    """The first rule a build breaks. What the set-up gives is free (3.5, 3.6)."""
    if isinstance(move, Build):
        if (not is_module(move.tile) and move.tile not in (Tile.GARDEN, Tile.HELIPAD, Tile.PARKING)) and not (
            free and move.tile == Tile.BIG_PARKING
        ):
            return IllegalMove("5.1", f"{move.tile.word} is nothing one can build")
        problem = available(setting, state, move.tile) or _space_refusal(setting, state, move)
    elif isinstance(move, BuildEntrance):
        problem = setting.rules.entrance_refusal(setting, state, move.entrance)
    elif isinstance(move, BuildConveyor):
        problem = _conveyor_refusal(setting, state, move.stops)
    elif isinstance(move, BuildExtinguisher):
        problem = setting.rules.component_refusal(setting, state, move)
    else:
        problem = _upgrade_refusal(setting, state, move.space)
    return problem or (None if free else _price_refusal(setting, state, move))


def _price_refusal(setting: Setting, state: State, move: AnyBuild) -> IllegalMove | None:
    """5.1: what cannot be paid from savings cannot be built."""
    price = cost(setting, move)
    if price is None:
        return IllegalMove("5.3", "it cannot be built on that floor")
    if price > state.money:
        return IllegalMove("5.1", f"it costs ${price}, but savings are ${state.money}")
    return None


def _space_refusal(setting: Setting, state: State, move: Build) -> IllegalMove | None:
    if state.grid[move.space] != Tile.EMPTY:
        name = setting.board.space_name(move.space)
        return IllegalMove("5.2a", f"{name} is not empty: {Tile(state.grid[move.space]).word}")
    return setting.rules.place_refusal(setting, state, move.tile, move.space)


def place_refusal(setting: Setting, state: State, tile: Tile, space: int) -> IllegalMove | None:
    """5.2 b–e, 5.4, 5.8, 5.9, 5.12: why a tile may not stand in an empty space."""
    if is_module(tile):
        return _module_refusal(setting, state, tile, space)
    below, name = setting.board.below(space), setting.board.space_name
    if tile == Tile.GARDEN:
        if not setting.rules.carries_garden(setting, None if below is None else state.grid[below]):
            return IllegalMove("5.8", f"a garden cannot stand on what is below {name(space)}")
    elif tile == Tile.HELIPAD:
        if below is None or not is_module(state.grid[below]):
            return IllegalMove("5.9", f"a helipad needs a module directly below {name(space)}")
    elif below is not None:
        return IllegalMove("5.12", f"parking is built on the ground, not at {name(space)}")
    return None


def _module_refusal(setting: Setting, state: State, tile: Tile, space: int) -> IllegalMove | None:
    """5.2 b–e, 5.4."""
    board, name = setting.board, setting.board.space_name
    clinic = clinic_of(board, state.grid)
    floor, below = board.floor(space), board.below(space)
    if floor >= setting.deck.floors:
        return IllegalMove("2.1", f"{name(space)} is above the top floor")
    if below is not None and not is_module(state.grid[below]):
        return IllegalMove("5.2b", f"{name(space)} has no module below it")
    if setting.rules.has_kind_beside(setting, state, tile, space):
        return IllegalMove("5.2c", f"a module of the same kind is adjacent to {name(space)}")
    if floor == 0 and any(border in state.cars for border in board.borders[space]):
        return IllegalMove("5.2d", f"a car is parked at a border of {name(space)}")
    touched = clinic.buildings_beside(space)
    if len(touched) > 1:
        return IllegalMove("5.2e", f"a module at {name(space)} would join two buildings")
    if tile in HUBS and any(clinic.hub_on_floor(building, floor) for building in touched):
        return IllegalMove("5.4", f"the building has a hub on floor {floor} already")
    if setting.switches.building_needs_hub and not touched and tile not in HUBS:
        return IllegalMove("2.3", "a new building starts with a hub")  # [decision building], as a switch
    return None


def entrance_refusal(setting: Setting, state: State, entrance: int) -> IllegalMove | None:
    name = setting.board.entrance_names[entrance]
    if len(state.entrances) >= setting.deck.limits.entrances:
        return IllegalMove("1.3", "no entrance tile is left")
    if entrance in state.entrances:
        return IllegalMove("5.10", f"there is an entrance at {name} already")
    if not is_module(state.grid[setting.board.entrance_targets[entrance]]):
        return IllegalMove("5.10", f"{name} points at no module")
    return None


def _conveyor_refusal(setting: Setting, state: State, stops: tuple[int, ...]) -> IllegalMove | None:
    """5.11 [decision conveyor-per-module]: at most one stop in a module."""
    board = setting.board
    expected = 1 if state.conveyors else 2
    if len(stops) != expected:
        return IllegalMove("5.11", f"this build places {expected} stop{'s' * (expected > 1)}, not {len(stops)}")
    if len(state.conveyors) + expected > setting.deck.limits.conveyors:
        return IllegalMove("1.3", "not enough conveyor stops are left")
    for stop in stops:
        if not is_module(state.grid[stop]):
            return IllegalMove("5.11", f"{board.space_name(stop)} holds no module")
        if stop in state.conveyors:
            return IllegalMove("5.11", f"{board.space_name(stop)} has a conveyor stop already")
    if not any(board.in_line(stops[0], other) for other in (state.conveyors or stops[1:])):
        return IllegalMove("5.11", f"{board.space_name(stops[0])} is not in line with another stop")
    return None


def _upgrade_refusal(setting: Setting, state: State, space: int) -> IllegalMove | None:
    if state.grid[space] != Tile.PARKING:
        return IllegalMove("5.12", f"{setting.board.space_name(space)} holds no small parking tile")
    return None


def builds(setting: Setting, state: State) -> Iterator[AnyBuild]:
    """Every component that may be built now; the two stops of a first conveyor in ascending order."""
    tiles = [Tile.TREATMENT, Tile.SUPPLY, *SPECIALS, *(HUBS[service] for service in setting.services)]
    for tile in (*tiles, Tile.GARDEN, Tile.HELIPAD, Tile.PARKING):
        if available(setting, state, tile) is None:
            yield from legal_places(setting, state, tile)
    others: list[AnyBuild] = [BuildEntrance(entrance) for entrance in range(len(setting.board.entrance_sides))]
    modules = clinic_of(setting.board, state.grid).modules
    others += [BuildConveyor(stops) for stops in combinations(modules, 1 if state.conveyors else 2)]
    others += [UpgradeParking(space) for space in range(setting.board.ground) if state.grid[space] == Tile.PARKING]
    others += setting.rules.more_components(setting, state)
    yield from (move for move in others if refusal(setting, state, move) is None)


def legal_places(setting: Setting, state: State, tile: Tile, *, free: bool = False) -> list[Build]:
    """Every build of one tile that is legal now."""
    candidates = (Build(tile, space) for space, there in enumerate(state.grid) if there == Tile.EMPTY)
    return [move for move in candidates if refusal(setting, state, move, free=free) is None]


def bonus_supply_rooms(setting: Setting, state: State) -> list[Build]:
    """5.5: supply rooms adjacent to the treatment room just built."""
    candidates = (Build(Tile.SUPPLY, space) for space in setting.board.adjacent[state.spot])
    return [move for move in candidates if refusal(setting, state, move) is None]


def place(setting: Setting, state: State, move: Build) -> State:
    """The clinic with one tile more, and the round's limits noted (5.4, 5.7)."""
    grid = (*state.grid[: move.space], move.tile, *state.grid[move.space + 1 :])
    state = state._replace(grid=grid)
    if move.tile in HUBS:
        row = setting.services.index(SERVICE_OF_HUB[move.tile])
        built = state.hubs_built
        return state._replace(hubs_built=(*built[:row], built[row] + 1, *built[row + 1 :]))
    if move.tile in SPECIALS:
        return state._replace(specials_built=state.specials_built + 1)
    return state


def carry_out(setting: Setting, state: State, move: AnyBuild) -> State:
    """A legal build of a Build action: pay, place, and what follows it at once (5.5, 5.12)."""
    price = cost(setting, move)
    state = state._replace(money=state.money - (price or 0), left=state.left - 1, phase=Phase.BUILD)
    if isinstance(move, BuildEntrance):
        return state._replace(entrances=tuple(sorted((*state.entrances, move.entrance))))
    if isinstance(move, BuildConveyor):
        return state.with_tokens(Token.CONVEYOR, (*state.conveyors, *move.stops))
    if isinstance(move, BuildExtinguisher):
        return setting.rules.with_component(setting, state, move)
    if isinstance(move, UpgradeParking):
        return ask_to_repark(setting, place(setting, state, Build(Tile.BIG_PARKING, move.space)), move.space)
    state = place(setting, state, move)
    if move.tile == Tile.PARKING:
        return ask_to_repark(setting, state, move.space)
    if move.tile == Tile.TREATMENT:
        asked = state._replace(phase=Phase.BONUS_SUPPLY, spot=move.space)
        return asked if bonus_supply_rooms(setting, asked) else state
    return state


def build_bonus_supply(setting: Setting, state: State, move: Build) -> State:
    """5.5: paid for, but no component of the action."""
    state = carry_out(setting, state, move)
    return state._replace(left=state.left + 1, spot=NO_SPOT)


def bonus_supply_refusal(setting: Setting, state: State, move: Build) -> IllegalMove | None:
    if move.tile != Tile.SUPPLY or move.space not in setting.board.adjacent[state.spot]:
        name = setting.board.space_name(state.spot)
        return IllegalMove("5.5", f"only a supply room adjacent to the treatment room at {name} can be added now")
    return refusal(setting, state, move)


def ask_to_repark(setting: Setting, state: State, space: int) -> State:
    """5.12: whether cars may move into the tile at a space; nothing to ask when it is full or no other car is there."""
    asked = state._replace(phase=Phase.REPARK, spot=space)
    return asked if reparkable(setting, asked) else state._replace(phase=Phase.BUILD, spot=NO_SPOT)


def reparkable(setting: Setting, state: State) -> list[int]:
    """5.12 [decision repark]: the spots, borders or other tiles, from which a car may come."""
    lot = setting.board.lot(state.spot)
    if state.cars.count(lot) >= parking.places(setting, state, lot):
        return []
    return sorted(set(state.cars) - {lot})


def repark_refusal(setting: Setting, state: State, move: Repark) -> IllegalMove | None:
    if move.spot not in state.cars or move.spot == setting.board.lot(state.spot):
        return IllegalMove("5.12", f"no car can come from {setting.board.spot_name(move.spot)}")
    return None


def repark(setting: Setting, state: State, move: Repark) -> State:
    state = parking.with_car(parking.without_car(state, move.spot), setting.board.lot(state.spot))
    return ask_to_repark(setting, state, state.spot)
