"""Finds what a viewer or a printer may add to or leave out of the pages of a kit's file.

A page is drawn with its annotations, as on paper. What programs draw each in its own way, or only on the screen or only
on paper, does not belong into a kit's file at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from printkit.backends.inspect_objects import entries, entry, is_dictionary, kids, name, number, words
from printkit.preflight.model import ERROR, Finding

__all__ = ["additions"]

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
