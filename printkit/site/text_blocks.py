"""A kit's rules as HTML: the blocks of its books and leaflets, with their pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any

from printkit.site.frame import element

__all__ = ["contents", "text_html"]

# The width of the text in a book, mm, and of the column on a page, pixels; the least share of it a picture has.
TEXT, COLUMN, LEAST = 118.0, 656, 0.3
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
    """A picture of the book, as wide as it is beside the text there.

    A large one is a file that is loaded when it is scrolled to, unless it calls pictures itself: such a file may not.
    """
    width, height = drawing["width"] + 2, drawing["height"] + 2
    pixels = round(COLUMN * min(1.0, max(LEAST, drawing["width"] / TEXT)))
    size = {"width": pixels, "height": round(pixels * height / width)}
    box, svg, words = f"-1 -1 {width:.6g} {height:.6g}", drawing["svg"], drawing["words"]
    if len(svg) > INLINE and "<image" not in svg:
        whole = element(
            "svg", svg.replace("var(--paper)", "#fff"), viewBox=box, color="#000", **_SPACES, **size
        )
        return element("img", src=text["keep"](whole), alt=words, loading="lazy", class_="paper", **size)
    drawn = element("svg", svg, viewBox=box, aria_hidden="true", **size)
    said = {"role": "img", "aria_label": words} if words else {}
    return element("div", drawn, class_="paper", **said)


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
