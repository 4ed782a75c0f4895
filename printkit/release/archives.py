"""PDFs for people without the program: an archive of each kit, for each paper and ink, ready to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import NamedTuple

from printkit.files import sha256_of, staging, temporary_folder
from printkit.interchange.archive import Archive, write_archive
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.build.build_page import write_build_pages
from printkit.kit.find import kit_ids
from printkit.version import __version__

__all__ = ["INKS", "PAPERS", "SUMS", "Edition", "editions", "write_archives"]

PAPERS = ("a4", "letter")
# What people call the inks.
INKS = {"full": "colour", "low": "low-ink"}
SUMS = "SHA256SUMS"


class Edition(NamedTuple):
    """All files of a kit, for one paper and ink."""

    kit: str
    paper: str
    ink: str

    @property
    def name(self) -> str:
        """The archive's name."""
        return f"{self.kit}-{__version__}-{self.paper}-{INKS[self.ink]}.zip"


def editions(kits: Sequence[str] = ()) -> tuple[Edition, ...]:
    """Every edition of these kits, or of all."""
    return tuple(Edition(*each) for each in product(kits or kit_ids(), PAPERS, INKS))


def write_archives(out: Path, every: Sequence[Edition]) -> Iterator[Path]:
    """Write the archives one after the other, and at last their SHA-256 sums."""
    for edition in every:
        with temporary_folder("release") as folder, staging(out) as stage:
            write_build_pages(build(_request(edition, folder)))
            files = sorted(each for each in folder.rglob("*") if each.is_file())
            members = partial(_members, folder, files)
            write_archive(stage, Archive(edition.name, members), lambda done: None)
        yield out / edition.name
    sums = [f"{sha256_of(out / each.name)}  {each.name}\n" for each in every]
    with staging(out) as stage:
        stage.write(SUMS, "".join(sums).encode())
    yield out / SUMS


def _members(folder: Path, files: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    for each in files:
        yield each.relative_to(folder).as_posix(), each.read_bytes()


def _request(edition: Edition, folder: Path) -> BuildRequest:
    return BuildRequest(kits=(edition.kit,), paper=edition.paper, ink=edition.ink, out=folder)
