"""The solitaire of Clinic for the hunt."""

from dataclasses import replace
from random import Random

from benchmarks.soundness.adapters import DECK_FILE, Style, simple
from benchmarks.soundness.clinic_decks import deck_text
from clinic_solo import ClinicSolo, State, decks, parking
from clinic_solo.deals import Deal
from clinic_solo.deck import widest
from clinic_solo.gamefile import GameFile
from clinic_solo.moves import Move
from clinic_solo.players import random_move, sensible_move
from clinic_solo.position import DUE
from clinic_solo.registry import RULESETS
from clinic_solo.setting import DELUXE
from clinic_solo.state import Phase, arrivals

SAMPLE = 8  # moves that a player compares
SHARE_OF_2014 = 0.25
LAST = (Phase.CARE, Phase.POPULARITY)


class ClinicCases:
    """See `benchmarks.soundness.adapters.Adapter`."""

    cases_per_deal = 1

    def deck(self, random: Random) -> str:
        return deck_text(random)

    def new(self, random: Random, deck: str | None) -> GameFile:
        name = DECK_FILE if deck is not None else random.choice(decks.SHELF.shipped())
        cards = decks.SHELF.check(deck, DECK_FILE)[0] if deck is not None else decks.load(name)
        side, goal = random.choice(cards.sides), random.choice(cards.goals)
        expert = side != widest(cards.sides) or random.random() < 0.7
        edition = "2014" if random.random() < SHARE_OF_2014 else DELUXE
        game = ClinicSolo(cards, side.name, goal.name, expert, _rulesets(random), edition)
        return GameFile(game, name, game.start(), Deal(random.randrange(10**6)))

    def choose(self, game: ClinicSolo, state: State, style: Style, random: Random) -> Move:
        if style is Style.GOOD:
            return sensible_move(game, state)
        if style is Style.RANDOM or state.phase is Phase.MOVE:
            return random_move(game, state, random)
        moves = game.legal_moves(state)
        return simple(moves, style, lambda move: game.final_score(game.apply(state, move)), SAMPLE, random)

    def typed(self, file: GameFile, state: State, random: Random) -> GameFile | None:
        if state.phase not in DUE.values():
            return None
        return replace(file, start=_twisted(file.game, state, random), moves=(), entered=True)

    def rounds_left(self, game: ClinicSolo, state: State) -> int:
        return 0 if game.is_over(state) else game.deck.rounds + 1 - max(1, state.round)

    def is_certain(self, game: ClinicSolo, state: State) -> bool:
        """A doctor may still be drawn after the last round, but who is at the university counts for nobody."""
        return self.rounds_left(game, state) == 1 and state.phase in (Phase.MOVE, *LAST, Phase.DEPART)

    def has_goal(self, game: ClinicSolo) -> bool:  # noqa: ARG002
        return True


def _rulesets(random: Random) -> tuple[str, ...]:
    """None half of the time, else one or several (section 14)."""
    if random.random() < 0.5:
        return ()
    return tuple(random.sample(RULESETS, random.choice((1, 1, 1, 2, 2, 3, len(RULESETS)))))


def _twisted(game: ClinicSolo, state: State, random: Random) -> State:
    """Some numbers of a position changed, and people added who stand at a way in."""
    if random.random() < 0.6:
        state = state._replace(money=random.choice((0, 1, 5, 40, 250, 5_000)))
    if random.random() < 0.4:
        state = state._replace(popularity=random.choice((-30, -1, 0, 2, 90, 3_000)))
    if random.random() < 0.4:
        state = state._replace(time=random.choice((0, 1, 2, 44, 700)))
    doors = arrivals(game.board, state)
    for _ in range(random.randint(0, 3)):
        spots = parking.free_spots(game, state)
        if not doors or not spots or state.phase is Phase.CARE:
            break
        state = _with_newcomer(state, random.choice(doors), random)
        if state.cars_due > 0:
            state = state._replace(cars=tuple(sorted((*state.cars, random.choice(spots)))))
    return state


def _with_newcomer(state: State, door: int, random: Random) -> State:
    kind = random.choice(("orderly", "orderly", "nurse", "doctor"))
    if kind == "orderly" and state.orderlies_offered:
        orderlies = tuple(sorted((*state.orderlies, door)))
        return state._replace(orderlies=orderlies, orderlies_offered=state.orderlies_offered - 1)
    if kind == "nurse" and state.nurses_offered:
        return state._replace(nurses=tuple(sorted((*state.nurses, door))), nurses_offered=state.nurses_offered - 1)
    if kind == "doctor" and state.university:
        colour, *rest = state.university
        return state._replace(doctors=tuple(sorted((*state.doctors, (door, colour)))), university=tuple(rest))
    return state


ADAPTER = ClinicCases()
