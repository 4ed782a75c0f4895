"""How the process ends on a signal: silently, with nothing half made left behind."""

from __future__ import annotations

import os
import signal
import sys

# Nothing slow is loaded before Ctrl-C is heard.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType, TracebackType
    from typing import Any

__all__ = [
    "INTERRUPTED", "before_leaving", "clear", "hold", "is_interrupted", "leave_if_interrupted", "listen", "release",
]  # fmt: skip

INTERRUPTED = 130
_IMPORTING = "<frozen importlib"

# Folders that must not stay, and which process made them: copies of it must let them be.
_held: dict[str, int] = {}
# What is done first when a signal ends the process.
_last: list[Callable[[], None]] = []
# The process that listens, whether Ctrl-C was heard, and whether the work is over.
_state = {"process": 0, "interrupted": False, "over": False}


def hold(folder: str | os.PathLike[str]) -> None:
    """This folder is removed when a signal ends the process before it is released."""
    _held[os.fspath(folder)] = os.getpid()


def release(folder: str | os.PathLike[str]) -> None:
    """The folder has been removed by what made it."""
    _held.pop(os.fspath(folder), None)


def before_leaving(act: Callable[[], None] | None) -> None:
    """Do this, whatever becomes of it, when a signal ends the process; None: nothing any more."""
    _last[:] = [] if act is None else [act]


def is_interrupted() -> bool:
    """Whether Ctrl-C was heard: what goes wrong after that is no bug."""
    return _state["interrupted"] is True


def leave_if_interrupted() -> None:
    """Ends the process if Ctrl-C was heard: libraries that were stopped half-way cannot always be taken apart."""
    if is_interrupted():
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                pass
        _leave(signal.SIGINT)


def listen() -> None:
    """From now on Ctrl-C, SIGTERM and SIGHUP end this process without a word.

    Ctrl-C is a KeyboardInterrupt as usual, but while modules are imported, when the work is over and the second time it
    ends the process at once: half a module cannot be taken apart, and a library's callback lets no exception pass.
    """
    _state["process"] = os.getpid()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # Who called us may have wanted it ignored, as nohup does.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _hear)
    sys.unraisablehook = _unraisable
    sys.excepthook = _uncaught


def clear() -> None:
    """The work is over: what is still held goes."""
    _state["over"] = True
    for folder in [folder for folder, process in _held.items() if process == os.getpid()]:
        _remove(folder)
        release(folder)


def _hear(number: int, frame: FrameType | None) -> None:
    again = _state["interrupted"]
    if number == signal.SIGINT:
        _state["interrupted"] = True
    at_work = _state["process"] == os.getpid() and not again and not _state["over"]
    if number == signal.SIGINT and at_work and not _is_importing(frame):
        raise KeyboardInterrupt
    _leave(number)


def _uncaught(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    """Some callbacks of libraries print what they let through, and only then say that it could not be raised."""
    if issubclass(kind, KeyboardInterrupt):
        _leave(signal.SIGINT)
    sys.__excepthook__(kind, error, traceback)


def _unraisable(what: Any) -> None:
    if issubclass(what.exc_type, KeyboardInterrupt):
        _leave(signal.SIGINT)
    sys.__unraisablehook__(what)


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORTING):
            return True
        frame = frame.f_back
    return False


def _leave(number: int) -> None:
    if _state["process"] == os.getpid():
        while _last:
            try:
                _last.pop()()
            except Exception:
                pass
        if "multiprocessing" in sys.modules:
            for child in sys.modules["multiprocessing"].active_children():
                child.kill()
        clear()
        if "rich" in sys.modules and os.isatty(2):
            # A progress bar hides the cursor.
            os.write(2, b"\x1b[?25h")
        if number != signal.SIGINT:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
    os._exit(INTERRUPTED if number == signal.SIGINT else 128 + number)


def _remove(folder: str) -> None:
    """Remove a folder as far as that can be done, importing nothing."""
    for place, folders, files in os.walk(folder, topdown=False):
        for remove, names in ((os.unlink, files), (_remove_folder, folders)):
            for name in names:
                try:
                    remove(os.path.join(place, name))
                except OSError:
                    pass
    try:
        os.rmdir(folder)
    except OSError:
        pass


def _remove_folder(path: str) -> None:
    (os.unlink if os.path.islink(path) else os.rmdir)(path)
