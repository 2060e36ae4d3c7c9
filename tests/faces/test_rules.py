"""clinic rules, and that every rule cited anywhere is one that ships."""

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from clin9ic.setting import Options
from clinic_solo.deck import Switches
from dice_hospital.setting import Options as DiceOptions
from faces.app.rulebook import Rulebook, rulebook_of
from faces.cli.prompt import HELP
from faces.games.registry import GAMES, adapter_of
from tests.faces.conftest import PUZZLES, Clinic

ROOT = Path(__file__).parent.parent.parent
SHIPPED = {name: f"{adapter.split('.')[2]}/data/rules.md" for name, adapter in GAMES.items()}
BOOKS = {name: rulebook_of(adapter_of(name)) for name in GAMES}


def numbers(book: Rulebook) -> set[str]:
    return {rule.number for section in book.sections for rule in section.rules}


# --- the command ---


def test_one_rule_of_one_game(clinic: Clinic) -> None:
    asked = clinic("rules", "4.6", "--game", "clin9ic")
    assert asked.code == 0
    assert asked.out.startswith("Clin9ic · Actions\n4.6  Admit. ")
    assert asked.out.count("\n4.") == 1
    assert "*" not in asked.out
    assert max(map(len, asked.out.splitlines())) <= 88
    of_file = clinic("rules", "4.6", PUZZLES / "clin9ic/opening.toml")
    assert of_file.out == asked.out
    assert clinic("rules", PUZZLES / "clin9ic/opening.toml", "4.6").out == asked.out


def test_a_number_that_both_games_have_is_answered_by_both(clinic: Clinic) -> None:
    out = clinic("rules", "3.4").out
    assert re.findall(r"^(?:\S+ · .*|3\.4)", out, re.MULTILINE) == [
        "Clin9ic · Set-up", "3.4", "Clinic · Set-up", "3.4",
    ]  # fmt: skip
    assert clinic("rules", "13.4").out.startswith("Clinic · What is left to chance")  # there is only one


def test_a_part_of_a_rule_is_found_with_it(clinic: Clinic) -> None:
    assert "- c: no adjacent module is of the same kind" in clinic("rules", "5.2c", "--game", "clinic").out


def test_a_section_and_the_headings(clinic: Clinic) -> None:
    section = clinic("rules", "7", "--game", "clin9ic").out
    assert section.startswith("Clin9ic\n7  Final score\n\nFor the popularity goal, ")
    assert all(f"\n7.{number}  " in section for number in (1, 2, 3))
    headings = clinic("rules").out
    assert headings.startswith("Clin9ic\n   1  Things\n")
    assert "\nClinic\n   1  Things\n" in headings
    assert "\n  12  Goals and the Hall of Fame\n" in headings


def test_words_are_searched_for(clinic: Clinic) -> None:
    found = clinic("rules", "Triage", "time", "--game", "clin9ic").out.splitlines()
    assert found[0] == "Clin9ic: 1 rule"
    assert found[1].startswith("  4.10  ")
    section = clinic("rules", "missing pillars", "popularity", "--game", "clin9ic").out.splitlines()
    assert [line.split()[0] for line in section[1:]] == ["7"]
    nothing = clinic("rules", "helicopter")
    assert (nothing.code, nothing.out) == (1, "")
    assert nothing.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["4.16", "--game", "clin9ic"], "Clin9ic has no rule 4.16; near it: 4.7, 4.8, 4.9 and 4.10"),
        (["77", "--game", "clin9ic"], "Clin9ic has no rule 77; sections are 1, 2, 3"),
        (["19.1"], "Clin9ic has no rule 19.1; sections are"),
        (["4.999999999", "--game", "clinic"], "Clinic has no rule 4.999999999; near it: 4.1, 4.2 and 4.3"),
    ],
)
def test_a_number_that_does_not_exist(clinic: Clinic, arguments: list[str], said: str) -> None:
    refused = clinic("rules", *arguments)
    assert (refused.code, refused.out) == (3, "")
    assert said in refused.err
    assert refused.err.count("\n") == 1


def test_a_number_without_end_is_a_word(clinic: Clinic) -> None:
    assert clinic("rules", "4." + "9" * 5000).code == 1


def test_lists_are_told_without_gaps(clinic: Clinic) -> None:
    lines = clinic("rules", "7", "--game", "clin9ic").out.splitlines()
    assert lines[2:6] == [
        "",
        "For the popularity goal, the score is",
        "- popularity",
        "- less 1 for every full 3 of time spent: 23 cost 7",
    ]


@pytest.mark.parametrize("name", GAMES)
def test_the_rule_that_the_prompt_names_exists(name: str) -> None:
    asked = next(words for words, _ in HELP if words.startswith("rules "))
    assert BOOKS[name].answer(asked.split()[1:])


def test_wrong_usage(clinic: Clinic) -> None:
    path = PUZZLES / "clin9ic/opening.toml"
    assert clinic("rules", "4.6", path, "--game", "clin9ic").code == 2
    assert clinic("rules", "4.6", "missing.toml").code == 3


# --- one text, and it is whole ---


@pytest.mark.parametrize("name", GAMES)
def test_the_documents_show_what_ships(name: str) -> None:
    shipped = ROOT / SHIPPED[name]
    shown = ROOT / "docs/rules" / f"{name}.md"
    assert shown.read_text("utf-8") == shipped.read_text("utf-8"), f"cp {shipped} {shown}"


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_in_order_and_cite_rules_that_exist(name: str) -> None:
    book = BOOKS[name]
    for section in book.sections:
        assert [rule.number for rule in section.rules] == [
            f"{section.number}{'' if section.number[-1].isalpha() else '.'}{at}"
            for at in range(1, len(section.rules) + 1)
        ]
    sections = {section.number for section in book.sections}
    for section in book.sections:
        for rule in section.rules:
            assert set(re.findall(r"(?<![\d$.])\d+\.\d+(?![\d.])", rule.words)) <= numbers(book), rule.number
            assert set(re.findall(r"section (\d+)", rule.words)) <= sections, rule.number


def test_every_option_and_switch_is_told() -> None:
    told = {name: " ".join(rule.words for section in book.sections for rule in section.rules)
            for name, book in BOOKS.items()}  # fmt: skip
    assert [name for name in vars(Options()) if name not in told["clin9ic"]] == []
    assert [name for name in Switches.__annotations__ if name not in told["clinic"]] == []
    assert [name for name in vars(DiceOptions()) if name not in told["dice-hospital"]] == []


# --- what is cited exists ---

CITED = re.compile(r"(?<![\w.$+\-×])(\d{1,2}\.\d{1,2}|14[A-Z]\d{1,2})[a-e]?(?![\w.%])")
NO_CITATION = re.compile(r"\d+\.\d+ (?:s\b|GB|MB|%)|>>>.*|\n\s+\(.*")  # figures, and what doctests print
NO_RULES = {("faces/cli/advise.py", "0.0"), ("clin9ic/svg.py", "0.35")}  # figures and shades that look like rules


def texts(path: Path) -> Iterator[str]:
    """The string literals, docstrings and comments of a module."""
    source = path.read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
    yield from re.findall(r"#.*", source)


def games_of(path: Path) -> list[str]:
    """The games whose rules a module may cite."""
    name = str(path.relative_to(ROOT))
    if "dice_hospital" in name:
        return ["dice-hospital"]
    if "clin9ic" in name:
        return ["clin9ic"]
    return ["clinic"] if "clinic" in name or "solo" in name else list(GAMES)


MODULES = sorted(path for room in ("clin9ic", "clinic_solo", "dice_hospital", "faces", "tabletop", "solvers")
                 for path in (ROOT / room).rglob("*.py"))  # fmt: skip


def test_rules_that_the_code_cites_exist() -> None:
    missing, found = [], 0
    for path in MODULES:
        known = set.union(*(numbers(BOOKS[game]) for game in games_of(path)))
        for text in texts(path):
            for number in CITED.findall(NO_CITATION.sub("", text)):
                found += 1
                if number not in known and (str(path.relative_to(ROOT)), number) not in NO_RULES:
                    missing.append(f"{path.relative_to(ROOT)}: {number} in {text[:60]!r}")
    assert missing == []
    assert found > 700


def test_rules_that_documents_cite_exist() -> None:
    known = set.union(*map(numbers, BOOKS.values()))
    for path in [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for cited in re.findall(r"\brules? (\d+\.\d+(?:(?:, | and )\d+\.\d+)*)", path.read_text("utf-8")):
            assert set(re.findall(r"\d+\.\d+", cited)) <= known, path


# --- installed ---


@pytest.mark.slow
def test_the_rules_are_in_a_wheel(tmp_path: Path) -> None:
    """Built and unpacked elsewhere, the command answers without the repository."""
    tree = tmp_path / "tree"
    kept = shutil.ignore_patterns(".git", ".venv", "__pycache__", "build", ".mypy_cache")
    shutil.copytree(ROOT, tree, ignore=kept)
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(tmp_path), str(tree)]
    subprocess.run(build, check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path / "installed")
        contained = wheel.namelist()
    puzzles = {path.relative_to(ROOT).as_posix() for path in (ROOT / "puzzles").glob("*/*.toml")}
    assert puzzles <= set(contained)
    texts = [path.read_text("utf-8") for path in (ROOT / "faces").rglob("*.py")]
    cited = {found for text in texts for found in re.findall(r"docs/[\w/-]+\.(?:md|json)", text)}
    assert {"docs/advice.md", "docs/solving.md"} <= cited
    for name in ("README.md", "CHANGELOG.md", *cited):
        assert any(one.endswith(f"/share/doc/clinic-solver/{name}") for one in contained), name
    code = "import sys, cli; print(cli.__file__); sys.exit(cli.main(['rules', '4.6']))"
    found = os.pathsep.join([str(tmp_path / "installed"), sysconfig.get_path("purelib")])
    run = subprocess.run(  # without `site`, which would find the repository
        [sys.executable, "-S", "-P", "-c", code], cwd=tmp_path, env={"PYTHONPATH": found},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert run.stdout.startswith(f"{tmp_path / 'installed' / 'cli.py'}\nClin9ic · Actions\n4.6  ")
