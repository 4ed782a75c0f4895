"""Ends commands by Ctrl-C and SIGTERM at random moments; exit code 0 only if each ends at once and leaves nothing.

Ctrl-C goes to the whole group of processes, as a terminal sends it. Right is exit code 130 (or 0, 1 where the command
was done already; where it answers with what it has so far, that answer and 0), no word on stderr, no process of the
group alive, no half file and no scratch folder. SIGTERM ends with 143 or by the signal itself.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

__all__ = ["COMMANDS", "interrupted"]

PRINTKIT = (sys.executable, "-m", "printkit")
# What is run in a fresh folder each time; {built} is a folder with a kit's files. The seconds it takes are measured.
COMMANDS = (
    "build youscout --only deck --out out",
    "build cetkaik --only leaflet-old,box --out out",
    "build tottarot --profile the-game-crafter --out out",
    "check --kit tottarot {built}",
    "check templates/throwing-sticks",
    "export tottarot --as svg --out out",
    "simulate youscout --games 400 --player random",
    "simulate tottarot --games 30 --player greedy --workers 2",
    "simulate cetkaik-school --games 4 --player greedy",
    "list",
)
# A process that has not ended so many seconds after the signal hangs.
PATIENCE = 20.0
# One that ends well so many seconds after it, or later, did not hear it.
OVER = 2.0
# A process that is ending already takes a signal as the system does, and a shell says 130 and 143 of that, too.
ENDS = {signal.SIGINT: {130, -signal.SIGINT}, signal.SIGTERM: {143, -signal.SIGTERM}}


class Ended(NamedTuple):
    """What became of one command: the moment of the signal as a share of its time, and what is wrong."""

    words: str
    number: signal.Signals
    share: float
    code: int | None
    faults: tuple[str, ...]


def interrupted(words: str, number: signal.Signals, share: float, seconds: float, built: Path) -> Ended:
    """Runs a command, sends the signal at a share of its usual time, and looks at what is left."""
    with tempfile.TemporaryDirectory(prefix="printkit-interrupt-") as name:
        process = _start(words, name, built)
        time.sleep(share * seconds)
        running = process.poll() is None
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            running = False
        faults, sent = [], time.monotonic()
        try:
            _, said = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            _, said = process.communicate()
            faults.append(f"not ended after {PATIENCE:g} s")
        faults += list(_left(process.pid, Path(name)))
        if said.strip():
            faults.append(f"said {said.strip()[-1000:]!r}")
        allowed = ENDS[number] | (set() if running and not process.returncode == 0 else {0, 1})
        if running and process.returncode == 0 and time.monotonic() - sent > OVER:
            faults.append("went on to its end")
        if process.returncode not in allowed:
            faults.append(f"ended with {process.returncode}")
        return Ended(words, number, share, process.returncode, tuple(faults))


def _start(words: str, folder: str, built: Path) -> subprocess.Popen[str]:
    root = Path(__file__).resolve().parents[1]
    places = words.replace("{built}", str(built)).replace("templates/", f"{root}/templates/").split()
    return subprocess.Popen(
        [*PRINTKIT, *places], cwd=folder, env={**os.environ, "PYTHONPATH": str(root)}, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def _left(group: int, folder: Path) -> Iterator[str]:
    deadline = time.monotonic() + 1.0
    while alive := _alive(group):
        if time.monotonic() > deadline:
            os.killpg(group, signal.SIGKILL)
            yield f"lived on: {', '.join(alive)}"
            break
        time.sleep(0.02)
    for path in folder.rglob(".printkit-*"):
        yield f"left {path.relative_to(folder)}"


def _alive(group: int) -> list[str]:
    """The processes of a group that have not ended, whether or not the system has cleared them away."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pgid=,stat=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
    return [row[-1] for row in rows if row[0] == str(group) and not row[1].startswith("Z")]


def main() -> int:
    """Prints a line for each fault, and the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("count", type=int, nargs="?", default=200, help="half by Ctrl-C, half by SIGTERM")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    luck = Random(options.seed)
    ended = []
    with tempfile.TemporaryDirectory(prefix="printkit-built-") as name:
        built = Path(name)
        subprocess.run(
            [*PRINTKIT, "build", "tottarot", "--only", "box,tokens", "--out", name],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        usual = {}
        for words in COMMANDS:
            start = time.perf_counter()
            with tempfile.TemporaryDirectory(prefix="printkit-usual-") as folder:
                _, said = (process := _start(words, folder, built)).communicate()
            if process.returncode not in (0, 1):
                raise SystemExit(f"{words}: {process.returncode} {said}")
            usual[words] = time.perf_counter() - start
        for at in range(options.count):
            number = signal.SIGINT if at % 2 == 0 else signal.SIGTERM
            words = COMMANDS[at // 2 % len(COMMANDS)]
            ended.append(interrupted(words, number, luck.random(), usual[words], built))
            if ended[-1].faults:
                one = ended[-1]
                print(
                    f"{one.number.name} at {one.share:.0%} of {one.words}: {'; '.join(one.faults)}",
                    flush=True,
                )
    codes = Counter((each.number.name, each.code) for each in ended)
    print(", ".join(f"{name} {code}: {count}" for (name, code), count in sorted(codes.items(), key=str)))
    wrong = sum(bool(each.faults) for each in ended)
    print(f"{len(ended)} signals, {wrong} with faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
