"""Dice Hospital as commands and pages see it."""

from itertools import chain
from typing import TYPE_CHECKING

from dice_hospital import decks, gamefile
from dice_hospital.deals import deal_from_id, deal_from_seed
from dice_hospital.deck_text import deck_text
from dice_hospital.gamefile import GameFile
from dice_hospital.moves import Move, Outcome
from dice_hospital.referee import DiceHospital
from dice_hospital.setting import Variant
from dice_hospital.state import State
from faces.games.adapter import Adapter
from faces.games.data import Misuse, NewGame, Refusal, Target, Verdict
from faces.games.decks import Decks
from faces.games.dice_hospital.seat import DiceHospitalSeat
from faces.games.dice_hospital.views import DiceHospitalViews
from tabletop.files import Document

if TYPE_CHECKING:
    from faces.games.dice_hospital.engines import DiceHospitalAdviser, DiceHospitalSolver

NO_GOALS = "Dice Hospital has no goals but a score: target --score N asks for one"
WISHES = {  # options of a new game, and the variants they stand for
    "experimental": (Variant.EXPERIMENTAL,),
    "promo": (Variant.CONSULTANT, Variant.ADMISSIONS_NURSE),
    "crisis": (Variant.CRISIS,),
    "epidemic": (Variant.EPIDEMIC,),
    "superbug": (Variant.SUPERBUG,),
    "fatality_penalty": (Variant.FATALITY_PENALTY,),
    "report_penalty": (Variant.REPORT_PENALTY,),
}


class DiceHospitalAdapter(Adapter[GameFile, State, Move, Outcome]):
    name = gamefile.GAME
    views, seat = DiceHospitalViews(), DiceHospitalSeat()
    decks = Decks(decks, deck_text)
    deal_options = ("seed", "id", "deck", *WISHES)

    # --- files ---

    parse, write = staticmethod(gamefile.parse), staticmethod(gamefile.write)
    known_draw, with_draw = staticmethod(gamefile.next_draw), staticmethod(gamefile.with_draw)

    def new(self, wish: NewGame) -> GameFile:
        wish.only(*self.deal_options)
        deck = wish.deck or decks.DEFAULT
        wanted = [variants for option, variants in WISHES.items() if getattr(wish, option)]
        game = DiceHospital(self.decks.load(deck), frozenset(chain.from_iterable(wanted)))
        try:
            deal = deal_from_seed(wish.seed or 0) if wish.id is None else deal_from_id(wish.id)
        except ValueError as error:
            raise Refusal("id", str(error)) from None
        return GameFile(game, deck, game.start(), deal)

    def deal_id(self, file: GameFile) -> str | None:
        return file.id

    # --- questions ---

    def verdict(self, file: GameFile, state: State) -> Verdict:
        target, met = file.game.target, file.game.goal_met(state)
        words = "no target: the score is what counts" if target is None else f"target {target}"
        told = "" if target is None else ": met" if met else ": missed"
        return Verdict(met, words + told, {"target": target})

    def ask_for(self, document: Document, goal: str | None, level: str | None) -> None:  # noqa: ARG002
        for option, value in (("--goal", goal), ("--level", level)):
            if value is not None:
                raise Misuse(f"{option}: {NO_GOALS}")

    def target(self, file: GameFile, score: int | None, rank: str | None, *, goal_asked: bool) -> Target:  # noqa: ARG002
        """10.1: a score, or the target of the file."""
        wanted = file.game.target if score is None else score
        if rank is not None or wanted is None:
            raise Misuse(f"{'--rank' if rank is not None else '--score'}: {NO_GOALS}")
        return Target(wanted, False, str(wanted))

    # --- engines ---

    @property
    def solver(self) -> "DiceHospitalSolver":
        from faces.games.dice_hospital.engines import DiceHospitalSolver

        return DiceHospitalSolver()

    @property
    def adviser(self) -> "DiceHospitalAdviser":
        from faces.games.dice_hospital.engines import DiceHospitalAdviser

        return DiceHospitalAdviser()


ADAPTER = DiceHospitalAdapter()
