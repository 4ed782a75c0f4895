"""Text on cards as pieces of one look: a restricted Markdown, icons, styled words, and what braces mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from printkit.errors import InputError, nearest_hint

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = [
    "ICON",
    "Markup",
    "Paragraph",
    "Piece",
    "Style",
    "filled",
    "names",
    "parse",
    "parse_text",
    "replace_marks",
    "written",
]


# ── what braces mean in a kit's texts ────────────────────────────────────────────────────────────────────────────────

#     text   = { character | brace }
#     brace  = "{" name "}"                         the value of a column, field or variable
#            | "{" name ":" format "}"              a number: 02 with two digits, + with its sign
#            | "{" name "|" text "|" text "}"       the first where the number is 1, else the second
#            | "{" name "?" text [ "|" text ] "}"   the first where the value is not empty, else the second
#            | "{" base "|" reading "}"             ruby
#            | "{icon:" text "}"                    the icon of that name
#            | "{" style ":" text "}"               words in bold, in italic or in an ink
#
# Braces that are none of these, and such as have no partner, are characters.

Kind = Literal["text", "value", "plural", "when", "ruby", "mark"]

_NAME = re.compile(r"([a-z][a-z0-9-]*)([:|?}])")
_FORMAT = re.compile(r"0[1-9]|\+")
_BRACE = re.compile(r"[{}]")
DEEPEST = 20
_ONE = "1"
# What a flag says that is not set: a condition takes it as empty.
_UNSET = ("", "false")


class Piece(NamedTuple):
    """A part of a text: characters, or a brace of that kind with its name and its parts, each a text."""

    kind: Kind
    name: str
    parts: tuple[tuple[Piece, ...], ...] = ()


@lru_cache(maxsize=4096)
def parse(text: str) -> tuple[Piece, ...]:
    """The text as the grammar reads it."""
    if "{" not in text:
        return (Piece("text", text),) if text else ()
    return tuple(_pieces(text, 0, len(text), _partners(text)))


def _partners(text: str) -> Mapping[int, int]:
    """Where each brace that has a partner is closed; braces deeper than `DEEPEST` have none."""
    opened: list[int] = []
    closed: dict[int, int] = {}
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif opened:
            start = opened.pop()
            if len(opened) < DEEPEST:
                closed[start] = match.start()
    return closed


def _pieces(text: str, at: int, end: int, closed: Mapping[int, int]) -> Iterator[Piece]:
    """The pieces of the text from `at` to `end`, its characters joined."""
    begun = at
    while (brace := text.find("{", at, end)) >= 0:
        close = closed.get(brace, -1)
        piece = _brace(text, brace, close, closed) if close >= 0 else None
        at = close + 1 if piece else brace + 1
        if piece:
            if brace > begun:
                yield Piece("text", text[begun:brace])
            yield piece
            begun = at
    if end > begun:
        yield Piece("text", text[begun:end])


def _brace(text: str, brace: int, close: int, closed: Mapping[int, int]) -> Piece | None:
    """What stands in braces; None where that is nothing the grammar knows."""
    match = _NAME.match(text, brace + 1, close + 1)
    sign = match[2] if match else ""
    if match and sign == "}":
        return Piece("value", match[1])
    if match and sign in ":?":
        spans = _split(text, match.end(), close, closed) if sign == "?" else [(match.end(), close)]
        kind: Kind = "when" if sign == "?" else "mark"
        return Piece(kind, match[1], _parts(text, spans, closed)) if len(spans) <= 2 else None
    spans = _split(text, brace + 1, close, closed)
    if match and sign == "|" and len(spans) == 3:
        return Piece("plural", match[1], _parts(text, spans[1:], closed))
    base, *readings = (text[start:end] for start, end in spans)
    if base and len(readings) == 1 and readings[0] and not _BRACE.search(base + readings[0]):
        return Piece("ruby", base, ((Piece("text", readings[0]),),))
    return None


def _split(text: str, at: int, end: int, closed: Mapping[int, int]) -> list[tuple[int, int]]:
    """The spans between the bars that stand in no further braces."""
    spans, begun = [], at
    while at < end:
        if text[at] == "{" and at in closed:
            at = closed[at]
        elif text[at] == "|":
            spans.append((begun, at))
            begun = at + 1
        at += 1
    return [*spans, (begun, end)]


def _parts(
    text: str, spans: list[tuple[int, int]], closed: Mapping[int, int]
) -> tuple[tuple[Piece, ...], ...]:
    return tuple(tuple(_pieces(text, start, end, closed)) for start, end in spans)


def written(pieces: tuple[Piece, ...]) -> str:
    """The text again."""
    return "".join(_written(piece, tuple(map(written, piece.parts))) for piece in pieces)


_SIGNS: Mapping[Kind, str] = {"plural": "|", "when": "?", "ruby": "|", "mark": ":"}


def _written(piece: Piece, parts: tuple[str, ...]) -> str:
    if piece.kind == "text":
        return piece.name
    return f"{{{piece.name}{_SIGNS.get(piece.kind, '')}{'|'.join(parts)}}}"


def names(text: str, but: Collection[str] = ()) -> tuple[str, ...]:
    """The values a text needs, in order; a plural's number is one unless it is one of `but`.

    `{red:02}` may be a number in a form or words in an ink: its name is one of them.
    """
    return tuple(_names(parse(text), but))


def _names(pieces: tuple[Piece, ...], but: Collection[str]) -> Iterator[str]:
    for piece in pieces:
        counts = piece.kind == "plural" and piece.name not in but
        if counts or piece.kind in ("value", "when") or _form(piece):
            yield piece.name
        for part in piece.parts:
            yield from _names(part, but)


def filled(text: str, values: Mapping[str, str], but: Collection[str] = (), *, partly: bool = False) -> str:
    """The text with its values in the place of their names and without its readings; icons and styles stay marked.

    A name nobody gives a value is an InputError; with `partly` it stays, and readings do. Plurals of the numbers `but`
    stay for a later filling.
    """
    return _Filling(values, but, partly).text(parse(text)) if "{" in text else text


class _Filling(NamedTuple):
    values: Mapping[str, str]
    but: Collection[str]
    partly: bool

    def text(self, pieces: tuple[Piece, ...]) -> str:
        return "".join(map(self._one, pieces))

    def _one(self, piece: Piece) -> str:
        if piece.kind == "text":
            return piece.name
        if piece.kind == "ruby":
            return written((piece,)) if self.partly else piece.name
        parts = piece.parts
        if (form := _form(piece)) and piece.name in self.values:
            return _formatted(piece.name, self.values[piece.name], form)
        stays = piece.kind == "mark" or (piece.kind == "plural" and piece.name in self.but)
        if stays or (self.partly and piece.name not in self.values):
            return _written(piece, tuple(map(self.text, parts)))
        if piece.name not in self.values:
            raise InputError(f"unknown variable {{{piece.name}}}", hint=nearest_hint(piece.name, self.values))
        value = self.values[piece.name]
        if piece.kind == "value":
            return value
        first = value == _ONE if piece.kind == "plural" else value.strip() not in _UNSET
        return self.text(parts[0] if first else parts[1] if len(parts) > 1 else ())


def _form(piece: Piece) -> str:
    """The form of a number that a mark may ask for, empty for any other piece."""
    text = written(piece.parts[0]) if piece.kind == "mark" else ""
    return text if _FORMAT.fullmatch(text) else ""


def _formatted(name: str, value: str, form: str) -> str:
    """A whole number with so many digits or with its sign; an empty value is empty."""
    if not value.strip():
        return ""
    try:
        number = int(value)
    except ValueError:
        hint = f"{{{name}:{form}}} takes whole numbers; {{{name}}} takes anything"
        raise InputError(f"{name} is {value!r}, no whole number", hint=hint) from None
    sign = "−" if number < 0 else "+" * (form == "+" and number > 0)
    return f"{sign}{abs(number):{form if form != '+' else ''}}" if number or form != "+" else "±0"


# ── text on cards ────────────────────────────────────────────────────────────────────────────────────────────────────

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
