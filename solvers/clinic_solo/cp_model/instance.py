"""What is to be scheduled: a position before an action, and the draws of its round."""

from dataclasses import dataclass
from functools import cached_property

from clinic_solo import ClinicSolo, State
from clinic_solo.admin import draw_chances
from clinic_solo.deals import Deal, next_outcome
from clinic_solo.deck import ANY
from clinic_solo.moves import PatientDrawn
from clinic_solo.setting import Setting
from clinic_solo.state import Phase
from clinic_solo.tiles import HUBS, Person, Tile, is_module
from solvers.clinic_solo.kernel.ruleset_tables import edition_2014_of, extinguishers_of
from solvers.core.result import NotSolvable
from tabletop.colours import Counts
from tabletop.text import listed

NOTHING: Counts = (0, 0, 0, 0)
# 8.5: doctors, nurses, orderlies and patients in each room, as the model has them
CAPACITIES = {
    Tile.TREATMENT: (2, ANY, 0, 2),
    Tile.OPERATING: (1, ANY, 0, 1),
    Tile.SUPPLY: (0, 0, 1, 0),
    Tile.LAB: (1, 0, 0, 0),
    Tile.OUTPATIENT: (1, 0, 0, 1),
    Tile.TRIAGE: (0, 0, 0, 0),
    HUBS[0]: (ANY, ANY, 0, 0),
}
KNOWN_RULESETS = {"floor4", "round7", "extinguishers", "blood"}
LARGEST = 1_000  # of the deck's prices and times
LONGEST_TOLL = 20
MOST_TILES, MOST_COMPONENTS, MOST_SERVICES, MOST_UNIVERSITY = 2, 2, 3, 3


def supports(setting: Setting) -> str | None:
    """Why the exact model of a round cannot take up a deck, None where it can."""
    deck, switches = setting.deck, setting.switches
    hiring, capacity = deck.hiring, deck.walking.capacity
    unknown, extinguishers = sorted(set(setting.rulesets) - KNOWN_RULESETS), extinguishers_of(setting)
    edition = edition_2014_of(setting)
    odd = {
        f"the rules of {listed(unknown)}": bool(unknown),
        "rooms that score only with staff": edition is not None and edition.score_needs_staff,
        "patients who come straight from a queue": edition is not None and edition.consultation_from_queue,
        "admissions that need a hub": switches.admit_needs_hub,
        "helipads above the top floor": switches.helipad_above_top_floor,
        "orderlies who are not hired without a supply room": switches.surplus_orderly != "removed",
        "popularity that cannot be negative": not switches.popularity_may_be_negative,
        "a last round without Admin": not switches.admin_after_last_round,
        "conveyor rides that take time": deck.walking.conveyor != 0,
        "stops priced by floor": len(set(deck.building.cost["conveyor"][: deck.floors])) > 1,
        "several tiles of a special module": deck.special_copies != 1,
        "so many university spaces": hiring.university_spaces > MOST_UNIVERSITY,
        "other than one doctor, or any number, and one helper in a Hire": hiring.doctors_per_action not in (1, ANY)
        or hiring.helpers_per_action != 1,
        "an action three times in a round": deck.tiles_per_action > MOST_TILES,
        "more than two components in an action": deck.building.components_per_action > MOST_COMPONENTS,
        "more than three services": len(setting.services) > MOST_SERVICES,
        "rooms of another size": any(
            tuple(capacity[tile][who] for who in Person) != places for tile, places in CAPACITIES.items()
        ),
        "entrances that may be changed": switches.free_entrance_change,
        "buildings that count although the first does not treat": switches.second_building,
        "a first hub of another service": deck.start_service is not setting.services[0],
        "extinguishers where steps take no time": extinguishers is not None and not deck.walking.adjacent,
        "extinguishers that hold up so long": extinguishers is not None and extinguishers.enter_time > LONGEST_TOLL,
        "steps as long as these": max(deck.walking.enter, deck.walking.adjacent, deck.walking.to_entrance) > LARGEST,
    }
    found = next((words for words, is_so in odd.items() if is_so), None)
    return found and f"the exact model of a round does not know decks with {found}"


@dataclass(frozen=True)
class Instance:
    """A position before an action of a round, and what is known of the draws; the aim is the score at its end."""

    game: ClinicSolo
    state: State
    deal: Deal
    start: State | None = None  # of the game, where it began at a position typed in

    def __post_init__(self) -> None:
        if self.state.phase is not Phase.ACTION:
            raise ValueError(f"a schedule begins before an action, not at {self.state.phase}")
        if reason := supports(self.game):
            raise NotSolvable(reason)

    def value_of(self, state: State) -> int:
        """What is to be as high as possible at the end of the round."""
        return self.game.final_score(state)

    @property
    def slots(self) -> int:
        """Actions left in the round."""
        return self.game.deck.actions_per_round - self.state.slot + 1

    @property
    def builds(self) -> int:
        """Build actions at most."""
        return min(self.slots, self.state.tiles[0])

    @cached_property
    def blocked(self) -> frozenset[int]:
        """5.2d: empty ground spaces with a car at a border."""
        board, cars = self.game.board, set(self.state.cars)
        return frozenset(s for s in range(board.ground) if not self.state.grid[s] and cars & set(board.borders[s]))

    def has_module(self, space: int) -> bool:
        return is_module(self.state.grid[space])

    def draw(self, slot: int, row: int, bag: Counts) -> int:
        """7.6: who comes from this bag to a row after the slot of that number; slots are counted from 0."""
        at = self.state._replace(phase=Phase.DRAW, slot=self.state.slot + slot, left=row, bag=bag)
        outcome = next_outcome(self.game, self.deal, at, self.start)
        if not isinstance(outcome, PatientDrawn):
            raise NotSolvable(
                f"the patient drawn in round {at.round} after action {at.slot}, row {row + 1}, is not known"
            )
        if all(outcome.colour != colour for colour, _ in draw_chances(bag)):
            raise NotSolvable(f"no such patient is in the bag in round {at.round} after action {at.slot}")
        return outcome.colour
