"""What the help says a value is, and what stands there before anything is asked."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from printkit.cli.commands import COMMANDS

# Of Python, not of people.
TYPES = re.compile(r"<\w+(\[\w+\])?>")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_no_type_of_the_program_stands_in_the_help(run, command):
    said = run(*filter(None, [command]), "--help").out
    assert re.search(r"--help +-h  ", said)
    assert TYPES.findall(said) == []


def test_alone_it_shows_the_five_commands_most_people_need(run):
    said = run().out
    named = re.findall(r"^  printkit (\w+)", said, re.MULTILINE)
    assert len(named) == 5
    assert set(named) <= set(COMMANDS)
    assert "printkit --help" in said


def test_a_number_is_n_and_a_flag_has_no_value(run):
    said = run("play", "--help").out
    assert re.search(r"--seed +N ", said)
    assert re.search(r"--deal +CODE ", said)
    assert re.search(r"--quiet {5,}Show", said)


@pytest.mark.parametrize("encoding", ["cp932", "cp1252", "ascii"])
def test_a_console_of_windows_gets_utf_8_and_no_error(encoding):
    done = subprocess.run(
        [sys.executable, "-m", "printkit", "deal", "0000-0000"],
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}, capture_output=True, check=True,
    )  # fmt: skip
    assert "䷹ 兌為沢" in done.stdout.decode("utf-8")
    assert done.stderr == b""
