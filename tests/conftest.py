"""What every test shares: hypothesis profiles, a quiet terminal, and the command run in this process."""

from __future__ import annotations

import gc
import os
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# The example games are games like all others, in the commands that tests start as well.
os.environ["PRINTKIT_GAMES"] = str(ROOT / "tests" / "examples")

# Kits, fonts and pictures that stay for all tests hold few circles: looking for them often takes a tenth of the time.
gc.set_threshold(50_000, 20, 100)

# A machine shared by many has no use for deadlines; ci repeats itself exactly.
settings.register_profile(
    "fast", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile(
    "ci", settings.get_profile("fast"), max_examples=100, derandomize=True, database=None
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "fast"))


class Answer(NamedTuple):
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch):
    for name in ("FORCE_COLOR", "PY_COLORS", "CLICOLOR_FORCE", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")


@pytest.fixture(scope="session")
def root():
    """The checkout's folder."""
    return ROOT


@pytest.fixture(scope="session")
def project_files():
    """Every file that git tracks or would add, as a path in the checkout; without git, every plain file."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode == 0:
        names = listed.stdout.decode("utf-8", "surrogateescape").split("\0")
    else:
        paths = (path.relative_to(ROOT) for path in ROOT.rglob("*"))
        made = ("output", "build", "dist", "__pycache__")
        names = [
            str(path) for path in paths if not any(part in made or part[0] == "." for part in path.parts)
        ]
    return tuple(sorted(name for name in names if (ROOT / name).is_file()))


@pytest.fixture
def run(capsys):
    """Run printkit with these words in this process: `run("list", "--json").code`."""
    from printkit.cli.app import main

    def run_words(*words):
        capsys.readouterr()
        code = main(list(words))
        out, err = capsys.readouterr()
        return Answer(code, out, err)

    return run_words
