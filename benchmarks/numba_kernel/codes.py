"""Integer codes of the kernel: tiles, people, actions, components of a Build, and kinds of events."""

from clinic_solo.tiles import ACTIONS, Action, Kind, Person, Tile
from tabletop.colours import Colour

EMPTY, GARDEN, HELIPAD = int(Tile.EMPTY), int(Tile.GARDEN), int(Tile.HELIPAD)
PARKING, BIG_PARKING = int(Tile.PARKING), int(Tile.BIG_PARKING)
TREATMENT, SUPPLY = int(Tile.TREATMENT), int(Tile.SUPPLY)
OPERATING, OUTPATIENT, LAB, TRIAGE = int(Tile.OPERATING), int(Tile.OUTPATIENT), int(Tile.LAB), int(Tile.TRIAGE)
FIRST_MODULE, FIRST_HUB = int(Tile.TREATMENT), int(Tile.PSYCHIATRY_HUB)
HUB_KIND, SUPPLY_KIND = int(Kind.HUB), int(Kind.SUPPLY)
RED = int(Colour.RED)

BUILD, HIRE, ADMIT = (ACTIONS.index(action) for action in (Action.BUILD, Action.HIRE, Action.ADMIT))
PEOPLE = (Person.DOCTOR, Person.NURSE, Person.ORDERLY, Person.PATIENT)
DOCTOR, NURSE, ORDERLY, PATIENT = range(4)  # the order of PEOPLE

# What a bonus tile gives (3.5), in the deck's words.
BONUS_KINDS = ("nurse", "orderly", "garden", "patient", "parking", "doctor_colour", "money")
B_NURSE, B_ORDERLY, B_GARDEN, B_PATIENT, B_PARKING, B_COLOUR, B_MONEY = range(7)  # the order of BONUS_KINDS

# Events: a kind and up to four numbers each.
E_USE, E_BUILD, E_ENTRANCE, E_CONVEYOR, E_UPGRADE, E_REPARK, E_HIRE, E_PARK, E_DEPART = range(9)
E_QUEUE, E_ADMIT, E_STEP, E_MOVED, E_TREAT, E_TREATED, E_BUY, E_BONUS = range(9, 17)
EVENT_WIDTH = 5
MOST_EVENTS = 20_000  # more than MOST_SLOTS actions with a full notepad and a move for everybody can tell of
RIGHT, UP, DOWN = 0, 1, 2  # directions on the notepad

# Components of a Build action as one number: what * PLACES + where; from CONVEYORS on two stops.
PLACES = 64
ENTRANCES = 16
UPGRADES = 17
CONVEYORS = 18 * PLACES
NONE, RANDOM, WING = -2, -1, -3  # nothing; a random choice; a hub and a room away from other buildings
