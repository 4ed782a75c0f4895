"""`python -m printkit.release`: writes the ready PDFs of every kit, and the SBOM, into a folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import NamedTuple

from printkit.errors import EXIT_CLEAN, PrintkitError
from printkit.files import sha256_of, staging, temporary_folder
from printkit.interchange.archive import Archive, write_archive
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.build.build_page import write_build_pages
from printkit.kit.find import kit_ids
from printkit.paths import templates_dir
from printkit.release.bill import licence_list, software_bill
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code: 0 done, 2 something could not be made."""
    parser = argparse.ArgumentParser(prog="python -m printkit.release", description=__doc__)
    parser.add_argument("kits", nargs="*", metavar="KIT", help="kits (usually all)")
    parser.add_argument("--out", type=Path, default=Path("output/release"), metavar="DIR")
    options = parser.parse_args(arguments)
    try:
        for file in write_archives(options.out, editions(options.kits)):
            sys.stdout.write(f"{file}  {file.stat().st_size / 1e6:.1f} MB\n")
        checkout = templates_dir().parent
        with staging(options.out) as stage:
            stage.write("printkit-games.cdx.json", software_bill(checkout, __version__).encode())
            stage.write("licences.txt", licence_list(checkout).encode())
    except PrintkitError as error:
        for problem in error.problems:
            sys.stderr.write(f"{problem}\n")
        return error.exit_code
    return EXIT_CLEAN


if __name__ == "__main__":
    sys.exit(main())
