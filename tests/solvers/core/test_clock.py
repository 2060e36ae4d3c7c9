"""The time of a search stands still while code is compiled or loaded."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from numba.core import event

from clin9ic import gamefile
from clinic_solo import gamefile as clinic_files
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.search.branch_and_bound import Search
from solvers.clin9ic.solve import solve
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.search.annealing import Search as SoloSearch
from solvers.clinic_solo.solve import solve as solve_clinic
from solvers.core import clock
from solvers.core.budget import Budget
from solvers.core.clock import CLOCK, KIND, Clock
from solvers.core.result import Found, Status
from tests.faces.endgame import LAST

PUZZLES = Path(__file__).parents[3] / "puzzles"


@dataclass
class Hands:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


def test_it_stands_still_while_anybody_compiles() -> None:
    hands = Hands()
    own = Clock(hands)
    before = own.now()
    hands.now += 1
    own.on_start(None)
    hands.now += 60
    own.on_start(None)  # another thread waits for the same code
    own.on_end(None)
    assert own.compiling
    hands.now += 60
    assert own.now() - before == 1
    own.on_end(None)
    assert not own.compiling
    hands.now += 2
    assert own.now() - before == 3


def test_numba_moves_it() -> None:
    seen = list[bool]()
    with event.install_listener(KIND, _Seen(seen)):
        from numba import njit

        njit(lambda x: x + 1)(1)
    assert seen
    assert all(seen)
    assert not CLOCK.compiling


class _Seen(event.Listener):  # type: ignore[misc, unused-ignore]
    def __init__(self, seen: list[bool]) -> None:
        self.seen = seen

    def on_start(self, event: object) -> None:
        pass

    def on_end(self, event: object) -> None:  # noqa: ARG002
        self.seen.append(True)


def test_a_first_search_is_as_long_as_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling for hours within the first plan leaves the whole time for the search, and the same answer."""
    hands = Hands()
    own = Clock(hands)
    monkeypatch.setattr(clock, "now", own.now)
    plain = Search.value_beam

    def slow(search: Search, width: int) -> bool:
        own.on_start(None)
        hands.now += 10_000.0
        own.on_end(None)
        return plain(search, width)

    monkeypatch.setattr(Search, "value_beam", slow)
    file = gamefile.read(LAST)
    result = solve(KnownOrders(file.game, file.orders), gamefile.replay(file).state, Budget(60.0))
    assert result.status is Status.OPTIMAL
    assert result.elapsed == 0.0  # only compiling took any time on this clock


def test_what_is_known_to_be_out_of_reach_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that would have to be compiled is called."""

    def never(*_: object) -> None:
        raise AssertionError("nothing has to be looked for")

    monkeypatch.setattr(Search, "value_beam", never)
    file = gamefile.read(LAST)
    known = Found(bound=64)
    result = solve(
        KnownOrders(file.game, file.orders), gamefile.replay(file).state, Budget(60.0, target=65), found=known
    )
    assert (result.status, result.bound) == (Status.INFEASIBLE, 64)
    monkeypatch.setattr(SoloSearch, "warm_up", never)
    clinic = clinic_files.read(PUZZLES / "clinic_solo/mid-game.toml")
    state = clinic_files.replay(clinic).state
    result = solve_clinic(KnownDeal(clinic.game, clinic.deal, clinic.start), state, Budget(60.0, target=5_000))
    assert result.status is Status.INFEASIBLE
