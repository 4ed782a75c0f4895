"""The cups of 六裁: a bowl on a foot, full on one side of its counter and empty on the other."""

from __future__ import annotations

import sys
from pathlib import Path

from printkit.atelier.cuts import circle, ellipse, polygon, ring, spline, taper
from printkit.atelier.fit import path_data
from printkit.atelier.shape import Shape, shape, union

__all__ = ["cup_texts", "main"]

BLACK, GREEN, PAPER = "#231f20", "#009277", "#ffffff"
MIDDLE = (50.0, 50.0)
# The counter's body, its edge line, with little ink a thinner one, and the mouth of the bowl.
RADIUS, EDGE, THIN, MOUTH = 43.0, 4.6, 3.2, (50.0, 36.0, 32.0, 8.6)


def _bowl() -> Shape:
    """The bowl from its mouth down, and its foot."""
    left = spline(((18, 36), (21, 52), (31, 66), (43, 70.5)))
    right = [(100 - x, y) for x, y in reversed(left)]
    foot = polygon(((41, 67), (59, 67), (63.5, 81), (36.5, 81)), 1.2)
    return union([shape([*left, *right]), ellipse(*MOUTH), foot])


def _light() -> Shape:
    """The cuts along the bowl's lit side."""
    return union(
        [
            taper(spline(((26.5, 48), (30.5, 58.5), (39.5, 65.5))), 4.2, 0.55),
            taper(spline(((36, 50), (39.5, 57.5), (45, 62))), 3.2, 0.6),
        ]
    )


def cup_texts() -> dict[str, str]:
    """The pictures by their files, `INK/NAME.svg`."""
    bowl, mouth, light = _bowl(), ellipse(*MOUTH).shrunk(2.6), _light()
    body, thick, edge = (
        circle(*MIDDLE, RADIUS),
        *(ring(*MIDDLE, RADIUS - each / 2, each) for each in (EDGE, THIN)),
    )
    full = ((BLACK, body), (PAPER, bowl), (GREEN, mouth), (BLACK, light))
    empty = ((BLACK, thick | (bowl - mouth - light)),)
    sparing = ((BLACK, edge | (bowl - bowl.shrunk(2.6)) | light), (GREEN, mouth))
    drawings = {
        "full/cup": full,
        "full/cup-empty": empty,
        "low/cup": sparing,
        "low/cup-empty": ((BLACK, edge | (bowl - bowl.shrunk(2.6)) | (ellipse(*MOUTH) - mouth)),),
    }
    return {f"{name}.svg": _text(layers) for name, layers in drawings.items()}


def _text(layers: tuple[tuple[str, Shape], ...]) -> str:
    paths = "".join(
        f'<path fill="{ink}" fill-rule="evenodd" d="{path_data(area.without_crumbs(), 0.03)}"/>\n'
        for ink, area in layers
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n{paths}</svg>\n'


def main(folder: Path) -> None:
    """Writes the pictures into the art folder of a kit."""
    for name, text in cup_texts().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
