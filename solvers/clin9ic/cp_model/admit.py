"""Rule 4.6 in the model: the Admit action."""

from collections.abc import Callable
from dataclasses import replace

from ortools.sat.python.cp_model import IntVar

from clin9ic.cards import Action, Staff
from clin9ic.clinic import PATIENT
from solvers.clin9ic.cp_model.arrange import Laid
from solvers.clin9ic.cp_model.dice import Ranks, beyond, beyond_at_last, not_shown, pairs_that, possible_counts, shown
from solvers.clin9ic.cp_model.instance import Trio, longest_queue
from solvers.clin9ic.cp_model.move import Move
from solvers.clin9ic.cp_model.switches import Group
from solvers.clin9ic.cp_model.variables import Draft, Position, SlotVars
from tabletop.colours import COLOURS, Colour, Counts


def admit(
    draft: Draft,
    round_number: int,
    laid: Laid,
    slot: SlotVars,
    position: Position,
    move: Move,
    reach: dict[int, IntVar],
) -> tuple[Position, list[IntVar]]:
    """4.6: patients of the queue in order; refusing those who could come costs popularity."""
    name, may = move.name, slot.is_action[Action.ADMIT]
    most = longest_queue(laid.trios)
    admitted = slot.admitted
    draft.cp.add(admitted <= most * may)
    queue = [_colours(laid, place) for place in range(most)]
    could = draft.least(
        [
            _in_reach(draft, laid, reach, may, most, name),
            move.room_for(PATIENT, most),
            _spaces_free(draft, round_number, position, most, name),
            _shown_in_turn(draft, slot, most, name),
        ],
        0,
        most,
        f"{name} could be admitted",
    )
    draft.cp.add(admitted <= could)
    draft.cp.add(sum(slot.stops) <= may)
    _dice_follow(draft, round_number, laid, slot, position, queue, could, name)
    after = replace(
        position,
        patients=_with_patients(draft, round_number, laid, position, queue, admitted, name),
        popularity=_refused(draft, round_number, position, could, admitted, name),
    )
    return after, [move.time_for(PATIENT, admitted)]


def _colours(laid: Laid, place: int) -> tuple[IntVar, ...]:
    """Whether the patient at a place of the queue has each of the colours."""

    def is_there(colour: Colour) -> Callable[[Trio], bool]:
        return lambda trio: place < len(trio.queue) and trio.queue[place] is colour

    return tuple(laid.shows(is_there(colour), f"queue {place + 1} {colour.word}") for colour in COLOURS)


def _in_reach(draft: Draft, laid: Laid, reach: dict[int, IntVar], may: IntVar, most: int, name: str) -> IntVar:
    """How many patients of the queue the entrances reach; nobody where the action is another one."""

    def has_patient(box: int) -> Callable[[Trio], bool]:
        return lambda trio: isinstance(trio.top[box - 1], Colour)

    seen = [
        draft.both(laid.shows(has_patient(box), f"patient in box {box}"), reached, f"{name} patient in reach {box}")
        for box, reached in reach.items()
    ]
    number = draft.equal(sum(seen), 0, most, f"{name} patients in reach")
    return draft.least([number, most * may], 0, most, f"{name} queue")


def _spaces_free(draft: Draft, round_number: int, position: Position, most: int, name: str) -> IntVar:
    """1.4: parking spaces left, as far as it matters."""
    left = draft.number(0, most, f"{name} spaces free")
    free = draft.least([draft.parking(position) - position.cars, most], -200, most, f"{name} parking left")
    room = draft.greatest([free, 0], 0, most, f"{name} parking left at all")
    draft.cp.add(left == room).only_enforce_if(draft.rule(Group.PARKING, round_number))
    return left


def _shown_in_turn(draft: Draft, slot: SlotVars, most: int, name: str) -> IntVar:
    """How many come before the first whom the dice cannot show."""
    slot.stops = [draft.flag(f"{name} the dice stop patient {place + 1}") for place in range(most)]
    draft.cp.add_at_most_one(slot.stops)
    before = sum(place * stop for place, stop in enumerate(slot.stops))
    return draft.equal(most + before - most * sum(slot.stops), 0, most, f"{name} shown in turn")


def _with_queue(
    draft: Draft, counts: tuple[IntVar, ...], colours: tuple[IntVar, ...], most: Counts, name: str
) -> tuple[IntVar, ...]:
    grown = []
    for now, new, high, colour in zip(counts, colours, most, COLOURS, strict=True):
        low, least = draft.range_of(now)[0], draft.range_of(new)[0]
        grown.append(draft.equal(now + new, low + least, high, f"{name} {colour.word}"))
    return tuple(grown)


def _dice_follow(
    draft: Draft,
    round_number: int,
    laid: Laid,
    slot: SlotVars,
    position: Position,
    queue: list[tuple[IntVar, ...]],
    could: IntVar,
    name: str,
) -> None:
    """2.3: the dice show everybody after each patient who could come, and not with the one who stops the queue."""
    held = draft.rule(Group.DICE, round_number)
    listed = draft.switches.beyond_dice and Group.DICE not in draft.switches.without
    patients = position.patients
    with_patient: list[tuple[IntVar, ...]] = []
    for place, colours in enumerate(queue):
        most = _most_with(draft, laid, position, place + 1)
        patients = _with_queue(draft, patients, colours, most, f"{name} patients with {place + 1}")
        with_patient.append(patients)
        comes = draft.flag(f"{name} patient {place + 1} could come")
        draft.cp.add(could >= place + 1).only_enforce_if(comes)
        draft.cp.add(could <= place).only_enforce_if(~comes)
        shown(draft, position.doctors, patients, [comes, held], f"{name} patient {place + 1}")
        if not listed:
            draft.cp.add(slot.stops[place] == 0).only_enforce_if(held)
    if listed:
        _dice_stop(draft, round_number, slot, position, with_patient, held, name)


def _most_with(draft: Draft, laid: Laid, position: Position, places: int) -> Counts:
    """At most so many patients of each colour with the first ones of the queue."""
    high = [draft.range_of(position.patients[c])[1] for c in COLOURS]
    white, yellow, orange, red = (high[c] + max(trio.queue[:places].count(c) for trio in laid.trios) for c in COLOURS)
    return white, yellow, orange, red


def _dice_stop(
    draft: Draft,
    round_number: int,
    slot: SlotVars,
    position: Position,
    with_patient: list[tuple[IntVar, ...]],
    held: IntVar,
    name: str,
) -> None:
    """4.6: the counts with the patient who stops the queue are beyond the dice.

    A stop matters only where entrances, room and parking would let the patient in. So all who have come by then are
    within what a round can bring, and the dice showed everybody before the second, third … patient.
    """
    most, dice = draft.most(PATIENT, round_number), draft.instance.game.dice
    highest = draft.most_patients(round_number)
    doctors = list(possible_counts(draft, position.doctors, draft.most(Staff.DOCTOR, round_number)))
    crowds = [
        [
            counts
            for counts in possible_counts(draft, patients, most)
            if sum(counts) > place and all(n <= high for n, high in zip(counts, highest, strict=True))
        ]
        for place, patients in enumerate(with_patient)
    ]
    pairs = [
        pairs_that(beyond_at_last if place else beyond, doctors, crowd, dice) for place, crowd in enumerate(crowds)
    ]
    ever = {columns for found in pairs for columns, _ in found}
    stop = draft.equal(sum(slot.stops), 0, 1, f"{name} the dice stop")
    doctors = [counts for counts in doctors if tuple(sorted(counts)) in ever]
    columns = Ranks(draft, position.doctors, doctors, [stop, held], f"{name} doctors")
    for place, (patients, crowd, found) in enumerate(zip(with_patient, crowds, pairs, strict=True)):
        when, at_all = [slot.stops[place], held], {lines for _, lines in found}
        crowd = [counts for counts in crowd if tuple(sorted(counts)) in at_all]
        lines = Ranks(draft, patients, crowd, when, f"{name} patients with {place + 1}")
        not_shown(draft, columns, lines, found, when)


def _with_patients(
    draft: Draft,
    round_number: int,
    laid: Laid,
    position: Position,
    queue: list[tuple[IntVar, ...]],
    admitted: IntVar,
    name: str,
) -> tuple[IntVar, ...]:
    """The patients after the action: the first ones of the queue have come."""
    patients = position.patients
    most = draft.most_patients(round_number)
    for place, colours in enumerate(queue):
        came = draft.flag(f"{name} patient {place + 1} comes")
        draft.cp.add(admitted >= place + 1).only_enforce_if(came)
        draft.cp.add(admitted <= place).only_enforce_if(~came)
        joined = tuple(draft.both(came, colour, f"{name} patient {place + 1}") for colour in colours)
        white, yellow, orange, red = map(min, most, _most_with(draft, laid, position, place + 1))
        patients = _with_queue(
            draft, patients, joined, (white, yellow, orange, red), f"{name} patients after {place + 1}"
        )
    return patients


def _refused(draft: Draft, round_number: int, position: Position, could: IntVar, admitted: IntVar, name: str) -> IntVar:
    """4.6: a point for each patient who could have come in turn; popularity stays at 0 unless the table plays it so."""
    if not draft.instance.game.counts_popularity:
        return position.popularity
    most = draft.range_of(could)[1]
    price = draft.number(0, most, f"{name} refusals")
    draft.cp.add(price == could - admitted).only_enforce_if(draft.rule(Group.REFUSALS, round_number))
    return less_popular(draft, position.popularity, price, f"{name} popularity")


def less_popular(draft: Draft, popularity: IntVar, points: IntVar, name: str) -> IntVar:
    """4.6, 6.1: popularity after a loss, not below 0 unless the table plays it so."""
    low, high = draft.range_of(popularity)
    if draft.instance.game.options.popularity_below_zero:
        return draft.equal(popularity - points, low - draft.range_of(points)[1], high, name)
    return draft.greatest([popularity - points, 0], 0, high, name)
