"""14C4: rooms with more patients than the printed room, each with a workaholic: which there may be after a Move."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from clinic_solo import walk
from clinic_solo.colours import Skill
from clinic_solo.moves import NO_COLOUR
from clinic_solo.planner import Ends, Need
from clinic_solo.rulesets.workaholics.numbers import numbers_of
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import Person, Tile
from tabletop.colours import COLOURS

PURPLE = int(Skill.PURPLE)
Room = tuple[Person, int, int]  # a kind of people, a space, and how many may end there
Colours = tuple[tuple[int, int], ...]  # crowded rooms, and the one colour of the patients in each


def variants(setting: Setting, state: State, needs: Sequence[Need]) -> Iterator[tuple[list[Need], list[Room]]]:
    """The needs with all that crowded rooms need, in every way to have that, and the room there is then."""
    wanted = Counter(need.destination for need in needs if need.who is Person.PATIENT)
    crowded = [space for space, number in wanted.items() if _is_crowded(setting, state, space, number)]
    for colours in _colours(setting, crowded):
        if all(_holds(setting, state, needs, space, colour) for space, colour in colours):
            yield from _with_workaholics(
                [_coloured(need, dict(colours)) for need in needs], crowded, _room(setting, colours)
            )


def _is_crowded(setting: Setting, state: State, space: int, coming: int) -> bool:
    printed = walk.printed_capacity(setting, state, Person.PATIENT, space)
    there = sum(place == space for place, _ in state.patients)
    return state.grid[space] == Tile.TREATMENT and coming > 0 and coming + there > printed


def _colours(setting: Setting, rooms: Sequence[int]) -> Iterator[Colours]:
    """Every choice of colours that may crowd these rooms."""
    known = [int(colour) for colour in COLOURS if numbers_of(setting.deck).room_for(colour)]
    for chosen in product(known, repeat=len(rooms)):
        yield tuple(zip(rooms, chosen, strict=True))


def _room(setting: Setting, colours: Colours) -> list[Room]:
    return [(Person.PATIENT, space, numbers_of(setting.deck).room_for(colour)) for space, colour in colours]


def _holds(setting: Setting, state: State, needs: Sequence[Need], space: int, colour: int) -> bool:
    """Whether all who are in a room and come there may be of one colour, and have room."""
    there = [shade for place, shade in state.patients if place == space]
    there += [need.colour for need in needs if need.who is Person.PATIENT and need.destination == space]
    return set(there) <= {colour, NO_COLOUR} and len(there) <= numbers_of(setting.deck).room_for(colour)


def _coloured(need: Need, colours: dict[int, int]) -> Need:
    open_ = need.who is Person.PATIENT and need.destination in colours and need.colour == NO_COLOUR
    return need._replace(colour=colours[need.destination]) if open_ else need


def _with_workaholics(
    needs: list[Need], rooms: Sequence[int], room: list[Room]
) -> Iterator[tuple[list[Need], list[Room]]]:
    """A workaholic for each crowded room: one who is wanted there, one of any colour who is, or one more."""
    if not rooms:
        yield needs, room
        return
    purple, anybody = (Need(Person.DOCTOR, colour, rooms[0]) for colour in (PURPLE, NO_COLOUR))
    if purple in needs:
        yield from _with_workaholics(needs, rooms[1:], room)
        return
    if anybody in needs:
        index = needs.index(anybody)
        yield from _with_workaholics([*needs[:index], purple, *needs[index + 1 :]], rooms[1:], room)
    yield from _with_workaholics([*needs, purple], rooms[1:], room)


def crowded_ends(setting: Setting, state: State, ends: Ends) -> Iterator[Ends]:
    """The ends without crowded rooms, and those with each choice of crowded rooms and their colours."""
    yield ends
    rooms = [space for space, tile in enumerate(state.grid) if tile == Tile.TREATMENT]
    workaholics = sum(colour == PURPLE for _, colour in state.doctors)
    for number in range(1, workaholics + 1):
        for crowded in combinations(rooms, number):
            for colours in _colours(setting, crowded):
                busy = ends.busy._replace(room=(*ends.busy.room, *_room(setting, colours)))
                yield ends._replace(busy=busy, fits=(*ends.fits, _Fits(setting, state, colours)))


class _Fits:
    """Whether an end of one kind of people has exactly these rooms crowded."""

    def __init__(self, setting: Setting, state: State, colours: Colours) -> None:
        self.setting, self.state, self.colours = setting, state, colours

    def __call__(self, who: Person, needs: Sequence[Need]) -> bool:
        if who is Person.DOCTOR:
            return all(Need(who, PURPLE, space) in needs for space, _ in self.colours)
        if who is not Person.PATIENT:
            return True
        coming = Counter(need.destination for need in needs)
        return all(
            _is_crowded(self.setting, self.state, space, coming[space])
            and _holds(self.setting, self.state, needs, space, colour)
            for space, colour in self.colours
        )
