"""Movement in the Clinic solitaire: its Move as an exact assignment."""

from clinic_solo import ClinicSolo, Need, State
from clinic_solo.colours import SKILL_BY_WORD
from clinic_solo.gamefile import GameFile
from clinic_solo.moves import NO_COLOUR, Move, Outcome
from clinic_solo.tiles import Person, Thing, Tile
from faces.games.data import MoveReport, MoveWish, Refusal
from faces.games.position import Position
from solvers.clinic_solo.movement import everybody_in, plan, without
from solvers.core.movement import Charge, Leg, Movement, Variant, Walk
from tabletop.moves import BadNotation, suggest
from tabletop.text import listed

FORM = "expected a person and a place, like 'doctor red 0b2', 'nurse 0a1' or 'doctor 0b2' for any colour"


def parse_need(game: ClinicSolo, text: str) -> Need:
    """8.2: who has to end where."""
    who, *rest = text.lower().split() or [""]
    lies = len(rest) > 1 and rest[-1] == "lying"
    rest = rest[:-1] if lies else rest
    things = [thing for thing in Thing if f"{thing}" in game.rules.fields() or f"{thing}s" in game.rules.fields()]
    if who not in (*Person, *things):
        raise Refusal("need", f"{who!r} is nobody, {suggest(who, [*Person, *things])}")
    if len(rest) not in (1, 2) or (len(rest) == 2 and rest[0] not in SKILL_BY_WORD):
        raise Refusal("need", f"{text!r} is not understood, {FORM}")
    try:
        place = game.board.named_space(rest[-1])
    except BadNotation as error:
        raise Refusal("need", str(error)) from None
    colour = int(SKILL_BY_WORD[rest[0]]) if len(rest) == 2 else NO_COLOUR
    return Need(Person(who) if who in list(Person) else Thing(who), colour, place, lies=lies)


def report(game: ClinicSolo, state: State, wish: MoveWish) -> MoveReport:
    for option in ("newcomers", "outpatient"):
        if getattr(wish, option):
            raise Refusal(option, "this is for Clin9ic; --need says who has to end where")
    needs = (
        [parse_need(game, game.understood(text.lower())) for text in wish.needs]
        if wish.needs
        else everybody_in(game, state)
    )
    if wish.needs:
        question = f"Needed: {listed(wish.needs)}; all others in any place of their own"
    else:
        question = "Everybody in a place of their own, and as many waiting patients in rooms as these can take"
    found = plan(game, state, needs)
    if found is None:
        return MoveReport(question, None, "it cannot be: too little room, nobody to go, or no way (rules 8.1, 8.5)")
    move, movement = found
    variants = [
        Variant(game.called(variant.name), None if variant.time is None else game.told_time(variant.time))
        for variant in without(game, state, needs)
    ]
    told, unit = _told(game, movement), " min" if game.rules.minutes(game) else ""
    return MoveReport(question, told, "", game.format(move), variants, unit=unit, triage=game.called(Tile.TRIAGE.word))


def _told(game: ClinicSolo, movement: Movement) -> Movement:
    """The same in the words and the measure of the edition (15.1)."""
    walks = tuple(
        Walk(
            game.called(walk.who),
            game.called(walk.space),
            game.called(walk.room),
            walk.floor,
            tuple(Leg(game.called(leg.place), leg.ride) for leg in walk.way),
            game.told_time(walk.time),
        )
        for walk in movement.walks
    )
    charges = (
        Charge(charge.name, game.told_time(charge.walked), game.told_time(charge.time)) for charge in movement.charges
    )
    return Movement(walks, tuple(charges))


class ClinicMover:
    def plan(self, position: Position[GameFile, State, Move, Outcome], wish: MoveWish) -> MoveReport:
        return report(position.file.game, position.state, wish)
