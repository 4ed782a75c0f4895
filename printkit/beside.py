"""Two things at once: a piece of work comes in, it runs in a copy of this process, and its result goes out."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn, TypeVar, cast

__all__ = ["beside"]

Result = TypeVar("Result")


@contextmanager
def beside(work: Callable[[], Result]) -> Iterator[Callable[[], Result]]:
    """A function that waits for the work's result; meanwhile the work is done on another processor.

    Where it cannot be done there, or fails there, it is done here when its result is asked for: so its errors are
    raised as if there were no copy. Leaving the context without asking ends the copy. The result has to be one that
    can be pickled.
    """
    if not _may_copy():
        yield work
        return
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _answer(work, writing)
    os.close(writing)
    waiting = True

    def result() -> Result:
        nonlocal waiting
        with open(reading, "rb", closefd=False) as stream:
            data = stream.read()
        waiting = False
        _, status = os.waitpid(child, 0)
        return cast(Result, pickle.loads(data)) if status == 0 else work()

    try:
        yield result
    finally:
        os.close(reading)
        if waiting:
            import signal

            # A copy that has ended by itself stays until it is waited for, so the number is still its own.
            os.kill(child, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(child, 0)


def _may_copy() -> bool:
    """Only Linux copies a process safely once libraries are loaded, and only one that has a single thread."""
    threading = sys.modules.get("threading")
    if sys.platform != "linux" or (threading is not None and threading.active_count() > 1):
        return False
    return len(os.sched_getaffinity(0)) > 1


def _answer(work: Callable[[], object], writing: int) -> NoReturn:
    """In the copy: do the work, send its result, and end at once, without the exit handlers of the original."""
    code = 1
    try:
        data = pickle.dumps(work())
        with open(writing, "wb") as stream:
            stream.write(data)
        code = 0
    finally:
        # Whatever went wrong, Ctrl-C too, is the original's to tell.
        os._exit(code)
