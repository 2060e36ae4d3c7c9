"""Movement in Clin9ic: newcomers into the openings of the clinic."""

import re
from collections.abc import Mapping

from clin9ic.cards import Module, Staff
from clin9ic.clinic import PATIENT, clinic_of
from clin9ic.gamefile import GameFile
from clin9ic.moves import Move, Outcome
from clin9ic.referee import Clin9ic
from clin9ic.state import Space, State, parking
from faces.games.data import MoveReport, MoveWish, Refusal
from faces.games.position import Position
from solvers.clin9ic.movement import Planner
from solvers.core.movement import Variant
from tabletop.moves import suggest
from tabletop.text import listed, plural

PLURAL = {Staff.DOCTOR: "doctors", PATIENT: "patients", Staff.NURSE: "nurses", Staff.ORDERLY: "orderlies"}
KINDS = {word: str(kind) for kind, many in PLURAL.items() for word in (str(kind), many)}
SHOWN_PLACEMENTS = 3


def parse_newcomers(text: str) -> dict[str, int]:
    """How many of each kind: '2 doctors, a nurse and 3 patients' or 'doctor nurse'."""
    found: dict[str, int] = {}
    words = re.findall(r"[^\s,]+", text.lower())
    number: int | None = None
    for word in words:
        if word == "and":
            continue
        if number is None and (re.fullmatch(r"[0-9]{1,4}", word) or word in ("a", "an")):
            number = int(word) if word.isdecimal() else 1
            continue
        if word not in KINDS:
            raise Refusal("newcomers", f"{word!r} is nobody, {suggest(word, PLURAL.values())}")
        found[KINDS[word]] = found.get(KINDS[word], 0) + (1 if number is None else number)
        number = None
    if number is not None or not found:
        raise Refusal("newcomers", f"{text!r} says too little, expected something like '2 doctors 1 nurse 3 patients'")
    return found


def people(counts: Mapping[str, int]) -> str:
    """Counted people as a sentence has them."""
    return listed([plural(n, kind, PLURAL[kind]) for kind, n in counts.items() if n]) or "nobody"


def report(game: Clin9ic, state: State, wish: MoveWish) -> MoveReport:
    if wish.needs:
        raise Refusal("need", "in Clin9ic newcomers take the lowest openings (rule 4.9); --newcomers says who comes")
    planner = Planner(game, state, outpatient=wish.outpatient or None)
    room = planner.room()
    asked = parse_newcomers(wish.newcomers) if wish.newcomers is not None else room
    named = f"{people(asked)}, as many as there is room for" if wish.newcomers is None else people(asked)
    question = f"Newcomers: {named}"
    remarks = _remarks(game, state, planner, asked)
    short = {kind: room[kind] for kind, number in asked.items() if number > room[kind]}
    movement = None if short else planner.plan(asked)
    if movement is None:
        reasons = [f"there is room within reach for {plural(n, kind, PLURAL[kind])}" for kind, n in short.items()]
        return MoveReport(question, None, listed(reasons) + " (rules 4.5, 4.7, 4.9)", remarks=remarks)
    placements = {}
    for number, heading in ((1, "Best places for a single cube"), (2, "Best places for the pair of cubes")):
        best = planner.placements(asked, number)
        if best:
            more = sum(time == best[0][1] for _, time in best) - SHOWN_PLACEMENTS
            ties = f" ({more} more as good as the first)" if more > 0 else ""
            placements[heading + ties] = [Variant(_cubes(at), time) for at, time in best[:SHOWN_PLACEMENTS]]
    return MoveReport(question, movement, "", None, planner.without(asked), placements, remarks)


def _cubes(spaces: tuple[Space, ...]) -> str:
    return " and ".join(map(str, spaces))


def _remarks(game: Clin9ic, state: State, planner: Planner, asked: Mapping[str, int]) -> list[str]:
    remarks = []
    cars = parking(game, state) - state.cars
    if sum(asked.values()) > cars:
        remarks.append(f"There is parking for {cars} of them (rule 1.4); money and dice are not looked at either.")
    if blocked := sorted({str(space) for _, space in planner.out_of_reach()}):
        remarks.append(f"No way leads to {listed(blocked)} (rule 4.9).")
    if state.held:
        kept = listed(sorted({str(held.space) for held in state.held}))
        remarks.append(f"Who came in this round stays, at {kept} (rule 4.9, reopen_within_round is false).")
    if clinic_of(game, state).count(Module.OUTPATIENT) and state.outpatient is None:
        counted = "used" if planner.outpatient else "not used; --outpatient counts them as used"
        remarks.append(f"Outpatient services are not chosen yet and are counted as {counted} (rule 4.8).")
    if not game.counts_popularity:
        remarks.append(f"With the goal {game.goal} no time is kept (rule 3.4).")
    return remarks


class Clin9icMover:
    def plan(self, position: Position[GameFile, State, Move, Outcome], wish: MoveWish) -> MoveReport:
        return report(position.file.game, position.seen, wish)
