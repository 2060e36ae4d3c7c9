"""Where compiled code is kept on disk: in a folder for each state of the sources that it was made from.

Numba looks at the file of a function alone. But what the function calls in other files is compiled into it, and so
are their constants: in a folder for all, code of an older version would go on being used, or fail when it is loaded.
"""

import ast
import json
import os
import shutil
import time
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("solvers", "tabletop", "clin9ic", "clinic_solo")
OLD = 14 * 24 * 3600.0  # seconds after which code made from other sources is removed


@cache
def folder_for(module: str) -> str:
    """The folder for the compiled code of a module."""
    base = kept_in(ROOT)
    return str(base / made_from(ROOT, base).get(module, "other"))


def kept_in(root: Path) -> Path:
    """The folder of all compiled code: one that the user names, or beside the sources, or in the user's own folder."""
    if named := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(named) / "clinic-solver"
    beside = root / "solvers" / "__pycache__"
    try:
        beside.mkdir(exist_ok=True)
        if os.access(beside, os.W_OK):
            return beside / "compiled"
    except OSError:
        pass
    return Path.home() / ".cache" / "clinic-solver"


@cache
def made_from(root: Path, base: Path) -> dict[str, str]:
    """A digest for each module: of its source and of all that it imports, near or far.

    As reading them all takes a moment, the digests are remembered for as long as no file looks any different.
    """
    paths = {_name(root, path): path for package in PACKAGES for path in sorted((root / package).rglob("[!.]*.py"))}
    looks = [(name, path.stat().st_mtime_ns, path.stat().st_size) for name, path in paths.items()]
    look = sha256(repr((str(root), looks)).encode()).hexdigest()
    memo = base / "made-from.json"
    known = _remembered(memo)
    if known.get("look") == look:
        digests: dict[str, str] = known["made from"]
        return digests
    digests = _digests({name: path.read_bytes() for name, path in paths.items()})
    try:
        base.mkdir(parents=True, exist_ok=True)
        _clear(base, set(digests.values()))
        draft = memo.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps({"look": look, "made from": digests}), "utf-8")
        draft.replace(memo)
    except OSError:
        pass  # it is only slower to start
    return digests


def _name(root: Path, path: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _remembered(memo: Path) -> dict[str, Any]:
    try:
        known = json.loads(memo.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) and isinstance(known.get("made from"), dict) else {}


def _digests(sources: Mapping[str, bytes]) -> dict[str, str]:
    direct = {name: _imported(source) & sources.keys() for name, source in sources.items()}
    texts = {name: sha256(source).hexdigest() for name, source in sources.items()}
    digests = {}
    for name in sources:
        found, waiting = {name}, [name]
        while waiting:
            new = direct[waiting.pop()] - found
            found |= new
            waiting += new
        digests[name] = sha256("".join(one + texts[one] for one in sorted(found)).encode()).hexdigest()[:16]
    return digests


def _imported(source: bytes) -> set[str]:
    """Names of what a module imports, and of what may be a module in a package it imports from."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError):
        return set()
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def _clear(base: Path, current: set[str]) -> None:
    """Remove what was made from other sources long ago; what is younger, a program that runs may still be using."""
    for folder in base.iterdir():
        if folder.is_dir() and folder.name not in current and folder.stat().st_mtime < time.time() - OLD:
            shutil.rmtree(folder, ignore_errors=True)
