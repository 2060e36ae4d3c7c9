"""The simpler game of the bound: every legal play is a solution of it that scores no less."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import TypeVar

import pytest
from ortools.sat.python.cp_model import CpModel, CpSolver

from dice_hospital.deck import ALL_VALUES, Ability, Group
from dice_hospital.moves import Move, Stop
from dice_hospital.patients import COLOURS
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Variant
from dice_hospital.specialists import NOBODY
from dice_hospital.state import ACTIVATION, Phase, State
from solvers.core.cpsat import FOUND, Number
from solvers.dice_hospital.bounds.flows import node_of
from solvers.dice_hospital.bounds.relaxation import Relaxation
from tests.solvers.dice_hospital.positions import BASE, known

# In each somebody is touched twice by one kind of card: by two copies of it, and where one's own effect is still due.
TELLING = (2, 9, 10)
OTHERS = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(100) if seed not in TELLING]
Key = TypeVar("Key")


def odd_game(draw: Random) -> DiceHospital:
    """A round or two with departments and specialists who touch several patients at once."""
    deck = BASE.deck
    tiles = [
        replace(
            tile, patients=draw.choice((2, 3)), steps=draw.choice((1, 1, 2)), values=ALL_VALUES,
            colour=draw.choice((None, None, *COLOURS)),
            group=draw.choice((Group.FREE, Group.EQUAL, Group.CONSECUTIVE)),
        )
        for tile in deck.tiles[:2]
    ]  # fmt: skip
    specialists = [
        replace(
            worker, ability=Ability.OTHER, patients=draw.choice((2, 3)), steps=1, colour=None,
            target=draw.choice((None, None, *COLOURS)), values=draw.choice((ALL_VALUES, (1, 2, 3))),
        )
        for worker in deck.specialists[:2]
    ]  # fmt: skip
    low = tuple(draw.randint(1, 4) for _ in range(6))
    deck = replace(
        deck, rounds=draw.choice((1, 2)), neglect_steps=draw.choice((0, 1)),
        starting=deck.starting[:2], tiles=tuple(tiles), specialists=tuple(specialists),
        setup=replace(deck.setup, nurses=1, start_values=low), intake=replace(deck.intake, drawn=3, kept=2),
    )  # fmt: skip
    variants = (Variant.SUPERBUG, Variant.FATALITY_PENALTY)
    return DiceHospital(deck, frozenset(variant for variant in variants if draw.random() < 0.3))


def busy_move(game: DiceHospital, state: State, draw: Random) -> Move:
    """At random, and nothing only where nothing else is legal."""
    moves = [*game.activation_moves(state, lean=True)] if state.phase in ACTIVATION else game.legal_moves(state)
    return draw.choice([move for move in moves if move not in (Stop(), NOBODY)] or moves)


def fix(cp: CpModel, numbers: Mapping[Key, Number], played: Iterable[Key]) -> None:
    """The numbers are as played, and whatever the model does not name was not there."""
    counted = Counter(played)
    for key in {*numbers, *counted}:
        cp.add(numbers.get(key, 0) == counted[key])


def fix_activations(simpler: Relaxation, play: list[tuple[State, Move]]) -> None:
    """What is there at the beginning and at the end of each activation; what happens in between is left open."""
    cp, begun = simpler.sheet.cp, set[int]()
    for state, move in play:
        if state.phase not in ACTIVATION:
            continue
        day = simpler.days[state.round - simpler.first]
        if state.round not in begun:
            begun.add(state.round)
            fix(cp, day.departments, state.free_departments)
            fix(cp, day.workers, state.free_workers)
            cp.add(day.bags == state.blood_bags)
        if state.phase is Phase.PLACE and move == Stop():
            fix(cp, day.end, map(node_of, state.patients))
            cp.add(day.bags_left() == state.blood_bags)
            for left, discharged in zip(day.left, state.discharged, strict=True):
                cp.add(left == discharged)


@pytest.mark.parametrize("seed", [*TELLING, *OTHERS])
def test_a_legal_play_is_a_solution_that_scores_no_less(seed: int) -> None:
    draw = Random(seed)
    game = odd_game(draw)
    draws, cards = known(game, seed), range(2)
    state = draws.next_decision(game.start())._replace(
        specialists=tuple(sorted(1 + draw.choice(cards) for _ in range(3))),
        departments=tuple(sorted(len(game.deck.starting) + draw.choice(cards) for _ in range(3))),
        blood_bags=draw.choice((0, 1, 2)),
    )
    play = list[tuple[State, Move]]()
    while not game.is_over(state):
        play.append((state, busy_move(game, state, draw)))
        state = draws.after(*play[-1])
    for at in range(len(play)):
        simpler = Relaxation(draws, play[at][0])
        assert simpler.complete
        fix_activations(simpler, play[at:])
        simpler.sheet.cp.add(simpler.total >= game.final_score(state))
        solver = CpSolver()
        solver.parameters.num_workers = 1
        assert solver.solve(simpler.sheet.cp) in FOUND, f"{play[at][0].phase} of round {play[at][0].round}"
