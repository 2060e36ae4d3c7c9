"""Rules 1.1–1.2: what can stand in a space, what lies on a module, the services, and who people are."""

from enum import IntEnum, StrEnum


class Service(IntEnum):
    """1.2: the services, in the order of their hub tiles; a game plays with the first few of the deck's order.

    The last two are those of the 2014 edition that the Deluxe Edition does not have (15.1).
    """

    PSYCHIATRY = 0
    CARDIOLOGY = 1
    OPHTHALMOLOGY = 2
    ORTHOPEDICS = 3
    NEUROLOGY = 4
    MEDICINE = 5
    SURGERY = 6

    @property
    def word(self) -> str:
        return self.name.lower()


SERVICE_BY_WORD = {service.word: service for service in Service}
DELUXE_SERVICES = tuple(Service)[: Service.MEDICINE]


class Kind(IntEnum):
    """1.2: the four kinds of modules; two of a kind are never adjacent (5.2c)."""

    HUB = 0
    TREATMENT = 1
    SUPPLY = 2
    SPECIAL = 3


class Tile(IntEnum):
    """What stands in a space: nothing, something that is no module, or a module. Never two things at once."""

    EMPTY = 0
    GARDEN = 1
    HELIPAD = 2
    PARKING = 3
    BIG_PARKING = 4  # a parking tile after its upgrade (5.12)
    TREATMENT = 5
    SUPPLY = 6
    OPERATING = 7
    OUTPATIENT = 8
    LAB = 9
    TRIAGE = 10
    PSYCHIATRY_HUB = 11
    CARDIOLOGY_HUB = 12
    OPHTHALMOLOGY_HUB = 13
    ORTHOPEDICS_HUB = 14
    NEUROLOGY_HUB = 15
    MEDICINE_HUB = 16
    SURGERY_HUB = 17

    @property
    def word(self) -> str:
        """The name a player types, hubs by their service."""
        return f"hub {SERVICE_OF_HUB[self].word}" if self in SERVICE_OF_HUB else self.name.lower().replace("_", " ")


class Token(IntEnum):
    """What lies on a module: a conveyor stop (5.11), and tokens of the mini-expansions (14A, 14B)."""

    CONVEYOR = 0
    EXTINGUISHER = 1
    BLOOD = 2

    @property
    def word(self) -> str:
        return self.name.lower()


FIRST_MODULE = Tile.TREATMENT
HUBS = tuple(Tile)[Tile.PSYCHIATRY_HUB :]
SERVICE_OF_HUB = dict(zip(HUBS, Service, strict=True))
SPECIALS = (Tile.OPERATING, Tile.OUTPATIENT, Tile.LAB, Tile.TRIAGE)
PARKING_TILES = (Tile.PARKING, Tile.BIG_PARKING)
KIND: dict[int, Kind] = {
    Tile.TREATMENT: Kind.TREATMENT,
    Tile.SUPPLY: Kind.SUPPLY,
    **dict.fromkeys(SPECIALS, Kind.SPECIAL),
    **dict.fromkeys(HUBS, Kind.HUB),
}

# How the deck file and a drawn plan call them.
SPECIAL_BY_DECK_WORD = {
    "operating_room": Tile.OPERATING,
    "outpatient_services": Tile.OUTPATIENT,
    "lab": Tile.LAB,
    "triage": Tile.TRIAGE,
}
PLAN_TOKEN: dict[int, str] = {
    Tile.EMPTY: ".",
    Tile.GARDEN: "G",
    Tile.HELIPAD: "A",
    Tile.PARKING: "P2",
    Tile.BIG_PARKING: "P3",
    Tile.TREATMENT: "T",
    Tile.SUPPLY: "S",
    Tile.OPERATING: "O",
    Tile.OUTPATIENT: "X",
    Tile.LAB: "L",
    Tile.TRIAGE: "R",
    Tile.PSYCHIATRY_HUB: "Hp",
    Tile.CARDIOLOGY_HUB: "Hc",
    Tile.OPHTHALMOLOGY_HUB: "Ho",
    Tile.ORTHOPEDICS_HUB: "Hr",
    Tile.NEUROLOGY_HUB: "Hn",
    Tile.MEDICINE_HUB: "Hm",
    Tile.SURGERY_HUB: "Hs",
}
TILE_BY_TOKEN = {token: Tile(tile) for tile, token in PLAN_TOKEN.items()}


def is_module(tile: int) -> bool:
    """1.2: modules, as against gardens, helipads and parking."""
    return tile >= FIRST_MODULE


class Person(StrEnum):
    """1.1: staff, and the patients."""

    DOCTOR = "doctor"
    NURSE = "nurse"
    ORDERLY = "orderly"
    PATIENT = "patient"


class Thing(StrEnum):
    """What may be wanted somewhere and is nobody: a zombie (14D2), a blood token (14A3)."""

    ZOMBIE = "zombie"
    BLOOD = "blood"


class Action(StrEnum):
    """3.4: the three kinds of action tiles."""

    BUILD = "build"
    HIRE = "hire"
    ADMIT = "admit"


ACTIONS = tuple(Action)
