"""Section 8: who may end where, what a Move costs, and carrying it out."""

from collections import Counter
from collections.abc import Iterator

from clinic_solo import parking
from clinic_solo.board import HOME
from clinic_solo.clinic import clinic_of
from clinic_solo.colours import Skill
from clinic_solo.movement import OUTSIDE, ways_of
from clinic_solo.moves import NO_COLOUR, MovePeople, Step
from clinic_solo.setting import Setting
from clinic_solo.state import Phase, Someone, State
from clinic_solo.tiles import Person, Service, Tile, is_module
from tabletop.colours import COLOURS, add
from tabletop.moves import IllegalMove
from tabletop.text import plural


def everybody(setting: Setting, state: State) -> Iterator[Someone]:
    """All people who may move: staff, and the patients in pre-admissions (8.3: a roomed patient never moves again)."""
    yield from ((Person.DOCTOR, colour, place) for place, colour in state.doctors)
    yield from ((Person.NURSE, NO_COLOUR, place) for place in state.nurses)
    yield from ((Person.ORDERLY, NO_COLOUR, place) for place in state.orderlies)
    for service, counts in zip(setting.services, state.waiting, strict=True):
        for colour in COLOURS:
            for _ in range(counts[colour]):
                yield (Person.PATIENT, int(colour), setting.board.pre_admissions(service))


def describe(setting: Setting, who: Person, colour: int, place: int) -> str:
    shade = "" if colour == NO_COLOUR else f"{Skill(colour).word} "
    return f"the {shade}{who} at {setting.board.place_name(place)}"


def capacity(setting: Setting, state: State, who: Person, space: int) -> int:
    """8.5 [decision idle-rooms]: how many of a kind may end in a space, whether or not a room is functional."""
    return setting.rules.capacity(setting, state, who, space)


def printed_capacity(setting: Setting, state: State, who: Person, space: int) -> int:
    """8.5, as the deck has it."""
    return setting.deck.walking.capacity[Tile(state.grid[space])][who] if is_module(state.grid[space]) else 0


def patient_may_end_in(setting: Setting, state: State, service: Service, space: int) -> bool:
    """8.5: patients only go to outpatient services or to a functional room of the service they were admitted for.

    What else a room needs at the end of a Move is known only then (15.6).
    """
    if state.grid[space] == Tile.OUTPATIENT:
        return True
    return clinic_of(setting.board, state.grid).rooms.get(space) == service


def time_of(setting: Setting, state: State, step: Step) -> int | None:
    """8.1: the least time of a step with all that is done on the way, None where no way leads."""
    return setting.rules.step_time(setting, state, step)


def way_time(setting: Setting, state: State, who: Person, origin: int, destination: int) -> int | None:
    """8.1, 8.4: the least time of one person's way, None where no way leads.

    Outpatient services are reached straight from pre-admissions, but they are no short cut to other rooms: whoever
    is taken there has arrived.
    """
    if origin == destination or destination == HOME:
        return 0
    if who is Person.PATIENT:
        if state.grid[destination] == Tile.OUTPATIENT and destination not in setting.rules.closed(setting, state):
            return setting.deck.walking.to_outpatient
        origin = OUTSIDE
    return ways_of(setting, state).times(origin).get(destination)


def surplus_orderlies(setting: Setting, state: State) -> int:
    """8.6 [decision surplus-orderly]: orderlies for whom there is no supply room."""
    modules = clinic_of(setting.board, state.grid).modules
    return max(0, len(state.orderlies) - sum(capacity(setting, state, Person.ORDERLY, space) for space in modules))


def refusal(setting: Setting, state: State, move: MovePeople) -> IllegalMove | None:
    """Section 8, in the order in which a Move goes on."""
    rules = setting.rules
    if problem := rules.first_refusal(setting, state, move):
        return problem
    moved = rules.first_moved(setting, state, move)
    return _people_refusal(setting, moved, move) or rules.end_refusal(
        setting, move, everybody_there(setting, moved, move)
    )


def _people_refusal(setting: Setting, state: State, move: MovePeople) -> IllegalMove | None:
    present = Counter(everybody(setting, state))
    going = Counter((step.who, step.colour, step.origin) for step in move.steps)
    for someone, number in going.items():
        if present[someone] < number:
            who, colour, place = someone
            shade = "" if colour == NO_COLOUR else f"{Skill(colour).word} "
            there = f"{present[someone] or 'no'} {shade}{who} is at {setting.board.place_name(place)}"
            return IllegalMove("8.2", there + (f", not {number}" if present[someone] else ""))
    for step in move.steps:
        if problem := _step_refusal(setting, state, step):
            return problem
    return _end_refusal(setting, state, move)


def _step_refusal(setting: Setting, state: State, step: Step) -> IllegalMove | None:
    person = describe(setting, step.who, step.colour, step.origin)
    if step.origin == step.destination and not step.errands and not step.lies:
        return IllegalMove("8.2", f"{person} stays and is not to be named")
    name = setting.board.place_name(step.destination)
    if step.destination == HOME:
        if step.who is not Person.ORDERLY or _in_a_room(setting, state, step):
            return IllegalMove("8.6", f"{person} cannot go home: only an orderly without a supply room leaves")
        return None
    if problem := setting.rules.step_refusal(setting, state, step):
        return problem
    if step.destination >= setting.board.size or not (step.lies or most_in(setting, state, step)):
        return IllegalMove("8.5", f"{person} cannot end at {name}")
    service = setting.board.service_waited_for(step.origin)
    if service is not None and not patient_may_end_in(setting, state, service, step.destination):
        return IllegalMove("8.5", f"{name} is no functional room for {service.word}")
    if time_of(setting, state, step) is None:
        return IllegalMove("8.1", f"no way leads from {setting.board.place_name(step.origin)} to {name}")
    return None


def most_in(setting: Setting, state: State, step: Step) -> int:
    """How many of a kind may ever end where a step does."""
    return setting.rules.most_in(setting, state, step.who, step.destination)


def _in_a_room(setting: Setting, state: State, step: Step) -> bool:
    """8.6: whether an orderly has a place to stay in."""
    return step.origin < setting.board.size and printed_capacity(setting, state, step.who, step.origin) > 0


def _end_refusal(setting: Setting, state: State, move: MovePeople) -> IllegalMove | None:
    """8.5, 8.6: everybody is in a place of their own at the end."""
    board, after = setting.board, end_places(setting, state, move)
    lying = Counter((step.who, step.destination) for step in move.steps if step.lies)
    counts = Counter((who, place) for who, _, place in after)
    donors = sum(number for (who, _), number in lying.items() if who is Person.ORDERLY)
    if counts[Person.ORDERLY, HOME] > max(0, surplus_orderlies(setting, state) - donors):
        return IllegalMove("8.6", "an orderly leaves only when no supply room is free")
    counts.update((Person.PATIENT, space) for space, _ in state.patients)
    there = everybody_there(setting, state, move)
    for who, colour, place in after:
        if place == HOME or board.service_waited_for(place) is not None:
            continue
        if place >= board.size or not is_module(state.grid[place]):
            return IllegalMove("8.6", f"{describe(setting, who, colour, place)} must walk in")
        standing = counts[who, place] - lying[who, place]
        if standing > (limit := capacity(setting, there, who, place)):
            room = f"{Tile(state.grid[place]).word} {board.space_name(place)}"
            many = "orderlies" if who is Person.ORDERLY else None
            return IllegalMove("8.5", f"{room} has room for {plural(limit, who, many)}, not for {standing}")
    return None


def end_places(setting: Setting, state: State, move: MovePeople) -> list[Someone]:
    """Where everybody who may move is after it."""
    left = Counter(everybody(setting, state))
    left.subtract((step.who, step.colour, step.origin) for step in move.steps)
    return [*left.elements(), *((step.who, step.colour, step.destination) for step in move.steps)]


def total_time(setting: Setting, state: State, move: MovePeople) -> int:
    """8.7: the time of a legal Move, triage taken off."""
    state = setting.rules.first_moved(setting, state, move)
    return max(0, walked(setting, state, move) + setting.rules.time_off(setting, state))


def walked(setting: Setting, state: State, move: MovePeople) -> int:
    """8.1: the time of all ways together, when zombies have moved."""
    return sum(time_of(setting, state, step) or 0 for step in move.steps)


def quicker(setting: Setting, state: State, one: MovePeople | None, other: MovePeople | None) -> MovePeople | None:
    """The Move of less time, the first of two that take the same."""
    if one is None or other is None:
        return one or other
    return other if walked(setting, state, other) < walked(setting, state, one) else one


def triage(setting: Setting, state: State) -> int:
    """8.7."""
    return setting.deck.walking.triage if state.count(Tile.TRIAGE) else 0


def carry_out(setting: Setting, state: State, move: MovePeople) -> State:
    """8.6, 8.7: everybody is where they were sent; the cars of orderlies who left go before Care."""
    time = state.time + total_time(setting, state, move)
    there = everybody_there(setting, setting.rules.first_moved(setting, state, move), move)._replace(time=time)
    return parking.ask_for_departures(setting.rules.moved(setting, there, move), Phase.CARE)


def reach(setting: Setting, state: State) -> set[int]:
    """8.1, 14D2: every space that can be walked on: ground spaces and modules, which all hang together."""
    ground = setting.board.ground
    return {space for space, tile in enumerate(state.grid) if space < ground or is_module(tile)}


def everybody_there(setting: Setting, state: State, move: MovePeople) -> State:
    """The position with everybody where they were sent."""
    after = end_places(setting, state, move)
    waiting = list(state.waiting)
    patients = list(state.patients)
    for step in move.steps:
        if step.who is Person.PATIENT:
            service = setting.board.service_waited_for(step.origin)
            assert service is not None
            row = setting.services.index(service)
            waiting[row] = add(waiting[row], step.colour, -1)
            patients.append((step.destination, step.colour))
    return state._replace(
        doctors=tuple(sorted((place, colour) for who, colour, place in after if who is Person.DOCTOR)),
        nurses=tuple(sorted(place for who, _, place in after if who is Person.NURSE)),
        orderlies=tuple(sorted(place for who, _, place in after if who is Person.ORDERLY and place != HOME)),
        waiting=tuple(waiting),
        patients=tuple(sorted(patients)),
    )
