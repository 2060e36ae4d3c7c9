"""The numbers of the 2014 edition in a deck file: [ruleset_2014]. What it does not tell is as in the Deluxe Edition."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from clinic_solo.deck import ANY, Deck
from clinic_solo.deck_section import Section, known_words
from clinic_solo.setting import Setting
from clinic_solo.tiles import Service

TABLE = "ruleset_2014"
SERVICES = {  # 15.1: what this edition has, by its words
    "medicine": Service.MEDICINE,
    "psychiatric": Service.PSYCHIATRY,
    "ophthalmology": Service.OPHTHALMOLOGY,
    "surgery": Service.SURGERY,
    "cardiology": Service.CARDIOLOGY,
}


@dataclass(frozen=True)
class Numbers2014:
    services: tuple[Service, ...]  # 15.1, the starting one on top
    hubs: Mapping[Service, int]
    special_copies: int  # 15.2
    university_spaces: int  # 15.3
    doctors_per_hire: int  # 15.3: 1 or ANY
    entrance_spaces: Mapping[str, tuple[tuple[str, int], ...]]  # 15.8: by board side, beside those of the board
    death: int  # 15.11
    second_building: int  # 15.11
    third_building: int  # 15.11 [decision 2014-buildings]
    offices: int  # 15.16
    arrows: int  # 15.16: entrances and helipads together
    minutes: int  # 15.1: that a time of 1 stands for
    office_needs_staff: bool  # 15.6
    hub_above_other_service: bool  # 15.7 [decision 2014-vertical]
    gardens_on_modules: bool  # 15.8 [decision 2014-garden]
    consultation_after_popularity: bool  # 15.10
    consultation_from_queue: bool  # 15.15 [decision 2014-consultation]
    score_needs_staff: bool  # 15.6


def numbers_of(setting: Setting) -> Numbers2014:
    """Those of a game of this edition."""
    return cast(Numbers2014, setting.printed.expansions[TABLE])


def read(section: Section) -> Numbers2014:
    services = [SERVICES[word] for word in known_words(section, "services", SERVICES)]
    start = SERVICES[section.word("start_service", SERVICES)]
    if services and services[0] is not start:
        section.table.fault("services", "expected the starting service first (15.1)")
    hubs, special = section.section("service_hubs"), section.section("special_modules")
    arrows, switches = section.section("more_entrance_spaces"), section.section("switches")
    copies = special.solo("copies_by_players")
    if copies != 1 and "copies_by_players" in special.table:
        special.table.fault("copies_by_players", f"expected 1 for one player, found {copies} (15.2)")
    doctors = section.number("doctors_per_hire", -1, 1)
    found = Numbers2014(
        services=tuple(services),
        hubs={service: hubs.number(word, 1) for word, service in SERVICES.items()},
        special_copies=copies,
        university_spaces=section.solo("university_spaces", 1),
        doctors_per_hire=ANY if doctors < 0 else doctors,
        entrance_spaces=_entrance_spaces(arrows),
        death=section.number("death", -99, 0),
        second_building=section.number("second_building"),
        third_building=section.number("third_building"),
        offices=section.number("offices", 1),
        arrows=section.number("entrances_and_helipads", 1),
        minutes=section.number("minutes_per_time", 1),
        office_needs_staff=switches.flag("office_needs_staff"),
        hub_above_other_service=switches.flag("hub_above_other_service"),
        gardens_on_modules=switches.flag("gardens_on_modules"),
        consultation_after_popularity=switches.flag("consultation_after_popularity"),
        consultation_from_queue=switches.flag("consultation_from_queue"),
        score_needs_staff=switches.flag("score_needs_staff"),
    )
    for part in (hubs, special, arrows, switches):
        part.done()
    return found


def _entrance_spaces(section: Section) -> dict[str, tuple[tuple[str, int], ...]]:
    """15.8: N and a column, counted from 0, for each side of the board."""
    found = {}
    for side in sorted(set(section.table.data) - {"provenance", "note"}):
        spaces = []
        for text in section.table.items(side, str) or []:
            if text[:1] != "N" or not text[1:].isdecimal():
                section.table.fault(side, f"{text!r}: expected N and a column, counted from 0")
            else:
                spaces.append((text[0], int(text[1:])))
        found[side] = tuple(spaces)
    return found


def disagreements(deck: Deck) -> Iterator[str]:
    """What this table asks for that the deck cannot give."""
    numbers = cast(Numbers2014, deck.expansions[TABLE])
    if len(numbers.services) < len(deck.services):
        yield f"the deck plays with {len(deck.services)} services, these are {len(numbers.services)} (15.1)"
    if len(deck.hiring.price_by_space) < numbers.university_spaces:
        yield f"[hire.doctor] has no price for each of {numbers.university_spaces} spaces of the university (15.3)"
    columns = {side.name: side.columns for side in deck.sides}
    for name, spaces in numbers.entrance_spaces.items():
        if name not in columns:
            yield f"the board has no side {name!r} (15.8)"
        elif any(index >= columns[name] for _, index in spaces):
            yield f"the side {name!r} has {columns[name]} columns (15.8)"
