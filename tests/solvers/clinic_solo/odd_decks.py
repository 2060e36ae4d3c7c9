"""Decks as `deck check` would pass them, with every switch and unusual numbers, and games played with them."""

from dataclasses import replace
from random import Random
from typing import Any

from clinic_solo import decks
from clinic_solo.deals import Deal
from clinic_solo.deck import ANY, BonusTile, Deck, Goal, Points, Side, Switches
from clinic_solo.deck_numbers import MEASURES
from clinic_solo.referee import ClinicSolo
from clinic_solo.registry import RULESETS
from clinic_solo.score import measure
from clinic_solo.setting import DELUXE
from clinic_solo.state import State
from clinic_solo.tiles import HUBS, SPECIALS, Person, Service, Tile
from solvers.clinic_solo.kernel.known_deal import KnownDeal
from solvers.clinic_solo.kernel.problem import Problem, problem_of
from tabletop.colours import Colour, Counts

HOUSE = decks.load("house")
SWITCHES = (  # of the 2014 edition (15.18)
    *("office_needs_staff", "score_needs_staff", "hub_above_other_service", "gardens_on_modules"),
    *("consultation_after_popularity", "consultation_from_queue"),
)
SIDES = (
    *HOUSE.sides,
    Side("2x4", 2, 4, (("W", 0), ("W", 3), ("S", 1), ("E", 2))),
    Side("5x3", 5, 3, (("W", 1), ("S", 0), ("S", 2), ("S", 4), ("E", 0))),
)


def colours(random: Random, low: int, high: int) -> Counts:
    values = [random.randint(low, high) for _ in Colour]
    return values[0], values[1], values[2], values[3]


def some(random: Random, share: float = 0.3) -> bool:
    """Whether this number of the deck is an odd one."""
    return random.random() < share


def odd_switches(random: Random) -> Switches:
    return Switches(
        popularity_may_be_negative=random.random() < 0.7,
        admit_needs_hub=some(random),
        admin_after_last_round=random.random() < 0.7,
        building_needs_hub=some(random),
        helipad_above_top_floor=some(random),
        conveyor_hop=random.choice(["nearest", "any_in_line"]),
        surplus_orderly=random.choice(["removed", "hire_refused"]),
        second_building=some(random),
    )


def odd_deck(random: Random) -> Deck:
    """The house deck with many numbers changed; one that can be played."""
    deck = HOUSE
    switches = odd_switches(random)
    floors = random.choice([1, 2, 3, 4, 4, 5])
    services = tuple(Service)[: random.choice([1, 2, 2, 3])]
    rounds = random.choice([1, 2, 3, 4, 6, 7])
    slots = random.choice([1, 2, 3, 3, 4])
    tiles = random.choice([2, 2, 3])
    deck = replace(
        deck,
        sha256=f"odd {random.random()}",
        sides=SIDES,
        floors=floors,
        services=services,
        rounds=rounds,
        actions_per_round=slots,
        tiles_per_action=tiles,
        special_kinds=random.randint(0, 4),
        special_copies=random.choice([1, 1, 2, 3]),
        bonus_tiles=(*deck.bonus_tiles, *more_bonus_tiles(random, services)),
        bonus_shown=random.randint(1, 4),
        layouts=(),
        switches=switches,
        start=replace(
            deck.start,
            money=random.choice([0, 15, 40]),
            popularity=random.choice([0, 0, 12]),
            doctor=random.choice(list(Colour)),
        ),
        bags=replace(deck.bags, patients=colours(random, 1, 6), doctors=colours(random, 0, 2)),
        limits=odd_limits(random, services),
        points=odd_points(random, floors),
    )
    return odd_people(random, odd_building(random, odd_money(random, deck)))


def more_bonus_tiles(random: Random, services: tuple[Service, ...]) -> list[BonusTile]:
    return [
        BonusTile(8, "patient", 1, colour=random.choice(list(Colour)), service=random.choice(services)),
        BonusTile(9, "doctor_colour", 0, colour=random.choice(list(Colour))),
        BonusTile(10, "money", 0, amount=random.randint(0, 30)),
    ]


def odd_limits(random: Random, services: tuple[Service, ...]):  # type: ignore[no-untyped-def]
    limits = HOUSE.limits
    tiles = {**limits.tiles, **{HUBS[service]: random.randint(1, 4) for service in services}}
    tiles[Tile.SUPPLY] = random.choice([1, 4, 8])
    return replace(
        limits, tiles=tiles, hubs_per_round=random.choice([1, 1, 2]), specials_per_round=random.choice([0, 1, 1, 2])
    )


def odd_points(random: Random, floors: int) -> Points:
    if not some(random, 0.5):
        return replace(HOUSE.points, treatment_by_floor=(0, 2, 4, 6, 8)[:floors])
    return Points(
        doctor=colours(random, 0, 9),
        nurse=random.randint(0, 4),
        treatment_by_floor=tuple(random.randint(0, 9) for _ in range(floors)),
        building=random.choice([0, 8, 30]),
        patient=colours(random, -9, 3),
        time_per=random.randint(1, 4),
        time=random.randint(-4, 0),
    )


def odd_building(random: Random, deck: Deck) -> Deck:
    cost: dict[str, tuple[int | None, ...]] = {}
    for name, prices in HOUSE.building.cost.items():
        levels = deck.floors + (name == "helipad" and deck.switches.helipad_above_top_floor)
        longer = (*prices, *[None if prices[-1] is None else prices[-1] + 1] * 2)[:levels]
        if some(random):
            longer = tuple(None if price is None or some(random, 0.2) else random.randint(0, 5) for price in longer)
        cost[name] = longer
    places = random.choice([1, 2, 2, 4])
    building = replace(
        deck.building,
        components_per_action=random.choice([1, 2, 2, 3, 5]),
        cost=cost,
        parking_places=places,
        upgrade_places=places + random.randint(0, 3),
        upgrade_cost=random.randint(0, 3),
    )
    tiles = [replace(t, amount=random.choice([places, building.upgrade_places])) if t.what == "parking" else t
             for t in deck.bonus_tiles]  # fmt: skip
    return replace(deck, building=building, bonus_tiles=tuple(tiles))


def odd_money(random: Random, deck: Deck) -> Deck:
    money = deck.money
    if some(random, 0.6):
        money = replace(
            money,
            patient_pay=colours(random, 0, 45),
            outpatient_pay=random.randint(0, 30),
            garden_pay=random.randint(0, 6),
            operating_nurses=random.randint(0, 3),
            doctor_salary=colours(random, 0, 6),
            nurse_salary=random.randint(0, 3),
            orderly_salary=random.randint(0, 5),
            module_upkeep=random.randint(0, 3),
            operating_upkeep=random.randint(0, 9),
            orderly_saves=random.randint(0, 5),
            popularity_price=random.randint(1, 4),
            popularity_per_dollar=random.randint(0, 2),
            lab_popularity=random.randint(0, 5),
            death=random.randint(-12, 0),
        )
    walking = deck.walking
    if some(random, 0.5):
        walking = replace(
            walking,
            enter=random.randint(0, 3),
            adjacent=random.randint(0, 2),
            conveyor=random.randint(0, 1),
            to_entrance=random.randint(0, 2),
            to_outpatient=random.randint(0, 2),
            triage=random.choice([-9, -3, 0]),
        )
    if some(random, 0.6):
        capacity = {tile: dict(each) for tile, each in walking.capacity.items()}
        for tile in (Tile.TREATMENT, Tile.OPERATING, Tile.OUTPATIENT):
            capacity[tile][Person.DOCTOR] = random.randint(1, 3)
            capacity[tile][Person.PATIENT] = random.randint(1, 3)
        capacity[Tile.LAB][Person.DOCTOR] = random.randint(0, 3)
        capacity[Tile.SUPPLY][Person.ORDERLY] = random.randint(0, 2)
        walking = replace(walking, capacity=capacity)
    return replace(deck, money=money, walking=walking)


def odd_people(random: Random, deck: Deck) -> Deck:
    hiring, queueing = deck.hiring, deck.queueing
    spaces = random.choice([0, 1, 1, 1, 2, 3])
    nurses = tuple(random.choice([0, 1, 1, 3]) for _ in range(deck.rounds))
    hiring = replace(
        hiring,
        university_spaces=spaces,
        doctors_per_action=random.choice([0, 1, 1, 1, 1]),
        price_mode=random.choice(["by_space", "by_colour"]),
        price_by_space=tuple(random.randint(0, 5) for _ in range(spaces)),
        price_by_colour=colours(random, 0, 5),
        orderly_price=random.randint(0, 2),
        orderlies=random.choice([0, 2, 6]),
        nurses=nurses,
        nurse_price=tuple(tuple(random.randint(0, 3) for _ in range(number)) for number in nurses),
    )
    if some(random, 0.5):
        queueing = replace(
            queueing,
            columns=random.randint(1, 6),
            pre_admissions=random.randint(1, 6),
            points=random.randint(0, 4),
            points_per_entrance=random.randint(0, 2),
            points_per_helipad=random.randint(0, 3),
            move_cost=random.randint(1, 2),
            admit_cost=random.randint(1, 2),
        )
    return replace(deck, hiring=hiring, queueing=queueing)


def searchable(random: Random, deck: Deck) -> Deck:
    """A deck with those numbers made ordinary that the search by changing plans does not know."""
    price = random.randint(0, 5)
    capacity = {tile: dict(each) for tile, each in deck.walking.capacity.items()}
    capacity[Tile.OPERATING][Person.PATIENT] = 1
    capacity[Tile.LAB][Person.DOCTOR] = max(1, capacity[Tile.LAB][Person.DOCTOR])
    capacity[Tile.SUPPLY][Person.ORDERLY] = 1
    cost = {**deck.building.cost, "conveyor": (price,) * deck.floors, "entrance": (price,) * deck.floors}
    return replace(
        deck,
        switches=replace(deck.switches, popularity_may_be_negative=True),
        hiring=replace(deck.hiring, university_spaces=1, doctors_per_action=1, price_by_space=(price,)),
        walking=replace(deck.walking, conveyor=0, to_entrance=0, capacity=capacity),
        building=replace(deck.building, cost=cost),
        goals=tuple(
            Goal(kind, kind, random.choice([None, 2, 5]), random.choice([None, 6, 30]), random.randrange(deck.floors))
            for kind in MEASURES
        ),
    )


def odd_rulesets(deck: Deck) -> tuple[Deck, tuple[str, ...]]:
    """A deck with other numbers of its rulesets, and some of them to play with; none half of the time."""
    random = Random(deck.sha256)
    known: Any = HOUSE.expansions
    expansions = {
        **known,
        "blood": replace(
            known["blood"],
            tokens=random.choice([0, 1, 8]),
            donate_time=random.choice([0, 1, 3]),
            donations_per_round=random.choice([1, 1, 2]),
        ),
        "extinguishers": replace(
            known["extinguishers"],
            tokens=random.choice([1, 8]),
            enter_time=random.randint(0, 2),
            pay=random.randint(0, 9),
        ),
        "workaholics": replace(
            known["workaholics"],
            pool=tuple(random.randint(0, 2) for _ in range(5)),
            salary=random.choice([0, 8]),
            treats=colours(random, 1, 4),
            room_white=random.choice([2, 4, 5]),
        ),
        "zombies": replace(
            known["zombies"],
            tokens=random.choice([1, 8]),
            colour=random.choice([Colour.YELLOW, Colour.YELLOW, Colour.ORANGE]),
            patients=random.choice([1, 2, 2, 2]),
            cure_pay=random.choice([0, 32, 60]),
            score=random.choice([-5, 9, 20]),
        ),
    }
    names = random.sample(sorted(RULESETS), random.choice([1, 2, 3, 6])) if some(random, 0.5) else []
    return replace(deck, expansions=expansions), tuple(names)


def searchable_rulesets(deck: Deck, rulesets: tuple[str, ...]) -> tuple[Deck, tuple[str, ...]]:
    """The same, as far as the search by changing plans knows it."""
    known: Any = deck.expansions
    expansions = {
        **known,
        "blood": replace(known["blood"], donations_per_round=1),
        "extinguishers": replace(known["extinguishers"], enter_time=deck.walking.adjacent),
        "zombies": replace(known["zombies"], colour=Colour.YELLOW, patients=2),
    }
    left_out = set() if deck.walking.adjacent else {"zombies"}
    return replace(deck, expansions=expansions), tuple(name for name in rulesets if name not in left_out)


def odd_2014(random: Random, deck: Deck) -> Deck:
    """The same with other numbers and switches of the 2014 edition."""
    known: Any = deck.expansions["ruleset_2014"]
    spaces = random.choice([1, 2, 2, 3])
    numbers = replace(
        known,
        university_spaces=spaces,
        doctors_per_hire=random.choice([1, ANY, ANY]),
        special_copies=random.choice([1, 1, 2]),
        death=random.randint(-9, 0),
        second_building=random.choice([0, 5, 20]),
        third_building=random.choice([0, 5, 30]),
        offices=random.choice([1, 2, 4, 16]),
        arrows=random.choice([1, 3, 18]),
        **{name: some(random) != getattr(known, name) for name in SWITCHES},
    )
    prices = tuple(random.randint(0, 5) for _ in range(spaces))
    expansions = {**deck.expansions, "ruleset_2014": numbers}
    hiring = replace(deck.hiring, price_by_space=prices)
    return replace(deck, sha256=f"{deck.sha256} 2014", expansions=expansions, hiring=hiring)


def searchable_problem(random: Random, edition: str = DELUXE) -> Problem:
    """A deal of an odd deck, and of a goal of any kind, that the search by changing plans takes up."""
    deck, rulesets = searchable_rulesets(*odd_rulesets(searchable(random, odd_deck(random))))
    deck = deck if edition == DELUXE else odd_2014(random, deck)
    game = ClinicSolo(deck, random.choice(SIDES).name, random.choice(MEASURES), True, rulesets, edition)
    known = KnownDeal(game, Deal(random.randrange(10**6)), game.start())
    return problem_of(known, known.start)


def odd_problem(random: Random, edition: str = DELUXE) -> Problem:
    """A deal of an odd deck, from its beginning."""
    deck, rulesets = odd_rulesets(odd_deck(random))
    deck = deck if edition == DELUXE else odd_2014(random, deck)
    goal = random.choice(HOUSE.goals[3:]).name
    game = ClinicSolo(deck, random.choice(SIDES).name, goal, True, rulesets, edition)
    known = KnownDeal(game, Deal(random.randrange(10**6)), game.start())
    return problem_of(known, known.start)


def switched(**named: object) -> Deck:
    """The house deck with some switches set otherwise."""
    switches = replace(HOUSE.switches, **named)  # type: ignore[arg-type]
    building = HOUSE.building
    if switches.helipad_above_top_floor:
        building = replace(building, cost={**building.cost, "helipad": (*building.cost["helipad"], 6)})
    return replace(HOUSE, sha256=f"switched {named}", switches=switches, building=building)


def goals_met(game: ClinicSolo, end: State, random: Random) -> list[Goal]:
    """Goals that an end meets, only just."""
    goals = []
    for kind in MEASURES:
        goal = Goal(kind, kind, None, None, random.randrange(game.deck.floors))
        counted = measure(game, end, goal)
        goals += [replace(goal, at_least=counted), replace(goal, at_most=counted)]
    return goals


__all__ = ["ANY", "SPECIALS", "goals_met", "odd_problem", "searchable_problem", "switched"]
