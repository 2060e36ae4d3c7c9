"""Section 7: queue points, the notepad, admitting, and new patients.

A swap is the same whichever of the two patients is said to move, and two patients of one colour swap without effect:
`queue_moves` lists each different result once (a sideways swap as `left`, an up-and-down swap as `down`), while
`refusal` takes any of the ways to say it.
"""

from clinic_solo import parking
from clinic_solo.moves import Admit, Queue
from clinic_solo.setting import Setting
from clinic_solo.state import Phase, State
from clinic_solo.tiles import HUBS
from tabletop.colours import add
from tabletop.moves import IllegalMove

ROW_STEP = {"up": -1, "down": 1}
DIRECTIONS = ("up", "down", "left", "right")


def queue_points(setting: Setting, state: State) -> int:
    """7.1."""
    queueing = setting.deck.queueing
    return (
        queueing.points
        + queueing.points_per_entrance * len(state.entrances)
        + queueing.points_per_helipad * len(state.helipads())
    )


def refusal(setting: Setting, state: State, move: Queue | Admit) -> IllegalMove | None:
    if move.service not in setting.services:
        return IllegalMove("3.2", f"{move.service.word} is not in play")
    queueing = setting.deck.queueing
    price = queueing.admit_cost if isinstance(move, Admit) else queueing.move_cost
    if price > state.left:
        return IllegalMove("7.1", f"it takes {price} queue points, {state.left} are left")
    return _admit_refusal(setting, state, move) if isinstance(move, Admit) else _queue_refusal(setting, state, move)


def _admit_refusal(setting: Setting, state: State, move: Admit) -> IllegalMove | None:
    """7.4, 7.5 [decision admit-without-hub]."""
    row, word = setting.services.index(move.service), move.service.word
    if not state.notepad[row]:
        return IllegalMove("7.4", f"nobody is waiting for {word}")
    if sum(state.waiting[row]) >= setting.deck.queueing.pre_admissions:
        return IllegalMove("7.4", f"the pre-admissions of {word} are full")
    if not parking.has_free_place(setting, state):
        return IllegalMove("7.4", "there is no free place to park another car")
    if setting.switches.admit_needs_hub and not state.count(HUBS[move.service]):
        return IllegalMove("7.5", f"there is no {word} hub")
    return None


def _queue_refusal(setting: Setting, state: State, move: Queue) -> IllegalMove | None:
    """7.3. A move that changes nothing by the rules is refused: points that are not spent are lost just the same."""
    row = setting.services.index(move.service)
    length = len(state.notepad[row])
    if not 1 <= move.position <= length:
        return IllegalMove("7.3", f"{move.service.word} has no patient at position {move.position}")
    if move.direction in ROW_STEP:
        if not 0 <= row + ROW_STEP[move.direction] < len(setting.services):
            return IllegalMove("7.3", f"there is no row {move.direction} from {move.service.word}")
    elif move.direction == "right" and move.position == 1:
        return IllegalMove("7.3", "position 1 is the rightmost")
    elif move.direction == "left" and move.position == length:
        return IllegalMove("7.3", "a move into an empty space of the own row changes nothing")
    return None


def moved(setting: Setting, state: State, move: Queue) -> tuple[tuple[int, ...], ...]:
    """7.2, 7.3: the notepad after a legal move; into an occupied space a swap, into an empty one to the end there."""
    rows = [list(row) for row in state.notepad]
    here, index = rows[setting.services.index(move.service)], move.position - 1
    if move.direction in ROW_STEP:
        there = rows[setting.services.index(move.service) + ROW_STEP[move.direction]]
        if index < len(there):
            here[index], there[index] = there[index], here[index]
        else:
            there.append(here.pop(index))
    else:
        other = index + 1 if move.direction == "left" else index - 1
        here[index], here[other] = here[other], here[index]
    return tuple(tuple(row) for row in rows)


def queue_moves(setting: Setting, state: State) -> list[Queue | Admit]:
    """Every different result of one more step: moves on the notepad, each result once, and admissions."""
    found: list[Queue | Admit] = []
    seen = {state.notepad}
    for direction in ("left", "down", "up"):
        for service, row in zip(setting.services, state.notepad, strict=True):
            for position in range(1, len(row) + 1):
                move = Queue(service, position, direction)
                if refusal(setting, state, move) is None and (notepad := moved(setting, state, move)) not in seen:
                    seen.add(notepad)
                    found.append(move)
    admissions = (Admit(service) for service in setting.services)
    return found + [move for move in admissions if refusal(setting, state, move) is None]


def carry_out(setting: Setting, state: State, move: Queue | Admit) -> State:
    queueing = setting.deck.queueing
    if isinstance(move, Queue):
        return state._replace(notepad=moved(setting, state, move), left=state.left - queueing.move_cost)
    row = setting.services.index(move.service)
    notepad, waiting = list(state.notepad), list(state.waiting)
    waiting[row] = add(waiting[row], notepad[row][0])
    notepad[row] = notepad[row][1:]
    left = state.left - queueing.admit_cost
    state = state._replace(notepad=tuple(notepad), waiting=tuple(waiting), left=left)
    return parking.ask_to_park(state, Phase.ADMIT)


def next_draw(setting: Setting, state: State, row: int) -> State | None:
    """7.6: ready to draw for the first row from `row` on with an empty space; None when no draw is left."""
    if not sum(state.bag):
        return None
    for index in range(row, len(setting.services)):
        if len(state.notepad[index]) < setting.deck.queueing.columns:
            return state._replace(phase=Phase.DRAW, left=index)
    return None


def with_new_patient(state: State, colour: int) -> State:
    """7.6: a patient from the bag comes to the end of the row drawn for."""
    notepad = list(state.notepad)
    notepad[state.left] = (*notepad[state.left], colour)
    return state._replace(notepad=tuple(notepad), bag=add(state.bag, colour, -1))
