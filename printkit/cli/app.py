"""The printkit command: arguments come in, the exit code goes out; every error ends here as one line."""

from __future__ import annotations

import atexit
import gc
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any, TextIO, cast

import typer

from printkit import __version__
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


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"printkit {__version__}")
        raise typer.Exit


def printkit(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Card games from text files to paper you can trust.

    Example:
        printkit build youscout
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


def _help_text(function: Callable[..., Any]) -> str:
    """The docstring with its example paragraphs marked (\\b), so that their lines are never joined."""
    paragraphs = (inspect.getdoc(function) or "").split("\n\n")
    return "\n\n".join(
        f"\b\n{paragraph}" if paragraph.startswith("Example") or "\n " in paragraph else paragraph
        for paragraph in paragraphs
    )


def _app(names: Iterable[str]) -> typer.Typer:
    """The command with these of its commands."""
    app = typer.Typer(
        name="printkit",
        help=_help_text(printkit),
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True, help=_help_text(printkit))(printkit)
    for name in names:
        function = getattr(import_module(f"printkit.cli.{name}"), name)
        app.command(name, help=_help_text(function))(function)
    return app


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
    except typer.TyperException as error:
        _complain([_usage_problem(error)])
        return EXIT_UNUSABLE
    except typer.Abort:
        _complain([Problem("the input ended too early")])
        return EXIT_UNUSABLE
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
    # Whoever names a command needs no other.
    names = words[:1] if words and words[0] in COMMANDS else COMMANDS
    try:
        result = typer.main.get_command(_app(names)).main(words, prog_name="printkit", standalone_mode=False)
    except SystemExit as stop:
        # Typer leaves so after completion, and at a closed pipe with 1, which here would mean "wrong".
        if isinstance(stop.__context__, BrokenPipeError):
            raise stop.__context__ from None
        result = stop.code
    sys.stdout.flush()
    # Typer returns what the command returned, or the code of an Exit raised in it.
    return result if isinstance(result, int) else EXIT_CLEAN


def _usage_problem(error: typer.TyperException) -> Problem:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "printkit"
    return Problem(error.format_message().rstrip("."), hint=f"see {path} --help")


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
