"""Builds kits in many ways, checks every file and counts false alarms; exit code 0 only if there is none."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from printkit.errors import PrintkitError
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.build.part_table import PARTS
from printkit.jobs.check.check import check_reports
from printkit.kit.find import find_kits, kit_ids
from printkit.kit.model import Kit
from printkit.preflight.model import ERROR

__all__ = ["Way", "ways"]

PAPERS = ("a4", "a3", "letter", "legal", "b4", "a3-plus", "250x350mm", "card")
DUPLEX = ("long", "short", "fold", "fronts-then-backs", "none")
MARKS = (
    ("crop",),
    ("none",),
    ("cutter",),
    ("crop", "corners"),
    ("registration",),
    ("crop", "corners", "registration"),
)
PRESSES = ("home", "x1a-2001", "x1a-2003", "grey")
PROFILES = ("drivethrucards", "japan-x1a", "makeplayingcards", "home")


class Way(NamedTuple):
    """One way to build a part of a kit."""

    kit: str
    choices: tuple[tuple[str, Any], ...]

    def text(self) -> str:
        """For people."""
        return " ".join([self.kit, *(f"{key}={value}" for key, value in self.choices)])


def ways(kit: Kit) -> Iterator[Way]:
    """Everything as it is by default, and each choice there is varied by itself, and some together."""

    def way(**choices: Any) -> Way:
        return Way(kit.id, tuple(choices.items()))

    yield way()
    first = kit.components[0].id
    for size in kit.sizes:
        for ink in ("full", "low"):
            yield way(card=size, ink=ink)
        for paper in PAPERS:
            yield way(only=(first,), card=size, paper=paper)
    for duplex in DUPLEX:
        for marks in MARKS:
            yield way(only=(first,), duplex=duplex, marks=marks)
        yield way(duplex=duplex)
    for press in PRESSES:
        yield way(press=press)
        yield way(only=(first,), press=press, ink="low", paper="card")
    for profile in PROFILES:
        yield way(profile=profile)
        yield way(profile=profile, ink="low")
    for paper in ("a3", "letter"):
        yield way(paper=paper)
    yield way(margin=9.5, back_bleed=2.0, only=(first,))
    yield way(margin=3.175)
    yield way(stack=20.0)
    yield way(pages="1-2", only=(first,))
    yield way(cards=tuple(card.id for card in kit.cards_of(first)[1:6]))


def mixed(kit: Kit, luck: Random, icc: Path | None) -> Way:
    """One part built with every choice drawn at random; what does not go together is refused and has no files."""
    parts = [component.id for component in kit.components] + [
        name for part in PARTS for name in part.names(kit)
    ]
    press = luck.choice((*PRESSES, "x4" if icc else "home"))
    choices: dict[str, Any] = {
        "only": (luck.choice(parts),),
        "card": luck.choice(tuple(kit.sizes)),
        "paper": luck.choice(("", *PAPERS)),
        "duplex": luck.choice(DUPLEX),
        "marks": luck.choice(MARKS),
        "press": press,
        "ink": "full" if press == "grey" else luck.choice(("full", "low")),
        "lang": luck.choice(kit.languages),
        "margin": luck.choice((5.0, 5.0, 3.175, 8.0)),
    }
    if press == "x4":
        choices["icc"] = icc
    return Way(kit.id, tuple(choices.items()))


class Judged(NamedTuple):
    """What became of one way: its files, and the errors about them."""

    way: Way
    files: int
    errors: tuple[str, ...]
    seconds: float


def judge(way: Way) -> Judged:
    """Builds and checks; what cannot be built has no files."""
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="printkit-alarms-") as folder:
        try:
            built = build(BuildRequest(kits=(way.kit,), out=Path(folder), **dict(way.choices)))
        except PrintkitError:
            return Judged(way, 0, (), time.perf_counter() - start)
        files = [entry.file for entry in built if entry.file.suffix == ".pdf"]
        reports = check_reports(files, kit=way.kit, workers=1) if files else ()
        errors = [each.text for report in reports for each in report.findings if _counts(each, way)]
    return Judged(way, len(files), tuple(errors), time.perf_counter() - start)


def _counts(finding: Any, way: Way) -> bool:
    return finding.severity == ERROR or finding.code == "not-compared"


def main() -> int:
    """Prints every false alarm and how many files were right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kits", nargs="*", help="kits, by default all")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--mixed", type=int, default=0, help="so many ways a kit with every choice at random instead"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--icc", type=Path, help="a profile for four inks: with it the press x4 is among the choices"
    )
    options = parser.parse_args()
    luck = Random(options.seed)
    kits = [kit for kit in find_kits(None, ()) if kit.id in (options.kits or kit_ids())]
    wanted = [
        way
        for kit in kits
        for way in (
            (mixed(kit, luck, options.icc) for _ in range(options.mixed)) if options.mixed else ways(kit)
        )
    ]
    files = alarms = refused = 0
    with ProcessPoolExecutor(options.workers) as pool:
        for judged in pool.map(judge, wanted):
            files += judged.files
            refused += not judged.files
            alarms += bool(judged.errors)
            state = f"{len(judged.errors)} ALARMS" if judged.errors else "right"
            print(f"{judged.way.text()}: {judged.files} files, {state}, {judged.seconds:.0f} s", flush=True)
            for text in judged.errors[:3]:
                print(f"    {text[-300:]}", flush=True)
    print(f"{len(wanted)} ways, {refused} refused, {files} files, {alarms} ways with false alarms")
    return 1 if alarms else 0


if __name__ == "__main__":
    sys.exit(main())
