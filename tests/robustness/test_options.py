"""Every option that takes a number or a path, found from the commands: nothing unbounded, no special file."""

from __future__ import annotations

import inspect
import os
import typing
from pathlib import Path

import pytest

from printkit.cli.commands import COMMANDS, command_function

# What a command needs besides the option; those that need nothing are left out.
NEEDED = {
    "build": ("youscout", "--only", "box"),
    "check": ("nothing.pdf",),
    "play": ("youscout",),
    "replay": ("nothing.txt",),
    "solve": ("nothing.txt",),
    "simulate": ("lu-tu",),
    "deal": ("e6va-xnkr",),
    "certify": ("youscout", "--games", "1"),
    "position": ("youscout",),
    "export": ("youscout", "--as", "svg"),
    "new": ("my-game", "--blank"),
    "sheets": ("nothing",),
    "balance": ("youscout",),
    "tune": ("youscout",),
    "equilibrium": ("tottarot",),
    "preview": ("tottarot",),
    "update": ("youscout",),
}


def options(wanted):
    """Every command and option whose types and declaration are wanted."""
    for command in COMMANDS:
        function = command_function(command)
        for name, parameter in inspect.signature(function, eval_str=True).parameters.items():
            base = getattr(parameter.annotation, "__origin__", None)
            for note in getattr(parameter.annotation, "__metadata__", ()):
                if type(note).__name__ == "OptionInfo" and wanted({base, *typing.get_args(base)}, note):
                    flags = [each for each in note.param_decls or () if each.startswith("--")]
                    yield command, flags[0] if flags else "--" + name.replace("_", "-")


def is_number(types, note):
    return bool(types & {int, float}) or getattr(note, "metavar", None) in ("MM", "LENGTH", "LEN", "SIZE")


def is_path(types, note):
    return Path in types


NUMBERS, PATHS = (tuple(options(wanted)) for wanted in (is_number, is_path))


def test_the_options_are_found():
    assert {("certify", "--minutes"), ("simulate", "--games"), ("build", "--stack")} <= set(NUMBERS)
    assert {("build", "--icc"), ("build", "--out"), ("build", "--changed-since")} <= set(PATHS)


@pytest.mark.parametrize("number", ["nan", "inf", "1e400", "9" * 30])
@pytest.mark.parametrize(("command", "option"), NUMBERS)
def test_a_number_without_bounds_is_refused(
    command,
    option,
    number,
    run,
    tmp_path,
    monkeypatch,
):
    monkeypatch.chdir(tmp_path)
    answer = run(command, *NEEDED.get(command, ()), option, number)
    assert (answer.code, answer.err.count("\n")) == (2, 1), answer


@pytest.mark.parametrize(("command", "option"), PATHS)
def test_a_pipe_is_no_file_and_no_folder(command, option, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    answer = run(command, *NEEDED.get(command, ()), option, "pipe")
    assert (answer.code, answer.err.count("\n")) == (2, 1), answer
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
