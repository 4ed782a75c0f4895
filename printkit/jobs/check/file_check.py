"""Checks one file that somebody hands over: what was found, and the two files of `check` that show it."""

from __future__ import annotations

from contextlib import chdir, suppress
from json import dumps
from pathlib import Path
from typing import Any, NamedTuple

from printkit.backends.inspect import page_count
from printkit.errors import InputError
from printkit.files import staging
from printkit.jobs.check.check import check_reports
from printkit.jobs.check.check_report import write_annotations, write_check_page

__all__ = ["PROGRESS", "FileCheck", "file_check"]

PROGRESS = "progress.json"
"""The file in which progress stands meanwhile: what is done, how far, and of how much."""


class FileCheck(NamedTuple):
    """What was found, ready for JSON, the page of `--html`, and the copy of `--annotate` (empty: none can be made)."""

    facts: dict[str, Any]
    page: bytes
    annotated: bytes


def file_check(file: Path, out: Path, kit: str | None, kit_dir: Path | None) -> FileCheck:
    """Check a file as `printkit check` does in its folder; only in `out`, an own folder, anything is written.

    `kit` or `kit_dir` names the only kit it may be of. What cannot be read is an InputError. The process is in the
    file's folder meanwhile, so that every text says its name alone; `out` and `kit_dir` are absolute.
    """

    def tell(name: str, done: int, total: int) -> None:
        with staging(out) as stage:
            stage.write(PROGRESS, dumps({"name": name, "done": done, "total": total}).encode())

    with chdir(file.parent):
        own = Path(file.name)
        (report,) = check_reports([own], kit, kit_dir, pictures=True, progress=tell)
        page, marked = write_check_page([report], out / "report.html"), out / "copy" / own
        with suppress(InputError):
            # What is too damaged to be copied has its findings all the same.
            write_annotations(report, marked)
        facts = {
            **report.as_json(),
            "pages": page_count(own),
            "passed": report.passed,
            "counts": {word: getattr(report, word) for word in ("faces", "sheets", "figures", "proved")},
            "compared": report.compared,
            "pictured": [view.page for view in report.views],
        }
        return FileCheck(facts, page.read_bytes(), marked.read_bytes() if marked.exists() else b"")
