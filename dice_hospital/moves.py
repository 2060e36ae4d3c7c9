"""Every decision of a player, and every outcome of chance, as plain data."""

from dataclasses import dataclass

from dice_hospital.patients import Patients

NONE = -1


@dataclass(frozen=True, slots=True)
class SetValues:
    """2.2: the first patients with the values given to them."""

    patients: Patients


@dataclass(frozen=True, slots=True)
class Keep:
    """4.2: the dice that stay."""

    patients: Patients


@dataclass(frozen=True, slots=True)
class Lose:
    """4.3: patients who make room."""

    patients: Patients


@dataclass(frozen=True, slots=True)
class Take:
    """5.1: the specialist or the department turned up, or nothing."""

    specialist: int = NONE
    department: int = NONE


@dataclass(frozen=True, slots=True)
class Return:
    """5.2: an improvement that goes back for a blood bag, or nothing."""

    specialist: int = NONE
    department: int = NONE


@dataclass(frozen=True, slots=True)
class Consult:
    """6.11: whose ability the consultant has in this activation."""

    specialist: int


@dataclass(frozen=True, slots=True)
class Place:
    """6.1: a worker in a department, and its patients; `also` may say the specialist's effect in the same breath."""

    worker: int
    department: int
    patients: Patients
    colours: tuple[int, ...] = ()  # 7.2: what each of them is recoloured to
    also: Patients | None = None  # 6.7: nobody for an effect that is not used


@dataclass(frozen=True, slots=True)
class Bag:
    """6.10 (a): a blood bag heals a patient."""

    patient: int


@dataclass(frozen=True, slots=True)
class Recolour:
    """6.10 (b): a blood bag gives a patient another colour, right before an effect."""

    patient: int
    colour: int


@dataclass(frozen=True, slots=True)
class Also:
    """6.7, 7.3: the patients of a specialist's own effect; nobody if it is not used."""

    patients: Patients


@dataclass(frozen=True, slots=True)
class UpAndDown:
    """7.3: whom the medical student makes better, and whom worse."""

    up: int = NONE
    down: int = NONE


@dataclass(frozen=True, slots=True)
class AlsoRecolour:
    """7.3: whom the physiotherapist gives a colour."""

    patient: int
    colour: int


@dataclass(frozen=True, slots=True)
class SendBack:
    """6.11: a patient goes back into the bag."""

    patient: int


@dataclass(frozen=True, slots=True)
class CallIn:
    """6.11: a new patient is drawn."""


@dataclass(frozen=True, slots=True)
class Stop:
    """6.1, 8.2: no more placements, or no more reports."""


@dataclass(frozen=True, slots=True)
class CompleteReport:
    """8.2: the open card of a column, from 1."""

    column: int


Move = (
    SetValues
    | Keep
    | Lose
    | Take
    | Return
    | Consult
    | Place
    | Bag
    | Recolour
    | Also
    | UpAndDown
    | AlsoRecolour
    | SendBack
    | CallIn
    | Stop
    | CompleteReport
)


@dataclass(frozen=True, slots=True)
class TakenOut:
    """6.11: specialist cards that promo cards replace."""

    specialists: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReportDealt:
    """2.1."""

    report: int


@dataclass(frozen=True, slots=True)
class FirstColours:
    """2.2: how many dice of each colour."""

    colours: tuple[int, ...]  # one entry per die, in ascending order


@dataclass(frozen=True, slots=True)
class Drawn:
    """4.1: the dice of an intake."""

    dice: Patients


@dataclass(frozen=True, slots=True)
class NewPatient:
    """10.3, 6.11: a die drawn and rolled."""

    die: int


@dataclass(frozen=True, slots=True)
class CardsShown:
    """5.1: what is turned up."""

    specialist: int
    department: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """7.2, 7.3: the new values of the dice on the table, in their order; of equal dice the lower one first."""

    values: tuple[int, ...]


Outcome = TakenOut | ReportDealt | FirstColours | Drawn | NewPatient | CardsShown | Rolled
