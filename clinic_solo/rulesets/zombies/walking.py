"""14D2, 14D3: where zombies may go, and whom they meet there."""

from collections import Counter
from collections.abc import Iterator, Sequence

from clinic_solo.moves import MovePeople
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import Tile, is_module
from clinic_solo.walk import everybody_there, reach


def together(setting: Setting, state: State, wished: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Where the zombies are when those wanted nowhere keep together: out of everybody's way at first."""
    left = len(state.zombies) - len(wished)
    if not left:
        yield tuple(sorted(wished))
        return
    met = Counter(place for place, _ in (*state.doctors, *state.patients)) + Counter(state.nurses)
    met += Counter(state.orderlies)

    def in_the_way(space: int) -> tuple[int, bool, int]:
        return met[space], is_module(state.grid[space]), space

    for space in sorted(reach(setting, state), key=in_the_way):
        yield tuple(sorted([*wished, *[space] * left]))


def deadly(state: State) -> frozenset[int]:
    """14D3: the spaces where whoever ends is lost: all with a zombie but a lab with one, where a doctor holds out."""
    there = Counter(state.zombies)
    return frozenset(space for space, number in there.items() if number > 1 or state.grid[space] != Tile.LAB)


def lost(setting: Setting, state: State, move: MovePeople) -> int:
    """How many are lost by a Move, when the zombies have moved."""
    after, there = everybody_there(setting, state, move), deadly(state)
    places = [place for place, _ in (*after.doctors, *after.patients)] + [*after.nurses, *after.orderlies]
    return sum(place in there for place in places)
