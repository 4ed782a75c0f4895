"""The sweep on paper: a game's winning places in, every choice of options with what it misses as JSON and CSV out."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from printkit import __version__
from printkit.errors import InputError
from printkit.jobs.files import staging
from printkit.solver.sweep import Sweep, Swept, sweep

__all__ = ["sweep_lines", "write_sweep"]

_GAME = "youscout"


def write_sweep(
    game_id: str, out: Path, workers: int = 1, progress: Callable[[int, int], None] = lambda done, total: None
) -> tuple[tuple[Swept, ...], tuple[Path, ...]]:
    """Sweep both games with the author's numbers and winning places; what was found, and the files written."""
    if game_id != _GAME:
        raise InputError(f"{game_id!r} cannot be swept", hint=f"{_GAME}: both its games are")
    plan = Sweep()
    found = sweep(plan, workers, progress)
    facts = {
        "sweep": 1,
        "printkit": __version__,
        "goal": ["".join(map(str, places)) for places in plan.goal],
        "deals": plan.deals,
        "miss": plan.miss,
        "aims": plan.aims._asdict(),
        "swept": [{**each._asdict(), "options": list(each.options)} for each in found],
    }
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(Swept._fields)
    for each in found:
        writer.writerow([each.game, " ".join(each.options), *map(repr, each[2:-1]), each.misses])
    files = {
        f"sweep-{game_id}.json": json.dumps(facts, ensure_ascii=False, indent=1) + "\n",
        f"sweep-{game_id}.csv": stream.getvalue(),
    }
    with staging(out) as stage:
        for name, text in files.items():
            stage.write(name, text.encode())
    return found, tuple(out / name for name in files)


def sweep_lines(found: Sequence[Swept]) -> tuple[str, ...]:
    """What came of it for reading."""
    missed = Counter(each.misses for each in found)
    lines = [f"{len(found)} choices of options, with the author's numbers and winning places"]
    for aim, what in (
        ("spread", "starts farther apart than the aim"),
        ("choices", "fewer choices a game than the aim"),
        ("worth", "choices worth less than the aim"),
        ("", "not decided by so many deals"),
    ):
        lines.append(f"{missed[aim]:>6}  {what}")
    return tuple(lines)
