"""14A: blood transfusion."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from clinic_solo import admin, care, walk
from clinic_solo.deck import Deck
from clinic_solo.moves import BY_BLOOD, Care, MovePeople, Step, Treatment
from clinic_solo.planner import ALL_ENDS, NOT_BUSY, Busy, Ends, Need
from clinic_solo.rooms import service_of
from clinic_solo.ruleset import Ruleset, ahead_of, instead_of
from clinic_solo.rulesets.blood import carrying
from clinic_solo.rulesets.blood.numbers import BloodNumbers
from clinic_solo.setting import Setting
from clinic_solo.state import Phase, State
from clinic_solo.tiles import HUBS, Person, Thing, Tile, Token
from tabletop.colours import Colour
from tabletop.moves import IllegalMove


class Blood(Ruleset):
    def missing(self, deck: Deck) -> str:
        return super().missing(deck) if "blood" in deck.expansions else "[expansion.blood]"

    def fields(self) -> frozenset[str]:
        return super().fields() | {Token.BLOOD.word, "lying", "helped"}

    # --- Move ---

    def step_refusal(self, setting: Setting, state: State, step: Step) -> IllegalMove | None:
        """14A1 [decision orderly-donor], 14A3 [decision blood-carry]."""
        name = setting.board.place_name
        if step.lies and step.who is Person.PATIENT:
            return IllegalMove("14A1", "only staff give blood")
        if step.lies and (step.destination >= setting.board.size or state.grid[step.destination] not in HUBS):
            return IllegalMove("14A1", f"blood is given in a hub, and {name(step.destination)} is none")
        if step.lies and step.destination in setting.rules.closed(setting, state):
            return IllegalMove("14A1", f"nobody lies down with a zombie at {name(step.destination)}")
        if step.errands and step.who is not Person.NURSE:
            return IllegalMove("14A3", "only nurses carry blood")
        for hub, room in step.errands:
            if state.grid[hub] not in HUBS or hub not in state.having(Token.BLOOD):
                return IllegalMove("14A3", f"there is no blood to fetch at {name(hub)}")
            if state.grid[room] != Tile.TREATMENT:
                return IllegalMove("14A3", f"{name(room)} is no treatment room, where blood is brought")
        return None

    def step_time(self, setting: Setting, state: State, step: Step) -> int | None:
        """14A1, 14A3: lying down takes its time; fetching blood only the way round."""
        if step.lies and step.destination in setting.rules.closed(setting, state):
            return None
        total, here = _numbers(setting).donate_time if step.lies else 0, step.origin
        stops = [place for errand in step.errands for place in errand]
        for place in (*stops, step.destination):
            time = super().step_time(setting, state, Step(step.who, step.colour, here, place))
            if time is None:
                return None
            total, here = total + time, place
        return total

    def most_in(self, setting: Setting, state: State, who: Person, space: int) -> int:
        """14A1 [decision orderly-donor]."""
        donor = who is Person.ORDERLY and state.grid[space] in HUBS
        return 1 if donor else super().most_in(setting, state, who, space)

    def end_refusal(self, setting: Setting, move: MovePeople, after: State) -> IllegalMove | None:
        donors = [step for step in move.steps if step.lies]
        if len(donors) > _numbers(setting).donations_per_round:
            return IllegalMove("14A1", "only one of the staff lies down in a round")
        for step in donors:
            if _in_space(after, step.destination) > 1:
                name = setting.board.space_name(step.destination)
                return IllegalMove("14A1", f"whoever gives blood is alone, and at {name} there are others")
        held = Counter(after.having(Token.BLOOD))
        for hub, number in Counter(errand.hub for step in move.steps for errand in step.errands).items():
            if number > held[hub]:
                return IllegalMove("14A3", f"there is no more blood at {setting.board.space_name(hub)}")
        return super().end_refusal(setting, move, after)

    def moved(self, setting: Setting, state: State, move: MovePeople) -> State:
        """14A1, 14A3: blood is where it was brought, and the donor lies."""
        state = super().moved(setting, state, move)
        blood = Counter(state.having(Token.BLOOD))
        for step in move.steps:
            blood.subtract(errand.hub for errand in step.errands)
            blood.update(errand.room for errand in step.errands)
        donors = [(step.who, step.colour, step.destination) for step in move.steps if step.lies]
        return state.with_tokens(Token.BLOOD, blood.elements())._replace(lying=tuple(sorted([*state.lying, *donors])))

    def plan(self, setting: Setting, state: State, needs: Sequence[Need], busy: Busy = NOT_BUSY) -> MovePeople | None:
        """14A1, 14A3: who lies keeps the hub; every way to have blood carried is tried."""
        rooms = [need.destination for need in needs if need.who is Thing.BLOOD]
        others = [need for need in needs if need.who is not Thing.BLOOD]
        lying = [need.destination for need in others if need.lies]
        if len(lying) > _numbers(setting).donations_per_round or any(state.grid[hub] not in HUBS for hub in lying):
            return None
        if any(state.grid[room] != Tile.TREATMENT for room in rooms):
            return None
        busy = busy._replace(kept=busy.kept | frozenset(lying))
        best: MovePeople | None = None
        for errands in carrying.ways(state, rooms):
            plan = super().plan(setting, state, others, busy._replace(errands=(*busy.errands, *errands)))
            best = walk.quicker(setting, state, best, plan)
        return best

    def all_moves(self, setting: Setting, state: State, ends: Ends = ALL_ENDS) -> Iterator[MovePeople]:
        """14A1, 14A3: with each donor, in each hub, and with blood in all places where it can be brought."""
        hubs = [space for space, tile in enumerate(state.grid) if tile in HUBS]
        donors = sorted({(who, colour) for who, colour, _ in walk.everybody(setting, state) if who != Person.PATIENT})
        lying: list[tuple[Need, ...]] = [()]
        lying += [(Need(who, colour, hub, None, lies=True),) for who, colour in donors for hub in hubs]
        for donor in lying:
            kept = ends.busy.kept | frozenset(need.destination for need in donor)
            for errands in carrying.distributions(state):
                assigner = carrying.assigner(state, errands, ends.assigner)
                busy = ends.busy._replace(kept=kept)
                own = ends._replace(fixed=(*ends.fixed, *donor), busy=busy, assigner=assigner)
                yield from super().all_moves(setting, state, own)

    # --- Business and Admin ---

    def treatment_refusal(self, setting: Setting, state: State, treatment: Treatment) -> IllegalMove | None:
        """14A4 [decision blood-pay]."""
        if treatment.doctor != BY_BLOOD:
            return super().treatment_refusal(setting, state, treatment)
        name = setting.board.space_name(treatment.space)
        if state.grid[treatment.space] != Tile.TREATMENT or service_of(setting, state, treatment.space) is None:
            return IllegalMove("14A4", f"{name} is no treatment room that works")
        if any(place == treatment.space for place, _ in state.doctors):
            return IllegalMove("14A4", f"a doctor is at {name}: blood helps where none is")
        return None

    def doctors_needed(self, setting: Setting, doctor: int, patients: Sequence[int]) -> int:
        return 0 if doctor == BY_BLOOD else super().doctors_needed(setting, doctor, patients)

    def nurses_needed(self, setting: Setting, tile: int, doctor: int, patient: int) -> int:
        """14A4: one nurse for each patient."""
        return 1 if doctor == BY_BLOOD else super().nurses_needed(setting, tile, doctor, patient)

    def care_refusal(self, setting: Setting, state: State, move: Care) -> IllegalMove | None:
        """14A2, 14A4: blood that is there, and donors who lie."""
        blood = Counter(state.having(Token.BLOOD))
        used = Counter(treatment.space for treatment in move.treatments if treatment.doctor == BY_BLOOD)
        for space, number in used.items():
            if number > blood[space]:
                return IllegalMove("14A4", f"{blood[space]} blood is at {setting.board.space_name(space)}")
        if len(move.donations) > _numbers(setting).donations_per_round:
            return IllegalMove("14A2", "one token is won in a round")
        for hub in move.donations:
            if (hub,) not in self.donations(setting, state):
                return IllegalMove("14A2", f"nobody can give blood at {setting.board.space_name(hub)}")
        return super().care_refusal(setting, state, Care(move.treatments))

    def room_choices(self, setting: Setting, state: State, space: int) -> list[tuple[Treatment, ...]]:
        """14A4: each set of patients that nurses can help with the blood there."""
        patients = [colour for place, colour in state.patients if place == space]
        most = min(state.having(Token.BLOOD).count(space), state.nurses.count(space))
        if not most or not patients or self.treatment_refusal(setting, state, Treatment(space, patients[0], BY_BLOOD)):
            return super().room_choices(setting, state, space)
        sets = {chosen for number in range(most + 1) for chosen in combinations(sorted(patients), number)}
        return [tuple(Treatment(space, colour, BY_BLOOD) for colour in chosen) for chosen in sorted(sets)]

    def donations(self, setting: Setting, state: State) -> list[tuple[int, ...]]:
        """14A2."""
        donors = sorted(place for _, _, place in state.lying if state.grid[place] in HUBS)
        left = len(state.having(Token.BLOOD)) < _numbers(setting).tokens
        return [(), *((hub,) for hub in donors if left)]

    def business(self) -> tuple[care.CareStep, ...]:
        return ahead_of(super().business(), care.settle, _help, _give)

    def admin(self) -> tuple[admin.AdminStep, ...]:
        return instead_of(super().admin(), admin.patients_worsen, _others_worsen)

    def faults(self, setting: Setting, state: State) -> Iterator[str]:
        yield from super().faults(setting, state)
        blood = state.having(Token.BLOOD)
        for space in blood:
            if state.grid[space] not in HUBS and state.grid[space] != Tile.TREATMENT:
                yield f"{setting.board.space_name(space)}: blood is in hubs and treatment rooms (14A3)"
        if len(blood) > _numbers(setting).tokens:
            yield f"{len(blood)} blood tokens, there are {_numbers(setting).tokens} (14A)"
        if state.lying and state.phase is Phase.ACTION:
            yield "somebody lies down at the beginning of a round (14A2)"
        if Counter(state.helped) - Counter(state.patients):
            yield "a nurse stands on a patient who is not there (14A4)"


def _in_space(state: State, space: int) -> int:
    doctors = sum(place == space for place, _ in state.doctors)
    return doctors + state.nurses.count(space) + state.orderlies.count(space)


def _help(setting: Setting, state: State, move: Care) -> State:  # noqa: ARG001
    """14A4: the white are cured and leave; the others improve, and the nurse stands on them."""
    blood, patients, treated = Counter(state.having(Token.BLOOD)), list(state.patients), state.treated
    helped = list(state.helped)
    for space, patient, doctor in move.treatments:
        if doctor != BY_BLOOD:
            continue
        blood[space] -= 1
        patients.remove((space, patient))
        if patient == Colour.WHITE:
            treated += 1
        else:
            patients.append((space, patient - 1))
            helped.append((space, patient - 1))
    state = state.with_tokens(Token.BLOOD, blood.elements())
    return state._replace(patients=tuple(sorted(patients)), treated=treated, helped=tuple(sorted(helped)))


def _give(setting: Setting, state: State, move: Care) -> State:  # noqa: ARG001
    """14A2: blood comes to the hub, and donors stand up, those who gave none as well."""
    state = state.with_tokens(Token.BLOOD, (*state.having(Token.BLOOD), *move.donations))
    return state._replace(lying=tuple(one for one in state.lying if state.grid[one[2]] not in HUBS))


def _others_worsen(setting: Setting, state: State) -> State:
    """14A5: whoever has a nurse on top does not worsen; she steps down."""
    others = Counter(state.patients)
    others.subtract(state.helped)
    after = admin.patients_worsen(setting, state._replace(patients=tuple(sorted(others.elements()))))
    return after._replace(patients=tuple(sorted([*after.patients, *state.helped])), helped=())


def _numbers(setting: Setting) -> BloodNumbers:
    found = setting.deck.expansions["blood"]
    assert isinstance(found, BloodNumbers)
    return found


RULESET = Blood
