"""Reading a deck file into a Deck, with every fault of the file at once."""

import hashlib
from collections import Counter
from dataclasses import fields
from typing import Any

from dice_hospital.deck import (
    ALL_VALUES,
    GAINS,
    Ability,
    Copies,
    Deck,
    Department,
    Dice,
    Group,
    Hard,
    Intake,
    Report,
    Scoring,
    SetUp,
    Tokens,
    Treatment,
    Worker,
)
from dice_hospital.patients import BEST, BY_WORD, COLOURS, Colour
from tabletop.deck_section import DeckSection
from tabletop.decks import parse_deck
from tabletop.files import Document, Table

ANY = "any"
MOST = 99  # of anything in the box
MOST_ROUNDS = 20
MOST_PATIENTS = 3  # of one effect
SOURCES = ("rulebook", "web: ", "reconstructed", "own copy")
OWN_KEYS = ("provenance", "sha256", "name")  # of a Deck, not printed in the box
CARDS = ("starting", "tiles", "experimental_tiles", "specialists", "promo", "experimental_specialists")
WHEN = ("healed", "discharged")
BASE_ABILITIES = (Ability.EXTRA, Ability.OTHER, Ability.SAME_VALUE)
PROMO_ABILITIES = (Ability.COPY, Ability.ADMIT_OR_RETURN)


class Section(DeckSection):
    """A table of the deck."""

    sources = SOURCES

    def number(self, key: str, low: int = 0, high: int = MOST) -> int:
        value = self.table.number(key, low, high)
        return max(low, 0) if value is None else value

    def colour(self, key: str) -> Colour | None:
        return BY_WORD.get(self.word(key, (ANY, *BY_WORD), ANY))

    def values(self, key: str, low: int = 1, high: int = BEST, *, required: bool = True) -> tuple[int, ...]:
        """Numbers within limits, at least one."""
        found = self.table.items(key, int, required=required)
        if found is None:
            return ALL_VALUES
        strange = [value for value in found if not low <= value <= high]
        if strange or not found:
            self.table.fault(key, f"expected whole numbers from {low} to {high}, found {found}"[:120])
            return ALL_VALUES
        return tuple(found)

    def id(self) -> str:
        """The name of a card; it is typed as a part of moves."""
        name = self.name("id")
        if name and not (name.replace("_", "").isascii() and name.replace("_", "").isalpha() and name == name.lower()):
            self.table.fault("id", f"{name!r}: expected small letters, with _ between words")
        return name


def check(text: str, file: str) -> tuple[Deck, Document]:
    """The deck of a text, or InvalidFile with every fault; warnings stay in the document."""
    document = parse_deck(text, file)
    root = Section(document.root(), sourced=False)
    header = root.section("deck")
    header.word("game", ("dice-hospital",))
    name = header.name("name")
    printed: dict[str, Any] = {"rounds": header.number("rounds", 1, MOST_ROUNDS), **_numbers(root), **_cards(root)}
    header.done()
    root.done()
    document.raise_faults()
    sources = tuple((key, str(table["provenance"])) for key, table in document.data.items())
    sha256 = hashlib.sha256(repr(sorted(printed.items())).encode()).hexdigest()
    deck = Deck(name=name, provenance=sources, sha256=sha256, **printed)
    assert {field.name for field in fields(Deck)} == {*printed, *OWN_KEYS}
    _playable(root.table, deck)
    document.raise_faults()
    return deck, document


# --- numbers --------------------------------------------------------------------------------------------------------


def _numbers(root: Section) -> dict[str, Any]:
    dice, setup, intake, tokens = (root.section(key) for key in ("dice", "setup", "intake", "tokens"))
    scoring, neglect, hard = (root.section(key) for key in ("scoring", "neglect", "hard"))
    in_box, removed = dice.number("per_colour_in_box", 1), dice.number("removed_per_colour")
    found = {
        "dice": Dice(in_box - removed, dice.values("intake_values")),
        "setup": SetUp(
            setup.number("nurses", 1),
            setup.number("beds", 1),
            setup.number("wards", 1),
            setup.values("start_values"),
            setup.number("report_columns", 1, 9),
            setup.number("report_rows", 1, 9),
        ),
        "intake": Intake(
            intake.number("drawn", 1, BEST), intake.number("kept", 1, BEST), intake.number("blood_bag_if_sum_below")
        ),
        "tokens": Tokens(tokens.number("blood_bags"), tokens.number("fatalities")),
        "scoring": Scoring(
            scoring.values("discharged", 0, MOST),
            scoring.number("empty_wards"),
            scoring.number("fatality", -MOST, 0),
            scoring.number("blood_bag"),
            scoring.number("report_completed"),
            scoring.number("report_uncompleted", -MOST, 0),
        ),
        "neglect_steps": neglect.number("steps", 0, BEST),
        "hard": Hard(
            hard.number("fatality_factor", 1),
            hard.number("report_factor", 1),
            hard.values("start_values"),
            hard.number("neglect_steps", 0, BEST),
        ),
    }
    for section in (dice, setup, intake, tokens, scoring, neglect, hard):
        section.done()
    return found


# --- cards ----------------------------------------------------------------------------------------------------------


def _cards(root: Section) -> dict[str, Any]:
    starting, departments, specialists = (
        root.section(key) for key in ("starting_departments", "departments", "specialists")
    )
    promo, experimental, reports = (root.section(key) for key in ("promo", "experimental", "reports"))
    experimental_abilities = tuple(set(Ability) - {Ability.NONE} - set(BASE_ABILITIES) - set(PROMO_ABILITIES))
    found: dict[str, Any] = {
        "starting": _departments(starting, (Treatment.HEAL,)),
        "tiles": _departments(departments, (Treatment.HEAL,)),
        "experimental_tiles": _departments(experimental, tuple(Treatment)),
        "specialists": _specialists(specialists, BASE_ABILITIES),
        "promo": _specialists(promo, PROMO_ABILITIES),
        "experimental_specialists": _specialists(experimental, (*BASE_ABILITIES, *sorted(experimental_abilities))),
        "copies": Copies(
            departments.number("copies", 1),
            specialists.number("copies", 1),
            promo.number("copies", 1),
            experimental.number("base_copies"),
            experimental.number("department_copies", 1),
            experimental.number("specialist_copies", 1),
        ),
    }
    cards = Counter(_report(section) for section in reports.sections("card", sourced=False))
    count = reports.number("count", 1)
    if sum(cards.values()) not in (0, count):
        reports.table.fault("count", f"{count} cards are announced, found {sum(cards.values())}")
    found["reports"], found["report_copies"] = tuple(cards), tuple(cards.values())
    for section in (starting, departments, specialists, promo, experimental, reports):
        section.done()
    _different(root.table, [card.id for key in CARDS for card in found[key]])
    return found


def _different(root: Table, cards: list[str]) -> None:
    """Names stand for cards in moves, so no two cards share one."""
    seen = {"nurse", "nothing", "nobody"}
    for name in cards:
        if name in seen:
            root.fault(None, f"the card {name!r} is there twice, or the word means something else")
        seen.add(name)


def _departments(section: Section, treatments: tuple[Treatment, ...]) -> tuple[Department, ...]:
    return tuple(_department(one, treatments) for one in section.sections("department", sourced=False))


def _department(section: Section, treatments: tuple[Treatment, ...]) -> Department:
    name = section.id()
    treatment = Treatment(section.word("effect", treatments, Treatment.HEAL))
    patients = section.number("patients", 1, MOST_PATIENTS)
    heals = treatment is Treatment.HEAL
    steps = section.number("steps", 1, BEST) if heals else 0
    colour = section.colour("colour") if heals else None
    values = section.values("values", required=False) if heals else ALL_VALUES
    groups = tuple(group for group in Group if group is not Group.SINGLE)
    group = Group.SINGLE if patients == 1 else Group.FREE
    if heals and patients > 1:
        group = Group(section.word("group", groups))
    section.done()
    return Department(name, treatment, patients, steps, colour, values, group)


def _specialists(section: Section, abilities: tuple[Ability, ...]) -> tuple[Worker, ...]:
    return tuple(_specialist(one, abilities) for one in section.sections("specialist", sourced=False))


def _specialist(section: Section, abilities: tuple[Ability, ...]) -> Worker:
    name = section.id()
    ability = Ability(section.word("effect", abilities))
    on_discharge = section.word("when", WHEN) == "discharged"
    colour = section.colour("colour")
    heals = ability in BASE_ABILITIES
    other = ability is Ability.OTHER
    worker = Worker(
        name,
        ability,
        on_discharge,
        colour,
        section.number("patients", 1, MOST_PATIENTS) if other else 1,
        section.number("steps", 1, BEST) if heals else 0,
        section.colour("target") if other else None,
        section.values("values", required=False) if other else ALL_VALUES,
        section.number("amount", 1) if ability in GAINS[:2] else 0,
        section.table.name("meeple") or "" if "meeple" in section.table else "",
    )
    if heals and on_discharge:
        section.table.fault("when", f"{ability} follows a healing, expected healed")
    section.done()
    return worker


def _report(section: Section) -> Report:
    needs = section.table.table("needs")
    red, yellow, green = ((needs.number(c.word, 0, 9, required=False) or 0) if needs else 0 for c in COLOURS)
    if needs:
        needs.done()
        if not red + yellow + green:
            section.table.fault("needs", "expected at least one die, such as { red = 2 }")
    points = section.number("points")
    section.done()
    return Report((red, yellow, green), points)


# --- together -------------------------------------------------------------------------------------------------------


def _playable(root: Table, deck: Deck) -> None:
    """Numbers that are each possible but not together."""
    if deck.dice.per_colour < 1:
        root.fault("dice", "no dice are left in the bag (1.2)")
    if deck.intake.kept > deck.intake.drawn:
        root.fault("intake", f"{deck.intake.kept} dice cannot be kept of {deck.intake.drawn} (4.2)")
    newest = deck.intake.kept + 1  # one more in an epidemic
    starting = max(len(deck.setup.start_values), len(deck.hard.start_values))
    if deck.setup.beds < max(newest, starting) or deck.setup.beds % deck.setup.wards:
        root.fault("setup", f"{deck.setup.beds} beds in {deck.setup.wards} wards: too few, or not the same in each")
    if len(COLOURS) * deck.dice.per_colour < 2 * deck.setup.beds + deck.intake.drawn:
        root.fault("dice", "the bag could run out: expected dice for two full houses and an intake (1.2)")
    cards = sum(deck.report_copies)
    if cards < deck.setup.report_columns * deck.setup.report_rows:
        root.fault("reports", f"{cards} cards cannot fill the display of the set-up (2.1)")
    stacks = {
        "departments": deck.copies.departments * len(deck.tiles),
        "specialists": deck.copies.specialists * len(deck.specialists),
        "experimental": deck.copies.base * len(deck.tiles)
        + deck.copies.experimental_departments * len(deck.experimental_tiles),
    }
    for key, size in stacks.items():
        if size < deck.rounds:
            root.fault(key, f"{size} cards in a stack, expected one for each of {deck.rounds} rounds (5.3)")
