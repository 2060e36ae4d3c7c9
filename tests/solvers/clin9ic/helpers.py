"""Positions, prices and brute force that several tests of the Clin9ic solver share."""

import random
from functools import cache

import numpy as np
from numpy.typing import NDArray

from clin9ic import Clin9ic, Goal, Level, Options, State, load_deck
from clin9ic.deals import Deal, deal_from_seed
from clin9ic.moves import Order
from clin9ic.state import ROUNDS, Phase
from solvers.clin9ic.bounds.lagrangian.bound import LagrangianBound
from solvers.clin9ic.bounds.lagrangian.deal import evaluate
from solvers.clin9ic.bounds.lagrangian.multipliers import Multipliers
from solvers.clin9ic.bounds.score_weights import SCORE_WEIGHTS
from solvers.clin9ic.kernel.packed import pack, units
from solvers.clin9ic.policy.play_evaluator import PlayEvaluator
from solvers.clin9ic.search.branch_and_bound import Search
from solvers.clin9ic.successors.expander import Expander
from solvers.clin9ic.successors.problem import Problem, problem_of
from solvers.clin9ic.value_function.features import settle
from tests.solvers.clin9ic.best_final import best_final

AN_HOUR = 3600.0  # nothing here takes a minute: what is proven must not depend on the machine
FEW_TURNS = 12  # prices far from the best are bounds all the same
OTHER_RULES = Options(triage="phase", lots_kept_on_upgrade=True, popularity_below_zero=True)


def eager_game(game: Clin9ic, rng: random.Random, until: int) -> State:
    """A position at the beginning of a round, reached by a player who treats, saves and says long words."""
    floors = [card.id for card in game.deck.floors]
    rng.shuffle(floors)
    state = game.start(floors, "".join(rng.choice("ab") for _ in range(3)))
    while state.round < until or not game.is_chance(state):
        if game.is_chance(state):
            state = game.apply_outcome(state, rng.choice(game.chance_outcomes(state))[0])
            continue
        moves = game.legal_moves(state)
        if game.decision(state) == "buy":
            move = moves[-1]
        else:
            move = max(rng.sample(moves, min(4, len(moves))), key=lambda move: len(game.format(move)))
        state = game.apply(state, move)
    return state


def relax_all(search: Search) -> None:
    """Prices for plays that go bankrupt in some round as well, so that the relaxation bounds popularity, too."""
    problem = search.problem
    losses = range(problem.rounds if problem.game.counts_popularity else 0)
    search.bounds.solvent = problem.relaxation().solve(FEW_TURNS)[1]
    search.bounds.bankruptcies = [problem.relaxation(lost).solve(FEW_TURNS)[1] for lost in losses]


def played(search: Search, deal: Deal, rng: random.Random) -> tuple[list[NDArray[np.uint64]], int]:
    """The positions at the beginning of each round of a game, and the score it ends with."""
    game, world = search.problem.game, search.problem.world
    state = game.start(deal.floors, deal.faces)
    found = []
    while not game.is_over(state):
        t = state.round - 1
        if state.phase is Phase.ORDER:
            found.append(np.array([pack(world, state)], np.uint64))
            state = game.apply_outcome(state, Order(deal.orders[t]))
            continue
        moves = game.legal_moves(state)
        match game.decision(state):
            case "buy":
                move = rng.choice(moves[:3] if state.round > 3 else moves[-3:])
            case "care":
                move = max(moves, key=lambda move: (len(game.format(move)), rng.random()))
            case _:
                move = max(rng.sample(moves, min(3, len(moves))), key=lambda move: len(game.format(move)))
        state = game.apply(state, move)
    return found, game.final_score(state)


@cache
def small_end_game(seed: int, goal: Goal, rounds: int) -> tuple[Clin9ic, State, Deal]:
    """A position near the end, small enough for brute force."""
    rng = random.Random(seed)
    game = Clin9ic(load_deck("house"), goal, rng.choice((Level.EASY, Level.DIFFICULT)), Options())
    while True:
        state = eager_game(game, rng, 7 - rounds)
        if state.entrances <= 3 and state.money < 12:
            return game, state._replace(money=min(state.money, 4)), deal_from_seed(game.deck, seed)


def brute_force(problem: Problem) -> int:
    """The best score, by going through every end of every round, nothing left out."""
    expander, last = Expander(problem.world), problem.rounds - 1
    layer = problem.words
    for t in range(last + 1):
        ends = np.concatenate([expander.ends(words, problem.trios[t], full=True) for words in layer])
        layer = np.unique(ends, axis=0)
    return int(best_final(problem.world, problem.goal_code, layer)[1])


def some_prices(rounds: int, rng: random.Random, goal: Goal = Goal.POPULARITY) -> Multipliers:
    """Random prices: wherever they come from, they give a bound."""
    prices = Multipliers.none(rounds, SCORE_WEIGHTS[goal])
    for t in range(rounds):
        for k in range(4):
            prices.doctors[t, k], prices.work[t, k] = rng.choice((0.0, 6 * rng.random())), 4 * rng.random()
            prices.pupils[t, k], prices.patients[t, k] = rng.random(), rng.uniform(-6, 9)
        prices.help[t], prices.nurses[t] = 4 * rng.random(), 5 * rng.random()
        prices.orderlies[t], prices.spaces[t] = 2 * rng.random(), rng.choice((0.0, rng.random()))
    prices.pillar, prices.money = 5 * rng.random(), rng.choice((0.0, rng.random() / 3))
    return prices


def problem_from(game: Clin9ic, state: State, seed: int) -> Problem:
    problem = problem_of(game, state, dict(enumerate(deal_from_seed(game.deck, seed).orders, 1)))
    assert problem is not None
    return problem


def lagrangian_at(problem: Problem, rng: random.Random, purse: int) -> LagrangianBound:
    """The tables from the one start of a problem, at some prices; plays that go bankrupt have their own."""
    levels = (purse, *(1 for _ in range(problem.rounds - 1)), 0)
    deal = problem.lagrangian_deal(0, problem.words, levels, 1)
    kinds = (False, True) if problem.game.counts_popularity else (False,)
    found = (evaluate(deal, some_prices(problem.rounds, rng, problem.game.goal), bankrupt) for bankrupt in kinds)
    return LagrangianBound(0, deal, tuple(found))


def by_hand(evaluator: PlayEvaluator, state: State) -> float:
    """The last two rounds without a bound: every end, every purchase, every order, every end again."""
    view = evaluator.view
    problem, value_function = view.problem(state), view.value_functions(state)[0]
    world, expander = value_function.world, Expander(value_function.world)
    faces = state.faces.translate(str.maketrans("ab", "ba"))
    best = -np.inf
    for end in expander.ends(problem.words[0], problem.trios[0]):
        for points in range(units((int(end[0]), int(end[1]))) + 1):
            words = settle(world, end[None], np.array([points]))[0]
            scores = []
            for order in evaluator.orders:
                ends = expander.ends(words, value_function.trios(faces, order))
                scores.append(best_final(world, value_function.goal, ends)[1])
            best = max(best, sum(evaluator.utility(score, ROUNDS) for score in scores) / len(scores))
    return float(best)
