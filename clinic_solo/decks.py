"""Finding deck files: the one that comes along, a player's own, and a blank one to fill in."""

from importlib.resources import files as package_files
from pathlib import Path

from clinic_solo.deck import Deck
from clinic_solo.deck_reader import check
from tabletop.files import read_text

__all__ = ["blank", "check", "find", "load", "shipped"]


def shipped() -> list[str]:
    """The names of the decks that come along."""
    folder = package_files("clinic_solo.data")
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def find(name: str, near: Path | None = None) -> tuple[str, str]:
    """The text of a deck and the name to call it by in messages."""
    if name in shipped():
        return package_files("clinic_solo.data").joinpath(f"{name}.toml").read_text("utf-8"), f"{name}.toml"
    path = Path(name)
    if near is not None and (near.parent / path).exists():
        path = near.parent / path
    return read_text(path), str(path)


def load(name: str = "house", near: Path | None = None) -> Deck:
    """A deck by the name of a shipped one or by file, a relative file being sought near another one first."""
    return check(*find(name, near))[0]


def blank() -> str:
    """A deck file to correct from one's own box: the house deck, with every reconstructed number marked."""
    lines = [
        "# A Clinic: Deluxe Edition deck, to be corrected from the game on your table.",
        '# Numbers marked "<- look it up" are guesses. Put in what is printed and write provenance = "own copy".',
        "# `clinic deck check` says what is missing.",
        "",
    ]
    body = find("house")[0]
    body = body[body.index("[deck]") :]
    for line in body.replace('name = "house"', 'name = "mine"', 1).splitlines():
        lines.append(line + ("   # <- look it up" if line == 'provenance = "reconstructed"' else ""))
    return "\n".join(lines) + "\n"
