"""The printkit command: runs a command and reports every error as one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, TextIO, cast

from printkit.cli.commands import run_command
from printkit.errors import EXIT_INTERNAL, EXIT_UNUSABLE, PrintkitError, Problem
from printkit.version import __version__

__all__ = ["EXTRAS", "main"]

# What to install when one of these modules is missing.
EXTRAS = {
    "distributed": "dask",
    "llvmlite": "solver",
    "matplotlib": "solver",
    "numba": "solver",
    "openpyxl": "tables",
    "pyclipper": "art",
    "scipy": "solver",
}

EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 clean, 1 wrong, 2 unusable, 70 a bug; never raises."""
    _speak_utf8()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = run_command(words)
        sys.stdout.flush()
        return code
    except PrintkitError as error:
        _complain(error.problems)
        return error.exit_code
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        return _leave_pipe()
    except Exception as error:
        problem = _known_problem(error)
        if problem is None:
            _complain(
                [Problem(f"internal error: {type(error).__name__}", hint=f"report: {_write_report(words)}")]
            )
            return EXIT_INTERNAL
        _complain([problem])
        return EXIT_UNUSABLE


def _known_problem(error: Exception) -> Problem | None:
    """The line for an error of the system; None for a bug of ours."""
    if isinstance(error, ModuleNotFoundError):
        extra = EXTRAS.get((error.name or "").partition(".")[0])
        return (
            Problem(f"this needs the extra {extra!r}", hint=f"pip install 'printkit[{extra}]'")
            if extra
            else None
        )
    if isinstance(error, OSError) and error.errno is not None:
        return Problem(error.strerror or str(error), str(error.filename or ""))
    if isinstance(error, OSError) and "cairo" in str(error):
        return Problem("this needs the library libcairo", hint="see printkit doctor")
    return None


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


def _complain(problems: Iterable[Problem]) -> None:
    red, plain = ("\x1b[31m", "\x1b[0m") if _wants_colour(sys.stderr) else ("", "")
    for problem in problems:
        line = " ".join(str(problem).split())
        sys.stderr.write(f"{red}printkit: error:{plain} {line}\n")


def _wants_colour(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _speak_utf8() -> None:
    """Write UTF-8 in any locale, because card names are Japanese; undecodable file names are escaped."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            cast(Any, stream).reconfigure(encoding="utf-8", errors="backslashreplace")


def _leave_pipe() -> int:
    """The reader closed the pipe: discard the buffer, or Python complains at exit."""
    with suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return EXIT_BROKEN_PIPE
