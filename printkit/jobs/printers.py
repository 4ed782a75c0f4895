"""Stores calibration readings by printer, and computes correction and drift."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

from printkit.errors import InputError, nearest_hint, unreadable
from printkit.files import make_folder, read_json, staging
from printkit.geometry import Affine, Size
from printkit.sheets.calibration import Drift, Turn, drift_of, fit_error, mean_error
from printkit.sheets.model import find_paper

__all__ = [
    "MOST_NAME",
    "TURNS",
    "Calibration",
    "Feed",
    "checked_calibration",
    "forget_printer",
    "known_printers",
    "printer_calibrations",
    "printers_file",
    "store_calibration",
]

FORM = 1
MOST_NAME = 60
# More sheets than anybody reads, and more bytes than anybody's printers need.
MOST_SHEETS = 50
MOST_BYTES = 4_000_000
TURNS: tuple[Turn, ...] = ("long", "short", "fronts-then-backs")


class Feed(NamedTuple):
    """How paper goes through a printer: which, whether the page lies on its side, and how it is turned over."""

    paper: str
    landscape: bool
    turn: Turn

    @property
    def size(self) -> Size:
        """The page as it is laid out."""
        upright = find_paper(self.paper)
        upright = Size(min(upright), max(upright))
        return upright.turned() if self.landscape else upright

    def __str__(self) -> str:
        return f"{self.paper}{' landscape' if self.landscape else ''} {self.turn}"


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was read from the sheets of one printer and one feed: eight readings a sheet."""

    feed: Feed
    readings: tuple[tuple[float, ...], ...]

    @property
    def errors(self) -> tuple[Affine, ...]:
        """What the printer did to each sheet's back."""
        return tuple(fit_error(sheet, self.feed.size, self.feed.turn)[0] for sheet in self.readings)

    @property
    def error(self) -> Affine:
        """What it does in the mean."""
        return mean_error(self.errors)

    @property
    def correction(self) -> Affine:
        """What a back has to be drawn through so that it lands where it shall."""
        return self.error.inverse()

    @property
    def drift(self) -> Drift | None:
        """How far a sheet may lie from the mean; None where only one was read."""
        return drift_of(self.errors, self.feed.size)

    @property
    def disagreement(self) -> float:
        """The largest difference between a reading and the map its sheet gives, in mm."""
        return max(fit_error(sheet, self.feed.size, self.feed.turn)[1] for sheet in self.readings)


def printers_file() -> Path:
    """Where the readings of this user's printers lie."""
    import platformdirs

    folder = os.environ.get("PRINTKIT_CONFIG_DIR") or platformdirs.user_config_dir("printkit")
    return Path(folder) / "printers.json"


def known_printers() -> dict[str, tuple[Calibration, ...]]:
    """Every printer by name with its calibrations; a file that cannot be read is an InputError."""
    file = printers_file()
    try:
        document = read_json(file, MOST_BYTES)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise unreadable(error, file) from error
    except ValueError as error:
        raise InputError(
            "is not a printer list", file=file, hint="move it away and calibrate again"
        ) from error
    try:
        return {name: _calibrations(entries) for name, entries in _printers(document).items()}
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, InputError) as error:
        raise InputError(
            "is not a printer list of this version",
            file=file,
            hint="move it away and calibrate again",
        ) from error


def _printers(document: Any) -> Mapping[str, Any]:
    if document["form"] != FORM:
        raise ValueError("another form")
    return dict(document["printers"])


def _calibrations(entries: Iterable[Any]) -> tuple[Calibration, ...]:
    found = []
    for entry in entries:
        if entry["turn"] not in TURNS or not isinstance(entry["landscape"], bool):
            raise ValueError("no way to turn paper")
        feed = Feed(str(entry["paper"]), entry["landscape"], cast(Turn, entry["turn"]))
        readings = tuple(tuple(float(reading) for reading in sheet) for sheet in entry["sheets"])
        found.append(checked_calibration(feed, readings))
    return tuple(found)


def checked_calibration(feed: Feed, readings: Sequence[Sequence[float]]) -> Calibration:
    """The calibration these readings make; none, too many or impossible ones are an InputError."""
    if not 1 <= len(readings) <= MOST_SHEETS:
        raise InputError(f"readings of {len(readings)} sheets", key="--read", hint=f"1 to {MOST_SHEETS}")
    calibration = Calibration(feed, tuple(tuple(sheet) for sheet in readings))
    if any(abs(error.a * error.d - error.b * error.c) < 0.5 for error in calibration.errors):
        raise InputError("no printer distorts a page that much", key="--read", hint="check the readings")
    return calibration


def printer_calibrations(name: str) -> tuple[Calibration, ...]:
    """What is known of a printer; an unknown name is an InputError with the nearest one."""
    printers = known_printers()
    if name not in printers:
        hint = nearest_hint(name, printers) if printers else f"printkit calibrate {name}"
        raise InputError(f"no printer {name!r} is calibrated", key="--printer", hint=hint)
    return printers[name]


def store_calibration(name: str, calibration: Calibration) -> Path:
    """Keep a calibration in the place of the one for the same feed; returns the file it stands in."""
    if not name.strip() or len(name) > MOST_NAME or not name.isprintable():
        raise InputError(f"{name!r} is not a printer name", hint=f"up to {MOST_NAME} letters")
    printers = known_printers()
    others = [old for old in printers.get(name, ()) if old.feed != calibration.feed]
    printers[name] = (*others, calibration)
    return _write(printers)


def forget_printer(name: str) -> Path:
    """Take a printer out of the list; an unknown one is an InputError."""
    printer_calibrations(name)
    return _write({known: entries for known, entries in known_printers().items() if known != name})


def _write(printers: Mapping[str, Iterable[Calibration]]) -> Path:
    document = {
        "form": FORM,
        "printers": {
            name: [
                {**entry.feed._asdict(), "sheets": [list(sheet) for sheet in entry.readings]}
                for entry in sorted(entries, key=lambda entry: entry.feed)
            ]
            for name, entries in sorted(printers.items())
        },
    }
    file = printers_file()
    with staging(make_folder(file.parent)) as stage:
        stage.write(file.name, (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode())
    return file
