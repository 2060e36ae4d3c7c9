"""Rule 15.1: what the 2014 edition calls things, by what the Deluxe Edition calls them."""

NAMES = {
    "psychiatry": "psychiatric",
    "treatment room": "room",
    "treatment rooms": "rooms",
    "treatment": "room",
    "supply room": "office",
    "supply rooms": "offices",
    "supply": "office",
    "an orderly": "staff",
    "one orderly": "one staff",
    "orderly": "staff",
    "orderlies": "staff",
    "a conveyor": "an elevator",
    "conveyor": "elevator",
    "conveyors": "elevators",
    "outpat": "consult",  # in a plan
    "an outpatient": "an extreme consultation",
    "outpatient services": "extreme consultation",
    "outpatient": "extreme consultation",
    "triage": "waiting room",
}
MEASURES = {"time_spent": "minutes spent", "staff": "employees"}  # 12.2: staff are the orderlies here
TYPED = {
    "psychiatric": "psychiatry",
    "room": "treatment",
    "office": "supply",
    "staff": "orderly",
    "elevator": "conveyor",
    "extreme consultation": "outpatient",
    "waiting room": "triage",
}
