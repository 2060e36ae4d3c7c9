"""Section 7 tried out: which patients can be admitted in the actions left, at how many queue points in each."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from clinic_solo.moves import Admit, Queue
from clinic_solo.tiles import ACTIONS, Action, Service
from solvers.clinic_solo.cp_model.instance import NOTHING, Instance
from solvers.clinic_solo.kernel.ruleset_tables import edition_2014_of
from solvers.core.result import NotSolvable
from tabletop.colours import COLOURS, Counts, add

MOST_NOTEPADS = 40_000  # gone through for a round; those of shipped decks take a third of it
Rows = tuple[tuple[int, ...], ...]
Who = tuple[Counts, ...]  # patients by row and colour
Steps = tuple[Queue | Admit, ...]


@dataclass(frozen=True)
class Step:
    """One Admit action: the notepad before it, the points it takes and who is admitted; after it, if that matters."""

    rows: Rows
    points: int
    admitted: Who
    after: Rows | None = None


@dataclass(frozen=True)
class Option:
    """Who is admitted in the actions of the round; None for actions of another kind."""

    steps: tuple[Step | None, ...]

    def number(self, slot: int) -> int:
        step = self.steps[slot]
        return sum(map(sum, step.admitted)) if step else 0

    def points(self, slot: int) -> int:
        step = self.steps[slot]
        return step.points if step else 0

    def of(self, row: int, colour: int) -> int:
        return sum(step.admitted[row][colour] for step in self.steps if step)


@lru_cache(maxsize=100_000)
def swaps(services: tuple[Service, ...], rows: Rows) -> tuple[tuple[Queue, Rows], ...]:
    """7.3: every move on the notepad that changes it."""
    return tuple(_swaps(services, rows))


def _swaps(services: tuple[Service, ...], rows: Rows) -> Iterator[tuple[Queue, Rows]]:
    for row, here in enumerate(rows):
        for i in range(len(here) - 1):
            if here[i] != here[i + 1]:
                swapped = (*here[:i], here[i + 1], here[i], *here[i + 2 :])
                yield Queue(services[row], i + 1, "left"), (*rows[:row], swapped, *rows[row + 1 :])
        for other, direction in ((row + 1, "down"), (row - 1, "up")):
            if not 0 <= other < len(rows):
                continue
            there = rows[other]
            for i in range(len(here)):
                changed = list(rows)
                if i >= len(there):
                    changed[row], changed[other] = (*here[:i], *here[i + 1 :]), (*there, here[i])
                elif direction == "down" and here[i] != there[i]:
                    changed[row] = (*here[:i], there[i], *here[i + 1 :])
                    changed[other] = (*there[:i], here[i], *there[i + 1 :])
                else:
                    continue
                yield Queue(services[row], i + 1, direction), tuple(changed)


class Notepad:
    """The costs of a deck, and what queue points can do."""

    def __init__(self, instance: Instance) -> None:
        queueing = instance.game.deck.queueing
        self.services = instance.game.services
        self.move_cost, self.admit_cost = queueing.move_cost, queueing.admit_cost
        self.nobody: Who = (NOTHING,) * len(self.services)
        self._sets: dict[tuple[Rows, int], frozenset[Who]] = {}

    def swaps(self, rows: Rows) -> Iterable[tuple[Queue, Rows]]:
        """7.3: every move that changes something."""
        return swaps(self.services, rows)

    def colour(self, patient: int) -> int:
        """Of a patient, as one stands in the rows."""
        return patient

    def may_end(self, rows: Rows) -> bool:  # noqa: ARG002
        """Whether an Admit action may leave the notepad so."""
        return True

    def still_needed(self, rows: Rows) -> int:  # noqa: ARG002
        """Queue points at least before the action may end."""
        return 0

    def admissions(self, rows: Rows) -> Iterator[tuple[int, Rows]]:
        """7.4: whoever is first in a row, and the notepad without him."""
        for row, queue in enumerate(rows):
            if queue:
                yield row, (*rows[:row], queue[1:], *rows[row + 1 :])

    def sets(self, rows: Rows, points: int) -> frozenset[Who]:
        """All sets of patients who can be admitted with so many points."""
        key = rows, points
        if points < self.still_needed(rows):
            return frozenset()
        if key not in self._sets:
            if len(self._sets) >= MOST_NOTEPADS:
                raise NotSolvable("the queues can be moved in more ways than the exact model of a round goes through")
            found = {self.nobody} if self.may_end(rows) else set()
            if points >= self.move_cost:
                for _, after in self.swaps(rows):
                    found |= self.sets(after, points - self.move_cost)
            if points >= self.admit_cost:
                for row, after in self.admissions(rows):
                    colour = self.colour(rows[row][0])
                    for who in self.sets(after, points - self.admit_cost):
                        found.add((*who[:row], add(who[row], colour), *who[row + 1 :]))
            self._sets[key] = frozenset(found)
        return self._sets[key]

    def last_steps(self, rows: Rows, points: int) -> Iterator[Step]:
        """An Admit action after which nobody looks at the notepad again: each set at its fewest points."""
        known: frozenset[Who] = frozenset({self.nobody})
        for spent in range(1, points + 1):
            found = self.sets(rows, spent)
            yield from (Step(rows, spent, who) for who in sorted(found - known))
            known |= found

    def outcomes(self, rows: Rows, points: int) -> dict[tuple[Rows, Who], tuple[int, Steps]]:
        """Every notepad and set of admitted patients that so many points lead to: fewest points, and the steps."""
        found: dict[tuple[Rows, Who], tuple[int, Steps]] = {(rows, self.nobody): (0, ())}
        waiting: list[list[tuple[Rows, Who]]] = [[(rows, self.nobody)]] + [[] for _ in range(points)]
        for spent in range(points + 1):
            for key in waiting[spent]:
                if found[key][0] < spent:
                    continue
                steps = found[key][1]
                for step, price, after in self._next(key):
                    total = spent + price
                    enough = total + self.still_needed(after[0]) <= points
                    if enough and (after not in found or found[after][0] > total):
                        found[after] = total, (*steps, step)
                        waiting[total].append(after)
        return {key: done for key, done in found.items() if self.may_end(key[0])}

    def _next(self, key: tuple[Rows, Who]) -> Iterator[tuple[Queue | Admit, int, tuple[Rows, Who]]]:
        rows, who = key
        for step, changed in self.swaps(rows):
            yield step, self.move_cost, (changed, who)
        for row, after in self.admissions(rows):
            now = (*who[:row], add(who[row], self.colour(rows[row][0])), *who[row + 1 :])
            yield Admit(self.services[row]), self.admit_cost, (after, now)

    def path(self, step: Step) -> Steps:
        """The moves of an Admit action."""
        for (rows, who), (_, steps) in self.outcomes(step.rows, step.points).items():
            if who == step.admitted and step.after in (None, rows):
                return steps
        raise AssertionError("the step was found before")


class Notepad2014(Notepad):
    """15.9: whoever is moved, forward or once to a neighbouring row, has to be taken in the same action.

    In the rows of an action under way, a patient who was moved stands as the colour and MOVED, and SHIFTED on top.
    """

    def swaps(self, rows: Rows) -> Iterable[tuple[Queue, Rows]]:
        return moves_of_2014(self.services, rows)

    def colour(self, patient: int) -> int:
        return patient % MOVED

    def may_end(self, rows: Rows) -> bool:
        return not self.still_needed(rows)

    def still_needed(self, rows: Rows) -> int:
        """No step is worth more than one of `steps_needed`, in one of the rows.

        Whoever is shifted changes places with somebody as far from the front, so that the last who was shifted is
        there no nearer to it; or he goes to the end of a row, and those behind him in his own are one step nearer.
        """
        return sum(map(steps_needed, rows)) * min(self.move_cost, self.admit_cost)


MOVED, SHIFTED = 4, 8
UP_AND_DOWN = ((-1, "up"), (1, "down"))


@lru_cache(maxsize=100_000)
def moves_of_2014(services: tuple[Service, ...], rows: Rows) -> tuple[tuple[Queue, Rows], ...]:
    """15.9: every move forward or to a neighbouring row.

    Who is not moved yet never passes one of the same colour, who would be taken instead.
    """
    found = []
    for row, here in enumerate(rows):
        for i, patient in enumerate(here):
            begun = patient >= MOVED
            now = patient if begun else patient + MOVED
            if i and (begun or here[i - 1] != patient):
                forward = (*here[: i - 1], now, here[i - 1], *here[i + 1 :])
                found.append((Queue(services[row], i + 1, "right"), (*rows[:row], forward, *rows[row + 1 :])))
            for step, direction in UP_AND_DOWN if now < SHIFTED else ():
                if 0 <= row + step < len(rows):
                    there, changed = rows[row + step], list(rows)
                    if i < len(there):
                        changed[row] = (*here[:i], there[i], *here[i + 1 :])
                        changed[row + step] = (*there[:i], now + SHIFTED, *there[i + 1 :])
                    else:
                        changed[row] = (*here[:i], *here[i + 1 :])
                        changed[row + step] = (*there, now + SHIFTED)
                    if begun or i >= len(there) or there[i] != patient:
                        found.append((Queue(services[row], i + 1, direction), tuple(changed)))
    return tuple(found)


@lru_cache(maxsize=100_000)
def steps_needed(row: tuple[int, ...]) -> int:
    """15.9: for the last who was shifted and all ahead of him, or for each who was moved."""
    shifted = [number for number, patient in enumerate(row, 1) if patient >= MOVED + SHIFTED]
    return max(shifted[-1] if shifted else 0, sum(patient >= MOVED for patient in row))


def notepad_of(instance: Instance) -> Notepad:
    """The queues by the rules of the edition."""
    return Notepad(instance) if edition_2014_of(instance.game) is None else Notepad2014(instance)


def options(instance: Instance, money: int, *, by_slot: bool) -> list[Option]:
    """7.1–7.6: every set of patients that can be admitted, none at more points than it takes, with money to build.

    With `by_slot` it counts in which action how many come, as it does for their cars where cars may move again.
    """
    notepad = notepad_of(instance)
    most = min(instance.slots, instance.state.tiles[ACTIONS.index(Action.ADMIT)])
    none = (None,) * instance.slots
    found = [Option(none)]
    if most:
        before = _before(instance, instance.state.notepad, instance.state.bag, 0)
        for slot in range(instance.slots):
            rows, bag = before[slot]
            for step in notepad.last_steps(rows, most_points(instance, money, slot, 0)):
                found.append(Option((*none[:slot], step, *none[slot + 1 :])))
            if most > 1 and slot + 1 < instance.slots:
                found += _two(instance, money, notepad, slot, rows, bag)
    room = [instance.game.deck.queueing.pre_admissions - sum(counts) for counts in instance.state.waiting]
    fitting = [
        o for o in found if all(sum(o.of(r, c) for c in COLOURS) <= most_there for r, most_there in enumerate(room))
    ]
    return _thinned(instance, fitting, by_slot=by_slot)


def _two(instance: Instance, money: int, notepad: Notepad, slot: int, rows: Rows, bag: Counts) -> Iterator[Option]:
    """Two Admit actions, the first of them in this slot."""
    none, now = (None,) * instance.slots, points_now(instance)
    seen: set[tuple[int, Who, Who, int, int]] = set()
    for (after, who), (spent, _) in notepad.outcomes(rows, most_points(instance, money, slot, 0)).items():
        if not spent:
            continue
        first = Step(rows, spent, who, after)
        later = _before(instance, after, bag, slot)
        for other in range(slot + 1, instance.slots):
            for second in notepad.last_steps(later[other][0], most_points(instance, money, other, 1)):
                key = (other, who, second.admitted, max(now, spent), max(now, second.points))
                if key not in seen:
                    seen.add(key)
                    yield Option((*none[:slot], first, *none[slot + 1 : other], second, *none[other + 1 :]))


def _before(instance: Instance, rows: Rows, bag: Counts, slot: int) -> dict[int, tuple[Rows, Counts]]:
    """The notepad and the bag before each action from a slot on, when nobody is admitted in between."""
    found: dict[int, tuple[Rows, Counts]] = {}
    columns = instance.game.deck.queueing.columns
    for number in range(slot, instance.slots):
        found[number] = rows, bag
        queues = list(rows)
        for row, queue in enumerate(queues):
            if len(queue) < columns and any(bag):
                colour = instance.draw(number, row, bag)
                queues[row], bag = (*queue, colour), add(bag, colour, -1)
        rows = tuple(queues)
    return found


def most_points(instance: Instance, money: int, slot: int, admits_before: int) -> int:
    """7.1: queue points at most, with as many ways in built before as actions and money allow."""
    game = instance.game
    queueing, building = game.deck.queueing, game.deck.building
    ways = {"entrance": queueing.points_per_entrance, "helipad": queueing.points_per_helipad}
    cheapest = min((price for name in ways for price in building.cost[name] if price is not None), default=0)
    builds = min(slot - admits_before, instance.builds) * building.components_per_action
    most = min(builds, money // cheapest) if cheapest else builds
    return points_now(instance) + max(ways.values()) * most


def points_now(instance: Instance) -> int:
    """7.1: queue points with the entrances and helipads that are there."""
    queueing, state = instance.game.deck.queueing, instance.state
    now = queueing.points_per_entrance * len(state.entrances) + queueing.points_per_helipad * len(state.helipads())
    return queueing.points + now


def _thinned(instance: Instance, found: list[Option], *, by_slot: bool) -> list[Option]:
    """Of options that bring in the same patients, those that take fewest actions and points beyond those there are."""
    now = points_now(instance)
    groups: dict[object, list[tuple[tuple[int, ...], Option]]] = defaultdict(list)
    for option in found:
        who = tuple(option.of(row, c) for row in range(len(instance.game.services)) for c in COLOURS)
        numbers = tuple(map(option.number, range(instance.slots))) if by_slot else ()
        price = tuple(
            0 if step is None else 1 + max(0, option.points(slot) - now) for slot, step in enumerate(option.steps)
        )
        groups[who, numbers].append((price, option))
    kept = []
    for group in groups.values():
        best: list[tuple[int, ...]] = []
        for price, option in sorted(group, key=lambda entry: (sum(entry[0]), entry[0])):
            if not any(all(p <= q for p, q in zip(other, price, strict=True)) for other in best):
                best.append(price)
                kept.append(option)
    return kept
