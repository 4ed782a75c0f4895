"""`python -m printkit.atelier`: makes, checks and shows pictures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from printkit.atelier.figures import keep_figures, keep_spreads
from printkit.atelier.lint import MEAN_LIMIT, lint_art
from printkit.atelier.make import VARIANTS, make, stale
from printkit.atelier.sheet import contact_sheet
from printkit.atelier.source import ART_FOLDER, read_source, source_names
from printkit.errors import EXIT_CLEAN, EXIT_WRONG, PrintkitError


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0 clean, 1 stale or findings, 2 unreadable."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except PrintkitError as error:
        for problem in error.problems:
            sys.stderr.write(f"{problem}\n")
        return error.exit_code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m printkit.atelier", description=__doc__)
    commands = parser.add_subparsers(required=True)
    making = commands.add_parser("make", help="write full/, low/ and their figures.json from the sources")
    making.add_argument("names", nargs="*", metavar="NAME", help="pictures (usually all)")
    making.add_argument("--check", action="store_true", help="write nothing, say which made files differ")
    making.set_defaults(run=_make)
    linting = commands.add_parser("lint", help="computable checks and figures")
    linting.add_argument("names", nargs="*", metavar="NAME")
    linting.set_defaults(run=_lint)
    looking = commands.add_parser("sheet", help="a contact sheet to look at")
    looking.add_argument("out", type=Path, metavar="OUT.png")
    looking.add_argument("names", nargs="*", metavar="NAME")
    looking.add_argument("--scale", type=float, default=8.0, help="px/mm")
    looking.add_argument("--columns", type=int, default=0)
    looking.add_argument("--only", choices=VARIANTS, help="one of the two printings")
    looking.set_defaults(run=_sheet)
    measuring = commands.add_parser("measure", help="write figures.json for pictures drawn in other ways")
    measuring.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    measuring.set_defaults(run=_measure)
    for command in (making, linting, looking):
        command.add_argument("--dir", type=Path, default=ART_FOLDER, help="the art folder")
    return parser


def _chosen(options: argparse.Namespace) -> list[str]:
    return list(options.names) or source_names(options.dir)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _make(options: argparse.Namespace) -> int:
    differing = 0
    for name in _chosen(options):
        if options.check:
            for path in stale(name, options.dir):
                differing += 1
                _say(f"{path}: differs from its source")
        else:
            for path in make(name, options.dir):
                _say(f"{path} {path.stat().st_size}")
    if not options.check:
        for path in keep_figures(_chosen(options), options.dir):
            _say(str(path))
    return EXIT_WRONG if differing else EXIT_CLEAN


def _measure(options: argparse.Namespace) -> int:
    for folder in options.folders:
        _say(str(keep_spreads(folder)))
    return EXIT_CLEAN


def _lint(options: argparse.Namespace) -> int:
    sizes, found = [], 0
    for name in _chosen(options):
        findings, figures = lint_art(name, read_source(name, options.dir))
        sizes.append(figures.bytes)
        found += len(findings)
        _say(f"{name}: {figures}")
        for finding in findings:
            _say(f"  {finding}")
    mean = sum(sizes) / max(1, len(sizes))
    _say(f"{len(sizes)} pictures, {found} findings, mean {mean / 1000:.1f} kB")
    if len(sizes) > 1 and mean > MEAN_LIMIT:
        _say(f"  mean-size: more than {MEAN_LIMIT / 1000:.0f} kB")
        found += 1
    return EXIT_WRONG if found else EXIT_CLEAN


def _sheet(options: argparse.Namespace) -> int:
    variants = (options.only,) if options.only else VARIANTS
    size = contact_sheet(options.out, _chosen(options), options.dir, options.scale, options.columns, variants)
    _say(f"{options.out} {size[0]}x{size[1]} px")
    return EXIT_CLEAN


if __name__ == "__main__":
    raise SystemExit(main())
