"""Rules 15.6–15.8, 15.13 and 15.16: what may stand where."""

from collections.abc import Iterator

from clinic_solo import build
from clinic_solo.clinic import clinic_of
from clinic_solo.moves import Build
from clinic_solo.rulesets.edition2014.numbers import numbers_of
from clinic_solo.rulesets.edition2014.staff import offices_beside
from clinic_solo.setting import Setting
from clinic_solo.state import Phase, State
from clinic_solo.tiles import HUBS, Tile, is_module
from tabletop.moves import IllegalMove


def refusal(setting: Setting, state: State, tile: Tile, space: int) -> IllegalMove | None:
    """Why a tile may not stand in a space where the Deluxe Edition has nothing against it."""
    name = setting.board.space_name(space)
    if tile == Tile.HELIPAD:
        return stock_refusal(setting, state)
    if tile == Tile.OPERATING and clinic_of(setting.board, state.grid).hub_service(space) is None:
        return IllegalMove("15.7", f"no hub is beside {name}, as an operating room needs")
    if (
        tile == Tile.TREATMENT
        and not _has_office(setting, state, space)
        and not _office_can_follow(setting, state, space)
    ):
        return IllegalMove("15.6", f"no office is adjacent to {name}, and none can be built with the room")
    if tile == Tile.SUPPLY and state.slot == 0:
        left = [room for room, there in enumerate(state.grid) if there == Tile.TREATMENT]
        if any(space not in setting.board.adjacent[room] for room in left):
            return IllegalMove("15.6", f"the office of the set-up is adjacent to the room, which {name} is not")
        if not left and not _room_can_follow(setting, state, space):
            return IllegalMove("15.6", f"no room could be adjacent to the office of the set-up at {name}")
    return None


def stock_refusal(setting: Setting, state: State) -> IllegalMove | None:
    """15.16: entrances and helipads come from one stack."""
    if len(state.entrances) + state.count(Tile.HELIPAD) >= numbers_of(setting).arrows:
        return IllegalMove("15.16", "no entrance or helipad is left")
    return None


def hub_beside(setting: Setting, state: State, tile: Tile, space: int) -> bool:
    """15.7 [decision 2014-vertical]: a hub on the same floor, or one of this service above or below."""
    board = setting.board
    level = [state.grid[other] for other in board.beside[space]]
    column = [state.grid[other] for other in (board.below(space), board.above(space)) if other is not None]
    return any(other in HUBS for other in level) or tile in column


def carries_garden(below: int | None) -> bool:
    """15.8 [decision 2014-garden]."""
    return below is None or is_module(below)


def _has_office(setting: Setting, state: State, room: int) -> bool:
    return bool(offices_beside(setting, state, room))


def _office_can_follow(setting: Setting, state: State, room: int) -> bool:
    """15.6: whether an office can be built beside a new room, at once and with what money it leaves."""
    free = state.slot == 0
    if free and state.count(Tile.SUPPLY):
        return False  # 3.4: the set-up has only one
    move = Build(Tile.TREATMENT, room)
    price = 0 if free else build.cost(setting, move) or 0
    with_room = build.place(setting, state, move)._replace(money=state.money - price)
    offices = (Build(Tile.SUPPLY, space) for space in setting.board.adjacent[room])
    return any(build.refusal(setting, with_room, office, free=free) is None for office in offices)


def _room_can_follow(setting: Setting, state: State, office: int) -> bool:
    """15.6: whether the room of the set-up can still be built beside its office."""
    with_office = build.place(setting, state, Build(Tile.SUPPLY, office))
    rooms = (Build(Tile.TREATMENT, space) for space in setting.board.adjacent[office])
    return any(build.refusal(setting, with_office, room, free=True) is None for room in rooms)


def pass_refusal(setting: Setting, state: State) -> IllegalMove | None:
    """15.6: a room that has no office yet must get one."""
    if state.phase is Phase.BONUS_SUPPLY and not _has_office(setting, state, state.spot):
        return IllegalMove("15.6", f"the room at {setting.board.space_name(state.spot)} needs an office")
    return None


def faults(setting: Setting, state: State) -> Iterator[str]:
    board, clinic = setting.board, clinic_of(setting.board, state.grid)
    begun = (state.spot,) if state.phase is Phase.BONUS_SUPPLY else ()
    for space in clinic.modules if state.round else ():
        if state.grid[space] == Tile.TREATMENT and space not in begun and not _has_office(setting, state, space):
            yield f"{board.space_name(space)}: no office is adjacent to the room (15.6)"
        if state.grid[space] == Tile.OPERATING and clinic.hub_service(space) is None:
            yield f"{board.space_name(space)}: no hub is beside the operating room (15.7)"
    with_hub = {clinic.building[space] for space in clinic.modules if state.grid[space] in HUBS}
    for space in sorted(set(clinic.building.values()) - with_hub):
        yield f"{board.space_name(space)}: a building without a hub (15.13)"
    arrows, most = len(state.entrances) + state.count(Tile.HELIPAD), numbers_of(setting).arrows
    if arrows > most:
        yield f"{arrows} entrances and helipads, there are {most} (15.16)"
