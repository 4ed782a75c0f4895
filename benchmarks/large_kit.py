"""Writes kits of thousands of cards, each with its own picture, and measures whether building stays linear."""

from __future__ import annotations

import argparse
import json
import math
import random
import shlex
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from measure import Run, measure, table

PICTURE_BYTES = 25_000
MOST_MEMORY_MB = 500.0
# The dearest thousand cards may cost this much more than the cheapest.
MOST_GROWTH = 1.25
POOL = 400

KIT = """\
id = "{id}"
version = "1.0"
languages = ["en"]
size = "tarot"

[fonts]
display = "shippori-mincho-extrabold"
text = "zen-kaku-gothic-new-bold"

[components.deck]
back = "back"
"""
LAYOUT = """\
[sizes.tarot]
width = "70mm"
height = "120mm"

[[faces.plain.tarot]]
block = "picture"
box = [0, 0, 70, 120]

[[faces.plain.tarot]]
block = "names"
right = 66
width = 40
lines = [{ language = "en", em = 3.0, baseline = 12.2 }]

[[faces.back.tarot]]
block = "shape"
ink = "blue"
box = [-3, -3, 76, 126]
"""
CARD = """\
[[card]]
id = "card-{number:05}"
face = "plain"
art = "art/card-{number:05}.svg"

"""
INKS = ("#0d6ca9", "#c48a10", "#c64033", "#009277")


class Figures(NamedTuple):
    """A kit that was built: its cards, the run, and the size of its PDF."""

    cards: int
    run: Run
    pdf_bytes: int

    @property
    def ms_per_card(self) -> float:
        """Wall time a card."""
        return self.run.seconds / self.cards * 1000


def main() -> int:
    """Measure and print; the exit code is 0 if time is linear and memory bounded."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="printkit-large-") as scratch:
        folder = options.kit_dir or Path(scratch)
        figures = [_measure(count, folder, options) for count in options.cards]
    if options.json:
        fields = [{"cards": one.cards, "pdf_bytes": one.pdf_bytes, **one.run._asdict()} for one in figures]
        sys.stdout.write(json.dumps(fields, indent=1) + "\n")
    else:
        sys.stdout.write(_text(figures))
    complaints = list(_complaints(figures))
    sys.stderr.writelines(f"{complaint}\n" for complaint in complaints)
    return 1 if complaints else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "cards", nargs="*", type=int, default=[1000, 2000, 4000, 8000], help="sizes of the kits"
    )
    parser.add_argument("--kit-dir", type=Path, help="write the kits into this folder and keep them")
    parser.add_argument(
        "--command", default=f"{shlex.quote(sys.executable)} -m printkit", help="how printkit is called"
    )
    parser.add_argument("--timeout", type=float, default=1800.0, help="seconds after which a build is ended")
    parser.add_argument("--json", action="store_true", help="print figures for programs")
    options = parser.parse_args()
    if not all(1 <= count <= 99_999 for count in options.cards):
        parser.error("a kit has 1 to 99999 cards")
    return options


def write_kit(folder: Path, count: int) -> Path:
    """The folder of a kit of that many cards; a kit that lies there already is used as it is."""
    kit = folder / f"large-{count}"
    if (kit / "kit.toml").exists():
        return kit
    (kit / "art").mkdir(parents=True, exist_ok=True)
    pool = _contours()
    for number in range(1, count + 1):
        (kit / "art" / f"card-{number:05}.svg").write_text(_picture(number, pool))
    (kit / "layout.toml").write_text(LAYOUT)
    (kit / "cards.toml").write_text("".join(CARD.format(number=number) for number in range(1, count + 1)))
    names = "".join(f'card-{number:05}.name = "Card {number}"\n' for number in range(1, count + 1))
    (kit / "text.en.toml").write_text(f'kit.title = "{count} cards"\n\n[card]\n{names}')
    # Last, so that a kit half written is written again.
    (kit / "kit.toml").write_text(KIT.format(id=kit.name))
    return kit


def _contours() -> list[str]:
    """Closed wavy forms in relative commands, as dense as hand-made art after fitting."""
    dice = random.Random(7)
    return [_contour(dice) for _ in range(POOL)]


def _contour(dice: random.Random) -> str:
    corners = dice.randint(8, 16)
    radii = [dice.uniform(1.0, 4.0) for _ in range(corners)]
    places = [
        (
            round(radius * math.cos(math.tau * index / corners), 2),
            round(radius * math.sin(math.tau * index / corners), 2),
        )
        for index, radius in enumerate(radii)
    ]
    words = []
    for index, (x, y) in enumerate(places):
        dx, dy = places[(index + 1) % corners][0] - x, places[(index + 1) % corners][1] - y
        bend = dice.uniform(-0.3, 0.3)
        handles = (dx / 3 - dy * bend, dy / 3 + dx * bend, dx * 2 / 3 - dy * bend, dy * 2 / 3 + dx * bend)
        words.append("c" + "".join(_word(value) for value in (*handles, dx, dy)).lstrip())
    return "".join(words) + "z"


def _word(value: float) -> str:
    """A number as tight as path data allows, its separator included: `.5` after a blank, `-.5` without one."""
    text = f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
    if text.startswith("-"):
        return "-" + text[1:].removeprefix("0")
    return " " + (text.removeprefix("0") or "0")


def _picture(number: int, pool: list[str]) -> str:
    """An SVG of PICTURE_BYTES: one path of black and one of a suit's ink, other forms on every card."""
    dice = random.Random(number)
    data: list[str] = []
    length = 0
    for form in dice.sample(pool, len(pool)):
        data.append(f"M{dice.randrange(800, 6200) / 100:.2f} {dice.randrange(2900, 9100) / 100:.2f}{form}")
        length += len(data[-1])
        if length > PICTURE_BYTES - 300:
            break
    half = len(data) // 3
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 120">'
        f'<path fill="{INKS[number % 4]}" fill-rule="evenodd" d="{"".join(data[:half])}"/>'
        f'<path fill="#231f20" fill-rule="evenodd" d="{"".join(data[half:])}"/></svg>\n'
    )


def _measure(count: int, folder: Path, options: argparse.Namespace) -> Figures:
    kit = write_kit(folder, count)
    with tempfile.TemporaryDirectory(prefix="printkit-large-out-") as out:
        words = ["build", "--kit-dir", str(kit.resolve()), "--out", out]
        run = measure([*shlex.split(options.command), *words], timeout=options.timeout)
        return Figures(count, run, sum(file.stat().st_size for file in Path(out).rglob("*.pdf")))


def _text(figures: list[Figures]) -> str:
    rows = [["cards", "wall time", "a card", "processor", "peak memory", "PDF"]]
    for one in figures:
        run = one.run
        rows.append(
            [
                str(one.cards),
                f"{run.seconds:.1f} s",
                f"{one.ms_per_card:.2f} ms",
                f"{run.cpu_seconds:.1f} s",
                f"{run.peak_mb:.0f} MB",
                f"{one.pdf_bytes / 1_000_000:.1f} MB",
            ]
        )
    return table(rows)


def _complaints(figures: list[Figures]) -> Iterator[str]:
    for one in figures:
        if one.run.code:
            yield f"{one.cards} cards: exit {one.run.code}: {one.run.error}"
        if one.run.peak_mb > MOST_MEMORY_MB:
            yield f"{one.cards} cards: {one.run.peak_mb:.0f} MB are more than {MOST_MEMORY_MB:.0f} MB"
    if any(one.run.code for one in figures):
        return
    # Processor time, because a busy machine stretches the clock; between neighbours the start-up no longer counts.
    steps = [
        (later.run.cpu_seconds - first.run.cpu_seconds) / (later.cards - first.cards)
        for first, later in pairwise(figures)
        if later.cards > first.cards
    ]
    if len(steps) > 1 and steps[-1] > MOST_GROWTH * steps[0]:
        first, last = steps[0] * 1000, steps[-1] * 1000
        yield f"not linear: a further card costs {first:.2f} ms at first and {last:.2f} ms at last"


if __name__ == "__main__":
    sys.exit(main())
