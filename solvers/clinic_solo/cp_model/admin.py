"""Section 10 in the model: what a round does to the colours of doctors and patients."""

from dataclasses import dataclass

from clinic_solo.admin import LAB_STEPS, better, worse
from clinic_solo.tiles import Tile
from solvers.clinic_solo.cp_model.blood import helped_of
from solvers.clinic_solo.cp_model.care import treated_of
from solvers.clinic_solo.cp_model.move import Rooms
from solvers.clinic_solo.cp_model.variables import Draft, Staff
from solvers.core.cpsat import Number
from tabletop.colours import COLOURS, Colour


@dataclass(frozen=True)
class Changed:
    """People after Admin, by colour, and what it did to popularity."""

    doctors: dict[int, Number]
    patients: dict[int, Number]
    dead: Number
    popularity: Number
    treated: Number


def admin(draft: Draft, people: Staff, waiting: Rooms) -> Changed:
    """10.5–10.7; those whom a nurse helped are a colour better, or gone, and do not worsen (14A4, 14A5)."""
    lab = in_lab(draft, sorted(people.doctors))
    doctors: dict[int, Number] = dict.fromkeys(map(int, COLOURS), 0)
    for colour, number in people.doctors.items():
        doctors[better(colour, LAB_STEPS)] += lab[colour]
        doctors[worse(colour)] += number - lab[colour]
    left = {int(colour): _untreated(draft, colour, waiting) for colour in COLOURS}
    patients: dict[int, Number] = {
        int(colour): left.get(colour - 1, 0) + (helped_of(draft, colour + 1) if colour + 1 in left else 0)
        for colour in COLOURS
    }
    money, dead = draft.game.deck.money, left[Colour.RED]
    popularity = money.lab_popularity * sum(lab.values()) + money.death * dead
    treated = sum(treated_of(draft, colour) for colour in COLOURS) + helped_of(draft, Colour.WHITE)
    return Changed(doctors, patients, dead, popularity, treated)


def in_lab(draft: Draft, colours: list[int]) -> dict[int, Number]:
    """10.5: whether a doctor of a colour ends in the one lab, wherever it is."""
    spaces = [space for space in range(draft.board.size) if draft.sites.may_be(space, Tile.LAB)]
    found: dict[int, Number] = {}
    for colour in colours:
        kind = f"doctor {colour}"
        if len(spaces) == 1 and draft.state.grid[spaces[0]] == Tile.LAB:
            found[colour] = draft.ends.of(kind, spaces[0])
        elif not spaces:
            found[colour] = 0
        else:
            found[colour] = draft.flag(f"{kind} in the lab")
            draft.cp.add(found[colour] <= draft.number_of(Tile.LAB))
            for space in spaces:
                there, here = draft.there(space, Tile.LAB), draft.ends.of(kind, space)
                most = len(draft.state.doctors) + draft.most_doctors_hired
                draft.cp.add(found[colour] <= here + 1 - there)
                draft.cp.add(found[colour] * most >= here - most * (1 - there))
    return found


def _untreated(draft: Draft, colour: int, waiting: Rooms) -> Number:
    roomed = sum(shade == colour for _, shade in draft.state.patients)
    cared_for = treated_of(draft, colour) + helped_of(draft, colour)
    return roomed + sum(n for (_, c), n in waiting.items() if c == colour) - cared_for
