"""The first screen: a kit in its window, the others on their shelf; and the frame of every static page."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from pathlib import Path
from posixpath import relpath
from string import Template
from urllib.parse import urljoin

from printkit.games.find import find_module
from printkit.jobs.screen.rule_texts import has_rules
from printkit.jobs.screen.screen import ScreenKit
from printkit.kit.shelf import DIFFICULTIES, Window

__all__ = [
    "CHECK",
    "LANGUAGES",
    "Page",
    "Shelved",
    "attributes",
    "element",
    "filled",
    "first_screen",
    "page_bytes",
    "place_of",
    "terms_html",
    "words_of",
]


# ── the frame of a static page: its head, its bar, and the elements pages are made of ────────────────────────────────

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


# ── the first screen ─────────────────────────────────────────────────────────────────────────────────────────────────

Picture = tuple[str, int, int]
"""Where it lies, and its width and height in pixels."""

_SIGNS = {
    "play": '<path d="m7 4 13 8-13 8z"/>',
    "print": '<path d="M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z"/>',
    "seats": '<circle cx="12" cy="8" r="3.5"/><path d="M5 20c.5-4 3-6 7-6s6.5 2 7 6"/>',
    "minutes": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3 2"/>',
    "difficulty": '<path d="M5 19v-4M12 19V10M19 19V5"/>',
}


@dataclass(frozen=True)
class Shelved:
    """A kit as the first screen knows it."""

    screen: ScreenKit
    pictures: tuple[Picture, ...] = ()

    @property
    def id(self) -> str:
        """What it is called in an address: as its folder is."""
        return self.screen.kit.folder.resolve().name

    @property
    def banner(self) -> str:
        """The picture that stands for it where it is linked."""
        return f"art/{self.screen.kit.id}/banner.jpg"

    @property
    def window(self) -> Window | None:
        """What it has in its window."""
        return self.screen.kit.shelf.window if self.screen.kit.shelf else None

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that stand for it."""
        games = self.screen.kit.games
        found = self.screen.game_art(games[0]) if games else self.screen.art()
        named = tuple(each.rpartition("/")[2].removesuffix(".svg") for each in found)
        return self.window.show if self.window else tuple(dict.fromkeys(named))

    @property
    def spoken(self) -> tuple[str, ...]:
        """The languages of the pages about it: those it speaks, the first one where it speaks none of them."""
        own = tuple(each for each in LANGUAGES if each in self.screen.kit.languages)
        return own or LANGUAGES[:1]

    def pictured(self, pictures: Iterable[Picture]) -> Shelved:
        """The kit with these pictures."""
        return replace(self, pictures=tuple(pictures))

    def text(self, language: str, key: str) -> str:
        """A text of the kit, in its first language where it does not speak this one; empty where it has none."""
        if not key:
            return ""
        return self.screen.text(language, key) or self.screen.text(self.screen.kit.languages[0], key)

    def title(self, language: str) -> str:
        """What it is called."""
        return self.text(language, "kit.title")

    def line(self, language: str) -> str:
        """What it is, in one line."""
        games = self.screen.kit.games
        lines = [self.screen.game_line(language, game) for game in games]
        if len(games) > 1 and not self.window:
            names = (find_module(game).names.get(language, game) for game in games)
            return words_of(language)["comma"].join(names)
        return next(filter(None, lines), "") or self.text(language, "box.motto")

    def facts(self, language: str) -> list[tuple[str, str]]:
        """How many play, how long, how difficult, by the sign before each; what the kit does not say is left out."""
        words, shelf, games = words_of(language), self.screen.kit.shelf, self.screen.kit.games
        known = [shelf.games[game] for game in games if game in shelf.games] if shelf else []
        counts = [count for game in games for count in find_module(game).seat_counts()]
        minutes = [minute for facts in known if facts.minutes for minute in facts.minutes]
        levels = sorted({DIFFICULTIES.index(each.difficulty) for each in known if each.difficulty})
        found = []
        if counts:
            one = max(counts) == 1
            found.append(
                ("seats", words["one-player"] if one else filled(words["players"], number=_range(counts)))
            )
        if minutes:
            found.append(("minutes", filled(words["minutes"], number=_range(minutes))))
        if levels:
            ends = dict.fromkeys((levels[0], levels[-1]))
            found.append(("difficulty", "–".join(words[DIFFICULTIES[level]] for level in ends)))
        return found


def _range(values: Sequence[int]) -> str:
    return "–".join(map(str, dict.fromkeys((min(values), max(values)))))


def first_screen(kits: Sequence[Shelved], language: str, base: str) -> Page:
    """The page in a language; the first kit stands in the window."""
    words, place = words_of(language), place_of(language, "index.html")
    first, *others = kits
    items = (_kit(kit, place, language) for kit in others)
    head = element(
        "div", element("h2", escape(words["other"])), element("p", escape(words["other-text"])), class_="head"
    )
    shelf = (
        element("section", head, element("ul", *items, class_="kits"), class_="shelf wrap") if others else ""
    )
    foot = element(
        "footer", terms_html(kits, language), element("p", escape(words["quiet"])), class_="foot wrap"
    )
    styles = ("style/pages.css", f"style/front.{language}.css")
    body = "\n".join((_hero(first, place, language), shelf, foot))
    return Page("index.html", language, words["title"], words["about"], styles, first.banner, body, base)


def terms_html(kits: Sequence[Shelved], language: str) -> str:
    """Whose the games are, where originals lie, what is ours and on what terms, as the kits' own files say.

    Kits that say the same are named together.
    """
    said: dict[str, list[str]] = {}
    for kit in kits:
        if text := _terms(kit, language):
            said.setdefault(text, []).append(kit.title(language))
    comma = words_of(language)["comma"]
    return "".join(
        element("p", element("b", escape(comma.join(titles))), " ", text, class_="terms")
        for text, titles in said.items()
    )


def _terms(kit: Shelved, language: str) -> str:
    words, credit, shelf = words_of(language), kit.screen.kit.credit, kit.screen.kit.shelf
    terms = kit.text(language, shelf.terms) if shelf else ""
    said = [escape(terms)] if terms else []
    if credit:
        said.insert(0, escape(filled(words["author"], author=credit.author)))
        said.append(element("a", escape(words["original"]), href=credit.original, rel="noreferrer"))
    return " ".join(said)


def _hero(kit: Shelved, place: str, language: str) -> str:
    words, window = words_of(language), kit.window
    title = kit.title(language)
    sort = kit.text(language, window.sort) if window else ""
    line = kit.text(language, window.line) if window else ""
    pitch = element(
        "div",
        element("p", _names(kit, language), escape(f" · {sort}" if sort else ""), class_="over"),
        element("h1", escape(line or title).replace("\n", "<br>")),
        element("p", escape(kit.line(language)), class_="lead"),
        _do(kit, place, language, ("play-now", "print-it", "read-rules"), "b big"),
        _facts(kit, language),
        element("p", escape(words["hero"]), class_="small"),
        class_="pitch",
    )
    images = (_image(picture, place) for picture in kit.pictures)
    fan = element("div", *images, class_="fan", aria_hidden="true")
    return element("section", element("div", pitch, fan, class_="wrap"), class_="hero")


def _kit(kit: Shelved, place: str, language: str) -> str:
    art = "".join(_image(picture, place, lazy=True) for picture in kit.pictures)
    words = element(
        "div",
        element("h3", _names(kit, language)),
        element("p", escape(kit.line(language))),
        _facts(kit, language),
        _do(kit, place, language, ("play", "print", "rules"), "b"),
    )
    return element("li", element("div", art, class_="boxart", aria_hidden="true"), words, class_="kit")


def _names(kit: Shelved, language: str) -> str:
    """Its title, and small what it is called in another language of the pages."""
    title = kit.title(language)
    others = ((each, kit.screen.text(each, "kit.title")) for each in LANGUAGES if each != language)
    small = (element("small", escape(other), lang=each) for each, other in others if other not in ("", title))
    return " ".join((escape(title), *small))


def _do(kit: Shelved, place: str, language: str, keys: Sequence[str], look: str) -> str:
    """Where one can go from here: to its games, to print it, and to its rules, where it has any."""
    words, title = words_of(language), kit.title(language)
    spoken = language if language in kit.spoken else kit.spoken[0]
    rules = place_of(spoken, f"rules/{kit.id}.html") if has_rules(kit.screen.kit) else ""
    places = ("play/" if kit.screen.kit.games else "", f"print/#{kit.id}", rules)
    looks = (f"{look} main", look, "rl")
    signs = (_sign("play") + " ", _sign("print") + " ", "")
    links = (
        element(
            "a",
            sign + escape(words[key]),
            href=address(place, to),
            class_=own,
            aria_label=f"{words[key]}: {title}",
        )
        for key, to, own, sign in zip(keys, places, looks, signs, strict=True)
        if to
    )
    return element("p", *links, class_="do")


def _facts(kit: Shelved, language: str) -> str:
    items = (element("li", _sign(name), " ", escape(text)) for name, text in kit.facts(language))
    return element("ul", *items, class_="facts")


def _image(picture: Picture, place: str, *, lazy: bool = False) -> str:
    at, width, height = picture
    return element(
        "img", src=address(place, at), width=width, height=height, alt="", loading="lazy" if lazy else None
    )


def _sign(name: str) -> str:
    return f'<svg class="i" viewBox="0 0 24 24" aria-hidden="true">{_SIGNS[name]}</svg>'
