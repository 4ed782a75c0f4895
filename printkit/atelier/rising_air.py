"""The backs of the air kits' cards: rising air, lines that swell and narrow by turns, the same when they are turned."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from printkit.atelier.cuts import formula, profiled, rhythm
from printkit.atelier.fit import path_data
from printkit.atelier.shape import Shape, shape, union
from printkit.scene.inks import BACK_INKS, HOUSE_INKS

__all__ = ["BACKS", "Air", "back_texts", "main"]

GREEN = HOUSE_INKS["green"].hex
BACK_BLACK, BACK_GREEN = BACK_INKS["black"].hex, BACK_INKS["green"].hex
# Strokes between two lines, the width of one in parts of its room, and the longest.
BETWEEN, SHARE, LONGEST = 5, 0.72, 27.0
GAP, SHORTEST = 1.1, 2.5


class Air(NamedTuple):
    """A card's back: its size and bleed in mm, an even number of columns, their waves and how far these swing.

    It repeats after a width and a height, so that a neighbour's back is as good a bleed as its own.
    """

    width: float
    height: float
    bleed: float
    columns: int
    waves: int
    swing: float

    def strokes(self) -> Shape:
        """Every stroke on the card and its bleed."""
        half = union(self._half())
        middle = self.width / 2, self.height / 2
        tile = union([half, half.turned(180, middle)])
        reach = (-1, 0, 1)
        spread = union([tile.moved(x * self.width, y * self.height) for x in reach for y in reach])
        low, right, bottom = -self.bleed, self.width + self.bleed, self.height + self.bleed
        return spread & shape([(low, low), (right, low), (right, bottom), (low, bottom)])

    def _half(self) -> Iterator[Shape]:
        """The strokes of the left half of the columns, once from top to bottom."""
        pitch = self.width / self.columns
        for column in range(self.columns // 2):
            for line in range(BETWEEN):
                top = 1.7 * ((line * 3 + column * 2) % 5)
                y, step = top, column * 3 + line * 2
                while y < top + self.height - SHORTEST:
                    end = min(y + (LONGEST - 3.0) * rhythm(step) + 3.0, top + self.height - GAP)
                    yield self._stroke(column * pitch, pitch, (line + 0.5) / BETWEEN, column % 2, (y, end))
                    y, step = end + GAP, step + 1

    def _stroke(self, left: float, pitch: float, share: float, odd: int, reach: tuple[float, float]) -> Shape:
        """One stroke between two lines, as wide as its room there, pointed at both ends."""
        first, last = reach

        def swing(y: float) -> float:
            return (1 if odd else -1) * self.swing * math.sin(2 * math.pi * self.waves * y / self.height)

        def place(y: float) -> tuple[float, float]:
            return left + swing(y) + (pitch - 2 * swing(y)) * share, y

        def width(t: float) -> float:
            room = (pitch - 2 * swing(first + (last - first) * t)) / BETWEEN
            return SHARE * room * math.pow(max(0.0, math.sin(math.pi * math.pow(t, 0.7))), 1.1)

        return profiled(formula(place, first, last, 40), width)


BACKS = {
    "air/art/{ink}/card-back.svg": Air(63.0, 88.0, 3.0, 10, 4, 2.0),
    "paper-cetkaik/art/{ink}/back.svg": Air(24.0, 91.0, 2.0, 4, 3, 1.95),
}
"""The backs by their files."""


def back_texts(air: Air) -> dict[str, str]:
    """The back printed with full and with low ink, by the name of the ink."""
    data = path_data(air.strokes(), 0.02)
    wide, high = air.width + 2 * air.bleed, air.height + 2 * air.bleed
    low = -air.bleed
    ground = f'<path fill="{BACK_GREEN}" d="M{low:g} {low:g}h{wide:g}v{high:g}h-{wide:g}z"/>\n'
    bodies = {
        "full": f'{ground}<path fill="{BACK_BLACK}" d="{data}"/>\n',
        "low": f'<path fill="{GREEN}" d="{data}"/>\n',
    }
    view = f"{low:g} {low:g} {wide:g} {high:g}"
    return {
        ink: f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">\n{body}</svg>\n'
        for ink, body in bodies.items()
    }


def main(templates: Path) -> None:
    """Writes every back into the kits of a folder."""
    for name, air in BACKS.items():
        for ink, text in back_texts(air).items():
            (templates / name.format(ink=ink)).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
