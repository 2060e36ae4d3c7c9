"""What each ruleset is worth to our search, the sensible player and the plain beam, on the deals of the base game.

With `--plans` the search is one annealing of so many plans instead of `solve` with a time, and there is no beam: the
same figures on every machine, however busy.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.clinic_solo import BOARDS, Question, beam, question
from benchmarks.questions import mean, table
from clinic_solo.colours import Skill
from clinic_solo.moves import Build, BuildExtinguisher, Care, Move
from clinic_solo.state import State
from solvers.clinic_solo.kernel.core import anneal, random_plan
from solvers.clinic_solo.kernel.decode_plan import refereed
from solvers.clinic_solo.kernel.problem import problem_of
from solvers.clinic_solo.search.annealing import END_TEMPERATURE, START_TEMPERATURE, plan_moves
from solvers.clinic_solo.solve import solve
from solvers.core.budget import Budget

BASE = "none"
RULESETS = ("extinguishers", "blood", "workaholics", "zombies", "floor4", "round7")
TOP_FLOOR, LAST_ROUND = 4, 7


def extinguishes(_: Question, __: State, move: Move) -> bool:
    return isinstance(move, BuildExtinguisher)


def gives_blood(_: Question, __: State, move: Move) -> bool:
    return isinstance(move, Care) and bool(move.donations)


def workaholic_treats(_: Question, __: State, move: Move) -> bool:
    return isinstance(move, Care) and any(treatment.doctor == Skill.PURPLE for treatment in move.treatments)


def makes_zombies(asked: Question, state: State, move: Move) -> bool:
    return asked.game.apply(state, move).zombies_made > state.zombies_made


def builds_on_top(asked: Question, _: State, move: Move) -> bool:
    return isinstance(move, Build) and asked.game.board.floor(move.space) == TOP_FLOOR


def treats_last(_: Question, state: State, move: Move) -> bool:
    return isinstance(move, Care) and state.round == LAST_ROUND and bool(move.treatments)


USES: dict[str, Callable[[Question, State, Move], bool]] = {
    "extinguishers": extinguishes,
    "blood": gives_blood,
    "workaholics": workaholic_treats,
    "zombies": makes_zombies,
    "floor4": builds_on_top,
    "round7": treats_last,
}


@dataclass(frozen=True)
class Deal:
    """What became of one deal."""

    ruleset: str
    side: str
    seed: int
    search: int
    sensible: int
    beam: int | None
    bound: int | None
    used: bool


def uses(asked: Question, moves: Sequence[Move], ruleset: str) -> bool:
    """Whether a plan does what only this ruleset allows."""
    state = asked.state
    for move in moves:
        if USES[ruleset](asked, state, move):
            return True
        state = asked.after_draws(asked.game.apply(state, move))
    return False


def deal(ruleset: str, side: str, seed: int, seconds: float, workers: int) -> Deal:
    """Everyone has the same time."""
    asked = asked_of(ruleset, side, seed)
    result = solve(asked.known, asked.state, Budget(seconds, workers))
    return _deal(asked, ruleset, result.moves, beam(asked, seconds, workers).score, result.bound)


def deal_by_plans(ruleset: str, side: str, seed: int, plans: int) -> Deal:
    """One annealing of so many plans, refereed, and nobody else but the sensible player."""
    asked = asked_of(ruleset, side, seed)
    problem = problem_of(asked.known, asked.state)
    start = problem.starts[0]
    plan = random_plan(start, seed)
    best = plan.copy()
    anneal(start, plan, best, plans, (START_TEMPERATURE, END_TEMPERATURE), seed=seed)
    moves = refereed(asked.known, start.state, plan_moves(asked.game, start, best, 0.0))
    return _deal(asked, ruleset, moves, None, None)


def asked_of(ruleset: str, side: str, seed: int) -> Question:
    return question(side, seed, () if ruleset == BASE else (ruleset,))


def _deal(asked: Question, ruleset: str, moves: Sequence[Move], beam_score: int | None, bound: int | None) -> Deal:
    """The scores are the referee's."""
    game, plain = asked.game, problem_of(asked.known, asked.state).sensible()
    score, sensible = (game.final_score(asked.known.play(asked.state, one)) for one in (moves, plain))
    used = ruleset != BASE and uses(asked, moves, ruleset)
    return Deal(ruleset, asked.side, asked.seed, score, sensible, beam_score, bound, used)


HEAD = ["ruleset", "board", "deals", "search", "sensible", "beam", "best on", "bound", "more than base", "used in"]


def report(deals: Sequence[Deal], effort: str) -> str:
    """Means by ruleset and board."""
    base = {(one.side, one.seed): one.search for one in deals if one.ruleset == BASE}
    rows = list[list[object]]()
    for ruleset in dict.fromkeys(one.ruleset for one in deals):
        for side in dict.fromkeys(one.side for one in deals):
            own = [one for one in deals if (one.ruleset, one.side) == (ruleset, side)]
            if not own:
                continue
            more = [one.search - base[one.side, one.seed] for one in own if (one.side, one.seed) in base]
            best = sum(one.search >= max(one.sensible, one.beam or one.sensible) for one in own)
            figures = [mean(getattr(one, name) for one in own) for name in ("search", "sensible", "beam")]
            used = f"{sum(one.used for one in own)} of {len(own)}" if ruleset != BASE else ""
            rows.append(
                [ruleset, side, len(own), *figures, f"{best} of {len(own)}", mean(one.bound for one in own),
                 mean(more) if ruleset != BASE else None, used]
            )  # fmt: skip
    return f"{effort} on each deal, house deck\n\n{table(HEAD, rows)}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10, help="of each board (default 10)")
    parser.add_argument("--time", type=float, default=20.0, help="seconds for each player and deal (default 20)")
    parser.add_argument("--plans", type=int, help="one annealing of so many plans, whatever the time")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rulesets", default=",".join(RULESETS), help="which of them, with commas (default all)")
    parser.add_argument("--record", type=Path, help="also write the table to this file after every deal")
    chosen = parser.parse_args()
    deals: list[Deal] = []
    effort = f"{chosen.plans:,} plans" if chosen.plans else f"{chosen.time:.0f} s for the search and the beam"
    for seed in range(1, chosen.deals + 1):
        for ruleset in (BASE, *chosen.rulesets.split(",")):
            for side in BOARDS:
                if chosen.plans:
                    deals.append(deal_by_plans(ruleset, side, seed, chosen.plans))
                else:
                    deals.append(deal(ruleset, side, seed, chosen.time, chosen.workers))
                print(deals[-1], flush=True)
                if chosen.record:
                    chosen.record.write_text(report(deals, effort), "utf-8")
    print(report(deals, effort))


if __name__ == "__main__":
    main()
