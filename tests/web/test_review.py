"""The page after a game: the curve, luck and choice, turning points, decisions; stopped and taken up again."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from printkit.web.words import LANGUAGES, words_of
from tests.web.test_mine import play_on, played
from tests.web.visit import DESK, PHONE, Visit, violations


def looked(visitor, table, language="en", **body):
    """What a look finds once every moment and choice was looked at in few games."""
    facts: dict[str, Any] = {"done": 0}
    while not facts.get("shares") or facts["choices"][0] < facts["choices"][1]:
        facts = visitor.ask(f"/api/tables/{table}/review?lang={language}", {"further": True, **body})
    return facts


@pytest.mark.parametrize("game", ["lu-tu", "youscout", "mak-kaik"])
def test_a_look_adds_up(visitor, game):
    table = played(visitor, game, players=["human"] if game == "youscout" else ["human", "easy", "easy"])
    facts = looked(visitor, table)
    view = visitor.ask(f"/api/tables/{table}")
    curve = facts["curve"]
    assert [each["at"] for each in curve] == sorted({each["at"] for each in curve})
    assert (curve[-1]["at"], curve[-1]["error"]) == (view["count"], 0)
    assert all(each["error"] >= 0 for each in curve)
    way = curve[-1]["value"] - curve[0]["value"]
    assert sum(each["value"] for each in facts["shares"]) == pytest.approx(way)
    assert [each["kind"] for each in facts["shares"]] == ["chance", "own", "others"]
    values = {each["at"]: each["value"] for each in curve}
    for turn in facts["turns"]:
        assert (turn["before"], turn["after"]) == (values[turn["at"]], values[turn["to"]])
        assert turn["text"]
    assert all(each["seat"] == facts["seat"] for each in facts["decisions"])
    assert (facts["unit"] == "odds") == (game == "youscout")
    if game == "youscout":
        assert curve[-1]["value"] == (view["outcome"]["result"] == "win")


def test_a_look_goes_on_where_it_stopped_in_either_language(visitor):
    table = played(visitor)
    done = looked(visitor, table)
    again = visitor.ask(f"/api/tables/{table}/review?lang=ja", {})
    assert again["curve"] == done["curve"]
    assert [each["at"] for each in again["decisions"]] == [each["at"] for each in done["decisions"]]
    assert [each["sentence"] for each in again["decisions"]] != [
        each["sentence"] for each in done["decisions"]
    ]
    assert visitor.ask(f"/api/tables/{table}/review?lang=en", {"further": True})["done"] >= done["done"]


def test_only_a_game_that_is_over_is_looked_at_and_from_seats_of_people(visitor):
    body = {"game": "lu-tu", "players": ["human", "human", "easy"], "deal": "3"}
    table = visitor.ask("/api/tables", body)["id"]
    assert visitor.send("POST", f"/api/tables/{table}/review?lang=en", b"{}").status == 409
    play_on(visitor, table)
    for seat, status in (("A", 200), ("B", 200), ("C", 400), ("Z", 400)):
        sent = f'{{"seat": "{seat}"}}'.encode()
        assert visitor.send("POST", f"/api/tables/{table}/review?lang=en", sent).status == status
    assert visitor.ask(f"/api/tables/{table}/review?lang=en", {})["seats"] == ["A", "B"]


@pytest.fixture(params=LANGUAGES)
def visit(browser, server, request):
    size, theme = (PHONE, "dark") if request.param == "ja" else (DESK, "light")
    made = Visit(browser, server.address, request.param, viewport=size, theme=theme)
    yield made
    made.close()


def test_the_page_shows_how_it_went_and_leads_to_each_moment(visit, visitor):
    table, page, words = played(visitor, "mak-kaik"), visit.page, words_of(visit.language)
    facts = looked(visitor, table, visit.language)
    visit.show(table)
    page.wait_for_selector(".shares div")
    page.wait_for_selector(".decided li")
    expect(page.locator(".shares div")).to_have_count(3)
    sentences = page.locator(".decided li").all_inner_texts()
    assert len(sentences) == len(facts["decisions"])
    assert all(words["review.colon"].strip() in each for each in sentences)
    at = page.get_attribute("[data-decision] >> nth=0", "data-decision")
    page.click("[data-decision] >> nth=0")
    page.wait_for_function("at => document.querySelector('#main').dataset.shown.split(' ')[1] === at", arg=at)
    page.wait_for_selector(".graph .now", state="attached")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, "after") == []
    assert visit.complaints == []


def test_a_look_is_stopped_and_taken_up(visit, visitor):
    page = visit.page
    visit.show(played(visitor, "youscout", players=["human"], deal="9"))
    page.click("[data-key=review-stop]")
    page.wait_for_selector("[data-key=review-longer]")
    expect(page.locator(".graph progress")).to_be_hidden()
    page.click("[data-key=review-longer]")
    page.wait_for_selector("[data-key=review-stop]")
    page.wait_for_selector(".shares div")
    assert visit.complaints == []


def test_what_goes_wrong_is_said(visit, visitor):
    table = played(visitor)
    wrong = '{"error": "no room", "hint": "make some"}'
    visit.page.route("**/review*", lambda route: route.fulfill(status=507, body=wrong))
    visit.show(table)
    between = "。" if visit.language == "ja" else ": "
    visit.page.wait_for_selector(f".graph .failure:text-is('no room{between}make some')")
