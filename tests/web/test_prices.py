"""Before the sticks are thrown: the chance on each square, the price beside it, and nothing done until it was seen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from printkit.web.words import LANGUAGES, words_of
from tests.web.visit import DESK, PHONE, Visit


@pytest.fixture(params=LANGUAGES)
def visit(browser, server, request):
    made = Visit(browser, server.address, request.param, viewport=PHONE if request.param == "ja" else DESK)
    yield made
    made.close()


def priced(visitor, language):
    """A table of school cetkaik with an action that sticks decide, and its price."""
    table = visitor.ask("/api/tables", {"game": "cetkaik-school", "players": ["human"], "deal": "3"})["id"]
    for _ in range(60):
        view = visitor.ask(f"/api/tables/{table}")
        for action in view["actions"]:
            body = {"actions": [action["text"]]}
            prices = visitor.ask(f"/api/tables/{table}/prices?lang={language}", body)["prices"]
            same = [each for each in view["actions"] if each["path"] == action["path"]]
            if prices and len(same) == 1:
                return table, action, prices[action["text"]]["words"]
        wish, more = ("act", {"action": view["actions"][0]["text"]}) if view["actions"] else ("advance", {})
        visitor.ask(f"/api/tables/{table}/{wish}", {"count": view["count"], **more})
    raise AssertionError("no throw came")


def test_the_price_stands_before_the_throw(visit, visitor):
    table, action, words = priced(visitor, visit.language)
    page = visit.page
    visit.show(table)
    for name in (action["path"][0][0], *(part[0] for part in action["path"][1:])):
        page.click(f"[id='thing-{name}']")
        page.wait_for_selector(".tag")
    page.wait_for_selector(".price")
    assert page.inner_text(".price") == words
    count = visitor.ask(f"/api/tables/{table}")["count"]
    page.click(".acts button.main")
    expect(page.locator(".price")).to_have_count(0)
    assert visitor.ask(f"/api/tables/{table}")["count"] == count + 1
    assert visit.complaints == []


def test_a_price_that_comes_late_leaves_the_pressed_button(visit, visitor):
    """A finger is on a button while the price comes: the button is still the same one when the finger is raised."""
    table, action, _ = priced(visitor, visit.language)
    page = visit.page
    visit.show(table)
    held: list[Route] = []
    page.route("**/prices?*", lambda route: held.append(route))
    page.click(f"[id='thing-{action['path'][0][0]}']")
    page.wait_for_selector(".thing.chosen")
    if (folded := page.locator(".acts summary")).count():
        folded.click()
    button = page.locator(".acts [data-action]").first
    button.scroll_into_view_if_needed()
    button.hover()
    page.mouse.down()
    while not held:
        page.wait_for_timeout(10)
    for route in held:
        route.continue_()
    page.wait_for_selector(".tag")
    count = visitor.ask(f"/api/tables/{table}")["count"]
    shown = visit.shown()
    page.mouse.up()
    visit.moved(shown)
    assert visitor.ask(f"/api/tables/{table}")["count"] > count


def test_who_sits_there_is_said(visit, visitor):
    words = words_of(visit.language)
    table = visit.start("mak-kaik", players=["human", "easy", "medium"])
    page = visit.page
    page.wait_for_selector("ul.seats li")
    rows = page.locator("ul.seats li").all_inner_texts()
    assert [row.split()[0] for row in rows] == ["A", "B", "C"]
    for row, name in zip(rows, (words["sitting.you"], words["easy"], words["medium"]), strict=True):
        assert name in row
    about = page.locator("#title small").text_content() or ""
    assert words["easy"] in about
    assert words["medium"] in about
    moves = visitor.ask(f"/api/tables/{table}")["to_move"]
    expect(page.locator("ul.seats [aria-current]")).to_have_count(int(moves in "ABC"))


def test_nobody_sits_beside_who_plays_alone(visit):
    visit.start("youscout")
    visit.page.wait_for_selector(".state p")
    expect(visit.page.locator("ul.seats")).to_have_count(0)
    expect(visit.page.locator("#title small")).to_have_count(0)


def test_the_chosen_piece_shows_how_it_moves(visit, visitor):
    table, action, _ = priced(visitor, visit.language)
    page = visit.page
    visit.show(table)
    page.click(f"[id='thing-{action['path'][0][0]}']")
    page.wait_for_selector(".moves .paper svg")
    title = page.inner_text(".moves h2")
    moves = visitor.ask(f"/api/moves/cetkaik-school?lang={visit.language}")["moves"]
    assert title in {
        words_of(visit.language)["moves.title"].replace("<piece>", each["name"]) for each in moves
    }
    assert visitor.ask(f"/api/moves/lu-tu?lang={visit.language}")["moves"] == []
    assert visitor.send("GET", "/api/moves/none?lang=en").status == 404
    page.keyboard.press("Escape")
    assert visit.complaints == []
