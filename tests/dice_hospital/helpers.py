"""Positions and games of Dice Hospital for the tests."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from dice_hospital import DiceHospital, Options, Phase, State, Variant, load_deck
from dice_hospital.activation import begin
from dice_hospital.deals import deal_from_seed, drawn
from dice_hospital.deck import Deck
from dice_hospital.moves import Move, Outcome
from dice_hospital.patients import names, parse_patients
from dice_hospital.players import random_move, sensible_move
from tabletop.moves import IllegalMove

EVERY = frozenset(Variant)


@cache
def house() -> Deck:
    return load_deck("house")


@cache
def _game(variants: frozenset[Variant], options: Options) -> DiceHospital:
    return DiceHospital(house(), variants, options)


def game(*variants: str, **options: bool) -> DiceHospital:
    return _game(frozenset(map(Variant, variants)), Options(**options))


def kinds(text: str, named: Any) -> tuple[int, ...]:
    """Cards by their names, with commas between them."""
    return tuple(sorted(named[word.strip()] for word in text.split(",") if word.strip()))


def reports(g: DiceHospital, *columns: str) -> tuple[tuple[int, ...], ...]:
    """Columns of report cards, in each the open one first: reports(g, "yy 3, gg 3", "rr 3", "")."""
    return tuple(tuple(g.deck.report_named[word.strip()] for word in text.split(",") if word) for text in columns)


def position(
    g: DiceHospital, patients: str = "", departments: str = "", specialists: str = "", bags: int = 0, **fields: Any
) -> State:
    """A position of round 3 at intake, unless fields say otherwise; the stacks are those of the set-up."""
    usual = {
        "round": 3,
        "phase": Phase.INTAKE,
        "patients": parse_patients(patients),
        "departments": kinds(departments, g.deck.department_named),
        "specialists": kinds(specialists, g.deck.worker_named),
        "blood_bags": bags,
        "reports": reports(g, "rrr 5", "yyy 5", "ggg 5"),
    }
    return g.start()._replace(**{**usual, **fields})


def placing(
    g: DiceHospital, patients: str = "", departments: str = "", specialists: str = "", bags: int = 0, **fields: Any
) -> State:
    """The same with an activation begun."""
    return begin(g, position(g, patients, departments, specialists, bags, **fields))


def do(g: DiceHospital, state: State, *lines: str) -> State:
    """The position after moves in our notation."""
    for line in lines:
        state = g.apply(state, g.parse(line))
    return state


def after(g: DiceHospital, state: State, *lines: str) -> str:
    """The patients after moves."""
    return names(do(g, state, *lines).patients)


def refused(g: DiceHospital, state: State, line: str | Move, rule: str) -> str:
    """Assert that a move is refused by that rule; the reason."""
    with pytest.raises(IllegalMove) as caught:
        g.apply(state, g.parse(line) if isinstance(line, str) else line)
    assert caught.value.rule == rule, str(caught.value)
    return caught.value.reason


def legal(g: DiceHospital, state: State, word: str = "") -> list[str]:
    """The legal moves with a word in them."""
    return [line for line in map(g.format, g.legal_moves(state)) if word in line]


# --- games ----------------------------------------------------------------------------------------------------------

Turn = tuple[State, Move | Outcome, State]


def steps_of_game(g: DiceHospital, seed: int, player: str = "random") -> Iterator[Turn]:
    """A whole game, step by step; an eager player is a random one who does not stop as long as he can place."""
    random, deal, state = Random(seed), deal_from_seed(seed), g.start()
    while not g.is_over(state):
        before = state
        step: Move | Outcome
        outcome = drawn(g, deal, state)
        if outcome is not None:
            step, state = outcome, g.apply_outcome(state, outcome)
        else:
            step = choose(g, state, player, random)
            state = g.apply(state, step)
        yield before, step, state


def choose(g: DiceHospital, state: State, player: str, random: Random) -> Move:
    if player == "sensible":
        return sensible_move(g, state)
    if player == "eager" and state.phase in (Phase.PLACE, Phase.ALSO):
        *moves, _stop = g.legal_moves(state) if not state.recoloured else [*g.legal_moves(state), None]
        return random.choice(moves) if moves else _stop  # type: ignore[return-value]
    return random_move(g, state, random)


def positions_met(g: DiceHospital, phase: Phase, number: int, *, seed: int = 0, player: str = "eager") -> list[State]:
    """Positions of games in which something is due."""
    found: list[State] = []
    while len(found) < number:
        found += [before for before, _, _ in steps_of_game(g, seed, player) if before.phase is phase]
        seed += 1
    return found[:number]
