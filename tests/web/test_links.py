"""A game goes on by its link: what it holds stands behind the #, and a hostile link is refused in words."""

from __future__ import annotations

import base64
import json
import zlib

import pytest

from printkit.games.record import read_record
from printkit.web.words import words_of
from tests.web.conftest import Running
from tests.web.test_after import halfway
from tests.web.visit import DESK, Visit

WORDS = words_of("en")


@pytest.fixture(scope="module")
def visit(browser, server):
    made = Visit(browser, server.address, viewport=DESK, permissions=["clipboard-read", "clipboard-write"])
    yield made
    made.close()


def packed(text):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


def held(link):
    text = link.partition(".")[2]
    return zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), -15).decode()


def copied(visit, kind):
    if visit.page.locator("details.papers:not([open])").count():
        visit.page.click("details.papers summary")
    visit.page.click(f"[data-link={kind}]")
    visit.page.wait_for_function(
        "kind => document.querySelector(`[data-link=${kind}]`).textContent === 'copied'", arg=kind
    )
    return str(visit.page.evaluate("navigator.clipboard.readText()")).partition("#")[2]


def test_a_game_goes_on_at_another_machine_by_its_link(visit, browser, visitor, tmp_path):
    table, here = halfway(visitor)
    visit.show(table)
    link = copied(visit, "record")
    assert held(link) == visitor.send("GET", f"/api/tables/{table}/record").body.decode()
    elsewhere = Running(tmp_path)
    other = Visit(browser, elsewhere.address)
    try:
        other.go(f"#{link}")
        other.page.wait_for_selector("#main[data-table] .picture .thing")
        address = other.page.evaluate("location.hash")
        (kept,) = tmp_path.glob("*.txt")
        assert address == f"#/table/{kept.stem}"
        there = elsewhere.visitor().ask(f"/api/tables/{kept.stem}")
        for key in ("count", "players", "mover", "deal", "log", "reader"):
            assert there[key] == here[key]
        assert not any("record=" in url for url in other.requests), "a link is uploaded nowhere"
        assert other.complaints == []
    finally:
        other.close()
        elsewhere.stop()


def test_a_link_to_a_deal_begins_it_anew(visit, visitor, server):
    table, here = halfway(visitor)
    visit.show(table)
    link = copied(visit, "deal")
    visit.go("#/")
    visit.page.wait_for_selector(".drop textarea")
    visit.page.fill(".drop textarea", f"http://127.0.0.1/#{link}\n")
    visit.page.click(".drop button")
    visit.page.wait_for_function(
        "table => /#.table/.test(location.hash) && !location.hash.endsWith(table)", arg=table
    )
    begun = visitor.ask(f"/api/tables/{visit.page.evaluate('location.hash').rpartition('/')[2]}")
    assert (begun["count"], begun["deal"], begun["players"]) == (0, here["deal"], here["players"])


def test_no_link_gives_a_hidden_hand_away(visit):
    """A seed would deal the other hands once more: it is shown when the game is over, as its code is."""
    visit.start("mak-kaik", players=["human", "random", "random"])
    visit.page.wait_for_selector("#main:not([aria-busy]) [data-key=undo]")
    assert visit.page.locator("[data-link]").count() == 0


NOTHING = b"printkit-record 1\ngame: nothing\n---\n"
BOMB = packed(bytes(60_000_000))
HOSTILE = {
    "too long": ("record=1." + "A" * 400_001, WORDS["link.long"]),
    "a bomb": (f"record=1.{BOMB}", WORDS["link.long"]),
    "no base64": ("record=1.%%%", WORDS["link.damaged"]),
    "not deflate": ("record=1.bm8gZGVmbGF0ZSBhdCBhbGw", WORDS["link.damaged"]),
    "cut short": (f"record=1.{packed(b'printkit-record 1' * 40)[:-8]}", WORDS["link.damaged"]),
    "no text": (f"record=1.{packed(bytes([255, 254, 0, 128]))}", WORDS["link.damaged"]),
    "another version": (f"record=2.{packed(b'printkit-record 1')}", WORDS["link.version"]),
    "another version of records": (f"record=1.{packed(b'printkit-record 9')}", "record"),
    "no such game": (f"record=1.{packed(NOTHING)}", "nothing"),
    "no JSON": (f"deal=1.{packed(b'{')}", WORDS["link.damaged"]),
    "no object": (f"deal=1.{packed(b'[1]')}", "not a JSON object"),
    "no such deal": (f"deal=1.{packed(json.dumps({'game': 'youscout', 'deal': 'nothing'}).encode())}", "deal"),
    "no such player": (f"deal=1.{packed(json.dumps({'game': 'youscout', 'players': ['<b>']}).encode())}", "player"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_link_is_refused_in_words(visit, server, name):
    link, words = HOSTILE[name]
    before = sorted(server.state.glob("*.txt"))
    visit.go("#/mine")
    visit.page.wait_for_selector(".mine")
    visit.go(f"#{link}")
    visit.page.wait_for_selector("#main > [role=alert]")
    assert words in visit.page.inner_text("#main > [role=alert]")
    assert visit.page.locator(".game").count(), "the first page stands below"
    assert visit.page.evaluate("location.hash") == "#/"
    assert sorted(server.state.glob("*.txt")) == before


def test_a_bomb_is_left_as_soon_as_it_is_too_large(visit):
    assert len(BOMB) < 400_000
    visit.go("#/mine")
    visit.page.wait_for_selector(".mine")
    visit.page.evaluate(
        """() => {
            const read = ReadableStreamDefaultReader.prototype.read;
            window.came = 0;
            ReadableStreamDefaultReader.prototype.read = async function () {
                const part = await read.call(this);
                window.came += part.value?.length ?? 0;
                return part;
            };
        }"""
    )
    visit.go(f"#record=1.{BOMB}")
    visit.page.wait_for_selector("#main > [role=alert]")
    assert 1_000_000 < visit.page.evaluate("window.came") < 1_500_000


def test_what_a_link_holds_is_a_record(visit, visitor):
    table, here = halfway(visitor, 30)
    visit.show(table)
    record = read_record(held(copied(visit, "record")))
    assert dict(record.headers)["deal"] == here["deal"]
