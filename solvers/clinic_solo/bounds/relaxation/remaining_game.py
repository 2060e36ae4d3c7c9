"""What is left of the game in a position, whatever is under way: the facts from which the relaxation starts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from clinic_solo.board import Board
from clinic_solo.colours import added
from clinic_solo.moves import DoctorDrawn
from clinic_solo.state import Phase, State
from clinic_solo.tiles import SPECIALS, Tile
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from tabletop.colours import COLOURS

MOST_TRIED = 12  # ground spaces of a board of which every choice is tried out
SET_UP = (Phase.BONUS_CHOICE, Phase.FIRST_HUB, Phase.FIRST_ENTRANCE, Phase.FIRST_ROOMS)


@dataclass(frozen=True)
class RemainingGame:
    """What is left from a position in which the player decides."""

    first: int  # the round to begin with
    slots: int  # its actions to come, the one under way included
    move: bool  # whether its Move is still to come
    care: bool  # whether its Care is still to come
    offers: tuple[int, ...]  # bonus tiles to choose from, or the one whose gifts are still to come
    first_doctor: int | None  # the colour of the starting doctor where he is still to come
    doctors: tuple[int | None, ...]  # colours of the doctors to come, in their order; None where not known
    specials: tuple[Tile, ...]
    free_rooms: dict[str, int]  # of the starting clinic, still to be placed
    first_hub: int
    first_entrance: int
    free_gardens: int
    free_lots: int
    patients: tuple[int, ...]  # on the notepad and in the bag, by colour
    drawn_by: dict[int, int]  # patients who can have been admitted by the end of each round, from now on
    roomed: int  # patients in rooms: they walk no more
    outside: int  # doctors and nurses who have to walk in
    orderlies_outside: int  # they walk in, or leave where there is no supply room for them (8.6)
    most_buildings: int


def remaining_game(known: KnownDeal, state: State) -> RemainingGame:
    deck, board = known.game.deck, known.game.board
    setting_up = state.slot == 0
    behind = state.phase is Phase.DEPART and state.then is Phase.ACTION  # the Admin of this round is done
    first = 1 if setting_up else state.round + behind
    slots, move, care = _round_to_come(known, state, behind=behind)
    before_people = state.phase in SET_UP
    offers = state.offers if state.phase is Phase.BONUS_CHOICE else ()
    gardens = lots = 0
    if state.bonus:  # taken, but not all of it given yet
        what = deck.bonus_tile(state.bonus).what
        gardens, lots = int(what == "garden"), int(what == "parking")
        if before_people and what not in ("money", "garden", "parking"):
            offers = (state.bonus,)
    rooms = {"treatment": Tile.TREATMENT, "supply": Tile.SUPPLY}
    free = {kind: int(before_people and not state.count(tile)) for kind, tile in rooms.items()}
    rows = len(known.game.services)
    on_notepad = sum(len(row) for row in state.notepad)
    drawn = on_notepad + (rows if setting_up and not on_notepad else 0)
    drawn_by = {}
    for number in range(first, deck.rounds + 1):
        actions = slots if number == first else deck.actions_per_round
        drawn_by[number] = drawn + rows * max(0, actions - 1)
        drawn += rows * actions
    waiting = [sum(row.count(colour) for row in state.notepad) for colour in COLOURS]
    return RemainingGame(
        first,
        slots,
        move,
        care,
        offers,
        int(deck.start.doctor) if before_people else None,
        _doctors_to_come(known, state),
        tuple(tile for tile in SPECIALS if tile in state.specials),
        free,
        int(state.phase in (Phase.BONUS_CHOICE, Phase.FIRST_HUB)),
        int(state.phase in (Phase.BONUS_CHOICE, Phase.FIRST_HUB, Phase.FIRST_ENTRANCE)),
        gardens,
        lots,
        tuple(waiting[colour] + state.bag[colour] for colour in COLOURS),
        drawn_by,
        len(state.patients),
        _outside(known, state, [*(place for place, _ in state.doctors), *state.nurses]) + before_people,
        _outside(known, state, state.orderlies),
        most_buildings(board),
    )


def _round_to_come(known: KnownDeal, state: State, *, behind: bool) -> tuple[int, bool, bool]:
    """Actions, Move and Care of the first round that are still to come."""
    slots = known.game.deck.actions_per_round
    if state.slot == 0 or behind:
        return slots, True, True
    if state.phase in (Phase.MOVE, Phase.CARE) or (state.phase is Phase.DEPART and state.then is Phase.CARE):
        return 0, state.phase is Phase.MOVE, True
    if state.phase in (Phase.POPULARITY, Phase.DEPART):
        return 0, False, False
    return slots - state.slot + 1, True, True


def _doctors_to_come(known: KnownDeal, state: State) -> tuple[int | None, ...]:
    """6.2, 10.3: the doctor at the university, and the others as the bag gives them: they never go back into it."""
    colours: list[int | None] = [*state.university]
    bag = state.doctor_bag
    while sum(bag):
        drawn = known.draw(state._replace(phase=Phase.UNIVERSITY, university=(), doctor_bag=bag))
        if not isinstance(drawn, DoctorDrawn) or not bag[drawn.colour]:
            return (*colours, *[None] * sum(bag))
        colours.append(drawn.colour)
        bag = added(bag, drawn.colour, -1)
    return tuple(colours)


def _outside(known: KnownDeal, state: State, places: Sequence[int]) -> int:
    """8.6: those of the places that are entrances or helipads."""
    size = known.game.board.size
    return sum(place >= size or state.grid[place] == Tile.HELIPAD for place in places)


@cache
def most_buildings(board: Board) -> int:
    """5.2e, 11.4: a building that treats has a hub beside a room, so modules on two neighbouring ground spaces."""
    if board.ground > MOST_TRIED:
        return board.ground // 2
    pairs = [(a, b) for a in range(board.ground) for b in board.beside[a] if a < b < board.ground]

    def apart(one: tuple[int, int], other: tuple[int, int]) -> bool:
        near = {space for end in one for space in (end, *board.beside[end])}
        return not near & set(other)

    most = 1
    while any(
        all(apart(one, other) for one, other in combinations(chosen, 2)) for chosen in combinations(pairs, most + 1)
    ):
        most += 1
    return most


@cache
def fewest_touched(board: Board) -> tuple[tuple[int, int], ...]:
    """6.5: lines below the least number of borders that ground modules touch, as (slope, level) in halves."""
    if board.ground > MOST_TRIED:
        return ((4, 0),)  # a module touches four borders, and no border touches more than two
    least = [len(board.border_names)] * (board.ground + 1)
    for chosen in range(1 << board.ground):
        spaces = [space for space in range(board.ground) if chosen >> space & 1]
        touched = len({border for space in spaces for border in board.borders[space]})
        least[len(spaces)] = min(least[len(spaces)], touched)
    lines = []
    for slope in range(9):
        level = min(2 * touched - slope * number for number, touched in enumerate(least))
        lines.append((slope, level))
    return tuple(lines)
