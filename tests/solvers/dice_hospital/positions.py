"""Positions of games that were played at random or with sense, small enough for the plain rules to go through."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from dice_hospital.deals import deal_from_seed, drawn
from dice_hospital.decks import load
from dice_hospital.moves import Move, Outcome
from dice_hospital.players import random_move, sensible_move
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Variant
from dice_hospital.state import Phase, State
from solvers.core.replay import KnownDraws
from solvers.dice_hospital.kernel.activation import Activation
from solvers.dice_hospital.value_function.player import sampled

BASE = DiceHospital(load("house"))
EXPERIMENTAL = DiceHospital(load("house"), frozenset({Variant.EXPERIMENTAL}))
LONG = (1, 3, 5, 7, 9, 11, 14, 17, 21, 25, 30, 35, 41, 48, 56)
FIFTEEN = DiceHospital(replace(BASE.deck, scoring=replace(BASE.deck.scoring, discharged=LONG)))
FALLING = DiceHospital(  # points that fall, and nobody lives who is not treated
    replace(BASE.deck, scoring=replace(BASE.deck.scoring, discharged=(99, 1, 50), empty_wards=0), neglect_steps=6)
)
GAMES = (BASE, EXPERIMENTAL, DiceHospital(load("house"), frozenset({Variant.SUPERBUG, Variant.FATALITY_PENALTY})))


def known(game: DiceHospital, deal: int = 1) -> KnownDraws[State, Move, Outcome]:
    """The draws of a seed."""
    return KnownDraws(game, lambda state: drawn(game, deal_from_seed(deal), state))


def played(game: DiceHospital, seed: int) -> Iterator[State]:
    """Every position of a game in which the player decides; odd games stray from what is sensible."""
    random, state = Random(seed), game.start()
    while not game.is_over(state):
        if game.is_chance(state):
            state = game.apply_outcome(state, sampled(game, state, random))
            continue
        yield state
        stray = random.random() < (0.5 if seed % 2 else 0.1)
        state = game.apply(state, random_move(game, state, random) if stray else sensible_move(game, state))


def activations(game: DiceHospital, seed: int, most: int) -> Iterator[State]:
    """Beginnings of activations in all rounds, thinned out until there are few ends."""
    random = Random(seed)
    for state in played(game, seed):
        if state.phase is not Phase.PLACE or state.recoloured:
            continue
        for _ in range(20):
            reached = Activation(game, state).all(most)
            if reached is not None:
                yield state
                break
            state = _thinned(state, random)


def _thinned(state: State, random: Random) -> State:
    """With somebody, a department or a blood bag less, as after other placements."""

    def less(there: tuple[int, ...]) -> tuple[int, ...]:
        at = random.randrange(len(there)) if there else 0
        return there[:at] + there[at + 1 :]

    what = random.randrange(4)
    if what == 0 and state.blood_bags:
        return state._replace(blood_bags=state.blood_bags - 1)
    if what == 1 and len(state.free_departments) > 2:
        return state._replace(free_departments=less(state.free_departments))
    if what == 2 and len(state.patients) > 4:
        return state._replace(patients=less(state.patients))
    return state._replace(free_workers=less(state.free_workers))
