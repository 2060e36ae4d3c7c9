"""The referee: what is due in a position, what is legal, and what a move leads to."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from clinic_solo import admin, admit, build, care, hire, notation, parking, planner, score, setup, walk
from clinic_solo.moves import (
    Admit,
    BonusShown,
    Build,
    BuildConveyor,
    BuildEntrance,
    BuildExtinguisher,
    Buy,
    Care,
    Depart,
    DoctorDrawn,
    Hire,
    LayoutDrawn,
    Move,
    MovePeople,
    Outcome,
    Park,
    Pass,
    PatientDrawn,
    Queue,
    Repark,
    SpecialsDrawn,
    TakeBonus,
    UpgradeParking,
    UseTile,
)
from clinic_solo.setting import Setting
from clinic_solo.state import CHANCE, NO_SPOT, Phase, State
from clinic_solo.tiles import ACTIONS, Action
from tabletop.moves import BadNotation, IllegalMove

MOST_LISTED = 1_000  # Moves; a large clinic has millions


class ClinicSolo(Setting):
    """A game with its deck, board side and goal: the one object that players and solvers ask."""

    def start(self) -> State:
        """Section 3: the position before anything is drawn."""
        return setup.start(self)

    def decision(self, state: State) -> str:
        """What is due: a kind of decision, a kind of chance, or 'over'."""
        return str(state.phase)

    def round_of(self, state: State) -> int:
        return state.round

    def is_chance(self, state: State) -> bool:
        return state.phase in CHANCE

    def is_over(self, state: State) -> bool:
        return state.phase is Phase.OVER

    def iter_moves(self, state: State) -> Iterator[Move]:
        """A move for each different outcome of the decision that is due, one by one; nothing at chance or at the end.

        At Move there may be more than can be listed: take as many as needed, or ask `plan_move`.
        """
        if state.phase in _DECISIONS:
            for move in _DECISIONS[state.phase].moves(self, state):
                if not (isinstance(move, Pass) and self.rules.pass_refusal(self, state)):
                    yield move

    def legal_moves(self, state: State) -> list[Move]:
        """All of `iter_moves`, at Move the first thousand of them."""
        return list(islice(self.iter_moves(state), MOST_LISTED if state.phase is Phase.MOVE else None))

    def plan_move(self, state: State, needs: Iterable[planner.Need] = ()) -> MovePeople | None:
        """8.2: the Move of least time that meets the needs, None if there is none."""
        return self.rules.plan(self, state, list(needs))

    def move_time(self, state: State, move: MovePeople) -> int:
        """8.7: what a legal Move adds to the time spent."""
        return walk.total_time(self, state, move)

    def apply(self, state: State, move: Move) -> State:
        """The position after a move; raises IllegalMove with the rule and the reason."""
        rules = _DECISIONS.get(state.phase)
        if rules is None:
            raise IllegalMove("4.1", f"no decision is due: {state.phase}")
        if not isinstance(move, rules.takes):
            raise IllegalMove(rules.rule, f"{self.called(state.phase)} is due, not {self.format(move)!r}")
        problem = self.rules.pass_refusal(self, state) if isinstance(move, Pass) else rules.refusal(self, state, move)
        if problem:
            raise IllegalMove(problem.rule, self.called(problem.reason))
        after = _end_early(self, state) if isinstance(move, Pass) else rules.carry_out(self, state, move)
        return _go_on(self, after)

    def chance_outcomes(self, state: State) -> list[tuple[Outcome, float]]:
        """13: what chance may do, with probabilities; nothing where the player decides."""
        match state.phase:
            case Phase.SPECIALS:
                return _alike([SpecialsDrawn(tiles) for tiles in setup.special_draws(self)])
            case Phase.BONUS_TILES:
                return _alike([BonusShown(numbers) for numbers in setup.bonus_draws(self)])
            case Phase.LAYOUT:
                return _alike([LayoutDrawn(index) for index in range(len(self.deck.layouts))])
            case Phase.UNIVERSITY:
                return [
                    (DoctorDrawn(colour), chance)
                    for colour, chance in admin.draw_chances(self.rules.doctors_to_draw(self, state))
                ]
            case Phase.DRAW:
                return [(PatientDrawn(colour), chance) for colour, chance in admin.draw_chances(state.bag)]
        return []

    def apply_outcome(self, state: State, outcome: Outcome) -> State:
        """The position after chance has done this; raises IllegalMove if it cannot."""
        if all(possible != outcome for possible, _ in self.chance_outcomes(state)):
            raise self._impossible(state, outcome)
        match outcome:
            case SpecialsDrawn(tiles):
                return state._replace(phase=Phase.BONUS_TILES, specials=tiles)
            case BonusShown(numbers):
                return state._replace(phase=Phase.BONUS_CHOICE, offers=numbers)
            case LayoutDrawn(index):
                return _go_on(self, setup.lay_out(self, state, index))
            case DoctorDrawn(colour):
                return _go_on(self, admin.with_new_doctor(state, colour))
            case PatientDrawn(colour):
                return _next_row(self, admit.with_new_patient(state, colour), state.left + 1)

    def _impossible(self, state: State, outcome: Outcome) -> IllegalMove:
        """13: why chance cannot do this now."""
        name, possible = self.format(outcome), self.chance_outcomes(state)
        if possible and type(possible[0][0]) is type(outcome):
            left = [self.format(other).split(": ")[1] for other, _ in possible]
            return IllegalMove("13", f"{name} cannot be drawn, expected {' / '.join(left)}")
        return IllegalMove("13", f"{name} cannot come now: {state.phase} is due")

    def format(self, move: Move | Outcome) -> str:
        """The line of a move, or in words what chance did."""
        if isinstance(move, SpecialsDrawn | BonusShown | LayoutDrawn | DoctorDrawn | PatientDrawn):
            return self.called(notation.format_outcome(self, move))
        return self.called(notation.format_move(self.board, move))

    def parse(self, text: str) -> Move:
        """The move of a line; raises BadNotation."""
        try:
            return notation.parse_move(self.board, self.understood(" ".join(text.lower().split())))
        except BadNotation as error:
            raise BadNotation(self.called(str(error))) from None

    def score_items(self, state: State) -> dict[str, int]:
        """Section 11: points by item, in the order of the rules."""
        return {self.called(item): points for item, points in score.items(self, state).items()}

    def final_score(self, state: State) -> int:
        return score.total(self, state)

    def goal_met(self, state: State) -> bool:
        return score.goal_met(self, state)

    def rank(self, state: State) -> str | None:
        """12.3: the rank in the Hall of Fame, None when the goal is missed."""
        return score.rank(self, state)


def _alike(outcomes: list[Any]) -> list[tuple[Outcome, float]]:
    return [(outcome, 1 / len(outcomes)) for outcome in outcomes]


# What each decision takes, lists, refuses and does ------------------------------------------------------------------


@dataclass(frozen=True)
class _Decision:
    rule: str
    takes: tuple[type, ...]
    moves: Callable[[Setting, State], Iterable[Move]]
    refusal: Callable[[Setting, State, Any], IllegalMove | None]
    carry_out: Callable[[Setting, State, Any], State]


def _use_tile_refusal(_: Setting, state: State, move: UseTile) -> IllegalMove | None:
    """4.2: no action three times in a round."""
    if not state.tiles[ACTIONS.index(move.action)]:
        return IllegalMove("4.2", f"no {move.action} tile is left this round")
    return None


def _use_tile(setting: Setting, state: State, move: UseTile) -> State:
    """4.2."""
    index = ACTIONS.index(move.action)
    tiles = (*state.tiles[:index], state.tiles[index] - 1, *state.tiles[index + 1 :])
    state = state._replace(tiles=(tiles[0], tiles[1], tiles[2]))
    if move.action is Action.BUILD:
        return state._replace(phase=Phase.BUILD, left=setting.deck.building.components_per_action)
    if move.action is Action.ADMIT:
        return state._replace(phase=Phase.ADMIT, left=admit.queue_points(setting, state))
    hiring = setting.deck.hiring
    doctor, helper = bool(hiring.doctors_per_action), bool(hiring.helpers_per_action)
    return state._replace(phase=Phase.HIRE, doctor_due=doctor, helper_due=helper)


def _park(setting: Setting, state: State, move: Park) -> State:
    return _carry_on(setting, parking.ask_to_park(parking.with_car(state, move.spot), state.then))


def _depart(setting: Setting, state: State, move: Depart) -> State:
    return _carry_on(setting, parking.ask_for_departures(parking.without_car(state, move.spot), state.then))


def _carry_on(setting: Setting, state: State) -> State:
    """Once the cars of the set-up are parked, or those of Admin gone, a round begins."""
    return admin.begin_round(setting, state) if state.phase is Phase.ACTION else state


def _buy(setting: Setting, state: State, move: Buy) -> State:
    """9.5; then Admin, in the last round too unless the switch says no [decision last-admin]."""
    state = care.buy(setting, state, move)
    if state.round == setting.deck.rounds and not setting.switches.admin_after_last_round:
        return admin.over(state)
    return admin.begin(setting, state)


def _next_row(setting: Setting, state: State, row: int) -> State:
    """3.10, 7.6: draw for the next row, or go on with the set-up, the next slot, or Move (4.3)."""
    if ready := admit.next_draw(setting, state, row):
        return ready
    state = state._replace(left=0)
    if state.slot == 0:
        return _carry_on(setting, setup.after_notepad(state))
    if state.slot < setting.deck.actions_per_round:
        return state._replace(phase=Phase.ACTION, slot=state.slot + 1)
    return state._replace(phase=Phase.MOVE)


def _end_early(setting: Setting, state: State) -> State:
    """4.2, 5.5, 5.12: no more of what is under way."""
    if state.phase in (Phase.BONUS_SUPPLY, Phase.REPARK):
        return state._replace(phase=Phase.BUILD, spot=NO_SPOT)
    return _end_action(setting, state)


def _end_action(setting: Setting, state: State) -> State:
    return _next_row(setting, state._replace(left=0, doctor_due=False, helper_due=False), 0)


def _go_on(setting: Setting, state: State) -> State:
    """An action that can do no more is over; what asks nothing of the player happens."""
    queueing = setting.deck.queueing
    if state.phase is Phase.UNIVERSITY and not admin.doctor_comes(setting, state):
        if state.slot == 0:
            return _next_row(setting, state, 0)
        return _carry_on(setting, admin.finish(setting, state))
    ended = (
        (state.phase is Phase.BUILD and not state.left)
        or (state.phase is Phase.HIRE and not state.doctor_due and not state.helper_due)
        or (state.phase is Phase.ADMIT and state.left < min(queueing.move_cost, queueing.admit_cost))
    )
    return _end_action(setting, state) if ended else state


_NO_MORE = Pass()
_BUILDS = (Build, BuildEntrance, BuildConveyor, BuildExtinguisher, UpgradeParking)

_DECISIONS: dict[Phase, _Decision] = {
    Phase.BONUS_CHOICE: _Decision(
        "3.5",
        (TakeBonus,),
        lambda _, state: [TakeBonus(number) for number in state.offers],
        lambda _, state, move: setup.take_bonus_refusal(state, move),
        setup.take_bonus,
    ),
    Phase.FIRST_HUB: _Decision(
        "3.6",
        (Build,),
        setup.first_hubs,
        setup.first_hub_refusal,
        lambda setting, state, move: build.place(setting, state, move)._replace(phase=Phase.FIRST_ENTRANCE),
    ),
    Phase.FIRST_ENTRANCE: _Decision(
        "3.6",
        (BuildEntrance,),
        setup.first_entrances,
        setup.first_entrance_refusal,
        lambda _, state, move: setup.place_entrance(state, move.entrance),
    ),
    Phase.FIRST_ROOMS: _Decision("3.6", (Build,), setup.first_rooms, setup.first_room_refusal, setup.place_first_room),
    Phase.BONUS_PLACE: _Decision(
        "3.5",
        (Build,),
        lambda setting, state: build.legal_places(setting, state, setup.bonus_tile_to_place(setting, state), free=True),
        setup.bonus_place_refusal,
        setup.place_bonus,
    ),
    Phase.PARK: _Decision(
        "6.5",
        (Park,),
        lambda setting, state: [Park(spot) for spot in parking.free_spots(setting, state)],
        parking.refusal,
        _park,
    ),
    Phase.ACTION: _Decision(
        "4.2",
        (UseTile,),
        lambda _, state: [UseTile(action) for action, left in zip(ACTIONS, state.tiles, strict=True) if left],
        _use_tile_refusal,
        _use_tile,
    ),
    Phase.BUILD: _Decision(
        "5.1",
        (*_BUILDS, Pass),
        lambda setting, state: [*build.builds(setting, state), _NO_MORE],
        build.refusal,
        build.carry_out,
    ),
    Phase.BONUS_SUPPLY: _Decision(
        "5.5",
        (Build, Pass),
        lambda setting, state: [*build.bonus_supply_rooms(setting, state), _NO_MORE],
        build.bonus_supply_refusal,
        build.build_bonus_supply,
    ),
    Phase.REPARK: _Decision(
        "5.12",
        (Repark, Pass),
        lambda setting, state: [*(Repark(spot) for spot in build.reparkable(setting, state)), _NO_MORE],
        build.repark_refusal,
        build.repark,
    ),
    Phase.HIRE: _Decision(
        "6.1",
        (Hire, Pass),
        lambda setting, state: [*hire.hires(setting, state), _NO_MORE],
        hire.refusal,
        hire.carry_out,
    ),
    Phase.ADMIT: _Decision(
        "7.3",
        (Queue, Admit, Pass),
        lambda setting, state: [*setting.rules.admit_moves(setting, state), _NO_MORE],
        lambda setting, state, move: setting.rules.admit_refusal(setting, state, move),
        lambda setting, state, move: setting.rules.admitted(setting, state, move),
    ),
    Phase.MOVE: _Decision(
        "8.2",
        (MovePeople,),
        lambda setting, state: setting.rules.all_moves(setting, state),
        walk.refusal,
        walk.carry_out,
    ),
    Phase.CARE: _Decision("9.1", (Care,), care.cares, care.refusal, care.carry_out),
    Phase.DEPART: _Decision(
        "6.5",
        (Depart,),
        lambda _, state: [Depart(spot) for spot in sorted(set(state.cars))],
        parking.refusal,
        _depart,
    ),
    Phase.POPULARITY: _Decision(
        "9.5",
        (Buy,),
        lambda setting, state: [Buy(points) for points in range(care.most_popularity(setting, state) + 1)],
        care.buy_refusal,
        _buy,
    ),
}
