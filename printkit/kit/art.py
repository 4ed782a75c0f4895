"""The art of a kit: a file inside the kit's folder comes in, checked drawing values go out."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.scene.art import Art, read_art, read_picture
from printkit.scene.model import Picture
from printkit.scene.source import resolved

__all__ = ["art_of", "inside"]

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg")
# A deck's art is read once, by the check, and drawn from memory; a kit of thousands reads it twice and stays small.
ART_CACHE = 128


@lru_cache(maxsize=ART_CACHE)
def art_of(file: Path, root: Path) -> Art:
    """The art in a file, an SVG drawing or a bitmap (its view in mm at 10 px a mm); errors name file and element."""
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
    if Path(name).is_absolute() or not path.resolve().is_relative_to(resolved(folder)):
        raise InputError(f"{name!r} leaves the kit's folder", file=file, key=key, hint=hint)
    return path
