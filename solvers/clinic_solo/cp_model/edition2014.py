"""Section 15 in the model: what the 2014 edition asks of buildings and staff, and when it pays.

Several doctors in a Hire are in `hire`, patients who are moved and have to be taken in `queues`.
"""

from collections.abc import Callable, Iterable

from clinic_solo.tiles import HUBS, Person, Tile
from solvers.clinic_solo.cp_model.variables import Draft
from solvers.clinic_solo.kernel.ruleset_tables import edition_2014_of
from solvers.core.cpsat import Number

Neighbours = Callable[[int], Iterable[int]]

# --- building ---


def needed_beside(draft: Draft) -> None:
    """15.6: an office adjacent to a room, that comes with it at the latest; 15.7: a hub beside an operating room."""
    if edition_2014_of(draft.game) is None:
        return
    board = draft.board
    for space, tiles in draft.sites.tiles.items():
        if Tile.TREATMENT in tiles:
            _beside(draft, space, Tile.TREATMENT, board.adjacent[space], (Tile.SUPPLY,), later=2)
        if Tile.OPERATING in tiles:
            _beside(draft, space, Tile.OPERATING, board.beside[space], HUBS, later=0)


def _beside(
    draft: Draft, space: int, tile: Tile, neighbours: Iterable[int], others: tuple[Tile, ...], *, later: int
) -> None:
    """A tile comes to a space only if one of its neighbours holds one of the others so many moments after it."""
    neighbours = list(neighbours)
    if any(draft.state.grid[other] in others for other in neighbours):
        return
    found: list[Number] = []
    for other in neighbours:
        if draft.sites.may_be(other, *others):
            served = draft.flag(f"{tile.word} {draft.board.space_name(space)} by {draft.board.space_name(other)}")
            found.append(served)
            draft.cp.add(served <= draft.tile[space, tile])
            draft.cp.add(served <= draft.there(other, *others))
            for moment, came in draft.moments[space]:
                draft.cp.add(served + came - 1 <= draft.before(moment + later, other))
    draft.cp.add(sum(found) >= draft.tile[space, tile])


def one_stack(draft: Draft) -> None:
    """15.16: entrances and helipads."""
    numbers, state = edition_2014_of(draft.game), draft.state
    if numbers is not None:
        ways_in = len(state.entrances) + sum(draft.built.entrances.values()) + draft.number_of(Tile.HELIPAD)
        draft.cp.add(ways_in <= numbers.arrows)


# --- staff in the offices ---


def need_staff(draft: Draft, room: int, patients: Number, most: int) -> None:
    """15.6: a room hosts and treats so many patients only if an office adjacent to it holds staff after the Move."""
    numbers = edition_2014_of(draft.game)
    if numbers is not None and numbers.office_needs_staff:
        if room not in draft.staffed:
            draft.staffed[room] = draft.flag(f"staff for {draft.board.space_name(room)}")
        draft.cp.add(patients <= most * draft.staffed[room])


def staff_in_offices(draft: Draft) -> None:
    """15.6: once it is written who ends where."""
    for room, served in draft.staffed.items():
        offices = [other for other in draft.board.adjacent[room] if draft.sites.may_be(other, Tile.SUPPLY)]
        draft.cp.add(served <= sum(_in_office(draft, office) for office in offices))


def _in_office(draft: Draft, space: int) -> Number:
    """Staff who end in a space and do not lie there, as donors do in hubs: those are in an office (8.5)."""
    orderly = str(Person.ORDERLY)
    return draft.ends.of(orderly, space) - draft.ends.lying.get((orderly, space), 0)


# --- money and points ---


def pays_late(draft: Draft) -> bool:
    """15.10: whether extreme consultation is paid when popularity has been bought."""
    numbers = edition_2014_of(draft.game)
    return numbers is not None and numbers.consultation_after_popularity


def points_for_buildings(draft: Draft, more: Number) -> Number:
    """11.4, 15.11: for buildings that treat, beyond the first."""
    numbers, second = edition_2014_of(draft.game), draft.game.deck.points.building
    if numbers is None or numbers.third_building == second:
        return second * more
    most = draft.board.ground
    one = draft.lesser((more, most), (1, 1), "a second building")
    return second * one + numbers.third_building * (more - one)
