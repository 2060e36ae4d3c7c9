"""Sections 8 and 14: the planner and the list of all Moves of each ruleset against trying everything."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from clinic_solo import ClinicSolo, Need, State
from clinic_solo.moves import NO_COLOUR
from clinic_solo.state import Phase
from clinic_solo.tiles import Person, Thing, Token
from tests.clinic_solo import naive, naive_walk
from tests.clinic_solo.helpers import house
from tests.clinic_solo.naive import Space, Table
from tests.clinic_solo.rulesets.naive_move import End, Extras, all_ends, size, walkable
from tests.clinic_solo.test_builds import from_table, random_tables
from tests.clinic_solo.test_planner import SERVICE, place_number

MOST_TRIED = 2_500
PLAYED = {
    "extinguishers": ("extinguishers",),
    "blood": ("blood",),
    "workaholics": ("workaholics",),
    "zombies": ("zombies",),
    "together": ("blood", "extinguishers", "workaholics", "zombies"),
}


class Case:
    """A small clinic with up to four people and what a ruleset adds, for the referee and for the naive reading."""

    def __init__(self, played: tuple[str, ...], random: Random) -> None:
        self.width = random.choice((3, 3, 4))
        self.game = ClinicSolo(house(), f"{self.width}x3", "throughput", True, played)
        self.table = random.choice(random_tables(random, self.width)[6:])
        self.played = played
        self.extras = Extras(giving="blood" in played)
        self.people: list[naive_walk.Who] = []
        self.roomed: list[tuple[Space, int]] = []
        self.fits = bool(self._hubs()) and bool(naive_walk.ways_in(self.table))
        if self.fits:
            self._furnish(random)
            self._people(random)
            self.fits = size(self.table, self.people, self.extras) <= MOST_TRIED and self._may_be_crowded()

    def _may_be_crowded(self) -> bool:
        """14C4: with workaholics alone, there is a room for it: else little would be seen of them."""
        rooms = [space for space, token in self.table.tiles.items() if token == "T"]
        return self.played != ("workaholics",) or any(naive_walk.offers(self.table, room) for room in rooms)

    def _hubs(self) -> list[Space]:
        return [space for space, token in self.table.tiles.items() if token in naive.HUBS]

    def _furnish(self, random: Random) -> None:
        tiles = self.table.tiles
        if "extinguishers" in self.played:
            bearing = [space for space, token in tiles.items() if token in ("S", "L", "R", *naive.HUBS)]
            self.extras.extinguishers = {space for space in bearing if random.random() < 0.6}
        if "blood" in self.played and random.random() < 0.7:
            self.extras.blood = [random.choice(self._hubs()) for _ in range(random.choice((1, 1, 2)))]
        if "zombies" in self.played:
            self.extras.zombies = [random.choice(walkable(self.table)) for _ in range(random.choice((1, 1, 1, 2)))]

    def _people(self, random: Random) -> None:
        tiles, entries = self.table.tiles, naive_walk.ways_in(self.table)
        rooms = [space for space, token in tiles.items() if token in "TO" and naive_walk.offers(self.table, space)]
        crowded = "workaholics" in self.played
        purple = crowded and random.random() < 0.8
        kinds = ["doctor", "doctor", "nurse", "orderly", "patient"] + ["patient"] * 4 * crowded + ["nurse"] * crowded
        shade = random.randint(0, 1)
        for index in range(random.randint(2, 5 if crowded else 3)):
            kind = "doctor" if not index else random.choice(kinds)
            if crowded and rooms and 0 < index < 3:
                kind = "patient"
            colour = random.randint(0, 2) if kind in ("doctor", "patient") else 0
            if kind == "patient" and crowded and random.random() < 0.8:
                colour = shade
            if purple and not index:
                colour = 4
            inside = [space for space, token in tiles.items() if token in naive_walk.ROOM[kind]]
            held = Counter(place for k, _, place in self.people if k == kind)
            free = [space for space in inside if held[space] < naive_walk.ROOM[kind][tiles[space]]]
            service = naive_walk.offers(self.table, rooms[0]) if rooms and crowded else None
            place: naive_walk.Place = random.choice([*entries, *free])
            if kind == "patient":
                place = service or random.choice(naive.HUBS)
            self.people.append((kind, colour, place))
        for room in rooms:
            for _ in range(random.choice((0, 0, 1, 2))):
                self.roomed.append((room, shade if random.random() < 0.7 else random.randint(0, 3)))
            if tiles[room] == "O":
                self.roomed = [one for one in self.roomed if one[0] != room][:1]

    # --- for the referee ---

    def state(self) -> State:
        number = self.number
        waiting = [[0, 0, 0, 0], [0, 0, 0, 0]]
        for kind, colour, place in self.people:
            if kind == "patient":
                waiting[naive.HUBS.index(str(place))][colour] += 1
        state = from_table(self.game, self.table)._replace(phase=Phase.MOVE, slot=3, left=0, cars=())
        state = state._replace(
            doctors=tuple(sorted((number(place), colour) for kind, colour, place in self.people if kind == "doctor")),
            nurses=tuple(sorted(number(place) for kind, _, place in self.people if kind == "nurse")),
            orderlies=tuple(sorted(number(place) for kind, _, place in self.people if kind == "orderly")),
            patients=tuple(sorted((number(room), colour) for room, colour in self.roomed)),
            waiting=tuple((w[0], w[1], w[2], w[3]) for w in waiting),
            zombies=tuple(sorted(map(number, self.extras.zombies))),
        )
        for token, spaces in ((Token.EXTINGUISHER, self.extras.extinguishers), (Token.BLOOD, self.extras.blood)):
            state = state.with_tokens(token, map(number, spaces))
        return state

    def number(self, place: naive_walk.Place) -> int:
        return place_number(self.game, place)


Key = tuple[Any, ...]


def key_of_state(state: State) -> Key:
    blood = tuple(sorted(state.having(Token.BLOOD)))
    staff = (state.doctors, state.nurses, state.orderlies, state.lying)
    return (*staff, state.waiting, state.patients, blood, state.zombies, state.deaths)


def key_of_end(case: Case, end: End) -> Key:
    """The same for an end that was found by trying."""
    number, before = case.number, case.state()
    here = [(w, o) for i, (w, o) in enumerate(zip(case.people, end.options, strict=True)) if i not in end.lost]

    def of(kind: str) -> list[tuple[int, int]]:
        return sorted((number(o.place), w[1]) for w, o in here if w[0] == kind and o.place != "home")

    waiting = [[0, 0, 0, 0], [0, 0, 0, 0]]
    patients = [one for one in before.patients if not _deadly(case, end, one[0])]
    for (kind, colour, start), option in here:
        if kind == "patient" and isinstance(option.place, str):
            waiting[naive.HUBS.index(str(start))][colour] += 1
        elif kind == "patient":
            patients.append((number(option.place), colour))
    lying = sorted((Person(w[0]), w[1] if w[0] == "doctor" else NO_COLOUR, number(o.place)) for w, o in here if o.lies)
    blood = [number(hub) for hub in case.extras.blood]
    for option in end.options:
        for token, room in option.errands:
            blood.remove(number(case.extras.blood[token]))
            blood.append(number(room))
    dead = end.dead + sum(case.people[index][0] == "patient" for index in end.lost)
    staff = (tuple(of("doctor")), *(tuple(place for place, _ in of(kind)) for kind in ("nurse", "orderly")))
    zombies = tuple(sorted(map(number, end.zombies)))
    roomed = tuple(sorted(patients))
    return (*staff, tuple(lying), tuple(map(tuple, waiting)), roomed, tuple(sorted(blood)), zombies, dead)


def _deadly(case: Case, end: End, space: int) -> bool:
    there = [case.number(zombie) for zombie in end.zombies].count(space)
    return there > 1 or (there == 1 and case.table.tiles.get(case.game.board.where(space)) != "L")


def cases(name: str, number: int) -> list[Case]:
    random, found = Random(f"{name} moves"), list[Case]()
    while len(found) < number:
        case = Case(PLAYED[name], random)
        found += [case] if case.fits else []
    return found


def triage(table: Table) -> int:
    return 3 if "R" in table.tiles.values() else 0


@pytest.mark.parametrize("name", PLAYED)
def test_the_planner_finds_the_least_time_of_all_moves(name: str) -> None:
    compare_plans(name, 10)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_the_planner_finds_the_least_time_in_200_clinics(name: str) -> None:
    special = compare_plans(name, 200)
    for played, what in (("blood", "lies"), ("blood", "carried"), ("workaholics", "crowded")):
        assert special[what] >= 5 or name != played, special


def compare_plans(name: str, number: int) -> Counter[str]:
    """The planner against all Moves in so many clinics, without wishes and with some; what was seen of the rulesets."""
    random, met, special = Random(3), 0, Counter[str]()
    for case in cases(name, number):
        ends = list(all_ends(case.table, case.people, case.roomed, case.extras))
        state, off = case.state(), triage(case.table)
        for wish in ([], _needs(case, random, ends)):
            plan = case.game.plan_move(state, [need for _, need in wish])
            values = [(len(end.lost) + end.dead, end.time) for end in ends if _meets(end, case, wish)]
            if plan is None:
                assert not values, (case.people, wish)
                continue
            after = case.game.apply(state, plan)
            lost = after.abandoned
            assert values, (case.people, wish, case.game.format(plan))
            best = min(values)
            assert (lost, after.time) == (best[0], max(0, best[1] - off)), (case.people, wish, case.game.format(plan))
            met += bool(wish)
            special.update({"lies": bool(after.lying), "carried": any(step.errands for step in plan.steps)})
            counts = Counter(place for place, _ in after.patients)
            special["crowded"] += max(counts.values(), default=0) > 2
    assert met > number / 3
    return special


Wish = tuple[str, Need]


def _crowded(case: Case, end: End) -> bool:
    """14C4: whether more than two patients come to be in a room."""
    kinds = [kind for kind, _, _ in case.people]
    coming: list[naive_walk.Place] = [o.place for kind, o in zip(kinds, end.options, strict=True) if kind == "patient"]
    there = coming + [space for space, _ in case.roomed]
    return any(there.count(place) > 2 for place in coming if isinstance(place, tuple))


def _needs(case: Case, random: Random, ends: list[End]) -> list[Wish]:
    """Some of what one end has: it can be met, and maybe sooner."""
    end = random.choice([end for end in ends if _crowded(case, end)] or ends)
    found = list[Wish]()
    for (kind, colour, start), option in zip(case.people, end.options, strict=True):
        wanted = option.lies or random.random() < (0.8 if kind == "patient" else 0.4)
        if isinstance(option.place, tuple) and len(option.place) == 3 and wanted:
            shade = colour if kind in ("doctor", "patient") else NO_COLOUR
            service = SERVICE[str(start)] if kind == "patient" else None
            found.append((kind, Need(Person(kind), shade, case.number(option.place), service, option.lies)))
        for _, room in option.errands:
            found.append(("blood", Need(Thing.BLOOD, NO_COLOUR, case.number(room))))
    zombies = [("zombie", Need(Thing.ZOMBIE, NO_COLOUR, case.number(place))) for place in end.zombies]
    return found + [wish for wish in zombies if random.random() < 0.4]


def _meets(end: End, case: Case, wishes: list[Wish]) -> bool:
    """Whether an end has all of it at once, by those who are not lost."""
    there: Counter[Need] = Counter()
    for index, ((kind, colour, start), option) in enumerate(zip(case.people, end.options, strict=True)):
        there.update(Need(Thing.BLOOD, NO_COLOUR, case.number(room)) for _, room in option.errands)
        if index not in end.lost and isinstance(option.place, tuple):
            shade = colour if kind in ("doctor", "patient") else NO_COLOUR
            service = SERVICE[str(start)] if kind == "patient" else None
            there[Need(Person(kind), shade, case.number(option.place), service, option.lies)] += 1
    there.update(Need(Thing.ZOMBIE, NO_COLOUR, case.number(place)) for place in end.zombies)
    return not Counter(need for _, need in wishes) - there


@pytest.mark.parametrize("name", PLAYED)
def test_all_moves_are_listed_once_each_in_least_time(name: str) -> None:
    for case in cases(name, 6):
        state, off = case.state(), triage(case.table)
        expected: dict[Key, int] = {}
        for end in all_ends(case.table, case.people, case.roomed, case.extras):
            key = key_of_end(case, end)
            expected[key] = min(end.time, expected.get(key, 999))
        if len(expected) > 200:
            continue
        found: dict[Key, int] = {}
        for move in case.game.iter_moves(state):
            after = case.game.apply(state, move)
            assert case.game.parse(case.game.format(move)) == move
            key = key_of_state(after)
            assert key not in found, (case.game.format(move), "an end is listed twice")
            found[key] = after.time
        assert found == {key: max(0, time - off) for key, time in expected.items()}
