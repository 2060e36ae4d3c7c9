"""Rules 14B1 and 14B4 in the model: where extinguishers are put, and what they pay. How they hold up is in `tolls`."""

from solvers.clinic_solo.cp_model.variables import Draft
from solvers.clinic_solo.kernel.ruleset_tables import extinguishers_of
from solvers.core.cpsat import Number


def extinguishers(draft: Draft) -> None:
    """14B1: on a hub, supply room, lab or triage that is there and has none, as long as there are any."""
    numbers, sites = extinguishers_of(draft.game), draft.sites.extinguishers
    if numbers is None or not sites:
        return
    built = draft.built.extinguishers
    draft.cp.add(sum(built.values()) <= numbers.tokens - len(draft.sites.with_extinguisher))
    for space, tiles in sites.items():
        came = [variable for (_, s), variable in built.items() if s == space]
        draft.cp.add_at_most_one(came)
        draft.cp.add(sum(came) <= draft.there(space, *tiles))
    for (c, space), variable in built.items():
        draft.cp.add(variable <= draft.before(2 * c, space))


def spent_on_extinguishers(draft: Draft) -> Number:
    """14B1: by floor."""
    built = draft.built.extinguishers
    return sum((draft.sites.extinguisher_price(space) or 0) * variable for (_, space), variable in built.items())


def pay_beside(draft: Draft, space: int) -> list[tuple[int, Number]]:
    """14B4: what each extinguisher adjacent to a treatment room pays, and whether it is there."""
    numbers = extinguishers_of(draft.game)
    if numbers is None:
        return []
    beside = [(numbers.pay, draft.extinguisher(other)) for other in draft.board.adjacent[space]]
    return [(pay, there) for pay, there in beside if not isinstance(there, int) or there]
