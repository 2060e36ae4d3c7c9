"""Sections 8 and 9: neglect, reports, points, and the shift change that ends a round."""

from dice_hospital.moves import CompleteReport
from dice_hospital.patients import COLOURS, GONE, NOW, OWN, RESTED, TREATED, worse
from dice_hospital.setting import Setting
from dice_hospital.state import Phase, State
from tabletop.moves import IllegalMove


def end_activation(setting: Setting, state: State) -> State:
    """Sections 8 and 9, as far as they ask nothing of the player."""
    return _or_end_round(setting, neglect(setting, state))


def neglect(setting: Setting, state: State) -> State:
    """8.1: whoever is untreated gets worse; nobody counts as another colour any more [decision colour-ends]."""
    steps = setting.neglect_steps
    after = [code if TREATED[code] else worse(code, steps) for code in state.patients]
    alive = [code for code in after if code != GONE]
    deaths = len(after) - len(alive)
    kept = alive if not setting.options.recoloured_in_bed else [RESTED[code] for code in alive]
    state = state._replace(
        phase=Phase.REPORT,
        patients=tuple(sorted(kept)),
        consulted=0,
        free_workers=(),
        free_departments=(),
        neglected=deaths > 0 and not setting.options.empty_bonus_after_deaths,
    )
    return setting.with_fatalities(state, deaths)


# --- 8.2 ------------------------------------------------------------------------------------------------------------


def completable(setting: Setting, state: State) -> list[CompleteReport]:
    """8.2: open cards whose colours were discharged this round and are not used yet."""
    return [
        CompleteReport(number)
        for number, column in enumerate(state.reports, 1)
        if column and _enough(setting, state, column[0])
    ]


def _enough(setting: Setting, state: State, report: int) -> bool:
    needs, there = setting.deck.reports[report].needs, state.for_reports
    return needs[0] <= there[0] and needs[1] <= there[1] and needs[2] <= there[2]


def complete(setting: Setting, state: State, move: CompleteReport) -> State:
    """8.2: the card leaves its column, and the card above it is open at once."""
    if not 1 <= move.column <= len(state.reports) or not state.reports[move.column - 1]:
        raise IllegalMove("8.2", f"no card lies in column {move.column}")
    kind, *above = state.reports[move.column - 1]
    report = setting.deck.reports[kind]
    if not _enough(setting, state, kind):
        left = "".join(colour.letter * state.for_reports[colour] for colour in COLOURS) or "nobody"
        raise IllegalMove("8.2", f"the card asks for {report.letters}, discharged and not used yet: {left}")
    columns = [*state.reports]
    columns[move.column - 1] = tuple(above)
    red, yellow, green = (there - need for there, need in zip(state.for_reports, report.needs, strict=True))
    points = setting.deck.scoring.report_completed * report.points
    state = state._replace(
        reports=tuple(columns), report_points=state.report_points + points, for_reports=(red, yellow, green)
    )
    return _or_end_round(setting, state)


def _or_end_round(setting: Setting, state: State) -> State:
    """Where no report can be completed, none has to be declined."""
    return state if completable(setting, state) else score_and_end_round(setting, state)


# --- 8.3 to 9 -------------------------------------------------------------------------------------------------------


def empty_wards(setting: Setting, state: State) -> bool:
    """8.4 [decision empty-bonus, decision parked]."""
    in_bed = [code for code in state.patients if NOW[code] == OWN[code]]  # the others lie on departments
    last = state.round == setting.deck.rounds
    counts = not state.neglected and (setting.options.empty_bonus_last_round or not last)
    return not in_bed and counts


def score_and_end_round(setting: Setting, state: State) -> State:
    """8.3 to 8.5: points for patients and for empty wards, and the dice go back into the bag."""
    scoring = setting.deck.scoring
    gained = scoring.points(sum(state.discharged)) + scoring.empty_wards * empty_wards(setting, state)
    state = state._replace(
        score=state.score + gained,
        patients=tuple(sorted(RESTED[code] for code in state.patients)),
        discharged=(0, 0, 0),
        for_reports=(0, 0, 0),
        neglected=False,
    )
    if state.round == setting.deck.rounds:
        return state._replace(phase=Phase.OVER)
    return state._replace(phase=Phase.INTAKE, round=state.round + 1)  # section 9
