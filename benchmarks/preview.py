"""Measures how long the watching preview takes from saving a file to showing the cards in a browser."""

from __future__ import annotations

import argparse
import csv
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Frame, sync_playwright

from printkit.web.application import Served
from printkit.web.local_server import LocalServer, bound, guarded

ROOT = Path(__file__).parents[1]
# What stands in the window, and whether all of it is decoded.
LOOKS = """() => {
  const above = (each) => each.getBoundingClientRect().top < innerHeight;
  const seen = [...document.querySelectorAll("figure img")].filter(above);
  return seen.every((each) => each.complete && each.naturalWidth) ? seen.map((each) => each.src).join() : "";
}"""
SEEN = f"before => {{ const now = ({LOOKS})(); return now && now !== before; }}"
# How each kind of save is made: the file, and what takes turns in it.
SAVES = {
    "a cell of one card": ("cards.csv", "the top card of the tide", "the next card of the tide"),
    "a block of every card": ("layout.toml", "box = [8, 76, 47.5, 6]", "box = [8, 75, 47.5, 6]"),
    "the rules' size on every card": ("layout.toml", "leading = 1.3", "leading = 1.2"),
    "an ink of the kit": ("kit.toml", 'srgb = "#28527a"', 'srgb = "#28527b"'),
}


def write_kit(folder: Path, cards: int) -> Path:
    """Harbour with so many different cards, its rows again and again under other names."""
    kit = Path(shutil.copytree(ROOT / "tests" / "data" / "harbour", folder / "harbour"))
    with (kit / "cards.csv").open(encoding="utf-8", newline="") as file:
        heading, *rows = csv.reader(file)
    rows = [row for row in rows if row[2] != "0"]
    with (kit / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(heading)
        for number in range(cards):
            name, kind, _, *rest = rows[number % len(rows)]
            writer.writerow([f"{name[:12]} {number}", kind, "1", *rest])
    return kit


@contextmanager
def served(kit: Path, state: Path) -> Iterator[tuple[int, str]]:
    """A server that shows the kit: its port and token."""
    with closing(bound(0)) as listening:
        port = listening.getsockname()[1]
        guard, stop = guarded(Served(state, kit), port)
        server = LocalServer(guard, stop)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield port, guard.token
        server.should_exit = True
        thread.join()


def measured(kit: Path, frame: Frame, save: tuple[str, str, str], times: int) -> list[float]:
    """Seconds from each of so many saves to the cards in the window."""
    name, old, new = save
    file, seconds = kit / name, []
    for _ in range(times):
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old!r}"
        before = frame.evaluate(LOOKS)
        began = time.perf_counter()
        file.write_text(text.replace(old, new), encoding="utf-8")
        frame.wait_for_function(SEEN, arg=before, polling=5)
        seconds.append(time.perf_counter() - began)
        old, new = new, old
        time.sleep(0.3)
    return seconds


def main() -> None:
    """Print how long the first drawing takes, and each kind of save as a share of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=54)
    parser.add_argument("--times", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        kit = write_kit(Path(folder), asked.cards)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        with served(kit, Path(folder) / "tables") as (port, token):
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(f"http://127.0.0.1:{port}/?token={token}")
            began = time.perf_counter()
            page.goto(f"http://127.0.0.1:{port}/#/preview/harbour")
            page.frame_locator("iframe").locator("figure img").first.wait_for()
            frame = next(each for each in page.frames if "/preview/" in each.url and each != page.main_frame)
            frame.wait_for_function(f"() => ({LOOKS})()")
            first = time.perf_counter() - began
            sys.stdout.write(f"{asked.cards} cards: first seen after {first:.2f} s\n")
            for what, save in SAVES.items():
                seconds = measured(kit, frame, save, asked.times)
                sys.stdout.write(
                    f"{what}: {median(seconds):.2f} s ({max(seconds):.2f} at most), "
                    f"{median(seconds) / first:.2f} of the first\n"
                )
            browser.close()


if __name__ == "__main__":
    main()
