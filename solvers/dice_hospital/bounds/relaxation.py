"""A simpler game than known draws make, in which everything is a flow of patients: no play scores more than its best.

Patients of a colour and a value are counted, not told apart. In each round they flow from value to value by what can
heal them, and whoever was not touched gets worse. What is left out:

- the order of placements: a department treats whoever passes its values at some time of the activation (6.1, 6.6);
- of a specialist's own effect all but values and colours (6.8). That his department has healed somebody of his colour,
  and of what value, is counted, not looked at one by one (6.7);
- which filling of the beds leads to which intake, but for the numbers of each colour that it has at least and at most
  (11.2, 11.5).

Every legal play is a solution that scores the same: count its patients, placements and cards. Only blood bags are
taken to be used before a placement or after it, not in its middle, and not to give a colour that nobody names: whatever
such a play comes to, another comes to with as many bags (`native/dice_hospital/placements.hpp`).
"""

from collections import Counter
from collections.abc import Iterable

from ortools.sat.python.cp_model import IntVar, LinearExpr

from dice_hospital.deck import Ability, Treatment
from dice_hospital.patients import COLOURS, Patients
from dice_hospital.referee import DiceHospital
from dice_hospital.score import fatality_points, uncompleted_factor
from dice_hospital.setting import Options
from dice_hospital.state import Phase, State
from solvers.core.cpsat import ModelBuilder, Number
from solvers.dice_hospital.bounds.census import Census
from solvers.dice_hospital.bounds.flows import BEFORE_ACTIVATION, UNTREATED, Beds, Card, Day, Node, node_of, total
from solvers.dice_hospital.bounds.forecast import TOGETHER, Arrival, Filling, Known, Shown, arrivals, cards, kept

MOST_PATIENTS = 1_000
ANY_FILLING = Filling((0,) * len(TOGETHER), (MOST_PATIENTS,) * len(TOGETHER))
KNOWN_ABILITIES = (Ability.NONE, Ability.EXTRA, Ability.OTHER, Ability.SAME_VALUE)
# Readings of the text by which a play may score what no solution does.
UNKNOWN_OPTIONS = ("tokens_limited", "values_after_department", "reports_by_own_colour", "recoloured_in_bed")
BEFORE_CARDS = (Phase.SET, Phase.INTAKE, Phase.KEEP, Phase.EPIDEMIC, Phase.LOSE, Phase.CARDS)


def refusal(game: DiceHospital) -> str | None:
    """What the simpler game does not know of a game; None where it knows all of it."""
    deck, usual = game.deck, Options()
    for option in UNKNOWN_OPTIONS:
        if getattr(game.options, option) != getattr(usual, option):
            return f"the option {option} is not as it is here"
    departments = [*range(len(deck.starting)), *(kind for kind, number in enumerate(game.department_stack) if number)]
    workers = [kind for kind, number in enumerate(game.specialist_stack) if number]
    if any(deck.departments[kind].treatment is not Treatment.HEAL for kind in departments):
        return "a department does something else than heal"
    if game.promo or any(deck.workers[kind].ability not in KNOWN_ABILITIES for kind in workers):
        return "a specialist does something else than heal"
    return None


class Relaxation:
    """The model of a position with known draws."""

    def __init__(self, known: Known, state: State) -> None:
        assert isinstance(known.game, DiceHospital)
        self.known, self.game, self.state = known, known.game, state
        self.sheet = ModelBuilder()
        self.first = max(1, state.round)
        self.rounds = range(self.first, self.game.deck.rounds + 1)
        self.score: list[Number] = []
        self.takes: list[int] = []  # columns: whether the specialist is taken
        self.days: list[Day] = []
        self.complete = self._write()

    @property
    def total(self) -> LinearExpr:
        """The score of a solution."""
        return LinearExpr.sum(self.score)

    # --- the rounds ---

    def _write(self) -> bool:
        """The whole game; whether all of its draws are known."""
        game, state, sheet = self.game, self.state, self.sheet
        shown = self._shown()
        if len(shown) < len(self.rounds) - (state.phase not in (*BEFORE_CARDS, Phase.TAKE)):
            return False
        owned, returned = self._cards(shown)
        self.score.append(state.score + state.report_points + fatality_points(game) * state.fatalities)
        leaving, bags = dict[int, list[Number]](), total([state.blood_bags])
        beds = self._beds_now()
        self.census = Census(sheet, game, len(self._sure_patients()), sum(state.discharged))
        for number in self.rounds:
            if number > self.first or state.phase in BEFORE_CARDS:
                came = self._arrivals(number)
                if not came:
                    return False
                beds, gift = self._admitted(number, beds, came)
                bags = bags + gift
            ready = sheet.total(bags + returned[number], f"bags {number}")
            day = Day(sheet, game, number, beds, ready, owned, state if number == self.first else None)
            day.write()
            self.days.append(day)
            bags = day.bags_left()
            leaving[number] = day.left
            beds = self._evening(number, day)
        self.score.append(game.deck.scoring.blood_bag * bags)
        self._reports(leaving)
        return True

    def _shown(self) -> dict[int, Shown]:
        """The cards that are still to be taken, by round."""
        state = self.state
        if state.phase is Phase.TAKE:
            later = cards(self.known, self.game, state._replace(round=state.round + 1))
            return {state.round: Shown(*state.shown), **dict(later)}
        first = self.first + (state.phase not in BEFORE_CARDS)
        return dict(cards(self.known, self.game, state._replace(round=first)))

    def _cards(self, shown: dict[int, Shown]) -> tuple[list[Card], dict[int, Number]]:
        """Section 5: what is owned when, and how many cards are returned in a round."""
        sheet, found = self.sheet, list[Card]()
        before = self.state.phase in BEFORE_ACTIVATION  # one may be returned in this round

        def card(specialist: bool, kind: int, since: int, taken: Number) -> None:
            own: dict[int, Number] = {}
            at_least: Number = taken
            for number in range(since, self.rounds.stop):
                own[number] = 1 if number == self.first and not before else sheet.flag(f"{specialist} {kind} {number}")
                sheet.cp.add(own[number] <= at_least)
                at_least = own[number]
            found.append(Card(specialist, kind, since, taken, own))

        for kind in self.state.specialists:
            card(True, kind, self.first, 1)
        for kind in self.state.departments:
            card(False, kind, self.first, 1)
        for number, pair in shown.items():
            takes = sheet.flag(f"takes specialist {number}")
            self.takes.append(takes.index)
            card(True, pair.specialist, number, takes)
            card(False, pair.department, number, 1 - takes)
        returned: dict[int, Number] = {}
        for number in self.rounds:
            gone = [
                (one.taken if number == one.since else one.own[number - 1]) - one.own[number]
                for one in found
                if number >= one.since
            ]
            returned[number] = total(gone)
            sheet.cp.add(total([*gone, sheet.constant(0)]) <= 1)
        return found, returned

    def _beds_now(self) -> Beds:
        """Who lies there; the first patients of a game get one of the values they may have (2.2)."""
        game, state = self.game, self.state
        if state.phase is not Phase.SET:
            settled = state.phase is Phase.REPORT
            return dict(Counter(node_of(code, settled) for code in state.patients))
        return self._one_of("first", [game.apply(state, move).patients for move in game.legal_moves(state)])

    def _sure_patients(self) -> Patients:
        """Who lies there by colour; at the very beginning whatever values they get."""
        if self.state.phase is Phase.SET:
            return self.game.apply(self.state, self.game.legal_moves(self.state)[0]).patients
        return self.state.patients

    def _one_of(self, name: str, ways: Iterable[Patients]) -> Beds:
        """One of several sets of untreated patients."""
        counted = [Counter(node_of(code) for code in way) for way in ways]
        if len(counted) == 1:
            return dict(counted[0])
        chosen = [self.sheet.flag(f"{name} {at}") for at in range(len(counted))]
        self.sheet.cp.add(total(chosen) == 1)
        nodes = sorted({node for way in counted for node in way})
        return {node: total([way[node] * flag for way, flag in zip(counted, chosen, strict=True)]) for node in nodes}

    def _arrivals(self, number: int) -> dict[Arrival, Filling]:
        """Who may come in, and with whom in bed."""
        state, game = self.state, self.game
        if number == self.first and state.phase in (Phase.KEEP, Phase.LOSE):
            ways = kept(self.known, game, state) if state.phase is Phase.KEEP else [Arrival(state.dice, 0)]
            return dict.fromkeys(ways, ANY_FILLING)
        sure = self._sure_patients() if number == self.first else None
        return arrivals(self.known, game, state._replace(round=number), sure)

    def _admitted(self, number: int, beds: Beds, ways: dict[Arrival, Filling]) -> tuple[Beds, Number]:
        """Section 4: newcomers, and those who make room for them, each of them a fatality."""
        came = sorted(ways)
        sheet, most = self.sheet, self.game.deck.setup.beds
        flags = [sheet.flag(f"arrival {number} {at}") for at in range(len(came))]
        sheet.cp.add(total(flags) == 1)
        for at, colours in enumerate(TOGETHER):  # 11.5: what is in the beds is not in the bag
            there = total([many for node, many in beds.items() if node.colour in colours])
            sheet.cp.add(there >= total([ways[one].low[at] * flag for one, flag in zip(came, flags, strict=True)]))
            sheet.cp.add(there <= total([ways[one].high[at] * flag for one, flag in zip(came, flags, strict=True)]))
        lost = {node: sheet.number(0, most, f"lost {number} {node}") for node in beds}
        for node, there in beds.items():
            sheet.cp.add(lost[node] <= there)
        found: Beds = {node: there - lost[node] for node, there in beds.items()}
        counted = [Counter(node_of(code) for code in one.dice) for one in came]
        for node in sorted({node for one in counted for node in one}):
            newcomers = total([one[node] * flag for one, flag in zip(counted, flags, strict=True)])
            found[node] = found.get(node, 0) + newcomers
        by_size = dict[int, list[Number]]()
        for one, flag in zip(came, flags, strict=True):
            by_size.setdefault(len(one.dice), []).append(flag)
        dead = self.census.admit(number, {size: total(chosen) for size, chosen in by_size.items()})
        sheet.cp.add(total(lost.values()) == dead)
        self.score.append(fatality_points(self.game) * dead)
        return found, total([one.bags * flag for one, flag in zip(came, flags, strict=True)])

    def _evening(self, number: int, day: "Day") -> Beds:
        """Section 8: neglect, points for those who left, and for empty wards."""
        game, sheet = self.game, self.sheet
        steps = game.neglect_steps
        after, dead = dict[Node, list[Number]](), list[Number]()
        for node, there in day.end.items():
            value = node.value - (steps if node.treated_as == UNTREATED else 0)
            if value < 1:
                dead.append(there)
            else:
                after.setdefault(Node(UNTREATED, node.colour, value), []).append(there)
        beds: Beds = {node: sheet.total(total(there), f"evening {number} {node}") for node, there in after.items()}
        self.score.append(fatality_points(game) * total(dead))
        self.score.append(self.census.evening(number, total(day.start.values()), total(day.leaves_now()), total(dead)))
        return beds

    def _reports(self, leaving: dict[int, list[Number]]) -> None:
        """8.2: cards from the front of their columns, each die serving one card of its round."""
        sheet, deck = self.sheet, self.game.deck
        used = {(number, colour): list[Number]() for number in self.rounds for colour in COLOURS}
        for at, column in enumerate(self.state.reports):
            before: dict[int, Number] = {}
            for depth, kind in enumerate(column):
                card, done = deck.reports[kind], list[IntVar]()
                so_far: dict[int, Number] = {}
                for number in self.rounds:
                    done.append(sheet.flag(f"report {at} {depth} {number}"))
                    so_far[number] = total(done)
                    if depth:
                        sheet.cp.add(so_far[number] <= before[number])
                    for colour in COLOURS:
                        used[number, colour].append(card.needs[colour] * done[-1])
                sheet.cp.add(total(done) <= 1)
                before = so_far
                left = uncompleted_factor(self.game) * card.points
                self.score.append(left + (deck.scoring.report_completed * card.points - left) * total(done))
        for (number, colour), dice in used.items():
            served = self.state.discharged[colour] - self.state.for_reports[colour] if number == self.first else 0
            if dice:
                sheet.cp.add(total(dice) <= leaving[number][colour] - served)


__all__ = ["Relaxation", "refusal"]
