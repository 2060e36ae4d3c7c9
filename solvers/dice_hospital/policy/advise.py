"""Advice for one who does not know the draws to come.

The ways through the round that the value function likes best are compared over sampled draws of the next round. The
last round, its cards turned up, is told with what no play of it can beat.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from dice_hospital.activation import has_chance
from dice_hospital.referee import DiceHospital
from dice_hospital.state import Phase, State
from solvers.core import generic
from solvers.core.advice import Advice, Estimate, Interval, Objective, Option, estimated, share
from solvers.core.budget import Budget
from solvers.core.plain_search import plain_words
from solvers.core.replay import KnownDraws
from solvers.core.result import SolveResult
from solvers.dice_hospital.kernel.supports import refusal
from solvers.dice_hospital.policy.information_bound import information_bound
from solvers.dice_hospital.policy.last_draws import LastDraws, is_before_last_cards
from solvers.dice_hospital.policy.lookahead import Contest
from solvers.dice_hospital.policy.rolls import CHOOSING, between, by_all_rolls, may_roll
from solvers.dice_hospital.solve import solve
from solvers.dice_hospital.value_function.player import Player, Way, player_for, sampled

A_MINUTE = Budget()
COMPARED, QUICKLY = 16, 6  # ways that are compared, and when it has to be quick
COMPARING, LISTING = 0.2, 0.9  # parts of the time, in the last round: until ways are compared, and all draws listed
SHARE = 0.6  # of the time for comparing, when games are played out after it
BOUNDING = 0.25  # of the time for a bound on any player
MANY_DEALS, MOST_SECONDS = 8, 1.0  # that it is the mean of, if there is time, and for each of them
MOST_EXPECTED = 200  # futures where no decision is due
MOST_PLAYED = 64  # games that are played out
QUICK_FUTURES = 4
AT_ONCE = 2.0  # seconds for a proof, when it has to be quick
BY_SCORE = "ways are ranked by the score they promise, not by the chance to reach the target"


def advise(
    game: DiceHospital,
    state: State,
    budget: Budget = A_MINUTE,
    objective: Objective = Objective.SCORE,
    *,
    report: Callable[[str], None] = lambda _stage: None,
    interrupted: Callable[[], bool] = lambda: False,
    offer: Callable[[Advice], None] = lambda _advice: None,
) -> Advice:
    """The ways through the round, the best first, by what they lead to on average."""
    reason = refusal(game, state)
    if reason is not None:
        found = generic.advise(game, state, budget, objective, report=report, interrupted=interrupted, offer=offer)
        return replace(found, note=plain_words(reason))
    if game.is_over(state):
        score = float(game.final_score(state))
        return Advice(objective, (), Interval(score, score), expected=score)
    return _Adviser(game, state, budget, objective, report, interrupted, offer).advice()


@dataclass
class _Adviser:
    game: DiceHospital
    state: State
    budget: Budget
    objective: Objective
    report: Callable[[str], None]
    interrupted: Callable[[], bool]
    offer: Callable[[Advice], None]
    began: float = field(default_factory=time.monotonic)

    @cached_property
    def player(self) -> Player:
        return player_for(self.game)

    @cached_property
    def listing(self) -> bool:
        """Whether all that chance may still do is gone through: in the last round."""
        may = is_before_last_cards(self.game, self.state) or may_roll(self.game, self.state)
        return may and self.budget.thorough and self.objective is Objective.SCORE

    @cached_property
    def bounding(self) -> float:
        """The share of the time for a bound on any player; the last round has sharper ones."""
        wanted = self.budget.bound and self.budget.thorough and self.state.round < self.game.deck.rounds
        return BOUNDING if wanted else 0.0

    @property
    def comparing(self) -> float:
        """The share of the time until ways have been compared."""
        return COMPARING if self.listing else SHARE - self.bounding if self.budget.thorough else 1.0

    def spent(self, part: float) -> Callable[[], bool]:
        return lambda: self.interrupted() or time.monotonic() - self.began > self.budget.seconds * part

    def advice(self) -> Advice:
        advice = self.expected() if self.game.is_chance(self.state) else self.compared()
        if self.listing:
            self.offer(advice)
            self.report("all draws of the last round are gone through")
            advice = self.listed(advice)
            self.offer(advice)
        if self.budget.thorough and advice.options:
            advice = _with_games(self.player, advice, self.budget, self.spent(1.0 - self.bounding), self.report)
        if self.bounding:
            self.offer(advice)
            self.report("what draws could bring is bounded")
            each = min(MOST_SECONDS, self.bounding * self.budget.seconds / MANY_DEALS)
            ceiling = information_bound(self.game, self.state, self.spent(1.0), self.budget.seed, seconds=each)
            advice = replace(advice, ceiling=ceiling)
        return replace(advice, interrupted=self.interrupted(), elapsed=time.monotonic() - self.began)

    def expected(self) -> Advice:
        """No decision is due: the mean over draws."""
        stop = self.spent(COMPARING if self.listing else 1.0 - self.bounding)
        random, values = Random(self.budget.seed), list[float]()
        while len(values) < 2 or (len(values) < MOST_EXPECTED and not stop()):
            values.append(self.player.sampled_value(self.state, random))
        return Advice(self.objective, (), expected=sum(values) / len(values), counts={"futures": len(values)})

    def compared(self) -> Advice:
        """Ways through the round, over sampled draws of the next one; a last round without chance is solved first."""
        ways = self.player.ways(self.state, COMPARED if self.budget.thorough else QUICKLY)
        contest = Contest(self.player, ways, self.budget.seed)
        self.offer(_told(contest, self.state, self.budget, self.objective))
        solved = _solved(self.game, self.state, self.budget, self.interrupted) if self.is_certain else None
        if solved is not None and solved.best is not None:
            end = KnownDraws(self.game, _no_draw).play(self.state, solved.moves)
            best = Way(solved.moves, end, float(solved.best))
            contest = Contest(self.player, [best, *(way for way in ways if way.end != end)], self.budget.seed)
        if not self.budget.thorough:
            contest.most = QUICK_FUTURES
        self.report("ways are compared over sampled draws")
        contest.run(self.spent(self.comparing))
        advice = _told(contest, self.state, self.budget, self.objective)
        if solved is not None and solved.bound is not None and advice.options and self.objective is Objective.SCORE:
            low = advice.options[0].value
            advice = replace(advice, within=Interval(low, max(low, solved.bound)))
        self.offer(advice)
        return advice

    @property
    def is_certain(self) -> bool:
        """Whether the score is in the player's hands: the last round, its cards turned up, and nothing is rolled."""
        state = self.state
        last = state.round == self.game.deck.rounds and state.phase not in (Phase.KEEP, Phase.LOSE)
        return last and not has_chance(self.game) and not state.recoloured

    def listed(self, advice: Advice) -> Advice:
        """With what all draws or rolls of the last round make of it, as far as there is time."""
        stop = self.spent(LISTING)
        if is_before_last_cards(self.game, self.state):
            return _by_all_draws(advice, LastDraws(self.game, self.state, self.budget.workers, stop))
        found = None if self.state.phase in CHOOSING else by_all_rolls(self.game, self.state, stop)
        if found is None or found.value is None:
            certain = self.state.phase in CHOOSING or (self.state.phase is Phase.PLACE and not self.state.recoloured)
            return replace(advice, within=between(self.game, self.state)) if certain else advice
        ranked = sorted(found.moves, key=lambda one: -(one.value or 0.0))
        options = [
            Option((one.move,), one.value, found.value - one.value, None, self.game.apply(self.state, one.move))
            for one in ranked[: self.budget.shown]
            if one.value is not None
        ]
        expected = None if options else found.value
        return replace(advice, options=tuple(options), within=Interval(found.value, found.value), expected=expected)


def _told(contest: Contest, state: State, budget: Budget, objective: Objective) -> Advice:
    """The contest as it stands."""
    ranking = contest.ranking()
    if not ranking:
        return Advice(objective, ())
    best = contest.mean(ranking[0])
    options = []
    for at in ranking[: budget.shown]:
        way: Way = contest.ways[at]
        values = contest.values[at]
        loss = max(0.0, best - contest.mean(at))
        options.append(Option(way.moves, contest.mean(at), loss, None, way.end, estimated(values)))
    counts = {"candidates": len(contest.ways), "futures": sum(map(len, contest.values)), "round": state.round}
    note = BY_SCORE if objective is Objective.GOAL else ""
    return Advice(objective, tuple(options), counts=counts, note=note)


def _by_all_draws(advice: Advice, draws: LastDraws) -> Advice:
    """With the interval that all draws of the last round make, and the best way first where it is known."""
    span = draws.run()
    if span is None:
        return advice
    within = span.within
    if not advice.options:
        expected = within.low if within.exact else min(max(advice.expected or within.low, within.low), within.high)
        return replace(advice, expected=expected, within=within)
    order = {option.end: at for at, option in enumerate(advice.options)}
    options = list[Option]()
    for moves, end, each in draws.ways():
        told, value = advice.options[order[end]] if end in order else None, each.within.low
        if each.within.exact or told is None:
            options.append(Option(moves, value, 0.0, None, end))
        else:
            value = min(max(told.value, each.within.low), each.within.high)
            options.append(replace(told, value=value))
    if within.exact:
        options.sort(key=lambda option: -option.value)
    else:
        options.sort(key=lambda option: order.get(option.end, len(order)))
    best = options[0].value
    options = [replace(option, loss=max(0.0, best - option.value)) for option in options]
    return replace(advice, options=tuple(options[: max(1, len(order))]), within=within)


def _with_games(
    player: Player, advice: Advice, budget: Budget, stop: Callable[[], bool], report: Callable[[str], None]
) -> Advice:
    """Games played out after the best way: their scores, and how many meet the target."""
    game, scores, met = player.game, list[float](), list[bool]()
    best = advice.options[0]
    report("games are played out")
    while len(scores) < MOST_PLAYED and not stop():
        end = play_out(player, best.end, Random(f"{budget.seed} game {len(scores)}"), stop)
        if end is None:
            break
        scores.append(float(game.final_score(end)))
        met.append(game.goal_met(end))
        if game.is_over(best.end):
            scores, met = scores * 2, met * 2
            break
    chance: Estimate | None = share(met) if game.target is not None else None
    options = advice.options
    if chance is not None:
        options = (replace(best, chance=chance.mean), *options[1:])
    counts = {**advice.counts, "games": len(scores)}
    return replace(advice, options=options, played=estimated(scores), chance=chance, counts=counts)


def play_out(player: Player, state: State, random: Random, stop: Callable[[], bool]) -> State | None:
    """The rest of a game by the value function alone; None where there is no time for it."""
    game = player.game
    while not game.is_over(state):
        if stop():
            return None
        if game.is_chance(state):
            state = game.apply_outcome(state, sampled(game, state, random))
            continue
        for move in player.moves(state, random, 2, 60):
            state = game.apply(state, move)
    return state


def _no_draw(_state: State) -> None:
    return None


def _solved(game: DiceHospital, state: State, budget: Budget, interrupted: Callable[[], bool]) -> SolveResult:
    """The best play of a last round without chance to come."""
    seconds = SHARE * budget.seconds if budget.thorough else min(AT_ONCE, budget.seconds)
    limit = replace(budget, seconds=seconds, target=None, gap=0, first=False, goal=False)
    return solve(KnownDraws(game, _no_draw), state, limit, interrupted=interrupted)


__all__ = ["advise", "play_out", "player_for"]
