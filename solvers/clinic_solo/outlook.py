"""What is still ahead in a position, whatever is under way: the facts a relaxation of the rest starts from."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from clinic_solo.board import Board
from clinic_solo.moves import DoctorDrawn
from clinic_solo.state import Phase, State
from clinic_solo.tiles import SPECIALS, Tile
from solvers.clinic_solo.problem import Known
from tabletop.colours import COLOURS, add

SET_UP = (Phase.BONUS_CHOICE, Phase.FIRST_HUB, Phase.FIRST_ENTRANCE, Phase.FIRST_ROOMS)


@dataclass(frozen=True)
class Outlook:
    """A position in which the player decides, seen from afar."""

    first: int  # the round to begin with
    slots: int  # its actions to come, the one under way included
    components: int  # of a Build action beyond those of its actions
    move: bool  # whether its Move is still to come
    care: bool  # whether its Care is still to come
    offers: tuple[int, ...]  # bonus tiles to choose from, or the one whose gifts are still to come
    first_doctor: int | None  # the colour of the starting doctor where he is still to come
    doctors: tuple[int, ...]  # colours of the doctors to come, in their order
    specials: tuple[Tile, ...]
    free_rooms: dict[str, int]  # of the starting clinic, still to be placed
    first_hub: int
    free_gardens: int
    free_lots: int
    patients: tuple[int, ...]  # on the notepad and in the bag, by colour
    drawn_by: dict[int, int]  # patients who can have been admitted by the end of each round, from now on
    roomed: int  # patients in rooms: they walk no more
    outside: int  # staff who have to walk in
    most_buildings: int

    @property
    def free_modules(self) -> int:
        return max(self.free_rooms.values())


def outlook(known: Known, state: State) -> Outlook:
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
    return Outlook(
        first,
        slots,
        0,
        move,
        care,
        offers,
        int(deck.start.doctor) if before_people else None,
        _doctors_to_come(known, state),
        tuple(tile for tile in SPECIALS if tile in state.specials),
        free,
        int(state.phase in (Phase.BONUS_CHOICE, Phase.FIRST_HUB)),
        gardens,
        lots,
        tuple(waiting[colour] + state.bag[colour] for colour in COLOURS),
        drawn_by,
        len(state.patients),
        _outside(known, state) + before_people,
        most_buildings(board),
    )


def _round_to_come(known: Known, state: State, *, behind: bool) -> tuple[int, bool, bool]:
    """Actions, Move and Care of the first round that are still ahead."""
    slots = known.game.deck.actions_per_round
    if state.slot == 0 or behind:
        return slots, True, True
    if state.phase in (Phase.MOVE, Phase.CARE) or (state.phase is Phase.DEPART and state.then is Phase.CARE):
        return 0, state.phase is Phase.MOVE, True
    if state.phase in (Phase.POPULARITY, Phase.DEPART):
        return 0, False, False
    return slots - state.slot + 1, True, True


def _doctors_to_come(known: Known, state: State) -> tuple[int, ...]:
    """6.2, 10.3: the doctor at the university, and the others as the bag gives them: they never go back into it."""
    colours, bag = list(state.university), state.doctor_bag
    while sum(bag):
        asked = state._replace(phase=Phase.UNIVERSITY, university=(), doctor_bag=bag)
        drawn = known.draw(asked)
        if not isinstance(drawn, DoctorDrawn) or not bag[drawn.colour]:
            # Not known: as good as any that are left could be.
            best = max(colour for colour in COLOURS if bag[colour])
            drawn = DoctorDrawn(int(best))
        colours.append(drawn.colour)
        bag = add(bag, drawn.colour, -1)
    return tuple(colours)


def _outside(known: Known, state: State) -> int:
    """8.6: staff at entrances and helipads."""
    size = known.game.board.size
    places = [place for place, _ in state.doctors] + [*state.nurses, *state.orderlies]
    return sum(place >= size or state.grid[place] == Tile.HELIPAD for place in places)


@cache
def most_buildings(board: Board) -> int:
    """5.2e, 11.4: a building that treats has a hub beside a room, so modules on two neighbouring ground spaces."""
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
    least = [99] * (board.ground + 1)
    for chosen in range(1 << board.ground):
        spaces = [space for space in range(board.ground) if chosen >> space & 1]
        touched = len({border for space in spaces for border in board.borders[space]})
        least[len(spaces)] = min(least[len(spaces)], touched)
    lines = []
    for slope in range(9):
        level = min(2 * touched - slope * number for number, touched in enumerate(least))
        lines.append((slope, level))
    return tuple(lines)
