"""What the tiles of a clinic determine (2.3, 5.5–5.7): buildings, functional rooms, gardens beside a room.

Computed once for each clinic and shared by every rule.
"""

from functools import cached_property, lru_cache

from clinic_solo.board import Board
from clinic_solo.tiles import HUBS, KIND, SERVICE_OF_HUB, Kind, Service, Tile, is_module


class Clinic:
    """The tiles of one clinic. Get it from `clinic_of`."""

    def __init__(self, board: Board, grid: tuple[int, ...]) -> None:
        self.board = board
        self.grid = grid

    @cached_property
    def modules(self) -> tuple[int, ...]:
        return tuple(space for space, tile in enumerate(self.grid) if is_module(tile))

    @cached_property
    def building(self) -> dict[int, int]:
        """2.3 [decision building]: for each module a number that all modules of its building share."""
        found: dict[int, int] = {}
        for start in self.modules:
            if start in found:
                continue
            reached = [start]
            found[start] = start
            while reached:
                for space in self.board.adjacent[reached.pop()]:
                    if is_module(self.grid[space]) and space not in found:
                        found[space] = start
                        reached.append(space)
        return found

    def buildings_beside(self, space: int) -> set[int]:
        """The buildings a space touches."""
        return {self.building[other] for other in self.board.adjacent[space] if other in self.building}

    def has_kind_beside(self, space: int, kind: Kind) -> bool:
        return any(KIND.get(self.grid[other]) == kind for other in self.board.adjacent[space])

    def hub_on_floor(self, building: int, floor: int) -> bool:
        """5.4: whether a building has a hub on a floor."""
        return any(
            self.grid[space] in HUBS and self.building[space] == building and self.board.floor(space) == floor
            for space in self.modules
        )

    def hub_service(self, space: int) -> Service | None:
        """The service of the hub beside a space on its floor; a building has at most one hub on a floor (5.4)."""
        for other in self.board.beside[space]:
            if self.grid[other] in HUBS:
                return SERVICE_OF_HUB[Tile(self.grid[other])]
        return None

    @cached_property
    def rooms(self) -> dict[int, Service]:
        """5.5, 5.7: every functional treatment or operating room and the service it offers."""
        rooms = {}
        for space in self.modules:
            service = self.hub_service(space)
            if service is None:
                continue
            supplied = self.grid[space] == Tile.TREATMENT and self.has_kind_beside(space, Kind.SUPPLY)
            if supplied or self.grid[space] == Tile.OPERATING:
                rooms[space] = service
        return rooms

    @cached_property
    def treatment_rooms(self) -> tuple[int, ...]:
        """5.5: the functional treatment rooms."""
        return tuple(space for space in self.rooms if self.grid[space] == Tile.TREATMENT)

    @cached_property
    def treating_buildings(self) -> int:
        """11.4 [decision treating-building]: buildings with a functional treatment room."""
        return len({self.building[space] for space in self.treatment_rooms})

    def gardens_beside(self, space: int) -> int:
        """9.2: gardens adjacent to a room."""
        return sum(self.grid[other] == Tile.GARDEN for other in self.board.adjacent[space])

    @cached_property
    def free_borders(self) -> tuple[int, ...]:
        """6.5: the borders that touch no module."""
        touched = {
            border
            for space in range(self.board.ground)
            if is_module(self.grid[space])
            for border in self.board.borders[space]
        }
        return tuple(border for border in range(len(self.board.border_names)) if border not in touched)


@lru_cache(maxsize=10_000)
def clinic_of(board: Board, grid: tuple[int, ...]) -> Clinic:
    """The clinic of these tiles."""
    return Clinic(board, grid)
