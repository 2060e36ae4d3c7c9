"""The value function of positions at the beginning of a round: weights fitted once (`fit`) and shipped as data.

A card that the weights do not know is worth what the average card of its kind is, so every deck can be played.
"""

import json
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

from dice_hospital.referee import DiceHospital
from solvers.dice_hospital.value_function.features import Floats, Layout, layout_of

CARDS = ("departments", "workers")
ANY = "any"
FILE = "weights.json"


def to_data(game: DiceHospital, weights: Floats) -> dict[str, Any]:
    """The weights of every round by their names."""
    layout = layout_of(game)
    return {str(number): _round_data(game, layout, weights[number]) for number in range(1, game.deck.rounds + 1)}


def from_data(game: DiceHospital, data: dict[str, Any]) -> Floats:
    """The weights for a game's own cards and rounds, counted from its end: a longer game begins like the fitted one."""
    layout, rounds, fitted = layout_of(game), game.deck.rounds, max(map(int, data))
    weights = np.zeros((rounds + 2, layout.size))
    for number in range(1, rounds + 1):
        weights[number] = _row(game, layout, data[str(max(1, number - rounds + fitted))])
    return weights


@lru_cache(maxsize=16)
def fitted_weights(game: DiceHospital) -> Floats:
    text = resources.files(__package__).joinpath(FILE).read_text("utf-8")
    return from_data(game, json.loads(text))


def _ids(game: DiceHospital, part: str) -> list[str]:
    return [card.id for card in (game.deck.departments if part == "departments" else game.deck.workers)]


def _round_data(game: DiceHospital, layout: Layout, row: Floats) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part, place in layout.parts.items():
        numbers = [round(float(number), 4) for number in row[place]]
        if part not in CARDS:
            found[part] = numbers
            continue
        known = {id_: number for id_, number in zip(_ids(game, part), numbers, strict=True) if number}
        average = sum(known.values()) / max(1, len(known))
        found[part] = {ANY: round(average, 4), **known}
    return found


def _row(game: DiceHospital, layout: Layout, data: dict[str, Any]) -> Floats:
    row = np.zeros(layout.size)
    for part, place in layout.parts.items():
        if part in CARDS:
            row[place] = [data[part].get(id_, data[part][ANY]) for id_ in _ids(game, part)]
        else:  # another number of beds: the nearest there is
            known = data[part]
            row[place] = [known[min(at, len(known) - 1)] for at in range(place.stop - place.start)]
    return row
