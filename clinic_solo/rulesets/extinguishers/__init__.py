"""14B: extinguishers, which hold up whoever enters and please whoever is treated next to them."""

from collections.abc import Iterator

from clinic_solo.clinic import clinic_of
from clinic_solo.deck import Deck
from clinic_solo.moves import BuildExtinguisher, Treatment
from clinic_solo.ruleset import Ruleset
from clinic_solo.rulesets.extinguishers.numbers import ExtinguisherNumbers
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import HUBS, Tile, Token
from tabletop.moves import IllegalMove

CARRIERS = (Tile.SUPPLY, Tile.LAB, Tile.TRIAGE, *HUBS)  # 14B1: where nobody is treated


class Extinguishers(Ruleset):
    def missing(self, deck: Deck) -> str:
        return super().missing(deck) if "extinguishers" in deck.expansions else "[expansion.extinguishers]"

    def fields(self) -> frozenset[str]:
        return super().fields() | {Token.EXTINGUISHER.word}

    def more_components(self, setting: Setting, state: State) -> Iterator[BuildExtinguisher]:
        yield from super().more_components(setting, state)
        modules = clinic_of(setting.board, state.grid).modules
        yield from (BuildExtinguisher(space) for space in modules if state.grid[space] in CARRIERS)

    def component_refusal(self, setting: Setting, state: State, move: BuildExtinguisher) -> IllegalMove | None:
        """14B1."""
        name, there = setting.board.space_name(move.space), state.having(Token.EXTINGUISHER)
        if state.grid[move.space] not in CARRIERS:
            return IllegalMove("14B1", f"{name} holds no hub, supply room, lab or triage")
        if move.space in there:
            return IllegalMove("14B1", f"{name} has an extinguisher already")
        if len(there) >= _numbers(setting).tokens:
            return IllegalMove("14B1", "no extinguisher is left")
        return None

    def component_cost(self, setting: Setting, move: BuildExtinguisher) -> int | None:
        """14B1: by floor."""
        prices, floor = _numbers(setting).cost, setting.board.floor(move.space)
        return prices[floor] if floor < len(prices) else None

    def with_component(self, setting: Setting, state: State, move: BuildExtinguisher) -> State:  # noqa: ARG002
        return state.with_tokens(Token.EXTINGUISHER, (*state.having(Token.EXTINGUISHER), move.space))

    def toll(self, setting: Setting, state: State, space: int) -> int:
        """14B2: whoever enters stops to look, also on a ride (14B3); who begins there does not."""
        there = space in state.having(Token.EXTINGUISHER)
        return super().toll(setting, state, space) + _numbers(setting).enter_time * there

    def pay(self, setting: Setting, state: State, treatment: Treatment) -> int:
        """14B4: more for each extinguisher in a module adjacent to the treatment room."""
        paid = super().pay(setting, state, treatment)
        if state.grid[treatment.space] != Tile.TREATMENT:
            return paid
        beside = set(setting.board.adjacent[treatment.space]) & set(state.having(Token.EXTINGUISHER))
        return paid + _numbers(setting).pay * len(beside)

    def faults(self, setting: Setting, state: State) -> Iterator[str]:
        yield from super().faults(setting, state)
        there = state.having(Token.EXTINGUISHER)
        for space in set(there):
            if state.grid[space] not in CARRIERS or there.count(space) > 1:
                yield f"{setting.board.space_name(space)}: no place for so many extinguishers (14B1)"
        if len(there) > _numbers(setting).tokens:
            yield f"{len(there)} extinguishers, there are {_numbers(setting).tokens} (14B)"


def _numbers(setting: Setting) -> ExtinguisherNumbers:
    found = setting.deck.expansions["extinguishers"]
    assert isinstance(found, ExtinguisherNumbers)
    return found


RULESET = Extinguishers
