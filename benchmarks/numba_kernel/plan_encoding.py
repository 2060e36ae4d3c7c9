"""A plan as one vector of whole numbers, read by `rollout` slot by slot.

The set-up comes first, then for every action slot what would be done with each kind of action, then for every round how
its Move and care are steered. What is not legal when its turn comes is left out, so every vector is a plan.
"""

from benchmarks.numba_kernel.state_encoding import MOST_ROUNDS, MOST_SLOTS

BONUS, FIRST_ENTRANCE, FIRST_TREATMENT, FIRST_SUPPLY, SUPPLY_FIRST, BONUS_PLACE = range(6)
SET_UP = 8
ACTION, CODE, SUPPLY_AT, HIRE_DOCTOR, HIRE_HELPER, WISHES = 0, 1, 3, 5, 6, 8  # within a slot
MOST_WISHES = 8
LOOSE = 32  # added to a wish that takes a patient of another colour where there is none of its own
SLOT_LENGTH = WISHES + MOST_WISHES
STEERING = SET_UP + MOST_SLOTS * SLOT_LENGTH
STEERING_LENGTH = 8
PLAN_LENGTH = STEERING + MOST_ROUNDS * STEERING_LENGTH
