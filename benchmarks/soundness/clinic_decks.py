"""Made-up decks of Clinic's solitaire: the shipped one with every switch and many numbers changed."""

import tomllib
from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.soundness.toml_text import toml_text
from clinic_solo import decks

Data = dict[str, Any]
MOST_LEVELS = 9
COLOURS = ("white", "yellow", "orange", "red")
ROOMS = ("treatment_room", "operating_room", "supply_room", "lab", "outpatient_services")


def deck_text(random: Random) -> str:
    """A deck file; most change a few things, some many."""
    data = tomllib.loads(decks.find("house")[0])
    data["deck"]["name"] = "made up"
    for twist in random.sample(TWISTS, random.choice((1, 2, 3, 5, len(TWISTS)))):
        twist(random, data)
    levels = data["board"]["floors"] + data["switches"]["helipad_above_top_floor"]
    _taller(data, MOST_LEVELS if random.random() < 0.1 else levels)
    return toml_text(data)


def _switches(random: Random, data: Data) -> None:
    switches = data["switches"]
    for key, value in switches.items():
        if isinstance(value, bool) and random.random() < 0.4:
            switches[key] = not value
    switches["conveyor_hop"] = random.choice(("nearest", "any_in_line"))
    switches["surplus_orderly"] = random.choice(("removed", "hire_refused"))


def _taller(data: Data, levels: int) -> None:
    """Prices and points for so many levels."""
    for name, part in data["build"].items():
        if isinstance(part, dict) and len(part["cost"]) < levels:
            cost = part["cost"]
            step = 0 if name in ("entrance", "parking", "conveyor") else 1
            part["cost"] = cost + [cost[-1] + step * n for n in range(1, levels + 1 - len(cost))]
    by_floor = data["score"]["treatment_room"]["by_floor"]
    by_floor += [by_floor[-1] + 2 * n for n in range(1, levels + 1 - len(by_floor))]


def _floors(random: Random, data: Data) -> None:
    data["board"]["floors"] = random.choice((1, 2, 3, 3, 5, 5, 6))


def _copies(random: Random, data: Data) -> None:
    special = data["special_modules"]
    special["kinds_in_play"][0] = random.choice((0, 1, 2, 3, 4))
    special["copies_in_play"][0] = random.choice((1, 2, 2, 3))
    special["built_per_round"] = random.choice((0, 1, 2, 9))


def _prices(random: Random, data: Data) -> None:
    for part in data["build"].values():
        if isinstance(part, dict) and random.random() < 0.4:
            part["cost"] = [cost if cost < 0 else random.choice((0, 0, 1, cost, 12)) for cost in part["cost"]]
    data["build"]["components_per_action"] = random.choice((1, 2, 3))
    data["hire"]["doctor"]["price_mode"] = random.choice(("by_space", "by_colour"))
    data["hire"]["orderly"]["price"] = random.choice((0, 1, 5))


def _money(random: Random, data: Data) -> None:
    data["setup"]["money"] = random.choice((0, 3, 15, 60, 900))
    scale = random.choice((0, 1, 3, 20))
    for colour in COLOURS:
        data["pay"]["patient"][colour] *= scale
        data["salary"]["doctor"][colour] *= random.choice((0, 1, 2))
    data["pay"]["extra"].update(outpatient=random.choice((0, 6, 30)), garden=random.choice((0, 2, 9)))
    data["pay"]["extra"]["operating_room_builtin_nurses"] = random.choice((0, 1, 3))
    data["salary"].update(nurse=random.choice((0, 1, 4)), orderly=random.choice((0, 1, 4)))
    data["upkeep"].update(module=random.choice((0, 1, 3)), orderly_saves=random.choice((0, 3, 9)))


def _popularity(random: Random, data: Data) -> None:
    data["popularity"].update(
        price=random.choice((1, 2, 3, 50)), per_unpaid_dollar=random.choice((0, 1, 2, 5)),
        lab_doctor=random.choice((0, 1, 7)), death=random.choice((0, -5, -40)),
    )  # fmt: skip
    data["setup"].update(popularity=random.choice((0, 0, 30)), time=random.choice((0, 0, 20)))


def _score(random: Random, data: Data) -> None:
    score = data["score"]
    for colour in COLOURS:
        score["doctor"][colour] *= random.choice((0, 1, 6))
        score["patient"][colour] = random.choice((0, 2, score["patient"][colour], -30))
    score["nurse"]["each"] = random.choice((0, 1, 5))
    score["building"]["additional"] = random.choice((0, 8, 25))
    score["treatment_room"]["by_floor"] = [random.choice((0, n, 9)) for n in score["treatment_room"]["by_floor"]]
    score["time"].update(per=random.choice((1, 2, 3, 10)), popularity=random.choice((0, -1, -4)))


def _rounds(random: Random, data: Data) -> None:
    rounds = random.choice((1, 2, 3, 4, 7))
    columns = data["hire"]["nurse"]["column"]
    columns += [{**columns[-1], "round": number} for number in range(len(columns) + 1, rounds + 1)]
    data["deck"]["rounds"], data["hire"]["nurse"]["column"] = rounds, columns[:rounds]


def _slots(random: Random, data: Data) -> None:
    slots, tiles = random.choice(((1, 1), (2, 1), (2, 2), (3, 1), (3, 3), (4, 2)))
    data["deck"].update(actions_per_round=slots, tiles_per_action=tiles)


def _walking(random: Random, data: Data) -> None:
    data["move"].update(
        enter_clinic=random.choice((0, 1, 2)), adjacent=random.choice((0, 1, 2)), conveyor=random.choice((0, 1, 2)),
        pre_admissions_to_entrance=random.choice((0, 1)), to_outpatient=random.choice((0, 2)),
        triage=random.choice((0, -1, -3, -20)),
    )  # fmt: skip


def _rooms(random: Random, data: Data) -> None:
    for room in ROOMS:
        capacity = data["capacity"][room]
        for who, number in capacity.items():
            if number > 0 and random.random() < 0.4:
                capacity[who] = random.choice((1, 2, 3, -1))


def _queues(random: Random, data: Data) -> None:
    points = data["queue_points"]
    points.update({key: random.choice((0, 1, 2)) for key in ("base", "per_entrance", "per_helipad")})
    points.update({key: random.choice((1, 1, 2)) for key in ("move_cost", "admit_cost")})
    data["notepad"]["columns"] = random.choice((1, 2, 4, 6))
    data["setup"]["pre_admissions_per_service"] = random.choice((1, 2, 4, 8))


def _bags(random: Random, data: Data) -> None:
    for colour in COLOURS:
        data["pools"]["patients"][colour][0] = random.choice((0, 2, 6, 12))
        data["pools"]["doctors"][colour][0] = random.choice((0, 1, 3, 6))
    data["pools"]["patients"]["white"][0] += 5
    data["university"]["spaces"][0] = random.choice((0, 1, 2, 4))
    data["setup"]["orderlies_per_player"] = random.choice((0, 1, 2, 6))
    for column in data["hire"]["nurse"]["column"]:
        column["nurses"][0] = random.choice((0, 1, 2, 3))


def _services(random: Random, data: Data) -> None:
    data["services"]["in_play"][0] = random.choice((1, 2, 3, 5))


def _board(random: Random, data: Data) -> None:
    """A side of another size, never wider than the one that beginners' layouts are made for."""
    columns, rows = random.choice(((2, 3), (3, 2), (4, 2), (3, 4), (4, 1), (2, 5)))
    name = f"{columns}x{rows}"
    board = data["board"]
    board["side"].append({"id": name, "columns": columns, "rows": rows})
    board["borders"]["count"][name] = columns * (rows + 1) + rows * (columns + 1)
    spaces = [f"W{row}" for row in range(rows)] + [f"S{column}" for column in range(columns)]
    board["entrance_spaces"][name] = random.sample(spaces, random.randint(1, len(spaces)))


def _limits(random: Random, data: Data) -> None:
    box = data["components"]
    for key in ("treatment_rooms", "supply_rooms", "helipads", "gardens", "parking_tiles", "conveyors", "entrances"):
        box[key] = random.choice((1, 2, 3, 16))
    data["setup"]["supply_rooms_per_player"] = random.choice((1, 2, 4, 8))
    data["build"]["parking"].update(
        places=2, upgrade_cost=random.choice((0, 2)), upgrade_places=random.choice((2, 3, 5))
    )


def _goals(random: Random, data: Data) -> None:
    for goal in data["goal"]:
        key = "at_least" if "at_least" in goal else "at_most"
        goal[key] = random.choice((0, 1, 3, goal[key], 30))
        if "floor" in goal:
            goal["floor"] = random.choice((0, 1, 2, 3, 4))


def _rulesets(random: Random, data: Data) -> None:
    """Section 14."""
    expansion = data["expansion"]
    expansion["blood"].update(
        tokens=random.choice((0, 1, 2, 8)), donate_time=random.choice((0, 1, 3, 7)),
        donations_per_round=random.choice((1, 1, 2)),
    )  # fmt: skip
    expansion["extinguishers"].update(
        tokens=random.choice((0, 1, 3, 8)), enter_time=random.choice((0, 1, 1, 3)), pay=random.choice((0, 3, 20))
    )
    workaholics, zombies = expansion["workaholics"], expansion["zombies"]
    workaholics.update(price_factor=random.choice((1, 2, 3)))
    workaholics["salary"]["each"], workaholics["score"]["each"] = random.choice((0, 8)), random.choice((0, 5))
    for colour in COLOURS:
        workaholics["treats"][colour] = random.choice((1, 2, 3, 4))
    workaholics["room_capacity"].update(white=random.choice((2, 4, 6)), yellow=random.choice((2, 3)))
    zombies.update(
        tokens=random.choice((0, 1, 8)), cure_pay=random.choice((0, 32, 90)), score=random.choice((0, 9, -4))
    )
    zombies["made_from"].update(colour=random.choice(COLOURS), patients=random.choice((1, 2, 2)))


TWISTS: tuple[Callable[[Random, Data], None], ...] = (
    _switches, _floors, _copies, _prices, _money, _popularity, _score, _rounds, _slots, _walking, _rooms, _queues,
    _bags, _services, _board, _limits, _goals, _rulesets,
)  # fmt: skip
