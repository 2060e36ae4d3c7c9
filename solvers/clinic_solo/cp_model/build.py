"""Section 5 in the model: components and what each of them needs. Tiles never go away, so that what no two tiles may be
to each other (5.2a, 5.2c, limits) is asked once, of all that is there in the end; what has to be there first (5.2b,
5.5, 5.8-5.12) is asked moment by moment.
"""

from clinic_solo.tiles import HUBS, KIND, PARKING_TILES, SPECIALS, Action, Kind, Tile, is_module
from solvers.clinic_solo.cp_model import edition2014
from solvers.clinic_solo.cp_model.extinguishers import extinguishers, spent_on_extinguishers
from solvers.clinic_solo.cp_model.variables import Draft
from solvers.clinic_solo.kernel.ruleset_tables import edition_2014_of
from solvers.core.cpsat import Number


def build(draft: Draft) -> None:
    _candidates(draft)
    components(draft)
    one_tile_to_a_space(draft)
    supports(draft)
    kinds_apart(draft)
    bonus_supply_rooms(draft)
    edition2014.needed_beside(draft)
    edition2014.one_stack(draft)
    limits(draft)
    entrances(draft)
    conveyors(draft)
    upgrades(draft)
    extinguishers(draft)


def _candidates(draft: Draft) -> None:
    """A literal for every component that a round could build."""
    sites, built, name = draft.sites, draft.built, draft.board.space_name
    for space, tiles in sites.tiles.items():
        for tile in tiles:
            draft.tile[space, tile] = draft.flag(f"{tile.word} {name(space)}")
    for c in draft.components:
        for space, tiles in sites.tiles.items():
            built.tiles[c, space] = draft.flag(f"component {c} {name(space)}")
            draft.moments.setdefault(space, []).append((2 * c, built.tiles[c, space]))
            if Tile.SUPPLY in tiles:
                built.bonus[c, space] = draft.flag(f"supply room with {c} {name(space)}")
                draft.moments[space].append((2 * c + 1, built.bonus[c, space]))
        for entrance in sites.entrances:
            built.entrances[c, entrance] = draft.flag(f"entrance {c} {draft.board.entrance_names[entrance]}")
        for stop in sites.stops:
            built.stops[c, stop] = draft.flag(f"stop {c} {name(stop)}")
        built.conveyors[c] = draft.flag(f"conveyor {c}") if sites.stops else draft.constant(0)
        for space in sites.upgrades:
            built.upgrades[c, space] = draft.flag(f"upgrade {c} {name(space)}")
        for space in sites.extinguishers:
            built.extinguishers[c, space] = draft.flag(f"extinguisher {c} {name(space)}")


def components(draft: Draft) -> None:
    """5.1: up to two components in a Build action, one after the other."""
    built = draft.built
    used: list[Number] = []
    for c in draft.components:
        groups = (built.tiles, built.entrances, built.upgrades, built.extinguishers)
        chosen = [v for group in groups for (n, _), v in group.items() if n == c] + [built.conveyors[c]]
        used.append(sum(chosen))
        draft.cp.add_at_most_one(chosen)
        draft.cp.add(used[c] <= draft.actions[draft.slot_of(c)][Action.BUILD])
        if c % draft.per_action:
            draft.cp.add(used[c] <= used[c - 1])


def one_tile_to_a_space(draft: Draft) -> None:
    """5.2a: what comes to a space comes once, as one tile."""
    for space, tiles in draft.sites.tiles.items():
        came = [variable for _, variable in draft.moments[space]]
        draft.cp.add_at_most_one(came)
        draft.cp.add(sum(came) == sum(draft.tile[space, tile] for tile in tiles))


def supports(draft: Draft) -> None:
    """5.2b, 5.8, 5.9, 15.8: upstairs all need a module below but gardens, which need what carries them; and before."""
    carriers = [tile for tile in Tile if tile and draft.game.rules.carries_garden(draft.game, tile)]
    for space, tiles in draft.sites.tiles.items():
        below = draft.board.below(space)
        if below is None:
            continue
        for tile in tiles:
            under = draft.there(below, *carriers) if tile == Tile.GARDEN else draft.module(below)
            draft.cp.add(draft.tile[space, tile] <= under)
        if below in draft.sites.tiles:
            for moment, came in draft.moments[space]:
                draft.cp.add(came <= draft.before(moment, below))


def kinds_apart(draft: Draft) -> None:
    """5.2c: no two adjacent modules of a kind. 15.7: above and below each other no two hubs of a service."""
    for space in draft.sites.tiles:
        for other in draft.board.adjacent[space]:
            if other > space and other in draft.sites.tiles:
                for alike in _too_alike(draft, upright=other not in draft.board.beside[space]):
                    both = [draft.tile[s, t] for s in (space, other) for t in draft.sites.tiles[s] if t in alike]
                    if len(both) > 1:
                        draft.cp.add_at_most_one(both)


def _too_alike(draft: Draft, *, upright: bool) -> list[tuple[Tile, ...]]:
    """5.2c, 15.7: sets of modules of which no two may be adjacent."""
    numbers = edition_2014_of(draft.game)
    kinds = [tuple(tile for tile in Tile if KIND.get(tile) == kind) for kind in Kind if kind != Kind.HUB]
    if upright and numbers is not None and numbers.hub_above_other_service:
        return [*((hub,) for hub in HUBS), *kinds]
    return [HUBS, *kinds]


def bonus_supply_rooms(draft: Draft) -> None:
    """5.5: straight after a treatment room one supply room adjacent to it, outside the limit of components."""
    built = draft.built
    for c in draft.components:
        draft.cp.add(sum(v for (n, _), v in built.bonus.items() if n == c) <= 1)
    for (c, space), bonus in built.bonus.items():
        draft.cp.add_implication(bonus, draft.tile[space, Tile.SUPPLY])
        beside = [n for n in draft.board.adjacent[space] if (n, Tile.TREATMENT) in draft.tile]
        draft.cp.add(sum(built.tiles[c, n] for n in beside) >= bonus)
        for n in beside:
            draft.cp.add_bool_or(bonus.Not(), built.tiles[c, n].Not(), draft.tile[n, Tile.TREATMENT])


def limits(draft: Draft) -> None:
    """1.3, 5.4, 5.7: tiles there are, hubs of a service and special modules in a round."""
    deck, state = draft.game.deck, draft.state
    new: dict[Tile, list[Number]] = {}
    for (_, tile), variable in draft.tile.items():
        new.setdefault(tile, []).append(variable)
    for tile, variables in new.items():
        if tile in SPECIALS:
            draft.cp.add(sum(variables) <= deck.special_copies - state.count(tile))
        else:
            used = state.parking_tiles() if tile in PARKING_TILES else state.count(tile)
            draft.cp.add(sum(variables) <= deck.limits.tiles[tile] - used)
    for row, service in enumerate(draft.game.services):
        draft.cp.add(sum(new.get(HUBS[service], [])) <= deck.limits.hubs_per_round - state.hubs_built[row])
    specials = [variable for tile in SPECIALS for variable in new.get(tile, [])]
    draft.cp.add(sum(specials) <= deck.limits.specials_per_round - state.specials_built)


def entrances(draft: Draft) -> None:
    """5.10: once, and into a module that is there."""
    built, state = draft.built, draft.state
    draft.cp.add(sum(built.entrances.values()) <= draft.game.deck.limits.entrances - len(state.entrances))
    for entrance in draft.sites.entrances:
        came = [v for (_, e), v in built.entrances.items() if e == entrance]
        target = draft.board.entrance_targets[entrance]
        draft.cp.add_at_most_one(came)
        draft.cp.add(sum(came) <= draft.module(target))
    for (c, entrance), variable in built.entrances.items():
        draft.cp.add(variable <= draft.before(2 * c, draft.board.entrance_targets[entrance]))


def conveyors(draft: Draft) -> None:
    """5.11: two stops in line the first time, then one in line with another, each on a module without one."""
    built, state = draft.built, draft.state
    if not draft.sites.stops:
        return
    draft.cp.add(sum(built.stops.values()) <= draft.game.deck.limits.conveyors - len(state.conveyors))
    first: list[Number] = []
    for c in draft.components:
        begins: Number = 0
        if not state.conveyors:
            earlier = [built.conveyors[n] for n in range(c)]
            begins = draft.flag(f"first conveyor {c}")
            draft.cp.add(begins <= built.conveyors[c])
            for other in earlier:
                draft.cp.add(begins + other <= 1)
            draft.cp.add(begins + sum(earlier) >= built.conveyors[c])
        first.append(begins)
        draft.cp.add(sum(v for (n, _), v in built.stops.items() if n == c) == built.conveyors[c] + begins)
    for stop in draft.sites.stops:
        came = [v for (_, s), v in built.stops.items() if s == stop]
        draft.cp.add_at_most_one(came)
        draft.cp.add(sum(came) <= draft.module(stop))
    for (c, stop), variable in built.stops.items():
        draft.cp.add(variable <= draft.before(2 * c, stop))
        if any(draft.board.in_line(stop, other) for other in state.conveyors):
            continue
        in_line = [v for (n, s), v in built.stops.items() if n <= c and draft.board.in_line(s, stop)]
        draft.cp.add(variable <= sum(in_line))


def upgrades(draft: Draft) -> None:
    """5.12: a parking tile that is there, once."""
    for space in draft.sites.upgrades:
        came = [v for (_, s), v in draft.built.upgrades.items() if s == space]
        draft.cp.add_at_most_one(came)
        if draft.state.grid[space] != Tile.PARKING:
            draft.cp.add(sum(came) <= draft.there(space, Tile.PARKING))
    for (c, space), variable in draft.built.upgrades.items():
        draft.cp.add(variable <= draft.before(2 * c, space))


def spent_on_building(draft: Draft) -> Number:
    """5.3."""
    prices = draft.game.deck.building.cost
    total: Number = sum((draft.sites.price(tile, space) or 0) * v for (space, tile), v in draft.tile.items())
    total = total + (prices["entrance"][0] or 0) * sum(draft.built.entrances.values())
    total = total + (prices["conveyor"][0] or 0) * sum(draft.built.conveyors.values())
    total = total + spent_on_extinguishers(draft)
    return total + draft.game.deck.building.upgrade_cost * sum(draft.built.upgrades.values())


def modules(draft: Draft) -> Number:
    """How many modules there are when all is built."""
    standing = sum(map(is_module, draft.state.grid))
    return standing + sum(variable for (_, tile), variable in draft.tile.items() if is_module(tile))
