"""A picture of what a kit prints: the first page of each of its parts, side by side.

python benchmarks/gallery.py docs/gallery/mountain-road.png mountain-road board-road effects leaflet walkthrough:4
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image

from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest

HEIGHT, GAP, GROUND = 640, 16, (214, 210, 202)


def pictures(kit: str, parts: Sequence[str], out: Path) -> list[Image.Image]:
    """The page of each part (`PART:PAGE`, else its first), books in the kit's first language, all equally high."""
    found = []
    for part in parts:
        name, _, page = part.partition(":")
        built = build(BuildRequest(kits=(kit,), only=(name,), out=out))
        file = next(each.file for each in built if each.file.suffix == ".pdf")
        with pypdfium2.PdfDocument(file) as pdf:
            sheet = pdf[int(page or 1) - 1]
            found.append(sheet.render(scale=HEIGHT / sheet.get_height()).to_pil().convert("RGB"))
    return found


def side_by_side(pages: Sequence[Image.Image]) -> Image.Image:
    """The pages in a row on a ground."""
    width = sum(page.width + GAP for page in pages) + GAP
    row = Image.new("RGB", (width, HEIGHT + 2 * GAP), GROUND)
    left = GAP
    for page in pages:
        row.paste(page, (left, GAP))
        left += page.width + GAP
    return row


def main() -> None:
    """Build and draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("picture", type=Path)
    parser.add_argument("kit")
    parser.add_argument("parts", nargs="+")
    chosen = parser.parse_args()
    with TemporaryDirectory() as out:
        row = side_by_side(pictures(chosen.kit, chosen.parts, Path(out)))
    row.save(chosen.picture, optimize=True)


if __name__ == "__main__":
    main()
