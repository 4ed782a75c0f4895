"""Checks a PDF beside its pages: encryption, scripts, fonts, attachments, what a viewer or a printer adds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.inspect.damage import damages
from printkit.inspect.letters import font_families
from printkit.inspect.objects import (
    entries,
    entry,
    is_dictionary,
    is_stream,
    kids,
    name,
    number,
    objects,
    refuse_enormous,
    resources_of,
    same_key,
    words,
)
from printkit.inspect.pages import open_structure
from printkit.preflight.model import ERROR, WARNING, Finding
from printkit.preflight.structure.facts import PdfFacts

__all__ = [
    "additions",
    "fonts_embedded",
    "no_actions",
    "no_annotations",
    "no_attachments",
    "no_scripts",
    "not_encrypted",
    "nothing_is_cut_off",
    "pages_agree",
    "points_are_points",
    "refuse_damaged",
    "syntax_is_clean",
]

# At most so many kinds of syntax warnings are reported.
MOST_WARNINGS = 5
DEEPEST = 24
DEEPEST_ACTION = 4
# From here `_runs` looks at the object and no further: all objects are asked.
LAST = DEEPEST_ACTION - 1
EMBEDDED = ("/FontFile", "/FontFile2", "/FontFile3")
# What an action may do that reaches out of the document.
REACHING = {
    "Launch", "SubmitForm", "ImportData", "ResetForm", "Sound", "Movie", "Rendition", "RichMediaExecute", "GoToE",
}  # fmt: skip


# What the reader that mends a damaged file says of it.
DAMAGE = ("is damaged", "reconstruct", "can't find", "unable to find", "expected endobj", "unexpected EOF")


def refuse_damaged(path: Path) -> frozenset[str]:
    """The families of fonts in a file; one that is damaged, or draws beyond all bounds, is an InputError."""
    with open_structure(path) as structure:
        warnings = [str(warning) for warning in structure.get_warnings()]
        damage = next((text for text in warnings if any(word in text for word in DAMAGE)), "")
        if damage:
            raise InputError("not a readable PDF file", file=path, hint="it is damaged or cut off")
        refuse_enormous(structure, str(path))
        return font_families(structure)


def pages_agree(facts: PdfFacts) -> Iterator[Finding]:
    """Two programs that count another number of pages do not see the same file."""
    one, other = len(facts.pdf), len(facts.structure.pages)
    if one != other:
        message = "two PDF readers count different numbers of pages"
        yield facts.finding("pages-disagree", message, found=f"{one} and {other}", hint="save it again")


def syntax_is_clean(facts: PdfFacts) -> Iterator[Finding]:
    """What the library that reads the file mended while reading, other programs may refuse or read otherwise."""
    count = sum(1 for _ in objects(facts.structure))
    warnings = dict.fromkeys(str(warning).rpartition(": ")[2] for warning in facts.structure.get_warnings())
    for warning in list(warnings)[:MOST_WARNINGS]:
        found = f"{warning[:160]}, in one of {count} objects"
        yield facts.finding("syntax", "the file is not well-formed", found=found, hint="save it again")


def not_encrypted(facts: PdfFacts) -> Iterator[Finding]:
    """Printers refuse files with locks on them, also those that open without a password."""
    if facts.structure.is_encrypted:
        yield facts.finding("encrypted", "the file is encrypted", hint="save it without encryption")


def points_are_points(facts: PdfFacts) -> Iterator[Finding]:
    """Many printers ignore a page's own unit, and then print it in another size."""
    for sheet, page in zip(facts.sheets, facts.structure.pages, strict=False):
        unit = entry(page.obj, "/UserUnit")
        if unit is not None and number(unit) != 1.0:
            message = "the page sets a user unit of its own"
            yield facts.finding(
                "user-unit", message, sheet.number, expected="1", found=f"{number(unit) or 0:g}"
            )


# Fonts


def fonts_embedded(facts: PdfFacts) -> Iterator[Finding]:
    """A font that is not in the file is replaced by whatever the printer has."""
    used: dict[str, tuple[int, Rect]] = {}
    for sheet, drawing in zip(facts.sheets, facts.drawings, strict=False):
        for painted in drawing.painted:
            if painted.kind == "text" and not painted.embedded:
                used.setdefault(painted.detail, (sheet.number, painted.box))
    for font, (page, rect) in used.items():
        yield facts.finding(
            "font-not-embedded",
            "the font is not embedded",
            page,
            rect,
            subject=f"font {font}",
            hint="embed all fonts",
        )
    for page, font in _listed_fonts(facts.structure):
        if font not in used:
            yield facts.finding(
                "font-listed",
                "a font that no text uses is not embedded",
                page,
                severity=WARNING,
                subject=f"font {font}",
                hint="some print workflows reject it anyway",
            )
            used[font] = page, Rect(0.0, 0.0, 0.0, 0.0)


def _listed_fonts(structure: Any) -> Iterator[tuple[int, str]]:
    """Every font that is not embedded, with the first page whose resources reach it."""
    seen: set[Any] = set()
    for page_number, page in enumerate(structure.pages, 1):
        for font in _fonts_of(resources_of(page.obj), seen, 0):
            yield page_number, font


def _fonts_of(resources: Any, seen: set[Any], depth: int) -> Iterator[str]:
    if depth > DEEPEST:
        return
    for _, font in entries(entry(resources, "/Font")):
        if _first_time(font, seen):
            if not _embedded(font):
                yield name(entry(font, "/BaseFont")) or "?"
            yield from _fonts_of(entry(font, "/Resources"), seen, depth + 1)
    for kind in ("/XObject", "/Pattern"):
        for _, part in entries(entry(resources, kind)):
            if is_stream(part) and _first_time(part, seen):
                yield from _fonts_of(entry(part, "/Resources"), seen, depth + 1)
    for _, state in entries(entry(resources, "/ExtGState")):
        mask = entry(entry(state, "/SMask"), "/G")
        if is_stream(mask) and _first_time(mask, seen):
            yield from _fonts_of(entry(mask, "/Resources"), seen, depth + 1)


def _first_time(value: Any, seen: set[Any]) -> bool:
    key = same_key(value)
    if key is None:
        return True
    if key in seen:
        return False
    seen.add(key)
    return True


def _embedded(font: Any) -> bool:
    if name(entry(font, "/Subtype")) == "Type3":
        return True
    owner = next(iter(kids(entry(font, "/DescendantFonts"))), font)
    descriptor = entry(owner, "/FontDescriptor")
    return any(entry(descriptor, key) is not None for key in EMBEDDED)


# Programs


def no_scripts(facts: PdfFacts) -> Iterator[Finding]:
    """Paper runs no programs: a file that holds one is not only a drawing."""
    found = False
    for page_number, page in enumerate(facts.structure.pages, 1):
        own = [entry(page.obj, "/AA"), *kids(entry(page.obj, "/Annots"))]
        if any(_runs(each) for each in own):
            found = True
            yield facts.finding("javascript", "the page holds a program", page_number)
    root = facts.structure.Root
    in_tree = entry(entry(root, "/Names"), "/JavaScript") is not None
    starts = in_tree or _runs(entry(root, "/OpenAction")) or _runs(entry(root, "/AA"))
    # Bookmarks, fields and whatever else may start one.
    if starts or (not found and any(_runs(value, LAST) for value in objects(facts.structure))):
        yield facts.finding("javascript", "the file holds a program", hint="print files hold none")


def _runs(value: Any, depth: int = 0) -> bool:
    """Whether an action, or what hangs on it, is a script."""
    if not is_dictionary(value):
        return False
    if name(entry(value, "/S")) == "JavaScript" or entry(value, "/JS") is not None:
        return True
    return depth < DEEPEST_ACTION and any(
        _runs(each, depth + 1)
        for key, each in entries(value)
        if key not in ("/Parent", "/P", "/Popup", "/Dest", "/D", "/AP")
    )


def no_actions(facts: PdfFacts) -> Iterator[Finding]:
    """No file starts a program or calls home; one for a press does nothing at all."""
    for value in objects(facts.structure):
        kinds = [name(entry(value, "/S"))]
        kinds += [
            name(entry(each, "/S")) for key in ("/A", "/OpenAction") for each in kids(entry(value, key))
        ]
        for kind in sorted({each for each in kinds if each in REACHING}):
            yield facts.finding("action", "the file contains actions", found=kind)
            return
    if not facts.for_press:
        return
    root = facts.structure.Root
    if entry(root, "/OpenAction") is not None or entry(root, "/AA") is not None:
        yield facts.finding("action", "the file runs an action when it is opened")
    if kids(entry(entry(root, "/AcroForm"), "/Fields")):
        yield facts.finding("form-field", "the file has form fields")


def no_attachments(facts: PdfFacts) -> Iterator[Finding]:
    """Files inside a file for a press are never looked at."""
    if not facts.for_press:
        return
    names = entry(facts.structure.Root, "/Names")
    if entry(names, "/EmbeddedFiles") is not None or entry(facts.structure.Root, "/AF") is not None:
        yield facts.finding("attachment", "the file has an attachment")


def no_annotations(facts: PdfFacts) -> Iterator[Finding]:
    """Nothing lies on the printed part but printer's marks, and those lie outside the card."""
    if not facts.for_press:
        return
    for sheet, page in zip(facts.sheets, facts.structure.pages, strict=False):
        trim = sheet.rect("TrimBox") or sheet.rect("MediaBox")
        outer = sheet.rect("BleedBox") or trim
        for note in kids(entry(page.obj, "/Annots")):
            edges = [number(each) or 0.0 for each in kids(entry(note, "/Rect"))]
            kind = name(entry(note, "/Subtype"))
            if len(edges) != 4 or trim is None or outer is None:
                continue
            x0, y0, x1, y1 = edges
            rect = sheet.place.rect(Rect.from_edges(x0, y0, x1, y1))
            if rect.overlaps(trim if kind == "PrinterMark" else outer):
                yield facts.finding(
                    "annotation",
                    "an annotation lies on what is printed",
                    sheet.number,
                    rect,
                    found=kind or "?",
                )


SAID = {
    "picture": ("picture-damaged", "an image is truncated or damaged"),
    "font": ("font-damaged", "an embedded font is truncated or damaged"),
    "profile": ("profile-damaged", "a colour profile is truncated or damaged"),
    "shading": ("shading-damaged", "a shading is truncated or damaged"),
    "stream": ("stream-damaged", "a stream is truncated or damaged"),
}


def nothing_is_cut_off(facts: PdfFacts) -> Iterator[Finding]:
    """A file half copied may open, and prints with grey or empty places."""
    for damage in damages(facts.structure):
        code, message = SAID[damage.kind]
        yield facts.finding(code, message, damage.page, found=damage.what, hint="export the file again")


# On the pages of a kit's file, which are drawn with their annotations

LINK = "Link"
# What a printer reads beside the trim; no program draws it in another way.
PRINTER_MARK = "PrinterMark"


def additions(structure: Any, file: str) -> Iterator[Finding]:
    """Every annotation but plain links, every form field, and every layer that is not always shown and printed."""
    for index, page in enumerate(structure.pages, 1):
        for note in kids(entry(page.obj, "/Annots")):
            kind = name(entry(note, "/Subtype"))
            if kind == "Widget":
                message = "a form field lies on the page"
                yield Finding(ERROR, "form-field", message, file, index, found=_named(note))
            elif kind not in (LINK, PRINTER_MARK) or _drawn(note):
                message = "an annotation lies on the page"
                yield Finding(ERROR, "annotation", message, file, index, found=kind or "?")
    form = entry(structure.Root, "/AcroForm")
    if kids(entry(form, "/Fields")) or entry(form, "/XFA") is not None:
        yield Finding(ERROR, "form-field", "the file has form fields", file)
    layers = entry(structure.Root, "/OCProperties")
    if is_dictionary(layers):
        yield from _layers(layers, file)


def _named(note: Any) -> str:
    return words(entry(note, "/T"))[:60] or "no name"


def _drawn(link: Any) -> bool:
    """Whether a link has a border or a picture: without either key, programs draw a border."""
    if entry(link, "/AP") is not None or entry(link, "/MK") is not None:
        return True
    style = entry(link, "/BS")
    if is_dictionary(style):
        width = number(entry(style, "/W"))
        return width is None or width > 0
    border = kids(entry(link, "/Border"))
    width = number(border[2]) if len(border) > 2 else None
    return width is None or width > 0


def _layers(properties: Any, file: str) -> Iterator[Finding]:
    """Layers that are hidden, or shown on the screen and not on paper, or the other way round."""
    usual = entry(properties, "/D")
    for key, message in (
        ("/OFF", "a layer is switched off"),
        ("/AS", "a layer is switched on or off by the program that shows or prints it"),
    ):
        if kids(entry(usual, key)):
            yield Finding(ERROR, "layer", message, file)
    if name(entry(usual, "/BaseState")) not in ("", "ON"):
        yield Finding(ERROR, "layer", "layers are off unless a setting turns them on", file)
    for layer in kids(entry(properties, "/OCGs")):
        states = [
            f"{purpose.lstrip('/').lower()} {name(value)}"
            for purpose, use in entries(entry(layer, "/Usage"))
            if is_dictionary(use)
            for key, value in entries(use)
            if key.endswith("State")
        ]
        if states:
            message = "a layer says when it is shown and printed"
            yield Finding(ERROR, "layer", message, file, found=f"{_title(layer)}: {', '.join(states)}")


def _title(layer: Any) -> str:
    return words(entry(layer, "/Name"))[:60] or "?"
