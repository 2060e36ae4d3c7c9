"""A deck's numbers as text, to be compared with the printed ones."""

from collections.abc import Iterable

from clinic_solo.deck import BonusTile, Deck, Goal, Layout
from clinic_solo.ruleset_text import ruleset_tables
from clinic_solo.setting import Setting
from tabletop.colours import COLOURS
from tabletop.text import PLAIN, Pen, columns, signed, wrapped_items


def deck_text(deck: Deck, pen: Pen = PLAIN) -> str:
    """What is printed on the board, the tiles and the aids, table by table."""
    costs = [["", *(f"floor {floor}" for floor in range(deck.floors))]]
    for word, prices in deck.building.cost.items():
        shown = ["–" if price is None else f"${price}" for price in prices[: deck.floors]]
        costs.append([word.replace("_", " "), *shown])
    money, points = deck.money, deck.points
    by_colour = [["", *(colour.word for colour in COLOURS)]]
    for word, counts in (
        ("patient pays", money.patient_pay),
        ("doctor's salary", money.doctor_salary),
        ("doctor's points", points.doctor),
        ("patient left", points.patient),
        ("patient bag", deck.bags.patients),
        ("doctor bag", deck.bags.doctors),
    ):
        by_colour.append([word, *(signed(number) for number in counts)])
    hiring = deck.hiring
    doctors = hiring.price_by_space if hiring.price_mode == "by_space" else hiring.price_by_colour
    people = [
        [f"doctors, {hiring.price_mode.replace('_', ' ')}", _dollars(doctors)],
        ["nurses, by round", " | ".join(_dollars(prices) for prices in hiring.nurse_price)],
        ["orderlies", f"${hiring.orderly_price}, {hiring.orderlies} in all"],
    ]
    bonus = [[str(tile.number), tile_gift(tile)] for tile in deck.bonus_tiles]
    layouts = [[layout.colour.word, _layout(layout)] for layout in deck.layouts]
    limits = [f"{tile.word} {number}" for tile, number in deck.limits.tiles.items()]
    limits += [f"entrance {deck.limits.entrances}", f"conveyor stop {deck.limits.conveyors}"]
    sections = [
        ("Building", columns(costs, numbers=range(1, 9))),
        ("By colour", columns(by_colour, numbers=range(1, 5))),
        ("Hiring", columns(people)),
        ("Bonus tiles", columns(bonus)),
        ("Beginners' layouts", columns(layouts)),
        ("How many there are", wrapped_items(limits, columns=78, indent="")),
        ("Goals", columns([[goal.name, goal_words(goal)] for goal in deck.goals])),
        ("Hall of Fame", columns([[name, f"from {signed(least)}"] for name, least in deck.ranks])),
        *((title, columns(rows)) for title, rows in ruleset_tables(deck)),
    ]
    lines = [pen.strong(f"Deck {deck.name!r}")]
    for title, table in sections:
        lines += ["", pen.strong(title), *("  " + line for line in table)]
    if deck.reconstructed:
        lines += ["", "Some of these numbers are reconstructed: see provenance in the deck file."]
    return "\n".join(lines)


def _dollars(prices: Iterable[int]) -> str:
    return " ".join(f"${price}" for price in prices)


def _layout(layout: Layout) -> str:
    def name(place: tuple[int, int, int]) -> str:
        x, y, floor = place
        return f"{floor}{'abcdefghi'[x]}{y + 1}"

    side, index = layout.entrance
    door = f"column {'abcdefghi'[index]}" if side == "S" else f"row {index + 1}"
    rooms = f"hub {name(layout.hub)}, treatment {name(layout.treatment)}, supply {name(layout.supply)}"
    return f"{rooms}, entrance {side} at {door}"


def tile_gift(tile: BonusTile) -> str:
    """3.5: what a bonus tile gives."""
    match tile.what:
        case "money":
            return f"${tile.amount} more"
        case "doctor_colour":
            return f"the starting doctor is {tile.colour.word}"
        case "patient":
            return f"a {tile.colour.word} patient for {tile.service.word} and a car"
        case "parking":
            return f"a parking tile of {tile.amount} places"
        case "garden":
            return "a garden"
    return f"{'an' if tile.what[0] in 'aeiou' else 'a'} {tile.what} and a car"


def goal_words(goal: Goal, setting: Setting | None = None) -> str:
    """12.2: what a goal asks for, in a game in the words of its edition."""
    words = MEASURES[goal.measure]
    if setting is not None:
        words = setting.called(setting.rules.measures.get(goal.measure, words))
    number = (goal.at_least if goal.at_least is not None else goal.at_most) or 0
    return f"at {'most' if goal.at_least is None else 'least'} {told(goal, number, setting)} {words}"


def told(goal: Goal, number: int, setting: Setting | None) -> int:
    """12.2: what a goal counts, as a number of its own measure."""
    return setting.told_time(number) if setting is not None and goal.measure == "time_spent" else number


MEASURES = {
    "time_spent": "time spent",
    "doctors": "doctors",
    "functional_treatment_rooms_on_top_floor": "functional treatment rooms on the top floor",
    "patients_treated": "patients treated",
    "treating_buildings": "buildings that treat",
    "doctors_not_white": "doctors who are not white",
    "staff": "staff",
    "gardens": "gardens",
    "deaths_plus_patients_left": "patients dead or left",
}
