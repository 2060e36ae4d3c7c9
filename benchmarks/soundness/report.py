"""The table of a hunt, in Markdown."""

from collections import Counter
from collections.abc import Iterable, Sequence

from benchmarks.questions import table
from benchmarks.soundness.adapters import ADAPTERS
from benchmarks.soundness.hunt import Record
from benchmarks.soundness.ledger import Flaw

COMMANDS = ("solve", "target", "whatif", "advise", "schedule")


def report(records: Sequence[Record]) -> str:
    """Figures by game and in all."""
    columns = [[one for one in records if one["game"] == game] for game in ADAPTERS] + [list(records)]
    rows = [["cases", *map(len, columns)]]
    rows += [[f"`{command}`", *(_asked(part, command) for part in columns)] for command in COMMANDS]
    rows += [["proofs checked", *(sum(one["proofs"] for one in part) for part in columns)]]
    rows += [["brute-force comparisons", *(sum(one["brute"] for one in part) for part in columns)]]
    rows += [["last rounds proven twice", *(sum(one["twice"] for one in part) for part in columns)]]
    rows += [["advice or schedule declined", *(sum(one["declined"] for one in part) for part in columns)]]
    rows += [[str(flaw), *(_flaws(part)[flaw] for part in columns)] for flaw in Flaw]
    kinds = Counter(one["kind"] for one in records)
    asked = "Positions: " + ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items())) + "."
    return "\n".join([table(["", *ADAPTERS, "all"], rows), "", asked, _rate(records)])


def _asked(records: Iterable[Record], command: str) -> int:
    return sum(one["questions"].get(command, 0) for one in records)


def _flaws(records: Iterable[Record]) -> Counter[str]:
    """How many cases show each flaw: one cause often shows in several answers."""
    return Counter(flaw for one in records for flaw in {flaw for flaw, _ in one["findings"]})


def _rate(records: Sequence[Record]) -> str:
    seconds = sum(one["seconds"] for one in records)
    rate = 3600 * len(records) / seconds if seconds else 0
    worked = sum(one["cpu"] for one in records)
    return f"Time: {seconds:.0f} s, {worked:.0f} s of computing; {rate:,.0f} cases an hour."
