"""Playing on with the draws known: what happens by itself, and what is refused."""

import pytest

from clin9ic import Clin9ic
from clin9ic.deals import deal_from_seed
from clin9ic.state import Phase
from clinic_solo.deals import Deal
from clinic_solo.gamefile import new_game
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.core.expectimax import after_draw
from solvers.core.replay import KnownDraws
from solvers.core.result import LostPlan, NotSolvable
from tabletop.moves import IllegalMove
from tests.clin9ic.helpers import HOUSE
from tests.toy_game import NightWard, Roll, Treat, Ward

WARD = NightWard(rounds=2)
ROLLS = {1: Roll((2, 6)), 2: Roll((5, 5))}
KNOWN: KnownDraws[Ward, Treat, Roll] = KnownDraws(WARD, lambda state: ROLLS.get(state.round))


def test_draws_happen_by_themselves_up_to_the_next_decision_or_the_end() -> None:
    first = KNOWN.next_decision(WARD.start())
    assert first.waiting == (2, 6)
    assert KNOWN.next_decision(first) == first
    second = KNOWN.after(first, Treat((6,)))
    assert (second.round, second.waiting, second.hours) == (2, (5, 5), 6)
    assert KNOWN.play(WARD.start(), []) == first
    assert KNOWN.play(WARD.start(), [Treat((6,))]) == second
    assert WARD.is_over(KNOWN.play(WARD.start(), [Treat((6,)), Treat((5,))]))


def test_a_plan_that_the_referee_refuses_is_lost() -> None:
    with pytest.raises(LostPlan, match=r"treat 5 5: treat 5 5 takes 10 hours, 6 are left \(rule 2\.2\)"):
        KNOWN.play(WARD.start(), [Treat((6,)), Treat((5, 5))])
    with pytest.raises(LostPlan, match="the night is over"):
        KNOWN.play(WARD.start(), [Treat(())] * 3)
    with pytest.raises(IllegalMove):
        KNOWN.after(KNOWN.next_decision(WARD.start()), Treat((5,)))


def test_a_draw_that_nobody_knows_is_said_so() -> None:
    with pytest.raises(NotSolvable, match=r"a draw to come is not known$"):
        KnownDraws(WARD, lambda _: None).next_decision(WARD.start())


def test_the_orders_of_clin9ic() -> None:
    game = Clin9ic(HOUSE)
    deal = deal_from_seed(HOUSE, 3)
    start = game.start(deal.floors, deal.faces)
    drawn = KnownOrders(game, {1: deal.orders[0]}).next_decision(start)
    assert (drawn.phase, drawn.order) == (Phase.ARRANGE, deal.orders[0])
    with pytest.raises(NotSolvable):
        KnownOrders(game, {2: deal.orders[1]}).next_decision(start)


def test_the_deal_of_the_solitaire() -> None:
    file = new_game("house", "3x3", "park", expert=True, seed=3)
    drawn = KnownDeal(file.game, file.deal, file.start).next_decision(file.start)
    assert file.game.legal_moves(drawn)
    with pytest.raises(NotSolvable, match=r"add it to \[draws\], or a seed"):
        KnownDeal(file.game, Deal(), file.start).next_decision(file.start)


def test_what_a_draw_can_be_expected_to_bring() -> None:
    assert after_draw(WARD, WARD.start(), lambda drawn: float(sum(drawn.waiting))) == pytest.approx(7)
