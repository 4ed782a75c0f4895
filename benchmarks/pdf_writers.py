"""Compares two folders of PDFs page by page: how many pixels differ, and by how much at most."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy
import pypdfium2
from measure import table

# A pixel is another one beyond this difference in one of its colours, of 255.
SEEN = 8
# So many of a page's pixels may be others.
MOST = 0.0001


class Page(NamedTuple):
    """One page in both folders: its number from 1, the share of pixels that differ, and the greatest difference."""

    number: int
    share: float
    worst: int


def main() -> int:
    """Compare and print a row a file; the exit code is 0 if all pages are practically the same."""
    options = _options()
    names = [
        {file.relative_to(folder) for file in folder.rglob("*.pdf")} for folder in (options.old, options.new)
    ]
    rows, faults = [["file", "pages", "other pixels on the worst page", "", "greatest difference"]], []
    for name in sorted(names[0] ^ names[1]):
        faults.append(f"{name}: only in one of the folders")
    for name in sorted(names[0] & names[1]):
        pages = list(compared(options.old / name, options.new / name, options.dpi))
        if any(page.number == 0 for page in pages):
            faults.append(f"{name}: other pages or sizes")
            continue
        worst = max(pages, key=lambda page: page.share)
        most = max(page.worst for page in pages)
        rows.append(
            [str(name), str(len(pages)), f"{worst.share:.4%}", f"p. {worst.number}", f"{most} of 255"]
        )
        faults += [f"{name}, page {page.number}: {page.share:.4%}" for page in pages if page.share > MOST]
    sys.stdout.write(table(rows))
    sys.stderr.writelines(f"{fault}\n" for fault in faults)
    return 1 if faults or len(rows) == 1 else 0


def compared(old: Path, new: Path, dpi: float) -> Iterator[Page]:
    """Each page of two files; page 0 means that they cannot be compared."""
    with pypdfium2.PdfDocument(old) as one, pypdfium2.PdfDocument(new) as other:
        if len(one) != len(other):
            yield Page(0, 1.0, 255)
            return
        for index in range(len(one)):
            before, after = (_pixels(pdf, index, dpi) for pdf in (one, other))
            if before.shape != after.shape:
                yield Page(0, 1.0, 255)
                return
            apart = numpy.maximum(before, after) - numpy.minimum(before, after)
            yield Page(index + 1, float((apart.max(axis=2) > SEEN).mean()), int(apart.max()))


def _pixels(pdf: pypdfium2.PdfDocument, index: int, dpi: float) -> numpy.ndarray:
    page = pdf[index]
    pixels: numpy.ndarray = page.render(scale=dpi / 72).to_numpy()
    page.close()
    return pixels


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path, help="a folder of PDFs")
    parser.add_argument("new", type=Path, help="the folder with the same files written otherwise")
    parser.add_argument("--dpi", type=float, default=200.0, help="resolution (default 200)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
