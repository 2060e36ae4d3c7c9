"""What is to be scheduled: a position, the card orders to come, and the value of the end."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

from clin9ic import Clin9ic, Options, State
from clin9ic.arrange import chosen_trio, legal_arrangements
from clin9ic.cards import Action, Box, Section, Staff
from clin9ic.clinic import PATIENT
from clin9ic.dice import trackable
from clin9ic.moves import Arrange, Order
from clin9ic.state import MOST_NURSES, MOST_ORDERLIES, ROUNDS, Phase
from solvers.core.cpsat import NotInModel
from tabletop.colours import COLOURS, Colour, Counts

NOTHING: Counts = (0, 0, 0, 0)
FLIPPED = str.maketrans("ab", "ba")  # 6.4
MOST_BY_DIE: dict[str, int] = {Staff.NURSE: MOST_NURSES, Staff.ORDERLY: MOST_ORDERLIES}
READINGS = ("gardens_over_modules", "walk_empty_spaces", "reopen_within_round")  # 7.2, 4.9: only ours is modelled
KINDS: tuple[str, ...] = (Staff.DOCTOR, PATIENT, Staff.NURSE, Staff.ORDERLY)


@dataclass(frozen=True)
class EndValue:
    """A linear value of the position after the last round: a weight for each field that counts."""

    entrances: int = 0
    gardens: int = 0
    pillars: int = 0
    lots: int = 0
    nurses: int = 0
    orderlies: int = 0
    money: int = 0
    popularity: int = 0
    time: int = 0
    treated: int = 0
    floors: int = 0
    upgrades: int = 0  # floors that show their side B
    doctors: Counts = NOTHING
    patients: Counts = NOTHING

    def of(self, state: State) -> int:
        """The value of a position."""
        total = self.floors * len(state.floors) + self.upgrades * sum(floor.upgraded for floor in state.floors)
        for people, weights in ((state.doctors, self.doctors), (state.patients, self.patients)):
            total += sum(n * weight for n, weight in zip(people, weights, strict=True))
        for name in self.plain():
            total += getattr(self, name) * getattr(state, name)
        return total

    @classmethod
    def plain(cls) -> list[str]:
        """The fields that are single numbers of a position."""
        return [f.name for f in fields(cls) if f.name not in ("floors", "upgrades", "doctors", "patients")]


@dataclass(frozen=True)
class Trio:
    """4.2: three sections that can be had, the six boxes below and above, and one way to lay the cards for them."""

    move: Arrange
    sections: tuple[Section, ...]

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(section.action for section in self.sections)

    @cached_property
    def bottom(self) -> tuple[Box, ...]:
        return tuple(box for section in self.sections for box in section.bottom)

    @cached_property
    def top(self) -> tuple[Box, ...]:
        return tuple(box for section in self.sections for box in section.top)

    @cached_property
    def queue(self) -> tuple[Colour, ...]:
        return tuple(box for box in self.top if isinstance(box, Colour))

    def icons(self, staff: Staff) -> int:
        return sum(box is staff for box in self.bottom)


@dataclass(frozen=True)
class Instance:
    """A position before the cards of a round are laid, the orders of that round and the next ones, and the aim.

    Without `value`, the aim is what the goal counts after the last of these rounds, as if the game ended there.
    """

    game: Clin9ic
    state: State
    orders: tuple[tuple[str, ...], ...]
    value: EndValue | None = None

    def __post_init__(self) -> None:
        state, last = self.state, self.state.round + len(self.orders) - 1
        for reading in READINGS:
            if getattr(self.game.options, reading) != getattr(Options(), reading):
                raise NotInModel(f"the scheduler does not know games with another reading of {reading}")
        if state.phase is not Phase.ORDER:
            raise ValueError(f"a schedule begins before the cards are laid, not in phase {state.phase}")
        if state.unknown:
            raise ValueError("the order of the floor cards has to be known")
        if not self.orders or last > ROUNDS:
            raise ValueError(f"{len(self.orders)} orders given, 1 to {ROUNDS + 1 - state.round} rounds are left")
        if not trackable(state.doctors, state.patients, self.game.dice):
            raise ValueError("the dice cannot show the position")

    @property
    def rounds(self) -> range:
        return range(self.state.round, self.state.round + len(self.orders))

    def value_of(self, state: State) -> int:
        """What the aim makes of a position after the last round."""
        return self.game.final_score(state) if self.value is None else self.value.of(state)

    @cached_property
    def trios(self) -> tuple[tuple[Trio, ...], ...]:
        """4.1, 4.2: the distinct trios of each round."""
        found = []
        faces = self.state.faces
        for order in self.orders:
            laid = self.game.apply_outcome(self.state._replace(faces=faces), Order(order))
            moves = legal_arrangements(self.game, laid)
            found.append(tuple(Trio(move, chosen_trio(self.game, laid, move)) for move in moves))
            faces = faces.translate(FLIPPED)
        return tuple(found)

    def most(self, kind: str, rounds: int) -> int:
        """At most so many people of a kind are in the clinic within the first so many rounds."""
        state = self.state
        present: dict[str, int] = {
            Staff.DOCTOR: sum(state.doctors),
            PATIENT: sum(state.patients),
            Staff.NURSE: state.nurses,
            Staff.ORDERLY: state.orderlies,
        }
        now = present[kind]
        come = sum(max(_newcomers(trio, kind) for trio in trios) for trios in self.trios[:rounds])
        return min(now + come, MOST_BY_DIE.get(kind, now + come))

    @cached_property
    def most_patients(self) -> tuple[Counts, ...]:
        """At most so many patients of each colour are in the clinic in each round; in Admin all get worse (6.2)."""
        found, now = list[Counts](), self.state.patients
        for trios in self.trios:
            white, yellow, orange, red = (
                now[colour] + max(trio.queue.count(colour) * trio.actions.count(Action.ADMIT) for trio in trios)
                for colour in COLOURS
            )
            found.append((white, yellow, orange, red))
            now = (0, white, yellow, orange)
        return tuple(found)


def _newcomers(trio: Trio, kind: str) -> int:
    if kind == PATIENT:
        return len(trio.queue) * trio.actions.count(Action.ADMIT)
    return trio.icons(Staff(kind)) * trio.actions.count(Action.HIRE)


def most_icons(trios: Sequence[Trio], staff: Staff) -> int:
    return max(trio.icons(staff) for trio in trios)


def longest_queue(trios: Sequence[Trio]) -> int:
    return max(len(trio.queue) for trio in trios)
