"""A freshly written site in Chromium, from a plain static server below a path, with every other host refused."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from printkit.games.record import read_record, replay
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.play.play_book import kit_game
from printkit.jobs.screen.screen_game import walkthrough_pdf
from printkit.kit.find import kit_folder
from printkit.web.words import words_of
from tests.site.conftest import served
from tests.web.visit import PHONE, Visit, violations
from tests.web.whole_game import play_whole

PLAYABLE = 120_000
"""Milliseconds until the games are there: two interpreters start on a machine that may be busy."""

PLAY = """async ([game, players, deal]) => {
  const ask = async (path, body) => {
    const said = await (await fetch(path, body && { method: "POST", body: JSON.stringify(body) })).json();
    if (said.error) throw new Error(said.error);
    return said;
  };
  const { id } = await ask("api/tables", { game, players, deal });
  let view = await ask(`api/tables/${id}`);
  while (!view.over) {
    const own = view.mover === "human";
    const wish = { count: view.count, ...(own && { action: view.actions[0].text }) };
    view = await ask(`api/tables/${id}/${own ? "act" : "advance"}`, wish);
  }
  return [id, view.outcome.result];
}"""
# What the page for printing asks for when it makes one part.
MAKE = """async (choice) => {
  const wish = { method: "POST", body: JSON.stringify(choice) };
  const said = await (await fetch("../api/print/youscout/make?lang=en", wish)).json();
  if (said.error) throw new Error(said.error);
  return said.files;
}"""
# Workers that the page makes have nothing to keep anything in.
NOTHING_KEPT = """
const Whole = Blob;
const without = `Object.defineProperty(self, "indexedDB", { value: undefined });
  Object.defineProperty(self, "caches", { value: { open: async () => { throw new Error("no room"); } } });`;
globalThis.Blob = function (parts, how) {
  return new Whole(how?.type === "text/javascript" ? [...parts, without] : parts, how);
};
"""
# What a request for another host comes to in a worker that is made as the page makes its own.
FOREIGN = """() => new Promise((done) => {
  const source = `fetch("https://example.org/").then(() => postMessage("loaded"), (error) => postMessage(error.name))`;
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
  worker.onmessage = ({ data }) => done(data);
})"""
# The memory that a first visit kept is put in the place of itself with other letters, wholly with zeros, or as one with
# another table of functions.
REMEMBERED = """async ([before, after, longer]) => {
  const [name] = await caches.keys(), cache = await caches.open(name);
  const kept = (await cache.keys()).find(({ url }) => url.includes("/packs/memory-"));
  if (!kept) return 0;
  const response = await cache.match(kept), bytes = new Uint8Array(await response.arrayBuffer());
  const beside = JSON.parse(response.headers.get("printkit-beside"));
  const [from, to] = [before, after].map((text) => new TextEncoder().encode(text));
  let found = 0;
  for (let at = bytes.indexOf(from[0]); at >= 0; at = bytes.indexOf(from[0], at + 1)) {
    if (from.every((value, each) => bytes[at + each] === value)) (bytes.set(to, at), (found += 1));
  }
  if (!before) bytes.fill(0);
  const headers = { "printkit-beside": JSON.stringify({ ...beside, table: beside.table + longer }) };
  if (found || !before) await cache.put(kept, new Response(bytes, { headers }));
  return before ? found : bytes.length;
}"""
# What the first list says of a game: text of a kit.
LISTED = """async () => {
  const { games } = await (await fetch("api/home?language=en")).json();
  return games.find(({ id }) => id === "youscout").line;
}"""


@pytest.fixture(scope="module")
def address(site):
    """Where the site lies, two folders below its host's root."""
    with served(site.parent.parent) as host:
        yield f"{host}{site.parent.name}/{site.name}/"


class Visitor:
    """A window at the site: what it was refused, and what it complained of."""

    def __init__(self, browser, address):
        self.address, self.foreign, self.complaints = address, [], []
        self.context = browser.new_context(viewport=PHONE, locale="en-US", reduced_motion="reduce")
        host = urlsplit(address).netloc

        def only_own(route):
            if urlsplit(route.request.url).netloc == host:
                route.continue_()
            else:
                self.foreign.append(route.request.url)
                route.abort()

        self.context.route("**/*", only_own)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console", lambda said: self.complaints.append(said.text) if said.type == "error" else None
        )

    def open(self):
        self.page.goto(f"{self.address}play/")
        self.playable()

    def playable(self):
        self.page.wait_for_selector(".game", timeout=PLAYABLE)


@pytest.fixture(scope="module")
def visitor(browser, address):
    made = Visitor(browser, address)
    made.open()
    yield made
    made.context.close()


def record_of(page, table):
    return str(page.evaluate("async table => (await fetch(`api/tables/${table}/record`)).text()", table))


def test_a_whole_game_is_played_printed_and_kept_without_a_network(visitor):
    page = visitor.page
    table, result = page.evaluate(PLAY, ["youscout", ["human"], "3"])
    record = record_of(page, table)
    assert read_record(record, "record").result == result
    made = page.evaluate(
        "async table => Array.from(new Uint8Array("
        "await (await fetch(`api/tables/${table}/walkthrough?lang=en`)).arrayBuffer()))",
        table,
    )
    assert bytes(made) == walkthrough_pdf(kit_folder("youscout"), record, "en")
    visitor.context.set_offline(True)
    page.reload()
    visitor.playable()
    expect(page.locator(".kept li")).to_have_count(1)
    assert record_of(page, table) == record
    assert page.evaluate(PLAY, ["youscout", ["human"], "3"])[1] == result
    visitor.context.set_offline(False)
    assert visitor.foreign == []
    assert [line for line in visitor.complaints if "Failed to load resource" not in line] == []


def test_the_deck_is_made_and_read_back_in_the_page(visitor, tmp_path):
    """On the page for printing, which alone loads what reads a PDF; with and without a network."""
    page = visitor.page
    page.goto(f"{visitor.address}print/#youscout")
    page.wait_for_selector("input[type=checkbox]", timeout=PLAYABLE)
    (built,) = build(BuildRequest(kits=("youscout",), only=("deck",), out=tmp_path))
    for offline in (False, True):
        visitor.context.set_offline(offline)
        (made,) = page.evaluate(MAKE, {"part": "deck"})
        assert b64decode(made["data"]) == built.file.read_bytes()
        assert made["read"]["letters"] > 2000
        assert made["read"]["differ"] == []
    visitor.context.set_offline(False)
    # What checks any other PDF is said one click from here, in the language that is read.
    page.click("#main a[href$='check/']")
    expect(page.locator("h1")).to_have_text(words_of("en")["check.title"])
    page.goto(f"{visitor.address}print/#youscout")
    page.wait_for_selector("input[type=checkbox]", timeout=PLAYABLE)
    page.click("#switches button[lang=ja]")
    page.click("#main a[href$='ja/check/']")
    expect(page.locator("h1")).to_have_text(words_of("ja")["check.title"])
    page.evaluate("localStorage.removeItem('printkit')")
    visitor.open()


def test_a_later_visit_begins_with_the_memory_of_the_first(visitor):
    page = visitor.page

    def changed(before, after, longer=0):
        page.wait_for_function(f"({REMEMBERED})({[before, after, longer]})", timeout=PLAYABLE)

    visitor.open()
    said = page.evaluate(LISTED)
    assert len(said) > 20
    changed(said, said.swapcase())
    visitor.open()
    assert page.evaluate(LISTED) == said.swapcase()
    # That of a browser with other functions is left aside, and another takes its place.
    changed(said.swapcase(), said.swapcase(), longer=1)
    visitor.open()
    assert page.evaluate(LISTED) == said
    changed(said, said)
    # So is what is no memory.
    changed("", "")
    visitor.open()
    assert page.evaluate(LISTED) == said
    changed(said, said)
    visitor.complaints.clear()


@pytest.mark.parametrize("game", ["tottarot", "cetkaik-school"])
def test_a_whole_game_is_played_by_clicks(visitor, game, tmp_path):
    """Against players that think in the second worker; alone: below, without a network."""
    visitor.complaints.clear()
    visitor.open()
    whole = play_whole(Visit.of(visitor.page, "en"), tmp_path, game, "beginner", seed=3)
    record = read_record(record_of(visitor.page, whole.table), "record")
    *_, last = replay(
        record, kit_game(game, [f"{key}={value}" for key, value in record.options], settled=True)
    )
    assert record.result == last.state.outcome().result
    assert whole.end in whole.said[-1]
    assert (visitor.foreign, visitor.complaints) == ([], [])


def test_a_player_answers_from_the_second_worker(visitor):
    page = visitor.page
    table, result = page.evaluate(PLAY, ["tottarot", ["human", "beginner", "beginner"], "3"])
    assert read_record(record_of(page, table), "record").result == result


def held(text):
    """A text as links hold it."""
    packer = zlib.compressobj(wbits=-15)
    return urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")


def test_a_game_is_opened_by_its_link(visitor):
    page = visitor.page
    table, _ = page.evaluate(PLAY, ["youscout-simplified", ["human"], "5"])
    record = record_of(page, table)
    page.goto(f"{visitor.address}play/#record=1.{held(record)}")
    page.wait_for_url("**/#/table/*")
    opened = page.url.rpartition("/")[2]
    assert opened != table
    assert read_record(record_of(page, opened), "record").lines == read_record(record, "record").lines


def test_a_deal_is_opened_by_its_link(visitor):
    page = visitor.page
    deal = {"game": "youscout", "players": ["human"], "deal": "JPQT-E45T"}
    visitor.open()
    page.goto(f"{visitor.address}play/#deal=1.{held(json.dumps(deal))}")
    page.wait_for_url("**/#/table/*")
    table = page.url.rpartition("/")[2]
    begun = page.evaluate("async table => (await fetch(`api/tables/${table}`)).json()", table)
    assert (begun["count"], begun["game"], begun["deal"]) == (0, deal["game"], deal["deal"])


def test_a_second_tab_waits_until_it_is_alone(visitor):
    """Each has its own copy of all games: the one that wrote last took away those of the other."""
    visitor.open()
    second = visitor.context.new_page()
    second.goto(f"{visitor.address}play/")
    second.wait_for_selector(f"text={words_of('en')['engine.elsewhere']}")
    table, _ = visitor.page.evaluate(PLAY, ["youscout-simplified", ["human"], "7"])
    record = record_of(visitor.page, table)
    # What is printed is read only.
    third = visitor.context.new_page()
    third.goto(f"{visitor.address}print/#youscout")
    third.wait_for_selector("input[type=checkbox]", timeout=PLAYABLE)
    third.close()
    visitor.page.goto("about:blank")
    second.wait_for_selector(".game", timeout=PLAYABLE)
    assert record_of(second, table) == record
    second.close()
    visitor.open()
    assert record_of(visitor.page, table) == record


def test_a_new_version_is_offered_and_not_forced(visitor, site):
    service, page = site / "service.js", visitor.page
    before = service.read_bytes()
    service.write_bytes(before + b"// newer\n")
    try:
        visitor.open()
        page.wait_for_selector(".update button")
        assert page.locator(".game").count() > 10, "the page goes on as it was"
        with page.expect_navigation(timeout=PLAYABLE):
            page.click(".update button")
        visitor.playable()
        assert page.locator(".update").count() == 0
    finally:
        service.write_bytes(before)


def test_another_host_is_refused_inside_a_worker(visitor):
    before = len(visitor.foreign)
    assert visitor.page.evaluate(FOREIGN) == "TypeError"
    # The policy refused it, before the network did.
    assert len(visitor.foreign) == before
    visitor.complaints.clear()


def test_all_that_is_kept_can_be_deleted(visitor):
    page = visitor.page
    visitor.open()
    page.wait_for_selector(".kept li")
    page.goto(f"{visitor.address}play/#/mine")
    page.click("text=Delete all that is kept here")
    page.click("text=Delete it all")
    page.wait_for_url(visitor.address)
    left = page.evaluate(
        "async () => [...await caches.keys(), ...Object.keys(localStorage),"
        " ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope)]"
    )
    assert left == []
    visitor.open()
    page.wait_for_selector(".game")
    expect(page.locator(".kept li")).to_have_count(0)


def test_without_a_service_worker_the_page_says_so(browser, address):
    context = browser.new_context(locale="ja-JP")
    page = context.new_page()
    page.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")
    page.goto(f"{address}play/")
    page.wait_for_selector("[role=alert]")
    assert "サービスワーカー" in page.inner_text("[role=alert]")
    context.close()


def test_where_nothing_can_be_kept_games_are_played_and_the_page_says_so(browser, address):
    """No database and no cache in the workers, as in some browsers' private windows."""
    context = browser.new_context(locale="en-US")
    page = context.new_page()
    page.add_init_script(NOTHING_KEPT)
    page.goto(f"{address}play/")
    page.wait_for_selector(".game", timeout=PLAYABLE)
    expect(page.get_by_text(words_of("en")["engine.not-kept"])).to_be_visible()
    assert page.evaluate(PLAY, ["youscout-simplified", ["human"], "5"])[1]
    assert violations(page, "nothing kept") == []
    context.close()


def test_without_webassembly_the_page_says_so(browser, address):
    context = browser.new_context(locale="en-US")
    page = context.new_page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(f"{address}play/")
    page.wait_for_selector("[role=alert]")
    assert "WebAssembly" in page.inner_text("[role=alert]")
    assert violations(page, "alert") == []
    context.close()
