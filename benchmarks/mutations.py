"""Spoils a good deck repeatedly and counts what `printkit check` misses; exit code 0 only if nothing.

A mutant with the same pixels and the same text as before is no mutant: it is left out by that rule
and by no hand. One in three is saved by another program afterwards, and all lie beside a fresh manifest.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

from deck import simple_kit
from mutants import KINDS, Mutant, spoil

from printkit.errors import InputError
from printkit.inspect.pages import open_pdf, page_chars, render_page
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.check.compare import proof_file
from printkit.kit.load import load_kit
from printkit.preflight.book import Book, make_books
from printkit.preflight.structure.checks import preflight_pdf

__all__ = ["Good", "Judged", "judge", "make_deck"]

CARDS = ("major-08", "major-16", "swords-09", "cups-13")
# The same upside down, as a good back is.
BACK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 120"><path fill="#0d6ca9" d="M25 45h20v30h-20z"/></svg>'
BATCH = 24
RENDERED_DPI = 100
# How another program saves a file; those that are not installed are an error, never left out.
PROGRAMS: dict[str, tuple[str, ...]] = {
    "qpdf": ("qpdf", "--object-streams=generate", "--recompress-flate", "{0}", "{1}"),
    "poppler": ("pdftocairo", "-pdf", "{0}", "{1}"),
    "ghostscript": (
        "gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pdfwrite",
        "-dAutoRotatePages=/None", "-dUseCropBox=false", "-sOutputFile={1}", "{0}",
    ),
}  # fmt: skip
OXIDE = "pdf_oxide"
SAVERS = (*PROGRAMS, OXIDE)
PLAIN_SHARE = 2 / 3


class Good(NamedTuple):
    """A deck that is right, and the folder of its kit."""

    pdf: Path
    kit: Path


class Judged(NamedTuple):
    """A mutant, who saved it last, and what became of it: found, missed, or the same on paper and in the text."""

    mutant: Mutant
    saver: str
    verdict: str
    codes: tuple[str, ...] = ()


def main() -> int:
    """Spoils and checks; prints one line a kind, and every mutant that was missed."""
    options = _options()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="printkit-mutations-") as scratch:
        good = make_deck(Path(scratch))
        with ProcessPoolExecutor(options.workers, mp_context=get_context("spawn")) as pool:
            judged = _wanted(pool, good, options.seed, options.count, options.workers)
    _print(judged, time.perf_counter() - start)
    return 1 if any(each.verdict == "missed" for each in judged) else 0


def make_deck(folder: Path) -> Good:
    """Four cards with plain pictures and their backs on A4, built by the public job."""
    kit = simple_kit("youscout", folder)
    (kit / "art" / "full" / "back.svg").write_text(BACK, encoding="utf-8")
    request = BuildRequest(kit_dir=kit, only=("deck",), cards=CARDS, paper="a4", out=folder / "out")
    return Good(build(request)[0].file, kit)


def judge(good: Good, numbers: Sequence[int], seed: int) -> list[Judged]:
    """Makes these mutants of a deck and checks them from their bytes alone."""
    with tempfile.TemporaryDirectory(prefix="printkit-mutants-") as scratch:
        folder = Path(scratch)
        made = {folder / f"{number:06}.pdf": _made(good.pdf, folder, number, seed) for number in numbers}
        new = {path: each for path, each in made.items() if _print_of(path) != _print_of(good.pdf)}
        for path, (_, saver) in new.items():
            _save_again(path, saver)
        _write_manifest(folder)
        errors = _errors(list(new), good.kit)
        known = {saver: _good_errors(good, saver) for saver in {saver for _, saver in new.values()}}
    judged = []
    for path, (mutant, saver) in made.items():
        if path not in new:
            judged.append(Judged(mutant, saver, "same"))
            continue
        codes = tuple(sorted((errors[path] - known[saver]).keys()))
        judged.append(
            Judged(mutant, saver, "found" if codes else "missed", tuple({code for code, *_ in codes}))
        )
    return judged


def _made(source: Path, folder: Path, number: int, seed: int) -> tuple[Mutant, str]:
    mutant = spoil(source, folder / f"{number:06}.pdf", number, seed)
    luck = Random(f"saver {seed}:{number}")
    return mutant, "" if luck.random() < PLAIN_SHARE else luck.choice(SAVERS)


@cache
def _print_of(path: Path) -> tuple[str, ...]:
    """What is on paper and in the text, page by page."""
    with open_pdf(path) as pdf:
        return tuple(
            hashlib.sha256(
                render_page(pdf, page, RENDERED_DPI, gray=False).tobytes()
                + repr([(char.text, char.x, char.y) for char in page_chars(pdf, page)]).encode()
            ).hexdigest()
            for page in range(len(pdf))
        )


def _save_again(path: Path, saver: str) -> None:
    """Another program reads the file and writes it again."""
    again = path.with_suffix(".again")
    if saver == OXIDE:
        from pdf_oxide import PdfDocument

        PdfDocument(str(path)).save(str(again))
    elif saver:
        command = [word.format(path, again) for word in PROGRAMS[saver]]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    else:
        return
    again.replace(path)


def _write_manifest(folder: Path) -> None:
    """A manifest that agrees with every file: anyone who changes a deck can change that, too."""
    files = {
        path.name: {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()} for path in folder.glob("*.pdf")
    }
    (folder / "manifest.json").write_text(json.dumps({"kit": "youscout", "files": files}), encoding="utf-8")


Wrong = Counter[tuple[str, ...]]


def _errors(paths: Sequence[Path], kit: Path) -> dict[Path, Wrong]:
    """The errors of each file; one that cannot be read has one error."""
    return {path: _errors_of(path, _books(kit)) for path in paths}


def _errors_of(path: Path, books: tuple[Book, ...]) -> Wrong:
    try:
        report = proof_file(path, books)
        findings = (*report.findings, *preflight_pdf(path, cards=report.cards))
    except InputError as error:
        return Counter([("unreadable", str(error))])
    return Counter(
        (each.code, each.card, each.subject, each.found) for each in findings if each.severity == "error"
    )


@cache
def _books(folder: Path) -> tuple[Book, ...]:
    """The kit's faces in the size of the deck alone: to compose all others takes longer than many checks."""
    kit = load_kit(folder, ())
    return make_books([replace(kit, sizes={kit.default_size: kit.sizes[kit.default_size]})])


@cache
def _good_errors(good: Good, saver: str) -> Wrong:
    """What is wrong with the good deck itself, saved by that program: the cards that it leaves out."""
    with tempfile.TemporaryDirectory(prefix="printkit-good-") as scratch:
        copy = Path(shutil.copy(good.pdf, Path(scratch) / "good.pdf"))
        _save_again(copy, saver)
        (wrong,) = _errors([copy], good.kit).values()
    assert {code for code, *_ in wrong} <= {"card-missing"}, wrong
    return wrong


def _wanted(pool: ProcessPoolExecutor, good: Good, seed: int, count: int, workers: int) -> list[Judged]:
    """This many mutants that differ from the deck; those that do not are shown, too, but not counted."""
    judged: list[Judged] = []
    start = 0
    while (short := count - sum(each.verdict != "same" for each in judged)) > 0:
        end = start + short
        batches = [range(each, min(each + BATCH, end)) for each in range(start, end, BATCH)]
        for done in pool.map(judge, [good] * len(batches), batches, [seed] * len(batches)):
            judged += done
            sys.stderr.write(f"\r{len(judged)}")
        start = end
    sys.stderr.write("\n")
    return judged


def _print(judged: Sequence[Judged], seconds: float) -> None:
    counts = Counter((each.mutant.kind, each.verdict) for each in judged)
    for kind in KINDS:
        found, missed, same = (counts[kind, verdict] for verdict in ("found", "missed", "same"))
        print(f"{kind:32} found {found:4}  missed {missed:3}  the same {same:3}")
    for line in _missed(judged):
        print(line)
    total = Counter(each.verdict for each in judged)
    print(
        f"{total['found']} of {total['found'] + total['missed']} found, {total['missed']} missed; "
        f"{total['same']} were no change; {sum(bool(each.saver) for each in judged)} saved by another program; "
        f"{seconds:.0f} s"
    )


def _missed(judged: Sequence[Judged]) -> Iterator[str]:
    for each in judged:
        if each.verdict == "missed":
            yield f"missed: {each.mutant.text()} ({each.saver or 'as it was'})"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("count", type=int, nargs="?", default=1000, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
