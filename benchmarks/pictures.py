"""The same JPEGs printed by `sheets` and by a kit, in pairs: processor time, memory and bytes of the files.

python benchmarks/pictures.py --pictures 100 --runs 5
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from measure import Spread, measure
from PIL import Image

KIT = """\
id = "pictures"
version = "1"
languages = ["en"]
size = "card"
[fonts]
display = "caladea-bold"
text = "lato-regular"
[components.deck]
back = ""
[data]
files = ["cards.csv"]
face = "face"
"""
LAYOUT = """\
[sizes.card]
width = 63
height = 88
[[faces.face.card]]
block = "picture"
box = [-3, -3, 69, 94]
cover = true
"""


def write(folder: Path, count: int) -> None:
    """A kit, and its pictures: soft noise, so that each is about as large as a photo."""
    art = folder / "pictures" / "art"
    art.mkdir(parents=True)
    rng = random.Random(7)
    for number in range(count):
        coarse = Image.frombytes("RGB", (38, 52), rng.randbytes(38 * 52 * 3))
        coarse.resize((744, 1039), Image.Resampling.BICUBIC).save(art / f"{number:04}.jpg", quality=90)
    rows = "".join(f"Card {number},art/{number:04}.jpg\n" for number in range(count))
    texts = {"kit.toml": KIT, "layout.toml": LAYOUT, "cards.csv": f"name,art\n{rows}"}
    for name, text in {**texts, "text.en.toml": '[kit]\ntitle = "T"\n'}.items():
        (art.parent / name).write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pictures", type=int, default=100)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write(folder, arguments.pictures)
        printkit = [sys.executable, "-m", "printkit"]
        kit = [*printkit, "build", "--kit-dir", f"{folder}/pictures", "--out", f"{folder}/kit"]
        ways = {
            "sheets, bleed mirrored": ["--duplex", "none"],
            "sheets, no bleed": ["--duplex", "none", "--bleed", "0", "--gutter", "0"],
        }
        for name, options in ways.items():
            sheets = [*printkit, "sheets", f"{folder}/pictures/art", *options, "--out", f"{folder}/{name}"]
            pairs = [(measure(sheets, timeout=900), measure(kit, timeout=900)) for _ in range(arguments.runs)]
            if wrong := next((run.error for pair in pairs for run in pair if run.code), ""):
                print(wrong)
                return 1
            ratio = Spread.of([one.cpu_seconds / other.cpu_seconds for one, other in pairs])
            memory = Spread.of([one.peak_mb for one, _ in pairs])
            (made,) = (folder / name).glob("*.pdf")
            size = f"{made.stat().st_size / 1e6:.1f} MB of PDF"
            print(f"{name}: {ratio.text('× the kit', 2)}, {memory.text('MB', 0)}, {size}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
