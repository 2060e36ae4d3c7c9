"""6.2 to 6.6, 7.2: whom a department can treat, and what it does to them."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, product

from dice_hospital.deck import Department, Group, Treatment
from dice_hospital.patients import (
    BEST,
    COLOURS,
    GONE,
    NOW,
    OWN,
    VALUE,
    Colour,
    Patients,
    as_colour,
    healed,
    missing,
    with_value,
    without,
    words,
)
from dice_hospital.setting import Setting
from dice_hospital.state import State, Touched

HOW_MANY = ("nobody", "one patient", "two different patients", "three different patients")


# --- whom -----------------------------------------------------------------------------------------------------------


def selections(department: Department, patients: Patients, *, any_colour: bool = False) -> list[Patients]:
    """6.2, 6.6, 7.2: every choice of patients for the whole effect, each once; colours may be left out of account."""
    colour = None if any_colour else department.colour
    values, many = department.values, department.patients
    fit = [code for code in patients if VALUE[code] in values and (colour is None or NOW[code] == colour)]
    if many == 1:
        return [(code,) for code in dict.fromkeys(fit)]
    if department.group is Group.CONSECUTIVE:
        return list(_consecutive(fit, many))
    if department.group is Group.EQUAL:
        alike = ([code for code in fit if VALUE[code] == value] for value in values)
        return list(dict.fromkeys(chain.from_iterable(combinations(codes, many) for codes in alike)))
    fewest = 1 if department.treatment is Treatment.RECOLOUR else many
    return list(dict.fromkeys(chain.from_iterable(combinations(fit, n) for n in range(fewest, many + 1))))


def _consecutive(fit: list[int], many: int) -> Iterator[Patients]:
    by_value = {value: list(dict.fromkeys(c for c in fit if VALUE[c] == value)) for value in range(1, BEST + 1)}
    for first in range(1, BEST - many + 2):
        for chosen in product(*(by_value[value] for value in range(first, first + many))):
            yield tuple(sorted(chosen))


def refusal(department: Department, chosen: Patients) -> str | None:
    """Why a department cannot treat these patients."""
    least = 1 if department.treatment is Treatment.RECOLOUR else department.patients
    if not least <= len(chosen) <= department.patients:
        wanted = HOW_MANY[department.patients]
        return f"{department.name} is for {'up to' if least < department.patients else 'exactly'} {wanted}"
    for code in chosen:
        if department.colour is not None and NOW[code] != department.colour:
            return f"{department.name} is for {department.colour.word} patients, not for {words(code)}"
        if VALUE[code] not in department.values:
            listed = " or ".join(map(str, department.values))
            return f"{department.name} is for patients of value {listed}, not for {words(code)}"
    values = sorted(VALUE[code] for code in chosen)
    if department.group is Group.EQUAL and values[0] != values[-1]:
        return f"{department.name} is for patients of equal value"
    if department.group is Group.CONSECUTIVE and values != list(range(values[0], values[0] + len(values))):
        return f"{department.name} is for patients of consecutive values"
    return None


# --- blood bags before the effect -----------------------------------------------------------------------------------


def takes_recoloured(setting: Setting, department: Department) -> bool:
    """6.10, 7.2 [decision bag-before-treat]: whether its effect is one before which a die may be recoloured."""
    if department.treatment is Treatment.RECOLOUR:
        return False
    return department.treatment is Treatment.HEAL or setting.options.recolour_before_treat


def recolourings(setting: Setting, department: Department, state: State) -> Iterator[tuple[int, int]]:
    """6.10 (b): whom to give what colour for this department, if then, perhaps with more bags, it can be used."""
    if takes_recoloured(setting, department):
        chosen = selections(department, state.patients, any_colour=True)
        yield from recolourable(setting, state, chosen, department.colour)


def recolourable(
    setting: Setting, state: State, choices: Iterable[Patients], wanted: Colour | None
) -> Iterator[tuple[int, int]]:
    """6.10 (b): whom to give what colour for an effect that touches one of the choices and may ask for a colour."""
    already = state.recoloured
    if wanted is None and not setting.options.recolour_any_effect:
        return
    if wanted is not None and any(NOW[code] != wanted for code in already):
        return
    for chosen in choices:
        if missing(chosen, already) is not None:
            continue
        others = without(chosen, already)
        amiss = sum(NOW[code] != wanted for code in others) if wanted is not None else 0
        if amiss > state.blood_bags:
            continue
        for code in others:
            for colour in COLOURS if wanted is None else (wanted,):
                if NOW[code] != colour:
                    yield code, colour


# --- what happens to them -------------------------------------------------------------------------------------------


def exchange(setting: Setting, state: State, before: Patients, after: tuple[int, ...]) -> State:
    """6.4: patients as they are now; those GONE were discharged."""
    stay = [code for code in after if code != GONE]
    patients = tuple(sorted([*without(state.patients, before), *stay]))
    if len(stay) == len(after):
        return state._replace(patients=patients)
    own, counted = list(state.discharged), list(state.for_reports)
    for old, new in zip(before, after, strict=True):
        if new == GONE:
            own[OWN[old]] += 1
            counted[OWN[old] if setting.options.reports_by_own_colour else NOW[old]] += 1  # 8.2
    return state._replace(
        patients=patients, discharged=(own[0], own[1], own[2]), for_reports=(counted[0], counted[1], counted[2])
    )


def heal(setting: Setting, state: State, chosen: Patients, steps: int) -> State:
    """6.3, 6.4."""
    return exchange(setting, state, chosen, tuple(healed(code, steps) for code in chosen))


def treat(
    setting: Setting, state: State, department: Department, chosen: Patients, colours: tuple[int, ...]
) -> tuple[State, tuple[Touched, ...]]:
    """6.5, 6.6, 7.2: a department's effect, where no die is rolled for it; and whom it touched."""
    match department.treatment:
        case Treatment.HEAL:
            after = tuple(healed(code, department.steps) for code in chosen)
        case Treatment.FLIP:
            after = tuple(with_value(code, BEST + 1 - VALUE[code]) for code in chosen)
        case _:
            after = tuple(as_colour(code, colour) for code, colour in zip(chosen, colours, strict=True))
    return exchange(setting, state, chosen, after), touched(setting, chosen, after)


def touched(setting: Setting, before: Patients, after: tuple[int, ...]) -> tuple[Touched, ...]:
    """6.9, 7.2 [decision heal-is-rise]: those a department touched, with the colour and value they had."""
    found = []
    for old, new in zip(before, after, strict=True):
        rose = new == GONE or VALUE[new] > VALUE[old]
        found.append(Touched(new, NOW[old], VALUE[old], rose or not setting.options.heal_is_rise))
    return tuple(sorted(found))
