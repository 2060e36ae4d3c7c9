"""What of the rules a model holds to, and how exact its answer is for it."""

from dataclasses import dataclass
from enum import StrEnum


class Group(StrEnum):
    """Rules that can be dropped, or named as the reason why a target is out of reach; each round has its own."""

    MONEY = "money"  # 4.4, 4.5: what is built and hired is paid for
    ENTRANCES = "entrances"  # 4.5, 4.6: boxes within reach
    ROOMS = "rooms"  # 4.7: an opening for every newcomer
    PARKING = "parking"  # 1.4
    DICE = "dice"  # section 2
    TIME = "time"  # 4.9, 4.10: without it, everybody walks the shortest way there is
    REFUSALS = "refusals"  # 4.6: the price of sending patients away
    NURSES = "nurses"  # 5.1: nurses between colours
    BEDS = "beds"  # 5.1: a bed with a doctor and a patient
    EXPENSES = "expenses"  # 5.2


class Exactness(StrEnum):
    EXACT = "exact"  # the plans of the model are those of the rules
    RESTRICTION = "restriction"  # some legal plans are left out: the best of the rest is a lower bound
    RELAXATION = "relaxation"  # rules are dropped: the bound holds, the plan need not
    NEITHER = "neither"  # both at once: no bound either way


@dataclass(frozen=True)
class Switches:
    """The shape of a model; as it stands, it is the rules exactly.

    `conveyors`: whether cubes may be placed and moved; those that stand already stay either way.
    `beyond_dice`: whether the model knows what follows when the dice cannot show the counts: a queue that stops
    for nothing (4.6) and people lost in Admin (6.3). Otherwise such plans are left out. It takes large tables, so
    that it is for one or two rounds.
    `without`: rules that are dropped in all rounds.
    """

    conveyors: bool = True
    beyond_dice: bool = True
    without: frozenset[Group] = frozenset()

    @property
    def left_out(self) -> tuple[str, ...]:
        """The legal plans that the model does not know. Cubes shorten ways, which no longer matters without time."""
        missing = []
        if not self.conveyors and Group.TIME not in self.without:
            missing.append("new or moved conveyor cubes")
        if not self.beyond_dice and Group.DICE not in self.without:
            missing.append("counts beyond the dice")
        return tuple(missing)

    @property
    def exactness(self) -> Exactness:
        if self.left_out:
            return Exactness.NEITHER if self.without else Exactness.RESTRICTION
        return Exactness.RELAXATION if self.without else Exactness.EXACT

    def describe(self) -> str:
        """The exactness with its reasons, in a few words."""
        reasons = [f"no {what}" for what in self.left_out] + [f"without {group}" for group in sorted(self.without)]
        return f"{self.exactness} model" + (f" ({', '.join(reasons)})" if reasons else "")


EXACT = Switches()
SIX_ROUNDS = Switches(conveyors=False, beyond_dice=False)  # small enough for a whole game
BOUND = Switches(conveyors=False, without=frozenset({Group.DICE, Group.PARKING, Group.TIME}))  # holds for every plan
