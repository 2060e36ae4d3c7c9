"""Plain numbers for the kernel: tiles, people, and the kinds of events it tells."""

from clinic_solo.tiles import Kind, Tile

EMPTY, GARDEN, HELIPAD = int(Tile.EMPTY), int(Tile.GARDEN), int(Tile.HELIPAD)
PARKING, BIG_PARKING = int(Tile.PARKING), int(Tile.BIG_PARKING)
TREATMENT, SUPPLY = int(Tile.TREATMENT), int(Tile.SUPPLY)
OPERATING, OUTPATIENT, LAB, TRIAGE = int(Tile.OPERATING), int(Tile.OUTPATIENT), int(Tile.LAB), int(Tile.TRIAGE)
FIRST_MODULE, FIRST_HUB = int(Tile.TREATMENT), int(Tile.PSYCHIATRY_HUB)
HUB_KIND, SUPPLY_KIND = int(Kind.HUB), int(Kind.SUPPLY)
RED = 3

BUILD, HIRE, ADMIT = 0, 1, 2  # actions, and the places of their tiles
DOCTOR, NURSE, ORDERLY, PATIENT = 0, 1, 2, 3

# Events: a kind and up to four numbers each.
E_USE, E_BUILD, E_ENTRANCE, E_CONVEYOR, E_UPGRADE, E_REPARK, E_HIRE, E_PARK, E_DEPART = range(9)
E_QUEUE, E_ADMIT, E_STEP, E_MOVED, E_TREAT, E_TREATED, E_BUY, E_BONUS = range(9, 17)
EVENT_WIDTH = 5
MOST_EVENTS = 600
RIGHT, UP, DOWN = 0, 1, 2  # directions on the notepad

# Components of a Build action as one number: what * PLACES + where; from CONVEYORS on two stops.
PLACES = 64
ENTRANCES = 16
UPGRADES = 17
CONVEYORS = 18 * PLACES
NONE, ANY, WING = -2, -1, -3  # nothing; whatever a coin says; a hub and a room away from other buildings
