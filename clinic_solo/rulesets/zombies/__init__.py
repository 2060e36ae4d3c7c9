"""14D: zombies."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from clinic_solo import admin, care, walk
from clinic_solo.deck import Deck
from clinic_solo.moves import ZOMBIE, Care, MovePeople, Treatment, ZombieStep
from clinic_solo.planner import ALL_ENDS, NOT_BUSY, Busy, Ends, Need
from clinic_solo.ruleset import Ruleset, ahead_of, instead_of
from clinic_solo.rulesets.zombies import walking
from clinic_solo.rulesets.zombies.numbers import numbers_of
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import Person, Thing, Tile
from tabletop.moves import IllegalMove


class Zombies(Ruleset):
    def missing(self, deck: Deck) -> str:
        return super().missing(deck) if "zombies" in deck.expansions else "[expansion.zombies]"

    def fields(self) -> frozenset[str]:
        return super().fields() | {"zombies", "zombies_made", "abandoned", "lying"}

    # --- Move ---

    def closed(self, setting: Setting, state: State) -> frozenset[int]:
        """14D2: nobody enters where a zombie is."""
        return super().closed(setting, state) | frozenset(state.zombies)

    def first_refusal(self, setting: Setting, state: State, move: MovePeople) -> IllegalMove | None:
        """14D2 [decision zombie-move]: every zombie moves, by one step or more."""
        if sorted(step.origin for step in move.zombies) != sorted(state.zombies):
            where = ", ".join(map(setting.board.space_name, state.zombies)) or "nowhere"
            return IllegalMove("14D2", f"every zombie moves first, and no others: they are at {where}")
        reach = walk.reach(setting, state)
        for step in move.zombies:
            if step.destination not in reach:
                return IllegalMove("14D2", f"no zombie can walk to {setting.board.space_name(step.destination)}")
        return None

    def first_moved(self, setting: Setting, state: State, move: MovePeople) -> State:
        state = super().first_moved(setting, state, move)
        return state._replace(zombies=tuple(sorted(step.destination for step in move.zombies)))

    def moved(self, setting: Setting, state: State, move: MovePeople) -> State:
        """14D3: whoever is with a zombie is lost, and the cars stay."""
        state, lost = super().moved(setting, state, move), walking.deadly(state)
        patients = tuple(one for one in state.patients if one[0] not in lost)
        dead, people = len(state.patients) - len(patients), state.people
        state = state._replace(
            doctors=tuple(one for one in state.doctors if one[0] not in lost),
            nurses=tuple(place for place in state.nurses if place not in lost),
            orderlies=tuple(place for place in state.orderlies if place not in lost),
            lying=tuple(one for one in state.lying if one[2] not in lost),
            patients=patients,
            popularity=admin.after_deaths(setting, state.popularity, dead),
            deaths=state.deaths + dead,
        )
        return state._replace(abandoned=state.abandoned + people - state.people)

    def plan(self, setting: Setting, state: State, needs: Sequence[Need], busy: Busy = NOT_BUSY) -> MovePeople | None:
        """14D2: as few are lost as can be, then least time; all zombies that are wanted nowhere keep together.

        The more spaces are closed the worse, so no other way to spread them is any better.
        """
        wished = [need.destination for need in needs if need.who is Thing.ZOMBIE]
        others = [need for need in needs if need.who is not Thing.ZOMBIE]
        if len(wished) > len(state.zombies) or not set(wished) <= walk.reach(setting, state):
            return None
        if not state.zombies:
            return super().plan(setting, state, others, busy)
        ideal = super().plan(setting, state._replace(zombies=()), others, busy)
        if ideal is None:
            return None
        least = walk.walked(setting, state._replace(zombies=()), ideal)
        best: tuple[tuple[int, int], MovePeople] | None = None
        for ends in walking.together(setting, state, wished):
            moved = state._replace(zombies=ends)
            shunned = busy.shunned | walking.deadly(moved)
            plan = super().plan(setting, moved, others, busy._replace(shunned=shunned))
            if plan is None:
                continue
            steps = tuple(sorted(ZombieStep(*ways) for ways in zip(state.zombies, ends, strict=True)))
            lost = walking.lost(setting, moved, plan)
            value = (lost, walk.walked(setting, moved, plan))
            if best is None or value < best[0]:
                best = value, MovePeople(plan.steps, steps)
            if value == (0, least):
                break
        return None if best is None else best[1]

    def all_moves(self, setting: Setting, state: State, ends: Ends = ALL_ENDS) -> Iterator[MovePeople]:
        """14D2: wherever the zombies go."""
        for places in combinations_with_replacement(sorted(walk.reach(setting, state)), len(state.zombies)):
            steps = tuple(sorted(ZombieStep(*ways) for ways in zip(state.zombies, places, strict=True)))
            for move in super().all_moves(setting, state._replace(zombies=places), ends):
                yield MovePeople(move.steps, steps)

    # --- Business and Admin ---

    def patients_of(self, setting: Setting, state: State) -> list[tuple[int, int]]:
        """14D4: the zombies that are alone in a lab."""
        alone = (space for space in state.zombies if state.zombies.count(space) == 1)
        labs = [(space, ZOMBIE) for space in alone if state.grid[space] == Tile.LAB]
        return [*super().patients_of(setting, state), *labs]

    def treatment_refusal(self, setting: Setting, state: State, treatment: Treatment) -> IllegalMove | None:
        """14D4: a doctor of any colour cures the zombie in a lab."""
        if treatment.patient != ZOMBIE:
            return super().treatment_refusal(setting, state, treatment)
        if state.grid[treatment.space] != Tile.LAB or treatment.doctor < 0:
            return IllegalMove("14D4", "a zombie is cured by a doctor in a lab")
        return None

    def doctors_needed(self, setting: Setting, doctor: int, patients: Sequence[int]) -> int:
        others = [colour for colour in patients if colour != ZOMBIE]
        return len(patients) - len(others) + super().doctors_needed(setting, doctor, others)

    def nurses_needed(self, setting: Setting, tile: int, doctor: int, patient: int) -> int:
        return 0 if patient == ZOMBIE else super().nurses_needed(setting, tile, doctor, patient)

    def room_choices(self, setting: Setting, state: State, space: int) -> list[tuple[Treatment, ...]]:
        if state.grid[space] != Tile.LAB:
            return super().room_choices(setting, state, space)
        doctors = [colour for place, colour in care.standing_doctors(state) if place == space]
        return [(), *((Treatment(space, ZOMBIE, colour),) for colour in doctors)]

    def pay(self, setting: Setting, state: State, treatment: Treatment) -> int:
        """14D4."""
        if treatment.patient == ZOMBIE:
            return numbers_of(setting.deck).cure_pay
        return super().pay(setting, state, treatment)

    def business(self) -> tuple[care.CareStep, ...]:
        return ahead_of(super().business(), care.settle, _cure, _turn)

    def admin(self) -> tuple[admin.AdminStep, ...]:
        return instead_of(super().admin(), admin.doctors_change, _others_change)

    # --- the end ---

    def score_items(self, setting: Setting, state: State) -> dict[str, int]:
        """14D6."""
        return {**super().score_items(setting, state), "zombies": numbers_of(setting.deck).score * len(state.zombies)}

    def patients_gone(self, setting: Setting, state: State) -> int:
        """14D1."""
        made = numbers_of(setting.deck).patients * state.zombies_made
        return super().patients_gone(setting, state) + made

    def faults(self, setting: Setting, state: State) -> Iterator[str]:
        yield from super().faults(setting, state)
        numbers, reach = numbers_of(setting.deck), walk.reach(setting, state)
        for space in state.zombies:
            if space not in reach:
                yield f"{setting.board.space_name(space)}: no zombie can be there (14D2)"
        if not len(state.zombies) <= state.zombies_made <= numbers.tokens:
            yield f"{len(state.zombies)} zombies of {state.zombies_made} made, there are {numbers.tokens} (14D1)"
        if state.abandoned < numbers.patients * state.zombies_made:
            yield f"{state.abandoned} cars left behind by {state.zombies_made} zombies (14D1)"


def _cure(setting: Setting, state: State, move: Care) -> State:  # noqa: ARG001
    """14D4: the zombie goes, its cars stay, and the doctor lies down."""
    cured = [treatment for treatment in move.treatments if treatment.patient == ZOMBIE]
    zombies = Counter(state.zombies)
    zombies.subtract(treatment.space for treatment in cured)
    lying = [(Person.DOCTOR, treatment.doctor, treatment.space) for treatment in cured]
    return state._replace(zombies=tuple(sorted(zombies.elements())), lying=tuple(sorted([*state.lying, *lying])))


def _turn(setting: Setting, state: State, move: Care) -> State:  # noqa: ARG001
    """14D1 [decision zombie-pairs]: every such pair becomes a zombie while there are any, the lowest spaces first."""
    numbers, staffed = numbers_of(setting.deck), {*state.nurses, *(place for place, _ in state.doctors)}
    patients, turned = Counter(state.patients), list[int]()
    for space in sorted({space for space, colour in state.patients if colour == numbers.colour}):
        if state.grid[space] == Tile.TREATMENT and space not in staffed:
            pairs = patients[space, numbers.colour] // numbers.patients
            pairs = min(pairs, numbers.tokens - state.zombies_made - len(turned))
            patients[space, numbers.colour] -= pairs * numbers.patients
            turned += [space] * pairs
    return state._replace(
        patients=tuple(sorted(patients.elements())),
        zombies=tuple(sorted([*state.zombies, *turned])),
        zombies_made=state.zombies_made + len(turned),
        abandoned=state.abandoned + numbers.patients * len(turned),
    )


def _others_change(setting: Setting, state: State) -> State:
    """14D5: doctors who lie in a lab stand up, and that is all."""
    lying = [(place, colour) for who, colour, place in state.lying if who is Person.DOCTOR]
    standing = Counter(state.doctors)
    standing.subtract(lying)
    after = admin.doctors_change(setting, state._replace(doctors=tuple(sorted(standing.elements()))))
    return after._replace(doctors=tuple(sorted([*after.doctors, *lying])), lying=())


RULESET = Zombies
