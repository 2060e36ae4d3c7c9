"""The rulesets and editions there are, by name. Those of sections 14 and 16 are modules that are loaded when played."""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from clinic_solo.deck import Deck
from clinic_solo.deck_section import Section
from clinic_solo.ruleset import Ruleset
from clinic_solo.setting import DELUXE
from tabletop.moves import suggest

# The later ones are asked first, and ask those before them by super().
RULESETS = ("floor4", "round7", "extinguishers", "blood", "workaholics", "zombies")
EDITIONS = (DELUXE, "2014")
TABLES = {"ruleset_2014": "edition2014"}  # of editions in a deck file, beside those of [expansion]


def rules_of(names: Iterable[str], edition: str = DELUXE) -> Ruleset:
    """The rulesets of these names as one; ValueError for a name that there is not."""
    return _rules_of(frozenset(names), edition)


@cache
def _rules_of(names: frozenset[str], edition: str) -> Ruleset:
    for name in sorted(names):
        if name not in RULESETS:
            raise ValueError(f"ruleset {name!r} is unknown, {suggest(name, RULESETS)}")
    if edition not in EDITIONS:
        raise ValueError(f"edition {edition!r} is unknown, {suggest(edition, EDITIONS)}")
    parts = [_loaded(name) for name in reversed(RULESETS) if name in names]
    parts += [Ruleset] if edition == DELUXE else [_loaded(f"edition{edition}")]
    played: type[Ruleset] = type("Rules", tuple(parts), {})
    return played()


def _loaded(name: str) -> type[Ruleset]:
    found: type[Ruleset] = import_module(f"clinic_solo.rulesets.{name}").RULESET
    return found


def expansions(root: Section) -> dict[str, object]:
    """What a deck file tells of each ruleset; it may leave out those that it does not know."""
    found = dict[str, object]()
    for table, name in TABLES.items():
        if root.table.get(table, dict, required=False) is not None:
            own = root.section(table)
            found[table] = _numbers(name).read(own)
            own.done()
    if root.table.get("expansion", dict, required=False) is None:
        return found
    section = root.section("expansion", sourced=False)
    for name in RULESETS:
        if section.table.get(name, dict, required=False) is not None:
            own = section.section(name)
            found[name] = _numbers(name).read(own)
            own.done()
    section.done()
    return found


def disagreements(deck: Deck) -> Iterator[tuple[str, str]]:
    """What the table of an edition asks for that this deck cannot give: the table and the fault."""
    for table, name in TABLES.items():
        if table in deck.expansions:
            yield from ((table, fault) for fault in _numbers(name).disagreements(deck))


def _numbers(name: str) -> Any:
    return import_module(f"clinic_solo.rulesets.{name}.numbers")
