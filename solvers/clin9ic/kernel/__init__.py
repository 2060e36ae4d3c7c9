"""The rules of a round, compiled: every end of round that a position and a card order can lead to.

The kernel follows `clin9ic` rule by rule and is tested against it; rule numbers stand at each function. With `full` it
gives every distinct outcome, as the plain rules do. Without it, outcomes are pruned that another one plainly dominates:
  * a costlier icon while a cheaper one of that staff was passed over (same people, less money);
  * an operating room that was not needed (same patients, less money);
  * buying popularity now, which is put off as units (see `packed`).
"""
