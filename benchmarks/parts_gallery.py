"""Draws the parts of two kits on a sheet each, to be looked at.

    printkit build youscout tottarot --all && python benchmarks/parts_gallery.py output

Writes docs/gallery/parts-KIT.png: box, mat and tokens, pages of the books in both languages, start cards, rule cards
and overlays. Needs poppler (`pdftoppm`).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

GALLERY = Path(__file__).resolve().parent.parent / "docs" / "gallery"
# What stands in a row: files of the kit, each with its pages.
ROWS = {
    "youscout": (
        (("box", "1"), ("mat-a2", "1"), ("tokens", "1")),
        (("booklet-ja", "1"), ("booklet-ja", "3-6"), ("booklet-ja", "15"), ("booklet-ja", "30-31")),
        (("booklet-en", "1"), ("booklet-en", "3-6"), ("booklet-en", "15"), ("booklet-en", "31-32")),
        (("puzzles-ja", "1-2"), ("puzzles-ja", "4"), ("puzzles-ja", "36-37"), ("puzzles-ja", "44")),
        (("walkthrough-ja", "1"), ("walkthrough-ja", "5-6"), ("walkthrough-en", "5-6")),
        (("start", "1-2"), ("rules", "1"), ("together", "1"), ("overlays", "1-2")),
    ),
    "tottarot": (
        (("box", "1"), ("tokens", "1"), ("start", "1-2")),
        (("leaflet-ja", "1-4"), ("leaflet-en", "1-4")),
        (("walkthrough-ja", "1-4"), ("walkthrough-en", "3-4")),
    ),
}
HEIGHT, GAP = 330, 8
GROUND = (150, 150, 150)


def pages(file: Path, chosen: str) -> list[Image.Image]:
    """The pages of a file, each as high as a row."""
    first, _, last = chosen.partition("-")
    with tempfile.TemporaryDirectory() as folder:
        command = ["pdftoppm", "-r", "60", "-png", "-f", first, "-l", last or first, str(file), f"{folder}/p"]
        subprocess.run(command, check=True)
        drawn = [Image.open(path).convert("RGB") for path in sorted(Path(folder).glob("*.png"))]
    return [each.resize((round(each.width * HEIGHT / each.height), HEIGHT)) for each in drawn]


def sheet(built: Path, kit: str) -> Image.Image:
    """The kit's parts as they were built."""
    rows = [
        [image for name, chosen in row for image in pages(built / kit / f"{kit}-{name}.pdf", chosen)]
        for row in ROWS[kit]
    ]
    width = max(sum(image.width + GAP for image in row) for row in rows) + GAP
    drawn = Image.new("RGB", (width, len(rows) * (HEIGHT + GAP) + GAP), GROUND)
    for at, row in enumerate(rows):
        x = GAP
        for image in row:
            drawn.paste(image, (x, GAP + at * (HEIGHT + GAP)))
            x += image.width + GAP
    # The colours that are there, not the most frequent ones: a blue star on one box is blue.
    return drawn.quantize(256, Image.Quantize.FASTOCTREE)


if __name__ == "__main__":
    for kit in ROWS:
        sheet(Path(sys.argv[1]), kit).save(GALLERY / f"parts-{kit}.png", optimize=True)
