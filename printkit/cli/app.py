"""The printkit command: arguments come in, the exit code goes out; every error ends here as one line."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, TextIO, cast

from printkit import __version__
from printkit.beside import beside
from printkit.errors import EXIT_CLEAN, EXIT_INTERNAL, EXIT_UNUSABLE, PrintkitError, Problem

__all__ = ["COMMANDS", "EXTRAS", "main"]

# One module a command, one function of the same name in it; help lists them in this order.
COMMANDS = (
    "list",
    "build",
    "check",
    "preview",
    "export",
    "calibrate",
    "play",
    "replay",
    "solve",
    "simulate",
    "certify",
    "balance",
    "tune",
    "equilibrium",
    "deal",
    "new",
    "update",
    "doctor",
)

# Of these the function in their module only says what is asked for; `carry_out` of another module does it.
HANDED_ON = {"build": "printkit.cli._building"}

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
    _make_haste()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _run(words)
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


def _run(words: list[str]) -> int:
    command = words[0] if words and words[0] in COMMANDS else ""
    # Whoever names a command needs no other.
    names = (command,) if command else COMMANDS
    result = _asked_beside(words, command) if command in HANDED_ON else None
    if result is None:
        from printkit.cli._typer import read

        result = read(words, names)
    if command in HANDED_ON and not isinstance(result, int):
        result = import_module(HANDED_ON[command]).carry_out(result)
    sys.stdout.flush()
    return result if isinstance(result, int) else EXIT_CLEAN


def _asked_beside(words: list[str], command: str) -> object:
    """What the words ask for, read by a copy of this process while this one loads what does it.

    None where nothing is to be done, or not so: then the words are to be read once more, aloud.
    """
    if "typer" in sys.modules:
        return None
    with beside(lambda: _asked(words, command)) as asked:
        import_module(HANDED_ON[command])
        return asked()


def _asked(words: list[str], command: str) -> object:
    import io
    from contextlib import redirect_stderr, redirect_stdout

    from printkit.cli._typer import read

    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            result = read(words, (command,))
    except Exception:
        return None
    return None if isinstance(result, int) else result


def _known_problem(error: Exception) -> Problem | None:
    """The one line for errors that are the machine's and not ours; None for a bug."""
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
    """Write what happened to a new file in the folder for temporary files and return its path."""
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
    """Card names are Japanese whatever the locale; a file name that is no text is shown escaped."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            cast(Any, stream).reconfigure(encoding="utf-8", errors="backslashreplace")


def _make_haste() -> None:
    """What a short command can do without: looking for garbage among its libraries, and at its end."""
    # The usual thresholds stay: thousands of cards leave garbage that has to go.
    gc.freeze()
    atexit.register(gc.freeze)


def _leave_pipe() -> int:
    """The reader has gone: drop what is still buffered, or Python complains when it exits."""
    with suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    return EXIT_BROKEN_PIPE
