"""Where the documentation lies: in the repository, or where an installation has put it."""

import sysconfig
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent


def documents() -> Path:
    """The folder with README.md and docs/."""
    installed = Path(sysconfig.get_path("data")) / "share" / "doc" / "clinic-solver"
    return REPOSITORY if (REPOSITORY / "docs" / "tour.md").exists() else installed
