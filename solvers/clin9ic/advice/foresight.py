"""How far one gets who knows every card to come and goes by the fitted worth: a beam over whole rounds."""

import numpy as np

from clin9ic.state import ROUNDS, State
from solvers.clin9ic.advice.outlook import Outlook
from solvers.clin9ic.advice.plays import OTHER_FACES
from solvers.clin9ic.expander import pack

EACH = 2  # ends of every trio


def foreseen(outlook: Outlook, state: State, orders: dict[int, tuple[str, ...]], width: int) -> int:
    """The best final score found from the beginning of a round; whatever it is, it can be played."""
    layer, faces = [pack(outlook.world, state)], state.faces
    for number in range(state.round, ROUNDS + 1):
        trios = outlook.trios(faces, orders[number])
        found = [outlook.ends(words, number, trios, each=EACH) for words in layer]
        words = np.concatenate([ends.words for ends in found])
        worth = np.concatenate([ends.worth for ends in found])
        if number == ROUNDS:
            return int(worth.max())
        order = np.argsort(-worth, kind="stable")
        distinct = dict.fromkeys((int(words[at, 0]), int(words[at, 1])) for at in order)
        layer, faces = list(distinct)[:width], faces.translate(OTHER_FACES)
    raise ValueError("the game is over")
