"""Known deals of Clinic's solitaire for our search, the sensible player, a plain beam and open_spiel's tree search.

Everyone has the same time but the sensible player, who needs none. The score of every plan is the referee's. A rank
is that of the plan if it meets the goal of the deal, and goals are all those of the deck that the plan would meet.
Our search looks for the highest score of a plan that meets the goal, so that one search also tells of the top two ranks
whether they are shown to be within reach, or out of it by the bound.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.questions import mean, table
from clinic_solo import gamefile
from clinic_solo.moves import Move
from clinic_solo.players import random_move, sensible_move
from clinic_solo.referee import ClinicSolo
from clinic_solo.score import measure
from clinic_solo.setting import DELUXE
from clinic_solo.state import Phase, State
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.problem import problem_of
from solvers.clinic_solo.solve import solve
from solvers.core.budget import Budget
from solvers.core.result import SolveResult, Status

BOARDS = ("3x3", "4x3")
WALKS = 6  # Moves by a coin, beside a sensible one, for those who choose from a list
BEAM, WAYS = 12, 12  # positions kept at each slot, and ways to go on from each
TOP_RANKS = 2
REACHABLE, UNREACHABLE, UNDECIDED = "reachable", "unreachable", "undecided"


@dataclass(frozen=True)
class Question:
    """A deal of which everything is known."""

    side: str
    seed: int
    known: KnownDeal
    state: State

    exploration = 15.0
    decisions = 120

    @property
    def game(self) -> ClinicSolo:
        return self.known.game

    def after_draws(self, state: State) -> State:
        return self.known.next_decision(state)

    def moves(self, state: State) -> list[Move]:
        """What there is to choose from; of Moves only a few, as there may be millions."""
        if state.phase is not Phase.MOVE:
            return self.game.legal_moves(state)
        random = Random(hash(state))
        walks = [random_move(self.game, state, random) for _ in range(WALKS)]
        return list(dict.fromkeys([sensible_move(self.game, state), *walks]))


def question(side: str, seed: int, rulesets: tuple[str, ...] = (), edition: str = DELUXE) -> Question:
    file = gamefile.new_game("house", side, "throughput", seed=seed, rulesets=rulesets, edition=edition)
    known = KnownDeal(file.game, file.deal, file.start)
    return Question(side, seed, known, problem_of(known, file.start).state)


@dataclass(frozen=True)
class Line:
    """What one player made of one deal."""

    side: str
    seed: int
    peer: str
    score: int
    bound: int | None
    rank: str | None
    goals: int
    seconds: float
    remark: str = ""
    ranks: tuple[tuple[str, str], ...] = ()  # the top ranks, and what is known of each
    lead: tuple[tuple[str, int], ...] = ()  # how far the relaxed game is ahead of the plan, by item


def line(asked: Question, peer: str, moves: Sequence[Move], began: float, remark: str = "") -> Line:
    """A plan as the referee sees it."""
    game, end = asked.game, asked.known.play(asked.state, moves)
    if not game.is_over(end):
        raise ValueError(f"the plan of {peer} for {asked.side} {asked.seed} does not go on to the end")
    met = 0
    for goal in game.deck.goals:
        value = measure(game, end, goal)
        met += (goal.at_least is None or value >= goal.at_least) and (goal.at_most is None or value <= goal.at_most)
    seconds = time.monotonic() - began
    return Line(asked.side, asked.seed, peer, game.final_score(end), None, game.rank(end), met, seconds, remark)


def search(asked: Question, seconds: float, workers: int) -> Line:
    began = time.monotonic()
    result = solve(asked.known, asked.state, Budget(seconds, workers, goal=True))
    moves, remark = result.moves, f"{result.counts['plans'] / 1e6:.1f} million plans"
    if result.best is None:
        moves, remark = problem_of(asked.known, asked.state).sensible(), "no plan that meets the goal"
    end = asked.known.play(asked.state, moves)
    reached = asked.game.score_items(end)
    lead = tuple((name, points - reached[name]) for name, points in result.relaxed.items())
    found = line(asked, "search", moves, began, remark)
    return replace(found, bound=result.bound, ranks=top_ranks(asked, result), lead=lead)


def top_ranks(asked: Question, result: SolveResult) -> tuple[tuple[str, str], ...]:
    """12.1: of each of the highest ranks, whether a play that has it was found, or none can have it."""
    known = []
    for name, score in sorted(asked.game.deck.ranks, key=lambda rank: -rank[1])[:TOP_RANKS]:
        if result.best is not None and result.best >= score:
            known.append((name, REACHABLE))
        elif result.status is Status.INFEASIBLE or (result.bound is not None and result.bound < score):
            known.append((name, UNREACHABLE))
        else:
            known.append((name, UNDECIDED))
    return tuple(known)


def sensible(asked: Question, _seconds: float, _workers: int) -> Line:
    began = time.monotonic()
    return line(asked, "sensible", problem_of(asked.known, asked.state).sensible(), began)


def beam(asked: Question, seconds: float, _workers: int) -> Line:
    """From slot to slot, the positions kept that would score most, with money at its price; again until time is up."""
    began, best, rounds = time.monotonic(), list[Move](), 0
    most, random = -1000, Random(asked.seed)
    while not rounds or time.monotonic() < began + seconds:
        rounds += 1
        kept: list[tuple[State, tuple[Move, ...]]] = [(asked.state, ())]
        while not asked.game.is_over(kept[0][0]):
            found: dict[State, tuple[Move, ...]] = {}
            for state, moves in kept:
                for way in range(WAYS):
                    end, more = _slot(asked, state, random, 0.0 if way == 0 else 0.5)
                    found.setdefault(end, (*moves, *more))
            ranked = sorted(found.items(), key=lambda pair: -_rough_value(asked.game, pair[0]))
            over = [pair for pair in ranked if asked.game.is_over(pair[0])]
            kept = (over or ranked)[:BEAM]
        score = asked.game.final_score(kept[0][0])
        if score > most:
            most, best = score, list(kept[0][1])
    return line(asked, "beam", best, began, f"{rounds} beams")


def _rough_value(game: ClinicSolo, state: State) -> float:
    return game.final_score(state) + (state.money + state.income) / game.deck.money.popularity_price


def _slot(asked: Question, state: State, random: Random, share: float) -> tuple[State, list[Move]]:
    """On to the next action slot, by the sensible player with some moves by a coin."""
    moves: list[Move] = []
    at = (state.round, state.slot)
    while not asked.game.is_over(state) and (state.round, state.slot) == at:
        coin = random.random() < share
        moves.append(random_move(asked.game, state, random) if coin else sensible_move(asked.game, state))
        state = asked.after_draws(asked.game.apply(state, moves[-1]))
    return state, moves


def tree_search(asked: Question, seconds: float, _workers: int) -> Line:
    from benchmarks.spiel import best_of_two

    began = time.monotonic()
    again = partial(question, asked.side, asked.seed, asked.game.rulesets)
    _, moves, games = best_of_two(again, asked.seed, seconds)
    return line(asked, "mcts", moves, began, f"{games} games played out")


PEERS: dict[str, Callable[[Question, float, int], Line]] = {
    "search": search,
    "sensible": sensible,
    "beam": beam,
    "mcts": tree_search,
}
HEAD = ["deal", "player", "score", "bound", "gap %", "rank", "top ranks", "goals met", "seconds", "remark"]


def gap(found: Line) -> float | None:
    if found.bound is None or found.score <= 0:
        return None
    return 100 * (found.bound - found.score) / found.score


def _words(ranks: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name} {known}" for name, known in ranks)


def report(lines: Sequence[Line], seconds: float) -> str:
    """All lines, and the means by board and player."""
    rows: list[list[Any]] = [
        [f"{x.side} {x.seed}", x.peer, x.score, x.bound, gap(x), x.rank, _words(x.ranks), x.goals, x.seconds, x.remark]
        for x in lines
    ]
    for side in dict.fromkeys(x.side for x in lines):
        for peer in dict.fromkeys(x.peer for x in lines):
            own = [x for x in lines if (x.side, x.peer) == (side, peer)]
            figures = [mean(x.score for x in own), mean(x.bound for x in own), mean(gap(x) for x in own)]
            ranked = f"{sum(x.rank is not None for x in own)} of {len(own)}"
            rows.append([f"mean {side}", peer, *figures, ranked, "", mean(x.goals for x in own), None, ""])
    lost = beaten(lines)
    tail = "\n".join(
        [*decided(lines), *largest_leads(lines), f"Another player did better on: {'; '.join(lost) or 'none'}."]
    )
    return f"{seconds:.0f} s for each player and deal, house deck\n\n{table(HEAD, rows)}\n\n{tail}\n"


def decided(lines: Sequence[Line]) -> list[str]:
    """By board and top rank, for how many deals the search found out whether it is within reach."""
    told = []
    for side in dict.fromkeys(x.side for x in lines):
        own = [dict(x.ranks) for x in lines if x.side == side and x.ranks]
        for name in dict.fromkeys(name for ranks in own for name in ranks):
            words = [ranks[name] for ranks in own]
            counts = ", ".join(f"{words.count(word)} {word}" for word in (REACHABLE, UNREACHABLE, UNDECIDED))
            share = 100 * (len(words) - words.count(UNDECIDED)) / len(words)
            told.append(f"{side}, {name}: {counts} ({share:.0f} % decided).")
    return told


def largest_leads(lines: Sequence[Line]) -> list[str]:
    """By board, in which items the game behind the bound is ahead of our plans on average, the largest first."""
    told = []
    for side in dict.fromkeys(x.side for x in lines):
        own = [dict(x.lead) for x in lines if x.side == side and x.lead]
        means = {name: mean(lead[name] for lead in own) or 0.0 for name in (own[0] if own else ())}
        ranked = sorted(means.items(), key=lambda pair: -pair[1])
        if ranked:
            told.append(f"{side}, the gap by items: " + ", ".join(f"{name} {lead:.1f}" for name, lead in ranked) + ".")
    return told


def beaten(lines: Sequence[Line]) -> list[str]:
    """The deals on which somebody scored more than our search."""
    ours = {(x.side, x.seed): x.score for x in lines if x.peer == "search"}
    found = []
    for x in lines:
        own = ours.get((x.side, x.seed))
        if own is not None and x.score > own:
            found.append(f"{x.side} {x.seed}: {x.peer} {x.score}, search {own}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=20, help="of each board (default 20)")
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal (default 1)")
    parser.add_argument("--time", type=float, default=60.0, help="seconds for each player and deal (default 60)")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--boards", default=",".join(BOARDS))
    parser.add_argument("--peers", default=",".join(PEERS), help="which of them, with commas (default all)")
    parser.add_argument("--record", type=Path, help="also write the table to this file after every deal")
    parser.add_argument("--ruleset", action="append", default=[], help="to play with; several may be named")
    chosen = parser.parse_args()
    peers = chosen.peers.split(",")
    if unknown := [peer for peer in peers if peer not in PEERS]:
        parser.error(f"unknown player {unknown[0]!r}, expected some of {', '.join(PEERS)}")
    lines: list[Line] = []
    for seed in range(chosen.first, chosen.first + chosen.deals):
        for side in chosen.boards.split(","):
            asked = question(side, seed, tuple(chosen.ruleset))
            for peer in peers:
                lines.append(PEERS[peer](asked, chosen.time, chosen.workers))
                print(lines[-1], flush=True)
            if chosen.record:
                chosen.record.write_text(report(lines, chosen.time), "utf-8")
    print(report(lines, chosen.time))


if __name__ == "__main__":
    main()
