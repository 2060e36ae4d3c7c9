"""What is printed, in words: departments and specialists in a line each, and a whole deck to compare with one's own."""

from collections.abc import Sequence

from dice_hospital.deck import ALL_VALUES, Ability, Deck, Department, Group, Treatment, Worker
from tabletop.plain import plain
from tabletop.text import PLAIN, Pen, columns, signed, wrapped_items

_COLOURED = {Group.EQUAL: "of equal value", Group.CONSECUTIVE: "in a row"}


def values_words(values: Sequence[int]) -> str:
    """
    >>> values_words((1, 2, 3)), values_words((5, 6)), values_words((1, 2, 3, 4, 5, 6))
    ('1-3', '5-6', '')
    """
    if tuple(values) == ALL_VALUES:
        return ""
    row = sorted(values)
    whole = row == list(range(row[0], row[-1] + 1))
    return f"{row[0]}-{row[-1]}" if whole and len(row) > 1 else " or ".join(map(str, row))


def department_words(department: Department) -> str:
    """What a department does, in few words."""
    match department.treatment:
        case Treatment.REROLL:
            return f"roll {department.patients} again"
        case Treatment.RECOLOUR:
            return f"recolour up to {department.patients}"
        case Treatment.FLIP:
            return "v becomes 7 − v"
    many = "" if department.patients == 1 else str(department.patients)
    colour = "" if department.colour is None else department.colour.word
    values = values_words(department.values)
    group = _COLOURED.get(department.group, "")
    limit = f"value {values}" if values else ""
    parts = [many, colour, group, f"of {limit}" if limit and (many or colour) else limit]
    return f"{' '.join(part for part in parts if part) or 'anybody'}: +{department.steps}"


def worker_words(worker: Worker) -> str:
    """What a specialist does after the department, in few words."""
    healed = f"{worker.colour.word} healed" if worker.colour is not None else "any healed"
    when = "any discharged" if worker.on_discharge else healed
    return f"{when}: {_ability_words(worker)}" if worker.ability is not Ability.NONE else ""


def _ability_words(worker: Worker) -> str:
    match worker.ability:
        case Ability.EXTRA:
            return f"one of them +{worker.steps}"
        case Ability.OTHER:
            target = "" if worker.target is None else f" {worker.target.word}"
            values = values_words(worker.values)
            who = f"another{target}" if worker.patients == 1 else f"{worker.patients} others{target}"
            return f"{who}{f' of value {values}' if values else ''} +{worker.steps}"
        case Ability.SAME_VALUE:
            return f"another of his old value +{worker.steps}"
        case Ability.COPY:
            return "as another specialist of yours"
        case Ability.ADMIT_OR_RETURN:
            return "one back, or a new one"
        case Ability.FATALITY_TO_BLOOD_BAG:
            return "a fatality becomes a blood bag"
        case Ability.REROLL_OTHER:
            return "roll another again"
        case Ability.POINTS:
            return f"+{worker.amount} point"
        case Ability.UP_AND_DOWN:
            return "another +1, another −1"
        case Ability.RECOLOUR_ONE:
            return "recolour one"
    return f"+{worker.amount} blood bag"


def deck_text(deck: Deck, pen: Pen = PLAIN) -> str:
    """Every card and number, to be compared with the box."""
    setup, scoring = deck.setup, deck.scoring
    points = [f"{number}: {signed(gained)}" for number, gained in enumerate(scoring.discharged, 1)]
    numbers = [
        ["dice", f"{deck.dice.per_colour} of each colour in the bag, rolled {_listed(deck.dice.intake_values)}"],
        ["beds", f"{setup.beds} in {setup.wards} wards"],
        ["start", f"{setup.nurses} nurses, patients of {_listed(setup.start_values)}"],
        ["intake", f"{deck.intake.kept} of {deck.intake.drawn}; a blood bag below {deck.intake.bag_below}"],
        ["empty wards", signed(scoring.empty_wards)],
        ["fatality", signed(scoring.fatality)],
        ["blood bag", signed(scoring.blood_bag)],
    ]
    cards = [f"{copies} × {card.name}" for card, copies in zip(deck.reports, deck.report_copies, strict=True)]
    sections = [
        ("Numbers", columns(numbers)),
        ("Points by patients discharged in a round", wrapped_items(points, columns=78, indent="")),
        ("Departments of the board", _departments(deck.starting)),
        (f"Department tiles, {deck.copies.departments} of each", _departments(deck.tiles)),
        (f"Specialists, {deck.copies.specialists} of each", _workers(deck.specialists)),
        ("Promo specialists", _workers(deck.promo)),
        ("Experimental medicine, departments", _departments(deck.experimental_tiles)),
        ("Experimental medicine, specialists", _workers(deck.experimental_specialists)),
        ("Report cards: the dice they ask for, and their points", wrapped_items(cards, columns=78, indent="")),
        ("Where it comes from", columns([[key, plain(source)] for key, source in deck.provenance])),
    ]
    lines = [pen.strong(f"Deck {deck.name!r}")]
    for title, table in sections:
        lines += ["", pen.strong(title), *("  " + line for line in table)]
    return "\n".join(lines)


def _listed(values: Sequence[int]) -> str:
    return ", ".join(map(str, values))


def _departments(departments: Sequence[Department]) -> list[str]:
    return columns([[department.name, department_words(department)] for department in departments])


def _workers(workers: Sequence[Worker]) -> list[str]:
    return columns([[worker.name, worker_words(worker)] for worker in workers])
