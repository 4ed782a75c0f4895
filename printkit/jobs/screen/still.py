"""Pictures of a kit without an engine: parts, the front of its box, a banner for links, and a sheet of all faces."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from struct import pack
from zlib import crc32

from printkit.backends.png import png_jpeg, png_webp, scene_png
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_back, compose_face
from printkit.errors import InputError
from printkit.files import staging
from printkit.geometry import Affine, Rect
from printkit.jobs.build.make_job import make_job, print_variables
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.parts.box import front_of_box
from printkit.jobs.screen.gallery import PreviewRequest, load_shown
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, HOUSE_INKS, PAPER
from printkit.scene.model import Group, Item, Scene, Use, dump
from printkit.scene.model import Path as ScenePath
from printkit.scene.shapes import rectangle

__all__ = ["BANNER", "DRAWN_FROM", "banner", "box_front", "contact_sheet", "drawn_from", "still"]

BANNER = (1200, 630)
"""Pixels of the picture that stands for a page where it is linked."""
_GAP = 0.05


def still(scene: Scene, width: int) -> tuple[bytes, int]:
    """A drawing without its bleed as WebP, so many pixels wide; and its height."""
    data = png_webp(scene_png(scene, width / scene.trim.width, bleed=False), "", quality=56)
    return data, -int(-round(scene.trim.height * width / scene.trim.width, 6) // 1)


def box_front(kit: Kit) -> Scene | None:
    """The front of the kit's closed box; None where it has none, or none that fits a sheet."""
    if kit.box is None:
        return None
    try:
        return front_of_box(make_job(kit, BuildRequest(kit_dir=kit.folder), kit.default_size))
    except InputError:
        return None


def banner(scenes: Sequence[Scene]) -> bytes:
    """Drawings side by side on black, as JPEG of BANNER's size."""
    width, height = BANNER
    items: list[Item] = [ScenePath(rectangle(Rect(0.0, 0.0, width, height)), BLACK)]
    shown = [(scene, scene.trim.height / scene.trim.width) for scene in scenes]
    room = (1 - 2 * _GAP) * width - (len(shown) - 1) * _GAP * width
    tall = min((1 - 2 * _GAP) * height, *(room / len(shown) * ratio for _, ratio in shown))
    left = (width - sum(tall / ratio for _, ratio in shown) - (len(shown) - 1) * _GAP * width) / 2
    for scene, ratio in shown:
        scale, trim = tall / scene.trim.height, scene.trim
        place = Affine(scale, 0.0, 0.0, scale, left - trim.x * scale, (height - tall) / 2 - trim.y * scale)
        items.append(Group((ScenePath(rectangle(trim), PAPER), Use(scene)), place, clip=trim))
        left += tall / ratio + _GAP * width
    return png_jpeg(scene_png(Scene("banner", width, height, 0.0, tuple(items)), 1.0))


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
    items: list[Item] = [ScenePath(rectangle(whole), HOUSE_INKS["black"].at(0.18))]
    for index, scene in enumerate(scenes):
        row, column = divmod(index, columns)
        place = Affine.translation(gap + column * (width + gap), gap + row * (height + gap))
        items.append(Group((ScenePath(rectangle(scene.trim), PAPER), Use(scene)), place, clip=scene.trim))
    return Scene("contact-sheet", whole.width, whole.height, 0.0, tuple(items))
