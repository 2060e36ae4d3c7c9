"""Makes `weights.json`: plays games by the worth fitted so far and fits it anew, from the last round backwards.

The worth of a position is what the best end of its round is worth, averaged over card orders; in the last round that
is the final score. Positions are those that play by the worth itself meets, with some odd choices among them.

    python -m solvers.clin9ic.advice.fit
"""

import argparse
import json
import random
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic import Clin9ic, Goal, load_deck
from clin9ic.state import ROUNDS
from solvers.clin9ic.advice.features import COLUMNS, KNOTS, NAMES, all_features, knots_of, settled, worth_of
from solvers.clin9ic.advice.outlook import Outlook, Weights
from solvers.clin9ic.expander import _bits, pack
from solvers.clin9ic.packed import MONEY
from solvers.clin9ic.tables import build_world

Floats = NDArray[np.float64]
Spread = dict[int, tuple[float, float]]  # by round
PATH = Path(__file__).with_name("weights.json")
ODD = 0.3  # share of choices that are not the best one
AMONG = 4  # ends of each trio to choose from
STEADY = 10.0  # how strongly weights are held near zero, in standard deviations of the numbers
GAMES, TURNS = 60, 4  # in each turn, and turns of play and fitting
MORE_GAMES, MORE_TURNS = 150, 8  # for popularity, which has most to learn
KEPT = 3  # turns whose positions are still fitted to
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

    def __init__(self, goal: Goal, decks: list[str], seed: int) -> None:
        self.games = [Clin9ic(load_deck(name), goal) for name in decks]
        self.random = random.Random(seed)
        self.weights = first_weights()
        self.fits: dict[int, list[Floats]] = {}
        self.seen: list[dict[int, list[tuple[int, Seen]]]] = []
        self.worlds: dict[tuple[int, tuple[str, ...]], Outlook] = {}

    def outlook(self, deck: int, floors: tuple[str, ...]) -> Outlook:
        if (deck, floors) not in self.worlds:
            game = self.games[deck]
            self.worlds[deck, floors] = Outlook(game, build_world(game, floors), self.weights)
        outlook = self.worlds[deck, floors]
        if outlook.weights is not self.weights:
            outlook.weights = self.weights
            outlook._worth.clear()
        return outlook

    def order(self, deck: int) -> tuple[str, ...]:
        return self.random.choice(list(permutations(card.id for card in self.games[deck].deck.actions)))

    def play(self, odd: float, seen: dict[int, list[tuple[int, Seen]]]) -> float:
        """One game; its positions are added to those seen."""
        deck = self.random.randrange(len(self.games))
        game = self.games[deck]
        floors = tuple(card.id for card in game.deck.floors)
        floors = tuple(self.random.sample(floors, len(floors)))
        faces = "".join(self.random.choice("ab") for _ in game.deck.actions)
        outlook = self.outlook(deck, floors)
        words = pack(outlook.world, game.start(floors, faces))
        value = 0.0
        for number in range(1, ROUNDS + 1):
            ends = outlook.ends(words, number, outlook.trios(faces, self.order(deck)), each=AMONG)
            at = 0
            if number < ROUNDS and self.random.random() < odd:
                at = min(len(ends.words) - 1, int(self.random.expovariate(1 / 15)))
            words, value = (int(ends.words[at][0]), int(ends.words[at][1])), float(ends.worth[at])
            faces = faces.translate(OTHER)
            if number < ROUNDS:
                seen.setdefault(number + 1, []).append((deck, Seen(floors, faces, words)))
        return value

    def fit(self, number: int, draws: int) -> float:
        """The weights of a round anew, from the positions seen lately; returns the root of the mean square left."""
        rows, wanted = [], []
        for deck, position in [one for turn in self.seen[-KEPT:] for one in turn[number]]:
            outlook = self.outlook(deck, position.floors)
            words = np.array([position.words], np.uint64)
            money = np.array([float(_bits(position.words[1], MONEY, 9))])
            numbers = all_features(outlook.world.record[0], outlook.layout, words)
            rows.append(np.concatenate([numbers[0], knots_of(money)[0]]))
            values = [
                outlook.ends(words[0], number, outlook.trios(position.faces, self.order(deck))).worth[0]
                for _ in range(draws)
            ]
            wanted.append(float(np.mean(values)) - settled(outlook.goal, words[0, 1]))
        weights, left = ridge(np.array(rows), np.array(wanted))
        fits = self.fits.setdefault(number, [])
        fits.append(weights)
        # Play seeks out what a single fit errs about, so the mean of the later half is played by.
        self.weights = {**self.weights, number: np.mean(fits[len(fits) // 2 :], axis=0)}
        return left

    def spread(self, games: int) -> Spread:
        """By round: how far games end above the worth they had at its beginning, mean and standard deviation."""
        above: dict[int, list[float]] = {}
        for _ in range(games):
            seen: dict[int, list[tuple[int, Seen]]] = {}
            score = self.play(0.0, seen)
            for number, [(deck, position)] in seen.items():
                outlook = self.outlook(deck, position.floors)
                words = np.array(position.words, np.uint64)
                scratch = np.empty(len(NAMES))
                worth, _ = worth_of(outlook.world.record[0], outlook.worth(number), outlook.goal, *words, scratch)
                above.setdefault(number, []).append(score - worth)
        return {number: (float(np.mean(those)), float(np.std(those))) for number, those in above.items()}

    def turn(self, games: int, draws: int, odd: float) -> None:
        seen: dict[int, list[tuple[int, Seen]]] = {}
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


def fitted(goal: Goal, games: int, turns: int, draws: int, seed: int) -> tuple[Weights, Spread]:
    """Weights of a goal from nothing."""
    fit = Fit(goal, ["house"], seed)
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
    parser.add_argument("--games", type=int, help=f"in each turn (default {MORE_GAMES} for popularity, else {GAMES})")
    parser.add_argument("--turns", type=int, help=f"(default {MORE_TURNS} for popularity, {TURNS} for other goals)")
    parser.add_argument("--draws", type=int, default=1, help="card orders tried for each position (default 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--goal", type=Goal, action="append", choices=list(Goal), help="only this one, for a trial")
    parser.add_argument("--out", type=Path, default=PATH)
    chosen = parser.parse_args()
    found = {}
    for goal in chosen.goal or Goal:
        print(goal, flush=True)
        games, turns = (MORE_GAMES, MORE_TURNS) if goal is Goal.POPULARITY else (GAMES, TURNS)
        found[goal] = fitted(goal, chosen.games or games, chosen.turns or turns, chosen.draws, chosen.seed)
    chosen.out.write_text(text_of(found))


if __name__ == "__main__":
    main()
