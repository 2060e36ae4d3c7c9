"""The rulesets and editions there are, by name. Those of sections 14 and 16 are modules that are loaded when played."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module

from clinic_solo.deck_section import Section
from clinic_solo.ruleset import Ruleset
from clinic_solo.setting import DELUXE
from tabletop.moves import suggest

# The later ones are asked first, and ask those before them by super().
RULESETS = ("floor4", "round7", "extinguishers", "blood", "workaholics", "zombies")
EDITIONS = (DELUXE,)


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
    if root.table.get("expansion", dict, required=False) is None:
        return {}
    section, found = root.section("expansion", sourced=False), dict[str, object]()
    for name in RULESETS:
        if section.table.get(name, dict, required=False) is not None:
            own = section.section(name)
            found[name] = import_module(f"clinic_solo.rulesets.{name}.numbers").read(own)
            own.done()
    section.done()
    return found
