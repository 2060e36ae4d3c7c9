"""Made-up decks of Dice Hospital: the shipped one with many numbers and cards changed."""

import tomllib
from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.soundness.toml_text import toml_text
from dice_hospital import decks

Data = dict[str, Any]
FIFTEEN = [1, 3, 5, 7, 9, 11, 14, 17, 21, 25, 30, 35, 41, 48, 56]  # more can leave than lie there
COLOURS = ("red", "yellow", "green")


def deck_text(random: Random) -> str:
    """A deck file; most change a few things, some many."""
    data = tomllib.loads(decks.find(decks.DEFAULT)[0])
    data["deck"]["name"] = "made up"
    for twist in random.sample(TWISTS, random.choice((1, 2, 3, len(TWISTS)))):
        twist(random, data)
    return toml_text(data)


def _rounds(random: Random, data: Data) -> None:
    data["deck"]["rounds"] = random.choice((1, 2, 3, 5, 12))


def _dice(random: Random, data: Data) -> None:
    data["dice"].update(
        per_colour_in_box=random.choice((15, 21, 40)),
        removed_per_colour=random.choice((0, 5, 10)),
        intake_values=random.choice(([1], [2, 3, 4, 5], [1, 2, 3, 4, 5, 6], [6], [5, 5, 1])),
    )


def _display(random: Random, data: Data) -> None:
    """Another size, and as many cards as that takes."""
    columns, rows = random.choice(((1, 1), (1, 9), (2, 3), (3, 1), (5, 2), (5, 3), (7, 5), (9, 9)))
    data["setup"].update(report_columns=columns, report_rows=rows)
    cards = data["reports"]["card"]
    cards += [dict(random.choice(cards)) for _ in range(columns * rows - len(cards))]
    data["reports"]["count"] = len(cards)


def _beds(random: Random, data: Data) -> None:
    wards, beds = random.choice(((1, 6), (2, 6), (3, 9), (4, 12), (2, 14)))
    data["setup"].update(
        wards=wards, beds=beds, nurses=random.choice((1, 2, 3, 5)),
        start_values=random.choice(([3, 4, 5], [1], [6, 6, 1, 1], [2] * 6)),
    )  # fmt: skip


def _intake(random: Random, data: Data) -> None:
    drawn = random.randint(1, 6)
    limit = random.choice((0, 9, 99))
    data["intake"].update(drawn=drawn, kept=random.randint(1, drawn), blood_bag_if_sum_below=limit)


def _score(random: Random, data: Data) -> None:
    data["scoring"].update(
        discharged=random.choice(([1], [0, 0, 9], [1, 3, 5, 7, 9, 11, 14], [99, 1, 50], FIFTEEN)),
        empty_wards=random.choice((0, 5, 40)), fatality=random.choice((0, -2, -50)), blood_bag=random.choice((0, 1, 9)),
        report_completed=random.choice((0, 1, 7)), report_uncompleted=random.choice((0, -1, -9)),
    )  # fmt: skip


def _hard(random: Random, data: Data) -> None:
    data["neglect"]["steps"] = random.choice((0, 1, 2, 6))
    data["hard"].update(
        fatality_factor=random.choice((1, 2, 9)), report_factor=random.choice((1, 3)),
        neglect_steps=random.choice((0, 2, 5)), start_values=random.choice(([1, 1, 1], [3, 3, 4, 5, 5], [6])),
    )  # fmt: skip


def _cards(random: Random, data: Data) -> None:
    """Departments and specialists with other numbers on them."""
    for key in ("starting_departments", "departments"):
        for card in data[key]["department"]:
            if "steps" in card and random.random() < 0.4:
                card["steps"] = random.choice((1, 2, 3, 6))
            if "values" in card and random.random() < 0.4:
                card["values"] = random.sample(range(1, 7), random.randint(1, 6))
            if "colour" in card and random.random() < 0.4:
                card["colour"] = random.choice(COLOURS)
    for card in data["specialists"]["specialist"]:
        if "steps" in card and random.random() < 0.4:
            card["steps"] = random.choice((1, 2, 6))
        if "colour" in card and random.random() < 0.4:
            card["colour"] = random.choice(COLOURS)
    for card in data["experimental"]["department"]:
        if card.get("effect") in ("flip", "recolour") and random.random() < 0.4:
            card["patients"] = random.randint(1, 3)
    for card in data["experimental"]["specialist"]:
        if "amount" in card and random.random() < 0.4:
            card["amount"] = random.choice((2, 7, 99))


def _reports(random: Random, data: Data) -> None:
    for card in data["reports"]["card"]:
        if random.random() < 0.5:
            card["points"] = random.choice((0, 1, 5, 60))
        if random.random() < 0.3:
            card["needs"] = {random.choice(COLOURS): random.randint(1, 9)}


TWISTS: tuple[Callable[[Random, Data], None], ...] = (
    _rounds, _dice, _beds, _display, _intake, _score, _hard, _cards, _reports,
)  # fmt: skip
