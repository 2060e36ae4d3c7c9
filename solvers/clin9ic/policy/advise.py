"""Advice for the decision that is due: the best ways to play the round, what they can expect, and how sure that is."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from clin9ic.moves import Move
from clin9ic.referee import Clin9ic
from clin9ic.state import ROUNDS, Phase, State
from solvers.clin9ic.policy.information_bound import information_bound
from solvers.clin9ic.policy.last_round import last_round
from solvers.clin9ic.policy.last_two import last_two
from solvers.clin9ic.policy.play_evaluator import EvaluatedPlay, PlayEvaluator
from solvers.core import generic
from solvers.core.advice import Advice, Interval, Objective, Option, estimated, share
from solvers.core.budget import Budget
from solvers.core.expectimax import after_draw
from solvers.core.plain_search import plain_words
from solvers.core.result import NotSolvable

A_MINUTE = Budget()
FIRST, MORE = 8, 24  # candidates of a first and of a thorough look
FUTURES = 64  # of rollouts, at most
BATCH = 4
SHARE_OF_BOUND = 0.4  # of the time
ROUNDING = 1e-6  # of means over futures
SHARE_OF_CHOICE = 0.4
SHARE_OF_LAST_TWO = 0.75  # until then, ends are looked through: no other bound is needed after that


def advise(
    game: Clin9ic,
    state: State,
    budget: Budget = A_MINUTE,
    objective: Objective = Objective.SCORE,
    *,
    report: Callable[[str], None] = lambda _stage: None,
    interrupted: Callable[[], bool] = lambda: False,
    offer: Callable[[Advice], None] = lambda _advice: None,
) -> Advice:
    """What to do in a position, knowing no more than the player: later orders and hidden floor cards are not used.

    What is known under way is offered, for one who cannot wait for the rest. What the fast search does not support is
    looked ahead by the plain rules.
    """
    heard: Any = {"report": report, "interrupted": interrupted, "offer": offer}
    try:
        return _advise(game, state, budget, objective, **heard)
    except NotSolvable as reason:
        return replace(generic.advise(game, state, budget, objective, **heard), note=plain_words(str(reason)))


def _advise(
    game: Clin9ic,
    state: State,
    budget: Budget,
    objective: Objective,
    *,
    report: Callable[[str], None],
    interrupted: Callable[[], bool],
    offer: Callable[[Advice], None],
) -> Advice:
    began = time.monotonic()

    def over(share: float) -> Callable[[], bool]:
        return lambda: interrupted() or time.monotonic() - began > share * budget.seconds

    evaluator = PlayEvaluator(game, objective, workers=budget.workers)
    if state.phase is Phase.ORDER:
        advice = _before_draw(evaluator, state, budget)
    else:
        evaluator.stop = over(SHARE_OF_CHOICE)
        found, within = _found(evaluator, state, budget, over, report, offer)
        bounded = within is not None and within.high < inf
        evaluator.stop = over(1.0 if bounded else 1 - SHARE_OF_BOUND * budget.bound)
        advice = replace(_plain(evaluator, state, found, budget), within=within)
        offer(advice)
        if not budget.only_choice:
            advice = _played_out(evaluator, state, found, within, budget, report, interrupted)
        evaluator.stop = over(1.0)
    bounded = advice.within is not None and advice.within.high < inf
    if budget.bound and not bounded and not interrupted():
        report("bound")
        stop = over(1.0)
        advice = replace(
            advice,
            ceiling=information_bound(evaluator, state, stop, budget.seed, began + budget.seconds - time.monotonic()),
        )
    advice = _narrowed(advice)
    return replace(advice, interrupted=interrupted(), elapsed=time.monotonic() - began)


def _found(
    evaluator: PlayEvaluator,
    state: State,
    budget: Budget,
    over: Callable[[float], Callable[[], bool]],
    report: Callable[[str], None],
    offer: Callable[[Advice], None],
) -> tuple[list[EvaluatedPlay], Interval | None]:
    stop = over(SHARE_OF_CHOICE)
    if state.round == ROUNDS:
        return last_round(evaluator, state)
    promising = evaluator.view.plays(state)[0]
    first = evaluator.view.moves(state, promising)[0]
    offer(_plain(evaluator, state, [EvaluatedPlay(promising, evaluator.utility(promising.value, state.round))], budget))
    report(f"at first sight: {evaluator.game.format(first)}")
    found = evaluator.best(state, candidates=FIRST, seed=budget.seed)
    offer(_plain(evaluator, state, found, budget))
    if stop() or not budget.thorough:
        return found, None
    first = evaluator.view.moves(state, found[0].play)[0]
    report(f"so far {found[0].value:.2f}: {evaluator.game.format(first)}")
    if state.round == ROUNDS - 1:
        return last_two(evaluator, state, over(SHARE_OF_LAST_TWO), candidates=MORE)
    wider = evaluator.best(state, candidates=MORE, each=4, seed=budget.seed)
    return (wider if not stop() else found), None


def _narrowed(advice: Advice) -> Advice:
    """With what the best play can expect, where nothing but every future bounds it; None where nothing does at all."""
    within, most = advice.within, advice.ceiling
    if within is not None and most is not None and most.every_future and advice.objective is Objective.SCORE:
        if most.estimate.mean < within.low - ROUNDING:
            most = None  # a bound that a play refutes is no bound
        else:
            within = Interval(within.low, max(within.low, most.estimate.mean))
    return replace(advice, within=None if within is None or within.high == inf else within, ceiling=most)


def _before_draw(evaluator: PlayEvaluator, state: State, budget: Budget) -> Advice:
    """No decision is due: what the position can expect, each order of the cards being tried."""
    if state.round == ROUNDS:
        _, within = last_round(evaluator, state)
        return Advice(evaluator.objective, (), within)

    def value(drawn: State) -> float:
        return evaluator.best(drawn, candidates=FIRST, seed=budget.seed)[0].value

    return Advice(evaluator.objective, (), expected=after_draw(evaluator.game, state, value))


def _plain(evaluator: PlayEvaluator, state: State, found: Sequence[EvaluatedPlay], budget: Budget) -> Advice:
    """The options with what the evaluator thinks of them, no future played out."""
    shown = _distinct(evaluator, state, found, budget.shown)
    ends = [evaluator.view.after(state, one.play) for one in shown.values()]
    options = [
        Option(moves, one.value, found[0].value - one.value, None, end)
        for (moves, one), end in zip(shown.items(), ends, strict=True)
    ]
    return Advice(evaluator.objective, tuple(options), counts={"futures": 0, "candidates": len(found)})


def _distinct(
    evaluator: PlayEvaluator, state: State, found: Sequence[EvaluatedPlay], most: int
) -> dict[tuple[Move, ...], EvaluatedPlay]:
    """The best plays by their moves; some part only after a card that is still hidden, and are one option."""
    shown: dict[tuple[Move, ...], EvaluatedPlay] = {}
    for one in found:
        if len(shown) < most:
            shown.setdefault(evaluator.view.moves(state, one.play), one)
    return shown


def _played_out(
    evaluator: PlayEvaluator,
    state: State,
    found: Sequence[EvaluatedPlay],
    within: Interval | None,
    budget: Budget,
    report: Callable[[str], None],
    interrupted: Callable[[], bool],
) -> Advice:
    """Play the same futures out after each of the best options, batch by batch, as long as there is time."""
    shown = _distinct(evaluator, state, found, budget.shown)
    scores: list[list[float]] = [[] for _ in shown]
    futures = evaluator.futures(state, FUTURES if budget.thorough else 0, budget.seed)
    scores[0] += evaluator.rollouts(state, found[0].play, futures[:BATCH], stop=interrupted)  # never a bare number
    for at in range(0, len(futures), BATCH):
        for number, one in enumerate(shown.values()):
            if (at or number) and not evaluator.stop():
                scores[number] += evaluator.rollouts(state, one.play, futures[at : at + BATCH])
        if evaluator.stop() or all(one.play.over for one in shown.values()):
            break
        report(f"{at + BATCH} futures played out")
    target = evaluator.game.target
    options = []
    for (moves, one), own in zip(shown.items(), scores, strict=True):
        chance = sum(score >= target for score in own) / len(own) if own else None
        end = evaluator.view.after(state, one.play)
        options.append(Option(moves, one.value, found[0].value - one.value, chance, end))
    counts = {"futures": len(scores[0]), "candidates": len(found)}
    met = share([score >= target for score in scores[0]])
    return Advice(evaluator.objective, tuple(options), within, played=estimated(scores[0]), chance=met, counts=counts)
