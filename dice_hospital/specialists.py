"""6.7 to 6.9, 6.11, 7.3: what specialists may do after their department's effect."""

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product

from dice_hospital.deck import GAINS, Ability, Worker
from dice_hospital.departments import exchange, heal, recolourable
from dice_hospital.moves import NONE, Also, AlsoRecolour, CallIn, Move, SendBack, UpAndDown
from dice_hospital.patients import (
    AS_TREATED,
    COLOURS,
    GONE,
    NOW,
    VALUE,
    Patients,
    as_colour,
    healed,
    missing,
    name,
    names,
    without,
    words,
    worse,
)
from dice_hospital.setting import Setting
from dice_hospital.state import Phase, State, Touched
from tabletop.moves import IllegalMove

NOBODY = Also(())
ANYBODY = (Ability.RECOLOUR_ONE, Ability.ADMIT_OR_RETURN)  # abilities that ask nobody to be different
Candidate = tuple[int, int]  # a patient, and the value that conditions look at


def worker_of(setting: Setting, state: State, kind: int) -> Worker:
    """6.11: the worker, the consultant having somebody else's ability or none."""
    worker = setting.deck.workers[kind]
    if worker.ability is Ability.COPY:
        return setting.deck.workers[state.consulted]
    return worker


def acting(setting: Setting, state: State) -> Worker:
    return worker_of(setting, state, state.acting)


def placing(state: State) -> State:
    """The placement is over."""
    return state._replace(phase=Phase.PLACE, recoloured=(), acting=0, touched=(), left=0)


# --- whether --------------------------------------------------------------------------------------------------------


def follow(setting: Setting, state: State, kind: int, touched: tuple[Touched, ...]) -> State:
    """6.7: after a department's effect, its worker's own effect may follow."""
    worker = worker_of(setting, state, kind)
    left = sum(one.now == GONE for one in touched)
    if worker.ability is Ability.NONE or not _condition(worker, touched, left):
        return placing(state)
    if worker.ability in GAINS:
        return placing(_gain(setting, state, worker))
    kept = () if worker.ability in ANYBODY else touched
    calls = left if worker.ability is Ability.ADMIT_OR_RETURN else 0
    state = state._replace(phase=Phase.ALSO, acting=kind, touched=kept, left=calls)
    return state if _possible(setting, state, worker) else placing(state)


def _condition(worker: Worker, touched: tuple[Touched, ...], left: int) -> bool:
    """6.7, 6.9, 7.3: what the department must have done."""
    return left > 0 if worker.on_discharge else any(_counts(worker, one) for one in touched)


def _counts(worker: Worker, one: Touched) -> bool:
    return one.healed and (worker.colour is None or one.colour == worker.colour)


def _gain(setting: Setting, state: State, worker: Worker) -> State:
    """7.3: once, however many left; it is never better to do without [decision gains]."""
    if worker.ability is Ability.POINTS:
        return state._replace(score=state.score + worker.amount)
    if worker.ability is Ability.BLOOD_BAG:
        return state._replace(blood_bags=setting.limited(state.blood_bags + worker.amount))
    if not state.fatalities:
        return state
    return state._replace(fatalities=state.fatalities - 1, blood_bags=setting.limited(state.blood_bags + 1))


def _possible(setting: Setting, state: State, worker: Worker) -> bool:
    """Whether the effect can be used, be it after a blood bag."""
    if any(True for _ in ways(setting, state)):
        return True
    needy = worker.ability in (Ability.OTHER, Ability.SAME_VALUE)
    return needy and state.blood_bags > 0 and bool(_others(setting, state, worker))


# --- whom -----------------------------------------------------------------------------------------------------------


def _untouched(state: State) -> Patients:
    return without(state.patients, tuple(one.now for one in state.touched if one.now != GONE))


def _others(setting: Setting, state: State, worker: Worker, before: int | None = None) -> list[Candidate]:
    """6.8: the different patients; where a value from before counts, different from one who had it."""
    options = setting.options
    healing = [one for one in state.touched if _counts(worker, one) and before in (None, one.before)]
    if worker.patients > 1 and not options.triage_nurse_others:
        apart: list[Touched] = []
    elif options.different_from_all:
        apart = [one for one in state.touched if one.healed]
    else:
        apart = healing if len(healing) == 1 else []
    found = [(code, VALUE[code]) for code in _untouched(state)]
    for one in state.touched:
        if one.now == GONE:
            continue
        if one in apart:
            apart = _less(apart, one)
            continue
        found.append((one.now, VALUE[one.now] if options.values_after_department else one.before))
    return sorted(found)


def _less(touched: list[Touched], gone: Touched) -> list[Touched]:
    at = touched.index(gone)
    return touched[:at] + touched[at + 1 :]


def _fit(worker: Worker, candidates: Iterable[Candidate], *, any_colour: bool) -> list[int]:
    return [
        code
        for code, value in candidates
        if value in worker.values and (any_colour or worker.target is None or NOW[code] == worker.target)
    ]


def choices(setting: Setting, state: State, *, any_colour: bool = False) -> list[Patients]:
    """6.7, 7.3: whom an effect that heals or rolls may touch, whether or not somebody was recoloured for it."""
    worker = acting(setting, state)
    match worker.ability:
        case Ability.EXTRA:  # [decision extra-step]
            here = {one.now for one in state.touched if _counts(worker, one) and one.now != GONE}
            return [(code,) for code in sorted(here)]
        case Ability.OTHER:
            fit = _fit(worker, _others(setting, state, worker), any_colour=any_colour)
            return list(dict.fromkeys(combinations(fit, worker.patients)))
        case Ability.SAME_VALUE:
            old = sorted({one.before for one in state.touched if _counts(worker, one)})
            fit = [code for v in old for code, value in _others(setting, state, worker, v) if value == v]
            return [(code,) for code in sorted(set(fit))]
        case Ability.REROLL_OTHER:
            return [(code,) for code, _ in dict.fromkeys(_others(setting, state, worker))]
    return []


def ways(setting: Setting, state: State) -> Iterator[Move]:
    """6.7, 6.11, 7.3: every use of the worker's own effect."""
    worker = acting(setting, state)
    match worker.ability:
        case Ability.UP_AND_DOWN:
            yield from _ups_and_downs(setting, state, worker)
        case Ability.RECOLOUR_ONE:
            for code, colour in product(dict.fromkeys(state.patients), range(len(COLOURS))):
                if as_colour(code, colour) != code:  # or else it comes to the same as nobody
                    yield AlsoRecolour(code, colour)
        case Ability.ADMIT_OR_RETURN:
            yield from map(SendBack, dict.fromkeys(state.patients))
            if _can_call_in(setting, state):
                yield CallIn()
        case _:
            for chosen in choices(setting, state):
                if missing(chosen, state.recoloured) is None:
                    yield Also(chosen)


def _can_call_in(setting: Setting, state: State) -> bool:
    return len(state.patients) < setting.deck.setup.beds and sum(setting.bag(state)) > 0


def _ups_and_downs(setting: Setting, state: State, worker: Worker) -> Iterator[UpAndDown]:
    """7.3 [decision medical-student]; of those that come to the same, one, and none that changes nothing."""
    codes = [code for code, _ in _others(setting, state, worker)]
    pairs = list(dict.fromkeys(permutations(codes, 2)))
    if not setting.options.medical_student_both:
        pairs += [(code, NONE) for code in dict.fromkeys(codes)] + [(NONE, code) for code in dict.fromkeys(codes)]
    seen = set() if state.recoloured else {state}
    for up, down in pairs:
        after = _up_and_down(setting, state, UpAndDown(up, down))
        told = tuple(code for code in (up, down) if code != NONE)
        if missing(told, state.recoloured) is None and after not in seen:
            seen.add(after)
            yield UpAndDown(up, down)


def recolourings(setting: Setting, state: State) -> Iterator[tuple[int, int]]:
    """6.10 (b) before a specialist's effect: whom to give what colour, if then the effect can touch him."""
    worker = acting(setting, state)
    if not setting.options.recolour_for_specialist:
        return
    if worker.ability is Ability.REROLL_OTHER and not setting.options.recolour_before_treat:
        return
    found = choices(setting, state, any_colour=True)
    if worker.ability is Ability.UP_AND_DOWN:
        found = [*combinations([code for code, _ in _others(setting, state, worker)], 2)]
    yield from recolourable(setting, state, found, worker.target)


def can_follow(setting: Setting, state: State) -> bool:
    """6.10 (b): whether the effect can touch all dice recoloured for it, be it after more of them."""
    if any(True for _ in ways(setting, state)):
        return True
    return state.blood_bags > 0 and any(True for _ in recolourings(setting, state))


def changed(setting: Setting, state: State, before: int, after: int) -> list[State]:
    """6.10: a blood bag between the two effects, for one of several equal dice, the one that comes first to mind first.

    For one more step that is a die just healed, for any other effect one that was not; the patients stay as they are.
    """
    worker, alternatives = acting(setting, state), list[tuple[bool, State]]()
    extra = worker.ability is Ability.EXTRA
    if before in _untouched(state):
        alternatives.append((extra, state))
    for at, one in enumerate(state.touched):
        if one.now == before:
            rest = (*state.touched[:at], one._replace(now=after), *state.touched[at + 1 :])
            alternatives.append((not _counts(worker, one) if extra else one.healed, _with_touched(state, rest)))
    return [one for _, one in sorted(alternatives, key=lambda each: each[0])]


def _with_touched(state: State, touched: tuple[Touched, ...]) -> State:
    return state._replace(touched=tuple(sorted(touched)))


# --- what they do ---------------------------------------------------------------------------------------------------


def also(setting: Setting, state: State, move: Move) -> State:
    """6.7, 6.11, 7.3: the worker's own effect, or nothing of it."""
    worker = acting(setting, state)
    if move == NOBODY:
        if state.recoloured:
            raise IllegalMove("6.10", f"{names(state.recoloured)} was recoloured for an effect that has to follow")
        return placing(state)
    if move not in ways(setting, state):
        raise IllegalMove(_rule(setting, worker), _refusal(setting, state, worker, move))
    match move:
        case AlsoRecolour(patient, colour):
            return placing(exchange(setting, state, (patient,), (as_colour(patient, colour),)))
        case UpAndDown():
            return placing(_up_and_down(setting, state, move))
        case SendBack(patient):
            return _next_one(setting, state._replace(patients=without(state.patients, (patient,))))
        case CallIn():
            return state._replace(phase=Phase.NEWCOMER)
        case Also(patients) if worker.ability is Ability.REROLL_OTHER:
            rolled = placing(state)._replace(phase=Phase.ROLL, dice=patients)
            return rolled._replace(patients=without(state.patients, patients))
        case Also(patients):
            return placing(heal(setting, state, patients, worker.steps))
    raise AssertionError("no other move is listed")


def welcome(setting: Setting, state: State, die: int) -> State:
    """6.11: the newcomer lies untreated in a free bed."""
    return _next_one(setting, state._replace(phase=Phase.ALSO, patients=tuple(sorted((*state.patients, die)))))


def _next_one(setting: Setting, state: State) -> State:
    """6.11: the same for the next patient that the department discharged."""
    state = state._replace(left=state.left - 1)
    return state if state.left and any(True for _ in ways(setting, state)) else placing(state)


def _up_and_down(setting: Setting, state: State, move: UpAndDown) -> State:
    """7.3: a 1 that gets worse is a fatality."""
    if move.up != NONE:
        state = exchange(setting, state, (move.up,), (healed(move.up, 1),))
    if move.down == NONE:
        return state
    lower = worse(AS_TREATED[move.down], 1)
    if lower == GONE:
        return setting.with_fatalities(state._replace(patients=without(state.patients, (move.down,))), 1)
    return exchange(setting, state, (move.down,), (lower,))


def _rule(setting: Setting, worker: Worker) -> str:
    if worker.ability is Ability.ADMIT_OR_RETURN:
        return "6.11"
    return "7.3" if worker in setting.deck.experimental_specialists else "6.7"


def _refusal(setting: Setting, state: State, worker: Worker, move: Move) -> str:
    wanted = move.patients if isinstance(move, Also) else ()
    if isinstance(move, UpAndDown):
        wanted = tuple(code for code in (move.up, move.down) if code != NONE)
    absent = missing(state.patients, wanted)
    if absent is not None:
        return f"no {words(absent)} is here"
    if state.recoloured and missing(wanted, state.recoloured) is not None:
        return f"{names(state.recoloured)} was recoloured for this effect and has to be touched by it"
    open_to = sorted({name(code) for chosen in choices(setting, state) for code in chosen})
    may = f"; it may touch {' '.join(open_to)}" if open_to else ""
    return f"that is not what a {worker.name} may do after this{may}"
