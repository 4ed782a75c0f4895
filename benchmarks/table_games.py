"""Every game at the table in a real browser, whole, by real clicks against a level: phone and desk, both languages.

    python benchmarks/table_games.py [--game GAME …] [--level medium] [--quick] [--keep FILE] [--minutes N]

Each game is begun from its own page, as short and with as few seats as it may be agreed on there, and played to its end
by clicks alone. A line each: clicks, ms from an action to its picture (median and worst), ms a click with the thinking
of players and the clicking itself, and what went wrong. `--quick` plays on a phone in English alone. `--keep` writes
each game to a file as soon as it has ended, and what stands there is not played again: it goes on where it was broken
off. `--minutes` begins none after so long. Fails where a game has no end, the page complains, or an announcement is no
words for people.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, Error

from printkit.games.find import find_games
from printkit.solver.seats import LEVELS
from tests.web.conftest import Running
from tests.web.visit import DESK, PHONE, Visit, chromium
from tests.web.whole_game import play_whole, unspoken

SCREENS = {"phone": PHONE, "desk": DESK}
HEAD = f"{'game':<31}clicks   median    worst   a click  end"


@dataclass(frozen=True)
class Played:
    """A game as it went; times in ms. `wrong` is empty where nothing went wrong."""

    game: str
    level: str
    screen: str
    language: str
    clicks: int = 0
    typical: float = 0.0
    worst: float = 0.0
    each: float = 0.0
    end: str = ""
    wrong: str = ""

    @property
    def look(self) -> tuple[str, ...]:
        """What it was played as."""
        return self.game, self.level, self.screen, self.language

    def __str__(self) -> str:
        figures = f"{self.clicks:>5}{self.typical:>7.0f} ms{self.worst:>7.0f} ms{self.each:>7.0f} ms"
        return f"{self.game:<22}{self.screen:<7}{self.language}{figures}  {self.end}  {self.wrong}".rstrip()


def played(browser: Browser, server: Running, game: str, level: str, look: tuple[str, str]) -> Played:
    """A game played to its end."""
    screen, language = look
    visit = Visit(browser, server.address, language, viewport=SCREENS[screen])
    began = perf_counter()
    try:
        whole = play_whole(visit, server.state, game, level, seed=3)
    except (AssertionError, Error) as error:
        wrong = f"{str(error).splitlines()[0]} {'; '.join(visit.complaints)}".strip()
        return Played(game, level, screen, language, wrong=wrong)
    finally:
        visit.close()
    each = 1000 * (perf_counter() - began) / whole.clicks
    wrong = [*visit.complaints, *(word for said in whole.said for word in unspoken(said, frozenset()))]
    spans = median(whole.spans), max(whole.spans)
    return Played(game, level, screen, language, whole.clicks, *spans, each, whole.end, "; ".join(wrong))


def summed(games: Iterable[Played]) -> str:
    """The figures of all of them in one line."""
    good = [each for each in games if not each.wrong]
    if not good:
        return "none"
    return (
        f"{len(good)} whole games of {len({each.game for each in good})}: {sum(each.clicks for each in good)} clicks, "
        f"median {median(each.typical for each in good):.0f} ms, worst {max(each.worst for each in good):.0f} ms"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append")
    parser.add_argument("--level", choices=LEVELS, default="medium")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    chosen = parser.parse_args()
    looks = [("phone", "en")] if chosen.quick else list(product(SCREENS, ("ja", "en")))
    lines = (
        chosen.keep.read_text(encoding="utf-8").splitlines() if chosen.keep and chosen.keep.is_file() else []
    )
    done = {each.look: each for each in (Played(**json.loads(line)) for line in lines)}
    # Every game once before any a second time, each time with another look.
    games = chosen.game or find_games()
    asked = [
        (game, looks[(at + turn) % len(looks)]) for turn in range(len(looks)) for at, game in enumerate(games)
    ]
    print(HEAD)
    found, began = [], perf_counter()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Running(Path(folder))
        for game, look in asked:
            one = done.get((game, chosen.level, *look))
            if one is None and perf_counter() - began < 60 * chosen.minutes:
                one = played(browser, server, game, chosen.level, look)
                if chosen.keep:
                    with chosen.keep.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(asdict(one), ensure_ascii=False) + "\n")
            if one is not None:
                found.append(one)
                print(one, flush=True)
        server.stop()
    print(
        f"{summed(found)}; {len(asked) - len(found)} not played, {sum(bool(each.wrong) for each in found)} wrong"
    )
    return int(any(each.wrong for each in found))


if __name__ == "__main__":
    sys.exit(main())
