"""A position typed in from the table, at the beginning of a round: the [position] of a game file."""

from clin9ic.build import MOST_CUBES
from clin9ic.cards import GARDEN, PILLAR
from clin9ic.clinic import clinic_of
from clin9ic.dice import trackable
from clin9ic.notation import parse_space
from clin9ic.setting import Setting
from clin9ic.state import (
    MOST_ENTRANCES,
    MOST_GARDENS,
    MOST_NURSES,
    MOST_ORDERLIES,
    MOST_PILLARS,
    ROUNDS,
    Floor,
    Phase,
    Space,
    State,
    parking,
    side_of,
)
from tabletop.colour_tables import format_counts, read_counts
from tabletop.files import Table, quoted_list
from tabletop.moves import BadNotation, suggest
from tabletop.plain import plain

MOST_PEOPLE = 50  # the car track ends there
MOST_TRACKED = 10_000  # far beyond what six rounds can bring


def read_position(setting: Setting, table: Table) -> State | None:
    """The position of a table, or None with the faults noted."""
    faults = len(table.document.errors)
    floors = _floors(setting, table) or ()
    stack, unknown = _stack(setting, table, floors) or ((), False)
    faces = table.get("faces", str) or ""
    if "faces" in table and (len(faces) != len(setting.deck.actions) or set(faces) - set("ab")):
        table.fault("faces", f"expected a letter a or b for each of {len(setting.deck.actions)} action cards")

    def number(key: str, low: int, high: int, *, required: bool = True) -> int:
        return table.number(key, low, high, required=required) or 0

    state = State(
        round=number("round", 1, ROUNDS),
        phase=Phase.ORDER,
        floors=floors,
        stack=stack,
        unknown=unknown,
        faces=faces,
        entrances=number("entrances", 1, MOST_ENTRANCES),
        gardens=number("gardens", 0, MOST_GARDENS),
        pillars=number("pillars", 0, MOST_PILLARS),
        lots=number("lots", 0, MOST_PEOPLE, required=False),
        conveyors=_cubes(table) or (),
        doctors=read_counts(table, "doctors", MOST_PEOPLE),
        patients=read_counts(table, "patients", MOST_PEOPLE),
        nurses=number("nurses", 0, MOST_NURSES, required=False),
        orderlies=number("orderlies", 0, MOST_ORDERLIES, required=False),
        money=number("money", 0, MOST_TRACKED),
        popularity=_tracked(setting, table, "popularity"),
        time=_tracked(setting, table, "time"),
        treated=number("treated", 0, MOST_TRACKED, required=False),
    )
    table.done()
    if len(table.document.errors) == faults:
        _check_possible(setting, table, state)
    return state if len(table.document.errors) == faults else None


def _tracked(setting: Setting, table: Table, key: str) -> int:
    """3.4: kept for the popularity condition alone."""
    lowest = -MOST_TRACKED if key == "popularity" and setting.options.popularity_below_zero else 0
    value = table.number(key, lowest, MOST_TRACKED, required=setting.counts_popularity)
    if not setting.counts_popularity:
        if value:
            table.fault(key, f"stays 0 when the goal is {setting.goal} (rule 3.4)")
        return 0
    return value or 0


def _floors(setting: Setting, table: Table) -> tuple[Floor, ...] | None:
    texts = table.items("floors", str)
    if texts is None:
        return None
    floors = []
    for index, text in enumerate(texts):
        name, _, side = text.partition(" ")
        if name not in setting.deck.floor or side not in ("", "a", "b"):
            known = suggest(name, setting.deck.floor)
            table.document.fault((*table.path, "floors", index), f"{text!r}: {known}, with a or b behind it: 'f1 b'")
            return None
        floors.append(Floor(name, side == "b"))
    if not floors or len({floor.card for floor in floors}) < len(floors):
        table.fault("floors", "expected Floor-1 first, then the floors above it, each card once")
        return None
    return tuple(floors)


def _stack(setting: Setting, table: Table, floors: tuple[Floor, ...]) -> tuple[tuple[str, ...], bool] | None:
    """The floor cards to come; those that are not named lie below in unknown order."""
    left = [card.id for card in setting.deck.floors if card.id not in [floor.card for floor in floors]]
    needed = bool(floors) and len(left) > 1  # a single card goes without saying
    named = table.items("stack", str, required=needed)
    if not floors or (named is None and (needed or "stack" in table)):
        return None
    named = named or []
    if len(set(named)) < len(named) or set(named) - set(left) or (needed and not named):
        expected = f"the cards to come, of {' '.join(left)}, each once" if left else "none, all floors are built"
        table.fault("stack", f"expected {expected}; found {plain(' '.join(named)) or 'none'}")
        return None
    rest = sorted(card for card in left if card not in named)  # as set-up has them (3.1)
    return (*named, *rest), len(rest) > 1


def _cubes(table: Table) -> tuple[Space, ...] | None:
    if "conveyors" not in table:
        return ()
    names = table.items("conveyors", str)
    try:
        spaces = sorted(parse_space(name) for name in names or [])
    except BadNotation as error:
        table.fault("conveyors", str(error))
        return None
    if names is None or len(spaces) > MOST_CUBES or len(set(spaces)) < len(spaces):
        table.fault("conveyors", f"expected at most {MOST_CUBES} different spaces")
        return None
    return tuple(spaces)


def _check_possible(setting: Setting, table: Table, state: State) -> None:
    """Whether play could have led here, as far as one can see at once."""
    printed = [side_of(setting, floor) for floor in state.floors]
    for key, letter, most in (("gardens", GARDEN, MOST_GARDENS), ("pillars", PILLAR, MOST_PILLARS)):
        least = min(most, sum(side.count(letter) for side in printed))
        if getattr(state, key) < least:
            table.fault(key, f"{least} are printed on the floors, found {getattr(state, key)}")
    if state.entrances < len(state.floors):
        table.fault("entrances", f"every floor brings one, so at least {len(state.floors)}, found {state.entrances}")
    if state.cars > (spaces := parking(setting, state)):
        table.fault("lots", f"{state.cars} people need as many parking spaces, there are {spaces} (rule 1.4)")
    if not trackable(state.doctors, state.patients, setting.dice):
        table.fault("doctors", f"{setting.dice} dice cannot show these doctors and patients (rule 2.2)")
    modules = clinic_of(setting, state._replace(conveyors=())).modules
    for cube in state.conveyors:
        if cube not in modules:
            table.fault("conveyors", f"{cube} is no printed module (rule 4.4)")
    if state.round > 1 and state.patients[0]:
        table.fault("patients", "no patient is white at the beginning of a round after the first (rule 6.2)")


def format_position(state: State) -> list[str]:
    """The lines of a [position] table."""
    stack = state.stack[:1] if state.unknown else state.stack
    return [
        "[position]",
        f"round = {state.round}",
        f"floors = {quoted_list([floor.card + (' b' if floor.upgraded else ' a') for floor in state.floors])}",
        f"stack = {quoted_list(stack)}",
        f'faces = "{state.faces}"',
        *(f"{key} = {getattr(state, key)}" for key in ("entrances", "gardens", "pillars", "lots")),
        f"conveyors = {quoted_list(map(str, state.conveyors))}",
        f"doctors = {format_counts(state.doctors)}",
        f"patients = {format_counts(state.patients)}",
        *(
            f"{key} = {getattr(state, key)}"
            for key in ("nurses", "orderlies", "money", "popularity", "time", "treated")
        ),
    ]
