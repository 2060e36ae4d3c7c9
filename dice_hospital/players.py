"""Two simple players: one at random, and one with some sense, who heals whom it helps most and minds the reports.

They only see what a player sees: the position, never the draws to come.
"""

from collections.abc import Iterable, Sequence
from random import Random

from dice_hospital.deck import Report
from dice_hospital.moves import NONE, Also, Bag, CompleteReport, Move, Place, Recolour, Return, Stop, Take
from dice_hospital.patients import OWN, TREATED, VALUE, Counts
from dice_hospital.referee import DiceHospital
from dice_hospital.state import Phase, State


def random_move(game: DiceHospital, state: State, random: Random) -> Move:
    """Any legal move."""
    return random.choice(game.legal_moves(state))


# With some sense ----------------------------------------------------------------------------------------------------

# What patients are worth by their value, 0 for one who is about to die; and what others are.
HEALTH = (-3.0, -0.6, 0.2, 0.9, 1.5, 2.2, 3.0)
STAYING = 1.0  # of a patient who is discharged before the last round, beside the points
POINT = 1.0
REPORT = 2.0  # for each point: it is gained, and not lost
BEGUN = 0.5  # share of the points of a report for which only some dice are there
WANTED = 0.3  # for a patient of a colour that an open report asks for
FULL = 1.0  # for each bed too few at the next intake
BAG = 1.6
FATALITY = 2.0
LEAST = 1e-9


def sensible_move(game: DiceHospital, state: State) -> Move:
    """A move a careful beginner might make."""
    if state.phase in (Phase.PLACE, Phase.ALSO):
        return _activate(game, state)
    moves = game.legal_moves(state)
    match state.phase:
        case Phase.TAKE:
            return max(moves, key=lambda move: _improvement(game, state, move))
        case Phase.RETURN:
            return _give_back(game, state)
        case Phase.REPORT:
            return max(moves, key=lambda move: _report(game, state, move))
    return max(moves, key=lambda move: rough_value(game, game.apply(state, move)))


def rough_value(game: DiceHospital, state: State) -> float:
    """What a position promises: the healthier the better, and none left to die."""
    last = state.round == game.deck.rounds
    wanted = _wanted(game, state)
    steps = game.neglect_steps if state.phase in (Phase.PLACE, Phase.ALSO) else 0
    total = BAG * state.blood_bags - FATALITY * state.fatalities
    for code in (*state.patients, *state.dice):
        value = VALUE[code] - (0 if TREATED[code] else steps)
        if last:
            total += HEALTH[0] if value <= 0 else 0.05 * value
        else:
            total += HEALTH[max(0, value)] + WANTED * (wanted[OWN[code]] > 0)
    discharged = sum(state.discharged)
    total += POINT * game.deck.scoring.points(discharged) + STAYING * discharged * (not last)
    total += REPORT * _points_of_reports(game, state)
    crowded = len(state.patients) + game.deck.intake.kept - game.deck.setup.beds
    return total - FULL * max(0, crowded) * (not last)


def _wanted(game: DiceHospital, state: State) -> Counts:
    """How many dice of each colour the open reports ask for."""
    opened = [game.deck.reports[column[0]].needs for column in state.reports if column]
    red, yellow, green = (sum(needs[colour] for needs in opened) for colour in range(3))
    return red, yellow, green


def _points_of_reports(game: DiceHospital, state: State) -> float:
    """The points of reports that could be completed now, the open card with most points first, and part of another."""
    dice, columns, points = list(state.for_reports), [list(column) for column in state.reports], 0.0
    while True:
        fit = [
            column
            for column in columns
            if column and all(n <= d for n, d in zip(game.deck.reports[column[0]].needs, dice, strict=True))
        ]
        if not fit:
            begun = [_begun(game.deck.reports[column[0]], dice) for column in columns if column]
            return points + BEGUN * max(begun, default=0.0)
        best = max(fit, key=lambda column: game.deck.reports[column[0]].points)
        report = game.deck.reports[best.pop(0)]
        points += report.points
        dice = [there - need for there, need in zip(dice, report.needs, strict=True)]


def _begun(report: Report, dice: Sequence[int]) -> float:
    """The points of a card by the share of its dice that are there."""
    there = sum(min(need, one) for need, one in zip(report.needs, dice, strict=True))
    return report.points * there / sum(report.needs)


def _activate(game: DiceHospital, state: State) -> Move:
    """The move after which things look best; blood bags only where nothing else can be done with workers."""
    stop: Move = Stop() if state.phase is Phase.PLACE else Also(())
    now = rough_value(game, state)
    useful = [move for move in game.activation_moves(state, lean=True) if move != stop]
    placed = [move for move in useful if not isinstance(move, Bag | Recolour)]
    for moves in (placed, [move for move in useful if isinstance(move, Bag)]):
        best, gain = _best(game, state, moves, now)
        if best is not None and gain > LEAST:
            return best
    return stop if not state.recoloured else placed[0]


def _best(game: DiceHospital, state: State, moves: Iterable[Move], now: float) -> tuple[Move | None, float]:
    best, most = None, 0.0
    for move in moves:
        gain = rough_value(game, game.apply(state, move)) - now
        if isinstance(move, Place):
            gain -= 0.01 * game.deck.departments[move.department].patients + 0.02 * (move.worker > 0)
        if best is None or gain > most:
            best, most = move, gain
    return best, most


def _improvement(game: DiceHospital, state: State, move: Move) -> float:
    """Steps that a card may heal; a second pair of hands is worth something of its own while there are rooms."""
    assert isinstance(move, Take)
    if move.specialist != NONE:
        worker = game.deck.workers[move.specialist]
        scarce = len(state.specialists) <= 3 + len(state.departments)
        return 1.2 * scarce + 0.6 * worker.patients * max(1, worker.steps) * (0.8 if worker.colour is not None else 1)
    if move.department == NONE:
        return 0.0
    department = game.deck.departments[move.department]
    easy = 1.0 if department.patients == 1 else 0.7 if department.colour is None else 0.35
    scarce = len(state.departments) < len(state.specialists)
    return easy * department.patients * max(1, department.steps) * 0.6 + 0.4 * scarce


def _give_back(game: DiceHospital, state: State) -> Move:
    """In the last rounds, what would hardly be used is worth a blood bag."""
    if state.round < game.deck.rounds or len(state.departments) < 2:
        return Return()
    idle = [kind for kind in state.departments if game.deck.departments[kind].patients == 3]
    return Return(department=idle[0]) if idle else Return()


def _report(game: DiceHospital, state: State, move: Move) -> float:
    """The card with most points, and among equals the one that opens another."""
    if not isinstance(move, CompleteReport):
        return -1.0
    column = state.reports[move.column - 1]
    return game.deck.reports[column[0]].points + 0.5 * (len(column) > 1)
