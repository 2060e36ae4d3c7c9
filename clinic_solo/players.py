"""Two simple players: one at random, and one with some sense, who treats patients and keeps out of debt.

They only see what a player sees: the position, never the draws to come.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from clinic_solo import care, hire, parking, walk
from clinic_solo.clinic import clinic_of
from clinic_solo.moves import (
    NO_COLOUR,
    Admit,
    Build,
    BuildEntrance,
    Buy,
    Care,
    Depart,
    Errand,
    Hire,
    Move,
    MovePeople,
    Park,
    Pass,
    Queue,
    Step,
    TakeBonus,
    UseTile,
    ZombieStep,
)
from clinic_solo.planner import Need, assign, destinations, room_left
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import Phase, State
from clinic_solo.tiles import HUBS, Action, Kind, Person, Service, Tile, Token
from clinic_solo.walk import everybody, reach

Player = Callable[[ClinicSolo, State], Move]
TRIES, EXTRA = 20, 0.3


# At random ----------------------------------------------------------------------------------------------------------


def random_move(game: ClinicSolo, state: State, random: Random) -> Move:
    """Any legal move; at Move everybody goes anywhere they may."""
    if state.phase is Phase.MOVE:
        return _random_walk(game, state, random)
    return random.choice(game.legal_moves(state))


def _random_walk(game: ClinicSolo, state: State, random: Random) -> MovePeople:
    """Zombies anywhere, then people; now and then one more in a room, or somebody who gives or carries blood."""
    for _ in range(TRIES):
        places = sorted(random.choices(sorted(reach(game, state)), k=len(state.zombies)))
        zombies = tuple(sorted(ZombieStep(*ways) for ways in zip(state.zombies, places, strict=True)))
        steps = _random_steps(game, state._replace(zombies=tuple(places)), random)
        move = MovePeople(tuple(sorted(steps or [])), zombies)
        if steps is None or (not game.is_base and walk.refusal(game, state, move)):
            continue  # 15.6: patients in a room without staff
        return _with_extras(game, state, move, random)
    planned = game.plan_move(state)
    assert planned is not None  # hubs take any number of doctors and nurses
    return planned


def _random_steps(game: ClinicSolo, state: State, random: Random) -> list[Step] | None:
    """Anybody anywhere; None where somebody has no place left."""
    steps: list[Step] = []
    taken: dict[tuple[Person, int], int] = {}
    people = list(everybody(game, state))
    random.shuffle(people)
    for who, colour, origin in people:
        if who is Person.ORDERLY:
            continue  # they have no choice worth the name: one to each supply room
        reach = destinations(game, state, (who, colour, origin))
        free = [place for place in reach if taken.get((who, place), 0) < room_left(game, state, who, place)]
        if not free:
            return None
        place = random.choice(sorted(free))
        taken[who, place] = taken.get((who, place), 0) + 1
        if place != origin:
            steps.append(Step(who, colour, origin, place))
    orderlies = assign(game, state, Person.ORDERLY, [])
    return None if orderlies is None else [*steps, *orderlies]


def _with_extras(game: ClinicSolo, state: State, move: MovePeople, random: Random) -> MovePeople:
    """The Move with some of what rulesets allow beyond it, as far as it is legal."""
    if game.is_base:
        return move
    for variant in _variants(game, state, move, random):
        if random.random() < EXTRA and walk.refusal(game, state, variant) is None:
            return variant
    return move


def _variants(game: ClinicSolo, state: State, move: MovePeople, random: Random) -> Iterator[MovePeople]:
    hubs = [space for space, tile in enumerate(state.grid) if tile in HUBS]
    rooms = [space for space, tile in enumerate(state.grid) if tile == Tile.TREATMENT]
    there = walk.end_places(game, state, move)
    for who, colour, place in random.sample(there, len(there)):
        step = next((s for s in move.steps if (s.who, s.colour, s.destination) == (who, colour, place)), None)
        step = step or Step(who, colour, place, place)
        others = list(move.steps)
        if step in others:
            others.remove(step)
        changed = [step._replace(destination=hub, lies=True) for hub in hubs if "blood" in game.rules.fields()]
        if who is Person.NURSE and rooms:
            changed += [
                step._replace(errands=(Errand(hub, random.choice(rooms)),), lies=random.random() < EXTRA)
                for hub in set(state.having(Token.BLOOD))
            ]
        if who is Person.PATIENT:
            changed += [step._replace(destination=room) for room in rooms if "lying" in game.rules.fields()]
        for other in changed:
            yield MovePeople(tuple(sorted([*others, other])), move.zombies)


# With some sense ----------------------------------------------------------------------------------------------------

BONUS_ORDER = (7, 1, 6, 4, 2, 3, 5)  # money and hands first
RESERVE = 8  # dollars kept for the next round


def sensible_move(game: ClinicSolo, state: State) -> Move:
    """A move a careful beginner might make."""
    match state.phase:
        case Phase.BONUS_CHOICE:
            return TakeBonus(min(state.offers, key=(*BONUS_ORDER, *state.offers).index))
        case Phase.FIRST_HUB:
            return game.legal_moves(state)[-1]
        case Phase.FIRST_ROOMS | Phase.BONUS_SUPPLY | Phase.BONUS_PLACE:
            return max(game.legal_moves(state), key=lambda move: _worth_of_build(game, state, move))
        case Phase.PARK | Phase.DEPART:
            return _car(game, state)
        case Phase.ACTION:
            return UseTile(_action(game, state))
        case Phase.BUILD:
            best = max(game.legal_moves(state), key=lambda move: _worth_of_build(game, state, move))
            return best if _worth_of_build(game, state, best) > 0 else Pass()
        case Phase.HIRE:
            return _hire(game, state)
        case Phase.ADMIT:
            return _admit(game, state)
        case Phase.MOVE:
            return _walk(game, state)
        case Phase.CARE:
            return _care(game, state)
        case Phase.POPULARITY:
            return _buy(game, state)
    return game.legal_moves(state)[0]


def _beds(game: ClinicSolo, state: State) -> int:
    """Places for patients in functional rooms."""
    rooms = clinic_of(game.board, state.grid).rooms
    return sum(room_left(game, state, Person.PATIENT, room) for room in rooms)


def _worth_of_build(game: ClinicSolo, state: State, move: Move) -> float:
    """How much a build helps: functional rooms, the higher the better, when there are doctors to use them."""
    if isinstance(move, BuildEntrance):
        return 0.5 if len(state.entrances) < 2 and _rich(state) else -1
    if not isinstance(move, Build):
        return 0
    grid = (*state.grid[: move.space], int(move.tile), *state.grid[move.space + 1 :])
    before, after = clinic_of(game.board, state.grid), clinic_of(game.board, grid)
    gain = float(len(after.rooms) - len(before.rooms)) * (2 + game.board.floor(move.space))
    if move.tile in HUBS and _rich(state) and HUBS.index(move.tile) not in set(before.rooms.values()):
        supplied = [s for s in game.board.beside[move.space] if before.has_kind_beside(s, Kind.SUPPLY)]
        gain += 0.2 * len(supplied) - 0.1
    if state.slot == 0:  # the first rooms: close together, in a corner of the board
        gain += 0.1 * len(after.buildings_beside(move.space)) - 0.01 * game.board.floor(move.space)
        if move.tile == Tile.TREATMENT:
            gain += after.hub_service(move.space) is not None
    return gain


def _rich(state: State) -> bool:
    return state.money >= 2 * RESERVE


def _car(game: ClinicSolo, state: State) -> Move:
    """Cars far from the modules, so that the clinic can grow; those near them leave first."""
    modules = [game.board.where(space)[:2] for space in clinic_of(game.board, state.grid).modules]

    def distance(spot: int) -> float:
        spaces = [space for space in range(game.board.ground) if spot in game.board.borders[space]]
        if not spaces:
            return 99  # a parking tile is in nobody's way
        gaps = [abs(x - mx) + abs(y - my) for x, y, _ in map(game.board.where, spaces) for mx, my in modules]
        return min(gaps) + 0.5 * (len(spaces) == 1)

    if state.phase is Phase.PARK:
        return Park(max(parking.free_spots(game, state), key=distance))
    return Depart(min(sorted(set(state.cars)), key=distance))


def _action(game: ClinicSolo, state: State) -> Action:
    """Hire early while a doctor can still earn the salary, admit what can be treated, then build."""
    build_left, hire_left, admit_left = state.tiles
    last = state.round == game.deck.rounds
    wanted = _treatable_soon(game, state)
    staff = _staff_wanted(game, state)
    doctor = bool(state.university) and state.money >= hire.price(game, state, Person.DOCTOR, state.university[0])
    nurse = state.nurses_offered > 0 and state.money >= 2
    hands = staff or (state.slot == 1 and (doctor or nurse))
    if hire_left and hands and parking.has_free_place(game, state) and not last:
        return Action.HIRE
    if admit_left and wanted:
        return Action.ADMIT
    choices = {Action.BUILD: build_left, Action.ADMIT: admit_left, Action.HIRE: hire_left}
    return next(action for action, left in choices.items() if left)


def _staff_wanted(game: ClinicSolo, state: State) -> bool:
    """15.6: whether rooms lie idle for want of staff that can be had."""
    rooms = clinic_of(game.board, state.grid).treatment_rooms
    needed = any([] not in game.rules.serving(game, state, room, ()) for room in rooms)
    idle = len(state.orderlies) < min(len(rooms), state.count(Tile.SUPPLY))
    return needed and idle and state.orderlies_offered > 0 and state.money >= game.deck.hiring.orderly_price


def _treatable_soon(game: ClinicSolo, state: State) -> int:
    """How many more patients this round's doctors and beds could take."""
    here = state.patients_here
    return max(0, min(len(state.doctors), len(state.patients) + _beds(game, state)) - here)


def _hire(game: ClinicSolo, state: State) -> Move:
    """A doctor if one can be had, a nurse, and at last an orderly who saves more than he costs."""
    choices = game.legal_moves(state)
    staff_first = (Person.ORDERLY, Person.DOCTOR, Person.NURSE) if _staff_wanted(game, state) else ()
    for who in staff_first or (Person.DOCTOR, Person.NURSE, Person.ORDERLY):
        if who is Person.ORDERLY and len(state.orderlies) >= state.count(Tile.SUPPLY):
            continue
        for move in choices:
            if isinstance(move, Hire) and move.who is who:
                return move
    return Pass()


def _offered(game: ClinicSolo, state: State) -> set[Service]:
    return set(clinic_of(game.board, state.grid).rooms.values())


def _admit(game: ClinicSolo, state: State) -> Move:
    """Patients whose colour the doctors and nurses can treat, for services the clinic offers."""
    if state.headed:  # 15.9: to be taken, by any of the moves that are left
        return max(game.legal_moves(state), key=lambda move: isinstance(move, Admit))
    if not _treatable_soon(game, state):
        return Pass()
    offered = _offered(game, state)
    spare = len(state.nurses)
    doctors = [colour for _, colour in state.doctors]

    def fits(colour: int) -> bool:
        return min(abs(colour - doctor) for doctor in doctors) <= spare

    best: tuple[float, Move] = (0, Pass())
    for move in game.legal_moves(state):
        if isinstance(move, Admit) and move.service in offered:
            colour = state.notepad[game.services.index(move.service)][0]
            if fits(colour):
                best = max(best, (2 + colour, move), key=lambda entry: entry[0])
        elif isinstance(move, Queue) and state.left >= 2:
            after = game.apply(state, move)
            fronts = [row[:1] for service, row in zip(game.services, after.notepad, strict=True) if service in offered]
            if any(fits(colour) for front in fronts for colour in front):
                best = max(best, (1, move), key=lambda entry: entry[0])
    return best[1]


def _walk(game: ClinicSolo, state: State) -> Move:
    """Pairs of patient and doctor, the best paid first as far as nurses last; everybody else as they like it least."""
    doctors = [colour for _, colour in state.doctors]
    nurses = len(state.nurses)
    needs: list[Need] = []
    for colour, place in _patients_to_treat(game, state):
        choices = []
        for room in sorted(clinic_of(game.board, state.grid).rooms) if place is None else [place]:
            for doctor in sorted(set(doctors)):
                nurse_count = care.nurses_needed(game, state.grid[room], doctor, colour[0])
                if nurse_count <= nurses:
                    choices.append((nurse_count, room, doctor))
        for nurse_count, room, doctor in sorted(choices):
            more = [Need(Person.DOCTOR, doctor, room)] + [Need(Person.NURSE, NO_COLOUR, room)] * nurse_count
            if place is None:
                more.append(Need(Person.PATIENT, colour[0], room, colour[1]))
            ways = (more + served for served in game.rules.serving(game, state, room, needs))
            found = next((way for way in ways if game.plan_move(state, needs + way) is not None), None)
            if found is not None:
                needs += found
                doctors.remove(doctor)
                nurses -= nurse_count
                break
    planned = game.plan_move(state, needs)
    assert planned is not None
    return planned


def _patients_to_treat(game: ClinicSolo, state: State) -> list[tuple[tuple[int, Service | None], int | None]]:
    """All patients, the most severe first, with their service or the room they lie in."""
    roomed: list[tuple[tuple[int, Service | None], int | None]] = [
        ((colour, None), space) for space, colour in state.patients
    ]
    waiting: Sequence[tuple[tuple[int, Service | None], int | None]] = [
        ((colour, service), None)
        for service, counts in zip(game.services, state.waiting, strict=True)
        for colour, number in enumerate(counts)
        for _ in range(number)
    ]
    return sorted([*roomed, *waiting], key=lambda entry: -entry[0][0])


def _care(game: ClinicSolo, state: State) -> Care:
    return max(care.cares(game, state), key=lambda move: sum(care.pay(game, state, t) for t in move.treatments))


def _buy(game: ClinicSolo, state: State) -> Buy:
    """All that is not needed next round; everything in the last one."""
    most = care.most_popularity(game, state)
    if state.round == game.deck.rounds:
        return Buy(most)
    spare = state.money + state.income - RESERVE
    return Buy(max(0, min(most, spare // game.deck.money.popularity_price)))
