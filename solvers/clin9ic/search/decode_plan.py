"""Decode a plan: from the positions between rounds that the search found to moves, refereed."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, pairwise

from clin9ic.arrivals import TRIAGE_TIME
from clin9ic.care import POPULARITY_PRICE
from clin9ic.moves import Buy, Care, Move, Order
from clin9ic.referee import Clin9ic
from clin9ic.state import Phase, State
from solvers.clin9ic.kernel.codes import TRIAGE_PHASE
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.kernel.packed import (
    MONEY,
    POPULARITY,
    POPULARITY_ZERO,
    SHAPE,
    TIME,
    UNITS,
    pack,
    purse,
    read,
    units,
)
from solvers.clin9ic.kernel.rule_numbers import ACTIONS
from solvers.clin9ic.kernel.trios import arrangements
from solvers.clin9ic.kernel.world import World
from solvers.clin9ic.search.branch_and_bound import Search
from solvers.clin9ic.successors.problem import Problem
from solvers.core.result import LostPlan
from tabletop.moves import IllegalMove

Words = tuple[int, int]


def _but_money(words: Words) -> Words:
    return words[0], words[1] & ~(MONEY.mask | UNITS.mask)


def _withpurse(state: State, words: Words) -> State:
    """The referee's position with all units kept as money; the buying is settled at the end."""
    return state._replace(money=purse(words), popularity=read(words, POPULARITY) - POPULARITY_ZERO)


def _settled(world: World, before: Words, after: Words) -> Words:
    """4.10: the position after the three actions with the time of the phase shortened, as the referee has it at once.

    The kernel does that with Business.
    """
    tables = world.tables
    if not tables.rules[TRIAGE_PHASE]:
        return after
    triages = int(tables.triages[tables.config[read(after, SHAPE)]])
    spent = min(read(after, TIME) - read(before, TIME), TRIAGE_TIME * triages)
    return after[0], after[1] - (spent << TIME.shift)


def _arrived(state: State, until: int | Phase) -> bool:
    """Whether an action of the round is done, or the round."""
    if isinstance(until, Phase):
        return state.phase in (until, Phase.OVER)
    return state.step == until or state.phase is not Phase.ACT


def _find(
    game: Clin9ic, world: World, starts: Sequence[State], goal: Words, until: int | Phase
) -> tuple[list[Move], State]:
    """The moves from one of some positions to the packed one, through the decisions of one action or to the end of the
    round.

    Nothing is bought here, so that popularity lost in Admin is not paid for yet: of moves that lead to the same clinic,
    none of them with the very money, those that leave most are the ones meant.
    """
    best: tuple[tuple[bool, int], list[Move], State] | None = None
    waiting: list[tuple[list[Move], State]] = [([], state) for state in starts]
    while waiting:
        moves, at = waiting.pop()
        if _arrived(at, until):
            found = pack(world, at)
            if _but_money(found) == _but_money(goal):
                money = purse(found) == purse(goal), purse(found)
                if best is None or money > best[0]:
                    best = money, moves, at
            continue
        if at.phase is Phase.BUY:
            waiting.append(([*moves, Buy(0)], game.apply(at, Buy(0))))
        else:
            waiting += [([*moves, move], game.apply(at, move)) for move in game.legal_moves(at)]
    if best is None:
        raise LostPlan("no move leads where the search went")
    return best[1], best[2]


def _with_points(state: State, words: Words) -> Iterator[State]:
    """5.2: the position with units as points, as many as no debt can take where popularity is below zero."""
    points = min(units(words), -state.popularity)
    if points > 0:
        yield state._replace(money=state.money - POPULARITY_PRICE * points, popularity=state.popularity + points)


def decode_round(problem: Problem, state: State, t: int, trio: int, path: list[Words]) -> tuple[list[Move], State]:
    """The moves of a round along the positions after each action."""
    game, world = problem.game, problem.world
    moves: list[Move] = []
    if state.phase is Phase.ORDER:
        state = game.apply_outcome(state, Order(problem.orders[t]))
        forbidden = problem.forbidden if t == 0 else ()
        arrange, _ = arrangements(game, problem.faces[t], problem.orders[t], forbidden)[trio]
        state = game.apply(state, arrange)
        moves.append(arrange)
    for step in range(state.step, ACTIONS) if state.phase is Phase.ACT else ():
        goal = path[step + 1] if step < ACTIONS - 1 else _settled(world, path[0], path[step + 1])
        more, state = _find(game, world, [state], goal, step + 1)
        moves += more
        state = _withpurse(state, goal)
    starts = [state, *_with_points(state, path[-2])]
    more, state = _find(game, world, starts, path[-1], Phase.ORDER)
    return moves + more, _withpurse(state, path[-1])


def decode_plan(search: Search) -> tuple[Move, ...]:
    """The moves of the plan of a search, with nothing bought yet."""
    problem, plan, expander = search.problem, search.plan, search.expanders[0]
    if plan is None:
        return ()
    start = problem.starts[plan.start]
    state = _withpurse(start.state, (int(problem.words[plan.start][0]), int(problem.words[plan.start][1])))
    moves: list[Move] = list(start.moves)
    for t, (before, after) in enumerate(pairwise(plan.layers)):
        trio = int(after.trio[0])
        ends = [(int(layer.words[0, 0]), int(layer.words[0, 1])) for layer in (before, after)]
        path = expander.path(ends[0], ends[1], problem.trios[t], trio, cubes=plan.cubes)
        more, state = decode_round(problem, state, t, trio, path)
        moves += more
    return tuple(moves)


def with_buying(known: KnownOrders, state: State, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves with as much popularity bought as the plan can spare, the best way the referee finds.

    Who has bought none yet may lose some for nothing (4.6, 6.2), so it may be best to begin later.
    """
    state = known.next_decision(state)
    tried = [
        _buying(known, state, moves, needed, begin)
        for needed in _savings_needed(known, state, moves)
        for begin in (0, *(index + 1 for index in needed))
    ]
    legal = [played for played in tried if played is not None]
    if not legal:
        raise LostPlan("the referee refuses the plan")
    return max(legal, key=lambda played: played[0])[1]


def _savings_needed(known: KnownOrders, state: State, moves: tuple[Move, ...]) -> Iterator[dict[int, int]]:
    """For each buying decision, the savings that the moves after it need if nothing more is bought.

    More than one answer where popularity is below zero: expenses that nothing is saved for are forgiven then (5.2).
    """
    spent: list[int] = []  # by move
    forgiven: list[int] = []  # which expenses might be
    for index, move in enumerate(moves):
        after = known.after(state, move)
        spent.append(state.money - after.money)
        if isinstance(move, Care) and state.popularity < 0 < spent[-1]:
            forgiven.append(index)
        state = after
    for unpaid in chain.from_iterable(combinations(forgiven, number) for number in range(len(forgiven) + 1)):
        needed, least = {}, 0
        for index in reversed(range(len(moves))):
            if isinstance(moves[index], Buy):
                needed[index] = least
            least = 0 if index in unpaid else max(0, least + spent[index])
        yield needed


def _buying(
    known: KnownOrders, state: State, moves: tuple[Move, ...], needed: dict[int, int], begin: int
) -> tuple[int, tuple[Move, ...]] | None:
    """Play the moves, from one of them on buying all that later ones do not need."""
    played: list[Move] = []
    for index, move in enumerate(moves):
        if isinstance(move, Buy):
            spare = max(0, state.money + state.earned - needed[index])
            move = Buy(min(state.earned, spare) // POPULARITY_PRICE if index >= begin else 0)
        try:
            state = known.after(state, move)
        except IllegalMove:
            return None
        played.append(move)
    return known.game.final_score(state), tuple(played)
