"""From the kernel's events to moves: what a plan does, retold decision by decision and refereed."""

from collections.abc import Callable, Iterator, Sequence

from clinic_solo.moves import (
    NO_COLOUR,
    Admit,
    Build,
    BuildConveyor,
    BuildEntrance,
    Buy,
    Care,
    Depart,
    Hire,
    Move,
    MovePeople,
    Outcome,
    Park,
    Pass,
    Queue,
    Repark,
    Step,
    TakeBonus,
    Treatment,
    UpgradeParking,
    UseTile,
)
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import Phase, State
from clinic_solo.tiles import ACTIONS, Person, Tile
from solvers.clinic_solo.flat import UNITS
from solvers.clinic_solo.kernel import names
from solvers.clinic_solo.world import PEOPLE, Ints
from solvers.result import LostPlan
from tabletop.moves import IllegalMove

Draw = Callable[[State], Outcome | None]
DIRECTIONS = {names.RIGHT: "right", names.UP: "up", names.DOWN: "down"}
SKIPPED = (Phase.BUILD, Phase.BONUS_SUPPLY, Phase.REPARK, Phase.HIRE, Phase.ADMIT)
DUE: dict[type, tuple[Phase, ...]] = {
    UseTile: (Phase.ACTION,),
    Build: (Phase.BUILD, Phase.BONUS_SUPPLY, Phase.FIRST_HUB, Phase.FIRST_ROOMS, Phase.BONUS_PLACE),
    BuildEntrance: (Phase.BUILD, Phase.FIRST_ENTRANCE),
    BuildConveyor: (Phase.BUILD,),
    UpgradeParking: (Phase.BUILD,),
    Repark: (Phase.REPARK,),
    Hire: (Phase.HIRE,),
    Queue: (Phase.ADMIT,),
    Admit: (Phase.ADMIT,),
    MovePeople: (Phase.MOVE,),
}


def told(game: ClinicSolo, events: Ints, end: Ints) -> Iterator[Move]:
    """The moves of a list of events; what was bought is known at the end only."""
    steps: list[Step] = []
    treatments: list[Treatment] = []
    board = game.board
    for kind, a, b, c, d in events[1 : events[0, 0] + 1].tolist():
        match kind:
            case names.E_BONUS:
                yield TakeBonus(a)
            case names.E_USE:
                yield UseTile(ACTIONS[a])
            case names.E_BUILD:
                yield Build(Tile(a), b)
            case names.E_ENTRANCE:
                yield BuildEntrance(a)
            case names.E_CONVEYOR:
                yield BuildConveyor((a,) if b < 0 else (min(a, b), max(a, b)))
            case names.E_UPGRADE:
                yield UpgradeParking(a)
            case names.E_REPARK:
                yield Repark(a)
            case names.E_HIRE:
                yield Hire(PEOPLE[a], b, c)
            case names.E_PARK:
                yield Park(a)
            case names.E_DEPART:
                yield Depart(a)
            case names.E_QUEUE:
                yield Queue(game.services[a], b, DIRECTIONS[c])
            case names.E_ADMIT:
                yield Admit(game.services[a])
            case names.E_STEP:
                who = PEOPLE[a]
                origin = board.pre_admissions(game.services[c]) if who is Person.PATIENT else c
                steps.append(Step(who, b if b >= 0 else NO_COLOUR, origin, d))
            case names.E_MOVED:
                yield MovePeople(tuple(sorted(steps)))
                steps = []
            case names.E_TREAT:
                treatments.append(Treatment(a, b, c))
            case names.E_TREATED:
                yield Care(tuple(sorted(treatments)))
                treatments = []
            case names.E_BUY:
                yield Buy(int(end[UNITS + a - 1]))


def refereed(game: ClinicSolo, state: State, moves: Iterator[Move] | Sequence[Move], draw: Draw) -> list[Move]:
    """The moves as the referee takes them, with every `pass` that is due; LostPlan where it refuses one."""
    played: list[Move] = []
    for move in moves:
        state = after_draws(game, state, draw)
        while _is_over(game, state, move):
            played.append(Pass())
            state = after_draws(game, game.apply(state, Pass()), draw)
        try:
            state = game.apply(state, move)
        except IllegalMove as reason:
            raise LostPlan(f"{game.format(move)}: {reason}") from None
        played.append(move)
    return played


def _is_over(game: ClinicSolo, state: State, move: Move) -> bool:
    """Whether a move comes only once the player has passed on what is under way."""
    if state.phase is Phase.BONUS_SUPPLY and isinstance(move, Build):
        return move.tile != Tile.SUPPLY or move.space not in game.board.adjacent[state.spot]
    return state.phase in SKIPPED and state.phase not in DUE.get(type(move), (state.phase,))


def after_draws(game: ClinicSolo, state: State, draw: Draw) -> State:
    """The next position in which the player decides."""
    while game.is_chance(state):
        outcome = draw(state)
        if outcome is None:
            raise LostPlan("a draw is not known")
        state = game.apply_outcome(state, outcome)
    return state


def play_on(game: ClinicSolo, state: State, moves: Sequence[Move], draw: Draw) -> State:
    """The referee's position after moves, known draws happening by themselves."""
    for move in moves:
        state = game.apply(after_draws(game, state, draw), move)
    return after_draws(game, state, draw)
