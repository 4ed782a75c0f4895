"""The commands and the Typer application made of them."""

from __future__ import annotations

import functools
import inspect
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
import typer.core

from printkit.cli.progress import progress_bar
from printkit.errors import InputError, Problem
from printkit.installed import commit
from printkit.version import __version__

__all__ = ["COMMANDS", "command_function", "command_group", "run_command"]

COMMANDS: Mapping[str, str] = {
    "list": "Print",
    "build": "Print",
    "preview": "Print",
    "sheets": "Print",
    "export": "Print",
    "calibrate": "Print",
    "check": "Check",
    "doctor": "Check",
    "new": "Author",
    "update": "Author",
    "schema": "Author",
    "serve": "Play",
    "site": "Play",
    "play": "Play",
    "replay": "Play",
    "position": "Play",
    "solve": "Play",
    "simulate": "Play",
    "deal": "Play",
    "certify": "Research",
    "balance": "Research",
    "tune": "Research",
    "equilibrium": "Research",
}
"""Every command with its panel in the help; a function of its name is in the module of its name, or in another."""

_MODULES = {
    **dict.fromkeys(("preview", "sheets", "export", "calibrate"), "printing"),
    **dict.fromkeys(("new", "update", "schema"), "authoring"),
    **dict.fromkeys(("replay", "position", "solve", "simulate", "deal"), "play"),
    **dict.fromkeys(("certify", "balance", "tune", "equilibrium"), "research"),
    "doctor": "check",
    "site": "serve",
}
"""The modules here that hold several commands."""


def command_function(name: str) -> Callable[..., Any]:
    """What runs a command; its module is loaded, and no other."""
    function: Callable[..., Any] = getattr(import_module(f"printkit.cli.{_MODULES.get(name, name)}"), name)
    return function


def run_command(words: Sequence[str]) -> int:
    """Run what the words ask for and return its exit code.

    Raises `InputError` for words that cannot be understood, and whatever the command raises.
    """
    named = words[0] if words else ""
    # Only the command that is named is loaded.
    wanted = {named: COMMANDS[named]} if named in COMMANDS else COMMANDS
    try:
        code = _plain_types(_app(wanted)).main(list(words), prog_name="printkit", standalone_mode=False)
    except typer.TyperException as error:
        raise InputError(problems=[_usage_problem(error)]) from error
    except typer.Abort as error:
        raise InputError("the input ended too early") from error
    except SystemExit as stop:
        # Typer exits so after completion, and at a closed pipe with 1, which here would mean "wrong".
        if isinstance(stop.__context__, BrokenPipeError):
            raise stop.__context__ from None
        code = stop.code
    return code if isinstance(code, int) else 0


def command_group() -> Any:
    """The command line as Typer has it, with every command: for the pages about it."""
    return _plain_types(_app(COMMANDS))


def _print_version(wanted: bool) -> None:
    if wanted:
        known = commit()
        print(f"printkit {__version__}" + (f" ({known})" if known else ""))
        raise typer.Exit


_START = """\
printkit turns a game's text files into print-ready PDF.

  printkit list                the kits and their games
  printkit build youscout      PDFs to print, in output/
  printkit check FILE          read a PDF or a kit and find what is wrong
  printkit serve               play and look at cards in the browser
  printkit new my-game         a kit of your own

All commands: printkit --help. One of them: printkit build --help."""


def printkit(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Print-ready card games from text files, checked by the rules of the game.

    Example:
        printkit build youscout
    """
    if context.invoked_subcommand is None:
        print(_START)


Quiet = Annotated[bool, typer.Option("--quiet", help="Show no progress while you wait.")]


def _framed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The command with progress while it works; options that are no finite number are refused.

    A comparison with nan is never true.
    """

    @functools.wraps(function)
    def framed(*, quiet: bool = False, **options: Any) -> Any:
        for option, value in options.items():
            if isinstance(value, float) and not math.isfinite(value):
                raise InputError(f"{value} is not a finite number", key=f"--{option.replace('_', '-')}")
        if _talks(name, options) and not quiet:
            return function(**options)
        with progress_bar(shown=not (quiet or options.get("json"))):
            return function(**options)

    own = inspect.signature(function, eval_str=True)
    more = inspect.Parameter("quiet", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Quiet)
    framed.__signature__ = own.replace(parameters=[*own.parameters.values(), more])  # type: ignore[attr-defined]
    return framed


def _talks(name: str, options: Mapping[str, Any]) -> bool:
    """Whether the command waits for what a person types or saves, who then needs no progress."""
    typed = any(str(word) == "-" for value in options.values() if isinstance(value, list) for word in value)
    asked = name == "play" and "human" in options["player"].split(",")
    return name in ("serve", "calibrate") or asked or bool(options.get("watch")) or typed


def _help_text(function: Callable[..., Any]) -> str:
    """The docstring, each paragraph but the examples on one line: the terminal breaks it."""
    paragraphs = (inspect.getdoc(function) or "").split("\n\n")
    return "\n\n".join(
        paragraph if "\n " in paragraph else " ".join(paragraph.splitlines()) for paragraph in paragraphs
    )


def _app(commands: Mapping[str, str]) -> typer.Typer:
    app = typer.Typer(
        name="printkit",
        help=_help_text(printkit),
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True, help=_help_text(printkit))(printkit)
    for name, panel in commands.items():
        function = _framed(name, command_function(name))
        app.command(name, cls=_Command, help=_help_text(function), rich_help_panel=panel)(function)
    return app


class _Command(typer.core.TyperCommand):
    """A command that refuses a value given twice, of which only the last would count."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words, each option with one value once."""
        order = Counter(self.make_parser(ctx).parse_args(list(args))[2])
        for parameter, times in order.items():
            if isinstance(parameter, typer.core.TyperOption) and times > 1 and not _repeats(parameter):
                ctx.fail(f"{parameter.opts[0]} is given {times} times, and one would count")
        return super().parse_args(ctx, args)


def _repeats(option: typer.core.TyperOption) -> bool:
    return bool(option.is_flag or option.multiple or option.count)


def _plain_types(app: typer.Typer) -> Any:
    """The command of the application, whose help shows values as people write them and none beside a flag."""
    group: Any = typer.main.get_command(app)
    for command in (group, *group.commands.values()):
        flag = command.get_help_option(command.context_class(command, **group.context_settings))
        for parameter in (*command.params, *([flag] if flag else [])):
            shown = None
            if parameter.param_type_name == "option" and not parameter.is_flag:
                shown = parameter.metavar or _NUMBERS.get(parameter.bare_type(), parameter.name.upper())
            parameter.display_type_rich = lambda ctx, shown=shown: shown
    return group


# What stands for a number; for a word, the name of its option does.
_NUMBERS = {"int": "N", "float": "NUMBER"}


def _usage_problem(error: typer.TyperException) -> Problem:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "printkit"
    return Problem(error.format_message().rstrip("."), hint=f"see {path} --help")
