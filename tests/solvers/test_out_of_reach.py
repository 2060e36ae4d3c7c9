"""What is known to be out of reach is said at once."""

from pathlib import Path

import pytest

from clin9ic import gamefile
from clinic_solo import gamefile as clinic_files
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.search.branch_and_bound import Search
from solvers.clin9ic.solve import solve
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.search.annealing import Search as SoloSearch
from solvers.clinic_solo.solve import solve as solve_clinic
from solvers.core.budget import Budget
from solvers.core.result import Found, Status
from tests.faces.endgame import LAST

PUZZLES = Path(__file__).parents[2] / "puzzles"


def test_what_is_known_to_be_out_of_reach_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """No search is begun."""

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
