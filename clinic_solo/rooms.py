"""5.5, 5.7: the rooms that work in a position: functional ones, unless a ruleset asks for more."""

from clinic_solo.clinic import clinic_of
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import Service


def service_of(setting: Setting, state: State, space: int) -> Service | None:
    """The service that a room offers, None where none works."""
    service = clinic_of(setting.board, state.grid).rooms.get(space)
    return service if service is not None and setting.rules.room_works(setting, state, space) else None


def treatment_rooms(setting: Setting, state: State) -> tuple[int, ...]:
    """5.5, 11.3: the treatment rooms that count at the end."""
    rooms = clinic_of(setting.board, state.grid).treatment_rooms
    return tuple(room for room in rooms if setting.rules.room_scores(setting, state, room))


def treating_buildings(setting: Setting, state: State) -> int:
    """11.4 [decision treating-building]: buildings with a treatment room that counts."""
    building = clinic_of(setting.board, state.grid).building
    return len({building[room] for room in treatment_rooms(setting, state)})
