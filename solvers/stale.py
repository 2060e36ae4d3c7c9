"""Compiled code is kept on disk; here it is dropped once anything that it was made from has changed.

Numba looks at the file of a function alone. But what the function calls in other files is compiled into it, and so
are their constants: without this, code of an older version would go on being used, or fail when it is loaded.
"""

import ast
import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

PACKAGES = ("solvers", "tabletop", "clin9ic", "clinic_solo")
COMPILER = "solvers.compiled"  # who imports it has compiled code
STAMP = Path("solvers", "__pycache__", "made-from.json")


def drop_stale(root: Path, packages: Iterable[str] = PACKAGES) -> list[str]:
    """Remove the compiled code of modules whose sources, or any that they import, are not those it was made from.

    Returns the names of these modules. Where nothing may be written, numba keeps its code elsewhere: nothing is done.
    """
    paths = {_name(root, path): path for package in packages for path in sorted((root / package).rglob("*.py"))}
    looks = [(name, stat.st_mtime_ns, stat.st_size) for name, stat in ((n, p.stat()) for n, p in paths.items())]
    look = sha256(repr(looks).encode()).hexdigest()
    try:
        known = json.loads((root / STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        known = {"look": "", "made from": {}}
    if known["look"] == look:
        return []
    made_from = _made_from({name: path.read_text("utf-8") for name, path in paths.items()})
    stale = [name for name, digest in made_from.items() if known["made from"].get(name) != digest]
    try:
        for name in stale:
            path = paths[name]
            for kept in (path.parent / "__pycache__").glob(f"{path.stem}.*.nb[ci]"):
                kept.unlink(missing_ok=True)
        (root / STAMP).parent.mkdir(exist_ok=True)
        (root / STAMP).write_text(json.dumps({"look": look, "made from": made_from}), "utf-8")
    except OSError:
        return []
    return stale


def _name(root: Path, path: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _made_from(texts: Mapping[str, str]) -> dict[str, str]:
    """For every module with compiled code a digest of its text and of the texts of all that it imports, near or far."""
    imported: dict[str, set[str]] = {}
    digests = {}
    for name in (name for name, text in texts.items() if COMPILER in text):
        found, waiting = {name}, [name]
        while waiting:
            one = waiting.pop()
            if one not in imported:
                imported[one] = _imported(texts[one]) & texts.keys()
            waiting += imported[one] - found
            found |= imported[one]
        digests[name] = sha256("\n".join(f"{one}\n{texts[one]}" for one in sorted(found)).encode()).hexdigest()
    return digests


def _imported(text: str) -> set[str]:
    """Names of what a module imports, and of what may be a module in a package it imports from."""
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names
