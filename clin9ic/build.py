"""Rule 4.4: the Build action."""

from clin9ic.cards import GARDEN, PILLAR
from clin9ic.clinic import clinic_of
from clin9ic.moves import Build, Component, Kind
from clin9ic.setting import Setting
from clin9ic.state import (
    LOT_SPACES,
    MOST_ENTRANCES,
    MOST_GARDENS,
    MOST_PILLARS,
    Floor,
    Phase,
    Space,
    State,
    parking,
    side_of,
)
from tabletop.moves import IllegalMove

MOST_COMPONENTS = 2
MOST_CUBES = 2
LOT_PRICE = 2
PRICES = {
    Kind.ENTRANCE: 2,
    Kind.PARKING: LOT_PRICE,
    Kind.GARDEN: 2,
    Kind.PILLAR: 2,
    Kind.CONVEYOR: 2,
    Kind.CONVEYORS: 4,
    Kind.FLOOR: 6,
    Kind.UPGRADE: 3,
}
CUBES = {Kind.CONVEYOR: 1, Kind.CONVEYORS: MOST_CUBES}  # spaces a component names


def build(setting: Setting, state: State, move: Build) -> State:
    """4.4: the components one after the other; the action goes on after a card that had to be revealed."""
    if len(move.components) + state.built > MOST_COMPONENTS:
        raise IllegalMove("4.4", f"a Build action gives up to {MOST_COMPONENTS} components")
    after = state
    for component in move.components:
        if _hides_next(state, after):
            raise IllegalMove("3.1", "the next floor card is not known yet: build the floor alone, then go on")
        after = build_component(setting, after, component)
    return _ended(state, after, len(move.components))


def _hides_next(before: State, after: State) -> bool:
    """3.1: whether a floor was built and the card below it is not known."""
    return after.unknown and after.stack != before.stack


def _ended(before: State, after: State, number: int) -> State:
    """4.4: the action is over after so many components, or goes on once a card is revealed."""
    if _hides_next(before, after):
        return after._replace(phase=Phase.REVEAL, built=before.built + number)
    return after._replace(built=0, step=after.step + 1)


def build_component(setting: Setting, state: State, component: Component) -> State:
    """4.4: one component, paid for."""
    price = PRICES[component.kind]
    if len(component.spaces) != CUBES.get(component.kind, 0):
        raise IllegalMove("4.4", f"{component.kind} goes on {CUBES.get(component.kind, 0)} spaces")
    if state.money < price:
        raise IllegalMove("4.4", f"{component.kind} costs ${price}, there is ${state.money}")
    state = state._replace(money=state.money - price)
    match component.kind:
        case Kind.ENTRANCE:
            _below(state.entrances, MOST_ENTRANCES, "entrances")
            return state._replace(entrances=state.entrances + 1)
        case Kind.PARKING:
            return state._replace(lots=state.lots + 1)
        case Kind.GARDEN:
            _below(state.gardens, MOST_GARDENS, "gardens")
            return state._replace(gardens=state.gardens + 1)
        case Kind.PILLAR:
            _below(state.pillars, MOST_PILLARS, "pillars")
            return state._replace(pillars=state.pillars + 1)
        case Kind.CONVEYOR:
            return _place_cube(setting, state, component.spaces[0])
        case Kind.CONVEYORS:
            return _move_cubes(setting, state, component.spaces)
        case Kind.FLOOR:
            return _new_floor(setting, state)
        case Kind.UPGRADE:
            return _upgrade(setting, state, component.floor)


def _below(number: int, most: int, what: str) -> None:
    if number >= most:
        raise IllegalMove("4.4", f"there are {most} {what} already, the most there can be")


def _on_module(setting: Setting, state: State, space: Space) -> None:
    if space not in clinic_of(setting, state).modules:
        raise IllegalMove("4.4", f"{space} is no printed module")


def _place_cube(setting: Setting, state: State, space: Space) -> State:
    if len(state.conveyors) == MOST_CUBES:
        raise IllegalMove("4.4", "both cubes are placed: conveyors:SPACE+SPACE moves the pair for $4")
    _on_module(setting, state, space)
    if space in state.conveyors:  # decision: never two cubes on one module
        raise IllegalMove("4.4", f"the other cube stands on {space}")
    return state._replace(conveyors=tuple(sorted((*state.conveyors, space))))


def _move_cubes(setting: Setting, state: State, spaces: tuple[Space, ...]) -> State:
    if len(state.conveyors) < MOST_CUBES:
        raise IllegalMove("4.4", "only a pair of placed cubes can be moved")
    for space in spaces:
        _on_module(setting, state, space)
    if len(set(spaces)) < MOST_CUBES:  # decision: never two cubes on one module
        raise IllegalMove("4.4", "the two cubes need different modules")
    if tuple(sorted(spaces)) == state.conveyors:
        raise IllegalMove("4.4", "the cubes stand there already")
    return state._replace(conveyors=tuple(sorted(spaces)))


def _with_printed(setting: Setting, state: State, before: Floor | None, after: Floor) -> State:
    """4.4: gardens and pillars follow what is printed; their dice stop at 6."""
    new = side_of(setting, after)
    old = side_of(setting, before) if before else None
    gardens = new.count(GARDEN) - (old.count(GARDEN) if old else 0)
    pillars = new.count(PILLAR) - (old.count(PILLAR) if old else 0)
    return state._replace(
        gardens=max(0, min(MOST_GARDENS, state.gardens + gardens)),
        pillars=max(0, min(MOST_PILLARS, state.pillars + pillars)),
    )


def _new_floor(setting: Setting, state: State) -> State:
    if not state.stack:
        raise IllegalMove("4.4", "no floor card is left")
    floor = Floor(state.stack[0])
    state = _with_printed(setting, state, None, floor)
    return state._replace(
        floors=(*state.floors, floor),
        stack=state.stack[1:],
        unknown=state.unknown and len(state.stack) > 2,  # a single card below is known by elimination
        entrances=min(MOST_ENTRANCES, state.entrances + 1),
    )


def _upgrade(setting: Setting, state: State, number: int) -> State:
    if not 1 <= number <= len(state.floors):
        raise IllegalMove("4.4", f"there is no Floor-{number}")
    before = state.floors[number - 1]
    if before.upgraded:
        raise IllegalMove("4.4", f"Floor-{number} shows its side B already")
    after = before._replace(upgraded=True)
    state = _with_printed(setting, state, before, after)
    state = state._replace(floors=(*state.floors[: number - 1], after, *state.floors[number:]))
    # Decision: a cube whose module is gone goes back to the supply.
    modules = clinic_of(setting, state._replace(conveyors=())).modules
    cubes = tuple(cube for cube in state.conveyors if cube in modules)
    state = state._replace(conveyors=cubes, held=())  # 4.9: in changed rooms everybody finds a place anew
    return _park_again(setting, state) if number == 1 else state


def _park_again(setting: Setting, state: State) -> State:
    """4.4: after Floor-1's upgrade, missing parking spaces are bought at once."""
    if not setting.options.lots_kept_on_upgrade:
        state = state._replace(lots=0)
    missing = max(0, state.cars - parking(setting, state))
    lots = -(-missing // LOT_SPACES)
    if state.money < lots * LOT_PRICE:
        raise IllegalMove("4.4", f"{lots} parking lots would be needed at once, ${lots * LOT_PRICE}")
    return state._replace(lots=state.lots + lots, money=state.money - lots * LOT_PRICE)


def candidates(setting: Setting, state: State) -> list[Component]:
    """Every component worth trying here; build_component says which are legal."""
    modules = clinic_of(setting, state).modules
    simple = [Component(kind) for kind in (Kind.ENTRANCE, Kind.PARKING, Kind.GARDEN, Kind.PILLAR, Kind.FLOOR)]
    upgrades = [Component(Kind.UPGRADE, floor=number) for number in range(1, len(state.floors) + 1)]
    if len(state.conveyors) < MOST_CUBES:
        cubes = [Component(Kind.CONVEYOR, spaces=(space,)) for space in modules]
    else:
        pairs = [(one, two) for one in modules for two in modules if one < two]
        cubes = [Component(Kind.CONVEYORS, spaces=pair) for pair in pairs]
    return simple + upgrades + cubes


def legal_builds(setting: Setting, state: State) -> list[Build]:
    """One Build move for each distinct outcome.

    There may be hundreds of places for the two cubes, so what would only lead to the same position again is not tried:
    where the cubes are moved to does not depend on where they stood.
    """
    found: dict[State, Build] = {}
    waiting: list[tuple[State, tuple[Component, ...]]] = [(state, ())]
    seen: set[tuple[int, State]] = set()
    moved: dict[tuple[int, State], set[Component]] = {}
    for so_far, components in waiting:  # grows by one component at a time
        number = len(components)
        if (number, so_far) in seen:
            continue
        seen.add((number, so_far))
        found.setdefault(_ended(state, so_far, number), Build(components))
        if number + state.built == MOST_COMPONENTS or _hides_next(state, so_far):
            continue
        tried = moved.setdefault((number, so_far._replace(conveyors=())), set())
        for component in candidates(setting, so_far):
            if component in tried:
                continue
            try:
                waiting.append((build_component(setting, so_far, component), (*components, component)))
            except IllegalMove:
                continue
            if component.kind is Kind.CONVEYORS:
                tried.add(component)
    return list(found.values())
