"""The art of a kit: a file inside the kit's folder comes in, checked drawing values go out."""

from __future__ import annotations

import os
from pathlib import Path

from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.scene.art import Art, read_art, read_picture
from printkit.scene.model import Picture
from printkit.scene.source import lies_inside

__all__ = ["art_of", "inside"]

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg")
# A deck's art is read once, by the check, and drawn from memory; a kit of thousands reads it twice and stays small.
ART_CACHE = 128

_read: dict[tuple[Path, Path], Art] = {}


def art_of(file: Path, root: Path) -> Art:
    """The art in a file, an SVG drawing or a bitmap (its view in mm at 10 px a mm); errors name file and element."""
    art = _read.get((file, root))
    return _remember(file, root, _art(file, root)) if art is None else art


def _remember(file: Path, root: Path, art: Art) -> Art:
    while len(_read) >= ART_CACHE:
        del _read[next(iter(_read))]
    _read[file, root] = art
    return art


def _art(file: Path, root: Path) -> Art:
    name = file.relative_to(root).as_posix() if file.is_relative_to(root) else str(file)
    if file.suffix.lower() in PICTURE_ENDINGS:
        info = read_picture(file, file=name, root=root)
        box = Rect(0.0, 0.0, info.pixels[0] / 10, info.pixels[1] / 10)
        return Art(box, (Picture(str(file), info.digest, box, info.pixels),))
    return read_art(file, file=name, root=root)


def inside(folder: Path, name: str, *, file: str, key: str) -> Path:
    """The path of a file a kit names; one that leaves the kit's folder is an InputError."""
    hint = "name a file inside the kit"
    if not name or "\0" in name:
        raise InputError(f"{name!r} is no file name", file=file, key=key, hint=hint)
    path = folder / name
    if os.path.isabs(name) or not lies_inside(path, folder):
        raise InputError(f"{name!r} leaves the kit's folder", file=file, key=key, hint=hint)
    return path
