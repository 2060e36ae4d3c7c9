"""Positions and games for the tests of the solitaire game."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from clinic_solo import ClinicSolo, State, load_deck
from clinic_solo.clinic import clinic_of
from clinic_solo.deals import Deal, next_outcome
from clinic_solo.deck import Deck
from clinic_solo.invariants import faults
from clinic_solo.moves import Move, Outcome
from clinic_solo.parking import free_spots
from clinic_solo.players import random_move, sensible_move
from clinic_solo.state import Phase
from clinic_solo.tiles import TILE_BY_TOKEN
from tabletop.moves import IllegalMove
from tests.clinic_solo.curious import curious_move

FIRST = ["S . . / T . . / Hp . ."]


@cache
def house() -> Deck:
    return load_deck("house")


@cache
def game(
    side: str = "3x3", goal: str = "throughput", *, expert: bool = True, rulesets: tuple[str, ...] = ()
) -> ClinicSolo:
    return ClinicSolo(house(), side, goal, expert, rulesets)


def position(referee: ClinicSolo, floors: list[str], **fields: Any) -> State:
    """A position with these tiles, each floor its rows from the north, split by slashes, and the rest as told."""
    board = referee.board
    grid = [0] * board.size
    for floor, plan in enumerate(floors):
        for y, row in enumerate(plan.split("/")):
            for x, token in enumerate(row.split()):
                grid[board.space(x, y, floor)] = TILE_BY_TOKEN[token]
    standard = {"phase": Phase.BUILD, "round": 1, "slot": 1, "tiles": (1, 2, 2), "left": 2, "nurses_offered": 1}
    return referee.start()._replace(**{**standard, "grid": tuple(grid), **fields})


def at(referee: ClinicSolo, *names: str) -> Any:
    """The place of a name, or the places of several."""
    places = tuple(referee.board.place(name) for name in names)
    return places[0] if len(places) == 1 else places


def spots(referee: ClinicSolo, *names: str) -> tuple[int, ...]:
    return tuple(sorted(referee.board.spot(name) for name in names))


def play(referee: ClinicSolo, state: State, *lines: str) -> State:
    for line in lines:
        state = referee.apply(state, referee.parse(line))
    return state


def choose(referee: ClinicSolo, state: State, player: str, random: Random) -> Move:
    if player == "curious":
        return curious_move(referee, state, random)
    return random_move(referee, state, random) if player == "random" else sensible_move(referee, state)


def steps_of_game(referee: ClinicSolo, seed: int, player: str) -> Iterator[tuple[State, Move | Outcome, State]]:
    """A whole game, step by step."""
    random, deal, state = Random(seed), Deal(seed), referee.start()
    while not referee.is_over(state):
        before = state
        step: Move | Outcome
        if drawn := next_outcome(referee, deal, state):
            step = drawn
            state = referee.apply_outcome(state, drawn)
        else:
            step = choose(referee, state, player, random)
            state = referee.apply(state, step)
        yield before, step, state


def patients_ever(state: State) -> int:
    """Bag, notepad, clinic and gone; two for each zombie made."""
    return (
        2 * state.zombies_made
        + sum(state.bag)
        + sum(map(len, state.notepad))
        + state.patients_here
        + state.treated
        + state.deaths
    )


def broken(referee: ClinicSolo, before: State, after: State) -> list[str]:
    """What does not hold after a step, or between it and the position before."""
    found = faults(referee, after)
    old, new = clinic_of(referee.board, before.grid), clinic_of(referee.board, after.grid)
    joined = {new.building[space] for space in old.modules}
    if len(joined) < len(set(old.building.values())):
        found.append("two buildings were joined (5.2e)")
    if set(old.modules) - set(new.modules):
        found.append("a module vanished")
    if not set(old.rooms.items()) <= set(new.rooms.items()):
        found.append("a functional room stopped being one, or changed its service")
    if before.slot and patients_ever(before) != patients_ever(after):
        found.append("a patient appeared or vanished (3.7)")
    if after.time < before.time or after.treated < before.treated or after.deaths < before.deaths:
        found.append("time, treated or deaths went back")
    return found


def spoiled_files(text: str, random: Random) -> Iterator[str]:
    """The TOML text with one value or table after the other, of long files every fifth, dropped or replaced."""
    paths = _leaves(tomllib.loads(text))
    for path in paths[:: 5 if len(paths) > 200 else 1]:
        data = tomllib.loads(text)
        holder: Any = data
        for key in path[:-1]:
            holder = holder[key]
        if random.random() < 0.5:
            del holder[path[-1]]
        else:
            holder[path[-1]] = random.choice([-7, 10**6, "x", True, [], {}, ["x"]])
        yield "\n".join(f'"{key}" = {_toml(value)}' for key, value in data.items())


def _leaves(data: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner: list[tuple[str | int, ...]] = []
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        inner += [(*path, key), *_leaves(value, (*path, key))]
    return inner


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{key}" = {_toml(inner)}' for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else '"' + str(value).replace('"', '\\"') + '"'


def rule(referee: ClinicSolo, state: State, line: str) -> str | None:
    """The rule a move breaks, None for a legal one."""
    try:
        referee.apply(state, referee.parse(line))
    except IllegalMove as refusal:
        return refusal.rule
    return None


def switched(side: str = "3x3", **switches: Any) -> ClinicSolo:
    return ClinicSolo(replace(house(), switches=replace(house().switches, **switches)), side, "throughput")


def door(referee: ClinicSolo, *names: str) -> tuple[int, ...]:
    return tuple(sorted(referee.board.entrance(name) for name in names))


def moving(referee: ClinicSolo, floors: list[str], **fields: Any) -> State:
    standard = {"phase": Phase.MOVE, "slot": 3, "left": 0, "entrances": door(referee, "Sa3")}
    state = position(referee, floors, **{**standard, **fields})
    return state._replace(cars=tuple(free_spots(referee, state)[: state.people]))
