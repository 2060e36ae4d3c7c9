"""Players who do not know the cards to come, on the same deals with the same time for each round.

Ours looks one draw ahead from promising plays (`PlayEvaluator.best`), plays the last round exactly, and has the
time of a round at once; the tree search of open_spiel has it in equal parts for the decisions of the round; the greedy
player takes what scores most if the game ended after the round. Beside them stands what our search finds with all cards
known, and a bound on every player. Scores of players are the referee's.

With `--scores FILE` every score is kept, and what is in the file is not played again: a run can be ended and gone on
with, and players can be added to it.
"""

import argparse
import json
import time
from collections.abc import Callable
from math import ceil
from pathlib import Path

import numpy as np

from benchmarks.questions import Question, question, table
from clin9ic import TARGETS, Clin9ic, Goal, Level, State, load_deck
from clin9ic.decks import DEFAULT
from clin9ic.moves import Order, Reveal
from clin9ic.score import DOCTOR_POINTS, GARDEN_COST, UNTREATED_COST
from clin9ic.state import ROUNDS
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.policy.information_bound import FutureBounds
from solvers.clin9ic.policy.last_round import last_round
from solvers.clin9ic.policy.play_evaluator import Future, PlayEvaluator
from solvers.clin9ic.policy.player_view import PlayerView, worlds_of
from solvers.clin9ic.solve import solve
from solvers.clin9ic.value_function.features import COLUMNS, NAMES
from solvers.core.advice import Estimate, estimated, share
from solvers.core.budget import Budget
from tabletop.colours import COLOURS

DECISIONS = 7  # of a round, as a rule
CANDIDATES_A_SECOND, FEWEST_CANDIDATES = 12, 6
KNOWN, BOUND = "all cards known", "bound on every player"
DOCTORS, PATIENTS = ([f"{colour.word} {who}" for colour in COLOURS] for who in ("doctors", "patients"))
SCORED = {  # section 7, popularity and time aside; the n-th missing pillar costs n
    **dict(zip(DOCTORS, map(float, DOCTOR_POINTS), strict=True)), **dict.fromkeys(PATIENTS, -float(UNTREATED_COST)),
    "nurses": 1.0, "room points": 1.0, "missing gardens": -float(GARDEN_COST), "missing pillars": -0.5,
    "missing pillars squared": -0.5,
}  # fmt: skip
COUNTED = {  # 3.4: what the other goals count
    Goal.DOCTORS: dict.fromkeys(DOCTORS, 1.0),
    Goal.SKILLED: dict.fromkeys(DOCTORS[1:], 1.0),
    Goal.TREATED: {},
}
COUNTED[Goal.STAFF] = {**COUNTED[Goal.DOCTORS], "nurses": 1.0, "orderlies": 1.0}


def played(asked: Question, player: Callable[[State], list[object]]) -> int:
    """The score of a game in which a player names moves as far as the next draw."""
    game, floors = asked.game, asked.state.stack
    state = asked.state._replace(unknown=True, stack=(floors[0], *sorted(floors[1:])))
    while not game.is_over(state):
        if game.is_chance(state):
            turned = game.decision(state) == "reveal"
            card = next((card for card in floors if card in state.stack), "")
            state = game.apply_outcome(state, Reveal(card) if turned else Order(asked.orders[state.round]))
            continue
        for move in player(state):
            state = game.apply(state, move)  # type: ignore[arg-type]
    return game.final_score(state)


def ours(asked: Question, seconds: float) -> int:
    evaluator = PlayEvaluator(asked.game)

    def player(state: State) -> list[object]:
        end = time.monotonic() + seconds
        evaluator.stop = lambda: time.monotonic() > end
        if state.round == ROUNDS:
            return [*evaluator.view.moves(state, last_round(evaluator, state)[0][0].play)]
        candidates = max(FEWEST_CANDIDATES, round(CANDIDATES_A_SECOND * seconds))
        best = evaluator.best(state, candidates=candidates)[0]
        return [*evaluator.view.moves(state, best.play)]

    return played(asked, player)


def greedy_view(asked: Question) -> PlayerView:
    """Positions valued by what they would score if the game ended there, but for thirds of time."""
    row = np.zeros(COLUMNS)
    for name, value in (SCORED if asked.game.counts_popularity else COUNTED[asked.game.goal]).items():
        row[NAMES.index(name)] = value
    return PlayerView(asked.game, dict.fromkeys(range(2, ROUNDS + 1), row))


def greedy(asked: Question, _seconds: float) -> int:
    view = greedy_view(asked)
    return played(asked, lambda state: [*view.moves(state, view.plays(state)[0])])


def tree_search(asked: Question, seconds: float) -> int:
    from benchmarks.spiel_unknown import TreeSearch

    bot = TreeSearch(asked.game, 1, asked.exploration)
    return played(asked, lambda state: [bot.move(state, seconds / DECISIONS)])


def seer(asked: Question, seconds: float) -> int:
    """All cards known: the best found."""
    result = solve(KnownOrders(asked.game, asked.orders), asked.state, Budget(seconds, 1))
    return result.best or 0


def bound(asked: Question, _seconds: float) -> int:
    """A Lagrangian bound of the deal, the penalties for knowing it paid: the mean over deals bounds every player's."""
    future_bounds = FutureBounds(PlayEvaluator(asked.game), asked.state, sharp=True)
    world = [one.stack for one in worlds_of(asked.state)].index(asked.state.stack)
    penalties = future_bounds.learned(world, 1)
    assert penalties is not None
    future_bounds.penalties[world] = penalties
    found = future_bounds.bound(Future(asked.orders, world))
    assert found is not None
    return ceil(found)


Player = Callable[[Question, float], int]
PLAYERS: dict[str, Player] = {
    "ours": ours,
    "greedy": greedy,
    "mcts": tree_search,
    KNOWN: seer,
    BOUND: bound,
}


def told(estimate: Estimate | None, scale: float = 1.0) -> str:
    if estimate is None:
        return "–"
    return f"{scale * estimate.mean:.0f} ({scale * estimate.low:.0f} to {scale * estimate.high:.0f})"


def report(goal: Goal, scores: dict[str, list[int]], *, difficult: bool = False) -> str:
    """The table: mean scores, and how often the target of each level was met, with 95 % intervals."""
    levels = {level: target for level, target in TARGETS[goal].items() if (level is Level.DIFFICULT) is difficult}
    head = ["player", "deals", "mean score", *(f"{level} {target}, %" for level, target in levels.items())]
    rows: list[list[object]] = []
    for name, found in scores.items():
        met = [told(share([score >= target for score in found]), 100) for target in levels.values()]
        met = ["" for _ in met] if name == BOUND else met  # a bound meets nothing
        rows.append([name, len(found), told(estimated(found)), *met])
    return table(head, rows)


class Scores:
    """Scores by player and seed, kept in a file if there is one."""

    def __init__(self, title: str, path: Path | None) -> None:
        self.title, self.path = title, path
        self.found: dict[str, dict[str, int]] = {}
        if path and path.exists():
            data = json.loads(path.read_text())
            if data["title"] != title:
                raise SystemExit(f"{path} has the scores of {data['title']}, not of {title}")
            self.found = data["scores"]

    def has(self, name: str, seed: int) -> bool:
        return str(seed) in self.found.get(name, {})

    def add(self, name: str, seed: int, score: int) -> None:
        self.found.setdefault(name, {})[str(seed)] = score
        if self.path:
            self.path.write_text(json.dumps({"title": self.title, "scores": self.found}) + "\n")

    def of(self, name: str) -> list[int]:
        return list(self.found.get(name, {}).values())


def share_of_known(scores: Scores) -> str:
    """What ours has of the mean with all cards known, on the deals where both were played."""
    ours, known = scores.found.get("ours", {}), scores.found.get(KNOWN, {})
    both = sorted(ours.keys() & known.keys())
    if not both:
        return ""
    one, other = sum(ours[seed] for seed in both), sum(known[seed] for seed in both)
    return f"ours has {100 * one / other:.1f} % of what is found with all cards known, on {len(both)} deals"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal (default 1)")
    parser.add_argument("--time", type=float, default=10.0, help="seconds for each round (default 10)")
    parser.add_argument("--search", type=float, help="seconds for a deal with all cards known (default: six rounds)")
    parser.add_argument("--deck", default=DEFAULT)
    parser.add_argument("--goal", type=Goal, choices=list(Goal), default=Goal.POPULARITY)
    parser.add_argument("--difficult", action="store_true", help="the difficult level, with four dice (3.4)")
    parser.add_argument("--players", default=",".join(PLAYERS), help="which of them, with commas")
    parser.add_argument("--scores", type=Path, help="a file to keep scores in and to go on from")
    chosen = parser.parse_args()
    names = chosen.players.split(",")
    if unknown := [name for name in names if name not in PLAYERS]:
        parser.error(f"unknown player {unknown[0]!r}, expected some of {', '.join(PLAYERS)}")
    level = Level.DIFFICULT if chosen.difficult else Level.MEDIUM
    title = f"{chosen.goal}, {chosen.deck} deck, {Clin9ic(load_deck(chosen.deck), level=level).dice} dice"
    title += f", {chosen.time:g} s a round"
    scores = Scores(title, chosen.scores)
    seconds = {KNOWN: chosen.search or ROUNDS * chosen.time}
    for name in names:
        for seed in range(chosen.first, chosen.first + chosen.deals):
            if not scores.has(name, seed):
                asked = question(chosen.deck, seed, chosen.goal, level)
                scores.add(name, seed, PLAYERS[name](asked, seconds.get(name, chosen.time)))
                print(name, asked.name, scores.of(name)[-1], flush=True)
    found = {name: scores.of(name) for name in PLAYERS if scores.of(name)}
    print(f"\n{title}\n\n{report(chosen.goal, found, difficult=chosen.difficult)}\n\n{share_of_known(scores)}")


if __name__ == "__main__":
    main()
