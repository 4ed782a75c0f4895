"""Draws intervals beside each other as SVG: a panel for each quantity, a line for each thing compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, log10
from typing import Any, NamedTuple

import svgwrite

__all__ = ["Interval", "interval_plot"]

_WIDTH, _LEFT, _RIGHT = 760, 250, 60
_LINE, _HEAD, _FOOT, _MARGIN = 22, 34, 26, 16
_INK, _PALE, _DOT = "#1d1915", "#d9cfbd", "#6a35a3"
_TICKS = 6


class Interval(NamedTuple):
    """A name, a value, and the ends of its interval, all in one unit."""

    name: str
    value: float
    low: float
    high: float


def interval_plot(title: str, panels: Mapping[str, Sequence[Interval]]) -> bytes:
    """The panels below one another, each on a scale of its own; the first line of each is drawn through as a guide."""
    height = _HEAD + _MARGIN + sum(_HEAD + _LINE * len(rows) + _FOOT + _MARGIN for rows in panels.values())
    drawing = svgwrite.Drawing(size=(_WIDTH, height), viewBox=f"0 0 {_WIDTH} {height}", debug=False)
    drawing.set_desc(title=title)
    drawing.add(drawing.rect((0, 0), (_WIDTH, height), fill="#fff"))
    drawing.add(_text(drawing, title, 16, 26, 18, weight="bold"))
    top = _HEAD + _MARGIN
    for words, rows in panels.items():
        drawing.add(_text(drawing, words, 16, top + 14, 14, weight="bold"))
        _panel(drawing, top + _HEAD, rows)
        top += _HEAD + _LINE * len(rows) + _FOOT + _MARGIN
    return f"{drawing.tostring()}\n".encode()


def _panel(drawing: Any, top: float, rows: Sequence[Interval]) -> None:
    ticks = _ticks(min(each.low for each in rows), max(each.high for each in rows))
    low, high = ticks[0], ticks[-1]

    def x(value: float) -> float:
        return round(_LEFT + (value - low) / (high - low) * (_WIDTH - _LEFT - _RIGHT), 2)

    bottom = top + _LINE * len(rows)
    for tick in ticks:
        drawing.add(drawing.line((x(tick), top), (x(tick), bottom), stroke=_PALE))
        drawing.add(_text(drawing, f"{tick:g}", x(tick), bottom + 16, 12, anchor="middle"))
    drawing.add(
        drawing.line((x(rows[0].value), top), (x(rows[0].value), bottom), stroke=_DOT, stroke_dasharray="3 3")
    )
    for number, each in enumerate(rows):
        y = top + _LINE * (number + 0.5)
        drawing.add(_text(drawing, each.name, _LEFT - 12, y + 4, 13, anchor="end"))
        drawing.add(drawing.line((x(each.low), y), (x(each.high), y), stroke=_INK, stroke_width=2))
        drawing.add(drawing.circle((x(each.value), y), 4.5, fill=_DOT))


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers, at most so many, from at or below the lowest to at or above the highest."""
    span = max(high - low, 1e-9 + abs(high) * 1e-3)
    unit = 10.0 ** floor(log10(span / _TICKS))
    step = next(step for factor in (1, 2, 5, 10) if (step := factor * unit) * _TICKS >= span)
    first = floor(low / step)
    ticks = [first * step]
    while ticks[-1] < high or len(ticks) < 2:
        ticks.append((first + len(ticks)) * step)
    return [round(tick, 9) for tick in ticks]


def _text(
    drawing: Any, words: str, x: float, y: float, size: int, *, anchor: str = "start", weight: str = "normal"
) -> Any:
    return drawing.text(
        words,
        (x, y),
        font_size=size,
        font_family="sans-serif",
        text_anchor=anchor,
        font_weight=weight,
        fill=_INK,
    )
