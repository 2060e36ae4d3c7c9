"""What each ruleset, and the 2014 edition, is worth to our search, the sensible player and the plain beam, on the deals
of the base game.

With `--plans` the search is one annealing of so many plans instead of `solve` with a time, and there is no beam: the
same figures on every machine, however busy.

With `--record` every answer is a line of a file. What the file has is not asked again, so that a run that was broken
off goes on, two runs may share the work (`--players search` and `--players beam`), and `--deals 0` prints the table.
"""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.clinic_solo import BOARDS, Question, beam, question
from benchmarks.questions import mean, table
from clinic_solo.colours import Skill
from clinic_solo.moves import Build, BuildEntrance, BuildExtinguisher, Care, Move
from clinic_solo.setting import DELUXE
from clinic_solo.state import State
from clinic_solo.tiles import HUBS, Tile, is_module
from solvers.clinic_solo.kernel.core import anneal, random_plan
from solvers.clinic_solo.kernel.decode_plan import refereed
from solvers.clinic_solo.kernel.problem import problem_of
from solvers.clinic_solo.search.annealing import END_TEMPERATURE, START_TEMPERATURE, plan_moves
from solvers.clinic_solo.solve import solve
from solvers.core.budget import Budget

BASE = "none"
EDITION = "2014"
RULESETS = ("extinguishers", "blood", "workaholics", "zombies", "floor4", "round7", EDITION)
PLAYERS = ("search", "sensible", "beam")
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


def builds_as_in_2014(asked: Question, state: State, move: Move) -> bool:
    """15.7, 15.8: a hub above or below another, a garden on a module, an entrance in the north."""
    board = asked.game.board
    if isinstance(move, BuildEntrance):
        return board.entrance_sides[move.entrance][0] == "N"
    if not isinstance(move, Build):
        return False
    below, above = (None if s is None else state.grid[s] for s in (board.below(move.space), board.above(move.space)))
    if move.tile == Tile.GARDEN:
        return below is not None and is_module(below)
    return move.tile in HUBS and (below in HUBS or above in HUBS)


USES: dict[str, Callable[[Question, State, Move], bool]] = {
    "extinguishers": extinguishes,
    "blood": gives_blood,
    "workaholics": workaholic_treats,
    "zombies": makes_zombies,
    "floor4": builds_on_top,
    "round7": treats_last,
    EDITION: builds_as_in_2014,
}


@dataclass(frozen=True)
class Answer:
    """What one player made of one deal."""

    ruleset: str
    side: str
    seed: int
    player: str
    score: int
    bound: int | None = None
    used: bool = False

    @property
    def key(self) -> tuple[str, str, int, str]:
        return self.ruleset, self.side, self.seed, self.player


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


def deals_of(answers: Iterable[Answer]) -> list[Deal]:
    """Those that the search and the sensible player have answered."""
    by_key = {answer.key: answer for answer in answers}
    found = []
    for (ruleset, side, seed, player), own in sorted(by_key.items(), key=lambda pair: pair[0][2]):
        sensible, beamed = (by_key.get((ruleset, side, seed, other)) for other in ("sensible", "beam"))
        if player == "search" and sensible is not None:
            other = None if beamed is None else beamed.score
            found.append(Deal(ruleset, side, seed, own.score, sensible.score, other, own.bound, own.used))
    return found


def uses(asked: Question, moves: Sequence[Move], ruleset: str) -> bool:
    """Whether a plan does what only this ruleset allows."""
    state = asked.state
    for move in moves:
        if USES[ruleset](asked, state, move):
            return True
        state = asked.after_draws(asked.game.apply(state, move))
    return False


def answer(asked: Question, ruleset: str, player: str, seconds: float, workers: int) -> Answer:
    """Everyone has the same time but the sensible player, who needs none."""
    if player == "beam":
        return Answer(ruleset, asked.side, asked.seed, player, beam(asked, seconds, workers).score)
    if player == "sensible":
        return _answer(asked, ruleset, player, problem_of(asked.known, asked.state).sensible())
    result = solve(asked.known, asked.state, Budget(seconds, workers))
    return _answer(asked, ruleset, player, result.moves, result.bound)


def answer_by_plans(asked: Question, ruleset: str, plans: int) -> Answer:
    """One annealing of so many plans."""
    problem = problem_of(asked.known, asked.state)
    start = problem.starts[0]
    plan = random_plan(start, asked.seed)
    best = plan.copy()
    anneal(start, plan, best, plans, (START_TEMPERATURE, END_TEMPERATURE), seed=asked.seed)
    moves = refereed(asked.known, start.state, plan_moves(asked.game, start, best, 0.0))
    return _answer(asked, ruleset, "search", moves)


def _answer(asked: Question, ruleset: str, player: str, moves: Sequence[Move], bound: int | None = None) -> Answer:
    """The score is the referee's."""
    score = asked.game.final_score(asked.known.play(asked.state, moves))
    used = ruleset != BASE and uses(asked, moves, ruleset)
    return Answer(ruleset, asked.side, asked.seed, player, score, bound, used)


def asked_of(ruleset: str, side: str, seed: int) -> Question:
    if ruleset == EDITION:
        return question(side, seed, edition=EDITION)
    return question(side, seed, () if ruleset == BASE else (ruleset,), DELUXE)


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


def keys(deals: int, rulesets: Sequence[str], players: Sequence[str]) -> Iterator[tuple[str, str, int, str]]:
    """Deal by deal over all rulesets, so that a run that is broken off is balanced."""
    for seed in range(1, deals + 1):
        for ruleset in (BASE, *rulesets):
            for side in BOARDS:
                yield from ((ruleset, side, seed, player) for player in players)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=10, help="of each board (default 10)")
    parser.add_argument("--time", type=float, default=20.0, help="seconds for each player and deal (default 20)")
    parser.add_argument("--plans", type=int, help="one annealing of so many plans, whatever the time")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rulesets", default=",".join(RULESETS), help="which of them, with commas (default all)")
    parser.add_argument("--players", default=",".join(PLAYERS), help="which of them, with commas (default all)")
    parser.add_argument("--record", type=Path, help="a file with a line for every answer, which is gone on with")
    chosen = parser.parse_args()
    players = [one for one in chosen.players.split(",") if one != "beam" or not chosen.plans]
    effort = f"{chosen.plans:,} plans" if chosen.plans else f"{chosen.time:.0f} s for the search and the beam"
    found = recorded(chosen.record)
    done = {one.key for one in found}
    for ruleset, side, seed, player in keys(chosen.deals, chosen.rulesets.split(","), players):
        if (ruleset, side, seed, player) in done:
            continue
        asked = asked_of(ruleset, side, seed)
        if player == "search" and chosen.plans:
            found.append(answer_by_plans(asked, ruleset, chosen.plans))
        else:
            found.append(answer(asked, ruleset, player, chosen.time, chosen.workers))
        print(found[-1], flush=True)
        if chosen.record:
            with chosen.record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(found[-1])) + "\n")
    print(report(deals_of(recorded(chosen.record) or found), effort))


def recorded(path: Path | None) -> list[Answer]:
    if path is None or not path.exists():
        return []
    return [Answer(**json.loads(one)) for one in path.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    main()
