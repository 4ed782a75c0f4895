"""Every game at the table in a real browser, whole, by real clicks against a level: phone and desk, both languages.

    python benchmarks/table_games.py [--game GAME …] [--level medium] [--quick]

Each game is begun from its own page, as short and with as few seats as it may be agreed on there, and played to its end
by clicks alone. A line each: clicks, ms from an action to its picture (median and worst), ms a click with the thinking
of players and the clicking itself, and what went wrong. `--quick` plays on a phone in English alone. Fails where a game
has no end, the page complains, or an announcement is no words for people.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from itertools import product
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, Error

from printkit.games.find import find_games
from printkit.solver.levels import LEVELS
from tests.web.conftest import Running
from tests.web.visit import DESK, PHONE, Visit, chromium
from tests.web.whole_game import play_whole, unspoken

SCREENS = {"phone": PHONE, "desk": DESK}


def line(browser: Browser, server: Running, game: str, level: str, look: tuple[str, str]) -> tuple[str, bool]:
    """A game in words, and whether it went wrong."""
    screen, language = look
    visit = Visit(browser, server.address, language, viewport=SCREENS[screen])
    began = perf_counter()
    try:
        whole = play_whole(visit, server.state, game, level, seed=3)
    except (AssertionError, Error) as error:
        return f"{game:<22}{screen:<7}{language}  {str(error).splitlines()[0]}; {visit.complaints}", True
    finally:
        visit.close()
    each = 1000 * (perf_counter() - began) / whole.clicks
    wrong = [*visit.complaints, *(word for said in whole.said for word in unspoken(said, frozenset()))]
    figures = f"{whole.clicks:>5}{median(whole.spans):>7.0f} ms{max(whole.spans):>7.0f} ms{each:>7.0f} ms"
    return f"{game:<22}{screen:<7}{language}{figures}  {whole.end}  {'; '.join(wrong)}", bool(wrong)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append")
    parser.add_argument("--level", choices=LEVELS, default="medium")
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    looks = [("phone", "en")] if chosen.quick else list(product(SCREENS, ("ja", "en")))
    print(f"{'game':<31}clicks   median    worst   a click  end")
    failed = False
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Running(Path(folder))
        for game, look in product(chosen.game or find_games(), looks):
            text, wrong = line(browser, server, game, chosen.level, look)
            failed |= wrong
            print(text, flush=True)
        server.stop()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
