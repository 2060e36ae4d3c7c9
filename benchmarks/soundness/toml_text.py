"""TOML from plain data, for decks that are made up from a shipped one."""

import json
from collections.abc import Iterator, Mapping
from typing import Any


def toml_text(data: Mapping[str, Any]) -> str:
    """The text of a document.

    >>> print(toml_text({"deck": {"name": "one"}, "floor": [{"id": 1}, {"id": 2}]}), end="")
    [deck]
    name = "one"
    <BLANKLINE>
    [[floor]]
    id = 1
    <BLANKLINE>
    [[floor]]
    id = 2
    """
    return "\n".join(_lines(data, "")).strip() + "\n"


def _lines(table: Mapping[str, Any], path: str) -> Iterator[str]:
    plain = {key: value for key, value in table.items() if not _is_table(value) and not _is_tables(value)}
    yield from (f"{_key(key)} = {_value(value)}" for key, value in plain.items())
    for key, value in table.items():
        name = f"{path}{_key(key)}"
        if _is_table(value):
            yield from ("", f"[{name}]", *_lines(value, f"{name}."))
        elif _is_tables(value):
            for one in value:
                yield from ("", f"[[{name}]]", *_lines(one, f"{name}."))


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_table, value))


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() and key.isascii() else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value)
