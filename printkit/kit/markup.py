"""Text on cards: a restricted Markdown, icons `{icon:coin}` and styled words `{red:words}`, as pieces of one look."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from printkit.kit.text_grammar import Piece, parse, written

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = ["ICON", "Markup", "Paragraph", "Style", "parse_text", "replace_marks"]

Markup = Literal["plain", "inline", "full"]
"""What of Markdown is read: nothing; bold and italic; and lists."""

ICON = "icon"
BOLD, ITALIC = "bold", "italic"

# Where marks were, while the Markdown is read: characters that no font and no text has.
_OPEN, _CLOSE, _SIGN = "\ue000", "\ue001", 0xE100
_SPECIAL = re.compile(f"{_OPEN}|{_CLOSE}|[{chr(_SIGN)}-\uf8ff]")


class Style(NamedTuple):
    """How a piece of text is set; `ink` is empty for the block's own, `icon` the icon that stands here."""

    bold: bool = False
    italic: bool = False
    ink: str = ""
    icon: str = ""


class Paragraph(NamedTuple):
    """Pieces of text with their style, which begin after the sign of a list where `sign` is one.

    `apart` paragraphs have room above them; the others only begin a new line.
    """

    pieces: tuple[tuple[str, Style], ...]
    sign: str = ""
    apart: bool = False


@cache
def _parser(lists: bool) -> MarkdownIt:
    # No headings, rules, tables, links or HTML: a card's text may have any of their signs.
    from markdown_it import MarkdownIt

    return MarkdownIt("zero").enable(["emphasis", "escape", "newline", *(["list"] if lists else [])])


def parse_text(text: str, markup: Markup) -> tuple[Paragraph, ...]:
    """The paragraphs of a text; where it is `plain` only icons, coloured words and line ends are read."""
    marked, names = _without_marks(text)
    if markup != "plain":
        return tuple(_paragraphs(_parser(markup == "full").parse(marked), names))
    lines = marked.split("\n")
    return tuple(
        Paragraph(
            tuple(_styled([(line.strip(), Style())], names)), apart=at > 0 and not lines[at - 1].strip()
        )
        for at, line in enumerate(lines)
        if line.strip()
    )


def replace_marks(
    text: str,
    icon: Callable[[str], str],
    words: Callable[[str], tuple[str, str]],
    *,
    readings: bool = True,
) -> str:
    """The text with what `icon` gives for the name of one, and styled words between what `words` gives for a style.

    Without `readings` they are left out; whatever else stands in braces stays.
    """

    def replaced(pieces: tuple[Piece, ...]) -> str:
        return "".join(map(one, pieces))

    def one(piece: Piece) -> str:
        if piece.kind == "ruby" and not readings:
            return piece.name
        if piece.kind != "mark":
            return written(
                (piece._replace(parts=tuple((Piece("text", replaced(each)),) for each in piece.parts)),)
            )
        if piece.name == ICON:
            return icon(written(piece.parts[0]))
        begin, end = words(piece.name)
        return f"{begin}{replaced(piece.parts[0])}{end}"

    return replaced(parse(text))


def _without_marks(text: str) -> tuple[str, list[str]]:
    """The text with one character for an icon and two for coloured words, and the names these stand for in order."""
    names: dict[str, int] = {}

    def sign(name: str) -> str:
        return chr(_SIGN + names.setdefault(name, len(names)))

    return replace_marks(text, sign, lambda name: (_OPEN + sign(name), _CLOSE)), list(names)


def _paragraphs(tokens: Sequence[Token], names: Sequence[str]) -> Iterator[Paragraph]:
    """The paragraphs and points of a parsed text."""
    signs: list[str] = []
    counts: list[int | None] = []
    first = True
    for token in tokens:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            counts.append(int(token.attrGet("start") or 1) if token.type.startswith("ordered") else None)
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            counts.pop()
        elif token.type == "list_item_open":
            count = counts[-1]
            signs.append("•" if count is None else f"{count}.")
            counts[-1] = None if count is None else count + 1
        elif token.type == "list_item_close":
            signs.clear()
        elif token.type == "inline":
            apart = not first and not counts
            for pieces in _lines(_inline(token.children or ()), names):
                yield Paragraph(pieces, signs.pop() if signs else "", apart)
                apart = first = False


def _inline(tokens: Sequence[Token]) -> Iterator[tuple[str, Style]]:
    bold = italic = 0
    for token in tokens:
        change = {"open": 1, "close": -1}.get(token.type.rpartition("_")[2], 0)
        bold += change * token.type.startswith("strong")
        italic += change * token.type.startswith("em_")
        if token.type in ("softbreak", "hardbreak"):
            yield "\n", Style()
        elif token.content:
            yield token.content, Style(bold > 0, italic > 0)


def _lines(
    pieces: Iterable[tuple[str, Style]], names: Sequence[str]
) -> Iterator[tuple[tuple[str, Style], ...]]:
    """The pieces line by line."""
    line: list[tuple[str, Style]] = []
    for text, style in _styled(pieces, names):
        if text == "\n":
            yield tuple(line)
            line = []
        else:
            line.append((text, style))
    yield tuple(line)


def _styled(pieces: Iterable[tuple[str, Style]], names: Sequence[str]) -> Iterator[tuple[str, Style]]:
    """The pieces with the styles and icons that the special characters in them stand for."""
    opened: list[str] = []
    opening = False

    def look(style: Style) -> Style:
        inks = [name for name in opened if name not in (BOLD, ITALIC)]
        bold, italic = style.bold or BOLD in opened, style.italic or ITALIC in opened
        return Style(bold, italic, inks[-1] if inks else "")

    for text, style in pieces:
        end = 0
        for match in _SPECIAL.finditer(text):
            if match.start() > end:
                yield text[end : match.start()], look(style)
            end = match.end()
            name = names[ord(match[0]) - _SIGN] if ord(match[0]) >= _SIGN else ""
            if match[0] == _OPEN:
                opening = True
            elif match[0] == _CLOSE:
                # Styled words may end in another paragraph than they began in.
                del opened[-1:]
            elif opening:
                opened.append(name)
                opening = False
            else:
                yield "\ufffc", look(style)._replace(icon=name)
        if end < len(text):
            yield text[end:], look(style)
