"""The solitaire of Clinic: Deluxe Edition as commands and pages see it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from clinic_solo import decks, gamefile
from clinic_solo.clinic import clinic_of
from clinic_solo.colours import Skill
from clinic_solo.deals import Deal
from clinic_solo.deck import widest
from clinic_solo.deck_text import deck_text, goal_words, told
from clinic_solo.gamefile import GameFile, Step
from clinic_solo.moves import Move, Outcome, Park
from clinic_solo.needs import parse_needs
from clinic_solo.plan_text import floors_shown
from clinic_solo.position import people_words as listed_people
from clinic_solo.position import plan_rows
from clinic_solo.referee import ClinicSolo
from clinic_solo.registry import EDITIONS, RULESETS
from clinic_solo.score import measure
from clinic_solo.setting import DELUXE, Setting
from clinic_solo.state import Phase, State
from clinic_solo.story import effect, people_words
from clinic_solo.suggestions import hint, income, proposals
from clinic_solo.svg import figures_at, position_svg, space_words
from clinic_solo.text import board_lines, heading, notepad_lines, position_text, tracks
from clinic_solo.tiles import ACTIONS, Person, Thing, Tile, Token
from faces.games.adapter import Adapter
from faces.games.data import Choices, Misuse, NewGame, Part, Refusal, Target, Verdict, one_of
from faces.games.decks import Decks, by_colour, chosen
from tabletop.colours import COLOURS, Colour
from tabletop.files import Document
from tabletop.moves import BadNotation
from tabletop.plain import plain
from tabletop.text import Pen, listed

if TYPE_CHECKING:
    from faces.games.clinic_solo.adviser import ClinicAdviser
    from faces.games.clinic_solo.mover import ClinicMover
    from faces.games.clinic_solo.scheduler import ClinicScheduler
    from faces.games.clinic_solo.solver import ClinicSolver

DEFAULT_DECK, LONG = "house", 12
PLACES_WIDTH = 52  # columns for the places of a kind of choices

NOTATION = (
    ("take bonus 3", "one of the bonus tiles turned up"),
    ("use build", "the action of this slot: build, hire or admit"),
    ("build hub cardiology 0b2", "hub SERVICE, treatment, supply, operating, outpatient, lab, triage, garden,"),
    ("build conveyor 0a1 0c1", "… helipad, parking, entrance Sb3, conveyor (two stops at first, then one)"),
    ("upgrade parking a3", "a third place on that tile"),
    ("hire doctor white at Sb3", "or: hire nurse at Sb3, hire orderly at Sb3"),
    ("queue cardiology 2 up", "move the second patient of a row: up, down, left or right"),
    ("admit psychiatry", "the first patient of that row"),
    ("park b1-c1", "on the border of two spaces, an outer one a1-W, or on a parking tile: lot a3"),
    ("move doctor white Sb3 > 0b2; nurse 0b3 > 0b2 x2", "everybody who does not stay; or: nobody"),
    ("move doctor white > 0b2; patient yellow > 0b2", "who has to be where; the planner finds the rest"),
    ("treat white by yellow at 0b2, red by red at 1b2", "patient by doctor; or: nobody"),
    ("buy 3", "popularity"),
    ("depart a1-W", "the car that leaves; repark a1-W moves one onto the new parking tile"),
    ("pass", "no more of this action"),
    ("build extinguisher 0a1", "with extinguishers: on a hub, supply room, lab or triage"),
    (
        "move nurse Sb3 > 0b2 with blood 0a3 > 0b2",
        "with blood: fetched at a hub; doctor white Sb3 > 0a3 lying gives some",
    ),
    ("treat white by blood at 0b2; blood at 0a3", "with blood: by a nurse with blood; and blood won at a hub"),
    ("move zombie 0b2 > 0c1; nurse 0b3 > 0b2", "with zombies: every one of them goes first"),
    ("treat zombie by red at 0c1", "with zombies: the doctor in the lab cures it"),
)
VERBS = {
    Phase.BONUS_CHOICE: "take bonus",
    **dict.fromkeys((Phase.FIRST_HUB, Phase.FIRST_ENTRANCE, Phase.FIRST_ROOMS), "build"),
    **dict.fromkeys((Phase.BONUS_PLACE, Phase.BONUS_SUPPLY), "build"),
    Phase.ACTION: "use",
    Phase.CARE: "treat",
    Phase.POPULARITY: "buy",
}
MOVE_REMARK = "or type any Move, or only who has to be where: doctor white > 0b2; patient yellow > 0b2"


def _deck_text(text: str, file: str, pen: Pen) -> str:
    return deck_text(decks.check(text, file)[0], pen)


DECKS = Decks(decks, _deck_text)


class ClinicAdapter(Adapter[GameFile, State, Move, Outcome]):
    name = gamefile.GAME
    notation = NOTATION
    decks = DECKS
    deal_options = ("seed", "deck", "goal", "board", "beginner", "ruleset", "edition")
    parse, write = staticmethod(gamefile.parse), staticmethod(gamefile.write)

    # --- files ---

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

    # --- views ---

    def header(self, file: GameFile) -> str:
        game, seed = file.game, file.deal.seed
        parts = ["Clinic", file.title, "" if seed is None else f"seed {seed}", f"{game.side_name} board"]
        parts += ["" if game.edition == DELUXE else f"{game.edition} edition", listed(game.rulesets)]
        parts += ["" if game.expert else "beginners' set-up", f"{game.deck.name} deck", self._goal(file)]
        return plain(" · ".join(part for part in parts if part))

    def _goal(self, file: GameFile) -> str:
        return f"goal: {file.game.goal_name}, {goal_words(file.game.goal, file.game)}"

    def text(self, file: GameFile, state: State, pen: Pen) -> str:
        return position_text(file.game, state, pen)

    def board(self, file: GameFile, state: State, pen: Pen) -> list[str]:
        return board_lines(file.game, state, pen)

    def svg(self, file: GameFile, state: State) -> str:
        return position_svg(file.game, state, self.header(file))

    def parts(self, file: GameFile, state: State) -> list[Part]:
        game, board = file.game, file.game.board
        found = list[Part]()
        for space in range(floors_shown(board, state) * board.ground):
            _, row, floor = board.where(space)
            group = f"Floor {floor}"
            words = " ".join(filter(None, space_words(game, state, space))) or "empty"
            tokens = "".join(f", {game.called(Token(kind).word)}" for at, kind in state.tokens if at == space)
            found.append(Part(f"at-{board.space_name(space)}", board.space_name(space), words + tokens, group, row))
            found += _people_at(game, state, space, board.space_name(space))
        for entrance in state.entrances:
            name = board.entrance_names[entrance]
            found.append(Part(f"at-{name}", name, "entrance", "Entrances"))
            found += _people_at(game, state, board.at_entrance(entrance), name)
        for border in sorted(clinic_of(board, state.grid).free_borders):
            name, parked = board.border_names[border], border in state.cars
            found.append(Part(f"at-{name}", name, "a car" if parked else "free", "Places to park"))
        for service, queue in zip(game.services, state.notepad, strict=True):
            words = ", ".join(Colour(colour).word for colour in queue) or "nobody"
            name = game.called(service.word)
            found.append(Part(f"at-{name}", name, f"waiting: {words}", "Notepad"))
        for service, waiting in zip(game.services, state.waiting, strict=True):
            patients = [colour.word for colour in COLOURS for _ in range(waiting[colour])]
            for at, word in enumerate(patients):
                called = game.called(service.word)
                name, group = f"patient {word} {called}", "In pre-admissions"
                found.append(Part(f"waiting-{called}-{at}", name, f"{name} at pre-admissions", group, person=True))
        return found

    def position_data(self, file: GameFile, state: State) -> Mapping[str, Any]:
        game, board = file.game, file.game.board
        rows = zip(game.services, state.notepad, strict=True)
        return {
            "round": state.round,
            "slot": state.slot,
            "due": game.decision(state),
            "left": state.left,
            "tiles": {str(action): left for action, left in zip(ACTIONS, state.tiles, strict=True)},
            "plan": plan_rows(board, state),
            "entrances": len(state.entrances),
            "entrance_places": [board.entrance_names[entrance] for entrance in state.entrances],
            "conveyors": [board.space_name(stop) for stop in state.conveyors],
            **_of_rulesets(game, state),
            "cars": len(state.cars),
            "car_places": [board.spot_name(spot) for spot in state.cars],
            "people": listed_people(game, state),
            "notepad": {game.called(service.word): [Colour(colour).word for colour in row] for service, row in rows},
            "university": [Skill(colour).word for colour in state.university],
            "nurses_offered": state.nurses_offered,
            "orderlies_offered": state.orderlies_offered,
            "special_modules": [game.called(Tile(tile).word) for tile in state.specials],
            "bonus_tiles": list(state.offers) if state.phase is Phase.BONUS_CHOICE else [],
            "patient_bag": by_colour(state.bag),
            "doctor_bag": {Skill(colour).word: number for colour, number in enumerate(state.doctor_bag)},
            **{key: getattr(state, key) for key in ("money", "income", "popularity", "time", "treated", "deaths")},
        }

    def notation_of(self, file: GameFile) -> Sequence[tuple[str, str]]:
        """15.1: in the words of the edition."""
        return [(file.game.called(line), file.game.called(meaning)) for line, meaning in self.notation]

    def round_words(self, file: GameFile, state: State) -> str:
        return f"Round {state.round} of {file.game.deck.rounds}"

    def chapter(self, file: GameFile, step: Step) -> tuple[str, str] | None:
        """The set-up and each round begin with the first thing that happens in them."""
        before, first_tiles = step.before, sum(step.before.tiles) == len(ACTIONS) * file.game.deck.tiles_per_action
        if before.phase is Phase.SPECIALS:
            return "Set-up", self.effect(file, step)[0]
        if before.phase is Phase.ACTION and before.slot == 1 and first_tiles:
            return self.round_words(file, before), people_words(before)
        return None

    def effect(self, file: GameFile, step: Step) -> list[str]:
        return effect(file.game, step.before, step.move, step.after)

    def hint(self, file: GameFile, state: State, move: Move) -> str:
        return hint(file.game, state, move)

    def verdict(self, file: GameFile, state: State) -> Verdict:
        game = file.game
        counted = measure(game, state, game.goal)
        words = told(game.goal, counted, game)
        met, rank = game.goal_met(state), game.rank(state)
        ranked = f"met ({words}), rank in the Hall of Fame: {rank or 'none'}" if met else f"missed ({words})"
        details = {"goal": game.goal_name, "counted": counted, "rank": rank if game.is_over(state) else None}
        return Verdict(met, f"{self._goal(file)}: {ranked}", details)

    # --- play ---

    def choices(self, file: GameFile, state: State) -> Choices[Move]:
        game = file.game
        if state.phase is Phase.MOVE:
            moves, complete = proposals(game, state)
            return Choices(moves, complete, remark=MOVE_REMARK)
        moves = game.legal_moves(state)
        if state.phase is Phase.PARK:
            moves.sort(key=lambda move: len(hint(game, state, move)) if isinstance(move, Park) else 0)
        if state.phase is Phase.CARE:
            moves.sort(key=lambda move: -income(game, state, move))
        if len(moves) <= LONG:
            return Choices(moves)
        return Choices(moves, summary=_by_kind(game, state, moves), remark=_example(game, moves[0]))

    def verb(self, file: GameFile, state: State) -> str:
        return VERBS.get(state.phase, file.game.decision(state))

    def completed(self, file: GameFile, state: State, line: str) -> Move | None:
        if state.phase is not Phase.MOVE or ">" not in line:
            return None
        wishes = file.game.understood(line.lower().removeprefix("move "))
        try:
            move = file.game.plan_move(state, parse_needs(file.game.board, wishes))
        except BadNotation as error:
            raise BadNotation(file.game.called(str(error))) from None
        if move is None:
            raise BadNotation("no Move brings all of them there (rules 8.1, 8.5)")
        return move

    def without_draws(self, file: GameFile) -> GameFile:
        return replace(file, deal=Deal())

    def known_draw(self, file: GameFile, state: State) -> Outcome | None:
        return gamefile.next_draw(file, state)

    def with_draw(self, file: GameFile, state: State, outcome: Outcome) -> GameFile:
        return gamefile.with_draw(file, state, outcome)

    def parse_draw(self, file: GameFile, state: State, text: str) -> Outcome:
        return gamefile.parse_draw(file.game, state, text)

    def draws(self, file: GameFile, state: State) -> list[str]:
        return [file.game.format(outcome).split(": ", 1)[1] for outcome, _ in file.game.chance_outcomes(state)]

    def status(self, file: GameFile, state: State) -> str:
        lines = [heading(file.game, state), *tracks(file.game, state)]
        return "\n".join(lines + (notepad_lines(file.game, state) if state.phase is Phase.ADMIT else []))

    def is_pause(self, file: GameFile, before: State, after: State) -> bool:
        return super().is_pause(file, before, after) or (after.phase is Phase.MOVE and before.phase is not Phase.MOVE)

    # --- questions ---

    def words_for(self, option: str) -> list[str]:
        if option in ("ruleset", "edition"):
            return [*(RULESETS if option == "ruleset" else EDITIONS)]
        deck = self.decks.load(DEFAULT_DECK)
        return [one.name for one in {"goal": deck.goals, "board": deck.sides}.get(option, ())]

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

    # --- capabilities ---

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


FIGURES: dict[str, str] = {
    "D": Person.DOCTOR,
    "P": Person.PATIENT,
    "N": Person.NURSE,
    "O": Person.ORDERLY,
    "Z": Thing.ZOMBIE,
}


def _of_rulesets(game: ClinicSolo, state: State) -> dict[str, Any]:
    """What rulesets have put on the table, only where they are played."""
    if not game.rulesets:
        return {}
    name = game.board.space_name
    return {
        "rulesets": list(game.rulesets),
        "extinguishers": list(map(name, state.having(Token.EXTINGUISHER))),
        "blood": list(map(name, state.having(Token.BLOOD))),
        "zombies": list(map(name, state.zombies)),
        "cars_left_behind": state.abandoned,
    }


def _people_at(game: ClinicSolo, state: State, place: int, where: str) -> list[Part]:
    found = list[Part]()
    for index, (letter, colour, lies) in enumerate(figures_at(state, place)):
        name = game.called(FIGURES[letter]) + ("" if colour is None else f" {colour.word}") + " lying" * lies
        found.append(Part(f"person-{place}-{index}", f"{name} {where}", f"{name} at {where}", "People", person=True))
    return found


def _usual(name: str, names: Sequence[str]) -> str:
    """What is taken where the player does not say; a deck of one's own need not have it."""
    return name if name in names else names[0]


def _parts(game: ClinicSolo, move: Move) -> tuple[str, str]:
    """The kind of a move and its place: 'build treatment' and '0b2'."""
    words = re.fullmatch(r"(.*?) ?((?:\w*\d\S*(?: |$))*)", game.format(move))
    assert words is not None
    return words[1], words[2]


def _by_kind(game: ClinicSolo, state: State, moves: Sequence[Move]) -> list[list[str]]:
    """A row for each kind of move, with its places by price."""
    kinds: dict[str, dict[int, list[str]]] = {}
    for move in moves:
        kind, place = _parts(game, move)
        price = state.money - game.apply(state, move).money
        kinds.setdefault(kind, {}).setdefault(price, []).append(place)
    rows = []
    for kind, prices in kinds.items():
        parts = [f"${price}: {_places(found)}" if price else _places(found) for price, found in prices.items()]
        lines = wrap("   ".join(parts), PLACES_WIDTH) or [""]
        rows.append([f"     {kind}", lines[0]])
        rows += [["", line] for line in lines[1:]]
    return rows


def _places(found: Sequence[str]) -> str:
    return (", " if any(" " in place for place in found) else " ").join(found)


def _example(game: ClinicSolo, move: Move) -> str:
    kind, _ = _parts(game, move)
    return f"type one, such as {game.format(move)}; {kind.split(' ', 1)[-1]}? says what each does"


ADAPTER = ClinicAdapter()
