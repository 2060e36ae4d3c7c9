"""Which targets can be reached when the draws are known: the rulebook's 15 cells and our three, on random deals.

Each goal is solved with five dice and, for its difficult level, with four. The easiest level is asked for first, then
the middle one of what is left: a plan answers all levels it reaches, a bound all levels above it. Deals are gone
through side by side, one worker each. What was found is kept deal by deal, so a run can be ended at any time and goes
on from there.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from benchmarks.questions import question, table
from clin9ic import TARGETS, Goal, Level, load_deck
from clin9ic.deals import deal_from_seed, deal_id
from clin9ic.decks import DEFAULT
from solvers.clin9ic.kernel.known_orders import KnownOrders
from solvers.clin9ic.solve import solve
from solvers.core.budget import Budget
from solvers.core.result import Found

Cell = tuple[Goal, Level]
REACHABLE, UNREACHABLE, UNDECIDED = VERDICTS = ("reachable", "unreachable", "undecided")
Findings = dict[str, dict[str, list[object]]]  # by deal and cell: verdict, best, bound, seconds
TOO_SHORT = 3.0  # seconds that are not worth another question
CELLS: tuple[Cell, ...] = tuple((goal, level) for goal, levels in TARGETS.items() for level in levels)


def verdict(target: int, best: int | None, bound: int | None) -> str:
    """What a plan's value and a bound say about a target.

    >>> verdict(60, 75, None), verdict(60, 45, 59), verdict(60, 45, 60)
    ('reachable', 'unreachable', 'undecided')
    """
    if best is not None and best >= target:
        return REACHABLE
    return UNREACHABLE if bound is not None and bound < target else UNDECIDED


def decide(
    deck: str, seed: int, goal: Goal, levels: list[Level], seconds: float
) -> Iterator[tuple[Level, list[object]]]:
    """The levels of a goal that are played with the same dice, within the given time for all of them."""
    asked = question(deck, seed, goal, levels[0])
    targets = {level: TARGETS[goal][level] for level in levels}
    known, best, spent = Found(), None, dict.fromkeys(levels, 0.0)
    waiting = sorted(levels, key=lambda level: targets[level])
    level = waiting[0]
    while waiting and sum(spent.values()) < seconds - TOO_SHORT:
        limits = Budget(seconds - sum(spent.values()), 1, target=targets[level])
        result = solve(KnownOrders(asked.game, asked.orders), asked.state, limits, found=known)
        spent[level] = round(result.elapsed, 1)
        if result.moves:
            best = max(asked.refereed(result.moves), best if best is not None else -1000)
        bounds = [bound for bound in (known.bound, result.bound) if bound is not None]
        known = Found(result.moves or known.moves, min(bounds, default=None))
        waiting = [one for one in waiting if one != level and verdict(targets[one], best, known.bound) == UNDECIDED]
        level = waiting[(len(waiting) - 1) // 2] if waiting else level
    for level in levels:
        yield level, [verdict(targets[level], best, known.bound), best, known.bound, spent[level]]


def findings_of(deck: str, seed: int, seconds: float) -> dict[str, list[object]]:
    """All cells of a deal."""
    found = {}
    for goal, targets in TARGETS.items():
        four = [Level.DIFFICULT]
        for levels in ([level for level in targets if level not in four], four):
            for level, finding in decide(deck, seed, goal, levels, seconds):
                found[f"{goal} {level}"] = finding
    return found


def counted(findings: Iterable[dict[str, list[object]]], cell: Cell) -> Counter[object]:
    return Counter(one[f"{cell[0]} {cell[1]}"][0] for one in findings)


def report(deck: str, findings: Findings, seconds: float) -> str:
    """The table of a deck."""
    rows = list[list[object]]()
    total = Counter[object]()
    for goal, level in CELLS:
        counts = counted(findings.values(), (goal, level))
        total += counts
        dice = 4 if level is Level.DIFFICULT else 5
        rows.append([f"{goal} {level}", TARGETS[goal][level], dice, *(counts[name] for name in VERDICTS)])
    rows.append(["all", "", "", *(total[name] for name in VERDICTS)])
    cells = sum(total.values())
    decided = (one for deal in findings.values() for one in deal.values() if one[0] != UNDECIDED)
    longest = max((float(str(one[3])) for one in decided), default=0.0)
    share = 100 * total[UNDECIDED] / cells if cells else 0.0
    return (
        f"## {deck} deck\n\nDeals: {len(findings)}. Search for all cells of a goal with the same dice: {seconds:g} s "
        f"at most; the slowest decision took {longest:.0f} s, preparations included. Undecided: {share:.1f} %.\n\n"
        + table(["cell", "target", "dice", *VERDICTS], rows)
    )


INTRODUCTION = """\
# Targets within reach

How many of some random deals allow a target when all draws are known in advance, counted by
`python -m benchmarks.targets`. *Reachable*: the referee has replayed a plan. *Unreachable*: a bound on all plans lies
below the target. *Undecided*: neither within the time given. A player who does not know the draws reaches less.

Difficult levels are played with four dice; expert, master and grandmaster are ours, the other fifteen cells are the
rulebook's. The deals are those of the seeds 1, 2, 3 and so on. A small sample says little about rare deals, and on a
busy machine more cells stay undecided.
"""


def written(record: dict[str, Findings], seconds: float) -> str:
    return "\n".join([INTRODUCTION, *(report(name, found, seconds) + "\n" for name, found in record.items())])


def _one_deal_a_line(record: dict[str, Findings]) -> str:
    decks = []
    for name, found in record.items():
        deals = ",\n".join(f"  {json.dumps(deal)}: {json.dumps(cells)}" for deal, cells in found.items())
        decks.append(f" {json.dumps(name)}: {{\n{deals}\n }}")
    return "{\n" + ",\n".join(decks) + "\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--time", type=float, default=60.0, help="seconds for the cells of a goal (default 60)")
    parser.add_argument("--deck", action="append", help=f"may be repeated (default {DEFAULT})")
    parser.add_argument("--workers", type=int, default=2, help="deals side by side (default 2)")
    parser.add_argument("--out", type=Path, default=Path("docs/targets.md"))
    parser.add_argument("--record", type=Path, default=Path("docs/targets.json"), help="findings to go on from")
    chosen = parser.parse_args()
    record: dict[str, Findings] = {}
    if chosen.record.exists():
        record = json.loads(chosen.record.read_text())
    decks = chosen.deck or [DEFAULT]
    open_deals = list[tuple[str, int, str]]()
    for name in decks:
        deck, known = load_deck(name), record.setdefault(name, {})
        deals = ((seed, deal_id(deck, deal_from_seed(deck, seed))) for seed in range(1, chosen.deals + 1))
        open_deals += [(name, seed, deal) for seed, deal in deals if deal not in known]
    with ProcessPoolExecutor(chosen.workers) as pool:
        asked = {pool.submit(findings_of, name, seed, chosen.time): (name, deal) for name, seed, deal in open_deals}
        try:
            for done in as_completed(asked):
                name, deal = asked[done]
                found = record[name][deal] = done.result()
                chosen.record.write_text(_one_deal_a_line(record))
                chosen.out.write_text(written(record, chosen.time))
                print(name, deal, dict(Counter(str(finding[0]) for finding in found.values())), flush=True)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    chosen.out.write_text(written(record, chosen.time))
    print(written(record, chosen.time))


if __name__ == "__main__":
    main()
