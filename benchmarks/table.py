"""The table in a real browser: every game by legal clicks in both languages, and how long an action takes.

    python benchmarks/table.py [GAME …] [--steps N] [--language ja|en] [--pictures FOLDER]

For each game: the steps played, whether its record replays to the same state, and the milliseconds from a click
until the answer is drawn (median and the ninth of ten), without the thinking of players. Fails where a game does not
go on, the page complains, or a record does not replay. With `--pictures` every step is a screenshot, to look through.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles

from printkit.games.find import find_games
from printkit.games.record import read_record, replay
from printkit.jobs.play.play_book import kit_game
from tests.web.conftest import Running
from tests.web.visit import Visit, chromium

SPAN = """() => performance.getEntriesByType('measure').map((each) => each.duration)"""


def played(
    visit: Visit, server: Running, game: str, steps: int, pictures: Path | None
) -> tuple[int, list[float], str]:
    """How many steps were made, how long they took, and what went wrong."""
    table, rng, done = visit.start(game), Random(7), 0
    while done < steps and visit.step(rng):
        done += 1
        if pictures:
            visit.page.wait_for_load_state("networkidle")
            visit.page.screenshot(path=pictures / f"{game}-{visit.language}-{done:02}.png")
    record = read_record((server.state / f"{table}.txt").read_text(encoding="utf-8"))
    options = [f"{key}={value}" for key, value in record.options]
    count = sum(len(step.actions) for step in replay(record, kit_game(game, options, settled=True)))
    shown = re.search(r"(\d+) / (\d+)", visit.page.inner_text("#main"))
    wrong = "; ".join(visit.complaints)
    if shown and int(shown[2]) != count:
        wrong += f"the page shows {shown[2]} actions, the record has {count}"
    return done, visit.page.evaluate(SPAN), wrong


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=[])
    parser.add_argument("--steps", type=int, default=25)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--language", choices=["ja", "en"], action="append")
    chosen = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Running(Path(folder))
        for game in chosen.games or find_games():
            for language in chosen.language or ("ja", "en"):
                visit = Visit(browser, server.address, language, device_scale_factor=2)
                steps, spans, wrong = played(visit, server, game, chosen.steps, chosen.pictures)
                visit.close()
                failed |= bool(wrong) or not steps
                ninth = quantiles(spans, n=10)[-1] if len(spans) > 1 else 0.0
                print(
                    f"{game:<22}{language}{steps:>5} steps{median(spans or [0]):>7.0f} ms{ninth:>7.0f} ms  {wrong}"
                )
        server.stop()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
