"""Measures `printkit check`: processor time as a share of `build`'s, a page of a stranger, and memory."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from reportlab.lib.pagesizes import A5
from reportlab.pdfgen.canvas import Canvas

from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.check.check import check_reports

__all__ = ["Case", "measured"]

TEXT = "Sixty zippers were quickly picked from the woven jute bag and put back again. "


class Case(NamedTuple):
    """What was measured: its name, processor seconds to build and to check it, pages or files, and most megabytes."""

    name: str
    build: float
    check: float
    count: int
    megabytes: float

    @property
    def text(self) -> str:
        """For people."""
        share = (
            f"{self.check / self.build:5.2f} × build"
            if self.build
            else f"{self.check / self.count:6.3f} s each"
        )
        return f"{self.name:24} build {self.build:6.2f} s, check {self.check:6.2f} s, {share}, {self.megabytes:.0f} MB"


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """Processor seconds and megabytes at most of some work in a process of its own."""
    child = os.fork()
    if not child:
        try:
            work()
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            os._exit(1)
        os._exit(0)
    _, status, used = os.wait4(child, 0)
    if status:
        raise SystemExit("the work failed")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / (1 if sys.platform == "darwin" else 1000)


def _check(files: Sequence[Path], kit: str | None) -> None:
    wrong = [each for each in check_reports(files, kit=kit, workers=1) if not each.clean]
    if wrong:
        raise SystemExit(f"not clean: {wrong[0].closing}")


def _case(name: str, folder: Path, kit: str, choices: dict[str, tuple[str, ...]], program: str = "") -> Case:
    out = folder / name.replace(" ", "-")
    seconds, _ = measured(lambda: list(build(BuildRequest(kits=(kit,), out=out, **choices))))  # type: ignore[arg-type]
    files = sorted(out.rglob("*.pdf"))
    if program:
        for file in files:
            again = file.with_suffix(".new")
            subprocess.run([program, "-pdf", str(file), str(again)], check=True)
            again.replace(file)
    used, memory = measured(lambda: _check(files, kit))
    return Case(name, seconds, used, len(files), memory)


def _foreign(folder: Path, pages: int) -> Case:
    """Plain pages of another program, checked for every kit."""
    file = folder / f"foreign-{pages}.pdf"
    canvas = Canvas(str(file), A5)
    for number in range(pages):
        for line in range(40):
            canvas.drawString(40, 560 - 13 * line, f"{number + 1}.{line + 1} {TEXT}"[:70])
        canvas.showPage()
    canvas.save()
    used, memory = measured(lambda: list(check_reports([file], workers=1)))
    return Case(f"foreign, {pages} pages", 0.0, used, pages, memory)


def main() -> int:
    """A line for each case."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("cases", nargs="*", default=["deck", "rewritten", "whole", "foreign"])
    parser.add_argument("--kit", default="youscout")
    options = parser.parse_args()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="printkit-check-") as name:
        folder = Path(name)
        cases: dict[str, Callable[[], list[Case]]] = {
            "deck": lambda: [_case("deck", folder, options.kit, {"only": ("deck",)})],
            "rewritten": lambda: [
                _case("deck rewritten", folder, options.kit, {"only": ("deck",)}, "pdftocairo")
            ],
            "whole": lambda: [_case("whole kit", folder, options.kit, {})],
            "foreign": lambda: [_foreign(folder, pages) for pages in (1, 76, 304)],
        }
        for wanted in options.cases:
            for case in cases[wanted]():
                print(case.text, flush=True)
    print(f"{time.perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
