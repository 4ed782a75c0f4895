"""Draws all parts of a kit on one sheet, each with the name `--only` knows it by: docs/gallery/KIT-parts.webp.

    python benchmarks/gallery.py [KIT …] [author-report]

The box comes first, then what is cut out, then the books in English with their first pages. The report to the authors
has a sheet in each language. Needs pypdfium2.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pypdfium2
from author_report import LANGUAGES, read_rows, report
from PIL import Image, ImageDraw, ImageFont

from printkit.jobs.build.build import build
from printkit.jobs.build.part_table import Part, parts_of
from printkit.jobs.build.request import BuildRequest
from printkit.kit.edition import EVERY_LANGUAGE
from printkit.kit.find import find_kit, find_kits

ROOT = Path(__file__).resolve().parent.parent
GALLERY = ROOT / "docs" / "gallery"
FONT = ROOT / "fonts" / "biz-udpgothic-bold.ttf"
# Pixels: the whole width, about how high a row is, what lies between, and the words below a page.
WIDTH, HEIGHT, GAP, WORDS = 1800, 420, 18, 26
GROUND, INK = (214, 210, 202), (24, 24, 24)
# The EXIF tag under which a picture has the names of the parts on it.
DESCRIPTION = 270
# So many pages of each book.
BOOK_PAGES = 3
# Of these two sheets are shown, as they are.
WHOLE = ("box", "board", "mat")
REPORT = "author-report"
# What the sheet begins with; the rest stands as `parts_of` has it, books last.
FIRST = ("box", "deck")


class Shown(NamedTuple):
    """A page and the part it is of; only the first page of a part is named."""

    page: Image.Image
    name: str


def shown(kit: str) -> Iterator[Shown]:
    """The pages of all parts."""
    parts = parts_of(find_kit(kit))

    def order(name: str) -> tuple[bool, int]:
        return parts[name].bound_book, FIRST.index(name) if name in FIRST else len(FIRST)

    with TemporaryDirectory() as out:
        for name in sorted(parts, key=order):
            for at, page in enumerate(pages(kit, name, parts[name], Path(out))):
                yield Shown(page, "" if at else name)


def pages(kit: str, name: str, part: Part, out: Path) -> Iterator[Image.Image]:
    """The first pages of a part, twice as large as they will stand."""
    request = BuildRequest(
        kits=(kit,), only=(name,), out=out, lang="en" if part.bound_book else EVERY_LANGUAGE
    )
    files = (each.file for each in build(request) if each.file.suffix == ".pdf")
    with pypdfium2.PdfDocument(next(file for file in files if "-print" not in file.name)) as pdf:
        # The last page of a book is its print check; behind most sheets lie backs.
        most = (
            min(len(pdf) - 1, BOOK_PAGES)
            if part.bound_book
            else min(len(pdf), 2 if name.startswith(WHOLE) else 1)
        )
        for number in range(most):
            page = pdf[number].render(scale=2 * HEIGHT / pdf[number].get_height()).to_pil().convert("RGB")
            yield page if part.bound_book or name.startswith(WHOLE) else used(page)


def used(page: Image.Image) -> Image.Image:
    """A sheet without the strip with its ruler and what is blank above it."""
    grey, strip = page.convert("L").point(lambda light: 255 * (light < 250)), page.height // 14
    band = page.height // 12
    for foot in range(page.height - strip, band, -1):
        if grey.crop((0, foot - band, page.width, foot)).getbbox() is None:
            above = grey.crop((0, 0, page.width, foot)).getbbox()
            return page.crop((0, 0, page.width, above[3] + band // 3)) if above else page
        if grey.crop((0, foot - 1, page.width, foot)).getbbox():
            return page
    return page


def report_pages(language: str) -> list[Shown]:
    """All pages of the report to the authors."""
    with pypdfium2.PdfDocument(report(read_rows(), language)) as pdf:
        return [Shown(page.render(scale=1).to_pil().convert("RGB"), "") for page in pdf]


def rows(pictures: Sequence[Shown]) -> Iterator[list[Shown]]:
    """The pictures in rows that are nearly as wide as the sheet."""
    row: list[Shown] = []
    for each in pictures:
        if row and width([*row, each], HEIGHT) > WIDTH:
            yield row
            row = []
        row.append(each)
    yield row


def width(row: Sequence[Shown], height: float) -> float:
    """How wide a row of that height is."""
    return GAP + sum(each.page.width * height / each.page.height + GAP for each in row)


def sheet(pictures: Sequence[Shown]) -> Image.Image:
    """All pictures on a ground; full rows are as wide as the sheet."""
    laid = []
    for row in rows(pictures):
        air = GAP * (len(row) + 1)
        fitting = HEIGHT * (WIDTH - air) / (width(row, HEIGHT) - air)
        laid.append((row, round(min(fitting, HEIGHT * 1.12))))
    whole = Image.new("RGB", (WIDTH, GAP + sum(height + WORDS + GAP for _, height in laid)), GROUND)
    pen, font, top = ImageDraw.Draw(whole), ImageFont.truetype(str(FONT), 19), GAP
    for row, height in laid:
        left = GAP
        for page, name in row:
            size = round(page.width * height / page.height), height
            whole.paste(page.resize(size, Image.Resampling.LANCZOS), (left, top))
            pen.text((left, top + height + 4), name, INK, font)
            left += size[0] + GAP
        top += height + WORDS + GAP
    return whole


def main() -> None:
    """Build and draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kits", nargs="*", metavar="KIT", help="usually all")
    chosen = parser.parse_args().kits or [*(kit.id for kit in find_kits()), REPORT]
    for language in LANGUAGES if REPORT in chosen else ():
        sheet(report_pages(language)).save(GALLERY / f"{REPORT}-{language}.webp", quality=55, method=6)
        print(GALLERY / f"{REPORT}-{language}.webp")
    for kit in (each for each in chosen if each != REPORT):
        pictures, described = [*shown(kit)], Image.Exif()
        described[DESCRIPTION] = " ".join(each.name for each in pictures if each.name)
        sheet(pictures).save(GALLERY / f"{kit}-parts.webp", quality=86, method=6, exif=described)
        print(GALLERY / f"{kit}-parts.webp")


if __name__ == "__main__":
    main()
