"""Other kits are spoiled every day: the same few on one day, which a failure names with its seed."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Those of which one is checked in a second.
KITS = "poker,tarot,text-heavy,tiles,tokens"
COUNT = 5


def test_kits_spoiled_by_the_seed_of_the_day_break_nothing():
    words = [sys.executable, ROOT / "benchmarks" / "kit_fuzz.py", str(COUNT), "--kits", KITS]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"0 of {COUNT} went wrong" in done.stdout


def test_ctrl_c_ends_a_run_in_the_background_with_what_it_found():
    words = [sys.executable, "benchmarks/kit_fuzz.py", "200000", "--kits", "tiles"]
    run = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT, preexec_fn=_as_shells_do)
    said, tries = "", 0
    while not said and (tries := tries + 1) < 60:
        run.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            said, _ = run.communicate(timeout=2)
    run.kill()
    assert "stopped" in said
    assert "0 of" in said


def _as_shells_do():
    """What a shell does to a command that it starts in the background."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
