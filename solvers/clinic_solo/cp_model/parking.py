"""Rules 5.2d, 5.12 and 6.5 in the model: where cars stand, action by action.

During the actions cars only come, or move into a parking tile that is being built; they leave after Move, care and
Admin, when nothing is built any more.
"""

from clinic_solo.clinic import clinic_of
from clinic_solo.tiles import PARKING_TILES, Tile, is_module
from solvers.clinic_solo.cp_model.variables import Draft
from solvers.core.cpsat import Number


def park(draft: Draft) -> None:
    """6.5: a place for every newcomer's car; 5.2d: no module beside a car."""
    _candidates(draft)
    if draft.sites.cars_move:
        for slot in draft.slots:
            cars = [v for (s, _), v in draft.cars.parked.items() if s == slot]
            draft.cp.add(sum(cars) == draft.newcomers(slot))
    else:
        draft.cp.add(sum(draft.cars.parked.values()) == sum(draft.newcomers(slot) for slot in draft.slots))
    for border in free_borders(draft):
        if draft.sites.cars_move:
            _border(draft, border)
        else:
            _border_for_good(draft, border)
    for space in draft.sites.lots:
        _lot(draft, space)
    _repark(draft)


def free_borders(draft: Draft) -> tuple[int, ...]:
    return clinic_of(draft.board, draft.state.grid).free_borders


def _candidates(draft: Draft) -> None:
    board, cars = draft.board, draft.cars
    places = draft.game.deck.building.upgrade_places
    tiles = [s for s in draft.sites.lots if s in draft.sites.tiles or s in draft.sites.upgrades]
    spots = [(border, 1) for border in free_borders(draft)] + [(board.lot(s), places) for s in draft.sites.lots]
    for spot, room in spots:
        for slot in draft.slots if draft.sites.cars_move else (0,):
            cars.parked[slot, spot] = draft.number(0, room, f"slot {slot} parks {board.spot_name(spot)}")
        for c in draft.components if tiles else ():
            if c or spot in draft.state.cars:
                cars.away[c, spot] = draft.number(0, room, f"component {c} takes {board.spot_name(spot)}")
    for c in draft.components:
        for space in tiles:
            cars.into[c, space] = draft.number(0, places, f"component {c} fills {board.plain_name(space)}")


def standing(draft: Draft, spot: int, slots: int, components: int) -> Number:
    """Cars at a spot after so many actions of newcomers and so many components."""
    cars, space = draft.cars, draft.board.lot_space(spot)
    total: Number = draft.state.cars.count(spot)
    total = total + sum(cars.parked[slot, spot] for slot in range(slots) if (slot, spot) in cars.parked)
    total = total - sum(cars.away[c, spot] for c in range(components) if (c, spot) in cars.away)
    return total + sum(cars.into[c, space] for c in range(components) if space is not None and (c, space) in cars.into)


def _border(draft: Draft, border: int) -> None:
    """6.5: one car, while no module touches it; 5.2d: none when a module comes."""
    per_action, spaces = draft.per_action, [s for s in range(draft.board.ground) if border in draft.board.borders[s]]
    for slot in draft.slots:
        draft.cp.add(standing(draft, border, slot + 1, (slot + 1) * per_action) <= 1)
        parked = draft.cars.parked[slot, border]
        for space in spaces:
            if draft.sites.may_be_module(space):
                draft.cp.add(parked + draft.before_slot(slot, space) + draft.module(space) <= 2)
    for c in draft.components:
        if (c, border) in draft.cars.away:
            draft.cp.add(standing(draft, border, draft.slot_of(c), c + 1) >= 0)
    for space in spaces:
        if any(is_module(tile) for tile in draft.sites.tiles.get(space, ())):
            for moment, came in draft.moments[space]:
                c = moment // 2
                cars = standing(draft, border, draft.slot_of(c), c)
                if not isinstance(cars, int) or cars:
                    draft.cp.add(came + draft.module(space) + cars <= 2)


def _border_for_good(draft: Draft, border: int) -> None:
    """5.2d, 6.5: where no car moves away again, a border has a car or touches a module, whichever comes first."""
    cars = standing(draft, border, len(draft.slots), 0)
    draft.cp.add(cars <= 1)
    for space in range(draft.board.ground):
        if border in draft.board.borders[space] and draft.sites.may_be_module(space):
            draft.cp.add(cars + draft.module(space) <= 1)


def _lot(draft: Draft, space: int) -> None:
    """5.12, 6.5: two places on a tile, three once it is upgraded."""
    building, spot = draft.game.deck.building, draft.board.lot(space)
    more = building.upgrade_places - building.parking_places
    new = draft.state.grid[space] not in PARKING_TILES
    for slot in draft.slots if draft.sites.cars_move else draft.slots[-1:]:
        for c in range(slot * draft.per_action, (slot + 1) * draft.per_action):
            if c in draft.components:
                cars = standing(draft, spot, slot, c + 1)
                draft.cp.add(cars >= 0)
                draft.cp.add(cars <= _places(draft, space, c + 1, building.parking_places, more))
        last = (slot + 1) * draft.per_action
        draft.cp.add(
            standing(draft, spot, slot + 1, last) <= _places(draft, space, last, building.parking_places, more)
        )
        if new:
            draft.cp.add(draft.cars.parked[slot, spot] <= building.upgrade_places * draft.there(space, Tile.PARKING))


def _places(draft: Draft, space: int, components: int, places: int, more: int) -> Number:
    grown = sum(v for (c, s), v in draft.built.upgrades.items() if s == space and c < components)
    if draft.state.grid[space] == Tile.BIG_PARKING:
        return places + more
    return places * draft.before(2 * components, space) + more * grown


def _repark(draft: Draft) -> None:
    """5.12: right after a tile is built or upgraded, cars may move into it."""
    cars, built = draft.cars, draft.built
    most = draft.game.deck.building.upgrade_places
    for (c, space), into in cars.into.items():
        now: Number = built.upgrades.get((c, space), 0)
        if (c, space) in built.tiles:
            now = now + built.tiles[c, space]
            draft.cp.add(into <= most * draft.there(space, Tile.PARKING))
        draft.cp.add(into <= most * now)
    for c in draft.components:
        away = sum(v for (n, _), v in cars.away.items() if n == c)
        draft.cp.add(away == sum(v for (n, _), v in cars.into.items() if n == c))
