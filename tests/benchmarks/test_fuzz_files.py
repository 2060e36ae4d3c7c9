"""A slice of the fuzz, always the same one; `python -m benchmarks.fuzz_files` goes through many more."""

from pathlib import Path
from random import Random

import pytest

from benchmarks.fuzz_files import Trial, attempt, called, written
from benchmarks.mutations import FORGED, LONGEST, MUTATIONS, mutated, repetition, sources


@pytest.mark.parametrize("part", range(6))
def test_mutated_files_are_refused_or_read(tmp_path: Path, part: int) -> None:
    for number in range(20 * part, 20 * part + 20):
        assert attempt(1, number, tmp_path).failures == []


def test_a_file_of_a_number_is_always_the_same() -> None:
    assert mutated(Random("1 7")) == mutated(Random("1 7")) != mutated(Random("1 8"))


def test_every_mutation_changes_files() -> None:
    texts = [path.read_text() for path in sources()]
    assert len(texts) >= 13
    for mutation in MUTATIONS:
        changed = [mutation(Random(number), text, texts[0]) != text for number, text in enumerate(texts)]
        assert sum(changed) > len(texts) / 2, mutation.__name__


def test_repeating_what_is_long_makes_no_monster() -> None:
    """Making files must not take the memory that reading them is watched for."""
    text = "\n[a]\n" + "b = 1\n" * (LONGEST // 6)
    assert max(len(repetition(Random(number), text, "") or "") for number in range(8)) < 3 * LONGEST


def test_failures_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for said, reason in (("\x1b[2J", "in the output"), (f"x\n {FORGED}", "forged")):
        monkeypatch.setattr("cli.main", lambda _, said=said: print(said) or 0)
        trial = Trial("x")
        called(["check"], trial)
        assert reason in trial.failures[0]
    for wrong in (lambda _: 7, lambda _: 1 / 0):
        monkeypatch.setattr("cli.main", wrong)
        assert attempt(1, 1, tmp_path).failures
    assert "| all" in written({"x": [Trial("x")]})
