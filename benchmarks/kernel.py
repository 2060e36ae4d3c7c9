"""How many positions a second the compiled kernel generates on one core, and the plain rules on the same work.

For Clinic's solitaire: how many plans a second its annealer tries.
"""

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from benchmarks import annealer
from benchmarks.questions import Question, question, table
from clin9ic import Clin9ic, State
from clin9ic.decks import DEFAULT
from clin9ic.moves import Order
from clin9ic.state import ROUNDS
from solvers.clin9ic.bounds.lagrangian.deal import evaluate
from solvers.clin9ic.bounds.lagrangian.multipliers import Multipliers
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.kernel.packed import pack
from solvers.clin9ic.kernel.trios import Trios, trios_of
from solvers.clin9ic.kernel.world import World, build_world
from solvers.clin9ic.search.position_bounds import levels_for
from solvers.clin9ic.solve import solve
from solvers.clin9ic.successors.expander import Expander
from solvers.clin9ic.successors.problem import problem_of
from solvers.core.budget import Budget

Packed = tuple[int, int]
GOOD = 60  # the rulebook's medium target
PATIENCE = 600.0  # seconds for a plan that reaches it
MOST_ENDS = 1_000_000  # of a trio: more are not needed to measure by
SMALL = 300  # outcomes of one trio, where the plain rules can go through all of them
LEAST = 0.2  # seconds to measure for
SECONDS_OF_THREADS = 3.0
FIRST_COMMANDS = (
    "solve clin9ic/last-round",
    "solve clin9ic/rulebook-last-round",
    "solve clinic_solo/last-round --time 10s",
    "hint clin9ic/rulebook-opening --time 3s",
    "hint clinic_solo/opening --time 3s",
)


@dataclass(frozen=True)
class Sample:
    """A position at the beginning of a round with its cards laid, for the rules and for the kernel."""

    state: State
    laid: State
    world: World
    words: Packed
    trios: Trios


def sample(game: Clin9ic, state: State, order: Order) -> Sample:
    world = build_world(game, [*(floor.card for floor in state.floors), *state.stack])
    trios = trios_of(game, state.faces, order.cards)
    return Sample(state, game.apply_outcome(state, order), world, pack(world, state), trios)


def of_good_plan(asked: Question) -> list[Sample]:
    """The positions before each round of a good plan: rich clinics, mostly without conveyors."""
    game, state, samples = asked.game, asked.state, list[Sample]()
    for move in solve(KnownOrders(game, asked.orders), state, Budget(PATIENCE, 1, target=GOOD)).moves:
        if game.is_chance(state):
            order = Order(asked.orders[state.round])
            samples.append(sample(game, state, order))
            state = game.apply_outcome(state, order)
        state = game.apply(state, move)
    return samples


def of_busy_player(asked: Question, rng: random.Random) -> list[Sample]:
    """The positions before each round of a player who does much in every action: small clinics full of conveyors."""
    game, state, samples = asked.game, asked.state, list[Sample]()
    while not game.is_over(state):
        if game.is_chance(state):
            order = Order(asked.orders[state.round])
            samples.append(sample(game, state, order))
            state = game.apply_outcome(state, order)
            continue
        moves = game.legal_moves(state)
        if game.decision(state) == "buy":
            move = game.parse("buy 0")
        else:
            move = max(rng.sample(moves, min(4, len(moves))), key=lambda move: len(game.format(move)))
        state = game.apply(state, move)
    return samples


def plain_round(game: Clin9ic, laid: State) -> tuple[int, int]:
    """Every end of round by the plain rules: how many, and how many distinct positions were generated on the way."""
    seen, waiting, ends = {laid}, [laid], set[State]()
    while waiting:
        at = waiting.pop()
        for move in game.legal_moves(at):
            after = game.apply(at, move)
            if after.round != laid.round or game.is_over(after):
                ends.add(after)
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    return len(ends), len(seen) + len(ends)


def timed(work: Callable[[], object], least: float = LEAST) -> float:
    """Seconds of processor time for one run of some work, repeated until it can be measured."""
    began, runs = time.process_time(), 0
    while (spent := time.process_time() - began) < least or not runs:
        work()
        runs += 1
    return spent / runs


def one_trio(sample: Sample) -> Trios | None:
    """The trio of the middle, or the next one whose outcomes are not too many: each trio is expanded by itself."""
    number = len(sample.trios.actions)
    for row in (number // 2, number // 3, 0):
        trios = Trios(*(np.ascontiguousarray(column[row : row + 1]) for column in sample.trios))
        if len(Expander(sample.world).ends(sample.words, trios)) <= MOST_ENDS:
            return trios
    return None


def kernel_rates(samples: list[Sample]) -> list[tuple[float, float]]:
    """Positions generated and seconds taken for each sample with one trio; nothing where all have too many."""
    rates = list[tuple[float, float]]()
    for one in samples:
        if (trios := one_trio(one)) is None:
            rates.append((0.0, 0.0))
            continue
        expander = Expander(one.world)
        expander.ends(one.words, trios)  # sets are as large as they need to be
        before, runs = expander.generated, 0
        began = time.process_time()
        while (seconds := time.process_time() - began) < LEAST or not runs:
            expander.ends(one.words, trios)
            runs += 1
        rates.append(((expander.generated - before) / runs, seconds / runs))
    return rates


def by_round(samples: list[Sample], rates: list[tuple[float, float]]) -> list[list[object]]:
    rows = []
    for number in [*range(1, ROUNDS + 1), 0]:
        chosen = [i for i, one in enumerate(samples) if number in (0, one.state.round) and rates[i][0]]
        generated, seconds = (sum(rates[i][column] for i in chosen) for column in (0, 1))
        cubes = sum(bool(samples[i].state.conveyors) for i in chosen)
        name = f"round {number}" if number else "all"
        rows.append(
            [name, len(chosen), cubes, int(generated / max(1, len(chosen))), generated / max(seconds, 1e-9) / 1e6]
        )
    return rows


def compare(game: Clin9ic, samples: list[Sample], most: int) -> str:
    """The same work for both: every end of round, nothing left out."""
    fast = slow = own = generated = 0.0
    done = 0
    for one in samples:
        if len(Expander(one.world).ends(one.words, one.trios)) > most:
            continue
        expander = Expander(one.world)
        ends = expander.ends(one.words, one.trios, full=True)
        count = expander.generated
        fast += timed(lambda one=one, expander=expander: expander.ends(one.words, one.trios, full=True))  # type: ignore[misc]
        began = time.process_time()
        found, positions = plain_round(game, one.laid)
        slow += time.process_time() - began
        if found != len(ends):
            raise ValueError(f"{found} ends by the rules, {len(ends)} by the kernel: {one.state}")
        done, own, generated = done + 1, own + positions, generated + count
    if not done:
        return f"none of the positions has at most {most} ends of round"
    rates = [generated / fast, own / slow, generated / slow]
    return (
        f"Same work, {done} positions, the same ends of round: kernel {fast:.3f} s, plain rules {slow:.1f} s, "
        f"ratio {slow / fast:.0f}.\n"
        f"Positions a second: kernel {rates[0]:,.0f}, plain rules {rates[1]:,.0f} by their own count "
        f"and {rates[2]:,.0f} by the kernel's: ratios {rates[0] / rates[1]:.0f} and {rates[0] / rates[2]:.0f}."
    )


def two_cores(samples: list[Sample]) -> float:
    """How many times as many positions two threads generate as one in the same time, by the clock."""
    rates = [_rate_of(samples, threads) for threads in (1, 2)]
    return rates[1] / rates[0]


def _rate_of(samples: list[Sample], threads: int) -> float:
    """Positions a second, every sample of more than a few positions being expanded by each of some threads."""
    chosen = [(one, trios) for one in samples if (trios := one_trio(one)) is not None]

    def work(_: int) -> int:
        generated, until = 0, time.perf_counter() + SECONDS_OF_THREADS
        expanders = [Expander(one.world) for one, _ in chosen]
        while time.perf_counter() < until:
            for expander, (one, trios) in zip(expanders, chosen, strict=True):
                expander.ends(one.words, trios)
        return generated + sum(expander.generated for expander in expanders)

    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(work, range(threads))) / (time.perf_counter() - began)


def tables_a_second(asked: Question) -> float:
    """Evaluations of the Lagrangian bound from the opening of a deal on, all tables of five rounds, on one core."""
    problem = problem_of(asked.game, asked.state, asked.orders)
    assert problem is not None
    deal = problem.lagrangian_deal(1, problem.words, levels_for(problem.rounds - 1), 1)
    prices = Multipliers.none(deal.rounds, deal.weights)
    return 1 / timed(lambda: evaluate(deal, prices, True), 10 * LEAST)


def first_answers() -> list[list[object]]:
    """Seconds for commands in processes of their own, twice each."""
    rows = []
    for line in FIRST_COMMANDS:
        seconds = []
        for _ in range(2):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-m", "cli", *line.split()], check=True, capture_output=True)
            seconds.append(round(time.perf_counter() - began, 1))
        rows.append([f"clinic {line}", *seconds])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=3, help="two positions of each round from each (default 3)")
    parser.add_argument("--deck", default=DEFAULT)
    parser.add_argument(
        "--plain-ends", type=int, default=500, help="compare where a round has at most so many ends worth a look"
    )
    parser.add_argument("--no-first-answers", action="store_true", help="leave out commands in processes of their own")
    chosen = parser.parse_args()
    rng = random.Random(1)
    samples = list[Sample]()
    for seed in range(1, chosen.deals + 1):
        asked = question(chosen.deck, seed)
        samples += of_good_plan(asked) + of_busy_player(asked, rng)
    print(f"{chosen.deck} deck, one core, all conveyor moves included\n")
    head = ["", "positions", "with conveyors", "generated from each", "million/s"]
    rates = kernel_rates(samples)
    print(f"{table(head, by_round(samples, rates))}\n", flush=True)
    small = [one for one, (generated, _) in zip(samples, rates, strict=True) if 0 < generated <= SMALL]
    print(compare(asked.game, small, chosen.plain_ends))
    print(f"\n{annealer.report(chosen.deals)}", flush=True)
    print(f"\nTwo threads generate {two_cores(samples):.2f} times as many positions as one.", flush=True)
    print(f"Lagrangian tables of five rounds: {tables_a_second(asked):.2f} times a second.", flush=True)
    if not chosen.no_first_answers:
        print(f"\n{table(['seconds', 'first', 'second'], first_answers())}")


if __name__ == "__main__":
    main()
