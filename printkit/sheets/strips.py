"""Free strips of a sheet beside its cards, and the ruler and the label they hold."""

from __future__ import annotations

from printkit.geometry import Rect
from printkit.sheets.marks import RULER_LENGTH, RULER_WIDTH

__all__ = ["free_strips", "is_enough", "ruler_and_words", "usefulness"]

# Left over at each end of the ruler.
_END = 2.0
# A strip is at least this thick with the label beside the ruler, and with the label above it.
_THIN, _THICK = 5.0, 9.0
_LABEL_LENGTH = 60.0


def free_strips(block: Rect, printable: Rect) -> tuple[Rect, ...]:
    """The free strips below, above, right and left of the block, the whole printable area long."""
    return (
        Rect.from_edges(printable.x, min(block.bottom, printable.bottom), printable.right, printable.bottom),
        Rect.from_edges(printable.x, printable.y, printable.right, max(block.y, printable.y)),
        Rect.from_edges(min(block.right, printable.right), printable.y, printable.right, printable.bottom),
        Rect.from_edges(printable.x, printable.y, max(block.x, printable.x), printable.bottom),
    )


def is_enough(strip: Rect) -> bool:
    """Whether a strip holds the ruler and a label."""
    length, width = max(strip[2:]), min(strip[2:])
    ruler_length = RULER_LENGTH + 2 * _END
    thick = width >= _THICK and length >= ruler_length
    return thick or (width >= _THIN and length >= ruler_length + _LABEL_LENGTH)


def usefulness(strip: Rect) -> tuple[bool, bool, float]:
    """Sorts strips: labels above their ruler read best, level text better than turned; then the larger one."""
    return min(strip[2:]) >= _THICK, strip.width >= strip.height, round(strip.width * strip.height, 3)


def ruler_and_words(strip: Rect) -> tuple[Rect, Rect]:
    """The ruler's box and the label's area in a strip."""
    level = strip.width >= strip.height
    if not level:
        turned = ruler_and_words(Rect(strip.y, strip.x, strip.height, strip.width))
        return Rect(*_turned(turned[0])), Rect(*_turned(turned[1]))
    line = Rect(strip.x + _END, strip.bottom - RULER_WIDTH - 0.5, RULER_LENGTH, RULER_WIDTH)
    if strip.height >= _THICK:
        return line, Rect.from_edges(strip.x, strip.y, strip.right, line.y - 0.5)
    return line, Rect.from_edges(line.right + _END, strip.y, strip.right, strip.bottom)


def _turned(rect: Rect) -> tuple[float, float, float, float]:
    return rect.y, rect.x, rect.height, rect.width
