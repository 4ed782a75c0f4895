"""The static pages: a first screen and the rules of every kit as HTML, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from printkit.errors import InputError
from printkit.jobs.screen.rule_texts import has_rules, rule_texts
from printkit.jobs.screen.screen import ScreenKit
from printkit.jobs.screen.screen_kits import named_kit, placed_kit, screen_font
from printkit.jobs.screen.still import banner, box_front, still
from printkit.kit.find import kit_ids
from printkit.site.first_screen import (
    CHECK,
    LANGUAGES,
    Page,
    Shelved,
    address,
    element,
    filled,
    first_screen,
    page_bytes,
    place_of,
    terms_html,
    words_of,
)

__all__ = ["contents", "pages_of", "text_html"]


# ── A kit's rules as HTML: the blocks of its books and leaflets, with their pictures ─────────────────────────────────

# The width of the text in a book, mm, and of the column on a page, pixels; the least share of it a picture has, and
# that above which it lies across the text, with letters too small for a phone.
TEXT, COLUMN, LEAST, ACROSS = 118.0, 656, 0.3, 0.7
# Letters of a drawing up to which it stands in the page.
INLINE = 6_000
_SPACES = {"xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink"}

Text = Mapping[str, Any]


def text_html(text: Text, keep: Callable[[str], str]) -> str:
    """A book or leaflet; points that follow each other are one list.

    `keep` puts a large drawing, an SVG, into a file of its own and says its address.
    """
    parts: list[str] = []
    own = {**text, "keep": keep}
    for listed, group in groupby(_stepped(text["blocks"]), lambda block: block["kind"] == "item"):
        made = [_KINDS[block["kind"]](own, block) for block in group]
        parts += [element("ul", *made)] if listed else made
    return element("section", *parts, id=text["game"] or None)


def _stepped(blocks: Sequence[Text]) -> Iterator[Text]:
    """The blocks, none of whose headings stands two levels below the one before it."""
    before = 0
    for block in blocks:
        if block["kind"] == "heading":
            before = min(block["level"], before + 1)
            yield {**block, "stands": before}
        else:
            yield block


def contents(texts: Sequence[Text]) -> Iterator[tuple[str, str]]:
    """The chapters: where each lies on the page, and its words."""
    for text in texts:
        for block in text["blocks"]:
            if block["kind"] == "heading" and block["level"] == 1:
                yield text["game"] or _place(text, block["anchor"]), "".join(run[0] for run in block["runs"])


def _place(text: Text, anchor: str) -> str:
    return f"{text['stem']}-{anchor}"


def _runs(text: Text, runs: Sequence[Sequence[Any]]) -> str:
    return "".join(_run(text, *run) for run in runs)


def _run(text: Text, words: str, bold: bool, ruby: str, link: str) -> str:
    made = escape(words)
    if ruby:
        made = element("ruby", made, element("rt", escape(ruby)))
    if bold:
        made = element("b", made)
    if link.startswith("#"):
        return element("a", made, href=f"#{_place(text, link[1:])}")
    return element("a", made, href=link, rel="noreferrer") if link else made


def _heading(text: Text, block: Text) -> str:
    place = _place(text, block["anchor"]) if block["anchor"] else None
    low = "low" if block["stands"] < block["level"] else None
    return element(f"h{block['stands'] + 1}", _runs(text, block["runs"]), id=place, class_=low)


def _paragraph(text: Text, block: Text) -> str:
    number = block["anchor"]
    head = element("span", escape(number), class_="number") + " " if number else ""
    return element("p", head, _runs(text, block["runs"]), id=_place(text, number) if number else None)


def _figure(text: Text, block: Text) -> str:
    drawings = (_drawing(text, each) for each in block["drawings"])
    return element("figure", *drawings, element("figcaption", _runs(text, block["runs"])))


def _drawing(text: Text, drawing: Text) -> str:
    """A picture of the book, as wide as it is beside the text there; one across the text can be scrolled on a phone.

    A large one is a file that is loaded when it is scrolled to, unless it calls pictures itself: such a file may not.
    """
    width, height = drawing["width"] + 2, drawing["height"] + 2
    pixels = round(COLUMN * min(1.0, max(LEAST, drawing["width"] / TEXT)))
    size = {"width": pixels, "height": round(pixels * height / width)}
    box, svg, words = f"-1 -1 {width:.6g} {height:.6g}", drawing["svg"], drawing["words"]
    across = drawing["width"] > ACROSS * TEXT
    paper = {"class_": "paper across", "tabindex": "0"} if across else {"class_": "paper"}
    if len(svg) > INLINE and "<image" not in svg:
        whole = element(
            "svg", svg.replace("var(--paper)", "#fff"), viewBox=box, color="#000", **_SPACES, **size
        )
        return element(
            "div", element("img", src=text["keep"](whole), alt=words, loading="lazy", **size), **paper
        )
    drawn = element("svg", svg, viewBox=box, aria_hidden="true", **size)
    said = {"role": "img", "aria_label": words} if words else {}
    return element("div", drawn, **paper, **said)


def _table(text: Text, block: Text) -> str:
    # A corner without words heads nothing.
    head = element(
        "tr",
        *(element("th", _runs(text, cell), scope="col") if cell else element("td") for cell in block["head"]),
    )
    rows = (element("tr", *(element("td", _runs(text, cell)) for cell in row)) for row in block["rows"])
    table = element("table", element("thead", head), element("tbody", *rows))
    return element("div", table, class_="wide", tabindex="0")


_KINDS = {
    "heading": _heading,
    "paragraph": _paragraph,
    "item": lambda text, block: element("li", _runs(text, block["runs"])),
    "figure": _figure,
    "table": _table,
}


# ── the static pages ─────────────────────────────────────────────────────────────────────────────────────────────────

STYLE = "style/pages.css"
# The fonts of the first screen by language: for headings, for text, and for words that stand out.
FONTS = {
    "en": ("shippori-mincho-extrabold", "lato-regular", "lato-bold"),
    "ja": ("shippori-mincho-extrabold", "biz-udpgothic-regular", "biz-udpgothic-bold"),
}
FAMILIES = (("display", "800"), ("text", "400"), ("text", "700"))
# What checks a PDF from anywhere.
CHECKING = "printkit check my-deck.pdf"
# Pixels of the cards in the window and of what stands on the shelf, twice as many as they take on a common screen.
CARD, BOX = 232, 240
SHOWN = 6

_HEADINGS = re.compile(r"<(h[1-4])\b[^>]*>(.*?)</\1>", re.DOTALL)
_TAGS = re.compile(r"<svg\b.*?</svg>|<[^>]*>", re.DOTALL)


def pages_of(kits: Sequence[str], kit_dir: Path | None, base: str) -> Mapping[str, bytes]:
    """Every file of the pages by its place below the site's folder; the same kits give the same bytes.

    `kits` are ids, none is every kit; `kit_dir` is a kit of one's own instead. `base` is the address the site will
    have, empty where nobody knows it. The pages lead to `play/` and `print/`, which are not theirs. InputError for a
    kit there is not or that has errors.
    """
    folders = [
        _folder(each, kit_dir) for each in ([kit_dir.resolve().name] if kit_dir else kits or kit_ids())
    ]
    shelved = [Shelved(placed_kit(folder, "art")) for folder in folders]
    shelved.sort(key=lambda each: each.window is None)
    files: dict[str, bytes] = {STYLE: Path(__file__).with_name("pages.css").read_bytes()}
    pictured = [
        each.pictured(_pictures(each, files, window=not at, linked=bool(base)))
        for at, each in enumerate(shelved)
    ]
    for language in LANGUAGES:
        page = first_screen(pictured, language, base)
        files |= _dressed(page, f"front.{language}", FONTS[language])
        page = _check_page(language, pictured[0].banner, base)
        files |= _dressed(page, f"check.{language}", FONTS[language])
        files |= _rules_pages(pictured, language, base)
    return dict(sorted(files.items()))


def _folder(kit: str, kit_dir: Path | None) -> Path:
    try:
        return named_kit(kit, kit_dir)
    except KeyError:
        raise InputError(f"there is no kit {kit!r}", hint="printkit list shows them") from None


def _check_page(language: str, banner: str, base: str) -> Page:
    """What is checked of every PDF that is made here, and what checks any other."""
    words = words_of(language)
    body = element(
        "article",
        element("h1", escape(words["check-title"])),
        element("p", escape(words["check-made"])),
        element("p", escape(words["check-any"])),
        element("p", element("code", escape(CHECKING)), class_="command"),
        element("p", escape(words["check-serve"])),
        class_="reading",
    )
    styles = (STYLE, f"style/check.{language}.css")
    return Page(CHECK, language, words["check-title"], words["check-made"], styles, banner, body, base)


# ── pictures ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _pictures(
    kit: Shelved, files: dict[str, bytes], *, window: bool, linked: bool
) -> Iterator[tuple[str, int, int]]:
    """The kit's pictures, put among the files: its cards for the window, else the front of its box or one part.

    The picture for links is made where it can be named: links want whole addresses.
    """
    screen = kit.screen
    parts = {name: screen.scene(name) for name in kit.parts[:SHOWN]}
    front = box_front(screen.kit)
    shown = parts if window or front is None else {"box": front}
    width = CARD if window else BOX
    for name, scene in list(shown.items())[: SHOWN if window else 1]:
        data, height = still(scene, width)
        place = f"art/{screen.kit.id}/{name}.webp"
        files[place] = data
        yield place, width, height
    if linked and (parts or front):
        files[kit.banner] = banner([*([front] if front else []), *parts.values()][:4])


# ── rules ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _rules_pages(kits: Sequence[Shelved], language: str, base: str) -> dict[str, bytes]:
    """The rules of the kits whose rules are read in this language, and what their pictures show."""
    files: dict[str, bytes] = {}
    pages = []
    for kit in kits:
        if has_rules(kit.screen.kit) and language in kit.spoken:
            page, drawn = _rules_page(kit, language, base)
            pages.append(page)
            files |= drawn
    sheet = f"rules.{language}"
    headings = _letters("".join(page.body for page in pages), headings=True)
    files |= _font_style(sheet, FAMILIES[:1], (FONTS[language][0],), (headings,)) if pages else {}
    return files | {page.place: page_bytes(page) for page in pages}


def _rules_page(kit: Shelved, language: str, base: str) -> tuple[Page, dict[str, bytes]]:
    words, name = words_of(language), f"rules/{kit.id}.html"
    place = place_of(language, name)
    art = address(place, "art")
    # Its pictures are called as seen from this page.
    screen = kit.screen.placed(art)
    found = rule_texts(screen, language)
    texts = found["texts"]
    chapters = list(contents(texts))
    items = (element("li", element("a", escape(text), href=f"#{at}")) for at, text in chapters)
    listed = element("nav", element("ul", *items), aria_label=words["contents"]) if len(chapters) > 1 else ""
    title = filled(words["rules-of"], title=kit.title(language))
    do = (("print-it", f"print/#{kit.id}"), ("play-now", "play/"))
    links = (element("a", escape(words[key]), class_="b", href=address(place, to)) for key, to in do)
    head = element("h1", escape(title)) + element("p", *links, class_="do") + listed
    other = found["language"] if found["language"] != language else None
    drawings: dict[str, bytes] = {}

    def keep(svg: str) -> str:
        drawing = f"art/{kit.screen.kit.id}/{sha256(svg.encode()).hexdigest()[:20]}.svg"
        drawings[drawing] = svg.encode()
        return address(place, drawing)

    text = "".join(text_html(each, keep) for each in texts) + terms_html([kit], language)
    body = element("article", head, text, lang=other, class_="reading")
    styles = (STYLE, f"style/rules.{language}.css")
    page = Page(name, language, title, kit.line(language), styles, kit.banner, body, base, kit.spoken)
    return page, {**drawings, **dict(_drawn(screen, art, body, drawings))}


def _drawn(
    screen: ScreenKit, art: str, body: str, drawings: Mapping[str, bytes]
) -> Iterator[tuple[str, bytes]]:
    """The drawings of the kit that a page calls, each in a file, beside those that are kept already."""
    owners = {owner.kit.id: owner for owner in (screen, screen.deck) if owner}
    for kit, name in sorted(set(re.findall(rf'"{re.escape(art)}/([\w-]+)/([\w.-]+)\.svg"', body))):
        drawn = f"art/{kit}/{name}.svg"
        if drawn not in drawings:
            yield drawn, owners[kit].part(name)


# ── letters ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _dressed(page: Page, sheet: str, fonts: Sequence[str]) -> dict[str, bytes]:
    """The page with fonts that hold its own letters."""
    said = page_bytes(page).decode("utf-8")
    letters = (_letters(said, headings=True), *[_letters(said)] * 2)
    return {page.place: page_bytes(page), **_font_style(sheet, FAMILIES, fonts, letters)}


def _letters(said: str, *, headings: bool = False) -> str:
    """The letters of a page, or of its headings and its name alone."""
    text = (
        "printkit0123456789–" + "".join(inner for _, inner in _HEADINGS.findall(said)) if headings else said
    )
    return "".join(sorted(set(_TAGS.sub("", text).replace("&amp;", "&")) - {"\n"}))


def _font_style(
    sheet: str, families: Sequence[tuple[str, str]], fonts: Sequence[str], letters: Sequence[str]
) -> dict[str, bytes]:
    """A style sheet that names fonts, and the fonts."""
    files, rules = {}, []
    for (family, weight), font, own in zip(families, fonts, letters, strict=True):
        place = f"font/{sheet}.{family}.{weight}.woff2"
        files[place] = screen_font(font, own)
        source = f'url("../{place}") format("woff2")'
        rules.append(
            f"@font-face {{ font-family: {family}; font-weight: {weight}; font-display: swap; src: {source}; }}\n"
        )
    return {f"style/{sheet}.css": "".join(rules).encode("ascii"), **files}
