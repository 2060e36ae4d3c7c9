"""Fit the value function by self-play: fitted value iteration, from the last round back.

    python -m solvers.dice_hospital.value_function.fit --turns 4 --games 1000 --output weights.json

A turn plays games with the weights there are and keeps the positions at the beginning of each round. Then, from the
last round back, each position is valued by its round played out a few times, and a ridge regression fits the weights.
Fewer than a thousand positions of a round are too few for as many weights: then games with the new ones go worse.
"""

import argparse
import json
from collections import deque
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

import numpy as np

from dice_hospital.decks import load
from dice_hospital.patients import BEST, COLOURS
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Variant
from dice_hospital.state import Phase, State
from solvers.dice_hospital.value_function.features import Floats, features, layout_of, settled
from solvers.dice_hospital.value_function.fitted import from_data, to_data
from solvers.dice_hospital.value_function.player import Player, sampled

KEPT = 5000  # positions of a round that are fitted to, the newest
FUTURES = 3  # of a position that is valued
PART = 50  # that one process values at a time
WIDTH = 60  # beam of an activation in self-play
CARDS = 2  # pairs of cards sampled for a choice of dice
STRAYING = 0.25  # of the choices of cards that are made by chance, in games that stray: every card is met
FIRM, LOOSE = 12.0, 0.3  # ridge: of a feature's own weight, and of what it has in common with others of its kind
BY_VALUE = (-0.6, 0.2, 0.9, 1.5, 2.2, 3.0)  # what a patient is worth to begin with


def first_weights(game: DiceHospital) -> Floats:
    """By hand, to begin with."""
    layout, rounds = layout_of(game), game.deck.rounds
    weights = np.zeros((rounds + 2, layout.size))
    for number in range(1, rounds + 1):
        row, left = weights[number], (rounds + 1 - number) / 4
        row[layout.parts["patients"]] = np.tile(BY_VALUE, len(COLOURS)) * 0.8
        row[layout.parts["crowd"]][-3:] = -2, -4, -6
        row[layout.parts["bags"]] = 1.5
        row[layout.parts["reports"]][:3] = 0.3, -0.3, 0.2
        row[layout.parts["hands"]][0] = left
        row[layout.parts["departments"]] = 0.7 * left
        row[layout.parts["workers"]] = 0.9 * left
    return weights


class SelfPlay(NamedTuple):
    """A game to play, and with what."""

    game: DiceHospital
    weights: Floats
    seed: int
    strays: bool


def play(task: SelfPlay) -> tuple[list[State], int]:
    """The positions at the beginning of each round, and the score."""
    game, random = task.game, Random(task.seed)
    player, state, seen = Player(game, task.weights), game.start(), list[State]()
    while not game.is_over(state):
        if state.phase is Phase.INTAKE:
            seen.append(state)
        if game.is_chance(state):
            state = game.apply_outcome(state, sampled(game, state, random))
        elif task.strays and state.phase is Phase.TAKE and random.random() < STRAYING:
            state = game.apply(state, random.choice(game.legal_moves(state)))
        else:
            for move in player.moves(state, random, CARDS, WIDTH):
                state = game.apply(state, move)
    return seen, game.final_score(state)


class Valued(NamedTuple):
    game: DiceHospital
    weights: Floats
    states: list[State]
    seed: int


def values(task: Valued) -> list[float]:
    """By the next round played out a few times."""
    player = Player(task.game, task.weights)

    def value(at: int, state: State) -> float:
        futures = [player.sampled_value(state, Random(f"{task.seed} {at} {number}")) for number in range(FUTURES)]
        return mean(futures) - settled(task.game, state)

    return [value(at, state) for at, state in enumerate(task.states)]


def common(game: DiceHospital) -> Floats:
    """What weights have in common, a row each: patients of a value, departments, specialists, bags, beds."""
    layout = layout_of(game)
    rows = []
    for at in range(BEST):
        rows.append(np.zeros(layout.size))
        rows[-1][layout.parts["patients"]][at::BEST] = 1
    for part in ("departments", "workers", "bags", "wanted"):
        rows.append(np.zeros(layout.size))
        rows[-1][layout.parts[part]] = 1
    for power in (1, 2):
        rows.append(np.zeros(layout.size))
        number = layout.parts["crowd"].stop - layout.parts["crowd"].start
        rows[-1][layout.parts["crowd"]] = (np.arange(number) / number) ** power
    return np.array(rows)


def ridge(game: DiceHospital, rows: Floats, values: Floats) -> Floats:
    """Weights of a round; what is seen seldom stays near to what is common."""
    shared = common(game)
    design = np.hstack([rows, rows @ shared.T])
    layout = layout_of(game)
    penalty = np.full(layout.size, FIRM)
    for part in ("one", "reports", "hands", "need", "reach", "served", "asked", "team"):
        penalty[layout.parts[part]] = LOOSE
    penalties = np.append(penalty, np.full(len(shared), LOOSE))
    solved = np.linalg.solve(design.T @ design + np.diag(penalties), design.T @ values)
    found: Floats = solved[: layout.size] + solved[layout.size :] @ shared
    return found


def fit(
    game: DiceHospital, weights: Floats, turns: int, games: int, output: Path, workers: int, first_seed: int
) -> Floats:
    rounds = game.deck.rounds
    seen: dict[int, deque[State]] = {number: deque(maxlen=KEPT) for number in range(1, rounds + 1)}
    with Pool(workers) as pool:
        for turn in range(turns):
            first = first_seed + turn * games
            to_play = [SelfPlay(game, weights, first + k, strays=k % 3 == 0) for k in range(games)]
            played = pool.map(play, to_play, chunksize=2)
            steady = [score for (_, score), task in zip(played, to_play, strict=True) if not task.strays]
            print(f"turn {turn}: {mean(steady):.2f} ± {1.96 * stdev(steady) / len(steady) ** 0.5:.2f}", flush=True)
            for states, _ in played:
                for state in states:
                    seen[state.round].append(state)
            weights = weights.copy()
            for number in range(rounds, 0, -1):
                states = list(seen[number])
                tasks = [
                    Valued(game, weights, states[at : at + PART], first + at) for at in range(0, len(states), PART)
                ]
                found = np.array([value for part in pool.imap(values, tasks) for value in part])
                rows = np.array([features(game, state) for state in states])
                weights[number] = ridge(game, rows, found)
                left = float(np.std(found - rows @ weights[number]))
                print(f"  round {number}: {len(states)} positions, {left:.2f} left of {np.std(found):.2f}", flush=True)
            output.write_text(json.dumps(to_data(game, weights), indent=1) + "\n", "utf-8")
    return weights


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Fit the value function of Dice Hospital by self-play.")
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--games", type=int, default=1000, help="games of a turn")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--output", type=Path, required=True)
    wish = parser.parse_args(arguments)
    game = DiceHospital(load("house"), frozenset[Variant]())
    weights = first_weights(game)
    if wish.start:
        weights = from_data(game, json.loads(wish.start.read_text("utf-8")))
    fit(game, weights, wish.turns, wish.games, wish.output, wish.workers, wish.seed)


if __name__ == "__main__":
    main()
