"""Plans decoded: popularity is bought when it pays most."""

from clin9ic import Clin9ic, load_deck
from clin9ic.deals import deal_from_seed
from clin9ic.moves import Buy
from clin9ic.notation import parse_move
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.search.decode_plan import with_buying
from solvers.clin9ic.solve import solve
from solvers.core.budget import Budget
from solvers.core.result import Found, Status

# In round 3 a patient is turned away (4.6), which costs nothing as long as nothing was bought.
NOTHING_BOUGHT = """\
arrange a1r a3 over a2 over, left
build entrance floor
admit 2
hire doctor:red orderly
care red by red
buy 0
arrange a3r a2 over a1 over, left
admit 2
build entrance garden
build floor upgrade:3
care orange by orange
buy 0
arrange a1r a2r under a3r under, right
admit 2
hire doctor:red nurse doctor:red
admit 3
care red by red, red by red
buy 0
arrange a3 a1 over a2 over, right
build garden garden
build upgrade:1 parking
hire nurse doctor:red doctor:red
care red by orange, red by orange, red by red, red by red
buy 0
arrange a2 a1 under a3r under, right
admit 3
build parking pillar
admit 3
care yellow by yellow, yellow by yellow, red by orange, red by orange
buy 0
arrange a3r a2 over a1r over, left
admit 3
build parking pillar
hire doctor:red doctor:red doctor:red
care white by white, white by white, yellow by yellow, red by yellow, red by red, red by red, red by red
buy 0
"""


def test_who_has_bought_nothing_yet_has_nothing_to_lose() -> None:
    game = Clin9ic(load_deck("house"))
    deal = deal_from_seed(game.deck, 3)
    start, orders = game.start(deal.floors, deal.faces), dict(enumerate(deal.orders, 1))
    plan = tuple(parse_move(line) for line in NOTHING_BOUGHT.splitlines())
    best = with_buying(KnownOrders(game, orders), start, plan)
    assert game.final_score(KnownOrders(game, orders).play(start, best)) == 145
    assert [move.points for move in best if isinstance(move, Buy)][:2] == [0, 0]


def test_a_better_plan_that_is_known_is_kept_and_does_not_keep_from_proving() -> None:
    """From the last two rounds of the plan on: what is known is the best there is, or it is beaten."""
    game = Clin9ic(load_deck("house"))
    deal = deal_from_seed(game.deck, 3)
    start, orders = game.start(deal.floors, deal.faces), dict(enumerate(deal.orders, 1))
    plan = with_buying(
        KnownOrders(game, orders), start, tuple(parse_move(line) for line in NOTHING_BOUGHT.splitlines())
    )
    before = next(n for n in range(len(plan)) if KnownOrders(game, orders).play(start, plan[:n]).round == 5)
    state = KnownOrders(game, orders).play(start, plan[:before])
    limits = Budget(300.0, 2)
    first = solve(KnownOrders(game, orders), state, limits, found=Found(plan[before:]))
    assert first.status is Status.OPTIMAL
    assert first.best is not None
    assert first.best >= 145
    again = solve(KnownOrders(game, orders), state, limits, found=Found(first.moves))
    assert again.moves == first.moves
    assert again.status is Status.OPTIMAL
