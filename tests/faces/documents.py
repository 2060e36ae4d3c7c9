"""Console blocks of the documents, and whether the program prints what they show."""

import re
import shlex
from pathlib import Path

from tests.faces.conftest import Clinic

ROOT = Path(__file__).parent.parent.parent
GAP = "…\n"  # stands for lines left out


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def blocks_of(text: str) -> list[str]:
    """Every command that a document shows together with what it prints, without the word `clinic`."""
    found: list[str] = re.findall(r"```console\n\$ clinic (.*?)```", text, re.DOTALL)
    return [block for block in found if "\n" in block.strip()]


def shown_of(blocks: list[str], command: str) -> str:
    """What a document shows for the first command that begins like this."""
    return next(block for block in blocks if block.startswith(command)).split("\n", 1)[1]


def commands_in(blocks: list[str], *verbs: str) -> list[str]:
    return [block.split("\n")[0] for block in blocks if block.split()[0] in verbs]


def check_pieces(clinic: Clinic, blocks: list[str], command: str, *options: str) -> None:
    """What stands between gaps is printed, as it stands."""
    out = clinic(*shlex.split(command), *options).out
    for piece in shown_of(blocks, command).split(GAP):
        assert piece in out


def check_difference(clinic: Clinic, blocks: list[str], command: str) -> None:
    """Of several best plays any may be shown: the value counts."""
    difference = next(line for line in shown_of(blocks, command).split("\n") if line.startswith("difference"))
    assert difference in clinic(*shlex.split(command), "--quiet").out


def broken_links(name: str) -> list[str]:
    """Links of a document that lead nowhere."""
    targets: list[str] = re.findall(r"\]\(([^)#]+)\)", read(name))
    return [target for target in targets if not (ROOT / name).parent.joinpath(target).exists()]
