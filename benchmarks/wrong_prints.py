"""Spoils good files of every part in one place each, and counts what `printkit check` misses; exit code 0 if nothing.

A file that still looks the same on every page, with the same boxes and the same annotations, is no wrong print: it is
left out by that rule and by no hand. With `--rewritten` another program writes each file anew after it was spoiled.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy
import pikepdf
from rewrites import PROGRAMS, rewrite
from wrong_marks import KINDS, spoil

from printkit.errors import InputError
from printkit.inspect.pages import open_pdf, page_boxes, render_page
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.check import compare
from printkit.jobs.check.check import check_reports
from printkit.kit.find import find_kit
from printkit.kit.model import Kit
from printkit.preflight.book import Book, ExpectedFile, make_books
from printkit.preflight.model import ERROR

__all__ = ["Good", "judge"]

# What is built to be spoiled: small parts of two kits, each as most people print it, and some in other ways.
SOURCES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tottarot", {"only": ("deck",)}),
    ("tottarot", {"only": ("deck",), "paper": "card"}),
    ("tottarot", {"only": ("deck",), "duplex": "short", "press": "x1a-2003"}),
    ("tottarot", {"only": ("deck",), "duplex": "fronts-then-backs", "marks": ("crop", "registration")}),
    ("tottarot", {"only": ("leaflet",), "lang": "en"}),
    ("tottarot", {"only": ("tokens",)}),
    ("tottarot", {"only": ("box",)}),
    ("youscout", {"only": ("rules",), "lang": "ja"}),
    ("youscout", {"only": ("overlays",), "lang": "ja"}),
    ("youscout", {"only": ("overlays",), "paper": "avery-l7651", "lang": "en"}),
    ("youscout", {"only": ("mat",), "paper": "a4"}),
    ("youscout", {"only": ("tokens",)}),
    ("youscout", {"only": ("box",)}),
    ("youscout", {"only": ("deck",), "cards": ("major-05", "major-10", "swords-09", "cups-03")}),
    (
        "youscout",
        {"only": ("deck",), "ink": "low", "cards": ("major-08", "major-11", "wands-02", "coins-10")},
    ),
    ("youscout", {"only": ("booklet",), "lang": "ja", "pages": "4-9"}),
    ("cetkaik", {"only": ("tokens",)}),
    ("cetkaik", {"only": ("sticks",)}),
    ("cetkaik", {"only": ("box",)}),
    ("cetkaik", {"only": ("board-old",), "ink": "low"}),
    ("cetkaik", {"only": ("leaflet-old",), "lang": "ja"}),
    ("paper-cetkaik", {"only": ("deck",)}),
    ("paper-cetkaik", {"only": ("tokens",)}),
    ("paper-cetkaik", {"only": ("box",), "ink": "low"}),
    ("linked-ships", {"only": ("box",)}),
    ("mountain-road", {"only": ("box",)}),
    ("throwing-sticks", {"only": ("box",), "sleeve": 0.1, "paper": "a3"}),
    ("throwing-sticks", {"only": ("odds", "sticks")}),
    ("linked-ships", {"only": ("slips", "tokens")}),
    ("linked-ships", {"only": ("board-ring",)}),
    ("mountain-road", {"only": ("effects", "board-road")}),
    ("mountain-road", {"only": ("leaflet",), "lang": "en"}),
    ("mountain-road", {"only": ("tokens",)}),
    ("youscout", {"only": ("leaflet-playing",), "lang": "en"}),
    ("youscout", {"only": ("booklet",), "lang": "en", "pages": "1-3"}),
)


class Judged(NamedTuple):
    """What became of one wrong print: `found`, `missed` or `same`."""

    number: int
    part: str
    what: str
    verdict: str


class Good(NamedTuple):
    """A good file, its kit, and what `check` compares it with."""

    file: Path
    kit: str
    expected: ExpectedFile


@cache
def _ruled(kit: str) -> tuple[tuple[Book, ...], Kit]:
    books = make_books([find_kit(kit, ())])
    return books, books[0].ruled


def good(files: Sequence[Path], kit: str) -> list[Good]:
    """What `check` compares good files of a kit with; the whole command has to pass them first."""
    seen: dict[Path, ExpectedFile] = {}
    own = compare.prove_painter

    def watched(expected: ExpectedFile, file: str, **named: Any) -> Any:
        seen[Path(file)] = expected
        return own(expected, file, **named)

    compare.prove_painter = watched
    try:
        errors = _errors(files, kit)
    finally:
        compare.prove_painter = own
    if errors or len(seen) != len(files):
        raise SystemExit(f"{kit}: no good files: {errors}")
    return [Good(file, kit, seen[file]) for file in files]


def judge(source: Good, number: int, seed: int, program: str = "", *, whole: bool) -> Judged:
    """Spoils, checks and judges: by the comparison alone first, then or if `whole` by the whole command.

    `program` writes it anew before it is checked, and the good file it is judged beside.
    """
    part = source.file.stem
    with tempfile.TemporaryDirectory(prefix="printkit-wrong-") as folder:
        target = Path(folder) / "x.pdf"
        what = spoil(source.file, target, number, seed)
        if program:
            what += f", by {program}"
            good_again, spoiled, target = Path(folder) / "good.pdf", target, Path(folder) / "y.pdf"
            try:
                rewrite(program, spoiled, target)
                rewrite(program, source.file, good_again)
            except subprocess.CalledProcessError:
                return Judged(number, part, what, "same")
            source = source._replace(file=good_again)
        if not whole and _differs(source, target):
            return Judged(number, part, what, "found")
        if not _notes(target) and _same(source.file, target):
            return Judged(number, part, what, "same")
        verdict = "found" if _errors([target], source.kit) else "missed"
        return Judged(number, part, what, verdict)


def _differs(source: Good, target: Path) -> bool:
    found = compare.differences(target, target.name, source.expected, _ruled(source.kit)[1]).findings
    return any(each.severity == ERROR for each in found)


def _errors(paths: Sequence[Path], kit: str) -> list[str]:
    try:
        reports = check_reports(paths, kit=kit, workers=1)
        return [each.text for report in reports for each in report.findings if each.severity == ERROR]
    except InputError as error:
        return [str(error)]


def _notes(path: Path) -> bool:
    """Whether a file has what viewers or printers show though pixels and boxes here do not."""
    with pikepdf.open(path) as pdf:
        others = [
            note
            for page in pdf.pages
            for note in page.obj.get("/Annots", ())
            if note.get("/Subtype") != "/Link"
        ]
        links = [note for page in pdf.pages for note in page.obj.get("/Annots", ()) if "/Border" not in note]
        usage = [each for each in pdf.Root.get("/OCProperties", {}).get("/OCGs", ()) if "/Usage" in each]
        units = any("/UserUnit" in page.obj for page in pdf.pages)
        return bool(others or links or usage or units)


def _same(one: Path, other: Path) -> bool:
    """Whether two files have the same pages, boxes and pixels."""
    with open_pdf(one) as first, open_pdf(other) as second:
        if len(first) != len(second):
            return False
        return all(
            page_boxes(first, index) == page_boxes(second, index)
            and numpy.array_equal(
                render_page(first, index, 150, gray=False), render_page(second, index, 150, gray=False)
            )
            for index in range(len(first))
        )


def _built(folder: Path) -> Iterator[tuple[Path, str]]:
    for number, (kit, choices) in enumerate(SOURCES):
        out = folder / str(number)
        for entry in build(BuildRequest(kits=(kit,), out=out, **choices)):
            if entry.file.suffix == ".pdf":
                yield Path(shutil.move(entry.file, folder / f"{number}-{entry.file.name}")), kit


def main() -> int:
    """Prints a line for each miss and each refused rewrite, and the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("count", type=int, nargs="?", default=400)
    parser.add_argument("--first", type=int, default=0, help="number of the first wrong print")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whole", type=int, default=8, help="every how many go through the whole command")
    parser.add_argument("--rewritten", action="store_true", help="each written anew by another program")
    options = parser.parse_args()
    start = time.perf_counter()
    programs = tuple(PROGRAMS) if options.rewritten else ("",)
    judged: list[Judged] = []
    with tempfile.TemporaryDirectory(prefix="printkit-good-") as name:
        built: dict[str, list[Path]] = {}
        for file, kit in _built(Path(name)):
            built.setdefault(kit, []).append(file)
        sources = [each for kit, files in built.items() for each in good(files, kit)]
        print(f"{len(sources)} good files pass, {time.perf_counter() - start:.0f} s", flush=True)
        try:
            for number in range(options.first, options.first + options.count):
                whole = number % options.whole == 0
                # The kind of fault and the part go by the number; so programs take longer turns.
                program = programs[number // len(KINDS) % len(programs)]
                judged.append(
                    judge(sources[number % len(sources)], number, options.seed, program, whole=whole)
                )
                sys.stderr.write(f"\r{len(judged)} of {options.count}")
                if judged[-1].verdict == "missed":
                    print(f"missed: {number} {judged[-1].part}: {judged[-1].what}", flush=True)
        except KeyboardInterrupt:
            print(f"cut off after {len(judged)} of {options.count}")
    counts = Counter((each.what.partition(":")[0], each.verdict) for each in judged)
    for kind in KINDS:
        found, missed, same = (counts[kind, verdict] for verdict in ("found", "missed", "same"))
        print(f"{kind:28} found {found:3}  missed {missed:3}  the same {same:3}")
    total = Counter(each.verdict for each in judged)
    print(
        f"{total['found']} of {total['found'] + total['missed']} wrong prints found over {len(sources)} files, "
        f"{total['same']} were no change; {time.perf_counter() - start:.0f} s"
    )
    return 1 if total["missed"] or len(judged) < options.count else 0


if __name__ == "__main__":
    sys.exit(main())
