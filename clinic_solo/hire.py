"""Section 6: hiring."""

from clinic_solo import parking
from clinic_solo.colours import Skill
from clinic_solo.deck import ANY
from clinic_solo.moves import NO_COLOUR, Hire
from clinic_solo.setting import Setting
from clinic_solo.state import Phase, State, arrivals
from clinic_solo.tiles import Person, Tile
from tabletop.moves import IllegalMove


def price(setting: Setting, state: State, who: Person, colour: int) -> int:
    """6.2 [decision doctor-price], 6.3 [decision nurse-price], 6.4: what a newcomer costs.

    Of several doctors of a colour the rightmost, cheapest one is meant. A nurse's price depends on how empty the
    column is; a column that starts with fewer nurses starts further along the printed prices.
    """
    hiring = setting.deck.hiring
    if who is Person.ORDERLY:
        return hiring.orderly_price
    if who is Person.NURSE:
        return hiring.nurse_price[state.round - 1][-state.nurses_offered]
    factor = setting.rules.price_factor(setting, colour)
    if hiring.price_mode == "by_colour":
        return hiring.price_by_colour[colour] * factor
    return hiring.price_by_space[space_of(state, colour)] * factor


def space_of(state: State, colour: int) -> int:
    """The university space a doctor of a colour is taken from."""
    return len(state.university) - 1 - state.university[::-1].index(colour)


def refusal(setting: Setting, state: State, move: Hire) -> IllegalMove | None:
    problem = _offer_refusal(setting, state, move)
    if problem:
        return problem
    if move.place not in arrivals(setting.board, state):
        name = setting.board.place_name(move.place)
        return IllegalMove("6.1", f"a newcomer stands at an entrance or helipad, and {name} is neither")
    if (dollars := price(setting, state, move.who, move.colour)) > state.money:
        return IllegalMove("6.1", f"the {move.who} costs ${dollars}, but savings are ${state.money}")
    if not parking.has_free_place(setting, state):
        return IllegalMove("6.5", "there is no free place to park another car")
    return None


def _offer_refusal(setting: Setting, state: State, move: Hire) -> IllegalMove | None:
    """6.1: one doctor, and one nurse or orderly, of those on offer."""
    if move.who is Person.DOCTOR:
        if not state.doctor_due:
            return IllegalMove("6.1", "only one doctor can be hired in an action")
        if move.colour not in state.university:
            return IllegalMove("6.2", f"no {Skill(move.colour).word} doctor is at the university")
        return None
    if not state.helper_due:
        return IllegalMove("6.1", "only one nurse or orderly can be hired in an action")
    if move.who is Person.NURSE:
        return None if state.nurses_offered else IllegalMove("6.3", "no nurse is left in this round's column")
    if not state.orderlies_offered:
        return IllegalMove("6.4", "no orderly is left")
    if setting.switches.surplus_orderly == "hire_refused" and len(state.orderlies) >= state.count(Tile.SUPPLY):
        return IllegalMove("8.6", "every supply room has its orderly")  # [decision surplus-orderly]
    return None


def hires(setting: Setting, state: State) -> list[Hire]:
    """Every hire that is legal now."""
    offers = [(Person.DOCTOR, colour) for colour in sorted(set(state.university))]
    offers += [(Person.NURSE, NO_COLOUR), (Person.ORDERLY, NO_COLOUR)]
    candidates = (Hire(who, colour, place) for who, colour in offers for place in arrivals(setting.board, state))
    return [move for move in candidates if refusal(setting, state, move) is None]


def carry_out(setting: Setting, state: State, move: Hire) -> State:
    """6.1: pay, the newcomer stands at the entrance or helipad, and the car is to be parked."""
    state = state._replace(money=state.money - price(setting, state, move.who, move.colour))
    state = add_person(state, move.who, move.colour, move.place)
    if move.who is Person.DOCTOR:
        space = space_of(state, move.colour)
        more = setting.deck.hiring.doctors_per_action == ANY
        university = state.university[:space] + state.university[space + 1 :]
        state = state._replace(university=university, doctor_due=more and bool(university))
    elif move.who is Person.NURSE:
        state = state._replace(nurses_offered=state.nurses_offered - 1, helper_due=False)
    else:
        state = state._replace(orderlies_offered=state.orderlies_offered - 1, helper_due=False)
    return parking.ask_to_park(state, Phase.HIRE)


def add_person(state: State, who: Person, colour: int, place: int) -> State:
    """One more member of staff at a place."""
    if who is Person.DOCTOR:
        return state._replace(doctors=tuple(sorted((*state.doctors, (place, colour)))))
    if who is Person.NURSE:
        return state._replace(nurses=tuple(sorted((*state.nurses, place))))
    return state._replace(orderlies=tuple(sorted((*state.orderlies, place))))
