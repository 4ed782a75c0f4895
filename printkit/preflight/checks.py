"""The checks a finished PDF goes through: an opened file comes in, findings go out; later checks join the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from printkit.preflight.model import ERROR, Finding

__all__ = ["CHECKS", "PdfFacts"]

DEEPEST = 24
EMBEDDED = ("/FontFile", "/FontFile2", "/FontFile3")


class PdfFacts(NamedTuple):
    """A PDF being checked: its name as shown, and its objects."""

    file: str
    structure: Any


def fonts_embedded(facts: PdfFacts) -> Iterator[Finding]:
    """A font that is not in the file is replaced by whatever the printer has."""
    for number, name in _fonts(facts.structure):
        yield Finding(
            ERROR,
            "font-not-embedded",
            "the font is not in the file",
            facts.file,
            number,
            subject=f"font {name}",
            hint="embed all fonts",
        )


def no_scripts(facts: PdfFacts) -> Iterator[Finding]:
    """Paper runs no programs: a file that holds one is not only a drawing."""
    root = facts.structure.Root
    names = root.get("/Names")
    in_tree = names is not None and "/JavaScript" in names
    actions = [root.get("/OpenAction"), root.get("/AA")]
    pages = [
        number
        for number, page in enumerate(facts.structure.pages, 1)
        if _runs(page.obj.get("/AA")) or any(_runs(note) for note in _list(page.obj.get("/Annots")))
    ]
    if in_tree or any(_runs(action) for action in actions):
        yield Finding(
            ERROR, "javascript", "the file holds a program", facts.file, hint="print files hold none"
        )
    for number in pages:
        yield Finding(ERROR, "javascript", "the page holds a program", facts.file, number)


def not_encrypted(facts: PdfFacts) -> Iterator[Finding]:
    """Printers refuse files with locks on them, also those that open without a password."""
    if facts.structure.is_encrypted:
        yield Finding(
            ERROR, "encrypted", "the file is encrypted", facts.file, hint="save it without security"
        )


def points_are_points(facts: PdfFacts) -> Iterator[Finding]:
    """Many printers ignore a page's own unit, and then print it in another size."""
    for number, page in enumerate(facts.structure.pages, 1):
        unit = page.obj.get("/UserUnit", 1)
        if float(unit) != 1.0:
            message = "the page measures in a unit of its own"
            yield Finding(
                ERROR, "user-unit", message, facts.file, number, expected="1", found=f"{float(unit):g}"
            )


CHECKS: dict[str, Callable[[PdfFacts], Iterator[Finding]]] = {
    "font-not-embedded": fonts_embedded,
    "javascript": no_scripts,
    "encrypted": not_encrypted,
    "user-unit": points_are_points,
}


def _list(value: Any) -> list[Any]:
    return [] if value is None else list(value)


def _runs(value: Any, depth: int = 0) -> bool:
    """Whether an action, or what hangs on it, is a script."""
    if depth > 4 or not _keys(value):
        return False
    if str(value.get("/S", "")) == "/JavaScript" or "/JS" in value:
        return True
    return any(
        _runs(value.get(key), depth + 1)
        for key in value.keys()
        if key not in ("/Parent", "/P", "/Popup", "/Dest", "/D")
    )


def _fonts(structure: Any) -> Iterator[tuple[int, str]]:
    """Every font that is not embedded, with the first page it is on."""
    seen: set[Any] = set()
    for number, page in enumerate(structure.pages, 1):
        for name in _resource_fonts(page.obj.get("/Resources"), seen, 0):
            yield number, name


def _resource_fonts(resources: Any, seen: set[Any], depth: int) -> Iterator[str]:
    if depth > DEEPEST or not _keys(resources):
        return
    for font in _values(resources.get("/Font")):
        if _new(font, seen) and not _embedded(font):
            yield str(font.get("/BaseFont", "?")).removeprefix("/")
    for form in _values(resources.get("/XObject")):
        if _new(form, seen) and str(form.get("/Subtype", "")) == "/Form":
            yield from _resource_fonts(form.get("/Resources"), seen, depth + 1)


def _keys(value: Any) -> list[str]:
    """The keys of a PDF dictionary or stream; anything else has none."""
    try:
        return list(value.keys())
    except (AttributeError, TypeError, ValueError):
        return []


def _values(table: Any) -> list[Any]:
    return [table[key] for key in _keys(table)]


def _new(value: Any, seen: set[Any]) -> bool:
    key = value.objgen if value.is_indirect else None
    if key is None:
        return True
    if key in seen:
        return False
    seen.add(key)
    return True


def _embedded(font: Any) -> bool:
    if str(font.get("/Subtype", "")) == "/Type3":
        return True
    descendants = font.get("/DescendantFonts")
    owner = descendants[0] if descendants is not None and len(descendants) else font
    descriptor = owner.get("/FontDescriptor")
    return descriptor is not None and any(key in descriptor for key in EMBEDDED)
