"""Which version this is, and which build of the compiled core."""

from importlib.metadata import version

PACKAGE = "clinic-solver"


def version_words() -> str:
    from solvers.native import NotBuilt, build_name

    try:
        core = build_name()
    except (NotBuilt, OSError) as missing:
        core = str(missing)
    return f"{version(PACKAGE)} (core: {core})"
