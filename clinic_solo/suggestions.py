"""What a move would do, in few words, and the Moves worth offering: help for a player who has to choose."""

from itertools import islice

from clinic_solo import care, hire, parking
from clinic_solo.colours import Skill
from clinic_solo.moves import Care, Depart, Move, MovePeople, Park, Pass, Repark, UseTile
from clinic_solo.planner import Need, destinations, room_left
from clinic_solo.players import sensible_move
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import Phase, State
from clinic_solo.story import effect
from clinic_solo.tiles import Action, Person
from clinic_solo.walk import everybody
from tabletop.text import listed, plural

FEW = 12  # Moves, all of which can be offered


def hint(game: ClinicSolo, state: State, move: Move) -> str:
    """What a legal move would do; nothing where the move says it all."""
    match move:
        case UseTile(action):
            return _action_hint(game, state, action)
        case Park(spot):
            return _blocked(game, state, spot)
        case Depart(spot) | Repark(spot):
            return _freed(game, state, spot)
        case MovePeople():
            return f"{effect(game, state, move, game.apply(state, move))[0]}; {_prospect(game, state, move)}"
        case Pass():
            return "no more of this"
    return next(iter(effect(game, state, move, game.apply(state, move))), "")


def _action_hint(game: ClinicSolo, state: State, action: Action) -> str:
    if action is Action.BUILD:
        return f"up to {plural(game.deck.building.components_per_action, 'component')}, money ${state.money}"
    if action is Action.ADMIT:
        return plural(game.apply(state, UseTile(action)).left, "queue point")
    if not parking.has_free_place(game, state):
        return "nobody: there is no place to park"
    offers = [f"{Skill(c).word} doctor ${hire.price(game, state, Person.DOCTOR, c)}" for c in state.university]
    offers += [f"nurse ${hire.price(game, state, Person.NURSE, 0)}"] if state.nurses_offered else []
    offers += [f"orderly ${hire.price(game, state, Person.ORDERLY, 0)}"] if state.orderlies_offered else []
    return game.called(", ".join(offers)) or "nobody is on offer"


def _closed(game: ClinicSolo, state: State) -> set[int]:
    """5.2d: empty ground spaces where no module can be built because of a car."""
    borders = game.board.borders
    return {s for s in range(game.board.ground) if not state.grid[s] and set(borders[s]) & set(state.cars)}


def _spaces(game: ClinicSolo, spaces: set[int]) -> str:
    return listed([game.board.plain_name(space) for space in sorted(spaces)])


def _blocked(game: ClinicSolo, state: State, spot: int) -> str:
    more = _closed(game, parking.with_car(state, spot)) - _closed(game, state)
    return f"no module at {_spaces(game, more)} while it stands there" if more else "in nobody's way"


def _freed(game: ClinicSolo, state: State, spot: int) -> str:
    more = _closed(game, state) - _closed(game, parking.without_car(state, spot))
    return f"modules can be built at {_spaces(game, more)} again" if more else "no space becomes free by it"


def income(game: ClinicSolo, state: State, move: Move) -> int:
    """9.2: what the treatments of a care bring in."""
    return sum(care.pay(game, state, treatment) for treatment in move.treatments) if isinstance(move, Care) else 0


# --- Moves --------------------------------------------------------------------------------------------------------


def _prospect(game: ClinicSolo, state: State, move: MovePeople) -> str:
    """What care could bring after a Move."""
    after = game.apply(state, move)._replace(phase=Phase.CARE)
    best = max(care.cares(game, after), key=lambda choice: income(game, after, choice))
    if not best.treatments:
        return "nobody can be treated"
    return f"{plural(len(best.treatments), 'patient')} can be treated for ${income(game, after, best)}"


def proposals(game: ClinicSolo, state: State) -> tuple[list[Move], bool]:
    """Moves worth a look, those that let most be earned first, and whether there are no others."""
    few = list(islice(game.iter_moves(state), FEW + 1))
    complete = len(few) <= FEW
    if not complete:
        planned = (sensible_move(game, state), game.plan_move(state, _all_in(game, state)), game.plan_move(state))
        few = list(dict.fromkeys(move for move in planned if move is not None))
    return sorted(few, key=lambda move: _rank(game, state, move)), complete


def _rank(game: ClinicSolo, state: State, move: Move) -> tuple[int, int]:
    """Most income first, then least time."""
    assert isinstance(move, MovePeople)
    after = game.apply(state, move)._replace(phase=Phase.CARE)
    most = max(income(game, after, choice) for choice in care.cares(game, after))
    return -most, game.move_time(state, move)


def _all_in(game: ClinicSolo, state: State) -> list[Need]:
    """Waiting patients into the nearest rooms, one by one as far as there is room."""
    needs: list[Need] = []
    for someone in everybody(game, state):
        who, colour, origin = someone
        if who is not Person.PATIENT:
            continue
        for place, _ in sorted(destinations(game, state, someone).items(), key=lambda reached: reached[1]):
            taken = sum(need.destination == place for need in needs)
            if place != origin and taken < room_left(game, state, who, place):
                needs.append(Need(who, colour, place, game.board.service_waited_for(origin)))
                break
    return needs
