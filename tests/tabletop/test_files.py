"""Reading files a person wrote: every fault at once, with its place; never anything but InvalidFile."""

import os
import socket
from codecs import BOM_UTF8
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.files import MOST_BYTES, Document, InvalidFile, Table, parse, read, read_text
from tabletop.moves import IllegalMove, suggest


def table(text: str) -> Table:
    return parse(text, "x.toml").root()


def faults(found: Document | Table) -> list[str]:
    document = found.document if isinstance(found, Table) else found
    return [str(fault) for fault in document.faults]


def test_get_of_each_kind() -> None:
    root = table('a = "x"\nb = 1\nc = true\nd = [1]\ne = {}')
    assert root.get("a", str) == "x"
    assert root.get("b", int) == 1
    assert root.get("c", bool) is True
    assert root.get("d", list) == [1]
    assert root.get("e", dict) == {}
    assert root.get("f", str, required=False) is None
    assert not faults(root)


def test_wrong_kind_and_missing() -> None:
    root = table("[t]\na = 1\nb = true\nc = 1.5")
    t = root.table("t")
    assert t is not None
    assert t.get("a", str) is None
    assert t.get("b", int) is None  # true is no number
    assert t.get("c", int) is None
    assert t.get("d", list) is None
    assert faults(root) == [
        "x.toml:2: t.a: expected a text, found 1",
        "x.toml:3: t.b: expected a whole number, found True",
        "x.toml:4: t.c: expected a whole number, found 1.5",
        "x.toml:1: t: d is missing, expected a list",
    ]


def test_number_limits() -> None:
    root = table("a = 3\nb = 0\nc = -1")
    assert root.number("a", 1, 3) == 3
    assert root.number("a", 1, 2) is None
    assert root.number("b", 0) == 0
    assert root.number("c", 0) is None
    assert faults(root) == ["x.toml:1: a: expected 1 to 2, found 3", "x.toml:3: c: expected 0 or more, found -1"]


def test_choice() -> None:
    root = table('a = "one"\nb = "tow"')
    assert root.choice("a", ["one", "two"]) == "one"
    assert root.choice("b", ["one", "two"]) is None
    assert faults(root) == ["x.toml:2: b: 'tow' is unknown, expected one or two; did you mean two?"]


def test_items_and_tables() -> None:
    root = table('a = ["x",\n 2,\n "y"]\nb = [{c = 1}, {c = "no"}]')
    assert root.items("a", str) is None
    first, second = root.tables("b")
    assert first.get("c", int) == 1
    assert second.get("c", int) is None
    assert faults(root) == [
        "x.toml:2: a[2]: expected a text, found 2",
        "x.toml:4: b[2].c: expected a whole number, found 'no'",
    ]


def test_unknown_keys_are_faults() -> None:
    root = table("garden = 1\ngradens = 2")
    root.get("gardens", int, required=False)
    root.get("garden", int)
    root.done()
    assert faults(root) == ["x.toml:2: gradens: unknown key, expected garden or gardens; did you mean gardens?"]


def test_warnings_do_not_make_a_file_invalid() -> None:
    root = table("a = 1")
    root.fault("a", "odd", warning=True)
    root.document.raise_faults()
    assert faults(root) == ["x.toml:1: a: warning: odd"]
    root.fault("a", "wrong")
    with pytest.raises(InvalidFile, match="wrong") as caught:
        root.document.raise_faults()
    assert len(caught.value.faults) == 1


def test_faults_within_a_text_of_several_lines() -> None:
    root = table('a = """\nx\ny"""')
    root.fault("a", "y is odd", below=2)
    assert faults(root) == ["x.toml:3: a: y is odd"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = ", 1),
        ("a = 1\nb = [1,\n", 3),
        ("a = 1\na = 2", 2),
        ('a = "x', 1),
        ("[t]\n[t]", 2),
        ('["x (at line 7, column 3)"]\n["x (at line 7, column 3)"]', 2),
        ("a = 1\n\nb = what", 3),
        ("\ufeffa = 1", 1),
        ("a = '''\n", 2),
    ],
)
def test_syntax_errors_have_a_line(text: str, line: int) -> None:
    with pytest.raises(InvalidFile, match="not valid TOML") as caught:
        parse(text, "x.toml")
    (fault,) = caught.value.faults
    assert fault.line == line


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 20_000,
        "a = " + "[" * 3_000 + "]" * 3_000,
        "a = " + "{a=" * 3_000 + "1" + "}" * 3_000,
        "a = " + "9" * 5_000,
        "a = 0x" + "f" * 5_000,
        "a = [1, [-99999999999999999999]]",
    ],
    ids=["open", "arrays", "tables", "decimal", "hexadecimal", "inside"],
)
def test_what_no_table_can_hold_is_a_fault(text: str) -> None:
    with pytest.raises(InvalidFile):
        parse(text, "x.toml")


def test_control_characters_do_not_reach_the_terminal() -> None:
    with pytest.raises(InvalidFile) as caught:
        parse('title = "\\u001b[2J"\n"\\u0007" = { a = ["\\u0000"] }', "x.toml")
    assert [str(fault) for fault in caught.value.faults] == [
        r"x.toml:1: title: there are control characters in '\x1b[2J'",
        r"x.toml:2: '\x07'.a[1]: there are control characters in '\x00'",
    ]
    assert table(r'title = "é\n\t\r\n"').get("title", str) == "é\n\t\r\n"


def test_long_values_are_cut_in_messages() -> None:
    root = table(f'a = "{"x" * 70}"\nb = {[0] * 99}')
    assert root.choice("a", ["y"]) is None
    assert root.get("b", str) is None
    assert faults(root) == [
        f"x.toml:1: a: '{'x' * 59}… is unknown, expected y",
        f"x.toml:2: b: expected a text, found [{'0, ' * 19}0,…",
    ]


def test_numbers_of_64_bits_are_fine() -> None:
    assert table(f"a = {2**63 - 1}\nb = {-(2**63)}").data == {"a": 2**63 - 1, "b": -(2**63)}


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty").write_text(" \n\n")
    (tmp_path / "long").write_text("#" * (MOST_BYTES + 1))
    cases = {
        "missing": "no such file",
        ".": "is a directory",
        "binary": "is not a text file",
        "empty": "is empty",
        "long": "is too long",
        "x" * 300: "cannot be read",
        "nul\0byte": "cannot be read",
    }
    for name, reason in cases.items():
        with pytest.raises(InvalidFile, match=reason) as caught:
            read(tmp_path / name)
        assert caught.value.faults[0].line is None


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_file_without_permission(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("a = 1")
    (tmp_path / "x").chmod(0)
    with pytest.raises(InvalidFile, match="cannot be read"):
        read_text(tmp_path / "x")


def test_read(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("a = 1")
    assert read(tmp_path / "x").data == {"a": 1}


def test_the_mark_in_front_of_some_texts_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(BOM_UTF8 + b"a = 1")
    assert read(tmp_path / "x").data == {"a": 1}


def test_pipes_and_devices_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(tmp_path / "socket"))
    for path in (Path("/dev/zero"), tmp_path / "pipe"):
        with pytest.raises(InvalidFile, match="is no plain file"):
            read_text(path)
    with pytest.raises(InvalidFile, match="cannot be read"):
        read_text(tmp_path / "socket")
    listening.close()


def lines_or_faults(text: str) -> list[int | None]:
    """The line of every value of a text, or of every fault."""
    try:
        return [*parse(text, "x.toml").lines.values()]
    except InvalidFile as error:
        return [fault.line for fault in error.faults]


@given(st.text(st.sampled_from("ab=.,#[]{}\"'\\ \n\r\t01x-:Té\u2028\x00")))
def test_any_text_parses_or_is_invalid(text: str) -> None:
    found = lines_or_faults(text)
    assert found
    assert all(line is None or 1 <= line <= text.count("\n") + 1 for line in found)


@given(st.binary(max_size=200))
def test_any_bytes_read_or_are_invalid(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.toml"
        path.write_bytes(data)
        try:
            text = read(path).text
        except InvalidFile:
            return
        assert text.encode() == data.removeprefix(BOM_UTF8)


def test_suggest() -> None:
    assert suggest("gardn", ["garden", "pillar"]) == "expected garden or pillar; did you mean garden?"
    assert suggest("zzz", ["garden"]) == "expected garden"


def test_illegal_move_names_its_rule() -> None:
    error = IllegalMove("4.4", "too dear")
    assert (error.rule, error.reason, str(error)) == ("4.4", "too dear", "too dear (rule 4.4)")
