"""Rule 6.5: where cars stand. Cars are interchangeable, so only the spots count.

[decision no-firing] Nobody can be dismissed to free a place: no move does it, and unpaid staff stay.
"""

from clinic_solo.clinic import clinic_of
from clinic_solo.moves import Depart, Park
from clinic_solo.setting import Setting
from clinic_solo.state import Phase, State
from clinic_solo.tiles import PARKING_TILES, Tile
from tabletop.moves import IllegalMove


def places(setting: Setting, state: State, spot: int) -> int:
    """6.5: how many cars a spot takes: one on a border without module, two or three on a parking tile."""
    space = setting.board.lot_space(spot)
    if space is None:
        return int(spot in clinic_of(setting.board, state.grid).free_borders)
    if state.grid[space] == Tile.PARKING:
        return setting.deck.building.parking_places
    return setting.deck.building.upgrade_places if state.grid[space] == Tile.BIG_PARKING else 0


def all_spots(setting: Setting, state: State) -> list[int]:
    """Every spot that takes cars, full or not."""
    board = setting.board
    lots = [board.lot(space) for space in range(board.ground) if state.grid[space] in PARKING_TILES]
    return [*clinic_of(board, state.grid).free_borders, *lots]


def free_spots(setting: Setting, state: State) -> list[int]:
    """6.5: the spots with a free place."""
    return [spot for spot in all_spots(setting, state) if state.cars.count(spot) < places(setting, state, spot)]


def has_free_place(setting: Setting, state: State) -> bool:
    """6.1, 7.4: no newcomer without a place for the car."""
    return bool(free_spots(setting, state))


def refusal(setting: Setting, state: State, move: Park | Depart) -> IllegalMove | None:
    name = setting.board.spot_name(move.spot)
    if isinstance(move, Depart):
        return None if move.spot in state.cars else IllegalMove("6.5", f"no car is parked at {name}")
    if not (limit := places(setting, state, move.spot)):
        return IllegalMove("6.5", f"{name} is no parking place: a module touches it or no parking tile is there")
    if state.cars.count(move.spot) >= limit:
        return IllegalMove("6.5", f"{name} is full")
    return None


def with_car(state: State, spot: int) -> State:
    return state._replace(cars=tuple(sorted((*state.cars, spot))))


def without_car(state: State, spot: int) -> State:
    index = state.cars.index(spot)
    return state._replace(cars=state.cars[:index] + state.cars[index + 1 :])


def ask_for_departures(state: State, then: Phase) -> State:
    """6.5: as many cars leave as people have left; then `then`."""
    if state.cars_due < 0:
        return state._replace(phase=Phase.DEPART, then=then)
    return state._replace(phase=then, then=Phase.OVER)


def ask_to_park(state: State, then: Phase) -> State:
    """6.5: every newcomer's car is parked; then `then`."""
    if state.cars_due > 0:
        return state._replace(phase=Phase.PARK, then=then)
    return state._replace(phase=then, then=Phase.OVER)
