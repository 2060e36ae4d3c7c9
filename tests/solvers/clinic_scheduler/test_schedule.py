"""The schedules of a round that `clinic schedule` tells of: the next best ones, and the rules that forbid a better."""

from pathlib import Path

import pytest

from clinic_solo import gamefile
from clinic_solo.moves import Admit, Build, BuildEntrance, Hire
from clinic_solo.state import Phase, State
from clinic_solo.tiles import Action
from puzzles import located
from solvers.clinic_solo.cp_model import Instance
from solvers.clinic_solo.cp_model.round_replay import steps
from solvers.clinic_solo.schedule import instance_of, reasons, schedules
from solvers.core.budget import Budget
from solvers.core.result import Status

FILE = gamefile.read(located(Path("clinic_solo/complete-game")))
AMPLE = Budget(seconds=240.0, workers=1)
MORE_MONEY = 100


def last_actions() -> list[State]:
    """Positions before the last action of a round, one for each round."""
    played = [step.before for step in gamefile.replay(FILE).steps]
    return [state for state in played if state.phase is Phase.ACTION and state.slot == FILE.game.deck.actions_per_round]


def instance(state: State) -> Instance:
    return instance_of(FILE.game, state, FILE.deal, FILE.start)


@pytest.mark.parametrize("number", [0, 2])
def test_the_next_best_schedules_differ_in_what_they_do(number: int) -> None:
    here = instance(last_actions()[number])
    found = schedules(here, AMPLE, count=3, alone=True)
    assert [result.status for result in found] == [Status.OPTIMAL] * 3
    values = [result.best or 0 for result in found]
    assert values == sorted(values, reverse=True)
    done = set()
    for result in found:
        *_, (_, _, end) = steps(here, result.moves)
        assert FILE.game.final_score(end) == result.best
        chosen = [move for move in result.moves if isinstance(move, Build | BuildEntrance | Hire | Admit)]
        done.add(tuple(sorted(map(str, chosen))))
    assert len(done) == 3


def test_the_search_is_a_warm_start_and_the_model_comes_to_the_same() -> None:
    """The search plays any round as a last one; its plan, counted by the referee at the end of the round."""
    here = instance(last_actions()[2])
    (alone,) = schedules(here, AMPLE, alone=True)
    (found,) = schedules(here, Budget(seconds=10.0, workers=1))
    assert found.best == alone.best
    *_, (_, _, end) = steps(here, found.moves)
    assert FILE.game.final_score(end) == found.best
    assert alone.status is Status.OPTIMAL
    assert found.bound is None or found.bound >= (alone.best or 0)


@pytest.mark.parametrize(("number", "money"), [(0, None), (1, None), (2, None), (0, 0)])
def test_money_is_named_where_more_of_it_would_help(number: int, money: int | None) -> None:
    """The model without the rule of money against the exact model of a richer clinic; who has none could build, too."""
    state = last_actions()[number]
    state = state if money is None else state._replace(money=money)
    assert dict(zip(Action, state.tiles, strict=True))[Action.BUILD], "where nothing can be built, money hardly matters"
    (best,) = schedules(instance(state), AMPLE, alone=True)
    (rich,) = schedules(instance(state._replace(money=state.money + MORE_MONEY)), AMPLE, alone=True)
    assert best.status is rich.status is Status.OPTIMAL
    assert best.best is not None
    assert rich.best is not None
    because = reasons(instance(state), best.best + 1, 200.0) or ()
    assert any(reason.startswith("money") for reason in because) == (rich.best > best.best)
