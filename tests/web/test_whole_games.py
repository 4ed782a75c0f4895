"""Every game from its own page to its end: real clicks against *beginner*, width and language by turns.

What is longer than some clicks is played on without the page, and comes back as a record for the click that ends it;
`benchmarks/table_games.py` plays every game by clicks alone.
"""

from __future__ import annotations

import re
from itertools import product

import pytest

from printkit.compose.table.zone_pen import named_cards
from printkit.games.find import find_games
from printkit.games.record import read_record, replay
from printkit.jobs.play.play_book import kit_game
from printkit.jobs.screen.screen_kits import screen_kit
from printkit.web.words import LANGUAGES, words_of
from tests.web.visit import DESK, PHONE, Visit
from tests.web.whole_game import play_whole, unspoken

LOOKS = tuple(product((PHONE, DESK), LANGUAGES))
GAMES = tuple(find_games())
MOST = 9


@pytest.fixture(scope="module")
def windows(browser, server):
    """One of each width and language."""
    made = [Visit(browser, server.address, language, viewport=size) for size, language in LOOKS]
    yield made
    for visit in made:
        visit.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_whole_by_clicks(server, windows, game):
    visit = windows[GAMES.index(game) % len(windows)]
    visit.complaints.clear()
    whole = play_whole(visit, server.state, game, "beginner", seed=3, most=MOST)
    words = words_of(visit.language)
    record = read_record((server.state / f"{whole.table}.txt").read_text(encoding="utf-8"))
    options = [f"{key}={value}" for key, value in record.options]
    *_, last = replay(record, kit_game(game, options, settled=True))
    assert record.result == last.state.outcome().result
    assert visit.complaints == []
    codes = frozenset(
        code
        for code in named_cards(screen_kit(game, None, "/part").cards.kit)
        if re.fullmatch(r"(?=.*\d)(?=.*[A-Za-z])[\w-]+", code)
    )
    assert [(said, wrong) for said in whole.said if (wrong := unspoken(said, codes))] == []
    winners = [
        seat for seat in record.result.split("+") if seat in kit_game(game, options, settled=True).seats
    ]
    won = words["result.shared-by" if len(winners) > 1 else "result.won-by"]
    assert whole.end == words.get(
        f"result.{record.result}", won.replace("<seats>", words["comma"].join(winners))
    )
    assert whole.end in whole.said[-1]
    assert visit.page.inner_text(".state p") == whole.end
    assert visit.page.get_attribute("html", "lang") == visit.language
    # Nothing comes from another host.
    assert {re.match(r"https?://[^/]+", url)[0] for url in visit.requests} == {
        f"http://127.0.0.1:{server.port}"
    }
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
