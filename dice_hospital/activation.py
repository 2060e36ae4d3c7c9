"""Section 6: activation. Workers are placed one at a time; blood bags help in between."""

from collections.abc import Iterator
from itertools import product

from dice_hospital import specialists
from dice_hospital.deck import Ability, Department, Treatment
from dice_hospital.departments import exchange, recolourings, refusal, selections, takes_recoloured, touched, treat
from dice_hospital.moves import Also, Bag, Consult, Move, Place, Recolour, Rolled, Stop
from dice_hospital.patients import COLOURS, NOW, Patients, as_colour, healed, missing, names, with_value, without, words
from dice_hospital.setting import Setting, Variant
from dice_hospital.state import Phase, State
from tabletop.moves import IllegalMove

BAG_STEPS = 1  # 6.10 (a)


def begin(setting: Setting, state: State) -> State:
    """6.1: all workers and departments are free; the consultant chooses whom to follow first (6.11)."""
    own = range(len(setting.deck.starting))
    state = state._replace(
        phase=Phase.PLACE,
        free_workers=(*[0] * setting.deck.setup.nurses, *state.specialists),
        free_departments=(*own, *state.departments),
    )
    return state._replace(phase=Phase.CONSULT) if ways_to_consult(setting, state) else state


def ways_to_consult(setting: Setting, state: State) -> list[Consult]:
    """6.11: any other specialist, if there is a consultant."""
    is_copy = [setting.deck.workers[kind].ability is Ability.COPY for kind in state.specialists]
    if not any(is_copy):
        return []
    others = zip(state.specialists, is_copy, strict=True)
    return [Consult(kind) for kind in dict.fromkeys(kind for kind, copies in others if not copies)]


def consult(setting: Setting, state: State, move: Consult) -> State:
    """6.11."""
    if move not in ways_to_consult(setting, state):
        raise IllegalMove("6.11", f"{setting.deck.workers[move.specialist].name} is no other specialist of yours")
    return state._replace(phase=Phase.PLACE, consulted=move.specialist)


# --- what can be done -----------------------------------------------------------------------------------------------


def moves(setting: Setting, state: State, *, lean: bool = False) -> Iterator[Move]:
    """Every move of an activation in which the player decides; those of PLACE end with Stop, those of ALSO with nobody.

    With `lean` two kinds of moves are left out that only waste blood bags, as others lead to the same ends with as many
    bags left or more: to heal with one between the two effects of a placement, in games without chance in an
    activation, and to give a die a colour that neither the department nor a worker names.
    """
    if state.phase is Phase.PLACE:
        yield from placements(setting, state)
    else:
        yield from specialists.ways(setting, state)
    between = state.phase is Phase.ALSO and lean and not has_chance(setting)
    if state.blood_bags and not state.recoloured and not between:
        yield from map(Bag, dict.fromkeys(state.patients))
    if state.blood_bags:
        yield from ways_to_recolour(setting, state, lean=lean)
    if not state.recoloured:
        yield Stop() if state.phase is Phase.PLACE else specialists.NOBODY


def has_chance(setting: Setting) -> bool:
    """11.4: whether dice are rolled within an activation."""
    return setting.has(Variant.EXPERIMENTAL) or setting.has(Variant.ADMISSIONS_NURSE)


def placements(setting: Setting, state: State) -> Iterator[Place]:
    """6.1, 6.2: any free worker in any free department that can treat somebody in full."""
    workers = tuple(dict.fromkeys(state.free_workers))
    for kind in dict.fromkeys(state.free_departments):
        for chosen, colours in _treatments(setting, state, setting.deck.departments[kind]):
            for worker in workers:
                yield Place(worker, kind, chosen, colours)


def _treatments(setting: Setting, state: State, department: Department) -> Iterator[tuple[Patients, tuple[int, ...]]]:
    """Whom a department may treat, and what colours it gives."""
    if department.treatment is Treatment.RECOLOUR:
        yield from () if state.recoloured else _colourings(state.patients, department)
        return
    for chosen in selections(department, state.patients):
        if not state.recoloured or _follows(setting, department, state.recoloured, chosen):
            yield chosen, ()


def _colourings(patients: Patients, department: Department) -> Iterator[tuple[Patients, tuple[int, ...]]]:
    """7.2: of those that come to the same, one."""
    seen = set()
    for chosen in selections(department, patients):
        rest = without(patients, chosen)
        for colours in product(range(len(COLOURS)), repeat=len(chosen)):
            after = tuple(as_colour(code, colour) for code, colour in zip(chosen, colours, strict=True))
            key = tuple(sorted(rest + after))
            if key not in seen:
                seen.add(key)
                yield chosen, colours


def _follows(setting: Setting, department: Department, recoloured: Patients, chosen: Patients) -> bool:
    """6.10 (b): whether this is an effect that dice were recoloured for."""
    if missing(chosen, recoloured) is not None or not takes_recoloured(setting, department):
        return False
    return department.colour is not None or setting.options.recolour_any_effect


def ways_to_recolour(setting: Setting, state: State, *, lean: bool = False) -> Iterator[Recolour]:
    """6.10 (b): only where an effect can follow that touches everybody recoloured for it."""
    found: dict[tuple[int, int], None] = {}
    if state.phase is Phase.ALSO:
        target = specialists.acting(setting, state).target
        for code, colour in specialists.recolourings(setting, state):
            if not lean or colour == target:
                found[code, colour] = None
    elif state.free_workers:
        named = {specialists.worker_of(setting, state, kind).colour for kind in state.free_workers}
        for kind in dict.fromkeys(state.free_departments):
            department = setting.deck.departments[kind]
            for code, colour in recolourings(setting, department, state):
                if not lean or colour == department.colour or colour in named:
                    found[code, colour] = None
    for code, colour in sorted(found):
        yield Recolour(code, colour)


# --- what it does ---------------------------------------------------------------------------------------------------


def place(setting: Setting, state: State, move: Place) -> State:
    """6.1: a worker in a department, which is resolved in full."""
    problem = _place_refusal(setting, state, move)
    if problem:
        raise problem
    department = setting.deck.departments[move.department]
    state = state._replace(
        free_workers=without(state.free_workers, (move.worker,)),
        free_departments=without(state.free_departments, (move.department,)),
        recoloured=(),
    )
    chosen = tuple(sorted(move.patients)) if not move.colours else move.patients
    if department.treatment is Treatment.REROLL:
        after = state._replace(
            phase=Phase.ROLL, patients=without(state.patients, chosen), dice=chosen, acting=move.worker
        )
    else:
        after, who = treat(setting, state, department, chosen, move.colours)
        after = specialists.follow(setting, after, move.worker, who)
    if move.also is None:
        return after
    if after.phase is Phase.ALSO:
        return specialists.also(setting, after, Also(tuple(sorted(move.also))))
    if move.also:
        raise IllegalMove("6.7", f"nothing of a {setting.deck.workers[move.worker].name} follows this at once")
    return after


def _place_refusal(setting: Setting, state: State, move: Place) -> IllegalMove | None:
    deck = setting.deck
    worker, department = deck.workers[move.worker], deck.departments[move.department]
    if move.worker not in state.free_workers:
        yours = move.worker == 0 or move.worker in state.specialists
        return IllegalMove("6.1", f"{'no ' if yours else ''}{worker.name} is {'left' if yours else 'not yours'}")
    if move.department not in state.free_departments:
        yours = not deck.is_tile(move.department) or move.department in state.departments
        return IllegalMove("6.1", f"{department.name} is {'used already' if yours else 'not yours'}")
    absent = missing(state.patients, move.patients)
    if absent is not None:
        return IllegalMove("6.2", _absent(state, absent))
    reason = refusal(department, move.patients)
    if reason:
        return IllegalMove(deck.rule_of(move.department), reason)
    gives = department.treatment is Treatment.RECOLOUR
    if len(move.colours) != len(move.patients) * gives:
        return IllegalMove("7.2", f"{department.name} gives {'each of them a colour' if gives else 'no colours'}")
    if state.recoloured and not _follows(setting, department, state.recoloured, move.patients):
        return IllegalMove("6.10", f"{names(state.recoloured)} was recoloured for an effect that has to follow")
    return None


def _absent(state: State, code: int) -> str:
    """Who is not here; a player may have left out that somebody is treated."""
    alike = [other for other in state.patients if words(other).split()[:2] == words(code).split()[:2]]
    instead = f"; there is {' and '.join(names((other,)) for other in dict.fromkeys(alike))}" if alike else ""
    return f"{names((code,))} is not here{instead}"


def rolled(setting: Setting, state: State, outcome: Rolled) -> State:
    """7.2, 7.3: dice show new values, and a specialist may follow a department's roll."""
    before = state.dice
    after = tuple(with_value(code, value) for code, value in zip(before, outcome.values, strict=True))
    state = state._replace(dice=(), patients=tuple(sorted(state.patients + after)))
    if not state.acting:
        return specialists.placing(state)
    return specialists.follow(setting, state, state.acting, touched(setting, before, after))


def bag(setting: Setting, state: State, move: Bag) -> State:
    """6.10 (a): a blood bag heals anybody a step, who is treated by that."""
    _spend(state, move.patient)
    if state.recoloured:
        raise IllegalMove("6.10", f"{names(state.recoloured)} was recoloured for an effect that has to follow")
    return _with_bag_spent(setting, state, move.patient, healed(move.patient, BAG_STEPS))[0]


def recolour(setting: Setting, state: State, move: Recolour) -> State:
    """6.10 (b): a blood bag gives a die another colour, right before an effect touches it [decision bag-in-effect]."""
    _spend(state, move.patient)
    if NOW[move.patient] == move.colour:
        raise IllegalMove("6.10", f"{words(move.patient)} has that colour already")
    if move not in ways_to_recolour(setting, state):
        raise IllegalMove("6.10", f"no effect could follow at once that touches {words(move.patient)} then")
    after = as_colour(move.patient, move.colour)
    recoloured = tuple(sorted((*state.recoloured, after)))
    ready = [one._replace(recoloured=recoloured) for one in _with_bag_spent(setting, state, move.patient, after)]
    if state.phase is Phase.PLACE:
        return ready[0]
    return next(one for one in ready if specialists.can_follow(setting, one))


def _spend(state: State, patient: int) -> None:
    if not state.blood_bags:
        raise IllegalMove("6.10", "no blood bag is left")
    if patient not in state.patients:
        raise IllegalMove("6.10", _absent(state, patient))


def _with_bag_spent(setting: Setting, state: State, before: int, after: int) -> list[State]:
    """One position, or in the middle of a placement one for each of several equal dice that are not the same to it."""
    state = state._replace(blood_bags=state.blood_bags - 1)
    meant = specialists.changed(setting, state, before, after) if state.phase is Phase.ALSO else [state]
    return [exchange(setting, one, (before,), (after,)) for one in meant]
