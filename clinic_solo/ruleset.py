"""What a ruleset may change. As it stands here this is the base game, which changes nothing.

A ruleset is a class with what it changes; those that are played together are bases of one class, each asking the next
one by `super()`. Every method gets the setting, for the deck's numbers, and the position. Nothing is kept in a ruleset.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from clinic_solo import admin, admit, build, care, planner, score, walk
from clinic_solo.clinic import clinic_of
from clinic_solo.colours import Numbers
from clinic_solo.moves import BuildExtinguisher, Care, MovePeople, Step, Treatment
from clinic_solo.state import State
from clinic_solo.tiles import KIND, Person, Tile
from tabletop.moves import IllegalMove

if TYPE_CHECKING:
    from clinic_solo.deck import Deck
    from clinic_solo.setting import Setting

T = TypeVar("T")


class Ruleset:
    # What this edition calls things, by what the base game calls them, for `Setting.called`; and words that a player
    # types, each by one of the base game's, for `Setting.understood`.
    names: ClassVar[Mapping[str, str]] = {}
    typed: ClassVar[Mapping[str, str]] = {}
    measures: ClassVar[Mapping[str, str]] = {}  # what goals count, where this edition tells it in other words

    # --- sections 1 and 3: the box and the set-up ---

    def missing(self, deck: "Deck") -> str:  # noqa: ARG002
        """A table that this ruleset needs and the deck does not have, or nothing."""
        return ""

    def deck(self, deck: "Deck") -> "Deck":
        """The deck as it is played: more rounds, floors, colours, other prices or services."""
        return deck

    def minutes(self, setting: "Setting") -> int:  # noqa: ARG002
        """How many minutes a time of 1 stands for, 0 where time is told as it is counted."""
        return 0

    # --- section 5 ---

    def place_refusal(self, setting: "Setting", state: State, tile: Tile, space: int) -> IllegalMove | None:
        """5.2, 5.4, 5.7–5.9, 5.12: why a tile may not stand in an empty space."""
        return build.place_refusal(setting, state, tile, space)

    def more_components(self, setting: "Setting", state: State) -> Iterator[BuildExtinguisher]:  # noqa: ARG002
        """Components to build, legal or not, that the base game does not have."""
        yield from ()

    def component_refusal(
        self, setting: "Setting", state: State, move: BuildExtinguisher  # noqa: ARG002
    ) -> IllegalMove | None:  # fmt: skip
        return IllegalMove("14B1", "there are no extinguishers in this game")

    def component_cost(self, setting: "Setting", move: BuildExtinguisher) -> int | None:  # noqa: ARG002
        return None

    def with_component(self, setting: "Setting", state: State, move: BuildExtinguisher) -> State:  # noqa: ARG002
        return state

    def pass_refusal(self, setting: "Setting", state: State) -> IllegalMove | None:  # noqa: ARG002
        """Why the action under way, or what follows a build at once, may not be ended now."""
        return None

    def has_kind_beside(self, setting: "Setting", state: State, tile: Tile, space: int) -> bool:
        """5.2c: whether a module that is too much like this one is adjacent."""
        return clinic_of(setting.board, state.grid).has_kind_beside(space, KIND[tile])

    def carries_garden(self, setting: "Setting", below: int | None) -> bool:  # noqa: ARG002
        """5.8: whether a garden may stand on what is below its space, None on the ground."""
        return below in (None, Tile.GARDEN)

    def entrance_refusal(self, setting: "Setting", state: State, entrance: int) -> IllegalMove | None:
        """5.10."""
        return build.entrance_refusal(setting, state, entrance)

    # --- section 6 ---

    def price_factor(self, setting: "Setting", colour: int) -> int:  # noqa: ARG002
        """6.2: how many times the price of the space a doctor costs."""
        return 1

    def doctors_to_draw(self, setting: "Setting", state: State) -> Numbers:  # noqa: ARG002
        """3.8, 10.3: those in the bag who may come to the university now."""
        return state.doctor_bag

    # --- section 7 ---

    def admit_moves(self, setting: "Setting", state: State) -> Sequence[Any]:
        """7.3, 7.4: each different thing that a queue point buys."""
        return admit.queue_moves(setting, state)

    def admit_refusal(self, setting: "Setting", state: State, move: Any) -> IllegalMove | None:
        return admit.refusal(setting, state, move)

    def admitted(self, setting: "Setting", state: State, move: Any) -> State:
        return admit.carry_out(setting, state, move)

    # --- section 8 ---

    def room_works(self, setting: "Setting", state: State, space: int) -> bool:  # noqa: ARG002
        """5.5: whether a room that its neighbours make functional works in this position."""
        return True

    def toll(self, setting: "Setting", state: State, space: int) -> int:  # noqa: ARG002
        """8.1: time beyond the step itself that it takes to enter a space."""
        return 0

    def closed(self, setting: "Setting", state: State) -> frozenset[int]:  # noqa: ARG002
        """8.1: spaces that nobody may enter."""
        return frozenset()

    def capacity(self, setting: "Setting", state: State, who: Person, space: int) -> int:
        """8.5: how many of a kind may end in a space, in a position in which everybody is where the Move ends."""
        return walk.printed_capacity(setting, state, who, space)

    def most_in(self, setting: "Setting", state: State, who: Person, space: int) -> int:
        """How many of a kind may be in a space at all, whoever else is there or was there."""
        return walk.printed_capacity(setting, state, who, space)

    def step_refusal(self, setting: "Setting", state: State, step: Step) -> IllegalMove | None:  # noqa: ARG002
        """What is wrong with what somebody does on the way or at its end, beside the way itself."""
        if step.errands or step.lies:
            return IllegalMove("14A1", "nobody gives or carries blood in this game")
        return None

    def step_time(self, setting: "Setting", state: State, step: Step) -> int | None:
        """8.1: the least time of a way, None where there is none."""
        return walk.way_time(setting, state, step.who, step.origin, step.destination)

    def first_refusal(self, setting: "Setting", state: State, move: MovePeople) -> IllegalMove | None:  # noqa: ARG002
        """What is wrong with what moves before people do."""
        return IllegalMove("14D2", "there is no zombie in this game") if move.zombies else None

    def first_moved(self, setting: "Setting", state: State, move: MovePeople) -> State:  # noqa: ARG002
        """The position when people begin to move."""
        return state

    def end_refusal(self, setting: "Setting", move: MovePeople, after: State) -> IllegalMove | None:  # noqa: ARG002
        """What is wrong with where everybody ended, beyond 8.5 and 8.6."""
        return None

    def time_off(self, setting: "Setting", state: State) -> int:
        """8.7: what is taken off the time of a Move, as a number below 0."""
        return walk.triage(setting, state)

    def moved(self, setting: "Setting", state: State, move: MovePeople) -> State:  # noqa: ARG002
        """What a Move does once everybody is where they went."""
        return state

    def plan(
        self, setting: "Setting", state: State, needs: Sequence[planner.Need], busy: planner.Busy = planner.NOT_BUSY
    ) -> MovePeople | None:
        """8.2: the Move of least time that meets the needs, with what is settled already."""
        return planner.plan_people(setting, state, needs, busy)

    def all_moves(
        self, setting: "Setting", state: State, ends: planner.Ends = planner.ALL_ENDS
    ) -> Iterator[MovePeople]:
        """8.2: every different end of a Move among those asked for."""
        return planner.all_people(setting, state, ends)

    def serving(
        self, setting: "Setting", state: State, room: int, needs: Sequence[planner.Need]  # noqa: ARG002
    ) -> list[list[planner.Need]]:  # fmt: skip
        """Ways to have a room work at the end of a Move that meets these needs: what more is needed for each."""
        return [[]]

    def hosting(self, setting: "Setting", state: State) -> list[frozenset[int]]:
        """8.5: sets of rooms, each of which can take in patients in one and the same Move."""
        return [frozenset(clinic_of(setting.board, state.grid).rooms)]

    # --- section 9 ---

    def treatment_refusal(
        self, setting: "Setting", state: State, treatment: Treatment  # noqa: ARG002
    ) -> IllegalMove | None:  # fmt: skip
        """What is wrong with a treatment by itself, whoever is there."""
        if treatment.doctor < 0:
            return IllegalMove("14A4", "nobody is helped with blood in this game")
        if treatment.patient < 0:
            return IllegalMove("14D4", "there is no zombie in this game")
        return None

    def patients_of(self, setting: "Setting", state: State) -> list[tuple[int, int]]:  # noqa: ARG002
        """9.1: who may be treated, in which space and of what colour."""
        return list(state.patients)

    def doctors_needed(self, setting: "Setting", doctor: int, patients: Sequence[int]) -> int:  # noqa: ARG002
        """9.1: how many doctors of a colour it takes to treat these patients in one room."""
        return len(patients)

    def nurses_needed(self, setting: "Setting", tile: int, doctor: int, patient: int) -> int:
        """9.1: how many nurses help with a treatment."""
        return care.nurses_between(setting, tile, doctor, patient)

    def care_refusal(self, setting: "Setting", state: State, move: Care) -> IllegalMove | None:  # noqa: ARG002
        """What is wrong with all that is done in care together."""
        return IllegalMove("14A2", "nobody gives blood in this game") if move.donations else None

    def room_choices(self, setting: "Setting", state: State, space: int) -> list[tuple[Treatment, ...]]:
        """9.1 [decision optional-care]: what can be treated in a space, a choice for each different outcome."""
        return care.room_choices(setting, state, space)

    def donations(self, setting: "Setting", state: State) -> list[tuple[int, ...]]:  # noqa: ARG002
        """The hubs where blood may be given, a choice for each outcome."""
        return [()]

    def pay(self, setting: "Setting", state: State, treatment: Treatment) -> int:
        """9.1, 9.2: the income of one treatment."""
        return care.printed_pay(setting, state, treatment)

    def pays_late(self, setting: "Setting", state: State, treatment: Treatment) -> bool:  # noqa: ARG002
        """15.10: whether a treatment is paid when popularity has been bought."""
        return False

    def business(self) -> tuple[care.CareStep, ...]:
        """9.1–9.4: what happens when it is said who is treated, in this order."""
        return (care.treat, care.settle)

    def after_popularity(self) -> tuple[admin.AdminStep, ...]:
        """9.5: what happens when popularity has been bought, in this order."""
        return ()

    # --- section 10 ---

    def admin(self) -> tuple[admin.AdminStep, ...]:
        """10.4–10.7, in this order."""
        return (admin.nurses_go, admin.doctors_change, admin.patients_worsen)

    def better(self, setting: "Setting", colour: int, steps: int) -> int:  # noqa: ARG002
        """10.3, 10.5."""
        return admin.better(colour, steps)

    def worse(self, setting: "Setting", colour: int) -> int:  # noqa: ARG002
        """10.6."""
        return admin.worse(colour)

    # --- section 11, and what must hold ---

    def fields(self) -> frozenset[str]:
        """Fields of a position, and words of tokens, that this ruleset uses and the base game does not."""
        return frozenset()

    def room_scores(self, setting: "Setting", state: State, space: int) -> bool:  # noqa: ARG002
        """11.3, 11.4: whether a room that its neighbours make functional counts at the end."""
        return True

    def score_items(self, setting: "Setting", state: State) -> dict[str, int]:
        """Section 11: points by item, in the order of the rules."""
        return score.printed_items(setting, state)

    def patients_gone(self, setting: "Setting", state: State) -> int:  # noqa: ARG002
        """Patients of the game who are neither here nor treated nor dead."""
        return 0

    def faults(self, setting: "Setting", state: State) -> Iterator[str]:  # noqa: ARG002
        """What cannot be so in a position of this ruleset."""
        yield from ()


def ahead_of(steps: Iterable[T], step: T, *more: T) -> tuple[T, ...]:
    """The steps with some more ahead of one of them."""
    found: list[T] = []
    for one in steps:
        found += [*more, one] if one == step else [one]
    return tuple(found)


def instead_of(steps: Iterable[T], step: T, other: T) -> tuple[T, ...]:
    """The steps with another in place of one of them."""
    return tuple(other if one == step else one for one in steps)
