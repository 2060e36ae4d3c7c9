"""The best value of what is left of a round by trying out everything through the referee, on boards small enough."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import cast

from clinic_solo import ClinicSolo, State
from clinic_solo.clinic import clinic_of
from clinic_solo.deals import Deal
from clinic_solo.deck import Deck, Side
from clinic_solo.parking import free_spots
from clinic_solo.rulesets.edition2014.numbers import TABLE, Numbers2014
from clinic_solo.rulesets.extinguishers import CARRIERS
from clinic_solo.setting import DELUXE
from clinic_solo.state import Phase
from clinic_solo.tiles import HUBS, Tile, Token
from solvers.clinic_solo.cp_model import Instance
from solvers.clinic_solo.cp_model.round_replay import after_chance, is_over
from tabletop.colours import Counts
from tests.clinic_solo.helpers import house, steps_of_game
from tests.solvers.clinic_scheduler.aims import EndValue

CARS = (Phase.PARK, Phase.DEPART)


@cache
def small_deck() -> Deck:
    """The house deck with boards of two by two and three by two spaces, two and three floors high."""
    small = Side("2x2", 2, 2, (("W", 0), ("W", 1), ("S", 0), ("S", 1), ("E", 0), ("E", 1)))
    wide = Side("3x2", 3, 2, (("W", 0), ("W", 1), ("S", 0), ("S", 1), ("S", 2), ("E", 0), ("E", 1)))
    north = {side.name: tuple(("N", column) for column in range(side.columns)) for side in (small, wide)}
    numbers = replace(cast(Numbers2014, house().expansions[TABLE]), entrance_spaces=north)  # 15.8
    expansions = {**house().expansions, TABLE: numbers}
    return replace(house(), sides=(small, wide), floors=3, sha256="small boards", expansions=expansions)


def small_game(side: str = "2x2", *rulesets: str, edition: str = DELUXE) -> ClinicSolo:
    return ClinicSolo(small_deck(), side, rulesets=rulesets, edition=edition)


def ends(instance: Instance, at: State | None = None, *, most: int = 200_000) -> set[State] | None:
    """Every position that the round can end in, from its start or later; None where there are too many on the way.

    Where cars stand makes no difference in the last action of a round.
    """
    game, waiting, found, met = instance.game, {at or instance.state}, set[State](), 0
    all_cars = instance.slots > 1
    while waiting:
        after = set()
        for state in waiting:
            for number, move in enumerate(game.iter_moves(state)):
                if number and state.phase in CARS and not all_cars:
                    break
                after.add(after_chance(instance, game.apply(state, move)))
                met += 1
                if met > most:
                    return None
        done = {state for state in after if is_over(instance, state)}
        found |= done
        waiting = after - done
    return found


def best(instance: Instance, at: State | None = None, *, most: int = 200_000) -> int | None:
    found = ends(instance, at, most=most)
    return None if found is None else max(instance.value_of(state) for state in found)


def random_value(random: Random) -> EndValue:
    """Weights of either sign, so that what looks foolish is worth trying, too; sometimes the final score alone."""
    if random.random() < 0.2:
        return EndValue(score=1)

    def four(low: int, high: int) -> Counts:
        a, b, c, d = (random.randint(low, high) for _ in range(4))
        return a, b, c, d

    plain = (
        "money", "popularity", "treated", "deaths", "nurses", "orderlies", "hubs", "treatment_rooms", "supply_rooms",
        "gardens", "entrances", "helipads", "stops", "parking", "buildings",
    )  # fmt: skip
    return EndValue(
        **{name: random.randint(-3, 5) for name in plain},
        score=random.choice((0, 0, 1, 3)),
        time=-random.randint(0, 3),
        doctors=four(-3, 6),
        patients=four(-6, 3),
        rooms=four(-3, 6),
        services=(random.randint(-3, 3), random.randint(-3, 3)),
        specials=four(-3, 5),
    )


def positions(game: ClinicSolo, seed: int, player: str = "random", slot: int = 3) -> Iterator[tuple[State, Deal]]:
    """The positions before an action of that number in each round of a game."""
    for state, _, _ in steps_of_game(game, seed, player):
        if state.phase is Phase.ACTION and state.slot == slot:
            yield state, Deal(seed)


def with_tokens(game: ClinicSolo, state: State, random: Random) -> State:
    """Tokens of the rulesets here and there, a few more nurses, orderlies and patients, and their cars."""
    grid, door = state.grid, game.board.at_entrance(state.entrances[0])
    hubs = [space for space, tile in enumerate(grid) if tile in HUBS]
    rooms = [space for space, tile in enumerate(grid) if tile == Tile.TREATMENT]
    if "blood" in game.rulesets:
        state = state.with_tokens(Token.BLOOD, random.choices([*hubs, *hubs, *rooms], k=random.choice((0, 1, 1, 2, 3))))
    if "extinguishers" in game.rulesets:
        fitting = [space for space, tile in enumerate(grid) if tile in CARRIERS]
        state = state.with_tokens(Token.EXTINGUISHER, [space for space in fitting if random.random() < 0.4])
    working = [room for room in clinic_of(game.board, grid).rooms if grid[room] == Tile.TREATMENT]
    for _ in range(random.randint(0, 3)):
        spots, kind = free_spots(game, state), random.choice(("nurse", "patient", "orderly"))
        if not spots:
            break
        if kind == "nurse":
            state = state._replace(nurses=tuple(sorted((*state.nurses, random.choice([*hubs, *rooms, door])))))
        elif kind == "orderly" and len(state.orderlies) < game.deck.hiring.orderlies:
            state = state._replace(orderlies=tuple(sorted((*state.orderlies, door))))
        elif kind == "patient" and working:
            room = random.choice(working)
            if sum(space == room for space, _ in state.patients) < 2:
                state = state._replace(patients=tuple(sorted((*state.patients, (room, random.randrange(4))))))
        if state.cars_due > 0:
            state = state._replace(cars=tuple(sorted((*state.cars, spots[0]))))
    return state
