"""A plan as one record of whole numbers (`Plan` in C++), read by the rollout slot by slot.

There are the set-up, for every action slot what would be done with each kind of action, and for every round how its
Move and care are steered. What is not legal when its turn comes is left out, so every record is a plan.
"""

import numpy as np

from solvers.clinic_solo.kernel.state_encoding import COLOURS, MOST_ROUNDS, MOST_SLOTS

MOST_COMPONENTS, MOST_WISHES = 2, 8
STEERING = np.dtype(
    [
        ("hold", np.int32, COLOURS),  # dollars for which a patient of a colour is rather kept waiting
        ("noise_seed", np.int16),
        ("staff_seed", np.int16),  # of the noise by which orderlies are sent where rooms need them (15.6)
        ("lab_colour", np.int8),
        ("nurse_value", np.int8),
        ("donor", np.int8),  # who lies down to give blood (14A)
        ("blood_kept", np.int8),  # dollars for which blood is rather kept
        ("left_alone", np.int8),  # rooms where patients are to become zombies (14D)
        ("cure", np.int8),  # whether a zombie goes to a doctor in the lab
        ("unused", np.int8, 2),  # so that two plans can be compared byte by byte
    ],
    align=True,
)
SET_UP = np.dtype(
    [(name, np.int16) for name in ("bonus", "entrance", "treatment", "supply", "supply_first", "bonus_place")],
    align=True,
)
CONSTRUCTION = np.dtype([("component", np.int16), ("supply_at", np.int16)], align=True)
SLOT = np.dtype(
    [
        ("action", np.int16),
        ("constructions", CONSTRUCTION, MOST_COMPONENTS),
        ("hire_doctor", np.int8),  # a bit for each space of the university (15.3)
        ("hire_helper", np.int8),
        ("wishes", np.int8, MOST_WISHES),  # patients to admit
    ],
    align=True,
)
PLAN = np.dtype(
    [("steering", STEERING, MOST_ROUNDS), ("set_up", SET_UP), ("slots", SLOT, MOST_SLOTS)],
    align=True,
)
