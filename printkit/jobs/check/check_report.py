"""The report of one checked file or kit, and its findings marked on a copy."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from printkit.backends.annotate import PageNote, write_annotated
from printkit.errors import InputError
from printkit.files import staging
from printkit.geometry import Size
from printkit.preflight.model import ERROR, NOTE, WARNING, Finding, has_errors, told_once

__all__ = ["Report", "Views", "write_annotations"]

_COLOURS = {ERROR: (0.85, 0.0, 0.0), WARNING: (0.9, 0.5, 0.0), NOTE: (0.0, 0.35, 0.8)}


class Views(NamedTuple):
    """A page from 1, its size in mm, and PNGs of it: as it is, as it should be, the difference (empty: unknown)."""

    page: int
    size: Size
    seen: bytes
    wanted: bytes = b""
    difference: bytes = b""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one file or kit: its findings, and in words how much was looked at.

    `passed` is what can be said of it when nothing is wrong; `views` are pictures of pages with findings, if asked for.
    `faces`, `sheets` and `figures` are how many of a kit's were read, `compared` whether its pages were.
    """

    file: str
    kit: str
    seen: str
    findings: tuple[Finding, ...]
    passed: str = "structural checks passed"
    views: tuple[Views, ...] = ()
    faces: int = 0
    sheets: int = 0
    figures: int = 0
    compared: bool = False

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong."""
        return not has_errors(self.findings)

    @property
    def lines(self) -> tuple[str, ...]:
        """What is told of it: a line for each fault, with all its pages."""
        return told_once(self.findings)

    @property
    def closing(self) -> str:
        """The last line about it."""
        count = len(self.lines)
        said = f"{count} finding{'s' if count > 1 else ''}"
        if self.clean:
            said = f"{self.passed}; {said}" if count else self.passed
        return f"{self.file}: {self.seen}: {said}"

    def as_json(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {
            "file": self.file,
            "kit": self.kit,
            "clean": self.clean,
            "seen": self.seen,
            "findings": [finding.as_json() for finding in self.findings],
        }


def write_annotations(report: Report, target: Path) -> Path:
    """Draws the findings of a PDF's report on a copy of it; returns where it is.

    A target that is the file itself or cannot be written is an InputError.
    """
    source = Path(report.file)
    if target.resolve() == source.resolve():
        message = "would overwrite the file that is checked"
        raise InputError(message, file=target, key="--annotate", hint="name another file")
    notes = [
        PageNote(each.page, rect, each.code, each.text, _COLOURS[each.severity])
        for each in report.findings
        for rect in (each.rect, *each.also)
    ]
    with staging(target.parent) as stage:
        with stage.open(target.name) as stream:
            write_annotated(source, stream, notes)
    return target
