"""Ends each command that writes at every change of the disk it makes; exit code 0 only if nothing is ever lost.

By kill -9, Ctrl-C and SIGTERM, moment by moment: operations are counted, no seconds. Right is that every file is the
old or the new one, whole; that the same command given again makes what it would have made; and for the latter two
that no word, process or scratch folder is left, with exit code 130 or 143. `tests/robustness/killing.py` does it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from printkit.interchange.tables import table_bytes

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))

from tests.robustness.killing import MOST_MOMENTS  # noqa: E402
from tests.tiny_kit import spoil, write_kit  # noqa: E402


class Writer(NamedTuple):
    """A command; `{in}` is a folder with a kit, cards and a record, `{out}` the folder where it writes.

    `before` is run first, as it is; `spoils` changes the kit between the two. What `grows` is written little by little.
    """

    words: str
    before: str = ""
    spoils: bool = False
    grows: bool = False


WRITERS = {
    "build": Writer(
        "build --kit-dir {in}/tiny --out {out}", "build --kit-dir {in}/tiny --out {out}", spoils=True
    ),
    "build for a press": Writer("build --kit-dir {in}/tiny --out {out} --press x1a-2003 --paper card"),
    "build in two processes": Writer("build mountain-road --only leaflet,box --out {out}"),
    "update": Writer("update {out}/tiny {in}/cards.csv", "new tiny --like {in}/tiny --dir {out}"),
    "new": Writer("new other --like {in}/tiny --dir {out}"),
    **{
        f"export {form}": Writer(f"export tiny --kit-dir {{in}}/tiny --as {form} --out {{out}}")
        for form in ("csv", "xlsx", "svg", "png", "tts", "tarot-deck-spec")
    },
    "sheets": Writer("sheets {in}/cards --paper letter --out {out}"),
    "preview": Writer("preview tiny --kit-dir {in}/tiny --sheet {out}/sheet.png"),
    "calibrate": Writer("calibrate --paper a4 --out {out}"),
    "schema": Writer("schema --out {out}/schema"),
    "check, in HTML": Writer(
        "check {out}/tiny/tiny-deck.pdf --kit-dir {in}/tiny --html {out}/report.html",
        "build --kit-dir {in}/tiny --out {out}",
    ),
    "check, annotated": Writer(
        "check {out}/tiny/tiny-deck.pdf --kit-dir {in}/tiny --annotate {out}/seen.pdf",
        "build --kit-dir {in}/tiny --out {out}",
    ),
    "certify": Writer(
        "certify youscout --option terminals=1 --rollouts 64 --games 4 --resume {out}/certificate.json",
        grows=True,
    ),
    "balance": Writer(
        "balance youscout --only terminals,terminals=1,player=move|stay,start=2 --games 2000 --out {out}",
        grows=True,
    ),
    "balance in two processes": Writer(
        "balance youscout --only terminals,terminals=1,player=move|stay,start=2 --games 2000 --workers 2 --out {out}",
        grows=True,
    ),
    "tune": Writer("@tune youscout-simplified --generations 1 --seeds 1 --out {out}"),
    "a table of serve": Writer("@table {out}/tables", "@table {out}/tables"),
}


def main() -> int:
    """Prints a line for each fault, and the counts."""
    options = _options()
    faults = tried = 0
    for name in options.only.split(";") if options.only else WRITERS:
        with tempfile.TemporaryDirectory(prefix="printkit-interrupts-") as folder:
            said = _ended(WRITERS[name], Path(folder), options)
        faults += len(said["faults"])
        tried += said["tried"]
        print(
            f"{name}: {said['moments']} operations, ended {said['tried']} times, {len(said['faults'])} faults"
        )
        for fault in said["faults"]:
            print(f"  {fault}", flush=True)
    print(f"ended {tried} times, {faults} faults")
    return 1 if faults else 0


def _ended(writer: Writer, folder: Path, options: argparse.Namespace) -> dict[str, object]:
    source, out = folder / "in", folder / "out"
    kit = write_kit(source)
    (source / "cards").mkdir()
    for name in ("wolf", "raven"):
        Image.new("RGB", (63, 88), "teal").save(source / "cards" / f"{name}.png", dpi=(25.4, 25.4))
    out.mkdir()
    words, before = (
        text.replace("{in}", str(source)).replace("{out}", str(out)).split() for text in writer[:2]
    )
    (source / "cards.csv").write_bytes(table_bytes(kit, "csv").replace(b"one,", b"three,", 1))
    if before:
        _killing("--once", str(out), *before)
    if writer.spoils:
        spoil(kit, "text.en.toml", '"Two"', '"Deux"')
    limits = ["--signals", options.signals, "--most", str(options.most)]
    limits += ["--every"] if options.every else []
    limits += ["--grows"] if writer.grows else []
    return dict(json.loads(_killing(*limits, str(out), *words)))


def _killing(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.robustness.killing", *words],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--signals", default="SIGKILL,SIGINT,SIGTERM")
    parser.add_argument(
        "--most", type=int, default=MOST_MOMENTS, help="changes tried, beside those of new files"
    )
    parser.add_argument("--every", action="store_true", help="at every change")
    parser.add_argument("--only", default="", help=f"of {'; '.join(WRITERS)}")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
