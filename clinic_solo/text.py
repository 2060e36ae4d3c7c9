"""The position as text: floors side by side, notepad, university, displays and tracks."""

from clinic_solo import admit, care, hire, parking, score
from clinic_solo.colours import Numbers, Skill, described
from clinic_solo.deck_text import goal_words, told
from clinic_solo.plan_text import floor_lines, floors_shown, legend
from clinic_solo.referee import ClinicSolo
from clinic_solo.setting import Setting
from clinic_solo.state import Phase, State
from clinic_solo.tiles import ACTIONS, Person, Tile
from tabletop.colours import Colour, describe
from tabletop.text import PLAIN, Pen, beside, columns, listed, plural, signed, wrapped_items

DUE_WORDS = {
    Phase.SPECIALS: "special modules are drawn",
    Phase.BONUS_TILES: "bonus tiles are turned up",
    Phase.BONUS_CHOICE: "take a bonus tile",
    Phase.LAYOUT: "the beginners' layout is drawn",
    Phase.FIRST_HUB: "place the hub",
    Phase.FIRST_ENTRANCE: "place the entrance, pointing at the hub",
    Phase.FIRST_ROOMS: "place the treatment room and the supply room",
    Phase.UNIVERSITY: "a doctor is drawn for the university",
    Phase.DRAW: "a patient is drawn",
    Phase.BONUS_PLACE: "place what the bonus tile gives",
    Phase.PARK: "park a car",
    Phase.ACTION: "choose an action",
    Phase.BONUS_SUPPLY: "build a supply room beside the new treatment room, or pass",
    Phase.REPARK: "move cars into the new parking places, or pass",
    Phase.MOVE: "move",
    Phase.CARE: "care",
    Phase.DEPART: "a car leaves",
    Phase.POPULARITY: "buy popularity",
}
GAP = 1  # between floors


def position_text(game: ClinicSolo, state: State, pen: Pen = PLAIN) -> str:
    """The whole position."""
    lines = [
        heading(game, state, pen),
        "",
        *tracks(game, state),
        "",
        *board_lines(game, state, pen),
        *legend(game, pen),
    ]
    if outside := _outside(game, state):
        lines += ["", *wrapped_items(["At the doors:", *outside], indent="")]
    lines += ["", *notepad_lines(game, state, pen), ""]
    lines += beside([display_lines(game, state, pen), score_lines(game, state)], gap=4)
    return "\n".join([*lines, "", goal_line(game, state)])


def board_lines(game: ClinicSolo, state: State, pen: Pen = PLAIN) -> list[str]:
    """The floors, two beside each other."""
    floors = [floor_lines(game, state, floor, pen) for floor in range(floors_shown(game.board, state))]
    lines = list[str]()
    for first in range(0, len(floors), 2):
        lines += [""] * bool(first) + beside(floors[first : first + 2], gap=GAP)
    return lines


def heading(game: ClinicSolo, state: State, pen: Pen = PLAIN) -> str:
    """What is due."""
    if game.is_over(state):
        return pen.strong("The game is over")
    if not state.round:
        return pen.strong("Set-up") + f" · {due_words(game, state)}"
    slot = f"action {state.slot} of {game.deck.actions_per_round}: " if state.phase not in AFTER_ACTIONS else ""
    return pen.strong(f"Round {state.round} of {game.deck.rounds}") + f" · {slot}{due_words(game, state)}"


AFTER_ACTIONS = (Phase.MOVE, Phase.CARE, Phase.DEPART, Phase.POPULARITY, Phase.UNIVERSITY)


def due_words(game: ClinicSolo, state: State) -> str:
    match state.phase:
        case Phase.BUILD:
            return f"build ({plural(state.left, 'component')} left)"
        case Phase.HIRE:
            doctor = "a doctor" if game.deck.hiring.doctors_per_action == 1 else "doctors"
            wanted = [doctor] * state.doctor_due + ["a nurse or an orderly"] * state.helper_due
            return game.called(f"hire ({', and '.join(wanted)})")
        case Phase.ADMIT:
            return f"admit ({plural(state.left, 'queue point')} left)"
        case Phase.DRAW:
            return f"a patient is drawn for {game.called(game.services[state.left].word)}"
    return game.called(DUE_WORDS[state.phase])


def tracks(game: Setting, state: State) -> list[str]:
    """The numbers a player keeps, and those worked out from the table."""
    first = [
        ("money", f"${state.money}"),
        ("popularity", signed(state.popularity)),
        ("time", game.time_words(state.time)),
    ]
    if state.phase is Phase.POPULARITY:
        first.insert(1, ("income left", f"${state.income}"))
    first += [("treated", str(state.treated)), ("deaths", str(state.deaths))]
    due = care.expenses(game, state, 0)
    second = [
        ("cars", f"{len(state.cars)}/{sum(parking.places(game, state, s) for s in parking.all_spots(game, state))}"),
        ("queue points", str(admit.queue_points(game, state))),
        ("expenses", f"${due.total} (salaries {due.salaries}, upkeep {due.upkeep})"),
    ]
    return ["   ".join(f"{name} {value}" for name, value in line) for line in (first, second)]


# --- beside the clinic --------------------------------------------------------------------------------------------


def notepad_lines(game: Setting, state: State, pen: Pen = PLAIN) -> list[str]:
    """7.2: the notepad with position 1 on the right, and who waits in pre-admissions."""
    rows = [["Notepad", "next one on the right", "in pre-admissions"]]
    for service, queue, waiting in zip(game.services, state.notepad, state.waiting, strict=True):
        spaces = ["   "] * (game.deck.queueing.columns - len(queue))
        spaces += [f" {pen.tint(Colour(colour).letter, Colour(colour))} " for colour in reversed(queue)]
        rows.append(
            [
                f"  {game.called(service.word)}",
                "[" + "|".join(spaces) + "]",
                describe(waiting) if sum(waiting) else "nobody",
            ]
        )
    return columns(rows)


def display_lines(game: Setting, state: State, pen: Pen = PLAIN) -> list[str]:
    return ["On offer", *("  " + line for line in columns(display_rows(game, state, pen)))]


def display_rows(game: Setting, state: State, pen: Pen = PLAIN) -> list[list[str]]:
    """What is on offer and what it costs, and what the bags hold."""
    tiles = [f"{left} {action}" for action, left in zip(ACTIONS, state.tiles, strict=True) if left]
    shown = [game.called(Tile(t).word) for t in state.specials if state.count(Tile(t)) < game.deck.special_copies]
    return [
        ["university", _university(game, state, pen)],
        ["nurses", _offered(game, state, Person.NURSE, state.nurses_offered)],
        [game.called("orderlies"), _offered(game, state, Person.ORDERLY, state.orderlies_offered)],
        ["special modules", ", ".join(shown) or "none"],
        *([["bonus tiles", " or ".join(map(str, state.offers))]] if state.phase is Phase.BONUS_CHOICE else []),
        *([["action tiles", listed(tiles) or "none left"]] if state.round else []),
        ["patient bag", _bag(state.bag)],
        ["doctor bag", _bag(state.doctor_bag)],
    ]


def _university(game: Setting, state: State, pen: Pen) -> str:
    doctors = [
        f"{pen.tint(Skill(colour).word, Skill(colour))} for ${hire.price(game, state, Person.DOCTOR, colour)}"
        for colour in state.university
    ]
    return ", ".join(doctors) or "nobody"


def _offered(game: Setting, state: State, who: Person, number: int) -> str:
    if not number:
        return "none"
    return f"{number} for ${hire.price(game, state, who, 0)}" if state.round else str(number)


def _bag(counts: Numbers) -> str:
    return described(counts) if sum(counts) else "empty"


def _outside(game: Setting, state: State) -> list[str]:
    """People at entrances and helipads."""
    name, size = game.board.place_name, game.board.size

    def out(place: int) -> bool:
        return place >= size or state.grid[place] == Tile.HELIPAD

    people = [f"{Skill(colour).word} doctor {name(place)}" for place, colour in state.doctors if out(place)]
    people += [f"nurse {name(place)}" for place in state.nurses if out(place)]
    return people + [f"{game.called(Person.ORDERLY)} {name(place)}" for place in state.orderlies if out(place)]


def score_lines(game: Setting, state: State) -> list[str]:
    """11: what the game would score now."""
    items = score.items(game, state)
    rows = [[game.called(item), signed(points)] for item, points in items.items()]
    rows.append(["total", signed(sum(items.values()))])
    return ["Score if it ended here", *("  " + line for line in columns(rows, numbers=[1]))]


def goal_line(game: Setting, state: State) -> str:
    """12.1: the goal and where it stands."""
    now = told(game.goal, score.measure(game, state, game.goal), game)
    return f"goal {game.goal.name}: {goal_words(game.goal, game)}, now {now}"
