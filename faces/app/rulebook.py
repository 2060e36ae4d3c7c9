"""The numbered rules of a game, read from the text that ships with it: one rule, a section, the headings, a search."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from faces.games.adapter import AnyAdapter
from tabletop.text import listed, plural

COLUMNS = 88
NEAR = 4  # rules named in place of one that does not exist
_HEADING = re.compile(r"## (\d+[A-Z]?) (.+)")
_RULE = re.compile(r"\*\*(\d+\.\d+|\d+[A-Z]\d+)\*\* ?(.*)")
# 5.2c is a part of 5.2; 14A1 is the first rule of section 14A.
_NUMBER = re.compile(r"(\d{1,9}[A-Za-z]?)(?:(?:\.|(?<=[A-Za-z]))(\d{1,9})[a-z]?)?", re.ASCII)


@dataclass(frozen=True)
class Rule:
    number: str
    text: tuple[str, ...]  # lines as they stand in the file, without the number

    def lines(self) -> list[str]:
        """The rule in plain text."""
        first, *others = paragraphs(self.text)
        indent = " " * (len(self.number) + 2)
        shown = wrap(unmarked(first), COLUMNS, initial_indent=f"{self.number}  ", subsequent_indent=indent)
        for paragraph in others:
            shown += _wrapped(paragraph, indent)
        return shown

    @property
    def words(self) -> str:
        return _words(self.text)


@dataclass(frozen=True)
class Section:
    number: str
    title: str
    text: tuple[str, ...]  # what stands before the first rule
    rules: tuple[Rule, ...]

    @property
    def heading(self) -> str:
        return f"{self.number}  {self.title}"

    def lines(self) -> list[str]:
        shown = [self.heading]
        for paragraph in paragraphs(self.text):
            shown += [""] * (not paragraph.startswith("- ")) + _wrapped(paragraph)
        for rule in self.rules:
            shown += ["", *rule.lines()]
        return shown

    @property
    def texts(self) -> list[tuple[str, str]]:
        """What stands before the first rule, and each rule: the number and the words."""
        return [(self.number, _words(self.text)), *((rule.number, rule.words) for rule in self.rules)]


@dataclass(frozen=True)
class Rulebook:
    game: str  # as players call it
    sections: tuple[Section, ...]

    def found(self, number: str) -> list[str]:
        """A rule or a section in plain text; nothing where there is no such number."""
        asked = _NUMBER.fullmatch(number)
        if not asked:
            return []
        for section in self.sections:
            if section.number != asked[1].upper():
                continue
            if asked[2] is None:
                return [self.game, *section.lines()]
            for rule in section.rules:
                if _last(rule.number) == int(asked[2]):
                    return [f"{self.game} · {section.title}", *rule.lines()]
        return []

    def near(self, number: str) -> str:
        """What there is in place of a rule that does not exist."""
        asked = _NUMBER.fullmatch(number)
        for section in self.sections if asked else ():
            if asked and asked[1].upper() == section.number and section.rules:
                wanted = int(asked[2] or 0)
                closest = sorted(section.rules, key=lambda rule: abs(_last(rule.number) - wanted))[:NEAR]
                return f"near it: {listed([rule.number for rule in sorted(closest, key=section.rules.index)])}"
        return f"sections are {listed([section.number for section in self.sections])}"

    def headings(self) -> list[str]:
        return [self.game, *(f"{section.number:>4}  {section.title}" for section in self.sections)]

    def search(self, words: Sequence[str]) -> list[str]:
        """The rules and beginnings of sections that have all the words, with the place where the first one stands."""
        wanted = [word.lower() for word in words]
        lines = list[str]()
        for section in self.sections:
            for number, text in section.texts:
                if all(word in text.lower() for word in wanted):
                    lines.append(f"{number:>6}  {_excerpt(text, text.lower().index(wanted[0]))}")
        return [f"{self.game}: {plural(len(lines), 'rule')}", *lines] if lines else []

    def answer(self, words: Sequence[str]) -> list[str]:
        """The headings, a rule or section by its number, or the rules with some words; nothing if there is none."""
        if not words:
            return self.headings()
        return self.found(words[0]) if len(words) == 1 and is_number(words[0]) else self.search(words)

    def refusal(self, words: Sequence[str]) -> str:
        """Why there is no answer."""
        if is_number(words[0]):
            return f"{self.game} has no rule {words[0]}; {self.near(words[0])}"
        return f"{self.game} has no rule with {listed([repr(word) for word in words])}"


def _last(number: str) -> int:
    """The place of a rule within its section: 6 of 4.6, 1 of 14A1."""
    return int(re.split(r"[.A-Z]", number)[-1])


def is_number(word: str) -> bool:
    return bool(_NUMBER.fullmatch(word))


def rulebook_of(adapter: AnyAdapter) -> Rulebook:
    return read_rules(adapter.rules())


def read_rules(text: str) -> Rulebook:
    """A rulebook from its Markdown: `# Game`, `## 4 Section`, and for each rule a paragraph with `**4.6**` first."""
    game, sections = "", list[Section]()
    number, title, intro, rules = "", "", list[str](), list[tuple[str, list[str]]]()

    def close() -> None:
        if number:
            found = tuple(Rule(name, tuple(lines)) for name, lines in rules)
            sections.append(Section(number, title, tuple(intro), found))

    for line in text.splitlines():
        if heading := _HEADING.fullmatch(line):
            close()
            number, title, intro, rules = heading[1], heading[2], [], []
        elif line.startswith("# "):
            game = line[2:].split(",")[0]
        elif rule := _RULE.fullmatch(line):
            rules.append((rule[1], [rule[2]]))
        else:
            (rules[-1][1] if rules else intro).append(line)
    close()
    return Rulebook(game, tuple(sections))


def paragraphs(lines: Sequence[str]) -> list[str]:
    """Lines joined to paragraphs; an item of a list is a paragraph that begins with a dash."""
    found = [""]
    for line in lines:
        stripped = line.strip()
        if not stripped or stripped.startswith("- "):
            found.append("")
        found[-1] = f"{found[-1]} {stripped}".strip()
    return [paragraph for paragraph in found if paragraph]


def unmarked(markdown: str) -> str:
    """Text without the marks of Markdown.

    >>> unmarked("**Admit**: see `clinic rules 4.6` *[decision triage]*")
    'Admit: see clinic rules 4.6 [decision triage]'
    """
    return re.sub(r"\*+|`", "", markdown)


def _words(lines: Sequence[str]) -> str:
    """Lines as plain text, without any breaks."""
    return unmarked(" ".join(paragraph.removeprefix("- ") for paragraph in paragraphs(lines)))


def _wrapped(paragraph: str, indent: str = "") -> list[str]:
    """A paragraph or an item of a list as lines of plain text."""
    bullet = "- " if paragraph.startswith("- ") else ""
    words = unmarked(paragraph.removeprefix("- "))
    return wrap(words, COLUMNS, initial_indent=indent + bullet, subsequent_indent=indent + " " * len(bullet))


def _excerpt(text: str, at: int) -> str:
    """The words around a place in a text."""
    room = COLUMNS - 12
    begin = 0 if at < room // 2 else text.rfind(" ", 0, at - room // 3) + 1
    cut = text[begin : begin + room]
    if begin + room < len(text):
        cut = cut.rsplit(" ", 1)[0] + " …"
    return ("… " if begin else "") + cut
