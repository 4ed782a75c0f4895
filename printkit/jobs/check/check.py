"""Checks PDFs, kit folders and output folders, with one report for each; and one file that somebody hands over."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir, suppress
from functools import cached_property, partial
from json import dumps
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from printkit.errors import InputError
from printkit.files import staging
from printkit.inspect.pages import PdfFile, file_subject, open_pdf, page_count
from printkit.jobs.check.check_kit import kit_report
from printkit.jobs.check.check_pdf import pdf_report
from printkit.jobs.check.check_report import Report, write_annotations, write_check_page
from printkit.kit.edition import in_language
from printkit.kit.find import find_kit, find_kits, kit_folder, kit_ids
from printkit.kit.load import load_kit
from printkit.kit.model import Kit
from printkit.preflight.book import Book, make_books
from printkit.preflight.model import Finding
from printkit.preflight.pictures import preflight_pictures
from printkit.preflight.profile import Profile, find_profile
from printkit.preflight.sheet_label import page_label
from printkit.preflight.structure.document import refuse_damaged

__all__ = [
    "PROGRESS",
    "FileCheck",
    "check_paths",
    "check_reports",
    "cores",
    "file_check",
    "in_processes",
    "stated_edition",
]

KIT_FILE = "kit.toml"
ARCHIVE = ".zip"
# From this many files on more processes save more time than it takes to start them.
MANY = 4
KIT_WEIGHT = 2000

Progress = Callable[[str, int, int], None]


def check_paths(
    paths: Sequence[Path], kit: str | None = None, kit_dir: Path | None = None
) -> tuple[Finding, ...]:
    """All findings about PDFs, kit folders and output folders; what cannot be read is an InputError."""
    return tuple(finding for report in check_reports(paths, kit, kit_dir) for finding in report.findings)


def check_reports(
    paths: Sequence[Path],
    kit: str | None = None,
    kit_dir: Path | None = None,
    profile: str = "",
    *,
    workers: int | None = None,
    pictures: bool = False,
    progress: Progress = lambda name, done, total: None,
) -> Iterator[Report]:
    """One report a PDF or kit, in the order named; a folder of PDFs gives one each, sorted by name.

    `kit` or `kit_dir` names the only kit a PDF may be of; without them every kit that is found is tried, and a
    file of none of them is a stranger's. A path that is no file may be the id of a kit. `profile` names the printer
    the PDFs are for. Many files are checked by as many processes as there are cores, or `workers`; the reports are
    the same. `pictures` asks for pictures of the pages with findings.
    """
    if kit and kit_dir:
        raise InputError("--kit-dir names the kit already", hint="leave out --kit")
    judged_by = find_profile(profile) if profile else None
    found, failure = _gathered(paths, judged_by)
    make = partial(_Checker, kit, kit_dir, judged_by, pictures)
    batches = _batches(found)
    if workers is None:
        workers = cores() if len(found) >= MANY else 1
    if min(workers, len(batches)) > 1:
        reports = in_processes(make, batches, workers)
    else:
        checker = make()
        checker.progress = progress
        reports = map(checker, found)
    total, done = sum(map(_weight, found)), 0
    for path, report in zip(found, reports, strict=True):
        done += _weight(path)
        progress("checking", done, total)
        yield report
    if failure is not None:
        raise failure


class _Checker:
    """Checks one thing after the other for the same kits and the same printer."""

    def __init__(
        self, kit: str | None, kit_dir: Path | None, profile: Profile | None, pictures: bool
    ) -> None:
        self._kit, self._kit_dir, self._profile, self._pictures = kit, kit_dir, profile, pictures
        self.progress: Progress = lambda name, done, total: None
        self._unread: list[InputError] = []
        self._editions: dict[tuple[str, str], tuple[Book, ...]] = {}

    @cached_property
    def _books(self) -> tuple[Book, ...]:
        if self._kit_dir is not None:
            kits: Sequence[Kit] = [load_kit(self._kit_dir, ())]
        else:
            kits = [find_kit(self._kit, ())] if self._kit else find_kits(None, (), unread=self._unread.append)
        return make_books(kits)

    def _books_of(self, path: Path) -> tuple[Book, ...]:
        """The books, of the file's kit the edition in the language that it states."""
        kit_id, language = stated_edition(path, [book.whole for book in self._books])
        if not language:
            return self._books
        if (kit_id, language) not in self._editions:
            own = [book for book in self._books if book.kit.id == kit_id]
            self._editions[kit_id, language] = make_books([in_language(each.whole, language) for each in own])
        return self._editions[kit_id, language]

    def __call__(self, path: Path) -> Report:
        if (path / KIT_FILE).is_file():
            return kit_report(path)
        if path.suffix.lower() == ARCHIVE:
            return _archive_report(path, self._profile)
        pages = partial(self.progress, "comparing pages")
        named = bool(self._kit or self._kit_dir)
        report = pdf_report(
            path, self._books_of(path), self._profile, named=named, pictures=self._pictures, progress=pages
        )
        if self._unread and any(finding.code == "no-known-face" for finding in report.findings):
            # It may be of the kit that cannot be read: that comes first.
            raise self._unread[0]
        return report


def _gathered(paths: Sequence[Path], profile: Profile | None) -> tuple[list[Path], InputError | None]:
    """Every file and kit folder to be checked, up to a path that cannot be, and why not."""
    found: list[Path] = []
    for named in paths:
        path = kit_folder(named.name) if _is_kit_id(named) else named
        try:
            if path.exists() and not (path.is_file() or path.is_dir()):
                # A pipe or a device may never end.
                raise InputError("is neither a file nor a folder", file=path)
            found += [path] if (path / KIT_FILE).is_file() else _files(path, profile)
        except InputError as failure:
            return found, failure
    return found, None


def _is_kit_id(path: Path) -> bool:
    """Whether no file has that name, but a kit that is found."""
    return not path.exists() and path.parent == Path() and path.name in kit_ids()


def _batches(paths: Sequence[Path]) -> list[list[Path]]:
    """Files in their order, those together that are likely to need the same pages composed.

    They are neighbours one of whose names begins with the other's: a book to read, and the same to print.
    """
    batches: list[list[Path]] = []
    for path in paths:
        before = batches[-1][-1].stem if batches else ""
        if before and (path.stem.startswith(before) or before.startswith(path.stem)):
            batches[-1].append(path)
        else:
            batches.append([path])
    return batches


def _weight(path: Path) -> int:
    """How much there is to do about a file, in kB; a kit has as much as a large one."""
    return path.stat().st_size // 1000 + 1 if path.is_file() else KIT_WEIGHT


def _files(path: Path, profile: Profile | None) -> tuple[Path, ...]:
    """The PDFs of a folder, and its archives where the printer takes pictures or there is nothing else."""
    if not path.is_dir():
        return (path,)
    files = tuple(sorted(path.rglob("*.pdf")))
    if not files or (profile is not None and profile.form == "pictures"):
        files = tuple(sorted([*files, *path.rglob(f"*{ARCHIVE}")]))
    if not files:
        raise InputError("there is no PDF and no kit in this folder", file=path)
    return files


def _archive_report(path: Path, profile: Profile | None) -> Report:
    """An archive of pictures, as printers take that want no PDF."""
    if profile is None or profile.form != "pictures":
        raise InputError(
            "is an archive of images, which needs a print service",
            file=path,
            hint="add --profile, for example the-game-crafter",
        )

    pictures, findings = preflight_pictures(path, path.as_posix(), profile)
    return Report(path.as_posix(), "", f"{pictures} pictures for {profile.title}", findings)


Thing = TypeVar("Thing")
Result = TypeVar("Result")

# What this process does with a thing, once it has been set up to.
_act: Callable[[Any], Any] | None = None


def cores() -> int:
    """How many processes can really run at once."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def in_processes(
    make: Callable[[], Callable[[Thing], Result]], batches: Sequence[Sequence[Thing]], workers: int
) -> Iterator[Result]:
    """The results of all things in their order; a batch stays in one process, which calls `make` once before the first.

    What an action raises is raised here, after the results of everything before it. `make`, things and results
    have to be picklable.
    """
    pool = ProcessPoolExecutor(min(workers, len(batches)), initializer=_set_up, initargs=(make,))
    done = False
    try:
        for future in [pool.submit(_do, batch) for batch in batches]:
            results, failure = future.result()
            yield from results
            if failure is not None:
                raise failure
        done = True
    finally:
        # An interpreter that ends before its processes do may say so in an exception that nobody handles.
        pool.shutdown(wait=done, cancel_futures=True)


def _set_up(make: Callable[[], Callable[[Any], Any]]) -> None:
    global _act
    # The process that gathers the results handles Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _act = make()


def _do(batch: Sequence[Any]) -> tuple[list[Any], Exception | None]:
    """The results of a batch up to the first failure, and that."""
    assert _act is not None
    results: list[Any] = []
    try:
        for thing in batch:
            results.append(_act(thing))
    except Exception as failure:
        return results, failure
    return results, None


_LANGUAGE = "lang="


def stated_edition(path: Path, kits: Sequence[Kit]) -> tuple[str, str]:
    """The ids of the kit and of the language, both empty where all languages stand together.

    The file's properties say so, or where another program changed them, its first label.
    """
    try:
        with open_pdf(path) as pdf:
            return _stated(path, pdf, kits)
    except InputError:
        # The proof-reader says why the file cannot be read.
        return "", ""


def _stated(path: Path, pdf: PdfFile, kits: Sequence[Kit]) -> tuple[str, str]:
    kit_id, _, rest = file_subject(pdf).partition(" ")
    stated = next((kit for kit in kits if kit.id == kit_id), None)
    if stated is not None:
        return _known(stated, rest.partition(" ")[2])
    # To look at a page of a spoilt file may take all memory.
    refuse_damaged(path)
    label = page_label(pdf, 0, tuple(kits))
    if label is None:
        return "", ""
    words = next((each for each in label.layout if each.startswith(_LANGUAGE)), "")
    return _known(next(kit for kit in kits if kit.id == label.kit), words.removeprefix(_LANGUAGE))


def _known(kit: Kit, language: str) -> tuple[str, str]:
    return (kit.id, language) if language in kit.languages and len(kit.languages) > 1 else ("", "")


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
