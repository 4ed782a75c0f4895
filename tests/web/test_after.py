"""After a game: the record to save and copy, the walkthrough by a click, playing on; a game goes on elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit.games.record import read_record
from printkit.web.words import LANGUAGES, words_of
from tests.web.conftest import Running
from tests.web.test_mine import play_on, played
from tests.web.test_tables import opened
from tests.web.visit import DESK, PHONE, Visit


@pytest.fixture(params=LANGUAGES)
def visit(browser, server, request):
    made = Visit(browser, server.address, request.param, viewport=PHONE if request.param == "ja" else DESK)
    yield made
    made.close()


def test_the_walkthrough_is_made_by_a_click(visit, visitor, root):
    visit.show(opened(visitor, root, "youscout"))
    with visit.page.expect_download(timeout=120_000) as download:
        visit.page.click("[data-key=walkthrough]")
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF-")
    assert download.value.suggested_filename.endswith(".pdf")
    visit.page.wait_for_selector(".making progress", state="hidden")
    assert visit.page.text_content("#said") == words_of(visit.language)["after.made"]
    assert visit.complaints == []


def test_a_walkthrough_that_cannot_be_made_says_why(visit, visitor, root):
    visit.show(opened(visitor, root, "youscout"))
    wrong = '{"error": "no room", "hint": "make some"}'
    visit.page.route("**/walkthrough*", lambda route: route.fulfill(status=507, body=wrong))
    visit.page.click("[data-key=walkthrough]")
    between = "。" if visit.language == "ja" else ": "
    visit.page.wait_for_selector(f".keep .failure:text-is('no room{between}make some')")
    assert visit.page.is_enabled("[data-key=walkthrough]")


def test_a_kit_without_walkthroughs_says_so(visit, visitor):
    visit.show(played(visitor, "three-in-a-row", players=["human", "beginner"]))
    words = words_of(visit.language)
    visit.page.wait_for_selector(".keep .papers")
    assert words["after.no-walkthrough"] in visit.page.inner_text(".keep")
    assert visit.page.locator("[data-key=walkthrough]").count() == 0


def test_the_end_says_how_ones_own_games_went(visit, visitor):
    table = played(visitor)
    rows = visitor.ask("/api/mine?lang=en")["rows"]
    own = [row for row in rows if row["game"] == "lu-tu"]
    visit.show(table)
    visit.page.wait_for_selector(".keep a[href='#/mine']")
    figures = [int(each) for each in re.findall(r"\d+", visit.page.inner_text(".keep p:has(a)"))]
    assert figures[:2] == [sum(row[key] for row in own) for key in ("played", "won")]


def facts(visitor, visit, before):
    """Those of the new table the page has gone to."""
    visit.page.wait_for_function(
        "table => document.querySelector('#main').dataset.table !== table", arg=before
    )
    table = visit.page.get_attribute("#main", "data-table")
    return dict(visitor.ask(f"/api/tables/{table}"))


def test_the_same_deal_a_new_one_and_a_moment_of_it(visit, visitor):
    table = played(visitor)
    ended = visitor.ask(f"/api/tables/{table}")
    for key in ("again", "after.new"):
        visit.show(table)
        visit.page.click(f"[data-key='{key}']")
        begun = facts(visitor, visit, table)
        assert (begun["count"], begun["players"]) == (0, ended["players"])
        assert (begun["deal"] == ended["deal"]) == (key == "again")
    visit.show(table)
    shown = visit.shown()
    visit.page.click(f".steps button[aria-label='{words_of(visit.language)['first']}']")
    visit.moved(shown)
    visit.page.click("[data-key=go-on]")
    gone_on = facts(visitor, visit, table)
    assert (gone_on["count"], gone_on["players"]) == (0, ended["players"])
    assert visit.complaints == []


def test_an_answer_that_comes_late_does_not_undo_what_was_asked_after_it(visit, visitor):
    """The picture is asked for again when the window changes; on a slow machine its answer comes after a click."""
    table = played(visitor)
    visit.show(table)
    late, free = [], []
    visit.page.route(
        f"**/api/tables/{table}?*", lambda route: route.continue_() if free else held(route, late)
    )
    with visit.page.expect_request(lambda request: f"tables/{table}?" in request.url):
        visit.page.set_viewport_size({"width": 320, "height": 600})
    visit.page.click(f".steps button[aria-label='{words_of(visit.language)['first']}']")
    visit.page.wait_for_timeout(300)
    # A window may change in two steps, each of which asks; and the click may have been answered between them.
    free.append(True)
    for route in late:
        route.continue_()
    visit.page.wait_for_function("() => document.querySelector('#main').dataset.shown.split(' ')[1] === '0'")
    visit.page.wait_for_timeout(300)
    assert visit.shown().split()[:2] == [str(visitor.ask(f"/api/tables/{table}")["count"]), "0"]


def test_quick_steps_all_count(visit, visitor):
    """Each goes on from the moment that will be shown, however long its picture takes."""
    table = played(visitor)
    visit.show(table)
    view = visitor.ask(f"/api/tables/{table}")
    late, free = [], []
    visit.page.route(
        f"**/api/tables/{table}?*", lambda route: route.continue_() if free else late.append(route)
    )
    for _ in range(3):
        visit.page.click(f".steps button[aria-label='{words_of(visit.language)['back']}']")
    visit.page.wait_for_timeout(300)
    free.append(True)
    for route in late:
        route.continue_()
    aim = [stop for stop in view["stops"] if stop < view["count"]][-3]
    visit.page.wait_for_function(
        "aim => document.querySelector('#main').dataset.shown.split(' ')[1] === aim", arg=str(aim)
    )


def held(route, late):
    """Whatever asks for another moment than the first waits."""
    if "at=0" in route.request.url:
        route.continue_()
    else:
        late.append(route)


# ── on another machine ───────────────────────────────────────────────────────────────────────────────────────────────


def halfway(visitor, steps=12):
    """A table in the middle of a game with nothing to hide, and what it shows."""
    table = visitor.ask("/api/tables", {"game": "youscout", "players": ["human"], "deal": "5"})["id"]
    view = visitor.ask(f"/api/tables/{table}")
    for _ in range(steps):
        wish, more = ("act", {"action": view["actions"][0]["text"]}) if view["actions"] else ("advance", {})
        view = visitor.ask(f"/api/tables/{table}/{wish}", {"count": view["count"], **more})
    return table, view


def test_a_game_goes_on_on_another_machine(visitor, tmp_path):
    table, here = halfway(visitor)
    record = visitor.send("GET", f"/api/tables/{table}/record").body.decode()
    elsewhere = Running(tmp_path)
    try:
        other = elsewhere.visitor()
        brought = other.ask("/api/open", {"text": record})["id"]
        there = other.ask(f"/api/tables/{brought}")
        for key in ("count", "players", "mover", "deal", "log", "reader"):
            assert there[key] == here[key]
        ends = [play_on(one, each) for one, each in ((visitor, table), (other, brought))]
        assert ends[0]["log"] == ends[1]["log"]
        assert [row["played"] for row in other.ask("/api/mine?lang=en")["rows"]] == [1]
    finally:
        elsewhere.stop()


def test_a_record_is_pasted_on_the_first_page(visit, visitor):
    table, here = halfway(visitor)
    record = visitor.send("GET", f"/api/tables/{table}/record").body.decode()
    visit.page.fill(".drop textarea", "no record")
    visit.page.click(".drop button")
    visit.page.wait_for_selector(".drop .failure:not(:empty)")
    visit.page.fill(".drop textarea", record)
    visit.page.click(".drop button")
    visit.page.wait_for_selector("#main[data-table] .picture .thing")
    assert f"{here['count']} / {here['count']}" in visit.page.inner_text(".steps small")
    assert visit.page.locator(".thing.live, .next, [data-action]").count()


@pytest.mark.parametrize(
    "players",
    ["", "players: nobody\n", "players: human,human\n", "players: human rm\n", "players: human:9\n"],
)
def test_a_record_without_players_known_here_is_stepped_through(visitor, players):
    table, _ = halfway(visitor)
    record = visitor.send("GET", f"/api/tables/{table}/record").body.decode()
    assert read_record(record).result == "unfinished"
    other = visitor.ask("/api/open", {"text": record.replace("players: human\n", players)})["id"]
    assert visitor.ask(f"/api/tables/{other}")["reader"]
