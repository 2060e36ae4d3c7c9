"""The schedule of a solve: plans, bounds and proofs, each with its share of the time."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from clin9ic.setting import Goal
from solvers.clin9ic.search.beam_search import GUIDES, OTHER_GUIDES, Guide
from solvers.clin9ic.search.branch_and_bound import Conveyors, Search
from solvers.clin9ic.search.position_bounds import NOTHING
from solvers.core.budget import Budget

FIRST_WIDTH, WIDER, WIDE = 12, 3, 96
# Of the time, before branch and bound.
BEAM_SHARE, LONG_BEAM_SHARE, SHORT_BEAM_SHARE, FAR_OFF_BEAM_SHARE = 0.4, 0.1, 0.15, 0.1
BEAM_SECONDS = 30.0  # for popularity
# For other goals: mostly a plan is all that is missing, but proofs of how many can be treated take long.
OTHER_BEAM_SHARE, TREATED_BEAM_SHARE = 0.2, 0.1
SUFFIX_SHARE = 0.15  # of the time, to make the last rounds of the plan optimal from where they start
END_WIDTH = 150  # positions of a round, where more than the last rounds of the plan are optimised again
FIRST_REOPTIMISED = 5  # rounds of the plan that are optimised again before a proof is tried
PROOF_SHARE = 0.6  # of the time, up to which other goals are tried to be proven before more plans are looked for
NEAR_TARGET = 0.85  # with less than this share of a target, more likely than not it is out of reach
MOST_POSITIONS = 4_000_000  # in a layer, to stay within a few gigabytes
SHORT, MIDDLING = 2, 3  # so few rounds are searched completely at once, or soon
# Shares by which the bound may be above the incumbent, proven one by one.
STEPS_DOWN = (0.32, 0.26, 0.22, 0.18, 0.15, 0.12, 0.1, 0.08, 0.06, 0.04, 0.02, 0.0)


@dataclass
class SolveSchedule:
    """The stages of a solve, one after the other, until its limits say that it is enough."""

    search: Search
    limits: Budget
    interrupted: Callable[[], bool]
    began: float = field(default_factory=time.monotonic)

    def run(self) -> None:
        """Beams of growing width, then branch and bound, which comes at once in a short game."""
        search = self.search
        if self._out_of_reach:
            return
        self._first_plans()
        if self._enough():
            return
        search.solve_relaxation()
        search.beam(1, self.guides[0])
        self.until(self._beam_seconds)
        self._beams()
        self.until(self.limits.seconds)
        if self._enough():
            return
        search.add_lagrangian()
        if self.popular and self._by_steps:
            search.expand_first_round()  # now there is a bound
        if self.limits.target is not None and not self.popular:  # a plan that misses it is of no use
            search.floor = self.limits.target - 1
        if search.problem.rounds > MIDDLING and not self._far_off:
            self.until(min(self.limits.seconds, self._elapsed() + SUFFIX_SHARE * self.limits.seconds))
            search.conveyors = Conveyors.EXACT if self.popular else Conveyors.RESTRICTION
            search.solve_suffix(MIDDLING)
            self.until(self.limits.seconds)
        if self.popular:
            self.prove(Conveyors.EXACT)
        else:
            self.prove_by_turns()
        search.floor = NOTHING

    @property
    def popular(self) -> bool:
        return self.search.problem.game.counts_popularity

    @property
    def _by_steps(self) -> bool:
        """Whether the bound is brought down step by step; a target is the only step."""
        return self.search.problem.rounds > MIDDLING and self.limits.target is None

    @property
    def guides(self) -> tuple[Guide, ...]:
        return GUIDES.get(self.search.problem.game.goal, OTHER_GUIDES)

    def until(self, seconds: float | Callable[[], float], *, unless_proving: bool = False) -> None:
        """Stop that long after the beginning, or only when all time is up if the bound has come down meanwhile."""
        bound = self.search.bound

        def stop() -> bool:
            proving = unless_proving and self.search.bound != bound
            enough = seconds() if callable(seconds) else seconds
            return self.interrupted() or self._elapsed() > (self.limits.seconds if proving else enough)

        self.search.stop = stop

    def _reached(self) -> bool:
        search, target = self.search, self.limits.target
        return target is not None and search.incumbent is not None and search.incumbent >= target

    def _enough(self) -> bool:
        if self._reached():
            return True
        search = self.search
        near = (
            search.bound is not None
            and search.incumbent is not None
            and search.bound - search.incumbent <= self.limits.gap
        )
        return near or search.closed or search.stop()

    def _first_plans(self) -> None:
        """Quick plans, the first one however short the time; one that is good enough for a target needs no prices."""
        self.search.value_beam(FIRST_WIDTH // WIDER)
        self.until(self.limits.seconds)
        if not self._enough():
            self.search.value_beam(FIRST_WIDTH)
        if self.limits.target is not None and not self._enough():
            self.search.value_beam(WIDER * FIRST_WIDTH)

    @property
    def _out_of_reach(self) -> bool:
        """Whether a bound from before is below the target: then nothing has to be looked at."""
        search, target = self.search, self.limits.target
        return target is not None and search.bound is not None and search.bound < target

    @property
    def _far_off(self) -> bool:
        """Whether a target is more likely out of reach than not, by the best plan so far."""
        return self.limits.target is not None and (self.search.incumbent or 0) < NEAR_TARGET * self.limits.target

    def _beams(self) -> None:
        search, guides, width, narrow = self.search, self.guides, FIRST_WIDTH, True
        cubes = self.popular  # conveyors save time, which counts there only
        search.reoptimise_suffix(width, guides[-1]._replace(cubes=cubes))
        while narrow and not self._enough():
            narrow = False
            for guide in guides:
                if not self._enough():
                    before = search.incumbent
                    narrow |= search.beam(width, guide)
                    if search.incumbent != before:
                        search.reoptimise_suffix(width, guide._replace(cubes=cubes))
            width *= WIDER
            if not self._enough():
                search.value_beam(width)
            if cubes and width == WIDER * FIRST_WIDTH:
                search.reoptimise_suffix(WIDE, guides[-1])  # without conveyors, which leaves time for more positions
            if search.problem.rounds <= SHORT:
                break

    def _beam_seconds(self) -> float:
        """How long plans are looked for before anything is proven: time helps Lagrangian bounds more than wider beams.

        With a target for popularity that depends on the best plan, so it changes while they are looked for.
        """
        seconds = self.limits.seconds
        if self.search.problem.rounds <= MIDDLING:
            return SHORT_BEAM_SHARE * seconds
        if not self.popular:
            share = TREATED_BEAM_SHARE if self.search.problem.game.goal is Goal.TREATED else OTHER_BEAM_SHARE
            return share * seconds
        if self._far_off:
            return FAR_OFF_BEAM_SHARE * seconds
        return min(BEAM_SHARE * seconds, max(BEAM_SECONDS, LONG_BEAM_SHARE * seconds))

    def prove_by_turns(self) -> None:
        """Other goals: improve the plan and try a proof, by turns.

        Often the bound is the best there is, so that a plan is all that is missing.
        """
        search, seconds = self.search, self.limits.seconds
        share = PROOF_SHARE if search.problem.rounds > MIDDLING else 1.0  # short games leave nothing to improve
        self._reoptimise(self.guides[0], END_WIDTH, FIRST_REOPTIMISED)
        before: int | None = NOTHING
        for guide, width in _turns(self.guides):
            if search.incumbent != before:  # a plan that the last proof found has another one, too
                before = search.incumbent
                self.until(self._elapsed() + share * (seconds - self._elapsed()), unless_proving=True)
                self._prove_either_way()
                self.until(seconds)
            if self._enough():
                break
            self._reoptimise(guide, width, search.problem.rounds)
        self._prove_either_way()

    def _prove_either_way(self) -> None:
        """With conveyors relaxed first, which takes less."""
        self.prove(Conveyors.RELAXATION)
        self.prove(Conveyors.EXACT)

    def _reoptimise(self, guide: Guide, width: int, most: int) -> None:
        """Improve the last rounds of the plan, more and more of them, without new conveyors: time does not count."""
        search, rounds = self.search, MIDDLING + 1
        search.conveyors = Conveyors.RESTRICTION
        while rounds <= min(most, search.problem.rounds) and not self._enough():
            before = search.incumbent
            search.solve_suffix(rounds, guide, width)
            rounds += 1
            if search.incumbent != before:
                search.solve_suffix(MIDDLING)
                rounds = MIDDLING + 1

    def prove(self, conveyors: Conveyors) -> None:
        """Branch and bound with lower and lower aims."""
        search = self.search
        if self._enough():
            return
        search.conveyors = conveyors
        if self.limits.target is not None:
            search.floor = self.limits.target - 1
        if self._by_steps:
            search.expand_first_round()
        shares = STEPS_DOWN if self._by_steps else STEPS_DOWN[-1:]
        too_many = False
        for share in shares:
            if self._enough():
                break
            if share and too_many:
                continue
            aim = int((1 + share) * max(search.incumbent or 0, 0)) if share else NOTHING
            if search.bound is not None and aim >= search.bound:
                continue
            search.aim = aim
            done = search.branch_and_bound(MOST_POSITIONS)
            search.aim = NOTHING
            if not done and conveyors is Conveyors.RELAXATION:
                break
            too_many = not done  # a lower aim takes more; the last one may find a plan on its way

    def _elapsed(self) -> float:
        return time.monotonic() - self.began


def _turns(guides: tuple[Guide, ...]) -> Iterator[tuple[Guide, int]]:
    """Every guide with a width, then with a greater one."""
    width = END_WIDTH
    while width < MOST_POSITIONS:
        for guide in guides:
            yield guide, width
        width *= WIDER
