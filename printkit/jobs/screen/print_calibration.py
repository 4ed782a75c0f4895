"""A printer's calibration for a page: the sheet to fold, and what its readings mean; nothing of it is kept here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from printkit.files import read_plain, temporary_folder
from printkit.jobs.calibrate import (
    CalibrationRequest,
    calibration_lines,
    calibration_sheets,
    chosen_feed,
    consistent,
    typed_readings,
)
from printkit.jobs.printers import Calibration, checked_calibration

__all__ = ["Reading", "calibration_pdf", "calibrations_of", "read_calibration"]

NAME = "printer"
# The sheets of a calibration file, by whether the page lies on its side.
LYING: Mapping[str, bool] = {"upright": False, "landscape": True}

Lying = Literal["upright", "landscape"]
Readings = tuple[tuple[float, ...], ...]


class Reading(NamedTuple):
    """The readings as numbers, eight a sheet, and what they mean in words."""

    readings: Readings
    lines: tuple[str, ...]


def calibration_pdf(paper: str, duplex: str) -> tuple[str, bytes]:
    """The sheets to print and to fold: the file's name and its bytes; raises like `printkit calibrate`."""
    with temporary_folder("printkit-print-") as out:
        made = calibration_sheets(CalibrationRequest(paper=paper, duplex=duplex, out=out))
        return made.file.name, read_plain(made.file)


def read_calibration(paper: str, duplex: str, lying: Lying, text: str) -> Reading:
    """What readings of the upright or landscape sheet mean, a line each print; InputError where they cannot be."""
    readings = typed_readings(line for line in text.splitlines() if line.strip())
    (calibration,) = calibrations_of(paper, duplex, {lying: readings})
    return Reading(readings, tuple(calibration_lines(NAME, consistent(calibration))))


def calibrations_of(paper: str, duplex: str, given: Mapping[Lying, Readings]) -> tuple[Calibration, ...]:
    """The calibrations of readings that were kept elsewhere, by `upright` and `landscape`; InputError as above."""
    return tuple(
        checked_calibration(chosen_feed(CalibrationRequest(paper, LYING[lying], duplex)), readings)
        for lying, readings in given.items()
        if readings
    )
