"""Rules 14A in the model: who lies down to give blood, which nurses carry it where, and whom it helps.

Blood given in this round helps nobody before the next one, so that giving it is left to whoever reads the plan. Nurses
are alike, and so are tokens: a nurse with errands is a flow from where she is to a hub, on to a room, maybe back to a
hub, and in the end to where she stays. Errands are told apart by how many the nurse has run before, as no nurse would
run those of a circle.
"""

from clinic_solo.tiles import HUBS, Person, Tile, Token
from solvers.clinic_solo.cp_model.distances import Distances, cost
from solvers.clinic_solo.cp_model.variables import NEW, Draft, Errands
from solvers.clinic_solo.kernel.ruleset_tables import blood_of
from solvers.core.cpsat import Number


def hubs(draft: Draft) -> list[int]:
    """Where somebody may lie; nowhere in a game without blood."""
    if blood_of(draft.game) is None:
        return []
    return [space for space in range(draft.board.size) if draft.sites.may_be(space, *HUBS)]


# --- giving ---


def may_lie(draft: Draft, kinds: list[str]) -> None:
    """14A1: a literal for each kind of staff in each hub."""
    for space in hubs(draft):
        for kind in kinds:
            draft.ends.lying[kind, space] = draft.flag(f"{kind} lies {draft.board.space_name(space)}")


def donors(draft: Draft, kinds: list[str]) -> Number:
    """14A1: one of the staff lies in a hub, alone there; the time it takes."""
    numbers, ends = blood_of(draft.game), draft.ends
    if numbers is None:
        return 0
    people = draft.state.staff + draft.most_hired
    for space in hubs(draft):
        lying = sum(ends.lying[kind, space] for kind in kinds)
        here = sum(ends.of(kind, space) for kind in kinds)
        draft.cp.add(lying <= draft.there(space, *HUBS))
        draft.cp.add(here <= people - (people - 1) * lying)
        for kind in kinds:
            draft.cp.add(ends.lying[kind, space] <= ends.of(kind, space))
    draft.cp.add(sum(ends.lying.values()) <= numbers.donations_per_round)
    return numbers.donate_time * sum(ends.lying.values())


def lying_orderlies(draft: Draft) -> Number:
    """14A1 [decision orderly-donor]: they have a place."""
    return sum(lies for (kind, _), lies in draft.ends.lying.items() if kind == Person.ORDERLY)


# --- carrying ---


def waiting_blood(draft: Draft) -> dict[int, int]:
    """14A3: tokens that can be fetched, by hub."""
    tokens, grid = draft.state.having(Token.BLOOD), draft.state.grid
    return {hub: tokens.count(hub) for hub in sorted(set(tokens)) if grid[hub] in HUBS}


def errands(draft: Draft) -> Errands | None:
    """14A3: what nurses may do on their ways. More tokens than nurses are no use: each helps one patient at most."""
    held, board = waiting_blood(draft), draft.board
    nurses = len(draft.state.nurses) + len(draft.hired.nurses)
    rooms = draft.rooms_with_patients
    if not held or not nurses or not rooms:
        return None
    found = Errands()
    rounds = range(min(sum(held.values()), nurses))
    for place in {*draft.state.nurses, *([NEW] if draft.hired.nurses else [])}:
        most = len(draft.hired.nurses) if place == NEW else draft.state.nurses.count(place)
        for hub in held:
            found.fetched[place, hub] = draft.number(0, most, f"nurse {place} fetches {board.space_name(hub)}")
    for number in rounds:
        for hub, tokens in held.items():
            for room in rooms:
                name = f"errand {number} {board.space_name(hub)} to {board.space_name(room)}"
                found.carried[number, hub, room] = draft.number(0, min(tokens, nurses), name)
                if number + 1 < len(rounds):
                    found.back[number, room, hub] = draft.number(0, nurses, f"back after {name}")
    for hub, tokens in held.items():
        draft.cp.add(sum(v for (_, h, _), v in found.carried.items() if h == hub) <= tokens)
        for number in rounds:
            come = [v for (_, h), v in found.fetched.items() if h == hub and not number]
            come += [v for (n, _, h), v in found.back.items() if h == hub and n + 1 == number]
            gone = [v for (n, h, _), v in found.carried.items() if (n, h) == (number, hub)]
            draft.cp.add(sum(come) == sum(gone))
    for room in rooms:
        for number in rounds:
            come = [v for (n, _, r), v in found.carried.items() if (n, r) == (number, room)]
            gone = [v for (n, r, _), v in found.back.items() if (n, r) == (number, room)]
            draft.cp.add(sum(gone) <= sum(come))
        draft.cp.add(found.brought(room) <= sum(held.values()) * draft.there(room, Tile.TREATMENT))
    draft.ends.errands = found
    return found


def carrying_time(draft: Draft, distances: Distances, found: Errands, spaces: list[int]) -> Number:
    """14A3: the ways of nurses with errands, but for the first one of those who are new; and where they end."""
    ends, board, nurses = draft.ends, draft.board, len(draft.state.nurses) + len(draft.hired.nurses)
    time: list[Number] = []
    for (place, hub), number in found.fetched.items():
        if place != NEW:
            way = distances.from_place(place, hub)
            time.append(cost(draft, way, number, nurses, f"fetching {place} {hub}"))
    for (n, hub, room), number in found.carried.items():
        time.append(cost(draft, distances.between(hub, room), number, nurses, f"carrying {n} {hub} {room}"))
    for (n, room, hub), number in found.back.items():
        time.append(cost(draft, distances.between(room, hub), number, nurses, f"back {n} {room} {hub}"))
    for room in sorted({room for _, _, room in found.carried}):
        ended: list[Number] = []
        for space in spaces:
            name = f"nurse from {board.space_name(room)} with no blood to {board.space_name(space)}"
            goes = draft.number(0, nurses, name)
            found.ended[room, space] = ends.note(str(Person.NURSE), space, goes)
            ended.append(goes)
            time.append(cost(draft, distances.between(room, space), goes, nurses, f"ending {room} {space}"))
        back = sum(v for (_, r, _), v in found.back.items() if r == room)
        draft.cp.add(sum(ended) == found.brought(room) - back)
    return sum(time)


# --- helping ---


def helped(draft: Draft, space: int, patients: dict[int, Number], doctors: Number) -> dict[int, Number]:
    """14A4: patients in a treatment room without doctors, each with a nurse and a token; by colour."""
    tokens, ends = draft.state.having(Token.BLOOD).count(space), draft.ends
    brought = ends.errands.brought(space) if ends.errands else 0
    if blood_of(draft.game) is None or (isinstance(brought, int) and not tokens + brought):
        return {}
    capacity = draft.game.deck.walking.capacity[Tile.TREATMENT]
    name, room = draft.board.space_name(space), capacity[Person.PATIENT]
    found = {colour: draft.number(0, room, f"helped {colour} {name}") for colour in patients}
    for colour, number in found.items():
        draft.cared.helped[space, colour] = number
    together = sum(found.values())
    alone = draft.flag(f"no doctor {name}")
    draft.cp.add(doctors <= capacity[Person.DOCTOR] * (1 - alone))
    draft.cp.add(together <= room * alone)
    draft.cp.add(together <= tokens + brought)
    return dict(found)


def helped_of(draft: Draft, colour: int) -> Number:
    """14A4: all of a colour whom a nurse helped."""
    return sum(number for (_, c), number in draft.cared.helped.items() if c == colour)
