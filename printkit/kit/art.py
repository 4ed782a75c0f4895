"""The art of a kit: where it lies, and what its files hold as checked drawing values."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import NamedTuple

from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.kit.art_files import near_names
from printkit.kit.model import Ink as Printing
from printkit.kit.model import Kit
from printkit.material.bitmaps import read_bitmap
from printkit.material.drawings import InexactError, exact_drawing, natural_size, scene_view
from printkit.material.headers import MAX_PICTURE_BYTES, read_picture
from printkit.material.pixels import is_pdf, lost, svg_page
from printkit.material.png_data import packed_png
from printkit.material.svg_shapes import bounds
from printkit.material.svg_tree import MAX_BYTES, is_svg, read_svg
from printkit.scene.art import Art, read_art
from printkit.scene.inks import BLACK, HOUSE, Palette
from printkit.scene.model import Path as DrawnPath
from printkit.scene.model import Picture
from printkit.scene.shapes import polygon, rectangle
from printkit.scene.source import lies_inside, open_source, read_source

__all__ = ["Art", "ArtSource", "art_named", "art_of", "art_source", "inside", "loose_art"]

# A deck's art is read once, in both inks, and drawn from memory; a kit of thousands reads it twice and stays small.
ART_CACHE = 256
_KEPT = Palette(others="kept")
_NO_COLUMN = "a column of a table that holds no pictures: data.art = false in kit.toml"


class ArtSource(NamedTuple):
    """An art file, the folder it may not lead out of, the inks it may use, and its time and size as it is now.

    By these a file that was saved again is known. A `missing` one is drawn as a placeholder.
    """

    file: Path
    root: Path
    palette: Palette = HOUSE
    stamp: tuple[int, int] = (0, 0)
    missing: bool = False


# A frame and a diamond, one filled path so that it may be an emblem too.
_PLACEHOLDER = Art(
    Rect(0.0, 0.0, 30.0, 30.0),
    (
        DrawnPath(
            rectangle(Rect(1.0, 1.0, 28.0, 28.0))
            + rectangle(Rect(2.0, 2.0, 26.0, 26.0))
            + polygon(((15.0, 8.0), (22.0, 15.0), (15.0, 22.0), (8.0, 15.0))),
            BLACK,
        ),
    ),
)

_read: dict[ArtSource, Art] = {}


def art_source(kit: Kit, name: str, ink: Printing = "full") -> ArtSource:
    """Where the art of that name lies: in the kit's folder, or in one it shares; in a draft it may be missing."""
    file = kit.art_file(name, ink)
    root = next(folder for folder in kit.folders if file.is_relative_to(folder))
    return ArtSource(file, root, kit.palette, _stamp(file), kit.draft and not file.is_file())


def art_named(kit: Kit, name: str, key: str, file: str, ink: Printing) -> ArtSource:
    """The art that `key` of a kit's `file` names; that there is none is an InputError with the nearest names."""
    for folder in kit.folders:
        if name or not kit.draft:
            inside(folder, name, file=file, key=key)
    source = art_source(kit, name, ink)
    if not source.missing and not source.file.is_file():
        hint = near_names(name, kit.art_places(ink)) or (_NO_COLUMN if key.startswith("card") else "")
        if any((folder / "art" / name).is_file() for folder in kit.folders):
            hint = f'art/{name} is there; for a column of pictures: data.art = {{ column = "…", folder = "art" }}'
        raise InputError(f"there is no art file {name!r}", file=file, key=key, hint=hint)
    return source


def _stamp(file: Path) -> tuple[int, int]:
    try:
        status = file.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


def art_of(source: ArtSource) -> Art:
    """The art in a file, an SVG drawing or a bitmap (its view in mm at 10 px a mm); errors name file and element."""
    art = _read.get(source)
    return _remember(source, _art(source)) if art is None else art


def loose_art(file: Path, data: bytes) -> Art | None:
    """An SVG, JPEG, opaque PNG or a PDF's first page that belongs to no kit, its colours as they are; else None.

    These cover all of their ground or state what they do not; the pixels of others must be looked at first.
    """
    taken = is_svg(data) or is_pdf(data) or data.startswith(b"\xff\xd8") or packed_png(data) is not None
    return art_of(ArtSource(file, file.parent, _KEPT, _stamp(file))) if taken else None


def _remember(source: ArtSource, art: Art) -> Art:
    while len(_read) >= ART_CACHE:
        # Another thread may have just dropped it.
        _read.pop(next(iter(_read)), None)
    _read[source] = art
    return art


def _art(source: ArtSource) -> Art:
    file, root, palette, _, missing = source
    if missing:
        return _PLACEHOLDER
    name = file.relative_to(root).as_posix() if file.is_relative_to(root) else str(file)
    if not _is_drawing(file, name, root):
        info = read_picture(file, file=name, root=root)
        box = Rect(0.0, 0.0, info.pixels[0] / 10, info.pixels[1] / 10)
        return Art(box, (Picture(str(file), info.digest, box, info.pixels),))
    try:
        art = read_art(file, file=name, root=root, palette=palette)
    except InputError:
        if palette.others == "exact":
            raise
        return _other_art(source, name)
    return _other_art(source, name) if palette.others != "exact" and _shows_through(art, palette) else art


def _shows_through(art: Art, palette: Palette) -> bool:
    """Whether a tint is not the ink of that tint alone: it lies on other shapes, or is of no ink of the kit's."""
    known = {ink.name for ink in palette.inks}
    below: list[Rect] = []
    for item in art.items:
        ink = item.fill if isinstance(item, DrawnPath) else None
        box = bounds(item)
        if ink and ink.tint < 1 and (ink.name not in known or any(box.overlaps(each) for each in below)):
            return True
        below.append(box)
    return False


def _other_art(source: ArtSource, name: str) -> Art:
    """A drawing of another program: as paths where these say what it shows, else as pixels, drawn where it is used."""
    file, root, palette, *_ = source
    data = read_source(file, file=name, root=root, limit=MAX_BYTES)
    tree = read_svg(data, name)
    try:
        return Art(*exact_drawing(tree, palette))
    except InexactError as inexact:
        bitmap = read_bitmap(data, name)
        size = natural_size(tree.root) or bitmap.image.size
        view, _ = scene_view(size)
        page = svg_page(data, name)
        place, digest = page or file, hashlib.sha256(data).hexdigest()
        picture = Picture(str(place), digest, view, bitmap.image.size)
        return Art(view, (picture,), str(inexact), page is not None, lost(tree))


def _is_drawing(file: Path, name: str, root: Path) -> bool:
    """Whether a file holds text as an SVG does; what it is called says nothing."""
    stream, _ = open_source(file, file=name, root=root, limit=MAX_PICTURE_BYTES)
    with stream:
        start = stream.read(64)
    return is_svg(start) or (not start.strip() and file.suffix.lower() == ".svg")


def inside(folder: Path, name: str, *, file: str, key: str) -> Path:
    """The path of a file a kit names; one that leaves the kit's folder is an InputError."""
    hint = "name a file inside the kit"
    if not name or "\0" in name:
        raise InputError(f"{name!r} is not a file name", file=file, key=key, hint=hint)
    path = folder / name
    if os.path.isabs(name) or not lies_inside(path, folder):
        raise InputError(f"{name!r} leaves the kit's folder", file=file, key=key, hint=hint)
    return path
