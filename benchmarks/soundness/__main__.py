"""`python -m benchmarks.soundness`: hunt for contradictions, or ask the questions of a failing case again."""

import argparse
import sys
from pathlib import Path

from benchmarks.soundness.asking import Stopped
from benchmarks.soundness.cases import GAMES, TURNS
from benchmarks.soundness.checking import Clock
from benchmarks.soundness.hunt import Hunt, OtherLog, Record, replay
from benchmarks.soundness.interview import Habits
from benchmarks.soundness.report import report


def main(arguments: list[str] | None = None) -> int:
    """0 where nothing was found, 1 where something was, 2 for wrong usage, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soundness", description=__doc__)
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", choices=GAMES, help="this game only")
    parser.add_argument("--quick", action="store_true", help="small positions and short limits only")
    parser.add_argument("--clock", choices=[str(one) for one in Clock], default=Clock.WALL, help="how time is taken")
    parser.add_argument(
        "--no-clock", dest="clock", action="store_const", const=Clock.NONE, help="do not mind how long an answer takes"
    )
    parser.add_argument("--brute", type=int, default=Habits.brute, help="moves that an enumeration may try")
    parser.add_argument("--log", type=Path, help="keep a line for each case; the same command goes on from there")
    parser.add_argument("--failures", type=Path, default=Path("soundness-failures"), help="folder for failing cases")
    parser.add_argument("--replay", type=Path, metavar="FOLDER", help="ask the questions of a failing case again")
    chosen = parser.parse_args(arguments)
    if chosen.replay:
        return _replay(chosen.replay, clock=Clock(chosen.clock))
    habits = Habits(clock=Clock(chosen.clock), quick=chosen.quick, brute=chosen.brute)
    games = (chosen.game,) if chosen.game else TURNS
    return _hunt(Hunt(chosen.seed, chosen.cases, habits, games, chosen.failures, chosen.log))


def _replay(folder: Path, *, clock: Clock) -> int:
    outcome = replay(folder, clock=clock)
    for finding in outcome.findings:
        print(f"{finding.flaw}: {finding.words}")
    print(f"{outcome.case.name}: {len(outcome.questions)} questions, {len(outcome.findings)} findings")
    return int(bool(outcome.findings))


def _hunt(hunt: Hunt) -> int:
    records, stopped = list[Record](), False
    try:
        for record in hunt.records():
            records.append(record)
            for flaw, words in record["findings"]:
                print(f"{record['name']} ({record['kind']}): {flaw}: {words}", file=sys.stderr, flush=True)
    except OtherLog as reason:
        print(reason, file=sys.stderr)
        return 2
    except (Stopped, KeyboardInterrupt):
        stopped = True
    print(report(records))
    return 130 if stopped else int(any(record["findings"] for record in records))


if __name__ == "__main__":
    sys.exit(main())
