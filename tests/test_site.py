"""The site of the documents: built without a network, whole, and every link of it leads somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from printkit.cli.commands import COMMANDS
from printkit.kit.schema import FILES
from tests.web.visit import chromium

ROOT = Path(__file__).resolve().parent.parent


class Page(HTMLParser):
    """What a page links to, loads and names."""

    def __init__(self, text):
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") in ("stylesheet", "preload", "icon"):
            self.loads.append(given["href"])
        elif "src" in given:
            self.loads.append(given["src"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    out = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "docs", str(out)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return out


@pytest.fixture(scope="module")
def pages(site):
    return {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def dead(path, links, pages):
    """The links within the site that lead to no page, file or place."""
    for link in links:
        parts = urlsplit(link)
        if parts.scheme or link == "#":
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file():
            yield link
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].names:
            yield link


def test_every_document_is_a_page(site):
    documents = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    assert len(documents) > 40
    assert [each for each in documents if not (site / each.with_suffix(".html")).is_file()] == []


def test_every_link_leads_somewhere(pages):
    wrong = {path.name: list(dead(path, [*page.links, *page.loads], pages)) for path, page in pages.items()}
    assert {name: links for name, links in wrong.items() if links} == {}


def test_nothing_is_loaded_from_elsewhere(site, pages):
    loaded = {path.name: [each for each in page.loads if "//" in each] for path, page in pages.items()}
    assert {name: each for name, each in loaded.items() if each} == {}
    for sheet in site.rglob("*.css"):
        assert (
            re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//", sheet.read_text(encoding="utf-8")) == []
        )


def test_commands_and_keys_are_taken_from_the_program(site):
    commands = (site / "reference" / "commands.html").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f'<section id="{name}">' not in commands] == []
    assert "--where" in commands
    files = (site / "reference" / "files.html").read_text(encoding="utf-8")
    assert [name for name in FILES if f"{name}.toml" not in files] == []


@pytest.mark.parametrize(("page", "word"), [("index.html", "spreadsheet"), ("ja/index.html", "両面印刷")])
def test_a_start_page_a_language_opens_offline_with_search(site, page, word):
    with chromium() as browser:
        opened = browser.new_context(offline=True, viewport={"width": 390, "height": 800}).new_page()
        asked: list[str] = []
        opened.on("request", lambda request: asked.append(request.url))
        opened.goto((site / page).as_uri())
        assert word in opened.inner_text("article")
        assert opened.evaluate("document.documentElement.scrollWidth") <= 390
        opened.goto((site / "search.html").as_uri() + "?q=duplex")
        opened.wait_for_selector("ul.search li")
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
