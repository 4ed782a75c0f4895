"""Properties of every command."""

from __future__ import annotations

import inspect
import pkgutil

import pytest

import printkit.cli
from printkit.cli.commands import COMMANDS, command_function

# Modules of the room that are not commands.
FRAME = {"app", "commands", "progress", "words"}

every_command = pytest.mark.parametrize("command", COMMANDS)


def test_every_module_holds_registered_commands():
    modules = {module.name for module in pkgutil.iter_modules(printkit.cli.__path__)}
    assert modules - FRAME == {command_function(name).__module__.rpartition(".")[2] for name in COMMANDS}


@every_command
def test_help_shows_usage_and_an_example_on_its_own_line(run, command):
    answer = run(command, "--help")
    assert answer.code == 0
    assert answer.err == ""
    assert answer.out.lstrip().startswith(f"Usage: printkit {command} ")
    lines = [line.strip() for line in answer.out.splitlines()]
    assert "Example:" in lines or "Examples:" in lines
    assert any(line.startswith(f"printkit {command}") for line in lines)


@every_command
def test_short_help_is_the_same(run, command):
    assert run(command, "-h") == run(command, "--help")


@every_command
def test_first_line_of_help_fits_the_list_of_commands(command):
    first = inspect.getdoc(command_function(command)).splitlines()[0]
    assert first.endswith(".")
    assert len(first) <= 110


@every_command
def test_every_parameter_has_help(run, command):
    for parameter in inspect.signature(command_function(command), eval_str=True).parameters.values():
        if parameter.annotation.__name__ == "Context":
            continue
        notes = [note for note in parameter.annotation.__metadata__ if getattr(note, "help", None)]
        assert notes, f"{command}: {parameter.name}"


@every_command
def test_bad_option_is_2_with_one_line(run, command):
    answer = run(command, "--no-such-option")
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("printkit: error: ")
    assert "--no-such-option" in answer.err
    assert f"printkit {command} --help" in answer.err
    assert answer.err.count("\n") == 1


@every_command
def test_a_crowd_of_arguments_is_2_with_one_line(run, command):
    answer = run(command, *["\udcff\n;--"] * 40)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("printkit: error: ")
    assert "Traceback" not in answer.err


def test_unknown_command_is_2_with_one_line(run):
    answer = run("no-such-command")
    assert answer == (2, "", "printkit: error: No such command 'no-such-command' (see printkit --help)\n")
