"""What the page calls a hint is what the hint does; what it calls a level is one."""

from __future__ import annotations

from typing import get_args

import pytest

from printkit.games.find import find_games, find_module
from printkit.jobs.play.advise import Kind, Method, advised_by
from printkit.solver.seats import LEVELS
from printkit.web.words import LANGUAGES, words_of
from tests.web.visit import Visit


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_of_judging_has_names_of_its_own(language):
    words = words_of(language)
    for names in (
        [f"hint-{method}" for method in get_args(Method)],
        ["games-each", "by-exact", "by-values"],
        get_args(Kind),
        LEVELS,
        [f"level.{level}" for level in LEVELS],
    ):
        assert len({words[name] for name in names}) == len(names)
    assert ["<seconds>" in words[f"hint-{method}"] for method in get_args(Method)] == [
        method == "search" for method in get_args(Method)
    ]


@pytest.mark.parametrize("game", find_games())
def test_only_a_search_by_time_is_called_one(game, monkeypatch):
    monkeypatch.setattr("printkit.jobs.play.advise.offered", lambda *_: None)
    assert advised_by(game) == ("values" if find_module(game).values else "search")
    monkeypatch.setattr("printkit.jobs.play.advise.offered", lambda *_: lambda: True)
    assert advised_by(game) == "games"


def test_the_levels_offered_are_the_levels(visitor):
    assert tuple(visitor.ask("/api/home?lang=en")["levels"]) == LEVELS


# Each with what its hint is called, and whose opinions stand below it.
HINTS = {
    "lu-tu": ("Hint: search of 2 s", ["printed"]),
    "nam-to": ("Hint: search of 2 s", ["printed"]),
    "cetkaik-school": ("Hint: the game's own estimate", ["printed"]),
}


@pytest.mark.parametrize("game", HINTS)
def test_a_hint_is_called_what_it_is(browser, server, game):
    visit = Visit(browser, server.address)
    visit.start(game, players=["human", "random", "random"])
    while not visit.page.query_selector("[data-action]"):
        visit.page.click(".next")
        visit.page.wait_for_selector("#main:not([aria-busy])")
    visit.page.keyboard.press("h")
    name, opinions = HINTS[game]
    visit.page.wait_for_selector(".advice table")
    assert visit.page.inner_text(".advice h2") == name
    shown = visit.page.locator("[data-opinion]").evaluate_all(
        "all => all.map((each) => each.dataset.opinion)"
    )
    assert shown == opinions
    assert (visit.page.locator(".advice p", has_text="95 %").count() > 0) <= (name == HINTS["lu-tu"][0])
    assert visit.complaints == []
    visit.close()
