"""Dice Hospital with the draws known: our search and its peers on the same deals, each with the same processor time.

`search` is `clinic solve`, `plain` the search of `solvers.core` that serves any game. The others do not look at the
draws to come: `blind` is the advised player with an equal part of the time for each round; `again` plays by the value
function until time is up, and its best game counts; `greedy` and `sensible` play once. `mcts` is open_spiel's tree
search, which knows the draws. Scores are the referee's.
"""

import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from random import Random

from benchmarks.clairvoyant import HEAD, Line, beaten, rows
from benchmarks.questions import table
from dice_hospital.deals import deal_from_seed, drawn
from dice_hospital.moves import Move
from dice_hospital.referee import DiceHospital
from dice_hospital.state import State
from solvers.core import plain_search
from solvers.core.advice import Estimate, estimated
from solvers.core.budget import Budget
from solvers.core.replay import KnownDraws
from solvers.core.result import SolveResult
from solvers.dice_hospital.solve import Known, solve
from solvers.dice_hospital.value_function.player import player_for

ENDLESS = 1e9  # seconds: the search is stopped by the processor time that it has used
Play = Callable[[int], int]  # of a seed, for the score of its game


def deal(game: DiceHospital, seed: int) -> tuple[Known, State]:
    """The draws, and the first decision."""
    known: Known = KnownDraws(game, lambda state: drawn(game, deal_from_seed(seed), state))
    return known, known.next_decision(game.start())


def refereed(known: Known, start: State, moves: tuple[Move, ...]) -> int:
    end = known.play(start, moves)
    if not known.game.is_over(end):
        raise ValueError(f"the plan ends in round {end.round}")
    return known.game.final_score(end)


def solved(
    known: Known, start: State, seconds: float, solver: Callable[..., SolveResult]
) -> tuple[int | None, int | None, str]:  # fmt: skip
    end = time.process_time() + seconds
    found = solver(known, start, Budget(ENDLESS), interrupted=lambda: time.process_time() > end)
    remark = f"{found.counts.get('positions', 0)} positions"
    return refereed(known, start, found.moves) if found.moves else None, found.bound, remark


def again(known: Known, start: State, seconds: float) -> tuple[int, str]:
    """Games by the value function, their best."""
    end, game, games, best = time.process_time() + seconds, known.game, 0, -ENDLESS
    assert isinstance(game, DiceHospital)
    player = player_for(game)
    while time.process_time() < end:
        random, state = Random(games), start
        while not game.is_over(state):
            state = known.play(state, player.moves(state, random))
        games, best = games + 1, max(best, game.final_score(state))
    return int(best), f"{games} games"


def lines(game: DiceHospital, seed: int, seconds: float, peers: list[str], blind: dict[str, Play]) -> Iterator[Line]:
    """Of one deal. `blind` are the players who do not know the draws."""
    known, start = deal(game, seed)
    for peer in peers:
        began, bound, remark = time.process_time(), None, ""
        value: int | None
        match peer:
            case "search":
                value, bound, remark = solved(known, start, seconds, solve)
            case "plain":
                value, _, remark = solved(known, start, seconds, plain_search.search)
            case "again":
                value, remark = again(known, start, seconds)
            case "mcts":
                from benchmarks.spiel_dice import best_game

                value = refereed(known, start, best_game(seed, seconds))
                began -= seconds  # in processes of its own
            case _:
                value = blind[peer](seed)
        yield Line(str(seed), peer, value, bound, time.process_time() - began, remark)


def summary(found: list[Line]) -> list[list[object]]:
    """Means with their 95 % intervals."""

    def words(numbers: list[float | int | None]) -> str | None:
        mean: Estimate | None = estimated([float(number) for number in numbers if number is not None])
        return mean and f"{mean.mean:.1f} ({mean.low:.1f} to {mean.high:.1f})"

    told = list[list[object]]()
    for peer in dict.fromkeys(line.peer for line in found):
        own = [line for line in found if line.peer == peer]
        figures = [words([getattr(line, name) for line in own]) for name in ("value", "bound", "gap")]
        told.append([peer, len(own), *figures, sum(line.proven for line in own)])
    return told


def report(found: list[Line]) -> str:
    losses, head = beaten(found), ["solver", "deals", "value", "bound", "gap %", "proven"]
    told = [
        table(HEAD, rows(found)), "", table(head, summary(found)), "",
        "Best of all on every deal." if not losses else f"A peer found more on: {'; '.join(losses)}.",
    ]  # fmt: skip
    return "\n".join(told)


def run(wish: Namespace, game: DiceHospital, blind: dict[str, Play]) -> None:
    found = list[Line]()
    peers = wish.only or ["search", "plain", "again", *blind, *(["mcts"] if find_spec("pyspiel") else [])]
    for seed in range(wish.first, wish.first + wish.deals):
        for line in lines(game, seed, wish.seconds, peers, blind):
            found.append(line)
            print(*rows([line])[0], sep="  ", flush=True)
    print(report(found))


__all__ = ["deal", "lines", "refereed", "report", "run"]
