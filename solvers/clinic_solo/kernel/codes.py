"""Integer codes that both sides of the compiled core know: people, bonus tiles, and kinds of events.

Tiles, colours and actions have the numbers of the game (`clinic_solo.tiles`).
"""

from clinic_solo.tiles import Person

PEOPLE = (Person.DOCTOR, Person.NURSE, Person.ORDERLY, Person.PATIENT)

# What a bonus tile gives (3.5), in the deck's words.
BONUS_KINDS = ("nurse", "orderly", "garden", "patient", "parking", "doctor_colour", "money")

# Events: a kind and up to four numbers each.
E_USE, E_BUILD, E_ENTRANCE, E_CONVEYOR, E_UPGRADE, E_REPARK, E_HIRE, E_PARK, E_DEPART = range(9)
E_QUEUE, E_ADMIT, E_STEP, E_MOVED, E_TREAT, E_TREATED, E_BUY, E_BONUS = range(9, 17)
E_EXTINGUISHER, E_LIE, E_FETCH, E_ZOMBIE, E_GIVE, E_TRANSFUSE, E_CURE = range(17, 24)
EVENT_WIDTH = 5
MOST_EVENTS = 20_000  # more than MOST_SLOTS actions with a full notepad and a move for everybody can tell of
RIGHT, UP, DOWN = 0, 1, 2  # directions on the notepad
