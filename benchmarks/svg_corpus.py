"""How SVG of other programs prints: what stays paths or a page, what becomes pixels, what differs from resvg's picture.

npm pack bootstrap-icons && tar xzf bootstrap-icons-*.tgz
python benchmarks/svg_exporters.py exporters
python benchmarks/svg_corpus.py package exporters/* --count 188
python benchmarks/svg_corpus.py --suite svg-suite.zip
"""

from __future__ import annotations

import argparse
import io
import json
import random
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy
from PIL import Image

from printkit.backends.pdf import write_pdf
from printkit.backends.pdf_info import DocumentInfo
from printkit.backends.png import scene_png
from printkit.errors import InputError
from printkit.geometry import IDENTITY, Affine, Rect, Size
from printkit.inspect.pages import render_page
from printkit.kit.art import ArtSource, art_of
from printkit.material.pixels import svg_pixels
from printkit.scene.inks import Palette
from printkit.scene.model import Group, Scene
from printkit.sheets.model import FaceKey, Placement, Sheet

EDGE = 256
FINER = 4
KEPT = Palette(others="kept")


def on_white(image: Image.Image, size: tuple[int, int]) -> numpy.ndarray:
    solid = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image.convert("RGBA"))
    return numpy.asarray(solid.convert("RGB").resize(size, Image.Resampling.BOX)).astype(int)


def in_pdf(scene: Scene, scale: float) -> Image.Image:
    box = Rect(0.0, 0.0, scene.width, scene.height)
    key = FaceKey("a", "front")
    page = Sheet(
        1, "front", Size(scene.width, scene.height), (Placement(key, IDENTITY, box, box),), trim_box=box
    )
    stream = io.BytesIO()
    write_pdf(stream, [page], lambda _: scene, DocumentInfo("a"))
    # Finer, as pdfium moves upright edges to whole pixels.
    return Image.fromarray(render_page(stream.getvalue(), 0, 8 * scale * 25.4, gray=False))


def judged(data: bytes, wanted: bytes, folder: Path, suite: bool) -> Iterator[str]:
    """What became of one drawing, and where it differs."""
    file = folder / "a.svg"
    file.write_bytes(data)
    try:
        art = art_of(ArtSource(file, folder, KEPT, (0, hash(data))))
    except InputError as error:
        yield from ("refused", f"refused: {error.problems[0].message[:50]}")
        return
    yield "page" if art.is_page else "pixels" if art.inexact else "paths"
    if art.inexact:
        yield f"no {'vectors' if not art.is_page else 'paths'}: {art.inexact[:50]}"
    origin = Affine.translation(-art.view.x, -art.view.y)
    scene = Scene("a", art.view.width, art.view.height, 0.0, (Group(art.items, origin),))
    scale = EDGE / max(art.view.width, art.view.height)
    target = inner(Image.open(io.BytesIO(wanted)), suite)
    small = (target.width // FINER, target.height // FINER)
    size, most, share = ((96, 96), 48, 0.01) if suite else (small, 64, 0.005)
    expected = on_white(target, size)
    for name, made in (
        ("PDF", in_pdf(scene, scale)),
        ("PNG", Image.open(io.BytesIO(scene_png(scene, scale * FINER)))),
    ):
        if (numpy.abs(on_white(inner(made, suite), size) - expected).max(axis=2) > most).mean() > share:
            yield f"differs in {name}"


def inner(image: Image.Image, suite: bool) -> Image.Image:
    """Without the frame that most tests of the suite have at the edge."""
    width, height = image.size
    return (
        image.crop((round(width * 0.02), round(height * 0.02), round(width * 0.98), round(height * 0.98)))
        if suite
        else image
    )


def samples(arguments: argparse.Namespace) -> Iterator[tuple[str, str, bytes, bytes | None]]:
    """Group, name, drawing and the picture it should look like, where one comes with it."""
    if arguments.suite:
        with zipfile.ZipFile(arguments.suite) as archive:
            for name in archive.namelist():
                if name.endswith(".svg"):
                    yield name.split("/")[0], name, archive.read(name), archive.read(f"{name[:-4]}.png")
    for folder in arguments.folders:
        drawings = {str(file): file for file in sorted(folder.rglob("*.svg"))} or game_icons(folder)
        names = random.Random(arguments.seed).sample(sorted(drawings), min(arguments.count, len(drawings)))
        for name in names:
            found = drawings[name]
            yield folder.name, name, found if isinstance(found, bytes) else found.read_bytes(), None


def game_icons(folder: Path) -> dict[str, bytes]:
    """The icons of @iconify-json/game-icons as game-icons.net gives them."""
    icons = json.loads(next(folder.rglob("icons.json")).read_bytes())["icons"]
    return {
        name: f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" style="height: 512px; width: 512px;">
<g class="" transform="translate(0,0)" style="">{icon["body"].replace("currentColor", "#000")}</g></svg>""".encode()
        for name, icon in icons.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--suite", type=Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=5)
    arguments = parser.parse_args()
    table: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for group, name, data, wanted in samples(arguments):
            try:
                # Finer, as the tiles of patterns and the pixels at edges are not the drawing.
                picture = wanted or svg_pixels(data, name, EDGE * FINER)
                found = list(judged(data, picture, Path(scratch), wanted is not None))
            except InputError as error:
                found = ["refused", f"refused: {error.problems[0].message[:50]}"]
            table.setdefault(group, Counter()).update(["all", *found])
            for each in found:
                if each.startswith(("differs", "refused:")):
                    print(f"{each}: {name}", flush=True)
    written(table)


COLUMNS = ("all", "paths", "page", "pixels", "refused", "differs in PDF", "differs in PNG")


def written(table: dict[str, Counter[str]]) -> None:
    """The table, a row a group, and what did not stay paths or vectors, by construct."""
    table["together"] = sum(table.values(), Counter[str]())
    print("| drawings of |", " | ".join(COLUMNS), "|\n|" + "---|" * (1 + len(COLUMNS)))
    for group, counts in table.items():
        print("|", group, "|", " | ".join(str(counts[column]) for column in COLUMNS), "|")
    for what, count in table["together"].most_common():
        if what not in COLUMNS:
            print(f"{count:5} {what}")


if __name__ == "__main__":
    main()
