"""Clin9ic as commands and pages see it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from clin9ic import decks, gamefile
from clin9ic.deals import deal_from_id, deal_from_seed
from clin9ic.gamefile import GameFile
from clin9ic.moves import Move, Order, Outcome
from clin9ic.referee import Clin9ic
from clin9ic.setting import TARGETS, Goal, Level
from clin9ic.state import State
from clin9ic.text import deck_text
from faces.games.adapter import Adapter
from faces.games.clin9ic.seat import Clin9icSeat
from faces.games.clin9ic.views import Clin9icViews, goal_words
from faces.games.data import Misuse, NewGame, Refusal, Target, Verdict, one_of
from faces.games.decks import Decks, chosen
from tabletop.files import Document

if TYPE_CHECKING:
    from faces.games.clin9ic.adviser import Clin9icAdviser
    from faces.games.clin9ic.mover import Clin9icMover
    from faces.games.clin9ic.scheduler import Clin9icScheduler
    from faces.games.clin9ic.solver import Clin9icSolver

GOALS = {"goal": Goal, "level": Level}


class Clin9icAdapter(Adapter[GameFile, State, Move, Outcome]):
    name = gamefile.GAME
    views, seat = Clin9icViews(), Clin9icSeat()
    decks = Decks(decks, lambda deck, pen: deck_text(Clin9ic(deck), pen))
    deal_options = ("seed", "id", "deck", "goal", "level")

    # --- files ---

    parse, write = staticmethod(gamefile.parse), staticmethod(gamefile.write)
    known_draw = staticmethod(gamefile.next_draw)

    def new(self, wish: NewGame) -> GameFile:
        wish.only(*self.deal_options)
        goal = Goal(chosen("goal", wish.goal or Goal.POPULARITY, Goal))
        level = Level(chosen("level", wish.level or Level.MEDIUM, TARGETS[goal]))
        name = wish.deck or decks.DEFAULT
        game = Clin9ic(self.decks.load(name), goal, level)
        if wish.id is not None:
            try:
                deal = deal_from_id(game.deck, wish.id)
            except ValueError as error:
                raise Refusal("id", str(error)) from None
        else:
            deal = deal_from_seed(game.deck, wish.seed or 0)
        orders = dict(enumerate(deal.orders, 1))
        return GameFile(game, name, game.start(deal.floors, deal.faces), orders, deal=deal)

    def deal_id(self, file: GameFile) -> str | None:
        return file.id

    def with_draw(self, file: GameFile, state: State, outcome: Outcome) -> GameFile:
        if isinstance(outcome, Order):
            return replace(file, orders={**file.orders, state.round: outcome.cards})
        return gamefile.revealed(file, outcome)

    # --- questions ---

    def words_for(self, option: str) -> Sequence[str]:
        return [str(word) for word in GOALS[option]] if option in GOALS else super().words_for(option)

    def ask_for(self, document: Document, goal: str | None, level: str | None) -> None:
        one_of("goal", goal, [str(word) for word in Goal])
        one_of("level", level, [str(word) for word in Level])
        wishes = {"goal": goal, "level": level}
        document.data.update({key: wish for key, wish in wishes.items() if wish is not None})
        position = document.data.get("position")
        if goal not in (None, Goal.POPULARITY) and isinstance(position, dict):
            position.update(popularity=0, time=0)  # 3.4: not kept then

    def target(self, file: GameFile, score: int | None, rank: str | None, *, goal_asked: bool) -> Target:  # noqa: ARG002
        """The goal of Clin9ic is a score."""
        if rank is not None:
            raise Misuse("--rank: this game has no ranks, but --level and --score")
        wanted = file.game.target if score is None else score
        return Target(wanted, False, str(wanted))

    def verdict(self, file: GameFile, state: State) -> Verdict:
        short = file.game.target - sum(file.game.score_items(state).values())
        words = "met" if short <= 0 else f"missed by {short}"
        return Verdict(short <= 0, f"{goal_words(file)}: {words}", {"target": file.game.target})

    # --- engines ---

    @property
    def solver(self) -> "Clin9icSolver":
        from faces.games.clin9ic.solver import Clin9icSolver

        return Clin9icSolver()

    @property
    def adviser(self) -> "Clin9icAdviser":
        from faces.games.clin9ic.adviser import Clin9icAdviser

        return Clin9icAdviser()

    @property
    def mover(self) -> "Clin9icMover":
        from faces.games.clin9ic.mover import Clin9icMover

        return Clin9icMover()

    @property
    def scheduler(self) -> "Clin9icScheduler":
        from faces.games.clin9ic.scheduler import Clin9icScheduler

        return Clin9icScheduler()


ADAPTER = Clin9icAdapter()
