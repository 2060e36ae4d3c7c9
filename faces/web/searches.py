"""Questions that take their time: at most two at once, the rest in a queue, each ended when nobody looks."""

import asyncio
import itertools
import json
import queue
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

from faces.app import Answer, Cancel, Event, Question, ask
from faces.app.answer import fault_data, finite
from faces.app.errors import Defect, Interrupted, InvalidFile, Misuse, Refusal

AT_ONCE = 2
WAITING = 8  # in the queue, at most
PAGES = 32  # that are open at once, at most
GRACE = 4.0  # seconds that a page may be away before its searches end
SECONDS_BETWEEN_TICKS = 0.4


@dataclass
class Search:
    number: int
    page: str
    question: Question
    cancel: Cancel = field(default_factory=Cancel)


class Full(Exception):
    """Too much is asked at once."""


class Searches:
    """Threads that answer, and a stream of what they say for each page."""

    def __init__(self, answer: Callable[..., Answer] = ask) -> None:
        self._answer = answer
        self._waiting: queue.Queue[Search] = queue.Queue(WAITING)
        self._running: dict[int, Search] = {}
        self._streams: dict[str, asyncio.Queue[dict[str, Any]]] = {}
        self._loops: dict[str, asyncio.AbstractEventLoop] = {}
        self._left: dict[str, float] = {}  # when a page went away
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        for _ in range(AT_ONCE):
            threading.Thread(target=self._work, daemon=True).start()
        threading.Thread(target=self._look_after, daemon=True).start()

    # --- asking ---

    def ask(self, page: str, question: Question) -> int:
        search = Search(next(self._numbers), page, question)
        with self._lock:
            if page not in self._streams:
                raise Full("this page does not listen; load it again")
            self._running[search.number] = search
        try:
            self._waiting.put_nowait(search)
        except queue.Full:
            self._running.pop(search.number)
            raise Full("too many questions are waiting; stop one of them") from None
        self._say(search, "waiting" if self._waiting.qsize() else "begun")
        return search.number

    def stop(self, number: int, page: str) -> bool:
        search = self._running.get(number)
        if search is None or search.page != page:
            return False
        search.cancel()
        return True

    def stop_all(self) -> None:
        for search in list(self._running.values()):
            search.cancel.hurry()

    # --- answering ---

    def _work(self) -> None:
        while True:
            search = self._waiting.get()
            if search.cancel.requested:
                self._end(search, "stopped", message="stopped before it began")
                continue
            self._say(search, "begun")
            try:
                found = self._answer(search.question, progress=self._teller(search), cancel=search.cancel)
                self._end(search, "answer", answer=finite(found.to_data()))
            except InvalidFile as error:
                faults = [fault_data(fault) for fault in error.faults]
                self._end(search, "refused", message="\n".join(fault["message"] for fault in faults), faults=faults)
            except (Refusal, Misuse, Defect) as error:
                self._end(search, "refused", message=str(error))
            except Interrupted:
                self._end(search, "stopped", message="stopped before anything was found")
            except Exception as error:
                self._end(search, "refused", message=f"a defect, please report it: {type(error).__name__}: {error}")

    def _teller(self, search: Search) -> Callable[[Event], None]:
        last = 0.0

        def tell(event: Event) -> None:
            nonlocal last
            now = time.monotonic()
            if event.kind == "time":
                if now - last < SECONDS_BETWEEN_TICKS:
                    return
                last = now
            self._say(search, "progress", event=finite(event.to_data()))

        return tell

    def _end(self, search: Search, kind: str, **more: Any) -> None:
        self._running.pop(search.number, None)
        self._say(search, kind, **more)

    def _say(self, search: Search, kind: str, **more: Any) -> None:
        with self._lock:
            stream, loop = self._streams.get(search.page), self._loops.get(search.page)
        if stream is not None and loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(stream.put_nowait, {"kind": kind, "number": search.number, **more})

    # --- listening ---

    async def stream(self, page: str) -> AsyncIterator[str]:
        """Server-sent events for a page, until it goes away; one that comes back hears what it has missed."""
        with self._lock:
            if page not in self._streams and len(self._streams) >= PAGES:
                raise Full("too many pages are open")
            stream = self._streams.setdefault(page, asyncio.Queue())
            self._loops[page] = asyncio.get_running_loop()
            self._left.pop(page, None)
        try:
            yield ": here\n\n"
            while True:
                try:
                    said = await asyncio.wait_for(stream.get(), 10)
                except TimeoutError:
                    yield ": still here\n\n"
                else:
                    yield f"data: {json.dumps(said)}\n\n"
        finally:
            with self._lock:
                self._left[page] = time.monotonic()

    def _look_after(self) -> None:
        """End the searches of pages that nobody looks at any more."""
        while True:
            time.sleep(0.5)
            with self._lock:
                gone = [page for page, left in self._left.items() if time.monotonic() - left > GRACE]
                for page in gone:
                    for table in (self._left, self._streams, self._loops):
                        table.pop(page, None)
            for search in list(self._running.values()):
                if search.page in gone:
                    search.cancel()
