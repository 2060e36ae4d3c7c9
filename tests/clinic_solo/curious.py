"""A player who tries what rulesets offer: extinguishers, blood, workaholics, crowded rooms, rooms left alone."""

from random import Random

from clinic_solo import ClinicSolo, Need, State
from clinic_solo.clinic import clinic_of
from clinic_solo.moves import NO_COLOUR, Admit, BuildExtinguisher, Hire, Move, UseTile
from clinic_solo.players import random_move, sensible_move
from clinic_solo.state import Phase
from clinic_solo.tiles import HUBS, Action, Person, Thing, Tile, Token
from clinic_solo.walk import everybody, reach

PURPLE = 4


def curious_move(game: ClinicSolo, state: State, random: Random) -> Move:
    """Something of the rulesets if that can be, else what one of the simple players does."""
    if state.phase is Phase.MOVE and random.random() < 0.85:
        if (move := _curious_walk(game, state, random)) is not None:
            return move
    elif state.phase is Phase.ACTION and state.tiles[2] and random.random() < 0.5:
        return UseTile(Action.ADMIT)
    elif state.phase in (Phase.BUILD, Phase.HIRE, Phase.ADMIT) and random.random() < 0.7:
        moves = game.legal_moves(state)
        wanted = [move for move in moves if isinstance(move, BuildExtinguisher | Admit) or _purple(move)]
        if wanted:
            return random.choice(wanted)
    elif state.phase is Phase.CARE and random.random() < 0.5:
        return game.legal_moves(state)[-1]
    return sensible_move(game, state) if random.random() < 0.7 else random_move(game, state, random)


def _purple(move: Move) -> bool:
    return isinstance(move, Hire) and move.colour == PURPLE


def _curious_walk(game: ClinicSolo, state: State, random: Random) -> Move | None:
    """As many of some random wishes as can be met together."""
    wishes = _wishes(game, state, random)
    needs: list[Need] = []
    best = game.plan_move(state)
    for wish in wishes:
        if (found := game.plan_move(state, [*needs, wish])) is not None:
            needs.append(wish)
            best = found
    return best


def _wishes(game: ClinicSolo, state: State, random: Random) -> list[Need]:
    rooms = sorted(clinic_of(game.board, state.grid).rooms) or [0]
    hubs = [space for space, tile in enumerate(state.grid) if tile in HUBS]
    treatment = [space for space, tile in enumerate(state.grid) if tile == Tile.TREATMENT]
    fields, found, room = game.rules.fields(), list[Need](), random.choice(rooms)
    lonely = random.random() < 0.5
    for who, colour, place in everybody(game, state):
        service = game.board.service_waited_for(place)
        if who is Person.PATIENT:
            found.append(Need(who, colour, room, service))
        elif who is Person.DOCTOR and (lonely or random.random() < 0.4 or colour == PURPLE):
            found.append(Need(who, colour, random.choice(hubs if lonely else rooms)))
        elif who is Person.NURSE and lonely:
            found.append(Need(who, colour, random.choice(hubs)))
        elif who is Person.NURSE and random.random() < 0.6:
            found.append(Need(who, NO_COLOUR, random.choice(treatment)))
    random.shuffle(found)
    found = sorted(found, key=lambda need: need.who is not Person.PATIENT)[:8]
    staff = [someone for someone in everybody(game, state) if someone[0] is not Person.PATIENT]
    if "blood" in fields and staff:
        who, colour, _ = random.choice(staff)
        found.insert(random.randint(0, len(found)), Need(who, colour, random.choice(hubs), None, lies=True))
        found[:0] = [Need(Thing.BLOOD, NO_COLOUR, random.choice(treatment)) for _ in state.having(Token.BLOOD)[:1]]
    labs = [space for space, tile in enumerate(state.grid) if tile == Tile.LAB]
    if state.zombies:
        found.insert(
            0, Need(Thing.ZOMBIE, NO_COLOUR, random.choice([*labs, *random.sample(sorted(reach(game, state)), 2)]))
        )
    found += [Need(Person.DOCTOR, NO_COLOUR, lab) for lab in labs]
    return found
