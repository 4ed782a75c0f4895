"""`python -m printkit.atelier`: makes, checks and shows pictures."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from printkit.atelier.lint import MEAN_LIMIT, card_image, contact_sheet, lint_art
from printkit.atelier.make import VARIANTS, made_path, make, stale
from printkit.atelier.source import ART_FOLDER, read_source, source_names, source_path, write_whole
from printkit.errors import EXIT_CLEAN, EXIT_WRONG, PrintkitError
from printkit.scene.art import read_art
from printkit.scene.raster import ink_spread

FIGURES = "figures.json"
BACK = "back"
SCALE = 10.0
"""Pictures are measured at this many px/mm."""
FACE_SCALE = 3.0
GREY = (0.299, 0.587, 0.114)

Grey = NDArray[np.float64]


def keep_figures(names: Sequence[str], folder: Path) -> list[Path]:
    """Measures these pictures as they stand and rewrites their rows; rows of pictures that are gone are dropped."""
    rows = {variant: dict(kept_figures(folder, variant)) for variant in VARIANTS}
    for name in names:
        findings, figures = lint_art(name, read_source(name, folder))
        for variant in VARIANTS:
            row: dict[str, Any] = {
                "source": _digest(source_path(name, folder)),
                "made": _digest(made_path(name, variant, folder)),
            }
            text = made_path(name, variant, folder).read_text(encoding="utf-8")
            row |= (
                back_figures(text)
                if name == BACK
                else {"darkness": _rounded(grey_of(text, FACE_SCALE).mean())}
            )
            path = made_path(name, variant, folder)
            row["spread"] = ink_spread(read_art(path, file=path.name))
            if variant == "full":
                row |= {
                    "black": _rounded(figures.black), "colour": _rounded(figures.colour), "ink": figures.ink,
                    "bytes": figures.bytes, "findings": [str(finding) for finding in findings],
                }  # fmt: skip
            rows[variant][name] = row
    paths = []
    for variant, known in rows.items():
        standing = {name: row for name, row in sorted(known.items()) if source_path(name, folder).is_file()}
        path = folder / variant / FIGURES
        write_whole(path, _text(standing))
        paths.append(path)
    return [*paths, keep_spreads(folder, "emblem-*.svg")]


def keep_spreads(folder: Path, pattern: str = "*.svg") -> Path:
    """Measures pictures that are made another way, such as emblems and signs, and rewrites their rows."""
    rows = {
        path.stem: {"spread": ink_spread(read_art(path, file=path.name))}
        for path in sorted(folder.glob(pattern))
    }
    path = folder / FIGURES
    write_whole(path, _text(rows))
    return path


def kept_figures(folder: Path, variant: str) -> Mapping[str, dict[str, Any]]:
    """The rows that were kept, by picture; none where nothing was."""
    path = folder / variant / FIGURES
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def out_of_date(folder: Path, names: Sequence[str]) -> list[str]:
    """The made files, as variant/name, whose source or own bytes are not those that were measured."""
    late = []
    for variant in VARIANTS:
        rows = kept_figures(folder, variant)
        for name in sorted({*names, *rows}):
            row, made = rows.get(name), made_path(name, variant, folder)
            source = source_path(name, folder)
            fresh = (
                row is not None
                and source.is_file()
                and made.is_file()
                and row["source"] == _digest(source)
                and row["made"] == _digest(made)
            )
            if not fresh:
                late.append(f"{variant}/{name}")
    return late


def back_figures(text: str) -> dict[str, float]:
    """How well a back hides a face: mean darkness, and the darkness of its lightest spot after a 1 mm blur.

    Both 0 (paper) to 1 (black); `turned` is the greatest difference, of 255, between the back and itself rotated by
    180°, after a blur of 0.2 mm that takes the renderer's own smoothing out.
    """
    grey = grey_of(text, SCALE)
    soft = _blurred(grey, 1.0 * SCALE)
    fine = _blurred(grey, 0.2 * SCALE) * 255
    return {
        "coverage": _rounded(grey.mean()),
        "lightest": _rounded(soft.min()),
        "turned": round(float(np.abs(fine - fine[::-1, ::-1]).max()), 1),
    }


def grey_of(text: str, scale: float) -> Grey:
    """The darkness of every pixel of a picture on its trimmed card, 0 (paper) to 1 (black)."""
    pixels = np.asarray(card_image(text, scale), dtype=np.float64)
    return np.asarray(1 - pixels @ np.array(GREY) / 255, dtype=np.float64)


def _blurred(grey: Grey, sigma: float) -> Grey:
    """Gaussian blur by this many pixels; the edge goes on outwards."""
    reach = int(3 * sigma + 0.5)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        padded = np.pad(grey, [(reach, reach) if axis == at else (0, 0) for at in (0, 1)], mode="edge")
        grey = np.apply_along_axis(np.convolve, axis, padded, weights, "valid")
    return grey


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _rounded(value: float) -> float:
    return round(float(value), 4)


def _text(rows: Mapping[str, dict[str, Any]]) -> str:
    """JSON, a line a picture."""
    body = ",\n".join(f" {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
    return "{\n" + body + "\n}\n"


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
