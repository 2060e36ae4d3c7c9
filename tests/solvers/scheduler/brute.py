"""The best value by trying out everything: through the referee for small positions, by the kernel for larger ones."""

import random
from collections.abc import Iterator
from functools import partial

import numpy as np

from clin9ic import Clin9ic, State
from clin9ic.moves import Build, Move, Order
from clin9ic.state import Phase
from solvers.clin9ic.cp_model import EndValue, Instance
from solvers.clin9ic.kernel import packed
from solvers.clin9ic.kernel.packed import pack
from solvers.clin9ic.kernel.trios import trios_of
from solvers.clin9ic.kernel.world import build_world
from solvers.clin9ic.successors.expander import Expander
from tabletop.colours import Counts
from tests.clin9ic.helpers import random_game


def moves_without_cubes(game: Clin9ic, state: State) -> list[Move]:
    """The legal moves that leave the conveyor cubes where they are."""
    moves = game.legal_moves(state)
    return [m for m in moves if not isinstance(m, Build) or not any(component.spaces for component in m.components)]


def ends(game: Clin9ic, state: State, order: tuple[str, ...], *, cubes: bool) -> set[State]:
    """Every position that a round can end in: all legal moves of every position, equal positions met once."""
    legal_moves = game.legal_moves if cubes else partial(moves_without_cubes, game)
    waiting = {game.apply_outcome(state, Order(order))}
    found: set[State] = set()
    while waiting:
        after = {game.apply(at, move) for at in waiting for move in legal_moves(at)}
        done = {at for at in after if at.phase in (Phase.ORDER, Phase.OVER)}
        found |= done
        waiting = after - done
    return found


def best(instance: Instance, *, cubes: bool) -> int:
    """The best value of an instance, all plays of all its rounds tried."""
    layer = {instance.state}
    for order in instance.orders:
        layer = {end for state in layer for end in ends(instance.game, state, order, cubes=cubes)}
    return max(map(instance.value_of, layer))


def kernel_best(instance: Instance, *, cubes: bool) -> int:
    """The best end value of one round, every end of it listed by the kernel."""
    state, value = instance.state, instance.value
    assert value is not None
    world = build_world(instance.game, [floor.card for floor in state.floors] + list(state.stack))
    trios = trios_of(instance.game, state.faces, instance.orders[0])
    words = Expander(world).ends(pack(world, state), trios, full=True, cubes=cubes)

    sides = [world.upgrades[config] for config in world.tables.config]
    shape = packed.column(words, packed.SHAPE)
    total = (
        value.floors * np.array(list(map(len, sides)))[shape] + value.upgrades * np.array(list(map(sum, sides)))[shape]
    )
    total = total + value.popularity * (packed.column(words, packed.POPULARITY) - packed.POPULARITY_ZERO)
    for name in ("entrances", "gardens", "pillars", "lots", "nurses", "orderlies", "money", "time", "treated"):
        total = total + getattr(value, name) * packed.column(words, getattr(packed, name.upper()))
    for colour in range(4):
        total = total + value.doctors[colour] * packed.colour_of(words, packed.DOCTORS, colour)
        total = total + value.patients[colour] * packed.colour_of(words, packed.PATIENTS, colour)
    return int(total.max())


def random_value(rng: random.Random) -> EndValue:
    """Weights of either sign, so that what looks foolish is worth trying, too."""

    def four(low: int, high: int) -> Counts:
        a, b, c, d = (rng.randint(low, high) for _ in range(4))
        return a, b, c, d

    return EndValue(
        **{name: rng.randint(-3, 5) for name in EndValue.plain()},
        floors=rng.randint(-5, 9),
        upgrades=rng.randint(-5, 9),
        doctors=four(-3, 6),
        patients=four(-6, 3),
    )


def beginnings(game: Clin9ic, seed: int) -> Iterator[tuple[State, tuple[str, ...]]]:
    """The positions before each round of a random game, with the card order that came."""
    for turn in random_game(game, seed):
        if isinstance(turn.move, Order):
            yield turn.before, turn.move.cards
