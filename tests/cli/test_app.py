"""The frame around every command: exit codes, one line an error, no traceback, nothing heavy at start."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer

from printkit import __version__
from printkit.cli import app as frame
from printkit.cli import commands
from printkit.errors import InputError, Problem, WrongError, install_hint, nearest_hint
from printkit.installed import commit

HEAVY = set(
    "PIL budoux cairocffi cairosvg fontTools llvmlite matplotlib numba numpy pikepdf pyclipper pydantic"
    " pypdfium2 reportlab scipy svgwrite uharfbuzz".split()
)


def _printkit(*words, code="", **options):
    """The command in a process of its own; with `code`, that Python instead."""
    start = [sys.executable, "-c", code] if code else [sys.executable, "-m", "printkit"]
    return subprocess.run([*start, *words], text=True, encoding="utf-8", timeout=60, **options)


@pytest.fixture
def command(monkeypatch):
    """Let `printkit probe` do what the test defines."""

    def install(body):
        monkeypatch.setitem(sys.modules, "printkit.cli.probe", SimpleNamespace(probe=body))
        monkeypatch.setattr(commands, "COMMANDS", {"probe": "Play"})

    return install


def test_help_names_every_command(run):
    answer = run("--help")
    assert answer.code == 0
    assert answer.err == ""
    panels = re.findall(r"(?m)^╭─ (\w+) ─", answer.out)
    assert panels == ["Options", *dict.fromkeys(commands.COMMANDS.values())]
    listed = re.findall(r"(?m)^│ ([a-z]+) +[A-Z]", answer.out)
    assert listed == list(commands.COMMANDS)


def test_version(run):
    known = f" ({commit()})" if commit() else ""
    assert run("--version") == (0, f"printkit {__version__}{known}\n", "")


def test_help_loads_nothing_heavy():
    code = (
        "import sys; from printkit.cli.app import main; main(['--help']);"
        "print('|' + ','.join(sorted({name.partition('.')[0] for name in sys.modules})))"
    )
    answer = _printkit(code=code, capture_output=True)
    loaded = set(answer.stdout.rpartition("|")[2].strip().split(","))
    assert "printkit" in loaded
    assert loaded & HEAVY == set()
    assert answer.stderr == ""


def test_input_error_is_one_line_a_problem_and_2(run, command):
    def body():
        raise InputError(
            "no such ink", file="kit.toml", key="inks.red", hint="known: black", problems=[Problem("b")]
        )

    command(body)
    assert run("probe") == (
        2, "", "printkit: error: kit.toml [inks.red]: no such ink (known: black)\nprintkit: error: b\n",
    )  # fmt: skip


def test_wrong_input_is_1(run, command):
    def body():
        raise WrongError("illegal move", file="game.txt", key="line 7")

    command(body)
    assert run("probe") == (1, "", "printkit: error: game.txt [line 7]: illegal move\n")


def test_a_problem_with_line_breaks_stays_one_line(run, command):
    def body():
        raise InputError("one\n  two\tthree")

    command(body)
    assert run("probe").err == "printkit: error: one two three\n"


def test_a_bug_is_70_with_a_report(run, command):
    def body():
        raise ZeroDivisionError("secret cause")

    command(body)
    answer = run("probe")
    match = re.fullmatch(r"printkit: error: internal error: ZeroDivisionError \(report: (.+)\)\n", answer.err)
    assert answer.code == 70
    assert match, answer.err
    report = Path(match[1])
    text = report.read_text(encoding="utf-8")
    report.unlink()
    assert text.startswith(f"printkit {__version__}, Python ")
    assert "arguments: ['probe']" in text
    assert "Traceback" in text
    assert "ZeroDivisionError: secret cause" in text


def test_a_missing_extra_says_what_to_install(run, command):
    def body():
        raise ModuleNotFoundError("No module named 'numba'", name="numba.core")

    command(body)
    assert run("probe") == (
        2, "", f"printkit: error: this needs the extra 'lab' ({install_hint('lab')})\n",
    )  # fmt: skip


def test_a_missing_package_is_named(run, command):
    def body():
        raise ModuleNotFoundError("No module named 'PIL'", name="PIL.Image")

    command(body)
    answer = run("probe")
    assert answer.code == 2
    assert (
        answer.err
        == "printkit: error: this Python lacks PIL, which this needs (printkit doctor says what is missing)\n"
    )


def test_a_missing_module_of_our_own_is_a_fault_of_ours(run, command):
    def body():
        raise ModuleNotFoundError("No module named 'printkit.nothing'", name="printkit.nothing")

    command(body)
    assert run("probe").code == 70


def test_any_other_missing_module_is_a_bug(run, command):
    def body():
        raise ModuleNotFoundError("No module named 'printkit.nowhere'", name="printkit.nowhere")

    command(body)
    answer = run("probe")
    assert answer.code == 70
    Path(answer.err.rpartition("report: ")[2].rstrip(")\n")).unlink()


def test_what_the_system_refuses_is_2(run, command, tmp_path):
    def body():
        (tmp_path / "none" / "file").write_text("x")

    command(body)
    assert run("probe") == (
        2,
        "",
        f"printkit: error: {tmp_path}/none/file: No such file or directory"
        " (there is no folder 'none' there: see how the path is written)\n",
    )


def test_missing_libcairo_is_one_line(run, command):
    def body():
        raise OSError('no library called "cairo-2" was found')

    command(body)
    assert run("probe") == (2, "", "printkit: error: this needs the library libcairo (see printkit doctor)\n")


def test_interrupt_is_130_and_silent(run, command):
    def body():
        raise KeyboardInterrupt

    command(body)
    answer = run("probe")
    assert (answer.code, answer.err) == (130, "")


def test_end_of_input_at_a_question_is_2(run, command):
    def body():
        raise EOFError

    command(body)
    answer = run("probe")
    assert answer.code == 2
    assert answer.err.strip() == "printkit: error: the input ended too early"


def test_exit_in_a_command_is_its_code(run, command):
    def body():
        raise typer.Exit(1)

    command(body)
    assert run("probe") == (1, "", "")


def test_a_closed_pipe_is_silent():
    code = (
        "import sys; from printkit.cli import app as frame, play\n"
        "def flood():\n"
        "    for _ in range(100_000): print('x' * 80)\n"
        "play.deal = flood; sys.exit(frame.main(['deal']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "x" * 80 + "\n"
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 141


def test_a_pipe_closed_before_the_last_flush_is_silent():
    reader, writer = os.pipe()
    os.close(reader)
    answer = _printkit("--version", stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (answer.returncode, answer.stderr) == (141, "")


@pytest.mark.parametrize(
    ("terminal", "environment", "coloured"),
    [
        (True, {"TERM": "xterm"}, True),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {"TERM": "xterm"}, False),
    ],
)
def test_colours_only_on_a_terminal_that_wants_them(monkeypatch, terminal, environment, coloured):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    written = []
    stream = SimpleNamespace(isatty=lambda: terminal, write=written.append)
    monkeypatch.setattr(sys, "stderr", stream)
    frame.complain([Problem("no")])
    assert ("\x1b[" in "".join(written)) is coloured


def test_japanese_goes_out_whatever_the_locale():
    code = "import sys; from printkit.cli import app as f; f._speak_utf8(); print('剣'); print('\\udcff')"
    answer = _printkit(code=code, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert answer.stdout == "剣\n\\udcff\n"


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("doc", ["doctor"]),
        ("build you", ["youscout"]),
        ("build --duplex f", ["fold", "fronts-then-backs"]),
        ("build --marks crop,reg", ["crop,registration"]),
        ("build --only mat,boo", ["mat,booklet"]),
        ("build --only mat,board-o", ["mat,board-old"]),
        ("export tott", ["tottarot"]),
        ("export tottarot --as d", ["dxf"]),
        ("export tottarot --ink f", ["full"]),
        ("build --cards ace,sun-", ["ace,sun-1", "ace,sun-2", "ace,sun-3"]),
        ("play youscout --option court=K1", ["court=K10", "court=K13a", "court=K13b", "court=K14"]),
        ("play tottarot --player isp,gree", ["isp,greedy"]),
        ("simulate tottarot --player gree", ["greedy"]),
        ("new mine --like you", ["youscout"]),
        ("sheets x --make-bleed m", ["mirror"]),
        ("calibrate --duplex s", ["short"]),
        ("schema lay", ["layout"]),
        ("play mak-k", ["mak-kaik"]),
        ("check --profile drive", ["drivethrucards"]),
    ],
)
def test_the_shell_completes(typed, wanted):
    environment = {
        **os.environ,
        "_PRINTKIT_COMPLETE": "complete_bash",
        "COMP_WORDS": f"printkit {typed}",
        "COMP_CWORD": str(len(typed.split())),
    }
    answer = _printkit(capture_output=True, env=environment)
    assert sorted(answer.stdout.split()) == sorted(wanted)


@pytest.mark.parametrize("words", [("list",), ("build", "tottarot", "--only", "box"), ("check", "x.pdf")])
def test_h23_a_folder_that_is_gone_is_named(tmp_path, monkeypatch, run, words):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    answer = run(*words)
    assert answer.code == 2
    assert answer.err == "printkit: error: the folder you are in is gone (cd to another one)\n"


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("check nothing.pdf", "see how the name is written"),
        ("replay wolff.txt", "did you mean 'wolf.txt'?"),
        ("replay wolfs/game.txt", "there is no folder 'wolfs' there"),
        ("solve .", "name a file in it"),
        ("build --kit-dir nothing --out o", "see how the name is written"),
        ("build tottarot --only deck --out wolf.txt", "move the file away"),
        ("build tottarot --only deck --out wolf.txt/o", "move the file away"),
        ("build --changed-since nothing --out o", "see how the name is written"),
        ("build tottarot --press x4 --icc nothing --out o", "see how the name is written"),
        ("sheets wolf.txt --out o", "name its folder"),
        ("sheets nothing --out o", "see how the name is written"),
        ("position youscout wolf.tx", "did you mean 'wolf.txt'?"),
    ],
)
def test_h23_what_cannot_be_read_or_made_says_what_helps(tmp_path, monkeypatch, run, words, hint):
    (tmp_path / "wolf.txt").write_text("no record", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    answer = run(*words.split())
    assert answer.code == 2
    (line,) = answer.err.splitlines()
    assert hint in line
    assert line.endswith(")")


def test_a_hint_names_what_is_near_or_as_much_as_one_reads():
    names = [f"card-{number}" for number in range(100, 140)]
    assert nearest_hint("cart-101", names) == "did you mean 'card-101'?"
    assert nearest_hint("storm", names[:2]) == "known: card-100, card-101"
    assert nearest_hint("storm", names).endswith("card-129 and 10 more")
    assert nearest_hint("storm", ()) == ""


@pytest.mark.parametrize(
    "words",
    [
        ("build", "youscout", "--only", "deck", "--only", "box"),
        ("sheets", "cards", "--marks=crop", "--marks", "none"),
        ("simulate", "last-trick", "--games", "3", "--games", "3"),
    ],
)
def test_a_value_given_twice_is_refused_where_one_would_count(words, run):
    answer = run(*words)
    option = words[2].partition("=")[0]
    assert (answer.code, answer.out) == (2, "")
    assert f"{option} is given 2 times, and one would count (see printkit {words[0]} --help)" in answer.err


def test_an_option_with_several_values_may_be_given_as_often(run):
    words = (
        "simulate",
        "last-trick",
        "--option",
        "players=3",
        "--option",
        "first=1",
        "--games",
        "1",
        "--json",
        "--json",
    )
    assert "given" not in run(*words).err
