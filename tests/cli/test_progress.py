"""Progress: shown on a terminal once a person has waited, never in a pipe, in JSON or with --quiet."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from io import StringIO

import pytest

from printkit.cli import progress
from printkit.cli.commands import COMMANDS
from printkit.errors import Problem

# A command that takes so many seconds, and a shorter patience than people have.
SLOW = """
import sys, time
from types import SimpleNamespace
from typing import Annotated
import typer
from printkit.cli import app, commands, progress

def probe(seconds: float, json: Annotated[bool, typer.Option("--json")] = False) -> None:
    with progress.progress_bar() as show:
        for step in range(10):
            time.sleep(seconds / 10)
            show("drawing cards", step, 10)
    print("result")

progress.PATIENCE = 0.3
sys.modules["printkit.cli.probe"] = SimpleNamespace(probe=probe)
commands.COMMANDS = {"probe": "Play"}
sys.exit(app.main())
"""


def on_terminal(*words, code=SLOW):
    """What the command says on standard output, a pipe, and on standard error, a terminal."""
    ours, its = pty.openpty()
    start = [sys.executable, "-c", code] if code else [sys.executable, "-m", "printkit"]
    env = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(
        [*start, *words], stdout=subprocess.PIPE, stderr=its, text=True, env=env
    ) as process:
        os.close(its)
        said = b""
        while True:
            try:
                said += (more := os.read(ours, 4096))
            except OSError:
                break
            if not more:
                break
        out = process.stdout.read() if process.stdout else ""
    os.close(ours)
    assert process.returncode == 0, said
    return out, said.decode()


def test_who_waits_on_a_terminal_sees_what_is_done():
    out, said = on_terminal("probe", "1.5")
    assert out == "result\n"
    assert "drawing cards" in said
    assert said.endswith("\x1b[2K") or "\x1b[?25h" in said, (
        "the line is taken away and the cursor shown again"
    )


@pytest.mark.parametrize("words", [("0.05",), ("1", "--quiet"), ("1", "--json")])
def test_what_is_short_quiet_or_json_shows_nothing(words):
    assert on_terminal("probe", *words) == ("result\n", "")


def test_a_pipe_gets_no_progress():
    answer = subprocess.run([sys.executable, "-c", SLOW, "probe", "1"], capture_output=True, text=True)
    assert (answer.stdout, answer.stderr) == ("result\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_can_be_quiet(command, run):
    assert "--quiet" in run(command, "--help").out


def test_a_long_search_shows_how_far_it_is():
    words = ("simulate", "tottarot", "--games", "120", "--player", "greedy")
    code = "import printkit.cli.progress as p; p.PATIENCE = 0.01; from printkit.cli.app import main; main()"
    assert "games" in on_terminal(*words, code=code)[1]


def test_h21_names_of_files_control_no_terminal(monkeypatch):
    seen = {name: StringIO() for name in ("stdout", "stderr")}
    for name, stream in seen.items():
        stream.isatty = lambda: True  # type: ignore[method-assign]
        monkeypatch.setattr(sys, name, stream)
    monkeypatch.setenv("NO_COLOR", "1")
    name = "no\x1b]0;evil\x07\x9b31m\x7f\nnext"
    progress.complain([Problem("is no picture", name)])
    progress.warn(f"left out: {name}")
    progress.say(name)
    shown = r"no\x1b]0;evil\x07\x9b31m\x7f"
    assert seen["stderr"].getvalue().splitlines() == [
        f"printkit: error: {shown} next: is no picture",
        f"printkit: warning: left out: {shown} next",
    ]
    assert seen["stdout"].getvalue() == f"{shown}\nnext\n"


def test_a_line_without_end_is_shown_by_its_ends(monkeypatch):
    monkeypatch.setattr(sys, "stderr", StringIO())
    progress.complain([Problem(f"'{'a' * 60_000}' is wider than its box", "rules.en.md", hint="shorten it")])
    line = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert line.startswith("printkit: error: rules.en.md: 'aaa")
    assert line.endswith("aaa' is wider than its box (shorten it)\n")
    assert " … " in line
    assert len(line) < 2100
