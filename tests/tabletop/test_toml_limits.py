"""Texts that would take gigabytes or minutes to parse are refused before they are parsed."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.files import LONG_KEY, MOST_BYTES, MOST_FAULTS, InvalidFile, parse
from tabletop.toml_limits import MOST_DOTS, MOST_NESTED, MOST_SIGNS, too_much

MONSTERS = {
    "dotted key": ("a." * (MOST_BYTES // 2) + "b = 1", 1),
    "dotted key with blanks": ("a . " * 99 + "b = 1", 1),
    "dotted quoted key": ("'a'.\"b\"." * 99 + "b = 1", 1),
    "dotted header": ("x = 1\n[" + "a." * 99 + "b]", 2),
    "dotted header of an array": ("x = 1\n[[" + "a." * 99 + "b]]", 2),
    "dotted key in an inline table": ("x = { " + "a." * 99 + "b = 1 }", 1),
    "lists": ("x = " + "[" * 900 + "]" * 900, 1),
    "lists on many lines": ("x = " + "[\n" * 900 + "]" * 900, MOST_NESTED + 1),
    "inline tables": ("x = " + "{ a = " * 900 + "1" + " }" * 900, 1),
    "behind a text with signs": ("x = '''\n[[[..'''\ny = " + "[" * 99 + "]" * 99, 3),
    "keys": ("\n".join(f"k{number} = 1" for number in range(MOST_SIGNS + 1)), MOST_SIGNS + 1),
    "values": ("x = [" + "1," * (MOST_SIGNS + 1) + "]", 1),
    "tables": ("[[a]]\n" * (MOST_SIGNS // 4 + 1), MOST_SIGNS // 4 + 1),
}


@pytest.mark.parametrize("name", MONSTERS)
def test_monsters(name: str) -> None:
    text, line = MONSTERS[name]
    with pytest.raises(InvalidFile, match="is too much to read: more") as caught:
        parse(text, "x.toml")
    assert caught.value.faults[0].line == line


@pytest.mark.parametrize(
    "text",
    [
        "a." * MOST_DOTS + "b = 1",
        "[" + "a." * MOST_DOTS + "b]\n" + "a." * MOST_DOTS + "b = 1.5\n" + "b." * (MOST_DOTS - 1) + "b = 1",
        "x = " + "[" * MOST_NESTED + "]" * MOST_NESTED,
        "x = '[[[[[[[[[[[[[[[[[[[[[[[[[[[' # [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        'x = """\n' + 'a.b.c = [[[ \'\'\' \\" " "" \n' * 1000 + '"""',
        "x = '''\n" + "a.b.c = [[[ \\ \"\"\" ' '' \n" * 1000 + "'''''",
        "# '''\n# \"\"\"\nx = '\"' # '",
        "x = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5]",
    ],
)
def test_what_is_within_the_limits(text: str) -> None:
    assert parse(text, "x.toml").data == tomllib.loads(text)


@given(st.text(st.sampled_from("ab=.,#[]{}\"'\\ \n1")))
def test_short_texts_are_never_too_much(text: str) -> None:
    if text.count(".") <= MOST_DOTS and text.count("[") + text.count("{") <= MOST_NESTED:
        assert too_much(text) is None


def test_long_keys_are_refused() -> None:
    with pytest.raises(InvalidFile, match=f"a key has more than {LONG_KEY} letters: 'xxx"):
        parse("[a]\n" + "x" * 101 + " = 1", "x.toml")
    assert parse("x" * 100 + " = 1", "x.toml").data


def test_so_many_faults_are_told_and_no_more() -> None:
    document = parse("\n".join(f"k{number} = 1" for number in range(MOST_FAULTS + 9)), "x.toml")
    with pytest.raises(InvalidFile, match="has more than 500 faults") as caught:
        document.root().done()
    assert len(caught.value.faults) == MOST_FAULTS + 1
