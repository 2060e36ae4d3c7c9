"""The hunt itself: case after case, each with a line in the log, failing ones with a folder that replays."""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.soundness.adapters import DECK_FILE
from benchmarks.soundness.asking import Question
from benchmarks.soundness.cases import GAME_FILE, TURNS, Case, make_case, trouble_with
from benchmarks.soundness.checking import Clock
from benchmarks.soundness.interview import Habits, Interview, Outcome
from benchmarks.soundness.ledger import Finding, Flaw

QUESTIONS_FILE = "questions.json"
Record = dict[str, Any]


class OtherLog(ValueError):
    """A log that this hunt cannot go on from."""


@dataclass(frozen=True)
class Hunt:
    """What is hunted, and where failing cases go."""

    seed: int
    cases: int
    habits: Habits
    games: tuple[str, ...] = TURNS
    failures: Path | None = None
    log: Path | None = None

    def records(self) -> Iterator[Record]:
        """A record for each case; those that the log has are not asked again. Stopped ends it at any time."""
        known = {record["number"]: record for record in self._logged()}
        for number in range(self.cases):
            record = known.get(number)
            if record is None:
                record = self._record(number)
                self._keep(record)
            yield record

    def _record(self, number: int) -> Record:
        began, worked = time.monotonic(), time.process_time()
        case = make_case(self.seed, number, quick=self.habits.quick, games=self.games)
        outcome = examine(case, Random(f"questions {self.seed} {number}"), self.habits)
        if outcome.findings and self.failures is not None:
            save(outcome, self.failures / case.name, self.habits)
        seconds = {"seconds": round(time.monotonic() - began, 2), "cpu": round(time.process_time() - worked, 2)}
        return {"number": number, **seconds, **record_of(outcome)}

    def _logged(self) -> list[Record]:
        """The records of an earlier run; a line that was cut off as the run was killed is dropped."""
        if self.log is None or not self.log.exists():
            return []
        whole = [line for line in self.log.read_text("utf-8").splitlines(keepends=True) if line.endswith("\n")]
        self.log.write_text("".join(whole), "utf-8")
        head, *records = map(json.loads, whole)
        if head != self._head():
            raise OtherLog(f"{self.log} is the log of another hunt: {head}")
        return records

    def _keep(self, record: Record) -> None:
        if self.log is None:
            return
        new = not self.log.exists()
        with self.log.open("a", encoding="utf-8") as file:
            lines = [self._head(), record] if new else [record]
            file.writelines(json.dumps(line) + "\n" for line in lines)

    def _head(self) -> Record:
        return {"seed": self.seed, "games": list(self.games), **asdict(self.habits)}


def examine(
    case: Case,
    random: Random,
    habits: Habits,
    questions: Sequence[Question] | None = None,
    witness: Sequence[str] = (),
) -> Outcome:
    """Everything that is asked about a case, or only these questions; `witness` is a play that is known."""
    with TemporaryDirectory() as folder:
        if case.broken:
            trouble = trouble_with(case, Path(folder)) if questions is not None else case.broken
            findings = [Finding(Flaw.REFEREE, f"deck check passes, but the referee cannot play: {trouble}")]
            return Outcome(case, findings=findings if trouble else [])
        interview = Interview(case, Path(folder), random, habits)
        return interview.hold(interview.questions() if questions is None else list(questions), witness)


def record_of(outcome: Outcome) -> Record:
    return {
        "name": outcome.case.name,
        "game": outcome.case.game,
        "kind": outcome.case.kind,
        "questions": dict(outcome.counts),
        "proofs": outcome.proofs,
        "brute": outcome.brute,
        "twice": outcome.twice,
        "declined": outcome.declined,
        "findings": [[str(finding.flaw), finding.words] for finding in outcome.findings],
    }


# --- folders that replay ------------------------------------------------------------------------------------------


def save(outcome: Outcome, folder: Path, habits: Habits) -> None:
    """A case as files, with its questions in the order in which they were asked."""
    case = outcome.case
    case.write(folder)
    data = {
        "name": case.name,
        "game": case.game,
        "kind": case.kind,
        "broken": case.broken,
        "brute": habits.brute,
        "questions": [question.to_data() for question in outcome.questions],
        "witness": list(outcome.witness),
        "findings": [[str(finding.flaw), finding.words] for finding in outcome.findings],
    }
    (folder / QUESTIONS_FILE).write_text(json.dumps(data, indent=1) + "\n", "utf-8")


def replay(folder: Path, *, clock: Clock = Clock.WALL) -> Outcome:
    """Ask the questions of a saved case again."""
    data = json.loads((folder / QUESTIONS_FILE).read_text("utf-8"))
    deck = folder / DECK_FILE
    text = deck.read_text("utf-8") if deck.exists() else None
    case = Case(data["name"], data["game"], data["kind"], (folder / GAME_FILE).read_text("utf-8"), text, data["broken"])
    questions = [Question.from_data(one) for one in data["questions"]]
    return examine(case, Random(0), Habits(clock=clock, brute=data["brute"]), questions, data.get("witness", ()))
