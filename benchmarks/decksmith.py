"""The time of a deck, as a ratio to DeckSmith's for cards as large with the same pictures.

    python benchmarks/decksmith.py FOLDER [--runs N] [--kit KIT]

FOLDER gets DeckSmith in an environment of its own, once, and its deck: as many cards as Youscout's deck has, on each a
picture of the kit at 300 dpi with a name and a number over it, exported on A4 in millimetres. printkit's deck has backs
and letters on every card and is proved; DeckSmith prints fronts only. Both by turns, wall time.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import cairosvg
from measure import ROOT, Spread, measure

from printkit.kit.find import find_kit
from printkit.kit.model import Kit

VERSION = "0.9.9"
DPI = 300
CARDS = 80
LAYOUT = """id: canvas
width: {width}
height: {height}
background_color: [255, 255, 255]
elements:
  - {{id: picture, type: image, position: [0, 0], path: "%picture%"}}
  - {{id: name, type: text, position: [0, 40], relative_to: [canvas, top-center], anchor: top-center,
     text: "%name%", color: [35, 31, 32], font_size: 48, align: center}}
  - {{id: number, type: text, position: [40, 40], text: "%number%", color: [35, 31, 32], font_size: 64}}
"""


def main() -> int:
    """Prepare what is missing, measure, and print the ratio."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--kit", default="youscout")
    options = parser.parse_args()
    folder = options.folder.resolve()
    program = folder / "venv" / "bin" / "decksmith"
    if not program.exists():
        venv.create(folder / "venv", with_pip=True)
        subprocess.run(
            [program.with_name("python"), "-m", "pip", "install", "-q", f"decksmith=={VERSION}"], check=True
        )
    kit = find_kit(options.kit, ())
    size = kit.sizes[kit.default_size]
    words = " && ".join(
        [
            f"cd {shlex.quote(str(folder))}",
            "venv/bin/decksmith build --spec deck.yaml --data deck.csv --output cards >&2",
            f"venv/bin/decksmith export cards --width {size.width:g} --height {size.height:g} --output deck.pdf >&2",
        ]
    )
    count = write_deck(kit, folder)
    ratios, ours, others = list[float](), list[float](), list[float]()
    for number in range(options.runs + 1):
        other = measure(["sh", "-c", words], timeout=600)
        with tempfile.TemporaryDirectory() as out:
            build = [sys.executable, "-m", "printkit", "build", kit.id, "--only", "deck", "--out", out]
            own = measure(build, timeout=600)
        if own.code or other.code:
            sys.stderr.write(f"{own.error}\n{other.error}\n")
            return 1
        if number:
            # Round 0 warms the disk.
            ratios.append(own.seconds / other.seconds)
            ours.append(own.seconds)
            others.append(other.seconds)
    sys.stdout.write(f"{count} cards of DeckSmith {VERSION}: {Spread.of(others).text('s', 2)}\n")
    sys.stdout.write(f"the deck of {kit.id}: {Spread.of(ours).text('s', 2)}\n")
    sys.stdout.write(f"ratio: {Spread.of(ratios).text('', 2)}\n")
    return 0


def write_deck(kit: Kit, folder: Path) -> int:
    """DeckSmith's layout, table and pictures; the number of its cards."""
    size = kit.sizes[kit.default_size]
    width, height = (round(side / 25.4 * DPI) for side in (size.width, size.height))
    (folder / "pictures").mkdir(exist_ok=True)
    rows = ["name;number;picture"]
    for number, art in enumerate(
        sorted((ROOT / "templates" / kit.id / "art" / "full").glob("*.svg"))[:CARDS], 1
    ):
        picture = folder / "pictures" / f"{art.stem}.png"
        cairosvg.svg2png(url=str(art), write_to=str(picture), output_width=width)
        rows.append(f"{art.stem};{number};pictures/{picture.name}")
    (folder / "deck.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "deck.yaml").write_text(LAYOUT.format(width=width, height=height), encoding="utf-8")
    return len(rows) - 1


if __name__ == "__main__":
    sys.exit(main())
