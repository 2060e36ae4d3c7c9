"""Section 2: the spaces of a board side, what is adjacent, borders, entrance spaces, and what they are called.

Every place is a number, so that positions stay small: spaces first, floor by floor, each floor row by row from the
north-west; then the entrance spaces; then the pre-admissions of each service. Parking spots are numbered apart: the
borders first, then one spot for each ground space, standing for the parking tile in it.

[decision orientation] Columns a, b, c, ... run west to east, rows 1, 2, 3 north to south. A space is written
floor, column, row: 0b3. A border is written b3-c3, an outer one a1-W; a parking tile `lot b2`; an entrance space
by its side and the space it points into: Sb3. Capital letters do not matter when names are read.
"""

from collections.abc import Iterator
from functools import cache, cached_property

from clinic_solo.tiles import SERVICE_BY_WORD, Service
from tabletop.moves import BadNotation

HOME = -1  # where a surplus orderly goes (8.6)
OUTER = {(0, -1): "N", (0, 1): "S", (-1, 0): "W", (1, 0): "E"}


class Board:
    """One side of the player board, with `levels` floors of spaces. Get it from `board_for`: one object a shape."""

    def __init__(self, columns: int, rows: int, levels: int, entrances: tuple[tuple[str, int], ...]) -> None:
        self.columns = columns
        self.rows = rows
        self.levels = levels
        self.entrance_sides = entrances
        self.ground = columns * rows
        self.size = self.ground * levels

    def space(self, x: int, y: int, floor: int) -> int:
        return floor * self.ground + y * self.columns + x

    def where(self, space: int) -> tuple[int, int, int]:
        """Column, row and floor of a space, all from 0."""
        floor, rest = divmod(space, self.ground)
        return rest % self.columns, rest // self.columns, floor

    def floor(self, space: int) -> int:
        return space // self.ground

    def below(self, space: int) -> int | None:
        return space - self.ground if space >= self.ground else None

    def above(self, space: int) -> int | None:
        return space + self.ground if space + self.ground < self.size else None

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """2.2: for each space, the spaces that share a side with it on its floor."""
        return tuple(tuple(self._beside(space)) for space in range(self.size))

    def _beside(self, space: int) -> Iterator[int]:
        x, y, floor = self.where(space)
        for dx, dy in OUTER:
            if 0 <= x + dx < self.columns and 0 <= y + dy < self.rows:
                yield self.space(x + dx, y + dy, floor)

    @cached_property
    def adjacent(self) -> tuple[tuple[int, ...], ...]:
        """2.2: for each space, all adjacent spaces, above and below included."""
        return tuple(
            (*self.beside[space], *(s for s in (self.below(space), self.above(space)) if s is not None))
            for space in range(self.size)
        )

    def in_line(self, one: int, other: int) -> bool:
        """5.11: same row, same column or one above the other."""
        return one != other and sum(a != b for a, b in zip(self.where(one), self.where(other), strict=True)) == 1

    # Borders and parking spots (2.4, 6.5)

    @cached_property
    def border_names(self) -> tuple[str, ...]:
        """2.4 [decision outer-borders]: every side of every ground space, outer ones included."""
        names: list[str] = []
        for space in range(self.ground):
            x, y, _ = self.where(space)
            for (dx, dy), side in OUTER.items():
                inside = 0 <= x + dx < self.columns and 0 <= y + dy < self.rows
                if not inside:
                    names.append(f"{self.plain_name(space)}-{side}")
                elif dx + dy > 0:  # an inner border once, from its western or northern space
                    names.append(f"{self.plain_name(space)}-{self.plain_name(self.space(x + dx, y + dy, 0))}")
        return tuple(names)

    @cached_property
    def borders(self) -> tuple[tuple[int, ...], ...]:
        """For each ground space, its four borders."""
        own: list[list[int]] = [[] for _ in range(self.ground)]
        for border, name in enumerate(self.border_names):
            for part in name.split("-"):
                if part not in OUTER.values():
                    own[self.ground_space(part)].append(border)
        return tuple(tuple(borders) for borders in own)

    def lot(self, space: int) -> int:
        """The parking spot that stands for the tile in a ground space."""
        return len(self.border_names) + space

    def lot_space(self, spot: int) -> int | None:
        """The ground space of a parking tile, None for a border."""
        return spot - len(self.border_names) if spot >= len(self.border_names) else None

    def spot_name(self, spot: int) -> str:
        space = self.lot_space(spot)
        return self.border_names[spot] if space is None else f"lot {self.plain_name(space)}"

    def spot(self, text: str) -> int:
        """The parking spot of a name; the two spaces of an inner border may come in either order."""
        if text.startswith("lot "):
            return self.lot(self.ground_space(text[4:].strip()))
        parts = text.split("-")
        for name in ("-".join(parts).lower(), "-".join(reversed(parts)).lower()):
            if name in self._border_by_name:
                return self._border_by_name[name]
        raise BadNotation(f"{text!r} is no parking spot, expected a border like {self.border_names[0]} or lot a1")

    @cached_property
    def _border_by_name(self) -> dict[str, int]:
        return {name.lower(): border for border, name in enumerate(self.border_names)}

    # Entrances (2.5) and the other places where people are

    @cached_property
    def entrance_targets(self) -> tuple[int, ...]:
        """2.5: for each entrance space, the ground space it points into."""
        return tuple(self._entrance_target(side, index) for side, index in self.entrance_sides)

    def _entrance_target(self, side: str, index: int) -> int:
        if side in ("N", "S"):
            return self.space(index, 0 if side == "N" else self.rows - 1, 0)
        return self.space(0 if side == "W" else self.columns - 1, index, 0)

    @cached_property
    def entrance_names(self) -> tuple[str, ...]:
        return tuple(
            side + self.plain_name(target)
            for (side, _), target in zip(self.entrance_sides, self.entrance_targets, strict=True)
        )

    @cached_property
    def _entrance_by_name(self) -> dict[str, int]:
        return {name.lower(): entrance for entrance, name in enumerate(self.entrance_names)}

    def entrance(self, text: str) -> int:
        if text.lower() in self._entrance_by_name:
            return self._entrance_by_name[text.lower()]
        raise BadNotation(f"{text!r} is no entrance space, expected one of {', '.join(self.entrance_names)}")

    def at_entrance(self, entrance: int) -> int:
        """The place of people who stand at an entrance."""
        return self.size + entrance

    def pre_admissions(self, service: Service) -> int:
        """The place of patients who wait for a service."""
        return self.size + len(self.entrance_sides) + service

    def service_waited_for(self, place: int) -> Service | None:
        index = place - self.size - len(self.entrance_sides)
        return Service(index) if index >= 0 else None

    def place_name(self, place: int) -> str:
        """A place where people are: a space, an entrance, pre-admissions by their service, or home."""
        if place == HOME:
            return "home"
        if place < self.size:
            return self.space_name(place)
        service = self.service_waited_for(place)
        return self.entrance_names[place - self.size] if service is None else service.word

    def place(self, text: str) -> int:
        if text == "home":
            return HOME
        if text in SERVICE_BY_WORD:
            return self.pre_admissions(SERVICE_BY_WORD[text])
        if text.lower() in self._entrance_by_name:
            return self.at_entrance(self.entrance(text))
        return self.named_space(text)

    # Names of spaces

    def plain_name(self, space: int) -> str:
        """A ground space without its floor: b3."""
        x, y, _ = self.where(space)
        return f"{'abcdefghi'[x]}{y + 1}"

    def space_name(self, space: int) -> str:
        """A space with its floor: 0b3."""
        return f"{self.floor(space)}{self.plain_name(space)}"

    @cached_property
    def _space_by_name(self) -> dict[str, int]:
        return {self.space_name(space): space for space in range(self.size)}

    def named_space(self, text: str) -> int:
        if text not in self._space_by_name:
            last = self.space_name(self.size - 1)
            raise BadNotation(f"{text!r} is no space of this board, expected floor, column, row: 0a1 to {last}")
        return self._space_by_name[text]

    def ground_space(self, text: str) -> int:
        """A ground space by its name with or without the floor."""
        return self.named_space(text if text.startswith("0") else f"0{text}")


@cache
def board_for(columns: int, rows: int, levels: int, entrances: tuple[tuple[str, int], ...]) -> Board:
    """The board of these measures; always the same object, so that it can be part of a cache key."""
    return Board(columns, rows, levels, entrances)
