"""Writes all faces of a kit side by side as one picture."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from struct import pack
from zlib import crc32

from printkit.backends.png import png_webp, scene_png
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_back, compose_face
from printkit.errors import InputError
from printkit.files import staging
from printkit.geometry import Affine, Rect
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.screen.gallery import PreviewRequest, load_shown
from printkit.kit.model import Kit
from printkit.scene.inks import HOUSE_INKS, PAPER
from printkit.scene.model import Group, Item, Scene, Use, dump
from printkit.scene.model import Path as DrawnPath
from printkit.scene.shapes import rectangle

__all__ = ["DRAWN_FROM", "contact_sheet", "drawn_from"]

DRAWN_FROM = "drawn-from"
"""The key of the text in a picture that says what a contact sheet was drawn from."""


def contact_sheet(request: PreviewRequest, file: Path, columns: int = 9, px_per_mm: float = 2.2) -> Path:
    """Write all faces and the backs of a kit side by side as one PNG or WebP, which says what it was drawn from."""
    with_text = _WITH_TEXT.get(file.suffix.lower())
    if with_text is None:
        raise InputError("is no name of a picture", file=file, hint="a name that ends in .png or .webp")
    _, scenes = _every_scene(request)
    picture = with_text(scene_png(_side_by_side(scenes, columns), px_per_mm), _digest(scenes))
    with staging(file.absolute().parent) as stage:
        stage.write(file.name, picture)
        return stage.finish()[0]


def drawn_from(request: PreviewRequest) -> str:
    """What a contact sheet drawn now would carry under `DRAWN_FROM`: a digest of every line and ink of the faces."""
    return _digest(_every_scene(request)[1])


def _every_scene(request: PreviewRequest) -> tuple[Kit, list[Scene]]:
    kit, _ = load_shown(request)
    choices = Choices(kit.size(request.card or None).name, "full", print_variables(kit, request.options))
    scenes = [compose_face(kit, card, choices) for card in kit.cards]
    backs = [card for part in kit.components for card in kit.backs_of(part.id).values()]
    return kit, [*scenes, *(compose_back(kit, card, choices) for card in backs)]


def _digest(scenes: list[Scene]) -> str:
    return sha256("".join(map(dump, scenes)).encode()).hexdigest()


def _png(png: bytes, digest: str) -> bytes:
    """The PNG with one text chunk right after its header."""
    header = 8 + 25
    chunk = b"tEXt" + DRAWN_FROM.encode("latin-1") + b"\0" + digest.encode("latin-1")
    return png[:header] + pack(">I", len(chunk) - 4) + chunk + pack(">I", crc32(chunk)) + png[header:]


def _webp(png: bytes, digest: str) -> bytes:
    return png_webp(png, f"{DRAWN_FROM}: {digest}")


_WITH_TEXT = {".png": _png, ".webp": _webp}


def _side_by_side(scenes: list[Scene], columns: int) -> Scene:
    gap = 4.0
    width, height = scenes[0].width, scenes[0].height
    rows = -(-len(scenes) // columns)
    whole = Rect(0, 0, columns * (width + gap) + gap, rows * (height + gap) + gap)
    items: list[Item] = [DrawnPath(rectangle(whole), HOUSE_INKS["black"].at(0.18))]
    for index, scene in enumerate(scenes):
        row, column = divmod(index, columns)
        place = Affine.translation(gap + column * (width + gap), gap + row * (height + gap))
        items.append(Group((DrawnPath(rectangle(scene.trim), PAPER), Use(scene)), place, clip=scene.trim))
    return Scene("contact-sheet", whole.width, whole.height, 0.0, tuple(items))
