"""14A3 [decision blood-carry]: which nurses may carry which blood, one token after the other, and in what order."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, permutations

from clinic_solo import walk
from clinic_solo.moves import NO_COLOUR, Errand, Step
from clinic_solo.planner import Assigner, Busy, Group, Need
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import HUBS, Person, Tile, Token

Chains = tuple[tuple[int, tuple[Errand, ...]], ...]  # the place where a nurse begins, and her errands


def waiting(state: State) -> Counter[int]:
    """14A3: the blood that can be fetched, by hub."""
    return Counter(space for space in state.having(Token.BLOOD) if state.grid[space] in HUBS)


def ways(state: State, rooms: Sequence[int]) -> Iterator[tuple[Group, ...]]:
    """Every way to have blood brought to these rooms: from which hubs, by which nurses, in which order."""
    for hubs in _chosen(waiting(state), len(rooms)):
        for errands in _pairings(hubs, rooms):
            yield from _carried(state, errands)


def distributions(state: State) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Where blood may be after a Move: the hubs it is taken from, and the rooms it is brought to."""
    held = waiting(state)
    rooms = [space for space, tile in enumerate(state.grid) if tile == Tile.TREATMENT]
    most = held.total() if state.nurses and rooms else 0
    return [
        (hubs, brought)
        for number in range(most + 1)
        for hubs in _chosen(held, number)
        for brought in combinations_with_replacement(rooms, number)
    ]


def assigner(state: State, brought: tuple[tuple[int, ...], tuple[int, ...]], others: Assigner) -> Assigner:
    """Assigns nurses so that the blood ends where it is wanted, in the least time."""
    hubs, rooms = brought
    choices = [groups for errands in _pairings(hubs, rooms) for groups in _carried(state, errands)]

    def assigned(setting: Setting, state: State, who: Person, needs: Sequence[Need], busy: Busy) -> list[Step] | None:
        if who is not Person.NURSE:
            return others(setting, state, who, needs, busy)
        best: tuple[int, list[Step]] | None = None
        for groups in choices:
            steps = others(setting, state, who, needs, busy._replace(errands=(*busy.errands, *groups)))
            if steps is not None:
                time = sum(walk.time_of(setting, state, step) or 0 for step in steps)
                best = (time, steps) if best is None or time < best[0] else best
        return None if best is None else best[1]

    return assigned


def _chosen(held: Counter[int], number: int) -> list[tuple[int, ...]]:
    """Every choice of so many tokens of those held, by hub."""
    return [hubs for hubs in combinations_with_replacement(sorted(held), number) if not Counter(hubs) - held]


def _pairings(hubs: Sequence[int], rooms: Sequence[int]) -> set[tuple[Errand, ...]]:
    """Every way to bring the blood of these hubs to these rooms."""
    return {
        tuple(sorted(Errand(hub, room) for hub, room in zip(order, rooms, strict=True))) for order in permutations(hubs)
    }


def _carried(state: State, errands: Sequence[Errand]) -> Iterator[tuple[Group, ...]]:
    """Every way to share errands among nurses, in any order each."""
    seen = set[Chains]()

    def share(left: Sequence[Errand], chains: Chains) -> Iterator[Chains]:
        if not left:
            if (key := tuple(sorted(chains))) not in seen:
                seen.add(key)
                yield key
            return
        errand, *rest = left
        for index, (place, chain) in enumerate(chains):
            for at in range(len(chain) + 1):
                longer = (place, (*chain[:at], errand, *chain[at:]))
                yield from share(rest, (*chains[:index], longer, *chains[index + 1 :]))
        busy = Counter(place for place, _ in chains)
        for place in sorted(set(state.nurses)):
            if busy[place] < state.nurses.count(place):
                yield from share(rest, (*chains, (place, (errand,))))

    for chains in share(errands, ()):
        yield tuple(((Person.NURSE, NO_COLOUR, place), chain) for place, chain in chains)
