"""The trios of a round as flat arrays for the kernel."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clin9ic.arrange import chosen_trio, legal_arrangements
from clin9ic.cards import Action, Section, Staff
from clin9ic.moves import Arrange
from clin9ic.setting import Setting
from clin9ic.state import Phase, State
from solvers.clin9ic.kernel.codes import ADMIT, BOX_DOCTOR, BOX_NURSE, BOX_ORDERLY, BUILD, HIRE
from solvers.native.calling import Array, struct

Ints = NDArray[np.int32]
STAFF_BOX = {Staff.DOCTOR: BOX_DOCTOR, Staff.NURSE: BOX_NURSE, Staff.ORDERLY: BOX_ORDERLY}  # patients are their colour
ACTION_CODE = {Action.BUILD: BUILD, Action.HIRE: HIRE, Action.ADMIT: ADMIT}


class Trios(NamedTuple):
    """The distinct trios of a round: actions, lower boxes for Hire, upper boxes for Admit."""

    actions: Ints
    bottom: Ints
    top: Ints


TRIOS = struct("clin9ic_trios", actions=Array(np.int32, 2), bottom=Array(np.int32, 2), top=Array(np.int32, 2))


def _box(box: object) -> int:
    return STAFF_BOX[box] if isinstance(box, Staff) else int(box)  # type: ignore[call-overload]


def trios_of_sections(chosen: Sequence[tuple[Section, ...]]) -> Trios:
    """Trios as arrays."""
    return Trios(
        np.array([[ACTION_CODE[section.action] for section in trio] for trio in chosen], np.int32),
        np.array([[_box(box) for section in trio for box in section.bottom] for trio in chosen], np.int32),
        np.array([[_box(box) for section in trio for box in section.top] for trio in chosen], np.int32),
    )


def arrangements(
    setting: Setting, faces: str, order: tuple[str, ...], forbidden: Sequence[object] = ()
) -> list[tuple[Arrange, tuple[Section, ...]]]:
    """One arrangement for each distinct trio of a card order, but for the trios that forbidden arrangements give."""
    position = _position(faces, order)
    banned = [chosen_trio(setting, position, move) for move in forbidden if isinstance(move, Arrange)]
    laid = [(move, chosen_trio(setting, position, move)) for move in legal_arrangements(setting, position)]
    return [(move, trio) for move, trio in laid if trio not in banned]


def trios_of(setting: Setting, faces: str, order: tuple[str, ...], forbidden: Sequence[object] = ()) -> Trios:
    """The distinct trios of a card order as arrays, in the order of `arrangements`."""
    return trios_of_sections([trio for _, trio in arrangements(setting, faces, order, forbidden)])


def _position(faces: str, order: tuple[str, ...]) -> State:
    """A position of which only the cards matter."""
    nobody = (0, 0, 0, 0)
    return State(
        round=1, phase=Phase.ARRANGE, floors=(), stack=(), unknown=False, faces=faces, entrances=1, gardens=0,
        pillars=0, lots=0, conveyors=(), doctors=nobody, patients=nobody, nurses=0, orderlies=0, money=0, popularity=0,
        time=0, treated=0, order=order,
    )  # fmt: skip
