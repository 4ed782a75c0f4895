"""Makes the full and low-ink SVG of a source picture."""

from __future__ import annotations

import re
from pathlib import Path

from printkit.atelier.fit import parse_shape, path_data
from printkit.atelier.shape import EMPTY, Shape
from printkit.atelier.source import INKS, Art, read_source, svg_text, write_whole
from printkit.scene.inks import BACK_INKS

OUTLINE = 0.42
"""Width of the edge line that stands for a mass in the low-ink printing, inside its edge, mm."""
TINT = "0.38"
"""How much of a colour is left in the low-ink printing."""
CORE_INSET = 0.7
CORE_AREA = 12.0
LARGE_AREA = 100.0
"""A colour is tinted when more than 12 mm² of it lie deeper than the inset, or when it is large in all."""
THIN = 0.3
"""Colour no wider than twice this stays solid: a tinted thread vanishes."""
HOLLOW = 0.4
"""A stroke is outlined only when the white between its edge lines comes to twice this somewhere, mm."""
VARIANTS = ("full", "low")
SLIVER = 0.03
"""Half the width of what counts as the same edge, mm: fitted curves stay within 0.012 mm of the outline."""
_COLOURS = {**INKS, **{ink.name: ink.hex for ink in BACK_INKS.values()}}
_DATA = re.compile(r'(?<= d=")[^"]*')

Layer = tuple[str, str, Shape]
"""Ink, opacity (empty when solid) and area, in printing order."""


def full_layers(picture: Art) -> list[Layer]:
    """Printed normally: colours, then mass − cut − window in black, crumbs dropped; a back in the inks of backs."""
    layers = [(ink, "", area.without_crumbs()) for ink, area in (*picture.colour, ("black", picture.black))]
    if not _is_ground(picture):
        return layers
    return [(BACK_INKS[ink].name, faint, area) for ink, faint, area in layers]


def low_layers(picture: Art) -> list[Layer]:
    """The shadow printing: outlines instead of masses, cuts in black, large colour as tint."""
    if _is_ground(picture):
        _, area = picture.colour[0]
        # In black: a colour would need more of its plates than the full printing, which has black over it.
        return [("black", "", (area & (picture.cut | picture.window)).without_crumbs())]
    layers: list[Layer] = []
    for ink, area in picture.colour:
        tinted = _tinted(area)
        layers.append((ink, TINT, tinted.without_crumbs()))
        layers.append((ink, "", (area - tinted if tinted else area).without_crumbs()))
    body = picture.mass - picture.window
    layers.append(("black", "", (_outlined(body) | (picture.cut & body)).without_crumbs()))
    return layers


def _outlined(body: Shape) -> Shape:
    """The edge lines of a mass; where hardly anything would stay white between them it is left solid."""
    hollow = [core for core in body.shrunk(OUTLINE).parts() if core.shrunk(HOLLOW)]
    return body - Shape(tuple(contour for core in hollow for contour in core.contours))


def _is_ground(picture: Art) -> bool:
    """Whether one colour lies under everything to the bleed, as on the back."""
    if len(picture.colour) != 1:
        return False
    left, top, right, bottom = picture.colour[0][1].bounds
    return left <= -2.5 and top <= -2.5 and right >= 72.5 and bottom >= 122.5


def _tinted(area: Shape) -> Shape:
    """The parts of a colour that become a tint: none, or all that are no mere threads."""
    if area.area <= LARGE_AREA and area.shrunk(CORE_INSET).area <= CORE_AREA:
        return EMPTY
    wide = [island for island in area.parts() if island.shrunk(THIN).area > 0.05]
    return Shape(tuple(contour for island in wide for contour in island.contours))


def layers_text(name: str, layers: list[Layer]) -> str:
    """The SVG of printed layers: one evenodd path an ink."""
    body = ""
    for ink, opacity, area in layers:
        data = path_data(area)
        if data:
            faint = f' fill-opacity="{opacity}"' if opacity else ""
            body += f'<path fill="{_COLOURS[ink]}"{faint} fill-rule="evenodd" d="{data}"/>\n'
    return svg_text(name, body)


def made_texts(name: str, folder: Path) -> dict[str, str]:
    """The printed files of a picture from its source: variant to text; the same source gives the same bytes."""
    picture = read_source(name, folder)
    return {
        "full": layers_text(name, full_layers(picture)),
        "low": layers_text(name, low_layers(picture)),
    }


def made_path(name: str, variant: str, folder: Path) -> Path:
    """Where a printed picture lies."""
    return folder / variant / f"{name}.svg"


def make(name: str, folder: Path) -> list[Path]:
    """Writes the printed files of a picture and returns where."""
    paths = []
    for variant, text in made_texts(name, folder).items():
        path = made_path(name, variant, folder)
        write_whole(path, text)
        paths.append(path)
    return paths


def stale(name: str, folder: Path) -> list[Path]:
    """The printed files of a picture that are missing or draw something else than what its source makes."""
    return [
        path
        for variant, text in made_texts(name, folder).items()
        if not (path := made_path(name, variant, folder)).is_file()
        or not same_drawing(path.read_text(encoding="utf-8"), text)
    ]


def same_drawing(one: str, other: str) -> bool:
    """Whether two printed files have the same layers, apart from slivers no wider than twice `SLIVER`.

    Processors differ in the last digits of a number, and a curve is cut elsewhere for it.
    """
    if one == other:
        return True
    (frame, drawn), (other_frame, other_drawn) = _layers(one), _layers(other)
    return frame == other_frame and not any(
        (a - b).shrunk(SLIVER) or (b - a).shrunk(SLIVER) for a, b in zip(drawn, other_drawn, strict=True)
    )


def _layers(text: str) -> tuple[str, list[Shape]]:
    """A printed file without its path data, and the area of each of its paths."""
    return _DATA.sub("", text), [parse_shape(data, evenodd=True) for data in _DATA.findall(text)]
