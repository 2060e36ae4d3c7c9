"""A player with a value function: every decision by the best activation it leads to, over sampled draws.

It sees what a player sees. Draws to come are sampled; the value function says what the end of a round is worth.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random

import numpy as np

from dice_hospital.deck import Ability, Treatment
from dice_hospital.intake import ways_to_lose
from dice_hospital.moves import (
    Bag,
    CardsShown,
    CompleteReport,
    Drawn,
    Move,
    NewPatient,
    Outcome,
    Place,
    Recolour,
    Return,
    Stop,
)
from dice_hospital.patients import BEST, OWN, VALUE, untreated
from dice_hospital.referee import DiceHospital
from dice_hospital.score import uncompleted_factor
from dice_hospital.state import Phase, State
from solvers.dice_hospital.kernel.activation import Activation, Best, EndValues, Records
from solvers.dice_hospital.value_function.features import (
    Columns,
    Floats,
    completed,
    end_values_of,
    features,
    fixed_value,
    last_end_values,
    layout_of,
    placements,
    report_features,
    settled,
)
from solvers.dice_hospital.value_function.fitted import fitted_weights

NARROW, WIDE = 12, 200  # beams of an activation: of a sampled future, and of one that is carried out
CARDS_SEEN = 4  # pairs of cards sampled for a choice of dice
CHANCE_ABILITIES = (Ability.REROLL_OTHER, Ability.ADMIT_OR_RETURN)
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


class Player:
    """The decisions of one game by a value function: a row of weights for each round."""

    def __init__(self, game: DiceHospital, weights: Floats) -> None:
        self.game, self.weights = game, weights
        self.end_values = lru_cache(maxsize=4096)(self._end_values)

    # --- values ---

    def value(self, state: State) -> float:
        """By the weights alone; meant for the beginning of a round."""
        if self.game.is_over(state):
            return float(self.game.final_score(state))
        return settled(self.game, state) + float(features(self.game, state) @ self.weights[max(1, state.round)])

    def _end_values(self, number: int, reports: Columns, places: int) -> EndValues:
        if number == self.game.deck.rounds:
            return last_end_values(self.game, reports)
        return end_values_of(self.game, reports, places, self.weights[number + 1])

    def end_values_at(self, state: State) -> EndValues:
        """Of the ends of this activation."""
        return self.end_values(state.round, state.reports, placements(self.game, state))

    def before(self, state: State) -> float:
        """What the value of an activation's end leaves out: what is settled, and the cards."""
        total = settled(self.game, state)
        if state.round < self.game.deck.rounds:
            total += fixed_value(self.game, state, self.weights[state.round + 1])
        return total

    def best(self, state: State, width: int, most: int = 0) -> tuple[Activation, Best]:
        activation = Activation(self.game, state)
        return activation, activation.best(self.end_values_at(state), width, most)

    def sampled_value(self, state: State, random: Random, width: int = NARROW, *, returns: bool = True) -> float:
        """Of any position, by one way that this round may go on; perhaps without a thought of returning cards."""
        game = self.game

        def value(after: State) -> float:
            return self.sampled_value(after, random, width, returns=returns)

        match state.phase:
            case Phase.PLACE if not state.recoloured:
                return self.before(state) + self.best(state, width)[1].value
            case Phase.TAKE:
                return max(map(value, self._improved(state, returns)))
            case Phase.CONSULT:
                return max(value(game.apply(state, move)) for move in game.legal_moves(state))
            case Phase.RETURN:
                return value(game.apply(state, Return()))
            case Phase.KEEP:
                return value(game.apply(state, self.keep(state, [random.getrandbits(32)], width)[0].moves[0]))
            case Phase.LOSE | Phase.REPORT:
                for move in self.quick(state):
                    state = game.apply(state, move)
                return self.value(state) if state.phase is Phase.INTAKE else value(state)
            case Phase.OVER:
                return float(game.final_score(state))
        if game.is_chance(state):
            return value(game.apply_outcome(state, sampled(game, state, random)))
        return max(value(game.apply(state, move)) for move in self._onward(state))

    def _improved(self, state: State, returns: bool) -> Iterator[State]:
        """After taking a card; at the end of the game perhaps also after returning one."""
        game = self.game
        late = returns and state.round > game.deck.rounds - RETURNS_FROM_END
        for taken in game.legal_moves(state):
            after = game.apply(state, taken)
            if after.phase is not Phase.RETURN:
                yield after
                continue
            for back in game.legal_moves(after) if late else [Return()]:
                yield game.apply(after, back)

    # --- decisions ---

    def keep(self, state: State, seeds: Sequence[int], width: int = NARROW) -> list[Way]:
        """Which dice stay, the best first, by the same sampled cards for all of them."""
        found = []
        for move in self.game.legal_moves(state):
            after = self.game.apply(state, move)
            values = [self.sampled_value(after, Random(seed), width, returns=False) for seed in seeds]
            found.append(Way((move,), after, sum(values) / len(values)))
        return _ranked(found)

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
        game, ready = self.game, list[tuple[float, tuple[Move, ...], State]]()
        waiting: list[tuple[tuple[Move, ...], State]] = [((), state)]
        while waiting:
            moves, at = waiting.pop()
            if at.phase in (Phase.TAKE, Phase.RETURN, Phase.CONSULT):
                waiting += [((*moves, move), game.apply(at, move)) for move in game.legal_moves(at)]
            else:
                ready.append((self.before(at) + self.best(at, NARROW)[1].value, moves, at))
        ready.sort(key=lambda one: -one[0])
        return _ranked([way for _, moves, at in ready[:starts] for way in self.activations(at, number, width, moves)])

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
        value = float(self.game.final_score(at)) if over else self.sampled_value(at, Random(0), returns=False)
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
        values = [self.sampled_value(self.game.apply(state, move), Random(0), returns=False) for move in moves]
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
            held, values = game.held(state), game.deck.dice.intake_values
            many = min(game.deck.intake.drawn, len(held)) if state.phase is Phase.INTAKE else 1
            dice = [untreated(colour, random.choice(values)) for colour in random.sample(held, many)]
            return Drawn(tuple(sorted(dice))) if state.phase is Phase.INTAKE else NewPatient(dice[0])
        case Phase.CARDS:
            stacks = state.specialist_stack, state.department_stack
            one, other = (random.choices(range(len(stack)), stack)[0] for stack in stacks)
            return CardsShown(one, other)
    listed = game.chance_outcomes(state)
    return random.choices([outcome for outcome, _ in listed], [chance for _, chance in listed])[0]


__all__ = ["Player", "Way", "player_for", "sampled"]
