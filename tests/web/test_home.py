"""The first page, a game's own page and the pages to read: every game is said, pictured, and begun by one click."""

from __future__ import annotations

import pytest

from printkit.games.record import read_record
from printkit.jobs.screen.screen_kits import game_kits
from printkit.kit.find import kit_ids
from printkit.web.home import home_of
from printkit.web.words import LANGUAGES, words_of
from tests.tiny_kit import spoil, write_kit
from tests.web.conftest import Running
from tests.web.visit import DESK, PHONE, Visit, serious

WIDTHS = (360, 768, 1280, 1440, 2560)
HOME = "#/"
PAGES = (HOME, "#/setup/tottarot", "#/setup/youscout", "#/rules/throwing-sticks/lu-tu")
GAMES = tuple(game for kit in game_kits(None, "/part") for game in kit.games)


@pytest.fixture(scope="module")
def window(browser, server):
    made = Visit(browser, server.address, viewport=DESK)
    yield made
    made.close()


@pytest.fixture
def visit(window):
    """A window at the first page, where nothing has gone wrong so far."""
    go(window.page, HOME)
    window.complaints.clear()
    return window


GO = """address => {
    const main = document.querySelector("#main");
    main.replaceChildren();
    delete main.dataset.table;
    if (location.hash === address) dispatchEvent(new Event("hashchange"));
    else location.hash = address;
}"""


def go(page, address):
    """Wait for a page, which is not taken for the one before."""
    page.evaluate(GO, address)
    page.wait_for_selector("#main :is(.game, .how, .reading section)")


# ── what the page is told ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_said_and_pictured(visitor, language):
    home = visitor.ask(f"/api/home?lang={language}")
    games = [game for game in home["games"] if game["kit"]]
    assert {game["id"] for game in games} == {*GAMES}
    drawings = {source for game in games for source in game["art"]}
    drawings |= {source for kit in home["kits"] for source in (kit["window"] or {"art": ()})["art"]}
    for game in games:
        assert game["line"]
        assert game["other"]
        assert game["minutes"][0] <= game["minutes"][1]
        assert f"front.{game['difficulty']}" in words_of(language)
        assert game["art"]
        assert len(game["seats"]) in game["counts"]
        assert {f"player.{name}" for name in game["players"]} <= words_of(language).keys()
    for source in sorted(drawings):
        assert visitor.send("GET", source).headers["content-type"].startswith("image/svg+xml")


def test_the_window_comes_first(visitor):
    home = visitor.ask("/api/home?lang=en")
    assert [bool(kit["window"]) for kit in home["kits"]] == [True] + [False] * (len(home["kits"]) - 1)
    assert home["games"][0]["kit"] == home["kits"][0]["id"]


def test_a_kit_that_says_nothing_has_its_games_all_the_same(tmp_path):
    folder = spoil(write_kit(tmp_path), "kit.toml", 'size = "small"', 'size = "small"\ngames = ["lu-tu"]')
    home = home_of("en", (), game_kits(folder, "/part"), folder)
    (game,), (kit,) = home["games"], home["kits"]
    assert (game["line"], game["minutes"], game["difficulty"]) == ("", None, None)
    assert [source.rpartition("/")[2] for source in game["art"]] == ["card-one.svg", "card-two.svg"]
    assert (kit["window"], kit["rules"]) == (None, False)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kit", kit_ids())
def test_the_rules_of_every_kit_can_be_read(visitor, kit, language):
    rules = visitor.ask(f"/api/rules/{kit}?lang={language}")
    assert rules["language"] == language
    for text in rules["texts"]:
        kinds = {block["kind"] for block in text["blocks"]}
        assert {"heading", "paragraph"} <= kinds
        drawings = [each for block in text["blocks"] for each in block.get("drawings", ())]
        assert all(each["svg"].startswith("<") and each["width"] > 0 < each["height"] for each in drawings)


def test_rules_that_are_not_there_or_cannot_be_read_are_said(visitor, tmp_path):
    assert visitor.send("GET", "/api/rules/no-kit?lang=en").status == 404
    folder = write_kit(tmp_path)
    for language in ("ja", "en"):
        (folder / f"rules.{language}.md").write_text("# Rules\n\n![](no picture\n", encoding="utf-8")
    running = Running(tmp_path / "tables", folder)
    try:
        answer = running.visitor().ask("/api/rules/tiny?lang=en")
    finally:
        running.stop()
    assert "picture" in answer["error"]


# ── what the page does ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
def test_one_click_begins_a_game(visit, server, game):
    """A person on the first seat, players of medium strength on the others, usual options; the first view is whole."""
    visit.page.click(f".game [data-play={game}]")
    visit.page.wait_for_selector("#main[data-table] .picture .thing")
    table = visit.page.get_attribute("#main", "data-table")
    players = dict(read_record((server.state / f"{table}.txt").read_text(encoding="utf-8")).headers)[
        "players"
    ]
    first, *others = players.split(",")
    assert first == "human"
    assert set(others) <= {"medium"}
    assert visit.page.query_selector_all("#main [role=alert]:not(:empty)") == []
    assert visit.complaints == []


def test_the_newest_game_goes_on(visit):
    table = visit.start("tottarot", players=["human", "medium"])
    go(visit.page, HOME)
    assert visit.page.get_attribute(".go-on a", "href") == f"#/table/{table}"


def test_what_is_set_up_is_what_is_begun(visit, server):
    page = visit.page
    go(page, "#/setup/tottarot")
    page.click("text=Add a seat")
    page.check("[name=level][value=strong]")
    page.select_option("[data-seat=C]", "human")
    page.click("summary:has-text('Rules')")
    page.select_option("[name=turns]", "1")
    page.click("summary:has-text('For researchers')")
    page.fill(".programs label:nth-child(2) input", "ismcts:20")
    page.click("text=Deal and begin")
    page.wait_for_selector("#main[data-table] .handover")
    table = page.get_attribute("#main", "data-table")
    record = read_record((server.state / f"{table}.txt").read_text(encoding="utf-8"))
    assert dict(record.headers)["players"] == "human,ismcts:20,human,strong"
    assert {"players": "4", "turns": "1"}.items() <= dict(record.options).items()


def test_a_deal_that_is_none_is_said_at_the_form(visit):
    go(visit.page, "#/setup/youscout")
    visit.page.click("summary:has-text('Deal')")
    visit.page.fill("[name=deal]", "AAAA-AAAA")
    visit.page.click("text=Deal and begin")
    visit.page.wait_for_selector(".how .failure:not(:empty)")
    assert visit.page.is_enabled("text=Deal and begin")


def test_a_game_for_one_has_no_opponents(visit):
    go(visit.page, "#/setup/youscout")
    assert visit.page.query_selector_all("[name=level], .place") == []
    assert "Hints are at hand" in visit.page.inner_text(".how")


def test_a_game_leads_to_its_chapter_of_the_rules(visit):
    visit.page.click("#game-lu-tu a:text-is('Rules')")
    visit.page.wait_for_selector(".reading")
    visit.page.wait_for_function(
        "Math.abs(document.querySelector('#at-lu-tu').getBoundingClientRect().top) < 60"
    )
    visit.page.click(".reading a:text-is('All games')")
    visit.page.wait_for_selector(".game")
    assert visit.complaints == []


# ── how it looks ─────────────────────────────────────────────────────────────────────────────────────────────────────

COVERED = """async () => {
    const found = [], pictures = [...document.images].filter(each => each.getAttribute("src"));
    await Promise.all(pictures.map(each => (each.loading = "eager", each.decode())));
    for (const text of document.querySelectorAll("#main :is(h2, h3, .over, .lead, .words p)")) {
        text.scrollIntoView({ block: "center" });
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const box of range.getClientRects())
            for (const part of [0.02, 0.5, 0.98])
                for (const down of [0.1, 0.9]) {
                    const at = [box.x + part * box.width, box.y + down * box.height];
                    const below = document.elementsFromPoint(...at);
                    if (below.some(each => each.tagName === "IMG")) found.push(text.textContent);
                }
    }
    return [...new Set(found)];
}"""


@pytest.mark.parametrize(("language", "pages"), [("en", PAGES), ("ja", PAGES[:2])])
def test_no_picture_covers_a_word_and_nothing_scrolls_sideways(browser, server, language, pages):
    visit = Visit(browser, server.address, language)
    for width in WIDTHS:
        visit.page.set_viewport_size({"width": width, "height": 900})
        for address in pages:
            go(visit.page, address)
            assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (address, width)
            assert visit.page.evaluate(COVERED) == [], (address, width)
    visit.close()


# What printed things lie on.
STOCK = """[...document.querySelectorAll(".stage img, .fan img, .paper")]
    .map(each => getComputedStyle(each).backgroundColor)"""


@pytest.mark.parametrize(
    ("size", "theme", "pages"),
    [(PHONE, "light", PAGES), (DESK, "dark", PAGES), (PHONE, "dark", PAGES[:2]), (DESK, "light", PAGES[:2])],
    ids=["phone-light", "desk-dark", "phone-dark", "desk-light"],
)
def test_axe_finds_nothing_serious(browser, server, size, theme, pages):
    visit = Visit(browser, server.address, viewport=size)
    visit.page.evaluate(
        "theme => localStorage.setItem('printkit', JSON.stringify({lang: 'en', theme, pace: 'hand'}))", theme
    )
    visit.page.reload()
    found = []
    for address in pages:
        go(visit.page, address)
        stock = visit.page.evaluate(STOCK)
        assert {*stock} <= {"rgb(255, 255, 255)"}, address
        visit.page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
        found += serious(visit.page, address)
    assert found == []
    visit.close()
