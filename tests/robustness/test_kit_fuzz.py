"""Other kits are spoiled every day: the same few on one day, which a failure names with its seed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Those of which one is checked in a second.
KITS = "poker,tarot,text-heavy,tiles,tokens"
COUNT = 8


def test_kits_spoiled_by_the_seed_of_the_day_break_nothing() -> None:
    words = [sys.executable, ROOT / "benchmarks" / "kit_fuzz.py", str(COUNT), "--kits", KITS]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"0 of {COUNT} went wrong" in done.stdout
