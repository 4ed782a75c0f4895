"""The six pictures of docs/table.md, taken of the pages as they are: python benchmarks/table_pictures.py [FOLDER]."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from PIL import Image

from tests.web.conftest import Running
from tests.web.visit import DESK, PHONE, Visit, chromium

GALLERY = Path(__file__).parent.parent / "docs" / "gallery"
COLOURS = 160


def _table(game: str, steps: int, **body: object) -> Callable[[Visit], None]:
    """A table after some clicks by luck, which is always the same."""

    def show(visit: Visit) -> None:
        visit.start(game, **body)
        rng = Random(7)
        for _ in range(steps):
            if not visit.step(rng):
                return

    return show


def _end(visit: Visit) -> None:
    _table("mak-kaik", 400, players=["human", "easy", "easy"])(visit)
    visit.page.wait_for_selector("[data-key=review-longer], .graph:not(:has(.work))", timeout=60_000)
    visit.page.wait_for_selector(".still")


def _mine(visit: Visit) -> None:
    for game, level in (("lu-tu", "easy"), ("saup-xy", "beginner"), ("lu-tu", "easy")):
        _table(game, 300, players=["human", level, level])(visit)
    visit.go("#/mine")
    visit.page.wait_for_selector(".own tbody tr")


# Each by its name: what is done there, on which screen, and in which theme.
PICTURES: Mapping[str, tuple[Callable[[Visit], object], dict[str, int], str]] = {
    "home": (lambda visit: visit.go("#/"), DESK, "light"),
    "youscout": (_table("youscout", 14), DESK, "light"),
    "cetkaik": (_table("cetkaik", 12, players=["human", "random"]), DESK, "dark"),
    "tottarot": (_table("tottarot", 12, players=["human", "random", "random"]), PHONE, "light"),
    "end": (_end, DESK, "light"),
    "mine": (_mine, PHONE, "dark"),
}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else GALLERY
    with tempfile.TemporaryDirectory() as state, chromium() as browser:
        server = Running(Path(state))
        for name, (show, size, theme) in PICTURES.items():
            visit = Visit(browser, server.address, viewport=size, theme=theme, device_scale_factor=1.5)
            show(visit)
            visit.page.wait_for_load_state("networkidle")
            taken = Image.open(io.BytesIO(visit.page.screenshot())).convert("RGB")
            taken.quantize(COLOURS).save(folder / f"table-{name}.png", optimize=True)
            visit.close()
        server.stop()


if __name__ == "__main__":
    main()
