"""Pages at every size, in both themes and languages by turns: axe finds nothing of any weight."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.test_mine import played
from tests.web.test_tables import opened
from tests.web.visit import Visit, violations

SIZES = ((360, 640), (390, 844), (768, 1024), (1280, 800), (1440, 900), (2560, 1440))
THEMES = ("light", "dark")
# Themes by turns, languages too: each page is seen in both, at three sizes each.
LOOKS = tuple((size, THEMES[at % 2], ("en", "ja")[at // 2 % 2]) for at, size in enumerate(SIZES))


@pytest.fixture(params=LOOKS, ids=lambda look: f"{look[0][0]}-{look[1]}-{look[2]}")
def visit(browser, server, request):
    (width, height), theme, language = request.param
    made = Visit(browser, server.address, language, theme=theme, viewport={"width": width, "height": height})
    yield made
    made.close()


def test_nothing_keeps_anybody_out(visit, visitor, root):
    ended = played(visitor)
    going = visitor.ask("/api/tables", {"game": "tottarot", "players": ["human", "beginner"], "deal": "3"})[
        "id"
    ]
    places: dict[str, Callable[[], object]] = {
        "first page": lambda: (visit.go("#/"), visit.page.wait_for_selector(".game")),
        "setup": lambda: (visit.go("#/setup/tottarot"), visit.page.wait_for_selector(".how")),
        "table": lambda: visit.show(going),
        "end": lambda: visit.show(ended),
        "walkthrough": lambda: visit.show(opened(visitor, root, "youscout")),
        "mine": lambda: (visit.go("#/mine"), visit.page.wait_for_selector(".own")),
    }
    found = []
    for name, go in places.items():
        go()
        visit.page.wait_for_load_state("networkidle")
        found += violations(visit.page, name)
        if not visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            found.append(f"{name}: scrolls sideways")
    assert found == []
    assert visit.complaints == []
