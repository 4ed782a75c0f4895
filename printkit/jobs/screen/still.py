"""Small pictures of a kit for pages without an engine: parts, the front of its box, and a banner for links."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.backends.png import png_jpeg, png_webp, scene_png
from printkit.errors import InputError
from printkit.geometry import Affine, Rect
from printkit.jobs.build.make_job import make_job
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.parts.box import front_of_box
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import rectangle

__all__ = ["BANNER", "banner", "box_front", "still"]

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
    items: list[Item] = [Path(rectangle(Rect(0.0, 0.0, width, height)), BLACK)]
    shown = [(scene, scene.trim.height / scene.trim.width) for scene in scenes]
    room = (1 - 2 * _GAP) * width - (len(shown) - 1) * _GAP * width
    tall = min((1 - 2 * _GAP) * height, *(room / len(shown) * ratio for _, ratio in shown))
    left = (width - sum(tall / ratio for _, ratio in shown) - (len(shown) - 1) * _GAP * width) / 2
    for scene, ratio in shown:
        scale, trim = tall / scene.trim.height, scene.trim
        place = Affine(scale, 0.0, 0.0, scale, left - trim.x * scale, (height - tall) / 2 - trim.y * scale)
        items.append(Group((Path(rectangle(trim), PAPER), Use(scene)), place, clip=trim))
        left += tall / ratio + _GAP * width
    return png_jpeg(scene_png(Scene("banner", width, height, 0.0, tuple(items)), 1.0))
