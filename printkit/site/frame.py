"""The frame of a static page: its head, its bar, and the elements pages are made of."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from posixpath import relpath
from string import Template
from urllib.parse import urljoin

__all__ = [
    "CHECK",
    "LANGUAGES",
    "Page",
    "attributes",
    "element",
    "filled",
    "page_bytes",
    "place_of",
    "words_of",
]

LANGUAGES = ("en", "ja")
"""The languages pages are written in; the first one's lie at the top."""

# Nothing is loaded but what lies beside the page, and the engine's own code.
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; "
    "img-src 'self' data:; style-src 'self'"
)
CHECK = "check/index.html"
"""The page that says what is checked here, and where any PDF is."""
FRAME = Path(__file__).with_name("frame.html")
_VOID = ("img", "link", "meta", "input")


@cache
def words_of(language: str) -> Mapping[str, str]:
    """The words of the pages in a language."""
    text = Path(__file__).with_name(f"words.{language}.toml").read_text(encoding="utf-8")
    return {key: str(value) for key, value in tomllib.loads(text).items()}


def filled(text: str, **values: object) -> str:
    """A text with its `<name>`s replaced."""
    for name, value in values.items():
        text = text.replace(f"<{name}>", str(value))
    return text


def place_of(language: str, name: str) -> str:
    """Where the page of that name lies in a language."""
    return name if language == LANGUAGES[0] else f"{language}/{name}"


def attributes(given: Mapping[str, object]) -> str:
    """Attributes of an element; none is left out, True stands without a value."""
    words = (
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for key, value in given.items()
        if value not in (None, False)
    )
    return "".join(words)


def element(tag: str, *inside: str, **given: object) -> str:
    """An element; what is inside is HTML already."""
    end = "" if tag in _VOID else f"</{tag}>"
    return f"<{tag}{attributes(given)}>{''.join(inside)}{end}"


@dataclass(frozen=True)
class Page:
    """A page: its name in every language, its title and what it is in a line, its style sheets, its picture and body.

    Names are places below the folder of the site; `base` is the address that folder has, empty where nobody knows it.
    `body` is HTML whose addresses are relative to the page.
    """

    name: str
    language: str
    title: str
    line: str
    styles: tuple[str, ...]
    picture: str
    body: str
    base: str = ""
    languages: tuple[str, ...] = LANGUAGES

    @property
    def place(self) -> str:
        """Where it lies."""
        return place_of(self.language, self.name)

    def to(self, place: str) -> str:
        """The address of a place of the site, as the page says it."""
        return address(self.place, place)


def address(start: str, place: str) -> str:
    """The address of a place of the site as the page at `start` says it; a folder ends with a slash."""
    path, mark, rest = place.partition("#")
    found = relpath(path or ".", start.rpartition("/")[0] or ".")
    return f"{found}{'/' if not path or path.endswith('/') else ''}{mark}{rest}"


def page_bytes(page: Page) -> bytes:
    """The page as a file."""
    words = words_of(page.language)
    others = [each for each in page.languages if each != page.language]
    switch = "".join(
        element(
            "a",
            escape(words["language"]),
            class_="b",
            lang=each,
            hreflang=each,
            href=page.to(_tidy(each, page.name)),
        )
        for each in others
    )
    text = Template(FRAME.read_text(encoding="utf-8")).substitute(
        lang=page.language,
        policy=POLICY,
        title=escape(page.title),
        line=escape(page.line),
        head="\n".join((*_styles(page), *_links(page), *_shared(page))),
        home=page.to(_tidy(page.language, "index.html")),
        games=escape(words["games"]),
        print=escape(words["print"]),
        print_place=page.to("print/"),
        play=escape(words["play"]),
        play_place=page.to("play/"),
        make=escape(words["make"]),
        make_place=page.to("make/"),
        check=escape(words["check"]),
        check_place=page.to(_tidy(page.language, CHECK)),
        pages=escape(words["pages"]),
        theme=escape(words["theme"]),
        switch=switch,
        body=page.body,
    )
    return text.encode("utf-8")


def _tidy(language: str, name: str) -> str:
    """The place of a page as links say it: a folder for the page that is its index."""
    return place_of(language, name).removesuffix("index.html")


def _styles(page: Page) -> list[str]:
    return [element("link", rel="stylesheet", href=page.to(each)) for each in page.styles]


def _links(page: Page) -> list[str]:
    """The same page in other languages, where the site's address is known: search engines take whole ones alone."""
    if not page.base:
        return []
    found = [
        element("link", rel="alternate", hreflang=each, href=_whole(page, _tidy(each, page.name)))
        for each in page.languages
    ]
    return [*found, element("link", rel="canonical", href=_whole(page, _tidy(page.language, page.name)))]


def _whole(page: Page, place: str) -> str:
    return urljoin(page.base.rstrip("/") + "/", place)


def _shared(page: Page) -> list[str]:
    """What is shown where the page is linked."""
    facts = {"title": page.title, "description": page.line, "type": "website", "locale": page.language}
    if page.base:
        facts |= {"url": _whole(page, _tidy(page.language, page.name)), "image": _whole(page, page.picture)}
    return [element("meta", property=f"og:{key}", content=value) for key, value in facts.items()]
