"""Makes the files of `weights/` by fitted value iteration: play by the weights so far, then fit them anew.

Rounds are fitted from the last one backwards. The value of a position is that of the best end of its round, averaged
over card orders; in the last round that is the final score. Positions are those that play by the value function meets,
with some odd choices among them.

    python -m solvers.clin9ic.value_function.fit                            # every file
    python -m solvers.clin9ic.value_function.fit --deck rulebook --dice 4   # one of them
"""

import argparse
import json
import random
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic import Clin9ic, Goal, Level, load_deck
from clin9ic.state import ROUNDS
from solvers.clin9ic.kernel.packed import MONEY, pack, read
from solvers.clin9ic.kernel.world import build_world
from solvers.clin9ic.value_function.features import (
    COLUMNS,
    KNOTS,
    NAMES,
    all_features,
    knots_of,
    settled_score,
    value_of,
)
from solvers.clin9ic.value_function.fitted import FOLDER, SETS, ValueFunction, Weights, WeightSet

Floats = NDArray[np.float64]
Spread = dict[int, tuple[float, float]]  # by round
FOLDER_PATH = Path(__file__).with_name(FOLDER)
ODD = 0.3  # share of choices that are not the best one
AMONG = 4  # ends of each trio to choose from
STEADY = 10.0  # how strongly weights are held near zero, in standard deviations of the numbers
GAMES, TURNS = 60, 4  # in each turn, and turns of play and fitting
MORE_GAMES, MORE_TURNS = 150, 8  # for popularity, which has most to learn
RECENT = 3  # turns whose positions are still fitted to
OTHER = str.maketrans("ab", "ba")
# A first idea of what helps, per round that is left; everything after it comes from play.
HUNCH = {
    "white doctors": 1.0, "yellow doctors": 1.2, "orange doctors": 1.4, "red doctors": 1.6, "nurses": 0.8,
    "orderlies": 0.5, "entrances": 1.0, "busy": 1.0, "busy by gardens": 0.15, "busy by entrances": 0.15,
    "parking short": -0.3,
}  # fmt: skip


class Seen(NamedTuple):
    """A position met at the beginning of a round."""

    floors: tuple[str, ...]
    faces: str
    words: tuple[int, int]


def first_weights() -> Weights:
    found = {}
    for number in range(2, ROUNDS + 1):
        row = np.zeros(COLUMNS)
        left = ROUNDS + 1 - number
        for name, value in HUNCH.items():
            row[NAMES.index(name)] = left * value
        for name, value in {"room points": 1.0, "missing gardens": -3.0, "missing pillars squared": -0.4}.items():
            row[NAMES.index(name)] += value
        row[len(NAMES) + 4] = 0.3
        found[number] = row
    return found


class Fit:
    """Turns of play and fitting for one goal."""

    def __init__(self, game: Clin9ic, seed: int) -> None:
        self.game = game
        self.random = random.Random(seed)
        self.weights = first_weights()
        self.fits: dict[int, list[Floats]] = {}
        self.seen: list[dict[int, list[Seen]]] = []
        self.worlds: dict[tuple[str, ...], ValueFunction] = {}

    def value_function(self, floors: tuple[str, ...]) -> ValueFunction:
        if floors not in self.worlds:
            self.worlds[floors] = ValueFunction(self.game, build_world(self.game, floors), self.weights)
        value_function = self.worlds[floors]
        if value_function.weights is not self.weights:
            value_function.weights = self.weights
            value_function._by_round.clear()
        return value_function

    def order(self) -> tuple[str, ...]:
        return self.random.choice(list(permutations(card.id for card in self.game.deck.actions)))

    def play(self, odd: float, seen: dict[int, list[Seen]]) -> float:
        """One game; its positions are added to those seen."""
        floors = tuple(card.id for card in self.game.deck.floors)
        floors = tuple(self.random.sample(floors, len(floors)))
        faces = "".join(self.random.choice("ab") for _ in self.game.deck.actions)
        value_function = self.value_function(floors)
        words = pack(value_function.world, self.game.start(floors, faces))
        value = 0.0
        for number in range(1, ROUNDS + 1):
            ends = value_function.ends(words, number, value_function.trios(faces, self.order()), each=AMONG)
            at = 0
            if number < ROUNDS and self.random.random() < odd:
                at = min(len(ends.words) - 1, int(self.random.expovariate(1 / 15)))
            words, value = (int(ends.words[at][0]), int(ends.words[at][1])), float(ends.value[at])
            faces = faces.translate(OTHER)
            if number < ROUNDS:
                seen.setdefault(number + 1, []).append(Seen(floors, faces, words))
        return value

    def fit(self, number: int, draws: int) -> float:
        """The weights of a round anew, from the positions seen lately; returns the root of the mean square left.

        Those of the first turn, which is all odd choices, stay among them: play by the value function never meets a
        clinic without money, and would take it for a good one.
        """
        rows, wanted = [], []
        turns = self.seen[-RECENT:] if len(self.seen) <= RECENT else [self.seen[0], *self.seen[-RECENT:]]
        for position in [one for turn in turns for one in turn[number]]:
            value_function = self.value_function(position.floors)
            words = np.array([position.words], np.uint64)
            money = np.array([float(read(position.words, MONEY))])
            numbers = all_features(value_function.world, value_function.layout, words)
            rows.append(np.concatenate([numbers[0], knots_of(money)[0]]))
            values = [
                value_function.ends(words[0], number, value_function.trios(position.faces, self.order())).value[0]
                for _ in range(draws)
            ]
            wanted.append(float(np.mean(values)) - settled_score(value_function.world, value_function.goal, *words[0]))
        weights, left = ridge(np.array(rows), np.array(wanted))
        fits = self.fits.setdefault(number, [])
        fits.append(weights)
        # Play seeks out what a single fit errs about, so the mean of the later half is played by.
        self.weights = {**self.weights, number: np.mean(fits[len(fits) // 2 :], axis=0)}
        return left

    def spread(self, games: int) -> Spread:
        """By round: how far games end above the value at its beginning, mean and standard deviation."""
        above: dict[int, list[float]] = {}
        for _ in range(games):
            seen: dict[int, list[Seen]] = {}
            score = self.play(0.0, seen)
            for number, [position] in seen.items():
                value_function = self.value_function(position.floors)
                fitted, goal = value_function.at_round(number), value_function.goal
                value = value_of(value_function.world, fitted, goal, *position.words)
                above.setdefault(number, []).append(score - value)
        return {number: (float(np.mean(those)), float(np.std(those))) for number, those in above.items()}

    def turn(self, games: int, draws: int, odd: float) -> None:
        seen: dict[int, list[Seen]] = {}
        values = [self.play(odd, seen) for _ in range(games)]
        self.seen.append(seen)
        left = {number: self.fit(number, draws) for number in range(ROUNDS, 1, -1)}
        spread = " ".join(f"{left[number]:.1f}" for number in sorted(left))
        print(f"mean of {games} games {np.mean(values):.1f}, left over by round {spread}", flush=True)


def ridge(rows: Floats, wanted: Floats) -> tuple[Floats, float]:
    """Least squares, held near zero; numbers that never differ count nothing."""
    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    used = scale > 1e-9
    standard = (rows[:, used] - mean[used]) / scale[used]
    centre = float(wanted.mean())
    square = standard.T @ standard + STEADY * np.eye(int(used.sum()))
    found = np.linalg.solve(square, standard.T @ (wanted - centre))
    weights = np.zeros(rows.shape[1])
    weights[used] = found / scale[used]
    weights[0] = centre - float(weights @ mean) + weights[0] * mean[0]
    left = wanted - rows @ weights
    return weights, float(np.sqrt((left**2).mean()))


def game_of(which: WeightSet, goal: Goal) -> Clin9ic:
    """The game that a set of weights is fitted to: only the difficult level has four dice (3.4)."""
    levels = (Level.MEDIUM, Level.DIFFICULT)
    games = (Clin9ic(load_deck(which.deck), goal, level) for level in levels)
    return next(game for game in games if game.dice == which.dice)


def fitted(game: Clin9ic, games: int, turns: int, draws: int, seed: int) -> tuple[Weights, Spread]:
    """Weights of a game's goal from nothing."""
    fit = Fit(game, seed)
    for turn in range(turns):
        fit.turn(games, draws, ODD if turn else 1.0)
    return fit.weights, fit.spread(games)


def text_of(found: dict[Goal, tuple[Weights, Spread]]) -> str:
    """The file that is shipped."""
    data = {
        "features": list(NAMES),
        "knots": KNOTS.tolist(),
        "goals": {
            goal: {number: [round(float(value), 4) for value in row] for number, row in weights.items()}
            for goal, (weights, _) in found.items()
        },
        "spread": {
            goal: {number: [round(value, 2) for value in pair] for number, pair in spread.items()}
            for goal, (_, spread) in found.items()
        },
    }
    return json.dumps(data, ensure_ascii=False, sort_keys=True).replace("], ", "],\n") + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deck", help="only the weights of this deck")
    parser.add_argument("--dice", type=int, help="only the weights for so many dice")
    parser.add_argument("--games", type=int, help=f"in each turn (default {MORE_GAMES} for popularity, else {GAMES})")
    parser.add_argument("--turns", type=int, help=f"(default {MORE_TURNS} for popularity, {TURNS} for other goals)")
    parser.add_argument("--draws", type=int, default=1, help="card orders tried for each position (default 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--goal", type=Goal, action="append", choices=list(Goal), help="only this one, for a trial")
    parser.add_argument("--out", type=Path, default=FOLDER_PATH, help="the folder to write to")
    chosen = parser.parse_args()
    for which in SETS:
        if chosen.deck not in (None, which.deck) or chosen.dice not in (None, which.dice):
            continue
        found = {}
        for goal in chosen.goal or Goal:
            print(f"{which.deck} deck, {which.dice} dice, {goal}", flush=True)
            games, turns = (MORE_GAMES, MORE_TURNS) if goal is Goal.POPULARITY else (GAMES, TURNS)
            game = game_of(which, goal)
            found[goal] = fitted(game, chosen.games or games, chosen.turns or turns, chosen.draws, chosen.seed)
        (chosen.out / which.file).write_text(text_of(found))


if __name__ == "__main__":
    main()
