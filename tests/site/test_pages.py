"""The static pages: whole in themselves, small, the same each time, and read by everybody."""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser
from posixpath import join, normpath
from shutil import rmtree
from xml.etree.ElementTree import fromstring

import pytest

from printkit.errors import InputError
from printkit.games.find import find_module
from printkit.jobs.screen.rule_texts import has_rules, rule_texts
from printkit.jobs.screen.screen_kits import placed_kit
from printkit.kit.find import find_kit, kit_folder, kit_ids
from printkit.site.first_screen import LANGUAGES, POLICY, place_of, words_of
from printkit.site.pages import CHECKING, pages_of
from tests.one_language import one_language
from tests.site.conftest import served
from tests.tiny_kit import spoil, write_kit
from tests.web.visit import DESK, PHONE, violations

BASE = "https://games.example/print/"
# Places that others fill.
NAMED = ("make/", "play/", "print/")
FIRST_SCREEN = 300_000
"""Bytes of the first screen with all that it loads."""
LOADING = {"src": ("img", "script", "iframe"), "href": ("link", "image", "use"), "data": ("object",)}


class Read(HTMLParser):
    """What a page loads, where it leads, its ids, and what its elements say of themselves."""

    def __init__(self, page):
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.inline: list[str] = []
        self.facts: dict[str, str] = {}
        self.feed(page.decode("utf-8"))

    def handle_starttag(self, tag, attrs):
        given = {key: value or "" for key, value in attrs}
        self.ids += [given["id"]] if "id" in given else []
        self.inline += [tag] * (tag in ("script", "style")) + [
            key for key in given if key[:2] == "on" or key == "style"
        ]
        names = (given.get("name"), given.get("property"), given.get("http-equiv"))
        self.facts |= {name: given.get("content", "") for name in names if name}
        if tag == "a":
            self.links.append(given["href"])
        elif given.get("rel") not in ("alternate", "canonical", "icon"):
            self.loaded += [given[key] for key, tags in LOADING.items() if tag in tags and key in given]

    handle_startendtag = handle_starttag


@pytest.fixture(scope="module")
def site(site):
    """The pages and what they load, as they lie in the written site, without the places that others fill."""
    files = (path for path in site.rglob("*") if path.is_file())
    named = {path.relative_to(site).as_posix(): path for path in files}
    return {
        place: path.read_bytes() for place, path in named.items() if not place.startswith((*NAMED, "packs/"))
    }


def html(site):
    return {place: Read(data) for place, data in site.items() if place.endswith(".html")}


def loaded_by(site, place):
    """Every file a page loads, those its style sheets load too; the page itself as well."""
    files = {place}
    for address in Read(site[place]).loaded:
        if address.startswith(("#", "data:")):
            continue
        found = normpath(join(place.rpartition("/")[0], address))
        files.add(found)
        if found.endswith(".css"):
            for inner in re.findall(rb'url\("?([^")]+)"?\)', site[found]):
                files.add(normpath(join(found.rpartition("/")[0], inner.decode())))
    return files


def mistakes(site):
    """What leads nowhere or elsewhere, or is against the pages' own policy."""
    found = []
    pages = html(site)
    for place, page in pages.items():
        assert page.facts["Content-Security-Policy"] == POLICY
        found += [f"{place}: {each} inline" for each in page.inline]
        found += [f"{place}: {each} twice" for each in {*page.ids} if page.ids.count(each) > 1]
        found += [f"{place}: loads {each}" for each in loaded_by(site, place) - {*site}]
        for link in page.links:
            path, _, anchor = link.partition("#")
            if re.match(r"https?://", path):
                continue
            to = normpath(join(place.rpartition("/")[0], path)) if path else place
            if to + "/" in NAMED:
                continue
            to = "index.html" if to == "." else to if to.endswith(".html") else f"{to}/index.html"
            if to not in site:
                found.append(f"{place}: leads to {link}")
            elif anchor and anchor not in pages[to].ids:
                found.append(f"{place}: no {link}")
    return found


def test_every_link_leads_somewhere_and_nothing_foreign_is_loaded(site):
    assert mistakes(site) == []
    for place, data in site.items():
        if place.endswith((".svg", ".css")):
            assert re.findall(rb"(?:href|src)=\"(?!#|data:)[^\"]*|url\(\"?https?:|@import", data) == [], place


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_says_what_each_kit_is_and_leads_to_it(site, language):
    place = place_of(language, "index.html")
    text, page = site[place].decode("utf-8"), Read(site[place])
    words = words_of(language)
    up = "" if language == LANGUAGES[0] else "../"
    for kit_id in kit_ids():
        kit = find_kit(kit_id)
        assert escape(kit.text(language, "kit.title")) in text
        assert f"{up}print/#{kit_id}" in page.links
        assert place_of(language, f"rules/{kit_id}.html") in {
            normpath(join(place, "..", each)) for each in page.links
        }
        assert kit.shelf is not None
        assert escape(kit.text(language, kit.shelf.terms)) in text
    assert f"{up}play/" in page.links
    assert "http://jrf.cocolog-nifty.com/archive/youscout/youscout.html" in page.links
    assert words["quiet"] in text
    assert {"description", "og:title", "og:description"} <= page.facts.keys()
    assert sum(len(site[each]) for each in loaded_by(site, place)) <= FIRST_SCREEN


@pytest.mark.parametrize("kit_id", kit_ids())
def test_the_rules_are_those_of_the_books(site, kit_id):
    screen = placed_kit(kit_folder(kit_id), "art")
    for language in LANGUAGES:
        page = site[place_of(language, f"rules/{kit_id}.html")].decode("utf-8")
        texts = rule_texts(screen, language)["texts"]
        for text in texts:
            for block in text["blocks"]:
                for words, _, ruby, _ in block.get("runs", ()):
                    assert escape(words) in page
                    assert ruby in page
        figures = sum(block["kind"] == "figure" for text in texts for block in text["blocks"])
        assert page.count("<figure>") == figures


def test_every_drawing_is_one_that_a_browser_shows(site):
    """It can be read as XML, and no id in it is there twice."""
    drawings = {place: data for place, data in site.items() if place.endswith(".svg")}
    assert len(drawings) > 100
    for place, data in drawings.items():
        ids = [each.get("id") for each in fromstring(data).iter() if each.get("id")]
        assert len(ids) == len(set(ids)), place


def test_the_same_kits_give_the_same_bytes(site):
    one = pages_of(("tottarot",), None, "")
    assert one == pages_of(("tottarot",), None, "")
    assert {place: site[place] for place in one if place.startswith("rules/")} == {
        place: data for place, data in one.items() if place.startswith("rules/")
    }


def test_an_address_that_is_not_known_is_not_said(site):
    pages = [data for place, data in site.items() if place.endswith(".html")]
    assert not [data for data in pages if b'rel="alternate"' in data or b'rel="canonical"' in data]


def test_a_known_address_is_said_whole():
    site = pages_of(("tottarot",), None, BASE)
    page = Read(site["ja/rules/tottarot.html"])
    assert page.facts["og:url"] == BASE + "ja/rules/tottarot.html"
    assert page.facts["og:image"] == BASE + "art/tottarot/banner.jpg"
    text = site["ja/index.html"].decode("utf-8")
    assert f'<link rel="alternate" hreflang="en" href="{BASE}">' in text
    assert f'<link rel="canonical" href="{BASE}ja/">' in text
    assert mistakes(site) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_checked_here_and_what_elsewhere_is_said(site, language):
    place, words = place_of(language, "check/index.html"), words_of(language)
    text = site[place].decode("utf-8")
    for key in ("check-title", "check-made", "check-any", "check-serve"):
        assert escape(words[key]) in text
    assert CHECKING in text
    front = Read(site[place_of(language, "index.html")])
    assert "check/" in front.links, "the first screen of a language leads to it in that language"


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_kit_in_one_language_has_its_rules_once(tmp_path, language):
    site = pages_of((), one_language("tottarot", language, tmp_path), "")
    assert [place for place in site if "rules/" in place and place.endswith(".html")] == [
        place_of(language, "rules/tottarot.html")
    ]
    assert mistakes(site) == []


def test_a_kit_without_art_box_game_and_rules_has_its_page(tmp_path):
    folder = write_kit(tmp_path)
    rmtree(folder / "art")
    for name, gone in (("cards.toml", 'art = "art/one.svg"\n'), ("cards.toml", 'art = "art/two.svg"\n')):
        spoil(folder, name, gone, "")
    (folder / "art").mkdir()
    (folder / "art" / "emblem.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="#0d6ca9"/></svg>',
        encoding="utf-8",
    )
    spoil(folder, "layout.toml", '[[faces.plain.small]]\nblock = "picture"\nbox = [5, 15, 30, 30]\n\n', "")
    site = pages_of((), folder, "")
    assert mistakes(site) == []
    page = Read(site["index.html"])
    assert {each for each in page.links if "print/" in each} == {"print/", "print/#tiny"}
    assert not [place for place in site if "rules/" in place]


def test_a_kit_there_is_not_is_said(tmp_path):
    with pytest.raises(InputError, match="no-kit"):
        pages_of(("no-kit",), None, "")


def test_how_many_play_is_what_the_games_say(site):
    text = site["index.html"].decode("utf-8")
    for kit_id in kit_ids():
        kit = find_kit(kit_id)
        assert has_rules(kit)
        counts = [count for game in kit.games for count in find_module(game).seat_counts()]
        number = "–".join(map(str, dict.fromkeys((min(counts), max(counts)))))
        assert words_of("en")["players"].replace("<number>", number) in text


def test_the_pages_say_the_same_in_both_languages():
    assert words_of("en").keys() == words_of("ja").keys()
    assert all(words_of(language)[key] for language in LANGUAGES for key in words_of(language))


# ── in a browser ─────────────────────────────────────────────────────────────────────────────────────────────────────


# The pictures that are not shown, those far below too.
BROKEN = """() => Promise.all([...document.images].map(async (each) => {
  each.loading = "eager";
  await each.decode().catch(() => 0);
  return each.naturalWidth ? "" : each.src;
})).then((all) => all.filter(Boolean))"""
# How wide pictures are that lie across the text: letters of 2.4 mm can be read on any screen.
ACROSS = "[...document.querySelectorAll('.across > *')].map((each) => each.getBoundingClientRect().width)"


@pytest.fixture(scope="module")
def address(site, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    for place, data in site.items():
        file = folder / "below" / "here" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    with served(folder) as host:
        yield f"{host}below/here/"


@pytest.mark.parametrize(
    ("size", "theme", "place"),
    [
        (DESK, "light", "index.html"),
        (PHONE, "dark", "ja/index.html"),
        ({"width": 360, "height": 640}, "light", "ja/rules/tottarot.html"),
        (DESK, "dark", "rules/linked-ships.html"),
        (PHONE, "light", "rules/mountain-road.html"),
    ],
)
def test_everybody_can_read_the_pages(browser, address, size, theme, place):
    context = browser.new_context(viewport=size, color_scheme=theme)
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(address + place)
    assert violations(page, place) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(BROKEN) == []
    assert all(480 <= width <= 656 for width in page.evaluate(ACROSS))
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(ground)
    page.check("#other-light", force=True)
    assert page.evaluate(ground) != before
    assert violations(page, f"{place} in other light") == []
    assert all(each.startswith((address, "data:")) for each in asked)
    assert complaints == []
    context.close()
