"""What is agreed before a game: the deck, the variants in play, and how the text is read where it is open."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from dice_hospital.deck import Ability, Deck
from dice_hospital.patients import COLOURS, Counts, Patients, by_colour
from dice_hospital.state import State


class Variant(StrEnum):
    """Switches, all of them off in the plain game: 6.11, section 7, 10.2, 10.3."""

    CONSULTANT = "consultant"
    ADMISSIONS_NURSE = "admissions nurse"
    EXPERIMENTAL = "experimental"
    FATALITY_PENALTY = "fatality penalty"
    REPORT_PENALTY = "report penalty"
    CRISIS = "opening crisis"
    EPIDEMIC = "epidemic"
    SUPERBUG = "superbug"


PROMO = {Variant.CONSULTANT: Ability.COPY, Variant.ADMISSIONS_NURSE: Ability.ADMIT_OR_RETURN}


@dataclass(frozen=True)
class Options:
    """Decisions on which tables reasonably differ; the defaults are ours.

    tokens_limited            1.5: whether blood bags and fatality tokens run out
    must_take                 5.1: whether an improvement has to be taken
    return_for_bag            5.2: whether an improvement may be returned for a blood bag
    different_from_all        6.8: whether a different patient is none of those just healed, or only not the same one
    triage_nurse_others       6.8: whether that holds for the triage nurse's two as well
    values_after_department   6.8: whether value conditions of specialists look at the values after the department
    recolour_for_specialist   6.10: whether a die may be recoloured right before a specialist's effect, too
    recolour_any_effect       6.10: whether also where the effect does not ask for that colour
    heal_is_rise              7.2: whether only a patient whose value rose counts as healed
    recolour_before_treat     7.2: whether a re-roll and 7 - v are effects before which a die may be recoloured
    medical_student_both      7.3: whether the medical student touches two patients or none
    reports_by_own_colour     8.2: whether a die's own colour counts for reports, not one it was given
    empty_bonus_last_round    8.4: whether empty wards count in the last round
    empty_bonus_after_deaths  8.4: whether they count when somebody died of neglect in the round
    recoloured_in_bed         8.4: whether a recoloured patient lies in a bed
    """

    tokens_limited: bool = False
    must_take: bool = True
    return_for_bag: bool = True
    different_from_all: bool = True
    triage_nurse_others: bool = True
    values_after_department: bool = True
    recolour_for_specialist: bool = True
    recolour_any_effect: bool = True
    heal_is_rise: bool = True
    recolour_before_treat: bool = True
    medical_student_both: bool = True
    reports_by_own_colour: bool = True
    empty_bonus_last_round: bool = True
    empty_bonus_after_deaths: bool = True
    recoloured_in_bed: bool = True


@dataclass(frozen=True)
class Setting:
    deck: Deck
    variants: frozenset[Variant] = frozenset()
    options: Options = field(default_factory=Options)
    target: int | None = None  # 10.1: a score of one's own to beat

    def has(self, variant: Variant) -> bool:
        return variant in self.variants

    @cached_property
    def promo(self) -> tuple[int, ...]:
        """6.11: the kinds of promo specialists in play."""
        wanted = {PROMO[variant] for variant in self.variants if variant in PROMO}
        return tuple(kind for kind, worker in enumerate(self.deck.workers) if worker.ability in wanted)

    @cached_property
    def department_stack(self) -> tuple[int, ...]:
        """1.5, 7.1: how many tiles there are of each kind of department."""
        deck, copies, experimental = self.deck, self.deck.copies, self.has(Variant.EXPERIMENTAL)
        base = copies.base if experimental else copies.departments
        return (
            *[0] * len(deck.starting),
            *[base] * len(deck.tiles),
            *[copies.experimental_departments * experimental] * len(deck.experimental_tiles),
        )

    @cached_property
    def specialist_stack(self) -> tuple[int, ...]:
        """1.5, 7.1: how many cards there are of each kind of worker, before promo cards come in (6.11)."""
        deck, copies, experimental = self.deck, self.deck.copies, self.has(Variant.EXPERIMENTAL)
        base = copies.base if experimental else copies.specialists
        return (
            0,
            *[base] * len(deck.specialists),
            *[0] * len(deck.promo),
            *[copies.experimental_specialists * experimental] * len(deck.experimental_specialists),
        )

    @cached_property
    def start_values(self) -> tuple[int, ...]:
        """2.2, 10.3."""
        return self.deck.hard.start_values if self.has(Variant.CRISIS) else self.deck.setup.start_values

    @cached_property
    def neglect_steps(self) -> int:
        """8.1, 10.3."""
        return self.deck.hard.neglect_steps if self.has(Variant.SUPERBUG) else self.deck.neglect_steps

    def bag(self, state: State) -> Counts:
        """11.5: the dice in the bag, which are all that lie nowhere else."""
        red, yellow, green = (
            self.deck.dice.per_colour - beds - table - left
            for beds, table, left in zip(
                by_colour(state.patients), by_colour(state.dice), state.discharged, strict=True
            )
        )
        return red, yellow, green

    def held(self, state: State) -> Patients:
        """The colours in the bag, one die after the other."""
        bag = self.bag(state)
        return tuple(int(colour) for colour in COLOURS for _ in range(bag[colour]))

    def limited(self, blood_bags: int) -> int:
        """1.5 [decision tokens]."""
        return min(blood_bags, self.deck.tokens.blood_bags) if self.options.tokens_limited else blood_bags

    def with_fatalities(self, state: State, deaths: int) -> State:
        """4.3, 8.1: tokens for the dead, whose dice are back in the bag [decision tokens]."""
        tokens = state.fatalities + deaths
        if self.options.tokens_limited:
            tokens = min(tokens, self.deck.tokens.fatalities)
        return state._replace(fatalities=tokens)
