"""Section 15: what the 2014 edition changes. What is not named here is as in the Deluxe Edition (15.13)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from clinic_solo import admin, score, walk
from clinic_solo.deck import Deck
from clinic_solo.moves import MovePeople, Treatment
from clinic_solo.planner import ALL_ENDS, NOT_BUSY, Busy, Ends, Need
from clinic_solo.ruleset import Ruleset
from clinic_solo.rulesets.edition2014 import construction, queues, staff
from clinic_solo.rulesets.edition2014.names import MEASURES, NAMES, TYPED
from clinic_solo.rulesets.edition2014.numbers import TABLE, Numbers2014, numbers_of
from clinic_solo.rulesets.edition2014.printed import deck_of_2014
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import HUBS, Tile
from tabletop.moves import IllegalMove


class Edition2014(Ruleset):
    names: ClassVar[Mapping[str, str]] = NAMES
    typed: ClassVar[Mapping[str, str]] = TYPED
    measures: ClassVar[Mapping[str, str]] = MEASURES

    def missing(self, deck: Deck) -> str:
        return super().missing(deck) or ("" if TABLE in deck.expansions else f"[{TABLE}]")

    def deck(self, deck: Deck) -> Deck:
        numbers = deck.expansions[TABLE]
        assert isinstance(numbers, Numbers2014)
        return deck_of_2014(super().deck(deck), numbers)

    def minutes(self, setting: Setting) -> int:
        """15.1."""
        return numbers_of(setting).minutes

    # --- section 5 ---

    def place_refusal(self, setting: Setting, state: State, tile: Tile, space: int) -> IllegalMove | None:
        return super().place_refusal(setting, state, tile, space) or construction.refusal(setting, state, tile, space)

    def has_kind_beside(self, setting: Setting, state: State, tile: Tile, space: int) -> bool:
        if tile in HUBS and numbers_of(setting).hub_above_other_service:
            return construction.hub_beside(setting, state, tile, space)
        return super().has_kind_beside(setting, state, tile, space)

    def carries_garden(self, setting: Setting, below: int | None) -> bool:
        if numbers_of(setting).gardens_on_modules:
            return construction.carries_garden(below)
        return super().carries_garden(setting, below)

    def entrance_refusal(self, setting: Setting, state: State, entrance: int) -> IllegalMove | None:
        return construction.stock_refusal(setting, state) or super().entrance_refusal(setting, state, entrance)

    def pass_refusal(self, setting: Setting, state: State) -> IllegalMove | None:
        """15.6, 15.9: what was begun has to be ended."""
        return (
            construction.pass_refusal(setting, state)
            or queues.pass_refusal(state)
            or super().pass_refusal(setting, state)
        )

    # --- section 7 ---

    def admit_moves(self, setting: Setting, state: State) -> Sequence[Any]:
        return queues.moves(setting, state)

    def admit_refusal(self, setting: Setting, state: State, move: Any) -> IllegalMove | None:
        return queues.refusal(setting, state, move)

    def admitted(self, setting: Setting, state: State, move: Any) -> State:
        return queues.carry_out(setting, state, move)

    # --- section 8 ---

    def room_works(self, setting: Setting, state: State, space: int) -> bool:
        """15.6."""
        unstaffed = state.grid[space] == Tile.TREATMENT and numbers_of(setting).office_needs_staff
        works = not unstaffed or staff.is_staffed(setting, state, space)
        return works and super().room_works(setting, state, space)

    def room_scores(self, setting: Setting, state: State, space: int) -> bool:
        """15.6, 11.3, 11.4 [switch score_needs_staff]."""
        return not numbers_of(setting).score_needs_staff or self.room_works(setting, state, space)

    def end_refusal(self, setting: Setting, move: MovePeople, after: State) -> IllegalMove | None:
        problem = staff.end_refusal(setting, move, after) if numbers_of(setting).office_needs_staff else None
        return problem or super().end_refusal(setting, move, after)

    def time_off(self, setting: Setting, state: State) -> int:
        """15.14: every waiting room."""
        return setting.deck.walking.triage * state.count(Tile.TRIAGE)

    def plan(
        self, setting: Setting, state: State, needs: Sequence[Need], busy: Busy = NOT_BUSY
    ) -> MovePeople | None:  # fmt: skip
        if not numbers_of(setting).office_needs_staff:
            return super().plan(setting, state, needs, busy)
        return staff.plan(setting, state, needs, lambda more: super(Edition2014, self).plan(setting, state, more, busy))

    def all_moves(self, setting: Setting, state: State, ends: Ends = ALL_ENDS) -> Iterator[MovePeople]:
        for move in super().all_moves(setting, state, ends):
            if self.end_refusal(setting, move, walk.everybody_there(setting, state, move)) is None:
                yield move

    def serving(self, setting: Setting, state: State, room: int, needs: Sequence[Need]) -> list[list[Need]]:
        if state.grid[room] == Tile.TREATMENT and numbers_of(setting).office_needs_staff:
            return staff.serving(setting, state, room, needs)
        return super().serving(setting, state, room, needs)

    def hosting(self, setting: Setting, state: State) -> list[frozenset[int]]:
        """15.6."""
        sets = super().hosting(setting, state)
        if not numbers_of(setting).office_needs_staff:
            return sets
        return [hosts for rooms in sets for hosts in staff.hosting(setting, state, rooms)]

    # --- section 9 ---

    def treatment_refusal(self, setting: Setting, state: State, treatment: Treatment) -> IllegalMove | None:
        """15.6: a room without staff treats nobody."""
        if state.grid[treatment.space] == Tile.TREATMENT and not self.room_works(setting, state, treatment.space):
            name = setting.board.space_name(treatment.space)
            return IllegalMove("15.6", f"no office beside the room at {name} holds staff")
        return super().treatment_refusal(setting, state, treatment)

    def room_choices(self, setting: Setting, state: State, space: int) -> list[tuple[Treatment, ...]]:
        if state.grid[space] == Tile.TREATMENT and not self.room_works(setting, state, space):
            return [()]
        return super().room_choices(setting, state, space)

    def pays_late(self, setting: Setting, state: State, treatment: Treatment) -> bool:
        """15.10."""
        late = state.grid[treatment.space] == Tile.OUTPATIENT and numbers_of(setting).consultation_after_popularity
        return late or super().pays_late(setting, state, treatment)

    def after_popularity(self) -> tuple[admin.AdminStep, ...]:
        return (*super().after_popularity(), _consultation_pays)

    # --- section 11, and what must hold ---

    def score_items(self, setting: Setting, state: State) -> dict[str, int]:
        """15.11: the second building, and each one beyond it [decision 2014-buildings]."""
        more, numbers = score.more_buildings(setting, state), numbers_of(setting)
        buildings = numbers.second_building * min(more, 1) + numbers.third_building * max(0, more - 1)
        return {**super().score_items(setting, state), "buildings": buildings}

    def faults(self, setting: Setting, state: State) -> Iterator[str]:
        yield from super().faults(setting, state)
        yield from construction.faults(setting, state)
        if state.headed:
            yield from queues.faults(setting, state)


def _consultation_pays(_: Setting, state: State) -> State:
    """15.10: it goes to savings."""
    return state._replace(money=state.money + state.late_income, late_income=0)
