"""The order of a search: plans, bounds and proofs, each in its time."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from clin9ic.setting import Goal
from solvers.clin9ic.beams import GUIDES, OTHER_GUIDES, Guide
from solvers.clin9ic.bounds import NOTHING
from solvers.clin9ic.search import Search, Ways
from solvers.result import Limits

FIRST_WIDTH, WIDER, WIDE = 12, 3, 96
# Of the time, before the layers are tried.
BEAM_SHARE, COUNTED_BEAM_SHARE, SHORT_BEAM_SHARE, FAR_OFF_BEAM_SHARE = 0.4, 0.1, 0.15, 0.1
BEAM_SECONDS = 30.0  # for popularity
# For other goals: mostly a plan is all that is missing, but proofs of how many can be treated take long.
OTHER_BEAM_SHARE, TREATED_BEAM_SHARE = 0.2, 0.1
FINISH_SHARE = 0.15  # of the time, to make the last rounds of the plan the best there are
END_WIDTH = 150  # positions of a round, where more than the last rounds of the plan are gone over
FIRST_GONE_OVER = 5  # rounds of the plan that are gone over before a proof is tried
PROOF_SHARE = 0.6  # of the time, up to which other goals are tried to be proven before more plans are looked for
NEAR_TARGET = 0.85  # with less than this share of a target, more likely than not it is out of reach
MOST_POSITIONS = 4_000_000  # in a layer, to stay within a few gigabytes
SHORT, MIDDLING = 2, 3  # so few rounds are gone through at once, or soon
# Shares that the bound may be above the best, proven one by one.
STEPS_DOWN = (0.32, 0.26, 0.22, 0.18, 0.15, 0.12, 0.1, 0.08, 0.06, 0.04, 0.02, 0.0)
BY_RELAXATION = "a relaxation of what is left of the game"
BY_SEARCH = "every play that could be better was gone through"


@dataclass
class Course:
    """What a search does, one thing after the other, until its limits say that it is enough."""

    search: Search
    limits: Limits
    interrupted: Callable[[], bool]
    began: float = field(default_factory=time.monotonic)

    def run(self) -> str:
        """Beams of growing width, then the layers, which come at once in a short game; what the bound rests on."""
        search = self.search
        self._first_plans()
        if self._reached():
            return BY_RELAXATION
        search.relax()
        search.beam(1, self.guides[0])
        self.began = time.monotonic()
        self._until(self._beam_seconds)
        self._beams()
        self._until(self.limits.seconds)
        if self._enough():
            return BY_RELAXATION
        search.count()
        if self.popular and self._by_steps:
            search.open()  # now there is a bound
        if self.limits.target is not None and not self.popular:  # a plan that misses it is not worth the time
            search.floor = self.limits.target - 1
        if search.problem.rounds > MIDDLING and not self._far_off:
            self._until(min(self.limits.seconds, self._elapsed() + FINISH_SHARE * self.limits.seconds))
            search.ways = Ways.CONVEYORS if self.popular else Ways.PLAIN
            search.finish(MIDDLING)
            self._until(self.limits.seconds)
        through = self._proven(Ways.CONVEYORS) if self.popular else self._proven_by_turns()
        search.floor = NOTHING
        return BY_SEARCH if through else BY_RELAXATION

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

    def _until(self, seconds: float | Callable[[], float], *, unless_proving: bool = False) -> None:
        """Stop that long after the beginning, or only when all time is up if the bound has come down meanwhile."""
        bound = self.search.bound

        def stop() -> bool:
            proving = unless_proving and self.search.bound != bound
            enough = seconds() if callable(seconds) else seconds
            return self.interrupted() or self._elapsed() > (self.limits.seconds if proving else enough)

        self.search.stop = stop

    def _reached(self) -> bool:
        search, target = self.search, self.limits.target
        return target is not None and search.best is not None and search.best >= target

    def _enough(self) -> bool:
        if self._reached():
            return True
        search = self.search
        near = search.bound is not None and search.best is not None and search.bound - search.best <= self.limits.gap
        return near or search.closed or search.stop()

    def _first_plans(self) -> None:
        """Quick plans; one that is good enough for a target needs no prices."""
        self.search.foresee(FIRST_WIDTH)
        if self.limits.target is not None and not self._reached():
            self.search.foresee(WIDER * FIRST_WIDTH)

    @property
    def _far_off(self) -> bool:
        """Whether a target is more likely out of reach than not, by the best plan so far."""
        return self.limits.target is not None and (self.search.best or 0) < NEAR_TARGET * self.limits.target

    def _beams(self) -> None:
        search, guides, width, narrow = self.search, self.guides, FIRST_WIDTH, True
        cubes = self.popular  # conveyors save time, which counts there only
        search.polish(width, guides[-1]._replace(cubes=cubes))
        while narrow and not self._enough():
            narrow = False
            for guide in guides:
                if not self._enough():
                    before = search.best
                    narrow |= search.beam(width, guide)
                    if search.best != before:
                        search.polish(width, guide._replace(cubes=cubes))
            width *= WIDER
            if not self._enough():
                search.foresee(width)
            if cubes and width == WIDER * FIRST_WIDTH:
                search.polish(WIDE, guides[-1])  # without conveyors, which leaves time for more positions
            if search.problem.rounds <= SHORT:
                break

    def _beam_seconds(self) -> float:
        """How long plans are looked for before anything is proven; a headcount is worth more time than wider beams.

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
        return min(BEAM_SHARE * seconds, max(BEAM_SECONDS, COUNTED_BEAM_SHARE * seconds))

    def _proven_by_turns(self) -> bool:
        """Other goals: the plan is gone over and a proof is tried, by turns; whether everything was gone through.

        Often the bound is the best there is, so that a plan is all that is missing.
        """
        search, seconds, through = self.search, self.limits.seconds, False
        share = PROOF_SHARE if search.problem.rounds > MIDDLING else 1.0  # short games leave nothing to go over
        self._go_over(self.guides[0], END_WIDTH, FIRST_GONE_OVER)
        before: int | None = NOTHING
        for guide, width in _turns(self.guides):
            if search.best != before:  # a plan that the last proof found has another one, too
                before = search.best
                self._until(self._elapsed() + share * (seconds - self._elapsed()), unless_proving=True)
                through |= self._proven_either_way()
                self._until(seconds)
            if self._enough():
                break
            self._go_over(guide, width, search.problem.rounds)
        return through | self._proven_either_way()

    def _proven_either_way(self) -> bool:
        """With free ways first, which takes less."""
        return self._proven(Ways.FREE) | self._proven(Ways.CONVEYORS)

    def _go_over(self, guide: Guide, width: int, most: int) -> None:
        """Make the last rounds of the plan better, more and more of them, without conveyors: time does not count."""
        search, rounds = self.search, MIDDLING + 1
        search.ways = Ways.PLAIN
        while rounds <= min(most, search.problem.rounds) and not self._enough():
            before = search.best
            search.finish(rounds, guide, width)
            rounds += 1
            if search.best != before:
                search.finish(MIDDLING)
                rounds = MIDDLING + 1

    def _proven(self, ways: Ways) -> bool:
        """Go through the layers with lower and lower aims; whether any of them was gone through."""
        search = self.search
        if self._enough():
            return False
        search.ways = ways
        if self.limits.target is not None:
            search.floor = self.limits.target - 1
        if self._by_steps:
            search.open()
        shares = STEPS_DOWN if self._by_steps else STEPS_DOWN[-1:]
        through = too_many = False
        for share in shares:
            if self._enough():
                break
            if share and too_many:
                continue
            aim = int((1 + share) * max(search.best or 0, 0)) if share else NOTHING
            if search.bound is not None and aim >= search.bound:
                continue
            search.aim = aim
            done = search.prove(MOST_POSITIONS)
            search.aim = NOTHING
            through |= done
            if not done and ways is Ways.FREE:
                break
            too_many = not done  # a lower aim takes more; the last one may find a plan on its way
        return through

    def _elapsed(self) -> float:
        return time.monotonic() - self.began


def _turns(guides: tuple[Guide, ...]) -> Iterator[tuple[Guide, int]]:
    """Every guide with a width, then with a greater one."""
    width = END_WIDTH
    while width < MOST_POSITIONS:
        for guide in guides:
            yield guide, width
        width *= WIDER
