"""The solitaire of Clinic: Deluxe Edition as commands and pages see it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clinic_solo import decks, gamefile
from clinic_solo.deals import Deal
from clinic_solo.deck import widest
from clinic_solo.deck_text import deck_text, goal_words, told
from clinic_solo.gamefile import GameFile
from clinic_solo.moves import Move, Outcome
from clinic_solo.referee import ClinicSolo
from clinic_solo.registry import EDITIONS, RULESETS
from clinic_solo.score import measure
from clinic_solo.setting import DELUXE, Setting
from clinic_solo.state import State
from faces.games.adapter import Adapter
from faces.games.clinic_solo.seat import ClinicSeat
from faces.games.clinic_solo.views import ClinicViews, goal_line
from faces.games.data import Misuse, NewGame, Refusal, Target, Verdict, one_of
from faces.games.decks import Decks, chosen
from tabletop.files import Document

if TYPE_CHECKING:
    from faces.games.clinic_solo.adviser import ClinicAdviser
    from faces.games.clinic_solo.mover import ClinicMover
    from faces.games.clinic_solo.scheduler import ClinicScheduler
    from faces.games.clinic_solo.solver import ClinicSolver

DEFAULT_DECK = "house"


def _usual(name: str, names: Sequence[str]) -> str:
    """What is taken where the player does not say; a deck of one's own need not have it."""
    return name if name in names else names[0]


class ClinicAdapter(Adapter[GameFile, State, Move, Outcome]):
    name = gamefile.GAME
    views, seat = ClinicViews(), ClinicSeat()
    decks = Decks(decks, deck_text)
    deal_options = ("seed", "deck", "goal", "board", "beginner", "ruleset", "edition")

    # --- files ---

    parse, write = staticmethod(gamefile.parse), staticmethod(gamefile.write)
    known_draw, with_draw = staticmethod(gamefile.next_draw), staticmethod(gamefile.with_draw)

    def new(self, wish: NewGame) -> GameFile:
        wish.only(*self.deal_options)
        if wish.seed is not None and not 0 <= wish.seed < 2**63:
            raise Refusal("seed", f"{wish.seed} is no seed of this game, expected 0 or more, within 63 bits")
        name = wish.deck or DEFAULT_DECK
        deck = self.decks.load(name)
        sides, goals = [side.name for side in deck.sides], [goal.name for goal in deck.goals]
        largest = widest(deck.sides).name
        board = chosen("board", wish.board or (largest if wish.beginner else _usual(Setting.side_name, sides)), sides)
        goal = chosen("goal", wish.goal or _usual(Setting.goal_name, goals), goals)
        rulesets = tuple(chosen("ruleset", name, RULESETS) for name in wish.ruleset)
        edition = chosen("edition", wish.edition or DELUXE, EDITIONS)
        try:
            game = ClinicSolo(deck, board, goal, not wish.beginner, rulesets, edition)
        except ValueError as error:
            option = "beginner" if wish.beginner else "ruleset"
            raise Refusal(option, str(error)) from None
        return GameFile(game, name, game.start(), Deal(wish.seed or 0))

    # --- questions ---

    def verdict(self, file: GameFile, state: State) -> Verdict:
        game = file.game
        counted = measure(game, state, game.goal)
        words = told(game.goal, counted, game)
        met, rank = game.goal_met(state), game.rank(state)
        ranked = f"met ({words}), rank in the Hall of Fame: {rank or 'none'}" if met else f"missed ({words})"
        details = {"goal": game.goal_name, "counted": counted, "rank": rank if game.is_over(state) else None}
        return Verdict(met, f"{goal_line(file)}: {ranked}", details)

    def words_for(self, option: str) -> Sequence[str]:
        if option in ("ruleset", "edition"):
            return [*(RULESETS if option == "ruleset" else EDITIONS)]
        if option in ("goal", "board"):
            deck = self.decks.load(DEFAULT_DECK)
            return [one.name for one in (deck.goals if option == "goal" else deck.sides)]
        return super().words_for(option)

    def ask_for(self, document: Document, goal: str | None, level: str | None) -> None:
        if level is not None:
            raise Misuse("--level: this game has no levels, but goals and ranks")
        if goal is not None:
            document.data["goal"] = goal

    def target(self, file: GameFile, score: int | None, rank: str | None, *, goal_asked: bool) -> Target:
        """12.1: the goal, and with a rank also its score; a score alone is asked for without the goal."""
        game = file.game
        goal = f"goal {game.goal_name} ({goal_words(game.goal, game)})"
        if rank is not None:
            ranks = dict(game.deck.ranks)
            one_of("rank", rank, list(ranks))
            return Target(ranks[rank], True, f"rank {rank} (score {ranks[rank]}) with {goal}")
        if score is not None:
            return Target(score, goal_asked, f"{score}" + f" with {goal}" * goal_asked)
        return Target(None, True, goal)

    # --- engines ---

    @property
    def solver(self) -> "ClinicSolver":
        from faces.games.clinic_solo.solver import ClinicSolver

        return ClinicSolver()

    @property
    def adviser(self) -> "ClinicAdviser":
        from faces.games.clinic_solo.adviser import ClinicAdviser

        return ClinicAdviser()

    @property
    def mover(self) -> "ClinicMover":
        from faces.games.clinic_solo.mover import ClinicMover

        return ClinicMover()

    @property
    def scheduler(self) -> "ClinicScheduler":
        from faces.games.clinic_solo.scheduler import ClinicScheduler

        return ClinicScheduler()


ADAPTER = ClinicAdapter()
