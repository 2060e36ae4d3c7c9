"""Every game offers the Game protocol: mypy checks the types here, and games at random what the types do not say."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

import clin9ic.moves
import clin9ic.state
import clinic_solo.moves
import clinic_solo.state
import dice_hospital.moves
import dice_hospital.state
from clin9ic import Clin9ic
from clinic_solo.gamefile import new_game
from clinic_solo.referee import ClinicSolo
from faces.games.data import NewGame
from faces.games.registry import GAMES as REGISTERED
from faces.games.registry import adapter_of
from tabletop.game import Game, iter_moves
from tabletop.moves import BadNotation, IllegalMove
from tests.clin9ic.helpers import HOUSE
from tests.dice_hospital.helpers import game as hospital
from tests.toy_game import NightWard, Roll, Treat, Ward

SOLITAIRE = new_game("house", "3x3", "park", expert=True, seed=3)

# For mypy, which holds every referee against the protocol.
CLIN9IC: Game[clin9ic.state.State, clin9ic.moves.Move, clin9ic.moves.Outcome] = Clin9ic(HOUSE)
CLINIC: Game[clinic_solo.state.State, clinic_solo.moves.Move, clinic_solo.moves.Outcome] = SOLITAIRE.game
DICE_HOSPITAL: Game[dice_hospital.state.State, dice_hospital.moves.Move, dice_hospital.moves.Outcome] = hospital()
TOY: Game[Ward, Treat, Roll] = NightWard()

FILES = {name: adapter_of(name).new(NewGame(seed=3)) for name in REGISTERED}
GAMES: dict[str, tuple[Any, Any]] = {name: (file.game, file.start) for name, file in FILES.items()}
GAMES["toy"] = TOY, NightWard().start()
EACH_GAME = pytest.mark.parametrize(("game", "start"), GAMES.values(), ids=GAMES)


def played(game: Game[Any, Any, Any], state: Any, seed: int) -> Iterator[Any]:
    """Every position of a game at random."""
    random = Random(seed)
    yield state
    while not game.is_over(state):
        if game.is_chance(state):
            outcomes, chances = zip(*game.chance_outcomes(state), strict=True)
            state = game.apply_outcome(state, random.choices(outcomes, chances)[0])
        else:
            state = game.apply(state, random.choice(list(islice(iter_moves(game, state), 200))))
        yield state


@EACH_GAME
def test_a_position_is_over_or_chance_or_a_decision(game: Game[Any, Any, Any], start: Any) -> None:
    for state in played(game, start, 1):
        outcomes, moves = game.chance_outcomes(state), list(islice(iter_moves(game, state), 2))
        assert [game.is_over(state), bool(outcomes), bool(moves)].count(True) == 1
        assert game.is_chance(state) == bool(outcomes)
        assert not outcomes or sum(chance for _, chance in outcomes) == pytest.approx(1)
        assert game.decision(state)
        assert hash(state) == hash(state)
        assert sum(game.score_items(state).values()) == game.final_score(state)


@EACH_GAME
def test_rounds_come_one_after_the_other(game: Game[Any, Any, Any], start: Any) -> None:
    rounds = [game.round_of(state) for state in played(game, start, 1) if not game.is_over(state)]
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(rounds[0], rounds[-1] + 1))
    assert rounds[0] in (0, 1)
    assert rounds[-1] > 1


@EACH_GAME
def test_moves_are_read_as_they_are_written(game: Game[Any, Any, Any], start: Any) -> None:
    for state in played(game, start, 2):
        for move in islice(iter_moves(game, state), 20):
            assert game.parse(game.format(move)) == move
    with pytest.raises(BadNotation):
        game.parse("dance")


@EACH_GAME
def test_what_is_not_due_is_refused(game: Game[Any, Any, Any], start: Any) -> None:
    refused = 0
    states = list(played(game, start, 3))
    moves = [game.legal_moves(state)[0] for state in states if not game.is_over(state) and not game.is_chance(state)]
    for state in states:
        if game.is_chance(state) or game.is_over(state):
            with pytest.raises(IllegalMove):
                game.apply(state, moves[0])
            refused += 1
    assert refused > 1


def test_moves_one_by_one_where_the_list_is_cut_short() -> None:
    class Cut(NightWard):
        def iter_moves(self, state: Ward) -> Iterator[Treat]:
            yield from super().legal_moves(state)

        def legal_moves(self, state: Ward) -> list[Treat]:
            return super().legal_moves(state)[:1]

    state = Ward(1, (2, 3), 9)
    assert list(iter_moves(Cut(), state)) == NightWard().legal_moves(state)
    assert isinstance(SOLITAIRE.game, ClinicSolo)
    assert list(iter_moves(SOLITAIRE.game, SOLITAIRE.start)) == []


# --- the toy game -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("treat 1", "treat 1: 2 and 6 are waiting (rule 2.1)"),
        ("treat 2 2", "treat 2 2: 2 and 6 are waiting (rule 2.1)"),
        ("treat 2 6", "treat 2 6 takes 8 hours, 7 are left (rule 2.2)"),
    ],
)
def test_the_ward_says_what_it_refuses(line: str, reason: str) -> None:
    ward = NightWard()
    with pytest.raises(IllegalMove) as refusal:
        ward.apply(Ward(1, (2, 6), 7), ward.parse(line))
    assert str(refusal.value) == reason


def test_a_night_on_the_ward() -> None:
    ward = NightWard(rounds=2)
    state = ward.apply(ward.apply_outcome(ward.start(), Roll((4, 6))), Treat((4, 6)))
    state = ward.apply(ward.apply_outcome(state, Roll((2, 5))), Treat((2,)))
    assert ward.is_over(state)
    assert ward.score_items(state) == {"treated": 6 + 12 + 2, "sent away": -1}
    assert (ward.final_score(state), ward.goal_met(state)) == (19, False)
