"""Work done beside: its result comes back, its errors are raised here, and nothing of it is left over."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from printkit import beside as module
from printkit.beside import beside
from printkit.errors import WrongError


def run(code):
    """What a process with one thread and two processors writes."""
    start = "import os, sys; from printkit.beside import beside\nos.sched_getaffinity = lambda pid: {0, 1}\n"
    ran = subprocess.run([sys.executable, "-c", start + code], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_the_result_comes_back():
    with beside(lambda: {"sum": sum(range(10))}) as result:
        assert result() == {"sum": 45}


def test_the_work_is_done_in_another_process_where_that_is_safe():
    answer = run("with beside(os.getpid) as result: print(result() != os.getpid())")
    assert answer.split() == [str(sys.platform == "linux")]


def test_without_a_second_processor_it_is_done_here(monkeypatch):
    monkeypatch.setattr(module, "_may_copy", lambda: False)
    with beside(os.getpid) as result:
        assert result() == os.getpid()


def test_an_error_is_raised_where_the_result_is_asked_for():
    def work():
        raise WrongError("the number is wrong", file="cards.toml")

    with pytest.raises(WrongError, match=r"cards\.toml: the number is wrong"), beside(work) as result:
        result()


def test_a_result_that_cannot_be_sent_is_made_here():
    with beside(lambda: lambda: "made here") as result:
        assert result()() == "made here"


def test_an_error_outside_ends_the_copy():
    answer = run(
        "reading, writing = os.pipe()\n"
        "try:\n"
        "    with beside(lambda: os.read(reading, 1)): raise ValueError\n"
        "except ValueError: os.close(reading)\n"
        "try: os.write(writing, b'x')\n"
        "except BrokenPipeError: print('nobody reads any more')\n"
        "try: os.wait()\n"
        "except ChildProcessError: print('nobody is waited for')\n"
    )
    assert answer == "nobody reads any more\nnobody is waited for\n"


def test_what_stands_in_a_buffer_is_written_once():
    assert run("sys.stdout.write('once')\nwith beside(int) as result: assert result() == 0") == "once"
