"""Drawing pictures: a small SVG canvas with the shapes that every game's table needs."""

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

from tabletop.colours import Colour
from tabletop.plain import plain

FONT = "'DejaVu Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif"
INK, MUTED, LINE, PAPER, TABLE = "#22313a", "#6b7a84", "#c9d2d8", "#ffffff", "#eef2f4"
PEOPLE = {
    Colour.WHITE: "#fbfbf7",
    Colour.YELLOW: "#f6cf3f",
    Colour.ORANGE: "#f0873a",
    Colour.RED: "#d8433c",
}
ROOMS = {  # by their words: the same in every game
    "treatment": "#9fd3c7",
    "hub": "#cbb8e6",
    "supply": "#d9c7a7",
    "operating": "#f2a9a0",
    "laboratory": "#a7c9ee",
    "triage": "#f3d58a",
    "outpatient": "#bfe0f2",
    "garden": "#b9dc9b",
    "pillar": "#b4bcc2",
    "helipad": "#d5dbe0",
    "parking": "#e4e0d6",
}
_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


class Canvas:
    """Shapes laid one over the other, in the order they are drawn."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """What is drawn within has a name of its own, by which a page finds it."""
        self.parts.append(f'<g id="{escape(name)}">')
        yield
        self.parts.append("</g>")

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = PAPER,
        line: str = LINE,
        round: float = 0,
        dashed: bool = False,
        thick: float = 1,
    ) -> None:
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round:g}" fill="{fill}" '
            f'stroke="{line}" stroke-width="{thick:g}"{dash}/>'
        )

    def circle(self, x: float, y: float, radius: float, *, fill: str, line: str = INK) -> None:
        self.parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{line}" stroke-width="1"/>'
        )

    def polygon(self, points: list[tuple[float, float]], *, fill: str) -> None:
        listed = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.parts.append(f'<polygon points="{listed}" fill="{fill}"/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 13,
        fill: str = INK,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        """Words on a base line; `anchor` is start, middle or end."""
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}"{weight}>'
            f"{escape(plain(words))}</text>"
        )

    def die(
        self,
        x: float,
        y: float,
        value: int,
        *,
        size: float = 28,
        fill: str = "#8a5a3b",
        line: str = "#5e3a23",
        pips: str = "#fff",
    ) -> None:
        """A die around a middle point."""
        self.rect(x - size / 2, y - size / 2, size, size, fill=fill, line=line, round=size / 5)
        for across, down in _PIPS[value]:
            self.circle(x + across * size / 4, y + down * size / 4, size / 11, fill=pips, line="none")

    def cube(self, x: float, y: float, *, size: float) -> None:
        """A wooden cube around a middle point, seen a little from above."""
        half, lift = size / 2, size / 4
        self.rect(x - half, y - half, size, size, fill="#2f6fb0", line="#1d4a78")
        top = [(x - half, y - half), (x - half + lift, y - half - lift)]
        top += [(x + half + lift, y - half - lift), (x + half, y - half)]
        self.polygon(top, fill="#6ba0d6")
        side = [(x + half, y - half), (x + half + lift, y - half - lift)]
        side += [(x + half + lift, y + half - lift), (x + half, y + half)]
        self.polygon(side, fill="#1d4a78")

    def panel(self, x: float, y: float, width: float, height: float, title: str) -> None:
        """A part of the table with its name."""
        self.rect(x, y, width, height, round=10)
        self.text(x + 16, y + 26, title, size=14, bold=True)

    def document(self, width: float, height: float, title: str) -> str:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" font-family="{FONT}">'
        )
        ground = f'<rect width="{width:g}" height="{height:g}" fill="{TABLE}"/>'
        return "\n".join([head, f"<title>{escape(plain(title))}</title>", ground, *self.parts, "</svg>"]) + "\n"
