"""What a person sees while waiting: progress on a terminal, nothing in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer
from typing import TYPE_CHECKING, TextIO
from unicodedata import category

from printkit.errors import Problem

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["complain", "progress_bar", "say", "warn"]

Show = Callable[[str, int, int], None]

# What takes fewer seconds shows no bar: it would only flash.
PATIENCE = 1.5
# So many characters are shown of either end of a longer line.
LONGEST = 1000

_in_use: Show | None = None


def say(line: str) -> None:
    """One line of result on standard output; on a terminal nothing in it controls the terminal."""
    print(_visible(line) if sys.stdout.isatty() else line)


def warn(line: str) -> None:
    """One line of warning on standard error; it does not change the exit code."""
    _tell(f"printkit: warning: {_one_line(line)}\n")


def complain(problems: Iterable[Problem]) -> None:
    """One line of error on standard error for each problem."""
    red, plain = ("\x1b[31m", "\x1b[0m") if _wants_colour(sys.stderr) else ("", "")
    for problem in problems:
        _tell(f"{red}printkit: error:{plain} {_one_line(str(problem))}\n")


def _tell(line: str) -> None:
    """A line on standard error; where that takes nothing more, the exit code has to say it."""
    with suppress(OSError):
        sys.stderr.write(line)


def _one_line(text: str) -> str:
    """The text as one line for a person: of what is very long, as a word without end, its beginning and end."""
    line = _visible(" ".join(text.split()))
    return line if len(line) <= 2 * LONGEST else f"{line[:LONGEST]} … {line[-LONGEST:]}"


def _visible(text: str) -> str:
    """The text with its control characters spelled out: a file may be named by what moves a cursor or sets a title."""
    return "".join(
        char if category(char) != "Cc" or char in "\n\t" else f"\\x{ord(char):02x}" for char in text
    )


def _wants_colour(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class _Bar:
    """A line on standard error that says what is done, from the moment a person has waited long enough."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._shown: tuple[str, int, int | None] = ("working", 0, None)
        self._drawn: tuple[Progress, TaskID] | None = None
        self._stopped = False
        self._timer = Timer(PATIENCE, self._begin)
        self._timer.daemon = True
        self._timer.start()

    def show(self, name: str, done: int, total: int) -> None:
        """What is done now, and how much of it."""
        with self._lock:
            self._shown = (name, done, total if done < total else None)
            self._draw()

    def stop(self) -> None:
        """Take the line away."""
        self._timer.cancel()
        with self._lock:
            if self._drawn:
                self._drawn[0].stop()
            self._drawn, self._stopped = None, True

    def _begin(self) -> None:
        # rich is only paid for when there is something to show.
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        # Lines on the same terminal go above the bar; those into a file or a pipe go there.
        console, same = Console(stderr=True), sys.stdout.isatty()
        with self._lock:
            if not self._stopped:
                progress = Progress(*columns, console=console, transient=True, redirect_stdout=same)
                self._drawn = (progress, progress.add_task("working", total=None))
                self._draw()
                progress.start()

    def _draw(self) -> None:
        if self._drawn:
            progress, task = self._drawn
            name, done, total = self._shown
            progress.update(task, description=name, completed=done, total=total)


@contextmanager
def progress_bar(shown: bool = True) -> Iterator[Show]:
    """A function to call with (what, done, total); it draws on standard error when that is a terminal.

    Where one is in use already, inside another command's, it goes on.
    """
    global _in_use
    if _in_use is not None:
        yield _in_use
        return
    bar = _Bar() if shown and _on_terminal() else None
    _in_use = bar.show if bar else lambda name, done, total: None
    try:
        yield _in_use
    finally:
        _in_use = None
        if bar:
            bar.stop()


def _on_terminal() -> bool:
    return sys.stderr.isatty()
