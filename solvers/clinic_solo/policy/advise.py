"""Advice for the decision that is due: candidates by successive halving on sampled futures, and a bound.

Karnin, Koren, Somekh: Almost optimal exploration in multi-armed bandits, ICML 2013. The bound is an information
relaxation: the mean, over the futures, of what no play that knows them can beat."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import nan

from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from solvers.clinic_solo.bounds.bound import Bounds
from solvers.clinic_solo.bounds.bound import supports as bounds_support
from solvers.clinic_solo.policy.candidates import Candidate, CandidateGenerator, ends_of, follow
from solvers.clinic_solo.policy.exact import best_line, exact_values
from solvers.clinic_solo.policy.future_evaluator import Comparison, Evaluation, FutureEvaluator
from solvers.clinic_solo.policy.futures import Future, futures_of
from solvers.core.advice import Advice, Ceiling, Interval, Objective, Option, estimated, share
from solvers.core.budget import Budget

A_MINUTE = Budget()
MOST_FUTURES, BATCH = 64, 8
SHARE_OF_BOUND = 0.2  # of the time
OPENING, IDEA, ITERATIONS = 12_000, 3_000, 1_500  # changes of a plan: at first, for an idea, and of each candidate
FIRST_FUTURES, FIRST_OPENING, FIRST_ITERATIONS = 4, 6_000, 1_000  # of a first look
MOST_CANDIDATES, FIRST_CANDIDATES = 24, 12


def advise(
    game: ClinicSolo,
    state: State,
    budget: Budget = A_MINUTE,
    objective: Objective = Objective.SCORE,
    *,
    report: Callable[[str], None] = lambda _stage: None,
    interrupted: Callable[[], bool] = lambda: False,
    offer: Callable[[Advice], None] = lambda _advice: None,
) -> Advice:
    """What to do in a position, knowing no more than the player: every draw to come is imagined anew.

    What is known under way is offered, for one who cannot wait for the rest.
    """
    began = time.monotonic()

    def over(share: float) -> Callable[[], bool]:
        return lambda: interrupted() or time.monotonic() - began > share * budget.seconds

    evaluator = FutureEvaluator(game, objective, budget.workers, budget.seed, over(1 - SHARE_OF_BOUND))
    comparison = Comparison(evaluator, futures_of(game, state, MOST_FUTURES, budget.seed))
    if game.is_chance(state):
        advice = _before_draw(comparison, state)
    else:
        advice = _exact(game, state, objective, budget.shown) or _successive_halving(
            comparison, state, budget, report, offer
        )
    if budget.bound and bounds_support(game) is None and advice.within is None and not interrupted():
        report("bound")
        advice = replace(advice, ceiling=ceiling(comparison.futures, over(1.0)))
    return replace(advice, interrupted=interrupted(), elapsed=time.monotonic() - began)


def _exact(game: ClinicSolo, state: State, objective: Objective, shown: int) -> Advice | None:
    """The last decisions, by expectimax to the end."""
    found = exact_values(game, state, objective)
    if found is None or found.value is None:
        return None
    best = sorted(found.moves, key=lambda one: -(one.value or 0.0))[:shown]
    options = []
    for one in best:
        moves, end = best_line(game, state, one.move, objective)
        value = one.value or 0.0
        met = value if objective is Objective.GOAL else float(game.goal_met(end)) if game.is_over(end) else None
        options.append(Option(moves, value, found.value - value, met, end))
    return Advice(objective, tuple(options), Interval(found.value, found.value), counts={"ways": len(found.moves)})


def _before_draw(comparison: Comparison, state: State) -> Advice:
    """No decision is due: what hindsight makes of the position, each future with its own draw."""
    numbers = range(BATCH)
    if not comparison.rung([state], numbers, OPENING):
        numbers = _at_least_a_glance(comparison, state)
    return _advice(comparison, [], numbers, 0, state)


def _successive_halving(
    comparison: Comparison,
    state: State,
    budget: Budget,
    report: Callable[[str], None],
    offer: Callable[[Advice], None],
) -> Advice:
    """Successive halving: the better half of the candidates is searched on, twice as long; then on more futures."""
    game = comparison.evaluator.game
    simple = follow(game, state, (), simply=True)
    unseen = Option(simple.moves, nan, 0.0, None, simple.end)
    offer(Advice(comparison.evaluator.objective, (unseen,), counts={"futures": 0, "candidates": 1}))
    report(f"at first sight: {game.format(simple.moves[0])}")
    numbers = range(BATCH if budget.thorough else FIRST_FUTURES)
    iterations = ITERATIONS if budget.thorough else FIRST_ITERATIONS
    comparison.open(numbers, OPENING if budget.thorough else FIRST_OPENING)
    candidates = CandidateGenerator(
        comparison, state, MOST_CANDIDATES if budget.thorough else FIRST_CANDIDATES
    ).candidates(numbers, IDEA)
    idea = candidates[min(1, len(candidates) - 1)].moves[:2]
    report(f"plans begin with: {'; '.join(game.format(move) for move in idea)}")
    ends = ends_of(candidates)
    looked_at = len(ends)
    if not comparison.rung(ends, numbers, iterations):
        return _advice(comparison, candidates[:1], _at_least_a_glance(comparison, ends[0]), 1)
    spent = iterations
    ends = comparison.ranked(ends, numbers)
    while budget.thorough:
        offer(_shown(comparison, candidates, ends, numbers, budget, looked_at))
        _say(comparison, candidates, ends, numbers, report)
        if len(ends) > budget.shown:
            fewer, iterations = ends[: max(budget.shown, len(ends) // 2)], 2 * iterations
            if not comparison.rung(fewer, numbers, iterations):
                break
            ends, spent = comparison.ranked(fewer, numbers), spent + iterations
        else:
            more = range(numbers.stop, numbers.stop + BATCH)
            if more.stop > MOST_FUTURES or not comparison.open(more, OPENING) or not comparison.rung(ends, more, spent):
                break
            numbers = range(more.stop)
            ends = comparison.ranked(ends, numbers)
    return _shown(comparison, candidates, ends, numbers, budget, looked_at)


def _shown(
    comparison: Comparison,
    candidates: Sequence[Candidate],
    ends: Sequence[State],
    numbers: range,
    budget: Budget,
    looked_at: int,
) -> Advice:
    first = {candidate.end: candidate for candidate in reversed(candidates)}
    return _advice(comparison, [first[end] for end in ends[: budget.shown]], numbers, looked_at)


def _say(
    comparison: Comparison,
    candidates: Sequence[Candidate],
    ends: Sequence[State],
    numbers: range,
    report: Callable[[str], None],
) -> None:
    best = next(candidate for candidate in candidates if candidate.end == ends[0])
    moves = "; ".join(comparison.evaluator.game.format(move) for move in best.moves[:2])
    report(f"so far {comparison.mean(ends[0], numbers):.1f} in {len(numbers)} futures: {moves}")


def _at_least_a_glance(comparison: Comparison, end: State) -> range:
    """Time was up before anything could be compared: two futures, so that there is a figure with an interval."""
    comparison.evaluator.stop = lambda: False
    numbers = range(2)
    comparison.rung([end], numbers, ITERATIONS)
    return numbers


def _advice(
    comparison: Comparison, candidates: Sequence[Candidate], numbers: range, looked_at: int, before: State | None = None
) -> Advice:
    """The answer; the plans behind the best candidate are seen by the referee before they count."""
    evaluator, best = comparison.evaluator, candidates[0].end if candidates else before
    assert best is not None
    evaluations = [
        evaluator.confirmed(comparison.futures[number], comparison.evaluations[best, number]) for number in numbers
    ]
    top = comparison.mean(best, numbers)
    options = []
    for candidate in candidates:
        value = comparison.mean(candidate.end, numbers)
        often = sum(comparison.evaluations[candidate.end, number].met for number in numbers) / len(numbers)
        interval = estimated(comparison.values(candidate.end, numbers))
        options.append(Option(candidate.moves, value, top - value, often, candidate.end, interval))
    counts = {"futures": len(numbers), "candidates": looked_at}
    for name, _ in evaluator.game.deck.ranks:
        counts[f"rank {name}"] = sum(_rank(evaluator.game, evaluation) == name for evaluation in evaluations)
    played, met = estimated([one.score for one in evaluations]), share([one.met for one in evaluations])
    expected = None if candidates else top
    return Advice(evaluator.objective, tuple(options), expected=expected, played=played, chance=met, counts=counts)


def _rank(game: ClinicSolo, evaluation: Evaluation) -> str | None:
    """12.3."""
    earned = [name for name, least in game.deck.ranks if evaluation.met and evaluation.score >= least]
    return earned[-1] if earned else None


def ceiling(futures: Sequence[Future], stop: Callable[[], bool]) -> Ceiling | None:
    """The mean over futures of what no play in them can beat, as many as there is time for; at least two or none."""
    found: list[float] = []
    for future in futures:
        if stop():
            break
        value = Bounds(future.known, future.known.next_decision(future.seen)).value
        if value is not None:
            found.append(value)
    estimate = estimated(found)
    return None if estimate is None else Ceiling(estimate, every_future=False, penalised=False)
