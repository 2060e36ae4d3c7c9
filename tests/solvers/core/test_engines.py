"""Every game's engines have the same signatures: mypy checks the types here, and a call of each the names."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from clin9ic.referee import Clin9ic
from clinic_solo.referee import ClinicSolo
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.policy.advise import advise as clin9ic_advise
from solvers.clin9ic.policy.review import review as clin9ic_review
from solvers.clin9ic.solve import solve as clin9ic_solve
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.policy.advise import advise as clinic_advise
from solvers.clinic_solo.policy.review import review as clinic_review
from solvers.clinic_solo.solve import solve as clinic_solve
from solvers.core import generic
from solvers.core.engines import Advise, Review, Solve
from solvers.core.replay import KnownGame
from tabletop.game import Game

SOLVE: tuple[Solve[KnownOrders], Solve[KnownDeal], Solve[KnownGame[Any, Any, Any]]] = (
    clin9ic_solve,
    clinic_solve,
    generic.solve,
)
ADVISE: tuple[Advise[Clin9ic], Advise[ClinicSolo], Advise[Game[Any, Any, Any]]] = (
    clin9ic_advise,
    clinic_advise,
    generic.advise,
)
REVIEW: tuple[Review[Clin9ic], Review[ClinicSolo], Review[Game[Any, Any, Any]]] = (
    clin9ic_review,
    clinic_review,
    generic.review,
)


@pytest.mark.parametrize("engines", [SOLVE, ADVISE, REVIEW], ids=["solve", "advise", "review"])
def test_the_engines_take_the_same_things_by_the_same_names(engines: tuple[Callable[..., Any], ...]) -> None:
    first, second, plain = ([*inspect.signature(engine).parameters] for engine in engines)
    assert first == second
    assert [name for name in plain if name != "leaf"] == first
