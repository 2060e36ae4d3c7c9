"""Decoding a plan: from the events of its rollout to moves, replayed by the referee."""

from collections.abc import Iterable, Iterator

from clinic_solo.moves import (
    BY_BLOOD,
    NO_COLOUR,
    ZOMBIE,
    Admit,
    Build,
    BuildConveyor,
    BuildEntrance,
    BuildExtinguisher,
    Buy,
    Care,
    Depart,
    Errand,
    Hire,
    Move,
    MovePeople,
    Park,
    Pass,
    Queue,
    Repark,
    Step,
    TakeBonus,
    Treatment,
    UpgradeParking,
    UseTile,
    ZombieStep,
)
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import Phase, State
from clinic_solo.tiles import ACTIONS, Person, Tile
from solvers.clinic_solo.kernel import codes
from solvers.clinic_solo.kernel.codes import PEOPLE
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.state_encoding import Encoded, Ints

DIRECTIONS = {codes.RIGHT: "right", codes.UP: "up", codes.DOWN: "down"}
SKIPPED = (Phase.BUILD, Phase.BONUS_SUPPLY, Phase.REPARK, Phase.HIRE, Phase.ADMIT)
DUE: dict[type, tuple[Phase, ...]] = {
    UseTile: (Phase.ACTION,),
    Build: (Phase.BUILD, Phase.BONUS_SUPPLY, Phase.FIRST_HUB, Phase.FIRST_ROOMS, Phase.BONUS_PLACE),
    BuildEntrance: (Phase.BUILD, Phase.FIRST_ENTRANCE),
    BuildConveyor: (Phase.BUILD,),
    BuildExtinguisher: (Phase.BUILD,),
    UpgradeParking: (Phase.BUILD,),
    Repark: (Phase.REPARK,),
    Hire: (Phase.HIRE,),
    Queue: (Phase.ADMIT,),
    Admit: (Phase.ADMIT,),
    MovePeople: (Phase.MOVE,),
}


def decode_plan(game: ClinicSolo, events: Ints, end: Encoded) -> Iterator[Move]:
    """The moves of a list of events; what was bought is known at the end only."""
    steps: list[Step] = []
    errands: tuple[Errand, ...] = ()
    zombies: list[ZombieStep] = []
    treatments: list[Treatment] = []
    donations: list[int] = []
    board = game.board
    for kind, a, b, c, d in events[1 : events[0, 0] + 1].tolist():
        match kind:
            case codes.E_BONUS:
                yield TakeBonus(a)
            case codes.E_USE:
                yield UseTile(ACTIONS[a])
            case codes.E_BUILD:
                yield Build(Tile(a), b)
            case codes.E_ENTRANCE:
                yield BuildEntrance(a)
            case codes.E_CONVEYOR:
                yield BuildConveyor((a,) if b < 0 else (min(a, b), max(a, b)))
            case codes.E_EXTINGUISHER:
                yield BuildExtinguisher(a)
            case codes.E_UPGRADE:
                yield UpgradeParking(a)
            case codes.E_REPARK:
                yield Repark(a)
            case codes.E_HIRE:
                yield Hire(PEOPLE[a], b, c)
            case codes.E_PARK:
                yield Park(a)
            case codes.E_DEPART:
                yield Depart(a)
            case codes.E_QUEUE:
                yield Queue(game.services[a], b, DIRECTIONS[c])
            case codes.E_ADMIT:
                yield Admit(game.services[a])
            case codes.E_STEP:
                who = PEOPLE[a]
                origin = board.pre_admissions(game.services[c]) if who is Person.PATIENT else c
                steps.append(Step(who, b if b >= 0 else NO_COLOUR, origin, d, errands))
                errands = ()
            case codes.E_FETCH:
                errands = (Errand(a, b),)
            case codes.E_LIE:
                _lies_down(steps, Step(PEOPLE[a], b if b >= 0 else NO_COLOUR, c, c, lies=True))
            case codes.E_ZOMBIE:
                zombies.append(ZombieStep(a, b))
            case codes.E_MOVED:
                yield MovePeople(tuple(sorted(steps)), tuple(sorted(zombies)))
                steps, zombies = [], []
            case codes.E_TREAT:
                treatments.append(Treatment(a, b, c))
            case codes.E_TRANSFUSE:
                treatments.append(Treatment(a, b, BY_BLOOD))
            case codes.E_CURE:
                treatments.append(Treatment(a, ZOMBIE, b))
            case codes.E_GIVE:
                donations.append(a)
            case codes.E_TREATED:
                yield Care(tuple(sorted(treatments)), tuple(donations))
                treatments, donations = [], []
            case codes.E_BUY:
                yield Buy(int(end["units"][a - 1]))


def _lies_down(steps: list[Step], donor: Step) -> None:
    """14A1: who comes to this hub, where nobody else ends, lies down there; or who is there already."""
    for index, step in enumerate(steps):
        if (step.who, step.destination) == (donor.who, donor.destination):
            steps[index] = step._replace(lies=True)
            return
    steps.append(donor)


def refereed(known: KnownDeal, state: State, moves: Iterable[Move]) -> list[Move]:
    """The moves as the referee takes them, with every `pass` that is due; LostPlan where it refuses one."""
    played: list[Move] = []
    state = known.next_decision(state)
    for move in moves:
        while _is_over(known.game, state, move):
            played.append(Pass())
            state = known.after(state, Pass())
        state = known.play(state, [move])
        played.append(move)
    return played


def _is_over(game: ClinicSolo, state: State, move: Move) -> bool:
    """Whether a move comes only once the player has passed on what is under way."""
    if state.phase is Phase.BONUS_SUPPLY and isinstance(move, Build):
        return move.tile != Tile.SUPPLY or move.space not in game.board.adjacent[state.spot]
    return state.phase in SKIPPED and state.phase not in DUE.get(type(move), (state.phase,))
