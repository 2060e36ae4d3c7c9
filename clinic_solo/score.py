"""Sections 11 and 12: the final score by item, the goal, and the Hall of Fame."""

from clinic_solo.clinic import clinic_of
from clinic_solo.deck import Goal
from clinic_solo.rooms import treating_buildings, treatment_rooms
from clinic_solo.setting import Setting
from clinic_solo.state import State
from clinic_solo.tiles import Tile
from tabletop.colours import Colour


def items(setting: Setting, state: State) -> dict[str, int]:
    """11.1–11.6, in that order: what the game would score if it ended here."""
    return setting.rules.score_items(setting, state)


def printed_items(setting: Setting, state: State) -> dict[str, int]:
    """11.1–11.6, as the deck has it."""
    points, rooms = setting.deck.points, treatment_rooms(setting, state)
    waiting = sum(points.patient[colour] * counts[colour] for counts in state.waiting for colour in Colour)
    return {
        "popularity": state.popularity,
        "doctors": sum(points.doctor[colour] for _, colour in state.doctors),
        "nurses": points.nurse * len(state.nurses),
        "treatment rooms": sum(points.treatment_by_floor[setting.board.floor(room)] for room in rooms),
        "buildings": points.building * more_buildings(setting, state),
        "patients": waiting + sum(points.patient[colour] for _, colour in state.patients),
        "time": time_points(setting, state.time),
    }


def more_buildings(setting: Setting, state: State) -> int:
    """11.4 [decision second-building]: buildings that treat beyond the first one; by the switch, beyond any first."""
    treating = treating_buildings(setting, state)
    if not setting.switches.second_building:
        return max(0, treating - 1)
    building = clinic_of(setting.board, state.grid).building
    return min(treating, len(set(building.values())) - 1)


def time_points(setting: Setting, time: int) -> int:
    """11.6."""
    return setting.deck.points.time * (time // setting.deck.points.time_per)


def total(setting: Setting, state: State) -> int:
    """11.7: money is worth nothing, and the result may be negative."""
    return sum(items(setting, state).values())


def measure(setting: Setting, state: State, goal: Goal) -> int:
    """12.2: what a goal counts, in a position taken as the last one."""
    match goal.measure:
        case "time_spent":
            return state.time
        case "doctors":
            return len(state.doctors)
        case "functional_treatment_rooms_on_top_floor":  # [decision top-floor-goal]
            return sum(setting.board.floor(room) == goal.floor for room in treatment_rooms(setting, state))
        case "patients_treated":
            return state.treated
        case "treating_buildings":
            return treating_buildings(setting, state)
        case "doctors_not_white":
            return sum(colour != Colour.WHITE for _, colour in state.doctors)
        case "staff":
            return state.staff
        case "gardens":
            return state.count(Tile.GARDEN)
    return state.deaths + state.patients_here  # deaths_plus_patients_left


def goal_met(setting: Setting, state: State) -> bool:
    """12.1."""
    return meets(setting, state, setting.goal)


def meets(setting: Setting, state: State, goal: Goal) -> bool:
    """12.1, for any goal."""
    value = measure(setting, state, goal)
    return (goal.at_least is None or value >= goal.at_least) and (goal.at_most is None or value <= goal.at_most)


def rank(setting: Setting, state: State) -> str | None:
    """12.3 [decision rank-order]: the rank of the final score, None when the goal is missed (12.1)."""
    if not goal_met(setting, state):
        return None
    final = total(setting, state)
    earned = [name for name, least in setting.deck.ranks if final >= least]
    return earned[-1] if earned else None
