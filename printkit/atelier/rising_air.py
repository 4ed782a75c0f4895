"""The back of the air kits' cards: rising air, lines that swell and narrow by turns, the same when it is turned."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path

from printkit.atelier.cuts import rhythm, taper
from printkit.atelier.fit import path_data
from printkit.atelier.lines import formula
from printkit.atelier.shape import Line, Shape, union

__all__ = ["back_texts", "main"]

WIDTH, HEIGHT = 69.0, 94.0
"""The card with its bleed, mm."""
PITCH, SWELL, WAVES = 6.9, 2.1, 4.0
BETWEEN = 5
BLACK, GREEN = "#231f20", "#009277"


def _lines() -> Iterator[tuple[Line, float]]:
    """Every stroke of the upper half with its width."""
    for pod in range(-1, int(WIDTH / PITCH) + 2):
        for line in range(BETWEEN):
            share = (line + 0.5) / BETWEEN
            sign = 1 if pod % 2 else -1
            y = -6.0 + 1.7 * ((line * 3 + pod * 2) % 5)
            step = pod * 3 + line * 2
            while y < HEIGHT / 2:
                long = 17.0 * rhythm(step) + 3.0
                end = min(y + long, HEIGHT / 2 + 0.4)

                def place(
                    t: float, pod: int = pod, share: float = share, sign: int = sign
                ) -> tuple[float, float]:
                    swell = sign * SWELL * math.sin(2 * math.pi * WAVES * t / HEIGHT)
                    left, right = PITCH * pod + swell, PITCH * (pod + 1) - swell
                    return left + (right - left) * share, t

                if end - y > 2.5:
                    middle = (y + end) / 2
                    gap = PITCH - 2 * sign * SWELL * math.sin(2 * math.pi * WAVES * middle / HEIGHT)
                    yield formula(place, y, end, 40), 0.62 * gap / BETWEEN
                y = end + 1.1
                step += 1


def _strokes() -> Shape:
    upper = union([taper(line, width, 0.6) for line, width in _lines()])
    return union([upper, upper.turned(180, (WIDTH / 2, HEIGHT / 2))])


def back_texts() -> dict[str, str]:
    """The back printed with full and with low ink, by folder."""
    data = path_data(_strokes(), 0.02)
    frame = f"M0 0h{WIDTH:g}v{HEIGHT:g}h-{WIDTH:g}z"
    ground = f'<path fill="{GREEN}" d="{frame}"/>\n'
    return {
        "full": _text(f'{ground}<path fill="{BLACK}" d="{data}"/>\n'),
        "low": _text(f'<path fill="{GREEN}" d="{data}"/>\n'),
    }


def _text(body: str) -> str:
    view = f"0 0 {WIDTH:g} {HEIGHT:g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">\n{body}</svg>\n'


def main(folder: Path) -> None:
    """Writes the back into the folders `full` and `low` of a kit's art."""
    for variant, text in back_texts().items():
        (folder / variant / "hands-back.svg").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
