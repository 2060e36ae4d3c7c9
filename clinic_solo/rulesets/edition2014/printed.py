"""Rule 15: the deck of the 2014 edition, which is the printed one with what its table changes."""

from dataclasses import replace

from clinic_solo.deck import ANY, BonusTile, Deck, Limits, Side
from clinic_solo.rulesets.edition2014.numbers import TABLE, Numbers2014
from clinic_solo.tiles import HUBS, SERVICE_OF_HUB, Service, Tile


def deck_of_2014(deck: Deck, numbers: Numbers2014) -> Deck:
    """15.1 [decision 2014-services]: as many services as the printed deck plays with, the starting one on top."""
    services = numbers.services[: len(deck.services)]
    doctors = numbers.doctors_per_hire if deck.hiring.doctors_per_action else 0
    return replace(
        deck,
        services=services,
        start_service=services[0],
        sides=tuple(_side(side, numbers) for side in deck.sides),
        bonus_tiles=tuple(_bonus_tile(tile, deck.services, services) for tile in deck.bonus_tiles),
        special_copies=numbers.special_copies,
        limits=_limits(deck.limits, numbers, services),
        hiring=replace(deck.hiring, university_spaces=numbers.university_spaces, doctors_per_action=doctors),
        money=replace(deck.money, death=numbers.death),
        points=replace(deck.points, building=numbers.second_building),
        switches=replace(deck.switches, building_needs_hub=True),  # 15.13
        sha256=f"{deck.sha256} {TABLE}",
    )


def _side(side: Side, numbers: Numbers2014) -> Side:
    """15.8."""
    return replace(side, entrance_spaces=(*side.entrance_spaces, *numbers.entrance_spaces.get(side.name, ())))


def _bonus_tile(tile: BonusTile, before: tuple[Service, ...], services: tuple[Service, ...]) -> BonusTile:
    """15.4: a patient comes to the row that stands where the printed one does."""
    return replace(tile, service=services[before.index(tile.service)]) if tile.what == "patient" else tile


def _limits(limits: Limits, numbers: Numbers2014, services: tuple[Service, ...]) -> Limits:
    """15.2, 15.16 [decision 2014-box]."""
    tiles = {tile: number for tile, number in limits.tiles.items() if tile not in SERVICE_OF_HUB}
    tiles = {HUBS[service]: numbers.hubs[service] for service in services} | tiles
    tiles |= {Tile.SUPPLY: numbers.offices, Tile.HELIPAD: numbers.arrows}
    return replace(limits, tiles=tiles, entrances=numbers.arrows, specials_per_round=ANY)
