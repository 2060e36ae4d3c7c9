"""A player with a value function: every decision by the best activation it leads to, over sampled draws.

It sees what a player sees. Draws to come are sampled; the value function says what the end of a round is worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np

from dice_hospital.deck import Ability, Treatment
from dice_hospital.intake import ways_to_lose
from dice_hospital.moves import (
    Bag,
    CardsShown,
    CompleteReport,
    Drawn,
    Keep,
    Move,
    NewPatient,
    Outcome,
    Place,
    Recolour,
    Return,
    Stop,
)
from dice_hospital.patients import BEST, COLOURS, OWN, VALUE, untreated
from dice_hospital.referee import DiceHospital
from dice_hospital.score import uncompleted_factor
from dice_hospital.state import Phase, State
from solvers.dice_hospital.kernel.activation import Activation, EndValues, Records
from solvers.dice_hospital.value_function.features import (
    Cards,
    Columns,
    Floats,
    Kinds,
    ReportValues,
    completed,
    end_values_of,
    features,
    fixed_value,
    last_end_values,
    layout_of,
    report_features,
    report_values,
    settled,
)
from solvers.dice_hospital.value_function.fitted import fitted_weights

GLANCE, NARROW, WIDE = (
    4,
    16,
    200,
)  # beams of an activation: of a choice of dice to come, of a sampled future, of one carried out
CARDS_SEEN = 4  # pairs of cards sampled for a choice of dice
CHANCE_ABILITIES = (Ability.REROLL_OTHER, Ability.ADMIT_OR_RETURN)
BEFORE_ACTIVATION = (Phase.EPIDEMIC, Phase.LOSE, Phase.CARDS, Phase.TAKE, Phase.RETURN, Phase.CONSULT, Phase.PLACE)
RETURNS_FROM_END = 1  # rounds at the end in which sampled futures think of returning a card


@dataclass(frozen=True)
class Way:
    """Moves up to the next draw or the end of the game, where they lead, and what they are worth.

    An activation among them is told by the core and put into the referee's moves only when somebody wants to see them.
    """

    first: tuple[Move, ...]
    end: State
    value: float
    activation: Activation | None = None
    actions: Records | None = None
    last: tuple[Move, ...] = ()

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        if self.activation is None or self.actions is None:
            return self.first
        return (*self.first, *self.activation.moves(self.actions), *self.last)


class BestEnd(NamedTuple):
    """Of an activation."""

    value: float
    start: State
    hospital: Any


class Player:
    """The decisions of one game by a value function: a row of weights for each round."""

    def __init__(self, game: DiceHospital, weights: Floats) -> None:
        self.game, self.weights = game, weights
        self._end_values = lru_cache(maxsize=4096)(self._end_values_of)
        self._report_values = lru_cache(maxsize=256)(self._report_values_of)

    # --- values ---

    def value(self, state: State) -> float:
        """By the weights alone; meant for the beginning of a round."""
        if self.game.is_over(state):
            return float(self.game.final_score(state))
        return settled(self.game, state) + float(features(self.game, state) @ self.weights[max(1, state.round)])

    def _end_values_of(self, number: int, reports: Columns, departments: Kinds, specialists: Kinds) -> EndValues:
        if number == self.game.deck.rounds:
            return last_end_values(self.game, reports)
        weights, values = self.weights[number + 1], self._report_values(number, reports)
        return end_values_of(self.game, Cards(reports, departments, specialists), weights, values)

    def _report_values_of(self, number: int, reports: Columns) -> ReportValues:
        return report_values(self.game, reports, self.weights[number + 1])

    def end_values_at(self, state: State) -> EndValues:
        """Of the ends of this activation."""
        last = state.round == self.game.deck.rounds
        cards = ((), ()) if last else (state.departments, state.specialists)
        return self._end_values(state.round, state.reports, *cards)

    def before(self, state: State) -> float:
        """What the value of an activation's end leaves out: what is settled, and the cards."""
        total = settled(self.game, state)
        if state.round < self.game.deck.rounds:
            total += fixed_value(self.game, Cards.of(state), self.weights[state.round + 1])
        return total

    def best_ends(self, states: Sequence[State], width: int, *, returns: bool = False) -> list["BestEnd"]:
        """Of positions before an activation: the best end that a beam comes to.

        With `returns` a card that turns out to be of no use has been returned for a blood bag that is kept (5.2).
        """
        teams = dict[tuple[object, ...], list[int]]()
        for at, state in enumerate(states):
            team = state.free_workers, state.free_departments, state.consulted, state.fatalities, state.reports
            teams.setdefault(team, []).append(at)
        found = dict[int, BestEnd]()
        for places in teams.values():
            alike = [states[at] for at in places]
            activation = Activation(self.game, alike[0])
            end_values = self.end_values_at(alike[0])
            values, ends = activation.ends(activation.starts(alike), end_values, width)
            if returns:
                gains = np.diff(end_values.bags, append=end_values.bags[-1])
                values += activation.spared(ends) * np.maximum(0.0, gains[ends["bags"]])
            for at, value, end in zip(places, values, ends, strict=True):
                found[at] = BestEnd(self.before(states[at]) + float(value), states[at], end)
        return [found[at] for at in range(len(states))]

    def sampled_value(self, state: State, random: Random, width: int = NARROW) -> float:
        """Of any position, by one way that this round may go on."""
        game = self.game
        if state.phase in BEFORE_ACTIVATION and not state.recoloured:
            late = state.round > game.deck.rounds - RETURNS_FROM_END
            returns = late and game.options.return_for_bag and state.phase not in (Phase.CONSULT, Phase.PLACE)
            ends = self.best_ends(self._activations_from(state, random), width, returns=returns)
            return max(end.value for end in ends)
        match state.phase:
            case Phase.KEEP:
                after = game.apply(state, self.keep(state, [random.getrandbits(32)], GLANCE)[0].moves[0])
                return self.sampled_value(after, random, width)
            case Phase.REPORT:
                for move in self.reports(state):
                    state = game.apply(state, move)
                return self.value(state)
            case Phase.OVER:
                return float(game.final_score(state))
        if game.is_chance(state):
            after = game.apply_outcome(state, sampled(game, state, random))
            return self.sampled_value(after, random, width)
        return max(self.sampled_value(game.apply(state, move), random, width) for move in self._onward(state))

    def sampled_round(self, state: State, random: Random, width: int = NARROW) -> State:
        """From a position before an activation to the beginning of the next round, by one way that it may go on."""
        game = self.game
        if state.phase is Phase.INTAKE:
            state = game.apply_outcome(state, sampled(game, state, random))
        if state.phase is Phase.KEEP:
            state = game.apply(state, self.keep(state, [random.getrandbits(32)], GLANCE)[0].moves[0])
        best = max(self.best_ends(self._activations_from(state, random), width), key=lambda end: end.value)
        after = Activation(game, best.start).ended(best.hospital)
        for move in self.reports(after):
            after = game.apply(after, move)
        return after

    def _activations_from(self, state: State, random: Random) -> list[State]:
        """Before which activations the player may choose, the draws until then sampled."""
        game, found, waiting = self.game, list[State](), [state]
        while waiting:
            state = waiting.pop()
            match state.phase:
                case Phase.PLACE:
                    found.append(state)
                case Phase.TAKE | Phase.CONSULT:
                    waiting += [game.apply(state, move) for move in game.legal_moves(state)]
                case Phase.RETURN:
                    waiting.append(game.apply(state, Return()))
                case Phase.LOSE:
                    waiting.append(game.apply(state, self.lose(state)))
                case _:
                    waiting.append(game.apply_outcome(state, sampled(game, state, random)))
        return found

    # --- decisions ---

    def keep(self, state: State, seeds: Sequence[int], width: int = NARROW) -> list[Way]:
        """Which dice stay, the best first, by the same sampled cards for all of them."""
        found, states, ends = list[tuple[Keep, State]](), list[State](), list[int]()
        for move in self.game.legal_moves(state):
            assert isinstance(move, Keep)
            after = self.game.apply(state, move)
            found.append((move, after))
            for seed in seeds:
                states += self._activations_from(after, Random(seed))
                ends.append(len(states))
        values, begin, means = [end.value for end in self.best_ends(states, width)], 0, list[float]()
        for end in ends:
            means.append(max(values[begin:end]))
            begin = end
        each = len(seeds)
        return _ranked(
            [
                Way((move,), after, sum(means[each * at : each * (at + 1)]) / each)
                for at, (move, after) in enumerate(found)
            ]
        )

    def lose(self, state: State) -> Move:
        """Who makes room: those worth least at the beginning of a round."""
        weights, first = self.weights[state.round], layout_of(self.game).parts["patients"].start

        def at_the_beginning(code: int) -> float:
            return float(weights[first + OWN[code] * BEST + VALUE[code] - 1])

        return min(
            ways_to_lose(self.game, state), key=lambda move: sum(at_the_beginning(code) for code in move.patients)
        )

    def improve(self, state: State, number: int = 1, width: int = WIDE, starts: int = 1) -> list[Way]:
        """What to take, and what to return for a blood bag, and so many activations after each of the best."""
        game, ready = self.game, list[tuple[tuple[Move, ...], State]]()
        waiting: list[tuple[tuple[Move, ...], State]] = [((), state)]
        while waiting:
            moves, at = waiting.pop()
            if at.phase in (Phase.TAKE, Phase.RETURN, Phase.CONSULT):
                waiting += [((*moves, move), game.apply(at, move)) for move in game.legal_moves(at)]
            else:
                ready.append((moves, at))
        ends = self.best_ends([at for _, at in ready], NARROW)
        order = sorted(range(len(ready)), key=lambda at: -ends[at].value)[:starts]
        return _ranked([way for at in order for way in self.activations(ready[at][1], number, width, ready[at][0])])

    def activations(
        self, state: State, number: int = 1, width: int = WIDE, first: tuple[Move, ...] = ()
    ) -> list[Way]:  # fmt: skip
        """The best activations, the reports after them included."""
        activation, before = Activation(self.game, state), self.before(state)
        found = []
        for end in activation.several(self.end_values_at(state), number, width):
            after = activation.ended(end.end)
            reports = tuple(self.reports(after))
            for move in reports:
                after = self.game.apply(after, move)
            found.append(Way(first, after, before + end.value, activation, end.actions, (Stop(), *reports)))
        return found

    def reports(self, state: State) -> list[Move]:
        """Which reports to complete with those who left."""
        if state.phase is not Phase.REPORT:
            return []
        last, deck = state.round == self.game.deck.rounds, self.game.deck

        def value_with(points: int, rest: Columns) -> float:
            if last:
                left = sum(deck.reports[kind].points for column in rest for kind in column)
                return points + float(uncompleted_factor(self.game) * left)
            weights = self.weights[state.round + 1][layout_of(self.game).parts["reports"]]
            return points + float(np.dot(report_features(self.game, rest), weights))

        ways = [
            (points, rest)
            for needs, points, rest in completed(self.game, state.reports)
            if all(need <= there for need, there in zip(needs, state.for_reports, strict=True))
        ]
        _, rest = max(ways, key=lambda way: value_with(*way))
        done: list[Move] = [
            CompleteReport(number)
            for number, (before, after) in enumerate(zip(state.reports, rest, strict=True), 1)
            for _ in range(len(before) - len(after))
        ]
        for move in done:
            state = self.game.apply(state, move)
        return [*done, Stop()] if state.phase is Phase.REPORT else done

    def ways(self, state: State, number: int = 12, width: int = WIDE, starts: int = 4) -> list[Way]:
        """What there is to choose from at a decision: every move, or the most promising ways through the round."""
        game = self.game
        if state.phase in (Phase.TAKE, Phase.RETURN, Phase.CONSULT):
            return self.improve(state, max(1, number // starts), width, starts)
        if state.phase is Phase.PLACE and not state.recoloured:
            rolled = [
                self._by_move(state, move) for move in game.activation_moves(state, lean=True) if self._rolls(move)
            ]
            return _ranked([*self.activations(state, number, width), *rolled])
        return _ranked([self._by_move(state, move) for move in game.legal_moves(state)])

    def _rolls(self, move: Move) -> bool:
        """Whether a placement leads to chance, which the core leaves out."""
        if not isinstance(move, Place):
            return False
        rolled = self.game.deck.departments[move.department].treatment is Treatment.REROLL
        return rolled or self.game.deck.workers[move.worker].ability in CHANCE_ABILITIES

    def _by_move(self, state: State, move: Move) -> Way:
        """A move, and the best ones after it up to the next draw."""
        moves, at = [move], self.game.apply(state, move)
        while not (self.game.is_over(at) or self.game.is_chance(at)):
            for one in self.quick(at):
                moves.append(one)
                at = self.game.apply(at, one)
        over = self.game.is_over(at)
        value = float(self.game.final_score(at)) if over else self.sampled_value(at, Random(0))
        return Way(tuple(moves), at, value)

    def quick(self, state: State) -> tuple[Move, ...]:
        """A good way on, at once."""
        match state.phase:
            case Phase.LOSE:
                return (self.lose(state),)
            case Phase.REPORT:
                return tuple(self.reports(state))
            case Phase.PLACE if not state.recoloured:
                return self.activations(state, 1, NARROW)[0].moves
            case Phase.TAKE | Phase.RETURN | Phase.CONSULT:
                return self.improve(state, 1, NARROW)[0].moves
            case Phase.KEEP:
                return self.keep(state, [0])[0].moves
        moves = self._onward(state)
        values = [self.sampled_value(self.game.apply(state, move), Random(0)) for move in moves]
        return (moves[int(np.argmax(values))],)

    def _onward(self, state: State) -> list[Move]:
        """In the middle of a placement: what ends it, without more blood bags, which would multiply the ways on."""
        moves = self.game.legal_moves(state)
        return [move for move in moves if not isinstance(move, Bag | Recolour)] or moves

    def moves(self, state: State, random: Random, cards: int = CARDS_SEEN, width: int = WIDE) -> tuple[Move, ...]:
        """What to do in a position without any look further than this round."""
        match state.phase:
            case Phase.KEEP:
                return self.keep(state, [random.getrandbits(32) for _ in range(cards)])[0].moves
            case Phase.TAKE | Phase.RETURN | Phase.CONSULT:
                return self.improve(state, 1, width, starts=3)[0].moves
            case Phase.PLACE if not state.recoloured:
                return self.activations(state, 1, width)[0].moves
        return self.quick(state)


@lru_cache(maxsize=8)
def player_for(game: DiceHospital) -> Player:
    """With the weights that ship."""
    return Player(game, fitted_weights(game))


def _ranked(ways: list[Way]) -> list[Way]:
    return sorted(ways, key=lambda way: -way.value)


def sampled(game: DiceHospital, state: State, random: Random) -> Outcome:
    """Section 11: one outcome of chance, as likely as it is."""
    match state.phase:
        case Phase.INTAKE | Phase.EPIDEMIC:
            dice = [die for _, die in sorted(_shaken(game, state, random))]
            many = game.deck.intake.drawn if state.phase is Phase.INTAKE else 1
            return Drawn(tuple(sorted(dice[:many]))) if state.phase is Phase.INTAKE else NewPatient(dice[0])
        case Phase.CARDS:
            stacks = state.specialist_stack, state.department_stack
            one, other = (random.choices(range(len(stack)), stack)[0] for stack in stacks)
            return CardsShown(one, other)
    listed = game.chance_outcomes(state)
    return random.choices([outcome for outcome, _ in listed], [chance for _, chance in listed])[0]


def _shaken(game: DiceHospital, state: State, random: Random) -> list[tuple[float, int]]:
    """The dice in the bag, rolled, each with a number by which they are drawn.

    Every die of the box gets its numbers, wherever it is. So the same random numbers draw much the same dice from two
    bags that differ by a few, and ways to such bags can be told apart by few draws.
    """
    bag, values = game.bag(state), game.deck.dice.intake_values
    dice = list[tuple[float, int]]()
    for colour in COLOURS:
        for number in range(max(game.deck.dice.per_colour, bag[colour])):
            at, value = random.random(), values[int(random.random() * len(values))]
            if number < bag[colour]:
                dice.append((at, untreated(colour, value)))
    return dice


__all__ = ["Player", "Way", "player_for", "sampled"]
