"""Rules 2.3, 5.2e and 5.4 in the model: which building a module belongs to.

Every module stands on a column of modules, and two columns side by side touch on the ground already: buildings are the
connected groups of ground-floor modules, and the ground alone decides what would join two of them.
"""

from clinic_solo.tiles import HUBS, Tile, is_module
from solvers.clinic_solo.cp_model.variables import Draft
from solvers.core.cpsat import Number

Labels = dict[tuple[int, int], Number]  # ground space, building: whether a module there belongs to it


def buildings(draft: Draft) -> tuple[Labels, list[int]]:
    """2.3, 5.2e: a label for each ground-floor module; a new building has a founder, others grow from a neighbour."""
    clinic, sites, cp = draft.sites.clinic, draft.sites, draft.cp
    old = sorted(set(clinic.building.values()))
    places = [s for s in range(draft.board.ground) if any(is_module(t) for t in sites.tiles.get(s, ()))]
    new = [-1 - number for number in range(min(len(places), sites.components))]
    labels: Labels = {}
    for space in range(draft.board.ground):
        if draft.instance.has_module(space):
            labels |= {(space, label): int(clinic.building[space] == label) for label in (*old, *new)}
        elif space in places:
            beside = clinic.buildings_beside(space)
            fitting = [label for label in (*old, *new) if not beside or label in beside]
            flags = {label: draft.flag(f"building {label} {draft.board.plain_name(space)}") for label in fitting}
            labels |= {(space, label): flags.get(label, 0) for label in (*old, *new)}
            cp.add(sum(flags.values()) == draft.module(space))
    for space in places:
        for other in draft.board.beside[space]:
            if other in places:
                for label in (*old, *new):
                    cp.add(labels[space, label] <= labels[other, label] + 1 - draft.module(other))
    _grow(draft, labels, places, new)
    return labels, [*old, *new]


def _grow(draft: Draft, labels: Labels, places: list[int], new: list[int]) -> None:
    """5.2e: each new building begins once, and every other ground-floor module touches an earlier one.

    [switch building_needs_hub], 15.13: it begins with a hub.
    """
    cp = draft.cp
    founders: dict[tuple[int, int], Number] = {}
    for space in places:
        if draft.sites.clinic.buildings_beside(space):
            continue
        for label in new:
            founders[space, label] = draft.flag(f"founder {label} {draft.board.plain_name(space)}")
            cp.add(founders[space, label] <= labels[space, label])
            if draft.game.switches.building_needs_hub:
                cp.add(founders[space, label] <= draft.there(space, *HUBS))
        parents: list[Number] = []
        for other in draft.board.beside[space]:
            if other not in places:
                continue
            parent = draft.flag(f"{draft.board.plain_name(space)} grows from {draft.board.plain_name(other)}")
            parents.append(parent)
            cp.add(parent <= draft.module(other))
            for moment, came in draft.moments[space]:
                cp.add(came + parent - 1 <= draft.before(moment, other))
        cp.add(sum(parents) + sum(founders[space, label] for label in new) >= draft.module(space))
    begun: list[Number] = []
    for label in new:
        begun.append(sum(v for (_, n), v in founders.items() if n == label))
        cp.add(begun[-1] <= 1)
        for space in places:
            cp.add(labels[space, label] <= begun[-1])
    for number in range(1, len(new)):  # new buildings are alike: the first ones are begun, in the order of the board
        cp.add(begun[number] <= begun[number - 1])
        where = [sum((s + 1) * v for (s, n), v in founders.items() if n == new[i]) for i in (number - 1, number)]
        cp.add(where[0] <= where[1] + draft.board.ground * (1 - begun[number]))


def hubs(draft: Draft, labels: Labels, known: list[int]) -> None:
    """5.4: at most one hub on a floor of a building."""
    clinic, board = draft.sites.clinic, draft.board
    for floor in range(draft.game.deck.floors):
        spaces = range(floor * board.ground, (floor + 1) * board.ground)
        fresh = [s for s in spaces if any(t in HUBS for t in draft.sites.tiles.get(s, ()))]
        for label in known:
            taken = label >= 0 and clinic.hub_on_floor(label, floor)
            here: list[Number] = []
            for space in fresh:
                belongs = labels[space % board.ground, label]
                if isinstance(belongs, int) and not belongs:
                    continue
                hub = draft.there(space, *HUBS)
                if taken:
                    draft.cp.add(hub + belongs <= 1)
                else:
                    here.append(draft.flag(f"hub {board.space_name(space)} of {label}"))
                    draft.cp.add(here[-1] >= hub + belongs - 1)
            if here:
                draft.cp.add(sum(here) <= 1)


def functional(draft: Draft) -> dict[tuple[int, int], Number]:
    """5.5, 5.7: whether a treatment room works for a service: a hub beside it, a supply room adjacent."""
    found: dict[tuple[int, int], Number] = {}
    for space in range(draft.board.size):
        if not draft.sites.may_be(space, Tile.TREATMENT):
            continue
        now = draft.sites.clinic.rooms.get(space)
        supply = [
            draft.there(n, Tile.SUPPLY) for n in draft.board.adjacent[space] if draft.sites.may_be(n, Tile.SUPPLY)
        ]
        for row, service in enumerate(draft.game.services):
            hub = hub_beside(draft, space, row)
            if now is not None:
                found[space, row] = int(now == service)
            elif supply and not (isinstance(hub, int) and not hub):
                name = f"{service.word} {draft.board.space_name(space)}"
                supplied = draft.any_of(supply, f"supplied for {name}")
                parts = [draft.there(space, Tile.TREATMENT), hub, supplied]
                found[space, row] = draft.all_of([p for p in parts if not isinstance(p, int)], name)
        services = [found[space, row] for row in range(len(draft.game.services)) if (space, row) in found]
        draft.cp.add(sum(services) <= draft.there(space, Tile.TREATMENT))
    return found


def hub_beside(draft: Draft, space: int, row: int) -> Number:
    """Whether a hub of a service stands beside a space on its floor; there is at most one (5.4)."""
    if (space, row) not in draft.hubs_beside:
        hub = HUBS[draft.game.services[row]]
        beside = [draft.there(n, hub) for n in draft.board.beside[space] if draft.sites.may_be(n, hub)]
        if not beside or any(isinstance(there, int) for there in beside):
            draft.hubs_beside[space, row] = int(bool(beside))
        else:
            name = f"hub {row} beside {draft.board.space_name(space)}"
            draft.hubs_beside[space, row] = draft.any_of(beside, name)
    return draft.hubs_beside[space, row]


def treating(draft: Draft, rooms: dict[tuple[int, int], Number], labels: Labels, known: list[int]) -> Number:
    """11.4: treating buildings beyond the first."""
    ground = draft.board.ground
    treats: list[Number] = []
    for label in known:
        columns: list[Number] = []
        for column in range(ground):
            working = [v for (s, _), v in rooms.items() if s % ground == column and not (isinstance(v, int) and not v)]
            belongs = labels.get((column, label), 0)
            if working and not (isinstance(belongs, int) and not belongs):
                any_ = draft.any_of(working, f"treats {column}")
                columns.append(draft.all_of([any_, belongs], f"treats {column} {label}"))
        if columns:
            treats.append(draft.any_of(columns, f"building {label} treats"))
    return draft.greatest([sum(treats) - 1, 0], 0, len(known), "buildings beyond the first")
