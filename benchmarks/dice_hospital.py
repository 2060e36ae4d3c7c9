"""Dice Hospital: players on the same draws, known deals, the last round, and the speed of the compiled activation.

    python -m benchmarks.dice_hospital players --games 200 --seconds 0.5
    python -m benchmarks.dice_hospital known --deals 50 --seconds 40
    python -m benchmarks.dice_hospital last-round --positions 50 --seconds 60
    python -m benchmarks.dice_hospital last-round --positions 50 --seconds 60 --before cards
    python -m benchmarks.dice_hospital last-two --positions 50 --seconds 60
    python -m benchmarks.dice_hospital activations

Players know nothing of the draws to come, and a seed gives all of them the same draws as far as their choices allow.
What `known` compares is told in `dice_hospital_known`. With `--scores FILE` every score of `players` is kept, and what
is in the file is not played again.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from math import inf
from pathlib import Path
from random import Random

from benchmarks import dice_hospital_known
from benchmarks.questions import table
from dice_hospital.deals import deal_from_seed, drawn
from dice_hospital.decks import load
from dice_hospital.moves import Move, Stop
from dice_hospital.players import random_move, sensible_move
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Variant
from dice_hospital.state import Phase, State
from solvers.core.advice import estimated
from solvers.core.budget import Budget
from solvers.core.replay import KnownDraws
from solvers.dice_hospital.bounds import relaxation
from solvers.dice_hospital.kernel.activation import Activation
from solvers.dice_hospital.policy.advise import advise, player_for
from solvers.dice_hospital.policy.information_bound import bound_of_deal
from solvers.dice_hospital.policy.last_draws import LastDraws
from solvers.dice_hospital.policy.lookahead import Contest
from solvers.dice_hospital.solve import solve
from solvers.dice_hospital.value_function.features import last_end_values
from solvers.dice_hospital.value_function.player import Player

Chooser = Callable[[DiceHospital, State, Random], tuple[Move, ...]]
SHARES = {Phase.KEEP: 0.25, Phase.TAKE: 0.75}  # of a round's time; an activation after them has its own otherwise
BOUND = "bound on every player"
LAST_WIDTH = 1000  # beam of the last activation


def by_chance(game: DiceHospital, state: State, random: Random) -> tuple[Move, ...]:
    return (random_move(game, state, random),)


def sensible(game: DiceHospital, state: State, random: Random) -> tuple[Move, ...]:  # noqa: ARG001
    return (sensible_move(game, state),)


def greedy(game: DiceHospital, state: State, random: Random) -> tuple[Move, ...]:
    """The most points in this round, whatever comes after it."""
    if state.phase is Phase.PLACE and not state.recoloured:
        activation = Activation(game, state)
        best = activation.best(last_end_values(game, state.reports), 300, 0)
        return (*activation.moves(best.actions), Stop())
    return player_for(game).moves(state, random)[:1]


def ours(seconds: float) -> Chooser:
    """The value function alone for no time at all, else with a look at sampled draws of the next round."""

    def choose(game: DiceHospital, state: State, random: Random) -> tuple[Move, ...]:
        player: Player = player_for(game)
        if not seconds or state.phase not in (Phase.KEEP, Phase.TAKE, Phase.PLACE) or state.recoloured:
            return player.moves(state, random)
        end = time.process_time() + seconds * SHARES.get(state.phase, 0.75)
        last = state.round == game.deck.rounds
        ways = player.ways(state, 4 if last else 12, LAST_WIDTH if last else 200, starts=4)
        contest = Contest(player, ways, random.getrandbits(30))
        contest.run(lambda: time.process_time() > end)
        return ways[contest.ranking()[0]].moves

    return choose


def tree_search(seconds: float) -> Chooser:
    def choose(game: DiceHospital, state: State, random: Random) -> tuple[Move, ...]:  # noqa: ARG001
        from benchmarks.spiel_dice import searcher

        return (searcher(game, seconds).move(state),)

    return choose


def played(game: DiceHospital, choose: Chooser, seed: int) -> int:
    state, random = game.start(), Random(seed)
    while not game.is_over(state):
        if game.is_chance(state):
            outcome = drawn(game, deal_from_seed(seed), state)
            assert outcome is not None
            state = game.apply_outcome(state, outcome)
            continue
        for move in choose(game, state, random):
            state = game.apply(state, move)
    return game.final_score(state)


def bounded(game: DiceHospital, seed: int) -> int:
    """What nobody can score on the draws of a seed, knowing them all: its mean bounds every player's."""
    found = bound_of_deal(game, game.start(), deal_from_seed(seed))
    assert found is not None
    return found


class Scores:
    """Scores by player and seed, kept in a file."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.known: dict[str, dict[str, int]] = json.loads(path.read_text()) if path and path.exists() else {}

    def of(self, player: str, seed: int, play: Callable[[], int]) -> int:
        row = self.known.setdefault(player, {})
        if str(seed) not in row:
            row[str(seed)] = play()
            if self.path:  # whole, even if it is stopped right now
                fresh = self.path.with_name(f"{self.path.name}.new")
                fresh.write_text(json.dumps(self.known))
                fresh.replace(self.path)
        return row[str(seed)]


def players(wish: argparse.Namespace) -> None:
    variants = frozenset(Variant(name) for name in wish.variant)
    game, scores, mark = DiceHospital(load("house"), variants), Scores(wish.scores), "+".join(wish.variant)
    known: dict[str, Chooser] = {
        "random": by_chance, "sensible": sensible, "greedy": greedy, "value function": ours(0.0),
        **{f"ours, {seconds:g} s a round": ours(seconds) for seconds in wish.seconds},
    }  # fmt: skip
    if find_spec("pyspiel"):
        known |= {f"tree search, {seconds:g} s a round": tree_search(seconds) for seconds in wish.seconds}
    play: dict[str, Callable[[int], int]] = {name: partial(played, game, choose) for name, choose in known.items()}
    if relaxation.refusal(game) is None:
        play[BOUND] = partial(bounded, game)
    rows = []
    for name, score in play.items():
        if wish.only and name not in wish.only:
            continue
        found = [scores.of(name + mark, seed, partial(score, seed)) for seed in range(wish.games)]
        mean = estimated([float(score) for score in found])
        assert mean is not None
        rows.append([name, str(len(found)), f"{mean.mean:.1f}", f"{mean.low:.1f} to {mean.high:.1f}"])
        print(*rows[-1], flush=True)
    print(table(["player", "games", "mean", "95 %"], rows))


def known_deals(wish: argparse.Namespace) -> None:
    game = DiceHospital(load("house"))
    blind: dict[str, Chooser] = {"blind": ours(wish.seconds / game.deck.rounds), "greedy": greedy, "sensible": sensible}
    dice_hospital_known.run(wish, game, {name: partial(played, game, choose) for name, choose in blind.items()})


def late_positions(
    game: DiceHospital, number: int, before: Phase = Phase.TAKE, *, first: int = 5000, last: int = 0
) -> Iterator[State]:
    """Positions of the last round, or of one so many before it, of games by the value function."""
    for seed in range(first, first + number):
        state, random = game.start(), Random(seed)
        while not (state.phase is before and state.round == game.deck.rounds - last):
            if game.is_chance(state):
                outcome = drawn(game, deal_from_seed(seed), state)
                assert outcome is not None
                state = game.apply_outcome(state, outcome)
            else:
                for move in player_for(game).moves(state, random, 2, 60):
                    state = game.apply(state, move)
        yield state


def last_rounds(wish: argparse.Namespace) -> None:
    """How often the last round is exact, and how far the interval is where it is not, from one of its phases on."""
    game, gaps = DiceHospital(load("house")), list[float]()
    before = Phase(wish.before)
    for state in late_positions(game, wish.positions, before):
        began = time.monotonic()
        low, high = planned(game, state, wish.seconds) if before is Phase.TAKE else listed(game, state, wish.seconds)
        gaps.append(high - low)
        print(f"{low:.2f} {high:.2f} {time.monotonic() - began:.1f} s", flush=True)
    near, mean = sum(gap <= 2 for gap in gaps), sum(gaps) / len(gaps)
    print(f"{len(gaps)} last rounds: {gaps.count(0)} exact, {near} within 2 points, mean gap {mean:.2f}")


def planned(game: DiceHospital, state: State, seconds: float) -> tuple[float, float]:
    """The best play that is found of a last round, its cards turned up, and its bound."""
    found = solve(KnownDraws(game, lambda _: None), state, Budget(seconds))
    assert found.best is not None
    return found.best, inf if found.bound is None else found.bound


def listed(game: DiceHospital, state: State, seconds: float) -> tuple[float, float]:
    """Between what numbers the value of a last round lies whose draws are still to come."""
    end = time.monotonic() + seconds
    found = LastDraws(game, state, Budget().workers, lambda: time.monotonic() > end).run()
    return (-inf, inf) if found is None else found.within


def last_twos(wish: argparse.Namespace) -> None:
    """The last two rounds, the cards of the first one turned up: what the best way found is sure to bring on average,
    all draws of the last round listed, and the bound on every player, by sampled deals."""
    game, gaps = DiceHospital(load("house")), list[float]()
    for state in late_positions(game, wish.positions, last=1):
        advice = advise(game, state, Budget(wish.seconds / 2))
        best, ceiling = advice.options[0], advice.ceiling
        sure = listed(game, best.end, wish.seconds / 2)[0]
        if ceiling is not None and sure > -inf:
            gaps.append(ceiling.estimate.mean - sure)
        print(f"expected {best.value:.1f}, sure {sure:.2f}, bound {ceiling and ceiling.estimate}", flush=True)
    near, mean = sum(gap <= 2 for gap in gaps), sum(gaps) / max(1, len(gaps))
    print(f"{len(gaps)} of {wish.positions} with both ends: {near} within 2 points, mean distance {mean:.2f}")


def activations(wish: argparse.Namespace) -> None:  # noqa: ARG001
    """All hospitals of an activation, by the core and by the plain rules, in one run."""
    game, core, plain, hospitals = DiceHospital(load("house")), 0.0, 0.0, 0
    for state in late_positions(game, 12):
        at = game.apply(state, game.legal_moves(state)[0])
        while at.phase is not Phase.PLACE:
            at = game.apply(at, game.legal_moves(at)[-1])
        for workers in (2, 3):
            thinned = at._replace(free_workers=at.free_workers[-workers:], blood_bags=min(1, at.blood_bags))
            began = time.process_time()
            found = Activation(game, thinned).all(4000)
            core += time.process_time() - began
            if found is None:
                core -= time.process_time() - began
                continue
            began = time.process_time()
            seen, waiting = {thinned}, [thinned]
            while waiting:
                state = waiting.pop()
                for move in game.activation_moves(state, lean=True):
                    after = game.apply(state, move)
                    if move != Stop() and after not in seen:
                        seen.add(after)
                        waiting.append(after)
            plain += time.process_time() - began
            hospitals += len(found)
    print(f"{hospitals} hospitals: plain rules {plain:.2f} s, core {core:.4f} s, {plain / core:.0f} times as fast")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tables = {
        "players": players, "known": known_deals, "last-round": last_rounds, "last-two": last_twos,
        "activations": activations,
    }  # fmt: skip
    parser.add_argument("what", choices=tables)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--seconds", type=float, nargs="*", default=[0.5])
    parser.add_argument("--variant", nargs="*", default=[], choices=[str(variant) for variant in Variant])
    parser.add_argument("--before", default="take", choices=["intake", "keep", "cards", "take"])
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--scores", type=Path)
    wish = parser.parse_args()
    if wish.what in ("known", "last-round", "last-two"):
        wish.seconds = wish.seconds[0]
    tables[wish.what](wish)


if __name__ == "__main__":
    main()
