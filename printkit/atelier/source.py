"""Reads and writes source pictures, the hand-editable SVG with four groups."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from printkit.atelier.fit import TOLERANCE, parse_shape, path_data
from printkit.atelier.shape import EMPTY, Shape, union
from printkit.errors import InputError, Problem
from printkit.scene.inks import HOUSE_INKS
from printkit.scene.svg_path import PathDataError

INKS: Mapping[str, str] = {name: HOUSE_INKS[name].hex for name in ("black", "blue", "gold", "red", "green")}
"""The five inks by name and the only fills a picture may have."""
SUIT_INKS: Mapping[str, str] = {"swords": "blue", "coins": "gold", "cups": "red", "wands": "green"}
GROUPS = ("colour", "mass", "window", "cut")
"""The kinds of shape, in the order in which they stand in a source file."""
_SHOWN_AS = {"mass": "black", "window": "red", "cut": "gold"}
"""Fills that distinguish the groups when a source file is opened; only the colour group's fills are printed."""
ART_FOLDER = Path(__file__).resolve().parents[2] / "templates" / "youscout" / "art"
VIEW_BOX = "0 0 70 120"

_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True, slots=True)
class Art:
    """One picture, its kinds of shape kept apart; lengths mm from the top left of the trim.

    Printed is `colour` first, then `mass - cut - window` in black.
    """

    mass: Shape = EMPTY
    cut: Shape = EMPTY
    window: Shape = EMPTY
    colour: tuple[tuple[str, Shape], ...] = ()

    @property
    def black(self) -> Shape:
        """What the black block prints."""
        return self.mass - (self.cut | self.window)


def art(
    mass: Iterable[Shape] = (),
    cut: Iterable[Shape] = (),
    window: Iterable[Shape] = (),
    **colours: Iterable[Shape],
) -> Art:
    """An Art from loose areas: `art(mass=[…], cut=[…], blue=[…])`; keyword names are inks."""
    unknown = sorted(set(colours) - set(INKS))
    if unknown:
        raise InputError(f"no such ink: {unknown[0]}", hint="known: " + ", ".join(INKS))
    areas = [(ink, _united(colours[ink])) for ink in INKS if ink in colours]
    return Art(
        _united(mass), _united(cut), _united(window), tuple((ink, area) for ink, area in areas if area)
    )


def _united(areas: Iterable[Shape]) -> Shape:
    pieces = [piece for piece in areas if piece]
    return union(pieces) if pieces else EMPTY


def source_path(name: str, folder: Path = ART_FOLDER) -> Path:
    """Where the source of a picture lies."""
    return folder / f"{name}.svg"


def source_names(folder: Path = ART_FOLDER) -> list[str]:
    """All pictures that have a source, sorted; emblems are set by the layout and have no groups."""
    return sorted(path.stem for path in folder.glob("*.svg") if not path.stem.startswith("emblem-"))


def source_text(name: str, picture: Art) -> str:
    """The source file of a picture: one path an island, so that each can be taken hold of."""
    groups: dict[str, list[str]] = {group: [] for group in GROUPS}
    for ink, area in picture.colour:
        groups["colour"] += _island_paths(area, INKS[ink])
    for group in ("mass", "window", "cut"):
        groups[group] += _island_paths(getattr(picture, group), INKS[_SHOWN_AS[group]])
    body = "".join(
        f'<g id="{group}" fill-rule="evenodd">\n{"".join(groups[group])}</g>\n' for group in GROUPS
    )
    return svg_text(name, body)


def svg_text(name: str, body: str) -> str:
    """A whole SVG file 70 × 120 mm around its body."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="70mm" height="120mm" viewBox="{VIEW_BOX}">'
        f"<title>{name}</title>\n{body}</svg>\n"
    )


def _island_paths(area: Shape, fill: str) -> list[str]:
    data = sorted(filter(None, (path_data(island, TOLERANCE / 2) for island in area.parts())))
    return [f'<path fill="{fill}" d="{one}"/>\n' for one in data]


def write_source(name: str, picture: Art, folder: Path = ART_FOLDER) -> Path:
    """Writes a picture's source file whole and returns where."""
    path = source_path(name, folder)
    write_whole(path, source_text(name, picture))
    return path


def write_whole(path: Path, text: str) -> None:
    """Writes a text file beside its place, then moves it there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    beside.write_text(text, encoding="utf-8", newline="\n")
    beside.replace(path)


def read_source(name: str, folder: Path = ART_FOLDER) -> Art:
    """Reads a picture's source file; everything a source may not hold is an error, all of them together."""
    path = source_path(name, folder)
    try:
        root = ElementTree.fromstring(path.read_bytes())
    except FileNotFoundError:
        hint = "pictures are the .svg files of the art folder"
        raise InputError("no such picture", file=path, hint=hint) from None
    except ElementTree.ParseError as error:
        raise InputError(f"not well-formed XML: {error}", file=path) from None
    problems: list[Problem] = []
    found: dict[str, dict[str, list[Shape]]] = {group: {} for group in GROUPS}
    if root.get("viewBox") != VIEW_BOX:
        problems.append(Problem("wrong viewBox", str(path), "svg", f'viewBox="{VIEW_BOX}"'))
    for child in root:
        _read_group(child, path, found, problems)
    if problems:
        raise InputError(problems=problems)
    inks = found["colour"]
    return Art(
        _all_of(found["mass"]),
        _all_of(found["cut"]),
        _all_of(found["window"]),
        tuple((ink, _united(inks[ink])) for ink in INKS if ink in inks),
    )


def _all_of(areas: Mapping[str, list[Shape]]) -> Shape:
    return _united([area for same in areas.values() for area in same])


def _read_group(
    child: ElementTree.Element, path: Path, found: dict[str, dict[str, list[Shape]]], problems: list[Problem]
) -> None:
    tag, group = child.tag.removeprefix(_SVG), child.get("id", "")
    if tag in ("title", "desc"):
        return
    if tag != "g" or group not in found:
        message = f'<{tag} id="{group}"> is not a group of a picture'
        problems.append(Problem(message, str(path), "", "groups: " + ", ".join(GROUPS)))
        return
    problems += _foreign_attributes(child, {"id", "fill-rule"}, path, group)
    for element in child:
        if element.tag != _SVG + "path":
            message = f"<{element.tag.removeprefix(_SVG)}> is not a filled path"
            problems.append(Problem(message, str(path), group, "convert it to a path"))
            continue
        problems += _foreign_attributes(element, {"d", "fill", "fill-rule", "id"}, path, group)
        fill = element.get("fill", "").lower()
        ink = next((name for name, value in INKS.items() if value == fill), None)
        if ink is None or (group == "colour" and ink == "black"):
            message = f"fill {fill or 'missing'} is not an ink"
            problems.append(Problem(message, str(path), group, ", ".join(INKS.values())))
            continue
        try:
            area = parse_shape(element.get("d", ""), evenodd=True)
        except PathDataError as error:
            problems.append(Problem(f"path data cannot be read: {error}", str(path), group))
            continue
        found[group].setdefault(ink, []).append(area)


def _foreign_attributes(
    element: ElementTree.Element, known: set[str], path: Path, group: str
) -> list[Problem]:
    names = [re.sub("{.*}", "", name) for name in sorted(element.keys()) if name not in known]
    hint = "only filled plain paths"
    return [Problem(f"attribute {name} is not allowed", str(path), group, hint) for name in names]
