"""Measures wall time, processor time and peak memory of a command."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
# ru_maxrss counts kilobytes on Linux, bytes on macOS.
_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024


class Run(NamedTuple):
    """One run of a command: seconds on the clock and on the processor, peak memory in MB, exit code, last words."""

    seconds: float
    cpu_seconds: float
    peak_mb: float
    code: int
    error: str


class Spread(NamedTuple):
    """The minimum, the median and the maximum of several figures."""

    min: float
    median: float
    max: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> Spread:
        """The spread of at least one figure."""
        return cls(min(figures), statistics.median(figures), max(figures))

    def text(self, unit: str, digits: int) -> str:
        """The median, with the minimum and maximum in brackets."""
        return f"{self.median:.{digits}f} {unit} ({self.min:.{digits}f}–{self.max:.{digits}f})"


def measure(command: Sequence[str], *, timeout: float) -> Run:
    """Run a command from the checkout's folder and wait for it; after `timeout` seconds it is ended.

    Peak memory is the largest of the process and the children it has waited for. A child of a fat process inherits
    that process's peak, so this module may load only the standard library.
    """
    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors
        )
        watch = threading.Timer(timeout, process.kill)
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        watch.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        words = errors.read().decode("utf-8", "replace").strip().splitlines()
    return Run(
        seconds,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss * _MAXRSS_UNIT / 1_000_000,
        process.returncode,
        words[-1] if words else "",
    )


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of words as columns of text; the first row has the headings."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]]) + "\n"
