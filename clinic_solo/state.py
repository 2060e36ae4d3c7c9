"""Rule 1.4: a position, frozen and its own key."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from clinic_solo.board import Board
from clinic_solo.colours import Numbers
from clinic_solo.tiles import PARKING_TILES, Person, Tile, Token
from tabletop.colours import Counts


class Phase(StrEnum):
    """What is due. The player decides except at the chance phases and at OVER."""

    SPECIALS = "special modules"  # chance (3.3)
    BONUS_TILES = "bonus tiles"  # chance (3.5)
    BONUS_CHOICE = "bonus tile"
    LAYOUT = "layout"  # chance (3.6, beginners)
    FIRST_HUB = "first hub"
    FIRST_ENTRANCE = "first entrance"
    FIRST_ROOMS = "first rooms"
    UNIVERSITY = "doctor"  # chance (3.8, 10.3)
    DRAW = "patient"  # chance (3.10, 7.6)
    BONUS_PLACE = "bonus place"
    PARK = "park"
    ACTION = "action"
    BUILD = "build"
    BONUS_SUPPLY = "bonus supply room"
    REPARK = "repark"
    HIRE = "hire"
    ADMIT = "admit"
    MOVE = "move"
    CARE = "care"
    DEPART = "depart"
    POPULARITY = "popularity"
    OVER = "over"


CHANCE = frozenset({Phase.SPECIALS, Phase.BONUS_TILES, Phase.LAYOUT, Phase.UNIVERSITY, Phase.DRAW})
NO_SPOT = -1
Someone = tuple[Person, int, int]  # kind, colour or NO_COLOUR, place


class State(NamedTuple):
    """A position.

    Who is the same is not told apart: cars are counted by parking spot, people by kind, colour and place, all in
    sorted order, so two positions that play alike are equal. Places and spots are the numbers of `board`.
    `then`, `left`, `spot` and the two `_due` fields belong to the decision under way and are at their defaults
    whenever it does not need them.
    """

    phase: Phase
    grid: tuple[int, ...]  # the Tile in each space
    waiting: tuple[Counts, ...]  # pre-admissions, by service in play
    notepad: tuple[tuple[int, ...], ...]  # by service in play, position 1 first (7.2)
    bag: Counts
    doctor_bag: Numbers  # a number for each colour of the deck's doctors
    money: int  # savings
    popularity: int
    time: int
    orderlies_offered: int
    hubs_built: tuple[int, ...]  # this round, by service in play (5.4)
    tiles: tuple[int, int, int] = (0, 0, 0)  # action tiles left: build, hire, admit
    round: int = 0
    slot: int = 0  # action slot, 0 during the set-up
    then: Phase = Phase.OVER  # what goes on after cars are parked or removed
    left: int = 0  # components or queue points left, or the row to draw for
    spot: int = NO_SPOT  # the treatment room or parking tile just built
    doctor_due: bool = False
    helper_due: bool = False
    entrances: tuple[int, ...] = ()
    tokens: tuple[tuple[int, int], ...] = ()  # on modules: the space and the Token, sorted; several may be alike
    cars: tuple[int, ...] = ()  # a parking spot for each car
    doctors: tuple[tuple[int, int], ...] = ()  # place and colour
    nurses: tuple[int, ...] = ()
    orderlies: tuple[int, ...] = ()
    patients: tuple[tuple[int, int], ...] = ()  # those in rooms: space and colour
    university: tuple[int, ...] = ()  # red to white from the left (6.2)
    nurses_offered: int = 0
    specials: tuple[int, ...] = ()  # the kinds drawn at the set-up
    specials_built: int = 0  # this round (5.7)
    offers: tuple[int, ...] = ()  # bonus tiles to choose from
    bonus: int = 0  # the one taken, until its garden or parking is placed
    income: int = 0  # of this round, after expenses
    late_income: int = 0  # that comes when popularity has been bought (15.10)
    treated: int = 0
    deaths: int = 0
    lying: tuple[Someone, ...] = ()  # of the staff, those who give blood (14A1) or are exhausted (14C5, 14D4)
    helped: tuple[tuple[int, int], ...] = ()  # patients a nurse stands on until Admin: space and colour (14A4)
    zombies: tuple[int, ...] = ()  # spaces
    zombies_made: int = 0  # of two patients each, those cured or still here (14D1)
    headed: tuple[tuple[int, int, bool], ...] = ()  # on the notepad, to be taken in this action: see 15.9
    abandoned: int = 0  # cars of those lost to zombies, which stay for ever (14D1, 14D3)

    @property
    def staff(self) -> int:
        return len(self.doctors) + len(self.nurses) + len(self.orderlies)

    @property
    def patients_here(self) -> int:
        """Patients of the clinic, pre-admissions included."""
        return len(self.patients) + sum(sum(counts) for counts in self.waiting)

    @property
    def people(self) -> int:
        return self.staff + self.patients_here

    @property
    def cars_due(self) -> int:
        """6.5: how many cars are still to be parked; less than 0, how many are to leave."""
        return self.people + self.abandoned - len(self.cars)

    def having(self, token: Token) -> tuple[int, ...]:
        """The spaces with such a token, one with two of them twice."""
        return tuple(space for space, kind in self.tokens if kind == token)

    @property
    def conveyors(self) -> tuple[int, ...]:
        """5.11."""
        return self.having(Token.CONVEYOR)

    def with_tokens(self, token: Token, spaces: Iterable[int]) -> "State":
        """The position with these tokens of a kind instead of those there."""
        others = [(space, kind) for space, kind in self.tokens if kind != token]
        return self._replace(tokens=tuple(sorted([*others, *((space, int(token)) for space in spaces)])))

    def count(self, tile: Tile) -> int:
        return self.grid.count(tile)

    def helipads(self) -> tuple[int, ...]:
        return tuple(space for space, tile in enumerate(self.grid) if tile == Tile.HELIPAD)

    def parking_tiles(self) -> int:
        return sum(self.grid.count(tile) for tile in PARKING_TILES)


def arrivals(board: Board, state: State) -> tuple[int, ...]:
    """6.1, 8.1: the places where newcomers may stand: entrances and helipads."""
    return (*(board.at_entrance(entrance) for entrance in state.entrances), *state.helipads())
