"""What typer does for the command line: words come in, a command's function is called, what it returns goes out."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from printkit import __version__
from printkit.errors import InputError, Problem

__all__ = ["read"]


def read(words: Sequence[str], names: Iterable[str]) -> object:
    """What the function of the command returns that the words ask for, or the code of an Exit raised in it.

    `names` are the commands there are. Words that cannot be understood are an InputError.
    """
    try:
        return typer.main.get_command(_app(names)).main(
            list(words), prog_name="printkit", standalone_mode=False
        )
    except typer.TyperException as error:
        raise InputError(problems=[_usage_problem(error)]) from error
    except typer.Abort as error:
        raise InputError("the input ended too early") from error
    except SystemExit as stop:
        # Typer leaves so after completion, and at a closed pipe with 1, which here would mean "wrong".
        if isinstance(stop.__context__, BrokenPipeError):
            raise stop.__context__ from None
        return stop.code


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


def _usage_problem(error: typer.TyperException) -> Problem:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "printkit"
    return Problem(error.format_message().rstrip("."), hint=f"see {path} --help")
