"""Where each value of a TOML text stands: a scanner that knows lines, for text that tomllib has accepted."""

import re
import tomllib

Path = tuple[str | int, ...]

# Python 3.11.0 to 3.11.4 match possessive quantifiers wrongly. None is needed: nothing here is ambiguous.
_KEY_PART = re.compile(r"""\s*("[^"\\]*(?:\\.[^"\\]*)*"|'[^']*'|[A-Za-z0-9_-]+)\s*""")
_BETWEEN_LINES = re.compile(r"(?:[ \t\r\n]+|\#[^\n]*)*")
_BETWEEN_ITEMS = re.compile(r"(?:[ \t\r\n,]+|\#[^\n]*)*")
_IN_LINE = re.compile(r"[ \t]*")
_VALUE = re.compile(
    r'''
      """[^"\\]*(?:(?:\\.|"{1,2}(?!"))[^"\\]*)*"{3,5}  # one or two quotes may touch the closing three
    | "[^"\\]*(?:\\.[^"\\]*)*"
    | \'{3}.*?\'{3,5}
    | '[^']*'
    | [^,\]}\n\#]*            # numbers, truth values, times
    ''',
    re.DOTALL | re.VERBOSE,
)


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {(): 1}
        self.counted = (0, 1)  # a place in the text and its line
        self.table_counts: dict[Path, int] = {}

    def line(self) -> int:
        at, line = self.counted
        self.counted = self.at, line + self.text.count("\n", at, self.at)
        return self.counted[1]

    def skip(self, blanks: re.Pattern[str]) -> None:
        """Move past blanks and comments."""
        found = blanks.match(self.text, self.at)
        assert found is not None, "blanks may be none at all"
        self.at = found.end()

    def keys(self) -> Path:
        parts: list[str | int] = []
        while match := _KEY_PART.match(self.text, self.at):
            self.at = match.end()
            quoted = match[1][0] in "\"'"
            parts.append(tomllib.loads(f"key = {match[1]}")["key"] if quoted else match[1])
            if not self.text.startswith(".", self.at):
                break
            self.at += 1
        return tuple(parts)

    def value(self, path: Path) -> None:
        self.lines[path] = self.line()
        if self.text[self.at] == "[":
            self.array(path)
        elif self.text[self.at] == "{":
            self.inline_table(path)
        elif match := _VALUE.match(self.text, self.at):
            self.at = match.end()

    def array(self, path: Path) -> None:
        self.at += 1
        index = 0
        while True:
            self.skip(_BETWEEN_ITEMS)
            if self.text[self.at] == "]":
                self.at += 1
                return
            self.value((*path, index))
            index += 1

    def inline_table(self, path: Path) -> None:
        self.at += 1
        while True:
            self.skip(_BETWEEN_ITEMS)
            if self.text[self.at] == "}":
                self.at += 1
                return
            self.assignment(path)

    def assignment(self, prefix: Path) -> None:
        line = self.line()
        keys = self.keys()
        for length in range(1, len(keys) + 1):
            self.lines.setdefault((*prefix, *keys[:length]), line)
        self.at += 1  # the equals sign
        self.skip(_IN_LINE)
        self.value((*prefix, *keys))

    def resolved(self, keys: Path) -> Path:
        """Header keys with the index of the newest element behind each array of tables."""
        path: Path = ()
        for key in keys:
            path = (*path, key)
            if path in self.table_counts:
                path = (*path, self.table_counts[path])
        return path

    def header(self) -> Path:
        line = self.line()
        repeated = self.text.startswith("[[", self.at)
        self.at += 2 if repeated else 1
        keys = self.keys()
        self.at += 2 if repeated else 1
        if repeated:
            plain = (*self.resolved(keys[:-1]), keys[-1])
            self.table_counts[plain] = self.table_counts.get(plain, -1) + 1
            self.lines.setdefault(plain, line)
        path = self.resolved(keys)
        for length in range(1, len(path)):
            self.lines.setdefault(path[:length], line)
        self.lines[path] = line
        return path

    def document(self) -> dict[Path, int]:
        prefix: Path = ()
        while True:
            self.skip(_BETWEEN_LINES)
            if self.at >= len(self.text):
                return self.lines
            if self.text[self.at] == "[":
                prefix = self.header()
            else:
                self.assignment(prefix)


def locate(text: str) -> dict[Path, int]:
    """The line of every key and array element.

    >>> locate('a = 1\\n[b]\\nc = [2,\\n  3]')[("b", "c", 1)]
    4
    """
    return _Scanner(text).document()
