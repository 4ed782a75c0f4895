"""Runs printkit repeatedly, kills it each time at another moment, and writes what was left as JSON.

Run as a program of its own, so that copies of it are cheap and share no thread with the tests.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from printkit.cli.app import main

# So many moments are tried, evenly spread, and the last few one by one.
MOST_MOMENTS = 16


_REPLACE = os.replace


class Trap:
    """Counts every call that changes a disk, and ends the process without warning at one of them."""

    def __init__(self, moment: int) -> None:
        self.moment = moment
        self.seen = 0
        # When a file took its place.
        self.placed: list[int] = []

    def step(self) -> None:
        self.seen += 1
        if self.seen == self.moment:
            os.kill(os.getpid(), signal.SIGKILL)

    def armed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **named: Any) -> Any:
            self.step()
            if function is _REPLACE:
                self.placed.append(self.seen)
            return function(*words, **named)

        return call

    def set(self) -> None:
        """Every write from here on counts."""
        for name in ("replace", "rename", "mkdir", "rmdir", "unlink"):
            setattr(os, name, self.armed(getattr(os, name)))
        open_file = io.open
        trap = self

        class Raw(io.FileIO):
            def write(self, data: Any) -> int:
                trap.step()
                # Half of it only, as when a machine goes down.
                written = super().write(memoryview(data).cast("B")[: max(1, memoryview(data).nbytes // 2)])
                return written or 0

        def opened(file: Any, mode: str = "r", *words: Any, **named: Any) -> Any:
            if not set(mode) & set("wxa"):
                return open_file(file, mode, *words, **named)
            self.step()
            buffered = io.BufferedWriter(Raw(file, mode.replace("b", "").replace("t", "")))
            return buffered if "b" in mode else io.TextIOWrapper(buffered, encoding="utf-8", newline="")

        io.open = opened  # type: ignore[assignment]


def tree(folder: Path) -> dict[str, str]:
    """Every file under a folder, hidden ones too, as its bytes in Latin-1; folders end with a slash."""
    return {
        str(path.relative_to(folder)) + "/" * path.is_dir(): ""
        if path.is_dir()
        else path.read_bytes().decode("latin-1")
        for path in sorted(folder.rglob("*"))
    }


def run(words: list[str], moment: int | None, delay: float | None = None) -> tuple[int, list[int]]:
    """One copy of this process does it; its end as waitpid reports it, the moments of new files, and the last one."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        trap = Trap(moment or 0)
        with (
            open(os.devnull, "w") as nowhere,
            contextlib.redirect_stdout(nowhere),
            contextlib.redirect_stderr(nowhere),
        ):
            if moment is not None:
                trap.set()
            code = main(words)
        os.write(writing, json.dumps([*trap.placed, trap.seen]).encode())
        os._exit(code)
    os.close(writing)
    if delay is not None:
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with open(reading) as stream:
        seen = json.loads(stream.read() or "[]")
    return status, seen


def faults(
    words: list[str], place: Path, keep: Path, new: dict[str, str], old: dict[str, str], **when: Any
) -> list[str]:
    """What is wrong after a run that was killed, and after the one that follows it."""
    shutil.rmtree(place)
    shutil.copytree(keep, place)
    status, _ = run(words, **when)
    found = []
    for name, data in tree(place).items():
        hidden = any(part.startswith(".printkit-") for part in Path(name).parts)
        if not hidden and data not in (old.get(name), new.get(name)):
            found.append(f"{when}: {name} is neither the old nor the new one")
    lost = [name for name in old if name in new and not (place / name).exists()]
    found += [f"{when}: {name} is gone" for name in lost]
    again, _ = run(words, None)
    after = tree(place)
    if again != 0 or after != new:
        odd = sorted(set(after.items()) ^ set(new.items()))
        found.append(f"{when}: afterwards {again}, {[name for name, _ in odd]}")
    return found if os.WIFSIGNALED(status) or "delay" in when else [*found, f"{when}: it was not killed"]


def report(words: list[str], place: Path, delays: int) -> dict[str, Any]:
    """Kill at every moment (or at this many points of time) and report what was wrong."""
    keep = place.with_name(place.name + "-old")
    shutil.copytree(place, keep)
    old = tree(place)
    # Here and not in a copy: every copy then has all libraries loaded already.
    with contextlib.redirect_stdout(io.StringIO()):
        code = main(words)
    new = tree(place)
    if code or new == old:
        return {"moments": 0, "faults": [f"it ended with {code} and changed {new != old}"]}
    shutil.rmtree(place)
    shutil.copytree(keep, place)
    start = time.perf_counter()
    _, (*placed, moments) = run(words, 10**9)
    took = time.perf_counter() - start
    found = []
    if delays:
        for at in range(delays):
            found += faults(words, place, keep, new, old, moment=None, delay=took * (at + 0.5) / delays)
    else:
        # The last ones are those in which files take their places.
        early = range(1, moments, -(-moments // MOST_MOMENTS))
        for moment in sorted({*early, *placed, *range(max(1, moments - 8), moments + 1)}):
            found += faults(words, place, keep, new, old, moment=moment)
    return {"moments": moments, "faults": found}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(report(sys.argv[3:], Path(sys.argv[1]), int(sys.argv[2]))))
