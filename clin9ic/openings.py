"""Rule 4.9: the openings that newcomers take, floor by floor from the ground, and the time it costs them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from clin9ic.state import Space


@dataclass(frozen=True)
class Openings:
    """The openings for one kind of people, floor by floor from the ground, in the order newcomers take them."""

    times: tuple[tuple[int | None, ...], ...]  # ascending on each floor; None where no path leads
    spaces: tuple[tuple[Space, ...], ...] = field(default=(), compare=False)  # where each of them is

    @cached_property
    def capacity(self) -> int:
        return sum(len(floor) for floor in self.times)

    def on_floors(self, people: int) -> tuple[int, ...]:
        """4.9: how many stand on each floor when that many fill the openings from Floor-1 up."""
        standing = []
        for floor in self.times:
            standing.append(min(people, len(floor)))
            people -= standing[-1]
        return tuple(standing)

    def time_for(self, present: int, newcomers: int) -> int | None:
        """4.9: the least time to bring newcomers in, or None where there is no room or no way for them all.

        They take the lowest free openings, and on each floor the cheapest ones, whichever those are. An opening
        without a path is no room: it is not skipped, since nobody goes higher before a floor is full.
        """
        total = 0
        for floor, standing in zip(self.times, self.on_floors(present), strict=True):
            entering = min(newcomers, len(floor) - standing)
            newcomers -= entering
            for time in floor[:entering]:
                if time is None:
                    return None
                total += time
        return None if newcomers else total

    def taken(self, present: int, newcomers: int) -> tuple[Space, ...]:
        """4.9: the openings that these newcomers take, as far as there are any."""
        found: list[Space] = []
        for floor, standing in zip(self.spaces, self.on_floors(present), strict=True):
            found += floor[: min(newcomers - len(found), len(floor) - standing)]
        return tuple(found)

    def without(self, held: Sequence[Space]) -> "Openings":
        """The same but for openings that are held, with all who hold them: what is left for the others."""
        left = Counter(held)
        kept: list[list[tuple[int | None, Space]]] = []
        for times, spaces in zip(self.times, self.spaces, strict=True):
            kept.append([])
            for time, space in zip(times, spaces, strict=True):
                if left[space]:
                    left[space] -= 1
                else:
                    kept[-1].append((time, space))
        return openings_in_order(kept)


def openings_in_order(floors: Sequence[Sequence[tuple[int | None, Space]]]) -> Openings:
    """4.9: the cheapest first; of those that take the same time the one further north, then further west."""
    ordered = [sorted(floor, key=lambda opening: (opening[0] is None, opening)) for floor in floors]
    times, spaces = (tuple(tuple(opening[part] for opening in floor) for floor in ordered) for part in (0, 1))
    return Openings(times, spaces)  # type: ignore[arg-type]
