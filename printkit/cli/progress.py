"""What a person sees while waiting: progress on a terminal, nothing in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

from printkit.errors import Problem

__all__ = ["complain", "progress_bar", "say", "warn"]

# A build shorter than this shows no bar: it would only flash.
PATIENCE_STEPS = 400


def say(line: str) -> None:
    """One line of result on standard output."""
    print(line)


def warn(line: str) -> None:
    """One line of warning on standard error; it does not change the exit code."""
    sys.stderr.write(f"printkit: warning: {line}\n")


def complain(problems: Iterable[Problem]) -> None:
    """One line of error on standard error for each problem."""
    red, plain = ("\x1b[31m", "\x1b[0m") if _wants_colour(sys.stderr) else ("", "")
    for problem in problems:
        line = " ".join(str(problem).split())
        sys.stderr.write(f"{red}printkit: error:{plain} {line}\n")


def _wants_colour(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


@contextmanager
def progress_bar(shown: bool = True) -> Iterator[Callable[[str, int, int], None]]:
    """A function to call with (what, done, total); it draws on standard error when that is a terminal."""
    if not shown or not _on_terminal():
        yield lambda name, done, total: None
        return
    bars: dict[str, object] = {}
    progress = None

    def show(name: str, done: int, total: int) -> None:
        nonlocal progress
        if total < PATIENCE_STEPS:
            return
        if progress is None:
            # rich is only paid for when there is something to show.
            from rich.console import Console
            from rich.progress import Progress

            # Lines on the same terminal go above the bar; those into a file or a pipe go there.
            console, same = Console(stderr=True), sys.stdout.isatty()
            progress = Progress(console=console, transient=True, redirect_stdout=same)
            progress.start()
        task = bars.get(name)
        if task is None:
            task = bars[name] = progress.add_task(name, total=total)
        progress.update(task, completed=done)  # type: ignore[arg-type]

    try:
        yield show
    finally:
        if progress is not None:
            progress.stop()


def _on_terminal() -> bool:
    return sys.stderr.isatty()
