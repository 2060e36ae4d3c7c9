"""Plays the same plans from the same positions with this kernel and with the compiled core, and compares all of it.

Decks: the house deck with both boards, all goals and every switch, and odd decks as the tests generate them. Positions:
the beginning of each deal and positions along games of simple players. Plans: random ones once they have been played,
those that annealing finds, and arbitrary ones, most of which is not legal. No gene is left to chance.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from benchmarks.numba_kernel import codes, plan_encoding, state_encoding
from benchmarks.numba_kernel.rollout import rollout as old_rollout
from benchmarks.numba_kernel.tables import tables_of as old_tables_of
from clinic_solo.deals import Deal
from clinic_solo.referee import ClinicSolo
from clinic_solo.state import State
from solvers.clinic_solo.kernel.core import anneal, random_plan, rollout
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.problem import Problem, Start, problem_of
from solvers.clinic_solo.kernel.state_encoding import NEWCOMER
from tests.solvers.clinic_solo.helpers import played, states_of
from tests.solvers.clinic_solo.odd_decks import HOUSE, odd_problem, searchable_problem, switched
from tests.solvers.clinic_solo.test_supports import TWISTED

SLOT_FIELDS = {"action": 0, "hire_doctor": 5, "hire_helper": 6}
SET_UP_FIELDS = ("bonus", "entrance", "treatment", "supply", "supply_first", "bonus_place")
SWITCHES: tuple[dict[str, Any], ...] = (
    *(
        {name: value}
        for name in ("admit_needs_hub", "admin_after_last_round", "building_needs_hub")
        for value in (0, 1)
    ),
    {"helipad_above_top_floor": True},
    {"conveyor_hop": "any_in_line"},
    {"conveyor_hop": "nearest"},
    {"surplus_orderly": "removed"},
    {"surplus_orderly": "hire_refused"},
    {"admit_needs_hub": True, "building_needs_hub": True, "admin_after_last_round": False},
)


def old_plan(plan: Any) -> Any:
    """A plan as the old vector."""
    vector = np.full(plan_encoding.PLAN_LENGTH, codes.RANDOM, np.int32)
    for k, name in enumerate(SET_UP_FIELDS):
        vector[k] = plan["set_up"][name]
    for number in range(state_encoding.MOST_SLOTS):
        at, slot = plan_encoding.SET_UP + number * plan_encoding.SLOT_LENGTH, plan["slots"][number]
        for name, offset in SLOT_FIELDS.items():
            vector[at + offset] = slot[name]
        vector[at + 1 : at + 3] = slot["constructions"]["component"]
        vector[at + 3 : at + 5] = slot["constructions"]["supply_at"]
        vector[at + 8 : at + 16] = slot["wishes"]
    for number in range(state_encoding.MOST_ROUNDS):
        at, steering = plan_encoding.STEERING + number * plan_encoding.STEERING_LENGTH, plan["steering"][number]
        vector[at : at + 4] = steering["hold"]
        vector[at + 4 : at + 7] = steering["lab_colour"], steering["noise_seed"], steering["nurse_value"]
        vector[at + 7] = 0
    return vector


def old_row(game: ClinicSolo, start: Start) -> Any:
    row = state_encoding.encode_state(game, start.state)
    row[state_encoding.MOVE_DUE], row[state_encoding.FORBIDDEN] = start.row["move_due"], start.row["forbidden"]
    return row


def fields_of_old(game: ClinicSolo, row: Any) -> dict[str, Any]:
    """The old vector with the names of the new record; what lies beyond the end of a list does not count."""
    s, most = state_encoding, state_encoding.MOST_STAFF

    def many(first: int, number: int) -> list[int]:
        return [int(n) for n in row[first : first + number]]

    def places(first: int, number: int) -> list[int]:
        return [n - s.NEWCOMER + NEWCOMER if n >= s.NEWCOMER else n for n in many(first, number)]

    rows = len(game.services)
    lengths = many(s.ROW_LENGTH, rows)
    borders = len(game.board.border_names)
    cars = many(s.CAR_AT, borders + game.board.ground)
    singles = {name: int(row[getattr(s, name.upper())]) for name in SINGLES}
    assert max(row[s.DOCTORS], row[s.NURSES], row[s.ORDERLIES]) <= most
    return {
        **singles,
        "grid": many(s.GRID, s.MOST_SPACES),
        "units": many(s.UNITS, s.MOST_ROUNDS),
        "waiting": [many(s.WAITING + 4 * k, 4) for k in range(rows)],
        "rows": [many(s.ROWS + s.MOST_COLUMNS * k, lengths[k]) for k in range(rows)],
        "bag": many(s.BAG, 4),
        "doctor_bag": many(s.DOCTOR_BAG, 4),
        "tiles": many(s.TILES, 3),
        "hubs_built": many(s.HUBS_BUILT, rows),
        "doctor": list(zip(places(s.DOCTOR_AT, row[s.DOCTORS]), many(s.DOCTOR_COLOUR, row[s.DOCTORS]), strict=True)),
        "nurse_at": places(s.NURSE_AT, row[s.NURSES]),
        "orderly_at": places(s.ORDERLY_AT, row[s.ORDERLIES]),
        "patient": list(zip(many(s.PATIENT_AT, row[s.PATIENTS]), many(s.PATIENT_COLOUR, row[s.PATIENTS]), strict=True)),
        "way_in": many(s.WAY_IN, row[s.WAYS_IN]),
        "entrances": sum(1 << k for k in range(s.MOST_ENTRANCES) if row[s.ENTRANCE + k]),
        "stops": sum(1 << k for k in range(s.MOST_SPACES) if row[s.STOP + k]),
        "parked": sum(1 << spot for spot, number in enumerate(cars) if number),
        "lot_cars": cars[borders:],
        "cars": int(row[s.CARS]),
        "number_of_stops": int(row[s.STOPS]),
    }


SINGLES = (
    *("money", "popularity", "time", "treated", "deaths", "specials", "specials_built", "round", "slot", "move_due"),
    *("forbidden", "orderlies_offered", "nurses_offered", "university"),
)


def fields_of_new(game: ClinicSolo, row: Any) -> dict[str, Any]:
    rows, borders, ground = len(game.services), len(game.board.border_names), game.board.ground
    lot_cars = row["lot_cars"][:ground].tolist()
    at_borders = int(row["parked"]) & ((1 << borders) - 1)
    return {
        **{name: int(row[name]) for name in SINGLES},
        **{name: row[name].tolist() for name in ("grid", "units", "bag", "doctor_bag", "tiles")},
        "waiting": row["waiting"][:rows].tolist(),
        "rows": [row["rows"][k, : row["row_length"][k]].tolist() for k in range(rows)],
        "hubs_built": row["hubs_built"][:rows].tolist(),
        "doctor": row["doctor"][: row["doctors"]].tolist(),
        "nurse_at": row["nurse_at"][: row["nurses"]].tolist(),
        "orderly_at": row["orderly_at"][: row["orderlies"]].tolist(),
        "patient": row["patient"][: row["patients"]].tolist(),
        "way_in": row["way_in"][: row["ways_in"]].tolist(),
        **{name: int(row[name]) for name in ("entrances", "stops", "parked")},
        "lot_cars": lot_cars,
        "cars": at_borders.bit_count() + sum(lot_cars),
        "number_of_stops": int(row["stops"]).bit_count(),
    }


def determined(random: Random, start: Start, plan: Any, share: float) -> Any:
    """A plan with no gene left to chance; a share of the others is arbitrary, too."""
    size, services = int(start.tables["size"]), int(start.tables["services"])
    plan = plan.copy()

    def code() -> int:
        if random.random() < 0.2:
            return codes.NONE
        what = random.choice([*range(1, 4), *range(5, 18), 18])
        if what == 18:
            return int(codes.CONVEYORS) + random.randrange(size) * codes.PLACES + random.randrange(size)
        ground = int(start.tables["ground"])
        places = int(start.tables["entrance_spaces"]) if what == 16 else ground if random.random() < 0.5 else size
        return int(what * codes.PLACES + random.randrange(places))

    def wanted(gene: int, *, by_chance: bool = True) -> bool:
        return (by_chance and gene in (codes.RANDOM, codes.WING)) or random.random() < share

    set_up = plan["set_up"]
    if wanted(int(set_up["bonus"])):
        set_up["bonus"] = random.randrange(int(start.tables["offers"]))
    if wanted(int(set_up["entrance"])):
        set_up["entrance"] = random.randrange(int(start.tables["entrance_spaces"]))
    for slot in plan["slots"]:
        if random.random() < share:
            slot["action"] = random.randrange(3)
            slot["hire_doctor"], slot["hire_helper"] = random.randrange(2), random.randrange(3)
        for construction in slot["constructions"]:
            if wanted(int(construction["component"])):
                construction["component"] = code()
            if wanted(int(construction["supply_at"])):
                construction["supply_at"] = random.choice([codes.NONE, random.randrange(size)])
        for k in range(plan_encoding.MOST_WISHES):
            if wanted(int(slot["wishes"][k])):
                wish = random.randrange(4 * services) + random.choice([0, plan_encoding.LOOSE])
                slot["wishes"][k] = random.choice([codes.NONE, wish, wish])
    for steering in plan["steering"][: int(start.tables["rounds"])]:
        if random.random() < share:
            steering["hold"] = [random.choice([0, 0, 2, 6, 14, 40, -20]) for _ in range(4)]
            steering["lab_colour"] = random.randrange(-1, 5)
            steering["noise_seed"] = random.choice([0, random.randrange(1, 10_001)])
            steering["nurse_value"] = random.randrange(5)
    return plan


def same(game: ClinicSolo, start: Start, tables: Any, row: Any, plan: Any, goal_weight: float) -> str:
    """What differs between both kernels, nothing where all is the same."""
    ours, theirs = plan.copy(), old_plan(plan)
    events = np.zeros((codes.MOST_EVENTS, codes.EVENT_WIDTH), np.int32)
    end = np.empty(state_encoding.LENGTH, np.int32)
    score, value = old_rollout(tables, row, start.fresh, theirs, end, events, goal_weight)
    found = rollout(start, ours, goal_weight, 0, tell=True)
    if (score, value) != tuple(found.worth):
        return f"worth {found.worth}, before {score, value}"
    if not np.array_equal(old_plan(ours), theirs):
        return "plan"
    number = int(events[0, 0])
    if not np.array_equal(events[: number + 1], found.events[: number + 1]):
        return "events"
    before, now = fields_of_old(game, end), fields_of_new(game, found.end)
    silent = rollout(start, plan.copy(), goal_weight, 0)
    if silent.worth != found.worth or silent.end != found.end:
        return "silent"
    return ", ".join(name for name in before if before[name] != now[name])


def without_set_up_by_chance(start: Start, plan: Any) -> Any:
    """The set-up's places are chosen at random where they do not fit: played once, they fit."""
    rollout(start, plan, 0.0, 1)
    return plan


def plans_of(random: Random, start: Start, number: int) -> Iterator[Any]:
    """Plans of all sorts from a start."""
    best = random_plan(start, random.getrandbits(60))
    plan = best.copy()
    for k in range(number):
        if k % 8 == 0:
            plan = random_plan(start, random.getrandbits(60))
            best = plan.copy()
        if k % 4 != 3:
            anneal(start, plan, best, random.choice([0, 3, 30, 300]), (3.0, 0.5), random.choice([0.0, 1.0]), k)
        share = (0.0, 0.02, 0.1, 1.0)[k % 4]
        made = determined(random, start, random.choice([plan, best]), share)
        yield without_set_up_by_chance(start, made)


def deals(random: Random, odd: int) -> Iterator[tuple[str, Problem]]:
    for side in ("3x3", "4x3"):
        for goal in HOUSE.goals:
            yield f"house {side}", of(random, ClinicSolo(HOUSE, side, goal.name))
        for named in SWITCHES:
            yield f"switches {side}", of(random, ClinicSolo(switched(**named), side))
        for deck in TWISTED.values():
            yield f"twisted {side}", of(random, ClinicSolo(deck, side))
    for _ in range(4):
        yield "beginners", of(random, ClinicSolo(HOUSE, "4x3", expert=False))
    for number in range(odd):
        make = odd_problem if number % 5 == 0 else searchable_problem
        yield "odd", make(Random(number))


def of(random: Random, game: ClinicSolo) -> Problem:
    known = KnownDeal(game, Deal(random.randrange(10**6)), game.start())
    return problem_of(known, known.start)


def starts_of(random: Random, problem: Problem, later: int) -> Iterator[Start]:
    """The beginning, and positions along a game."""
    yield from problem.starts[:1]
    if not problem.starts or not later:
        return
    states: list[State] = states_of(problem, played(problem, random, random.choice([0.0, 0.1, 0.4])))
    for state in random.sample(states[:-1], min(later, len(states) - 1)):
        for start in random.sample(found := problem_of(problem.known, state).starts, min(1, len(found))):
            if not problem.game.is_over(start.state):
                yield start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--odd", type=int, default=300, help="odd decks (default 300)")
    parser.add_argument("--later", type=int, default=4, help="positions along a game (default 4)")
    parser.add_argument("--plans", type=int, default=60, help="plans from each position (default 60)")
    chosen = parser.parse_args()
    random, counts, wrong, refused = Random(1), Counter[str](), Counter[str](), Counter[str]()
    goals = Counter[str]()
    for name, problem in deals(random, chosen.odd):
        if not problem.starts:
            refused[name] += 1
            continue
        counts[f"{name}: deals"] += 1
        for start in starts_of(random, problem, chosen.later):
            known = problem.known
            tables = old_tables_of(known.game, known.deal, start.state if start.fresh else problem.state, known.start)
            row = old_row(known.game, start)
            counts[f"{name}: positions"] += 1
            for plan in plans_of(random, start, chosen.plans):
                counts[f"{name}: plans"] += 1
                goals[problem.game.goal.measure] += 1
                if found := same(known.game, start, tables, row, plan, random.choice([0.0, 1.0])):
                    wrong[f"{name}: {found}"] += 1
    for each in (counts, refused, goals, wrong):
        print(dict(each), flush=True)
    print(sum(number for name, number in counts.items() if name.endswith("plans")), "plans,", wrong.total(), "differ")


if __name__ == "__main__":
    main()
