"""Where values stand in a TOML text."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.toml_lines import Path, locate

TEXT = '''\
# a comment = with an equals sign
title = "one # not a comment"  # a comment
numbers = [1, 2,   # more to come
  # [ in a comment
  3,
  [4,
   5]]
prose = """
several ] lines } with "quotes" and \\""" escaped ones
"""
raw = \'\'\'
it's 'raw' \\\'\'\'
after = 1

[table]
key.inner = { a = 1, b = [ {c = 2},
  {c = 3} ] }
"quoted key" = 'x # y'
"with \\"quotes\\"" = 1
\'single "double"\' = 2

[[cards]]
id = "a"
[cards.side]
up = true
[[cards]]
id = "b"
[cards.side]
up = false
[[cards.marks]]
n = 1
[[cards.marks]]
n = 2
[ spaced . header ]
when = 1979-05-27T07:32:00Z
empty = []
nothing = {}
last = 1e3'''

EXPECTED: list[tuple[Path, str]] = [
    (("title",), "title ="),
    (("numbers",), "numbers ="),
    (("numbers", 1), "numbers ="),
    (("numbers", 2), "  3,"),
    (("numbers", 3), "  [4,"),
    (("numbers", 3, 1), "   5]]"),
    (("prose",), "prose ="),
    (("raw",), "raw ="),
    (("after",), "after ="),
    (("table",), "[table]"),
    (("table", "key"), "key.inner"),
    (("table", "key", "inner", "a"), "key.inner"),
    (("table", "key", "inner", "b", 1), "  {c = 3}"),
    (("table", "key", "inner", "b", 1, "c"), "  {c = 3}"),
    (("table", "quoted key"), '"quoted key"'),
    (("table", 'with "quotes"'), '"with '),
    (("table", 'single "double"'), "'single"),
    (("spaced", "header"), "[ spaced"),
    (("spaced", "header", "when"), "when"),
    (("spaced", "header", "nothing"), "nothing"),
    (("spaced", "header", "last"), "last"),
]


@pytest.mark.parametrize(("path", "start"), EXPECTED, ids=str)
def test_lines(path: Path, start: str) -> None:
    line = locate(TEXT)[path]
    assert TEXT.split("\n")[line - 1].startswith(start)


def test_arrays_of_tables() -> None:
    lines = locate(TEXT)
    first = TEXT.split("\n").index("[[cards]]") + 1
    for index, start in ((0, first), (1, first + 4)):
        card: Path = ("cards", index)
        assert (lines[card], lines[*card, "id"], lines[*card, "side", "up"]) == (start, start + 1, start + 3)
    assert [lines["cards", 1, "marks", 0, "n"], lines["cards", 1, "marks", 1, "n"]] == [first + 9, first + 11]


def paths(value: Any, path: Path = ()) -> list[Path]:
    """The path of every value."""
    found = [path]
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        found += paths(child, (*path, key))
    return found


@pytest.mark.parametrize("text", [TEXT, TEXT.replace("\n", "\r\n"), ""], ids=["plain", "crlf", "empty"])
def test_every_value_has_a_line(text: str) -> None:
    lines = locate(text)
    assert set(paths(tomllib.loads(text))) <= set(lines)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())


@pytest.mark.parametrize(
    "value",
    [
        '"""a\\\\"""',
        '"""\\""" x"""',
        "'''a''''",
        '"""a"""""',
        '"a\\\\"',
        "'a\\'",
        '"""x \\\n   y"""',
        '""',
        "''",
        '""""""',
        "0x1f",
        "-1_000",
        "07:32:00",
        "1979-05-27 07:32:00",
        "[[], [[]], {}]",
        '{ a = """\n""", b = 1 }',
        '[ "]", \'}\', """,\n""" ]',
    ],
)
def test_strange_values_end_where_they_end(value: str) -> None:
    text = f"a = {value}\nb = 1"
    tomllib.loads(text)
    assert locate(text)["b",] == text.count("\n") + 1


keys = st.text(st.sampled_from("ab\"'.\\ #=é"), max_size=3)
texts = st.text(st.sampled_from("ab\"'\\ \n#=[]{},é\u2028"), max_size=8)
values = st.recursive(
    st.integers(-5, 5) | st.booleans() | texts, lambda inner: st.lists(inner, max_size=3), max_leaves=5
)


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def written(value: Any, multiline: bool) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"""\n{escaped}"""' if multiline else quoted(value)
    if isinstance(value, list):
        return "[" + (",\n" if multiline else ",").join(written(item, multiline) for item in value) + "]"
    return str(value)


@given(st.dictionaries(keys, values, max_size=4), st.booleans())
def test_any_table(data: dict[str, Any], multiline: bool) -> None:
    text, starts = "", {}
    for key, value in data.items():
        starts[key] = text.count("\n") + 1
        text += f"{quoted(key)} = {written(value, multiline)}\n"
    assert tomllib.loads(text) == data
    lines = locate(text)
    assert {key: lines[key,] for key in data} == starts
    assert set(paths(data)) <= set(lines)
