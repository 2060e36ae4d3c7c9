"""What the compiled search takes up, and what it leaves to the plain rules."""

from collections.abc import Iterable
from dataclasses import fields
from functools import lru_cache

import numpy as np

from clin9ic.referee import Clin9ic
from clin9ic.state import State
from solvers.clin9ic.kernel.packed import pack
from solvers.clin9ic.kernel.tables import TooRich
from solvers.clin9ic.kernel.world import World, build_world
from solvers.clin9ic.successors.ranges import Ranges
from solvers.core.result import NotSolvable

KNOWN_OPTIONS = frozenset({"triage", "popularity_below_zero", "lots_kept_on_upgrade"})


def supports(game: Clin9ic, states: Iterable[State] = ()) -> str | None:
    """Why the compiled search cannot play on from some positions of a game, in a sentence; None where it can."""
    for option in fields(game.options):
        value = getattr(game.options, option.name)
        if option.name not in KNOWN_OPTIONS and value != option.default:
            return f"the fast search does not know the rule {option.name} = {str(value).lower()}"
    for state in states:
        if state.phase_time:
            return "the fast search takes up no Action phase half-way where triage shortens the whole phase (rule 4.10)"
        floors = (*(floor.card for floor in state.floors), *state.stack)
        world = _world(game, floors, max(sum(state.doctors), sum(state.patients)))
        if world is None:
            return "the floors of this deck have more rooms, or the clinic more people, than the fast search can count"
        try:
            Ranges.of(world).check(np.array([pack(world, state)], np.uint64), state.round)
        except NotSolvable as reason:
            return f"this game is too large for the fast search: {reason}"
    return None


@lru_cache(maxsize=8)
def _world(game: Clin9ic, floors: tuple[str, ...], people: int) -> World | None:
    """The tables of the search; None where they have no room, which takes as long to find out as the tables do."""
    try:
        return build_world(game, floors, people)
    except TooRich:
        return None


__all__ = ["supports"]
