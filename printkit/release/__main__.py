"""`python -m printkit.release`: writes the ready PDFs of every kit, and the SBOM, into a folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from printkit.errors import EXIT_CLEAN, PrintkitError
from printkit.files import staging
from printkit.paths import templates_dir
from printkit.release.archives import editions, write_archives
from printkit.release.bill import licence_list, software_bill
from printkit.version import __version__


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
