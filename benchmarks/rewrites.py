"""Rewrites good files of every part with other programs; exit code 0 only if `printkit check` refuses none.

Nothing is wrong with these files: they were printed to PDF, repaired or made smaller on their way to a printer.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

from printkit.errors import InputError
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.check.check import check_reports
from printkit.kit.find import kit_ids
from printkit.preflight.model import ERROR

__all__ = ["PROGRAMS", "Rewritten", "rewrite", "rewritten"]

PYTHON = (sys.executable, "-c")
PROGRAMS: dict[str, tuple[str, ...]] = {
    "qpdf": ("qpdf", "--object-streams=generate", "--recompress-flate", "{0}", "{1}"),
    "qpdf --qdf": ("qpdf", "--qdf", "--coalesce-contents", "{0}", "{1}"),
    "mutool clean": ("mutool", "clean", "-gggg", "-z", "{0}", "{1}"),
    "mutool convert": ("mutool", "convert", "-F", "pdf", "-o", "{1}", "{0}"),
    "poppler": ("pdftocairo", "-pdf", "{0}", "{1}"),
    "ghostscript": (
        "gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pdfwrite",
        "-dAutoRotatePages=/None", "-dUseCropBox=false", "-sOutputFile={1}", "{0}",
    ),
    "pdfium": (*PYTHON, "import pypdfium2, sys; pypdfium2.PdfDocument(sys.argv[1]).save(sys.argv[2])", "{0}", "{1}"),
    "pikepdf": (
        *PYTHON,
        "import pikepdf, sys; pikepdf.open(sys.argv[1]).save(sys.argv[2], linearize=True, recompress_flate=True)",
        "{0}", "{1}",
    ),
}  # fmt: skip


class Rewritten(NamedTuple):
    """A good file another program has written anew: the errors about it, and the seconds they took."""

    file: str
    program: str
    errors: tuple[str, ...]
    seconds: float


def rewrite(program: str, source: Path, target: Path) -> None:
    """Has another program write a file anew; one that fails is a CalledProcessError."""
    words = [word.format(source, target) for word in PROGRAMS[program]]
    subprocess.run(words, check=True, capture_output=True, timeout=600)


def rewritten(source: Path, kit: str, program: str) -> Rewritten:
    """Rewrites one file and checks it; a program that fails is an error of the benchmark."""
    with tempfile.TemporaryDirectory(prefix="printkit-again-") as folder:
        target = Path(folder) / source.name
        rewrite(program, source, target)
        start = time.process_time()
        errors = tuple(_errors(target, kit))
        return Rewritten(source.stem, program, errors, time.process_time() - start)


def _errors(path: Path, kit: str) -> list[str]:
    try:
        reports = check_reports([path], kit=kit, workers=1)
        return [
            each.text
            for report in reports
            for each in report.findings
            if each.severity == ERROR or each.code == "not-compared"
        ]
    except InputError as error:
        return [str(error)]


def _files(folder: Path, kits: list[str], built: Path | None) -> list[tuple[Path, str]]:
    """Every PDF of these kits as built without options, and its kit."""
    if built is None:
        built = folder
        build(BuildRequest(kits=tuple(kits), out=folder))
    return [(path, kit) for kit in kits for path in sorted(built.glob(f"**/{kit}-*.pdf"))]


def main() -> int:
    """Prints a line for each refusal, the slowest file, and the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("kits", nargs="*", help="kits, by default all")
    parser.add_argument("--count", type=int, default=0, help="so many, drawn at random; all without it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--programs", default="", help="some of the programs, by commas; by default all there are"
    )
    parser.add_argument("--built", type=Path, help="folder of files that were built before")
    parser.add_argument("--match", default="", help="only files whose names contain this")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    there = [each for each, words in PROGRAMS.items() if shutil.which(words[0])]
    if not options.programs and len(there) < len(PROGRAMS):
        print(f"not there, and left out: {', '.join(each for each in PROGRAMS if each not in there)}")
    programs = options.programs.split(",") if options.programs else there
    with tempfile.TemporaryDirectory(prefix="printkit-good-") as name:
        files = _files(Path(name), options.kits or list(kit_ids()), options.built)
        every = [(*file, program) for file in files for program in programs if options.match in file[0].name]
        if options.count:
            every = Random(options.seed).sample(every, min(options.count, len(every)))
        done: list[Rewritten] = []
        with ProcessPoolExecutor(options.workers) as pool:
            for each in pool.map(rewritten, *zip(*every, strict=True)):
                done.append(each)
                sys.stderr.write(f"\r{len(done)} of {len(every)}")
                if each.errors:
                    print(f"refused: {each.file} {each.program}: {len(each.errors)} errors", flush=True)
                    print("\n".join(f"    {text[-200:]}" for text in each.errors[:3]), flush=True)
    counts = Counter(each.program for each in done)
    refused = Counter(each.program for each in done if each.errors)
    for program, count in counts.items():
        slow = max((each for each in done if each.program == program), key=lambda each: each.seconds)
        print(
            f"{program:16} {refused[program]} of {count} refused; slowest {slow.seconds:.1f} s ({slow.file})"
        )
    print(f"{sum(refused.values())} of {len(done)} rewrites of {len(files)} files refused")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
