"""The printkit command: runs a command and reports every error as one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, cast

from printkit.cli.commands import run_command
from printkit.cli.progress import complain
from printkit.errors import (
    EXIT_INTERNAL,
    EXIT_UNUSABLE,
    InputError,
    PrintkitError,
    Problem,
    install_hint,
    way_out,
)
from printkit.leaving import is_interrupted
from printkit.version import __version__

__all__ = ["EXTRAS", "main"]

# What to install when one of these modules is missing.
EXTRAS = {
    "distributed": "dask",
    "llvmlite": "lab",
    "matplotlib": "lab",
    "numba": "lab",
    "pyclipper": "art",
    "scipy": "lab",
}

# What the loader of libraries says when there is no room for them.
_NO_ROOM = ("annot allocate memory", "failed to map segment")
_SETTINGS = ("rl_config.py", "rl_settings.py")

EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 clean, 1 wrong, 2 unusable, 70 a bug; never raises."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        _open_streams()
        _speak_utf8()
        code = run_command(words)
        sys.stdout.flush()
        return code
    except PrintkitError as error:
        _drop_output()
        complain(error.problems)
        return error.exit_code
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        return _leave_pipe()
    except Exception as error:
        if is_interrupted():
            return EXIT_INTERRUPTED
        problem = _known_problem(error)
        _drop_output()
        if problem is None:
            complain(
                [Problem(f"internal error: {type(error).__name__}", hint=f"report: {_write_report(words)}")]
            )
            return EXIT_INTERNAL
        complain([problem])
        return EXIT_UNUSABLE


def _known_problem(error: Exception) -> Problem | None:
    """The line for an error of the system; None for a bug of ours."""
    if _wants_memory(error):
        return Problem("there is not enough memory for this", hint="allow more, or ask for less at once")
    if type(error).__name__ == "BrokenProcessPool":
        hint = "most often for want of memory: allow more, or ask for less at once"
        return Problem("a process that did part of this ended before it was done", hint=hint)
    if isinstance(error, ModuleNotFoundError):
        package = (error.name or "").partition(".")[0]
        if extra := EXTRAS.get(package):
            return Problem(f"this needs the extra {extra!r}", hint=install_hint(extra))
        if package == __name__.partition(".")[0]:
            return None
        return Problem(
            f"this Python lacks {package}, which this needs", hint="printkit doctor says what is missing"
        )
    if isinstance(error, FileNotFoundError) and not error.filename and _stands_nowhere():
        return Problem("the folder you are in is gone", hint="cd to another one")
    if isinstance(error, ValueError | ArithmeticError | OSError) and _is_setting(error.__traceback__):
        hint = "unset the variables RL_… and SOURCE_DATE_EPOCH"
        return Problem(f"a setting of reportlab cannot be read: {error}", hint=hint)
    if isinstance(error, NotImplementedError) and os.environ.get("NUMBA_DISABLE_JIT"):
        return Problem("numba compiles nothing here", hint="unset NUMBA_DISABLE_JIT")
    if isinstance(error, OSError) and not error.filename and not _takes_output():
        message = f"cannot be written: {error.strerror or error}"
        return Problem(message, "the standard output", hint="make room, or send it to another place")
    if isinstance(error, OSError) and error.errno is not None:
        return Problem(
            error.strerror or str(error),
            str(error.filename or ""),
            hint=way_out(error, str(error.filename or "")),
        )
    if isinstance(error, OSError) and "cairo" in str(error):
        return Problem("this needs the library libcairo", hint="see printkit doctor")
    if isinstance(error, ValueError) and "integer string conversion" in str(error):
        return Problem("a number has too many digits")
    return None


def _takes_output() -> bool:
    """Whether the standard output takes what is still to be written there."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        return False
    return True


def _stands_nowhere() -> bool:
    """Whether the current folder was removed."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _wants_memory(error: BaseException) -> bool:
    """Whether there was too little memory, in this process or for a library."""
    words = str(error)
    return (
        isinstance(error, MemoryError)
        or (isinstance(error, ImportError) and any(each in words for each in _NO_ROOM))
        or (isinstance(error, RuntimeError) and "start new thread" in words)
    )


def _is_setting(trace: TracebackType | None) -> bool:
    """Whether the error comes from where reportlab reads its environment."""
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename.endswith(_SETTINGS) or code.co_qualname.startswith("TimeStamp."):
            return True
        trace = trace.tb_next
    return False


def _write_report(words: list[str]) -> str:
    """Write the traceback to a new temporary file and return its path."""
    import platform
    import tempfile
    import traceback

    text = (
        f"printkit {__version__}, Python {platform.python_version()}, {platform.platform()}\n"
        f"arguments: {words!r}\n\n{traceback.format_exc()}"
    )
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", errors="backslashreplace", prefix="printkit-", suffix=".txt", delete=False
        ) as file:
            file.write(text)
            return file.name
    except OSError:
        # Nowhere to write: better many lines than none.
        sys.stderr.write(text)
        return "above"


def _open_streams() -> None:
    """A closed output is written nowhere; a closed input is an empty one."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")
    closed = sys.stdout is None
    if closed:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")
    if closed:
        raise InputError("the standard output is closed", hint="send it to a file or to /dev/null")


def _speak_utf8() -> None:
    """Write UTF-8 in any locale, because card names are Japanese; undecodable file names are escaped."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            cast(Any, stream).reconfigure(encoding="utf-8", errors="backslashreplace")


def _drop_output() -> None:
    """Discard what cannot be written any more."""
    if not _takes_output():
        _leave_pipe()


def _leave_pipe() -> int:
    """The reader closed the pipe: discard the buffer, or Python complains at exit."""
    with suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return EXIT_BROKEN_PIPE
