"""Advice for the decision that is due: the best ways to play the round, what they can expect, and how sure that is."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf

from clin9ic.moves import Move
from clin9ic.referee import Clin9ic
from clin9ic.state import ROUNDS, Phase, State
from solvers.advice import Advice, Budget, Objective, Option, Within, estimated, share
from solvers.clin9ic.advice.bound import ceiling
from solvers.clin9ic.advice.judge import Judge, Judged
from solvers.clin9ic.advice.last_round import last_round
from solvers.clin9ic.advice.last_two import last_two

FIRST, MORE = 8, 24  # candidates of a first and of a thorough look
FUTURES = 64  # played out at most
BATCH = 4
SHARE_OF_BOUND = 0.4  # of the time
SHARE_OF_CHOICE = 0.4
SHARE_OF_LAST_TWO = 0.75  # until then, ends are looked through: no other bound is needed after that


def advise(
    game: Clin9ic,
    state: State,
    budget: Budget,
    objective: Objective = Objective.SCORE,
    *,
    report: Callable[[str], None] = lambda _stage: None,
    interrupted: Callable[[], bool] = lambda: False,
) -> Advice:
    """What to do in a position, knowing no more than the player: later orders and hidden floor cards are not used."""
    began = time.monotonic()

    def over(share: float) -> Callable[[], bool]:
        return lambda: interrupted() or time.monotonic() - began > share * budget.seconds

    judge = Judge(game, objective, workers=budget.workers)
    if state.phase is Phase.ORDER:
        advice = _before_draw(judge, state, budget)
    else:
        judge.stop = over(SHARE_OF_CHOICE)
        found, within = _found(judge, state, budget, over, report)
        bounded = within is not None and within.high < inf
        judge.stop = over(1.0 if bounded else 1 - SHARE_OF_BOUND * budget.bound)
        advice = _played_out(judge, state, found, within, budget, report, interrupted)
        judge.stop = over(1.0)
    bounded = advice.within is not None and advice.within.high < inf
    if budget.bound and not bounded and not interrupted():
        report("bound")
        stop = over(1.0)
        advice = replace(
            advice, ceiling=ceiling(judge, state, stop, budget.seed, began + budget.seconds - time.monotonic())
        )
    advice = replace(advice, within=_narrowed(advice))
    return replace(advice, interrupted=interrupted(), elapsed=time.monotonic() - began)


def _found(
    judge: Judge,
    state: State,
    budget: Budget,
    over: Callable[[float], Callable[[], bool]],
    report: Callable[[str], None],
) -> tuple[list[Judged], Within | None]:
    stop = over(SHARE_OF_CHOICE)
    if state.round == ROUNDS:
        return last_round(judge, state)
    promising = judge.sight.plays(state)[0]
    first = judge.sight.moves(state, promising)[0]
    report(f"at first sight: {judge.game.format(first)}")
    found = judge.best(state, candidates=FIRST, seed=budget.seed)
    if stop() or not budget.thorough:
        return found, None
    first = judge.sight.moves(state, found[0].play)[0]
    report(f"so far {found[0].value:.2f}: {judge.game.format(first)}")
    if state.round == ROUNDS - 1:
        return last_two(judge, state, over(SHARE_OF_LAST_TWO), candidates=MORE)
    wider = judge.best(state, candidates=MORE, each=4, seed=budget.seed)
    return (wider if not stop() else found), None


def _narrowed(advice: Advice) -> Within | None:
    """What the best play can expect, where nothing else bounds it by every future; None where nothing does at all."""
    within, most = advice.within, advice.ceiling
    if within is not None and most is not None and most.every_future and advice.objective is Objective.SCORE:
        within = Within(within.low, max(within.low, most.estimate.mean))
    return None if within is None or within.high == inf else within


def _before_draw(judge: Judge, state: State, budget: Budget) -> Advice:
    """No decision is due: what the position can expect, each order of the cards being tried."""
    if state.round == ROUNDS:
        _, within = last_round(judge, state)
        return Advice(judge.objective, (), within)
    values = []
    for order in judge.orders:
        after = state._replace(phase=Phase.ARRANGE, order=order)
        values += [one.value for one in judge.best(after, candidates=FIRST, seed=budget.seed)[:1]]
    return Advice(judge.objective, (), expected=sum(values) / len(values))


def _distinct(judge: Judge, state: State, found: Sequence[Judged], most: int) -> dict[tuple[Move, ...], Judged]:
    """The best plays by their moves; some part only after a card that is still hidden, and are one option."""
    shown: dict[tuple[Move, ...], Judged] = {}
    for one in found:
        if len(shown) < most:
            shown.setdefault(judge.sight.moves(state, one.play), one)
    return shown


def _played_out(
    judge: Judge,
    state: State,
    found: Sequence[Judged],
    within: Within | None,
    budget: Budget,
    report: Callable[[str], None],
    interrupted: Callable[[], bool],
) -> Advice:
    """Play the same futures out after each of the best options, batch by batch, as long as there is time."""
    shown = _distinct(judge, state, found, budget.shown)
    scores: list[list[float]] = [[] for _ in shown]
    futures = judge.futures(state, FUTURES if budget.thorough else 0, budget.seed)
    scores[0] += judge.played_out(state, found[0].play, futures[:BATCH], stop=interrupted)  # never a bare number
    for at in range(0, len(futures), BATCH):
        for number, one in enumerate(shown.values()):
            if (at or number) and not judge.stop():
                scores[number] += judge.played_out(state, one.play, futures[at : at + BATCH])
        if judge.stop() or all(one.play.over for one in shown.values()):
            break
        report(f"{at + BATCH} futures played out")
    target = judge.game.target
    options = []
    for (moves, one), own in zip(shown.items(), scores, strict=True):
        chance = sum(score >= target for score in own) / len(own) if own else None
        end = judge.sight.after(state, one.play)
        options.append(Option(moves, one.value, found[0].value - one.value, chance, end))
    counts = {"futures": len(scores[0]), "candidates": len(found)}
    met = share([score >= target for score in scores[0]])
    return Advice(judge.objective, tuple(options), within, played=estimated(scores[0]), chance=met, counts=counts)
