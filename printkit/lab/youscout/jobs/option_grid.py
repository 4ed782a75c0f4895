"""Writes the sweep of all options as JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from printkit.errors import InputError
from printkit.files import staging
from printkit.lab.youscout.option_grid import Sweep, Swept, sweep
from printkit.version import __version__

__all__ = ["sweep_lines", "write_sweep"]

_GAME = "youscout"


def write_sweep(
    game_id: str, out: Path, workers: int = 1, progress: Callable[[int, int], None] = lambda done, total: None
) -> tuple[dict[str, Any], tuple[Path, ...]]:
    """Sweep both games with the author's numbers and winning places; what was found (for JSON) and the files."""
    if game_id != _GAME:
        raise InputError(f"{game_id!r} has no sweep", hint=f"{_GAME}: both its games are")
    plan = Sweep()
    # Fail before the work if nothing can be written to the folder.
    with staging(out) as stage:
        found = sweep(plan, workers, progress)
        facts = _facts(plan, found)
        files = {
            f"sweep-{game_id}.json": json.dumps(facts, ensure_ascii=False, indent=1) + "\n",
            f"sweep-{game_id}.csv": _csv(found),
        }
        for name, text in files.items():
            stage.write(name, text.encode())
    return facts, tuple(out / name for name in files)


def _facts(plan: Sweep, found: Sequence[Swept]) -> dict[str, Any]:
    return {
        "sweep": 1,
        "printkit": __version__,
        "goal": ["".join(map(str, places)) for places in plan.goal],
        "deals": plan.deals,
        "miss": plan.miss,
        "aims": plan.aims._asdict(),
        "swept": [{**each._asdict(), "options": list(each.options)} for each in found],
    }


def _csv(found: Sequence[Swept]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(Swept._fields)
    for each in found:
        writer.writerow([each.game, " ".join(each.options), *map(repr, each[2:-1]), each.misses])
    return stream.getvalue()


def sweep_lines(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """What came of it for reading."""
    missed = Counter(each["misses"] for each in facts["swept"])
    lines = [f"{len(facts['swept'])} choices of options, with the author's numbers and winning places"]
    for aim, what in (
        ("spread", "starts farther apart than the aim"),
        ("choices", "fewer choices a game than the aim"),
        ("worth", "choices worth less than the aim"),
        ("", "not decided by so many deals"),
    ):
        lines.append(f"{missed[aim]:>6}  {what}")
    return tuple(lines)
