"""How a search goes, as a stream of events, and the token that ends it."""

import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar

if TYPE_CHECKING:
    from solvers.core.result import Progress

T = TypeVar("T")
Clock = Callable[[], float]

SECONDS_BETWEEN_LOOKS = 0.05
PATIENCE = 1.5  # seconds that a search has to end by itself once it is told to

Kind = Literal["searching", "doing", "found", "time", "heard", "remark"]


@dataclass(frozen=True)
class Event:
    """Something about a search that is under way, in plain values.

    - `searching`: `stage`, `round`, `best` and `bound` of a search for the best play;
    - `doing`: the `stage` of one that has no figures to tell;
    - `found`: a better plan, its `moves` as they are written;
    - `time`: nothing new, but time goes on;
    - `heard`: it was told to end, and there is an answer all the same;
    - `remark`: a `message` beside the answer.
    """

    kind: Kind
    heading: str = ""  # which of several searches
    stage: str = ""
    round: int | None = None
    best: int | None = None
    bound: int | None = None
    target: int | None = None  # a score that is asked for
    seconds: float = 0.0  # since the search began
    limit: float | None = None  # seconds
    message: str = ""
    moves: tuple[str, ...] = ()

    def to_data(self) -> dict[str, Any]:
        return asdict(self)


Tell = Callable[[Event], None]


def tell_nobody(_event: Event) -> None:
    """For whoever wants the answer alone."""


class Cancel:
    """A token to end a search with: it answers with what it has found; one who hurries does not wait for it either."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._since: float | None = None
        self._patience = PATIENCE

    def __call__(self) -> None:
        """End the search."""
        if self._since is None:
            self._since = self._clock()

    def hurry(self) -> None:
        """End it and wait no longer."""
        self()
        self._patience = 0.0

    @property
    def requested(self) -> bool:
        return self._since is not None

    @property
    def overdue(self) -> bool:
        """Whether the search has had the time to end by itself."""
        return self._since is not None and self._clock() - self._since > self._patience


class Watch:
    """Stands between a search and those who wait for it: tells how it goes, and ends it when they say so."""

    def __init__(self, tell: Tell = tell_nobody, cancel: Cancel | None = None, clock: Clock = time.monotonic) -> None:
        self.tell = tell
        self.cancel = cancel or Cancel(clock)
        self.heading = ""  # which of several searches
        self.known: Any = None  # the best that was found so far
        self.bound: int | None = None
        self.notation: Callable[[Any], str] | None = None  # how moves are written, where plans are told
        self.left_behind = False  # whether a thread still runs whose work nobody waits for
        self._target: int | None = None
        self._limit: float | None = None
        self._clock = clock
        self._began = clock()
        self._heard = False

    # --- the search ---

    def begin(self, limit: float, *, target: int | None = None, known: Any = None, bound: int | None = None) -> None:
        """A search begins: how long it may take, and what is known from before."""
        self._limit, self._target, self.known, self.bound = limit, target, known, bound
        self._began = self._clock()

    def offer(self, found: Any) -> None:
        """Called by the search when it has something better to answer with."""
        self.known = found
        if self.notation is not None and found.moves:
            moves = tuple(map(self.notation, found.moves))
            self.tell(Event("found", self.heading, seconds=max(0.0, self.elapsed), limit=self._limit, moves=moves))

    def interrupted(self) -> bool:
        return self.cancel.requested

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return self._clock() - self._began

    def beside(self, work: Callable[[], T], so_far: Callable[[], T]) -> T:
        """Do some work in a thread of its own, so that cancelling is heard at any moment.

        Whoever solves a linear programme does not look up: then what is known so far has to do.
        """
        if self.interrupted():
            return so_far()
        done, results, failures = threading.Event(), list[T](), list[BaseException]()

        def run() -> None:
            try:
                results.append(work())
            except BaseException as failure:
                failures.append(failure)
            finally:
                done.set()

        threading.Thread(target=run, daemon=True).start()
        while not done.wait(SECONDS_BETWEEN_LOOKS):
            self.tick()
            if self.interrupted() and self.known is not None:
                self.acknowledge()
            if self.cancel.overdue:
                self.left_behind = True
                return so_far()
        if failures:
            raise failures[0]
        return results[0]

    # --- what is told ---

    def report(self, progress: "Progress") -> None:
        """Called by a search for the best play."""
        if progress.bound is not None:
            self.bound = progress.bound if self.bound is None else min(progress.bound, self.bound)
        self._event("searching", progress.stage, progress.round, progress.best, progress.bound)

    def say(self, stage: str) -> None:
        """Called by what has no figures to tell, only where it is."""
        self._event("doing", stage)

    def tick(self) -> None:
        """Called now and then: time goes on."""
        self._event("time")

    def acknowledge(self) -> None:
        """Say once that it was told to end and that there is an answer all the same."""
        if not self._heard:
            self._heard = True
            self.tell(Event("heard"))

    def remark(self, message: str) -> None:
        self.tell(Event("remark", message=message))

    def _event(
        self, kind: Kind, stage: str = "", round_: int | None = None, best: int | None = None, bound: int | None = None
    ) -> None:
        seconds = max(0.0, self.elapsed)
        self.tell(Event(kind, self.heading, stage, round_, best, bound, self._target, seconds, self._limit))
