"""Dice Hospital for the hunt."""

from dataclasses import fields, replace
from random import Random

from benchmarks.soundness.adapters import DECK_FILE, Style, simple
from benchmarks.soundness.dice_hospital_decks import deck_text
from dice_hospital import decks
from dice_hospital.deals import deal_from_seed, drawn, place_of
from dice_hospital.gamefile import GameFile
from dice_hospital.moves import Move, Outcome
from dice_hospital.patients import Patients, parse_patients
from dice_hospital.players import random_move, sensible_move
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Options, Variant
from dice_hospital.state import ACTIVATION, Phase, State

SAMPLE = 8  # moves that a player compares
RECORDED = 0.4  # share of the games of a shipped deck whose draws were typed in, if each round has the same
ODD_MOVES = 0.2  # of those who played them
CERTAIN = frozenset({Phase.PLACE, Phase.ALSO, Phase.REPORT})  # no draw is due any more, unless dice are rolled again
ROLLING = frozenset({Variant.EXPERIMENTAL, Variant.ADMISSIONS_NURSE})  # variants that draw within a round


class DiceHospitalCases:
    """See `benchmarks.soundness.adapters.Adapter`."""

    cases_per_deal = 1

    def deck(self, random: Random) -> str:
        return deck_text(random)

    def new(self, random: Random, deck: str | None) -> GameFile:
        name = DECK_FILE if deck is not None else random.choice(decks.shipped())
        cards = decks.check(deck, DECK_FILE)[0] if deck is not None else decks.load(name)
        share = random.choice((0.0, 0.3, 0.6))
        variants = frozenset(variant for variant in Variant if random.random() < share)
        options = Options() if random.random() < 0.4 else _options(random)
        game = DiceHospital(cards, variants, options, random.choice((None, 0, 60, 150)))
        deal = deal_from_seed(random.randrange(10**6))
        if deck is None and not variants & ROLLING and random.random() < RECORDED:
            return GameFile(game, name, game.start(), draws=_recorded(game, deal, random))
        return GameFile(game, name, game.start(), deal)

    def choose(self, game: DiceHospital, state: State, style: Style, random: Random) -> Move:
        if style is Style.GOOD:
            return sensible_move(game, state)
        if style is Style.RANDOM or state.phase in ACTIVATION:
            return random_move(game, state, random)
        moves = game.legal_moves(state)
        return simple(moves, style, lambda move: game.final_score(game.apply(state, move)), SAMPLE, random)

    def typed(self, file: GameFile, state: State, random: Random) -> GameFile | None:
        if state.phase is not Phase.INTAKE or file.deal is None:
            return None
        return replace(file, start=_twisted(file.game, state, random), moves=(), entered=True)

    def rounds_left(self, game: DiceHospital, state: State) -> int:
        return 0 if game.is_over(state) else game.deck.rounds + 1 - max(1, state.round)

    def is_certain(self, game: DiceHospital, state: State) -> bool:
        return self.rounds_left(game, state) == 1 and state.phase in CERTAIN and not game.variants & ROLLING

    def has_goal(self, game: DiceHospital) -> bool:
        return game.target is not None


def _recorded(game: DiceHospital, deal: int, random: Random) -> dict[str, Outcome]:
    """The draws of a game as somebody types them in who has played it at the table; no deal tells any others."""
    state, told = game.start(), dict[str, Outcome]()
    while not game.is_over(state):
        if game.is_chance(state):
            place = place_of(game, state)
            outcome = drawn(game, deal, state)
            assert outcome is not None
            told[place] = outcome
            state = game.apply_outcome(state, outcome)
        else:
            odd = random.random() < ODD_MOVES
            state = game.apply(state, random_move(game, state, random) if odd else sensible_move(game, state))
    return told


def _options(random: Random) -> Options:
    return Options(**{field.name: random.choice((False, True)) for field in fields(Options)})


def _twisted(game: DiceHospital, state: State, random: Random) -> State:
    """Some numbers of a position changed, and other patients in the beds."""
    if random.random() < 0.5:
        state = state._replace(blood_bags=random.choice((0, 1, 3, 16, 400)))
    if random.random() < 0.3:
        state = state._replace(fatalities=random.choice((0, 1, 14, 900)))
    if random.random() < 0.3:
        state = state._replace(score=random.choice((0, 90, 5_000)), report_points=random.choice((0, 4, 700)))
    if random.random() < 0.5:
        state = state._replace(patients=_patients(random, random.choice((0, 1, 3, game.deck.setup.beds))))
    return state


def _patients(random: Random, number: int) -> Patients:
    return parse_patients(" ".join(random.choice("ryg") + str(random.randint(1, 6)) for _ in range(number)))


ADAPTER = DiceHospitalCases()
