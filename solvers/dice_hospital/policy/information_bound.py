"""The information relaxation bound: no player can expect more than one who knows the draws (Brown, Smith & Sun 2010).

A player who knew the draws could do no worse, so the mean over deals of the best score in each bounds every player.
What a deal draws depends on nothing but the deal and what bag and stacks then hold, with the chances of section 11; so
the deals that are sampled are as likely as any. Each is bounded by the linear programmes of the simpler game for known
draws. So this is a bound on a bound, which holds all the more. Its interval is that of the sample.
"""

import time
from collections.abc import Callable
from functools import partial

from dice_hospital.deals import deal_from_seed, drawn
from dice_hospital.moves import Move, Outcome
from dice_hospital.referee import DiceHospital
from dice_hospital.state import State
from solvers.core.advice import Ceiling, estimated
from solvers.core.replay import KnownDraws
from solvers.dice_hospital.bounds import relaxation
from solvers.dice_hospital.bounds.known_draws import Bound

MOST_DEALS = 64
SECONDS = 1.0  # for a deal


def dealt(game: DiceHospital, state: State, deal: int) -> Outcome | None:
    return drawn(game, deal, state)


def information_bound(
    game: DiceHospital,
    state: State,
    stop: Callable[[], bool],
    seed: int = 0,
    *,
    seconds: float = SECONDS,
) -> Ceiling | None:
    """A bound on what any player can expect from a position; None for games without one, or without time."""
    if relaxation.refusal(game) is not None:
        return None
    bounds = list[float]()
    for number in range(MOST_DEALS):
        if stop():
            break
        found = bound_of_deal(game, state, deal_from_seed((seed << 16) + number), seconds, stop)
        if found is None:
            return None
        bounds.append(float(found))
    estimate = estimated(bounds)
    return None if estimate is None else Ceiling(estimate, every_future=False, penalised=False)


def bound_of_deal(
    game: DiceHospital, state: State, deal: int, seconds: float = SECONDS, stop: Callable[[], bool] = lambda: False
) -> int | None:
    """What nobody can score from a position on who knows all that a deal draws."""
    known: KnownDraws[State, Move, Outcome] = KnownDraws(game, partial(dealt, game, deal=deal))
    start = known.next_decision(state)
    if game.is_over(start):
        return game.final_score(start)
    simpler, began = relaxation.Relaxation(known, start), time.monotonic()
    if not simpler.complete:
        return None
    return Bound(simpler).run(lambda: None, lambda: stop() or time.monotonic() - began > seconds)


__all__ = ["bound_of_deal", "information_bound"]
