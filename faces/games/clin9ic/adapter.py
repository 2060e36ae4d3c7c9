"""Clin9ic as commands and pages see it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clin9ic import decks, gamefile
from clin9ic.cards import EMPTY, FLOOR_LETTERS, SIZE
from clin9ic.deals import deal_from_id, deal_from_seed
from clin9ic.gamefile import GameFile, Step
from clin9ic.moves import Build, Move, Order, Outcome, Reveal
from clin9ic.referee import Clin9ic
from clin9ic.setting import TARGETS, Goal, Level
from clin9ic.state import ROUNDS, Phase, Space, State, parking, side_of
from clin9ic.story import effect
from clin9ic.svg import MOST_FLOORS, position_svg
from clin9ic.text import deck_text, floors, heading, position_text, tracks
from faces.games.adapter import Adapter
from faces.games.data import Misuse, NewGame, Part, Refusal, Target, Verdict, one_of
from faces.games.decks import Decks, by_colour, chosen
from tabletop.files import Document
from tabletop.moves import BadNotation
from tabletop.plain import plain
from tabletop.text import Pen

if TYPE_CHECKING:
    from faces.games.clin9ic.adviser import Clin9icAdviser
    from faces.games.clin9ic.mover import Clin9icMover
    from faces.games.clin9ic.scheduler import Clin9icScheduler
    from faces.games.clin9ic.solver import Clin9icSolver

HIDDEN_STACK = 3  # 3.1: with so many cards left, the order of those below the top one is hidden

NOTATION = (
    ("arrange a2 a1r under a3r over, left", "lay a2, a1 turned under it, a3 turned over that; use the left three"),
    ("outpatient yes", "outpatient services are used this round (or: no)"),
    ("build garden entrance", "up to two of entrance parking garden pillar floor …"),
    ("build upgrade:1 conveyor:2b3", "… upgrade:FLOOR, conveyor:SPACE, conveyors:SPACE+SPACE; or: nothing"),
    ("hire doctor:red nurse", "in box order; doctor:red@5 names the box; or: nobody"),
    ("admit 2", "the first two patients in the queue"),
    ("care red by orange, white by white in operating", "in this order; in operating or in outpatient; or: nobody"),
    ("buy 9", "popularity, $3 each"),
    ("lab yellow", "the doctor in the laboratory"),
)


def _deck_text(text: str, file: str, pen: Pen) -> str:
    return deck_text(Clin9ic(decks.check(text, file)[0]), pen)


DECKS = Decks(decks, _deck_text)


class Clin9icAdapter(Adapter[GameFile, State, Move, Outcome]):
    name = gamefile.GAME
    notation = NOTATION
    decks = DECKS
    parse, write = staticmethod(gamefile.parse), staticmethod(gamefile.write)
    draw_word = "card"
    deal_options = ("seed", "id", "deck", "goal", "level")

    # --- files ---

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

    # --- views ---

    def header(self, file: GameFile) -> str:
        parts = ["Clin9ic", file.title, f"deal {file.id}" if file.id else "", f"{file.game.deck.name} deck"]
        return plain(" · ".join([part for part in parts if part] + [self.goal_words(file)]))

    def goal_words(self, file: GameFile) -> str:
        return f"goal: {file.game.goal} {file.game.target} ({file.game.level})"

    def text(self, file: GameFile, state: State, pen: Pen) -> str:
        return position_text(file.game, self.seen(file, state), pen)

    def board(self, file: GameFile, state: State, pen: Pen) -> list[str]:
        return floors(file.game, self.seen(file, state), pen)

    def svg(self, file: GameFile, state: State) -> str:
        return position_svg(file.game, self.seen(file, state), self.header(file))

    def parts(self, file: GameFile, state: State) -> list[Part]:
        found = list[Part]()
        for number, floor in enumerate(state.floors, 1):
            group, side = f"Floor-{number}", side_of(file.game, floor)
            found.append(Part(f"floor-{number}", f"upgrade:{number}", f"the floor card {floor.card}", group, -1))
            for row in range(SIZE):
                for column in range(SIZE):
                    at, letter = Space(number, row, column), side.grid[row][column]
                    cube = ", conveyor" if at in state.conveyors else ""
                    words = "empty" if letter == EMPTY else FLOOR_LETTERS[letter]
                    found.append(Part(f"at-{at}", str(at), f"{words}{cube}", group, row))
        if state.stack and len(state.floors) < MOST_FLOORS:
            number = len(state.floors) + 1
            found.append(Part(f"floor-{number}", "floor", f"the next floor card, {state.stack[0]}", f"Floor-{number}"))
        cards = () if state.trio else state.order
        return found + [Part(f"card-{card}", card, "an action card", "Action cards") for card in cards]

    def position_data(self, file: GameFile, state: State) -> Mapping[str, Any]:
        stack = state.stack[:1] if len(state.stack) == HIDDEN_STACK or state.unknown else state.stack
        return {
            "round": state.round,
            "due": file.game.decision(state),
            "floors": [f"{floor.card} {'b' if floor.upgraded else 'a'}" for floor in state.floors],
            "stack": list(stack),
            "faces": state.faces,
            "order": list(state.order),
            "trio": [str(section.action) for section in state.trio],
            "step": state.step,
            **{key: getattr(state, key) for key in ("entrances", "gardens", "pillars", "lots", "cars")},
            "parking": parking(file.game, state),
            "conveyors": [str(cube) for cube in state.conveyors],
            "doctors": by_colour(state.doctors),
            "patients": by_colour(state.patients),
            **{key: getattr(state, key) for key in ("nurses", "orderlies", "money", "popularity", "time", "treated")},
            "outpatient": state.outpatient,
        }

    def round_words(self, file: GameFile, state: State) -> str:  # noqa: ARG002
        return f"Round {state.round} of {ROUNDS}"

    def chapter(self, file: GameFile, step: Step) -> tuple[str, str] | None:
        if not isinstance(step.move, Order):
            return None
        return self.round_words(file, step.before), self.effect(file, step)[0]

    def effect(self, file: GameFile, step: Step) -> list[str]:
        return effect(file.game, step.before, step.move, step.after)

    def verdict(self, file: GameFile, state: State) -> Verdict:
        short = file.game.target - sum(file.game.score_items(state).values())
        words = "met" if short <= 0 else f"missed by {short}"
        return Verdict(short <= 0, f"{self.goal_words(file)}: {words}", {"target": file.game.target})

    # --- play ---

    def seen(self, file: GameFile, state: State) -> State:  # noqa: ARG002
        """3.1: as long as no floor was built, a player does not know what lies below the top card."""
        if len(state.stack) < HIDDEN_STACK:
            return state
        return state._replace(stack=(state.stack[0], *sorted(state.stack[1:])), unknown=True)

    def without_draws(self, file: GameFile) -> GameFile:
        return replace(file, orders={}, deal=None, start=self.seen(file, file.start))

    def known_draw(self, file: GameFile, state: State) -> Outcome | None:
        return gamefile.next_draw(file, state)

    def next_draw(self, file: GameFile, state: State) -> Outcome | None:
        if state.phase is Phase.REVEAL and not file.start.unknown:
            return Reveal(next(card for card in file.start.stack if card in state.stack))
        return gamefile.next_draw(file, state)

    def with_draw(self, file: GameFile, state: State, outcome: Outcome) -> GameFile:
        if isinstance(outcome, Order):
            return replace(file, orders={**file.orders, state.round: outcome.cards})
        return gamefile.revealed(file, outcome)

    def parse_draw(self, file: GameFile, state: State, text: str) -> Outcome:
        words = [word for word in text.lower().split() if word not in (Phase.ORDER, Phase.REVEAL)]
        outcome: Outcome = Order(tuple(words)) if state.phase is Phase.ORDER else Reveal(" ".join(words))
        possible = [option for option, _ in file.game.chance_outcomes(state)]
        if outcome not in possible:
            raise BadNotation(f"{text!r} cannot be drawn here, expected {' / '.join(self.draws(file, state))}")
        return outcome

    def draws(self, file: GameFile, state: State) -> list[str]:
        return [file.game.format(outcome).split(" ", 1)[1] for outcome, _ in file.game.chance_outcomes(state)]

    def status(self, file: GameFile, state: State) -> str:
        return "\n".join([heading(file.game, state), *tracks(file.game, state)])

    def is_open(self, state: State) -> bool:
        return state.phase is Phase.ACT and state.built > 0

    def joined(self, first: Move, second: Move) -> Move:
        assert isinstance(first, Build), "nothing else is ever open"
        assert isinstance(second, Build)
        return Build(first.components + second.components)

    # --- questions ---

    def words_for(self, option: str) -> list[str]:
        return [str(word) for word in {"goal": Goal, "level": Level}.get(option, ())]

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

    # --- capabilities ---

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
