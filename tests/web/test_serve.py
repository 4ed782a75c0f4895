"""`printkit serve` as it is typed: one server at a time keeps the tables of a folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

from printkit.files import HeldError, alone


@contextmanager
def served(state):
    """A server of these tables, and the first line it says."""
    words = [sys.executable, "-m", "printkit", "serve", "--no-browser", "--state-dir", str(state)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline()
        finally:
            process.kill()


def test_a_second_server_of_the_same_tables_is_refused(tmp_path):
    """It would write over what the first has acknowledged. A server that was killed holds nothing."""
    with served(tmp_path) as (first, said):
        own = said.partition("?token=")[0]
        assert own.startswith("http://127.0.0.1:")
        with served(tmp_path) as (second, refusal):
            assert second.wait(30) == 2
        assert f"{tmp_path}: is served already, at {own} (" in refusal
        assert "--state-dir" in refusal
        with served(tmp_path / "other") as (_, elsewhere):
            assert "?token=" in elsewhere
        os.kill(first.pid, signal.SIGKILL)
        first.wait(30)
        with served(tmp_path) as (_, again):
            assert "?token=" in again


def test_who_is_alone_says_so_to_the_next(tmp_path):
    file = tmp_path / "held"
    with alone(file, "me"):
        with pytest.raises(HeldError) as refused, alone(file, "you"):
            pass
        assert refused.value.note == "me"
    with alone(file, "you"):
        assert file.read_text(encoding="utf-8") == "you"
