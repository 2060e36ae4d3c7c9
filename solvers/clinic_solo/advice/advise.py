"""Advice for the decision that is due: ways to go on, what hindsight makes of them, and what nobody can beat."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from solvers.advice import Advice, Budget, Ceiling, Objective, Option, Within, estimated, share
from solvers.clinic_solo.advice.exact import exactly, on_from
from solvers.clinic_solo.advice.futures import Future, futures_of
from solvers.clinic_solo.advice.judge import Contest, Judge, Trial
from solvers.clinic_solo.advice.ways import Scout, Way, ends_of, follow
from solvers.clinic_solo.bound import Bounds

MOST_FUTURES, BATCH = 64, 8
SHARE_OF_BOUND = 0.2  # of the time
OPENING, IDEA, TURNS = 12_000, 3_000, 1_500  # changes of a plan: at first, for an idea, and of each way
FIRST_FUTURES, FIRST_OPENING, FIRST_TURNS = 4, 6_000, 1_000  # of a first look
MOST_WAYS, FIRST_WAYS = 24, 12


def advise(
    game: ClinicSolo,
    state: State,
    budget: Budget,
    objective: Objective = Objective.SCORE,
    *,
    report: Callable[[str], None] = lambda _stage: None,
    interrupted: Callable[[], bool] = lambda: False,
) -> Advice:
    """What to do in a position, knowing no more than the player: every draw to come is imagined anew."""
    began = time.monotonic()

    def over(share: float) -> Callable[[], bool]:
        return lambda: interrupted() or time.monotonic() - began > share * budget.seconds

    judge = Judge(game, objective, budget.workers, budget.seed, over(1 - SHARE_OF_BOUND * budget.bound))
    contest = Contest(judge, futures_of(game, state, MOST_FUTURES, budget.seed))
    if game.is_chance(state):
        advice = _before_draw(contest, state)
    else:
        advice = _exact(game, state, objective, budget.shown) or _compared(contest, state, budget, report)
    if budget.bound and advice.within is None and not interrupted():
        report("bound")
        advice = replace(advice, ceiling=ceiling(contest.futures, over(1.0)))
    return replace(advice, interrupted=interrupted(), elapsed=time.monotonic() - began)


def _exact(game: ClinicSolo, state: State, objective: Objective, shown: int) -> Advice | None:
    """The last decisions, gone through to the end."""
    found = exactly(game, state, objective)
    if found is None or found.value is None:
        return None
    best = sorted(found.moves, key=lambda one: -(one.value or 0.0))[:shown]
    options = []
    for one in best:
        moves, end = on_from(game, state, one.move, objective)
        value = one.value or 0.0
        met = value if objective is Objective.GOAL else float(game.goal_met(end)) if game.is_over(end) else None
        options.append(Option(moves, value, found.value - value, met, end))
    return Advice(objective, tuple(options), Within(found.value, found.value), counts={"ways": len(found.moves)})


def _before_draw(contest: Contest, state: State) -> Advice:
    """No decision is due: what hindsight makes of the position, each future with its own draw."""
    numbers = range(BATCH)
    if not contest.rung([state], numbers, OPENING):
        numbers = _at_least_a_glance(contest, state)
    return _advice(contest, [], numbers, 0, state)


def _compared(contest: Contest, state: State, budget: Budget, report: Callable[[str], None]) -> Advice:
    """Half of the ways are dropped at a time while the others are looked at longer, then on more futures."""
    game = contest.judge.game
    simple = follow(game, state, (), simply=True)
    report(f"at first sight: {game.format(simple.moves[0])}")
    numbers = range(BATCH if budget.thorough else FIRST_FUTURES)
    turns = TURNS if budget.thorough else FIRST_TURNS
    contest.open(numbers, OPENING if budget.thorough else FIRST_OPENING)
    ways = Scout(contest, state, MOST_WAYS if budget.thorough else FIRST_WAYS).ways(numbers, IDEA)
    report(f"plans begin with: {'; '.join(game.format(move) for move in ways[min(1, len(ways) - 1)].moves[:2])}")
    ends = ends_of(ways)
    looked_at = len(ends)
    if not contest.rung(ends, numbers, turns):
        return _advice(contest, ways[:1], _at_least_a_glance(contest, ends[0]), 1)
    spent = turns
    ends = contest.ranked(ends, numbers)
    while budget.thorough:
        _say(contest, ways, ends, numbers, report)
        if len(ends) > budget.shown:
            fewer, turns = ends[: max(budget.shown, len(ends) // 2)], 2 * turns
            if not contest.rung(fewer, numbers, turns):
                break
            ends, spent = contest.ranked(fewer, numbers), spent + turns
        else:
            more = range(numbers.stop, numbers.stop + BATCH)
            if more.stop > MOST_FUTURES or not contest.open(more, OPENING) or not contest.rung(ends, more, spent):
                break
            numbers = range(more.stop)
            ends = contest.ranked(ends, numbers)
    first = {way.end: way for way in reversed(ways)}
    return _advice(contest, [first[end] for end in ends[: budget.shown]], numbers, looked_at)


def _say(
    contest: Contest, ways: Sequence[Way], ends: Sequence[State], numbers: range, report: Callable[[str], None]
) -> None:
    best = next(way for way in ways if way.end == ends[0])
    moves = "; ".join(contest.judge.game.format(move) for move in best.moves[:2])
    report(f"so far {contest.mean(ends[0], numbers):.1f} in {len(numbers)} futures: {moves}")


def _at_least_a_glance(contest: Contest, end: State) -> range:
    """Time was up before anything could be compared: two futures, so that there is a figure with an interval."""
    contest.judge.stop = lambda: False
    numbers = range(2)
    contest.rung([end], numbers, TURNS)
    return numbers


def _advice(
    contest: Contest, ways: Sequence[Way], numbers: range, looked_at: int, before: State | None = None
) -> Advice:
    """The answer; the plans behind the best way are seen by the referee before they count."""
    judge, best = contest.judge, ways[0].end if ways else before
    assert best is not None
    trials = [judge.confirmed(contest.futures[number], contest.trials[best, number]) for number in numbers]
    top = contest.mean(best, numbers)
    options = []
    for way in ways:
        value = contest.mean(way.end, numbers)
        often = sum(contest.trials[way.end, number].met for number in numbers) / len(numbers)
        interval = estimated(contest.values(way.end, numbers))
        options.append(Option(way.moves, value, top - value, often, way.end, interval))
    counts = {"futures": len(numbers), "candidates": looked_at}
    for name, _ in judge.game.deck.ranks:
        counts[f"rank {name}"] = sum(_rank(judge.game, trial) == name for trial in trials)
    played, met = estimated([one.score for one in trials]), share([one.met for one in trials])
    expected = None if ways else top
    return Advice(judge.objective, tuple(options), expected=expected, played=played, chance=met, counts=counts)


def _rank(game: ClinicSolo, trial: Trial) -> str | None:
    """12.3."""
    earned = [name for name, least in game.deck.ranks if trial.met and trial.score >= least]
    return earned[-1] if earned else None


def ceiling(futures: Sequence[Future], stop: Callable[[], bool]) -> Ceiling | None:
    """The mean over futures of what no play in them can beat, as many as there is time for; at least two or none."""
    found: list[float] = []
    for future in futures:
        if stop():
            break
        value = Bounds(future.known, future.drawn(future.seen)).value
        if value is not None:
            found.append(value)
    estimate = estimated(found)
    return None if estimate is None else Ceiling(estimate, every_future=False, penalised=False)
