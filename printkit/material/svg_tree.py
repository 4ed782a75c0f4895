"""Reads any SVG as a tree of elements with their own styles, functions of newer CSS as plain values."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree

from printkit.errors import InputError

__all__ = ["MAX_BYTES", "MAX_DEPTH", "Element", "SvgTree", "is_svg", "plain_css", "read_svg"]


# ── functions of newer CSS in a drawing as plain values, before anything reads it ────────────────────────────────────

_INNER = r"(?:[^()]|\((?:[^()]|\([^()]*\))*\))*"
_VARIABLE = re.compile(r"(?<![\w-])(--[\w-]+)\s*:\s*([^;{}\"<]+)")
_FUNCTION = re.compile(rf"(?<![\w-])(var|light-dark|color|oklab|oklch|lab|lch|hwb|color-mix)\(({_INNER})\)")
_COLOUR = re.compile(
    r"(?:^|[\s;{\"'])(?:fill|stroke|color|(?:stop|flood|lighting)-color)\s*[:=]\s*[\"']?[^;{}\"']*$"
)
# So deep may variables refer to one another, and so many characters may they stand for: a few bytes could fill memory.
_DEPTH, _MOST = 10, 4_000_000
# Display P3 to sRGB, both linear (CSS Color 4).
_P3 = ((1.2249402, -0.2249402, 0.0), (-0.0420570, 1.0420570, 0.0), (-0.0196376, -0.0786361, 1.0982735))


def plain_css(text: str, file: str) -> str:
    """The text of an SVG with `var()`, `light-dark()` (as on paper: light) and `color()` worked out.

    A variable has one value in a drawing, the last that is stated. InputError: a colour in a form that nothing here
    reads, as it would print black.
    """
    if not _FUNCTION.search(text):
        return text
    known = {name: value.strip() for name, value in _VARIABLE.findall(text)}
    room = _MOST

    def worked_out(found: re.Match[str]) -> str:
        nonlocal room
        name, inner = str(found[1]), str(found[2])
        if name == "var":
            variable, _, instead = inner.partition(",")
            value = known.get(variable.strip()) or instead.strip() or "inherit"
            room -= len(value)
            if room < 0:
                raise InputError(
                    "has variables that stand for too much", file=file, hint="save it as plain SVG"
                )
            return value
        if name == "light-dark":
            return _first(inner)
        colour = _wide(inner) if name == "color" else None
        if colour is None and _COLOUR.search(found.string[max(0, found.start() - 200) : found.start()]):
            hint = "save it with colours like #e65a28"
            raise InputError(f"has a colour that cannot be read, {found[0][:60]}", file=file, hint=hint)
        return colour or str(found[0])

    for _ in range(_DEPTH):
        before, text = text, _FUNCTION.sub(worked_out, text)
        if text == before:
            break
    return text


def _first(inner: str) -> str:
    """What stands before the first comma that is not in brackets."""
    found = re.match(r"(?:[^(),]|\((?:[^()]|\([^()]*\))*\))*", inner)
    return found[0].strip() if found else inner


def _wide(inner: str) -> str | None:
    """`color(display-p3 0.9 0.35 0.16 / 0.5)` as sRGB, cut off where sRGB ends; None in another space."""
    space, *parts = inner.replace("/", " ").split()
    try:
        values = [float(part.rstrip("%")) / (100 if part.endswith("%") else 1) for part in parts]
    except ValueError:
        return None
    if space not in ("srgb", "display-p3") or len(values) not in (3, 4):
        return None
    colour = values[:3]
    if space == "display-p3":
        linear = [_linear(value) for value in colour]
        colour = [_encoded(sum(a * b for a, b in zip(row, linear, strict=True))) for row in _P3]
    red, green, blue = (round(255 * min(max(value, 0.0), 1.0)) for value in colour)
    return f"rgb({red},{green},{blue})" if len(values) == 3 else f"rgba({red},{green},{blue},{values[3]:g})"


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _encoded(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


# ── reads any SVG as a tree of elements with their own styles ────────────────────────────────────────────────────────

MAX_BYTES = 32_000_000
MAX_DEPTH = 200
# So many elements are drawn, each as often as it is referred to.
MOST_DRAWN = 200_000
_LINK = re.compile(r"""url\(\s*['"]?(?!#|data:)([^'")\s]+)""", re.IGNORECASE)
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)")
SVG, XLINK, XML = (
    "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace",
)  # fmt: skip

# Attributes that mean the same as a declaration of that name.
_PRESENTATION = frozenset(
    """clip-path clip-rule color color-interpolation color-interpolation-filters direction display fill fill-opacity
    fill-rule filter flood-color flood-opacity font font-family font-size font-stretch font-style font-variant
    font-weight image-rendering isolation kerning letter-spacing lighting-color marker marker-end marker-mid
    marker-start mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering stop-color stop-opacity
    stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
    stroke-width text-anchor text-decoration text-rendering transform transform-box transform-origin unicode-bidi
    vector-effect visibility word-spacing writing-mode""".split()
)
_DOCTYPE = re.compile(r"<!DOCTYPE[^\[>]*(\[[^\]]*\])?[^>]*>", re.IGNORECASE)
_ENCODING = re.compile(rb"""^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)""")
_PAGE = re.compile(r"\s*(<!doctype\s+html|<html)\b", re.IGNORECASE)
_PACKED = b"\x1f\x8b"
_STARTS = (b"<", b"\xfe\xff", b"\xff\xfe", _PACKED)
_GZIP = 31


@dataclass(slots=True)
class Element:
    """One element: its name without namespace, its attributes, the style it states itself, and what it holds."""

    name: str
    attributes: dict[str, str]
    style: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""

    @property
    def href(self) -> str:
        """The address it refers to."""
        return self.attributes.get("href") or self.attributes.get("xlink:href") or ""


@dataclass(frozen=True, slots=True)
class SvgTree:
    """A drawing: its root, its elements by id, and its text without DOCTYPE.

    `loose` names rules of style sheets that were not followed.
    """

    root: Element
    named: Mapping[str, Element]
    text: str
    loose: tuple[str, ...] = ()

    def has(self, name: str) -> bool:
        """Whether an element of that name is in it."""
        return any(self.each(name))

    def each(self, name: str) -> Iterator[Element]:
        """The elements of that name."""
        return (element for element in _all(self.root) if element.name == name)

    @property
    def filtered(self) -> bool:
        """Whether an element is drawn through a filter; programs keep many in a file that nothing uses."""
        return any(element.style.get("filter", "none") != "none" for element in _all(self.root))


def is_svg(data: bytes) -> bool:
    """Whether a file holds text as an SVG does, or is packed as SVGZ is; what it is called says nothing."""
    return data[:64].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(_STARTS)


def read_svg(data: bytes, file: str) -> SvgTree:
    """The tree of an SVG or SVGZ; style sheets are applied.

    InputError: no SVG, entities, scripts, links to other files.
    """
    data = _unpacked(data, file)
    if len(data) > MAX_BYTES:
        raise InputError(f"the drawing has {len(data):,} bytes", file=file, hint=f"at most {MAX_BYTES:,}")
    text = _decoded(data, file)
    if _PAGE.match(text):
        raise InputError("is a web page, no picture", file=file, hint="save the picture itself")
    if "<!ENTITY" in text:
        hint = "save it again as plain SVG, in Illustrator without its editing capabilities"
        raise InputError("entities are not allowed", file=file, hint=hint)
    text = plain_css(_DOCTYPE.sub("", text, count=1), file)
    try:
        plain = re.sub(r"^\s*<\?xml.*?\?>", "", text, count=1, flags=re.DOTALL)
        top = ElementTree.fromstring(plain)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise InputError(
            f"is not XML: {error}", file=file, hint="open and save it in a drawing program"
        ) from error
    except RecursionError:
        raise InputError("is nested too deeply", file=file, hint="ungroup some of it") from None
    if top.tag not in (f"{{{SVG}}}svg", "svg"):
        hint = "save it as SVG in a drawing program"
        raise InputError(f"the root element is <{str(top.tag)[:60]}>, not SVG", file=file, hint=hint)
    _refuse_foreign(top, file)
    matches, loose = _ruled(top)
    root = _styled(top, matches, file)
    for linked in (
        found[1] for each in _all(root) for value in each.style.values() for found in _LINK.finditer(value)
    ):
        raise InputError(f"refers to another file, {linked[:60]!r}", file=file, hint=_EMBED)
    named: dict[str, Element] = {}
    for element in _all(root):
        named.setdefault(element.attributes.get("id", ""), element)
    _refuse_endless(root, named, file)
    return SvgTree(root, named, _inlined(top, matches) if matches else plain, loose)


def _refuse_endless(root: Element, named: Mapping[str, Element], file: str) -> None:
    """Refuse what would be drawn without end: references to references, again and again."""
    # One that refers to itself is drawn without that by every program.
    weights: dict[int, int] = {}

    def weight(element: Element, depth: int) -> int:
        if depth > MAX_DEPTH:
            raise InputError("is nested too deeply", file=file, hint="ungroup some of it")
        key = id(element)
        if key not in weights:
            weights[key] = 0
            names = [element.href.strip()[1:] if element.href.strip().startswith("#") else ""]
            names += [found for value in element.style.values() for found in _REFERENCE.findall(value)]
            inner = [*element.children, *(named[name] for name in names if name and name in named)]
            weights[key] = min(MOST_DRAWN, 1 + sum(weight(each, depth + 1) for each in inner))
        return weights[key]

    if weight(root, 0) >= MOST_DRAWN:
        raise InputError(f"draws more than {MOST_DRAWN:,} elements", file=file, hint="add a PNG of it")


def _unpacked(data: bytes, file: str) -> bytes:
    """What an SVGZ holds; any other file as it is."""
    if not data.startswith(_PACKED):
        return data
    reader = zlib.decompressobj(wbits=_GZIP)
    try:
        text = reader.decompress(data, MAX_BYTES + 1)
    except zlib.error as error:
        raise InputError("the packed file is damaged", file=file, hint="copy the file again") from error
    if not reader.eof and len(text) <= MAX_BYTES:
        raise InputError("the packed file is cut short", file=file, hint="copy the file again")
    if not is_svg(text):
        raise InputError("is a packed file that holds no SVG", file=file, hint="unpack it")
    return text


def _decoded(data: bytes, file: str) -> str:
    marks = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    named = _ENCODING.match(data)
    encoding = next((name for mark, name in marks.items() if data.startswith(mark)), "")
    encoding = encoding or (named[1].decode("ascii") if named else "utf-8")
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError) as error:
        raise InputError(f"is not {encoding} text", file=file, hint="save the SVG as UTF-8 text") from error


def _all(element: Element) -> Iterator[Element]:
    waiting = [element]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += reversed(found.children)


def _refuse_foreign(top: ElementTree.Element, file: str) -> None:
    for element in top.iter():
        name = str(element.tag).rpartition("}")[2]
        if name == "script" or any(key.startswith("on") for key in element.attrib):
            raise InputError("holds a script", file=file, hint="delete it: paper runs no programs")
        if name not in _REFERRING:
            continue
        address = element.get(f"{{{XLINK}}}href") or element.get("href") or ""
        if not address.lstrip().startswith(("#", "data:")) and address.strip():
            raise InputError(f"refers to another file, {address.strip()[:60]!r}", file=file, hint=_EMBED)
    if "@import" in "".join(each.text or "" for each in top.iter() if str(each.tag).endswith("style")):
        raise InputError("imports another style sheet", file=file, hint=_EMBED)


_EMBED = "embed it in the drawing"
_REFERRING = (
    "image",
    "use",
    "feImage",
    "tref",
    "textPath",
    "linearGradient",
    "radialGradient",
    "pattern",
    "filter",
)


def _ruled(top: ElementTree.Element) -> tuple[_Matches, tuple[str, ...]]:
    """What the style sheets inside declare for each element; and the rules not followed."""
    css = "\n".join(sheet.text or "" for sheet in _sheets(top))
    return _matches(top, css) if css.strip() else ({}, ())


def _sheets(top: ElementTree.Element) -> list[ElementTree.Element]:
    return [
        element
        for element in top.iter()
        if str(element.tag).rpartition("}")[2] == "style"
        and element.get("type", "text/css").strip().lower() in ("", "text/css")
    ]


def _weighed(ruled: list[_Declared], own: list[_Declared]) -> list[tuple[str, str]]:
    """Names and values of rules and of a style attribute, what counts most last."""
    return [
        (name, value)
        for important in (False, True)
        for name, value, weighs in (*ruled, *own)
        if weighs == important
    ]


def _inlined(top: ElementTree.Element, matches: _Matches) -> str:
    """The text with the rules of style sheets at their elements: who draws knows fewer selectors, and says nothing."""
    for element, ruled in matches.items():
        weighed = _weighed(ruled, _declarations(element.get("style", "")))
        element.set("style", ";".join(f"{name}:{value}" for name, value in weighed))
    for sheet in _sheets(top):
        sheet.text = ""
    return ElementTree.tostring(top, encoding="unicode")


def _styled(top: ElementTree.Element, matches: _Matches, file: str) -> Element:
    """The elements with what each states of itself: attributes, then rules by weight, then its style attribute."""

    def made(element: ElementTree.Element, depth: int) -> Element:
        if depth > MAX_DEPTH:
            raise InputError("is nested too deeply", file=file, hint="ungroup some of it")
        attributes = {_short(name): value for name, value in element.attrib.items()}
        style = {name: value.strip() for name, value in attributes.items() if name in _PRESENTATION}
        style |= _weighed(matches.get(element, []), _declarations(attributes.get("style", "")))
        children = [made(child, depth + 1) for child in element]
        words = (element.text or "") + "".join(child.tail or "" for child in element)
        return Element(_name(element), attributes, style, children, words)

    return made(top, 0)


def _name(element: ElementTree.Element) -> str:
    space, _, name = str(element.tag).rpartition("}")
    # What other programs keep in the file for themselves is drawn by nobody.
    return name if space in ("", f"{{{SVG}") else f":{name}"


def _short(name: str) -> str:
    return name.replace(f"{{{XLINK}}}", "xlink:").replace(f"{{{XML}}}", "xml:")


_Declared = tuple[str, str, bool]
_Matches = dict[ElementTree.Element, list[_Declared]]


def _declarations(text: str | list[Any]) -> list[_Declared]:
    """Name, value and whether it is important, of every declaration that can be read, as browsers pass over others."""
    import tinycss2

    if not text:
        return []
    found = tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True)
    return [
        (each.lower_name, tinycss2.serialize(each.value).strip(), each.important)
        for each in found
        if each.type == "declaration"
    ]


def _matches(top: ElementTree.Element, css: str) -> tuple[_Matches, tuple[str, ...]]:
    """The declarations of a style sheet for each element, the weightiest last; and the rules not followed."""
    import cssselect2
    import tinycss2

    loose: list[str] = []
    matcher = cssselect2.Matcher()
    for rule in _rules(tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True), loose):
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            loose.append(tinycss2.serialize(rule.prelude).strip()[:40])
            continue
        declared = _declarations(rule.content)
        for selector in selectors:
            matcher.add_selector(selector, declared)
    found: _Matches = {}
    for element in cssselect2.ElementWrapper.from_xml_root(top).iter_subtree():
        ruled = [one for *_, pseudo, declared in matcher.match(element) if pseudo is None for one in declared]
        if ruled:
            found[element.etree_element] = ruled
    return found, tuple(loose)


def _rules(nodes: list[Any], loose: list[str]) -> Iterator[Any]:
    """The rules that hold on paper, also inside `@media`; what is not followed joins `loose`."""
    import tinycss2

    for rule in nodes:
        if rule.type == "qualified-rule":
            yield rule
        elif rule.type == "at-rule" and rule.lower_at_keyword not in ("charset", "namespace", "font-face"):
            words = tinycss2.serialize(rule.prelude).lower().split()
            query = " ".join(words)
            if rule.lower_at_keyword == "media" and rule.content is not None and query in _ON_PAPER:
                yield from _rules(tinycss2.parse_rule_list(rule.content, True, True), loose)
            elif rule.lower_at_keyword != "media" or query not in _ON_SCREENS:
                loose.append(f"@{rule.lower_at_keyword}")


# What drawings ask of where they are shown: paper is light.
_ON_PAPER = ("", "all", "print", "(prefers-color-scheme: light)", "(prefers-color-scheme:light)")
_ON_SCREENS = (
    *("screen", "(prefers-color-scheme: dark)", "(prefers-color-scheme:dark)"),
    *("screen and (prefers-color-scheme: dark)", "screen and (prefers-color-scheme:dark)"),
)
