"""The same known deals for our search, for CP-SAT over six rounds and for open_spiel's tree search, at equal time.

Each peer has the time that our search took, preparations included, and is taken at its best. CP-SAT schedules round by
round in half of that, then the whole game from there in the other half, once with each number of workers; its bound
comes from another run with rules dropped. The tree search runs in two processes, one for each of its rules of choice.
The score of every plan is the referee's. With `--round`, our search alone goes on from there in a plan of its own.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from benchmarks.questions import Question, mean, question, table
from benchmarks.rolling_horizon import round_by_round
from clin9ic import Goal
from clin9ic.decks import DEFAULT
from solvers.clin9ic import cp_model as scheduler
from solvers.clin9ic.cp_model import BOUND, SIX_ROUNDS, Instance
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.solve import solve
from solvers.core.budget import Budget
from solvers.core.result import SolveResult

CPSAT_WORKERS = (1, 2, 8)
PERCENT = 100
QUICK = 10.0  # seconds for a plan whose end is gone on from


@dataclass(frozen=True)
class Line:
    """What one solver made of one deal."""

    deal: str
    peer: str
    value: int | None
    bound: int | None
    seconds: float
    remark: str = ""

    @property
    def gap(self) -> float | None:
        """In percent of the value."""
        if self.value is None or self.bound is None or self.value <= 0:
            return None
        return PERCENT * (self.bound - self.value) / self.value

    @property
    def proven(self) -> bool:
        return self.value is not None and self.bound is not None and self.bound <= self.value


@dataclass(frozen=True)
class Job:
    deck: str
    seed: int
    goal: Goal
    seconds: float
    workers: int
    round: int = 1

    @cached_property
    def asked(self) -> Question:
        """The deal from its beginning, or from a later round of a plan that was quickly found."""
        asked = question(self.deck, self.seed, self.goal)
        if self.round == 1:
            return asked
        plan = solve(KnownOrders(asked.game, asked.orders), asked.state, Budget(QUICK, self.workers)).moves
        states = (KnownOrders(asked.game, asked.orders).play(asked.state, plan[:n]) for n in range(len(plan)))
        return replace(asked, state=next(state for state in states if state.round == self.round))


def refereed(asked: Question, result: SolveResult) -> int | None:
    """The referee's score of a result's plan; the solver has to have said the same."""
    if not result.moves:
        return None
    score = asked.refereed(result.moves)
    if score != result.best:
        raise ValueError(f"{asked.name}: the solver counts {result.best}, the referee {score}")
    return score


def search(job: Job) -> Line:
    asked, began = job.asked, time.monotonic()
    result = solve(KnownOrders(asked.game, asked.orders), asked.state, Budget(job.seconds, job.workers))
    remark = f"{result.counts.get('positions', 0) / 1e6:.1f} million positions"
    return Line(asked.name, "search", refereed(asked, result), result.bound, time.monotonic() - began, remark)


def cpsat(job: Job) -> Line:
    """Plans from the model without new conveyors and beyond-the-dice plays; a bound from the one that drops rules."""
    asked, began = job.asked, time.monotonic()
    instance = Instance(asked.game, asked.state, tuple(asked.orders[number] for number in sorted(asked.orders)))
    half = job.seconds / 2
    hint = round_by_round(instance, SIX_ROUNDS, Budget(half / len(instance.orders), job.workers))
    preparing = time.monotonic() - began
    plans = {"round by round": asked.refereed(hint)} if hint else {}
    slowest = 0.0
    for workers in CPSAT_WORKERS:
        began = time.monotonic()
        result = scheduler.solve(instance, SIX_ROUNDS, Budget(half, workers), hint=hint).result
        slowest = max(slowest, time.monotonic() - began)
        if (value := refereed(asked, result)) is not None:
            plans[f"{workers} workers"] = value
    bound = scheduler.solve(instance, BOUND, Budget(job.seconds, job.workers)).result.bound
    said = ", ".join(f"{name} {value}" for name, value in plans.items())
    return Line(asked.name, "cpsat", max(plans.values(), default=None), bound, preparing + slowest, said)


def tree_search(job: Job) -> Line:
    from benchmarks.spiel import best_game

    asked, began = job.asked, time.monotonic()
    _, moves, games = best_game(job.deck, job.seed, job.goal, job.seconds)
    remark = f"{games} games played out"
    return Line(asked.name, "mcts", asked.refereed(moves), None, time.monotonic() - began, remark)


PEERS: dict[str, Callable[[Job], Line]] = {"search": search, "cpsat": cpsat, "mcts": tree_search}
HEAD = ["deal", "solver", "value", "bound", "gap %", "proven", "seconds", "remark"]


def rows(lines: list[Line]) -> list[list[object]]:
    return [[x.deal, x.peer, x.value, x.bound, x.gap, "yes" if x.proven else "no", x.seconds, x.remark] for x in lines]


def means(lines: list[Line]) -> list[list[object]]:
    found = list[list[object]]()
    for peer in dict.fromkeys(line.peer for line in lines):
        own = [line for line in lines if line.peer == peer]
        proven = f"{sum(line.proven for line in own)} of {len(own)}"
        numbers = [mean(line.value for line in own), mean(line.bound for line in own), mean(line.gap for line in own)]
        found.append(["mean", peer, *numbers, proven, mean(line.seconds for line in own), ""])
    return found


def beaten(lines: list[Line]) -> list[str]:
    """The deals on which a peer found more than our search."""
    ours = {line.deal: line.value for line in lines if line.peer == "search"}
    lost = []
    for line in lines:
        own = ours.get(line.deal)
        if line.peer != "search" and line.deal in ours and line.value is not None and (own is None or own < line.value):
            lost.append(f"{line.deal}: {line.peer} {line.value}, search {own}")
    return lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal (default 1)")
    parser.add_argument("--time", type=float, default=60.0, help="seconds for each solver and deal (default 60)")
    parser.add_argument("--deck", default=DEFAULT)
    parser.add_argument("--goal", type=Goal, choices=list(Goal), default=Goal.POPULARITY)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--round", type=int, choices=range(1, 7), default=1, help="to begin with (default 1)")
    parser.add_argument("--peers", default=",".join(PEERS), help="which of them, with commas (default all)")
    chosen = parser.parse_args()
    peers = chosen.peers.split(",")
    if unknown := [peer for peer in peers if peer not in PEERS]:
        parser.error(f"unknown peer {unknown[0]!r}, expected some of {', '.join(PEERS)}")
    if chosen.round > 1:
        peers = ["search"]
    if "search" in peers:  # what is compiled once and for all is no part of a solve
        search(Job(chosen.deck, chosen.first, chosen.goal, 1.0, chosen.workers))
    lines = list[Line]()
    for seed in range(chosen.first, chosen.first + chosen.deals):
        job = Job(chosen.deck, seed, chosen.goal, chosen.time, chosen.workers, chosen.round)
        for peer in peers:
            lines.append(PEERS[peer](job))
            if peer == "search":  # what it took to prepare counts, so the peers have it as well
                job = replace(job, seconds=max(job.seconds, lines[-1].seconds))
            print(*rows(lines[-1:])[0], sep="  ", flush=True)
    print(f"\n{chosen.goal}, {chosen.deck} deck, {chosen.time:.0f} s, {chosen.workers} workers\n")
    print(table(HEAD, [*rows(lines), *means(lines)]))
    if {"search"} < set(peers):
        print("\nA peer did better on: " + ("; ".join(beaten(lines)) or "none") + ".")


if __name__ == "__main__":
    main()
