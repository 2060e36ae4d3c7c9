"""Rule 4.4 in the model: up to two components in each Build action."""

from dataclasses import replace

from ortools.sat.python.cp_model import IntVar

from clin9ic.build import LOT_PRICE, MOST_CUBES, PRICES
from clin9ic.cards import GARDEN, PILLAR
from clin9ic.moves import Kind
from clin9ic.state import LOT_SPACES, MOST_ENTRANCES, MOST_GARDENS, MOST_PILLARS
from solvers.clin9ic.cp_model.switches import Group
from solvers.clin9ic.cp_model.variables import ComponentVars, Draft, Position
from solvers.core.cpsat import Number

SIMPLE = (Kind.ENTRANCE, Kind.PARKING, Kind.GARDEN, Kind.PILLAR)
CUBES = (Kind.CONVEYOR, Kind.CONVEYORS)


def component(draft: Draft, round_number: int, before: Position, may: IntVar, name: str) -> ComponentVars:
    """4.4: one component or none; `may` is whether one is due here at all."""
    kinds = {kind: draft.flag(f"{name} {kind}") for kind in SIMPLE + (CUBES if draft.switches.conveyors else ())}
    floors, upgrades = _floors(draft, before, name)
    vars_ = ComponentVars(kinds, floors, upgrades, before, before)
    draft.cp.add(sum(vars_.choices) <= may)
    after = replace(
        before,
        built=_raised(draft, before.built, floors, f"{name} built"),
        upgraded=_raised(draft, before.upgraded, upgrades, f"{name} upgraded"),
    )
    after = _dice_of_the_clinic(draft, before, after, vars_, name)
    after = _pay_and_park(draft, round_number, before, after, vars_, name)
    vars_.after = _cubes(draft, before, after, vars_, name)
    return vars_


def _floors(draft: Draft, before: Position, name: str) -> tuple[tuple[IntVar, ...], tuple[IntVar, ...]]:
    """Which floor is new and which is upgraded: the next one, and one that shows side A."""
    floors, upgrades = [], []
    for floor in draft.clinics.floors:
        new, upgrade = draft.flag(f"{name} floor {floor + 1}"), draft.flag(f"{name} upgrade {floor + 1}")
        draft.cp.add(new <= (before.built[floor - 1] if floor else 0))
        draft.cp.add(new + before.built[floor] <= 1)
        draft.cp.add(upgrade <= before.built[floor])
        draft.cp.add(upgrade + before.upgraded[floor] <= 1)
        floors.append(new)
        upgrades.append(upgrade)
    return tuple(floors), tuple(upgrades)


def _raised(draft: Draft, before: tuple[IntVar, ...], more: tuple[IntVar, ...], name: str) -> tuple[IntVar, ...]:
    return tuple(draft.equal(b + m, draft.range_of(b)[0], 1, name) for b, m in zip(before, more, strict=True))


def _dice_of_the_clinic(draft: Draft, before: Position, after: Position, vars_: ComponentVars, name: str) -> Position:
    """Entrances, gardens and pillars: bought one by one up to six, or printed, their dice stopping at six."""

    def printed(letter: str) -> Number:
        return draft.modules(after, letter) - draft.modules(before, letter)

    def turned(now: IntVar, kind: Kind, most: int, come: Number) -> IntVar:
        draft.cp.add(now <= most - 1).only_enforce_if(vars_.kinds[kind])
        capped = draft.least([now + vars_.kinds[kind] + come, most], -most, most, f"{name} {kind} up to {most}")
        return draft.greatest([capped, 0], 0, most, f"{name} {kind}s")

    return replace(
        after,
        entrances=turned(before.entrances, Kind.ENTRANCE, MOST_ENTRANCES, sum(vars_.floors)),
        gardens=turned(before.gardens, Kind.GARDEN, MOST_GARDENS, printed(GARDEN)),
        pillars=turned(before.pillars, Kind.PILLAR, MOST_PILLARS, printed(PILLAR)),
    )


def _pay_and_park(
    draft: Draft, round_number: int, before: Position, after: Position, vars_: ComponentVars, name: str
) -> Position:
    """The price, and the lots that Floor-1's upgrade makes necessary at once."""
    most_lots = draft.range_of(before.lots)[1]
    upgrade = vars_.upgrades[0]
    gone: Number = 0
    if not draft.instance.game.options.lots_kept_on_upgrade:
        gone = draft.number(0, most_lots, f"{name} lots gone")
        draft.cp.add(gone == before.lots).only_enforce_if(upgrade)
        draft.cp.add(gone == 0).only_enforce_if(~upgrade)
    most_cars = sum(draft.most(kind, round_number) for kind in draft.ways.openings)
    extra = draft.number(0, -(-most_cars // LOT_SPACES), f"{name} lots at once")
    kept = before.lots + vars_.kinds[Kind.PARKING] - gone
    missing = draft.number(0, most_cars, f"{name} spaces missing")
    parked = draft.parking(replace(after, lots=draft.constant(0))) + LOT_SPACES * kept
    held = upgrade, draft.rule(Group.PARKING, round_number)
    draft.cp.add_max_equality(missing, [before.cars - parked, 0]).only_enforce_if(*held)
    draft.cp.add(LOT_SPACES * extra >= missing).only_enforce_if(*held)
    draft.cp.add(LOT_SPACES * extra <= missing + LOT_SPACES - 1).only_enforce_if(*held)
    draft.cp.add(extra == 0).only_enforce_if(~upgrade)
    prices: list[Number] = [PRICES[kind] * literal for kind, literal in vars_.kinds.items()]
    prices += [PRICES[Kind.FLOOR] * sum(vars_.floors), PRICES[Kind.UPGRADE] * sum(vars_.upgrades)]
    low, high = draft.range_of(before.money)
    return replace(
        after,
        lots=draft.equal(kept + extra, 0, most_lots + 1 + draft.range_of(extra)[1], f"{name} lots"),
        money=draft.equal(before.money - sum(prices) - LOT_PRICE * extra, min(0, low), high, f"{name} money"),
    )


def _cubes(draft: Draft, before: Position, after: Position, vars_: ComponentVars, name: str) -> Position:
    """Cubes stay on modules; one is placed on another module, or the pair moves to another pair."""
    if not draft.switches.conveyors:
        return after  # those that stand follow from the floors
    place, shift = vars_.kinds[Kind.CONVEYOR], vars_.kinds[Kind.CONVEYORS]
    clinics = draft.clinics
    cubes = tuple(draft.flag(f"{name} cube {space}") for space in clinics.spaces)
    same = []
    for space, was, now in zip(clinics.spaces, before.cubes, cubes, strict=True):
        floor = space.floor - 1
        a, b = (int(clinics.is_module(space, upgraded)) for upgraded in (False, True))
        module = a * after.built[floor] + (b - a) * after.upgraded[floor]
        draft.cp.add(now <= module)
        draft.cp.add(now <= was).only_enforce_if(~place, ~shift)
        draft.cp.add(now >= was + module - 1).only_enforce_if(~shift)
        same.append(draft.both(was, now, f"{name} cube {space} stays"))
    draft.cp.add(sum(cubes) == sum(before.cubes) + 1).only_enforce_if(place)
    draft.cp.add(sum(cubes) <= MOST_CUBES)
    draft.cp.add(sum(cubes) == MOST_CUBES).only_enforce_if(shift)
    draft.cp.add(sum(before.cubes) == MOST_CUBES).only_enforce_if(shift)
    draft.cp.add(sum(same) <= MOST_CUBES - 1).only_enforce_if(shift)
    return replace(after, cubes=cubes)
