"""The README shows what really happens, and is short."""

import re
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO

import pytest

from tests.faces.conftest import Clinic
from tests.faces.documents import ROOT, blocks_of, broken_links, check_difference, check_pieces, commands_in, read

README = read("README.md")
BLOCKS = blocks_of(README)


@pytest.mark.parametrize("command", commands_in(BLOCKS, "solve", "target", "advise"))
def test_answers(clinic: Clinic, command: str) -> None:
    check_pieces(clinic, BLOCKS, command, "--quiet")


@pytest.mark.parametrize("command", commands_in(BLOCKS, "whatif"))
def test_whatif(clinic: Clinic, command: str) -> None:
    check_difference(clinic, BLOCKS, command)


def test_one_answer_is_shown_for_each_question() -> None:
    assert [block.split()[0] for block in BLOCKS] == ["solve", "target", "whatif", "advise"]


def test_the_python_example() -> None:
    code = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[0]
    promised = re.findall(r"prints `(.*?)`", README)[0]
    printed = StringIO()
    with redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue().splitlines()[0] == promised
    assert len(printed.getvalue().splitlines()) > 1


def test_length_picture_and_links() -> None:
    assert len(README.splitlines()) <= 160
    assert README.index("![") < README.index("```")
    assert broken_links("README.md") == []


def test_the_demo_asks_what_the_readme_answers() -> None:
    recipe = subprocess.run(["make", "-n", "demo"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    for block in BLOCKS:
        assert f"clinic {block.splitlines()[0]}" in recipe


def test_links_of_all_documents() -> None:
    names = ["CONTRIBUTING.md", *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").glob("*.md")))]
    assert {name: broken for name in names if (broken := broken_links(name))} == {}


def test_help_names_the_documents() -> None:
    code = "import cli; cli.main(['--help'])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert f"lies in {ROOT}" in " ".join(run.stdout.split())
