"""14C: workaholic doctors, who treat several patients at once and need no nurses."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

from clinic_solo import admin, care, walk
from clinic_solo.colours import Numbers, Skill, added
from clinic_solo.deck import Deck
from clinic_solo.moves import ZOMBIE, Care, MovePeople, Treatment
from clinic_solo.planner import ALL_ENDS, NOT_BUSY, Busy, Ends, Need
from clinic_solo.ruleset import Ruleset, ahead_of
from clinic_solo.rulesets.workaholics import crowding
from clinic_solo.rulesets.workaholics.numbers import numbers_of
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import Person, Tile
from tabletop.colours import Colour

PURPLE = int(Skill.PURPLE)
Choice = tuple[Treatment, ...]


class Workaholics(Ruleset):
    def missing(self, deck: Deck) -> str:
        return super().missing(deck) if "workaholics" in deck.expansions else "[expansion.workaholics]"

    def fields(self) -> frozenset[str]:
        return super().fields() | {"lying"}

    def deck(self, deck: Deck) -> Deck:
        """14C1, 14C3: a fifth colour of doctors."""
        deck = super().deck(deck)
        numbers, hiring = numbers_of(deck), deck.hiring
        return replace(
            deck,
            bags=replace(deck.bags, doctors=numbers.pool),
            hiring=replace(hiring, price_by_colour=(*hiring.price_by_colour, hiring.price_by_colour[Colour.RED])),
            money=replace(deck.money, doctor_salary=(*deck.money.doctor_salary, numbers.salary)),
            points=replace(deck.points, doctor=(*deck.points.doctor, numbers.score)),
        )

    # --- the university ---

    def price_factor(self, setting: Setting, colour: int) -> int:
        """14C3."""
        factor = numbers_of(setting.deck).price_factor if colour == PURPLE else 1
        return factor * super().price_factor(setting, colour)

    def doctors_to_draw(self, setting: Setting, state: State) -> Numbers:
        """14C2: another purple one would be replaced by the next draw, and go back."""
        bag = super().doctors_to_draw(setting, state)
        full = state.university.count(PURPLE) >= numbers_of(setting.deck).university_max
        return added(bag, PURPLE, -bag[PURPLE]) if full else bag

    def better(self, setting: Setting, colour: int, steps: int) -> int:
        """14C2, 14C6 [decision workaholic-level]: a workaholic stays purple."""
        return colour if colour == PURPLE else super().better(setting, colour, steps)

    def worse(self, setting: Setting, colour: int) -> int:
        """14C6."""
        return colour if colour == PURPLE else super().worse(setting, colour)

    # --- Move ---

    def capacity(self, setting: Setting, state: State, who: Person, space: int) -> int:
        """14C4: a room with a workaholic holds more patients of one colour."""
        printed = super().capacity(setting, state, who, space)
        if who is not Person.PATIENT or state.grid[space] != Tile.TREATMENT or (space, PURPLE) not in state.doctors:
            return printed
        colours = {colour for place, colour in state.patients if place == space}
        return max(printed, numbers_of(setting.deck).room_for(colours.pop())) if len(colours) == 1 else printed

    def most_in(self, setting: Setting, state: State, who: Person, space: int) -> int:
        """14C4 [decision workaholic-overflow]: those who are left stay, of whatever colour they are by then."""
        printed, numbers = super().most_in(setting, state, who, space), numbers_of(setting.deck)
        crowded = who is Person.PATIENT and state.grid[space] == Tile.TREATMENT
        return max(printed, numbers.room_white, numbers.room_yellow) if crowded else printed

    def plan(self, setting: Setting, state: State, needs: Sequence[Need], busy: Busy = NOT_BUSY) -> MovePeople | None:
        """14C4: where more patients are wanted than else have room, a workaholic is wanted, too."""
        best: MovePeople | None = None
        for wanted, room in crowding.variants(setting, state, needs):
            plan = super().plan(setting, state, wanted, busy._replace(room=(*busy.room, *room)))
            best = walk.quicker(setting, state, best, plan)
        return best

    def all_moves(self, setting: Setting, state: State, ends: Ends = ALL_ENDS) -> Iterator[MovePeople]:
        """14C4: without crowded rooms, and with each choice of them."""
        for more in crowding.crowded_ends(setting, state, ends):
            yield from super().all_moves(setting, state, more)

    # --- Business and Admin ---

    def doctors_needed(self, setting: Setting, doctor: int, patients: Sequence[int]) -> int:
        """14C5: how many workaholics; each treats patients of one colour."""
        if doctor != PURPLE:
            return super().doctors_needed(setting, doctor, patients)
        treats = numbers_of(setting.deck).treats
        return sum(-(-number // treats[colour]) for colour, number in Counter(patients).items())

    def nurses_needed(self, setting: Setting, tile: int, doctor: int, patient: int) -> int:
        """14C5."""
        return 0 if doctor == PURPLE else super().nurses_needed(setting, tile, doctor, patient)

    def room_choices(self, setting: Setting, state: State, space: int) -> list[Choice]:
        """14C5: for each set of patients treated, and number of workaholics exhausted by it, with the fewest nurses."""
        doctors = [colour for place, colour in state.doctors if place == space]
        if PURPLE not in doctors:
            return super().room_choices(setting, state, space)
        patients = [colour for place, colour in state.patients if place == space]
        best: dict[tuple[tuple[int, ...], int], tuple[int, Choice]] = {}
        for number in range(len(patients) + 1):
            for treated in combinations(patients, number):
                for chosen in product(sorted(set(doctors)), repeat=number):
                    choice = tuple(sorted(Treatment(space, *pair) for pair in zip(treated, chosen, strict=True)))
                    if care.refusal(setting, state, Care(choice)) is None:
                        tile = state.grid[space]
                        nurses = sum(care.nurses_needed(setting, tile, t.doctor, t.patient) for t in choice)
                        key = (treated, _exhausted(setting, choice).get(space, 0))
                        best[key] = min(best.get(key, (nurses, choice)), (nurses, choice))
        return [choice for _, choice in best.values()]

    def business(self) -> tuple[care.CareStep, ...]:
        return ahead_of(super().business(), care.settle, _lie_down)

    def admin(self) -> tuple[admin.AdminStep, ...]:
        return ahead_of(super().admin(), admin.doctors_change, _leave)


def _exhausted(setting: Setting, treatments: Sequence[Treatment]) -> dict[int, int]:
    """14C5: how many workaholics treated patients, by space; for one who cures a zombie see 14D4."""
    treated: dict[int, list[int]] = {}
    for space, patient, doctor in treatments:
        if doctor == PURPLE and patient != ZOMBIE:
            treated.setdefault(space, []).append(patient)
    return {space: setting.rules.doctors_needed(setting, PURPLE, patients) for space, patients in treated.items()}


def _lie_down(setting: Setting, state: State, move: Care) -> State:
    """14C5: whoever treated somebody lies down."""
    exhausted = Counter(_exhausted(setting, move.treatments))
    lying = [(Person.DOCTOR, PURPLE, space) for space in exhausted.elements()]
    return state._replace(lying=tuple(sorted([*state.lying, *lying])))


def _leave(setting: Setting, state: State) -> State:  # noqa: ARG001
    """14C6: workaholics who lie leave the game; their cars go at the end of Admin."""
    leaving = [(place, colour) for who, colour, place in state.lying if who is Person.DOCTOR and colour == PURPLE]
    staying = Counter(state.doctors)
    staying.subtract(leaving)
    lying = tuple(one for one in state.lying if one[1] != PURPLE)
    return state._replace(doctors=tuple(sorted(staying.elements())), lying=lying)


RULESET = Workaholics
