"""14E: floor 4. Prices and points are extrapolated from the floors below."""

from dataclasses import replace

from clinic_solo.deck import Deck, Goal
from clinic_solo.ruleset import Ruleset
from clinic_solo.rulesets.floor4.numbers import FloorNumbers

ALIKE = ("conveyor",)  # costs the same on every floor (5.3)


class Floor4(Ruleset):
    def missing(self, deck: Deck) -> str:
        return super().missing(deck) if "floor4" in deck.expansions else "[expansion.floor4]"

    def deck(self, deck: Deck) -> Deck:
        """14E1: one more level; a goal that names the top floor means this one."""
        deck = super().deck(deck)
        numbers, top = _numbers(deck), deck.floors - 1

        def higher(name: str, prices: tuple[int | None, ...]) -> tuple[int | None, ...]:
            last = prices[-1]
            return (*prices, last if last is None or name in ALIKE else last + numbers.price_more)

        def moved_up(goal: Goal) -> Goal:
            return replace(goal, floor=top + 1) if goal.floor == top else goal

        cost = {name: higher(name, prices) for name, prices in deck.building.cost.items()}
        by_floor = (*deck.points.treatment_by_floor[: deck.floors], numbers.treatment_room)
        return replace(
            deck,
            floors=deck.floors + 1,
            building=replace(deck.building, cost=cost),
            points=replace(deck.points, treatment_by_floor=by_floor),
            goals=tuple(map(moved_up, deck.goals)),
        )


def _numbers(deck: Deck) -> FloorNumbers:
    found = deck.expansions["floor4"]
    assert isinstance(found, FloorNumbers)
    return found


RULESET = Floor4
