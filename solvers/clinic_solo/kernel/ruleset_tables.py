"""What rulesets and the edition of 2014 add to the tables of the core, and which of their numbers it does not know."""

from typing import TypeVar

import numpy as np

from clinic_solo.referee import ClinicSolo
from clinic_solo.rulesets.blood.numbers import BloodNumbers
from clinic_solo.rulesets.edition2014.numbers import TABLE, Numbers2014
from clinic_solo.rulesets.extinguishers import CARRIERS
from clinic_solo.rulesets.extinguishers.numbers import ExtinguisherNumbers
from clinic_solo.rulesets.workaholics.numbers import WorkaholicNumbers
from clinic_solo.rulesets.zombies.numbers import ZombieNumbers
from clinic_solo.setting import DELUXE, Setting
from solvers.clinic_solo.kernel.state_encoding import MOST_ENTRANCES, MOST_FLOORS, MOST_SPACES, MOST_STAFF, Ints
from solvers.clinic_solo.kernel.table_layout import TILE_KINDS
from tabletop.colours import COLOURS, Colour
from tabletop.text import listed

T = TypeVar("T")
KNOWN_RULESETS = {"floor4", "round7", "extinguishers", "blood", "workaholics", "zombies"}  # that the core plays
SWITCHES_OF_2014 = (  # 15.18, but for the one that asks for nothing: consultation_from_queue
    "office_needs_staff",
    "score_needs_staff",
    "hub_above_other_service",
    "gardens_on_modules",
    "consultation_after_popularity",
)


def numbers_of(setting: Setting, name: str, kind: type[T]) -> T | None:
    """The numbers of a ruleset, None where it is not played."""
    if name not in setting.rulesets:
        return None
    numbers = setting.deck.expansions[name]
    assert isinstance(numbers, kind)
    return numbers


def blood_of(setting: Setting) -> BloodNumbers | None:
    return numbers_of(setting, "blood", BloodNumbers)


def extinguishers_of(setting: Setting) -> ExtinguisherNumbers | None:
    return numbers_of(setting, "extinguishers", ExtinguisherNumbers)


def workaholics_of(setting: Setting) -> WorkaholicNumbers | None:
    return numbers_of(setting, "workaholics", WorkaholicNumbers)


def zombies_of(setting: Setting) -> ZombieNumbers | None:
    return numbers_of(setting, "zombies", ZombieNumbers)


def edition_2014_of(setting: Setting) -> Numbers2014 | None:
    """The numbers of that edition, None in a game of the Deluxe Edition."""
    if setting.edition == DELUXE:
        return None
    numbers = setting.printed.expansions[TABLE]
    assert isinstance(numbers, Numbers2014)
    return numbers


def oddities(setting: Setting) -> dict[str, bool]:
    """Rulesets, and numbers of rulesets, that the core does not know, in words."""
    unknown = sorted(set(setting.rulesets) - KNOWN_RULESETS)
    blood, extinguishers, workaholics, zombies = (
        blood_of(setting), extinguishers_of(setting), workaholics_of(setting), zombies_of(setting)
    )  # fmt: skip
    return {
        f"the rules of {listed(unknown)}": bool(unknown),
        "extinguishers that take other than the time of a step": extinguishers is not None
        and extinguishers.enter_time != setting.deck.walking.adjacent,
        "several donors in a round": blood is not None and blood.donations_per_round != 1,
        "so many tokens of blood": blood is not None and blood.tokens > MOST_STAFF,
        "so many patients for a workaholic": workaholics is not None and max(workaholics.treats) > MOST_STAFF,
        "zombies where steps take no time": zombies is not None and not setting.deck.walking.adjacent,
        "zombies of other than two yellow patients": zombies is not None
        and (zombies.colour, zombies.patients) != (Colour.YELLOW, 2),
    }


def ruleset_numbers(game: ClinicSolo) -> dict[str, int]:
    """0 for what is not in the game."""
    blood, extinguishers, zombies = blood_of(game), extinguishers_of(game), zombies_of(game)
    workaholics = workaholics_of(game)
    return {
        "extinguishers": extinguishers.tokens if extinguishers else 0,
        "extinguisher_pay": extinguishers.pay if extinguishers else 0,
        "blood": blood.tokens if blood else 0,
        "lie_time": blood.donate_time if blood else 0,
        "workaholics": int(workaholics is not None),
        "zombies": zombies.tokens if zombies else 0,
        "zombie_pay": zombies.cure_pay if zombies else 0,
        "zombie_points": zombies.score if zombies else 0,
        "most_purple": workaholics.university_max if workaholics else 0,
        **_edition_numbers(game),
    }


def _edition_numbers(game: ClinicSolo) -> dict[str, int]:
    """Section 15."""
    numbers, points = edition_2014_of(game), game.deck.points
    if numbers is None:
        own = dict.fromkeys(SWITCHES_OF_2014, 0)
        limit = MOST_ENTRANCES + MOST_SPACES
        return own | {"edition_2014": 0, "third_building_points": points.building, "entrances_and_helipads": limit}
    switches = {name: int(getattr(numbers, name)) for name in SWITCHES_OF_2014}
    return switches | {
        "score_needs_staff": int(numbers.score_needs_staff and numbers.office_needs_staff),
        "edition_2014": 1,
        "third_building_points": numbers.third_building,
        "entrances_and_helipads": numbers.arrows,
    }


def ruleset_tables(game: ClinicSolo) -> dict[str, Ints]:
    extinguishers, workaholics = extinguishers_of(game), workaholics_of(game)
    prices = extinguishers.cost[: game.deck.floors] if extinguishers else ()
    return {
        "extinguisher_cost": np.array([*prices, *[-1] * (MOST_FLOORS - len(prices))], np.int32),
        "takes_extinguisher": np.array([tile in CARRIERS for tile in range(TILE_KINDS)], np.int32),
        "workaholic_treats": np.array(workaholics.treats if workaholics else [0] * len(COLOURS), np.int32),
        "workaholic_beds": np.array(
            [workaholics.room_for(colour) if workaholics else 0 for colour in COLOURS], np.int32
        ),
    }
